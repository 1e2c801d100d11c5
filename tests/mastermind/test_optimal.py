from functools import cache

import numpy as np
import pytest

from mastermind.rules import Rules
from mastermind.trees.building import Guesses
from mastermind.trees.optimal import UNLIMITED, Search, solve
from tests.mastermind.oracle import verify
from tools import tables

# Published, or proved by at least two independent programs.
KNOWN = [
    (Rules(3, 6), 854),
    (Rules(3, 7), 1474),
    (Rules(4, 5), 2463),
    pytest.param(Rules(4, 6), 5625, marks=pytest.mark.slow),  # Koyama and Lai 1993
    (Rules(4, 6, repeats=False), 1446),
    (Rules(4, 7, repeats=False), 3639),
    pytest.param(Rules(4, 8, repeats=False), 7817, marks=pytest.mark.slow),
]


@pytest.mark.parametrize("rules, total", KNOWN, ids=repr)
def test_known_totals(rules, total):
    tree = solve(rules)
    assert tree.total == total
    assert verify(tree) == tree.histogram


@pytest.mark.slow
def test_the_standard_game_with_at_most_five_guesses():
    tree = solve(Rules(), max_guesses=5)
    assert (tree.total, tree.max) == (5626, 5)
    assert verify(tree) == tree.histogram


def plain_least(rules, max_guesses, candidates_only=False):
    """The least total by trying everything: no bounds, no symmetries, no ratings."""
    codes = rules.codes()

    @cache
    def least(candidates, turns):
        if turns == 0:
            return float("inf")
        totals = []
        for guess in candidates if candidates_only else codes:
            parts = {}
            for code in candidates:
                parts.setdefault(rules.feedback(code, guess), []).append(code)
            if len(parts) == 1 and guess not in candidates:
                continue
            parts.pop((rules.code_length, 0), None)
            below = (least(tuple(part), turns - 1) for part in parts.values())
            totals.append(len(candidates) + sum(below))
        return min(totals)

    return least(tuple(codes), max_guesses)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(1, 1), Rules(1, 4), Rules(2, 2), Rules(2, 3), Rules(2, 4), Rules(3, 2), Rules(4, 2),
        Rules(2, 3, repeats=False), Rules(2, 5, repeats=False), Rules(3, 3, repeats=False),
        Rules(3, 4, repeats=False), Rules(2, 3, answer="black"), Rules(3, 2, answer="black"),
        Rules(3, 3, False, "black"), Rules(2, 4, False, "black"),
    ],
    ids=repr,
)  # fmt: skip
@pytest.mark.slow
def test_nothing_better_exists_with_any_number_of_guesses(rules):
    for turns in range(1, 7):
        least = plain_least(rules, turns)
        if least == float("inf"):
            with pytest.raises(ValueError, match=f"no strategy finds .* within {turns} guesses"):
                solve(rules, max_guesses=turns)
        else:
            tree = solve(rules, max_guesses=turns)
            assert tree.total == least
            assert tree.max <= turns
            assert verify(tree) == tree.histogram
    if least < float("inf"):
        assert solve(rules).total <= least


@pytest.mark.parametrize(
    "rules", [Rules(2, 4), Rules(3, 3), Rules(4, 2), Rules(3, 4, False)], ids=repr
)
def test_nothing_better_exists_among_the_candidates(rules):
    tree = solve(rules, candidates_only=True)
    assert tree.total == plain_least(rules, 9, candidates_only=True)
    assert tree.strategy == "optimal, candidates only"


@pytest.mark.slow
def test_the_least_total_among_the_candidates_of_the_standard_game():
    """supermastermind.github.io; why another program tells 5629: test_candidates_only.py."""
    assert solve(Rules(4, 6), candidates_only=True).total == 5660


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(3, 5), Rules(4, 3)], ids=repr)
def test_symmetry_hides_no_better_play_among_the_candidates(rules, monkeypatch):
    total = solve(rules, candidates_only=True).total
    monkeypatch.setattr(
        "mastermind.trees.building.first_of_their_kind",
        lambda digits, history, colors: np.arange(len(digits)),
    )
    assert solve(rules, candidates_only=True).total == total


@pytest.mark.slow
def test_a_codemaker_who_avoids_one_color_costs_what_is_published():
    """Wiener 1995: 5600 for the 1290 codes of more than one color."""
    search = Search(Rules(4, 6))
    table = search.table
    mixed = np.array([i for i, code in enumerate(table.codes) if len(set(code)) > 1])
    guesses = Guesses(table, [], table.size, True)
    assert len(mixed) == 1290
    assert search.least(mixed, guesses, UNLIMITED, 6000) == tables.WEIGHTLESS


@pytest.mark.slow
def test_five_guesses_are_needed_for_the_standard_game():
    with pytest.raises(ValueError, match="no strategy finds all 1296 codes within 4 guesses"):
        solve(Rules(), max_guesses=4)


def test_the_same_search_gives_the_same_tree():
    assert solve(Rules(3, 6)).to_dict() == solve(Rules(3, 6)).to_dict()


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="max_guesses must be at least 1, not 0"):
        solve(Rules(), max_guesses=0)
    with pytest.raises(MemoryError, match="GiB"):
        solve(Rules(12, 12))
