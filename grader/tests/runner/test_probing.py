"""Probes of wrong answers: what a call gives alone, and the names of what it gives."""

import pytest

from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Question, Step
from autograder.runner.recording import as_cell

CALLS = ("double(1)", "double(2)", "double(3)", "digest(double, [(4,), (5,)])")
RIGHT = ("2", "4", "6", "'d1'")
COUNTS = "seen = []\ndef double(n):\n    seen.append(n)\n    return 2 * n * len(seen)"


def tried(answer):
    step = Step(1, as_cell("", CALLS), True, ("double",), known=True)
    question = Question("double", (1,), step, "", CALLS, RIGHT)
    test = Step(1, "assert double(1) == 3", True, ("double",))
    return examine(Job([Step(0, answer), test], [], {}, {}, questions=[question]))


def test_the_first_wrong_result_is_asked_for_again_in_a_new_process():
    outcome = tried(COUNTS)
    assert outcome.observed["double"][:3] == ["2", "8", "18"]
    assert outcome.alone["double"] == {"double(2)": "4"}
    outcome = tried("def double(n):\n    return n * n")
    assert outcome.alone["double"] == {"double(1)": "1"}


@pytest.mark.parametrize(
    "value, named",
    [
        ("filter(None, [n])", "an iterator"),
        ("__import__('numpy').bool_(True)", "NumPy's True"),
        ("__import__('IPython').display.HTML('x')", "an HTML"),
        ("None", "None"),
    ],
)
def test_what_is_no_plain_value_has_a_name_that_students_know(value, named):
    assert tried(f"def double(n): return {value}").observed["double"][0] == named
