import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind.rules import Rules
from mastermind.trees.ratings import RATINGS, rate, rate_promising
from mastermind.trees.tables import FeedbackTable, sizes_so_far
from tests.mastermind import oracle

GAMES = [Rules(4, 4), Rules(4, 6, repeats=False), Rules(4, 4, answer="black")]
TABLES = list(map(FeedbackTable, GAMES))


def by_definition(strategy, sizes):
    value = oracle.rate_sizes(strategy, [int(size) for size in sizes if size])
    return math.log2(value) * 2**30 if strategy == "entropy" else value


@pytest.mark.parametrize("strategy", RATINGS)
@settings(max_examples=40)
@given(data=st.data())
def test_ratings_and_their_bounds(strategy, data):
    table = data.draw(st.sampled_from(TABLES))
    rating = RATINGS[strategy]
    codes = np.array(sorted(data.draw(st.sets(st.integers(0, table.size - 1), min_size=1))))
    sizes = table.part_sizes(codes, table.everything)
    ratings = rating.of_sizes(sizes)
    for guess in range(0, table.size, 7):
        assert ratings[guess] == pytest.approx(by_definition(strategy, sizes[:, guess]), abs=20)
    assert (rating.of_few(table.block(codes)) == ratings).all()
    bounds = rating.bounds(table.common_sizes(codes), table.parts_by_common)
    assert (bounds[table.multiset] <= ratings).all()


@pytest.mark.parametrize("wanted", [1, 3])
@pytest.mark.parametrize("strategy", RATINGS)
def test_the_best_guesses_are_among_the_promising(strategy, wanted, monkeypatch):
    monkeypatch.setattr("mastermind.trees.ratings.LITTLE_WORK", 0)
    monkeypatch.setattr("mastermind.trees.ratings.FIRST_RATED", 5)
    table = FeedbackTable(Rules(4, 5))
    rng = np.random.default_rng(4)
    for size in (2, 9, 40, 300):
        codes = np.sort(rng.choice(table.size, size, replace=False))
        ratings = rate(RATINGS[strategy], table, codes, table.everything)
        guesses, promising = rate_promising(
            RATINGS[strategy], table, codes, table.everything, wanted
        )
        assert (promising == ratings[guesses]).all()
        enough = np.sort(ratings)[wanted - 1]
        assert set(np.flatnonzero(ratings <= enough)) <= set(guesses)


def test_large_parts_do_not_overflow():
    block = np.zeros((135, 1), np.uint8)
    assert RATINGS["expected-size"].of_few(block) == 135**2
    assert sizes_so_far(block)[-1, 0] == 135
