import functools
import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind.feedback import feedback, partial_feedback
from mastermind.game import Contradiction, Turn
from mastermind.rules import Rules
from mastermind.solver.players import (
    Naive,
    as_player,
    break_code,
    games,
    last_leftover_feedback,
    sampling,
    two_phase,
    weighted_hypotheses,
)
from mastermind.solver.strategies import first, minimax

CODES = Rules(4, 6).codes()


def test_solve_and_games_tell_the_same_games():
    codes = Rules(3, 4).codes()
    player = as_player(minimax, codes)
    together = {turns[-1].guess: turns for turns in games(player, codes)}
    assert together == {code: break_code(code, player) for code in codes}


def test_solve_stops_at_the_limit():
    assert len(break_code("BB", lambda turns: "AA", max_guesses=7)) == 7


def test_key_pegs_that_contradict_each_other_are_named():
    turns = (Turn("AABB", 0, 0), Turn("CCDD", 3, 0), Turn("EEFF", 2, 0))
    for player in [as_player(first, CODES), weighted_hypotheses(CODES, random.Random(1))]:
        assert feedback(player(turns[:1]), "AABB") == (0, 0)
        with pytest.raises(
            Contradiction, match=r"2 black and 0 white for guess 3 \(EEFF\) contradict"
        ):
            player(turns)
    with pytest.raises(Contradiction, match="guess 3"):
        sampling(Rules(4, 6), random.Random(1))(turns)
    with pytest.raises(Contradiction, match="guess 3"):
        sampling(Rules(4, 6), random.Random(1))((*turns, Turn("ABCD", 1, 1)))
    with pytest.raises(Contradiction):
        two_phase(Rules(2, 3, False), random.Random(1))((Turn("AB", 0, 0),))


# --- weighted hypotheses -------------------------------------------------------------------


def rename(guess, names=""):
    """A code that is like `guess` but for the names of the colors, given in order."""
    colors = dict(zip(dict.fromkeys(names + guess), "ABCDEF", strict=False))
    return "".join(colors[peg] for peg in guess)


def test_the_slip_is_wrong_on_one_pair_in_eight():
    # Neither scorer knows the names of colors: of guesses that differ in them, one is looked at.
    alike = Counter(map(rename, CODES))
    assert len(alike) == 15
    wrong = sum(
        times * sum(last_leftover_feedback(code, guess) != feedback(code, guess) for code in CODES)
        for guess, times in alike.items()
    )
    assert wrong == 212670  # 12.66 % of 1296 * 1296


def mean_of_random_consistent_guesses(score):
    """Exact mean number of guesses after the first guess AABB, over all codes and all choices."""
    answer = functools.cache(score)  # of the pairs that are ever asked, one in six of all
    known = {}

    def parts(guess, codes):
        by_answer = {}
        for code in codes:
            if code != guess:
                by_answer.setdefault(answer(code, guess), []).append(code)
        return by_answer.values()

    def total(codes, group=None):
        if len(codes) <= 2:
            return (0, 1, 3)[len(codes)]
        key = tuple(codes)
        if key not in known:
            alike = Counter(map(group, codes)) if group else dict.fromkeys(codes, 1)
            rest = sum(
                times * sum(map(total, parts(guess, codes))) for guess, times in alike.items()
            )
            known[key] = len(codes) + rest / len(codes)
        return known[key]

    def rename_unplayed(guess):
        return rename(guess, "AB")

    return 1 + sum(total(part, rename_unplayed) for part in parts("AABB", CODES)) / len(CODES)


@pytest.mark.slow
@pytest.mark.parametrize(
    "score, mean",
    [
        pytest.param(feedback, 4.6361, id="right"),
        pytest.param(last_leftover_feedback, 4.6766, id="slip", marks=pytest.mark.nightly),
    ],
)
def test_exact_means_of_weighted_hypotheses(score, mean):
    assert round(mean_of_random_consistent_guesses(score), 4) == mean


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "score, mean",
    [
        pytest.param(feedback, 4.643, id="right"),
        pytest.param(last_leftover_feedback, 4.708, id="slip"),
    ],
)
def test_simulated_means_of_weighted_hypotheses(score, mean):
    rng = random.Random(2)
    player = weighted_hypotheses(CODES, rng, score=score)
    lengths = [len(break_code(rng.choice(CODES), player, score)) for _ in range(1000)]
    assert abs(sum(lengths) / len(lengths) - mean) < 0.08  # three standard errors


