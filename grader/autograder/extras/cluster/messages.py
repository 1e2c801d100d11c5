"""The messages between the command that grades and the process that talks to the cluster."""

from multiprocessing.connection import Connection
from threading import Lock
from typing import Any, Generic, TypeVar

from msgspec import DecodeError, Raw, Struct, json
from msgspec.json import Decoder

from autograder.extras.cluster.worker import Standing

LARGEST = 200_000_000
"""The limit on the bytes of a submission, with its files, and of a worker's reply."""


class _Message(Struct, tag=True, omit_defaults=True):
    """A message; its tag is the name of its class."""


class Begin(_Message):
    """To the proxy, first: the requirements of the notebooks that are going to be run."""

    unconfined: bool
    modules: list[str]


class Calibrate(_Message):
    """To the proxy: have each worker judge a solution, which is a `Task`, before it gets more."""

    task: Raw


class Carry(_Message):
    """To the proxy: have a submission run; `task` is a `Task`."""

    number: int
    task: Raw


class Crew(_Message):
    """From the proxy: workers that can be used, and those left out, whenever they change.

    `confined` says that the proxy itself can read no file of the course.
    """

    standing: dict[str, Standing]
    left_out: dict[str, str]
    confined: bool


class Ran(_Message):
    """From the proxy: what a submission's `Task.read` takes, and the worker that ran it."""

    number: int
    worker: str
    reply: Raw


class NotRun(_Message):
    """From the proxy: a submission that no worker could run."""

    number: int
    why: str


class Silent(_Message):
    """From the proxy: a worker or the scheduler that has not answered for a while."""

    who: str
    seconds: float


class Lost(_Message):
    """From the proxy, last: the cluster cannot be used, or not any more."""

    why: str


TO_PROXY: Decoder[Begin | Calibrate | Carry] = Decoder(Begin | Calibrate | Carry)
FROM_PROXY: Decoder[Crew | Ran | NotRun | Silent | Lost] = Decoder(
    Crew | Ran | NotRun | Silent | Lost
)
M = TypeVar("M")


class Link(Generic[M]):
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
