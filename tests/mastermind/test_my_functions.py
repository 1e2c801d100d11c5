"""What a student wrote goes on into the next notebook, and is never lost or falsified."""

import subprocess
import sys
from contextlib import nullcontext

import pytest
from IPython.core.interactiveshell import InteractiveShell

from mastermind import checks, my_functions, stand_ins

VALID = '''
import random as chance
from itertools import product

MOST = {"pegs": 9}

def all_in(guess, colors):   # a helper
    return all(peg in colors for peg in guess)

def valid_code(colors, code_length, guess):
    """Tell it."""
    # my comment
    return len(guess) == code_length <= MOST["pegs"] and all_in(guess, colors)

print(valid_code("R", 1, "R"))
'''


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    """A notebook in a folder of its own: cells are run in it, as IPython runs them."""
    (tmp_path / "02-valid-guesses").mkdir()
    monkeypatch.chdir(tmp_path / "02-valid-guesses")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setattr(checks.verdicts, "_failed", {})  # what other tests had refused
    shell = InteractiveShell()
    return lambda cell: shell.run_cell(cell).raise_error() or shell.user_ns


def test_a_function_goes_on_with_all_that_it_needs(notebook, tmp_path, capsys):
    names = notebook(VALID)
    my_functions.save(names, "valid_code", "clean_guess")
    text = (tmp_path / "my_mastermind.py").read_text()
    assert "# my comment" in text and "# a helper" in text
    assert "print(" not in text and "product" not in text
    capsys.readouterr()
    own, borrowed = my_functions.bring("valid_code", "get_feedback")
    said = capsys.readouterr().out
    assert said == "Your functions from my_mastermind.py: valid_code. Borrowed: get_feedback.\n"
    assert own("RG", 2, "GG") and borrowed is stand_ins.get_feedback
    assert own.__globals__["MOST"] == {"pegs": 9}
    assert my_functions.yours("valid_code", "get_feedback").keys() == {"valid_code"}
    assert my_functions.is_from_file(own) and not my_functions.is_from_file(names["valid_code"])


@pytest.mark.parametrize("graded", [True, False], ids=["graded", "at home"])
def test_a_notebook_cannot_import_the_file_and_the_message_says_why(
    graded, notebook, tmp_path, monkeypatch
):
    """What passed at home only because the file is there would fail when it is graded."""
    my_functions.save(notebook(VALID), "valid_code")
    monkeypatch.syspath_prepend(str(tmp_path))
    if graded:
        monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
        (tmp_path / "my_mastermind.py").unlink()
    my_functions.bring("valid_code")
    for line in ["import my_mastermind", "from my_mastermind import valid_code"]:
        with pytest.raises(ModuleNotFoundError, match="is graded without it"):
            notebook(line)


GAME = """
from functools import partial

import markposition
import numpy
from markposition import check_if_counted

def marked(guess):
    markposition.reset_all_to_not_counted()
    markposition.mark_as_counted(1)
    return [check_if_counted(i) for i in range(len(guess))]

def analysis():
    return numpy.zeros(3)

def main():
    while guess := input("? "):
        print(marked(guess))
"""


def play(path, *lines):
    """Run the file where nothing but Python is installed; give its lines, without questions."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(path)],
        input="\n".join([*lines, ""]),
        text=True,
        capture_output=True,
        timeout=60,
    )
    assert not done.stderr
    return done.stdout.removeprefix("? ").split("? ")


def test_with_a_main_the_file_is_a_game_that_needs_nothing_but_python(notebook, tmp_path, capsys):
    path = tmp_path / "my_mastermind.py"
    names = notebook(GAME)
    my_functions.save(names, "analysis", "marked", "main")
    assert "Play it anywhere: python my_mastermind.py" in capsys.readouterr().out
    assert play(path, "RB", "") == ["[False, True]\n", ""]
    assert play(path, "RB") == ["[False, True]\n", "\n"], "the end of the input is no error"
    my_functions.save(notebook("def clean_guess(text): return text"), "clean_guess")
    path.write_text(path.read_text().replace("print(marked(guess))", "print(guess)"))
    my_functions.save(names, "main")
    assert "You have changed main" in capsys.readouterr().out
    assert play(path, "RB", "") == ["RB\n", ""]
    assert path.read_text().count("raise SystemExit") == 1
    assert my_functions.bring("clean_guess")("R") == "R"


def test_a_game_of_borrowed_functions_is_not_saved(notebook, tmp_path, capsys):
    names = notebook(
        "from mastermind.stand_ins import get_code\ndef main(): print(get_code('R', 1))"
    )
    my_functions.save(names, "get_code", "main")
    assert "main uses functions that you have borrowed" in capsys.readouterr().out
    assert not (tmp_path / "my_mastermind.py").exists()


def test_a_function_inside_an_if_is_saved_too(notebook, tmp_path, capsys):
    text = '''
try:
    if not []:
        # A line that stays.
        def marked(guess):
            return [guess, """
  two spaces"""]


        def main():
            print(marked(input("? ")))  # as it was typed
finally:
    pass
'''
    my_functions.save(notebook(text), "marked", "main")
    path = tmp_path / "my_mastermind.py"
    assert play(path, "RB") == ["['RB', '\\n  two spaces']\n"]
    assert "# as it was typed" in path.read_text()


def test_saving_again_replaces_what_was_saved_and_nothing_else(notebook, tmp_path, capsys):
    path = tmp_path / "my_mastermind.py"
    my_functions.save(notebook(VALID), "valid_code")
    path.write_text(path.read_text() + "\n\nmine = 3  # my own\n")
    my_functions.save(notebook("def clean_guess(text):\n    return text.upper()"), "clean_guess")
    assert "mine = 3" in path.read_text()
    my_functions.save(notebook("def clean_guess(text):\n    return text.strip()"), "clean_guess")
    assert ".strip()" in path.read_text() and ".upper()" not in path.read_text()
    assert path.read_text().count("# %% ") == 2


CODEMAKER = """
import random
from functools import partial
from string import Template

