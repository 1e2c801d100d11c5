"""Plain data between two processes that do not trust each other.

JSON, length first, with a tag for every type that JSON does not know. Nothing
that arrives is ever executed, and no object crosses: a value that lies about
itself in one process is an ordinary value in the other.
"""

import builtins
import importlib
import json
import math
import socket
import struct
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, EnumMeta
from fractions import Fraction
from functools import partial, reduce
from operator import or_
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from time import monotonic
from types import EllipsisType, FunctionType, GenericAlias, NotImplementedType, UnionType
from typing import Any, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec.json import Decoder, Encoder

from autograder.sandbox import classes, frames
from autograder.sandbox.arrays import put_together, take_apart

T = TypeVar("T")
R = TypeVar("R")
M = TypeVar("M")
Sent: TypeAlias = object
"""What `encode` makes and `decode` reads: strings, numbers, booleans, None, lists and dicts."""
Encode: TypeAlias = Callable[[object], Sent]
Share: TypeAlias = Callable[[object], Sent | None]
Decode: TypeAlias = Callable[[str, Sent], object]
Hold: TypeAlias = Callable[[object], None]

_Pairs: TypeAlias = Iterable[tuple[object, object]]

LARGEST_MESSAGE = 32_000_000
# What JSON says in three bytes may take a hundred in memory.
MOST_ITEMS = 5_000_000
MOST_CONTAINERS = 1_000_000
_HEAD = struct.Struct("!I")
_READ_AHEAD = 8192


class NotPlain(TypeError):
    """A value cannot cross, or what arrived is not a value that could have been sent."""


class TooLarge(NotPlain):
    """A message is larger than what may be sent at once."""

    def __init__(self, size: int, largest: int = LARGEST_MESSAGE, of: str = "bytes") -> None:
        super().__init__(f"too large: {size:,} {of} at once, at most {largest:,} can cross")


def refuse(value: object) -> Sent:
    """Send nothing but plain data: raise NotPlain."""
    raise NotPlain(f"a {type(value).__name__} is not plain data")


def unknown(tag: str, content: Sent) -> object:
    """Know no tags but those of plain data: raise NotPlain."""
    raise NotPlain(f"unknown tag {tag!r}")


def is_simple(value: object) -> bool:
    """Tell whether a value crosses as it is, in both directions, as most do.

    Examples
    --------
    >>> is_simple("RG"), is_simple(3), is_simple(None), is_simple([])
    (True, True, True, False)
    """
    kind = type(value)
    if kind is str:
        return str.isascii(value)  # type: ignore[arg-type]  # it is one
    return kind is bool or value is None or (kind is int and -(2**53) < value < 2**53)  # type: ignore[operator]


def are_simple(values: Iterable[object]) -> bool:
    """Tell whether all of them cross as they are."""
    return all(map(is_simple, values))


