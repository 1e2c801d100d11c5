"""A watched assignment: its attempts, what is told of them, and the pages to be made.

The attempts are in a table of the grader's own in the gradebook. Copies of the submitted and
graded files are kept in the course's folder ``attempts/``.
"""

import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from msgspec import Struct, structs
from nbgrader.exchange import ExchangeFactory
from sqlalchemy import Engine, bindparam, delete, insert, select
from traitlets.config import Config

from autograder.classroom.collect import Collect
from autograder.classroom.exchange import LONGEST_STUDENT, HandIn, RefusedError, collector
from autograder.classroom.release import ReleaseFeedback
from autograder.grader.course.folders import is_whole, remove_folder
from autograder.grader.course.settings import Course, GradingError
from autograder.grader.gradebook import splits
from autograder.grader.gradebook.dates import Dates
from autograder.grader.gradebook.tables import ATTEMPTS
from autograder.grader.grading.context import GradingContext
from autograder.grader.grading.parallel import Grading
from autograder.runner.text import one_line, storable

FOLDER, KEPT = "attempts", ("submitted", "autograded")
MOST_KEPT = 1000  # refused folders of one owner that are recorded one by one
MOST_TOLD = 3  # refused folders of one owner that are told; the watcher counts all of them
SECONDS_TO_SETTLE = 5  # for another grader, to write the gradebook after a graded notebook
REST = 20  # the pause between two looks at all pages, in multiples of the time that a look took


_Points = tuple[float | None, float | None]  # and their maximum


@dataclass
class Event:
    """An event of the watcher; one of the kind "standing" only tells how much waits."""

    kind: str  # graded, failed, refused, not counted, feedback, trouble, or standing
    assignment: str
    student: str = ""  # for a refusal, the name of the folder
    score: float | None = None
    of: float | None = None
    seconds: float | None = None  # from handing in to feedback
    waiting: int = 0
    remarks: list[str] = field(default_factory=list)
    owner: str = ""  # for a refusal, the account that owns the folder
    oldest: str = ""  # when the oldest hand-in in the queue was made, in UTC, in ISO 8601
    owed: int = 0  # pages still to be made
    refused: dict[str, int] = field(default_factory=dict)  # folders, by their owners' accounts

    def __str__(self) -> str:
        """Format the event as one line."""
        points = f"{self.score:g} of {self.of:g} points" if self.score is not None else ""
        took = f"feedback after {self.seconds:.1f} seconds" if self.seconds else ""
        said = ", ".join(filter(None, [points, took, *self.remarks]))
        about = " ".join(filter(None, [self.assignment, self.student]))
        return f"{about}: {self.kind}{f' ({said})' if said else ''}"


class Attempt(Struct):
    """A hand-in that the watcher has seen, and its state."""

    folder: str  # its name in the exchange, as `storable` writes it
    assignment: str
    student: str  # if it was refused, the account that owns the folder
    time: datetime | None
    state: str  # graded, failed, refused, not counted, or running, even after the watcher's end
    score: float | None = None
    of: float | None = None
    remarks: str = ""


class Attempts:
    """The attempts for an assignment."""

    def __init__(self, course: Course, engine: Engine, assignment: str) -> None:
        self._course, self._engine, self._assignment = course, engine, assignment
        self.refused = Counter[str]()  # folders, by their owners' accounts
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
        self, found: HandIn, state: str, points: _Points = (None, None), remarks: str = ""
    ) -> None:
        """Record an attempt."""
        given = found.assignment, found.student, found.time, state, *points, remarks
        attempt = Attempt(storable(found.path.name), *given)
        self._write([attempt])
        self._know(attempt)

    def refuse(self, name: str, why: str, owner: str, state: str = "refused") -> None:
        """Refuse a folder, or do not count it; `refusals` records and tells it."""
        about = storable(name), self._assignment, owner, None, state
        self._refusals.append(Attempt(*about, remarks=one_line(why, 500)))
        self._known.add(storable(name))

    def refusals(self) -> Iterator[Event]:
        """Record refusals in one transaction, and yield events: a few for each owner."""
        counts = self.refused.copy()
        kept = []
        for one in self._refusals:
            counts[one.student] += 1
            if counts[one.student] <= MOST_KEPT:
                kept.append(one)
        self._write(kept)  # if the gradebook is away, they are recorded and told when it is back
        refusals, self._refusals, self.refused = self._refusals, [], counts
        for one in refusals:
            self._told[one.student] += 1
            if self._told[one.student] <= MOST_TOLD:
                about = one.state, self._assignment, one.folder
                yield Event(*about, remarks=[one.remarks], owner=one.student)

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


