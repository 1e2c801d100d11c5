"""Classes as plain data: descriptions of named tuples, enumerations and exceptions.

No code of a class crosses. The other side uses the class of that name in its cells if its
description is the same; otherwise it makes a class from the description alone.
"""

import builtins
import enum
import json
import sys
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from enum import EnumMeta
from fractions import Fraction
from functools import lru_cache
from keyword import iskeyword
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from types import FunctionType, NoneType
from typing import Any, TypeAlias

from autograder.runner.wire.channel import Sent

Lineage: TypeAlias = list[tuple[str, str, list[int]]]
"""The method resolution order of a class: names, modules, and the indices of the bases in it."""

MOST_MADE = 2000
MOST_FIELDS = 255
MOST_MEMBERS = 1000
LONGEST_NAME = 200
LONGEST_TEXT = 10_000
LARGEST_FLAG = 2**64
_KINDS = ("StrEnum", "IntFlag", "IntEnum", "Flag", "Enum")
_OF_MEMBERS = {"StrEnum": str, "IntEnum": int, "IntFlag": int, "Flag": int}
_OTHERS = (
    *(Counter, OrderedDict, defaultdict, deque, Decimal, Fraction, NoneType),
    *(date, datetime, time, timedelta, timezone, tzinfo),
    *(Path, PurePath, PurePosixPath, PureWindowsPath, type(Path())),
)
# Both sides know the exceptions of these; those that a test runner handles are not among them.
_LIBRARIES = frozenset({
    "json", "decimal", "zipfile", "queue", "struct", "csv", "_csv", "statistics", "urllib",
    "binascii", "sqlite3", "numpy", "pandas", "re", "copy", "configparser", "xml", "tarfile",
    "shutil", "dataclasses", "graphlib", "subprocess",
})  # fmt: skip
# These would end or confuse the process that raises them instead of failing a test.
_NOT_RAISED = {"KeyboardInterrupt", "GeneratorExit", "BaseException", "BaseExceptionGroup"}

NAMED: dict[str, type] = {
    **{kind.__name__: kind for kind in _OTHERS},
    **{name: kind for name, kind in vars(builtins).items() if isinstance(kind, type)},
}
"""Classes that both sides know, by name."""
CATCHING = AssertionError, Exception, BaseException
"""Classes that, in an `except`, catch that a test has failed."""


