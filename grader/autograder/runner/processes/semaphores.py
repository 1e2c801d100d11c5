"""Locks of `multiprocessing` between threads, where no process can be started.

A real one is a file in a folder that all notebooks would share.
"""

import _multiprocessing  # type: ignore[import-not-found]
import threading
from typing import ClassVar

_MUTEX = 0


class _Semaphore:
    """What `multiprocessing.synchronize` takes for the system's semaphore."""

    SEM_VALUE_MAX: ClassVar[int] = _multiprocessing.SemLock.SEM_VALUE_MAX
    name = None
    handle = 0

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        self.kind, self.maxvalue, self._value = kind, maxvalue, value
        self._free = threading.Condition()
        self._owner, self._times = 0, 0

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        with self._free:
            if self.kind == _MUTEX and self._is_mine():
                self._times += 1
                return True
            wait = (None if timeout is None else max(timeout, 0)) if block else 0
            if not self._free.wait_for(lambda: self._value > 0, wait):
                return False
            self._value -= 1
            self._owner, self._times = threading.get_ident(), self._times + 1
            return True

    def release(self) -> None:
        with self._free:
            if self.kind == _MUTEX and not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self.kind != _MUTEX and self._value >= self.maxvalue:
                raise ValueError("semaphore or lock released too many times")
            self._times -= 1
            if self.kind != _MUTEX or not self._times:
                self._value += 1
                self._free.notify()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()

    def _is_mine(self) -> bool:
        return self._times > 0 and self._owner == threading.get_ident()

    def _count(self) -> int:
        return self._times

    def _get_value(self) -> int:
        return self._value

    def _is_zero(self) -> bool:
        return self._value == 0


def keep_to_threads() -> None:
    """Have all locks, events, queues and pools of threads of `multiprocessing` use these."""
    _multiprocessing.SemLock = _Semaphore
