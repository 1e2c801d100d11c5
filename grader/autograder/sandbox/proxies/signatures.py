"""Descriptions of functions, for a function in the other process that looks the same."""

import inspect
from collections.abc import Callable
from functools import cache, lru_cache
from types import FunctionType

import msgspec

from autograder.sandbox.messages import Function, Parameter
from autograder.sandbox.wire.channel import NotPlain, Sent, size_of
from autograder.sandbox.wire.errors import LONGEST_NAME, LONGEST_TEXT
from autograder.sandbox.wire.values import decode, encode

Anything = Callable[..., object]
_Described = tuple[list[Parameter], list[Sent]]
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
    """Make a function that looks like another one.

    Examples
    --------
    >>> def count(pegs, of="R"):
    ...     'Count pegs.'
    >>> proxy = pretend(describe(count), "count", lambda *arguments: arguments)
    >>> proxy.__name__, proxy("RG"), inspect.signature(proxy)
    ('count', ('RG',), <Signature (pegs, of='R')>)
    """

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


def _parameters(function: Anything) -> _Described:
    try:
        # The cache compares its keys: other callables may have an `__eq__` of the student's.
        return (_of_function if type(function) is FunctionType else _of)(function)
    except (TypeError, ValueError):
        anything = ("arguments", "VAR_POSITIONAL"), ("named", "VAR_KEYWORD")
        return [Parameter(name=name, kind=kind) for name, kind in anything], []


def _of(function: Anything) -> _Described:
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
