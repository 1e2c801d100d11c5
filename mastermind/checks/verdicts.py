"""What a visible test finds, how it is told, and which functions it refuses."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any, NamedTuple

from mastermind import diagnosis, stand_ins

MOST_ROWS = 20

Function = Callable[..., Any]
_failed: dict[str, object] = {}
_calls: dict[str, Sequence[object]] = {}
"""The arguments of the first call of each function that went wrong when it was last tested."""
_refused: Counter[str] = Counter()
"""How often the tests have refused an answer since it was right."""


class NotYet(AssertionError):
    """A visible test that does not pass: a message, and lines that say more."""

    __module__ = "mastermind.checks"  # where notebooks import it from: some show the whole name

    def __init__(self, message: str, more: Sequence[str] = ()) -> None:
        super().__init__(message)
        self._lines = [message, "", *more] if more else [message]

    def _render_traceback_(self) -> list[str]:
        # IPython shows this in place of a traceback: the test's code says nothing to students.
        return self._lines


class Verdict(NamedTuple):
    """What came of one call: a row of the table and, where it is wrong, a message.

    `wrong` has arguments, result and expected value, to be drawn.
    """

    call: str
    row: str
    message: str = ""
    more: Sequence[str] = ()
    wrong: tuple[Sequence[object], object, object] | None = None


def lend(name: str, names: Mapping[str, Any]) -> Any:
    """Give a function that later exercises build on: the student's, or one that is right.

    Parameters
    ----------
    name : str
        The name of the function, which is also its name in `stand_ins`.
    names : mapping
        The notebook's `globals()`.

    Returns
    -------
    callable
        The student's function, unless there is none or the visible tests have refused it.

    Examples
    --------
    >>> lend("valid_code", {"valid_code": len}) is len
    True
    >>> lend("valid_code", {})("RG", 1, "R")
    Your valid_code is not ready yet. The rest of the notebook uses a borrowed function.
    True
    """
    mine = names.get(name)
    if mine is not None and not refuses(name, mine):
        return mine
    print(f"Your {name} is not ready yet. The rest of the notebook uses a borrowed function.")
    stand_ins.borrower = names
    return getattr(stand_ins, name)


def own(name: str, names: Mapping[str, Any]) -> Any:
    """Give the student's function, also where `lend` has put another in its place."""
    value = names.get(name)
    return _failed.get(name, value) if value is vars(stand_ins).get(name, ...) else value


def to_watch(name: str, names: Mapping[str, Any], *arguments: object) -> tuple[Any, ...]:
    """Give the student's function, and the call of it that went wrong.

    Parameters
    ----------
    name : str
        The name of the function.
    names : mapping
        The notebook's `globals()`.
    *arguments : object
        What to call it with if the visible tests have found nothing wrong.

    Returns
    -------
    tuple
        The function and its arguments, as `trace` takes them.

    Examples
    --------
    >>> to_watch("length", {"length": len}, "RG") == (len, "RG")
    True
    """
    return own(name, names), *(_calls.get(name) or arguments)


def note_call(name: str, arguments: Sequence[object]) -> None:
    """Keep the call of a function that went wrong; nothing, if all calls are right."""
    _calls[name] = arguments


def refuses(name: str, function: object) -> bool:
    """Tell whether the visible tests have refused a function."""
    return _failed.get(name, ...) is function


def refuse(name: str, function: Function) -> None:
    """Note that tests have refused a function, so that it is neither lent nor saved."""
    _failed[name] = function


def doubt(function: Function, caller: FrameType) -> str:
    """Take a function for wrong until all is tried; tell its name."""
    name = name_in(function, caller)
    if caller.f_globals.get(name) is vars(stand_ins).get(name, ...):
        told = f"This {name} is borrowed."
        raise NotYet(f"{told} Run the cell that defines your own, and then run this cell.")
    refuse(name, function)
    return name


def name_in(function: Function, caller: FrameType) -> str:
    """How the notebook calls a function; one that was made by `lambda` has no name of its own."""
    own = getattr(function, "__name__", "")
    names = caller.f_globals
    if own and names.get(own) is function:
        return str(own)
    return next((name for name, value in names.items() if value is function), own or "it")


def settle(
    verdicts: Sequence[Verdict], hidden: str, function: Function | None, caller: FrameType
) -> None:
    """Remember whether the function is right, and say so, or raise."""
    wrong = next((verdict for verdict in verdicts if verdict.message), None)
    if function is not None:
        name = doubt(function, caller)
        if not wrong:
            del _failed[name]
            _refused.pop(name, None)
    width = max((len(verdict.call) for verdict in verdicts[:MOST_ROWS]), default=0)
    rows = [f"{v.call:{width}}  {v.row}" for v in verdicts if v.call][:MOST_ROWS]
    if len(verdicts) > MOST_ROWS:
        rows.append(f"and {len(verdicts) - MOST_ROWS} more")
    if wrong:
        unanswered = not wrong.row
        table = ["All the calls:", *rows] if len(verdicts) > 1 and not unanswered else []
        gap = [""] if wrong.more and table else []
        if wrong.wrong:
            _show_in_pegs(*wrong.wrong)
        told = [] if unanswered or function is None else _advice(name, function)
        raise NotYet(wrong.message, [*wrong.more, *gap, *table, *told])
    for row in rows:
        print(row)
    if hidden:
        print(f"All visible tests pass. The hidden tests check: {hidden.rstrip('.')}.")


def _advice(name: str, function: Function) -> list[str]:
    """Say more from the second time on; where a notebook is graded, its page does."""
    if "NBGRADER_EXECUTION" in os.environ:
        return []
    _refused[name] += 1
    lines = diagnosis.advice(name, function, _refused[name])
    return ["", *lines] if lines else []


def _show_in_pegs(arguments: Sequence[object], got: object, want: object) -> None:
    """Draw a wrong result above the message, in a notebook; a graded one is drawn on its page."""
    if os.environ.get("NBGRADER_EXECUTION") == "autograde" or "IPython" not in sys.modules:
        return
    from IPython import get_ipython
    from IPython.display import display

    if hasattr(get_ipython(), "display_pub") and not hasattr(get_ipython(), "pt_app"):
        from mastermind.drawing.feedback_picture import wrong_answer  # here, as it needs this

        if drawn := wrong_answer(arguments, got, want):
            display(drawn._repr_mimebundle_(), raw=True, metadata={"mastermind": "failure"})
