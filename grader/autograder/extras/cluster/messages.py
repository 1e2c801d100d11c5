"""The messages between the command that grades and the process that talks to the cluster."""

import os
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any, Generic, TypeVar

from msgspec import DecodeError, Raw, Struct, json
from msgspec.json import Decoder

LARGEST = 200_000_000
"""The limit on the bytes of a submission, with its files, and of a worker's reply."""
SECONDS_OF_SILENCE = float(os.environ.get("DASK_AUTOGRADER_SILENCE", "30"))
"""The time after which a connected but silent worker is left out until it answers again."""


class _Message(Struct, tag=True, omit_defaults=True):
    """A message; its tag is the name of its class."""


class BeginOnWorker(_Message):
    """To the proxy, first: what workers need; again with more solutions, which are `Task`s."""

    unconfined: bool
    modules: list[str]
    solutions: list[Raw] = []


class Carry(_Message):
    """To the proxy: have a submission run; `task` is a `Task`."""

    number: int
    task: Raw


class Crew(_Message):
    """From the proxy, at each change: the threads of workers that can be used, and the others.

    Those in `silent` have not answered for a while, the scheduler included. `confined` says
    that the proxy itself can read no file of the course.
    """

    threads: int = 0
    left_out: dict[str, str] = {}
    silent: list[str] = []
    confined: bool = True


class RanOnWorker(_Message):
    """From the proxy: what a submission's `Task.read` takes, or why no worker could run it."""

    number: int
    worker: str = ""
    reply: Raw = Raw(b"null")
    why: str = ""


class LostOnWorker(_Message):
    """From the proxy, last: the cluster cannot be used, or not any more."""

    why: str


ToProxy = BeginOnWorker | Carry
FromProxy = Crew | RanOnWorker | LostOnWorker
TO_PROXY, FROM_PROXY = Decoder[ToProxy](ToProxy), Decoder[FromProxy](FromProxy)
M = TypeVar("M")


class WorkerLink(Generic[M]):
    """One end of the connection between the command and the proxy."""

    def __init__(self, end: "Connection[Any, Any]", messages: Decoder[M]) -> None:
        self._end, self._decode, self._lock = end, messages.decode, Lock()

    def send(self, message: Struct) -> None:
        """Send a message."""
        with self._lock:
            self._end.send_bytes(json.encode(message))

    def receive(self) -> M:
        """Wait for a message; raise EOFError if none can come."""
        try:
            return self._decode(self._end.recv_bytes(LARGEST + 1000))
        except (OSError, DecodeError, RecursionError) as error:
            raise EOFError(f"a message that cannot be read: {error}") from None

    def close(self) -> None:
        """Close this end."""
        self._end.close()
