"""Two lanes for running notebooks, so that endless loops do not hold up other students.

Each submission is first run with short limits. If it reaches one, it is run once more with
the limits of the settings, one such submission at a time.
"""

from collections import deque
from concurrent.futures import Future
from typing import Generic, TypeVar

from autograder.sandbox.conductor import WIDER
from autograder.sandbox.jobs import Job
from autograder.workers.pools import Pool
from autograder.workers.tasks import Done, Task

SHORT_CELL = 3.0
"""Seconds for a cell in the first lane."""
SHORT_NOTEBOOK = 30.0
"""Seconds for a notebook in the first lane."""
How = tuple[bool, float, float, float]
"""Unconfined or not; seconds for a cell, a notebook, a cell by the clock, as for `examine`."""


T = TypeVar("T")


class Lanes(Generic[T]):
    """The submissions that are under way."""

    def __init__(self, workers: Pool) -> None:
        self._workers = workers
        self.running: dict[Future[Done], tuple[T, dict[str, Job], How]] = {}
        """The submissions that are running in either lane."""
        self._slow: deque[tuple[T, dict[str, Job], How]] = deque()
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
        if future is self._in_slow_lane:
            self._in_slow_lane = None
        elif how != short(how) and took_all(future, short(how)):
            self._slow.append(under)
            self._go_on()
            return None
        self._go_on()
        return one

    def _go_on(self) -> None:
        if self._in_slow_lane is None and self._slow:
            under = self._slow.popleft()
            self._in_slow_lane = self._submit(under, under[2])

    def _submit(self, under: tuple[T, dict[str, Job], How], how: How) -> Future[Done]:
        future = self._workers.submit(Task(under[1], *how))
        self.running[future] = under
        return future


def short(how: How) -> How:
    """Shorten the time limits to those of the first lane.

    Examples
    --------
    >>> short((False, 30, 300, 0)), short((False, 2, 20, 60))
    ((False, 3.0, 30.0, 0), (False, 2, 20, 8))
    """
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
