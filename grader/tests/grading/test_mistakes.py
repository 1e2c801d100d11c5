"""Small mistakes in the solution: what no test notices is named, with an input that shows it."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.assignment.pipeline import Assignment
from autograder.grading import mistakes
from autograder.grading.calls import calls_of
from autograder.grading.mistakes import try_mistakes

LIMITS = False, 30.0, 300.0, 0.0


def cell(grade_id, text, points=None):
    marks = {"schema_version": 3, "grade_id": grade_id, "locked": points is not None}
    marks |= {"grade": points is not None, "solution": points is None, "task": False}
    return new_code_cell(text, id=grade_id, metadata={"nbgrader": marks | {"points": points or 0}})


def assignment(*cells):
    return Assignment("a", {"a": new_notebook(cells=list(cells))})


SMALL = cell(
    "small",
    "import math\ndef small(n):\n    ### BEGIN SOLUTION\n    return n < 10\n    ### END SOLUTION",
)


@pytest.mark.parametrize(
    "test, missed",
    [
        ("assert small(3) and not small(30)", True),
        ("assert small(9) and not small(10)", False),
    ],
)
def test_an_edge_that_no_test_has_is_named_with_an_input(test, missed):
    tried = try_mistakes(assignment(SMALL, cell("test-small", test, 1)), "a", LIMITS, 60)
    assert tried.tried == tried.made > 4
    assert {m.change: m.example for m in tried.shown} == (
        {
            "line 4: n < 10 -> n <= 10": "small(10) gives True, not False",
            "line 4: 10 -> 11": "small(10) gives True, not False",
            "line 4: 10 -> 9": "small(9) gives False, not True",
        }
        if missed
        else {}
    )
    assert not tried.unseen


def test_a_cell_that_no_test_looks_at_is_named_once():
    other = cell("other", "### BEGIN SOLUTION\ndef other(n):\n    return n + 1\n### END SOLUTION")
    test = cell("test-small", "assert small(9) and not small(10)", 1)
    tried = try_mistakes(assignment(SMALL, other, test), "a", LIMITS, 60)
    assert tried.unseen == ["other"] and not tried.unnoticed


def test_no_mistake_is_tried_where_the_solution_does_not_pass_the_answers_own_test():
    lost = cell(
        "lost", "### BEGIN SOLUTION\nrows = read_it_from_the_network() + 1\n### END SOLUTION"
    )
    tests = [cell("test-lost", "assert rows == 2", 1), cell("test-small", "assert small(9)", 1)]
    tried = try_mistakes(assignment(SMALL, lost, *tests), "a", LIMITS, 60)
    assert not tried.unseen and tried.answers == 1


@pytest.mark.parametrize(
    "lines, test",
    [
        # The mistake's value is another one in each run, and each test accepts it.
        (
            "    import random\n    return n if n < 10**6 else random.random()",
            "assert pick(3) < 5",
        ),
        # The mistakes give -0.0 where the solution gives 0.0.
        ("    return 0.0 if n < 10 else -0.0", "assert pick(3) == 0 and pick(30) == 0"),
    ],
)
def test_no_example_is_a_matter_of_chance_or_only_the_sign_of_a_zero(lines, test):
    text = f"def pick(n):\n    ### BEGIN SOLUTION\n{lines}\n    ### END SOLUTION"
    tests = assignment(cell("pick", text), cell("test-pick", test, 1))
    tried = try_mistakes(tests, "a", LIMITS, 60)
    assert [m for m in tried.unnoticed if "n < 10" in m.change]
    assert not [m for m in tried.shown if "n < 10" in m.change]


def test_what_takes_for_ever_is_stopped_and_tests_that_say_nothing_find_no_fault(monkeypatch):
    monkeypatch.setattr(mistakes, "LEAST_SECONDS", 0.2)
    loop = "### BEGIN SOLUTION\ndef count(n):\n    while n > 0:\n        n -= 1\n    return n\n### END SOLUTION"
    test = cell("test-count", "assert count(2) == 0", 1)
    tried = try_mistakes(assignment(cell("count", loop), test), "a", LIMITS, 60)
    assert tried.tried == tried.made
    assert not [m for m in tried.unnoticed if "n -= 1 -> pass" in m.change]
    alone = try_mistakes(assignment(cell("count", loop), test), "a", LIMITS, 60, ["test-count"])
    assert alone.tried == 0 and not alone.unseen


def test_calls_of_tests_are_written_down_those_of_hidden_ones_apart():
    hidden = "for n in range(2):\n    assert small(n)\n### BEGIN HIDDEN TESTS\nassert not small(77)\n### END HIDDEN TESTS"
    made = assignment(SMALL, cell("test-small", hidden, 1))
    visible, every = (calls_of(made, "a", LIMITS, shown)["test-small"] for shown in (True, False))
    assert [(str(call), call.value) for call in visible] == [
        ("small(0)", "True"),
        ("small(1)", "True"),
    ]
    assert [str(call) for call in every] == ["small(0)", "small(1)", "small(77)"]


def test_a_result_that_only_comes_after_other_calls_is_told_as_such():
    kept = "def kept(n):\n    ### BEGIN SOLUTION\n    seen = []\n    seen += range(n)\n    return len(seen)\n    ### END SOLUTION"
    test = cell("test-kept", "assert kept(2) == 2", 1)
    tried = try_mistakes(assignment(cell("kept", kept), test), "a", LIMITS, 60)
    assert {m.change: m.example for m in tried.shown} == {
        "line 3: seen = [] -> only before the first call": (
            "kept(2), after other calls, gives 3, not 2"
        )
    }
