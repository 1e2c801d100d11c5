"""Grading by nbgrader, with a real kernel and a real gradebook."""

import html
import re

import pytest

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course import settings
from autograder.grader.grading.calibration import calibrate
from tools.course import ASSIGNMENTS, ROOT, Score, exercises, of_exercise, solutions

BY_DAY = {"03-feedback", "09-gladiators", "10-peg-game"}
"""They have every kind of exercise; the gate and nbval run the tests of all notebooks."""
GRADED = [
    pytest.param(name, marks=[] if name in BY_DAY else pytest.mark.nightly)
    for name in ASSIGNMENTS
    if exercises(name)
]
FORGED_MODULES = ["markposition", "random", "ipykernel_launcher", "sitecustomize", "mastermind"]
CHEAT = """
def mark_positions():
    pass

def check_if_counted(position):
    return position in [0, 2, 4, 6, 8, 10]
"""


@pytest.fixture(scope="module", params=GRADED)
def graded(request, course):
    """One assignment, handed in solved and handed in as it was released."""
    course.hand_in("solved", request.param, solutions(request.param))
    course.hand_in("untouched", request.param, {})
    course.nbgrader("autograde", request.param)
    course.nbgrader("generate_feedback", request.param)
    return request.param


def test_the_solution_gets_all_points_and_the_untouched_release_none(course, graded):
    scores = course.scores(graded)
    by_hand = {student: of.pop("think-answer", None) for student, of in scores.items()}
    assert set(by_hand.values()) <= {None, Score(0, 2)}  # until a teacher has read it
    assert len(scores["solved"]) == 2 * len(exercises(graded))
    assert all(score.got == score.of > 0 for score in scores["solved"].values())
    assert all(score.got == 0 for score in scores["untouched"].values())


def test_its_tests_are_judged_by_both_juries_and_by_no_other_way(graded, monkeypatch):
    monkeypatch.chdir(ROOT)
    course = settings.Course()
    known = calibrate(course, Assignment.read(course, graded), reuse=True)
    assert {(one.way, one.why, one.untouched) for one in known.findings} == {("both", "", False)}


def test_feedback_shows_points_and_messages_but_nothing_of_hidden_tests(course, graded):
    for student in ["solved", "untouched"]:
        page = (course.root / "feedback" / student / graded / f"{graded}.html").read_text()
        text = html.unescape(re.sub("<[^>]+>", "", page))
        assert "# Hidden tests:" in text
        assert "HIDDEN TESTS" not in text
        assert not any(f"hidden_{name}" in text for name in exercises(graded))
    assert "No answer yet: replace this line with your code." in text
    assert "A hidden test did not pass." in text


def test_modules_handed_in_beside_the_notebook_are_not_imported(course):
    # The forged functions would pass the visible and hidden tests of exercise 2.
    answers = {**solutions("03-feedback"), "mark_positions": "def mark_positions():\n    pass"}
    path = course.hand_in("intruder", "03-feedback", answers)
    forged = f"open('imported', 'a').write(__name__)\n{CHEAT}"
    for name in FORGED_MODULES:
        (path.parent / f"{name}.py").write_text(forged)
    course.nbgrader("autograde", "03-feedback", "--student", "intruder")
    scores = course.scores("03-feedback")["intruder"]
    assert not list(course.root.rglob("imported"))
    assert of_exercise(scores, "mark_positions").got == 0
    assert of_exercise(scores, "get_feedback") == Score(8, 8)


def test_students_are_told_how_many_wrong_referees_their_examples_expose(course):
    written = {
        "seven": (
            "[('OG', 'OG', 'bb'), ('OG', 'GO', 'ww')]",
            5 * 7 / 12,
            "Your examples expose 7 of 12 faulty programs.",
        ),
        "untrue": (
            "[('OG', 'OG', 'bb'), ('OG', 'GO', 'ww'), ('OG', 'GO', 'w'), ('OP', 'OP', 'b')]",
            5 * 7 / 24,
            "Ignored, because it is incorrect: ('OG', 'GO', 'w').",
        ),
        "none": (
            "[]",
            0,
            "No answer yet in examples. Write your answer and run it, and then run this cell again.",
        ),
        "bare": (
            "('OG', 'GO', 'ww')",
            0,
            "examples should be a list of 1 to 8 examples, in square brackets even if there is only one.",
        ),
    }
    for student, (examples, _, _) in written.items():
        course.hand_in(
            student,
            "03-feedback",
            solutions("03-feedback") | {"examples": f"examples = {examples}"},
        )
    course.nbgrader("autograde", "03-feedback")
    course.nbgrader("generate_feedback", "03-feedback")
    for student, (_, points, told) in written.items():
        assert course.scores("03-feedback")[student]["hidden-examples"] == pytest.approx(
            (points, 5)
        )
        page = (course.root / "feedback" / student / "03-feedback" / "03-feedback.html").read_text()
        text = html.unescape(re.sub("<[^>]+>", "", page))
        assert told in text
        assert "wrong_referees" not in text


def test_a_missing_and_an_empty_submission_are_named_and_the_run_fails(course):
    missing = course.nbgrader("autograde", "01-random-codes", "--student", "nobody", check=False)
    assert missing.returncode != 0
    assert "No notebooks were matched by" in missing.stdout and "nobody" in missing.stdout
    (course.root / "submitted" / "empty" / "01-random-codes").mkdir(parents=True)
    empty = course.nbgrader("autograde", "01-random-codes", "--student", "empty", check=False)
    assert empty.returncode != 0
    assert "No notebooks were matched by" in empty.stdout and "empty" in empty.stdout


def test_an_unknown_assignment_is_named_and_the_run_fails(course):
    unknown = course.nbgrader("autograde", "99-nothing", check=False)
    assert unknown.returncode != 0 and "99-nothing" in unknown.stdout
