"""The serializer of plain data: values become JSON, with a tag for types that JSON lacks.

No object crosses: a value that lies about itself in one process is an ordinary value in the
other. `decoding` is the deserializer.
"""

import builtins
import math
import sys
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, EnumMeta
from fractions import Fraction
from numbers import Complex, Integral, Real
from pathlib import PurePath
from types import EllipsisType, FunctionType, GenericAlias, NotImplementedType, UnionType
from typing import Any, TypeAlias

from autograder.sandbox.text import with_article
from autograder.sandbox.wire import classes
from autograder.sandbox.wire.arrays import take_apart
from autograder.sandbox.wire.codecs import Codec, codec_of
from autograder.sandbox.wire.plain import NUMPY_NUMBERS, PATHS, NotPlain, Sent

Encode: TypeAlias = Callable[[object], Sent]
Share: TypeAlias = Callable[[object], Sent | None]


def refuse(value: object) -> Sent:
    """Send nothing but plain data: raise NotPlain."""
    raise NotPlain(f"{with_article(type(value).__name__)} is not plain data")


def is_simple(value: object) -> bool:
    """Tell whether a value is the same in JSON, as most are.

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
    """Tell whether all values are the same in JSON."""
    return all(map(is_simple, values))


def encode(value: object, other: Encode = refuse, share: Share | None = None) -> Sent:
    """Serialize plain data for JSON.

    Examples
    --------
    >>> encode({"RG": ("b", 1)})
    {'dict': [['RG', {'tuple': ['b', 1]}]]}
    >>> from autograder.sandbox.wire.decoding import decode
    >>> decode(encode([1.5, {2, 3}, 10**30, range(3)])) == [1.5, {2, 3}, 10**30, range(3)]
    True
    >>> encode(print)
    Traceback (most recent call last):
        ...
    autograder.sandbox.wire.plain.NotPlain: a builtin_function_or_method is not plain data
    """
    return value if is_simple(value) else encode_all((value,), other, share)[0]


def encode_all(
    values: Iterable[object], other: Encode = refuse, share: Share | None = None
) -> list[Sent]:
    """Serialize several values for JSON; see `encode`."""
    try:
        return _each(values, other, share)
    except RecursionError:
        raise NotPlain("a value that contains itself is not plain data") from None
    except MemoryError:
        raise NotPlain("too large: there is not enough memory to send it") from None


def _encode(value: object, other: Encode, share: Share | None) -> Sent:
    if is_simple(value):
        return value
    if type(value) is list:  # isinstance would believe a forged `__class__`
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
    # An OrderedDict keeps its own order, which differs from the dict's.
    items = OrderedDict.items(value) if isinstance(value, OrderedDict) else dict.items(value)
    return [[_encode(k, *how), _encode(v, *how)] for k, v in items]


def _factory(value: object, *how: Any) -> Sent:
    """Serialize the factory of a defaultdict; return None if it cannot cross."""
    try:
        return _encode(value, *how)
    except NotPlain:
        return None


def _number(value: Any) -> object:
    """Return the plain number that a library's number is, such as SymPy's or mpmath's."""
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else complex(value)


def _others(value: object, other: Encode, share: Share | None) -> Sent:
    instead = share(value) if share else None
    return other(value) if instead is None else instead


def _class(kind: type, other: Encode, share: Share | None) -> Sent:
    """Serialize a class that both sides know, or can make from its description."""
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
    """Serialize a value with methods of its own: as an object, if it can be, and as plain data."""
    try:
        sent = _others(value, other, share)
    except NotPlain:
        if plain is None:
            raise
        return plain
    of_student = isinstance(sent, dict) and not sent.keys().isdisjoint(("object", "class"))
    return {"either": [sent, plain]} if of_student and plain is not None else sent


def _has_code(kind: type) -> bool:
    """Whether a class that cells define has attributes besides those it is built of.

    Examples
    --------
    >>> cells = {"__module__": "__main__"}
    >>> _has_code(type("Loud", (str,), cells)), _has_code(namedtuple("Peg", "x", module="__main__"))
    (False, False)
    >>> _has_code(type("Stack", (deque,), cells | {"push": deque.append}))
    True
    """
    # The others of an enumeration are its members, and of a named tuple its fields.
    members = issubclass(type(kind), EnumMeta)
    return any(
        (type(value) is FunctionType and value.__module__ == "__main__")
        or (not name.startswith("_") and _is_own(type(value), members))
        for base in type.mro(kind)
        if base.__module__ == "__main__"
        for name, value in vars(base).items()
    )


def _is_own(kind: type, members: bool) -> bool:
    return issubclass(kind, _METHODS) if members else kind is not _FIELD


_METHODS = (property, classmethod, staticmethod)
_FIELD = type(vars(namedtuple("_Record", "field"))["field"])


def _or_none(value: object) -> Sent:
    try:
        return encode(value)
    except NotPlain:
        return None


def _error(error: BaseException, *how: Any) -> list[Sent]:
    """Serialize an exception: its class, its arguments, its attributes, and its own message."""
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
        arguments = (*arguments, error.filename)  # `args` lacks it
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


# A subclass is serialized by the methods of its built-in base, never by its own.
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
_SAYING: set[object] = {kind.__str__ for kind in vars(builtins).values() if isinstance(kind, type)}
_NOT_PLAIN: tuple[None, Callable[..., Sent]] = None, lambda value, other, share: other(value)
# By identity: the `__eq__` of a metaclass may lie, too.
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
    numpy = sys.modules.get("numpy")  # where it is not imported there are no numbers of it
    if numpy is not None and issubclass(kind, numpy.generic) and kind.__name__ in NUMPY_NUMBERS:
        return kind, lambda value, *how: {"numpy": [kind.__name__, _encode(value.item(), *how)]}
    if numpy is not None and kind is numpy.ndarray:
        return list, _of_array  # shared, as a list is
    if found := codec_of(kind):
        tag, codec = found
        shared = list if codec.changes(kind) else kind
        return shared, lambda value, *how: {tag: _by_codec(codec, value)}
    if issubclass(type(kind), EnumMeta):
        return kind, _member
    if issubclass(kind, tuple) and classes.fields_of(kind) is not None:
        return kind, _record
    if issubclass(kind, PurePath) and PATHS.get(kind.__name__) is kind:
        return kind, lambda value, *how: {"path": [kind.__name__, str(value)]}
    for base, contents in _CONTENTS.items():
        if issubclass(kind, base):
            return base, contents
    if issubclass(kind, Complex) and kind.__module__ != "__main__":
        return kind, lambda value, *how: _encode(_number(value), *how)
    return _NOT_PLAIN


def _of_array(value: object, *how: Any) -> Sent:
    try:
        return {"array": take_apart(value, lambda item: _encode(item, *how))}
    except NotPlain:
        raise
    except TypeError as error:
        raise NotPlain(f"an array with {error} is not plain data") from None


def _by_codec(codec: Codec, value: object) -> Sent:
    try:
        return codec.write(value, encode)
    except (NotPlain, RecursionError, MemoryError):
        raise
    except Exception as error:
        raise NotPlain(f"a {type(value).__name__} with {error} is not plain data") from None
