"""Visible tests in a few lines: calls go in, verdicts come out.

A test cell names a function and some calls, with what each should give and why. What is
wrong is said in the first line, with the call; the test's own code is never shown.

>>> def valid(guess):
...     return len(guess) == 2
>>> check(valid, [("RG", True, "it has two pegs")], hidden="wrong pegs, long guesses")
valid('RG')  gives True, as it should
All visible tests pass. The hidden tests look at: wrong pegs, long guesses.
>>> check(valid, [("RX", False, "X is no color")])
Traceback (most recent call last):
    ...
mastermind.checks.NotYet: valid('RX') should be False, because X is no color; yours gives True.
"""

import os
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Real
from types import FrameType
from typing import Any, NamedTuple

from mastermind import diagnosis, stand_ins
from mastermind.feedback import feedback as score

LONGEST_SHOWN = 160
MOST_ROWS = 20
MOST_LINES = 3
"""How many lines of the student's own code are shown for an error."""
STUB_LINE = 4
"""Where an empty answer has its `raise`; further down, code of the student's stands above it."""
MOST_ASKED = 40
DRAWS = 100

Function = Callable[..., Any]
Case = tuple[Any, Any, str]
_failed: dict[str, object] = {}
_refused: Counter[str] = Counter()
"""How often the tests have refused an answer since it was right."""


class NotYet(AssertionError):
    """A visible test that does not pass: a message, and lines that say more.

    Parameters
    ----------
    message : str
        What is wrong.
    more : sequence of str
        What to show below it.

    Examples
    --------
    >>> NotYet("A peg is missing.", ["  line 3"])._render_traceback_()
    ['A peg is missing.', '', '  line 3']
    """

    def __init__(self, message: str, more: Sequence[str] = ()) -> None:
        super().__init__(message)
        self._lines = [message, "", *more] if more else [message]

    def _render_traceback_(self) -> list[str]:
        # IPython shows this in place of a traceback: the test's code says nothing to students.
        return self._lines


class _Verdict(NamedTuple):
    call: str
    row: str
    message: str = ""
    more: Sequence[str] = ()
    wrong: tuple[Sequence[object], object, object] | None = None


def check(
    function: Function, cases: Iterable[Case], *, hidden: str = "", of: Function | None = None
) -> None:
    """Call a function and compare what it gives.

    Parameters
    ----------
    function : callable
        The student's, or one of the test's own that calls the student's.
    cases : iterable of (arguments, expected, reason)
        `arguments` is a tuple, or the only argument. `expected` is a value; or a class of
        exceptions, one of which has to be raised; or a function that is given the result
        and says whether it is right. `reason` ends the sentence "should be ..., because".
        Lists, dicts and sets among the arguments have to be left as they are.
    hidden : str, optional
        What the hidden tests look at. It is told when all cases are right.
    of : callable, optional
        The function of the exercise, where `function` is the test's own: see `lend`.

    Raises
    ------
    NotYet
        If a case is wrong. The first one is the message, a table of all is below it.

    Examples
    --------
    >>> check(len, [("RGB", 3, "there are three pegs"), (7, TypeError, "7 is no code")])
    len('RGB')  gives 3, as it should
    len(7)      raises TypeError, as it should
    >>> check(sorted, [("RG", lambda pegs: pegs[0] == "R", "R comes first")])
    Traceback (most recent call last):
        ...
    mastermind.checks.NotYet: sorted('RG') is not right yet: R comes first; yours gives ['G', 'R'].
    """
    caller = sys._getframe(1)
    name, exercise = _name(function, caller), _doubt(of or function, caller)
    verdicts = [_judge(function, name, case, caller, exercise) for case in cases]
    _settle(verdicts, hidden, of or function, caller)


def check_random(
    function: Function,
    arguments: Iterable[tuple[str, int]],
    *,
    distinct: bool = False,
    hidden: str = "",
) -> None:
    """Call a function that draws codes, and see whether they are codes, and drawn by chance.

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
    >>> check_random(stand_ins.get_code, [("RGB", 4), ("R", 2)])
    get_code('RGB', 4)  gives codes of 4 pegs, as it should
    get_code('R', 2)    gives codes of 2 pegs, as it should
    get_code('RGB', 3)  gives all of the colors in 100 calls, and not always the same code
    """
    caller = sys._getframe(1)
    name = _doubt(function, caller)
    verdicts = []
    for colors, length in arguments:
        verdicts.append(_draw(function, name, colors, length, distinct, caller))
    if not any(verdict.message for verdict in verdicts):
        verdicts.append(_chance(function, name, caller))
    _settle(verdicts, hidden, function, caller)