@pytest.mark.parametrize("weights", [(1 / 4, 3 / 16), (0, 1), (-3, 2), (0, 0)])
def test_the_weights_change_nothing(weights):
    player = weighted_hypotheses(CODES, random.Random(3), *weights)
    usual = weighted_hypotheses(CODES, random.Random(3))
    for code in CODES[::100]:
        assert break_code(code, player) == break_code(code, usual)


# --- naive players ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", list(itertools.product([False, True], repeat=3)))
@given(st.integers(1, 5), st.integers(1, 6), st.integers())
def test_naive_players_find_every_code(options, length, colors, seed):
    rules = Rules(length, colors)
    code = rules.random_code(random.Random(seed))
    turns = break_code(code, Naive(rules.colors, length, *options), partial_feedback)
    assert turns[-1].guess == code
    assert all(code.startswith(turn.guess[:-1]) for turn in turns[:-1])


def test_one_color_left_fills_the_code():
    turns = break_code("BBBB", Naive("AB", 4, fill=True), partial_feedback)
    assert [turn.guess for turn in turns] == ["A", "BBBB"]


# --- colors first, and sampling ----------------------------------------------------------------


def consistent(code, turns):
    return all(feedback(code, turn.guess) == (turn.black, turn.white) for turn in turns)


@settings(max_examples=50)
@given(st.integers(1, 5), st.integers(0, 3), st.integers(), st.booleans())
def test_two_phase_finds_the_code_and_is_consistent_where_it_should_be(length, more, seed, places):
    rng = random.Random(seed)
    rules = Rules(length, length + more, repeats=False)
    code = rules.random_code(rng)
    turns = break_code(code, two_phase(rules, rng, places))
    assert turns[-1].guess == code
    for number, turn in enumerate(turns):
        before = turns[:number]
        all_found = any(t.black + t.white == length for t in before)
        if places or all_found:
            assert consistent(turn.guess, before)
        assert all(len(set(turn.guess) & set(t.guess)) == t.black + t.white for t in before)


@settings(max_examples=50)
@given(st.integers(1, 5), st.integers(1, 6), st.booleans(), st.integers())
def test_sampling_guesses_are_consistent_codes(length, colors, repeats, seed):
    rng = random.Random(seed)
    rules = Rules(length, colors if repeats else length + colors, repeats)
    code = rules.random_code(rng)
    turns = break_code(code, sampling(rules, rng, samples=10))
    assert turns[-1].guess == code
    for number, turn in enumerate(turns):
        assert rules.parse(turn.guess) == turn.guess
        assert consistent(turn.guess, turns[:number])


def test_the_choice_reaches_every_consistent_code():
    rules = Rules(3, 4)
    turns = (Turn("AAB", 0, 1),)
    expected = {code for code in rules.codes() if consistent(code, turns)}
    player = two_phase(rules, random.Random(1), use_places=True)
    assert {player(turns) for _ in range(1000)} == expected


def wins(make_player, rounds):
    """Share of games of the gladiators' last level won within its seven guesses."""
    rules = Rules(5, 10, repeats=False)
    rng = random.Random(7)
    player = make_player(rules, rng)
    return sum(len(break_code(rules.random_code(rng), player)) <= 7 for _ in range(rounds)) / rounds


@pytest.mark.slow
def test_a_guess_by_its_colors_wins_seven_of_ten_last_levels():
    assert wins(two_phase, 2000) == pytest.approx(0.70, abs=0.03)


@pytest.mark.slow
def test_without_shuffling_half_of_them_are_won():
    assert wins(functools.partial(two_phase, shuffle=False), 2000) == pytest.approx(0.54, abs=0.03)


@pytest.mark.slow
@pytest.mark.nightly
def test_places_and_samples_win_nearly_all_last_levels():
    with_places = functools.partial(two_phase, use_places=True)
    assert wins(with_places, 2000) == pytest.approx(0.953, abs=0.02)
    assert wins(sampling, 300) > 0.975


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(6, 25, repeats=False), Rules(9, 9), Rules(8, 10)])
def test_games_too_large_to_list_are_solved(rules):
    rng = random.Random(4)
    code = rules.random_code(rng)
    turns = break_code(code, sampling(rules, rng))
    assert turns[-1].guess == code
    assert len(turns) <= 13


def test_seeded_players_repeat_themselves():
    rules = Rules(4, 8)
    first_time, second_time = (
        break_code("ABCA", sampling(rules, random.Random(9))) for _ in range(2)
    )
    assert first_time == second_time
