"""A strategy is judged exactly: the published totals are the oracle."""

import pytest

from mastermind.__main__ import main
from mastermind.league import CODES, PUBLISHED, Standing, enter, table
from mastermind.rules import Rules
from mastermind.trees import build


def first(guesses, candidates):
    return candidates[0]


def test_the_total_is_that_of_every_single_game():
    one = enter(first)
    assert one == enter(first) and one.name == "first"
    tree = build(Rules(2, "123"), "minimax")
    small = Rules(2, "123").codes()

    def minimax(guesses, candidates):
        from mastermind.stand_ins import minimax_guess

        return minimax_guess(guesses, candidates)

    assert enter(minimax, list(map(str, small))).total == tree.total


@pytest.mark.parametrize("strategy, said", [
    (lambda guesses, candidates: "1111", "after 20 guesses"),
    (lambda guesses, candidates: 7, "7 is not one of the codes"),
])  # fmt: skip
def test_a_strategy_that_cannot_win_is_told_why(strategy, said):
    with pytest.raises(ValueError, match=said):
        enter(strategy)


def test_a_strategy_may_not_take_for_ever():
    with pytest.raises(ValueError, match="more than -1 seconds"):
        enter(first, seconds=-1)


def test_a_strategy_gets_lists_of_its_own():
    def greedy(guesses, candidates):
        guess = candidates[0]
        guesses.clear()
        candidates.clear()
        return guess

    assert enter(greedy).total == enter(first).total


def test_the_command_ranks_what_can_be_run(tmp_path, capsys):
    good, bad = tmp_path / "ada.py", tmp_path / "ben.py"
    good.write_text("def my_strategy(guesses, candidates): return candidates[-1]")
    bad.write_text("1 / 0")
    assert main(["league", str(good), str(bad), str(tmp_path / "none.py")]) == 0
    said = capsys.readouterr().out
    assert "ada.py" in said.splitlines()[-1] and "ben.py: ZeroDivisionError" in said
    assert "none.py: FileNotFoundError" in said


def test_the_published_totals_are_those_of_the_library():
    totals = {
        name: build(Rules(4, "123456"), name).total for name in ("minimax", "entropy", "most-parts")
    }
    assert sorted(totals.values()) == sorted(row.total for row in PUBLISHED[1:])
    assert len(CODES) == 1296 and "Ada" in table([Standing("Ada", 1, 1)])
