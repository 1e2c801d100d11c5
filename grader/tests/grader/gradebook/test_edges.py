"""Points, dates and names at their limits, in the gradebook and on what is made of it."""

import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from nbgrader.api import Gradebook
from traitlets.config import Config

from autograder import Classroom, hooks
from autograder.extras.groups.rubric import META, Rubric, _share
from autograder.extras.lms.exporting import GradesExport, notices
from autograder.extras.lms.platforms import harmless
from autograder.grader.course.settings import Course, GradingError, configuration
from autograder.grader.gradebook import splits
from autograder.grader.gradebook.dates import extend, read_when, set_due
from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.points import (
    ExercisePoints,
    failed,
    points_by_student,
    regraded,
)
from autograder.grader.gradebook.tables import REGRADED, now, put
from autograder.grader.pages.class_report import collect
from tests.grader.gradebook.test_finishing import DUE, Penalty, late, write  # noqa: F401
from tests.grader.gradebook.test_splits import SPLIT, hand_in
from tests.grader.gradebook.test_verdicts import DIFFERS, grade, judged
from tests.small import A, gradebook, work

RIGHT = "return 2 * x"


@pytest.fixture
def book(new_gradebook, tmp_path):
    with Gradebook(f"sqlite:///{shutil.copy(new_gradebook, tmp_path)}") as made:
        for name in "ab":
            made.add_assignment(name, duedate=DUE)
        for student in ("ada", "ben"):
            made.add_student(student)
        yield made


def report(*students):
    for student in students:
        path = Course().folder("submitted", student, A) / f"{A}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(work())
    return collect(Course(), A)


def test_an_extension_ends_after_the_due_date(book):
    extend(book, "a", ["ada"], DUE + timedelta(seconds=1))
    with pytest.raises(GradingError, match="not after"):
        extend(book, "a", ["ada"], DUE)


def test_a_day_ends_a_minute_before_midnight():
    ends = datetime(2026, 11, 30, 23, 59).astimezone(UTC).replace(tzinfo=None)
    assert read_when("2026-11-30") == ends


def test_what_failed_and_was_graded_again_is_told_of_that_student_and_assignment(book):
    Ledger(book, "a", Config()).fail("ada", "damaged")
    assert failed(book, "a") == {"ada": "damaged"} and failed(book, "b") == {}
    for why in ("first", "second"):
        place = {"assignment": "a", "student": "ada", "time": now()}
        put(book, REGRADED, place, why=why, before=0, after=1)
    assert [one.why for one in regraded(book, "a", "ada")] == ["second", "first"]
    assert regraded(book, "a", "ben") == regraded(book, "b", "ada") == []


def test_points_are_final_once_all_are_given():
    given, waiting = ExercisePoints(2, 5, 0), ExercisePoints(2, 5, 3)
    assert (given.final, waiting.final) == (2, None)


def test_work_is_graded_again_if_its_lateness_has_changed(late):  # noqa: F811
    write("ada", RIGHT)
    costly, free = configuration(), configuration()
    costly.AssignLatePenalties.plugin_class = Penalty
    with open_gradebook(Course().directory) as book:
        for due, known in [(DUE, True), (DUE + timedelta(hours=2), False), (None, False)]:
            set_due(book, A, due)
            assert Ledger(book, A, costly).was_graded("ada", "digest") is known
        write("ada", RIGHT)
        assert Ledger(book, A, free).was_graded("ada", "digest")
        assert not Ledger(book, A, free).was_graded("ada", "another")
        set_due(book, A, DUE)
        assert not Ledger(book, A, costly).was_graded("ada", "digest")
        set_due(book, A, DUE + timedelta(days=1))  # in time to the second
    assert write("ada", RIGHT, score=5).penalty == 0


def test_a_penalty_never_costs_more_than_there_is(late):  # noqa: F811
    write("ada", RIGHT, 3, score=5)
    write("ben", RIGHT, 3, score=5)
    with gradebook() as book:
        for one in book.find_submission(A, "ada").notebooks[0].grades:
            one.manual_score = 1 if one.name == "test-twice" else 0
        book.db.commit()
        found = points_by_student(book, A)
        assert (found["ada"].raw, found["ada"].got) == (1, 0) and found["ben"].got == 2
    found = report("ada", "ben")
    assert found.totals == {"ada": 0, "ben": 2}
    assert [(one.full, len(one.got), one.none) for one in found.exercises] == [(1, 2, 0)]


def test_a_test_that_was_not_handed_in_has_no_points_and_waits_for_nobody(course):
    made = judged(RIGHT)
    del made.cells[-1]
    assert grade("ada", made)[:3] == (3, 5, False)


def test_the_last_step_that_proposes_points_wins_and_a_persons_own_stay(course, monkeypatch):
    def step(graded):
        for points in (1, 2):
            graded.propose(A, {"test-twice": points})

    steps = {"finish": {"x": step}}
    monkeypatch.setattr(hooks, "registered", lambda group: steps.get(group, {}))
    assert grade("ada", judged(RIGHT)).got == 2 + 2
    with gradebook() as book:
        book.find_submission(A, "ada").notebooks[0].grades[0].manual_score = 0
        book.find_submission(A, "ada").notebooks[0].grades[1].manual_score = 0
        book.db.commit()
    assert grade("ada", judged(RIGHT)).got == 0


def test_feedback_of_one_student_is_released_and_that_of_another_waits(course):
    for student in ("ada", "ben"):
        for number in range(3):
            hand_in(student, number, SPLIT)
    with open_gradebook(Course().directory) as book:
        splits.release(book, A, "ada")
        assert splits.waiting(book, A) == {"ben"}


def test_a_name_in_a_table_is_no_formula():
    assert [harmless(f"{sign}1") for sign in "=+-@"] == ["'=1", "'+1", "'-1", "'@1"]
    assert harmless(-1.0) == -1.0


def test_a_table_has_no_points_that_a_person_still_has_to_give(course):
    grade("ada", judged(RIGHT, DIFFERS))
    grade("ben", judged(RIGHT))
    with gradebook() as book:
        _, ada, ben, *_ = GradesExport().rows(book, [A])
        found = Classroom(gradebook=book).points(A)
    assert (ada[3], ada[7:10], ada[-1]) == ("ada", ["", "", ""], "not graded yet")
    assert (ben[3], ben[7:10], ben[-1]) == ("ben", [5, 0, 5], "")
    [said] = notices(found)
    assert said.startswith("Left empty") and said.endswith(": ada.")
    found["ben"].earlier = True
    assert found["ben"].remark == "from an earlier submission" and notices(found)[1].endswith(
        ": ben."
    )
    made = report("ada", "ben")
    assert made.final == [5] and made.counts == "1 graded, 1 partly graded"
    assert [one.none for one in made.exercises] == [0]


def test_a_group_is_given_from_none_to_all_points(course):
    with gradebook() as book:
        META.create_all(book.engine)
        rubric = Rubric(book, A)
        for points in (0, 5):
            rubric.give("twice", "group", "prof", points)
            assert rubric.lines()["twice", "group"].points == points
        for points in (-1, 5.5):
            with pytest.raises(GradingError, match="0 to 5 points"):
                rubric.give("twice", "group", "prof", points)
    grades = [SimpleNamespace(name=name, max_score=most) for name, most in (("a", 3), ("b", 2))]
    assert _share(4, grades) == {"a": 3, "b": 1}
