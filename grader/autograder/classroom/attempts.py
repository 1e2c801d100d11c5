"""The attempts for an assignment: every hand-in that the watcher has seen, and what is told of it.

They are in a table of the grader's own in the gradebook; copies of the submitted and graded
files are kept in the course's folder ``attempts/``.
"""

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from msgspec import Struct, structs
from sqlalchemy import Engine, bindparam, delete, insert, select

from autograder.classroom.hand_ins import HandIn
from autograder.grader.course.folders import remove_folder
from autograder.grader.course.settings import Course
from autograder.grader.gradebook.tables import ATTEMPTS
from autograder.runner.text import one_line, storable

FOLDER = "attempts"
KEPT = ("submitted", "autograded")
MOST_KEPT = 1000
"""Refused folders of one owner that are recorded one by one."""
MOST_TOLD = 3
"""Refused folders of one owner that are told; the watcher counts all of them."""


@dataclass
class Event:
    """An event of the watcher; one of the kind "standing" only tells how much waits."""

    kind: str
    """graded, failed, refused, not counted, feedback, trouble, or standing."""
    assignment: str
    student: str = ""
    """For a refusal, the name of the folder."""
    score: float | None = None
    of: float | None = None
    seconds: float | None = None
    """From handing in to feedback."""
    waiting: int = 0
    remarks: list[str] = field(default_factory=list)
    owner: str = ""
    """For a refusal, the account that owns the folder."""
    oldest: str = ""
    """When the oldest hand-in in the queue was made, in UTC, in ISO 8601."""
    owed: int = 0
    """Pages still to be made."""
    refused: dict[str, int] = field(default_factory=dict)
    """How many folders were refused, by the account that owns them."""

    def __str__(self) -> str:
        """Format the event as one line."""
        points = f"{self.score:g} of {self.of:g} points" if self.score is not None else ""
        took = f"feedback {self.seconds:.1f} s after it was handed in" if self.seconds else ""
        said = ", ".join(filter(None, [points, took, *self.remarks]))
        about = " ".join(filter(None, [self.assignment, self.student]))
        return f"{about}: {self.kind}{f' ({said})' if said else ''}"


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
    """The attempts for an assignment."""

    def __init__(self, course: Course, engine: Engine, assignment: str) -> None:
        self._course, self._engine, self._assignment = course, engine, assignment
        self.refused = Counter[str]()
        """How many folders were refused, by the account that owns them."""
        self._known = set[str]()
        self._counted: dict[str, dict[str, Attempt]] = defaultdict(dict)
        self._told = Counter[str]()
        self._refusals: list[Attempt] = []
        asked = select(ATTEMPTS).filter_by(assignment=assignment)
        with engine.connect() as connection:
            for row in connection.execute(asked.order_by(ATTEMPTS.c.time, ATTEMPTS.c.folder)):
                self._know(Attempt(**row._mapping))

    def knows(self, name: str) -> bool:
        """Tell whether a folder is not to be looked at again."""
        return storable(name) in self._known

    def counted(self, student: str) -> list[Attempt]:
        """List a student's attempts that were graded, or are running, the oldest first."""
        return [*self._counted[student].values()]

    def add(
        self,
        found: HandIn,
        state: str,
        points: tuple[float | None, float | None] = (None, None),
        remarks: str = "",
    ) -> None:
        """Record an attempt."""
        folder = storable(found.path.name)
        given = found.assignment, found.student, found.time, state, *points, remarks
        attempt = Attempt(folder, *given)
        self._write([attempt])
        self._know(attempt)

    def refuse(self, name: str, why: str, owner: str, state: str = "refused") -> None:
        """Refuse a folder, or do not count it; `refusals` records and tells it."""
        about = storable(name), self._assignment, owner, None, state
        self._refusals.append(Attempt(*about, remarks=one_line(why, 500)))
        self._known.add(about[0])

    def refusals(self) -> Iterator[Event]:
        """Record refusals in one transaction, and yield events: a few for each owner."""
        by_owner: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in self._refusals:
            by_owner[attempt.student].append(attempt)
        room = {owner: max(0, MOST_KEPT - self.refused[owner]) for owner in by_owner}
        # If the gradebook is away, they are recorded and told when it is back.
        self._write(one for owner, those in by_owner.items() for one in those[: room[owner]])
        self._refusals = []
        for owner, those in by_owner.items():
            self.refused[owner] += len(those)
            untold = max(0, MOST_TOLD - self._told[owner])
            self._told[owner] += len(those)
            for one in those[:untold]:
                yield Event(
                    one.state, self._assignment, one.folder, remarks=[one.remarks], owner=owner
                )

    def keep(self, student: str, stamp: str) -> None:
        """Copy the submitted and graded files, so that a later attempt does not replace them."""
        kept = self._course.root / FOLDER / student / self._assignment / stamp
        if kept.exists():  # left by a run that was killed
            remove_folder(kept)
        for step in KEPT:
            shutil.copytree(self._course.folder(step, student, self._assignment), kept / step)

    def _know(self, attempt: Attempt) -> None:
        if attempt.state != "running":  # left by a run that was killed: it is graded again
            self._known.add(attempt.folder)
        if attempt.state in ("graded", "running"):
            self._counted[attempt.student][attempt.folder] = attempt
        else:
            self._counted[attempt.student].pop(attempt.folder, None)
        if attempt.state == "refused":
            self.refused[attempt.student] += 1

    def _write(self, attempts: Iterable[Attempt]) -> None:
        """Insert or replace attempts, in one transaction."""
        rows = {one.folder: structs.asdict(one) for one in attempts}
        if rows:
            with self._engine.begin() as connection:
                old = delete(ATTEMPTS).where(ATTEMPTS.c.folder == bindparam("old"))
                connection.execute(old, [{"old": folder} for folder in rows])
                connection.execute(insert(ATTEMPTS), [*rows.values()])


def forget_refusals(engine: Engine) -> None:
    """Forget what was refused or could not be graded, so that it is looked at again."""
    with engine.begin() as connection:
        connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.state.in_(("refused", "failed"))))
