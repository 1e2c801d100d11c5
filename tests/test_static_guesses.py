"""All guesses at once: as few as are published, and by trying all sets of guesses."""

import itertools

import pytest

from mastermind.feedback import feedback
from mastermind.rules import Rules
from tools.static_guesses import fewest_guesses

HYPERCUBE = [1, 2, 3, 4, 4, 5, 6]  # OEIS A303735, its first terms


def tell_apart(rules, guesses):
    answers = {tuple(rules.feedback(code, guess) for guess in guesses) for code in rules.codes()}
    return len(answers) == rules.size


@pytest.mark.parametrize("pegs, number", list(enumerate(HYPERCUBE[:6], 1)))
def test_two_colors_with_black_key_pegs_only(pegs, number):
    assert len(fewest_guesses(Rules(pegs, 2, answer="black"))) == number


@pytest.mark.slow
def test_seven_pegs_in_two_colors():
    assert len(fewest_guesses(Rules(7, 2, answer="black"))) == HYPERCUBE[6]


@pytest.mark.parametrize("colors", range(2, 7))
def test_two_pegs_with_black_key_pegs_only(colors):
    assert len(fewest_guesses(Rules(2, colors, answer="black"))) == (4 * colors - 2) // 3


@pytest.mark.parametrize("colors", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_three_pegs_with_black_key_pegs_only(colors):
    assert len(fewest_guesses(Rules(3, colors, answer="black"))) == 3 * colors // 2


@pytest.mark.parametrize("colors", range(2, 8))
def test_two_pegs_without_repeats_and_with_black_key_pegs_only(colors):
    """Jaeger and Drewes, arXiv 2210.04652, who count the last guess as well."""
    assert len(fewest_guesses(Rules(2, colors, False, "black"))) == -(-4 * colors // 3) - 2


@pytest.mark.parametrize("colors", [4, 5])
def test_three_pegs_without_repeats_and_with_black_key_pegs_only(colors):
    assert len(fewest_guesses(Rules(3, colors, False, "black"))) == (3 * colors - 1) // 2 - 1


@pytest.mark.parametrize(
    "rules",
    [
        Rules(2, 2), Rules(2, 3), Rules(2, 4), Rules(3, 2), Rules(4, 2), Rules(3, 3, False),
        Rules(3, 4, False), Rules(2, 4, False), Rules(2, 3, answer="black"),
    ],
    ids=repr,
)  # fmt: skip
def test_no_fewer_guesses_do(rules):
    guesses = fewest_guesses(rules)
    assert tell_apart(rules, guesses)
    fewer = itertools.combinations(rules.codes(), len(guesses) - 1)
    assert not any(tell_apart(rules, some) for some in fewer)


def test_six_guesses_do_for_the_board_game():
    """Greenwell's six, told from memory; whether five do is not looked for here."""
    six = ("1221", "2354", "3311", "4524", "5656", "6643")
    codes = Rules(4, "123456").codes()
    assert len({tuple(feedback(code, guess) for guess in six) for code in codes}) == 1296