class Watched:
    """A watched assignment."""

    def __init__(self, name: str, config: Config, engine: Engine) -> None:
        self.name, self.run = name, GradingContext(config=config)
        self.course = self.run.course
        directory = self.course.directory
        directory.assignment_id = name
        self.collect = collector(self.course)
        exchange = ExchangeFactory(config=config)
        self.release = exchange.ReleaseFeedback(coursedir=directory, config=config)
        if not isinstance(self.collect, Collect) or not isinstance(self.release, ReleaseFeedback):
            why = "c.ExchangeFactory is set to a different exchange"
            raise GradingError(f"{why}; watch works only with the grader's own exchange folder")
        self.collect.insist_on_own_folders()
        self.collect.inbound_path = str(Path(self.collect.root, directory.course_id, "inbound"))
        self.release.init_src()  # type: ignore[no-untyped-call]
        self.release.init_dest()
        self.source = self.written()
        self.grading = Grading(self.run)
        self.attempts = Attempts(self.course, engine, name)
        self.without_page = set[str]()
        self.look_again = 0.0  # when `owed` is to look at all pages again

    def read(self, names: Iterable[str]) -> tuple[list[HandIn], list[str], Exception | None]:
        """Parse and check the names of folders: return hand-ins, names to read later, and why."""
        found, later = list[HandIn](), list[str]()
        trouble: Exception | None = None
        left_out = set((self.course.directory.student_id_exclude or "").split(","))
        for name, read in self.collect.sift(n for n in names if not self.attempts.knows(n)):
            if isinstance(read, RefusedError):
                self.refuse(name, str(read))
            elif isinstance(read, Exception):
                later.append(name)
                trouble = read
            elif read.student not in left_out:
                found.append(read)
        return found, later, trouble

    def refuse(self, name: str, why: str, state: str = "refused", student: str = "") -> None:
        """Refuse a folder, or do not count it."""
        owner = student or storable(self.collect.owner(name), LONGEST_STUDENT)
        self.attempts.refuse(name, why, owner, state)

    def written(self) -> int:
        """Return when the source was last changed, in nanoseconds."""
        return max(path.stat().st_mtime_ns for path in self.course.source(self.name).iterdir())

    def does_not_count(self, found: HandIn, most: int) -> str | None:
        """Explain why a hand-in does not count; None if it does."""
        folder = self.course.folder("submitted", found.student, self.name)
        collected = self.collect.time_of(folder)
        if collected and found.time < collected:
            return "a later submission has already been collected"
        dates = self.collect.dates()
        due = dates.of(self.name, found.student) if dates else None
        own, counted = storable(found.path.name), self.attempts.counted(found.student)
        others = [one for one in counted if one.folder != own]
        if most and len(others) >= most:
            return f"{most} attempts have already been graded, which is the limit"
        if due and found.time > due and any(a.time and a.time <= due for a in others):
            return (
                "the submission arrived after the due date, and an earlier submission was on time"
            )
        return None

    def publish(self, folder: Path, student: str) -> None:
        """Publish a student's pages, unless they wait for the instructor."""
        if student in self.waiting():
            return
        graded = self.course.folder("autograded", student, self.name)
        for notebook in self.run.ledger.notebooks:
            self.release.publish(folder / f"{notebook}.html", graded / f"{notebook}.ipynb")

    def owed(self) -> list[str] | None:
        """List the students whose page is missing or too old; None if it is too soon to look."""
        if time.monotonic() < self.look_again:
            return None
        began = time.monotonic()
        asked = sorted(self.release.students() - self.without_page - self.waiting())
        notebooks = self.run.ledger.notebooks
        found = [one for one in asked if any(self._is_owed(one, name) for name in notebooks)]
        self.look_again = (now := time.monotonic()) + REST * (now - began)
        return found

    def due(self, student: str) -> datetime | None:
        """Return a student's due date, in UTC."""
        return Dates(self.run.gradebook).of(self.name, student)

    def waiting(self) -> set[str]:
        """Return the students whose feedback waits for the instructor."""
        try:
            return splits.waiting(self.run.gradebook, self.name)
        finally:
            self.run.gradebook.db.rollback()

    def points(self, student: str) -> tuple[float, float]:
        """Return a student's points in the gradebook, and the maximum."""
        try:
            found = self.run.gradebook.find_submission(self.name, student)
            late = sum(notebook.late_submission_penalty or 0 for notebook in found.notebooks)
            return float(found.score - late), float(found.max_score)
        finally:
            self.run.gradebook.db.rollback()

    def _is_owed(self, student: str, notebook: str) -> bool:
        folder = self.course.folder("autograded", student, self.name)
        try:
            graded = (folder / f"{notebook}.ipynb").stat().st_mtime
            page = self.release.address(folder, notebook)
        except (FileNotFoundError, NotADirectoryError, RefusedError):
            return False  # not handed in through the exchange, or not yet graded
        if time.time() - graded < SECONDS_TO_SETTLE:
            return False
        try:
            return page.stat().st_mtime < graded or not is_whole(page)
        except FileNotFoundError:
            return True
