import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.feedback import feedback
from mastermind.game import Game, Turn


def test_a_won_game():
    game = Game("RBGG", 3)
    assert (game.status, game.guesses_left) == ("playing", 3)
    won = game.play("BGGG").play("RBGG")
    assert (won.status, won.guesses_left) == ("won", 1)
    assert won.turns == (Turn("BGGG", 2, 1), Turn("RBGG", 4, 0))
    assert game.turns == ()
    with pytest.raises(AttributeError):
        game.code = "BBBB"


def test_a_win_with_the_last_guess_is_a_win():
    assert Game("RB", 1).play("RB").status == "won"
    assert Game("RB", 1).play("BR").status == "lost"


@pytest.mark.parametrize("last,status", [("RB", "won"), ("BB", "lost")])
def test_nobody_plays_on_after_the_end(last, status):
    game = Game("RB", 2).play("BR").play(last)
    with pytest.raises(ValueError, match=rf"the game is over \({status}\)"):
        game.play("RB")


def test_a_codemaker_of_your_own_counts():
    game = Game("RB", 2).play("BR", feedback=(1, 0))
    assert game.turns == (Turn("BR", 1, 0),)
    assert game.play("BR", (2, 0)).status == "won"


@pytest.mark.parametrize("keys", [(-1, 0), (0, -1), (2, 1), (3, 0), (1, 1)])
def test_impossible_key_pegs_are_refused(keys):
    """Also when all pegs but one are in their places, and the last one in another place."""
    with pytest.raises(ValueError, match="key pegs are impossible with 2 pegs"):
        Game("RB", 2).play("BR", keys)


@pytest.mark.parametrize("guess", ["", "R", "RBG"])
def test_a_guess_has_the_length_of_the_code(guess):
    with pytest.raises(ValueError, match="it must have 2"):
        Game("RB", 2).play(guess)


def test_a_game_needs_a_code_and_a_guess():
    with pytest.raises(ValueError, match="at least one peg"):
        Game("", 2)
    with pytest.raises(ValueError, match="max_guesses must be at least 1, not 0"):
        Game("RB", 0)


def test_the_board_hides_the_code_until_the_end():
    game = Game("RBGG", 2).play("BGGG")
    assert game.board().splitlines() == [
        "| ? ? ? ? |         |",
        "| B G G G | b b w _ |",
        "| _ _ _ _ | _ _ _ _ |",
    ]
    assert game.play("RBGG").board().splitlines() == [
        "| R B G G |         |",
        "| B G G G | b b w _ |",
        "| R B G G | b b b b |",
    ]


code = st.text("ABC", min_size=3, max_size=3)


@given(code, st.integers(1, 5), st.lists(code))
def test_a_game_survives_json_and_follows_the_rules(hidden, max_guesses, guesses):
    game = Game(hidden, max_guesses)
    for guess in guesses:
        if game.status == "playing":
            game = game.play(guess)
    assert Game.from_dict(json.loads(json.dumps(game.to_dict()))) == game
    assert game.guesses_left == max_guesses - len(game.turns) >= 0
    assert all((t.black, t.white) == feedback(hidden, t.guess) for t in game.turns)
    won = hidden in [turn.guess for turn in game.turns]
    assert game.status == ("won" if won else "playing" if game.guesses_left else "lost")
    assert len(game.board().splitlines()) == 1 + max_guesses
    assert (hidden in game.board().replace(" ", "").split("\n")[0]) == (game.status != "playing")


@pytest.mark.parametrize(
    "data,message",
    [
        ({"code": "RB"}, "a game has the parts"),
        ({}, "got none"),
        ({"code": "RB", "max_guesses": 1, "turns": [["RB", 2, 0], ["RB", 2, 0]]}, "over"),
        ({"code": "RB", "max_guesses": 1, "turns": [["RBB", 2, 0]]}, "must have 2"),
        ({"code": "RB", "max_guesses": 1, "turns": [["RB", 1, 1]]}, "impossible"),
    ],
)
def test_data_of_no_game_is_refused(data, message):
    with pytest.raises(ValueError, match=message):
        Game.from_dict(data)
