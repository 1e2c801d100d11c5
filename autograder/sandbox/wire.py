"""Plain data between two processes that do not trust each other.

JSON, length first, with a tag for every type that JSON does not know. Nothing
that arrives is ever executed, and no object crosses: a value that lies about
itself in one process is an ordinary value in the other.
"""

import json
import math
import socket
import struct
import time
from collections.abc import Callable
from itertools import islice
from types import GeneratorType
from typing import TypeVar

from msgspec.json import Decoder, Encoder

T = TypeVar("T")
LARGEST_MESSAGE = 16_000_000
LONGEST_ITERATOR = 1_000_000
_ITERATORS = (GeneratorType, map, filter, zip, enumerate, reversed, type(iter([])))
_HEAD = struct.Struct("!I")
_READ_AHEAD = 8192
_to_json = Encoder().encode
_from_json = Decoder(dict).decode


class NotPlain(TypeError):
    """A value cannot cross, or what arrived is not a value that could have been sent."""


def encode(value: object, other: Callable[[object], object] | None = None) -> object:
    """Turn plain data into what JSON can say.

    Parameters
    ----------
    value : object
        None, bool, int, float, str, bytes, range, or lists, tuples, sets, frozensets and
        dicts of them. An instance of a subclass is sent as what it is built on, so a
        Counter arrives as a dict. The items of a generator, a zip or the like are sent,
        and arrive as an iterator.
    other : callable, optional
        What to do with anything else: it returns what to send, or raises.

    Returns
    -------
    object
        What `pack` accepts and `decode` understands.

    Raises
    ------
    NotPlain
        If the value cannot cross.

    Examples
    --------
    >>> encode({"RG": ("b", 1)})
    {'dict': [['RG', {'tuple': ['b', 1]}]]}
    >>> decode(encode([1.5, {2, 3}, 10**30, range(3)])) == [1.5, {2, 3}, 10**30, range(3)]
    True
    >>> encode(print)
    Traceback (most recent call last):
        ...
    autograder.sandbox.wire.NotPlain: a builtin_function_or_method is not plain data
    """
    try:
        return _encode(value, other or _refuse)
    except RecursionError:
        raise NotPlain("a value that contains itself is not plain data") from None


def _encode(value: object, other: Callable[[object], object]) -> object:
    kind = type(value)  # isinstance would believe what the value says of itself
    if kind is str:
        return value if value.isascii() or _is_unicode(value) else {"surrogates": _escaped(value)}
    if kind is int:
        return value if -(2**53) < value < 2**53 else {"int": hex(value)}
    if kind is list:
        return [_encode(item, other) for item in value]
    if kind is dict:
        return {"dict": [[_encode(k, other), _encode(v, other)] for k, v in value.items()]}
    if kind is tuple or kind is set or kind is frozenset:
        return {kind.__name__: [_encode(item, other) for item in value]}
    if kind is float:
        return value if math.isfinite(value) else {"float": repr(value)}
    if kind is bytes:
        return {"bytes": value.hex()}
    if kind is range:
        return {"range": [_encode(n, other) for n in (value.start, value.stop, value.step)]}
    if kind is bool or value is None:
        return value
    for built_in, plain in _PLAIN.items():
        if issubclass(kind, built_in):
            return _encode(plain(value), other)
    if issubclass(kind, _ITERATORS):
        items = islice(value, LONGEST_ITERATOR)
        return {"iterator": [_encode(item, other) for item in items]}
    return other(value)


# Of a subclass what it is built on, by the methods of the built-in types, never its own.
_PLAIN: dict[type, Callable] = {
    str: str.__str__,
    int: int.__int__,
    float: float.__float__,
    list: lambda value: [*list.__iter__(value)],
    dict: lambda value: dict(dict.items(value)),
    tuple: lambda value: (*tuple.__iter__(value),),
    set: lambda value: {*set.__iter__(value)},
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
    bytes: bytes.__bytes__,
}


def _refuse(value: object) -> object:
    raise NotPlain(f"a {type(value).__name__} is not plain data")


def decode(sent: object, other: Callable[[str, object], object] | None = None) -> object:
    """Turn what `encode` made into the value again.

    Parameters
    ----------
    sent : object
        Decoded JSON, possibly forged.
    other : callable, optional
        Understands further tags: it is called with a tag and what came with it.

    Returns
    -------
    object
        Plain data of exact built-in types.

    Raises
    ------
    NotPlain
        If `encode` cannot have made this.

    Examples
    --------
    >>> decode({"set": [[1]]})
    Traceback (most recent call last):
        ...
    autograder.sandbox.wire.NotPlain: malformed 'set': unhashable type: 'list'
    """
    try:
        return _decode(sent, other)
    except RecursionError:
        raise NotPlain("a value nested too deeply") from None