def encode(value: object, other: Encode = refuse, share: Share | None = None) -> Sent:
    """Turn plain data into what JSON can say.

    Parameters
    ----------
    value : object
        None, bool, int, float, complex, Decimal, Fraction, str, bytes, range, slice, paths,
        dates and times, NumPy's numbers and arrays, or lists, tuples, named tuples, sets,
        frozensets, deques, dicts, Counters and the like of them, views of dicts, members of
        enumerations, exceptions, and classes of all these. An instance of another subclass
        is sent as what it is built on.
    other : callable, optional
        What to do with anything else: it returns what to send, or raises.
    share : callable, optional
        Is asked about every list, dict, set and anything else before the items in it:
        it returns what to send in its place, or None.

    Returns
    -------
    Sent
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
    return value if is_simple(value) else encode_all((value,), other, share)[0]


def encode_all(
    values: Iterable[object], other: Encode = refuse, share: Share | None = None
) -> list[Sent]:
    """Turn several values into what JSON can say; see `encode`."""
    try:
        return _each(values, other, share)
    except RecursionError:
        raise NotPlain("a value that contains itself is not plain data") from None
    except MemoryError:
        raise NotPlain("too large: there is not enough memory to send it") from None


def _encode(value: object, other: Encode, share: Share | None) -> Sent:
    if is_simple(value):
        return value
    if type(value) is list:  # isinstance would believe what the value says of itself
        instead = share(value) if share else None
        return _each(value, other, share) if instead is None else instead
    if type(value) is tuple:
        return {"tuple": _each(value, other, share)}
    kind = type(value)
    base, contents = _EXACT.get(id(kind)) or _built_on(kind)
    if share is not None and base in _SHARED:
        instead = share(value)
        if instead is not None:
            return instead
    return contents(value, other, share)


def _each(items: Iterable[object], other: Encode, share: Share | None) -> list[Sent]:
    return [
        item if type(item) is str and item.isascii() else _encode(item, other, share)
        for item in items
    ]


def _text(value: str) -> Sent:
    try:
        value.encode()
    except UnicodeEncodeError:
        return {"surrogates": value.encode("utf-8", "surrogatepass").hex()}
    return value


def _pairs(value: dict[object, object], *how: Any) -> list[Sent]:
    # The order of an OrderedDict is its own affair.
    items = OrderedDict.items(value) if isinstance(value, OrderedDict) else dict.items(value)
    return [[_encode(k, *how), _encode(v, *how)] for k, v in items]


def _factory(value: object, *how: Any) -> Sent:
    """What makes the missing values of a defaultdict, if it can cross."""
    try:
        return _encode(value, *how)
    except NotPlain:
        return None


def _others(value: object, other: Encode, share: Share | None) -> Sent:
    instead = share(value) if share else None
    return other(value) if instead is None else instead


def _class(kind: type, other: Encode, share: Share | None) -> Sent:
    """A class that both sides know, or can make from what it says of itself."""
    if classes.NAMED.get(kind.__name__) is kind:
        return {"type": kind.__name__}
    if issubclass(kind, BaseException):
        return {"exceptions": classes.lineage(kind)}
    said = _of_class(kind)
    return said if said and not _has_code(kind) else _either(kind, said, other, share)


def _of_class(kind: type) -> Sent:
    try:
        if issubclass(type(kind), EnumMeta):
            return {"enumeration": classes.say_enumeration(kind, encode)}
    except NotPlain:
        return None
    if issubclass(kind, tuple) and classes.fields_of(kind) is not None:
        return {"records": classes.say_record(kind, _or_none)}
    return None


def _member(value: Enum, *how: Any) -> Sent:
    kind = _of_class(type(value))
    if not isinstance(kind, dict):
        return _others(value, *how)
    return {"member": [*kind["enumeration"], encode(value._value_)]}


def _record(value: tuple[object, ...], *how: Any) -> Sent:
    kind = classes.say_record(type(value), _or_none)
    return {"record": [*kind, *_each(tuple.__iter__(value), *how)]}


def _either(value: object, plain: Sent, other: Encode, share: Share | None) -> Sent:
    """What has code of its own, as an object, if it can be one, and without that code."""
    try:
        sent = _others(value, other, share)
    except NotPlain:
        if plain is None:
            raise
        return plain
    of_student = isinstance(sent, dict) and not sent.keys().isdisjoint(("object", "class"))
    return {"either": [sent, plain]} if of_student and plain is not None else sent


def _has_code(kind: type) -> bool:
    """Whether a class that cells define has methods or properties."""
    return any(
        (type(value) is FunctionType and value.__module__ == "__main__")
        or (not name.startswith("_") and issubclass(type(value), _METHODS))
        for base in type.mro(kind)
        if base.__module__ == "__main__"
        for name, value in vars(base).items()
    )


_METHODS = (property, classmethod, staticmethod)


def _or_none(value: object) -> Sent:
    try:
        return encode(value)
    except NotPlain:
        return None


def _error(error: BaseException, *how: Any) -> list[Sent]:
    """The class of an exception, its arguments, its attributes, and what it says."""
    attributes = {}
    for name, value in getattr(error, "__dict__", {}).items():
        if classes.may_be_attribute(name):
            with suppress(NotPlain):
                attributes[name] = _encode(value, *how)
    said = None
    if type(error).__str__ not in _SAYING:
        with suppress(Exception):
            said = _text(str.__str__(str(error)))
    arguments = error.args
    if isinstance(error, OSError) and error.filename is not None and len(arguments) == 2:
        arguments = (*arguments, error.filename)  # which is not among them
    return [classes.lineage(type(error)), _each(arguments, *how), attributes, said]


def _integer(value: int) -> Sent:
    return value if -(2**53) < value < 2**53 else {"int": hex(value)}


def _real(value: float) -> Sent:
    return value if math.isfinite(value) else {"float": repr(value)}


def _moment(text: str, value: datetime | time) -> str:
    if value.tzinfo is not None and type(value.tzinfo) is not timezone:
        raise NotPlain("a moment in a time zone that has a name is not plain data")
    if value.fold:
        raise NotPlain("a moment that comes twice is not plain data")
    return text


# Of a subclass what it is built on, by the methods of the built-in types, never its own.
_CONTENTS: dict[type, Callable[..., Sent]] = {
    str: lambda value, *how: _text(str.__str__(value)),
    int: lambda value, *how: _integer(int.__int__(value)),
    float: lambda value, *how: _real(float.__float__(value)),
    bytes: lambda value, *how: {"bytes": bytes.hex(value)},
    list: lambda value, *how: _each(list.__iter__(value), *how),
    Counter: lambda value, *how: {"counter": _pairs(value, *how)},
    OrderedDict: lambda value, *how: {"ordered": _pairs(value, *how)},
    defaultdict: lambda value, *how: {
        "defaultdict": [_factory(value.default_factory, *how), *_pairs(value, *how)]
    },
    dict: lambda value, *how: {"dict": _pairs(value, *how)},
    tuple: lambda value, *how: {"tuple": _each(tuple.__iter__(value), *how)},
    set: lambda value, *how: {"set": _each(set.__iter__(value), *how)},
    frozenset: lambda value, *how: {"frozenset": _each(frozenset.__iter__(value), *how)},
    range: lambda value, *how: {"range": _each((value.start, value.stop, value.step), *how)},
    slice: lambda value, *how: {"slice": _each((value.start, value.stop, value.step), *how)},
    bytearray: lambda value, *how: {"bytearray": [bytearray.hex(value)]},
    EllipsisType: lambda value, *how: {"constant": "Ellipsis"},
    NotImplementedType: lambda value, *how: {"constant": "NotImplemented"},
    type: lambda value, *how: _class(value, *how),
    BaseException: lambda value, *how: {"error": _error(value, *how)},
    GenericAlias: lambda value, *how: {"alias": _each((value.__origin__, *value.__args__), *how)},
    UnionType: lambda value, *how: {"union": _each(value.__args__, *how)},
    type({}.keys()): lambda value, *how: {"keys": _each(value, *how)},
    type({}.values()): lambda value, *how: {"values": _each(value, *how)},
    type({}.items()): lambda value, *how: {"items": _each(value, *how)},
    complex: lambda value, *how: {"complex": complex.__repr__(value)},
    Decimal: lambda value, *how: {"decimal": Decimal.__str__(value)},
    datetime: lambda value, *how: {"datetime": _moment(datetime.isoformat(value), value)},
    date: lambda value, *how: {"date": date.isoformat(value)},
    time: lambda value, *how: {"time": _moment(time.isoformat(value), value)},
    timedelta: lambda value, *how: {"timedelta": [value.days, value.seconds, value.microseconds]},
    deque: lambda value, *how: {"deque": [value.maxlen, *_each(deque.__iter__(value), *how)]},
    Fraction: lambda value, *how: {"fraction": _each(Fraction.as_integer_ratio(value), *how)},
}
# By the kind of the number, so that no value arrives that NumPy itself could not have made.
_OF_NUMPY: dict[str, type] = {
    "bool": bool,
    **{f"{sign}int{bits}": int for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": float for bits in (16, 32, 64)},
}
_PATHS = {kind.__name__: kind for kind in (PurePosixPath, PureWindowsPath, type(Path()))}
_SAYING: set[object] = {kind.__str__ for kind in vars(builtins).values() if isinstance(kind, type)}
_NOT_PLAIN: tuple[None, Callable[..., Sent]] = None, lambda value, other, share: other(value)
# By identity: what a class says that it equals may be a lie, too.
_EXACT: dict[int, tuple[type | None, Callable[..., Sent]]] = {
    id(FunctionType): _NOT_PLAIN,
    **{id(kind): (kind, contents) for kind, contents in _CONTENTS.items()},
}
_DICTS = (Counter, OrderedDict, defaultdict, dict)
_SHARED = frozenset({list, *_DICTS, set, deque, bytearray, None})


def _built_on(kind: type) -> tuple[type | None, Callable[..., Sent]]:
    base, contents = _plain_base(kind)
    if base in (None, type, BaseException) or not _has_code(kind):
        return base, contents
    return base, lambda value, *how: _either(value, contents(value, *how), *how)


def _plain_base(kind: type) -> tuple[type | None, Callable[..., Sent]]:
    numpy = sys.modules.get("numpy")  # who has not imported it has no number of it
    if numpy is not None and issubclass(kind, numpy.generic) and kind.__name__ in _OF_NUMPY:
        return kind, lambda value, *how: {"numpy": [kind.__name__, _encode(value.item(), *how)]}
    if numpy is not None and kind is numpy.ndarray:
        return list, _of_array  # shared, as a list is
    of_pandas = frames.kind_of(kind)
    if of_pandas:
        changeable = of_pandas in frames.CHANGEABLE
        return list if changeable else kind, lambda value, *how: {"pandas": _frame(value)}
    if issubclass(type(kind), EnumMeta):
        return kind, _member
    if issubclass(kind, tuple) and classes.fields_of(kind) is not None:
        return kind, _record
    if issubclass(kind, PurePath) and _PATHS.get(kind.__name__) is kind:
        return kind, lambda value, *how: {"path": [kind.__name__, str(value)]}
    for base, contents in _CONTENTS.items():
        if issubclass(kind, base):
            return base, contents
    return _NOT_PLAIN


def _of_array(value: object, *how: Any) -> Sent:
    try:
        return {"array": take_apart(value, lambda item: _encode(item, *how))}
    except NotPlain:
        raise
    except TypeError as error:
        raise NotPlain(f"an array with {error} is not plain data") from None


def _frame(value: object) -> Sent:
    try:
        return frames.take_apart(value, encode)
    except NotPlain:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise NotPlain(f"a {type(value).__name__} with {error} is not plain data") from None


def decode(sent: Sent, other: Decode = unknown, hold: Hold | None = None) -> object:
    """Turn what `encode` made into the value again.

    Parameters
    ----------
    sent : Sent
        Decoded JSON, possibly forged.
    other : callable, optional
        Understands further tags: it is called with a tag and what came with it.
    hold : callable, optional
        Is given every list, dict and set before there are items in it.

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
    return decode_all((sent,), other, hold)[0]


