"""Every hand-in that the watcher has seen: when it came, and what became of it.

It is a table of its own in the gradebook, and what was handed in and graded is kept
beside it, in the course's folder ``attempts/``.
"""

import shutil
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from msgspec import Struct, structs
from sqlalchemy import (
    Column,
    DateTime,
    Float,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from autograder.course.settings import Course

FOLDER = "attempts"
_AGAIN = "again"
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
        The name of its folder in the exchange, as `storable` writes it.
    assignment, student : str
        What, and by whom; for one that was refused, the account that it belongs to.
    time : datetime or None
        When, in UTC.
    state : {"running", "graded", "failed", "refused", "not counted"}
        What became of it; for one that was under way when the watcher was killed, "running".
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

    def add(self, attempts: Iterable[Attempt]) -> None:
        """Write down what became of hand-ins, in the place of what stood there: all or nothing."""
        rows = {one.folder: structs.asdict(one) for one in attempts}
        if not rows:
            return
        with self._engine.begin() as connection:
            connection.execute(
                delete(_TABLE).where(_TABLE.c.folder == bindparam("old")),
                [{"old": folder} for folder in rows],
            )
            connection.execute(insert(_TABLE), list(rows.values()))

    def refused(self) -> list[Attempt]:
        """What was refused, by owner."""
        asked = select(_TABLE).where(_TABLE.c.state == "refused")
        with self._engine.connect() as connection:
            rows = connection.execute(asked.order_by(_TABLE.c.student, _TABLE.c.folder))
            return [Attempt(**row._mapping) for row in rows]

    def retry(self, folders: Iterable[str]) -> None:
        """Have the watcher look again at what was refused."""
        with self._engine.begin() as connection:
            for folder in folders:
                mark = update(_TABLE).where(_TABLE.c.folder == folder).values(state=_AGAIN)
                connection.execute(mark)

    def retried(self) -> set[str]:
        """Take out the names of the folders that are to be looked at again."""
        with self._engine.connect() as connection:
            asked = select(_TABLE.c.folder).where(_TABLE.c.state == _AGAIN)
            folders = set(connection.execute(asked).scalars())
        if folders:
            with self._engine.begin() as connection:
                connection.execute(delete(_TABLE).where(_TABLE.c.state == _AGAIN))
        return folders

    def keep(self, student: str, assignment: str, stamp: str) -> None:
        """Copy what was handed in and graded, so that a later attempt does not replace it."""
        kept = self.folder(student, assignment, stamp)
        shutil.rmtree(kept, ignore_errors=True)  # of a run that was killed
        for step in KEPT:
            shutil.copytree(self._course.folder(step, student, assignment), kept / step)

    def folder(self, student: str, assignment: str, stamp: str) -> Path:
        """Where an attempt is kept."""
        return self._course.root / FOLDER / student / assignment / stamp
