"""The objects that the student's process exports to the examiner's, and their descriptions.

An object that is not plain data has a number; the examiner's `proxy` asks for operations on it.
"""

import copy
import operator
from collections.abc import Callable
from types import FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple

import msgspec

from autograder.runner.messages import Function
from autograder.runner.names import ARITHMETIC
from autograder.runner.proxies.arguments import pick
from autograder.runner.wire.channel import NotPlain, Sent
from autograder.runner.wire.classes import LONGEST_NAME, LONGEST_TEXT

Anything = Callable[..., object]
MOST_KEPT = 100_000
MOST_BASES = 50
MOST_SPECIAL = 300
COMPARING = ("eq", "ne", "lt", "le", "gt", "ge")
SPECIAL = frozenset(
    f"__{name}__"
    for name in [
        *(f"{prefix}{name}" for prefix in ("", "r", "i") for name in ARITHMETIC),
        *COMPARING,
        *"neg pos abs invert int float complex index round trunc floor ceil bool hash".split(),
        *"len iter next reversed contains getitem setitem delitem call".split(),
        *"format bytes".split(),
    ]
)
"""The special methods, which Python looks up in the class of an object."""


class Described(NamedTuple):
    """The description of a student's class, as the student's process sends it."""

    number: int
    name: str
    module: str
    text: str
    special: list[str]
    unhashable: bool
    bases: list[int]


class Kept:
    """Objects that the examiner knows by number."""

    def __init__(self) -> None:
        self._things: list[object] = []
        self._numbers: dict[int, int] = {}

    def number(self, thing: object) -> int:
        """Return the number of a thing, and keep the thing."""
        number = self._numbers.setdefault(id(thing), len(self._things))
        if number == MOST_KEPT:
            raise NotPlain(f"too many: {MOST_KEPT:,} objects can be known to the tests")
        if number == len(self._things):
            self._things.append(thing)
        return number

    def find(self, number: Sent) -> object:
        """Find a thing by its number."""
        return pick(self._things, number)

    def send(self, value: object) -> Sent:
        """Encode a reference to an object, for `encode`: its kind and its number."""
        kind = type(value)
        if isinstance(value, MethodType):
            owner, name = value.__self__, value.__name__
            if getattr(owner, name, None) == value:
                return {"method": [self.number(owner), name]}
            return {"function": self.number(value)}
        if issubclass(kind, type):
            return {"class": self.number(value)}
        if kind is GeneratorType or (kind.__module__ != "__main__" and hasattr(kind, "__next__")):
            return {"generator": self.number(value)}
        if kind is FunctionType or (kind.__module__ != "__main__" and callable(value)):
            return {"function": self.number(value)}
        return {"object": [self.number(value), self.number(kind)]}

    def describe(self, thing: Any) -> object:
        """Describe a class or a function."""
        about = self._describe_class if isinstance(thing, type) else self.describe_function
        return msgspec.to_builtins(about(thing))

    def describe_function(self, function: Any) -> Function:
        """Describe a function, with its number."""
        about = describe(function)
        about.number = self.number(function)
        return about

    def _describe_class(self, kind: type) -> list[Described]:
        mro = [base for base in type.mro(kind) if base is not object] or [kind]
        places = {id(base): place for place, base in enumerate(mro)}
        return [
            Described(
                self.number(base),
                str(base.__name__)[:LONGEST_NAME],
                str(base.__module__)[:LONGEST_NAME],
                str(vars(base).get("__doc__") or "")[:LONGEST_TEXT],
                [n for n, v in vars(base).items() if n[:2] == "__" and v is not None][
                    :MOST_SPECIAL
                ],
                vars(base).get("__hash__", True) is None,
                [places[id(parent)] for parent in base.__bases__ if id(parent) in places],
            )
            for base in mro[:MOST_BASES]
        ]


def describe(function: Anything) -> Function:
    """Describe a function: its name and its docstring."""
    name = str(getattr(function, "__name__", ""))[:LONGEST_NAME]
    text = str(getattr(function, "__doc__", None) or "")[:LONGEST_TEXT]
    return Function(name, text)


def pretend(about: Function, name: str, call: Anything) -> Anything:
    """Make a function that looks like another one."""

    def proxy(*arguments: object, **named: object) -> object:
        return call(*arguments, **named)

    proxy.__name__ = proxy.__qualname__ = about.name or name
    proxy.__doc__ = about.text or None
    proxy.__annotations__ = {}
    vars(proxy)["__signature__"] = UNKNOWN
    return proxy


def _special(thing: object, name: str, *arguments: object) -> Any:
    return getattr(type(thing), name)(thing, *arguments)


def _method(thing: object, name: str, *arguments: object, **named: object) -> Any:
    return getattr(thing, name)(*arguments, **named)


CALL = "call"
OPERATIONS: dict[str, Anything] = {
    CALL: operator.call,
    "method": _method,
    "special": _special,
    "getattr": getattr,
    "vars": vars,
    "setattr": setattr,
    "dir": dir,
    "str": str,
    "repr": repr,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
"""The operations on an object that the examiner's process may ask for."""
UNKNOWN = object()  # in place of a signature, so that `inspect` raises TypeError
PLAIN = "plain"
"""The operation that gives the plain data of an object whose class is derived from such."""
