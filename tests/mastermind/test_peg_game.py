"""The game without a browser: buttons are clicked, and what the player sees is read."""

import datetime
import itertools
import json
import random
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mastermind import peg_game, stand_ins
from mastermind.drawing.pegs import KEYS, PEGS, key_peg_drawing, peg_html
from mastermind.feedback import feedback
from mastermind.game import Turn
from mastermind.match import Match, share
from mastermind.peg_game import functions, ladder
from mastermind.peg_game import game as peg_game_module
from mastermind.peg_game.choices import Choices
from mastermind.peg_game.coach import codes_left, consistency, hint
from mastermind.peg_game.ending import ending
from mastermind.peg_game.game import PegGame
from mastermind.rules import Rules
from mastermind.solver import codebreaker
from mastermind.solver.codebreaker import WAYS_TO_GUESS, suspects

SIX = "ROYGBP"


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let no function of a student's take too long because the machine is busy."""
    monkeypatch.setattr(functions, "MOST_SECONDS", 60)


def choose(game, code="", **choices):
    """What the job behind "New game" sends."""
    return press(game, do="start", choices=game.board.choices | choices, code=code)


def started(
    code="RBGG", guesses=10, num_colors=6, repeats=True, role="break", kept=None, **functions
):
    """A game whose code a second person has typed."""
    game = PegGame(kept=kept, **functions)
    sizes = {"code_length": len(code), "num_colors": num_colors, "max_guesses": guesses}
    choose(game, code, role=role, hider="person", repeats=repeats, **sizes)
    return game


def hidden_by(hider, seed="", length=4, num_colors=6, repeats=True, game=None, **functions):
    """A game whose code was hidden in another way."""
    game = game or PegGame(**functions)
    sizes = {"code_length": length, "num_colors": num_colors, "repeats": repeats}
    choose(game, hider=hider, seed=seed, **sizes)
    return game


def codemaker(**choices):
    """A game in which the computer guesses."""
    game = PegGame()
    choose(game, role="make", **choices)
    return game


def at_the_end(game):
    """What the card at the end is told."""
    scene = game.board.scene
    return f"{scene['end']} {scene['result']}"


def press(game, **what):
    """What arrives from the browser."""
    game.board._handle_custom_msg(what, [])
    return game.said


def guess(game, pegs):
    return press(game, do="guess", pegs=list(pegs))


def place(game, draft, held=(False,) * 4):
    press(game, do="draft", draft=list(draft), held=list(held), round=game.board.round)


def answer(game, black, white):
    return press(game, do="answer", keys="b" * black + "w" * white)


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


# You break the computer's code


def test_a_game_is_won():
    game = started()
    assert "2 black, 1 white. 9 guesses left" in guess(game, "BGGG")
    assert "You won! You found the code on guess 2" in guess(game, "RBGG")
    assert game.match.mine == (Turn("BGGG", 2, 1), Turn("RBGG", 4, 0))
    scene = game.board.scene
    assert (scene["mood"], scene["sides"][0]["code"]) == ("won", "RBGG")


def test_nothing_can_be_guessed_after_the_end():
    game = started()
    guess(game, "RBGG")
    assert not game.board.scene["sides"][0]["open"]
    guess(game, "RBGO")
    assert len(game.match.mine) == 1


@pytest.mark.parametrize("guesses", [5, 15])
def test_a_game_is_lost_after_the_chosen_number_of_guesses_and_the_code_is_shown(guesses):
    game = started(guesses=guesses)
    for left in range(guesses - 1, 0, -1):
        assert f"{left} guess{'es' if left > 1 else ''} left" in guess(game, "OOOO")
    assert "Game over. The code was RBGG: red blue green green" in guess(game, "OOOO")


def test_the_code_is_in_no_widget_while_the_game_is_on():
    """Everything in a widget is sent to the browser, and may be saved with the notebook."""
    game = started("WPMC", num_colors=10, get_feedback=lambda code, guess: code)
    press(game, do="coach", on=True)
    for pegs in ["ROYG", "PWCM", "WPMR"]:
        guess(game, pegs)
        press(game, do="hint")
        for widget in all_widgets(game):
            state = str(widget.get_state())
            assert "WPMC" not in state
            assert "white purple magenta cyan" not in state
    guess(game, "WPMC")
    assert game.board.scene["sides"][0]["code"] == "WPMC"


@pytest.mark.parametrize(
    "typed, said",
    [
        ("", "0 pegs, but a code in this game has 4"),
        ("RBG", "3 pegs, but a code in this game has 4"),
        ("RBGX", "'X' is not a peg in this game; the pegs are R O Y G B P"),
        ("RBGW", "'W' is not a peg in this game"),
        ("RBGGG", "5 pegs, but a code in this game has 4"),
        ("<b>", "'<' is not a peg"),
    ],
)
def test_an_invalid_guess_costs_nothing_and_the_rule_is_said(typed, said):
    game = started()
    place(game, typed)
    assert said in guess(game, typed)
    assert game.match.guesses_left == 10
    assert game.board.scene["mood"] == "error"
    assert game.board.draft == list(typed)  # to be mended, not placed again


