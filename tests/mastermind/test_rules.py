import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.rules import PEG_NAMES, Rules


@st.composite
def rules_of_any_kind(draw):
    colors = draw(
        st.one_of(
            st.integers(1, 26),
            st.lists(st.sampled_from("ROYGBPWCMTaZz019"), min_size=1, unique=True).map("".join),
        )
    )
    count = colors if isinstance(colors, int) else len(colors)
    repeats = draw(st.booleans())
    length = draw(st.integers(1, 9 if repeats else min(9, count)))
    return Rules(length, colors, repeats)


@given(rules_of_any_kind(), st.integers())
def test_letters_numbers_and_names_are_read(rules, seed):
    code = rules.random_code(random.Random(seed))
    places = [rules.colors.index(peg) for peg in code]
    numbers = [str(number) for number in range(1, len(rules.colors) + 1)]
    has_digits = any(color.isdigit() for color in rules.colors)
    for words in (rules.colors, rules.colors if has_digits else numbers, rules.names()):
        assert not words or rules.parse(" ".join(words[place] for place in places)) == code


@pytest.mark.parametrize("repeats", [True, False])
@pytest.mark.parametrize("length,colors", [(1, 1), (2, 5), (3, 4), (4, 6), (3, "CAB")])
def test_codes_are_distinct_sorted_and_as_many_as_size_says(length, colors, repeats):
    rules = Rules(length, colors, repeats)
    codes = rules.codes()
    assert len(codes) == len(set(codes)) == rules.size
    assert codes == sorted(codes, key=lambda code: [rules.colors.index(peg) for peg in code])
    assert all(len(code) == length and set(code) <= set(rules.colors) for code in codes)
    assert repeats or all(len(set(code)) == length for code in codes)


def test_sizes_that_are_known():
    assert Rules().size == 1296
    assert Rules(5, 7).size == 16807
    assert Rules(4, 10, repeats=False).size == 5040
    assert Rules(6, 25, repeats=False).size == math.comb(25, 6) * math.factorial(6) == 127512000


@pytest.mark.parametrize(
    "text",
    ["AABC", "aabc", " a A b C ", "1123", "1,1,2,3", "1-1-2-3", "red red orange yellow", "A 1 b3",
     "Red RED Orange c", "a/a/b/c", "red,1 B yellow"],
)  # fmt: skip
def test_many_ways_to_write_one_code(text):
    assert Rules().parse(text) == "AABC"


def test_numbers_beyond_nine_need_separators():
    rules = Rules(3, 12)
    assert rules.parse("10 3 12") == "JCL"


def test_colors_that_are_digits_mean_themselves():
    rules = Rules(4, "0123456789", repeats=False)
    assert rules.parse("0519") == "0519"


def test_colors_that_differ_in_case_only_stay_apart():
    assert Rules(3, "aAb").parse("aAB") == "aAb"


def test_names_by_initial_or_else_by_place():
    assert Rules(4, "ROYGBP").parse("purple blue green red") == "PBGR"
    assert Rules(4, 6).parse("purple blue green red") == "FEDA"
    assert Rules(4, 10).names() == PEG_NAMES
    assert Rules(1, "TROYGBPWCM").names() == ("tan", *PEG_NAMES[:-1])
    assert Rules(4, 11).names() == ()


def test_a_word_that_fits_letter_by_letter_is_a_code():
    assert Rules(3, "RED").parse("red") == "RED"
    assert Rules(3, "RED").parse("red red red") == "RRR"


@pytest.mark.parametrize(
    "text,message",
    [
        ("AABX", "'X' is not a peg in this game; the pegs are A B C D E F"),
        ("1127", "'7' is not a peg"),
        ("1120", "'0' is not a peg"),
        ("AAB", "'AAB' has 3 pegs, but a code in this game has 4"),
        ("A", "'A' has 1 peg,"),
        ("AABBC", "has 5 pegs"),
        ("", "there are 0 pegs"),
        ("red pink red red", "'p' is not a peg"),
    ],
)
def test_bad_codes_say_what_is_wrong(text, message):
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        Rules().parse(text)


def test_a_repeat_is_refused_where_there_are_none():
    with pytest.raises(ValueError, match="repeats A, but in this game colors may not repeat"):
        Rules(4, 6, repeats=False).parse("ABCA")


def test_a_code_must_be_text():
    with pytest.raises(TypeError, match="must be text, not list"):
        Rules().parse(["A", "A", "B", "B"])


@pytest.mark.parametrize(
    "arguments,error,message",
    [
        ((0, 6), ValueError, "code_length must be at least 1"),
        ((-1, 6), ValueError, "code_length must be at least 1"),
        ((4.0, 6), TypeError, "code_length must be a whole number"),
        ((True, 6), TypeError, "code_length"),
        (("4", 6), TypeError, "code_length"),
        ((4, 0), ValueError, "colors must be from 1 to 26, not 0"),
        ((4, 27), ValueError, "colors must be from 1 to 26, not 27"),
        ((4, ""), ValueError, "at least one color"),
        ((4, "ABA"), ValueError, "distinct"),
        ((4, "A B"), ValueError, "cannot be a space"),
        ((4, ["A", "B"]), TypeError, "colors must be a whole number or a string"),
        ((4, 3, False), ValueError, "4 pegs without repeats need at least 4 colors; .* only 3"),
        ((4, 6, "no"), TypeError, "repeats must be True or False"),
    ],
)
def test_impossible_rules_say_why(arguments, error, message):
    with pytest.raises(error, match=message):
        Rules(*arguments)


def test_equal_rules_are_equal_however_the_colors_were_given():
    assert Rules(4, 3) == Rules(4, "ABC")
    assert hash(Rules(4, 3)) == hash(Rules(4, "ABC"))
    assert Rules(4, "Red, blue green") == Rules(4, "RBG")
    assert Rules(4, "red").colors == "red"  # three letters


def test_a_color_that_is_named_twice_is_refused():
    with pytest.raises(ValueError, match="distinct"):
        Rules(4, "red red")


@pytest.mark.parametrize("rules", [Rules(2, 3), Rules(2, 3, repeats=False)])
def test_random_codes_are_uniform_and_repeatable(rules):
    draws = 6000
    rng = random.Random(1)
    drawn = [rules.random_code(rng) for _ in range(draws)]
    expected = draws / rules.size
    chi_square = sum((drawn.count(c) - expected) ** 2 / expected for c in rules.codes())
    assert set(drawn) == set(rules.codes())
    assert chi_square < 26  # 8 degrees of freedom: above this once in a thousand
    assert rules.random_code(random.Random(1)) == drawn[0]


def test_codes_that_do_not_fit_are_not_listed():
    with pytest.raises(MemoryError, match=r"387420489 codes would take about 24\.8 GB"):
        Rules(9, 9).codes()
