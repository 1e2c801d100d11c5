"""Forked processes, as the conductor sees them: requests with a timeout."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from msgspec.json import Decoder

from autograder.sandbox.processes.confinement import USUAL, Allowed
from autograder.sandbox.processes.forkserver import ForkServer
from autograder.sandbox.wire.channel import LARGEST_MESSAGE, Channel

M = TypeVar("M")

SECONDS_BEFORE_A_LOOK = 1.0
SECONDS_AT_REST = 3.0
_CPU_AT_REST = 0.02
"""The share of a core that a process uses at most while it only waits."""
AT_REST: ContextVar[Callable[[bool], None]] = ContextVar("AT_REST", default=lambda rests: None)
"""Called with whether the processes that this thread waits for use no CPU time."""


class Process(Generic[M]):
    """One forked process and the channel to it."""

    def __init__(
        self,
        server: ForkServer,
        messages: Decoder[M],
        files: dict[str, bytes],
        modules: Iterable[str],
        cells: Iterable[str],
        largest: int = LARGEST_MESSAGE,
        allowed: Allowed = USUAL,
    ) -> None:
        self._server = server
        self._pid, sock = server.fork(files, modules, cells, allowed)
        self.channel = Channel(sock, messages, largest)

    def ask(self, request: object, patience: "Patience") -> M:
        """Send a request and return the reply; raise TimeoutError if it takes too long."""
        try:
            self.channel.send(request, patience.end)
        except ConnectionError:
            raise EOFError("the process has ended") from None
        try:
            while True:
                try:
                    return self.channel.receive(patience.until)
                except TimeoutError:
                    patience.look()
        finally:
            AT_REST.get()(False)

    def interrupt(self, seconds: float) -> M:
        """Interrupt what it does, and return the reply; raise TimeoutError if it goes on."""
        self._server.interrupt(self._pid)
        return self.channel.receive(time.monotonic() + seconds)

    def cpu_seconds(self) -> float | None:
        """Return the CPU time that it has used; None if nobody can tell."""
        return self._server.cpu_seconds(self._pid)

    def end(self) -> str:
        """End it; return the limit for which it was killed before, "" if for none."""
        self.channel.close()
        return self._server.end(self._pid)


class Patience:
    """The timeout of one cell: of its CPU time, and a much longer one of wall time.

    So a busy machine costs nobody points. CPU time is read only if a cell takes long; then it
    is counted from the first look on.
    """

    def __init__(self, cpu: float, wall: float, processes: Sequence[Process[Any]]) -> None:
        self._cpu, self._wall, self._processes = cpu, wall, processes
        self._began = time.monotonic()
        self._before: float | None = None
        self._used = 0.0
        self._looked = self._busy = self._began
        self.end = self._began + wall
        self.until = min(self._began + min(SECONDS_BEFORE_A_LOOK, cpu), self.end)

    def look(self) -> None:
        """Raise TimeoutError if a limit is reached; else set `until`, the time of the next look."""
        now = time.monotonic()
        if now > self.end:
            raise TimeoutError(f"{self._wall:g} seconds by the clock")
        seconds = [process.cpu_seconds() for process in self._processes]
        known = [s for s in seconds if s is not None]
        total = sum(known) if len(known) == len(seconds) else now - self._began
        if self._before is None:
            self._before = total
        if total - self._before - self._used > _CPU_AT_REST * (now - self._looked):
            self._busy = now
        AT_REST.get()(now - self._busy >= SECONDS_AT_REST)
        self._looked = now
        self._used = total - self._before
        if self._used > self._cpu:
            raise TimeoutError(f"{self._cpu:g} seconds of CPU time")
        cores = os.cpu_count() or 1  # threads may run on several
        pause = min(max(0.1, (self._cpu - self._used) / cores), SECONDS_BEFORE_A_LOOK)
        self.until = min(now + pause, self.end)

    @property
    def used(self) -> float:
        """The CPU time that the cell has taken, as far as is known."""
        return self._used or min(time.monotonic() - self._began, SECONDS_BEFORE_A_LOOK)
