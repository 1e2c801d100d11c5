"""Values as students read them: written, named by kind, compared, copied."""

import re
from collections.abc import Iterable
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

LONGEST_SHOWN = 160


def call_text(name: str, arguments: Iterable[object]) -> str:
    """Write a call."""
    return f"{name}({', '.join(map(written, arguments))})"


def written(value: object) -> str:
    """Write a value; of a long list the beginning, and how many items it has."""
    if hasattr(type(value), "__next__"):  # grading has another class for each of them
        return "<an iterator>"
    try:
        text = re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(value))
    except Exception:
        return f"{_with_article(type(value).__name__)} that cannot be shown"
    if len(text) > LONGEST_SHOWN and type(value) is list:
        beginning = ", ".join(map(written, value[:3]))
        return f"[{beginning}, ... {len(value)} items]"
    return shortened(text)


def shortened(text: str) -> str:
    """Leave out the middle of a long text."""
    if len(text) <= LONGEST_SHOWN:
        return text
    return f"{text[: LONGEST_SHOWN - 40]} ... {text[-30:]}"


def copied(value: Any) -> Any:
    """Copy lists, dicts, sets and tuples, and what is in them; a widget stays what it is."""
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    if type(value) in (list, tuple, set):
        return type(value)(map(copied, value))
    return value


def same_value(got: Any, expected: Any) -> bool:
    """Compare by value and kind; what is built on a kind, such as a Counter, is of that kind."""
    if expected is None or isinstance(expected, bool):
        return got is expected
    if isinstance(expected, int):
        return isinstance(got, Integral) and bool(got == expected)
    if isinstance(expected, float):
        return _is_number(got) and bool(abs(got - expected) <= 1e-9 * max(1.0, abs(expected)))
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and set(got) == set(expected)
            and all(same_value(got[key], expected[key]) for key in expected)
        )
    if isinstance(expected, list | tuple):
        kind = list if isinstance(expected, list) else tuple
        return (
            isinstance(got, kind)
            and len(got) == len(expected)
            and all(map(same_value, got, expected))
        )
    return isinstance(got, type(expected)) and bool(got == expected)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _alike(got: object, expected: object) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return type(got) is type(expected)
    if isinstance(expected, int):
        return isinstance(got, Integral)
    return _is_number(got) if isinstance(expected, float) else isinstance(got, type(expected))


def result_text(got: object, expected: object) -> str:
    """Say what a call gives, and of which kind it is where another kind is expected."""
    if got is None:
        return "returns None (is there a return statement?)"
    shown = f"returns {written(got)}"
    if expected is None or callable(expected) or _alike(got, expected):
        return shown
    kind = "" if shown.endswith(">") else f", {_kind(got)}"  # an object that names its kind
    return f"{shown}{kind} instead of {_kind(expected)}"


_KINDS = {
    bool: "a bool",
    str: "a string",
    int: "an integer",
    float: "a number with a decimal point",
    list: "a list",
    tuple: "a tuple",
    dict: "a dictionary",
    set: "a set",
    Fraction: "a fraction",
}


def _kind(value: object) -> str:
    kind = type(value)
    module = "" if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}."
    return _KINDS.get(kind) or _with_article(f"{module}{kind.__name__}")


def _with_article(name: str) -> str:
    """Write a name with "a" or "an": an int64, an HTML, a Unicode character."""
    spelled = name[:2].isupper() and name[0] in "AEFHILMNORSX"
    return f"{'an' if spelled or name[0] in 'AEIOaeio' else 'a'} {name}"
