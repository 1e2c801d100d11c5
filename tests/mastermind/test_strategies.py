import inspect
import itertools
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind.__main__ import OPTIONS
from mastermind.peg_game.choices import OFFERS
from mastermind.rules import Rules
from mastermind.solver.codebreaker import WAYS_TO_GUESS
from mastermind.solver.players import as_player, break_code, games
from mastermind.solver.strategies import (
    REGISTRY,
    candidates_only,
    entropy,
    expected_bits_left,
    expected_size,
    first,
    median,
    minimax,
    most_parts,
    random_candidate,
    with_first,
)
from mastermind.trees import build, look_ahead, solve
from mastermind.trees.building import BUILDABLE
from mastermind.trees.ratings import RATINGS
from tests.mastermind import oracle

ROOT = Path(__file__).parents[2]
CODES = Rules(4, 6).codes()
RATED = {name: entry.function for name, entry in REGISTRY.items() if entry.rating}
PLAYABLE = {name: entry.function for name, entry in REGISTRY.items() if entry.function}


def at_night(*row):
    """A row that is tried at night; by day, its tree is counted in test_trees.py."""
    return pytest.param(*row, marks=pytest.mark.nightly)


@cache
def games_of(strategy, opening):
    return list(games(as_player(with_first(strategy, opening), CODES), CODES))


def test_first_candidate():
    counts = Counter(len(turns) for turns in games(as_player(first, CODES), CODES))
    assert counts == {
        1: 1, 2: 4, 3: 25, 4: 108, 5: 305, 6: 602, 7: 196, 8: 49, 9: 6
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "strategy,opening,total,published",
    [
        (minimax, "AABB", 5801, {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}),
        at_night(expected_size, "AABC", 5696, {1: 1, 2: 10, 3: 54, 4: 645, 5: 583, 6: 3}),
        at_night(most_parts, "AABC", 5668, {1: 1, 2: 12, 3: 72, 4: 635, 5: 569, 6: 7}),
        (entropy, "ABCD", 5722, {1: 1, 2: 4, 3: 71, 4: 612, 5: 596, 6: 12}),
    ],
)
def test_the_published_tables_of_4_pegs_and_6_colors(strategy, opening, total, published):
    # The opening is what the strategy chooses by itself ; fixing it saves time.
    assert strategy(CODES, CODES) == opening
    counts = Counter(map(len, games_of(strategy, opening)))
    assert counts == published
    assert sum(guesses * codes for guesses, codes in counts.items()) == total


@pytest.mark.slow
@pytest.mark.parametrize("name", RATED)
@settings(max_examples=25)
@given(st.sampled_from([Rules(3, 4), Rules(3, 5, False), Rules(4, 4)]), st.integers(), st.data())
def test_best_value_then_a_candidate_then_the_first(name, rules, seed, data):
    codes = rules.codes()
    size = data.draw(st.integers(1, len(codes)))
    candidates = sorted(random.Random(seed).sample(codes, size))
    expected = min(
        codes, key=lambda guess: (oracle.rate(name, guess, candidates), guess not in candidates)
    )
    assert RATED[name](codes, candidates) == expected
    assert candidates_only(RATED[name])(codes, candidates) == min(
        candidates, key=lambda guess: oracle.rate(name, guess, candidates)
    )


@pytest.mark.parametrize("name", RATED)
def test_where_nothing_is_left_it_says_so(name):
    with pytest.raises(ValueError, match="there are no candidates"):
        RATED[name](["RR", "RG"], [])


def test_entropies_that_differ_in_rounding_only_are_equal():
    # 4**4 == 2**2 * 2**2 * 2**2 * 2**2, and 6**6 == 3**3 * 3**3 * 2**2 * 2**2 * 2**2.
    assert expected_bits_left([4, 1, 1, 1, 1]) == expected_bits_left([2, 2, 2, 2]) == 1
    assert expected_bits_left([6] + [1] * 6) == pytest.approx(
        expected_bits_left([3, 3, 2, 2, 2]), abs=1e-12
    )
    assert expected_bits_left([1]) == 0


def test_median_of_an_even_number_is_the_later_one():
    assert median(CODES, CODES[:5]) == CODES[2]
    assert median(CODES, CODES[:6]) == CODES[3]
    assert median(CODES, CODES[:1]) == CODES[0]


def test_candidates_only_and_a_first_guess_together():
    strategy = with_first(candidates_only(minimax), "AABC")
    for turns in games(as_player(strategy, CODES), CODES):
        assert turns[0].guess == "AABC"
        for earlier, later in itertools.combinations(turns, 2):
            assert earlier.allows(later.guess)


def test_a_first_guess_need_not_be_possible_but_must_tell_something():
    codes = Rules(3, 3, repeats=False).codes()
    games_played = list(games(as_player(with_first(first, "AAB"), codes), codes))
    assert {turns[0].guess for turns in games_played} == {"AAB"}
    for nothing in ("ZZZ", "AAA"):
        with pytest.raises(
            ValueError, match=f"cannot begin with {nothing}, because it gives no information"
        ):
            break_code("ABC", as_player(with_first(first, nothing), codes))
    assert with_first(first, "X")(["X"], ["X"]) == "X"


@pytest.mark.slow
def test_minimax_sometimes_guesses_what_cannot_be_right():
    played = {pair for turns in games_of(minimax, "AABB") for pair in itertools.pairwise(turns)}
    assert not all(earlier.allows(later.guess) for earlier, later in played)


def test_random_candidates_are_uniform_and_repeatable():
    strategy = random_candidate(random.Random(5))
    drawn = [strategy(CODES, CODES[:4]) for _ in range(4000)]
    again = random_candidate(random.Random(5))
    assert drawn == [again(CODES, CODES[:4]) for _ in range(4000)]
    assert set(drawn) == set(CODES[:4])
    assert all(abs(count - 1000) < 120 for count in Counter(drawn).values())


@pytest.mark.parametrize("only", [False, True], ids=["any guess", "candidates only"])
@pytest.mark.parametrize("name,strategy", PLAYABLE.items())
@pytest.mark.parametrize("rules", [Rules(3, 5), Rules(4, 4), Rules(3, 6, False)], ids=str)
def test_the_fast_engine_plays_the_same_games(rules, name, strategy, only):
    codes = rules.codes()
    player = as_player(candidates_only(strategy) if only else strategy, codes)
    tree = build(rules, name, candidates_only=only)
    for turns in games(player, codes):
        assert [turn.guess for turn in turns] == tree.play(turns[-1].guess)


def test_the_registry_agrees_with_commands_games_trees_and_documents():
    commands = {name: entry.options for name, entry in REGISTRY.items() if entry.options}
    assert commands == OPTIONS
    offered = {name: entry.label for name, entry in REGISTRY.items() if entry.label}
    assert offered == WAYS_TO_GUESS == OFFERS["waysToGuess"]
    assert set(RATINGS) == set(RATED)
    assert set(BUILDABLE) == set(PLAYABLE)
    searches = {"optimal": solve, "lookahead": look_ahead}
    for name, options in commands.items():
        takes = set(inspect.signature(searches.get(name, build)).parameters)
        assert set(options) <= takes, name
        assert takes - set(options) <= {"rules", "strategy", "symmetry"}, name
    playing = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert not [name for name in offered if f"`{name}`" not in playing]
