"""One call of a student's function: what it gives, or how and where it stopped."""

import inspect
import re
import traceback
from collections.abc import Sequence
from typing import Any, NamedTuple

from mastermind.checks.values import shortened
from mastermind.checks.verdicts import Function, NotYet, Verdict

MOST_LINES = 3
"""How many lines of the student's own code are shown for an error."""
STUB_DEPTH = 3
"""How far below its `def` an empty answer has its `raise`; further down, code stands above it."""


class Stopped(NamedTuple):
    """How a call failed: the error, in words, with the student's own lines."""

    error: BaseException
    told: str
    lines: Sequence[str]


def try_call(
    function: Function, arguments: Sequence[object], answer: object
) -> tuple[Any, Stopped | None]:
    """Call a function; return what it gives, or how and where in the answer it stopped."""
    try:
        return function(*arguments), None
    except NotYet:
        raise
    except KeyboardInterrupt as error:  # the other calls may be as endless
        message = "You stopped the test. Is there a loop in your code that never ends?"
        raise NotYet(message, _where(error, answer)) from None
    except Exception as error:
        told = f"stops with {type(error).__name__}: {shortened(str(error))}".rstrip(": .")
        if isinstance(error, UnboundLocalError):
            told += " (the function uses this name before giving it a value)"
        elif isinstance(error, NameError):
            told += " (is it spelled correctly, and have you run the cell that defines it?)"
        if type(error).__name__ == "NotPlain":  # the grader's: it came to its end
            told = f"returns something else: {error}"
        return None, Stopped(error, told, _where(error, answer))


def _where(error: BaseException, answer: object) -> list[str]:
    """Show where an error came from, if that is in the student's own lines."""
    lines = _own_lines(error, answer)
    return ["Where it stopped:", *lines] if lines else []


def _own_lines(error: BaseException, answer: object) -> list[str]:
    """Find the lines of the answer's cell; those of other cells are the course's."""
    elsewhere = getattr(error, "elsewhere", None)
    if isinstance(elsewhere, str):  # the grader, which calls the function in another process
        return elsewhere.splitlines()
    cell = cell_of(answer)
    walked = traceback.walk_tb(error.__traceback__)
    frames = [pair for pair in walked if pair[0].f_code.co_filename == cell]
    lines = []
    for frame in traceback.StackSummary.extract(iter(frames[-MOST_LINES:])):
        lines.append(f"  line {frame.lineno}, in {frame.name}")
        if frame.line:
            lines.append(f"    {frame.line}")
    return lines


def cell_of(value: Any) -> str:
    """Find the cell in which a function, or a method of a class, was written; or nothing."""
    if isinstance(value, type):
        made = list(vars(value).values())
    else:
        made = [inspect.unwrap(value)] if callable(value) else []
    return next((one.__code__.co_filename for one in made if hasattr(one, "__code__")), "")


def unanswered(name: str, stopped: Stopped) -> Verdict | None:
    """Tell an answer that was not written, or not finished, from one that fails."""
    if not isinstance(stopped.error, NotImplementedError):
        return None
    line, depth = _raised(name, stopped.error)
    if depth > STUB_DEPTH:
        message = (
            f"Your code for {name} runs as far as line {line}, `raise NotImplementedError(...)`. "
            "Delete that line, run the cell, and then run this cell again."
        )
        return Verdict("", "", message)
    message = (
        f"No answer yet in {name}. Write your answer and run it, and then run this cell again."
    )
    return Verdict("", "", message)


def _raised(name: str, error: BaseException) -> tuple[int, int]:
    """Find the line in which an error was raised, and how far below its `def` that is."""
    theirs = re.findall(r"line (\d+), in (\w+)", str(getattr(error, "elsewhere", "")))
    if theirs:  # the grader says no more; a method begins three lines below its class
        line, where = int(theirs[-1][0]), theirs[-1][1]
        return line, line - (1 if where == name else 4)
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    return line, line - frame.f_code.co_firstlineno
