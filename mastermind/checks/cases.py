"""Calls with what each should give, and why."""

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from mastermind.checks.calls import try_call, unanswered
from mastermind.checks.values import call_text, copied, result_text, same_value, written
from mastermind.checks.verdicts import Function, Verdict, doubt, name_in, note_call, settle

Case = tuple[Any, Any, str]
_PAST = {"returns": "returned", "stops": "stopped"}


def check(
    function: Function,
    cases: Iterable[Case],
    *,
    hidden: str = "",
    of: Function | None = None,
    shown: str = "",
) -> None:
    """Call a function and compare its results with the expected results.

    Parameters
    ----------
    function : callable
        The student's function, or a function of the test that calls the student's function.
    cases : iterable of (arguments, expected, reason)
        `arguments` is a tuple, or the only argument. `expected` is a value; or a class of
        exceptions, one of which has to be raised; or a function that is given the result
        and says whether it is right. `reason` is a sentence, or several; the first capital
        letter and the last period are added.
        Lists, dicts and sets among the arguments have to be left as they are.
    hidden : str, optional
        What the hidden tests check. It is told when all cases are right.
    of : callable, optional
        The function of the exercise, where `function` is the test's own: see `lend`.
    shown : str, optional
        What calls are shown to be of, instead of the test's own function.

    Raises
    ------
    NotYet
        If a case is wrong. The first one is the message, a table of all is below it.

    Examples
    --------
    >>> check(len, [("RGB", 3, "there are three pegs"), (7, TypeError, "7 is no code")])
    len('RGB')  returns 3, as it should
    len(7)      raises TypeError, as it should
    >>> check(sorted, [("RG", lambda pegs: pegs[0] == "R", "R leads")])
    Traceback (most recent call last):
        ...
    mastermind.checks.NotYet: sorted('RG') returned ['G', 'R'], which is not correct yet. R leads.
    """
    caller = sys._getframe(1)
    name, exercise = name_in(function, caller), doubt(of or function, caller)
    answer = of or function
    cases = list(cases)
    verdicts = [_judge(function, shown or name, case, answer, exercise) for case in cases]
    if of is None:
        wrong = (case[0] for case, verdict in zip(cases, verdicts, strict=True) if verdict.message)
        note_call(exercise, _given(next(wrong, ())))
    if of is not None and not shown:
        calls = f"{name} calls your {exercise}."
        verdicts = [v._replace(more=[calls, *v.more]) if v.row else v for v in verdicts]
    settle(verdicts, hidden, answer, caller)


def demand(truth: object, message: str, *, hidden: str = "", of: Function | None = None) -> None:
    """Report what is wrong if none of the other tests fits.

    Parameters
    ----------
    truth : object
        What has to be true.
    message : str
        What is wrong otherwise.
    hidden : str, optional
        As for `check`.
    of : callable, optional
        The function of the exercise: see `lend`.

    Raises
    ------
    NotYet
        If it is not.

    Examples
    --------
    >>> demand([], "The list is empty.")
    Traceback (most recent call last):
        ...
    mastermind.checks.NotYet: The list is empty.
    """
    verdict = Verdict("", "", "" if truth else message)
    settle([verdict], hidden, of, sys._getframe(1))


def _judge(function: Function, name: str, case: Case, answer: object, exercise: str) -> Verdict:
    arguments, expected, reason = case
    given = _given(arguments)
    call = call_text(name, given)
    wanted = _wanted(expected)
    lent = [copied(argument) for argument in given]
    got, stopped = try_call(function, lent, answer)
    if stopped:
        if _raises(expected) and isinstance(stopped.error, expected):
            return Verdict(call, f"raises {expected.__name__}, as it should")
        wanted = wanted or "should return a result"
        return unanswered(exercise, stopped) or Verdict(
            call,
            f"{stopped.told}, but {wanted}",
            _sentences(call, stopped.told, wanted, reason),
            stopped.lines,
        )
    if _right(got, expected):
        for before, after in zip(given, lent, strict=True):
            if before != after:
                was = f"which was {written(before)} and is now {written(after)}"
                left = f"should not change its argument, {was}"
                return Verdict(call, left, f"{call} {left}.")
        return Verdict(call, f"returns {written(got)}, as it should")
    gives = result_text(got, expected)
    if not wanted:
        gives = f"{gives}, which is not correct yet"
        return Verdict(call, gives, _sentences(call, gives, "", reason))
    entry = _entry(call, got, expected, reason)
    message = entry or _sentences(call, gives, wanted, reason)
    more = _once_more(function, given, got)
    return Verdict(call, f"{gives}, but {wanted}", message, more, (given, got, expected))


def _sentences(call: str, gives: str, wanted: str, reason: str) -> str:
    """Write what a call did, what it should do, and why."""
    did = re.sub("^returns|^stops", lambda verb: _PAST[verb[0]], gives)
    told = [f"{call} {did}", wanted and f"It {wanted}", reason[:1].upper() + reason[1:]]
    return " ".join(f"{sentence}." for sentence in told if sentence)


def _given(arguments: object) -> tuple[object, ...]:
    return arguments if isinstance(arguments, tuple) else (arguments,)


def _once_more(function: Function, given: Sequence[object], got: object) -> list[str]:
    """Say whether the same call gives something else: by chance, or by what it remembers."""
    again, stopped = try_call(function, [copied(argument) for argument in given], function)
    if stopped or same_value(again, got) or not _has_value(got):
        return []
    more = f"A second call with the same arguments returns {written(again)}."
    return [f"{more} Is this random, or is something left over from the first call?"]


def _has_value(got: object) -> bool:
    """Tell whether equal means the same value: of a generator each is equal to itself only."""
    return type(got).__eq__ is not object.__eq__


def _raises(expected: object) -> bool:
    return isinstance(expected, type) and issubclass(expected, BaseException)


def _wanted(expected: Any) -> str:
    if _raises(expected):
        return f"should raise {expected.__name__}"
    return "" if callable(expected) else f"should return {written(expected)}"


def _right(got: object, expected: Any) -> bool:
    if _raises(expected):
        return False
    if not callable(expected):
        return same_value(got, expected)
    try:
        return bool(expected(got))
    except Exception:  # such as None, in which no entry can be looked for
        return False


def _entry(call: str, got: Any, expected: Any, reason: str) -> str:
    """Name the first entry of a dictionary that is wrong, if that is all there is."""
    if not (isinstance(expected, dict) and isinstance(got, dict) and expected):
        return ""
    if set(got) != set(expected):
        return ""
    key = next(key for key in expected if not same_value(got[key], expected[key]))
    gives = result_text(got[key], expected[key]).replace("returns", "is", 1)
    wanted = f"should be {written(expected[key])}"
    return _sentences(f"The entry {key!r} of {call}", gives, wanted, reason)
