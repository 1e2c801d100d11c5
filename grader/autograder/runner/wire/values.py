"""Plain data, as JSON with a tag for types that JSON lacks, and back.

No object crosses, and nothing that arrives is executed. A value that lies about itself in one
process is an ordinary value in the other. `KINDS` has a row for each type.
"""

import builtins
import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, EnumMeta
from fractions import Fraction
from itertools import chain
from numbers import Complex, Integral, Real
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from types import EllipsisType, FunctionType, NotImplementedType
from typing import Any, NamedTuple, TypeAlias

from autograder.runner.text import with_article
from autograder.runner.wire import classes, codecs
from autograder.runner.wire.channel import NotPlain, Sent
from autograder.runner.wire.codecs import CODECS, Codec, codec_of

Encode: TypeAlias = Callable[[object], Sent]
Share: TypeAlias = Callable[[object], Sent | None]
Decode: TypeAlias = Callable[[str, Sent], object]
CLASSES = ("type", "exceptions")  # the tags of classes that both sides have, or can make
_HALVES = "surrogatepass"


class Unfinished:
    """A placeholder for a value that is still being decoded."""


def refuse(value: object) -> Sent:
    """Send nothing but plain data: raise NotPlain."""
    raise NotPlain(f"{with_article(type(value).__name__)} is not plain data")


def is_simple(value: object) -> bool:
    """Tell whether a value is the same in JSON, as most are."""
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
    {'dict': ['RG', {'tuple': ['b', 1]}]}
    >>> decode(encode([1.5, {2, 3}, 10**30, range(3)])) == [1.5, {2, 3}, 10**30, range(3)]
    True
    """
    return value if is_simple(value) else encode_all((value,), other, share)[0]


def encode_all(
    values: Iterable[object], other: Encode = refuse, share: Share | None = None
) -> list[Sent]:
    """Serialize several values; `share` gives what is sent in place of known objects."""
    try:
        return _Writer(other, share).each(values)
    except RecursionError:
        raise NotPlain("a value that contains itself is not plain data") from None
    except MemoryError:
        raise NotPlain("there is not enough memory to send the value") from None


def decode_class(tag: str, content: Any) -> object:
    """Decode a class; raise NotPlain for any other tag."""
    if tag not in CLASSES:
        raise NotPlain(f"unknown tag {tag!r}")
    try:
        return classes.NAMED[content] if tag == "type" else classes.make_error_class(content)
    except Exception as error:
        raise _malformed(tag, error) from None


def _decode_harmless(sent: Sent) -> object:
    """Decode plain data in which no class would catch that a test has failed."""

    def harmless(tag: str, content: Any) -> object:
        kind = decode_class(tag, content)
        if any(kind is catching for catching in classes.CATCHING):
            raise NotPlain("the class would catch the failure of a test")
        return kind

    return decode(sent, harmless)


def decode(sent: Sent, other: Decode = decode_class, held: list[object] | None = None) -> object:
    """Deserialize a value that `encode` has serialized."""
    return decode_all((sent,), other, held)[0]


def decode_all(
    sent: Iterable[Sent], other: Decode = decode_class, held: list[object] | None = None
) -> list[object]:
    """Deserialize values; what can be changed is appended to `held`, in `encode`'s order."""
    try:
        return _Reader(other, held).each(sent)
    except RecursionError:
        raise NotPlain("the value is nested too deeply") from None
    except MemoryError:
        raise NotPlain("there is not enough memory to read the value") from None


def _malformed(tag: str, error: Exception) -> Exception:
    """Refuse what has arrived, whatever went wrong with it; see `decode_all` for what is kept."""
    kept = isinstance(error, (NotPlain, RecursionError, MemoryError))
    return error if kept else NotPlain(f"malformed {tag!r}: {error}")


class _Writer(NamedTuple):
    other: Encode
    share: Share | None

    def one(self, value: object) -> Sent:
        if is_simple(value):
            return value
        kind = type(value)  # isinstance would believe a forged `__class__`
        row = _EXACT.get(id(kind)) or _row_of(kind)
        instead = self.share(value) if self.share and row.shared else None
        return row.write(value, self) if instead is None else instead

    def each(self, items: Iterable[object]) -> list[Sent]:
        one = self.one
        return [item if type(item) is str and item.isascii() else one(item) for item in items]

    def others(self, value: object) -> Sent:
        instead = self.share(value) if self.share else None
        return self.other(value) if instead is None else instead


