"""Every hand-in that the watcher has seen: when it came, and what became of it.

It is a table of its own in the gradebook, and what was handed in and graded is kept
beside it, in the course's folder ``attempts/``.
"""

import shutil
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from sqlalchemy import (
    Column,
    DateTime,
    Float,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    insert,
    select,
)
from sqlalchemy.exc import DBAPIError

from autograder.course import Course

FOLDER = "attempts"
KEPT = ("submitted", "autograded")
_TABLE = Table(
    "autograder_attempts",
    MetaData(),
    Column("folder", String(255), primary_key=True),
    Column("assignment", String(128), index=True),
    Column("student", String(128)),
    Column("time", DateTime),
    Column("state", String(16)),
    Column("score", Float),
    Column("of", Float),
    Column("remarks", Text),
)


class Attempt(Struct):
    """A hand-in.

    Attributes
    ----------
    folder : str
        The name of its folder in the exchange.
    assignment, student : str
        What, and by whom; for one that was refused, what its name says.
    time : datetime or None
        When, in UTC.
    state : {"graded", "failed", "refused", "not counted"}
        What became of it.
    score, of : float or None
        The points, after what was taken off for being late.
    remarks : str
        What was unusual; for one that was refused, why.
    """

    folder: str
    assignment: str
    student: str
    time: datetime | None
    state: str
    score: float | None = None
    of: float | None = None
    remarks: str = ""


class Attempts:
    """The attempts of a course.

    Parameters
    ----------
    course : Course
        The course.
    """

    def __init__(self, course: Course) -> None:
        self._course = course
        self._engine = create_engine(course.directory.db_url)
        try:
            _TABLE.metadata.create_all(self._engine)
        except DBAPIError:  # another one has just made it
            _TABLE.metadata.create_all(self._engine)

    def all(self, assignment: str) -> list[Attempt]:
        """What is known about an assignment, the oldest first."""
        asked = select(_TABLE).where(_TABLE.c.assignment == assignment)
        with self._engine.connect() as connection:
            rows = connection.execute(asked.order_by(_TABLE.c.time, _TABLE.c.folder))
            return [Attempt(**row._mapping) for row in rows]

    def add(self, attempt: Attempt) -> None:
        """Write down what became of a hand-in."""
        row = {name: getattr(attempt, name) for name in Attempt.__struct_fields__}
        with self._engine.begin() as connection:
            connection.execute(insert(_TABLE).values(row))

    def keep(self, student: str, assignment: str, stamp: str) -> None:
        """Copy what was handed in and graded, so that a later attempt does not replace it."""
        kept = self.folder(student, assignment, stamp)
        shutil.rmtree(kept, ignore_errors=True)  # of a run that was killed
        for step in KEPT:
            shutil.copytree(self._course.folder(step, student, assignment), kept / step)

    def folder(self, student: str, assignment: str, stamp: str) -> Path:
        """Where an attempt is kept."""
        return self._course.root / FOLDER / student / assignment / stamp
