"""Watch a function run, line by line: its own text, and the values of its names.

>>> def double(number):
...     twice = number * 2
...     return twice
>>> steps = record(double, 4)
>>> [(step.line, step.names) for step in steps]
[(2, {'number': '4'}), (3, {'number': '4', 'twice': '8'}), (3, {'number': '4', 'twice': '8'})]
>>> steps[-1].told
'returns 8'
"""

import html
import inspect
import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple

import ipywidgets as widgets  # type: ignore[import-untyped]

from mastermind.drawing.slider import Slider

MOST_STEPS = 500
LONGEST = 60
_BOX = "border:1px solid currentColor; padding:0 .5em"
_BESIDE = "display:flex; flex-wrap:wrap; gap:2em; line-height:1.5"


class _Enough(BaseException):
    """The recording is full; a student's `except Exception` is not to catch it."""


class Step(NamedTuple):
    """The moment before a line runs, or the end of a call.

    Attributes
    ----------
    line : int
        The line in the text of the function's cell.
    names : dict of str to str
        The values of the names, as text.
    told : str
        What happens, in words.
    """

    line: int
    names: dict[str, str]
    told: str


def record(function: Callable[..., Any], *arguments: Any) -> list[Step]:
    """Run a function, and record each step of its own code.

    Parameters
    ----------
    function : callable
        The function, in Python.
    *arguments : object
        What to call it with.

    Returns
    -------
    list of Step
        At most `MOST_STEPS`.

    Raises
    ------
    TypeError
        If it is not written in Python.
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        raise TypeError(f"only a function written in Python can be watched, not {function!r}")
    steps: list[Step] = []

    def follow(frame: FrameType, event: str, value: Any) -> Any:
        if frame.f_code is not code:
            return None
        if len(steps) == MOST_STEPS:
            raise _Enough
        told = {"line": "", "return": f"returns {_shown(value)}"}.get(event)
        if event == "exception":
            told = f"stops with {value[0].__name__}: {value[1]}"
        if told is not None and not (event == "return" and steps[-1].told.startswith("stops")):
            names = {name: _shown(each) for name, each in frame.f_locals.items()}
            line = frame.f_lineno
            steps.append(Step(line, names, told or _change(steps, line, names)))
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        function(*arguments)
    except _Enough:
        last = steps[-1]
        steps[-1] = last._replace(told=f"and so on: only {MOST_STEPS} steps are shown")
    except Exception as error:
        if not steps:
            raise
        if not steps[-1].told.startswith("stops"):
            steps.append(steps[-1]._replace(told=f"stops with {type(error).__name__}: {error}"))
    finally:
        sys.settrace(before)
    return steps


def trace(function: Callable[..., Any], *arguments: Any) -> widgets.VBox | None:
    """Show a function at work, one step at a time: a slider, and the arrow keys.

    Parameters
    ----------
    function : callable
        The function.
    *arguments : object
        What to call it with.

    Returns
    -------
    widgets.VBox or None
        The view; nothing while a notebook is graded.
    """
    if "NBGRADER_EXECUTION" in os.environ:
        return None
    steps = record(function, *arguments)
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        lines, first = [], 1
    slider = Slider(name="Step", max=len(steps) - 1)
    view = widgets.HTML()

    def show(_: object = None) -> None:
        view.value = _page(lines, first, steps, slider.value)

    slider.observe(show, "value")
    show()
    return widgets.VBox([slider, view])


def _change(steps: list[Step], line: int, names: dict[str, str]) -> str:
    before = steps[-1].names if steps else {}
    changed = [f"{name} is {value}" for name, value in names.items() if before.get(name) != value]
    said = f"{', '.join(changed)}; " if changed else ""
    return f"{said}line {line} is next"


def _page(lines: list[str], first: int, steps: list[Step], place: int) -> str:
    """Draw one step: an arrow at the line, a box for each name, a sentence."""
    step = steps[place]
    before = steps[place - 1].names if place else step.names
    text = []
    for number, line in enumerate(lines, start=first):
        arrow = "→" if number == step.line else " "
        shown = html.escape(f"{arrow} {line.rstrip()}")
        text.append(f"<b>{shown}</b>" if number == step.line else shown)
    rows = [
        f"<tr><td>{html.escape(name)}</td>"
        f'<td style="{_BOX}">{_marked(name, value, before)}</td></tr>'
        for name, value in step.names.items()
    ]
    told = html.escape(f"Step {place} of {len(steps) - 1}: {step.told}.")
    return (
        f'<p role="status">{told}</p><div style="{_BESIDE}">'
        f"<pre>{chr(10).join(text)}</pre><table>{''.join(rows)}</table></div>"
    )


def _marked(name: str, value: str, before: dict[str, str]) -> str:
    shown = html.escape(value)
    return shown if before.get(name) == value else f"<b>{shown}</b> (new)"


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = "(cannot be shown)"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 12]} ... {text[-8:]}"
