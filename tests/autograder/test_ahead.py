"""What is run ahead of its turn counts only where it is what is asked for."""

import threading
import time
from pathlib import Path

import pytest

from autograder.ahead import Ahead
from autograder.sandbox.sheets import Sheet, Step
from tools.course import Course, of_exercise, solutions

HOW = (True, 30, 300)
FIRST, SECOND, THIRD = Path("first"), Path("second"), Path("third")
ASSIGNMENT = "02-valid-guesses"


def sheet(text):
    return Sheet([Step(0, text)], [], {}, {})


def printed(judged):
    return judged.outputs[0][0]["text"]


def running():
    """The threads that run something ahead."""
    return [thread for thread in threading.enumerate() if thread.name == "ahead"]


def wait():
    for thread in running():
        thread.join()


@pytest.mark.slow
def test_the_next_notebook_is_run_before_its_turn():
    clock = sheet("import time\nprint(time.time())")
    ahead = Ahead()
    ahead.judge(FIRST, sheet("1"), HOW, SECOND, lambda: clock)
    wait()
    turn = time.time()
    assert float(printed(ahead.judge(SECOND, clock, HOW, None, lambda: clock))) < turn


@pytest.mark.parametrize(
    "path, text, how",
    [(SECOND, "print('changed')", HOW), (THIRD, "print('guessed')", HOW), (SECOND, "print('guessed')", (True, 29, 300))],
)  # fmt: skip
def test_what_is_not_exactly_the_same_is_run_in_its_turn(path, text, how):
    ahead, asked = Ahead(), sheet(f"{text}\nimport time\nprint(time.time())")
    ahead.judge(FIRST, sheet("1"), HOW, SECOND, lambda: sheet("print('guessed')"))
    wait()
    turn = time.time()
    said, when = printed(ahead.judge(path, asked, how, None, lambda: asked)).split()
    assert said == text.split("'")[1] and float(when) >= turn


def test_what_goes_wrong_ahead_costs_nothing():
    def fail():
        raise OSError("no such file")

    ahead = Ahead()
    ahead.judge(FIRST, sheet("1"), HOW, SECOND, fail)
    assert printed(ahead.judge(SECOND, sheet("print(2)"), HOW, None, fail)) == "2\n"


def test_a_notebook_that_takes_long_keeps_no_other_waiting():
    ahead, enough = Ahead(), threading.Event()

    def take_long():
        enough.wait()
        return sheet("1")

    ahead.judge(FIRST, sheet("1"), HOW, SECOND, take_long)
    assert printed(ahead.judge(THIRD, sheet("print(3)"), HOW, None, take_long)) == "3\n"
    assert running()
    enough.set()
    wait()


@pytest.mark.slow
def test_nbgrader_grades_what_was_handed_in_again_in_between(tmp_path):
    course = Course(tmp_path)
    right = solutions(ASSIGNMENT)
    for student in ["ann", "bob", "cy"]:
        course.hand_in(student, ASSIGNMENT, right)
    course.nbgrader("generate_assignment", ASSIGNMENT)
    course.nbgrader("autograde", ASSIGNMENT)
    course.hand_in("bob", ASSIGNMENT, {})
    course.nbgrader("autograde", ASSIGNMENT, "--force")
    scores = course.scores(ASSIGNMENT)
    assert [of_exercise(scores[s], "valid_code").got for s in ["ann", "bob", "cy"]] == [4, 0, 4]