def test_a_repeat_is_refused_where_colors_may_not_repeat():
    game = started("RBGY", repeats=False)
    assert "repeats R, but in this game colors may not repeat" in guess(game, "RBGR")
    assert "You won" in guess(game, "RBGY")


def test_what_is_not_to_be_pressed_now_does_nothing():
    game = started()
    before = game.match
    for what in [{"do": "answer", "keys": "b"}, {"do": "back", "number": 1}, {"do": "again"},
                 {"do": "hint"}, {"do": "undo"}]:  # fmt: skip
        press(game, **what)
    assert game.match is before
    assert game.board.advice == {}


def test_every_press_is_answered_even_one_that_fails(caplog):
    """The board shows that the game is at work until then."""
    game = started()
    press(game, do="guess", pegs=[""], id=7)
    assert game.board.done == 7
    press(game, do="answer", keys="?", id=8)  # nothing that the board sends
    assert "is not an answer" in caplog.text
    assert game.board.done == 8


def test_a_guess_is_taken_back_into_the_open_row_and_the_game_does_not_count():
    game = started()
    assert not game.board.scene["undo"]
    guess(game, "BGGG")
    guess(game, "RRRR")
    assert press(game, do="undo") == "Guess 2 was undone. 9 guesses left."
    assert [turn.guess for turn in game.match.mine] == ["BGGG"]
    assert game.board.scene["draft"] == list("RRRR") and game.board.scene["undo"]
    guess(game, "RBGG")
    assert game.match.status == "won" and not game.board.scene["undo"]
    assert "guess 2 of 10" in at_the_end(game) and "Undone guesses: 1" in at_the_end(game)
    assert "A game in which you undid a guess does not count." in game.board.scene["end"]["notes"]
    assert game.board.results == {"4 pegs, 6 colors": []}
    before = game.match
    press(game, do="undo")
    assert game.match is before


def test_in_a_duel_no_guess_is_taken_back():
    game = started(role="duel")
    guess(game, "BGGG")
    answer(game, 0, 0)
    press(game, do="undo")
    assert len(game.match.mine) == 1 and not game.board.scene["undo"]


def test_pegs_that_are_kept_stand_in_the_next_row():
    game = started()
    place(game, "BGGG", [False, True, True, False])
    late = {"do": "draft", "draft": list("BGGG"), "held": [False] * 4, "round": game.board.round}
    guess(game, "BGGG")
    assert game.board.scene["draft"] == ["", "G", "G", ""]
    press(game, **late)  # is about the row that was open before
    assert game.board.draft == ["", "G", "G", ""]


def test_the_first_picture_is_a_board_to_play_on_at_once():
    game = PegGame()
    [side] = game.board.scene["sides"]
    assert (side["open"], side["total"], side["code"], side["rows"]) == (True, 10, "????", [])
    guess(game, "ROYG")
    assert len(game.match.mine) == 1


@pytest.mark.parametrize("hider, again", [("computer", True), ("seed", False), ("today", False)])
def test_another_game_follows_at_once_where_the_code_is_another(hider, again):
    game = hidden_by(hider, "x", length=5, num_colors=7)
    code = game.match.code
    guess(game, code)
    assert game.board.scene["again"] is again
    press(game, do="again")
    assert (game.match.move == "guess") is again
    assert game.match.rules == Rules(5, "ROYGBPW")


# Choices


@pytest.mark.parametrize(
    "name, least, most", [("code_length", 2, 10), ("num_colors", 2, 10), ("max_guesses", 5, 15)]
)
def test_the_choices_have_the_agreed_limits(name, least, most):
    for value in (least, most):
        assert getattr(Choices(**{name: value}), name) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValueError, match=f"{name} must be {least} to {most}"):
            Choices(**{name: value})


@pytest.mark.parametrize(
    "nonsense", [{"role": "x"}, {"hider": 3}, {"code_length": "4"}, {"more": 1}, {"strategy": None}]
)
def test_choices_that_no_board_sends_start_no_game(nonsense):
    game = started()
    before = game.match
    choose(game, "PPPP", **nonsense)
    assert game.match is before and game.board.refusal


@pytest.mark.parametrize("length", [2, 10])
@pytest.mark.parametrize("num_colors", [2, 10])
def test_games_of_every_size_are_played(length, num_colors):
    game = hidden_by("seed", "x", length, num_colors)
    press(game, do="coach", on=True)
    assert game.board.scene["length"] == length == len(game.board.draft)
    assert len(game.board.scene["colors"]) == num_colors
    guess(game, "R" * length)
    press(game, do="hint")
    guess(game, game.match.code)
    assert game.match.status == "won"


def test_rules_that_cannot_be_played_start_no_game():
    game = hidden_by("computer", length=7, repeats=False)
    assert game.match.rules == Rules(4, SIX)
    assert "7 pegs without repeats need at least 7 colors; there are only 6" in game.said


@pytest.mark.parametrize("typed", ["RX", "RBG", "RBGGR", ""])
def test_an_invalid_typed_code_starts_no_game_and_is_not_shown(typed):
    game = PegGame()
    before = game.match
    choose(game, typed, hider="person")
    assert game.match is before
    assert "a code has 4 pegs from R O Y G B P" in game.said == game.board.refusal
    assert not typed or typed not in game.said
    choose(game, "rbgg", hider="person")
    assert (game.match.code, game.board.refusal) == ("RBGG", "")


