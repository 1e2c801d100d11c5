"""The watcher: grades hand-ins of nbgrader's exchange as they arrive, with feedback at once.

Nothing is started anew for a submission: workers, gradebook and templates stay warm. The
state is in the exchange, `attempts` and the pages only, so that the watcher may be killed
at any moment.
"""

import fcntl
import os
import shutil
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

from nbgrader.api import MissingEntry
from nbgrader.converters.base import NbGraderException
from nbgrader.exchange import ExchangeError, ExchangeFactory
from sqlalchemy.exc import DBAPIError
from traitlets import Enum, Integer
from traitlets.config import Config, LoggingConfigurable

from autograder.course.folders import replacing
from autograder.course.settings import Course, GradingError
from autograder.exchange.collect import doubt
from autograder.exchange.copying import UnfinishedError
from autograder.exchange.events import Event, Troubles
from autograder.exchange.feedback import Pages
from autograder.exchange.names import HandIn, RefusedError, split_name, storable
from autograder.exchange.queues import Inbound, Lanes, Queue
from autograder.exchange.rights import weaknesses
from autograder.exchange.watched import Watched
from autograder.gradebook.attempts import KEPT, Attempt, Attempts
from autograder.grading.parallel import Prepared, Result
from autograder.workers.pools import Pool
from autograder.workers.tasks import Done

MOST_NEW = 1000
"""Names that are read at a time; queued hand-ins are started in between."""
MOST_REFUSED = 200
"""Hand-ins that are taken from the queue at a time."""
MOST_PAGES = 5
"""Missing pages that are made at a time."""
PAST = "a later hand-in was collected before it"
"""The reason why a hand-in does not count that is older than what lies in `submitted`."""


class Watch(LoggingConfigurable):
    """The watcher's settings: ``c.Watch`` in ``nbgrader_config.py``."""

    attempts = Integer(
        20, min=0, help="How many hand-ins of a student are graded, the first ones; 0: all."
    ).tag(config=True)
    counts = Enum(
        ["last", "best"], "last", help="Which attempt's points stand in the gradebook."
    ).tag(config=True)


@dataclass
class _UnderWay:
    assignment: Watched
    found: HandIn
    prepared: Prepared
    changed: float


