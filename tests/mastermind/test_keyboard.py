"""The game at the keyboard and its solver, as the project that they follow has them."""

import random

import numpy
import pytest

from mastermind.feedback import feedback
from mastermind.keyboard import KeyboardGame, Record, Solver


def test_the_project_s_own_game_word_for_word(capsys):
    """Guesses and key pegs are those of its notebook: o is black here, and x is white."""
    game = KeyboardGame(code=[4, 2, 3, 5])
    guesses = [(0, 0, 1, 1), (2, 2, 3, 3), (4, 4, 5, 5), (4, 4, 3, 3), (4, 4, 3, 5), (4, 3, 3, 5)]
    said = ["____", "oo__", "oo__", "oo__", "ooo_", "ooo_"]
    for guess, keys in zip(guesses, said, strict=True):
        assert game.guess(*guess) == (keys.count("o"), keys.count("x"))
        assert game.status == "playing"
    assert game.guess(4, 2, 3, 5) == (4, 0)
    out = capsys.readouterr().out
    assert out.startswith("New game: 4 pegs from 012345, 10 guesses.\n| ? ? ? ? |")
    assert out.endswith("| _ _ _ _ | _ _ _ _ |\nYou won with 3 guesses left!\n")
    assert (game.rounds, game.cheat(), game.status) == (7, "4235", "won")
    with pytest.raises(ValueError, match=r"the game is over \(won\); call new\(\)"):
        game.guess(0, 0, 1, 1)


@pytest.mark.parametrize(
    "code,guess,keys",
    [("RBGG", "bggg", (2, 1)), ("4235", "0053", (0, 2)), ([0, 1], [1, 0], (0, 2)),
     ("red blue green green", "RBGG", (4, 0)), (range(4), "0 1 3 2", (2, 2))],
)  # fmt: skip
def test_codes_are_numbers_letters_or_words(code, guess, keys):
    game = KeyboardGame(code, silent=True)
    assert (game.guess(guess) if isinstance(guess, str) else game.guess(*guess)) == keys


def test_without_arguments_it_is_the_game_of_the_shops(capsys):
    games = [KeyboardGame(silent=True) for _ in range(200)]
    assert {len(game.cheat()) for game in games} == {4}
    assert {peg for game in games for peg in game.cheat()} == set("012345")
    assert len({game.cheat() for game in games}) > 100
    assert capsys.readouterr().out == ""


def test_a_lost_game_shows_the_code_and_a_new_one_begins(capsys):
    game = KeyboardGame("RB", max_guesses=1)
    assert "?" in repr(game) and "B" not in repr(game).replace("_", "")
    game.guess("BR")
    assert capsys.readouterr().out.endswith("Game over. The code was RB.\n")
    game.new("GG")
    assert (game.status, game.rounds, game.guess("GG")) == ("playing", 0, (2, 0))
    assert "1 guess left" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "pegs",
    [(0, 0, 1), (0, 0, 1, 6), (0, 0, 0, -5), ([0, 0, 0, -5],), ("RBGG",), (0.5, 0, 0, 0), ()],
)
def test_a_guess_that_is_none_changes_nothing(pegs):
    game = KeyboardGame("4235", silent=True)
    with pytest.raises(ValueError, match="peg"):
        game.guess(*pegs)
    assert game.rounds == 0


@pytest.mark.parametrize("arguments", [{"code": "4236"}, {"code": "423", "code_length": 4}])
def test_a_code_that_is_none_is_refused(arguments):
    with pytest.raises(ValueError, match="peg"):
        KeyboardGame(**arguments)


def test_the_solver_asks_only_what_can_be_and_begins_as_it_is_told():
    for seed in range(50):
        game = KeyboardGame(silent=True, rng=random.Random(seed))
        assert Solver(random.Random(seed)).solve(game, first=[0, 0, 1, 1])
        turns = game.game.turns
        assert turns[0].guess == "0011"
        for number, turn in enumerate(turns[1:], 1):
            assert all(feedback(turn.guess, old.guess) == old.keys for old in turns[:number])


def test_a_game_that_was_begun_is_played_on():
    game = KeyboardGame("4235", silent=True)
    game.guess("0011")
    assert Solver(random.Random(1)).solve(game, first="5555")
    assert "5555" not in [turn.guess for turn in game.game.turns]


def test_many_games_are_counted_and_the_lost_codes_are_named():
    record = Solver(random.Random(3)).solve_many(300, first="0011", max_guesses=5)
    assert record.wins + len(record.lost) == len(record.games) == 300
    assert all(guesses == 5 for code, guesses, won in record.games if not won)
    assert record.mean == sum(n for _, n, won in record.games if won) / record.wins
    assert record.lost and f"Lost: {record.lost[0]}, " in str(record)
    assert record.most == next(game[:2] for game in record.games if game[1] == 5)


def test_a_record_of_nothing_but_losses_can_be_printed():
    assert str(Record((("00", 2, False),))).startswith("Won 0 of 1 game.\n")


def test_four_pegs_five_pegs_six_pegs():
    for code_length in (4, 5, 6):
        record = Solver(random.Random(1)).solve_many(1, code_length=code_length, colors=4)
        assert record.wins == 1


@pytest.mark.parametrize("colors", [6, 12])
@pytest.mark.parametrize("kind", [tuple, list, numpy.array])
def test_a_code_and_a_guess_are_any_row_of_whole_numbers(colors, kind):
    code = kind([4, 2, 3, 5])
    for pegs in ((code,), code):
        assert KeyboardGame(code, colors=colors, silent=True).guess(*pegs) == (4, 0)


def test_the_solver_makes_one_guess_at_a_time():
    game, solver = KeyboardGame("4235", silent=True), Solver(random.Random(1))
    assert solver.guess(game, force=(0, 0, 1, 1)) == (0, 0)
    for rounds in (2, 3):
        solver.guess(game)
        last = game.game.turns[-1]
        assert game.rounds == rounds and not set(last.guess) & set("01")
    assert solver.solve(game)
    with pytest.raises(ValueError, match="the game is over"):
        solver.guess(game)


def test_numbers_count_the_colors_from_0_however_many_there_are():
    game = KeyboardGame([10, 0, 3, 11], colors=12, silent=True)
    assert game.cheat() == "KADL" and game.guess(10, 11, 3, 0) == (2, 2)
    for number in (12, -1):
        with pytest.raises(ValueError, match=f"{number} is not a color; .* numbered from 0 to 11"):
            game.guess(number, 0, 0, 0)
        with pytest.raises(ValueError, match=f"{number} is not a color"):
            game.new([number, 0, 0, 0])
    assert KeyboardGame("3632", colors="123456", silent=True).guess(3, 6, 3, 2) == (4, 0)
    other = KeyboardGame(colors=12, code_length=2, silent=True)
    Solver(random.Random(1)).solve(other, first=[11, 0])
    assert other.game.turns[0].guess == "LA"
