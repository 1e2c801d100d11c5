"""What the examiner finds out for a diagnosis: results of probes, calls, and refused values.

Probes are calls of a student's functions on small inputs. For the calls that tests make, and for
the values that they refuse, a test's own text is run; what has no Python literal is left out.
"""

import ast
import hashlib
import json
from ast import literal_eval
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from functools import cache, partial
from numbers import Integral, Real
from reprlib import Repr
from typing import Any, NamedTuple

from autograder.runner.names import parsed, python
from autograder.runner.proxies.arguments import NotHere
from autograder.runner.text import with_article

LONGEST = 200
"""The limit on the characters of arguments, or of a value: longer ones are not worth showing."""
MOST_CALLS = 60
DIGEST = "digest("  # the beginning of a probe whose result is not for students
LONGEST_SHOWN = 200
_AT = " at 0x"


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

    The other calls return the right values, so a value is right as well if the test accepts it.
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
    """Digest the values of names, each as JSON, but of objects that show only where they are."""
    shown = {name: repr(space[name]) for name in names if name in space}
    return [json.dumps([name, _digest(text)]) for name, text in shown.items() if _AT not in text]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


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
        return _stop(error), _Stops(error)
    written = literal(value)
    return (written, value) if written else None


def _stop(error: Exception) -> str:
    name = type(error).__name__
    if name == "Gone":  # the student's process has ended, which says nothing of the call
        raise error
    return f"stops with {with_article(name)}"


def _passes(test: str, space: dict[str, Any], instead: dict[str, Any]) -> bool:
    kept = {name: space[name] for name in instead}
    space.update(instead)
    try:
        exec(python(test), space)
    except Exception:
        return False
    finally:
        space.update(kept)
    return True


def _arguments(args: tuple[object, ...], kwargs: dict[str, object]) -> str | None:
    """Write the arguments of a call as text; return None if they have none, or one too long."""
    values = [literal(value) for value in (*args, *kwargs.values())]
    marks = [""] * len(args) + [f"{name}=" for name in kwargs]
    text = ", ".join(f"{mark}{value}" for mark, value in zip(marks, values, strict=True))
    return text if None not in values and len(text) <= LONGEST else None


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
    with suppress(Exception):
        text = _written.repr(value)
        if len(text) <= LONGEST and literal_eval(text) == value:
            return text
    return None


@cache
def as_cell(helpers: str, probes: tuple[str, ...]) -> str:
    """Write a cell that tries out probes."""
    names = [f"probe_{number}" for number in range(len(probes))]
    first = "from autograder.runner.recording import digest, kind_of, observe"
    functions = map(_function, names, probes)
    return "\n".join([first, helpers, *functions, f"observe([{', '.join(names)}])"])


def _function(name: str, probe: str) -> str:
    *first, last = parsed(probe).body
    lines = [*map(ast.unparse, first), f"return {ast.unparse(last)}"]
    return "\n    ".join([f"def {name}():", *"\n".join(lines).splitlines()])


def observe(probes: Iterable[Callable[[], object]]) -> list[str]:
    """Run each probe and describe its result."""
    return [_observe(probe) for probe in probes]


def digest(function: Callable[..., object], inputs: Iterable[tuple[object, ...]]) -> str:
    """Sum up the results of many calls, to tell wrong answers apart."""
    calls = [partial(function, *deepcopy(arguments)) for arguments in inputs]
    return _digest("\n".join(map(_observe, calls)))[:12]


def kind_of(value: object) -> str:
    """Name what a value is, with an article; all iterators have one name."""
    if value is None:
        return "None"
    if type(value) is NotHere:
        return repr(value).strip("<>")
    # The mistake is the same with each kind of iterator.
    return "an iterator" if hasattr(type(value), "__next__") else with_article(type(value).__name__)


def _observe(probe: Callable[[], object]) -> str:
    try:
        return shown(probe())
    except Exception as error:
        return _stop(error)


def shown(value: object) -> str:
    """Write a value so that equal ones look the same."""
    text = _text(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def _text(value: object) -> str:
    # Objects of the student's are proxies, of none of these types.
    if type(value) is bool:
        return repr(value)
    if issubclass(type(value), Integral):  # also NumPy's
        return repr(int(value))  # type: ignore[call-overload]  # it is an integer
    if issubclass(type(value), Real):
        return repr(float(f"{value:.10g}"))
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{_text(k)}: {_text(v)}' for k, v in value.items()))}}}"
    if isinstance(value, set | frozenset) and value:
        return f"{{{', '.join(sorted(map(_text, value)))}}}"
    if type(value) in (str, bytes, type(None), set, frozenset, range):
        return repr(value)
    return f"NumPy's {value}" if type(value).__name__ == "bool" else kind_of(value)