def decode_all(
    sent: Iterable[Sent], other: Decode = unknown, hold: Hold | None = None
) -> list[object]:
    """Turn what `encode_all` made into the values again; see `decode`."""
    try:
        return _every(sent, other, hold)
    except RecursionError:
        raise NotPlain("a value nested too deeply") from None
    except MemoryError:
        raise NotPlain("too large: there is not enough memory to read it") from None


def _decode(sent: Sent, other: Decode, hold: Hold | None) -> object:
    if type(sent) is list:
        return _list(sent, other, hold) if hold else _every(sent, other, hold)
    if type(sent) is not dict:
        return sent
    if len(sent) != 1:
        raise NotPlain(f"a value has one tag, not {len(sent)}")
    [(tag, content)] = sent.items()
    try:
        if tag in _OF_ITEMS:
            if type(content) is not list:
                raise NotPlain(f"malformed {tag!r}: items are in a list")
            return _OF_ITEMS[tag](content, other, hold)
        if tag in _OF_TEXT:
            return _OF_TEXT[tag](content)
    except NotPlain:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise NotPlain(f"malformed {tag!r}: {error}") from None
    return other(tag, content)


def _every(sent: Iterable[Sent], other: Decode, hold: Hold | None) -> list[object]:
    return [item if type(item) is str else _decode(item, other, hold) for item in sent]


