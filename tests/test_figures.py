"""Every precise figure of the documents and lessons is counted here, or its source is named.

A figure is precise if it has four digits, two decimals or a percent sign. One that nothing
here gives, at the decimals it is written with, is stale, or nobody has counted it.
"""

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import log2, sqrt
from statistics import mean, pstdev, stdev

import pytest

from mastermind import Rules, as_player, break_code, feedback, tunes
from mastermind.gladiators.challenge import LEVELS
from mastermind.predictions import questions
from mastermind.solver.players import (
    games,
    last_leftover_feedback,
    sampling,
    two_phase,
    weighted_hypotheses,
)
from mastermind.solver.strategies import random_candidate
from mastermind.trees import build, solve
from tools.course import ASSIGNMENTS, ROOT, read

ELSEWHERE_TESTED = {"mistakes", "quiz", "tables.md", "tests.md"}
"""Pages whose figures a command writes or a test of their own looks after."""

PAGES = {
    "README.md": (ROOT / "README.md").read_text(),
    **{
        path.relative_to(ROOT).as_posix(): path.read_text()
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if not ELSEWHERE_TESTED & {path.name, path.parent.name}
    },
    **{
        name: "\n\n".join(
            cell.source for cell in read("source", name).cells if cell.cell_type == "markdown"
        )
        for name in ASSIGNMENTS
    },
    "predictions": "\n".join(each["because"] for each in questions().values()),
}
FIGURE = re.compile(
    r"(?<![\w.,:/#-])(\d{1,3}(?:[, ]\d{3})+|\d{4,}|\d+\.\d{2,}|\d+(?:\.\d+)?(?= ?%))(?![\w-])"
)
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|https?://\S+|\[[^]]*\](?!\()", re.DOTALL)
"""What has no figures of ours: code, addresses, and blanks in brackets that teachers fill in."""

QUOTED = {
    "4.7185": "Francis Ng, Mastermind Final Project",
    "4.6749": "Francis Ng, Mastermind Final Project",
    "0.044": "the difference between these two means",
    "1122": "the first guess of Mastermind_CodeBreakerAI, as a code",
    "4.75": "a mean that an exercise supposes",
    "0.18": "twice the error that it supposes",
    "4.57": "a limit that an exercise chooses, as is the next one",
    "4.71": "",
    "5.15": "a mean that a practice supposes, as are the next two",
    "5.08": "",
    "5.03": "",
    "0.045": "0.9 over the square root of 400 games",
    "0.018": "twice 0.9 over the square root of 10,000 games",
    "0.375": "three bits, with a chance of 1/8",
    "0.04": "the distance of the supposed mean from its limit",
    "1111": "a code, as are the next ones",
    "1112": "",
    "6666": "",
    "4235": "",
    "0011": "",
    "3.11": "a version of Python, as are the next ones",
    "3.12": "",
    "3.13": "",
    "3.14": "",
}
ROUND = {"10000", "20000", "25000", "200000", "4000", "1500", "1000", "2400", "0.000000001"}
"""How many games were played, up to how many codes, and other numbers that were chosen."""

MEANS = {
    ("right", None): 4.643523,
    ("right", "0011"): 4.636130,
    ("slip", None): 4.707,
    ("slip", "0011"): 4.676630,
}
"""Guesses on average of a player of any candidate: counted, but for the 4.707 of many games.

The first is of `tools.random_player`; those with a first guess are counted in test_players.py.
"""

CHANCES = {"two phases": 0.70, "any possible code": 0.953, "best of 60 such codes": 0.988}
"""To win a round of level 6, from ten thousand games or more: benchmarks/gladiators.py."""

LEVEL = re.compile(r"^\| (\d) \|(?:[^|]*\|){5} (.*?)% \| (.*?)% \| (.*?)% \|$", re.MULTILINE)
SHARES = {int(row[0]): row[1:] for row in LEVEL.findall(PAGES["docs/gladiators.md"])}
"""The chances to clear a level: of two phases, of any possible code, of the best of 60."""

ELSEWHERE = {
    "docs/gladiators.md": {share.strip("> ") for row in SHARES.values() for share in row},
    "docs/instructor.md": {"92"},  # python -m benchmarks.groups, which takes minutes
    "docs/without-make.md": {"20.10", "2.26"},  # the versions of Docker and Compose
}

ONE_STEP = ("first", "minimax", "expected-size", "most-parts", "entropy")


@cache
def counted() -> list[float]:
    """Count what the pages say, as exactly as it can be counted in seconds."""
    classic = Rules(4, 6)
    trees = [build(classic, name) for name in ONE_STEP]
    seven = [build(Rules(4, 7), name) for name in ("entropy", "most-parts")]
    best = [solve(classic), solve(classic, max_guesses=5)]
    levels = [Rules(level.gladiators, level.weapons, repeats=False) for level in LEVELS]
    rows = tunes.rows()
    *_, breadth_3 = rows
    return [
        *(rules.size for rules in (classic, tunes.TUNES, *levels)),
        *(tree.total for tree in (*trees, *seven, *best)),
        *(tree.average for tree in (*trees, *seven, *best)),
        *(average for row in rows for average in row.published.averages),
        *(tunes.average(counts) for row in rows for counts in (row.known, row.played)),
        *map(abs, tunes.savings([*rows, *tunes.asked()]).values()),
        *(tunes.average(row.played) - tunes.average(breadth_3.played) for row in tunes.asked()),
        *MEANS.values(),
        *_errors(),
        *(100 * chance for chance in CHANCES.values()),
        *CHANCES.values(),
        CHANCES["two phases"] ** LEVELS[5].rounds,
        _share_within(7),
        100 * _share_of_wrong_scores(),
        2 / 8 * 3,  # and the bits of parts of 4, 2, 1 and 1
        sum(size / 8 * log2(8 / size) for size in (4, 2, 1, 1)),
        sum(size / 8 * log2(8 / size) for size in (3, 3, 2)),
        *_at_best(classic.size),
        log2(3),
        2 / 3 * log2(3 / 2) + 1 / 3 * log2(3),  # parts of two and one: the bits of RR
    ]


