"""Pools that run notebooks: threads on this machine, or the workers of a Dask cluster."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from threading import Condition, Thread
from typing import NamedTuple

from msgspec import Raw

from autograder.sandbox.conductor import warm
from autograder.sandbox.examination import MOST_REMARKS, Room, few_files, passive
from autograder.sandbox.jobs import Job, Outcome
from autograder.sandbox.juries import Runs
from autograder.sandbox.processes.confinement import PLACES, Allowed
from autograder.sandbox.processes.forked import AT_REST
from autograder.sandbox.text import one_line
from autograder.sandbox.verdicts import KINDS, judged, passed
from autograder.sandbox.wire.channel import Channel, pack
from autograder.sandbox.wire.plain import NotPlain
from autograder.workers.dask_worker import (
    FROM_COURIER,
    LARGEST_TO_A_WORKER,
    Begin,
    Carry,
    Crew,
    Lost,
    NotRun,
    Ran,
    Silent,
    Task,
    run,
)

# The switch interval of threads: Python's own 5 ms would keep notebooks waiting whenever the
# gradebook is written.
SECONDS_FOR_A_TURN = 0.0005
WAITING = 16
"""The number of submissions that wait for a worker."""


class ClusterError(Exception):
    """The error if a cluster cannot be used; the message says why."""


class NotRunError(Exception):
    """The error if no worker could run a submission; the message says why."""


class Done(NamedTuple):
    """The result of running a submission: runs apart and in one process, by notebook."""

    outcomes: dict[str, Outcome]
    together: dict[str, Runs]
    wall: str
    """The way in which students' code was confined."""
    worker: str = ""
    """The worker that ran it; empty for this machine."""

    def passed(self, jobs: Mapping[str, Job]) -> dict[str, list[int]]:
        """List the tests of each notebook that pass apart."""
        return {name: passed(job, self.outcomes[name]) for name, job in jobs.items()}

    def judged(self, jobs: Mapping[str, Job]) -> dict[str, Outcome]:
        """Put the runs of each notebook together."""
        return {
            name: judged(job, self.outcomes[name], self.together[name])
            for name, job in jobs.items()
        }


class Threads:
    """A pool of threads that run notebooks on this machine, each one at a time.

    The threads only pass messages: notebooks run in processes of their own, those of
    one thread all on one core, where a call need not wake up another.
    """

    def __init__(self, jobs: int, unconfined: bool) -> None:
        jobs = min(jobs, PLACES)
        self._slots = Slots(jobs, min(2 * jobs, PLACES - jobs))
        self.width = 2 * jobs + self._slots.most_resting
        self._executor = ThreadPoolExecutor(jobs + self._slots.most_resting)

    def prepare(self, unconfined: bool, *allowed: Allowed) -> None:
        """Make sure that students can be confined; see `warm` for the error if they cannot be.

        What the first of several assignments may have is there from the start.
        """
        warm(unconfined, allowed[0])

    @property
    def cautions(self) -> list[str]:
        """Warnings about the pool: none."""
        return []

    def submit(self, task: Task) -> Future[Done]:
        """Run a submission, or a stage of it; see `run`."""
        return self._executor.submit(self._run, task)

    def _run(self, task: Task) -> Done:
        with self._slots.one():
            result = run(task)
        return Done(result.outcomes, result.together, warm(task.unconfined).wall)

    def close(self) -> None:
        """Close the pool without waiting for submissions under way."""
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
        self._cores = own_cores()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Have a slot; wait for one if all are used."""
        with self._change:
            self._change.wait_for(lambda: self._closed or sum(self._used) < len(self._used))
            if self._closed:
                raise CancelledError
            number = self._used.index(min(self._used))
            self._used[number] += 1
        settle(number, self._cores)
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

        before = AT_REST.set(rest)
        try:
            yield
        finally:
            AT_REST.reset(before)
            rest(False)
            with self._change:
                self._used[number] -= 1
                self._change.notify_all()

    def close(self) -> None:
        """Let nobody have a slot any more."""
        with self._change:
            self._closed = True
            self._change.notify_all()


class Cluster:
    """A pool of the workers of a Dask cluster, reached through a `dask_proxy`."""

    def __init__(self, address: str) -> None:
        ours, theirs = socket.socketpair()
        self._channel = Channel(ours, FROM_COURIER, LARGEST_TO_A_WORKER)
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  # as long as the process
        command = [sys.executable, "-P", "-m", "autograder.workers.dask_proxy", address]
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={name: value for name, value in os.environ.items() if _is_for_courier(name)},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
            )
        self._numbers = count()
        self._running: dict[int, tuple[Future[Done], Task]] = {}
        self._crew = Crew(standing={}, left_out={}, confined=True)
        self._left_out: dict[str, str] = {}  # also workers that are gone again
        self._lost = ""
        self._change = Condition()
        Thread(target=self._listen, name="cluster", daemon=True).start()

    def prepare(self, unconfined: bool, *allowed: Allowed) -> None:
        """Wait for the first worker that can be used."""
        modules = sorted({m for one in allowed for m in (*one.modules, *one.modules_of_tests)})
        with suppress(OSError):  # the proxy sends the reason before it ends
            self._channel.send(Begin(unconfined=unconfined, modules=modules))
        with self._change:
            self._change.wait_for(lambda: self._crew.standing or self._lost)
            if self._lost:
                raise ClusterError(self._lost)

    @property
    def width(self) -> int:
        """The number of submissions to keep under way; some wait, so that a cluster may grow."""
        return WAITING + 2 * sum(standing.threads for standing in self._crew.standing.values())

    @property
    def cautions(self) -> list[str]:
        """Warnings about workers, and about the Dask proxy."""
        found = [
            f"{one_line(worker)} was left out: {one_line(why)}"
            for worker, why in sorted(self._left_out.items())
        ]
        if not self._crew.confined:
            found.append("What talks to the cluster ran unconfined: Landlock is missing here.")
        return found

    def submit(self, task: Task) -> Future[Done]:
        """Run a submission; see `run`. The future raises `ClusterError` if nothing can be run."""
        future: Future[Done] = Future()
        future.set_running_or_notify_cancel()
        number = next(self._numbers)
        with self._change:
            self._running[number] = future, task
        try:
            self._channel.send(Carry(number=number, task=Raw(pack(task))))
        except NotPlain as error:
            self._settle(number, error)
        except OSError:
            pass  # `_listen` finds out why
        if self._lost:
            self._settle(number, ClusterError(self._lost))
        return future

    def close(self) -> None:
        """End the Dask proxy without waiting for submissions under way."""
        self._channel.close()
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        try:
            while not self._lost:
                self._hear(self._channel.receive())
        except (EOFError, OSError):
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines() or ["it was ended"]
            self._lose(f"the process that talks to the cluster has ended ({one_line(said[-1])})")

    def _hear(self, message: Crew | Ran | NotRun | Silent | Lost) -> None:
        if isinstance(message, Crew):
            with self._change:
                self._crew = message
                self._left_out |= message.left_out
                self._change.notify_all()
        elif isinstance(message, Lost):
            self._lose(message.why)
        elif isinstance(message, Silent):
            who, seconds = one_line(message.who), message.seconds
            said = f"no answer from {who} for {seconds:g} s; what it had is run elsewhere if it can"
            print(f"autograder: {said}", file=sys.stderr, flush=True)
        elif isinstance(message, NotRun):
            self._settle(message.number, NotRunError(message.why))
        else:
            self._settle(message.number, message)

    def _lose(self, why: str) -> None:
        with self._change:
            self._lost = why
            self._change.notify_all()
        for number in list(self._running):
            self._settle(number, ClusterError(why))

    def _settle(self, number: int, came: Ran | Exception) -> None:
        """Set the result of a submission's future; outcomes may be forged, and are checked."""
        with self._change:
            future, task = self._running.pop(number, (None, None))
        if future is None or task is None:
            return
        if isinstance(came, Exception):
            future.set_exception(came)
            return
        try:
            standing = self._crew.standing.get(came.worker)
            outcomes = checked(came.outcomes, task.jobs) if task.stage != "together" else {}
            together = came.together if task.stage != "apart" else {}
            if task.stage != "apart":
                check_runs(together, task.jobs)
            wall = standing.wall if standing else ""
            future.set_result(Done(outcomes, together, wall, came.worker))
        except ValueError as error:
            future.set_exception(NotRunError(f"{came.worker} answered with nonsense ({error})"))


