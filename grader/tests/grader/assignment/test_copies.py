"""Cells that occur more than once in a submission, or elsewhere than in the source."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grader.assignment.pipeline import Assignment
from autograder.runner.conductor import examine_together
from tests.small import marked

GIVEN = "data = [3, 1]"


def source():
    return new_notebook(
        cells=[
            marked("given", GIVEN, locked=True),
            marked("f", "### BEGIN SOLUTION\nf = min\n### END SOLUTION", solution=True),
            marked("test-f", "assert f(data) == 1", grade=True, locked=True, points=1),
            marked(
                "g",
                "### BEGIN SOLUTION\ng = 1\n### END SOLUTION",
                solution=True,
                grade=True,
                points=2,
            ),
        ]
    )


def rebuilt(*before, **texts):
    """Rebuild a submission with cells before the answer `f`, each with its id or without."""
    assignment = Assignment("a", {"a": source()})
    submitted = new_notebook(cells=source().cells)
    for cell in submitted.cells:
        cell.source = texts.get(cell.id, "f = min" if cell.id == "f" else cell.source)
    submitted.cells[1:1] = [
        marked(id, text, solution=True) if id else new_code_cell(text) for id, text in before
    ]
    notebook, _ = assignment.rebuild("a", submitted)
    return assignment, notebook


def test_a_copy_of_a_given_cell_is_run_again():
    assignment, notebook = rebuilt((None, "data.append(0)"), (None, GIVEN))
    assert [cell.source for cell in notebook.cells][:3] == [GIVEN, "data.append(0)", GIVEN]
    [(_, found)] = examine_together(assignment.job("a", notebook, {})).items()
    assert not found.failed


@pytest.mark.parametrize("id", [None, "g"])
def test_a_stub_beside_an_answer_is_not_graded_instead_of_it(id):
    stub = Assignment("a", {"a": source()}).releases["a"].cells[3].source
    _, notebook = rebuilt((id, stub), g="g = 'mine'")
    marks = {c.source: c.metadata.get("nbgrader", {}).get("grade_id") for c in notebook.cells}
    assert marks["g = 'mine'"] == "g" and marks[stub] is None


@pytest.mark.parametrize(
    "order, becomes",
    [
        ("f given test-f g", "f given test-f g"),
        ("given test-f g f", "given g f test-f"),
        ("g f test-f given", "g f given test-f"),
        ("given f g test-f", "given f test-f g"),
    ],
)
def test_a_test_waits_for_what_comes_before_it_and_for_nothing_else(order, becomes):
    cells = {cell.id: cell for cell in source().cells}
    submitted = new_notebook(cells=[cells[id] for id in order.split()])
    notebook, _ = Assignment("a", {"a": source()}).rebuild("a", submitted)
    assert [cell.id for cell in notebook.cells] == becomes.split()
