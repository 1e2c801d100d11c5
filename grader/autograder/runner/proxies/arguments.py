"""Mutable arguments of calls: lists, dicts and sets, at any depth, changed in place.

The caller *lends* the arguments; the called process *borrows* copies. Both number them, and the
functions, in the order in which they cross. After the call the contents of changed objects come
back; a lent object in them comes back as its number, and is the caller's own object again.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from operator import is_
from types import FunctionType
from typing import Any, TypeVar

from autograder.runner.messages import Returned
from autograder.runner.wire import channel, codecs, errors, values

T = TypeVar("T")


class Lent:
    """The arguments of one call, as the caller sees them."""

    def __init__(
        self, other: values.Encode = values.refuse, known: values.Decode = values.decode_class
    ) -> None:
        self._other, self._of_others = other, known
        self._things: list[object] = []
        self._numbers: dict[int, int] = {}

    def send(
        self, arguments: Iterable[object], named: Mapping[str, object]
    ) -> tuple[list[channel.Sent], dict[str, channel.Sent]]:
        """Encode the arguments."""
        sent = values.encode_all(arguments, self._other, self._number)
        by_name = values.encode_all(named.values(), self._other, self._number) if named else ()
        return sent, dict(zip(named, by_name, strict=True))

    def take_back(self, answer: Returned) -> tuple[object, BaseException | None]:
        """Change the arguments as the call has, and decode its value, or its error."""
        new = [
            (pick(self._things, n), values.decode(sent, self._known)) for n, sent in answer.changes
        ]
        for thing, contents in new:
            _replace(thing, contents)
        if answer.error is not None:
            return None, errors.unpack(answer.error, self._known)
        return values.decode(answer.value, self._known), None

    def _number(self, thing: object) -> channel.Sent | None:
        number = self._numbers.setdefault(id(thing), len(self._things))
        if number < len(self._things):
            return {"lent": number}
        self._things.append(thing)
        return None

    def _known(self, tag: str, content: channel.Sent) -> object:
        if tag == "lent":
            return pick(self._things, content)
        return self._of_others(tag, content)


class Borrowed:
    """The arguments of one call, as the called process sees them; see `Lent`."""

    def __init__(self, other: values.Decode = values.decode_class) -> None:
        self._other = other
        self._things: list[object] = []
        self._own: set[int] = set()
        self._before: dict[int, Sequence[object]] = {}
        self._numbers: dict[int, int] = {}

    def receive(
        self, arguments: Sequence[channel.Sent], named: Mapping[str, channel.Sent]
    ) -> tuple[list[object], dict[str, object]]:
        """Decode the arguments."""
        received = values.decode_all(arguments, self._known, self._things)
        by_name = values.decode_all(named.values(), self._known, self._things) if named else ()
        for number, thing in enumerate(self._things):
            if type(thing) is not FunctionType:
                self._before[number] = contents(thing)
            if number not in self._own:
                self._numbers[id(thing)] = number
        return received, dict(zip(named, by_name, strict=True))

    def send(self, value: object, other: values.Encode = values.refuse) -> channel.Sent:
        """Encode a value that is returned."""
        return values.encode(value, other, self._number if self._things else None)

    def changes(self, other: values.Encode = values.refuse) -> list[tuple[int, channel.Sent]]:
        """Encode the objects that have changed since the arguments came, with their numbers."""
        if not self._before:
            return []  # the common case, made fast
        return [
            (number, self.send(copy(self._things[number]), other))
            for number, before in self._before.items()
            if not same(before, contents(self._things[number]))
        ]

    def _number(self, thing: object) -> channel.Sent | None:
        number = self._numbers.get(id(thing))
        return None if number is None else {"lent": number}

    def _known(self, tag: str, content: channel.Sent) -> object:
        if tag == "lent":
            if (lent := pick(self._things, content)) is values.Unfinished:
                raise channel.NotPlain("a value that contains itself is not plain data")
            return lent
        thing = self._other(tag, content)
        if tag in values.CLASSES:
            return thing
        if tag == "mine":  # it has a number already
            self._own.add(len(self._things))
        self._things.append(thing)
        return thing


NOTHING = Borrowed()  # the borrowed arguments of a call that has no mutable ones


class NotHere:
    """A placeholder for a value that cannot cross; it says so when it is used."""

    def __init__(
        self,
        message: str,
        missed: Callable[[str], object] | None = None,
        shown: str = "an object",
    ) -> None:
        self._message, self._missed, self._shown = message, missed, shown

    def called(self, name: str) -> "NotHere":
        """Return the same, with the name that the value has in a test."""
        return NotHere(f"{name}{self._message.removeprefix('this')}", self._missed, self._shown)

    def __repr__(self) -> str:
        return f"<{self._shown}>"

    def __getattr__(self, name: str) -> object:
        return self()

    def __call__(self, *arguments: object, **named: object) -> Any:
        """Note that the value was used, and raise TypeError."""
        if self._missed:
            self._missed(self._message)
        raise TypeError(self._message)

    __hash__ = object.__hash__  # it may be in a set
    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __call__
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __call__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __call__
    __truediv__ = __rtruediv__ = __floordiv__ = __mod__ = __pow__ = __neg__ = __call__
    __abs__ = __int__ = __float__ = __index__ = __next__ = __enter__ = __call__
    __setitem__ = __delitem__ = __round__ = __reversed__ = __call__


def pick(things: Sequence[T], number: channel.Sent) -> T:
    """Return the thing with a number, which may be forged."""
    if type(number) is not int or not 0 <= number < len(things):
        raise channel.NotPlain(f"there is no object with the number {number!r}")
    return things[number]


def contents(thing: Any) -> Sequence[object]:
    """List the contents of a mutable object, one level deep."""
    if isinstance(thing, dict):
        return [*thing, *thing.values()]
    if codecs.is_array(thing):
        items = [*thing.flat] if thing.dtype.kind == "O" else [thing.tobytes()]
        return [*items, repr((thing.shape, thing.dtype)).encode()]
    if isinstance(thing, list | set | deque):
        return [*thing]
    if codecs.changing(type(thing)):
        with suppress(channel.NotPlain):
            return (channel.pack(values.encode(thing)),)
    return (bytes(thing),) if isinstance(thing, bytearray) else ()


def same(before: Sequence[object], now: Sequence[object]) -> bool:
    """Tell whether these are identical objects: equal ones may be of different types."""
    if len(before) != len(now) or all(map(is_, before, now)):  # the common cases, made fast
        return len(before) == len(now)
    return all(
        one is other or (type(one) is bytes and type(other) is bytes and one == other)
        for one, other in zip(before, now, strict=True)
    )


_CONTAINERS: tuple[type[Any], ...] = dict, set, list, deque, bytearray


def _replace(thing: Any, contents: Any) -> None:
    """Change an object in place; one of a subclass of list, dict, set or deque keeps its class."""
    base = next((kind for kind in _CONTAINERS if isinstance(thing, kind)), None)
    if base and isinstance(contents, base):
        items = contents.copy()  # one may be the other
        thing.clear()
        (thing.update if base in (dict, set) else thing.extend)(items)
    elif (codec := codecs.changing(type(thing))) and codec.knows(type(contents)):
        try:
            codec.replace(thing, contents)
        except Exception as error:
            raise channel.NotPlain(str(error)) from None
    elif codecs.is_array(thing) and codecs.is_array(contents):
        if (thing.shape, thing.dtype) != (contents.shape, contents.dtype):
            raise channel.NotPlain("a call cannot change the shape or type of an array")
        try:
            thing[...] = contents
        except ValueError as error:  # it cannot be written to
            raise channel.NotPlain(str(error)) from None
    else:
        raise channel.NotPlain(
            f"a call cannot turn a {type(thing).__name__} into a {type(contents).__name__}"
        )
