"""The watcher: grades hand-ins of nbgrader's exchange as they arrive, with feedback at once.

Its state is in the exchange, the attempts and the pages only, so that it may be killed at any
moment.
"""

import errno
import fcntl
import os
import stat
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import IO

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters.base import NbGraderException
from nbgrader.exchange import ExchangeError
from sqlalchemy.exc import DBAPIError
from traitlets import Integer
from traitlets.config import Config, LoggingConfigurable

from autograder.classroom import collect, exchange, queues
from autograder.classroom.watched import Event, Watched, forget_refusals
from autograder.grader.course.settings import Course, GradingError
from autograder.grader.gradebook.opening import FULL, GradebookRetry, open_gradebook
from autograder.grader.grading.parallel import Prepared, Result
from autograder.grader.pages.student_page import Pages
from autograder.runner import pools, tasks

MOST_REFUSED = 200  # hand-ins that are taken from the queue at a time
MOST_PAGES = 5  # missing pages that are made at a time
SECONDS_TO_REMEMBER = 300  # seconds after which an error that comes back is told again
# After these errors the same is tried again.
PASSING = GradingError, ExchangeError, NbGraderException, MissingEntry, DBAPIError, OSError
_EVERYBODYS = (*FULL, errno.EMFILE, errno.ENFILE, errno.EROFS)  # they concern all students


class Watch(LoggingConfigurable):
    """The watcher's settings: ``c.Watch`` in ``nbgrader_config.py``."""

    attempts = Integer(
        20,
        min=0,
        help="Grade at most this many submissions per student and assignment. 0 means no limit.",
    ).tag(config=True)


@dataclass
class _UnderWay:
    assignment: Watched
    found: exchange.HandIn
    prepared: Prepared
    changed: float


