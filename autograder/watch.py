"""Grade what is handed in through nbgrader's exchange as it comes, and give feedback at once.

Nothing is started anew for a submission: the processes that run notebooks, the gradebook
and the templates stay warm. What is to be done follows from what is there, the exchange,
`attempts` and the pages, so that the watcher may be killed at any moment.
"""

import errno
import fcntl
import os
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from nbgrader.api import MissingEntry
from nbgrader.converters import GenerateFeedback
from nbgrader.exchange import ExchangeError, ExchangeFactory
from nbgrader.utils import find_all_files
from sqlalchemy.exc import DBAPIError
from traitlets import Enum, Integer
from traitlets.config import Config, LoggingConfigurable

from autograder.attempts import KEPT, Attempt, Attempts
from autograder.course import Course, GradingError
from autograder.exchange import (
    Collect,
    HandIn,
    RefusedError,
    ReleaseFeedback,
    UnfinishedError,
    doubt,
    is_whole,
    split_name,
    weaknesses,
)
from autograder.folders import replacing
from autograder.gradebook import FULL
from autograder.grading import Grading, Job, Result
from autograder.plugins import HideHiddenTests, Run
from autograder.workers import Cluster, Threads

_EVERYBODYS = (*FULL, errno.EMFILE, errno.ENFILE, errno.EROFS)
"""What fails for one student for these reasons fails for all of them."""
SECONDS_TO_SETTLE = 5
"""How long another grader may take to write the gradebook after a graded notebook."""


class Watch(LoggingConfigurable):
    """The watcher's settings: ``c.Watch`` in ``nbgrader_config.py``."""

    attempts = Integer(
        0, min=0, help="How many hand-ins of a student are graded, the first ones; 0: all."
    ).tag(config=True)
    counts = Enum(
        ["last", "best"], "last", help="Which attempt's points stand in the gradebook."
    ).tag(config=True)