LETTERS = Template("$pegs")

class Codemaker:
    def __call__(self, colors, code_length):
        return LETTERS.substitute(pegs="".join(random.choices(colors, k=code_length)))
"""


@pytest.mark.parametrize("value", ["Codemaker()", "partial(Codemaker.__call__, None)"])
def test_an_object_that_is_called_goes_on_like_a_function(notebook, value):
    """Its text is no function's: it stands in the last cell that binds the name."""
    cells = ["get_code = 3", CODEMAKER, f"get_code = {value}\nprint('R')", "print(get_code"]
    for cell in cells[:3]:
        names = notebook(cell)
    my_functions.save({**names, "In": ["", *cells]}, "get_code")
    assert set(my_functions.bring("get_code")("RG", 9)) <= {*"RG"}
    text = my_functions.load("get_code")
    assert f"get_code = {value}" in text and "LETTERS = Template" in text and "print" not in text


def test_what_was_changed_by_hand_is_not_written_over(notebook, tmp_path, capsys):
    path = tmp_path / "my_mastermind.py"
    my_functions.save(notebook(VALID), "valid_code")
    path.write_text(path.read_text().replace("# my comment", "# changed here"))
    changed = path.read_text()
    my_functions.save(notebook(VALID.replace("my comment", "another")), "valid_code")
    assert path.read_text() == changed
    assert "You have changed valid_code" in capsys.readouterr().out


@pytest.mark.parametrize("cell, why", [
    ("x = 1", "there is no valid_code yet"),
    ("from mastermind.stand_ins import valid_code", "valid_code is borrowed"),
    ('def valid_code(c, n, g):\n    """Tell it."""\n    raise NotImplementedError("No")', "has no answer yet"),
])  # fmt: skip
def test_what_is_no_answer_is_not_saved(notebook, tmp_path, capsys, cell, why):
    my_functions.save(notebook(cell), "valid_code")
    assert why in capsys.readouterr().out and not (tmp_path / "my_mastermind.py").exists()


def test_what_the_visible_tests_refuse_is_borrowed_and_brought_in_the_end(
    notebook, tmp_path, capsys
):
    def save(cell, passes):
        names = notebook(cell)
        with nullcontext() if passes else pytest.raises(checks.NotYet):
            checks.check(names["get_code"], [(("R", 1), "R", "")])
        my_functions.save(names, "get_code")
        return capsys.readouterr().out

    bad, good = "def get_code(c, n): return 1", "def get_code(c, n): return c[0] * n"
    assert "get_code does not pass its visible tests yet" in save(bad, passes=False)
    assert my_functions.bring("get_code") is stand_ins.get_code
    assert my_functions.load("get_code") == bad
    assert save(good, passes=True).endswith("\nSaved to my_mastermind.py: get_code.\n")
    assert my_functions.bring("get_code")("RG", 2) == "RR"
    assert "no longer passes its visible tests" in save(bad, passes=False)
    assert my_functions.load("get_code") == good
    path = tmp_path / "my_mastermind.py"
    path.unlink()
    save(bad, passes=False)
    path.write_text(path.read_text().replace("return 1", "return c[-1] * n"))
    assert my_functions.bring("get_code")("RG", 2) == "GG"  # it was corrected in the file


