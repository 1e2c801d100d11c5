"""A course of one exercise, small enough to be graded in a second."""

import contextlib
import csv
import io
import shutil

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from autograder.grader.course.settings import configuration

A = "02-twice"
CONFIG = """
import autograder
c = get_config()
c.CourseDirectory.course_id = "small"
autograder.configure(c)
"""


def marked(id, text, **marks):
    both = {
        "grade_id": id,
        "grade": False,
        "solution": False,
        "locked": False,
        "task": False,
        "schema_version": 3,
        **marks,
    }
    return new_code_cell(text, id=id, metadata={"nbgrader": both})


def notebook(answer="return 2 * x"):
    cells = [
        new_markdown_cell("# Twice\n\n## Exercise 1: double a number", id="head"),
        marked(
            "twice",
            f"def twice(x):\n    ### BEGIN SOLUTION\n    {answer}\n    ### END SOLUTION",
            solution=True,
        ),
        marked(
            "test-twice",
            "assert twice(2) == 4, 'twice(2) should be 4'",
            grade=True,
            locked=True,
            points=3,
        ),
        marked(
            "hidden-twice",
            "### BEGIN HIDDEN TESTS\nassert twice(5) == 10\n### END HIDDEN TESTS",
            grade=True,
            locked=True,
            points=2,
        ),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return new_notebook(cells=cells, metadata=kernel)


def work(answer="return 2 * x"):
    made = notebook(answer)
    made.cells[1].source = f"def twice(x):\n    {answer}"
    return nbformat.writes(made).encode()


def make(root, made, name=A):
    """Make a course of one notebook, and release it."""
    (root / "source" / name).mkdir(parents=True)
    nbformat.write(made, root / "source" / name / f"{name}.ipynb")
    (root / "nbgrader_config.py").write_text(CONFIG)
    with contextlib.chdir(root):
        assert NbGraderAPI(config=configuration()).generate_assignment(name)["success"]
    return root


def make_small(root):
    """Make the course of one exercise, with students."""
    with contextlib.chdir(make(root, notebook())), gradebook() as book:
        for name, first, last in [
            ("ada", "Ada", "King"),
            ("ben", "Ben", "Ode"),
            ("sam1", "Sam", "Lee"),
            ("sam2", "Sam", "Lee"),
        ]:
            book.add_student(name, first_name=first, last_name=last)
    return root


@contextlib.contextmanager
def inside(made, root):
    """Work in a copy of a course, where nobody types anything."""
    shutil.copytree(made, root)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setattr("sys.stdin", io.StringIO())
        yield root


@pytest.fixture
def course(small, tmp_path):
    with inside(small, tmp_path / "course") as root:
        yield root


@contextlib.contextmanager
def gradebook():
    with Gradebook("sqlite:///gradebook.db", "small") as book:
        yield book


def table(path):
    with open(path, newline="") as file:
        return [*csv.DictReader(file)]


def points():
    with gradebook() as book:
        return {s.student.id: s.score for s in book.assignment_submissions(A)}
