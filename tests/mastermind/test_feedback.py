import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.feedback import Keys, consistent_codes, feedback, partial_feedback
from mastermind.rules import Rules


def by_pairing(code, guess):
    """A second opinion: take the pegs off the board pair by pair, as people do."""
    code, guess = list(code), list(guess)
    black = white = 0
    for place in reversed(range(len(guess))):
        if code[place] == guess[place]:
            del code[place], guess[place]
            black += 1
    for peg in guess:
        if peg in code:
            code.remove(peg)
            white += 1
    return black, white


@pytest.mark.parametrize("rules", [Rules(3, 4), Rules(4, 4), Rules(5, 3), Rules(4, 5, False)])
def test_agrees_with_pairing_pegs_off_on_every_pair(rules):
    for code, guess in itertools.product(rules.codes(), repeat=2):
        assert feedback(code, guess) == by_pairing(code, guess)


codes = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        st.text("ABCDEFG", min_size=n, max_size=n), st.text("ABCDEFG", min_size=n, max_size=n)
    )
)


@given(codes, st.randoms(use_true_random=False))
def test_properties(pair, rng):
    code, guess = pair
    black, white = feedback(code, guess)
    assert (black, white) == feedback(guess, code) == by_pairing(code, guess)
    assert 0 <= black <= black + white <= len(code)
    assert (black == len(code)) == (code == guess)
    assert Keys(black, white).possible(len(code))

    order = rng.sample(range(len(code)), len(code))
    renamed = str.maketrans("ABCDEFG", "".join(rng.sample("ABCDEFG", 7)))
    moved = ["".join(word[place] for place in order).translate(renamed) for word in pair]
    assert feedback(*moved) == (black, white)


def test_knuths_table_of_the_first_guess():
    # Knuth (1977): how the 1296 codes answer the guess 1122.
    answers = Counter(feedback(code, "AABB") for code in Rules().codes())
    assert answers == {
        (0, 0): 256, (0, 1): 256, (0, 2): 96, (0, 3): 16, (0, 4): 1,
        (1, 0): 256, (1, 1): 208, (1, 2): 36, (2, 0): 114, (2, 1): 32,
        (2, 2): 4, (3, 0): 20, (4, 0): 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    "code,guess,expected",
    [
        ("RBGG", "BGGG", (2, 1)),
        ("RGBRGBRGBY", "YRGBRGBRGB", (0, 10)),
        ("RRRRGGG", "GGGRRRR", (1, 6)),
        ("RRRRG", "GBBBB", (0, 1)),
        ("", "", (0, 0)),
    ],
)
def test_examples(code, guess, expected):
    assert feedback(code, guess) == expected


def test_lengths_that_differ_are_refused():
    with pytest.raises(ValueError, match="'ABC' has 3 pegs, but the code has 4"):
        feedback("AABB", "ABC")
    with pytest.raises(ValueError, match="'AABBC' has 5 pegs, but the code has only 4"):
        partial_feedback("AABB", "AABBC")


@pytest.mark.parametrize(
    "guess,expected",
    [("AFAFB", (3, 2)), ("CA", (0, 1)), ("BBBBB", (1, 0)), ("DDDDD", (0, 0)), ("", (0, 0))],
)
def test_the_tune_ffaab(guess, expected):
    assert partial_feedback("FFAAB", guess) == expected


def test_a_short_guess_is_a_full_one_padded_with_a_note_that_is_absent():
    tunes = Rules(3, 3).codes()
    for length in range(3):
        for tune, guess in itertools.product(tunes, Rules(length, 3).codes() if length else [""]):
            assert partial_feedback(tune, guess) == feedback(tune, guess.ljust(3, "-"))


def test_consistent_codes_keeps_order_and_argument():
    candidates = ["BB", "BA", "AB", "AA"]
    assert consistent_codes(candidates, "AB", [1, 0]) == ["BB", "AA"]
    assert candidates == ["BB", "BA", "AB", "AA"]


@pytest.mark.parametrize("rules", [Rules(1, 2), Rules(2, 4), Rules(3, 6), Rules(4, 8)], ids=repr)
def test_possible_key_pegs_are_those_that_some_guess_earns(rules):
    earned = {feedback(rules.colors[: rules.code_length], guess) for guess in rules.codes()}
    every = itertools.product(range(-1, rules.code_length + 2), repeat=2)
    assert {keys for keys in every if Keys(*keys).possible(rules.code_length)} == earned


@given(st.builds(Keys, st.integers(0, 12), st.integers(0, 12)))
def test_key_pegs_are_read_as_they_are_written(keys):
    for text in (str(keys), str(keys).upper(), str(keys)[::-1], f"{keys.black}, {keys.white}"):
        assert Keys.parse(text) == keys
    assert Keys.parse("-") == (0, 0)


@pytest.mark.parametrize("text", ["perfect", "2", "-1 0", "1 2 3", "b-", "bw b"])
def test_what_is_no_answer_is_refused(text):
    with pytest.raises(
        ValueError, match="is not an answer; write key pegs, such as bbw or 2 1, or -"
    ):
        Keys.parse(text)