class _Reader(NamedTuple):
    other: Decode
    held: list[object] | None

    def one(self, sent: Sent) -> object:
        if type(sent) is list:
            return self._hold(_LIST, sent)
        if type(sent) is not dict:
            return sent
        if len(sent) != 1:
            raise NotPlain(f"a value must have exactly one tag, not {len(sent)}")
        [(tag, content)] = sent.items()
        row = _BY_TAG.get(tag) or (_row_of_codec(tag, CODECS[tag]) if tag in CODECS else None)
        if row is None:
            return self.other(tag, content)
        try:
            if type(content) is not list:
                raise NotPlain(f"malformed {tag!r}: the items must be given as a list")
            return self._hold(row, content)
        except Exception as error:
            raise _malformed(tag, error) from None

    def each(self, sent: Iterable[Sent]) -> list[object]:
        one = self.one
        return [item if type(item) is str else one(item) for item in sent]

    def _hold(self, row: "Kind", content: list[Sent]) -> object:
        held = self.held
        if held is None or not row.shared:
            return row.read(content, self)
        place = len(held)
        held.append(Unfinished)
        made = held[place] = row.read(content, self)
        if row.codec and not row.codec.changes(type(made)):
            held.pop()
        return made


class Kind(NamedTuple):
    """A type that crosses: its writer and its reader; `shared` if it can be changed in place."""

    tag: str
    write: Callable[[Any, _Writer], Sent]
    read: Callable[[list[Any], _Reader], object]
    shared: bool = False
    codec: Codec | None = None


_Parts: TypeAlias = Callable[[Any], Iterable[object]]
_Make: TypeAlias = Callable[..., object]


def _of_items(tag: str, items: _Parts, make: _Make, shared: bool = False) -> Kind:
    """Make the row of a type that consists of items of any kind."""
    return Kind(
        tag,
        lambda value, writer: {tag: writer.each(items(value))},
        lambda sent, reader: make(*reader.each(sent)),
        shared,
    )


def _of_text(tag: str, parts: _Parts, make: _Make, shared: bool = False) -> Kind:
    """Make the row of a type that consists of texts, numbers and the like, never of objects."""
    return Kind(
        tag,
        lambda value, _: {tag: _Writer(refuse, None).each(parts(value))},
        lambda sent, _: make(*_ALONE.each(sent)),
        shared,
    )


_ALONE = _Reader(decode_class, None)


