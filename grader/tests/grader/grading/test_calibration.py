"""Calibration, with nbgrader's own kernel, on a small course in which much goes wrong."""

import json
from copy import deepcopy

import pytest
from nbformat import write
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook

from autograder.__main__ import main
from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course.settings import Course, GradingError
from autograder.grader.course.sources import read_decisions
from autograder.grader.grading import calibration
from autograder.grader.grading.stock import Points, Scored, judged_by_kernel

SETTINGS = "c = get_config()\nimport autograder\nautograder.configure(c)\n"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def cell(grade_id, text, points=None):
    marks = {"schema_version": 3, "grade_id": grade_id, "locked": points is not None}
    marks |= {"grade": points is not None, "solution": points is None, "task": False}
    if points is not None:
        marks["points"] = points
    elif text:
        text = f"### BEGIN SOLUTION\n{text}\n### END SOLUTION"
    return new_code_cell(text, id=grade_id, metadata={"nbgrader": marks})


def given(id, text):
    return new_code_cell(text, id=id)


def notebook(*cells):
    return new_notebook(metadata={"kernelspec": KERNEL}, cells=[*cells])


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
PROBLEMS = notebook(
    cell("square", "def square(n):\n    return n * n"),
    cell("test-square", "assert [square(n) for n in range(4)] == [0, 1, 4, 9]", 2),
    cell("fourth", "def fourth(n):\n    return square(square(n))"),
    cell("test-replaced", REPLACED, 1),
    cell("half", "half = 0.5"),
    cell("test-half", "0.5 if half == 0.5 else 0", 1),
    cell("test-wrong", "assert half == 1, 'a wrong test'", 1),
    cell("test-class", "raise OSError('source code not available')  # as `inspect` does", 1),
    cell("test-file", "assert open('words.txt').read() == 'red'", 1),
    cell("thing", "import threading\nthing = threading.Lock()"),
    cell("test-thing", "assert thing.acquire()", 1),
    given("dice", "import random\ndice = random.random()"),
    cell("double", "double = 2 * dice"),
    cell("test-double", "assert double == 2 * dice", 1),
    cell("test-dice", "assert 0 <= dice <= 1", 1),
)
ALONE = {"test-replaced", "test-thing", "test-double", "test-dice"}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with one assignment, in the folder that is worked in."""
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "course"
    root.mkdir()
    monkeypatch.chdir(root)
    (root / "nbgrader_config.py").write_text(SETTINGS)

    def source(made, name="ps1"):
        folder = root / "source" / name
        folder.mkdir(parents=True, exist_ok=True)
        write(made, folder / "problems.ipynb")
        (folder / "words.txt").write_text("red")
        return root

    return source


def hand_in(root, student, made, **answers):
    folder = root / "submitted" / student / "ps1"
    folder.mkdir(parents=True, exist_ok=True)
    made = deepcopy(made)
    for one in made.cells:
        one.source = answers.get(one.id, one.source)
    write(made, folder / "problems.ipynb")


def scores(root):
    """The points of each student's tests; None where a person gives them."""
    found = {}
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        for submission in gradebook.assignment_submissions("ps1"):
            grades = [grade for one in submission.notebooks for grade in one.grades]
            found[submission.student.id] = {grade.name: grade.auto_score for grade in grades}
    return found


@pytest.mark.slow
def test_each_test_is_judged_as_the_kernel_and_both_juries_allow(course, capsys):
    root = course(PROBLEMS)
    assert main(["check"]) == 1
    said = capsys.readouterr().out
    assert "test-wrong: the solution does not pass: AssertionError: a wrong test" in said
    assert "test-file: the test passes without an answer" in said
    assert {one for one in ALONE if f"  {one}: " in said} == ALONE
    hand_in(root, "ada", PROBLEMS)
    hand_in(root, "ben", PROBLEMS, fourth="def fourth(n): return n ** 4", double="double = 1")
    assert main(["grade", "ps1"]) == 0
    found = scores(root)
    assert found["ada"] == {c.id: float(c.metadata.nbgrader.points) for c in PROBLEMS.cells if c.id.startswith("test")} | {"test-half": 0.5, "test-wrong": 0.0, "test-class": 0.0}  # fmt: skip
    assert {name for name, got in found["ben"].items() if not got} >= {
        "test-replaced",
        "test-double",
    }
    said = capsys.readouterr()
    assert "Only the single-process run grades test-dice, test-double" in said.out
    assert "kernel" not in said.err  # its judgment is known


