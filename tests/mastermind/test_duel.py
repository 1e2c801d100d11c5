"""Solvers that break a person's code side by side, and the call of a student's that is watched."""

import pytest

from mastermind import checks
from mastermind.drawing import duel
from mastermind.feedback import partial_feedback
from mastermind.solver.strategies import entropy, minimax


def first(guesses, left):
    return left[0]


@pytest.mark.parametrize("choose", [first, minimax, entropy])
@pytest.mark.parametrize("code", ["RG", "GG", "BR"])
def test_a_game_has_true_key_pegs_and_what_they_leave(choose, code):
    game = duel.played(code, duel.by_strategy(choose), "RGB")
    assert game.fault == "" and game.turns[-1] == (code, "bb")
    assert all(answer == str(partial_feedback(code, guess)) for guess, answer in game.turns)
    assert len(game.left[0]) == 9 and game.left[-1] == [code]
    assert all(code in left for left in game.left)


def test_no_code_with_repeats_is_left_where_there_are_none():
    game = duel.played("GB", duel.by_strategy(first, repeats=False), "RGB", repeats=False)
    assert len(game.left[0]) == 6 and game.turns[-1][0] == "GB"


def endless(colors, code_length, respond):
    while True:
        respond(colors[0] * code_length)


def failing(colors, code_length, respond):
    respond(colors[0] * code_length)
    raise ValueError("<b>no idea</b>")


def test_what_stops_a_solver_is_told_and_the_others_play_on():
    box = duel.duel({"endless": endless, "failing": failing}, "GB", "RGB")
    text = box.children[1].value
    assert f"the code was still not found after {duel.MOST_GUESSES} guesses" in text
    assert "&lt;b&gt;no idea&lt;/b&gt;" in text and "<b>no idea" not in text
    assert "failing: 1 guess<" in text and "Knuth: " in text


def test_a_person_may_type_another_code_and_is_told_what_is_none():
    box = duel.duel({"mine": duel.by_strategy(first)}, "GB", "RGB", knuth=False)
    field, boards = box.children
    assert "The code: green blue." in boards.value and "Knuth" not in boards.value
    field.value = "rrb"
    assert "The code: red red blue." in boards.value
    field.value = "rx"
    assert "pegs in these colors: RGB" in boards.value
    once = duel.duel({"mine": duel.by_strategy(first, repeats=False)}, "GB", "RGB", repeats=False)
    once.children[0].value = "GG"
    assert "Colors may not repeat" in once.children[1].value


def test_nobody_plays_while_a_notebook_is_graded(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert duel.duel({"mine": duel.by_strategy(first)}, "GB") is None


def test_what_is_watched_is_the_call_that_went_wrong_until_it_is_right(capsys):
    cases = [(("RG", "RG"), "bb", ""), (("RG", "GR"), "ww", "")]

    def score(code, guess):
        return "bb"

    names = {"score": score}
    with pytest.raises(checks.NotYet):
        exec("checks.check(score, cases)", {"checks": checks, "cases": cases, **names})
    assert checks.to_watch("score", names, "A", "B") == (score, "RG", "GR")

    def right(code, guess):
        return str(partial_feedback(code, guess))

    right.__name__ = "score"
    exec("checks.check(score, cases)", {"checks": checks, "cases": cases, "score": right})
    assert checks.to_watch("score", {"score": right}, "A", "B") == (right, "A", "B")
