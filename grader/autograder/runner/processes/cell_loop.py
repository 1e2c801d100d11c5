"""The event loop on which a notebook's cells run, as those of a kernel do."""

import asyncio
from asyncio import events, sleep
from collections.abc import Awaitable, Generator, Sized
from contextlib import suppress
from threading import current_thread, main_thread
from typing import Any, TypeVar

T = TypeVar("T")

SECONDS_BETWEEN_CELLS = 0.005
"""The time for tasks that still wait for something when the next cell begins."""


class CellLoop(asyncio.SelectorEventLoop):
    """An event loop that is the running one while a cell, or a call, is under way.

    In a kernel it is always running. Here it runs between cells, and while a cell awaits;
    the context of the loop itself makes it the running one for code that does not await.
    Nothing makes progress on it meanwhile, so `asyncio.run` works, which a kernel refuses.

    Examples
    --------
    >>> loop, seen = CellLoop(), []
    >>> async def see(what): seen.append(what)
    >>> with loop:
    ...     task = asyncio.get_running_loop().create_task(see("a task"))
    ...     asyncio.run(see("a loop of a cell"))
    >>> loop.catch_up()
    >>> seen, task.done(), loop.close()
    (['a loop of a cell', 'a task'], True, None)
    """

    latest: "CellLoop"
    _depth = 0
    _ready: Sized  # what asyncio is going to call at once, and later
    _scheduled: Sized

    def __init__(self) -> None:
        super().__init__()
        CellLoop.latest = self
        # By these names other loops look whether one is running.
        events._get_running_loop = _running_elsewhere
        events._set_running_loop = _set_unless_waiting

    def __enter__(self) -> None:
        self._depth += 1
        _set_running(self)

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if not self._depth:
            _set_running(None)

    def is_running(self) -> bool:
        """Tell whether it runs, or a cell is under way that does not await."""
        return self._depth > 0 or super().is_running()

    def run_until_complete(self, future: Generator[Any, None, T] | Awaitable[T]) -> T:
        """Run until a future is done, in a cell that awaits, or that asks for this itself."""
        depth, self._depth = self._depth, 0
        _set_running(None)
        try:
            return super().run_until_complete(future)
        finally:
            self._depth = depth
            if depth:
                _set_running(self)

    def catch_up(self) -> None:
        """Let tasks go on, as a kernel does before the next cell comes."""
        if not (self._ready or self._scheduled):  # a cell may have broken what asyncio needs
            return
        tasks, limit = asyncio.all_tasks(self), SECONDS_BETWEEN_CELLS
        with suppress(BaseException):  # a task may raise SystemExit
            self.run_until_complete(asyncio.wait(tasks, timeout=limit) if tasks else sleep(0))


def _running_elsewhere() -> asyncio.AbstractEventLoop | None:
    """Find the running loop that keeps another one from running in this thread."""
    loop = _get_running()  # a cell may have replaced `isinstance`
    return None if loop is CellLoop.latest and CellLoop.latest._depth else loop


def _set_unless_waiting(loop: asyncio.AbstractEventLoop | None) -> None:
    """Set the running loop, and where a cell's own loop ends, the one that waits for the cell."""
    waits = loop is None and CellLoop.latest._depth and current_thread() is main_thread()
    _set_running(CellLoop.latest if waits else loop)


_get_running, _set_running = events._get_running_loop, events._set_running_loop
