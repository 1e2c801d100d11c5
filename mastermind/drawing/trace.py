"""Watch a function run line by line, with its code and the values of its variables.

>>> def double(number):
...     twice = number * 2
...     return twice
>>> steps = record(double, 4)
>>> [(step.line, step.names) for step in steps]
[(2, {'number': '4'}), (3, {'number': '4', 'twice': '8'}), (3, {'number': '4', 'twice': '8'})]
>>> steps[-1].told
'returns 8'

A list, dictionary, or set that has two names is drawn once, with arrows pointing to it:

>>> def second_name():
...     first = ["R"]
...     other = first
...     return other
>>> record(second_name)[-1].boxes
{'first': '①', 'other': '①', '①': "['R']"}
"""

import html
import inspect
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import FrameType
from typing import Any, NamedTuple

import ipywidgets as widgets  # type: ignore[import-untyped]

from mastermind.drawing.shapes import BLUE, svg
from mastermind.drawing.slider import Slider

MOST_STEPS = 500
LONGEST = 60
MARKS = "①②③④⑤⑥⑦⑧⑨"
"""Each stands for an object that is reached in several ways."""
_CHARACTER, _ROW, _GAP = 9, 32, 60
_BESIDE = "display:flex; flex-wrap:wrap; gap:2em; line-height:1.5"


class _Enough(BaseException):
    """The recording is full; a student's `except Exception` is not to catch it."""


class Step(NamedTuple):
    """The moment before a line of a cell runs, or the end of a call.

    `boxes` are drawn: values, with a mark for each object that is reached in several ways, and
    after them these objects by their marks.
    """

    line: int
    names: dict[str, str]
    told: str
    boxes: dict[str, str]


def record(function: Callable[..., Any], *arguments: Any) -> list[Step]:
    """Run a function in Python, and record at most `MOST_STEPS` steps of its own code."""
    code = getattr(_in_python(function), "__code__", None)
    if code is None:
        raise TypeError(f"only a function written in Python can be traced, not {function!r}")
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
            told = told or _change(steps, line, names)
            steps.append(Step(line, names, told, _boxes(frame.f_locals)))
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        function(*arguments)
    except _Enough:
        last = steps[-1]
        steps[-1] = last._replace(told=f"and so on; only the first {MOST_STEPS} steps are shown")
    except Exception as error:
        if not steps:
            raise
        if not steps[-1].told.startswith("stops"):
            steps.append(steps[-1]._replace(told=f"stops with {type(error).__name__}: {error}"))
    finally:
        sys.settrace(before)
    return steps


def trace(function: Callable[..., Any], *arguments: Any) -> widgets.VBox | None:
    """Show a function at work, one step at a time, with a slider or the arrow keys.

    Parameters
    ----------
    function : callable
        The function.
    *arguments : object
        The arguments for the call.

    Returns
    -------
    widgets.VBox or None
        The view, or None while a notebook is graded.
    """
    if "NBGRADER_EXECUTION" in os.environ:
        return None
    steps = record(function, *arguments)
    try:
        lines, first = inspect.getsourcelines(_in_python(function))
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


def _in_python(function: Callable[..., Any]) -> Any:
    """Find what runs when it is called: the function, or what its class says of calls."""
    inner = inspect.unwrap(function)
    if hasattr(inner, "__code__"):
        return inner
    return inspect.getattr_static(type(inner), "__call__", None)


def _boxes(names: Mapping[str, object]) -> dict[str, str]:
    """Write the values of names; an object that is reached in several ways has a mark."""
    ways: Counter[int] = Counter()
    objects: dict[int, object] = {}
    waiting = list(names.values())
    for value in waiting:  # grows while it is read
        if type(value) in (list, dict, set, tuple):
            ways[id(value)] += 1
            if ways[id(value)] == 1 or type(value) is tuple:
                objects[id(value)] = value
                waiting.extend(_inside(value))
    shared = [each for each in objects if ways[each] > 1 and type(objects[each]) is not tuple]
    marks = dict(zip(shared, MARKS, strict=False))
    told = {name: _shown(value, marks) for name, value in names.items()}
    inner = {mark: _shown(objects[each], marks, of=each) for each, mark in marks.items()}
    return told | inner


def _inside(value: Any) -> Iterable[object]:
    return [*value, *value.values()] if isinstance(value, dict) else value


