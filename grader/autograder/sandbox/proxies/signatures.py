"""Signatures of the other process's functions, and proxies that have them."""

import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from types import FunctionType

import msgspec

from autograder.sandbox.messages import Function, Parameter
from autograder.sandbox.wire.channel import NotPlain, Sent
from autograder.sandbox.wire.errors import LONGEST_NAME, LONGEST_TEXT
from autograder.sandbox.wire.values import decode, encode

Anything = Callable[..., object]
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
    """Describe a function: its name, its docstring and its signature.

    Examples
    --------
    >>> def count(pegs, of="R"):
    ...     'Count pegs.'
    >>> about = describe(count)
    >>> about.name, about.text, [p.name for p in about.parameters], about.parameters[1].default
    ('count', 'Count pegs.', ['pegs', 'of'], ['R'])
    """
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
    if type(function) is not FunctionType or vars(function):
        return _without_text(function)
    kinds = len(function.__defaults__ or ()), *(function.__kwdefaults__ or ())
    key = function.__code__, kinds
    if key not in _hidden:
        _hidden[key] = _without_text(function)
    return _hidden[key]


def stand_in(number: int) -> str:
    """Return the name that a test's function has in the student's process."""
    return f"function_{number}"


def _without_text(function: Anything) -> Sent:
    parameters = [
        Parameter(f"p{number}", p.kind, shown=None if p.shown is None else "...")
        for number, p in enumerate(_parameters(function)[0], start=1)
    ]
    sent: Sent = msgspec.to_builtins(Function(name="", text="", parameters=parameters))
    return sent


_hidden: dict[object, Sent] = {}


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
    proxy.__annotations__ = {
        p.name: p.annotation
        for p in signature.parameters.values()
        if p.annotation is not inspect.Parameter.empty
    }
    if about.returns:
        proxy.__annotations__["return"] = signature.return_annotation
    return proxy


def signature_of(about: Function) -> inspect.Signature:
    """Return the signature in a description by `describe`."""
    return _signature(msgspec.json.encode(about))


@lru_cache(1000)
def _signature(packed: bytes) -> inspect.Signature:
    about = msgspec.json.decode(packed, type=Function)
    parameters = [
        inspect.Parameter(
            p.name, _KINDS[p.kind], default=_default(p), annotation=_annotation(p.annotation)
        )
        for p in about.parameters
    ]
    return inspect.Signature(parameters, return_annotation=_annotation(about.returns))


def _default(parameter: Parameter) -> object:
    if parameter.default:
        return decode(parameter.default[0])
    return inspect.Parameter.empty if parameter.shown is None else _Shown(parameter.shown)


def _annotation(sent: list[Sent]) -> object:
    if not sent:
        return inspect.Parameter.empty
    return decode(sent[0]) if len(sent) == 1 else _Shown(str(sent[1]))


class _Shown:
    """A placeholder for a default or annotation that is not plain data: it looks the same."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


_Described = tuple[list[Parameter], list[Sent]]


def _parameters(function: Anything) -> _Described:
    try:
        # The cache compares its keys: other callables may have an `__eq__` of the student's.
        return (_of_function if type(function) is FunctionType else _read)(function)
    except (TypeError, ValueError):
        anything = ("arguments", "VAR_POSITIONAL"), ("named", "VAR_KEYWORD")
        return [Parameter(name=name, kind=kind) for name, kind in anything], []


def _read(function: Anything) -> _Described:
    signature = inspect.signature(function)
    empty = inspect.Parameter.empty
    parameters = []
    for parameter in signature.parameters.values():
        said = Parameter(parameter.name, parameter.kind.name, _said(parameter.annotation))
        if parameter.default is not empty:
            said.shown = _shown(parameter.default)
            if len(said.shown) > LONGEST_TEXT:
                said.shown = f"{said.shown[:LONGEST_NAME]} ..."
            else:
                with suppress(NotPlain):
                    said.default = [encode(parameter.default)]
        parameters.append(said)
    return parameters, _said(signature.return_annotation)


_of_function = cache(_read)  # it is called for every test


def _said(annotation: object) -> list[Sent]:
    """Encode an annotation in a list; if it cannot cross, None and its text."""
    if annotation is inspect.Parameter.empty:
        return []
    try:
        return [encode(annotation)]
    except NotPlain:
        return [None, inspect.formatannotation(annotation)[:LONGEST_NAME]]


def _shown(default: object) -> str:
    try:
        return repr(default)
    except Exception:
        return f"<a {type(default).__name__}>"
