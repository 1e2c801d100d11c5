"""Find out how tests call functions, and which values they refuse, in the examiner's process.

Both run a test's own text. What is called, and what comes of it, is written as Python text
that makes equal values again; whatever cannot be written so is left out.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, NamedTuple

from autograder.sandbox.names import python
from autograder.sandbox.text import with_article

LONGEST = 200
"""Characters of arguments, or of a value, that are worth showing to anybody."""
MOST_CALLS = 60


class Call(NamedTuple):
    """A call that a test has made.

    Attributes
    ----------
    function, arguments, value : str
        The name, ``2, base=3``, and what came of it, as Python text.
    """

    function: str
    arguments: str
    value: str

    def __str__(self) -> str:
        return f"{self.function}({self.arguments})"


class Recorder:
    """Stands for a function, and writes down how it is called.

    Parameters
    ----------
    name : str
        The function's name.
    function : callable
        What it stands for.
    found : list of Call
        Where the calls are put, each once.

    Examples
    --------
    >>> found = []
    >>> Recorder("half", lambda n: n / 2, found)(3)
    1.5
    >>> str(found[0]), found[0].value
    ('half(3)', '1.5')
    """

    def __init__(self, name: str, function: Callable[..., Any], found: list[Call]) -> None:
        self._name, self._function, self._found = name, function, found

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the function."""
        arguments = _arguments(args, kwargs)  # before the function may change them
        value = self._function(*args, **kwargs)
        written = literal(value)
        if arguments is not None and written and len(self._found) < MOST_CALLS:
            call = Call(self._name, arguments, written)
            if call not in self._found:
                self._found.append(call)
        return value

    def __getattr__(self, name: str) -> object:
        return getattr(self._function, name)


def recorded(names: Iterable[str], test: str, space: dict[str, Any]) -> list[str]:
    """Run a test, and say how it calls functions.

    Parameters
    ----------
    names : iterable of str
        The functions.
    test : str
        The text of the test.
    space : dict
        The global names of the cell in which this is called; those that the test binds stay.

    Returns
    -------
    list of str
        The fields of each `Call`, as JSON.
    """
    found: list[Call] = []
    there = [name for name in names if callable(space.get(name))]
    instead = {name: Recorder(name, space[name], found) for name in there}
    _passes(test, space, instead)
    return [json.dumps(call) for call in found]


def refused(calls: list[tuple[str, str, str]], test: str, space: dict[str, Any]) -> list[str]:
    """Say what a student's functions give that a test refuses, one call at a time.

    The test is run with functions that give the right values for all calls but one. So
    what is said is true also where several values are right.

    Parameters
    ----------
    calls : list of (str, str, str)
        The fields of each `Call` that the test makes of the solution.
    test : str
        The text of the test.
    space : dict
        The global names of the cell in which this is called.

    Returns
    -------
    list of str
        For each call what the student's function gives, or how it stops; empty where that
        is right, not refused, or another one each time.
    """
    theirs = {name: space[name] for name, _, _ in calls if callable(space.get(name))}
    tables = {name: _Table() for name in theirs}
    known = [Call(*call) for call in calls if call[0] in theirs]
    for call in known:
        tables[call.function][call.arguments] = eval(call.value, {})
    if not _passes(test, space, tables):
        return [""] * len(calls)  # it asks for more than is known

    def tell(call: Call) -> str:
        if call.function not in theirs:
            return ""
        given, again = (_given(call, theirs[call.function]) for _ in range(2))
        if given is None or again is None or given[0] != again[0] or given[0] == call.value:
            return ""
        table = tables[call.function]
        right, table[call.arguments] = table[call.arguments], given[1]
        accepted = _passes(test, space, tables)
        table[call.arguments] = right
        return "" if accepted else given[0]

    return [tell(Call(*call)) for call in calls]


class _Stops(NamedTuple):
    error: Exception


class _Table(dict[str, object]):
    """A function that gives what is written in a table, by its arguments."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Look it up; a copy, since a test may change it."""
        value = self[_arguments(args, kwargs) or ""]
        if isinstance(value, _Stops):
            raise value.error
        return deepcopy(value)


def _given(call: Call, function: Callable[..., Any]) -> tuple[str, object] | None:
    """Call a function; give what came of it, in words and as a value."""
    try:
        value = eval(str(call), {call.function: function})
    except Exception as error:
        kind = type(error).__name__
        if kind == "Gone":  # the student's process has ended
            raise
        return f"stops with {with_article(kind)}", _Stops(error)
    written = literal(value)
    return (written, value) if written else None


def _passes(test: str, space: dict[str, Any], instead: dict[str, Any]) -> bool:
    try:
        with _replaced(space, instead):
            exec(python(test), space)
    except Exception:
        return False
    return True


@contextmanager
def _replaced(space: dict[str, Any], instead: dict[str, Any]) -> Iterator[None]:
    kept = {name: space[name] for name in instead}
    space.update(instead)
    try:
        yield
    finally:
        space.update(kept)


def _arguments(args: tuple[object, ...], kwargs: dict[str, object]) -> str | None:
    """Write the arguments of a call; None if they cannot be written, or are too long."""
    given = [literal(value) for value in args]
    named = [(name, literal(value)) for name, value in kwargs.items()]
    if None in given or any(value is None for _, value in named):
        return None
    text = ", ".join([*map(str, given), *(f"{name}={value}" for name, value in named)])
    return text if len(text) <= LONGEST else None


def literal(value: object) -> str | None:
    """Write plain data as Python text that makes an equal value; None if that cannot be.

    Examples
    --------
    >>> literal([1, (2.5,), {"a": None}]), literal(object()), literal(float("nan"))
    ("[1, (2.5,), {'a': None}]", None, None)
    """
    text = _literal(value)
    return text if text and len(text) <= LONGEST else None


def _literal(value: object) -> str | None:
    kind = type(value)
    if kind in (bool, int, str, bytes, type(None)):
        try:
            return repr(value)
        except ValueError:  # an integer of too many digits
            return None
    if isinstance(value, float) and kind is float:
        return repr(value) if value == value and abs(value) != float("inf") else None
    if isinstance(value, list | tuple | set | frozenset) and kind in (list, tuple, set, frozenset):
        parts = [_literal(part) for part in list(value)[: LONGEST + 1]]
        if None in parts:
            return None
        inside = ", ".join(map(str, parts if kind in (list, tuple) else sorted(map(str, parts))))
        if kind is tuple:
            return f"({inside}{',' * (len(parts) == 1)})"
        if kind is list:
            return f"[{inside}]"
        inside = f"{{{inside}}}" if parts else "()"
        return inside if kind is set and parts else f"{kind.__name__}({inside.strip('()')})"
    if isinstance(value, dict) and kind is dict:
        pairs = [(_literal(k), _literal(v)) for k, v in list(value.items())[: LONGEST + 1]]
        if any(None in pair for pair in pairs):
            return None
        return f"{{{', '.join(f'{k}: {v}' for k, v in pairs)}}}"
    return None
