"""A recorder of the calls that tests make, and of the values they refuse, in the examiner.

Both run a test's own text. Calls and values are written as Python literals; a value that has
none is left out.
"""

import hashlib
import json
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from reprlib import Repr
from typing import Any, NamedTuple

from autograder.runner.names import python
from autograder.runner.text import with_article

LONGEST = 200
"""The limit on the characters of arguments, or of a value: longer ones are not worth showing."""
MOST_CALLS = 60


class Call(NamedTuple):
    """A call that a test has made, as text; the arguments are such as ``2, base=3``."""

    function: str
    arguments: str
    value: str

    def __str__(self) -> str:
        return f"{self.function}({self.arguments})"


class Recorder:
    """A wrapper of a function that records its calls."""

    def __init__(self, name: str, function: Callable[..., Any], found: list[Call]) -> None:
        self._name, self._function, self._found = name, function, found

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the function, and record that."""
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
    """Run a test and record its calls of functions."""
    found: list[Call] = []
    there = [name for name in names if callable(space.get(name))]
    instead = {name: Recorder(name, space[name], found) for name in there}
    _passes(test, space, instead)
    return [json.dumps(call) for call in found]


def refused(calls: list[tuple[str, str, str]], test: str, space: dict[str, Any]) -> list[str]:
    """Find the values of a student's functions that a test refuses, one call at a time.

    The test is run with functions that return the right values for all calls but one. So a
    value is reported only if the test refuses it, even where several values are right.
    """
    theirs = {name: space[name] for name, _, _ in calls if callable(space.get(name))}
    tables = {name: _Table() for name in theirs}
    known = [Call(*call) for call in calls if call[0] in theirs]
    for call in known:
        tables[call.function][call.arguments] = literal_eval(call.value)
    if not _passes(test, space, tables):
        return [""] * len(calls)  # it makes calls that were not recorded

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


def values(names: Iterable[str], space: dict[str, Any]) -> list[str]:
    """Show what names are bound to, each as JSON of the name and a digest of its value.

    Names of functions, and of objects that show nothing but where they are, are left out.
    """
    shown = {name: repr(space[name]) for name in names if name in space}
    return [
        json.dumps([name, hashlib.sha256(text.encode(errors="replace")).hexdigest()])
        for name, text in shown.items()
        if " at 0x" not in text
    ]


class _Stops(NamedTuple):
    error: Exception


class _Table(dict[str, object]):
    """A function that looks its values up in a table, by its arguments."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Return a copy of the value, since a test may change it, or raise the error."""
        value = self[_arguments(args, kwargs) or ""]
        if isinstance(value, _Stops):
            raise value.error
        return deepcopy(value)


def _given(call: Call, function: Callable[..., Any]) -> tuple[str, object] | None:
    """Call a function and return the result, as text and as a value; None if it has no text."""
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
    """Write the arguments of a call as text; return None if they have none, or one too long."""
    given = [literal(value) for value in args]
    named = [(name, literal(value)) for name, value in kwargs.items()]
    if None in given or any(value is None for _, value in named):
        return None
    text = ", ".join([*map(str, given), *(f"{name}={value}" for name, value in named)])
    return text if len(text) <= LONGEST else None


_written = Repr()
_written.maxlist = _written.maxtuple = _written.maxset = _written.maxdict = LONGEST
_written.maxstring = _written.maxlong = _written.maxother = _written.maxlevel = LONGEST


def literal(value: object) -> str | None:
    """Write plain data as a Python literal; return None if it has none, or one too long.

    Examples
    --------
    >>> literal([1, (2.5,), {"a": None}]), literal(object()), literal(float("nan"))
    ("[1, (2.5,), {'a': None}]", None, None)
    """
    try:
        text = _written.repr(value)
        same = len(text) <= LONGEST and literal_eval(text) == value
    except Exception:
        return None
    return text if same else None
