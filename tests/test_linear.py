"""A linear number of questions: the right code, for every code of small games and for many pegs."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.feedback import feedback
from tools.linear import Color, LinearQuestion, Region, Weighing, find


def questions(code, seed=1):
    """Find a code, with the reference scorer as the codemaker; count the questions."""
    asked = []

    def answer(guess):
        assert len(guess) == len(code)
        assert set(guess) <= set(range(len(code)))
        asked.append(guess)
        return feedback("".join(map(chr, code)), "".join(map(chr, guess))).black

    assert find(answer, len(code), random.Random(seed)) == list(code)
    return len(asked)


@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_every_code_of_a_small_game_is_found(pegs):
    for number, code in enumerate(itertools.product(range(pegs), repeat=pegs)):
        questions(code, number)


@given(
    st.integers(2, 20).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n))
)
def test_any_code_is_found(code):
    questions(code)


@given(st.data())
def test_a_weighing_tells_every_answer(data):
    """As many zeros and ones as there are questions are read from fewer sums."""

    def lay(doublings):
        most = max(1, 2**doublings // 2)
        extra = [question() for _ in range(data.draw(st.integers(0, most)))]
        if not doublings:
            return Weighing(extra)
        return Weighing(extra, (lay(doublings - 1), lay(doublings - 1)))

    def question():
        return LinearQuestion(Color([]), Region(range(1)))

    weighing = lay(data.draw(st.integers(0, 4)))
    rows = weighing.guesses()
    hidden = {}
    for row in rows:
        for asked, _ in row:
            hidden.setdefault(id(asked), data.draw(st.booleans()))
    sums = [sum(sign * hidden[id(asked)] for asked, sign in row) for row in rows]
    told = {id(asked): there for asked, there in weighing.read(sums)}
    assert told == hidden
    assert len(told) == weighing.count()


def test_a_full_weighing_asks_more_than_it_guesses():
    def full(doublings):
        extra = [LinearQuestion(Color([]), Region(range(1)))] * max(1, 2**doublings // 2)
        return Weighing(extra, (full(doublings - 1), full(doublings - 1)) if doublings else None)

    assert [full(k).count() / len(full(k).guesses()) for k in range(5)] == [1, 1.5, 2, 2.5, 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    "pegs, most", [(300, 9.5), pytest.param(600, 9.8, marks=pytest.mark.nightly)]
)
def test_the_questions_grow_like_the_pegs(pegs, most):
    """Finding one color after the other by halving takes n * log2(n): 8.2 and 9.2 for each peg."""
    rng = random.Random(3)
    assert questions([rng.randrange(pegs) for _ in range(pegs)]) < most * pegs
