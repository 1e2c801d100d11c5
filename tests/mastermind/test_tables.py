import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.feedback import feedback
from mastermind.rules import Rules
from mastermind.trees import tables
from mastermind.trees.tables import FeedbackTable, sizes_so_far

SMALL_GAMES = [
    Rules(1, 1), Rules(1, 3), Rules(2, 2), Rules(3, 1), Rules(3, 4), Rules(4, 3), Rules(5, 2),
    Rules(1, 4, repeats=False), Rules(3, 3, repeats=False), Rules(3, 5, repeats=False),
    Rules(4, "ZYXWV", repeats=False), Rules(3, 4, answer="black"), Rules(1, 1, answer="black"),
    Rules(4, 4, False, "black"), Rules(3, 5, False, "black"),
]  # fmt: skip


@pytest.mark.parametrize("rules", SMALL_GAMES, ids=repr)
def test_every_entry_agrees_with_the_reference_scorer(rules):
    table = FeedbackTable(rules)
    assert table.codes == rules.codes()
    for i, code in enumerate(table.codes):
        for j, guess in enumerate(table.codes):
            assert table.decode(table.table[i, j]) == rules.feedback(code, guess), (code, guess)


@pytest.mark.parametrize("rules", [*SMALL_GAMES, Rules(), Rules(4, 10, repeats=False)], ids=repr)
def test_responses_are_those_that_occur(rules):
    table = FeedbackTable(rules)
    occurring = np.unique(table.table).tolist()
    assert set(occurring) <= set(table.responses)
    assert table.responses[-1] == table.won == occurring[-1]
    assert table.decode(table.won) == (rules.code_length, 0)
    assert sum(table.parts_by_common) == len(table.responses)
    for entry in table.responses:
        assert table.entry(table.decode(entry)) == entry


def test_all_twenty_responses_of_five_pegs_are_listed():
    assert len(FeedbackTable(Rules(5, 7)).responses) == 20
    assert len(FeedbackTable(Rules(4, 10, repeats=False)).responses) == 14


@pytest.fixture(scope="module")
def large():
    return FeedbackTable(Rules(5, 7))


@given(data=st.data())
def test_large_table_by_properties(large, data):
    some = st.integers(0, len(large.codes) - 1)
    code, guess = data.draw(some), data.draw(some)
    entry = int(large.between(np.array(code), np.array(guess)))
    assert large.decode(entry) == feedback(large.codes[code], large.codes[guess])
    assert entry == large.between(np.array(guess), np.array(code))

    positions = data.draw(st.permutations(range(5)))
    colors = dict(zip("ABCDEFG", data.draw(st.permutations("ABCDEFG")), strict=True))

    def moved(index):
        pegs = large.codes[index]
        return large.codes.index("".join(colors[pegs[position]] for position in positions))

    assert entry == large.between(np.array(moved(code)), np.array(moved(guess)))


def test_large_blocks_agree_with_single_entries(large):
    rows = np.array([0, 1234, 16806])
    guesses = np.array([5, 77, 16806])
    everything = np.arange(large.size)
    assert (large.block(rows) == large.between(rows[:, None], everything)).all()
    assert (large.block(rows, guesses) == large.between(rows[:, None], guesses)).all()


def test_blocks_without_wide_tables_are_the_same(monkeypatch):
    wide = FeedbackTable(Rules(3, 4)).table
    monkeypatch.setattr(tables, "WIDE", 0)
    assert (FeedbackTable(Rules(3, 4)).table == wide).all()


@pytest.mark.parametrize("rows", [1, 5, 255, 256, 700])
def test_sizes_of_parts(large, rows):
    codes = np.sort(np.random.default_rng(rows).choice(large.size, rows, replace=False))
    guesses = np.arange(0, large.size, 3)  # more than are worked on at a time
    block = large.between(codes[:, None], guesses)
    sizes = large.part_sizes(codes, guesses)
    common = large.common_sizes(codes)[:, large.multiset[guesses]]
    pairs = [large.decode(entry) for entry in large.responses]
    for column in range(0, len(guesses), 97):
        expected = np.bincount(block[:, column], minlength=large.won + 1)[large.responses]
        assert sizes[:, column].tolist() == expected.tolist()
        for number in range(6):
            with_so_many = [
                size for size, pair in zip(expected, pairs, strict=True) if sum(pair) == number
            ]
            assert common[number, column] == sum(with_so_many)


@given(st.lists(st.sampled_from([0, 3, 7]), min_size=1, max_size=12))
def test_sizes_so_far(column):
    counted = sizes_so_far(np.array(column, np.uint8)[:, None])[:, 0].tolist()
    assert counted == [column[: row + 1].count(entry) for row, entry in enumerate(column)]


def test_digits_follow_the_order_of_the_codes():
    for rules in SMALL_GAMES:
        table = FeedbackTable(rules)
        spelled = ["".join(rules.colors[digit] for digit in row) for row in table.digits]
        assert spelled == table.codes


def test_a_game_that_does_not_fit_is_refused_with_the_size_needed():
    with pytest.raises(MemoryError, match=r"8916100448256 codes .* GiB .* this machine has"):
        FeedbackTable(Rules(12, 12))
    with pytest.raises(MemoryError, match=r"5153632 by 5153632 entries .* GiB"):
        tables.check_memory(5153632**2, "a table of 5153632 by 5153632 entries")
    with pytest.raises(ValueError, match="at most 15 pegs, not 16"):
        FeedbackTable(Rules(16, 1))
