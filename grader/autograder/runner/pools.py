"""Pools of workers that run notebooks: the protocol, and threads on this machine."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Condition

from autograder.runner.conductor import warm
from autograder.runner.processes import confinement, forked, surroundings
from autograder.runner.tasks import Done, Task

# The switch interval of threads: Python's own 5 ms would keep notebooks waiting whenever the
# gradebook is written.
SECONDS_FOR_A_TURN = 0.0005


class Pool:
    """A pool of workers, which an entry point of ``autograder.pools`` makes.

    The entry point's name becomes an option of ``grade`` and ``watch``, and its object is called
    with the text that follows the option. It must not take long, because it is called before
    nbgrader is imported.

    Attributes
    ----------
    width : int
        How many submissions to run at the same time.
    cautions : list of str
        Warnings about the pool, for the instructor.

    Examples
    --------
    >>> from concurrent.futures import Future
    >>> from autograder import Job, Pool, Step, Task
    >>> class Slow(Pool):
    ...     width = 1
    ...     def submit(self, task):
    ...         future = Future()
    ...         future.set_result(task.read(Task.run_packed(task.pack()), "here"))
    ...         return future
    >>> task = Task({"ps1": Job([Step(0, "print(1)")], [], {}, {})}, True, 30, 300)
    >>> Slow().submit(task).result().worker
    'here'
    """

    class Lost(Exception):
        """No submission can be run any more; the message says why."""

    class NotRun(Exception):
        """A submission could not be run; the message says why."""

    @property
    def width(self) -> int:
        """How many submissions to run at the same time."""
        raise NotImplementedError

    @property
    def cautions(self) -> list[str]:
        """Warnings about the pool, for the instructor."""
        return []

    def submit(self, task: Task) -> Future[Done]:
        """Run a submission.

        Parameters
        ----------
        task : Task
            The submission.

        Returns
        -------
        Future
            The result of `Task.read`, or the exception `NotRun` or `Lost`.
        """
        raise NotImplementedError

    def prepare(self, unconfined: bool, *allowed: confinement.Allowed) -> None:
        """Wait until the first worker can be used; raise `Lost` if none can.

        Parameters
        ----------
        unconfined : bool
            True if students' code may run without confinement.
        *allowed : Allowed
            What the notebooks of each assignment may use, for example ``modules``.
        """

    def calibrate(self, solution: Task) -> None:
        """Have each worker grade a solution before it receives submissions of the assignment.

        Parameters
        ----------
        solution : Task
            The solution. A worker on which `Task.run_packed` raises an error gets no submissions.
        """

    def close(self) -> None:
        """Close the pool without waiting for running submissions."""

    @staticmethod
    def keep_to(*paths: str) -> bool:
        """Confine this process, if it speaks a protocol that others could abuse.

        Parameters
        ----------
        *paths : str
            Paths that the process may read, besides Python and its packages.

        Returns
        -------
        bool
            True if all threads of this process are confined.
        """
        confinement.die_with_parent()
        there = [path.resolve() for path in map(Path, paths) if path.exists()]
        try:
            threads = os.listdir("/proc/self/task")  # others than this one would not be confined
            confinement.keep_to([*surroundings.readable(), *there])
        except (OSError, confinement.ConfinementError):
            return False
        return len(threads) == 1


class Threads(Pool):
    """A pool of threads that run notebooks on this machine, each one at a time.

    The threads only pass messages: notebooks run in processes of their own, those of
    one thread all on one core, where a call need not wake up another.
    """

    def __init__(self, jobs: int) -> None:
        jobs = min(jobs, confinement.PLACES)
        self._slots = Slots(jobs, min(2 * jobs, confinement.PLACES - jobs))
        self._width = 2 * jobs + self._slots.most_resting
        self._executor = ThreadPoolExecutor(jobs + self._slots.most_resting)

    def prepare(self, unconfined: bool, *allowed: confinement.Allowed) -> None:
        """Make sure that students can be confined; see `warm` for the error if they cannot be.

        What the first of several assignments may have is there from the start.
        """
        warm(unconfined, allowed[0])

    @property
    def width(self) -> int:
        """Some more than run, so that none waits."""
        return self._width

    def submit(self, task: Task) -> Future[Done]:
        """Run a submission, or a stage of it."""
        return self._executor.submit(self._run, task)

    def _run(self, task: Task) -> Done:
        with self._slots.one():
            return task.run()

    def close(self) -> None:
        """Close the pool without waiting for running submissions."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._slots.close()


class Slots:
    """Slots for submissions that use the processor: one that only waits makes room for another."""

    def __init__(self, number: int, most_resting: int) -> None:
        self.most_resting = most_resting
        self._resting = 0
        self._used = [0] * number
        self._closed = False
        self._change = Condition()
        self._cores = forked.own_cores()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Have a slot; wait for one if all are used."""
        with self._change:
            self._change.wait_for(lambda: self._closed or sum(self._used) < len(self._used))
            if self._closed:
                raise CancelledError
            number = self._used.index(min(self._used))
            self._used[number] += 1
        sys.setswitchinterval(SECONDS_FOR_A_TURN)
        if self._cores:
            os.sched_setaffinity(0, {self._cores[number % len(self._cores)]})
        rests = False

        def rest(now: bool) -> None:
            """Give the slot away, or have it again at once: time by the clock goes on."""
            nonlocal rests
            with self._change:
                if now != rests and not (now and self._resting == self.most_resting):
                    rests = now
                    self._resting += 1 if now else -1
                    self._used[number] += -1 if now else 1
                    self._change.notify_all()

        before = forked.AT_REST.set(rest)
        try:
            yield
        finally:
            forked.AT_REST.reset(before)
            rest(False)
            with self._change:
                self._used[number] -= 1
                self._change.notify_all()

    def close(self) -> None:
        """Let nobody have a slot any more."""
        with self._change:
            self._closed = True
            self._change.notify_all()
