"""Notebooks of one assignment that run, or read, each other."""

import pytest
from nbformat import write
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course.submission import SubmissionError, read
from autograder.runner.conductor import examine
from tests.small import marked

from .test_unseen import HIDDEN


def source(*before):
    test = marked("test-f", "assert f(3) == n * 9, f(3)", grade=True, locked=True, points=1)
    return new_notebook(
        cells=[*before, marked("f", "def f(x): return n * x * x", solution=True), test]
    )


RUNS = new_code_cell("%run a.ipynb", id="given")
LISTS = new_code_cell("import os\nprint(sorted(os.listdir()))", id="lists")
A = new_notebook(
    cells=[
        new_code_cell("n = 1", id="one"),
        marked("hidden-g", HIDDEN, grade=True, locked=True, points=1),
    ]
)


@pytest.mark.parametrize("name, there", [("b", ["a.ipynb"]), ("a", [])])
def test_a_notebook_may_run_those_that_nbgrader_grades_before(tmp_path, name, there):
    assignment = Assignment("x", {"a": A, "b": source(RUNS), "c": source()})
    handed_in = {"a": new_notebook(cells=A.cells[:1]), "b": source(RUNS, LISTS), "c": source()}
    if name == "a":
        handed_in["a"] = new_notebook(cells=[LISTS])
    for each, notebook in handed_in.items():
        write(notebook, tmp_path / f"{each}.ipynb")
    submission = read(tmp_path, "ada", assignment.sources, [])
    assert submission.paths == {} and sorted(submission.files) == ["a.ipynb", "b.ipynb", "c.ipynb"]
    rebuilt, _ = assignment.rebuild(name, submission.notebooks[name])
    job = assignment.job(name, rebuilt, submission.files)
    outcome = examine(job)
    said = [o["text"] for outputs in outcome.outputs.values() for o in outputs if "text" in o]
    assert said == [f"{there}\n"]
    if name == "b":
        failed = [o for outputs in outcome.outputs.values() for o in outputs if "ename" in o]
        assert failed == [] and outcome.verdicts == {}


def test_no_notebook_beside_has_a_test_that_students_cannot_see(tmp_path):
    assignment = Assignment("x", {"a": A, "b": source(RUNS)})
    (tmp_path / "a.ipynb").symlink_to(tmp_path / "source.ipynb")
    write(A, tmp_path / "source.ipynb")
    with pytest.raises(SubmissionError):
        read(tmp_path, "ada", assignment.sources, [])
    assert not any(b"colorsys" in data for data in assignment.solved.values())
