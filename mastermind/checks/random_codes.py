"""Functions that draw codes: whether they are codes, and whether chance is at work."""

import sys
from collections.abc import Iterable

from mastermind.checks.calls import try_call, unanswered
from mastermind.checks.values import call_text, result_text
from mastermind.checks.verdicts import Function, Verdict, doubt, settle

DRAWS = 100


def check_random(
    function: Function,
    arguments: Iterable[tuple[str, int]],
    *,
    distinct: bool = False,
    hidden: str = "",
) -> None:
    """Call a function that draws codes, and check that the codes are valid and random.

    Parameters
    ----------
    function : callable
        Takes colors and a code length.
    arguments : iterable of (colors, code_length)
        What to call it with.
    distinct : bool
        Whether no color may come twice.
    hidden : str, optional
        As for `check`.

    Raises
    ------
    NotYet
        If something that was drawn is no such code, or no chance is at work.

    Examples
    --------
    >>> from mastermind import stand_ins
    >>> check_random(stand_ins.get_code, [("RGB", 4), ("R", 2)])
    get_code('RGB', 4)  returns codes of 4 pegs, as it should
    get_code('R', 2)    returns codes of 2 pegs, as it should
    get_code('RGB', 3)  uses every color at least once in 100 calls, and returns different codes
    """
    caller = sys._getframe(1)
    name = doubt(function, caller)
    verdicts = []
    for colors, length in arguments:
        verdicts.append(_draw(function, name, colors, length, distinct))
    if not any(verdict.message for verdict in verdicts):
        verdicts.append(_chance(function, name))
    settle(verdicts, hidden, function, caller)


def _draw(function: Function, name: str, colors: str, length: int, distinct: bool) -> Verdict:
    call = call_text(name, (colors, length))
    codes = f"codes of {length} peg{'s' * (length != 1)}"
    for _ in range(20):
        got, stopped = try_call(function, (colors, length), function)
        if stopped:
            return unanswered(name, stopped) or Verdict(
                call,
                f"should return {codes}; yours {stopped.told}",
                f"{call} should return {codes}, but yours {stopped.told}.",
                stopped.lines,
            )
        wrong = _no_code(got, colors, length, distinct)
        if wrong:
            return Verdict(call, wrong, f"{call} {wrong}.")
    return Verdict(call, f"returns {codes}, as it should")


def _no_code(got: object, colors: str, length: int, distinct: bool) -> str:
    if not isinstance(got, str):
        return f"should return a string, but yours {result_text(got, '')}"
    if len(got) != length:
        pegs = f"{length} peg{'s' * (length != 1)}"
        return f"should have {pegs}, but yours returns {got!r}, which has {len(got)}"
    strange = [peg for peg in got if peg not in colors]
    if strange:
        used = f"yours returns {got!r}, which uses {strange[0]!r}"
        return f"should use only the colors {colors!r}, but {used}"
    if distinct and len(set(got)) < length:
        return f"should not use any color twice, but yours returns {got!r}"
    return ""


def _chance(function: Function, name: str) -> Verdict:
    colors, length = "RGB", 3
    call = call_text(name, (colors, length))
    drawn = []
    for _ in range(DRAWS):
        got, stopped = try_call(function, (colors, length), function)
        if stopped or not isinstance(got, str):
            told = stopped.told if stopped else f"returns {got!r}"
            wrong = f"should return a code on every call, but one call {told}"
            return Verdict(call, wrong, f"{call} {wrong}.", stopped.lines if stopped else ())
        drawn.append(got)
    if len(set(drawn)) == 1:
        wrong = f"should draw a new code on every call, but all {DRAWS} calls returned {drawn[0]!r}"
        return Verdict(call, wrong, f"{call} {wrong}.")
    for color in colors:
        if not any(color in code for code in drawn):
            wrong = (
                f"should give every color the same chance, but {color!r} did not come up in "
                f"{DRAWS} calls"
            )
            return Verdict(call, wrong, f"{call} {wrong}.")
    row = f"uses every color at least once in {DRAWS} calls, and returns different codes"
    return Verdict(call, row)
