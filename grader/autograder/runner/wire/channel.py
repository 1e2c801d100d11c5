"""Messages over a socket: JSON, each with its length in front, and limits on what may cross."""

import json
import math
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Generic, TypeAlias, TypeVar

import msgspec
from msgspec.json import Decoder, Encoder

T = TypeVar("T")
R = TypeVar("R")
M = TypeVar("M")
Sent: TypeAlias = object  # a serialized value: strings, numbers, booleans, None, lists and dicts
LARGEST_MESSAGE = 32_000_000
# Three bytes of JSON may take a hundred in memory.
MOST_ITEMS = 5_000_000
MOST_CONTAINERS = 1_000_000


class NotPlain(TypeError):
    """The error if a value cannot cross, or if a malformed one arrives."""


class TooLarge(NotPlain):
    """The error if a message is larger than the limits."""

    def __init__(self, size: int, largest: int = LARGEST_MESSAGE, of: str = "bytes") -> None:
        super().__init__(f"too large: {size:,} {of}, but at most {largest:,} can be sent at once")


_HEAD = struct.Struct("!I")
_READ_AHEAD = 8192


def _exact(text: object) -> str:
    if not issubclass(type(text), str):
        raise NotPlain(f"a message cannot contain a {type(text).__name__}")
    return str.__str__(text)


_to_json = Encoder(enc_hook=_exact).encode


def pack(message: object) -> bytes:
    """Serialize a message as JSON, with "?" for halves of characters."""
    try:
        return _to_json(message)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(message, enc_hook=_exact)
        return json.dumps(plain, ensure_ascii=False).encode(errors="replace")
    except TypeError as error:
        raise NotPlain(str(error)) from None
    except MemoryError:
        raise NotPlain("there is not enough memory to send the value") from None


def weigh(data: bytes | bytearray) -> None:
    """Refuse a message that would take much more memory than its bytes, before it is parsed."""
    if len(data) <= MOST_CONTAINERS:
        return
    # Characters within texts are counted, too: that is quick, and few texts have so many.
    containers, items = data.count(b"[") + data.count(b"{"), data.count(b",")
    if containers > MOST_CONTAINERS:
        raise TooLarge(containers, MOST_CONTAINERS, "lists and dictionaries")
    if items > MOST_ITEMS:
        raise TooLarge(items, MOST_ITEMS, "items")


def size_of(message: object) -> float:
    """Count the bytes that `pack` returns; infinitely many if it cannot."""
    try:
        return len(pack(message))
    except NotPlain:
        return math.inf


class Channel(Generic[M]):
    """A channel for messages over a socket, each with its length in front."""

    def __init__(
        self,
        sock: socket.socket,
        messages: Decoder[M],
        largest: int = LARGEST_MESSAGE,
        borrows: bool = False,
    ) -> None:
        self.sock, self._decode, self._largest = sock, messages.decode, largest
        self._held = bytearray()
        # Reading beyond a message would swallow a socket that comes after it.
        self._ahead = 0 if borrows else _READ_AHEAD

    def send(self, message: object, deadline: float | None = None) -> None:
        """Send one message."""
        data = pack(message)
        if len(data) > self._largest:
            raise TooLarge(len(data), self._largest)
        weigh(data)
        data = _HEAD.pack(len(data)) + data
        if deadline is None:
            self.sock.sendall(data)
        else:
            self._within(deadline, self.sock.sendall, data)

    def receive(self, deadline: float | None = None) -> M:
        """Wait for one message."""
        held = self._held
        self._fill(_HEAD.size, deadline)
        size: int = _HEAD.unpack_from(held)[0]
        if size > self._largest:
            raise EOFError("the message is too large")
        end = _HEAD.size + size
        self._fill(end, deadline)
        data = held[_HEAD.size : end]
        del held[:end]
        try:
            weigh(data)
            return self._decode(data)
        except (ValueError, RecursionError, MemoryError, TooLarge) as error:
            raise EOFError(f"the message cannot be read: {error}") from None

    def lend(self, sock: socket.socket) -> None:
        """Pass a socket of ours to the process at the other end, too."""
        socket.send_fds(self.sock, [b"+"], [sock.fileno()])

    def borrow(self) -> socket.socket:
        """Receive the socket that the other end lends."""
        _, descriptors, _, _ = socket.recv_fds(self.sock, 1, 1)
        if not descriptors:
            raise EOFError("no socket was received")
        return socket.socket(fileno=descriptors[0])

    def close(self) -> None:
        """Close our end; the other end reads EOFError."""
        self.sock.close()

    def _fill(self, size: int, deadline: float | None) -> None:
        """Have so many bytes at least; a timeout loses none."""
        while (missing := size - len(self._held)) > 0:
            part, more = b"", self._ahead or missing
            with suppress(ConnectionError):
                if deadline is None:
                    part = self.sock.recv(more)
                else:
                    part = self._within(deadline, self.sock.recv, more)
            if not part:
                raise EOFError("the other end of the connection is closed")
            self._held += part

    def _within(self, deadline: float, act: Callable[[T], R], what: T) -> R:
        self.sock.settimeout(max(deadline - monotonic(), 0.001))
        try:
            return act(what)
        finally:  # the socket may be lent, and its other owners wait for ever
            self.sock.settimeout(None)