def _page(lines: list[str], first: int, steps: list[Step], place: int) -> str:
    """Draw one step: an arrow at the line, a box for each name, a sentence."""
    step = steps[place]
    text = []
    for number, line in enumerate(lines, start=first):
        arrow = "→" if number == step.line else " "
        shown = html.escape(f"{arrow} {line.rstrip()}")
        text.append(f"<b>{shown}</b>" if number == step.line else shown)
    told = html.escape(f"Step {place} of {len(steps) - 1}: {step.told}.")
    return (
        f'<p role="status">{told}</p><div style="{_BESIDE}"><pre>{chr(10).join(text)}</pre>'
        f"<div>{_memory(step, steps[place - 1] if place else step)}</div></div>"
    )


def _memory(step: Step, before: Step) -> str:
    """Draw names and boxes, and arrows from each mark to the object that it stands for."""
    widths = {name: _CHARACTER * len(text) + 10 for name, text in step.boxes.items()}
    marks = [name for name in widths if name not in step.names]
    left = _CHARACTER * max(map(len, step.names), default=0) + 10
    right = left + _GAP + max((widths[name] for name in step.names), default=0)
    corners = {name: (left, _ROW * row) for row, name in enumerate(step.names)}
    corners |= {mark: (right, _ROW * row) for row, mark in enumerate(marks)}
    drawn = []
    for name, (x, y) in corners.items():
        was = before.boxes if name in marks else before.names
        now = step.boxes if name in marks else step.names
        weight = "normal" if was.get(name) == now[name] else "bold"
        if name not in marks:
            drawn.append(_text(name, 0, y, "normal" if name in was else "bold"))
        drawn.append(_frame(x, y, widths[name], 1 if weight == "normal" else 3))
        drawn.append(_text(step.boxes[name], x + 5, y, weight))
        for column, letter in enumerate(step.boxes[name], start=1):
            if letter in marks:
                to = right, corners[letter][1]
                drawn.append(_arrow(x + 5 + _CHARACTER * column, y, *to))
    width = max((x + widths[name] for name, (x, _) in corners.items()), default=0)
    label = "; ".join(f"{name} is {text}" for name, text in step.boxes.items())
    return svg(width + 3, _ROW * max(len(step.names), len(marks)), label, "".join(drawn))


def _text(text: str, x: float, y: float, weight: str) -> str:
    """Write text in letters of one width."""
    return (
        f'<text x="{x:g}" y="{y + 21:g}" textLength="{_CHARACTER * len(text)}"'
        f' font-family="monospace" font-weight="{weight}">{html.escape(text)}</text>'
    )


def _frame(x: float, y: float, width: float, stroke: int) -> str:
    return (
        f'<rect x="{x:g}" y="{y + 3:g}" width="{width:g}" height="{_ROW - 6}" fill="none"'
        f' stroke="currentColor" stroke-width="{stroke}"/>'
    )


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """Draw an arrow between the middles of two rows."""
    y, to_y = y + _ROW / 2, to_y + _ROW / 2
    curve = f"M{x:g} {y:g} C{to_x - 10:g} {y:g} {x + 10:g} {to_y:g} {to_x - 7:g} {to_y:g}"
    return (
        f'<path d="{curve}" fill="none" stroke="{BLUE}" stroke-width="2"/>'
        f'<path d="M{to_x:g} {to_y:g} l-10 -5 v10 z" fill="{BLUE}"/>'
    )


def _shown(value: object, marks: Mapping[int, str] = {}, of: int = 0) -> str:
    """Write a value, with the marks of objects in it that are drawn elsewhere."""
    try:
        text = _written(value, marks, of) if marks else repr(value)
    except Exception:
        text = "(cannot be shown)"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 12]} ... {text[-8:]}"


def _written(value: Any, marks: Mapping[int, str], of: int = 0) -> str:
    if id(value) in marks and id(value) != of:
        return marks[id(value)]
    if type(value) is dict:
        pairs = (f"{_written(k, marks)}: {_written(v, marks)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    if type(value) is list:
        return f"[{', '.join(_written(each, marks) for each in value)}]"
    if type(value) is tuple:
        return f"({', '.join(_written(each, marks) for each in value)}{',' * (len(value) == 1)})"
    return repr(value)
