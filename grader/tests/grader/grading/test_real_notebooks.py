"""What notebooks of other courses contain, graded by the command: one course, graded once."""

import os
import subprocess
import sys

import pytest
from nbformat import read, write
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
SETTINGS = """c = get_config()
c.IncludeHeaderFooter.header = "header.ipynb"
import autograder
autograder.configure(c)
"""
AUTOTESTS = """
python3:
  setup: "from hashlib import sha1"
  hash: 'sha1(str({{snippet}}).encode() + b"{{salt}}").hexdigest()'
  dispatch: "type({{snippet}})"
  normalize: "str({{snippet}})"
  check: 'assert {{snippet}} == "{{value}}", "{{message}}"'
  templates:
    default:
      - test: "{{snippet}}"
        fail: "{{snippet}} is wrong"
"""
RIGHT, WRONG = "def square(n):\n    return n * n", "def square(n):\n    return n + n"


def solution(grade_id, text):
    marks = {"grade": False, "solution": True, "locked": False}
    text = f"### BEGIN SOLUTION\n{text}\n### END SOLUTION"
    return _cell(new_code_cell(text, id=grade_id), grade_id, marks)


def graded(grade_id, text, points=1):
    marks = {"grade": True, "solution": False, "locked": True, "points": points}
    return _cell(new_code_cell(text, id=grade_id), grade_id, marks)


def task(grade_id, text, points):
    marks = {"grade": False, "solution": False, "locked": True, "task": True, "points": points}
    return _cell(new_markdown_cell(text, id=grade_id), grade_id, marks)


def _cell(cell, grade_id, marks):
    cell.metadata["nbgrader"] = {"schema_version": 3, "grade_id": grade_id, "task": False, **marks}
    return cell


def notebook(*cells):
    return new_notebook(metadata={"kernelspec": KERNEL}, cells=list(cells))


GIVEN = "twice = []\ntwice.append(len(twice))"
FIRST = notebook(
    solution("square", RIGHT),
    graded("test-header", "assert square(3) == math.pow(3, 2)"),
    graded("test-autotest", "### AUTOTEST square(3)"),
    graded("test-hashed", "# HASHED AUTOTEST square(4); square(5)"),
    graded("test-binds", "start = 5\ndef shift(n):\n    return n + start\nassert square(1) == 1"),
    solution("shifted", "shifted = shift(1)"),
    graded("test-shifted", "assert shifted == 6"),
    new_code_cell(GIVEN),
    new_code_cell(GIVEN),
    graded("test-twice", "assert twice == [0] and square(2) == 4"),
)
SECOND = notebook(
    solution("answer", "open('answer.txt', 'w').write(open('given.txt').read() * 2)"),
    graded("test-file", "assert open('answer.txt').read() == 2 * open('given.txt').read()"),
    task("drawing", "Draw.", 3),
)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Two notebooks with what is special about them; ada is right, ben is wrong."""
    root = tmp_path_factory.mktemp("real")
    folder = root / "source" / "ps1"
    folder.mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(SETTINGS)
    (root / "autotests.yml").write_text(AUTOTESTS)
    (folder / "given.txt").write_text("red")
    write(notebook(new_code_cell("import math", id="header")), root / "header.ipynb")
    write(FIRST, folder / "first.ipynb")
    write(SECOND, folder / "second.ipynb")
    run(root, "nbgrader", "generate_assignment", "ps1")
    for student, square, times in (("ada", RIGHT, 2), ("ben", WRONG, 3)):
        hand_in(root, student, "first", {"square": square, "shifted": "shifted = shift(1)"})
        text = f"open('answer.txt', 'w').write(open('given.txt').read() * {times})"
        hand_in(root, student, "second", {"answer": text})
    run(root, "autograder", "grade", "ps1")
    return root


def run(root, module, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=root,
        env={**os.environ, "JUPYTER_NO_CONFIG": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def hand_in(root, student, name, answers):
    notebook = read(root / "release" / "ps1" / f"{name}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = answers.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
    folder = root / "submitted" / student / "ps1"
    folder.mkdir(parents=True, exist_ok=True)
    write(notebook, folder / f"{name}.ipynb")


@pytest.fixture(scope="module")
def grades(course):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return {
            (submission.student.id, grade.name): (grade.auto_score, grade.needs_manual_grade)
            for submission in gradebook.assignment_submissions("ps1")
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


@pytest.mark.slow
@pytest.mark.parametrize(
    "cell", ["header", "autotest", "hashed", "binds", "shifted", "twice", "file"]
)
def test_a_right_answer_has_its_points(grades, cell):
    assert grades["ada", f"test-{cell}"] == (1, False)


@pytest.mark.slow
@pytest.mark.parametrize("cell", ["header", "autotest", "hashed", "binds", "file"])
def test_a_wrong_answer_has_none(grades, cell):
    assert grades["ben", f"test-{cell}"] == (0, False)


@pytest.mark.slow
def test_a_task_is_left_to_a_person(grades):
    assert grades["ada", "drawing"] == grades["ben", "drawing"] == (None, True)
