"""The demo: a class of right, wrong, unfinished and broken work, graded from end to end."""

import csv

import pytest

from tests.bank import EXERCISES
from tests.course import Course, of_exercise
from tests.demo import CLASS, HANDED_IN, main


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("demo")
    main(root)
    return Course(root)


def got(course, assignment, student):
    scores = course.scores(assignment)[student]
    return [of_exercise(scores, name) for name in EXERCISES[assignment]]


@pytest.mark.parametrize("assignment", HANDED_IN)
def test_every_student_gets_what_the_work_deserves(course, assignment):
    for student in ["ada", "ben", "chen", "dina", "emre"]:
        assert all(score.got == score.of for score in got(course, assignment, student)), student
    for number, student in enumerate(["femi", "gita", "hugo", "ines", "jun", "kofi", "lena"]):
        mistaken = got(course, assignment, student)[number % 2]
        assert mistaken.got < mistaken.of, student
    first, *others = got(course, assignment, "maya")
    assert first.got == first.of and not any(score.got for score in others)
    assert not any(score.got for score in got(course, assignment, "noor"))
    first, broken, *others = got(course, assignment, "omar")
    assert broken.got == 0 and all(score.got == score.of for score in [first, *others])


def test_everyone_gets_feedback_and_a_line_in_the_export(course):
    for student in CLASS:
        for assignment in HANDED_IN:
            page = course.root / "feedback" / student / assignment / f"{assignment}.html"
            assert "HIDDEN TESTS" not in page.read_text()
    with (course.root / "grades.csv").open() as file:
        lines = [(line["student_id"], line["assignment"]) for line in csv.DictReader(file)]
    assert set(lines) >= {(student, name) for student in CLASS for name in HANDED_IN}


def test_grading_twice_gives_the_same_scores(course):
    before = course.scores("02-valid-guesses")
    course.nbgrader("autograde", "02-valid-guesses", "--force")
    assert course.scores("02-valid-guesses") == before
