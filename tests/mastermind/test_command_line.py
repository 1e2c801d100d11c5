import io
import json
import random
import re
import subprocess
import sys

import pytest

from mastermind import tunes
from mastermind.__main__ import main
from mastermind.drawing.pegs import PEGS
from mastermind.feedback import feedback
from mastermind.game import Turn
from mastermind.rules import Rules
from mastermind.solver.codebreaker import next_guess
from mastermind.trees import nethack


def run(capsys, monkeypatch, words, stdin=""):
    """Run a command in this process; give its status, output and error output."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    try:
        status = main(words.split())
    except SystemExit as exit:  # argparse leaves this way
        status = exit.code
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def command(capsys, monkeypatch):
    return lambda words, stdin="": run(capsys, monkeypatch, words, stdin)


# --- evaluate ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words,total,histogram",
    [
        ("--strategy minimax", 5801, {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}),
        ("--strategy expected-size", 5696, {1: 1, 2: 10, 3: 54, 4: 645, 5: 583, 6: 3}),
        ("--strategy most-parts", 5668, {1: 1, 2: 12, 3: 72, 4: 635, 5: 569, 6: 7}),
        ("--strategy entropy", 5722, {1: 1, 2: 4, 3: 71, 4: 612, 5: 596, 6: 12}),
        ("--strategy first", 7471,
         {1: 1, 2: 4, 3: 25, 4: 108, 5: 305, 6: 602, 7: 196, 8: 49, 9: 6}),
        ("--strategy optimal --length 3", 854, None),
        ("--strategy lookahead --colors 4 --first RROY --beam 2", None, None),
        ("--strategy first --first aabb --colors ABC --length 4", None, None),
        ("--strategy minimax --length 4 --colors 4 --distinct --candidates-only", None, None),
    ],
)  # fmt: skip
def test_evaluate_json(command, words, total, histogram):
    status, out, err = command(f"evaluate {words} --json")
    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert list(figures) == ["total", "codes", "average", "max", "histogram", "seconds"]
    counts = {int(guesses): codes for guesses, codes in figures["histogram"].items()}
    assert figures["total"] == sum(guesses * codes for guesses, codes in counts.items())
    assert figures["codes"] == sum(counts.values())
    assert figures["average"] == figures["total"] / figures["codes"]
    assert figures["max"] == max(counts)
    assert total in (None, figures["total"])
    assert histogram in (None, counts)


def test_evaluate_takes_the_first_guess_and_colors_as_written(command):
    with_default = command("evaluate --strategy minimax --json")[1]
    with_letters = command("evaluate --strategy minimax --colors RGBYOP --first 1122 --json")[1]
    figures = [json.loads(out) | {"seconds": 0} for out in (with_default, with_letters)]
    assert figures[0] == figures[1]
    other = json.loads(command("evaluate --strategy minimax --first RRRR --json")[1])
    assert other["total"] > 5801


def test_evaluate_text(command):
    status, out, _ = command("evaluate --strategy minimax")
    assert status == 0
    assert "total 5801, average 4.4761, at most 5" in out
    assert re.search(r"^ +5 +694$", out, re.MULTILINE)


@pytest.mark.parametrize(
    "words,message",
    [
        ("dance", "invalid choice: 'dance'"),
        ("evaluate", "--strategy"),
        ("evaluate --strategy luck", "invalid choice: 'luck' (choose from"),
        ("evaluate --strategy first --length four", "invalid int value: 'four'"),
        ("evaluate --strategy first --length 0", "code_length must be at least 1, not 0"),
        ("evaluate --strategy first --colors 0", "colors must be from 1 to 26, not 0"),
        ("evaluate --strategy first --colors ABA", "colors must be distinct"),
        ("evaluate --strategy first --colors 3 --distinct", "need at least 4 colors"),
        ("evaluate --strategy first --first RRB", "'RRB' has 3 pegs"),
        ("evaluate --strategy first --first RRBX", "'X' is not a peg"),
        ("evaluate --strategy first --distinct --first RRBG", "repeats R"),
        ("evaluate --strategy first --colors 100", "colors must be from 1 to 26, not 100"),
        ("play --code RRBB", "--code needs --role codemaker"),
        ("play --role codemaker --code 3637", "'7' is not a peg"),
        ("play --role codemaker --code ", "expected one argument"),
        ("play --strategy luck", "invalid choice: 'luck'"),
        ("evaluate --strategy minimax --jobs 0", "jobs must be at least 1"),
        ("evaluate --strategy minimax --length 12 --colors 12", "of memory"),
        (
            "evaluate --strategy minimax --max-guesses 5",
            "minimax cannot be used with --max-guesses",
        ),
        ("evaluate --strategy optimal --beam 2", "cannot be used with --beam"),
        (
            "evaluate --strategy optimal --length 2 --colors 3 --max-guesses 2",
            "no strategy finds all 9 codes within 2",
        ),
        ("evaluate --strategy lookahead --beam 0", "beam must be at least 1, not 0"),
        ("play --guesses 0", "--guesses must be at least 1"),
        ("play --role codemaker --length 8 --colors 26", "different sets of colors"),
        ("play --role king", "invalid choice: 'king'"),
        ("tunes --fast", "unrecognized arguments: --fast"),
    ],
)
def test_errors_are_one_line_and_status_2(command, words, message):
    status, _, err = command(words)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1 and "error: " in err


def test_without_a_command_it_lists_them(command):
    status, out, err = command("")
    assert (status, err) == (0, "")
    for name in ("evaluate", "verify", "tables", "league", "tunes", "play", "serve"):
        assert re.search(rf"^    {name} +\w", out, re.MULTILINE)


# --- play: you guess ---------------------------------------------------------------------------


RULES = Rules(4, "ROYGBP")  # what six colors are here: those of the course


def hidden_code(seed):
    return RULES.random_code(random.Random(seed))


def test_play_and_win(command):
    code = hidden_code(3)
    wrong = "RRRR" if code != "RRRR" else "BBBB"
    status, out, _ = command("play --seed 3", f"{wrong}\nRRX\n\n{code.lower()}\n")
    assert status == 0
    assert "'X' is not a peg in this game" in out
    assert "here are 0 pegs" in out
    assert "You found the code on guess 2." in out
    assert re.findall(r"Guess \d+ of \d+", out) == ["Guess 1 of 10"] + ["Guess 2 of 10"] * 3
    assert f"{'  '.join(code)}     b  b  b  b" in out
    assert re.search(rf"^ 2 {code} +\w+ +\d+ +1 ", out, re.MULTILINE)  # the analysis


def test_play_and_lose(command):
    code = hidden_code(4)
    status, out, _ = command("play --seed 4 --guesses 2", "red red red red\n1111\n")
    assert status == 0
    assert f"You lost. The code was {code}." in out


@pytest.mark.parametrize("words", ["play", "play --role codemaker"])
def test_help_lists_what_can_be_typed(command, words):
    _, out, _ = command(words, "help\n")
    assert re.search(r"^quit +end the game \(.* press Escape", out, re.MULTILINE)
    assert ("hint    suggest" in out) == (words == "play") != ("back    change" in out)
    assert out.count("Guess 1") == 2 and "not a peg" not in out


@pytest.mark.parametrize("stdin", ["", "RRBB\n", "RRBB\nquit\nRRBB\n", "RRBB\n\x1b\nRRBB\n"])
def test_the_end_of_the_input_ends_the_game_politely(command, stdin):
    status, out, err = command("play --seed 4", stdin)
    assert (status, err) == (0, "")
    assert out.endswith(f"The code was {hidden_code(4)}.\n")


def test_the_code_is_not_shown_while_playing(command):
    code = hidden_code(4)
    _, out, _ = command("play --seed 4", "RRBB\nRGBP\n")
    before_the_end = out.rsplit("\n", 2)[0]
    assert code not in before_the_end.replace(" ", "")


def test_hints_are_consistent_and_lead_to_the_code(command):
    lines = []
    for _ in range(10):
        _, out, _ = command("play --seed 5", "\n".join([*lines, "hint", ""]))
        lines.append(re.findall(r"Hint: (\w+)", out)[-1])
        if lines[-1] == hidden_code(5):
            break
    assert lines[-1] == hidden_code(5)
    assert len(lines) <= 6


def test_the_game_speaks_the_language_of_the_course(command):
    _, out, _ = command("play --seed 3", "RROO\n")
    assert "R  red   O  orange   Y  yellow   G  green   B  blue   P  purple" in out
    assert re.search(r"^Guess 1 of 10:   1   R  R  O  O     [bw_ ]+$", out, re.MULTILINE)
    _, out, _ = command("play --colors 12", "red\nLLLL\n")
    assert "'r' is not a peg in this game; the pegs are A B C D E F G H I J K L" in out
    assert re.search(r"  1   L  L  L  L ", out)


@pytest.mark.parametrize(
    "environment,colored",
    [
        ({}, False),  # no terminal
        ({"FORCE_COLOR": "1", "COLORTERM": "truecolor"}, True),
        ({"FORCE_COLOR": "1", "COLORTERM": "truecolor", "NO_COLOR": "1"}, False),
    ],
)
def test_pegs_have_their_colors_where_there_are_any(command, monkeypatch, environment, colored):
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    _, out, _ = command("play --seed 3", "RRRR\nhint\n")
    red, green, blue = bytes.fromhex(PEGS["R"].fill[1:])
    assert (f"48;2;{red};{green};{blue}m R " in out) == colored
    assert bool(re.search(r"[34]8;[25];", out)) == colored  # no other color either


def test_a_game_too_large_to_list_can_be_played(command):
    status, out, _ = command("play --length 9 --colors 9 --seed 1", "hint\nROYROYROY\nhint\n")
    assert status == 0
    hint = re.findall(r"Hint: (\w+)", out)[1]
    code = Rules(9, "ROYGBPWCM").random_code(random.Random(1))
    assert feedback(hint, "ROYROYROY") == feedback(code, "ROYROYROY")


# --- play: the computer guesses ----------------------------------------------------------------


def answers_for(command, words, code):
    """Answer honestly, one guess more on every run, until the computer has found the code."""
    lines = []
    while True:
        status, out, _ = command(f"play --role codemaker {words}", "".join(lines))
        assert status == 0
        if "I found" in out or "I lost" in out:
            return out, len(lines)
        guess = re.findall(r"Guess \d+: (\w+)", out)[-1]
        keys = feedback(code, guess)
        in_letters = len(lines) % 2 == 0
        lines.append((str(keys) or "-" if in_letters else f"{keys.black} {keys.white}") + "\n")


@pytest.mark.parametrize("code", ["RRRR", "PBGY", "OYOY"])
def test_the_computer_finds_your_code(command, code):
    out, guesses = answers_for(command, "", code)
    assert f"I found your code on guess {guesses}." in out
    assert guesses <= 5


@pytest.mark.parametrize("role", ["", "--code 3632"])
def test_the_computer_says_why_it_guesses(command, role):
    _, out, _ = command(f"play --role codemaker {role}", "-\n")
    assert "1,296 codes are possible. After this guess, at most 256 will be left." in out


@pytest.mark.parametrize("code", ["3632", "YPYO", "yellow purple yellow orange"])
def test_the_computer_plays_alone_when_it_is_told_a_code(code, capsys):
    assert main(["play", "--role", "codemaker", "--code", code]) == 0
    out = capsys.readouterr().out
    guesses = [
        (int(number), "".join(pegs.split()), keys.count("b"), keys.count("w"))
        for number, pegs, keys in re.findall(r"^  (\d)   (.{10})     ([bw_ ]+)$", out, re.MULTILINE)
    ]
    assert [number for number, *_ in guesses] == list(range(1, len(guesses) + 1))
    assert guesses[0][1] == "RROO" and guesses[-1][1:] == ("YPYO", 4, 0)
    for _, guess, black, white in guesses:
        assert (black, white) == feedback("YPYO", guess)
    assert f"I found your code on guess {len(guesses)}." in out


def test_a_strategy_is_played_to_the_end_or_the_last_guess(command):
    words = "play --role codemaker --code PPPG --strategy first"
    _, out, _ = command(f"{words} --guesses 3", "")
    assert "I lost" in out and "  3   " in out and "  4   " not in out
    assert "  1   R  R  R  R" in out


@pytest.mark.parametrize(
    "given,colors",
    [("123456", "123456"), ("red,blue", "RB"), ("4", "ROYG"), ("xyz", "xyz"), ("987", "987")],
)
def test_colors_are_taken_as_people_write_them(command, given, colors):
    _, out, _ = command(f"evaluate --strategy minimax --length 2 --json --colors {given}")
    assert json.loads(out)["codes"] == len(colors) ** 2
    _, out, _ = command(f"evaluate --strategy minimax --length 2 --colors {given}")
    assert f"2 pegs from {colors}, " in out


def test_the_computer_finds_a_code_in_a_large_game(command):
    words = "--length 5 --colors 15 --distinct --seed 1 --guesses 20"
    out, guesses = answers_for(command, words, "KAFBO")
    assert f"I found your code on guess {guesses}." in out


def test_the_computer_can_lose(command):
    out, guesses = answers_for(command, "--guesses 2", "PPPP")
    assert "I lost" in out
    assert guesses == 2


def test_key_pegs_that_contradict_each_other_are_refused(command):
    _, out, err = command("play --role codemaker", "bbww\nb\n1 0\n")
    assert re.search(r"1 black and 0 white for guess 2 \(\w+\) contradict", out)
    assert out.count("Guess 3: ") == 0
    assert err == ""


def test_a_guess_that_cannot_be_right_is_not_accepted_as_right(command):
    # Whatever the computer plays, "all black" must agree with the answers before.
    status, out, _ = command("play --role codemaker --length 4 --colors 6", "-\n-\nbbbb\n")
    assert status == 0
    assert "I found" in out or "contradict" in out


def test_a_wrong_answer_can_be_taken_back(command):
    _, out, _ = command("play --role codemaker", "back\nbbww\nback\n-\n")
    guesses = re.findall(r"Guess (\d+): (\w+)", out)
    assert [number for number, _ in guesses] == ["1", "1", "2", "1", "2"]
    assert guesses[0] == guesses[1] == guesses[3]
    # The answer that counts is the second one: no color of the first guess is in the code.
    assert guesses[2][1] == next_guess(RULES, (Turn(guesses[0][1], 2, 2),))
    assert guesses[4][1] == next_guess(RULES, (Turn(guesses[0][1], 0, 0),))


@pytest.mark.parametrize(
    "answer,message",
    [("perfect", "is not an answer"), ("", "enter -."), ("bbbw", "impossible"),
     ("3 2", "impossible"), ("2", "is not an answer"), ("-1 0", "is not an answer")],
)  # fmt: skip
def test_answers_that_make_no_sense_are_refused(command, answer, message):
    status, out, _ = command("play --role codemaker", f"{answer}\n")
    assert status == 0
    assert message in out
    assert "Guess 2" not in out


# --- tunes, and the process as a whole -----------------------------------------------------------


def test_tunes(command):
    every = [*tunes.rows(), *tunes.asked()]
    assert command("tunes") == (0, tunes.rows_text(every) + "\n", "")
    status, out, _ = command("tunes --json")
    row, *_ = json.loads(out)
    assert status == 0
    assert list(row) == ["name", "idea", "before", "published", "known", "played", "slips"]
    assert (row["published"]["total"], row["known"]["total"]) == (246880, 246869)
    assert row["known"]["histogram"]["21"] == 21


@pytest.mark.slow
def test_tunes_played_anew(command, monkeypatch):
    """On a single row: all of them, which take seconds, have their own tests."""
    row = tunes.rows()[3]
    monkeypatch.setattr(nethack, "rows", lambda: iter([row]))
    monkeypatch.setattr(nethack, "asked", lambda: iter(()))
    assert command("tunes --play") == (0, tunes.rows_text([row]) + "\n", "")


def test_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "mastermind", "evaluate", "--strategy", "luck"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_the_students_half_does_not_import_the_engine():
    modules = ["", ".rules", ".feedback", ".game", ".solver.partitions", ".solver.strategies",
               ".solver.players", ".solver.analysis", ".terminal", ".__main__"]  # fmt: skip
    imports = "; ".join(f"import mastermind{name}" for name in modules)
    check = (
        "import sys; assert not {'numpy', 'mastermind.trees.tables', 'asyncio'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", f"{imports}; {check}"], check=True)


def test_evaluate_with_black_key_pegs_only(tmp_path, capsys):
    path = tmp_path / "tree.json"
    words = ["evaluate", "--length", "2", "--colors", "3", "--strategy", "optimal"]
    assert main([*words, "--answer", "black", "--save", str(path)]) == 0
    out = capsys.readouterr().out
    assert "with repeats, black key pegs only: 9 codes\ntotal 25, average 2.7778, at most 4" in out
    assert main(["verify", str(path)]) == 0
    assert "complete" in capsys.readouterr().out
