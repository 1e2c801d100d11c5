"""Grades are finished where they are written: groups, late penalties, extensions, reasons."""

from datetime import datetime, timedelta

import nbformat
import pytest
from nbgrader.plugins import BasePlugin

from autograder import hooks
from autograder.__main__ import main
from autograder.extras.groups.answers import answers_in, group_id
from autograder.extras.groups.rubric import META, Rubric
from autograder.grader.course.settings import Course, configuration
from autograder.grader.gradebook.dates import extend, set_due
from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.points import points_by_student, regraded
from tests.grader.gradebook.test_verdicts import judged
from tests.small import A, gradebook

DUE = datetime(2026, 11, 1, 12)
WRONG = "return x"


class Penalty(BasePlugin):
    """Takes off what the test says."""

    points = 1.0

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return self.points


@pytest.fixture
def late(course):
    """A course whose assignment was due a day before everything is handed in."""
    with gradebook() as book:
        set_due(book, A, DUE)
    return course


def write(student, answer=WRONG, points=1.0, why="", score=0):
    config = configuration()
    config.AssignLatePenalties.plugin_class = type("Taken", (Penalty,), {"points": points})
    with open_gradebook(Course().directory) as book:
        ledger = Ledger(book, A, config)
        ledger.open_run()
        ledger.why = why
        made = judged(answer, score=score)
        ledger.write(student, DUE + timedelta(days=1), {A: made}, "digest")
        return points_by_student(book, A)[student]


def give_group(points):
    """Give the group of the wrong answer points, before anybody has written it."""
    with open_gradebook(Course().directory) as book:
        key = answers_in([judged(WRONG)])["twice"].key
        META.create_all(book.engine)
        Rubric(book, A).give("twice", group_id("twice", key), "prof", points, "Nearly.")


@pytest.mark.parametrize("taken,left", [(1, 4), (99, 0), (-3, 5), (None, 5)])
def test_a_penalty_is_between_nothing_and_the_score(late, taken, left):
    found = write("ada", "return 2 * x", taken, score=5)
    assert (found.raw, found.got) == (5, left)
    with gradebook() as book:
        [row] = book.find_submission(A, "ada").notebooks
        assert row.score - (row.late_submission_penalty or 0) == left


def test_points_of_a_group_are_penalized_as_others_are(late):
    write("ada")
    give_group(3)
    assert write("ben").got == 2 and write("ada").got == 2
    with gradebook() as book:
        extend(book, A, ["ben"], DUE + timedelta(days=2))
        extend(book, A, ["sam1"], DUE + timedelta(days=2))  # before anything is handed in
    assert write("ben").got == write("sam1").got == 3
    assert write("ada", "return 2 * x", score=5).got == 4  # who mends it loses the group's


@pytest.mark.parametrize("statement", ["select * from nowhere", "select 1"])
def test_a_step_of_another_package_that_fails_costs_no_grade(late, monkeypatch, capsys, statement):
    def fail(graded):
        graded.rows[A].grades[0].manual_score = 99
        graded.gradebook.db.flush()
        graded.gradebook.db.connection().exec_driver_sql(statement)
        raise ValueError("no luck")

    steps = {"finish": {"groups": fail}}
    monkeypatch.setattr(hooks, "registered", lambda group: steps.get(group, {}))
    hooks.leave_out.cache_clear()
    assert write("ada", "return 2 * x", score=5).raw == 5 and write("ben").raw == 0
    said = capsys.readouterr().err
    assert said.count("groups in autograder.finish") == 1 and "of mastermind-grader 0." in said


def test_a_reason_has_the_points_before_and_after_late_penalties(late):
    write("ada", why="not yet graded")
    give_group(3)
    write("ada", why="A test was wrong.")
    with gradebook() as book:
        assert [(one.why, one.before, one.after) for one in regraded(book, A, "ada")] == [
            ("A test was wrong.", 0, 2)
        ]


def test_nobody_elses_notebook_is_read_to_finish_a_grade(late, monkeypatch):
    write("ada")
    give_group(3)
    monkeypatch.setattr(nbformat, "read", lambda *_, **__: 1 / 0)
    assert write("ben").raw == 3


def test_the_command_writes_a_groups_points_with_their_penalty(late):
    config = late / "nbgrader_config.py"
    config.write_text(f"{config.read_text()}\nc.LateSubmissionPlugin.penalty_method = 'zero'")
    path = Course().folder("autograded", "ada", A) / f"{A}.ipynb"
    path.parent.mkdir(parents=True)
    made = judged(WRONG, score=0)
    nbformat.write(made, path)
    write("ada")
    group = group_id("twice", answers_in([made])["twice"].key)
    assert main(["group", A, "twice", group, "--points", "4"]) == 0
    with gradebook() as book:
        found = points_by_student(book, A)["ada"]
        assert (found.raw, found.penalty, found.got) == (4, 4, 0)
