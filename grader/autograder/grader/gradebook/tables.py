"""The grader's own tables, which are made with nbgrader's wherever a gradebook is opened."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Base, Gradebook
from sqlalchemy import Boolean, Column, DateTime, Float, Integer, String, Table, Text

METADATA = Base.metadata  # all tables, nbgrader's among them


Notebooks = Mapping[str, NotebookNode | None]  # judged ones; None for one not handed in


def _table(name: str, keys: str, **columns: Any) -> Table:
    """Define a table by the names of its keys, which are texts unless they are columns, too."""
    key = keys.split()
    kinds = {**dict.fromkeys(key, String(255)), **columns}
    made = [Column(each, kind, primary_key=each in key) for each, kind in kinds.items()]
    return Table(f"autograder_{name}", METADATA, *made)


ATTEMPTS = _table(
    "attempts",
    "folder",
    assignment=String(128),
    student=String(128),
    time=DateTime,
    state=String(16),
    score=Float,
    of=Float,
    remarks=Text,
)
"""Every hand-in that the watcher has seen."""
DECISIONS = _table(
    "decisions",
    "assignment notebook cell answer_key",
    points=Float,
    decided_by=String(128),
    decided_at=DateTime,
)
EXTENSIONS = _table("extensions", "assignment student", seconds=Integer)
"""The extensions of students who have not handed in yet."""
FAILED = _table("failed", "assignment student", time=DateTime, why=Text)
"""The latest hand-ins that could not be graded."""
GIVEN = _table("group_given", "assignment student cell what", score=Float, comment=Text)
"""The values written for steps such as decisions, to distinguish them from a person's changes."""
GRADED = _table("graded", "assignment student", digest=String(64))
"""The submissions graded already, so that a run that was interrupted can go on."""
REGRADED = _table(
    "regraded", "assignment student time", time=DateTime, why=Text, before=Float, after=Float
)
SPLITS = _table(
    "splits", "assignment student digest notebook", cells=Text, latest=Boolean, released=Boolean
)
VERDICTS = _table(
    "verdicts",
    "assignment notebook cell student",
    answer_key=String(64),
    apart=String(16),
    together=String(16),
    why=Text,
    refused=String(16),
)


def now() -> datetime:
    """Return the time as the tables have it."""
    return datetime.now(UTC).replace(tzinfo=None)


def put(gradebook: Gradebook, table: Table, place: Mapping[str, object], **values: object) -> None:
    """Replace a row; it is part of a transaction."""
    gradebook.db.execute(table.delete().filter_by(**place))
    gradebook.db.execute(table.insert().values(**place, **values))