@dataclass
class Event:
    """Something that happened.

    Attributes
    ----------
    kind : {"graded", "failed", "refused", "not counted", "feedback", "trouble"}
        What.
    assignment : str
        Of which assignment.
    student : str
        Of whom; for what was refused, the name of the folder.
    score, of : float or None
        The points.
    seconds : float or None
        From handing in to feedback.
    waiting : int
        How many hand-ins wait for their turn.
    remarks : list of str
        What was unusual.
    """

    kind: str
    assignment: str
    student: str = ""
    score: float | None = None
    of: float | None = None
    seconds: float | None = None
    waiting: int = 0
    remarks: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Say it in a line."""
        points = f"{self.score:g} of {self.of:g} points" if self.score is not None else ""
        took = f"feedback {self.seconds:.1f} s after it was handed in" if self.seconds else ""
        said = ", ".join(filter(None, [points, took, *self.remarks]))
        about = " ".join(filter(None, [self.assignment, self.student]))
        return f"{about}: {self.kind}{f' ({said})' if said else ''}"


class Pages:
    """Makes feedback as ``nbgrader generate_feedback`` does, with templates that stay compiled.

    Parameters
    ----------
    course : Course
        The course.
    """

    def __init__(self, course: Course) -> None:
        self._course = course
        self._converter = GenerateFeedback(coursedir=course.directory, config=course.config)
        make = self._converter.exporter_class
        self._exporter = make(parent=self._converter, config=self._converter.config)  # type: ignore[no-untyped-call]
        for preprocessor in self._converter.preprocessors:
            self._exporter.register_preprocessor(preprocessor)

    def make(self, student: str, assignment: str) -> Path:
        """Make the pages of a submission, all of them at once.

        Parameters
        ----------
        student, assignment : str
            Whose, and of what.

        Returns
        -------
        Path
            The folder in which they are.
        """
        graded = self._course.folder("autograded", student, assignment)
        target = self._course.folder("feedback", student, assignment)
        with replacing(target, f".writing-{assignment}-") as new:
            for path in find_all_files(str(graded), [*self._course.directory.ignore, "*.ipynb"]):
                to = new / Path(path).relative_to(graded)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, to)
            for notebook in sorted(graded.glob("*.ipynb")):
                page = self._page(notebook, student, assignment)
                (new / f"{notebook.stem}.html").write_text(page, encoding="utf-8")
        self._converter.set_permissions(assignment, student)
        return target

    def _page(self, notebook: Path, student: str, assignment: str) -> str:
        marks = {
            "student": student,
            "assignment": assignment,
            "notebook": notebook.stem,
            "db_url": self._course.directory.db_url,
        }
        resources = {
            "unique_key": notebook.stem,
            "output_files_dir": f"{notebook.stem}_files",
            "nbgrader": marks,
        }
        page, _ = self._exporter.from_filename(str(notebook), resources=resources)
        return str(page)


class _Assignment:
    """An assignment that is watched."""

    def __init__(self, name: str, config: Config, attempts: Attempts) -> None:
        self.name, self.run = name, Run(config=config)
        self.course = self.run.course
        directory = self.course.directory
        directory.assignment_id = name
        exchange = ExchangeFactory(config=config)
        self.collect = exchange.Collect(coursedir=directory, config=config)
        self.release = exchange.ReleaseFeedback(coursedir=directory, config=config)
        if not isinstance(self.collect, Collect) or not isinstance(self.release, ReleaseFeedback):
            raise GradingError(
                "the settings name another exchange in c.ExchangeFactory; "
                "only the grader's own, on a file system, can be watched"
            )
        self.collect.init_src()
        self.release.init_src()  # type: ignore[no-untyped-call]
        self.release.init_dest()
        self.source = self.written()
        self.grading = Grading(self.run, name)
        self.known = set[str]()
        self.graded = defaultdict[str, list[Attempt]](list)
        self.without_page = set[str]()
        for attempt in attempts.all(name):
            self.add(attempt)

    def add(self, attempt: Attempt) -> None:
        """Know of an attempt."""
        self.known.add(attempt.folder)
        if attempt.state == "graded":
            self.graded[attempt.student].append(attempt)

    def refused(self) -> list[tuple[str, str]]:
        """What was refused by its name, and why, and was not known before."""
        found, self.collect.refused = self.collect.refused, {}
        return [(folder, why) for folder, why in found.items() if folder not in self.known]

    def written(self) -> int:
        """When the instructor last wrote the source."""
        return max(path.stat().st_mtime_ns for path in self.course.source(self.name).iterdir())

    def collected(self, student: str) -> datetime | None:
        """When the hand-in that is in the course's folder was handed in; None if there is none."""
        folder = self.course.folder("submitted", student, self.name)
        found: datetime | None = self.course.directory.get_existing_timestamp(str(folder))
        return found

    def owed(self) -> Iterator[str]:
        """Whose page is missing, or older than what was graded, or than what may be told."""
        told = self._told_since()
        pattern = self.course.folder("autograded", "*", self.name)
        root = Path(pattern.anchor)
        place = pattern.parts.index("*")
        for folder in root.glob(str(pattern.relative_to(root))):
            student = folder.parts[place]
            if student not in self.without_page and any(
                self._is_owed(folder, notebook, told) for notebook in self.grading.notebooks
            ):
                yield student

    def duedate(self) -> datetime | None:
        """When it is due, in UTC."""
        try:
            due: datetime | None = self.run.gradebook.find_assignment(self.name).duedate
            return due
        finally:
            self.run.gradebook.db.rollback()  # what was read is not held on to

    def _told_since(self) -> float:
        """When pages began to tell of hidden tests, as time.time(); 0 if they always did."""
        hide = HideHiddenTests(config=self.course.config)  # type: ignore[no-untyped-call]
        if hide.before_due == "all":
            return 0
        due = self.duedate()
        passed = due.replace(tzinfo=UTC).timestamp() if due else 0.0
        return passed if passed <= time.time() else 0

    def _is_owed(self, folder: Path, notebook: str, told: float) -> bool:
        try:
            graded = (folder / f"{notebook}.ipynb").stat().st_mtime
            if time.time() - graded < SECONDS_TO_SETTLE:
                return False
            page = self.release.address(folder, notebook)
        except (FileNotFoundError, RefusedError):
            return False  # not handed in through the exchange, or not yet graded
        return not page.exists() or page.stat().st_mtime < max(graded, told) or not is_whole(page)