def check_solver(
    function: Function,
    colors: str,
    codes: Iterable[str],
    *,
    consistent: bool = False,
    distinct: bool = False,
    hidden: str = "",
) -> None:
    """Have a function break codes, and judge every guess it makes.

    Parameters
    ----------
    function : callable
        Takes the colors, the code length, and a function that answers a guess with its
        feedback; it returns the list of its guesses.
    colors : str
        The colors.
    codes : iterable of str
        The codes to break.
    consistent : bool
        Whether each guess has to fit all the feedback before it.
    distinct : bool
        Whether no guess may have a color twice.
    hidden : str, optional
        As for `check`.

    Raises
    ------
    NotYet
        If a game goes wrong.

    Examples
    --------
    >>> check_solver(stand_ins.solve_by_elimination, "RG", ["RR", "GR"], consistent=True)
    solve_by_elimination('RG', 2, respond)  breaks the code 'RR', as it should
    solve_by_elimination('RG', 2, respond)  breaks the code 'GR', as it should
    """
    caller = sys._getframe(1)
    name = _doubt(function, caller)
    verdicts: list[_Verdict] = []
    for code in codes:
        game = _Game(colors, code, consistent, distinct)
        verdicts.append(_play(function, name, game, caller))
        if verdicts[-1].message:
            break
    _settle(verdicts, hidden, function, caller)


def demand(truth: object, message: str, *, hidden: str = "", of: Function | None = None) -> None:
    """Say what is wrong, where none of the other tests fits.

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
    verdict = _Verdict("", "", "" if truth else message)
    _settle([verdict], hidden, of, sys._getframe(1))


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
    Your valid_code is not ready yet. The rest of the notebook uses a borrowed one.
    True
    """
    mine = names.get(name)
    if mine is not None and not refuses(name, mine):
        return mine
    print(f"Your {name} is not ready yet. The rest of the notebook uses a borrowed one.")
    return getattr(stand_ins, name)


def refuses(name: str, function: object) -> bool:
    """Tell whether the visible tests have refused a function.

    Examples
    --------
    >>> refuses("len", len)
    False
    """
    return _failed.get(name, ...) is function


def refuse(name: str, function: Function) -> None:
    """Note that tests have refused a function, so that it is neither lent nor saved.

    Examples
    --------
    >>> refuse("double", abs)
    >>> refuses("double", abs)
    True
    """
    _failed[name] = function


def _doubt(function: Function, caller: FrameType) -> str:
    """Take a function for wrong until all is tried; tell its name."""
    name = _name(function, caller)
    if caller.f_globals.get(name) is vars(stand_ins).get(name, ...):
        raise NotYet(f"This {name} is the borrowed one: run the cell with yours, then this one.")
    refuse(name, function)
    return name


def _settle(
    verdicts: Sequence[_Verdict], hidden: str, function: Function | None, caller: FrameType
) -> None:
    """Remember whether the function is right, and say so, or raise."""
    wrong = next((verdict for verdict in verdicts if verdict.message), None)
    if function is not None:
        name = _doubt(function, caller)
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
        print(f"All visible tests pass. The hidden tests look at: {hidden.rstrip('.')}.")


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


# --- One call


class _Stopped(NamedTuple):
    """How a call failed."""

    error: BaseException
    told: str
    lines: Sequence[str]


def _call(
    function: Function, arguments: Sequence[object], caller: FrameType
) -> tuple[Any, _Stopped | None]:
    try:
        return function(*arguments), None
    except NotYet:
        raise
    except KeyboardInterrupt as error:  # the other calls may be as endless
        message = "You stopped the test. Is there a loop in your code that never ends?"
        raise NotYet(message, _where(error, caller)) from None
    except Exception as error:
        told = f"stops with {type(error).__name__}: {error}".rstrip(": .")
        if isinstance(error, NameError):
            told += " (has the cell that makes it been run?)"
        if type(error).__name__ == "NotPlain":  # the grader's: it came to its end
            told = f"gives something else: {error}"
        return None, _Stopped(error, told, _where(error, caller))


