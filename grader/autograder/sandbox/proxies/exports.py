"""The objects that the student's process exports to the examiner's: each has a number.

An object that is not plain data stays where it is. The examiner's process has a proxy for it
(see `proxy`), which asks for operations on it by its number.
"""

import copy
from collections.abc import Callable
from types import FunctionType, GeneratorType, MethodType
from typing import Any

import msgspec

from autograder.sandbox.messages import Function
from autograder.sandbox.proxies.arguments import pick
from autograder.sandbox.proxies.signatures import describe
from autograder.sandbox.wire.channel import NotPlain, Sent
from autograder.sandbox.wire.errors import LONGEST_NAME, LONGEST_TEXT

MOST_KEPT = 100_000
MOST_BASES = 50
MOST_SPECIAL = 300
COMPARING = ("eq", "ne", "lt", "le", "gt", "ge")
BINARY = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split()
SPECIAL = frozenset(
    f"__{name}__"
    for name in [
        *(f"{prefix}{name}" for prefix in ("", "r", "i") for name in BINARY),
        *COMPARING,
        *"neg pos abs invert int float complex index round trunc floor ceil bool hash".split(),
        *"len iter next reversed contains getitem setitem delitem call enter exit".split(),
        *"format bytes".split(),
    ]
)
"""The special methods, which Python looks up in the class of an object."""


class Kept:
    """Objects that the examiner knows by number.

    Examples
    --------
    >>> kept = Kept()
    >>> kept.send(print), kept.send(print), kept.find(0) is print
    ({'function': 0}, {'function': 0}, True)
    """

    def __init__(self) -> None:
        self._things: list[object] = []
        self._numbers: dict[int, int] = {}

    def number(self, thing: object) -> int:
        """Return the number of a thing, and keep the thing."""
        known = self._numbers.get(id(thing))
        if known is None:
            known = len(self._things)
            if known >= MOST_KEPT:
                raise NotPlain(f"too many: {MOST_KEPT:,} objects can be known to the tests")
            self._numbers[id(thing)] = known
            self._things.append(thing)
        return known

    def find(self, number: Sent) -> object:
        """Find a thing by its number."""
        return pick(self._things, number)

    def send(self, value: object) -> Sent:
        """Encode a reference to an object, for `encode`: its kind and its number."""
        kind = type(value)
        if isinstance(value, MethodType):
            return self._method(value)
        if issubclass(kind, type):
            return {"class": self.number(value)}
        if kind is GeneratorType or (kind.__module__ != "__main__" and hasattr(kind, "__next__")):
            return {"generator": self.number(value)}
        # What contextlib makes can be called, too, to decorate; it is there for a `with`.
        called = callable(value) and not hasattr(kind, "__enter__")
        if kind is FunctionType or (kind.__module__ != "__main__" and called):
            return {"function": self.number(value)}
        return {"object": [self.number(value), self.number(kind)]}

    def _method(self, method: MethodType) -> Sent:
        owner, name = method.__self__, method.__name__
        if getattr(owner, name, None) == method:
            return {"method": [self.number(owner), name]}
        return {"function": self.number(method)}

    def describe(self, thing: object, name: str = "") -> object:
        """Describe a class or a function, or one that is an attribute of an object."""
        if name:
            thing = getattr(thing, name)
        if isinstance(thing, type):
            return self._describe_class(thing)
        return msgspec.to_builtins(self.describe_function(thing))

    def describe_function(self, function: Any) -> Function:
        """Describe a function, with its number and its attributes."""
        about = describe(function)
        about.number = self.number(function)
        if type(function) is FunctionType:
            own = vars(function).keys() - {"__wrapped__"}
            about.live = bool(own)
            about.methods = [str(name) for name in own if str(name).startswith("__")][:200]
        elif type(function) is not MethodType:
            about.methods = [
                name
                for name in dir(function)[:200]
                if not name.startswith("_") and callable(getattr(function, name, None))
            ]
        return about

    def _describe_class(self, kind: type) -> list[object]:
        """Describe a class: its name, its bases, and their special methods."""
        mro = [base for base in type.mro(kind) if base is not object] or [kind]
        places = {id(base): place for place, base in enumerate(mro)}
        described = [
            [
                self.number(base),
                *(str(text)[:LONGEST_NAME] for text in (base.__name__, base.__qualname__)),
                str(base.__module__)[:LONGEST_NAME],
                str(vars(base).get("__doc__") or "")[:LONGEST_TEXT],
                [n for n in vars(base) if n[:2] == "__" and vars(base)[n] is not None][
                    :MOST_SPECIAL
                ],
                vars(base).get("__hash__", True) is None,
                [places[id(parent)] for parent in base.__bases__ if id(parent) in places],
            ]
            for base in mro[:MOST_BASES]
        ]
        return [described, msgspec.to_builtins(describe(kind)), hasattr(type(kind), "__iter__")]


def _special(thing: object, name: str, *arguments: object) -> object:
    method: Callable[..., object] = getattr(type(thing), name)
    return method(thing, *arguments)


def _method(thing: object, name: str, *arguments: object, **named: object) -> object:
    method: Callable[..., object] = getattr(thing, name)
    return method(*arguments, **named)


def _call(thing: Callable[..., object], /, *arguments: object, **named: object) -> object:
    return thing(*arguments, **named)


CALL = "call"
OPERATIONS: dict[str, Callable[..., object]] = {
    CALL: _call,
    "method": _method,
    "special": _special,
    "getattr": getattr,
    "vars": vars,
    "setattr": setattr,
    "delattr": delattr,
    "dir": dir,
    "str": str,
    "repr": repr,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
"""The operations on an object that the examiner's process may ask for."""
PLAIN = "plain"
"""The operation that gives the plain data of an object whose class is derived from such."""
