"""The demo: a class of right, wrong, unfinished and broken work, graded from end to end."""

import csv

import pytest

from bank import EXERCISES
from tools.course import Course, of_exercise
from tools.demo import CLASS, ONE_WRONG, RIGHT, autograder, main

# All of them take `make demo` minutes; these have random, stateful and partly right answers.
HANDED_IN = ("01-random-codes", "02-valid-guesses", "03-feedback")


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("demo")
    main(root, HANDED_IN)
    return Course(root)


def got(course, assignment, student):
    scores = course.scores(assignment)[student]
    return [of_exercise(scores, name) for name in EXERCISES[assignment]]


def test_the_class_is_large_enough_to_look_like_one():
    assert len(CLASS) >= 40


@pytest.mark.parametrize("assignment", HANDED_IN)
def test_every_student_gets_what_the_work_deserves(course, assignment):
    for student in [*RIGHT, "liam", "mona"]:
        assert all(score.got == score.of for score in got(course, assignment, student)), student
    for number, student in enumerate(ONE_WRONG):
        mistaken = got(course, assignment, student)[number // 2 % 2]
        assert mistaken.got < mistaken.of, student
    first, *others = got(course, assignment, "ivo")
    assert first.got == first.of and not any(score.got for score in others)
    assert not any(score.got for score in got(course, assignment, "jana"))
    first, broken, *others = got(course, assignment, "kira")
    assert broken.got == 0 and all(score.got == score.of for score in [first, *others])
    assert "nils" not in course.scores(assignment)


def test_everyone_whose_work_was_graded_gets_feedback(course):
    for student in CLASS.keys() - {"nils"}:
        page = course.root / "feedback" / student / HANDED_IN[0] / f"{HANDED_IN[0]}.html"
        assert "HIDDEN TESTS" not in page.read_text()


def test_learning_platforms_get_a_line_for_each_student(course):
    with (course.root / "moodle.csv").open() as file:
        moodle = {line["Username"]: line for line in csv.DictReader(file)}
    with (course.root / "canvas.csv").open() as file:
        possible, *lines = csv.DictReader(file)
    canvas = {line["SIS Login ID"]: line for line in lines}
    assert possible["Student"].strip() == "Points Possible"
    for assignment in HANDED_IN:
        for student, scores in course.scores(assignment).items():
            total = sum(score.got for score in scores.values())
            assert float(moodle[student][assignment]) == pytest.approx(total)
            assert float(canvas[student][assignment]) == pytest.approx(total)


def test_the_class_report_names_what_was_common_and_what_was_unusual(course):
    page = (course.root / "class_report" / "01-random-codes.html").read_text()
    assert "the last color never comes up" in page  # two students share it
    assert "my notebook.ipynb was taken for 01-random-codes.ipynb" in page
    assert "Refused: 01-random-codes.ipynb cannot be read" in page


def test_the_same_gradebook_gives_the_same_report(course):
    path = course.root / "class_report" / "02-valid-guesses.html"
    before = path.read_bytes()
    assert autograder(course, "report", "02-valid-guesses").returncode == 0
    assert path.read_bytes() == before


def test_grading_twice_gives_the_same_scores(course):
    before = course.scores("02-valid-guesses")
    autograder(course, "grade", "02-valid-guesses", "--force")
    assert course.scores("02-valid-guesses") == before