def _where(error: BaseException, caller: FrameType) -> list[str]:
    """Show where an error came from, if that is in the student's own lines."""
    lines = _own_lines(error, caller)
    return ["Where it stopped:", *lines] if lines else []


def _own_lines(error: BaseException, caller: FrameType) -> list[str]:
    """Find the student's own lines: those of the notebook that are not the test's."""
    elsewhere = getattr(error, "elsewhere", None)
    if isinstance(elsewhere, str):  # the grader, which calls the function in another process
        return elsewhere.splitlines()
    frames = [
        pair
        for pair in traceback.walk_tb(error.__traceback__)
        if pair[0].f_globals is caller.f_globals
        and pair[0].f_code.co_filename != caller.f_code.co_filename
    ]
    lines = []
    for frame in traceback.StackSummary.extract(iter(frames[-MOST_LINES:])):
        lines.append(f"  line {frame.lineno}, in {frame.name}")
        if frame.line:
            lines.append(f"    {frame.line}")
    return lines


def _unanswered(name: str, stopped: _Stopped) -> _Verdict | None:
    if not isinstance(stopped.error, NotImplementedError):
        return None
    line = re.search(r"line (\d+), in .*(?!.*line \d)", "\n".join(stopped.lines), re.S)
    if line and int(line[1]) > STUB_LINE:
        message = (
            f"The code of {name} runs, and then comes line {line[1]}, "
            "`raise NotImplementedError(...)`: delete that line, run the cell, then this one."
        )
        return _Verdict("", "", message)
    return _Verdict("", "", f"No answer yet in {name}: write it, run its cell, then this one.")


def _judge(function: Function, name: str, case: Case, caller: FrameType, exercise: str) -> _Verdict:
    arguments, expected, reason = case
    given = arguments if isinstance(arguments, tuple) else (arguments,)
    call = _call_text(name, given)
    wanted = _wanted(expected)
    because = f", because {reason}" if reason else ""
    lent = [_copy(argument) for argument in given]
    got, stopped = _call(function, lent, caller)
    if stopped:
        if _raises(expected) and isinstance(stopped.error, expected):
            return _Verdict(call, f"raises {expected.__name__}, as it should")
        return _unanswered(exercise, stopped) or _Verdict(
            call,
            f"{wanted or 'should give a result'}, yours {stopped.told}",
            f"{call} {wanted or 'should give a result'}{because}; yours {stopped.told}.",
            stopped.lines,
        )
    if _right(got, expected):
        for before, after in zip(given, lent, strict=True):
            if before != after:
                left = f"should leave {_shown(before)} as it is, yours makes it {_shown(after)}"
                return _Verdict(call, left, f"{call} {left}.")
        return _Verdict(call, f"gives {_shown(got)}, as it should")
    gives = _gives(got, expected)
    if not wanted:
        return _Verdict(
            call, f"is not right yet, {gives}", f"{call} is not right yet: {reason}; {gives}."
        )
    message = _entry(call, got, expected, because) or f"{call} {wanted}{because}; {gives}."
    more = _once_more(function, given, got, caller)
    return _Verdict(call, f"{wanted}, {gives}", message, more, (given, got, expected))


def _once_more(
    function: Function, given: Sequence[object], got: object, caller: FrameType
) -> list[str]:
    """Say whether the same call gives something else: by chance, or by what it remembers."""
    again, stopped = _call(function, [_copy(argument) for argument in given], caller)
    if stopped or _same(again, got) or not _has_value(got):
        return []
    more = f"The same call once more gives {_shown(again)}."
    return [f"{more} Is it chance, or is something left from the call before?"]


def _has_value(got: object) -> bool:
    """Tell whether equal means the same value: of a generator each is equal to itself only."""
    return type(got).__eq__ is not object.__eq__


def _raises(expected: object) -> bool:
    return isinstance(expected, type) and issubclass(expected, BaseException)


def _wanted(expected: Any) -> str:
    if _raises(expected):
        return f"should raise {expected.__name__}"
    return "" if callable(expected) else f"should be {_shown(expected)}"


def _right(got: object, expected: Any) -> bool:
    if _raises(expected):
        return False
    return bool(expected(got)) if callable(expected) else _same(got, expected)


