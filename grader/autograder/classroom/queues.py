"""The watcher's queues: hand-ins that wait, and those under way."""

import time
from bisect import insort
from collections import Counter, deque
from concurrent.futures import Future
from datetime import datetime
from typing import Generic, TypeVar

from autograder.classroom.exchange import HandIn
from autograder.runner.conductor import WIDER, How
from autograder.runner.jobs import Job
from autograder.runner.pools import Pool
from autograder.runner.tasks import Done, Task

LONGEST_PAUSE = 10.0  # the longest pause before a retry, in seconds
SHORT_CELL, SHORT_NOTEBOOK = 3.0, 30.0  # seconds in the first lane
Key = tuple[str, str]  # an assignment and a student
T = TypeVar("T")


class Queue:
    """A fair queue of hand-ins, with never two of one student and assignment under way.

    Among students, the one served least often is next; of one student the oldest hand-in.
    """

    def __init__(self) -> None:
        self._waiting: dict[Key, list[HandIn]] = {}
        self._busy, self._names = set[Key](), set[str]()
        self._tries, self._served = Counter[str](), Counter[str]()
        self._rests: dict[Key, float] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def ready(self) -> list[HandIn]:
        """The hand-ins that may be next: the oldest of each student, if none is under way."""
        now = time.monotonic()
        ones = ((key, one[0]) for key, one in self._waiting.items() if key not in self._busy)
        return [one for key, one in ones if self._rests.get(key, 0) <= now]

    def students(self, assignment: str) -> set[str]:
        """Return the students with a hand-in in the queue or under way."""
        return {who for name, who in (*self._waiting, *self._busy) if name == assignment}

    def oldest(self) -> HandIn | None:
        """Return the hand-in with the earliest time."""
        return min((one[0] for one in self._waiting.values()), key=_when, default=None)

    def add(self, found: HandIn) -> None:
        """Add a hand-in, unless it is in the queue or under way."""
        if found.path.name not in self._names:
            self._names.add(found.path.name)
            waiting = self._waiting.setdefault((found.assignment, found.student), [])
            insort(waiting, found, key=_when)

    def next(self) -> HandIn | None:
        """Remove and return the next hand-in; `done` or `later` has to follow."""
        found = min(self.ready, key=lambda o: (self._served[o.student], _when(o)), default=None)
        if found:
            key = found.assignment, found.student
            self._waiting[key].pop(0)
            if not self._waiting[key]:
                del self._waiting[key]
            self._busy.add(key)
            self._served[found.student] += 1
        return found

    def done(self, found: HandIn) -> None:
        """Mark a hand-in as done, so that the next of the same student can follow."""
        self._tries.pop(found.path.name, None)
        self._names.discard(found.path.name)
        self._busy.discard((found.assignment, found.student))
        if not self._waiting and not self._busy:
            self._served.clear()

    def later(self, found: HandIn) -> None:
        """Put a hand-in back for a retry, with a longer pause each time."""
        key, name = (found.assignment, found.student), found.path.name
        self._tries[name] += 1
        self._rests[key] = time.monotonic() + min(LONGEST_PAUSE, 2.0 ** (self._tries[name] - 1))
        self._busy.discard(key)
        insort(self._waiting.setdefault(key, []), found, key=_when)


def _when(found: HandIn) -> tuple[datetime, str]:
    return found.time, found.path.name


class Lanes(Generic[T]):
    """The submissions under way, in two lanes, so that endless loops hold up nobody else.

    Each is first run with short limits. If it reaches one, it is run once more with the limits
    of the settings, one such submission at a time.
    """

    def __init__(self, workers: Pool) -> None:
        self._workers = workers
        self.running: dict[Future[Done], tuple[T, dict[str, Job], How]] = {}  # in either lane
        self._slow = deque[tuple[T, dict[str, Job], How]]()
        self._in_slow_lane: Future[Done] | None = None

    @property
    def room(self) -> bool:
        """Tell whether a worker is free."""
        return len(self.running) < self._workers.width

    @property
    def waiting(self) -> list[T]:
        """The submissions that wait for the slow lane."""
        return [one[0] for one in self._slow]

    def all(self) -> list[T]:
        """List the submissions that are running, or wait for the slow lane."""
        return [one[0] for one in (*self.running.values(), *self._slow)]

    def begin(self, one: T, jobs: dict[str, Job], how: How) -> None:
        """Run a submission in the first lane."""
        self._submit((one, jobs, how), short(how))

    def finish(self, future: Future[Done]) -> T | None:
        """Return a submission whose run has ended; None if it is to run again, with more time."""
        under = self.running.pop(future)
        one, _, how = under
        if slow := future is self._in_slow_lane:
            self._in_slow_lane = None
        again = not slow and how != short(how) and took_all(future, short(how))
        if again:
            self._slow.append(under)
        if self._in_slow_lane is None and self._slow:
            after = self._slow.popleft()
            self._in_slow_lane = self._submit(after, after[2])
        return None if again else one

    def _submit(self, under: tuple[T, dict[str, Job], How], how: How) -> Future[Done]:
        future = self._workers.submit(Task(under[1], *how))
        self.running[future] = under
        return future


def short(how: How) -> How:
    """Shorten the time limits to those of the first lane."""
    unconfined, cell, notebook, wall = how
    cell = min(cell, SHORT_CELL)
    return unconfined, cell, min(notebook, SHORT_NOTEBOOK), wall and min(wall, WIDER * cell)


def took_all(future: Future[Done], how: How) -> bool:
    """Tell whether a run was stopped by its time limit, and may end if it has more."""
    if future.cancelled() or future.exception():
        return False
    _, cell, notebook, _ = how
    seconds = [outcome.seconds.values() for outcome in future.result().outcomes.values()]
    return any(max(took, default=0) >= cell or sum(took) >= notebook for took in seconds)