def _text(value: object, writer: _Writer) -> Sent:
    text = str.__str__(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return {"surrogates": [text.encode(errors=_HALVES).hex()]}
    return text


def _integer(value: object, writer: _Writer) -> Sent:
    number = int.__int__(value)  # type: ignore[arg-type]
    return number if -(2**53) < number < 2**53 else {"int": [hex(number)]}


def _real(value: object, writer: _Writer) -> Sent:
    number = float.__float__(value)  # type: ignore[arg-type]
    return number if math.isfinite(number) else {"float": [repr(number)]}


def _pairs(value: dict[object, object]) -> Iterable[object]:
    # An OrderedDict keeps its own order, which differs from the dict's.
    kind = OrderedDict if isinstance(value, OrderedDict) else dict
    return chain.from_iterable(kind.items(value))


def _paired(items: tuple[object, ...]) -> dict[object, object]:
    return dict(zip(items[::2], items[1::2], strict=True))


def _moment(value: Any) -> list[str]:
    if value.tzinfo is not None and type(value.tzinfo) is not timezone:
        raise NotPlain("a time in a named time zone is not plain data")
    if value.fold:
        raise NotPlain(
            "a time that occurs twice because the clocks go back is ambiguous, so it is not "
            "plain data"
        )
    return [(datetime if isinstance(value, datetime) else time).isoformat(value)]


def _span(value: range | slice) -> tuple[object, ...]:
    return value.start, value.stop, value.step


def _plain_number(value: Any, writer: _Writer) -> Sent:
    """Serialize a library's number, such as SymPy's or mpmath's, as the plain one that it is."""
    if isinstance(value, Integral):
        return writer.one(int(value))
    return writer.one(float(value) if isinstance(value, Real) else complex(value))


def _class(kind: type, writer: _Writer) -> Sent:
    """Serialize a class that both sides know, or can make from its description."""
    if classes.NAMED.get(kind.__name__) is kind:
        return {"type": kind.__name__}
    if issubclass(kind, BaseException):
        return {"exceptions": classes.lineage(kind)}
    said = None
    with suppress(NotPlain):
        if issubclass(type(kind), EnumMeta):
            said = {"enumeration": [classes.say_enumeration(kind, encode)]}
        elif classes.fields_of(kind) is not None:
            said = {"records": [classes.say_record(kind, encode)]}
    return said if said and not classes.has_code(kind) else _either(kind, said, writer)


def _member(value: Enum, writer: _Writer) -> Sent:
    try:
        return {"member": [classes.say_enumeration(type(value), encode), encode(value._value_)]}
    except NotPlain:
        return writer.others(value)


def _record(value: tuple[object, ...], writer: _Writer) -> Sent:
    items = writer.each(tuple.__iter__(value))
    return {"record": [classes.say_record(type(value), encode), *items]}


def _read_record(sent: list[Any], reader: _Reader) -> object:
    kind = classes.make_record(sent[0], _decode_harmless)
    items = reader.each(sent[1:])
    if len(items) != len(classes.fields_of(kind) or ()):
        raise NotPlain("a named tuple must have as many items as fields")
    return tuple.__new__(kind, items)


def _either(value: object, plain: Sent, writer: _Writer) -> Sent:
    """Serialize a value with methods of its own: as an object, if it can be, and as plain data."""
    try:
        sent = writer.others(value)
    except NotPlain:
        if plain is None:
            raise
        return plain
    of_student = isinstance(sent, dict) and sent.keys() & {"object", "class"}
    return {"either": [sent, plain]} if of_student and plain is not None else sent


_SAYING: set[object] = {kind.__str__ for kind in vars(builtins).values() if isinstance(kind, type)}


def _error(error: BaseException, writer: _Writer) -> Sent:
    """Serialize an exception: its class, its arguments, its attributes, and its own message."""
    attributes = {}
    for name, value in getattr(error, "__dict__", {}).items():
        with suppress(NotPlain):
            if classes.may_be_attribute(name):
                attributes[name] = writer.one(value)
    said = None
    if type(error).__str__ not in _SAYING:
        with suppress(Exception):
            said = _text(str(error), writer)
    arguments = error.args
    if isinstance(error, OSError) and error.filename is not None and len(arguments) == 2:
        arguments = (*arguments, error.filename)  # `args` lacks it
    return {"error": [classes.lineage(type(error)), writer.each(arguments), attributes, said]}


def _read_error(sent: list[Any], reader: _Reader) -> BaseException:
    kind, arguments, attributes, said = sent
    public = [(name, sent) for name, sent in attributes.items() if classes.may_be_attribute(name)]
    values = {name: reader.one(sent) for name, sent in public}
    error = classes.make_error(kind, reader.each(arguments), values)
    if said is not None:
        vars(error)[classes.SAID] = decode(said)
    return error


def _row_of_codec(tag: str, codec: Codec, kind: type | None = None) -> Kind:
    def write(value: object, writer: _Writer) -> Sent:
        try:
            return {tag: codec.write(value, encode)}
        except (NotPlain, RecursionError, MemoryError):
            raise
        except Exception as error:
            raise NotPlain(f"a {type(value).__name__} with {error} is not plain data") from None

    def read(sent: list[Any], reader: _Reader) -> object:
        def known(tag: str, content: Sent) -> object:  # plain data and classes only
            return (reader.other if tag in CLASSES else decode_class)(tag, content)

        return codec.read(sent, _Reader(known, None).one)

    return Kind(tag, write, read, kind is None or codec.changes(kind), codec)


def _row_of(kind: type) -> Kind:
    """Find the row of a type that is built on one of the table's, or is a library's."""
    row = _built_on(kind)
    if row in (_OTHERS, _CLASS, _ERROR) or not classes.has_code(kind):
        return row
    return row._replace(write=lambda value, w: _either(value, row.write(value, w), w))


def _built_on(kind: type) -> Kind:
    if codecs.is_number(kind):
        return _NUMBER
    if found := codec_of(kind):
        return _row_of_codec(*found, kind)
    if issubclass(type(kind), EnumMeta):
        return _MEMBER
    if classes.fields_of(kind) is not None:
        return _RECORD
    for base, row in KINDS.items():
        if issubclass(kind, base):
            return row
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
        return _ARRAY
    number = issubclass(kind, Complex) and kind.__module__ != "__main__"
    return _OTHERS._replace(write=_plain_number, shared=False) if number else _OTHERS


_LIST = Kind("", lambda v, w: w.each(list.__iter__(v)), lambda s, r: r.each(s), True)
_CLASS = Kind("", _class, lambda s, r: None)
_ERROR = Kind("error", _error, _read_error)
_OTHERS = Kind("", lambda v, w: w.other(v), lambda s, r: None, True)
_ARRAY = _of_items("array", codecs.take_apart, codecs.put_together, True)
_MEMBER = Kind(
    "member", _member, lambda s, r: classes.make_enumeration(s[0], _decode_harmless)(decode(s[1]))
)
_RECORD = Kind("record", _record, _read_record)
_NUMBER = _of_text("numpy", lambda v: (type(v).__name__, v.item()), codecs.number)
# A subclass is serialized by the methods of its built-in base, never by its own. The first row
# of a base counts.
KINDS: dict[type, Kind] = {
    str: Kind("", _text, lambda s, r: None),
    int: Kind("", _integer, lambda s, r: None),
    float: Kind("", _real, lambda s, r: None),
    list: _LIST,
    bytes: _of_text("bytes", lambda v: [bytes.hex(v)], bytes.fromhex),
    bytearray: _of_text("bytearray", lambda v: [bytearray.hex(v)], bytearray.fromhex, True),
    Counter: _of_items("counter", _pairs, lambda *items: Counter(_paired(items)), True),
    OrderedDict: _of_items("ordered", _pairs, lambda *items: OrderedDict(_paired(items)), True),
    defaultdict: _of_items(
        "defaultdict",
        lambda v: (v.default_factory, *_pairs(v)),
        lambda factory, *items: defaultdict(factory, _paired(items)),
        True,
    ),
    dict: _of_items("dict", _pairs, lambda *items: _paired(items), True),
    tuple: _of_items("tuple", tuple.__iter__, lambda *items: items),
    set: _of_items("set", set.__iter__, lambda *items: {*items}, True),
    frozenset: _of_items("frozenset", frozenset.__iter__, lambda *items: frozenset(items)),
    deque: _of_items(
        "deque",
        lambda v: (v.maxlen, *deque.__iter__(v)),
        lambda longest, *items: deque(items, longest),
        True,
    ),
    range: _of_text("range", _span, range),
    slice: _of_items("slice", _span, slice),
    type({}.keys()): _of_items("keys", iter, lambda *items: dict.fromkeys(items).keys()),
    type({}.values()): _of_items("values", iter, lambda *items: dict(enumerate(items)).values()),
    type({}.items()): _of_items("items", iter, lambda *items: dict(items).items()),
    EllipsisType: _of_text("ellipsis", lambda v: (), lambda: ...),
    NotImplementedType: _of_text("not implemented", lambda v: (), lambda: NotImplemented),
    type: _CLASS,
    BaseException: _ERROR,
    complex: _of_text("complex", lambda v: (v.real, v.imag), complex),
    Decimal: _of_text("decimal", lambda v: [Decimal.__str__(v)], Decimal),
    Fraction: _of_text("fraction", Fraction.as_integer_ratio, Fraction),
    datetime: _of_text("datetime", _moment, datetime.fromisoformat),
    date: _of_text("date", lambda v: [date.isoformat(v)], date.fromisoformat),
    time: _of_text("time", _moment, time.fromisoformat),
    timedelta: _of_text("timedelta", lambda v: (v.days, v.seconds, v.microseconds), timedelta),
    type(Path()): _of_text("path", lambda v: [PurePath.__str__(v)], Path),
    PurePosixPath: _of_text("posix path", lambda v: [PurePath.__str__(v)], PurePosixPath),
    PureWindowsPath: _of_text("windows path", lambda v: [PurePath.__str__(v)], PureWindowsPath),
}
_READ_ONLY = [
    _of_text("int", lambda v: (), lambda text: int(text, 16)),
    _of_text("float", lambda v: (), float),
    _of_text("surrogates", lambda v: (), lambda t: bytes.fromhex(t).decode("utf-8", _HALVES)),
    _of_text("enumeration", lambda v: (), lambda t: classes.make_enumeration(t, _decode_harmless)),
    _of_text("records", lambda v: (), lambda text: classes.make_record(text, _decode_harmless)),
]
_BY_TAG = {
    row.tag: row
    for row in [*KINDS.values(), *_READ_ONLY, _ARRAY, _MEMBER, _RECORD, _NUMBER]
    if row.tag
}
# By identity: the `__eq__` of a metaclass may lie, too.
_EXACT = {id(FunctionType): _OTHERS, **{id(kind): row for kind, row in KINDS.items()}}
