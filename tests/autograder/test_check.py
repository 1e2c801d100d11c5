"""`check` compares with nbgrader alone, in real kernels, on a course that nobody here wrote."""

import subprocess
import sys
from copy import deepcopy

import pytest
from nbformat import write
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook

from autograder.__main__ import main
from autograder.assignment import Assignment
from autograder.course import Course
from autograder.notes import Note
from tools.course import ASSIGNMENTS, ROOT

SETTINGS = "c = get_config()\nimport autograder\nautograder.configure(c)\n"


def cell(grade_id, text, points=None):
    marks = {"schema_version": 3, "grade_id": grade_id, "locked": points is not None}
    marks |= {"grade": points is not None, "solution": points is None, "task": False}
    if points is not None:
        marks["points"] = points
    return new_code_cell(text, id=grade_id, metadata={"nbgrader": marks})


# As in nbgrader's own tutorial.
REPLACED = """kept = square
del square
try:
    fourth(2)
except NameError:
    pass
else:
    raise AssertionError("fourth does not use square")
finally:
    square = kept
"""
PROBLEMS = new_notebook(
    metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    cells=[
        cell("square", "### BEGIN SOLUTION\ndef square(n):\n    return n * n\n### END SOLUTION"),
        cell("test-square", "assert [square(n) for n in range(4)] == [0, 1, 4, 9]", 2),
        cell(
            "fourth",
            "### BEGIN SOLUTION\ndef fourth(n):\n    return square(square(n))\n### END SOLUTION",
        ),
        cell("test-replaced", REPLACED, 1),
        cell("test-import", "import math\nassert square(3) == math.pow(3, 2)", 1),
        cell("root", "### BEGIN SOLUTION\nroot = math.sqrt(4)\n### END SOLUTION"),
        cell("test-root", "assert root == 2", 1),
        cell("half", "### BEGIN SOLUTION\nhalf = 0.5\n### END SOLUTION"),
        cell("test-half", "0.5 if half == 0.5 else 0", 1),
        cell("test-wrong", "assert half == 1, 'a wrong test'", 1),
        cell("test-file", "assert open('words.txt').read() == 'red'", 1),
        cell("test-seed", "import random\nrandom.seed(3)\nassert half < 1", 1),
        cell(
            "thing",
            "### BEGIN SOLUTION\nimport threading\nthing = threading.Lock()\n### END SOLUTION",
        ),
        cell("test-free", "assert not thing.locked()", 0),
        cell("test-thing", "assert thing.acquire()", 1),
    ],
)


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with one assignment, in the folder that is worked in."""
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").write_text(SETTINGS)
    folder = tmp_path / "source" / "ps1"
    folder.mkdir(parents=True)
    write(PROBLEMS, folder / "problems.ipynb")
    (folder / "words.txt").write_text("red")
    return tmp_path


@pytest.mark.slow
def test_cells_that_come_out_differently_are_told_with_a_reason(course, capsys):
    assert main(["check"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "problems: 10 test cells, 3 not judged as nbgrader alone judges them"
    hand = "left to be graded by hand"
    place = said.index(f"  test-thing, the solution: 1 of 1 from nbgrader alone, {hand} here")
    assert said[place + 1].endswith("thing cannot be tested here: a lock is not plain data")
    assert said[place + 2].startswith("    remedy: have the test ask for plain data")
    assert "  test-replaced, the solution: 1 of 1 from nbgrader alone, 0 of 1 here" in said
    assert f"  test-free, the solution: passed from nbgrader alone, {hand} here" in said
    assert "  test-wrong: the solution itself does not pass" in said
    assert [line for line in said if line.startswith("  test-seed, line 2: this seed")]
    for equal in ("test-square", "test-file", "test-root"):
        assert not [line for line in said if equal in line]
    assert {path.name for path in course.iterdir()} == {"nbgrader_config.py", "source"}


@pytest.mark.slow
def test_what_cannot_be_judged_is_left_to_a_person_until_it_is_judged_together(course, capfd):
    hand_in(course, "ada", PROBLEMS)
    hand_in(course, "ben", wrong())
    assert grade(course) == {
        "ada": {"test-replaced": 0.0, "test-thing": None},
        "ben": {"test-replaced": 0.0, "test-thing": None},
    }
    said = capfd.readouterr().out
    assert "The source of ps1 is not one that was checked" in said
    why = "thing cannot be tested here: a lock is not plain data"
    assert f"  test-thing is left to be graded by hand: {why}." in said
    assert main(["check", "--write"]) == 0
    noted = (course / "autograder.toml").read_text()
    assert '"problems" = ["test-replaced", "test-free", "test-thing"]' in noted
    capfd.readouterr()
    assert grade(course) == {
        "ada": {"test-replaced": 1.0, "test-thing": 1.0},
        "ben": {"test-replaced": 1.0, "test-thing": 0.0},
    }
    said = capfd.readouterr().out
    assert (
        "together with the student's code, which can deceive it: test-replaced, test-free, test-thing."
        in said
    )
    assert "checked" not in said
    # What was found out stays the same, and so does the file.
    assert main(["check", "--write"]) == 0 == main(["check"])
    assert (course / "autograder.toml").read_text() == noted


@pytest.mark.parametrize(
    "text, says",
    [
        ("[", "autograder.toml: "),
        ("[ps1]\nchekced = ''", "unknown field `chekced`"),
        ("[ps1.together]\nproblems = 'test-thing'", "Expected `array`, got `str`"),
        ("[ps1.together]\nproblems = ['thing']", "names thing, which is no test of ps1/problems"),
        ("[ps1.together]\nproblem = ['test-thing']", "which is no test of ps1/problem;"),
    ],
)
def test_notes_that_cannot_be_are_refused(course, capsys, text, says):
    (course / "autograder.toml").write_text(text)
    assert main(["check", "ps1"]) == 2
    assert says in capsys.readouterr().err


def wrong():
    """A lock that does not lock."""
    notebook = deepcopy(PROBLEMS)
    cells = {cell.id: cell for cell in notebook.cells}
    cells[
        "thing"
    ].source = "class Thing:\n    def acquire(self):\n        return False\nthing = Thing()"
    return notebook


def hand_in(course, student, notebook):
    folder = course / "submitted" / student / "ps1"
    folder.mkdir(parents=True)
    write(notebook, folder / "problems.ipynb")


def grade(course):
    """Grade with the command; what the gradebook says about the two tests, by student."""
    command = [sys.executable, "-m", "autograder", "grade", "ps1"]
    assert subprocess.run(command, cwd=course).returncode == 0
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return {
            submission.student.id: {
                grade.name: grade.auto_score
                for grade in submission.notebooks[0].grades
                if grade.name in ("test-replaced", "test-thing")
                and grade.needs_manual_grade == (grade.auto_score is None)
            }
            for submission in gradebook.assignment_submissions("ps1")
        }


@pytest.mark.parametrize(
    "change, says",
    [
        (lambda nb: nb.metadata.kernelspec.update(language="java"), "in java; only Python can be"),
        (
            lambda nb: nb.metadata.update(kernelspec={"name": "ir"}, language_info={"name": "R"}),
            "in R; only Python can be",
        ),
        (
            lambda nb: nb.cells[0].metadata.nbgrader.update(schema_version=2),
            "was made by an older nbgrader; run: nbgrader update ",
        ),
        (lambda nb: nb.metadata.kernelspec.update(name="no_such"), "No such kernel named no_such"),
        (lambda nb: nb.cells[0].metadata.nbgrader.update(solution=False), "cannot be released: "),
    ],
)
def test_an_assignment_that_nbgrader_cannot_release_or_run_is_one_sentence(
    course, capsys, change, says
):
    notebook = deepcopy(PROBLEMS)
    change(notebook)
    write(notebook, course / "source" / "ps1" / "problems.ipynb")
    assert main(["check"]) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_a_test_that_runs_together_finds_what_tests_before_it_have_bound():
    notebook = new_notebook(
        cells=[
            cell("f", "### BEGIN SOLUTION\ndef f(): return 1\n### END SOLUTION"),
            cell("test-f", "def one(g):\n    return g() == 1\nassert one(f)", 1),
            cell("test-taken", "del f\ntry:\n    one(f)\nexcept NameError:\n    pass", 1),
        ]
    )
    note = Note("", {"a": ["test-taken"]})
    assignment = Assignment("a", {"a": notebook}, note=note)
    rebuilt, _ = assignment.rebuild("a", notebook)
    bound = [step.text for step in assignment.sheet("a", rebuilt, {}).steps if step.place < 0]
    assert bound == ["def one(g):\n    return g() == 1"]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_our_own_course_was_checked_and_is_judged_wholly_apart(assignment, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert Assignment.read(Course(), assignment).cautions == [], "run: make solutions"


def test_what_is_wrong_with_one_assignment_is_told_after_another(course, capsys):
    (course / "source" / "ps1" / "problems.ipynb").write_text("{")
    notebook = deepcopy(PROBLEMS)
    notebook.cells[1].source = "### AUTOTEST square(3)"
    (course / "source" / "ps2").mkdir()
    write(notebook, course / "source" / "ps2" / "problems.ipynb")
    assert main(["check"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "problems.ipynb cannot be read: " in first
    assert "cannot write the tests (AUTOTEST) of ps2: FileNotFoundError: " in second


def test_what_is_not_there_is_told(course, capsys):
    assert main(["check", "ps2"]) == 2
    assert "there is no assignment ps2" in capsys.readouterr().err