def _same(got: Any, expected: Any) -> bool:
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
            and all(_same(got[key], expected[key]) for key in expected)
        )
    if isinstance(expected, list | tuple):
        kind = list if isinstance(expected, list) else tuple
        return (
            isinstance(got, kind) and len(got) == len(expected) and all(map(_same, got, expected))
        )
    return isinstance(got, type(expected)) and bool(got == expected)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _entry(call: str, got: Any, expected: Any, because: str) -> str:
    """Name the first entry of a dictionary that is wrong, if that is all there is."""
    if not (isinstance(expected, dict) and isinstance(got, dict) and expected):
        return ""
    if set(got) != set(expected):
        return ""
    key = next(key for key in expected if not _same(got[key], expected[key]))
    gives = _gives(got[key], expected[key])
    return f"The entry {key!r} of {call} should be {_shown(expected[key])}{because}; {gives}."


def _gives(got: object, expected: object) -> str:
    if got is None:
        return "yours gives None (is there a return?)"
    shown = f"yours gives {_shown(got)}"
    if expected is None or callable(expected) or _alike(got, expected):
        return shown
    return f"{shown}, {_kind(got)} instead of {_kind(expected)}"


def _alike(got: object, expected: object) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return type(got) is type(expected)
    if isinstance(expected, int):
        return isinstance(got, Integral)
    return _is_number(got) if isinstance(expected, float) else isinstance(got, type(expected))


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
    """Write a name with "a" or "an": an int64, an HTML, a Unicode character.

    Examples
    --------
    >>> _with_article("OrderedDict"), _with_article("HTML"), _with_article("generator")
    ('an OrderedDict', 'an HTML', 'a generator')
    """
    spelled = name[:2].isupper() and name[0] in "AEFHILMNORSX"
    return f"{'an' if spelled or name[0] in 'AEIOaeio' else 'a'} {name}"


# --- Random codes


def _draw(
    function: Function, name: str, colors: str, length: int, distinct: bool, caller: FrameType
) -> _Verdict:
    call = _call_text(name, (colors, length))
    codes = f"codes of {length} peg{'s' * (length != 1)}"
    for _ in range(20):
        got, stopped = _call(function, (colors, length), caller)
        if stopped:
            return _unanswered(name, stopped) or _Verdict(
                call,
                f"should give {codes}, yours {stopped.told}",
                f"{call} should give {codes}; yours {stopped.told}.",
                stopped.lines,
            )
        wrong = _no_code(got, colors, length, distinct)
        if wrong:
            return _Verdict(call, wrong, f"{call} {wrong}.")
    return _Verdict(call, f"gives {codes}, as it should")


def _no_code(got: object, colors: str, length: int, distinct: bool) -> str:
    if not isinstance(got, str):
        return f"should give a string; {_gives(got, '')}"
    if len(got) != length:
        return f"should have {length} peg{'s' * (length != 1)}; yours gives {got!r} with {len(got)}"
    strange = [peg for peg in got if peg not in colors]
    if strange:
        return f"should use the colors {colors!r} only; yours gives {got!r} with {strange[0]!r}"
    if distinct and len(set(got)) < length:
        return f"should use no color twice; yours gives {got!r}"
    return ""


def _chance(function: Function, name: str, caller: FrameType) -> _Verdict:
    colors, length = "RGB", 3
    call = _call_text(name, (colors, length))
    drawn = []
    for _ in range(DRAWS):
        got, stopped = _call(function, (colors, length), caller)
        if stopped or not isinstance(got, str):
            told = stopped.told if stopped else f"gives {got!r}"
            wrong = f"should give codes at every call; one {told}"
            return _Verdict(call, wrong, f"{call} {wrong}.", stopped.lines if stopped else ())
        drawn.append(got)
    if len(set(drawn)) == 1:
        wrong = f"should draw a new code at every call; {DRAWS} calls all gave {drawn[0]!r}"
        return _Verdict(call, wrong, f"{call} {wrong}.")
    for color in colors:
        if not any(color in code for code in drawn):
            wrong = (
                f"should give every color the same chance; in {DRAWS} calls {color!r} never came up"
            )
            return _Verdict(call, wrong, f"{call} {wrong}.")
    row = f"gives all of the colors in {DRAWS} calls, and not always the same code"
    return _Verdict(call, row)


# --- Games