def _decode(sent: object, other: Callable[[str, object], object] | None) -> object:
    kind = type(sent)
    if kind is list:
        return [item if type(item) is str else _decode(item, other) for item in sent]
    if kind is not dict:
        return sent
    if len(sent) != 1:
        raise NotPlain(f"a value has one tag, not {len(sent)}")
    [(tag, content)] = sent.items()
    try:
        if tag in _DECODERS:
            return _DECODERS[tag](_decode(content, other))
    except NotPlain:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise NotPlain(f"malformed {tag!r}: {error}") from None
    if other is None:
        raise NotPlain(f"unknown tag {tag!r}")
    return other(tag, content)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _escaped(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").hex()


def _unescaped(text: str) -> str:
    return bytes.fromhex(text).decode("utf-8", "surrogatepass")


def _integer(text: object) -> int:
    return int(str(text), 16)


_DECODERS: dict[str, Callable] = {
    "int": _integer,
    "float": float,
    "surrogates": _unescaped,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
    "bytes": bytes.fromhex,
    "range": lambda numbers: range(*numbers),
    "iterator": iter,
}


def pack(message: dict[str, object]) -> bytes:
    """Make a message into bytes.

    Parameters
    ----------
    message : dict
        Of strings, finite numbers, booleans, None, lists and dicts; of what `encode`
        returns. Characters that are no Unicode text become question marks.

    Examples
    --------
    >>> pack({"say": "yes"}), pack({"say": "no \\ud800"})
    (b'{"say":"yes"}', b'{"say": "no ?"}')
    """
    try:
        return _to_json(message)
    except (TypeError, ValueError, OverflowError):
        # Slower, but it also takes halves of characters, subclasses of str, and any integer.
        return json.dumps(message, ensure_ascii=False).encode(errors="replace")


def unpack(data: bytes | bytearray) -> dict[str, object]:
    """Make a message of the bytes that `pack` made, possibly forged.

    Raises
    ------
    ValueError
        If they are no message.

    Examples
    --------
    >>> unpack(pack({"value": [1, "R"]}))
    {'value': [1, 'R']}
    >>> unpack(b"[]")
    Traceback (most recent call last):
        ...
    ValueError: Expected `object`, got `array`
    """
    try:
        return _from_json(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(str(error)) from None


class Channel:
    """Messages over a socket: dicts, each with its length in front.

    Parameters
    ----------
    sock : socket.socket
        One end of a connected pair. The channel owns it.
    borrows : bool
        Whether sockets come over it, too.
    """

    def __init__(self, sock: socket.socket, borrows: bool = False) -> None:
        self.sock = sock
        self._held = bytearray()
        # What is read beyond a message would swallow a socket that comes after it.
        self._ahead = 0 if borrows else _READ_AHEAD

    def send(self, message: dict[str, object], deadline: float | None = None) -> None:
        """Send one message.

        Parameters
        ----------
        message : dict
            What `pack` accepts.
        deadline : float, optional
            Until when to wait for room, on the clock of `time.monotonic`.

        Raises
        ------
        NotPlain
            If it is larger than the limit.
        OSError
            If nobody is at the other end; TimeoutError at the deadline.
        """
        data = pack(message)
        if len(data) > LARGEST_MESSAGE:
            raise NotPlain(f"{len(data):,} bytes at once are too many")
        self._within(deadline, self.sock.sendall, _HEAD.pack(len(data)) + data)

    def receive(self, deadline: float | None = None) -> dict[str, object]:
        """Wait for one message.

        Parameters
        ----------
        deadline : float, optional
            Until when to wait, on the clock of `time.monotonic`.

        Raises
        ------
        EOFError
            If the other end is closed, or sends what is not a message.
        TimeoutError
            If the message is not complete at the deadline.
        """
        self._fill(_HEAD.size, deadline)
        end = _HEAD.size + _HEAD.unpack_from(self._held)[0]
        if end > _HEAD.size + LARGEST_MESSAGE:
            raise EOFError("a message that is too large")
        self._fill(end, deadline)
        data = self._held[_HEAD.size : end]
        del self._held[:end]
        try:
            return unpack(data)
        except ValueError:
            raise EOFError("a message that cannot be read") from None

    def lend(self, sock: socket.socket) -> None:
        """Give the process at the other end a socket of ours, too."""
        socket.send_fds(self.sock, [b"+"], [sock.fileno()])

    def borrow(self) -> socket.socket:
        """Take the socket that the other end lends."""
        _, descriptors, _, _ = socket.recv_fds(self.sock, 1, 1)
        if not descriptors:
            raise EOFError("no socket came")
        return socket.socket(fileno=descriptors[0])

    def close(self) -> None:
        """Close our end; the other end reads EOFError."""
        self.sock.close()

    def _fill(self, size: int, deadline: float | None) -> None:
        """Read until that many bytes are held; what was read is still held after a timeout."""
        while len(self._held) < size:
            wanted = self._ahead or size - len(self._held)
            try:
                part = self._within(deadline, self.sock.recv, wanted)
            except ConnectionError:
                part = b""
            if not part:
                raise EOFError("the other end is closed")
            self._held += part

    def _within(
        self, deadline: float | None, act: Callable[[T], bytes | None], what: T
    ) -> bytes | None:
        if deadline is None:
            return act(what)
        self.sock.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            return act(what)
        finally:  # the socket may be lent, and its other owners wait for ever
            self.sock.settimeout(None)


def pair() -> tuple[Channel, Channel]:
    """Connect two channels with each other.

    Examples
    --------
    >>> ours, theirs = pair()
    >>> ours.send({"do": "run"})
    >>> theirs.receive()
    {'do': 'run'}
    >>> ours.close()
    >>> theirs.receive()
    Traceback (most recent call last):
        ...
    EOFError: the other end is closed
    >>> theirs.close()
    """
    one, other = socket.socketpair()
    return Channel(one), Channel(other)
