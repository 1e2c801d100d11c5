"""`check` compares with nbgrader alone, in real kernels, on a course that nobody here wrote."""

import subprocess
import sys
from copy import deepcopy

import nbformat
import pytest
from nbformat import write
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook

from autograder.__main__ import main
from autograder.assignment.pipeline import Assignment
from autograder.course.together import Note, read
from autograder.course.together import write as write_notes
from autograder.sandbox.conductor import examine

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
    assert said[place + 2] == "    the student's cell: thing"
    assert said[place + 3].startswith("    remedy: have the test ask for plain data")
    assert "  test-replaced, the solution: 1 of 1 from nbgrader alone, 0 of 1 here" in said
    assert f"  test-free, the solution: passed from nbgrader alone, {hand} here" in said
    assert "  test-wrong: the solution itself does not pass: AssertionError: a wrong test" in said
    assert [line for line in said if line.startswith("  test-seed, line 2: this seed")]
    hollow = "an empty list, an empty array, NaN, an object that equals everything"
    assert [line for line in said if line.startswith(f"  test-file: passes for {hollow}; ")]
    for equal in ("test-square", "test-root"):
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


def refused(capsys):
    """What was refused, without what says how far it is."""
    lines = capsys.readouterr().err.splitlines()
    return [line for line in lines if not line.startswith("  ")]


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
    [said] = refused(capsys)
    assert says in said


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
    bound = [step.text for step in assignment.job("a", rebuilt, {}).steps if step.place < 0]
    assert bound == ["def one(g):\n    return g() == 1"]


def test_what_is_wrong_with_one_assignment_is_told_after_another(course, capsys):
    (course / "source" / "ps1" / "problems.ipynb").write_text("{")
    notebook = deepcopy(PROBLEMS)
    notebook.cells[1].source = "### AUTOTEST square(3)"
    (course / "source" / "ps2").mkdir()
    write(notebook, course / "source" / "ps2" / "problems.ipynb")
    assert main(["check"]) == 2
    first, second = refused(capsys)
    assert "problems.ipynb cannot be read: " in first
    assert "cannot write the tests (AUTOTEST) of ps2: FileNotFoundError: " in second


def test_what_is_not_there_is_told(course, capsys):
    assert main(["check", "ps2"]) == 2
    assert "there is no assignment ps2" in capsys.readouterr().err


CHAIN = new_notebook(
    metadata=PROBLEMS.metadata,
    cells=[
        cell(
            "account",
            "### BEGIN SOLUTION\nclass Account:\n    def __init__(self):\n        self.held = 3\n"
            "    def put(self, more):\n        self.held += more\n### END SOLUTION",
        ),
        cell(
            "test-make",
            "import inspect\nassert 'held' in inspect.getsource(Account.put)\naccount = Account()",
            1,
        ),
        cell("test-put", "account.put(2)\nassert account.held == 5", 1),
        cell("test-again", "account.put(2)\nassert account.held == 7", 1),
        cell(
            "lines",
            "### BEGIN SOLUTION\nlines = !echo 3\n%timeit -n 10000 sum([1])\n### END SOLUTION",
        ),
        cell("test-lines", "assert lines == ['3']", 1),
        cell("test-warn", "import sys\nsys.stderr.write('old')\nassert len('ab') == 2", 1),
    ],
)


@pytest.mark.slow
def test_a_chain_of_tests_is_run_in_one_process_and_a_command_is_left_to_a_person(course, capfd):
    write(CHAIN, course / "source" / "ps1" / "problems.ipynb")
    assert main(["check", "--write", "--page", "check.html", "--mistakes", "1"]) == 1
    said, progress = capfd.readouterr()
    assert " small mistakes tried in the solution: " in said
    note = read(course)["ps1"]
    assert note.together == {"problems": ["test-make", "test-put"]}
    assert note.whole["problems"][0] == "test-again"
    assert [*note.differs["problems"]] == ["test-lines"]
    assert "[not run while a notebook is graded: echo 3]" in note.differs["problems"]["test-lines"]
    assert (
        "test-warn: nbgrader alone gives no points, since the cell writes to stderr (old)" in said
    )
    assert "5 test cells: " in said and "1 left to a person" in said
    assert "problems: the solution, nbgrader alone: " in progress
    assert "account.put(2)" in (course / "check.html").read_text()


ONE_PROCESS = Note("", {}, {"problems": ["test-make", "test-put", "test-again"]})


