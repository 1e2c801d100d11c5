"""The objects that the student's process exports to the examiner's, and their descriptions.

An object that is not plain data stays where it is, with a number. The examiner's process has a
proxy for it (see `proxy`), which asks for operations on it by its number.
"""

import copy
import inspect
from collections.abc import Callable
from functools import cache, lru_cache
from types import FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple

import msgspec

from autograder.runner.messages import Function, Parameter
from autograder.runner.proxies.arguments import pick
from autograder.runner.wire.channel import NotPlain, Sent, size_of
from autograder.runner.wire.classes import LONGEST_NAME, LONGEST_TEXT
from autograder.runner.wire.values import decode, encode

Anything = Callable[..., object]
_Signature = tuple[list[Parameter], list[Sent]]
_EMPTY = inspect.Parameter.empty
_KINDS = {
    kind.name: kind
    for kind in (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
        inspect.Parameter.KEYWORD_ONLY,
        inspect.Parameter.VAR_KEYWORD,
    )
}


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


class Described(NamedTuple):
    """The description of a student's class, as the student's process sends it."""

    number: int
    name: str
    qualname: str
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
            about.attributes = [str(name) for name in own][:200]
        elif type(function) is not MethodType:
            about.attributes = [
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
            Described(
                self.number(base),
                str(base.__name__)[:LONGEST_NAME],
                str(base.__qualname__)[:LONGEST_NAME],
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
        about = [described, describe(kind), hasattr(type(kind), "__iter__")]
        said: list[object] = msgspec.to_builtins(about)
        return said


def describe(function: Anything) -> Function:
    """Describe a function: its name, its docstring and its signature."""
    name, text = getattr(function, "__name__", ""), getattr(function, "__doc__", None) or ""
    parameters, returns = _parameters(function)
    return Function(
        name=str(name)[:LONGEST_NAME],
        text=str(text)[:LONGEST_TEXT],
        parameters=parameters,
        returns=returns,
    )


def describe_hidden(function: Anything) -> Sent:
    """Describe a test's function to a student: how many parameters of which kinds, no text."""
    parameters = [
        Parameter(f"p{number}", p.kind, default=[None, "..."] if p.default else [])
        for number, p in enumerate(_parameters(function)[0], start=1)
    ]
    sent: Sent = msgspec.to_builtins(Function(name="", text="", parameters=parameters))
    return sent


def stand_in(number: int) -> str:
    """Return the name that a test's function has in the student's process."""
    return f"function_{number}"


def pretend(about: Function, name: str, call: Anything) -> Anything:
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


def signature_of(about: Function) -> inspect.Signature:
    """Return the signature in a description by `describe`."""
    return _signature(msgspec.json.encode(about))


@lru_cache(1000)
def _signature(packed: bytes) -> inspect.Signature:
    about = msgspec.json.decode(packed, type=Function)
    parameters = [
        inspect.Parameter(
            p.name,
            _KINDS[p.kind],
            default=_read(p.default),
            annotation=_read(p.annotation),
        )
        for p in about.parameters
    ]
    return inspect.Signature(parameters, return_annotation=_read(about.returns))


class _Shown:
    """A placeholder for a default or annotation that is not plain data: it looks the same."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _parameters(function: Anything) -> _Signature:
    try:
        # The cache compares its keys: other callables may have an `__eq__` of the student's.
        return (_of_function if type(function) is FunctionType else _of)(function)
    except (TypeError, ValueError):
        anything = ("arguments", "VAR_POSITIONAL"), ("named", "VAR_KEYWORD")
        return [Parameter(name=name, kind=kind) for name, kind in anything], []


def _of(function: Anything) -> _Signature:
    signature = inspect.signature(function)
    parameters = [
        Parameter(
            p.name, p.kind.name, _said(p.annotation, inspect.formatannotation), _said(p.default)
        )
        for p in signature.parameters.values()
    ]
    return parameters, _said(signature.return_annotation, inspect.formatannotation)


_of_function = cache(_of)  # it is called for every test


def _said(value: object, show: Callable[[object], str] = repr) -> list[Sent]:
    """Encode a default or an annotation in a list; if it cannot cross, None and its text."""
    if value is _EMPTY:
        return []
    try:
        sent = encode(value)
        if size_of(sent) <= LONGEST_TEXT:
            return [sent]
    except NotPlain:
        pass
    try:
        return [None, show(value)[:LONGEST_NAME]]
    except Exception:
        return [None, f"<a {type(value).__name__}>"]


def _read(sent: list[Sent]) -> object:
    if not sent:
        return _EMPTY
    return decode(sent[0]) if len(sent) == 1 else _Shown(str(sent[1]))


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