def test_the_game_is_played_on_the_students_get_code():
    asked = []

    def get_code(colors, code_length):
        asked.append((colors, code_length))
        return "R" * code_length

    game = hidden_by("computer", length=7, num_colors=3, get_code=get_code)
    assert asked == [(SIX, 4), ("ROY", 7)]  # the game that is there at once, then the chosen one
    assert game.match.code == "RRRRRRR"


def test_without_repeats_the_students_get_distinct_code_is_asked():
    functions = {
        "get_code": lambda colors, n: "RRRR",
        "get_distinct_code": lambda colors, n: "BGYR",
    }
    assert hidden_by("computer", repeats=False, **functions).match.code == "BGYR"
    del functions["get_distinct_code"]
    game = hidden_by("computer", repeats=False, **functions)
    assert len(set(game.match.code)) == 4
    assert owners(game) == {
        "get_code": "yours",
        "get_distinct_code": "borrowed",
        "valid_code": "borrowed",
        "get_feedback": "borrowed",
    }


def my_get_code(colors, code_length):
    return "".join(random.choice(colors) for _ in range(code_length))


@pytest.mark.parametrize("get_code", [my_get_code, None, lambda colors, n: random.random()])
@pytest.mark.parametrize("repeats", [True, False])
def test_a_seed_hides_the_same_code_and_leaves_chance_alone(get_code, repeats):
    games = [PegGame(get_code=get_code) for _ in range(2)]
    before = random.getstate()

    def code(seed, game=games[0]):
        return hidden_by("seed", seed, 6, 8, repeats, game).match.code

    assert len({code("class 1"), code("class 1"), code(" class 1 ", games[1])}) == 1
    assert len({code(str(number)) for number in range(6)}) > 4
    assert random.getstate() == before


def test_without_a_seed_the_field_is_asked_for_and_chance_is_not_always_the_same():
    assert "type any word" in hidden_by("seed").said.lower()
    codes = {hidden_by("computer", length=10, num_colors=10).match.code for _ in range(3)}
    assert len(codes) > 1


def test_todays_code_is_the_same_for_a_class_and_another_one_tomorrow(monkeypatch):
    def codes_of(day):
        class Calendar(datetime.date):
            @classmethod
            def today(cls):
                return datetime.date.fromisoformat(day)

        monkeypatch.setattr("datetime.date", Calendar)
        functions = [{}, {"get_code": my_get_code}, {"get_code": lambda colors, n: "R" * n}]
        return {hidden_by("today", length=8, **one).match.code for one in functions}

    first, second = codes_of("2026-11-21"), codes_of("2026-11-22")
    assert len(first) == len(second) == 1
    assert first != second
    assert "2026-11-22" in hidden_by("today").match.origin


# The student's functions


def owners(game):
    return {name: owner for name, owner, _ in game.board.scene["owners"]}


def test_the_board_shows_whose_function_each_is():
    game = started(get_feedback=lambda code, guess: stand_ins.get_feedback(code, guess))
    rules = {"get_code": "borrowed", "valid_code": "borrowed", "get_feedback": "yours"}
    assert owners(game) == rules
    lent = {"get_code": stand_ins.get_code, "status": stand_ins.status}
    assert set(owners(started(**lent)).values()) == {"borrowed"}
    assert owners(started(minimax_guess=lambda guesses, left: left[0])) == {
        **dict.fromkeys(rules, "borrowed"),
        "minimax_guess": "yours",
    }
    assert owners(started()) == {}, "the game alone: nobody misses any"
    with pytest.raises(TypeError, match="does not use submit_guess"):
        PegGame(submit_guess=stand_ins.submit_guess)


def test_the_computer_breaks_a_code_with_the_students_functions():
    asked = []

    def consistent_codes(candidates, guess, feedback):
        asked.append(("keep", len(candidates)))
        return stand_ins.consistent_codes(candidates, guess, feedback)

    def minimax_guess(guesses, candidates):
        asked.append(("choose", len(guesses), len(candidates)))
        return guesses[-1]

    game = PegGame(consistent_codes=consistent_codes, minimax_guess=minimax_guess)
    choose(game, "RRR", role="make", code_length=3, num_colors=3)
    assert asked[:3] == [("choose", 27, 27), ("keep", 27), ("choose", 8, 8)]
    assert game.match.theirs[0].guess == "YYY" and game.match.theirs[-1].guess == "RRR"
    assert owners(game)["minimax_guess"] == owners(game)["consistent_codes"] == "yours"
    asked.clear()
    choose(game, "BYGB", role="make", code_length=4, num_colors=6)
    guesses, candidates = asked[0][1:]
    assert candidates == 1296 and 2 <= guesses <= functions.MOST_PAIRS // 1296 + 1
    asked.clear()
    choose(game, "BYGB", role="make", code_length=4, num_colors=6, strategy="entropy")
    assert not asked