def checked(outcomes: dict[str, Outcome], jobs: dict[str, Job]) -> dict[str, Outcome]:
    """Validate the outcomes that a worker has sent, like outputs of a student's process.

    Examples
    --------
    >>> from autograder.sandbox.jobs import Step
    >>> jobs = {"a": Job([Step(3, "1 / 0")], [], {}, {})}
    >>> checked({"a": Outcome({7: []}, [], {}, {}, {})}, jobs)
    Traceback (most recent call last):
        ...
    ValueError: there is no such cell
    """
    if outcomes.keys() != jobs.keys():
        raise ValueError("other notebooks than were asked for")
    return {name: _checked(outcomes[name], job) for name, job in jobs.items()}


def _checked(outcome: Outcome, job: Job) -> Outcome:
    places = {step.place for step in job.steps} - {-1}
    if outcome.outputs.keys() != places or not outcome.undecided.keys() <= {*job.tests}:
        raise ValueError("there is no such cell")
    room = Room()
    outputs = {place: room.limited(passive(outputs)) for place, outputs in outcome.outputs.items()}
    remarks, files = outcome.remarks[:MOST_REMARKS], few_files(outcome.files)
    return outcome._replace(outputs=outputs, remarks=remarks, files=files)


def check_runs(together: dict[str, Runs], jobs: dict[str, Job]) -> None:
    """Raise ValueError if these cannot be results of jobs in one process."""
    if together.keys() != jobs.keys():
        raise ValueError("other notebooks than were asked for")
    for name, runs in together.items():
        if len(runs) not in (1, 2) or any(run.keys() != {*jobs[name].tests} for run in runs):
            raise ValueError("there is no such test")
        if any(found.refused not in KINDS for run in runs for found in run.values()):
            raise ValueError("there is no such refusal")


def _is_for_courier(name: str) -> bool:
    """Tell whether the Dask proxy gets an environment variable."""
    return name.startswith(("DASK_", "LC_", "PYTHON", "SSL_")) or name in {
        *("HOME", "LANG", "PATH", "TMPDIR", "VIRTUAL_ENV"),
    }


def threads_on_cores(jobs: int) -> ThreadPoolExecutor:
    """Make threads for running notebooks, each on a core of its own while there are any."""
    numbers, cores = count(), own_cores()
    return ThreadPoolExecutor(jobs, initializer=lambda: settle(next(numbers), cores))


def own_cores() -> list[int]:
    """List the cores on which this thread may run."""
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []


def settle(number: int, cores: list[int]) -> None:
    """Set this thread up for running notebooks: a short switch interval, and one core."""
    sys.setswitchinterval(SECONDS_FOR_A_TURN)
    if cores:
        os.sched_setaffinity(0, {cores[number % len(cores)]})
