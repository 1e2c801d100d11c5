"""Examples of wrong results in exercises without a bank: calls that visible tests make."""

import ast
import re
from collections.abc import Mapping

from autograder.grader.diagnosis.questions import Probes
from autograder.runner import names
from autograder.runner.recording import Call


def probes_from(calls: Mapping[str, str], test: str) -> Probes:
    """Make the probes of an exercise from the calls of its visible test.

    Examples
    --------
    >>> calls = {"double(12)": "24", "double(1)": "2"}
    >>> probes = probes_from(calls, "assert double(1) == 2 and double(12) == 2 * 12")
    >>> probes.calls, probes.right
    (['double(1)', 'double(12)'], ['2', ''])
    """
    ordered = _ordered(calls)
    right = [calls[call] if _is_told(calls[call], test) else "" for call in ordered]
    return Probes("", ordered, [""] * len(ordered), right)


def cell_for(calls: Mapping[str, str], test: str, given: str) -> str:
    """Write the cell that finds the calls that go wrong with a student's functions."""
    triples = [(*_parted(call), calls[call]) for call in _ordered(calls)]
    asked = f"refused({triples!r}, {test!r}, globals())"
    return "\n".join([given, "from autograder.runner.recording import refused", asked])


def noted(calls: list[Call], again: list[Call]) -> dict[str, str]:
    """Return the calls of two runs of the solution that had the same value each time.

    Examples
    --------
    >>> one = [Call("f", "1", "2"), Call("now", "", "3.5")]
    >>> noted(one, [Call("now", "", "3.6"), Call("f", "1", "2")])
    {'f(1)': '2'}
    """
    values: dict[str, set[str]] = {}
    for call in [*calls, *again]:
        values.setdefault(str(call), set()).add(call.value)
    return {
        str(call): call.value for call in calls if call in again and len(values[str(call)]) == 1
    }


def _ordered(calls: Mapping[str, str]) -> list[str]:
    return sorted(calls, key=lambda call: (len(call), call))


def _parted(call: str) -> tuple[str, str]:
    function, _, rest = call.partition("(")
    return function, rest.removesuffix(")")


def _is_told(value: str, test: str) -> bool:
    """Tell whether a student can read a value in the test, or guess it."""
    if value in ("True", "False", "None"):
        return True
    text = names.python(test)
    as_written = rf"(?<![\w.]){re.escape(value)}(?![\w.])"
    return bool(re.search(as_written, text.replace('"', "'"))) or _is_shown(value, text)


def _is_shown(value: str, test: str) -> bool:
    """Tell whether a test has a literal that equals a value, as `2` equals `2.0`.

    Examples
    --------
    >>> _is_shown("2.0", "assert half(4) == 2"), _is_shown("[1.0, 2.0]", "f() == [1, 2]")
    (True, True)
    >>> _is_shown("1", "assert is_even(4) == True"), _is_shown("0.5", "assert half(1) < 2")
    (False, False)
    """
    try:
        right = ast.literal_eval(value)
        nodes = list(ast.walk(ast.parse(test)))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return any(_equals(node, right) for node in nodes if isinstance(node, ast.expr))


def _equals(node: ast.expr, right: object) -> bool:
    try:
        shown = ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return False
    return isinstance(shown, bool) == isinstance(right, bool) and shown == right