@pytest.mark.parametrize("given, told", [
    ({"consistent_codes": lambda *_: []}, "Your consistent_codes([...]"),
    ({"minimax_guess": lambda *_: "X"}, "Your minimax_guess([...]"),
])  # fmt: skip
def test_a_wrong_codebreaker_is_corrected_and_named(given, told):
    game = PegGame(**given)
    choose(game, "BYGB", role="make", code_length=4, num_colors=6)
    assert game.match.theirs[-1].guess == "BYGB"
    assert re.sub(r"\[[^]]*\]", "[...]", game.said).count(told) == len(game.match.theirs) - (
        "consistent_codes" in given
    )
    assert [*owners(game).values()].count("corrected") == 1


def test_the_students_status_is_asked_after_each_guess_and_never_shows_the_code():
    games = []

    def status(game):
        games.append(game)
        return "lost" if len(game["turns"]) == 2 else stand_ins.status(game)

    game = started(status=status)
    assert "status" not in guess(game, "BGGG") and owners(game)["status"] == "yours"
    assert games[-1]["turns"] == [("BGGG", "bbw")] and games[-1]["code"] == "RBGG"
    said = guess(game, "RRRR")
    assert "Your status({'code': the hidden code," in said and "returned 'lost'" in said
    assert "RBGG" not in said and owners(game)["status"] == "corrected"
    assert game.match.move == "guess"


def test_the_students_pegs_are_on_the_board_and_nothing_else_of_their_html():
    def own_peg(color):
        return f'<span style="background: #123456" onclick="evil()">\u25cf<b>{color}</b></span>'

    looks = PegGame(peg_html=own_peg).board.looks
    assert (looks["R"]["style"], looks["R"]["text"]) == ("background: #123456", "\u25cf R")
    assert looks["R"]["name"] == "red" and "text" not in looks["W"]
    game = PegGame(peg_html=lambda color: None)
    assert "text" not in game.board.looks["R"]
    assert "Your peg_html('R') returned None" in game.said
    assert "text" not in PegGame(peg_html=stand_ins.peg_html).board.looks["R"]


def test_the_students_feedback_is_what_the_board_shows_and_mistakes_are_told_at_the_end():
    game = started(get_feedback=lambda code, guess: "bbbb" if code == guess else "w")
    assert "get_feedback" not in guess(game, "BGGG")
    assert game.match.mine[0][1:] == (0, 1)
    guess(game, "RBGG")
    told = at_the_end(game)
    assert "get_feedback('RBGG', 'BGGG') returned 'w' instead of 'bbw'" in told


def test_who_finds_the_code_has_won_whatever_get_feedback_says():
    game = started(get_feedback=lambda code, guess: "w")
    assert "returned 'w'. The game uses the library's function instead" in guess(game, "RBGG")
    assert game.match.status == "won"


class Rude(Exception):
    def __str__(self):
        raise RuntimeError


def rude(code, guess):
    raise Rude


@pytest.mark.parametrize(
    "functions, said",
    [
        ({"get_feedback": lambda code, guess: 1 / 0}, "raised ZeroDivisionError"),
        ({"get_feedback": lambda code, guess: {}[code]}, "raised KeyError"),
        ({"get_feedback": lambda code, guess: exit()}, "raised SystemExit"),
        ({"get_feedback": lambda code, guess: input()}, "raised"),
        ({"get_feedback": lambda: "b"}, "raised TypeError"),
        ({"get_feedback": rude}, "Rude"),
        ({"get_feedback": 5}, "raised TypeError"),
        ({"get_feedback": lambda code, guess: None}, "returned None"),
        ({"get_feedback": lambda code, guess: (2, 1)}, "returned (2, 1)"),
        ({"get_feedback": lambda code, guess: "wb"}, "returned 'wb'"),
        ({"get_feedback": lambda code, guess: "b" * 5}, "returned 'bbbbb'"),
        ({"get_feedback": lambda code, guess: "bbbw"}, "returned 'bbbw'"),
        ({"get_feedback": lambda code, guess: "bbbb"}, "returned 'bbbb'"),
        ({"get_feedback": lambda code, guess: code}, "returned"),
        ({"valid_code": lambda colors, length, guess: 1}, "returned 1"),
        ({"valid_code": lambda colors, length, guess: False}, "returned False"),
        ({"valid_code": lambda colors, length, guess: guess.nothing}, "raised AttributeError"),
    ],
)
def test_a_function_that_fails_is_named_with_its_input_and_the_game_goes_on(functions, said):
    game = started(**functions)
    message = guess(game, "BGGG")
    assert said in message
    assert f"Your {next(iter(functions))}(" in message
    assert "'BGGG')" in message
    assert game.match.mine == (Turn("BGGG", 2, 1),)
    assert "RBGG" not in message


def test_a_valid_code_that_lets_everything_pass_is_named_too():
    game = started(valid_code=lambda colors, length, guess: True)
    assert "Your valid_code('ROYGBP', 4, 'RBX') returned True" in guess(game, "RBX")
    assert game.match.mine == ()


def test_a_valid_code_that_fails_on_a_typed_code_does_not_show_it():
    game = started("PPPP", valid_code=lambda colors, length, guess: guess + "!")
    assert "valid_code('ROYGBP', 4, the hidden code)" in game.said
    assert "PPPP" not in game.said
    assert game.match.code == "PPPP"


