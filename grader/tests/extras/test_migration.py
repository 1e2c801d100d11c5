"""Cells that come and go after somebody has handed in: other scores stay."""

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI

from autograder.__main__ import main
from autograder.grader.course.settings import configuration
from tests.small import A, gradebook, marked, notebook, work

GRADE = ["grade", A, "--unconfined", "--jobs", "1"]


@pytest.fixture
def graded(course):
    path = course / "submitted" / "ada" / A / f"{A}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(work("return 2 * x"))
    assert main(GRADE) == 0
    return course


def change(course, act):
    made = notebook()
    act(made.cells)
    nbformat.write(made, course / "source" / A / f"{A}.ipynb")


def scores():
    with gradebook() as book:
        [submitted] = book.find_submission(A, "ada").notebooks
        return {grade.name: (grade.auto_score, grade.manual_score) for grade in submitted.grades}


def rows():
    with gradebook() as book:
        tables = "base_cell grade_cells solution_cells source_cell grade comment".split()
        from sqlalchemy import text

        return {t: sorted(map(repr, book.db.execute(text(f"select * from {t}")))) for t in tables}


def by_hand(test, score):
    with gradebook() as book:
        book.find_grade(test, A, A, "ada").manual_score = score
        book.db.commit()


def more(cells):
    cells.append(marked("more-twice", "assert twice(0) == 0", grade=True, locked=True, points=1))


def test_a_new_test_is_graded_and_old_points_stay(graded, capsys):
    by_hand("test-twice", 2.5)
    change(graded, more)
    assert main(GRADE) == 2
    assert f"run: python -m autograder author migrate {A}" in capsys.readouterr().err
    before = rows()
    assert main(["author", "migrate", A]) == 0 and rows() == before
    assert "more-twice is new\nThe gradebook was not changed" in capsys.readouterr().out
    assert main(["author", "migrate", A, "--write"]) == 0
    assert f"Next: nbgrader generate_assignment {A} --force" in capsys.readouterr().out
    assert NbGraderAPI(config=configuration()).generate_assignment(A, force=True)["success"]
    assert (graded / "release" / A / f"{A}.ipynb").exists()
    assert main(GRADE) == 0
    assert scores() == {"test-twice": (3, 2.5), "hidden-twice": (2, None), "more-twice": (1, None)}
    assert main(["author", "migrate", A]) == 0 and "is new" not in capsys.readouterr().out


def test_what_goes_takes_its_rows_along_and_nothing_else(graded, capsys):
    before = rows()
    change(graded, lambda cells: (cells.pop(), more(cells)))
    assert main(["author", "migrate", A, "--write"]) == 0
    assert "hidden-twice was removed" in capsys.readouterr().out
    assert {*scores()} == {"test-twice", "more-twice"}
    change(graded, lambda cells: None)
    assert main(["author", "migrate", A, "--write"]) == 0 and {*scores()} == {
        "test-twice",
        "hidden-twice",
    }
    assert [len(rows()[t]) for t in before] == [len(before[t]) for t in before]


def test_points_of_a_person_go_only_where_that_is_said(graded, capsys):
    by_hand("hidden-twice", 1.5)
    change(graded, lambda cells: cells.pop())
    before = rows()
    assert main(["author", "migrate", A, "--write"]) == 2 and rows() == before
    assert "1 manual scores and comments belong" in capsys.readouterr().err
    assert main(["author", "migrate", A, "--write", "--drop"]) == 0
    assert {*scores()} == {"test-twice"}


@pytest.mark.parametrize("said", [True, False])
def test_a_test_with_a_new_name_keeps_its_points(graded, capsys, said):
    by_hand("test-twice", 1.5)

    def rename(cells):
        cells[2].metadata.nbgrader.grade_id = "seen-twice"
        cells[2].source += "\nassert twice(0) == 0" * said

    change(graded, rename)
    with_name = ["--rename", "test-twice=seen-twice"] if said else []
    if said:
        assert main(["author", "migrate", A, "--write"]) == 2
    assert main(["author", "migrate", A, "--write", *with_name]) == 0
    assert "test-twice is now seen-twice; its points were kept" in capsys.readouterr().out
    assert scores()["seen-twice"] == (3, 1.5)


def test_a_cell_that_has_not_gone_has_no_new_name(graded, capsys):
    assert main(["author", "migrate", A, "--rename", "twice=thrice"]) == 2
    assert "twice is not a removed cell" in capsys.readouterr().err
    assert main(["author", "migrate", "elsewhere"]) == 2
