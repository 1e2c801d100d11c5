"""The reasons of regrading, for students to read."""

from datetime import UTC, datetime
from typing import NamedTuple

from nbgrader.api import Gradebook
from sqlalchemy import (
    Column,
    DateTime,
    Float,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
)

_TABLE = Table(
    "autograder_regraded",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("time", DateTime, primary_key=True),
    Column("why", Text),
    Column("before", Float),
    Column("after", Float),
)


class Regraded(NamedTuple):
    """A regrading of a submission.

    Attributes
    ----------
    time : datetime
        The time, in UTC.
    why : str
        The reason, in the instructor's words.
    before, after : float
        The points before and after.
    """

    time: datetime
    why: str
    before: float
    after: float


def total_points(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """Return the points of each student, after late penalties."""
    try:
        return {
            s.student.id: max(s.score - s.late_submission_penalty, 0)
            for s in gradebook.assignment_submissions(assignment)
        }
    finally:
        gradebook.db.rollback()  # ends the read transaction


def record(
    gradebook: Gradebook, assignment: str, before: dict[str, float], students: list[str], why: str
) -> None:
    """Record that students' work was graded again, and why.

    Parameters
    ----------
    gradebook : Gradebook
        The course's gradebook, with the new points.
    assignment : str
        The assignment.
    before : dict of str to float
        The points before; students who are missing here had not been graded.
    students : list of str
        The students whose work was graded.
    why : str
        The reason.
    """
    _TABLE.create(gradebook.engine, checkfirst=True)
    now = datetime.now(UTC).replace(tzinfo=None)
    after = total_points(gradebook, assignment)
    rows = [
        {
            "assignment": assignment,
            "student": student,
            "time": now,
            "why": why,
            "before": before[student],
            "after": after[student],
        }
        for student in students
        if student in before and student in after
    ]
    if rows:
        gradebook.db.execute(insert(_TABLE), rows)
        gradebook.db.commit()


def regraded(gradebook: Gradebook, assignment: str, student: str) -> list[Regraded]:
    """List the regradings of a student's work, the latest first."""
    if not inspect(gradebook.engine).has_table(_TABLE.name):
        return []
    asked = select(_TABLE.c.time, _TABLE.c.why, _TABLE.c.before, _TABLE.c.after).where(
        _TABLE.c.assignment == assignment, _TABLE.c.student == student
    )
    return [Regraded(*row) for row in gradebook.db.execute(asked.order_by(_TABLE.c.time.desc()))]