def _list(sent: list[Sent], other: Decode, hold: Hold | None) -> list[object]:
    made: list[object] = []
    if hold is not None:
        hold(made)
    made += _every(sent, other, hold)
    return made


def _set(sent: list[Sent], other: Decode, hold: Hold | None) -> set[object]:
    made: set[object] = set()
    if hold is not None:
        hold(made)
    made.update(_every(sent, other, hold))
    return made


def _dict(
    sent: list[Any], other: Decode, hold: Hold | None, kind: type[dict[Any, Any]] = dict
) -> dict[object, object]:
    made = kind()
    if hold is not None:
        hold(made)
    if isinstance(made, defaultdict):
        factory, *sent = sent
        made.default_factory = _made_factory(_decode(factory, other, hold))
    for pair in sent:
        key, value = _every(pair, other, hold)
        made[key] = value
    return made


def _made_factory(factory: object) -> Callable[[], object] | None:
    if factory is not None and not callable(factory):
        raise NotPlain("a defaultdict without a factory")
    return factory


_OF_TEXT: dict[str, Callable[..., object]] = {
    "int": lambda text: int(text, 16),
    "float": float,
    "complex": complex,
    "decimal": Decimal,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "datetime": datetime.fromisoformat,
    "bytes": bytes.fromhex,
    "constant": lambda name: {"Ellipsis": ..., "NotImplemented": NotImplemented}[name],
    "type": lambda name: classes.NAMED[name],
    "surrogates": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
}