@pytest.mark.slow
@pytest.mark.parametrize(
    "made, says",
    [
        (
            notebook(
                given("setup", "import no_such_package"),
                cell("a", "a = 1"),
                cell("test-a", "assert a == 1", 1),
            ),
            "cell 1 (import no_such_package) in problems fails in nbgrader's own kernel",
        ),
        (
            notebook(
                cell("a", "import socket\ndef a(): return socket.socket().close()"),
                cell("test-a", "assert a() is None", 1),
            ),
            "test-a in problems passes in nbgrader's own kernel with the instructor's solution, "
            "but fails when confined",
        ),
        (
            notebook(
                given("data", "words = open('../../../source/ps1/words.txt').read()"),
                cell("a", "a = words"),
                cell("test-a", "assert a == 'red'", 1),
            ),
            "which students' code cannot read. Put a copy next to the notebook in source/",
        ),
        (
            notebook(
                given("beside", "import yaml"),
                cell("a", "a = yaml.red"),
                cell("test-a", "assert a == 'red'", 1),
            ),
            "The module yaml next to the notebook has the same name as an installed module",
        ),
        (
            notebook(
                cell("a", "a = 1"),
                cell("test-a", 2 * "### BEGIN HIDDEN TESTS\n" + "### END HIDDEN TESTS", 1),
            ),
            "the source of ps1 cannot be released: Encountered nested begin hidden tests",
        ),
    ],
    ids=["the kernel lacks it", "the walls refuse it", "it lies above", "it is hidden", "nested"],
)
def test_nobody_is_graded_where_the_environment_is_not_right(course, capsys, made, says):
    root = course(made)
    if "yaml" in says:
        (root / "source" / "ps1" / "yaml.py").write_text("red = 'red'")
    hand_in(root, "ada", made)
    assert main(["grade", "ps1"]) == 2
    assert says in capsys.readouterr().err
    assert scores(root) == {}
    (root / "autograder.toml").write_text('[ps1]\nperson = ["test-a"]\n')
    if "walls" in says:
        assert main(["grade", "ps1"]) == 3
        assert scores(root) == {"ada": {"test-a": None}}


@pytest.mark.slow
def test_the_environment_of_the_shell_is_that_of_the_kernel(course, capsys, tmp_path, monkeypatch):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "told_by_path.py").write_text("red = 'red'")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "more"))
    monkeypatch.setenv("OF_THE_COURSE", "red")
    made = notebook(
        given("told", "import os\nimport told_by_path\ncolor = os.environ['OF_THE_COURSE']"),
        cell("a", "def a(): return told_by_path.red"),
        cell("test-a", "assert a() == color", 1),
    )
    root = course(made)
    hand_in(root, "ada", made)
    assert main(["grade", "ps1"]) == 0
    assert scores(root) == {"ada": {"test-a": 1}}


@pytest.mark.slow
def test_a_source_of_stubs_is_graded_and_a_right_answer_has_its_points(course, capsys):
    stub = "# YOUR CODE HERE\nraise NotImplementedError()"
    made = notebook(cell("a", stub), cell("test-a", "assert a == 1", 1))
    root = course(made)
    assert main(["check"]) == 1
    assert "1 graded by both runs" in capsys.readouterr().out
    hand_in(root, "ada", made, a="a = 1")
    hand_in(root, "ben", made, a="a = 2")
    hand_in(root, "cem", made, a="class One(int):\n def __eq__(self, o): return True\na = One()")
    assert main(["grade", "ps1"]) == 0
    assert scores(root) == {"ada": {"test-a": 1}, "ben": {"test-a": 0}, "cem": {"test-a": None}}


