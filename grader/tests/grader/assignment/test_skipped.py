"""The tag `skip-execution`, by which nbclient leaves a cell out."""

from nbformat.v4 import new_code_cell, new_notebook

from autograder.grader.assignment.pipeline import Assignment
from autograder.runner.conductor import examine
from tests.small import marked

TAG = {"tags": ["skip-execution"]}


def test_a_cell_with_the_tag_is_not_run_where_the_source_has_it():
    own = new_code_cell("y = f()", id="own", metadata=TAG)
    test = marked("test-f", "assert f() == n == 1", grade=True, locked=True, points=1)
    source = new_notebook(
        cells=[
            new_code_cell("n = 1", id="given"),
            marked("slow", "n = 2", locked=True),
            marked("f", "def f(): return n", solution=True),
            test,
        ]
    )
    source.cells[1].metadata |= TAG
    submitted = new_notebook(cells=[*source.cells[:3], own, source.cells[3].copy()])
    submitted.cells[1] = marked("slow", "n = 3", locked=True)
    submitted.cells[4] = marked("test-f", test.source, grade=True, locked=True, points=1)
    submitted.cells[4].metadata |= TAG  # a test of one's own choice is none
    assignment = Assignment("a", {"a": source})
    rebuilt, _ = assignment.rebuild("a", submitted)
    outcome = examine(assignment.job("a", rebuilt, {}))
    assert sorted(outcome.outputs) == [0, 2, 3, 4] and outcome.outputs[4] == []
    assert [cell.metadata.get("tags") for cell in rebuilt.cells] == [None, TAG["tags"], *[None] * 3]


def test_a_copy_of_such_a_cell_is_not_run_either():
    slow = marked("slow", "n = 2", locked=True)
    slow.metadata |= TAG
    copied = marked("slow", "n = 3")
    copied.id = "copied"
    assignment = Assignment("a", {"a": new_notebook(cells=[slow])})
    rebuilt, _ = assignment.rebuild("a", new_notebook(cells=[slow, copied]))
    assert sorted(examine(assignment.job("a", rebuilt, {})).outputs) == []
    assert [cell.source for cell in rebuilt.cells] == ["n = 2", "n = 3"]