@pytest.mark.parametrize("text, said", [
    ("def valid_code(:", "my_mastermind.py cannot be imported: SyntaxError"),
    ("1 / 0", "my_mastermind.py cannot be imported: ZeroDivisionError"),
    ("valid_code = 3", "Borrowed: valid_code."),
    ("def valid_code(c, n, g): return True", "valid_code('RGB', 3, 'RGX') should return False, but it returns True."),
    ("def valid_code(c, n, g): return g.pop()", "should return False, but it stops with AttributeError"),
])  # fmt: skip
def test_what_cannot_be_used_is_borrowed_and_named(notebook, tmp_path, capsys, text, said):
    (tmp_path / "my_mastermind.py").write_text(text)
    assert my_functions.bring("valid_code") is stand_ins.valid_code
    assert said in capsys.readouterr().out


def test_a_graded_notebook_stands_alone(notebook, tmp_path, capsys, monkeypatch):
    names = notebook(VALID)
    my_functions.save(names, "valid_code")
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert my_functions.bring("valid_code") is stand_ins.valid_code
    (tmp_path / "my_mastermind.py").unlink()
    my_functions.save(names, "valid_code")
    assert not (tmp_path / "my_mastermind.py").exists()


def test_what_is_loaded_brings_what_it_needs(notebook, capsys):
    names = notebook(VALID + "\ndef valid_distinct_code(*a): return valid_code(*a)\n")
    my_functions.save(names, "valid_code", "valid_distinct_code")
    text = my_functions.load("valid_distinct_code", "get_code")
    assert text.count("def valid_code") == 1 and "# %%" not in text
    assert "Not in my_mastermind.py: get_code." in capsys.readouterr().out
    space = {}
    exec(text, space)
    assert space["valid_distinct_code"]("RG", 2, "RR")


def test_names_inside_a_function_are_not_those_of_the_notebook(notebook, tmp_path):
    cell = "colors, guess, peg = 'RG', ['RR'] * 9000, 3\nlimit = 9\n"
    cell += "def valid_code(colors, n, guess):\n"
    cell += "    return n < limit and all(peg in colors for peg in guess)"
    my_functions.save(notebook(cell), "valid_code")
    text = (tmp_path / "my_mastermind.py").read_text()
    assert "limit = 9" in text and "guess =" not in text and "peg =" not in text


def test_a_function_that_was_brought_is_not_written_twice(notebook, tmp_path, capsys):
    my_functions.save(notebook(VALID), "valid_code")
    names = notebook("del valid_code\nfrom mastermind import my_functions")
    names = notebook("valid_code = my_functions.bring('valid_code')\ncolors = ['a']")
    names = notebook("def clean_guess(text): return text if valid_code('R', 1, text) else ''")
    my_functions.save(names, "clean_guess")
    text = (tmp_path / "my_mastermind.py").read_text()
    assert text.count("def valid_code") == 1 and "import valid_code" not in text
    assert my_functions.bring("clean_guess")("R") == "R"
    assert "Your functions from my_mastermind.py: clean_guess." in capsys.readouterr().out


def test_what_is_borrowed_in_the_file_is_called_borrowed(notebook, capsys):
    names = notebook(
        "from mastermind.stand_ins import valid_code\n"
        "def valid_distinct_code(c, n, g): return valid_code(c, n, g) and len({*g}) == n"
    )
    my_functions.save(names, "valid_distinct_code")
    capsys.readouterr()
    my_functions.bring("valid_code", "get_code")
    assert capsys.readouterr().out == "Borrowed: valid_code, get_code.\n"


def test_two_helpers_of_one_name_do_not_stand_in_each_others_way(notebook, tmp_path, capsys):
    my_functions.save(notebook(VALID), "valid_code")
    names = notebook("def all_in(text): return 3\ndef clean_guess(text): return all_in(text)")
    my_functions.save(names, "clean_guess")
    said = capsys.readouterr().out
    assert "Not saved: clean_guess and valid_code use different versions of all_in" in said
    assert "clean_guess" not in (tmp_path / "my_mastermind.py").read_text()


def test_a_file_that_python_cannot_read_loses_nothing(notebook, tmp_path):
    my_functions.save(notebook(VALID), "valid_code")
    path = tmp_path / "my_mastermind.py"
    path.write_text(path.read_text().replace("return len", "return len("))
    my_functions.save(notebook("def clean_guess(text): return text"), "clean_guess")
    assert "return len(" in path.read_text() and "def clean_guess" in path.read_text()
    assert my_functions.load("clean_guess") == "def clean_guess(text): return text"


def test_nothing_is_saved_beside_the_courses_own_notebooks(notebook, tmp_path, monkeypatch):
    folder = tmp_path / "source" / "02-valid-guesses"
    folder.mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").touch()
    monkeypatch.chdir(folder)
    my_functions.save(notebook(VALID), "valid_code")
    assert not list(tmp_path.rglob("my_mastermind.py"))
