"""What may be wrong with an answer, told step by step while a student works.

After a visible test has failed twice, a question comes first, then the smallest example, and
at last the cause: a known mistake that gives the same results in all small examples and in many
calls more, and whose words fit the text of the program. What is known is data of the bank:
calls, results, and the names of mistakes; no answers, and no call of a hidden test.
`python -m tools.diagnosis` writes it.

>>> def get_feedback(code, guess):  # a white key peg too many
...     return "".join("b" if c == g else "w" for c, g in zip(code, guess) if g in code)
>>> for tries in (1, 2, 3, 4):
...     print(tries, *advice("get_feedback", get_feedback, tries), sep=": ")
1
2: What should get_feedback("GR", "RR") return? Work out the answer by hand, and then try it.
3: A small example: get_feedback("GR", "RR") should return 'b', but yours returns 'wb'.
4: A small example: get_feedback("GR", "RR") should return 'b', but yours returns 'wb'.
"""

import ast
import hashlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from functools import cache
from io import StringIO
from numbers import Integral, Real
from pathlib import Path
from textwrap import dedent
from types import FrameType
from typing import Any, TypedDict

FILE = Path(__file__).parent / "data" / "diagnosis.json"
MOST_LINES = 100_000
"""After how many lines a call is taken for one that never ends."""
LONGEST_SHOWN = 200
"""How much of a result counts, here and where the bank's answers were run."""


class Mistake(TypedDict):
    """A mistake: the results that differ, a digest of more, and patterns of its text."""

    results: dict[str, str]
    digest: str
    patterns: list[str]


class Known(TypedDict):
    """What is known about an exercise: right results, arguments of more calls, and mistakes."""

    right: dict[str, str]
    more: list[list[Any]]
    wrong: dict[str, Mistake]


class _Endless(BaseException):
    """Raised in a call that never ends; a student's `except Exception` lets it pass."""


def advice(name: str, function: Callable[..., Any], tries: int) -> list[str]:
    """Say what may help with a function that its visible tests refuse."""
    known = _known().get(name)
    if known is None or tries < 2:
        return []
    found = {call: _result(function, call) for call in known["right"]}
    if any(_result(function, call) != got for call, got in reversed(found.items())):
        return []  # it remembers, or draws: what is found would be true of this moment only
    differs = {call: got for call, got in found.items() if not same(got, known["right"][call])}
    if not differs:
        return []
    call, got = next(iter(differs.items()))
    if tries == 2:
        return [f"What should {call} return? Work out the answer by hand, and then try it."]
    verb = got if got.startswith("stops with") else f"returns {got}"
    example = f"A small example: {call} should return {known['right'][call]}, but yours {verb}."
    causes = [
        title
        for title, mistake in known["wrong"].items()
        if set(mistake["results"]) == set(differs)
        and all(same(got, mistake["results"][call]) for call, got in differs.items())
    ]
    only_stops = all(got.startswith("stops with") for got in differs.values())
    if tries == 3 or only_stops or len(causes) != 1:
        return [example]
    if not _confirmed(known["wrong"][causes[0]], function, known["more"]):
        return [example]
    return [example, f"A likely cause: {causes[0]}."]


def _confirmed(mistake: Mistake, function: Callable[..., Any], more: list[list[Any]]) -> bool:
    """Tell whether a program has the text of a mistake, and its results in many more calls."""
    try:
        text = ast.unparse(ast.parse(dedent(inspect.getsource(function))))
    except (OSError, TypeError, SyntaxError):  # it was not written in a cell
        text = ""
    if not all(re.search(pattern, text) for pattern in mistake["patterns"]):
        return False
    results = [_gives(function, deepcopy(arguments)) for arguments in more]
    return digest(results) == mistake["digest"]


def digest(results: Sequence[str]) -> str:
    """Sum up results as `autograder.runner.recording` does."""
    shown = [one if len(one) <= LONGEST_SHOWN else f"{one[:LONGEST_SHOWN]} ..." for one in results]
    return hashlib.sha256("\n".join(shown).encode(errors="replace")).hexdigest()[:12]


def same(got: str, want: str) -> bool:
    """Tell whether two results are the same value, of the same kind."""
    if got == want:
        return True
    try:
        one, other = ast.literal_eval(got), ast.literal_eval(want)
    except (ValueError, SyntaxError):
        return False
    return type(one) is type(other) and bool(one == other)


def bounded(function: Callable[..., Any], arguments: Sequence[Any], most_lines: int) -> Any:
    """Call a function, and stop it after so many lines of Python.

    Lines are counted, and no seconds, so that a slow machine stops nothing more.
    """
    lines = 0

    def count(frame: FrameType, event: str, value: object) -> Any:
        nonlocal lines
        lines += 1
        if lines > most_lines:
            raise _Endless
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return function(*arguments)
    except _Endless:
        raise TimeoutError(f"it was still running after {most_lines} lines") from None
    finally:
        sys.settrace(before)


@cache
def _known() -> dict[str, Known]:
    read: dict[str, Known] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def _result(function: Callable[..., Any], call: str) -> str:
    """Write what a call gives; one that runs for too long is ended."""
    [node] = ast.parse(call).body
    assert isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return _gives(function, [ast.literal_eval(argument) for argument in node.value.args])


def _gives(function: Callable[..., Any], arguments: Sequence[Any]) -> str:
    try:
        with redirect_stdout(StringIO()):
            got = bounded(function, arguments, MOST_LINES)
    except (TimeoutError, MemoryError):
        return "nothing, because it does not end"
    except Exception as error:
        name = type(error).__name__
        return f"stops with {'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
    return repr(_plain(got))


def _plain(value: Any) -> Any:
    """Take what is built on a kind, such as a Counter or a number of NumPy's, as of that kind."""
    if isinstance(value, dict):
        pairs = ((_plain(key), _plain(item)) for key, item in value.items())
        return dict(sorted(pairs, key=lambda pair: f"{pair[0]!r}: {pair[1]!r}"))
    for kind in (list, tuple, set):
        if isinstance(value, kind):
            return kind(map(_plain, value))
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, Real) and not isinstance(value, Integral):
        return float(f"{value:.10g}")
    return value
