"""A package that an assignment needs and that is not here is said before anything is scored."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.apps import NbGraderAPI

from autograder.__main__ import main
from autograder.assignment.pipeline import Assignment
from autograder.course.settings import configuration
from autograder.grading.environment import lacking
from tests.small import A, course, made, notebook, points, work  # noqa: F401

HOW = True, 30.0, 60.0, 0.0


def test_nothing_is_scored_where_the_package_of_the_course_is_not_installed(
    course,  # noqa: F811
    capsys,
    monkeypatch,
):
    path = course / "source" / A / f"{A}.ipynb"
    source = nbformat.read(path, as_version=4)
    right = source.cells[1].source
    source.cells[1].source = f"import own_package\n{right}"
    nbformat.write(source, path)
    # The command finds it, students' processes do not.
    (course / "own_package.py").touch()
    monkeypatch.syspath_prepend(course)
    handed_in = course / "submitted" / "ada" / A / f"{A}.ipynb"
    handed_in.parent.mkdir(parents=True)
    handed_in.write_bytes(work())
    assert main(["grade", A, "--unconfined", "--jobs", "1"]) == 2
    assert f"{A} imports own_package, which" in capsys.readouterr().err
    assert points() == {}
    (course / "nbgrader_config.py").open("a").write("c.Autograder.unconfined = True\n")
    by_nbgrader = NbGraderAPI(config=configuration()).autograde(A, "ada")
    assert not by_nbgrader["success"] and "imports own_package" in by_nbgrader["log"]
    assert not any(points().values())
    source.cells[1].source = right
    nbformat.write(source, path)
    assert main(["grade", A, "--unconfined", "--jobs", "1"]) == 0
    assert points() == {"ada": 5}


@pytest.mark.parametrize(
    "given, is_missing",
    [
        ("import no_such\nfactor = 2", True),
        ("from no_such.part import *", True),
        ("import beside\nfactor = 2", False),
        ("try:\n    import no_such\nexcept ImportError:\n    factor = 2", False),
        ("factor = 2\nimport no_such\nno_such.mount()", False),
        ("%%writefile no_such.py\n2", False),
    ],
)
def test_a_package_counts_only_where_tests_or_answers_cannot_do_without_it(given, is_missing):
    source = notebook("return factor * x")
    cells = [given] if "%%" not in given else [given, "import no_such\nfactor = 2"]
    source.cells[1:1] = [new_code_cell(text) for text in cells]
    said = lacking(Assignment(A, {A: source}, {"beside.py": b""}), HOW)
    assert ("imports no_such, which" in said) == is_missing, said