def fields_of(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class of named tuples; None for other classes."""
    for base in type.mro(kind):
        if base.__bases__ == (tuple,) and "_fields" in vars(base):
            fields = vars(base)["_fields"]
            return fields if type(fields) is tuple and _are_names(kind.__name__, *fields) else None
    return None


def has_code(kind: type) -> bool:
    """Tell whether a class that cells define has attributes besides those it is built of.

    Examples
    --------
    >>> cells = {"__module__": "__main__"}
    >>> has_code(type("Loud", (str,), cells)), has_code(namedtuple("Peg", "x", module="__main__"))
    (False, False)
    >>> has_code(type("Stack", (deque,), cells | {"push": deque.append}))
    True
    """
    # The others of an enumeration are its members, and of a named tuple its fields.
    members = issubclass(type(kind), EnumMeta)
    own = [vars(base) for base in type.mro(kind) if base.__module__ == "__main__"]
    return any(
        (type(value) is FunctionType and value.__module__ == "__main__")
        or (not name.startswith("_") and _is_own(type(value), members))
        for names in own
        for name, value in names.items()
    )


def _is_own(kind: type, members: bool) -> bool:
    return issubclass(kind, _DESCRIPTORS) if members else kind is not _FIELD


_DESCRIPTORS = property, classmethod, staticmethod
_FIELD = type(vars(namedtuple("_Record", "field"))["field"])


def say_record(kind: type, encode: Callable[[object], Sent]) -> str:
    """Describe a class of named tuples: its name, its fields, and their defaults."""
    defaults = getattr(kind, "_field_defaults", {})
    return json.dumps([kind.__name__, fields_of(kind), [*map(encode, defaults.values())]])


def make_record(said: str, decode: Callable[[Sent], object]) -> type[tuple[object, ...]]:
    """Find or make the class that `say_record` has described."""
    name, fields, _ = json.loads(said)
    if not _are_names(name, *fields) or len(fields) > MOST_FIELDS:
        raise ValueError("the names of a class and its fields are not valid")
    known = _in_cells(name)
    if isinstance(known, type) and issubclass(known, tuple) and fields_of(known) == tuple(fields):
        return known
    return _new_record(said, decode)


@lru_cache(MOST_MADE)
def _new_record(said: str, decode: Callable[[Sent], object]) -> type[tuple[object, ...]]:
    name, fields, sent = json.loads(said)
    return namedtuple(name, fields, defaults=map(decode, sent), module="__main__")


def say_enumeration(kind: type, encode: Callable[[object], Sent]) -> str:
    """Describe an enumeration: its name, its kind, and its members with their values."""
    mro = {base.__name__ for base in type.mro(kind) if base.__module__ == "enum"}
    members = vars(kind)["_member_map_"].items()
    built_on = next(name for name in _KINDS if name in mro)
    pairs = [[name, encode(member._value_)] for name, member in members]
    return json.dumps([kind.__name__, built_on, pairs])


def make_enumeration(said: str, decode: Callable[[Sent], object]) -> EnumMeta:
    """Find or make the enumeration that `say_enumeration` has described."""
    made = _new_enumeration(said, decode)
    known = _in_cells(made.__name__)
    return known if isinstance(known, EnumMeta) and _values(known) == _values(made) else made


def _values(kind: EnumMeta) -> str:
    return repr([(name, m._value_) for name, m in vars(kind)["_member_map_"].items()])


@lru_cache(MOST_MADE)
def _new_enumeration(said: str, decode: Callable[[Sent], object]) -> EnumMeta:
    name, kind, pairs = json.loads(said)
    if kind not in _KINDS or len(pairs) > MOST_MEMBERS:
        raise ValueError(f"this is not an enumeration of at most {MOST_MEMBERS} members")
    if not _are_names(name, *(member for member, _ in pairs)):
        raise ValueError("the names of an enumeration and its members are not valid")
    members = [(member, decode(value)) for member, value in pairs]
    for _, value in members:
        if type(value) is not _OF_MEMBERS.get(kind, type(value)):
            raise ValueError("the value of a member has the wrong type")
        if type(value) is int and "Flag" in kind and not 0 <= value < LARGEST_FLAG:
            raise ValueError("the value of a flag is out of range")
    made: EnumMeta = getattr(enum, kind)(name, members, module="__main__")
    return made


def lineage(kind: type) -> Lineage:
    """Describe a class of exceptions, with its bases."""
    mro = type.mro(kind)[:50]
    places = {id(base): place for place, base in enumerate(mro)}
    bases = [[places[id(one)] for one in base.__bases__ if id(one) in places] for base in mro]
    names = [(base.__name__[:LONGEST_NAME], str(base.__module__)[:LONGEST_NAME]) for base in mro]
    return [(*both, own) for both, own in zip(names, bases, strict=True)]


def make_error_class(sent: Lineage) -> type[BaseException]:
    """Find or make the class of exceptions that `lineage` has described."""
    kinds: dict[int, type[BaseException]] = {}
    for place, (name, module, bases) in reversed([*enumerate(sent)]):
        known = _known_error(name, module)
        if known is not None:
            kinds[place] = known
        elif not hasattr(builtins, name) or (name in _NOT_RAISED and place == 0):
            parents = tuple(kinds[base] for base in bases if base > place and base in kinds)
            kinds[place] = _new_error(name, module, parents)
    return kinds.get(0, RuntimeError)


@lru_cache(MOST_MADE)
def _new_error(name: str, module: str, parents: tuple[type[BaseException], ...]) -> type:
    return type(name, parents or (RuntimeError,), {"__module__": module, "__str__": _says})


def make_error(
    sent: Lineage, arguments: list[object], attributes: dict[str, object]
) -> BaseException:
    """Make an exception without running code of its class."""
    kind = make_error_class(sent)
    own: Any = next(base for base in kind.__mro__ if base.__module__ == "builtins")
    error: BaseException
    try:
        error = own.__new__(kind, *arguments)
        own.__init__(error, *arguments)
    except (TypeError, ValueError):
        error = RuntimeError(f"{kind.__name__}: {tuple(arguments)}"[:LONGEST_TEXT])
    vars(error).update(attributes)
    return error


def may_be_attribute(name: object) -> bool:
    """Tell whether an attribute of an exception crosses: public ones do, and its notes."""
    return name == "__notes__" or (
        type(name) is str and name.isidentifier() and not name.startswith("_")
    )


def _known_error(name: str, module: str) -> type[BaseException] | None:
    if name in _NOT_RAISED:
        return None
    found = getattr(builtins, name, None)
    if module == "__main__" and found is None:
        found = _in_cells(name)
    elif module.partition(".")[0] in _LIBRARIES and module in sys.modules:
        found = vars(sys.modules[module]).get(name)
    is_error = isinstance(found, type) and issubclass(found, BaseException)
    # Not one that was only imported there: `numpy.testing` has unittest's SkipTest.
    return found if is_error and found.__module__ in (module, "builtins") else None


SAID = "what it says"


def _says(error: BaseException) -> str:
    said = vars(error).get(SAID)
    own: Any = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
    return said if isinstance(said, str) else str(own.__str__(error))


def _in_cells(name: str) -> object:
    """Return the class of that name in the cells of this process; None if there is none."""
    found = vars(sys.modules["__main__"]).get(name)
    # Not a proxy, which is a class of the other process.
    return found if type(found) is type or type(found) is EnumMeta else None


def _are_names(*names: object) -> bool:
    """Tell whether these can be names of a class and of its fields or members."""
    return all(
        type(name) is str
        and name.isidentifier()
        and len(name) <= LONGEST_NAME
        and not name.startswith("_")
        and not iskeyword(name)
        and name != "mro"
        for name in names
    )
