"""Limits of a run in numbers, and the table of verdicts, line by line."""

import pytest

from autograder.runner.conductor import examine
from autograder.runner.examination import OutputRoom
from autograder.runner.jobs import Job, Outcome, Step, Together, credit
from autograder.runner.juries import judged
from autograder.runner.processes.shell import Outputs, failure

PASS, FAIL = Together(False), Together(True)
HALF = [{"output_type": "execute_result", "data": {"text/plain": "0.5"}, "metadata": {}}]


def test_the_eleventh_cell_that_ends_python_is_the_last():
    steps = [Step(place, "import os; os._exit(0)") for place in range(12)]
    outputs = examine(Job(steps, [], {}, {}), cell_seconds=20, wall_seconds=600).outputs
    said = [outputs[place][-1]["evalue"] for place in (10, 11)]
    assert ["10 times" in text for text in said] == [False, True]


def test_the_outputs_of_a_notebook_have_twenty_million_characters():
    room = OutputRoom()
    long, short = ({"output_type": "stream", "text": "x" * n} for n in (19_999_000, 1000))
    assert room.limited([long]) == [long]
    assert room.limited([short]) == []


def test_the_outputs_of_a_cell_are_two_hundred_and_ten_errors():
    outputs = Outputs()
    for _ in range(300):
        outputs.show({"text/plain": "x"})
    assert len(outputs.items) == 200
    for _ in range(20):
        outputs.error("E", "", [])
    assert len(outputs.items) == 210


@pytest.mark.parametrize("size, kept", [(1_000_000, True), (1_000_001, False)])
def test_a_display_has_a_million_characters(size, kept):
    outputs = Outputs()
    outputs.show({"text/plain": "x" * size})
    assert (len(outputs.items[0]["data"]["text/plain"]) == size) is kept


@pytest.mark.parametrize(
    "text, part", [("0.5", 0.5), ("9", 9.0), ("np.float64(9.0)", None), ("'9'", None)]
)
def test_a_number_is_part_of_the_points_as_nbgrader_reads_it(text, part):
    assert credit([{"output_type": "execute_result", "data": {"text/plain": text}}]) == part


@pytest.mark.parametrize(
    "apart, first, second, becomes",
    [
        ([], PASS, PASS, "points"),
        ([], FAIL, FAIL, "none"),
        ([], FAIL, PASS, "person"),
        (failure("E", ""), FAIL, FAIL, "none"),
        (failure("E", ""), PASS, PASS, "person"),
        (HALF, Together(False, 0.5), PASS, "points"),
        (HALF, Together(False, 1.0), PASS, "person"),
        ([], Together(False, 0.5), PASS, "person"),
        ([], Together(True, None, "network"), FAIL, "person"),
        (failure("E", ""), Together(True, None, "memory"), FAIL, "person"),
    ],
)
def test_who_decides_on_a_test(apart, first, second, becomes):
    job = Job([Step(0, "pass", True)], [], {}, {})
    outcome = judged(job, Outcome({0: apart}, [], {}, {}, {}), [{0: first}, {0: second}])
    failed = any(output["output_type"] == "error" for output in outcome.outputs[0])
    person = 0 in outcome.verdicts and outcome.verdicts[0].person
    assert ("person" if person else "none" if failed else "points") == becomes
