"""The reasons of regrading, for students to read."""

from datetime import UTC, datetime
from typing import NamedTuple

from nbgrader.api import Gradebook
from sqlalchemy import (
    Column,
    DateTime,
    Float,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
)

from autograder.gradebook.tables import META

_TABLE = Table(
    "autograder_regraded",
    META,
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("time", DateTime, primary_key=True),
    Column("why", Text),
    Column("before", Float),
    Column("after", Float),
)


class Regraded(NamedTuple):
    """A regrading of a submission."""

    time: datetime
    why: str
    before: float
    after: float


def record(
    gradebook: Gradebook, assignment: str, student: str, why: str, before: float, after: float
) -> None:
    """Record that a student's work was graded again, and why; it is part of a transaction."""
    now = datetime.now(UTC).replace(tzinfo=None)
    row = {"assignment": assignment, "student": student, "time": now, "why": why}
    gradebook.db.execute(insert(_TABLE).values(**row, before=before, after=after))


def regraded(gradebook: Gradebook, assignment: str, student: str) -> list[Regraded]:
    """List the regradings of a student's work, the latest first."""
    if not inspect(gradebook.engine).has_table(_TABLE.name):
        return []
    asked = select(_TABLE.c.time, _TABLE.c.why, _TABLE.c.before, _TABLE.c.after).where(
        _TABLE.c.assignment == assignment, _TABLE.c.student == student
    )
    return [Regraded(*row) for row in gradebook.db.execute(asked.order_by(_TABLE.c.time.desc()))]