def _at_best(codes: int) -> Iterator[int]:
    """Tell how many codes take a fourth guess if 13 answers go on, and all guesses together."""
    fourth = codes - 1 - 13 - 13**2
    yield fourth
    yield 1 + 2 * 13 + 3 * 13**2 + 4 * fourth


def _errors() -> Iterator[float]:
    """Tell how far a mean of many games wobbles, what a difference does, and what 0011 gains."""
    codes = Rules().codes()
    player = as_player(random_candidate(random.Random(1)), codes)
    one = pstdev(map(len, games(player, codes)))
    yield one / sqrt(100)
    yield one / sqrt(10_000)
    yield sqrt(2) * one / sqrt(10_000)
    yield from (MEANS[score, None] - MEANS[score, "0011"] for score in ("right", "slip"))


def _share_of_wrong_scores() -> float:
    """Count the pairs of codes that the slip scores wrongly, for one guess of each kind."""
    codes = Rules(4, 6).codes()
    kinds = Counter("".join(map(str, map(code.index, code))) for code in codes)
    wrong = 0
    for kind, times in kinds.items():
        guess = "".join("ABCDEF"[int(place)] for place in kind)
        wrong += times * sum(feedback(c, guess) != last_leftover_feedback(c, guess) for c in codes)
    return wrong / len(codes) ** 2


def _share_within(guesses: int) -> float:
    tree = build(Rules(5, 10, repeats=False), "entropy")
    return sum(n for turn, n in tree.histogram.items() if turn <= guesses) / tree.rules.size


def figures(text: str) -> set[str]:
    found = FIGURE.findall(CODE.sub(" ", text))
    return {re.sub(r"[, ]", "", each) for each in found}


def is_year(figure: str) -> bool:
    return figure.isdecimal() and 1950 <= int(figure) <= 2030


def gives(value: float, figure: str) -> bool:
    """Tell whether a value is written like that."""
    decimals = len(figure.partition(".")[2])
    return f"{value:.{decimals}f}" == figure


@pytest.mark.parametrize("page", PAGES)
def test_every_precise_figure_is_counted_or_quoted(page):
    unknown = {
        figure
        for figure in figures(PAGES[page])
        if not is_year(figure)
        and figure not in QUOTED.keys() | ROUND
        and figure not in ELSEWHERE.get(page, ())
        and not any(gives(value, figure) for value in counted())
    }
    assert not unknown, f"{page}: nothing that is counted in {__file__} gives {sorted(unknown)}"


def test_the_table_of_levels_and_the_lessons_say_the_same():
    """Ten rounds in a row are a power of one."""
    assert list(SHARES) == list(range(1, len(LEVELS) + 1))
    for share, chance in zip(SHARES[6], CHANCES.values(), strict=True):
        assert abs(float(share) - 100 * chance ** LEVELS[5].rounds) < 2


def test_the_chances_in_the_lesson_on_permutations():
    cells = {cell.id: cell.source for cell in read("source", "08-permutations").cells}
    shown = ast.literal_eval(re.search(r"known = (\{.*?\})", cells["chance-experiment"])[1])
    assert shown == CHANCES | {"tree by entropy": round(_share_within(7), 4)}


def test_the_histograms_of_the_lesson_on_information():
    [cell] = [cell for cell in read("source", "06-information").cells if cell.id == "total-four"]
    shown = ast.literal_eval(re.search(r"\{.*\}", cell.source, re.DOTALL)[0])
    for name, histogram in shown.items():
        assert histogram == build(Rules(4, 6), name.replace(" ", "-")).histogram, name


@pytest.mark.nightly
@pytest.mark.parametrize("score, first", MEANS)
def test_the_means_of_many_games(score, first):
    rng, codes = random.Random(7), Rules(4, "012345").codes()
    scorer = {"right": feedback, "slip": last_leftover_feedback}[score]
    player = weighted_hypotheses(codes, rng, score=scorer)

    def begin(turns):
        return player(turns) if turns or first is None else first

    lengths = [len(break_code(rng.choice(codes), begin, scorer)) for _ in range(4000)]
    assert abs(mean(lengths) - MEANS[score, first]) < 4 * stdev(lengths) / sqrt(4000)


@pytest.mark.nightly
@pytest.mark.parametrize("level", SHARES)
def test_the_chances_of_each_level(level):
    terms = LEVELS[level - 1]
    rules, rng = Rules(terms.gladiators, terms.weapons, repeats=False), random.Random(level)
    players = [
        two_phase(rules, rng),
        two_phase(rules, rng, use_places=True),
        sampling(rules, rng),
    ]
    for player, number, said in zip(players, (2000, 2000, 200), SHARES[level], strict=True):
        number = number // 10 if level == 4 else number  # whose codes take much longer
        found = (len(break_code(rules.random_code(rng), player)) for _ in range(number))
        won = sum(guesses <= terms.guesses for guesses in found)
        claim = float(said.strip("> ")) / 100
        one = claim ** (1 / terms.rounds)  # what one round has to have for all of them
        wobble = sqrt(max(one * (1 - one), 1 / number) / number)
        assert abs(won / number - one) < 4 * wobble + 0.005, (level, said, won / number)