def judged_whole(notebook):
    assignment = Assignment("a", {"problems": CHAIN}, note=ONE_PROCESS)
    rebuilt, _ = assignment.rebuild("problems", notebook)
    judged = examine(assignment.job("problems", rebuilt, {}))
    assignment.fill("problems", rebuilt, judged, [])
    return [
        [output.evalue for output in cell.outputs if output.output_type == "error"]
        for cell in rebuilt.cells
        if cell.id in ("test-make", "test-put", "test-again")
    ]


def test_tests_of_one_process_find_what_tests_before_them_have_bound_and_changed():
    assert judged_whole(CHAIN) == [[], [], []]
    wrong = deepcopy(CHAIN)
    wrong.cells[0].source = wrong.cells[0].source.replace("+= more", "= more")
    assert [bool(errors) for errors in judged_whole(wrong)] == [False, True, True]


def test_what_nbgrader_alone_judges_otherwise_is_never_scored(course, capfd):
    wrong = deepcopy(PROBLEMS)
    wrong.cells[0].source = "def square(n):\n    return 'secret'"
    hand_in(course, "ada", PROBLEMS)
    hand_in(course, "ben", wrong)
    why = "the solution: 2 of 2 from nbgrader alone, 0 of 2 here"
    notes = Note("", differs={"problems": {"test-square": why}})
    write_notes(course, {"ps1": notes})
    command = [sys.executable, "-m", "autograder", "grade", "ps1"]
    assert subprocess.run(command, cwd=course).returncode == 3
    said, _ = capfd.readouterr()
    assert f"judges it otherwise:\n  test-square: {why}\n" in said
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        for submission in gradebook.assignment_submissions("ps1"):
            [grade] = [g for g in submission.notebooks[0].grades if g.name == "test-square"]
            assert grade.auto_score is None and grade.needs_manual_grade
    graded = nbformat.read(course / "autograded/ben/ps1/problems.ipynb", as_version=4)
    [test] = [one for one in graded.cells if one.id == "test-square"]
    assert ["A person is going to look at it" in str(output) for output in test.outputs] == [True]


OPEN = new_notebook(
    metadata=PROBLEMS.metadata,
    cells=[
        new_code_cell("def even(n):\n    return", id="even"),
        cell("test-even", "assert even(0) and not even(1)", 4),
    ],
)


@pytest.mark.slow
def test_answers_in_cells_that_are_not_marked_count_as_under_nbgrader_alone(course, capfd):
    write(OPEN, course / "source" / "ps1" / "problems.ipynb")
    assert main(["check", "--write"]) == 0
    said = "the solution itself does not pass: AssertionError: (even: mark its cell as a solution)"
    assert said in capfd.readouterr().out
    assert read(course)["ps1"].whole == {"problems": ["test-even"]}
    solved = deepcopy(OPEN)
    solved.cells[0].source = "def even(n):\n    return n % 2 == 0"
    hand_in(course, "ada", solved)
    hand_in(course, "ben", OPEN)
    subprocess.run([sys.executable, "-m", "autograder", "grade", "ps1"], cwd=course)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        scores = {s.student.id: s.score for s in gradebook.assignment_submissions("ps1")}
    assert scores == {"ada": 4, "ben": 0}


def test_what_check_notes_is_read_as_it_was_written(tmp_path):
    note = Note("ab", {"n": ["t"]}, {"m é": ["u", "v"]}, {"n": {"w": 'a "line"\nof \\ it'}})
    write_notes(tmp_path, {"ps 1": note, "ps2": Note()})
    assert read(tmp_path) == {"ps 1": note, "ps2": Note()}


BROKEN = new_notebook(
    metadata=PROBLEMS.metadata,
    cells=[
        new_code_cell("import no_such_package as part", id="demonstration"),
        cell("half", "### BEGIN SOLUTION\nhalf = 1 / 0\n### END SOLUTION"),
        cell("whole", "### BEGIN SOLUTION\nwhole = 2 * half\n### END SOLUTION"),
        cell("test-whole", "assert whole == 1", 1),
        cell("test-other", "assert len('part') == 3", 1),
    ],
)


@pytest.mark.slow
def test_where_a_solution_does_not_pass_the_cell_that_failed_first_is_named(course, capsys):
    write(BROKEN, course / "source" / "ps1" / "problems.ipynb")
    assert main(["check"]) == 0
    said = capsys.readouterr().out.splitlines()
    why = "cell half: ZeroDivisionError: division by zero; then NameError: name 'whole' is not defined"
    assert f"  test-whole: the solution itself does not pass: {why}" in said
    assert "  test-other: the solution itself does not pass: AssertionError" in "\n".join(said)
