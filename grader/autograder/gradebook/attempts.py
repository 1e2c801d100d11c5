"""The table of attempts: every hand-in that the watcher has seen, and its state.

It is a table of its own in the gradebook; copies of the submitted and graded files are
kept in the course's folder ``attempts/``.
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
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    insert,
    select,
)

from autograder.course.folders import remove_folder
from autograder.course.settings import Course
from autograder.gradebook.tables import META, make_tables

FOLDER = "attempts"
KEPT = ("submitted", "autograded")
_TABLE = Table(
    "autograder_attempts",
    META,
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
    """A hand-in, and its state: running, graded, failed, refused, or not counted.

    "running" stays if the watcher was killed meanwhile. `folder` is its name in the exchange, as
    `storable` writes it; if it was refused, `student` is the account that owns the folder.
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
    """The attempts of a course."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._engine = create_engine(course.directory.db_url)
        make_tables(self._engine)

    def all(self, assignment: str) -> list[Attempt]:
        """List the attempts for an assignment, the oldest first."""
        asked = select(_TABLE).where(_TABLE.c.assignment == assignment)
        with self._engine.connect() as connection:
            rows = connection.execute(asked.order_by(_TABLE.c.time, _TABLE.c.folder))
            return [Attempt(**row._mapping) for row in rows]

    def add(self, attempts: Iterable[Attempt]) -> None:
        """Insert or replace attempts, in one transaction."""
        rows = {one.folder: structs.asdict(one) for one in attempts}
        if not rows:
            return
        with self._engine.begin() as connection:
            connection.execute(
                delete(_TABLE).where(_TABLE.c.folder == bindparam("old")),
                [{"old": folder} for folder in rows],
            )
            connection.execute(insert(_TABLE), list(rows.values()))

    def retry(self) -> None:
        """Forget what was refused or could not be graded, so that it is looked at again."""
        with self._engine.begin() as connection:
            connection.execute(delete(_TABLE).where(_TABLE.c.state.in_(("refused", "failed"))))

    def keep(self, student: str, assignment: str, stamp: str) -> None:
        """Copy the submitted and graded files, so that a later attempt does not replace them."""
        kept = self.folder(student, assignment, stamp)
        if kept.exists():  # left by a run that was killed
            remove_folder(kept)
        for step in KEPT:
            shutil.copytree(self._course.folder(step, student, assignment), kept / step)

    def folder(self, student: str, assignment: str, stamp: str) -> Path:
        """Return the folder of an attempt's copies."""
        return self._course.root / FOLDER / student / assignment / stamp