@pytest.mark.parametrize("bad", ["X", "ROYGB", "RRX!", "", None, 4, ["R"] * 4, "roy g"])
def test_a_get_code_that_fails_is_named_and_the_game_goes_on(bad):
    game = hidden_by("computer", get_code=lambda colors, code_length: bad)
    assert f"Your get_code('ROYGBP', 4) returned {bad!r}" in game.said
    assert stand_ins.valid_code(SIX, 4, game.match.code)


def test_an_endless_loop_is_ended_and_named_and_the_game_goes_on(monkeypatch):
    monkeypatch.setattr(functions, "MOST_SECONDS", 0.2)

    def get_feedback(code, guess):
        while len(code) == 4:
            guess = guess[1:] + guess[:1]

    tracing = sys.gettrace()
    game = started(get_feedback=get_feedback)
    assert "raised TimeoutError: no answer after 0.2 seconds" in guess(game, "BGGG")
    assert game.match.mine == (Turn("BGGG", 2, 1),)
    assert sys.gettrace() is tracing


def test_an_interrupted_function_is_named_and_the_game_goes_on():
    def get_feedback(code, guess):
        raise KeyboardInterrupt

    assert "raised KeyboardInterrupt" in guess(started(get_feedback=get_feedback), "BGGG")


# The computer breaks your code


@pytest.mark.parametrize("strategy", WAYS_TO_GUESS)
@pytest.mark.parametrize("code", ["RBGG", "PPPP", "OYOY"])
def test_the_computer_breaks_a_code_with_each_strategy(strategy, code):
    game = codemaker(strategy=strategy, max_guesses=15)
    assert [side["title"] for side in game.board.scene["sides"]] == ["The computer's guesses"]
    while game.match.move == "answer":
        asked = game.match.asking
        answer(game, *feedback(code, asked))
    assert f"found your code on guess {len(game.match.theirs)}" in game.said
    assert asked == code
    result = at_the_end(game)
    assert f"The computer found my code on guess {len(game.match.theirs)}" in result


def test_the_strategies_are_those_of_the_library():
    rules = Rules(4, SIX)
    openings = {name: codebreaker.next_guess(rules, (), name) for name in WAYS_TO_GUESS}
    del openings["random"]
    assert openings == {
        "entropy": "ROYG", "minimax": "RROO", "expected-size": "RROY",
        "most-parts": "RROY", "first": "RRRR",
    }  # fmt: skip


def test_the_computer_gives_up_after_the_chosen_number_of_guesses():
    game = codemaker(strategy="first", max_guesses=5)
    while game.match.move == "answer":
        answer(game, *feedback("PPPG", game.match.asking))
    assert "You won! The computer did not find your code in 5 guesses" in game.said


def test_contradictory_key_pegs_are_refused_and_the_row_is_named():
    game = codemaker(strategy="first")
    answer(game, 0, 0)  # RRRR: no red
    assert game.match.asking == "OOOO"
    answer(game, 0, 0)
    answer(game, 0, 0)
    answer(game, 0, 0)
    answer(game, 0, 0)
    before = game.match
    said = answer(game, 0, 0)  # nothing is left but PPPP
    assert "no code fits them all" in said
    assert (
        "One answer is wrong: the answer for guess 1, 2, 3, 4, 5, or 6. Correct your answer for guess 6"
        in said
    )
    assert game.match == before
    [side] = game.board.scene["sides"]
    assert [row["wrong"] for row in side["rows"]] == [True] * 5
    press(game, do="back", number=2)
    assert game.match.asking == "OOOO"
    assert game.match.theirs == before.theirs[:1]
    answer(game, 4, 0)
    assert "found your code on guess 2" in game.said


@pytest.mark.parametrize("black, white", [(3, 1), (4, 1), (1, 4), (2, 3)])
def test_key_pegs_that_no_guess_earns_are_refused(black, white):
    game = codemaker()
    assert "A guess of 4 pegs cannot get" in answer(game, black, white)
    assert game.match.theirs == ()


def smallest_explanations(rules, turns):
    """By the definition: leave out rows, the fewest first, until a code fits the others."""
    codes = rules.codes()
    for size in range(len(turns) + 1):
        found = []
        for left_out in itertools.combinations(range(len(turns)), size):
            others = [turn for i, turn in enumerate(turns) if i not in left_out]
            if any(all(feedback(c, t.guess) == t[1:] for t in others) for c in codes):
                found.append(tuple(i + 1 for i in left_out))
        if found:
            return found if size else []
    raise AssertionError("without any turns every code fits")


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "too many to list"])
def test_suspects_are_the_smallest_explanations(listed, monkeypatch):
    if not listed:
        monkeypatch.setattr(codebreaker, "MOST_LISTED", 0)
    rng = random.Random(7)
    sizes = set()
    for _ in range(60):
        rules = Rules(3, "RGBY", repeats=rng.random() < 0.7)
        turns = tuple(
            Turn(rules.random_code(rng), *feedback(rules.random_code(rng), rules.random_code(rng)))
            for _ in range(rng.randint(1, 5))
        )
        wanted = smallest_explanations(rules, turns)
        assert suspects(rules, turns) == wanted
        sizes.add(len(wanted[0]) if wanted else 0)
    assert sizes >= {0, 1, 2}