PLACES = {
    "elsewhere": "c.CourseDirectory.{step}_directory = '{root}/../{step}-elsewhere'",
    "above": "c.CourseDirectory.{step}_directory = '../{step}-above'",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind, steps",
    [
        ("elsewhere", ["source"]),
        ("above", ["autograded", "release"]),
        pytest.param("above", ["source"], marks=pytest.mark.nightly),
        pytest.param("elsewhere", ["autograded", "release"], marks=pytest.mark.nightly),
    ],
)
def test_folders_may_be_outside_of_the_course(course, tmp_path, monkeypatch, kind, steps):
    """The kernel's copy of the course stays in its own folder, and nothing remains of it."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    root = course(notebook(cell("a", "a = 1"), cell("test-a", "assert a == 1", 1)))
    places = [PLACES[kind].format(step=step, root=root) for step in steps]
    (root / "nbgrader_config.py").write_text("\n".join([SETTINGS, *places]))
    if "source" in steps:
        (root / "source").rename(root.parent / f"source-{kind}")
    here = Course()
    [found] = judged_by_kernel(here, Assignment.read(here, "ps1")).values()
    assert found.tests["test-a"].passes and not list((tmp_path / "temporary").glob(f"*-{kind}"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "structure, source",
    [
        ("{assignment_id}/{nbgrader_step}/{student_id}", "ps1/source"),
        ("{student_id}/{nbgrader_step}/{assignment_id}", "source/ps1"),
        ("{nbgrader_step}/{assignment_id}/{student_id}", "source/ps1"),
    ],
)
def test_folders_may_be_in_any_order(course, structure, source):
    root = course(notebook(cell("a", "a = 1"), cell("test-a", "assert a == 1", 1)))
    chosen = f"c.CourseDirectory.directory_structure = {structure!r}\n"
    (root / "nbgrader_config.py").write_text(SETTINGS + chosen)
    if source != "source/ps1":
        (root / "ps1").mkdir()
        (root / "source" / "ps1").rename(root / source)
    here = Course()
    [found] = judged_by_kernel(here, Assignment.read(here, "ps1")).values()
    assert found.tests["test-a"].passes
    assert any((root / source).is_relative_to(one) for one in here.private())
    inside = {path.name for path in (root / source).iterdir()}
    assert inside == {"problems.ipynb", "words.txt"}


@pytest.mark.slow
def test_a_tight_limit_for_cells_is_not_for_the_solution_in_the_kernel(course):
    made = notebook(
        cell("a", "import time\ntime.sleep(3)\na = 1"), cell("test-a", "assert a == 1", 1)
    )
    root = course(made)
    (root / "nbgrader_config.py").write_text(
        f"{SETTINGS}c.Execute.timeout = 1\nc.Execute.iopub_timeout = 0\n"
    )
    here = Course()
    [found] = judged_by_kernel(here, Assignment.read(here, "ps1")).values()
    assert found.tests["test-a"].passes and found.errors == {}


@pytest.mark.slow
def test_a_kernel_that_does_not_start_shows_why(course, monkeypatch):
    course(notebook(cell("a", "a = 1"), cell("test-a", "assert a == 1", 1)))
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    here = Course()
    with pytest.raises(GradingError, match=r"Kernel died .*: +<no Python frame>"):
        judged_by_kernel(here, Assignment.read(here, "ps1"))


def test_a_kept_judgment_is_doubted_when_the_juries_disagree(course, monkeypatch):
    course(notebook(cell("a", "a = 1"), cell("test-a", "assert a == 1", 1)))
    asked = []

    def kernel(course, assignment):
        right = not asked.append(1) and len(asked) > 1
        points = Points(1, 1, False, "") if right else Points(0, 1, True, "AssertionError")
        return {"problems": Scored({"test-a": points}, {})}

    monkeypatch.setattr(calibration, "judged_by_kernel", kernel)
    ways = []
    for _ in range(3):
        assignment = Assignment.read(Course(), "ps1")
        ways += [found.way for found in calibration.calibrate(Course(), assignment).findings]
    assert ways == ["unknown", "both", "both"] and len(asked) == 2
    calibration.calibrate(Course(), assignment, reuse=True)
    assert len(asked) == 2


@pytest.mark.parametrize(
    "text, says",
    [
        ("[", "autograder.toml: "),
        ("[ps1]\npersons = []", "unknown field `persons`"),
        ("[ps1]\nperson = 'test-a'", "Expected `array`, got `str`"),
    ],
)
def test_decisions_that_cannot_be_are_refused(tmp_path, text, says):
    (tmp_path / "autograder.toml").write_text(text)
    with pytest.raises(GradingError, match=says):
        read_decisions(tmp_path)


def test_what_version_0_1_noted_is_understood_and_named(tmp_path):
    old = f'[ps1]\nchecked = "x"\nperson = ["test-a"]\n[ps1.together]\np = {json.dumps(["t"])}\n'
    (tmp_path / "autograder.toml").write_text(old)
    found, remarks = read_decisions(tmp_path)
    assert found == {"ps1": ["test-a"]}
    assert remarks == ["autograder.toml: checked, together can be removed, because the grader now detects this itself"]  # fmt: skip


@pytest.mark.slow
def test_the_students_of_the_settings_are_graded(course, capsys):
    made = notebook(cell("a", "a = 1"), cell("test-a", "assert a == 1", 1))
    root = course(made)
    for student in ("ada", "ben"):
        hand_in(root, student, made)
    (root / "nbgrader_config.py").write_text(f"{SETTINGS}c.CourseDirectory.student_id = 'z*'\n")
    assert main(["grade", "ps1"]) == 2
    assert "by z*; correct the name in --student or c.Course" in capsys.readouterr().err
    (root / "nbgrader_config.py").write_text(f"{SETTINGS}c.CourseDirectory.student_id = 'a*'\n")
    assert main(["grade", "ps1"]) == 0
    assert scores(root) == {"ada": {"test-a": 1}}