class _Game:
    """A hidden code that answers guesses, and complains of those that break a rule."""

    def __init__(self, colors: str, code: str, consistent: bool, distinct: bool) -> None:
        self.colors, self.code = colors, code
        self._consistent, self._distinct = consistent, distinct
        self.turns: list[tuple[str, str]] = []
        self.complaint = ""

    def respond(self, guess: object) -> str:
        """Give the feedback for a guess."""
        self.complaint = self.complaint or self._wrong(guess)
        if self.complaint:
            raise NotYet(self.complaint)
        assert isinstance(guess, str)
        answer = str(score(self.code, guess))
        self.turns.append((guess, answer))
        return answer

    def judge(self, got: object) -> str:
        """Say what is wrong with a result."""
        asked = [guess for guess, _ in self.turns]
        if self.complaint:
            return self.complaint
        if not isinstance(got, list):
            return f"the result should be the list of your guesses; {_gives(got, [])}"
        if got != asked:
            return f"the result should be the list of your guesses, {asked}; yours gives {got}"
        if asked[-1:] != [self.code]:
            return f"your last guess should be the code; your guesses are {asked}"
        return ""

    def _wrong(self, guess: object) -> str:
        asked = [earlier for earlier, _ in self.turns]
        if asked[-1:] == [self.code]:
            return (
                f"your guess {asked[-1]!r} got {self.turns[-1][1]!r}: the code was broken, "
                f"but you asked again, for {guess!r}"
            )
        if not (isinstance(guess, str) and len(guess) == len(self.code)):
            return f"you asked for {guess!r}, which is not a code of length {len(self.code)}"
        strange = [peg for peg in guess if peg not in self.colors]
        if strange:
            return f"you asked for {guess!r}, but {strange[0]!r} is not one of the colors"
        if self._distinct and len(set(guess)) < len(guess):
            return f"you asked for {guess!r}, in which a color appears twice"
        if guess in asked:
            return f"you asked for {guess!r} twice; it had got {dict(self.turns)[guess]!r}"
        if len(asked) == MOST_ASKED:
            return f"you asked more than {MOST_ASKED} times, first for {asked[:4]}"
        return self._contradiction(guess) if self._consistent else ""

    def _contradiction(self, guess: str) -> str:
        for earlier, said in self.turns:
            would = str(score(guess, earlier))
            if would != said:
                return (
                    f"you guessed {guess!r} although {earlier!r} had got {said!r}: if {guess!r} "
                    f"were the code, {earlier!r} would have got {would!r}"
                )
        return ""


def _play(function: Function, name: str, game: _Game, caller: FrameType) -> _Verdict:
    length = len(game.code)
    call = f"{name}({game.colors!r}, {length}, respond)"
    begin = f"With the hidden code {game.code!r} in {call}, "

    def respond(guess: str) -> str:
        return game.respond(guess)

    try:
        got, stopped = _call(function, (game.colors, length, respond), caller)
    except NotYet:
        got, stopped = None, None
    if stopped and not game.complaint:
        return _unanswered(name, stopped) or _Verdict(
            call,
            f"should break the code {game.code!r}, yours {stopped.told}",
            f"{begin}yours {stopped.told}.",
            stopped.lines,
        )
    wrong = game.judge(got)
    if wrong:
        return _Verdict(
            call, f"should break the code {game.code!r}, yours does not", f"{begin}{wrong}."
        )
    return _Verdict(call, f"breaks the code {game.code!r}, as it should")


# --- Words


def _name(function: Function, caller: FrameType) -> str:
    """How the notebook calls a function; one that was made by `lambda` has no name of its own."""
    own = getattr(function, "__name__", "")
    names = caller.f_globals
    if own and names.get(own) is function:
        return str(own)
    return next((name for name, value in names.items() if value is function), own or "it")


def _call_text(name: str, arguments: Iterable[object]) -> str:
    return f"{name}({', '.join(map(_shown, arguments))})"


def _shown(value: object) -> str:
    """Write a value; of a long list the beginning, and how many items it has."""
    try:
        text = repr(value)
    except Exception:
        return f"{_with_article(type(value).__name__)} that cannot be shown"
    if len(text) <= LONGEST_SHOWN:
        return text
    if type(value) is list:
        beginning = ", ".join(map(_shown, value[:3]))
        return f"[{beginning}, ... {len(value)} items]"
    return f"{text[: LONGEST_SHOWN - 40]} ... {text[-30:]}"


def _copy(value: Any) -> Any:
    """Copy lists, dicts, sets and tuples, and what is in them; a widget stays what it is."""
    if type(value) is dict:
        return {key: _copy(item) for key, item in value.items()}
    if type(value) in (list, tuple, set):
        return type(value)(map(_copy, value))
    return value