def test_two_wrong_answers_are_named_together():
    red, green, yellow = Turn("RRR", 3, 0), Turn("GGG", 0, 0), Turn("YYY", 3, 0)
    turns = (red, red, green, green, yellow)
    wrong = suspects(Rules(3, "RGY"), turns)
    assert wrong == [(5,)]
    wrong = suspects(Rules(3, "RGY"), (*turns, turns[-1]))
    assert wrong == [(1, 2), (5, 6)]
    said = peg_game_module._contradiction(wrong, 6)
    assert "Several answers are wrong: guesses 1 and 2 or guesses 5 and 6." in said


def test_a_large_code_is_broken_without_listing_all(monkeypatch):
    # How long it takes depends on what is drawn: drawn without a seed, up to ten times as long.
    monkeypatch.setattr("random.SystemRandom", lambda: random.Random(11))
    code = "TMCWPBGYOR"
    game = codemaker(code_length=10, num_colors=10, max_guesses=15)
    while game.match.move == "answer":
        answer(game, *feedback(code, game.match.asking))
    assert "found your code" in game.said


# Both at once


def duel(my_guesses, code="RBGG", my_code="OOYP", guesses=5):
    game = started(code, guesses, role="duel")
    mine = iter(my_guesses)
    while game.match.status == "playing":
        if game.match.move == "guess":
            guess(game, next(mine))
        else:
            answer(game, *feedback(my_code, game.match.asking))
    return game


def test_a_duel_is_won_lost_and_drawn():
    rounds = len(duel(["OOOO"] * 9, guesses=10).match.theirs)
    assert duel(["RBGG"]).match.status == "won"
    lost = duel(["OOOO"] * rounds)
    assert (lost.match.status, len(lost.match.mine)) == ("lost", rounds)
    assert "The code was RBGG" in lost.said
    drawn = duel(["OOOO"] * (rounds - 1) + ["RBGG"])
    assert "The duel is a draw" in drawn.said
    assert duel(["RBGG"]).match.theirs != ()  # the computer had its guess in the round, too


def test_in_a_duel_one_does_not_guess_twice():
    game = started(role="duel")
    guess(game, "BGGG")
    assert "waiting for your key pegs for guess 1" in game.said
    guess(game, "BGGG")
    assert len(game.match.mine) == 1


# The coach


def test_the_coach_is_off_until_asked_for():
    game = started()
    guess(game, "BGGG")
    assert game.board.scene["coach"] is False
    assert game.board.advice == {}
    press(game, do="coach", on=True)
    assert game.board.scene["coach"] is True
    assert game.board.advice["left"] == "24 of 1,296 codes are still possible."
    press(game, do="coach", on=False)
    assert game.board.advice == {}


@pytest.mark.parametrize("seed", range(5))
def test_the_coach_counts_as_one_does_by_hand(seed):
    rng = random.Random(seed)
    rules = Rules(4, SIX, repeats=seed % 2 == 0)
    code, turns = rules.random_code(rng), ()
    for _ in range(4):
        pegs = rules.random_code(rng)
        fits = all(feedback(pegs, turn.guess) == turn[1:] for turn in turns)
        turns += (Turn(pegs, *feedback(code, pegs)),)
        left = [c for c in rules.codes() if all(feedback(c, t.guess) == t[1:] for t in turns)]
        said = f"{codes_left(rules, turns)} {consistency(turns)}".strip()
        assert said.startswith(f"{len(left)} of {rules.size:,} codes")
        if len(turns) > 1:
            assert (f"Guess {len(turns)} was consistent" in said) is fits


def test_a_hint_says_more_step_by_step_and_begins_anew_after_a_guess():
    game = started()
    press(game, do="coach", on=True)
    guess(game, "BGGG")
    best = codebreaker.next_guess(game.match.rules, game.match.mine, "entropy")
    said = []
    for _ in range(4):
        press(game, do="hint")
        said.append([hint["pegs"] for hint in game.board.advice["hints"]])
    assert said == [[""], ["", "".join(sorted(best))], *[["", "".join(sorted(best)), best]] * 2]
    guess(game, "PPPP")
    press(game, do="hint")
    [first] = game.board.advice["hints"]
    assert "There is a guess that divides" in first["text"] and first["pegs"] == ""


def test_key_pegs_that_cannot_be_leave_the_coach_calm():
    """A student's get_feedback may count wrongly, yet possibly."""
    game = started(get_feedback=lambda code, guess: "bbbb" if code == guess else "")
    press(game, do="coach", on=True)
    for pegs in ["RRRR", "OOOO", "YYYY", "GGGG", "BBBB", "PPPP"]:
        guess(game, pegs)
    press(game, do="hint")
    assert "counted wrong" in game.board.advice["left"]
    assert "counted wrong" in game.board.advice["hints"][0]["text"]
    guess(game, "RBGG")
    assert "instead of" in at_the_end(game)


