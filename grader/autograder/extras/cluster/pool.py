"""The pool of a Dask cluster's workers, in the command that grades, and its messages."""

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

from msgspec import Struct, json
from msgspec.json import Decoder

from autograder import Pool, Task, one_line

LARGEST = 200_000_000
"""The limit on the bytes of a worker's reply."""
SOLUTION = -1
"""The number of a task that each worker has to run before it gets submissions."""


class BeginOnWorker(Struct, tag=True):
    """To the proxy, first: how notebooks run, and the modules that they import."""

    unconfined: bool
    modules: list[str]


class RunOnWorker(Struct, tag=True):
    """To the proxy: a packed `Task` to run; `SOLUTION` is the number of one for each worker."""

    task: bytes
    number: int
    tries: int = 0  # counted by the proxy


class Workers(Struct, tag=True):
    """From the proxy, at each change: the number of workers that can be used, and a warning."""

    number: int
    caution: str = ""


class RanOnWorker(Struct, tag=True):
    """From the proxy: what a submission's `Task.read` takes, or why no worker could run it."""

    number: int
    worker: str = ""
    reply: bytes = b""
    why: str = ""


class LostOnWorker(Struct, tag=True):
    """From the proxy, last: the cluster cannot be used, or not any more."""

    why: str


FromProxy = Workers | RanOnWorker | LostOnWorker
_FROM_PROXY = Decoder[FromProxy](FromProxy)


class Cluster(Pool):
    """The workers of a Dask cluster, reached through a `proxy`; some submissions wait there."""

    width = 64

    def __init__(self, address: str) -> None:
        self._end, theirs = Pipe()
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
        self._workers = 0
        self._cautions: list[str] = []
        self._lost = ""
        self._change = Condition()
        Thread(target=self._listen, name="cluster", daemon=True).start()

    def prepare(self, unconfined: bool, *allowed: Any) -> None:
        """Wait for the first worker that can be used."""
        modules = sorted({m for one in allowed for m in (*one.modules, *one.modules_of_tests)})
        self._send(BeginOnWorker(unconfined, modules))
        with self._change:
            self._change.wait_for(lambda: self._workers or self._lost)
            if self._lost:
                raise self.Lost(self._lost)

    def calibrate(self, solution: Task) -> None:
        """Have each worker judge the solution before it runs submissions."""
        self._send(RunOnWorker(solution.pack(), SOLUTION))

    def _send(self, message: BeginOnWorker | RunOnWorker) -> None:
        with suppress(OSError):  # the proxy has sent the reason, and `_listen` finds it
            self._end.send_bytes(json.encode(message))

    @property
    def cautions(self) -> list[str]:
        """Warnings about workers, and about the Dask proxy."""
        return [*dict.fromkeys(self._cautions)]

    def submit(self, task: Task) -> Future[Any]:
        """Run a submission on one of the workers."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        number = next(self._numbers)
        with self._change:
            self._running[number] = future, task
        self._send(RunOnWorker(task.pack(), number))
        if self._lost:
            self._settle(number, self.Lost(self._lost))
        return future

    def close(self) -> None:
        """End the Dask proxy without waiting for submissions under way."""
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        try:
            while not self._lost:
                self._hear(_FROM_PROXY.decode(self._end.recv_bytes(2 * LARGEST)))
        except Exception:
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines() or ["no error message"]
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
                self._workers = message.number
                self._cautions += [one_line(message.caution)] if message.caution else []
                self._change.notify_all()

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
            future.set_result(task.read(came.reply, came.worker))
        except ValueError as error:
            future.set_exception(self.NotRun(f"{came.worker} sent an invalid answer ({error})"))


def _is_for_proxy(name: str) -> bool:
    """Tell whether the Dask proxy gets an environment variable."""
    return name.startswith(("DASK_", "LC_", "PYTHON", "SSL_")) or name in {
        *("HOME", "LANG", "PATH", "TMPDIR", "VIRTUAL_ENV"),
    }
