"""Without a bank, students are told which call of a visible test goes wrong, and nothing untrue."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.schedule import Learned
from autograder.grader.diagnosis.questions import noted
from autograder.grader.grading.calibration import calls_of
from autograder.runner.conductor import examine

LIMITS = False, 2.0, 20.0, 0.0


def cell(grade_id, text, points=None):
    marks = {"schema_version": 3, "grade_id": grade_id, "locked": points is not None}
    marks |= {"grade": points is not None, "solution": points is None, "task": False}
    return new_code_cell(text, id=grade_id, metadata={"nbgrader": marks | {"points": points or 0}})


def told(solution, test, answer, given="import math"):
    """What the page says of an answer to an exercise."""
    marked = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    cells = [new_code_cell(given), cell("c1", marked), cell("c2", test, 1)]
    source = new_notebook(cells=cells)
    unchecked = Assignment("a", {"a": source})
    one, two = (calls_of(unchecked, "a", LIMITS) for _ in range(2))
    found = {name: noted(calls, two[name]) for name, calls in one.items()}
    assignment = Assignment("a", {"a": source})
    assignment.learn({"a": Learned(examples=found)})
    handed_in = new_notebook(cells=[cells[0], cell("c1", answer), cells[2]])
    rebuilt, remarks = assignment.rebuild("a", handed_in)
    judged = examine(assignment.job("a", rebuilt, {}), *LIMITS)
    assignment.fill("a", rebuilt, judged, remarks)
    return [example for _, example in rebuilt.metadata["graded"]["diagnoses"].values()]


LENGTH = "def length(x):\n    return len(x)"
TEST = "assert length('ab') == 2\nfor n in (3, 5):\n    assert length([0] * n) == n\nassert length([]) == 0"


@pytest.mark.parametrize(
    "answer, says",
    [
        ("def length(x):\n    return len(x) or 1", "length([]) returns 1, not 0"),
        ("def length(x):\n    return len(x) % 5", "length([0, 0, 0, 0, 0]) returns 0, not 5"),
        (
            "def length(x):\n    return len(x) + 1 - (len(x) % 3 == 0)",
            "length('ab') returns 3, not 2",
        ),
        (
            "def length(x):\n    x.append(1)\n    return len(x) - 1",
            "length('ab') stops with an AttributeError, not 2",
        ),
        ("import random\ndef length(x):\n    return len(x) + random.random()", []),
        ("length = 3", []),
        (LENGTH, []),
    ],
    ids=range(7),
)
def test_the_shortest_visible_call_that_goes_wrong_is_told(answer, says):
    assert told(LENGTH, TEST, answer) == ([says] if says else [])


def test_a_value_that_is_right_too_is_not_called_wrong():
    solution = "def root(n):\n    return [math.isqrt(n), -math.isqrt(n)]"
    test = "for n in (1, 4, 9):\n    assert sorted(r * r for r in root(n)) == [n, n]"
    answer = "def root(n):\n    return [-1, 1] if n == 1 else [2, -2]"
    # What is right for 9 does not stand in the test.
    assert told(solution, test, answer) == ["root(9) returns [2, -2], which is wrong"]


HIDDEN = "### BEGIN HIDDEN TESTS\nassert length([]) == 0\n### END HIDDEN TESTS"


@pytest.mark.parametrize("visible", ["assert length('ab') == 2\n", ""])
def test_what_hidden_tests_call_is_never_told(visible):
    answer = "def length(x):\n    return len(x) or 1"
    assert told(LENGTH, visible + HIDDEN, answer) == []


def test_calls_of_visible_tests_are_written_down():
    hidden = "for n in range(2):\n    assert small(n)\n### BEGIN HIDDEN TESTS\nassert not small(77)\n### END HIDDEN TESTS"
    answer = cell("small", "### BEGIN SOLUTION\ndef small(n):\n    return n < 10\n### END SOLUTION")
    source = new_notebook(cells=[answer, cell("test-small", hidden, 1)])
    made = Assignment("a", {"a": source})
    visible = calls_of(made, "a", LIMITS)["test-small"]
    assert [(str(call), call.value) for call in visible] == [
        ("small(0)", "True"),
        ("small(1)", "True"),
    ]