def test_codes_are_counted_also_where_they_are_too_many_for_a_look_back():
    """A game by the rules of Super Mastermind."""
    rules = Rules(5, "ROYGBPWC")
    codes = map("".join, itertools.product(rules.colors, repeat=5))
    left = sum(feedback(code, "ROYGB") == (1, 1) for code in codes)
    assert codes_left(rules, (Turn("ROYGB", 1, 1),)).startswith(f"{left:,} of 32,768 codes")
    assert len(hint(rules, (Turn("ROYGB", 1, 1),), 3).pegs) == 5


def test_the_hints_of_a_large_game_agree_with_all_key_pegs():
    rules = Rules(10, "".join(PEGS))
    turns = (Turn("ROYGBPWCMT", 2, 5), Turn("RRRRROOOOO", 1, 2))
    assert "10,000,000,000 codes, which is too many" in codes_left(rules, turns)
    suggested = hint(rules, turns, 3).pegs
    assert all(feedback(suggested, turn.guess) == turn[1:] for turn in turns)


def test_the_end_sets_the_session_beside_the_best_player():
    kept = {}
    for pegs in [["BGGG", "RBGG"], ["RBGG"], ["OOOO"] * 5]:
        game = started(guesses=5, kept=kept)
        for one in pegs:
            guess(game, one)
    assert kept["results"] == game.board.results == {"4 pegs, 6 colors": [2, 1, 0]}
    end = game.board.scene["end"]
    assert end["best"]["text"] == "The optimal strategy needs 4.3 guesses on average."
    assert end["headline"] == "Not found"


def test_a_player_is_called_optimal_only_where_it_is():
    known = {rules: ending(Match(rules, 1, code=code).guess(code, keys))["best"]["text"]
             for rules, code, keys in [(Rules(4, 6), "AAAA", (4, 0)), (Rules(5, 7), "AAAAA", (5, 0))]}  # fmt: skip
    assert list(known.values()) == [
        "The optimal strategy needs 4.3 guesses on average.",
        "The best strategy known needs 5.1 guesses on average.",
    ]


# The end, and the time after


def test_a_result_to_share_gives_nothing_away():
    match = Match(Rules(4, SIX), 5, code="RBGG").guess("BGGG", (2, 1)).guess("RBGG", (4, 0))
    lines = share(match).splitlines()
    assert lines[1:] == [
        "I found the code on guess 2 of 5.", "1 ⚫⚫⚪· bbw-", "2 ⚫⚫⚫⚫ bbbb"
    ]  # fmt: skip
    assert not set("RBGG") & set("".join(lines[2:]))
    game = started()
    guess(game, "RBGG")
    assert game.board.scene["result"].endswith("1 ⚫⚫⚫⚫ bbbb")


def test_an_unfinished_game_survives_that_the_cell_is_run_again(monkeypatch):
    monkeypatch.setattr(peg_game_module, "_KEPT", {})
    first = peg_game.play()
    choose(first, "RBGG", hider="person")
    guess(first, "BGGG")
    press(first, do="coach", on=True)
    place(first, ["O", "", "", ""], [True, False, False, False])
    again = peg_game.play(get_feedback=lambda code, guess: 1 / 0)
    assert again.match == first.match
    assert again.board.scene["draft"] == ["O", "", "", ""]
    assert again.board.scene["held"] == [True, False, False, False]
    assert again.board.scene["coach"] is True
    assert "9 guesses left" in again.said
    assert "raised ZeroDivisionError" in guess(again, "RBGG")
    assert again.match.status == "won"
    assert "You won" in peg_game.play().said


@pytest.mark.parametrize("role", ["break", "make", "duel"])
def test_what_is_kept_is_plain_data_at_every_moment(role):
    kept = {}
    game = started(role=role, kept=kept, guesses=5)
    while game.match.status == "playing":
        again = PegGame(kept=json.loads(json.dumps(kept)))
        assert again.match == game.match
        assert again.match.status == game.match.status
        if game.match.move == "guess":
            guess(game, "OOOO")
        else:
            answer(game, *feedback("OYPP", game.match.asking))
    assert PegGame(kept=json.loads(json.dumps(kept))).match == game.match


def test_what_the_browser_has_kept_is_counted():
    game = started(guesses=5)
    game.board.results = {"4 pegs, 6 colors": [4, 0, 3, 2, 1], "other": [1]}
    guess(game, "RBGG")
    assert game.board.results == {"4 pegs, 6 colors": [4, 0, 3, 2, 1], "other": [1]}


def test_todays_game_is_kept_with_its_day():
    game = hidden_by("today")
    sent = []
    game.board.send = sent.append
    guess(game, game.match.code)
    assert sent == [{"finished": ["4 pegs, 6 colors", 1, datetime.date.today().isoformat()]}]
    assert game.board.scene["end"]["title"].startswith("Today's code, ")


def test_todays_game_is_played_once():
    kept = {}
    game = PegGame(kept=kept)
    for _ in range(2):
        choose(game, hider="today")
        guess(game, game.match.code)
        assert len(game.match.mine) == 1
        choose(game, hider="computer")
        assert game.match.move == "guess" and not game.match.origin
    choose(game, hider="today", code_length=5)
    assert game.match.move == "guess"
    json.dumps(kept)