@dataclass
class _UnderWay:
    assignment: _Assignment
    found: HandIn
    job: Job


class Watcher:
    """Watches the exchange of a course.

    Parameters
    ----------
    config : Config
        The course's configuration.
    workers : Threads or Cluster
        What runs the notebooks.
    names : list of str
        The assignments; if there are none, all that are released.

    Raises
    ------
    GradingError
        If there is no exchange, it is not safe, or is watched already.
    """

    def __init__(self, config: Config, workers: Threads | Cluster, names: list[str]) -> None:
        self._config, self._workers, self._names = config, workers, names
        self._course = Course(config)
        self._settings = Watch(config=config)
        self._watched: dict[str, _Assignment] = {}
        self._trouble: dict[tuple[str, str], object] = {}
        self._served: Counter[str] = Counter()
        self._running: dict[Future[Any], _UnderWay] = {}
        self._waiting: list[tuple[_Assignment, HandIn]] = []
        self._done_since_look = False
        self._check_exchange()
        for name in names:
            self._course.source(name)
        self._lock = _lock(self._course.root)
        self._attempts = Attempts(self._course)
        self._pages = Pages(self._course)

    def _check_exchange(self) -> None:
        course = self._course.directory
        collect = ExchangeFactory(config=self._config).Collect(
            coursedir=course, config=self._config
        )
        self._exchange = Path(getattr(collect, "root", ""))
        if not course.course_id:
            raise GradingError("nbgrader_config.py does not say c.CourseDirectory.course_id")
        if not (self._exchange / course.course_id / "inbound").is_dir():
            raise GradingError(
                f"nothing is released in the exchange {self._exchange} yet; "
                "run: nbgrader release_assignment ASSIGNMENT"
            )
        if not course.groupshared:
            for sentence in weaknesses(self._exchange, course.course_id):
                raise GradingError(f"the exchange is not safe: {sentence}")

    def run(self, every: float, once: bool = False) -> Iterator[Event]:
        """Watch.

        Parameters
        ----------
        every : float
            Look into the exchange after so many seconds.
        once : bool
            End when everything that is there has been done.

        Yields
        ------
        Event
            What happens.
        """
        looked = float("-inf")
        while True:
            if time.monotonic() - looked >= every:
                yield from self._look()
                looked = time.monotonic()
            yield from self._begin()
            if self._running:
                finished, _ = wait(self._running, every, FIRST_COMPLETED)
                for future in finished:
                    yield from self._finish(future)
            elif once and not self._waiting:
                if not self._done_since_look:
                    return
                looked = float("-inf")  # there may be a later one of the same student
            elif not self._waiting:
                self._served.clear()
                time.sleep(max(0.0, looked + every - time.monotonic()))

    def close(self) -> None:
        """Let another one watch."""
        self._workers.close()
        self._lock.close()

    def _look(self) -> Iterator[Event]:
        """Find what was handed in, and whose feedback is owed."""
        self._waiting, self._done_since_look = [], False
        try:
            names = self._names or self._released()
        except OSError as error:
            yield from self._tell(error)
            return
        for name in names:
            try:
                assignment = self._open(name)
                self._waiting += [(assignment, found) for found in self._hand_ins(assignment)]
                for folder, why in assignment.refused():
                    yield self._not_taken(assignment, folder, "refused", why)
                yield from self._owed(assignment)
            except (GradingError, ExchangeError, MissingEntry, OSError, DBAPIError) as error:
                yield from self._tell(error, name)
            else:
                self._trouble.pop((name, ""), None)

    def _tell(self, error: Exception, name: str = "", student: str = "") -> Iterator[Event]:
        """Say what is in the way; it is tried again, and said again only if it has changed."""
        why = str(error.orig if isinstance(error, DBAPIError) else error)
        # The system's errors have names of files in them that are made anew each time.
        kind = (type(error), error.errno) if isinstance(error, OSError) else why
        everybodys = not isinstance(error, OSError) or error.errno in _EVERYBODYS
        known = [
            told
            for (about, whose), told in self._trouble.items()
            if about == name and (everybodys or whose == student)
        ]
        self._trouble[name, student] = kind
        if kind not in known:
            yield Event("trouble", name, student, remarks=[why])

    def _released(self) -> list[str]:
        outbound = self._exchange / self._course.directory.course_id / "outbound"
        released = {path.name for path in outbound.iterdir()}
        return [name for name in self._course.assignments() if name in released]

    def _open(self, name: str) -> _Assignment:
        """The assignment, read again if its source has changed."""
        found = self._watched.get(name)
        if found is None or found.written() != found.source:
            busy = any(under.assignment is found for under in self._running.values())
            if found and busy:
                return found
            if found:
                found.grading.close()
            self._watched.pop(name, None)
            self._watched[name] = found = _Assignment(name, self._config, self._attempts)
        return found

    def _hand_ins(self, assignment: _Assignment) -> Iterator[HandIn]:
        """The next hand-in of each student of whom none is under way."""
        first: dict[str, HandIn] = {}
        left_out = {*self._course.directory.student_id_exclude.split(","), *self._busy(assignment)}
        for found in assignment.collect.hand_ins(assignment.known):
            if found.student in left_out:
                continue
            before = first.get(found.student)
            if self._is_past(assignment, found):
                assignment.known.add(found.path.name)
            elif before is None or found.time < before.time:
                first[found.student] = found
        yield from first.values()

    def _busy(self, assignment: _Assignment) -> set[str]:
        under = (u for u in self._running.values() if u.assignment.name == assignment.name)
        return {one.found.student for one in under}

    def _is_past(self, assignment: _Assignment, found: HandIn) -> bool:
        """Whether it came before what was collected; then it is not graded any more."""
        if self._settings.counts == "best" and assignment.graded[found.student]:
            return False
        collected = assignment.collected(found.student)
        return collected is not None and found.time < collected

    def _not_taken(self, assignment: _Assignment, folder: str, state: str, why: str) -> Event:
        student = folder.partition("+")[0]
        self._add(assignment, Attempt(folder, assignment.name, student, None, state, remarks=why))
        return Event(state, assignment.name, folder, remarks=[why])

    def _add(self, assignment: _Assignment, attempt: Attempt) -> None:
        self._attempts.add(attempt)
        assignment.add(attempt)

    def _owed(self, assignment: _Assignment) -> Iterator[Event]:
        busy = self._busy(assignment)
        busy |= {found.student for other, found in self._waiting if other is assignment}
        owed = [student for student in assignment.owed() if student not in busy]
        # Of whom nothing is to be done any more, nothing is in the way.
        self._trouble = {
            (name, student): kind
            for (name, student), kind in self._trouble.items()
            if name != assignment.name or student in {"", *busy, *owed}
        }
        for student in owed:
            if trouble := self._give(assignment, student):
                yield from self._tell(trouble, assignment.name, student)
            else:
                yield Event("feedback", assignment.name, student)

    def _begin(self) -> Iterator[Event]:
        """Start what waits, as far as there is room, the fairest first."""
        while self._waiting and len(self._running) < self._workers.width:
            chosen = min(self._waiting, key=lambda one: (self._served[one[1].student], one[1].time))
            self._waiting.remove(chosen)
            self._served[chosen[1].student] += 1
            try:
                yield from self._begin_one(*chosen)
            except (GradingError, DBAPIError, OSError) as error:  # it is tried again
                yield from self._tell(error, chosen[0].name, chosen[1].student)

    def _begin_one(self, assignment: _Assignment, found: HandIn) -> Iterator[Event]:
        if why := self._does_not_count(assignment, found):
            yield self._not_taken(assignment, found.path.name, "not counted", why)
            return
        try:
            assignment.collect.take(found)
        except UnfinishedError:
            return
        except RefusedError as why:
            yield self._not_taken(assignment, found.path.name, "refused", str(why))
            return
        job = assignment.grading.begin(found.student)
        if isinstance(job, Result):
            yield self._done(assignment, found, job)
            return
        future = self._workers.submit(job.sheets, *assignment.run.how)
        self._running[future] = _UnderWay(assignment, found, job)

    def _does_not_count(self, assignment: _Assignment, found: HandIn) -> str | None:
        most, due = self._settings.attempts, assignment.collect.due()
        if not most and due is None:
            return None
        graded = assignment.graded[found.student]
        if most and len(graded) >= most:
            return f"{most} attempts were graded; no more count"
        if due and found.time > due and any(a.time and a.time <= due for a in graded):
            return "it came after the due date, and there is one that came in time"
        return None

    def _finish(self, future: Future[Any]) -> Iterator[Event]:
        under = self._running.pop(future)
        try:
            finished = under.assignment.grading.finish(under.job, future)
            yield self._done(under.assignment, under.found, finished)
        except (GradingError, DBAPIError, OSError) as error:  # it is tried again
            yield from self._tell(error, under.assignment.name, under.found.student)

    def _done(self, assignment: _Assignment, found: HandIn, result: Result) -> Event:
        """Give feedback, and write down what became of an attempt."""
        failed = result.state == "failed"
        trouble = None if failed else self._give(assignment, found.student)
        state = "failed" if failed else "graded"
        said = doubt(found, assignment.duedate())
        without = f"there is no feedback: {trouble}" if trouble else None
        remarks = [*result.remarks, *filter(None, [without, said])]
        score, of = (None, None) if failed else _points(assignment, found.student)
        attempt = Attempt(
            found.path.name, assignment.name, found.student, found.time, state, score, of,
            "\n".join(remarks),
        )  # fmt: skip
        if not failed:
            self._attempts.keep(found.student, assignment.name, found.stamp)
            self._restore_better(assignment, attempt)
        self._add(assignment, attempt)
        self._done_since_look = True
        took = (datetime.now(UTC).replace(tzinfo=None) - found.time).total_seconds()
        return Event(
            state, assignment.name, found.student, score, of,
            None if failed else took, len(self._waiting), remarks,
        )  # fmt: skip

    def _give(self, assignment: _Assignment, student: str) -> Exception | None:
        """Make a student's pages and release them; say what went wrong."""
        try:
            folder = self._pages.make(student, assignment.name)
            for notebook in assignment.grading.notebooks:
                assignment.release.publish(folder / f"{notebook}.html")
        except OSError as error:  # it is tried again
            return error
        except Exception as error:  # each submission stands alone
            assignment.without_page.add(student)
            return RuntimeError(f"{type(error).__name__}: {error}")
        assignment.without_page.discard(student)
        return None

    def _restore_better(self, assignment: _Assignment, new: Attempt) -> None:
        """Where the best attempt counts, put it back if this one is worse."""
        if self._settings.counts != "best" or new.score is None:
            return
        best = max(assignment.graded[new.student], key=lambda a: a.score or 0, default=None)
        if best is None or best.time is None or (best.score or 0) <= new.score:
            return
        _, stamp = split_name(best.folder, assignment.name)
        kept = self._attempts.folder(new.student, assignment.name, stamp)
        for step in KEPT:
            target = assignment.course.folder(step, new.student, assignment.name)
            with replacing(target, f".restoring-{assignment.name}-") as new_folder:
                shutil.copytree(kept / step, new_folder, dirs_exist_ok=True)
        assignment.grading.write_again(new.student)


def _points(assignment: _Assignment, student: str) -> tuple[float, float]:
    gradebook = assignment.run.gradebook
    try:
        found = gradebook.find_submission(assignment.name, student)
        late = sum(notebook.late_submission_penalty or 0 for notebook in found.notebooks)
        return float(found.score - late), float(found.max_score)
    finally:
        gradebook.db.rollback()  # what was read is not held on to


def _lock(root: Path) -> IO[str]:
    file = (root / ".autograder-watch").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        raise GradingError(
            f"this course is watched already, by process {file.read() or '?'}"
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file