def _numpy(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    name, number = sent
    value = _decode(number, other, hold)
    if type(name) is not str or _OF_NUMPY.get(name) is not type(value):
        raise NotPlain(f"{name!r} is no number of NumPy's")
    try:
        kind: Callable[..., object] = getattr(importlib.import_module("numpy"), name)
    except ImportError:
        raise NotPlain("NumPy is not installed here") from None
    return kind(value)


def _array(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    try:
        return put_together(sent, lambda item: _decode(item, other, hold), hold)
    except ImportError:
        raise NotPlain("NumPy is not installed here") from None
    except KeyError as error:
        raise NotPlain(f"an array of a type without {error}") from None


def _made_frame(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    try:
        made = frames.put_together(sent, decode)
    except ImportError:
        raise NotPlain("pandas is not installed here") from None
    except OverflowError as error:
        raise NotPlain(str(error)) from None
    if hold is not None and frames.kind_of(type(made)) in frames.CHANGEABLE:
        hold(made)
    return made


def _timedelta(sent: list[Sent], *how: Any) -> timedelta:
    days, seconds, microseconds = (n for n in sent if type(n) is int)
    return timedelta(days, seconds, microseconds)


def _deque(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    longest, *items = sent
    if longest is not None and type(longest) is not int:
        raise NotPlain("a deque of no length")
    made: deque[object] = deque(maxlen=longest)
    if hold is not None:
        hold(made)
    made.extend(_every(items, other, hold))
    return made


def _made_member(sent: list[Sent], *how: Any) -> object:
    *kind, value = sent
    return classes.make_enumeration(kind, decode)(decode(value))


def _made_record(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    name, fields, defaults, *items = sent
    kind = classes.make_record([name, fields, defaults], decode)
    if not isinstance(fields, list) or len(items) != len(fields):
        raise NotPlain("not as many items as fields")
    return tuple.__new__(kind, _every(items, other, hold))


def _made_error(sent: list[Any], other: Decode, hold: Hold | None) -> BaseException:
    kind, arguments, attributes, said = sent
    values = {
        name: _decode(value, other, hold)
        for name, value in attributes.items()
        if classes.may_be_attribute(name)
    }
    error = classes.make_error(kind, _every(arguments, other, hold), values)
    if said is not None:
        vars(error)[classes.SAID] = _decode(said, unknown, None)
    return error


def _union(sent: list[Sent], *how: Any) -> object:
    kinds = _every(sent, *how)
    if not all(isinstance(kind, type | GenericAlias) for kind in kinds):
        raise NotPlain("a union of what are no types")
    return reduce(or_, kinds)


def _alias(sent: list[Sent], *how: Any) -> GenericAlias:
    origin, *arguments = _every(sent, *how)
    if not isinstance(origin, type):
        raise NotPlain("an alias of what is no type")
    return GenericAlias(origin, tuple(arguments))


def _three(items: list[object]) -> list[object]:
    if len(items) != 3:
        raise NotPlain("a slice has three parts")
    return items


def _path(sent: list[Any], *how: Any) -> object:
    kind, text = sent
    return _PATHS[kind](text)


def _made_bytearray(sent: list[Any], other: Decode, hold: Hold | None) -> object:
    [text] = sent
    made = bytearray.fromhex(text)
    if hold is not None:
        hold(made)
    return made


_OF_ITEMS: dict[str, Callable[..., object]] = {
    "alias": _alias,
    "bytearray": _made_bytearray,
    "counter": partial(_dict, kind=Counter),
    "ordered": partial(_dict, kind=OrderedDict),
    "defaultdict": partial(_dict, kind=defaultdict),
    "enumeration": lambda sent, *how: classes.make_enumeration(sent, decode),
    "error": _made_error,
    "exceptions": lambda sent, *how: classes.make_error_class(sent),
    "member": _made_member,
    "pandas": _made_frame,
    "path": _path,
    "record": _made_record,
    "records": lambda sent, *how: classes.make_record(sent, decode),
    "union": _union,
    "slice": lambda sent, *how: slice(*_three(_every(sent, *how))),
    "array": _array,
    "deque": _deque,
    "timedelta": _timedelta,
    "keys": lambda sent, *how: dict.fromkeys(_every(sent, *how)).keys(),
    "values": lambda sent, *how: dict(enumerate(_every(sent, *how))).values(),
    "items": lambda sent, *how: dict(cast(_Pairs, _every(sent, *how))).items(),
    "fraction": lambda sent, *how: Fraction(*[n for n in _every(sent, *how) if type(n) is int]),
    "numpy": _numpy,
    "set": _set,
    "dict": _dict,
    "tuple": lambda sent, *how: tuple(_every(sent, *how)),
    "frozenset": lambda sent, *how: frozenset(_every(sent, *how)),
    "range": lambda sent, *how: range(*[n for n in _every(sent, *how) if type(n) is int]),
}


def _exact(text: object) -> str:
    if not issubclass(type(text), str):
        raise NotPlain(f"a {type(text).__name__} cannot be in a message")
    return str.__str__(text)


_to_json = Encoder(enc_hook=_exact).encode


def pack(message: object) -> bytes:
    r"""Make a message into bytes.

    Parameters
    ----------
    message : object
        Made of strings, finite numbers, booleans, None, bytes, lists, dicts, and of
        classes that `msgspec` knows. Characters that are no Unicode text become question
        marks.

    Raises
    ------
    NotPlain
        If it is made of anything else.

    Examples
    --------
    >>> pack({"say": "yes"}), pack({"say": "no \ud800"})
    (b'{"say":"yes"}', b'{"say": "no ?"}')
    """
    try:
        return _to_json(message)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(message, enc_hook=_exact)
        return json.dumps(plain, ensure_ascii=False).encode(errors="replace")
    except TypeError as error:
        raise NotPlain(str(error)) from None
    except MemoryError:
        raise NotPlain("too large: there is not enough memory to send it") from None


def _weigh(data: bytes | bytearray) -> None:
    """Refuse what would take much more memory than bytes, before it is read or sent.

    Signs within texts are counted, too: that is quick, and few texts have so many. What has
    fewer bytes than there may be lists need not be asked.
    """
    containers = data.count(b"[") + data.count(b"{")
    if containers > MOST_CONTAINERS:
        raise TooLarge(containers, MOST_CONTAINERS, "lists and the like")
    items = data.count(b",")
    if items > MOST_ITEMS:
        raise TooLarge(items, MOST_ITEMS, "items")


def size_of(message: object) -> float:
    """How many bytes `pack` makes; infinitely many if it cannot."""
    try:
        return len(pack(message))
    except NotPlain:
        return math.inf


class Channel(Generic[M]):
    """Messages over a socket, each with its length in front.

    Parameters
    ----------
    sock : socket.socket
        One end of a connected pair. The channel owns it.
    messages : msgspec.json.Decoder
        What the other end may say.
    largest : int
        How many bytes a message may have, in both directions.
    borrows : bool
        Whether sockets come over it, too.

    Examples
    --------
    >>> one, other = socket.socketpair()
    >>> ours, theirs = Channel(one, Decoder(list[int])), Channel(other, Decoder(int))
    >>> ours.send(3)
    >>> theirs.receive()
    3
    >>> theirs.send("three")
    >>> ours.receive()
    Traceback (most recent call last):
        ...
    EOFError: a message that cannot be read: Expected `array`, got `str`
    >>> ours.close()
    >>> theirs.receive()
    Traceback (most recent call last):
        ...
    EOFError: the other end is closed
    >>> theirs.close()
    """

    def __init__(
        self,
        sock: socket.socket,
        messages: Decoder[M],
        largest: int = LARGEST_MESSAGE,
        borrows: bool = False,
    ) -> None:
        self.sock = sock
        self._decode = messages.decode
        self._largest = largest
        self._held = bytearray()
        # What is read beyond a message would swallow a socket that comes after it.
        self._ahead = 0 if borrows else _READ_AHEAD

    def send(self, message: object, deadline: float | None = None) -> None:
        """Send one message.

        Parameters
        ----------
        message : object
            What `pack` accepts.
        deadline : float, optional
            Until when to wait for room, on the clock of `time.monotonic`.

        Raises
        ------
        TooLarge
            If it is larger than the limits; nothing has been sent then.
        OSError
            If nobody is at the other end; TimeoutError at the deadline.
        """
        data = pack(message)
        if len(data) > self._largest:
            raise TooLarge(len(data), self._largest)
        if len(data) > MOST_CONTAINERS:
            _weigh(data)
        data = _HEAD.pack(len(data)) + data
        if deadline is None:
            self.sock.sendall(data)
        else:
            self._within(deadline, self.sock.sendall, data)

    def receive(self, deadline: float | None = None) -> M:
        """Wait for one message.

        Parameters
        ----------
        deadline : float, optional
            Until when to wait, on the clock of `time.monotonic`.

        Raises
        ------
        EOFError
            If the other end is closed, or sends what it may not say.
        TimeoutError
            If the message is not complete at the deadline.
        """
        held = self._held
        while len(held) < _HEAD.size:
            held += self._read(_HEAD.size - len(held), deadline)
        size: int = _HEAD.unpack_from(held)[0]
        if size > self._largest:
            raise EOFError("a message that is too large")
        end = _HEAD.size + size
        while len(held) < end:
            held += self._read(end - len(held), deadline)
        data = held[_HEAD.size : end]
        del held[:end]
        try:
            if size > MOST_CONTAINERS:
                _weigh(data)
            return self._decode(data)
        except (ValueError, RecursionError, MemoryError, TooLarge) as error:
            raise EOFError(f"a message that cannot be read: {error}") from None

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

    def _read(self, size: int, deadline: float | None) -> bytes:
        """Read that many bytes, fewer, or some that come after them; none are lost by a timeout."""
        size = self._ahead or size
        try:
            if deadline is None:
                part = self.sock.recv(size)
            else:
                part = self._within(deadline, self.sock.recv, size)
        except ConnectionError:
            part = b""
        if not part:
            raise EOFError("the other end is closed")
        return part

    def _within(self, deadline: float, act: Callable[[T], R], what: T) -> R:
        self.sock.settimeout(max(deadline - monotonic(), 0.001))
        try:
            return act(what)
        finally:  # the socket may be lent, and its other owners wait for ever
            self.sock.settimeout(None)
