import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.feedback import feedback
from mastermind.rules import Rules
from mastermind.solver.partitions import Partitions


@pytest.mark.parametrize("rules", [Rules(1, 3), Rules(3, 3), Rules(4, 4), Rules(3, 5, False)])
def test_agrees_with_the_reference_scorer_on_every_pair(rules):
    codes = rules.codes()
    partitions = Partitions(codes)
    for guess in codes:
        parts = {}
        for code in codes:
            parts.setdefault(feedback(code, guess), []).append(code)
        assert partitions.parts(guess) == parts
        assert sorted(partitions.sizes(guess)) == sorted(map(len, parts.values()))


@given(st.integers(1, 15), st.integers(1, 26), st.integers(0, 30), st.integers())
def test_agrees_with_the_reference_scorer_in_large_games(length, colors, count, seed):
    rng = random.Random(seed)
    rules = Rules(length, colors)
    candidates = [rules.random_code(rng) for _ in range(count)]
    guess = rules.random_code(rng)
    parts = Partitions(candidates).parts(guess) if candidates else {}
    assert Counter({keys: len(part) for keys, part in parts.items()}) == Counter(
        feedback(code, guess) for code in candidates
    )


def test_a_guess_with_pegs_that_no_candidate_has():
    assert Partitions(["AB", "BA"]).parts("XY") == {(0, 0): ["AB", "BA"]}


def test_limits():
    assert Partitions(["A" * 15]).parts("A" * 15) == {(15, 0): ["A" * 15]}
    with pytest.raises(ValueError, match="at most 15 pegs, not 16"):
        Partitions(["A" * 16])
    with pytest.raises(ValueError, match="'ABC' must have 2 pegs"):
        Partitions(["AB"]).sizes("ABC")