class Watcher:
    """A watcher of a course's exchange."""

    def __init__(
        self, config: Config, workers: Pool, names: list[str], retry: bool = False
    ) -> None:
        self._config, self._workers, self._names, self._retry = config, workers, names, retry
        self._course = Course(config)
        self._settings = Watch(config=config)
        self._watched: dict[str, Watched] = {}
        self._troubles = Troubles()
        self._queue = Queue()
        self._lanes: Lanes[_UnderWay] = Lanes(workers)
        self._owed = deque[tuple[Watched, str]]()
        self._not_made = set[tuple[str, str]]()  # owed, too: assignment and student
        self._in_the_way = set[str]()
        self._done_since_look = False
        self._told = Event("standing", "")
        self._check_exchange()
        self._inbound = Inbound(self._exchange / self._course.directory.course_id / "inbound")
        for name in names:
            self._course.source(name)
        self._lock = _lock(self._course.root)
        self._pages = Pages(self._course)

    @cached_property
    def _attempts(self) -> Attempts:
        """The table of attempts, opened when it is first needed."""
        return Attempts(self._course)

    def _check_exchange(self) -> None:
        course = self._course.directory
        collect = ExchangeFactory(config=self._config).Collect(
            coursedir=course, config=self._config
        )
        self._exchange = Path(getattr(collect, "root", ""))
        if not course.course_id:
            raise GradingError("nbgrader_config.py does not say c.CourseDirectory.course_id")
        inbound = self._exchange / course.course_id / "inbound"
        if not inbound.is_dir():
            raise GradingError(
                f"nothing is released in the exchange {self._exchange} yet; "
                "run: nbgrader release_assignment ASSIGNMENT"
            )
        if not course.groupshared:
            _make_sticky(inbound)
            for sentence in weaknesses(self._exchange, course.course_id):
                raise GradingError(f"the exchange is not safe: {sentence}")

    def run(self, every: float, once: bool = False) -> Iterator[Event]:
        """Watch the exchange."""
        looked = float("-inf")
        for assignment in self._watched.values():
            assignment.look_at_all()
        while True:
            if time.monotonic() - looked >= every:
                yield from self._tell_standing()
                yield from self._look()
                looked = time.monotonic()
            yield from self._read()
            yield from self._begin()
            yield from self._make_pages()
            startable = self._queue.ready and self._lanes.room
            more = bool(self._inbound.more or self._owed or startable)
            if self._lanes.running:
                finished, _ = wait(self._lanes.running, 0 if more else every, FIRST_COMPLETED)
                for future in finished:
                    yield from self._finish(future)
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

    def _look(self) -> Iterator[Event]:
        """Look for new hand-ins and missing feedback."""
        self._done_since_look = False
        try:
            names = self._names or self._released()
            if self._retry:
                self._attempts.retry()
                self._retry = False
        except (GradingError, OSError, DBAPIError) as error:
            yield from self._troubles.tell(error)
            return
        self._troubles.passed("")
        self._in_the_way.clear()
        opened = []
        for name in names:
            try:
                opened.append(self._open(name))
                self._find_owed(opened[-1])
            except (GradingError, ExchangeError, MissingEntry, OSError, DBAPIError) as error:
                self._in_the_way.add(name)
                yield from self._troubles.tell(error, name)
        try:
            self._inbound.look({one.name: one.collect.is_ours for one in opened})
        except OSError as error:
            yield from self._troubles.tell(error)

    def _read(self) -> Iterator[Event]:
        """Read new names in the exchange, some at a time, and queue the hand-ins."""
        fresh = self._inbound.fresh(MOST_NEW)
        for assignment in self._watched.values():
            found, later, trouble = assignment.read(fresh.get(assignment.name, ()))
            for hand_in in found:
                self._queue.add(hand_in)
            self._inbound.again(later)
            if trouble:
                yield from self._troubles.tell(trouble, assignment.name)
            elif not later and assignment.name not in self._in_the_way:
                self._troubles.passed(assignment.name)
            yield from self._write_refusals(assignment)

    def _tell_standing(self) -> Iterator[Event]:
        """Yield a "standing" event, if anything in it has changed."""
        waiting = [self._queue.oldest(), *(under.found for under in self._lanes.waiting)]
        oldest = min(filter(None, waiting), key=lambda found: found.time, default=None)
        now = Event(
            "standing",
            "",
            waiting=self._waiting,
            oldest=f"{oldest.time:%Y-%m-%dT%H:%M:%SZ}" if oldest else "",
            owed=len({*self._not_made, *((one.name, who) for one, who in self._owed)}),
            refused=dict(sum((one.refused for one in self._watched.values()), Counter())),
        )
        if now != self._told:
            self._told = now
            yield now

    @property
    def _waiting(self) -> int:
        return len(self._queue) + len(self._lanes.waiting)

    def _write_refusals(self, assignment: Watched) -> Iterator[Event]:
        try:
            yield from assignment.refusals()
        except (GradingError, DBAPIError) as error:
            yield from self._troubles.tell(error, assignment.name)

    def _released(self) -> list[str]:
        outbound = self._exchange / self._course.directory.course_id / "outbound"
        released = {path.name for path in outbound.iterdir()}
        return [name for name in self._course.assignments() if name in released]

    def _open(self, name: str) -> Watched:
        """Return the watched assignment, read again if its source has changed."""
        found = self._watched.get(name)
        if found is None or found.written() != found.source:
            if found and any(under.assignment is found for under in self._lanes.all()):
                return found
            if found:
                found.grading.close()
            self._watched.pop(name, None)
            self._watched[name] = found = Watched(name, self._config, self._attempts)
            self._workers.calibrate(found.grading.solution)
        return found

    def _find_owed(self, assignment: Watched) -> None:
        found = assignment.owed()
        if found is None:
            return
        self._not_made -= {one for one in self._not_made if one[0] == assignment.name}
        there = {student for other, student in self._owed if other is assignment}
        busy = self._queue.students(assignment.name) | there
        owed = [student for student in found if student not in busy]
        self._troubles.keep(assignment.name, {*busy, *owed, *assignment.without_page})
        self._owed.extend((assignment, student) for student in owed)

    def _make_pages(self) -> Iterator[Event]:
        """Make missing pages, a few at a time."""
        for _ in range(min(MOST_PAGES, len(self._owed))):
            assignment, student = self._owed.popleft()
            if trouble := self._give(assignment, student):
                self._not_made.add((assignment.name, student))
                yield from self._troubles.tell(trouble, assignment.name, student)
            else:
                yield Event("feedback", assignment.name, student)

    def _begin(self) -> Iterator[Event]:
        """Start queued hand-ins while workers are free."""
        for _ in range(MOST_REFUSED):
            found = self._queue.next() if self._lanes.room else None
            if found is None:
                break
            assignment = self._watched.get(found.assignment)
            try:
                if assignment:
                    yield from self._begin_one(assignment, found)
                else:
                    self._queue.later(found)
            except (GradingError, DBAPIError, OSError) as error:  # retried later
                self._queue.later(found)
                yield from self._troubles.tell(error, found.assignment, found.student)
        for assignment in self._watched.values():
            yield from self._write_refusals(assignment)

    def _begin_one(self, assignment: Watched, found: HandIn) -> Iterator[Event]:
        name = found.path.name
        if assignment.is_past(found, self._settings.counts):
            assignment.refuse(name, PAST, "not counted", found.student)
            self._queue.done(found)
            return
        try:
            if why := assignment.does_not_count(found, self._settings.attempts):
                assignment.refuse(name, why, "not counted", found.student)
                self._queue.done(found)
                return
            changed = assignment.collect.take(found)
        except UnfinishedError:
            if os.path.lexists(found.path):
                self._queue.later(found)
            else:
                self._queue.done(found)
                self._inbound.again([name])
            return
        except RefusedError as why:
            assignment.refuse(name, str(why))
            self._queue.done(found)
            return
        # Recorded before any feedback: removing the folder meanwhile does not save an attempt.
        assignment.add(_attempt(found, "running"))
        prepared = assignment.grading.begin(found.student)
        if isinstance(prepared, Result):
            yield self._done(assignment, found, prepared, changed)
        else:
            under = _UnderWay(assignment, found, prepared, changed)
            self._lanes.begin(under, prepared.jobs, assignment.run.how(assignment.name))

    def _finish(self, future: Future[Done]) -> Iterator[Event]:
        under = self._lanes.finish(future)
        if under is None:
            return  # it runs again, with more time
        try:
            finished = under.assignment.grading.finish(under.prepared, future)
            yield self._done(under.assignment, under.found, finished, under.changed)
        except (GradingError, DBAPIError, OSError) as error:  # retried later
            self._queue.later(under.found)
            yield from self._troubles.tell(error, under.assignment.name, under.found.student)

    def _done(self, assignment: Watched, found: HandIn, result: Result, changed: float) -> Event:
        """Give feedback, and record the attempt."""
        failed = result.state == "failed"
        if failed:
            why = " ".join(result.remarks)
            assignment.run.keep_failure(assignment.name, found.student, why)
        trouble = None if failed else self._give(assignment, found.student)
        said = doubt(found, assignment.due(found.student), changed)
        without = f"there is no feedback: {trouble}" if trouble else None
        remarks = [*result.remarks, *filter(None, [without, said])]
        score, of = (None, None) if failed else assignment.points(found.student)
        state = "failed" if failed else "graded"
        attempt = _attempt(found, state, score, of, "\n".join(remarks))
        if not failed:
            self._attempts.keep(found.student, assignment.name, found.stamp)
            self._restore_better(assignment, attempt)
        assignment.add(attempt)
        self._queue.done(found)
        self._done_since_look = True
        took = (datetime.now(UTC).replace(tzinfo=None) - found.time).total_seconds()
        answered = not failed and found.student not in assignment.waiting()
        return Event(
            state, assignment.name, found.student, score, of,
            took if answered else None, self._waiting, remarks,
        )  # fmt: skip

    def _give(self, assignment: Watched, student: str) -> Exception | None:
        """Make a student's pages and publish them; return the error if that fails."""
        try:
            folder = self._pages.make(student, assignment.name)
            assignment.publish(folder, student)
        except (NbGraderException, GradingError, DBAPIError, OSError) as error:  # retried later
            return error
        except Exception as error:  # one submission must not stop the others
            assignment.without_page.add(student)
            return RuntimeError(f"{type(error).__name__}: {error}")
        assignment.without_page.discard(student)
        return None

    def _restore_better(self, assignment: Watched, new: Attempt) -> None:
        """Restore the best attempt, if the best one counts and this one is worse."""
        if self._settings.counts != "best" or new.score is None:
            return
        best = max(assignment.graded(new.student), key=lambda a: a.score or 0, default=None)
        if best is None or best.time is None or (best.score or 0) <= new.score:
            return
        _, stamp = split_name(best.folder, assignment.name)
        kept = self._attempts.folder(new.student, assignment.name, stamp)
        for step in KEPT:
            target = assignment.course.folder(step, new.student, assignment.name)
            with replacing(target, f".restoring-{assignment.name}-") as new_folder:
                shutil.copytree(kept / step, new_folder, dirs_exist_ok=True)
        assignment.grading.write_again(new.student)


def _attempt(
    found: HandIn,
    state: str,
    score: float | None = None,
    of: float | None = None,
    remarks: str = "",
) -> Attempt:
    folder = storable(found.path.name)
    return Attempt(folder, found.assignment, found.student, found.time, state, score, of, remarks)


def _make_sticky(inbound: Path) -> None:
    """Set the sticky bit, so that students can rename and remove only their own folders."""
    found = inbound.stat()
    ours = os.geteuid() in (0, found.st_uid)
    if ours and found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX:
        inbound.chmod(stat.S_IMODE(found.st_mode) | stat.S_ISVTX)


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
