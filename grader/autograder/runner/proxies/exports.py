"""The objects that the student's process exports to the examiner's, and their descriptions.

An object that is not plain data has a number; the examiner's `proxy` asks for operations on it.
"""

import copy
import inspect
import operator
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from types import FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple

import msgspec

from autograder.runner import messages, names
from autograder.runner.proxies.arguments import NotHere, pick
from autograder.runner.wire import channel, classes, values

Anything = Callable[..., object]
_Signature = tuple[list[messages.Parameter], list[channel.Sent]]
_EMPTY = inspect.Parameter.empty
_KINDS: Any = type(inspect.Parameter.VAR_KEYWORD)
MOST_KEPT = 100_000
MOST_BASES = 50
MOST_SPECIAL = 300
COMPARING = ("eq", "ne", "lt", "le", "gt", "ge")
SPECIAL = frozenset(
    f"__{name}__"
    for name in [
        *(f"{prefix}{name}" for prefix in ("", "r", "i") for name in names.ARITHMETIC),
        *COMPARING,
        *"neg pos abs invert int float complex index round trunc floor ceil bool hash".split(),
        *"len iter next reversed contains getitem setitem delitem call enter exit".split(),
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
            raise channel.NotPlain(
                f"too many objects: the tests can keep track of at most {MOST_KEPT:,}"
            )
        if number == len(self._things):
            self._things.append(thing)
        return number

    def find(self, number: channel.Sent) -> object:
        """Find a thing by its number."""
        return pick(self._things, number)

    def send(self, value: object) -> channel.Sent:
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
        # What contextlib makes can be called, too, to decorate; it is there for a `with`.
        called = callable(value) and not hasattr(kind, "__enter__")
        if kind is FunctionType or (kind.__module__ != "__main__" and called):
            return {"function": self.number(value)}
        return {"object": [self.number(value), self.number(kind)]}

    def describe(self, thing: Any, name: str = "") -> object:
        """Describe a class or a function, or one that is an attribute of an object."""
        thing = getattr(thing, name) if name else thing
        about = self._describe_class if isinstance(thing, type) else self.describe_function
        return msgspec.to_builtins(about(thing))

    def describe_function(self, function: Any) -> messages.Function:
        """Describe a function, with its number and its attributes."""
        about = describe(function)
        about.number = self.number(function)
        if type(function) is FunctionType:
            about.attributes = [*map(str, vars(function).keys() - {"__wrapped__"})][:200]
        elif type(function) is not MethodType:
            public = [name for name in dir(function)[:200] if not name.startswith("_")]
            about.attributes = [name for name in public if callable(getattr(function, name, None))]
        return about

    def _describe_class(self, kind: type) -> tuple[list[Described], messages.Function, bool]:
        mro = [base for base in type.mro(kind) if base is not object] or [kind]
        places = {id(base): place for place, base in enumerate(mro)}
        described = [
            Described(
                self.number(base),
                str(base.__name__)[: classes.LONGEST_NAME],
                str(base.__module__)[: classes.LONGEST_NAME],
                str(vars(base).get("__doc__") or "")[: classes.LONGEST_TEXT],
                [n for n, v in vars(base).items() if n[:2] == "__" and v is not None][
                    :MOST_SPECIAL
                ],
                vars(base).get("__hash__", True) is None,
                [places[id(parent)] for parent in base.__bases__ if id(parent) in places],
            )
            for base in mro[:MOST_BASES]
        ]
        return described, describe(kind), hasattr(type(kind), "__iter__")


def describe(function: Anything) -> messages.Function:
    """Describe a function: its name, its docstring and its signature."""
    name = str(getattr(function, "__name__", ""))[: classes.LONGEST_NAME]
    text = str(getattr(function, "__doc__", None) or "")[: classes.LONGEST_TEXT]
    return messages.Function(name, text, *_parameters(function))


def stand_in(number: int) -> str:
    """Return the name that a test's function has in the student's process."""
    return f"function_{number}"


def pretend(about: messages.Function, name: str, call: Anything) -> Anything:
    """Make a function that looks like another one."""

    def proxy(*arguments: object, **named: object) -> object:
        return call(*arguments, **named)

    proxy.__name__ = proxy.__qualname__ = about.name or name
    proxy.__doc__ = about.text or None
    signature = signature_of(about)
    vars(proxy)["__signature__"] = signature
    kinds = {p.name: p.annotation for p in signature.parameters.values()}
    kinds["return"] = signature.return_annotation
    proxy.__annotations__ = {name: kind for name, kind in kinds.items() if kind is not _EMPTY}
    return proxy


def signature_of(about: messages.Function) -> inspect.Signature:
    """Return the signature in a description by `describe`."""
    return _signature(msgspec.json.encode(about))


@lru_cache(1000)
def _signature(packed: bytes) -> inspect.Signature:
    about = msgspec.json.decode(packed, type=messages.Function)
    parameters = [
        inspect.Parameter(
            p.name, _KINDS[p.kind], default=_read(p.default), annotation=_read(p.annotation)
        )
        for p in about.parameters
    ]
    return inspect.Signature(parameters, return_annotation=_read(about.returns))


def _parameters(function: Anything) -> _Signature:
    try:
        # The cache compares its keys: other callables may have an `__eq__` of the student's.
        return (_of_function if type(function) is FunctionType else _of)(function)
    except (TypeError, ValueError):
        anything = ("arguments", "VAR_POSITIONAL"), ("named", "VAR_KEYWORD")
        return [messages.Parameter(name=name, kind=kind) for name, kind in anything], []


def _of(function: Anything) -> _Signature:
    signature = inspect.signature(function)
    show = inspect.formatannotation
    parameters = [
        messages.Parameter(p.name, p.kind.name, _said(p.annotation, show), _said(p.default))
        for p in signature.parameters.values()
    ]
    return parameters, _said(signature.return_annotation, show)


_of_function = cache(_of)  # it is called for every test


def _said(value: object, show: Callable[[object], str] = repr) -> list[channel.Sent]:
    """Encode a default or an annotation in a list; if it cannot cross, None and its text."""
    if value is _EMPTY:
        return []
    with suppress(channel.NotPlain):
        sent = values.encode(value)
        if channel.size_of(sent) <= classes.LONGEST_TEXT:
            return [sent]
    try:
        return [None, show(value)[: classes.LONGEST_NAME]]
    except Exception:
        return [None, f"<a {type(value).__name__}>"]


def _read(sent: list[channel.Sent]) -> object:
    if not sent:
        return _EMPTY
    if len(sent) == 1:
        return values.decode(sent[0])
    said = str(sent[1]).strip("<>")
    return NotHere("a default value or an annotation is not plain data", shown=said)


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
PLAIN = "plain"
"""The operation that gives the plain data of an object whose class is derived from such."""