class Watcher:
    """A watcher of a course's exchange."""

    def __init__(
        self, config: Config, workers: pools.Pool, names: list[str], retry: bool = False
    ) -> None:
        self._config, self._workers, self._names, self._retry = config, workers, names, retry
        self._course = Course(config)
        self._settings = Watch(config=config)
        self._watched: dict[str, Watched] = {}
        self._queue = queues.Queue()
        self._lanes: queues.Lanes[_UnderWay] = queues.Lanes(workers)
        self._owed = deque[tuple[Watched, str]]()
        self._not_made = set[queues.Key]()  # these pages are owed, too
        self._done_since_look = False
        self._events = deque[Event]()
        self._troubles: dict[tuple[object, ...], float] = {}
        self._standing = Event("standing", "")
        self._exchange = _exchange(self._course)
        self._seen = set[str]()  # the names at the last look, of the assignments in `_seen_of`
        self._seen_of: list[str] = []
        for name in names:
            self._course.source(name)
        self._lock = _lock(self._course.root)
        self._pages = Pages(self._course)

    @cached_property
    def _gradebook(self) -> Gradebook:  # of the attempts; if it is away, the next look tries again
        return open_gradebook(self._course.directory, GradebookRetry(0, print))

    def run(self, every: float, once: bool = False) -> Iterator[Event]:
        """Watch the exchange."""
        looked = float("-inf")
        for assignment in self._watched.values():
            assignment.look_again = 0.0
        while True:
            if time.monotonic() - looked >= every:
                self._tell_standing()
                self._look()
                looked = time.monotonic()
            self._begin()
            self._make_pages()
            yield from self._new_events()
            startable = self._queue.ready and self._lanes.room
            more = bool(self._owed or startable)
            if self._lanes.running:
                finished, _ = wait(self._lanes.running, 0 if more else every, FIRST_COMPLETED)
                for future in finished:
                    self._finish(future)
                    yield from self._new_events()
            elif more:
                continue
            elif once:
                if not self._done_since_look:
                    return
                looked = float("-inf")  # a later hand-in of the same student may follow
            else:
                time.sleep(max(0.0, looked + every - time.monotonic()))

    def close(self) -> None:
        """Close the pool, and release the lock."""
        self._workers.close()
        self._lock.close()

    def _new_events(self) -> Iterator[Event]:
        while self._events:
            yield self._events.popleft()

    def _tell(self, error: Exception, assignment: str = "", student: str = "") -> None:
        """Tell an error, unless it was told already and has come back all the time."""
        why = str(error.orig if isinstance(error, DBAPIError) else error)
        # The texts of OSErrors name temporary files, which differ each time.
        kind = (type(error), error.errno) if isinstance(error, OSError) else why
        everybodys = not isinstance(error, OSError) or error.errno in _EVERYBODYS
        key, now = (assignment, "" if everybodys else student, kind), time.monotonic()
        recent = now - SECONDS_TO_REMEMBER
        self._troubles = {one: when for one, when in self._troubles.items() if when > recent}
        if key not in self._troubles:
            self._events.append(Event("trouble", assignment, student, remarks=[why]))
        self._troubles[key] = now

    def _tell_standing(self) -> None:
        waiting = [self._queue.oldest(), *(under.found for under in self._lanes.waiting)]
        oldest = min(filter(None, waiting), key=lambda found: found.time, default=None)
        now = Event("standing", "", waiting=self._waiting)
        now.oldest = f"{oldest.time:%Y-%m-%dT%H:%M:%SZ}" if oldest else ""
        now.owed = len({*self._not_made, *((one.name, who) for one, who in self._owed)})
        refused = (one.attempts.refused for one in self._watched.values())
        now.refused = dict(sum(refused, Counter[str]()))
        if now != self._standing:
            self._standing = now
            self._events.append(now)

    @property
    def _waiting(self) -> int:
        return len(self._queue) + len(self._lanes.waiting)

    def _look(self) -> None:
        self._done_since_look = False
        try:
            there = [] if self._names else os.listdir(self._exchange / "outbound")
            names = self._names or [name for name in self._course.assignments() if name in there]
            if self._retry:
                forget_refusals(self._gradebook.engine)
                self._retry = False
        except PASSING as error:
            self._tell(error)
            return
        opened = []
        for name in names:
            try:
                opened.append(self._open(name))
                self._find_owed(opened[-1])
            except PASSING as error:
                self._tell(error, name)
        try:
            self._read(opened)
        except OSError as error:
            self._tell(error)

    def _open(self, name: str) -> Watched:
        """Return the watched assignment, read again if its source has changed."""
        if found := self._watched.get(name):
            busy = any(under.assignment is found for under in self._lanes.all())
            if busy or found.written() == found.source:
                return found
            found.run.gradebook.close()
            del self._watched[name]
        self._watched[name] = found = Watched(name, self._config, self._gradebook.engine)
        self._workers.calibrate(found.grading.solution)
        return found

    def _find_owed(self, assignment: Watched) -> None:
        if (found := assignment.owed()) is None:
            return
        self._not_made -= {one for one in self._not_made if one[0] == assignment.name}
        there = {student for other, student in self._owed if other is assignment}
        busy = self._queue.students(assignment.name) | there
        self._owed.extend((assignment, student) for student in found if student not in busy)

    def _read(self, opened: list[Watched]) -> None:
        """Read the names in the exchange that are new, and queue the hand-ins."""
        if (names := [one.name for one in opened]) != self._seen_of:
            self._seen_of, self._seen = names, set()
        there = set(os.listdir(self._exchange / "inbound"))
        new, self._seen = sorted(there - self._seen), there
        for assignment in opened:
            found, later, trouble = assignment.read(filter(assignment.collect.is_ours, new))
            for hand_in in found:
                self._queue.add(hand_in)
            self._seen.difference_update(later)
            if trouble:
                self._tell(trouble, assignment.name)
        self._tell_refusals()

    def _tell_refusals(self) -> None:
        for assignment in self._watched.values():
            try:
                self._events.extend(assignment.attempts.refusals())
            except PASSING as error:
                self._tell(error, assignment.name)

    def _make_pages(self) -> None:
        for _ in range(min(MOST_PAGES, len(self._owed))):
            assignment, student = self._owed.popleft()
            if trouble := self._give(assignment, student):
                self._not_made.add((assignment.name, student))
                self._tell(trouble, assignment.name, student)
            else:
                self._events.append(Event("feedback", assignment.name, student))

    def _begin(self) -> None:
        for _ in range(MOST_REFUSED):
            found = self._queue.next() if self._lanes.room else None
            if found is None:
                break
            try:
                if assignment := self._watched.get(found.assignment):
                    self._begin_one(assignment, found)
                else:
                    self._queue.later(found)
            except PASSING as error:
                self._queue.later(found)
                self._tell(error, found.assignment, found.student)
        self._tell_refusals()

    def _begin_one(self, assignment: Watched, found: exchange.HandIn) -> None:
        name = found.path.name
        if why := assignment.does_not_count(found, self._settings.attempts):
            assignment.refuse(name, why, "not counted", found.student)
            self._queue.done(found)
            return
        try:
            changed = assignment.collect.take(found)
        except exchange.UnfinishedError:
            if os.path.lexists(found.path):
                self._queue.later(found)
            else:
                self._queue.done(found)
                self._seen.discard(name)
            return
        except exchange.RefusedError as refusal:
            assignment.refuse(name, str(refusal))
            self._queue.done(found)
            return
        # Recorded before any feedback: removing the folder meanwhile does not save an attempt.
        assignment.attempts.add(found, "running")
        prepared = assignment.grading.begin(found.student)
        if isinstance(prepared, Result):
            self._done(assignment, found, prepared, changed)
        else:
            under = _UnderWay(assignment, found, prepared, changed)
            self._lanes.begin(under, prepared.jobs, assignment.course.settings.how)

    def _finish(self, future: Future[tasks.Done]) -> None:
        if (under := self._lanes.finish(future)) is None:
            return  # it runs again, with more time
        try:
            finished = under.assignment.grading.finish(under.prepared, future)
            self._done(under.assignment, under.found, finished, under.changed)
        except PASSING as error:
            self._queue.later(under.found)
            self._tell(error, under.assignment.name, under.found.student)

    def _done(
        self, assignment: Watched, found: exchange.HandIn, result: Result, changed: float
    ) -> None:
        """Give feedback, and record and tell the attempt."""
        student, attempts = found.student, assignment.attempts
        failed = result.state == "failed"
        if failed:
            assignment.run.keep_failure(student, " ".join(result.remarks))
        trouble = None if failed else self._give(assignment, student)
        said = collect.doubt(found, assignment.due(student), changed)
        without = f"no feedback could be published: {trouble}" if trouble else None
        remarks = [*result.remarks, *filter(None, [without, said])]
        points = (None, None) if failed else assignment.points(student)
        state = "failed" if failed else "graded"
        if not failed:
            attempts.keep(student, found.stamp)
        attempts.add(found, state, points, "\n".join(remarks))
        self._queue.done(found)
        self._done_since_look = True
        took = (datetime.now(UTC).replace(tzinfo=None) - found.time).total_seconds()
        seconds = None if failed or student in assignment.waiting() else took
        score, of = points
        told = Event(state, assignment.name, student, score, of, seconds, self._waiting, remarks)
        self._events.append(told)

    def _give(self, assignment: Watched, student: str) -> Exception | None:
        """Make a student's pages and publish them; return the error if that fails."""
        try:
            folder = self._pages.make(student, assignment.name)
            assignment.publish(folder, student)
        except PASSING as error:
            return error
        except Exception as error:  # one submission must not stop the others
            assignment.without_page.add(student)
            return RuntimeError(f"{type(error).__name__}: {error}")
        assignment.without_page.discard(student)
        return None


def _exchange(course: Course) -> Path:
    """Return the course's folder in the exchange; raise GradingError if it cannot be watched."""
    root, name = Path(getattr(exchange.collector(course), "root", "")), course.directory.course_id
    if not name:
        raise GradingError(
            "c.CourseDirectory.course_id is not set in nbgrader_config.py; set it to the "
            "name of the course"
        )
    inbound = root / name / "inbound"
    if not inbound.is_dir():
        again = "run: nbgrader release_assignment ASSIGNMENT"
        raise GradingError(f"the exchange {root} contains no assignment of this course; {again}")
    if not course.directory.groupshared:
        found = inbound.stat()
        if os.geteuid() in (0, found.st_uid) and found.st_mode & stat.S_IWOTH:
            # Sticky, so that students can rename and remove only their own folders.
            inbound.chmod(stat.S_IMODE(found.st_mode) | stat.S_ISVTX)
        for sentence in exchange.weaknesses(root, name):
            raise GradingError(f"the exchange is not safe: {sentence}")
    return root / name


def _lock(root: Path) -> IO[str]:
    file = (root / ".autograder-watch").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        by = file.read() or "?"
        raise GradingError(f"process {by} is already watching this course") from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file
