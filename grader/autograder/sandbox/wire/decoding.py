"""The deserializer of plain data, for `encoding`. Nothing that arrives is ever executed."""

import importlib
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce
from operator import or_
from types import GenericAlias
from typing import Any, TypeAlias, cast

from autograder.sandbox.wire import classes
from autograder.sandbox.wire.arrays import put_together
from autograder.sandbox.wire.codecs import CODECS
from autograder.sandbox.wire.plain import NUMPY_NUMBERS, PATHS, NotPlain, Sent

Decode: TypeAlias = Callable[[str, Sent], object]
Hold: TypeAlias = Callable[[object], None]

_Pairs: TypeAlias = Iterable[tuple[object, object]]
CLASSES = ("type", "exceptions")
"""The tags of classes that both sides have, or can make."""


def decode_class(tag: str, content: Any) -> object:
    """Decode a class; raise NotPlain for any other tag."""
    if tag not in CLASSES:
        raise NotPlain(f"unknown tag {tag!r}")
    try:
        return classes.NAMED[content] if tag == "type" else classes.make_error_class(content)
    except Exception as error:
        raise _malformed(tag, error) from None


def _malformed(tag: str, error: Exception) -> Exception:
    """Refuse what has arrived, whatever went wrong with it; see `decode_all` for what is kept."""
    kept = isinstance(error, (NotPlain, RecursionError, MemoryError))
    return error if kept else NotPlain(f"malformed {tag!r}: {error}")


def decode(sent: Sent, other: Decode = decode_class, hold: Hold | None = None) -> object:
    """Deserialize a value that `encode` has serialized.

    Examples
    --------
    >>> decode({"set": [[1]]})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    autograder.sandbox.wire.plain.NotPlain: malformed 'set': ...unhashable type: 'list'...
    """
    return decode_all((sent,), other, hold)[0]


def decode_all(
    sent: Iterable[Sent], other: Decode = decode_class, hold: Hold | None = None
) -> list[object]:
    """Deserialize values that `encode_all` has serialized; see `decode`."""
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
        if tag in CODECS:
            return _by_codec(tag, content, other, hold)
    except Exception as error:
        raise _malformed(tag, error) from None
    return other(tag, content)


def _alone(other: Decode) -> Callable[[Sent], object]:
    """Make a decoder of plain data and classes."""

    def a_class(tag: str, content: Sent) -> object:
        return (other if tag in CLASSES else decode_class)(tag, content)

    return partial(decode, other=a_class)


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
    "surrogates": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
}


def _numpy(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    name, number = sent
    value = _decode(number, other, hold)
    if type(name) is not str or NUMPY_NUMBERS.get(name) is not type(value):
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


def _by_codec(tag: str, sent: Any, other: Decode, hold: Hold | None) -> object:
    if type(sent) is not list:
        raise NotPlain(f"malformed {tag!r}: items are in a list")
    made = CODECS[tag].read(sent, _alone(other))
    if hold is not None and CODECS[tag].changes(type(made)):
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


def _made_member(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    *kind, value = sent
    return classes.make_enumeration(kind, _alone(other))(decode(value, other))


def _made_record(sent: list[Sent], other: Decode, hold: Hold | None) -> object:
    name, fields, defaults, *items = sent
    kind = classes.make_record([name, fields, defaults], _alone(other))
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
        vars(error)[classes.SAID] = _decode(said, decode_class, None)
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
    return PATHS[kind](text)


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
    "enumeration": lambda sent, other, hold: classes.make_enumeration(sent, _alone(other)),
    "error": _made_error,
    "member": _made_member,
    "path": _path,
    "record": _made_record,
    "records": lambda sent, other, hold: classes.make_record(sent, _alone(other)),
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
