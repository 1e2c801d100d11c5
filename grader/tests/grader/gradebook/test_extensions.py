"""Due dates and extensions, whenever they are given."""

import shutil
from datetime import UTC, datetime, timedelta

import pytest
from nbgrader.api import Gradebook

from autograder.__main__ import main
from autograder.grader.course.settings import GradingError
from autograder.grader.gradebook import finishing
from autograder.grader.gradebook.dates import (
    Dates,
    extend,
    read_when,
    seconds_late,
    set_due,
    shown,
)
from tests.small import A, gradebook

NOW = datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def test_more_time_given_before_anything_is_handed_in_waits_and_becomes_nbgraders(
    new_gradebook, tmp_path
):
    with Gradebook(f"sqlite:///{shutil.copy(new_gradebook, tmp_path)}") as book:
        book.add_assignment("a", duedate=NOW)
        for student in ("ada", "ben"):
            book.add_student(student)
        extend(book, "a", ["ada", "ben"], NOW + timedelta(days=2))
        assert book.assignment_submissions("a") == []  # or exports would give them 0 points
        assert Dates(book).of("a", "ada") == NOW + timedelta(days=2)
        assert Dates(book).of("a", "eva") == NOW

        made = book.add_submission("a", "ada", timestamp=NOW + timedelta(days=3))
        finishing.extend(finishing.Graded(book, "a", "ada", made, {}, {}))
        assert made.extension == timedelta(days=2) and seconds_late(made) == 86400
        set_due(book, "a", NOW + timedelta(days=1))  # it moves all of them
        assert Dates(book).of("a", "ada") == NOW + timedelta(days=3) and seconds_late(made) == 0
        assert Dates(book).of("a", "ben") == NOW + timedelta(days=3)
        extend(book, "a", ["ada", "ben"], None)
        assert {*map(Dates(book).of, "aa", ("ada", "ben"))} == {NOW + timedelta(days=1)}
        extend(book, "a", ["ada"], NOW + timedelta(days=2))
        set_due(book, "a", None)
        assert Dates(book).of("a", "ada") is None and seconds_late(made) == 0

        for who, until, says in [("eva", 3, "not in the gradebook: eva"), ("ada", -1, "not after")]:
            set_due(book, "a", NOW)
            with pytest.raises(GradingError, match=says):
                extend(book, "a", [who], NOW + timedelta(days=until))


def test_a_date_is_set_before_anything_is_released(course, capsys, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    with gradebook() as book:
        book.remove_assignment(A)
    assert main(["due", A, "2026-11-30 23:59Z"]) == 0
    assert f"{A}: Monday, November 30, 2026, 23:59" in capsys.readouterr().out
    assert main(["due", "nothing-of-this-name", "2026-11-30 23:59Z"]) == 2
    assert "no assignment nothing-of-this-name" in capsys.readouterr().err


def test_a_date_is_read_and_shown_as_people_write_it():
    assert read_when("2026-11-30 23:59+01:00") == datetime(2026, 11, 30, 22, 59)
    assert shown(None) == "no due date"
