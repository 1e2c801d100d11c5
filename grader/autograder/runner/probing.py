"""Probes, for a diagnosis: calls of a student's functions on small inputs, as a cell runs them."""

import ast
import hashlib
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache, partial
from numbers import Integral, Real

from autograder.runner.proxies.arguments import NotHere
from autograder.runner.text import with_article

DIGEST = "digest("
"""The beginning of a probe whose result is not for students."""
LONGEST_SHOWN = 200


@cache
def as_cell(helpers: str, probes: tuple[str, ...]) -> str:
    """Write a cell that tries out probes."""
    functions = [_function(f"probe_{number}", probe) for number, probe in enumerate(probes)]
    names = ", ".join(f"probe_{number}" for number in range(len(functions)))
    first = "from autograder.runner.probing import digest, kind_of, observe"
    return "\n".join([first, helpers, *functions, f"observe([{names}])"])


def _function(name: str, probe: str) -> str:
    *first, last = ast.parse(probe).body
    lines = [*map(ast.unparse, first), f"return {ast.unparse(last)}"]
    return "\n    ".join([f"def {name}():", *"\n".join(lines).splitlines()])


def observe(probes: Iterable[Callable[[], object]]) -> list[str]:
    """Run each probe and describe its result."""
    return [_observe(probe) for probe in probes]


def digest(function: Callable[..., object], inputs: Iterable[tuple[object, ...]]) -> str:
    """Sum up the results of many calls, to tell wrong answers apart."""
    calls = [partial(function, *deepcopy(arguments)) for arguments in inputs]
    return hashlib.sha256("\n".join(map(_observe, calls)).encode(errors="replace")).hexdigest()[:12]


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
        name = type(error).__name__
        if name == "Gone":  # the student's process has ended; the probes say nothing
            raise
        return f"stops with {with_article(name)}"


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
