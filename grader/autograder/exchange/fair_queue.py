"""A fair queue of hand-ins, with never two of one student at a time."""

import heapq
import time
from bisect import insort
from collections import Counter, defaultdict

from autograder.exchange.names import HandIn

LONGEST_PAUSE = 10.0
"""The longest pause before a retry, in seconds."""
Key = tuple[str, str]
"""An assignment and a student."""


class Queue:
    """A fair priority queue of hand-ins.

    Among students, the one served least often is next; of a student and an assignment the
    oldest hand-in, when none is under way. `add` and `next` take logarithmic time.

    Examples
    --------
    >>> from datetime import datetime
    >>> from pathlib import Path
    >>> queue = Queue()
    >>> for student, minute in [("ada", 1), ("ada", 2), ("ben", 3)]:
    ...     when = datetime(2025, 11, 3, 10, minute)
    ...     queue.add(HandIn(student, "ps1", str(when), when, Path(f"{student}{minute}")))
    >>> first, second = queue.next(), queue.next()
    >>> first.student, second.student, queue.next()
    ('ada', 'ben', None)
    >>> queue.done(first)
    >>> queue.next().path.name, len(queue)
    ('ada2', 0)
    """

    def __init__(self) -> None:
        self._waiting: dict[Key, list[tuple[str, HandIn]]] = defaultdict(list)
        self._heap: list[tuple[int, str, str, Key]] = []
        self._paused: list[tuple[float, Key]] = []
        self._busy: set[Key] = set()
        self._names: set[str] = set()
        self._tries: Counter[str] = Counter()
        self._served: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def ready(self) -> bool:
        """Tell whether `next` would return a hand-in."""
        self._wake()
        return bool(self._heap)

    def students(self, assignment: str) -> set[str]:
        """Return the students with a hand-in in the queue or under way."""
        waiting = {student for name, student in self._waiting if name == assignment}
        return waiting | {student for name, student in self._busy if name == assignment}

    def oldest(self) -> HandIn | None:
        """Return the hand-in with the earliest time."""
        heads = (waiting[0] for waiting in self._waiting.values())
        return min(heads, default=(None, None), key=lambda one: str(one[0]))[1]

    def add(self, found: HandIn) -> None:
        """Add a hand-in, unless it is in the queue or under way."""
        if found.path.name in self._names:
            return
        self._names.add(found.path.name)
        key = found.assignment, found.student
        alone = key not in self._waiting and key not in self._busy
        insort(self._waiting[key], (_when(found), found))
        self._count += 1
        if alone:
            self._push(key)

    def next(self) -> HandIn | None:
        """Remove and return the next hand-in; `done` or `later` has to follow."""
        self._wake()
        while self._heap:
            served, _, _, key = heapq.heappop(self._heap)
            if self._served[key[1]] > served:  # for another assignment, meanwhile
                self._push(key)
                continue
            _, found = self._waiting[key].pop(0)
            if not self._waiting[key]:
                del self._waiting[key]
            self._count -= 1
            self._busy.add(key)
            self._served[found.student] += 1
            return found
        return None

    def done(self, found: HandIn) -> None:
        """Mark a hand-in as done, so that the next of the same student can follow."""
        key = found.assignment, found.student
        self._tries.pop(found.path.name, None)
        self._names.discard(found.path.name)
        self._busy.discard(key)
        if key in self._waiting:
            self._push(key)
        if not self._count and not self._busy:
            self._served.clear()

    def later(self, found: HandIn) -> None:
        """Put a hand-in back for a retry, with a longer pause each time."""
        key = found.assignment, found.student
        self._tries[found.path.name] += 1
        pause = min(LONGEST_PAUSE, 2.0 ** (self._tries[found.path.name] - 1))
        self._busy.discard(key)
        insort(self._waiting[key], (_when(found), found))
        self._count += 1
        heapq.heappush(self._paused, (time.monotonic() + pause, key))

    def _push(self, key: Key) -> None:
        when, found = self._waiting[key][0]
        heapq.heappush(self._heap, (self._served[found.student], when, found.path.name, key))

    def _wake(self) -> None:
        while self._paused and self._paused[0][0] <= time.monotonic():
            _, key = heapq.heappop(self._paused)
            if key in self._waiting:
                self._push(key)


def _when(found: HandIn) -> str:
    return found.time.isoformat(timespec="microseconds")
