import math
import random
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mastermind.feedback import feedback
from mastermind.game import Contradiction, Turn
from mastermind.rules import Rules
from mastermind.solver.analysis import analysis_text, analyze, different_guesses
from mastermind.solver.strategies import entropy


def bits(guess, candidates):
    """Shannon's formula, with the reference scorer."""
    chances = [n / len(candidates)
               for n in Counter(feedback(code, guess) for code in candidates).values()]  # fmt: skip
    return -sum(p * math.log2(p) for p in chances)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.sampled_from([Rules(3, 4), Rules(2, 6), Rules(3, 5, False), Rules(4, 3)]),
    st.integers(0, 5),
    st.integers(),
)
@example(Rules(2, 6), 2, 1749)  # a guess that tells nothing
def test_every_figure_against_a_plain_computation(rules, guesses, seed):
    rng = random.Random(seed)
    codes = rules.codes()
    hidden = rng.choice(codes)
    turns = [Turn(guess, *feedback(hidden, guess)) for guess in rng.choices(codes, k=guesses)]
    candidates = codes
    for turn, move in zip(turns, analyze(rules, turns), strict=True):
        left = [c for c in candidates if feedback(c, turn.guess) == (turn.black, turn.white)]
        assert (move.guess, move.before, move.after) == (turn.guess, len(candidates), len(left))
        assert move.possible == (turn.guess in candidates)
        assert move.bits_expected == pytest.approx(bits(turn.guess, candidates), abs=1e-9)
        assert move.bits_gained == pytest.approx(math.log2(len(candidates) / len(left)))
        # The full list of guesses, while the library looks at one of each kind only.
        assert move.best == entropy(codes, candidates)
        assert move.best_bits == pytest.approx(max(bits(g, candidates) for g in codes), abs=1e-9)
        assert 0 <= move.skill <= 1
        assert move.luck == pytest.approx(move.bits_gained - move.bits_expected)
        candidates = left
    assert entropy(different_guesses(rules, turns), candidates) == entropy(codes, candidates)


def test_luck_evens_out():
    # Over all hidden codes a guess gains just what was to be expected.
    codes = Rules(3, 4).codes()
    luck = [analyze(Rules(3, 4), [Turn("AAB", *feedback(code, "AAB"))])[0].luck for code in codes]
    assert sum(luck) == pytest.approx(0, abs=1e-9)


def test_skill_when_only_one_code_is_left():
    turns = [Turn("AB", 0, 2)]
    right, wrong = (analyze(Rules(2, 2), [*turns, turn])[1] for turn in
                    (Turn("BA", 2, 0), Turn("AA", 1, 0)))  # fmt: skip
    assert (right.skill, right.luck) == (1, 0)
    assert (wrong.skill, wrong.luck) == (0, 0)


def test_bad_input():
    with pytest.raises(Contradiction, match=r"for guess 2 \(AABB\) contradict earlier answers"):
        analyze(Rules(), [Turn("AABB", 0, 0), Turn("AABB", 1, 0)])
    with pytest.raises(ValueError, match="'X' is not a peg"):
        analyze(Rules(), [Turn("AABX", 0, 0)])
    with pytest.raises(ValueError, match="4084101 codes; games of up to 100000"):
        analyze(Rules(5, 21), [])


def test_table_has_a_line_for_each_guess():
    moves = analyze(Rules(), [Turn("ABCD", 0, 0), Turn("EEFF", 2, 2)])
    lines = analysis_text(moves).splitlines()
    assert len(lines) == 3
    assert lines[1].split()[:5] == ["1", "ABCD", "yes", "1296", "16"]
    assert lines[2].split()[:5] == ["2", "EEFF", "yes", "16", "4"]