def test_the_class_sees_its_ladder_where_there_is_a_shared_folder(monkeypatch, tmp_path):
    today, kind = datetime.date.today().isoformat(), "4 pegs, 6 colors"
    monkeypatch.setenv(ladder.FOLDER, str(tmp_path))
    monkeypatch.setattr(Path, "owner", lambda path: path.stem.removeprefix("forged-"))
    for name, text in {
        "ben": {"day": today, "kind": kind, "guesses": 0},
        "eva": {"day": today, "kind": kind, "guesses": 5},
        "old": {"day": "2026-01-01", "kind": kind, "guesses": 1},
        "forged-eva": {"day": today, "kind": kind, "guesses": 1},
        "bad": {"guesses": "<b>"},
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(text))
    (tmp_path / "none.json").write_text("[")
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    for guesses in [[], ["ROYG"]]:  # the second game is played, and does not count
        game = hidden_by("today")
        for pegs in [*guesses, game.match.code]:
            guess(game, pegs)
        assert game.board.scene["end"]["ladder"] == [("ada", 1), ("eva", 5), ("ben", 0)]
    monkeypatch.setenv(ladder.FOLDER, str(tmp_path / "not there"))
    game = hidden_by("today")
    guess(game, game.match.code)
    assert game.board.scene["end"]["ladder"] == []


def test_a_saved_notebook_keeps_the_last_position_as_a_picture(monkeypatch):
    shown = []

    class Handle:
        def update(self, bundle, raw):
            shown.append(bundle)

    def display(bundle, raw, display_id=False):
        shown.append(bundle)
        return Handle() if display_id else None

    monkeypatch.setattr(peg_game_module, "display", display)
    game = started("RBGG")
    game._ipython_display_()
    view, picture = shown
    assert "application/vnd.jupyter.widget-view+json" in view and "text/plain" not in view
    assert "The code is hidden." in picture["image/svg+xml"]
    assert picture["text/plain"].startswith("Run this cell to keep playing.")
    place(game, ["R", "O", "", ""])
    assert len(shown) == 2  # pegs that are only placed are no position
    guess(game, "BGGG")
    assert "Guess 1: blue green green green. 2 black, 1 white." in shown[-1]["image/svg+xml"]
    assert "R B G G" not in shown[-1]["text/plain"]
    ElementTree.fromstring(shown[-1]["image/svg+xml"])


# Pegs


def test_no_other_file_has_the_color_of_a_peg():
    """All that is drawn takes it from `mastermind.drawing.pegs`."""
    colors = {look.fill for look in PEGS.values()} - {"#ffffff"}
    colors |= {color for drawn in KEYS.values() for color in drawn} - {"#ffffff", "#000000"}
    here = Path(__file__).parents[2]
    folders = ["mastermind", "markposition", "editions", "tools", "grader/autograder"]
    kinds = {".py", ".js", ".css", ".html", ".svg", ".tpl", ".j2"}
    files = [path for folder in folders for path in (here / folder).rglob("*")]
    found = {
        path.relative_to(here).as_posix()
        for path in files
        if path.suffix in kinds and any(color in path.read_text().lower() for color in colors)
    }
    assert found == {"mastermind/drawing/pegs.py"}


def linear(color):
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(color):
    return sum(
        weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear(color), strict=True)
    )


@pytest.mark.parametrize("color", PEGS)
def test_the_letter_on_a_peg_can_be_read(color):
    """WCAG 2.1, success criterion 1.4.3: contrast at least 4.5 to 1."""
    light, dark = sorted([luminance(PEGS[color].fill), luminance(PEGS[color].ink)], reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
    assert f">{color}</text>" in peg_html(color)
    assert f"<title>{PEGS[color].name}</title>" in peg_html(color)


# Machado, Oliveira and Fernandes (2009): what is seen without one kind of cones.
SIGHT = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def oklab(red, green, blue):
    """Björn Ottosson (2020): a space in which distances are about as large as they look."""
    cones = [
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    ]
    x, y, z = (c ** (1 / 3) for c in cones)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


@pytest.mark.parametrize("sight", SIGHT)
def test_no_two_pegs_look_alike_to_the_color_blind(sight):
    def seen(color):
        rows = (sum(m * c for m, c in zip(row, linear(color), strict=True)) for row in SIGHT[sight])
        return oklab(*(min(1, max(0, channel)) for channel in rows))

    for one, other in itertools.combinations(PEGS.values(), 2):
        distance = (
            sum((a - b) ** 2 for a, b in zip(seen(one.fill), seen(other.fill), strict=True)) ** 0.5
        )
        assert distance > 0.12, (one.name, other.name)  # black and white are 1 apart


def test_every_peg_has_a_shape_and_a_name_of_its_own():
    assert len({look.shape for look in PEGS.values()}) == len(PEGS) == 10
    assert {name[0].upper(): name for name in Rules(2, "".join(PEGS)).names()} == {
        letter: look.name for letter, look in PEGS.items()
    }


def test_what_is_not_a_peg_is_refused():
    with pytest.raises(ValueError, match="the pegs are R O Y G B P"):
        peg_html("X")
    with pytest.raises(ValueError, match="the key pegs are b and w"):
        key_peg_drawing("x")
