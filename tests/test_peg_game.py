"""The game without a browser: buttons are clicked, and what the player sees is read."""

import re

import pytest

from mastermind import stand_ins
from mastermind.peg_game import COLORS, PegGame
from mastermind.pegs import PEGS, key_peg_html, peg_html


def started(code="RBGG", guesses=10, **functions):
    game = PegGame(**functions)
    game.length_slider.value = len(code)
    game.guesses_slider.value = guesses
    game.code_field.value = code
    game.start_button.click()
    return game


def guess(game, text):
    game.guess_field.value = text
    game.guess_button.click()
    return re.sub("<[^>]+>", "", game.message.value)


def test_a_game_is_won():
    game = started()
    assert "9 guesses left" in guess(game, "BGGG").lower()
    assert "You won, with 8 guesses left" in guess(game, "RBGG")
    assert [(turn.black, turn.white) for turn in game.game.turns] == [(2, 1), (4, 0)]
    assert "No game is running" in guess(game, "RBGG")


def test_a_game_is_lost_after_the_chosen_number_of_guesses_and_the_code_is_shown():
    game = started(guesses=5)
    for _ in range(4):
        assert "RBGG" not in guess(game, "OOOO")
    assert "1 guess left" in re.sub("<[^>]+>", "", game.message.value).lower()
    assert "Game over. The code was RBGG" in guess(game, "OOOO")


def test_the_code_is_nowhere_to_be_seen_while_the_game_is_on():
    game = started("PPPP")
    guess(game, "ROYG")
    assert game.code_field.value == ""
    assert "purple" not in game.board.value
    assert "PPPP" not in game.board.value + game.message.value


@pytest.mark.parametrize("text", ["", "RBG", "RBGX", "RBGGG", "<b>"])
def test_an_invalid_guess_costs_nothing_and_the_rule_is_said(text):
    game = started()
    assert f"A guess has 4 pegs out of {COLORS}" in guess(game, text)
    assert game.game.guesses_left == 10
    assert "<b>" not in game.message.value.lower()


def test_guesses_are_typed_as_people_type():
    game = started()
    guess(game, " r, b g,g ")
    assert game.game.status == "won"


def test_an_invalid_typed_code_starts_no_game():
    game = started("RX")
    assert game.game is None
    assert "This code is not valid" in game.message.value
    assert "No game is running" in guess(game, "RG")


@pytest.mark.parametrize("length", range(2, 11))
def test_without_a_typed_code_get_code_hides_one(length):
    asked = []

    def get_code(colors, code_length):
        asked.append((colors, code_length))
        return "R" * code_length

    game = PegGame(get_code=get_code)
    game.length_slider.value = length
    game.start_button.click()
    assert asked == [(COLORS, length)]
    assert game.game.code == "R" * length


def test_moving_the_slider_does_not_change_a_game_that_is_on():
    game = started()
    game.length_slider.value = 2
    assert "You won" in guess(game, "RBGG")


def test_the_sliders_have_the_agreed_limits():
    game = PegGame()
    assert (game.guesses_slider.min, game.guesses_slider.max) == (5, 15)
    assert (game.length_slider.min, game.length_slider.max) == (2, 10)


def test_the_students_feedback_is_what_the_board_shows():
    game = started(get_feedback=lambda code, guess: "w")
    guess(game, "RBGG")
    assert game.game.turns[0][1:] == (0, 1)


@pytest.mark.parametrize(
    ("functions", "said"),
    [
        ({"get_feedback": lambda code, guess: 1 / 0}, "raised ZeroDivisionError"),
        ({"get_feedback": lambda code, guess: None}, "returned None"),
        ({"get_feedback": lambda code, guess: "wb"}, "returned 'wb'"),
        ({"get_feedback": lambda code, guess: "b" * 5}, "returned 'bbbbb'"),
        ({"valid_code": lambda colors, length, guess: 1}, "returned 1"),
    ],
)
def test_a_function_that_fails_is_named_and_the_game_goes_on(functions, said):
    game = started(**functions)
    message = guess(game, "BGGG")
    assert said in message or said in message.replace("&#x27;", "'")
    assert next(iter(functions)) in message
    assert game.game.turns[0] == ("BGGG", 2, 1)
    assert "RBGG" not in message


def test_a_get_code_that_fails_is_named_and_the_game_goes_on():
    game = PegGame(get_code=lambda colors, code_length: "X")
    game.start_button.click()
    assert "get_code(" in game.message.value
    assert stand_ins.valid_code(COLORS, 4, game.game.code)


def luminance(color):
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("color", PEGS)
def test_the_letter_on_a_peg_can_be_read(color):
    """WCAG 2.1, success criterion 1.4.3: contrast at least 4.5 to 1."""
    light, dark = sorted([luminance(PEGS[color].fill), luminance(PEGS[color].ink)], reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
    assert f">{color}</text>" in peg_html(color)
    assert f"<title>{PEGS[color].name}</title>" in peg_html(color)


def test_every_peg_has_a_shape_of_its_own():
    assert len({look.shape for look in PEGS.values()}) == len(PEGS)


def test_what_is_not_a_peg_is_refused():
    with pytest.raises(ValueError, match="the pegs are R O Y G B P"):
        peg_html("X")
    with pytest.raises(ValueError, match="the key pegs are b and w"):
        key_peg_html("x")
