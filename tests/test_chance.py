"""How often chance alone makes a test of notebook 1 refuse a right answer: bounded, not guessed.

For a chi-square statistic of counts the bound is Chernoff's, ``P(X >= c) <=
min over t of E[exp(tX)] / exp(tc)``. The expectation is exact for counts that do
not exceed a ceiling (Poisson weights, convolved and read off at the number of
draws); the chance that some count exceeds it, a binomial tail, is added.
"""

import ast
import math

import numpy as np
import pytest

from mastermind.checks.random_codes import DRAWS
from tools.course import ROOT, read

CODES = {"get_code": pow, "get_distinct_code": math.perm}
"""How many codes there are, for each exercise that draws them."""


def chance_to_exceed(limit: float, cells: int, draws: int) -> float:
    """Bound the chance that fair draws give a chi-square statistic of `limit` or more."""
    mean = draws / cells
    ceiling = next(m for m in range(draws) if cells * binomial_tail(m, draws, 1 / cells) < 1e-12)
    bounds = [
        bounded_expectation(t, cells, draws, ceiling) * math.exp(-t * limit)
        for t in np.linspace(0.1, 0.45, 15)
    ]
    assert ceiling > mean
    return min(bounds) + 1e-12


def bounded_expectation(t: float, cells: int, draws: int, ceiling: int) -> float:
    """The mean of exp(tX) over all draws in which no count exceeds the ceiling."""
    mean = draws / cells
    counts = np.arange(ceiling + 1)
    logs = np.array([math.lgamma(x + 1) for x in counts])
    weights = np.exp(counts * math.log(mean) - mean - logs + t * (counts - mean) ** 2 / mean)
    power = np.array([1.0])
    for _ in range(cells):
        power = np.convolve(power, weights)[: draws + 1]
    return power[draws] / math.exp(draws * math.log(draws) - draws - math.lgamma(draws + 1))


def binomial_tail(most: int, draws: int, chance: float) -> float:
    """The chance of more than `most` hits."""
    return sum(
        math.exp(
            math.lgamma(draws + 1) - math.lgamma(x + 1) - math.lgamma(draws - x + 1)
            + x * math.log(chance) + (draws - x) * math.log1p(-chance)
        )
        for x in range(most + 1, draws + 1)
    )  # fmt: skip


def comparisons(exercise: str) -> list[tuple[float, int, int]]:
    """Limit, cells and draws of each comparison in the hidden tests, as the notebook has them."""
    cells = {cell.id: cell.source for cell in read("source", "01-random-codes").cells}
    loops = [n for n in ast.walk(ast.parse(cells[f"hidden-{exercise}"])) if isinstance(n, ast.For)]
    table = next(loop.iter for loop in loops if "limit" in ast.unparse(loop.target))
    return [
        (limit, CODES[exercise](len(colors), length) ** calls, draws)
        for colors, length, calls, draws, limit in ast.literal_eval(table)
    ]


@pytest.mark.slow
def test_the_bound_holds_and_is_not_far_off():
    """Against every outcome of small draws, and the share of simulated ones."""
    rng = np.random.default_rng(3)
    for cells, draws, limit in [(3, 30, 12), (16, 800, 35), (64, 2000, 100)]:
        counts = rng.multinomial(draws, [1 / cells] * cells, size=100_000)
        share = (((counts - draws / cells) ** 2).sum(axis=1) * cells / draws >= limit).mean()
        assert share < chance_to_exceed(limit, cells, draws) < 30 * share


@pytest.mark.parametrize("exercise", CODES)
@pytest.mark.slow
def test_chance_refuses_a_right_answer_less_than_once_in_a_million_runs(exercise):
    bounds = [chance_to_exceed(*comparison) for comparison in comparisons(exercise)]
    print(f"{exercise}: less than {sum(bounds):.1e} in all")
    assert sum(bounds) < 1e-6


def test_the_page_says_how_many_pegs_the_visible_tests_draw():
    page = (ROOT / "docs" / "tests.md").read_text()
    assert f"never appears in {3 * DRAWS} pegs is less than 3 · (2/3)^{3 * DRAWS}" in page
