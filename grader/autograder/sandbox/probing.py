"""Probes: calls of a student's functions on small inputs, in the examiner's process."""

import ast
from collections.abc import Callable, Iterable
from functools import cache
from numbers import Integral, Real

from autograder.sandbox.proxies.arguments import NotHere
from autograder.sandbox.text import with_article

LONGEST_SHOWN = 200


@cache
def as_cell(helpers: str, probes: tuple[str, ...]) -> str:
    """Write a cell that tries out probes.

    Examples
    --------
    >>> print(as_cell("", ("double(2)", "pegs = ['R']; double(pegs); pegs")))
    <BLANKLINE>
    from autograder.sandbox.probing import observe
    def probe_0():
        return double(2)
    def probe_1():
        pegs = ['R']
        double(pegs)
        return pegs
    observe([probe_0, probe_1])
    """
    functions = [_function(f"probe_{number}", probe) for number, probe in enumerate(probes)]
    names = ", ".join(f"probe_{number}" for number in range(len(functions)))
    first = "from autograder.sandbox.probing import observe"
    return "\n".join([helpers, first, *functions, f"observe([{names}])"])


def _function(name: str, probe: str) -> str:
    *first, last = ast.parse(probe).body
    lines = [*map(ast.unparse, first), f"return {ast.unparse(last)}"]
    return "\n    ".join([f"def {name}():", *"\n".join(lines).splitlines()])


def observe(probes: Iterable[Callable[[], object]]) -> list[str]:
    """Run each probe and describe its result.

    Examples
    --------
    >>> observe([lambda: 2 * 2, lambda: ["R"], lambda: 1 / 0])
    ['4', "['R']", 'stops with a ZeroDivisionError']
    """
    return [_observe(probe) for probe in probes]


def _observe(probe: Callable[[], object]) -> str:
    try:
        return shown(probe())
    except Exception as error:
        name = type(error).__name__
        if name == "Gone":  # the student's process has ended; the probes say nothing
            raise
        return f"stops with {with_article(name)}"


def shown(value: object) -> str:
    """Write a value so that equal ones look the same.

    Examples
    --------
    >>> shown({"b": 0.1 + 0.2, "a": {2, 1}})
    "{'a': {1, 2}, 'b': 0.3}"
    >>> shown([True, 3, 2.5])
    '[True, 3, 2.5]'
    """
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
    if type(value) is NotHere:
        return "an object"
    # All iterators get one name: the mistake is the same with each kind.
    return "an iterator" if hasattr(type(value), "__next__") else f"a {type(value).__name__}"
