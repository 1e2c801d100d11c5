"""Why something was graded again, for the students to read."""

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
    """That a submission was graded again.

    Attributes
    ----------
    time : datetime
        When, in UTC.
    why : str
        Why, in the instructor's words.
    before, after : float
        The points before and after.
    """

    time: datetime
    why: str
    before: float
    after: float


def total_points(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """The points of each student, late penalties taken off."""
    try:
        return {
            s.student.id: max(s.score - s.late_submission_penalty, 0)
            for s in gradebook.assignment_submissions(assignment)
        }
    finally:
        gradebook.db.rollback()  # what was read is not held on to


def record(
    gradebook: Gradebook, assignment: str, before: dict[str, float], students: list[str], why: str
) -> None:
    """Write down that students' work was graded again, and why.

    Parameters
    ----------
    gradebook : Gradebook
        The course's, with the new points.
    assignment : str
        What was graded.
    before : dict of str to float
        The points that they had; who is not there was not graded before.
    students : list of str
        Whose work was graded.
    why : str
        Why.
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
    """When and why a student's work was graded again, the latest first."""
    if not inspect(gradebook.engine).has_table(_TABLE.name):
        return []
    asked = select(_TABLE.c.time, _TABLE.c.why, _TABLE.c.before, _TABLE.c.after).where(
        _TABLE.c.assignment == assignment, _TABLE.c.student == student
    )
    return [Regraded(*row) for row in gradebook.db.execute(asked.order_by(_TABLE.c.time.desc()))]
