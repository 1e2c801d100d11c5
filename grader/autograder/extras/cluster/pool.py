"""The pool of a Dask cluster's workers, in the command that grades."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from multiprocessing import Pipe
from threading import Condition, Thread
from typing import Any

from msgspec import Raw

from autograder import Pool, Task, one_line
from autograder.extras.cluster.messages import (
    FROM_PROXY,
    LARGEST,
    SECONDS_OF_SILENCE,
    BeginOnWorker,
    Carry,
    Crew,
    FromProxy,
    LostOnWorker,
    RanOnWorker,
    WorkerLink,
)

WAITING = 16
"""The number of submissions that wait for a worker."""


class Cluster(Pool):
    """The workers of a Dask cluster, reached through a `proxy`."""

    def __init__(self, address: str) -> None:
        ours, theirs = Pipe()
        self._link = WorkerLink(ours, FROM_PROXY)
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  # as long as the process
        command = [sys.executable, "-P", "-m", "autograder.extras.cluster.proxy", address]
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={name: value for name, value in os.environ.items() if _is_for_proxy(name)},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
            )
        self._numbers = count()
        self._running: dict[int, tuple[Future[Any], Task]] = {}
        self._crew = Crew()
        self._left_out: dict[str, str] = {}  # also workers that are gone again
        self._lost = ""
        self._change = Condition()
        Thread(target=self._listen, name="cluster", daemon=True).start()

    def prepare(self, unconfined: bool, *allowed: Any) -> None:
        """Wait for the first worker that can be used."""
        modules = sorted({m for one in allowed for m in (*one.modules, *one.modules_of_tests)})
        self._begin = BeginOnWorker(unconfined=unconfined, modules=modules)
        self._send(self._begin)
        with self._change:
            self._change.wait_for(lambda: self._crew.threads or self._lost)
            if self._lost:
                raise self.Lost(self._lost)

    def calibrate(self, solution: Task) -> None:
        """Have each worker judge the solution, also those that join later."""
        self._begin.solutions.append(Raw(solution.pack()))
        self._send(self._begin)

    def _send(self, message: BeginOnWorker | Carry) -> None:
        with suppress(OSError):  # the proxy has sent the reason, and `_listen` finds it
            self._link.send(message)

    @property
    def width(self) -> int:
        """The number of submissions to keep under way; some wait, so that a cluster may grow."""
        return WAITING + 2 * self._crew.threads

    @property
    def cautions(self) -> list[str]:
        """Warnings about workers, and about the Dask proxy."""
        found = [
            f"{one_line(worker)} was left out: {one_line(why)}"
            for worker, why in sorted(self._left_out.items())
        ]
        if not self._crew.confined:
            found.append("Landlock is missing, so the process for the cluster ran unconfined.")
        return found

    def submit(self, task: Task) -> Future[Any]:
        """Run a submission on one of the workers."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        number = next(self._numbers)
        with self._change:
            self._running[number] = future, task
        data = task.pack()
        if len(data) > LARGEST:
            self._settle(number, self.NotRun(f"it has more than {LARGEST:,} bytes"))
        else:
            self._send(Carry(number=number, task=Raw(data)))
        if self._lost:
            self._settle(number, self.Lost(self._lost))
        return future

    def close(self) -> None:
        """End the Dask proxy without waiting for submissions under way."""
        self._link.close()
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        try:
            while not self._lost:
                self._hear(self._link.receive())
        except (EOFError, OSError):
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines() or ["it was ended"]
            self._lose(
                f"the process that communicates with the cluster has ended ({one_line(said[-1])})"
            )

    def _hear(self, message: FromProxy) -> None:
        if isinstance(message, RanOnWorker):
            self._settle(message.number, self.NotRun(message.why) if message.why else message)
        elif isinstance(message, LostOnWorker):
            self._lose(message.why)
        else:
            with self._change:
                before, self._crew = self._crew.silent, message
                self._left_out |= message.left_out
                self._change.notify_all()
            for who in map(one_line, {*message.silent} - {*before}):
                said = f"no answer from {who} for {SECONDS_OF_SILENCE:g} s"
                print(
                    f"autograder: {said}; its submissions will run elsewhere if possible",
                    file=sys.stderr,
                    flush=True,
                )

    def _lose(self, why: str) -> None:
        with self._change:
            self._lost = why
            self._change.notify_all()
        for number in list(self._running):
            self._settle(number, self.Lost(why))

    def _settle(self, number: int, came: RanOnWorker | Exception) -> None:
        """Set the result of a submission's future; it may be forged, and is checked."""
        with self._change:
            future, task = self._running.pop(number, (None, None))
        if future is None or task is None:
            return
        if isinstance(came, Exception):
            future.set_exception(came)
            return
        try:
            future.set_result(task.read(bytes(came.reply), came.worker))
        except ValueError as error:
            future.set_exception(self.NotRun(f"{came.worker} sent an invalid answer ({error})"))


def _is_for_proxy(name: str) -> bool:
    """Tell whether the Dask proxy gets an environment variable."""
    return name.startswith(("DASK_", "LC_", "PYTHON", "SSL_")) or name in {
        *("HOME", "LANG", "PATH", "TMPDIR", "VIRTUAL_ENV"),
    }
