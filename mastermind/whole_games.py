"""Whole games on a student's own functions, from the codemaker to the codebreaker.

Every function is asked in every turn. What it answers is played on, right or wrong, as
long as a game can go on with it; the library answers for what is missing or fails.

>>> from mastermind import stand_ins
>>> def get_code(colors, code_length):
...     return colors[-1] * code_length
>>> playing = play_all({"get_code": get_code}, [("RG", 2)])
get_code          yours, plays
valid_code        missing: a borrowed one plays
get_feedback      missing: a borrowed one plays
consistent_codes  missing: a borrowed one plays
minimax_guess     missing: a borrowed one plays
>>> playing
1
"""

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from mastermind import checks, diagnosis, stand_ins
from mastermind.feedback import Keys, consistent_codes, feedback
from mastermind.my_functions import EXAMPLES
from mastermind.solver.strategies import minimax

NOTEBOOKS = {
    "get_code": 1,
    "valid_code": 2,
    "get_feedback": 3,
    "consistent_codes": 4,
    "minimax_guess": 5,
}
"""The functions that a game is made of, and the notebooks in which they are written."""
# Not those of `stand_ins`: while a notebook is graded, these come after the tests.
_RIGHT: dict[str, Callable[..., Any]] = {
    "get_code": lambda colors, length: "".join(random.choices(colors, k=length)),
    "valid_code": lambda colors, length, guess: len(guess) == length and set(guess) <= set(colors),
    "get_feedback": lambda code, guess: str(feedback(code, guess)),
    "consistent_codes": lambda left, guess, keys: consistent_codes(left, guess, Keys.parse(keys)),
    "minimax_guess": minimax,
}
"""The library's functions, which answer for what is missing or fails."""
MOST_TURNS = 10
MOST_LINES = 2_000_000
"""After how many lines a call is taken for one that never ends; right ones need a fifth at most."""
Ask = Callable[..., Any]
"""What calls one of the student's functions, by name: `in_time`, where the answers are."""


class Part(NamedTuple):
    """What a function does in whole games."""

    name: str
    plays: bool
    told: str


class Game(NamedTuple):
    """A game that was played."""

    code: str
    turns: list[tuple[str, str]]
    failed: dict[str, str]
    wrong: dict[str, str]


def in_time(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function, and stop a call that never ends.

    Parameters
    ----------
    function : callable
        The student's function.
    *arguments : object
        Its arguments.

    Returns
    -------
    object
        What it returns.

    Raises
    ------
    TimeoutError
        If it runs more than `MOST_LINES` lines.

    Examples
    --------
    >>> in_time(len, "RGB")
    3
    """
    return diagnosis.bounded(function, arguments, MOST_LINES)


def play_all(
    names: Mapping[str, Any], games: Iterable[tuple[str, int]], ask: Ask | None = None
) -> int:
    """Play whole games, and tell of each function whose it is and whether it plays.

    Parameters
    ----------
    names : mapping
        The notebook's `globals()`.
    games : iterable of (str, int)
        The colors and the code length of each game.
    ask : callable, optional
        Calls a function of the student's, by its name, in place of a plain call.

    Returns
    -------
    int
        How many of the functions are the student's and play. See the top of this module.
    """
    parts = judge(names, games, ask)
    width = max(map(len, NOTEBOOKS))
    for part in parts:
        if not part.plays and callable(names.get(part.name)):
            checks.refuse(part.name, names[part.name])
        _tell(f"{part.name:{width}}  {part.told}", to_keep=not part.plays)
    return sum(part.plays for part in parts)


def judge(
    names: Mapping[str, Any], games: Iterable[tuple[str, int]], ask: Ask | None = None
) -> list[Part]:
    """Play whole games, and judge each function by what it answers in them.

    Parameters
    ----------
    names, games, ask
        As for `play_all`.

    Returns
    -------
    list of Part
        In the order of the notebooks in which the functions are written.

    Examples
    --------
    >>> judge({"valid_code": lambda *a: None}, [("RG", 2)])[1].told
    "yours, but no game can go on with it: valid_code('RG', 2, 'RR') gives None"
    """
    played = [play(names, colors, length, ask) for colors, length in games]
    own = _own(names, ask)
    return [_part(name, names, own, played) for name in NOTEBOOKS]


def play(names: Mapping[str, Any], colors: str, code_length: int, ask: Ask | None = None) -> Game:
    """Play one game on the functions of a notebook.

    Parameters
    ----------
    colors : str
        The colors.
    code_length : int
        How many pegs a code has.
    names, ask
        As for `play_all`.

    Returns
    -------
    Game
        It ends when the code is broken, when no candidate is left, or after ten turns.

    Examples
    --------
    >>> game = play({}, "RGB", 3)
    >>> game.turns[-1] == (game.code, "bbb"), game.failed
    (True, {})
    """
    own = _own(names, ask)
    failed: dict[str, str] = {}
    wrong: dict[str, str] = {}

    def answer_of(name: str, *arguments: Any) -> Any:
        right = _RIGHT[name](*deepcopy(arguments))
        if name not in own or name in failed:  # what never ends is not asked again
            return right
        answer, fault = _answer(name, own[name], arguments)
        if fault:
            failed[name] = fault
            return right
        if answer != right and name != "get_code":
            wrong.setdefault(name, f"{_call(name, arguments)} should be {right!r}, not {answer!r}")
        return answer

    code = answer_of("get_code", colors, code_length)
    left = ["".join(row) for row in product(colors, repeat=code_length)]
    turns: list[tuple[str, str]] = []
    while left and len(turns) < MOST_TURNS:
        guess = answer_of("minimax_guess", left, left)
        for typed in (guess, guess[1:], guess[1:] + "?"):
            answer_of("valid_code", colors, code_length, typed)
        keys = answer_of("get_feedback", code, guess)
        turns.append((guess, keys))
        if keys == "b" * code_length:
            break
        # Key pegs in another order are the same key pegs.
        left = answer_of("consistent_codes", left, guess, "".join(sorted(keys)))
    return Game(code, turns, failed, wrong)


def _own(names: Mapping[str, Any], ask: Ask | None) -> dict[str, Callable[..., Any]]:
    """Find the functions that are there and not the library's, whoever hands them on."""
    return {
        name: partial(ask, name) if ask else names[name]
        for name in NOTEBOOKS
        if callable(names.get(name)) and not _is_borrowed(name, names[name])
    }


def _is_borrowed(name: str, function: object) -> bool:
    lent = getattr(stand_ins, name, None)
    return lent is not None and getattr(function, "__doc__", "") == lent.__doc__


def _answer(name: str, function: Callable[..., Any], arguments: Sequence[Any]) -> tuple[Any, str]:
    """Call a function; say what is wrong if no game can go on with what comes."""
    call = _call(name, arguments)
    try:
        answer = function(*deepcopy(arguments))
    except NotImplementedError:
        return None, "it has no answer yet"
    except TimeoutError:
        return None, f"{call} does not end"
    except (Exception, SystemExit) as error:
        told = f"{type(error).__name__}: {error}".rstrip(": .")
        return None, f"{call} stops with {told[:200]}"
    if _FITS[name](answer, *arguments):
        return answer, ""
    return None, f"{call} gives {_short(answer)}"


def _is_code(answer: Any, colors: str, code_length: int) -> bool:
    return isinstance(answer, str) and _RIGHT["valid_code"](colors, code_length, answer)


def _numpys_bool() -> Any:
    """The type of NumPy's `True`, which no game is stopped by; `bool` where nobody uses NumPy."""
    return getattr(sys.modules.get("numpy"), "bool_", bool)


def _is_feedback(answer: Any, code: str, guess: str) -> bool:
    return isinstance(answer, str) and len(answer) <= len(code) and set(answer) <= set("bw")


def _is_choice(answer: Any, guesses: list[str], candidates: list[str]) -> bool:
    return isinstance(answer, str) and answer in guesses


def _is_part(answer: Any, candidates: list[str], guess: str, feedback: str) -> bool:
    return isinstance(answer, list) and all(code in candidates for code in answer)


_FITS: dict[str, Callable[..., bool]] = {
    "get_code": _is_code,
    "valid_code": lambda answer, *_: isinstance(answer, bool | _numpys_bool()),
    "get_feedback": _is_feedback,
    "consistent_codes": _is_part,
    "minimax_guess": _is_choice,
}
"""Whether a game can go on with an answer, be it right or wrong."""


def _part(
    name: str, names: Mapping[str, Any], own: Mapping[str, Callable[..., Any]], played: list[Game]
) -> Part:
    if name not in own:
        there = callable(names.get(name))
        told = "borrowed: bring your own" if there else "missing: a borrowed one plays"
        return Part(name, False, told)
    if all(name in game.failed for game in played):
        return Part(name, False, f"yours, but no game can go on with it: {played[0].failed[name]}")
    mistake = _mistake(name, own, played)
    if not mistake:
        return Part(name, True, "yours, plays")
    told = f"yours, plays, with a mistake: {mistake}. Notebook {NOTEBOOKS[name]} has judged that; "
    return Part(name, True, told + "here it costs nothing")


def _mistake(name: str, own: Mapping[str, Callable[..., Any]], played: list[Game]) -> str:
    """Tell of one wrong answer, unless another function may have led to it."""
    if name in ("consistent_codes", "minimax_guess") and _mistake("get_feedback", own, played):
        return ""
    for arguments in _small(name) if name in own else []:
        right = _RIGHT[name](*deepcopy(arguments))
        answer, fault = _answer(name, own[name], arguments)
        if fault or answer != right:
            return fault or f"{_call(name, arguments)} should be {right!r}, not {answer!r}"
    return next(
        (text for g in played for text in (g.failed.get(name), g.wrong.get(name)) if text), ""
    )


def _small(name: str) -> Iterator[tuple[Any, ...]]:
    """Give small questions, the smallest first, in which nearly every mistake shows."""
    for length in (1, 2, 3):
        codes = ["".join(row) for row in product("RGB", repeat=length)]
        if name == "get_feedback":
            yield from product(codes, codes)
        elif name == "valid_code":
            guesses = ["", *codes, *("".join(row) for row in product("RX", repeat=length))]
            yield from (("RGB", size, guess) for guess in guesses for size in (length, length + 1))
    yield from EXAMPLES.get(name, [])


def _call(name: str, arguments: Sequence[Any]) -> str:
    return f"{name}({', '.join(map(_short, arguments))})"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:40]} ... {text[-10:]}"


def _tell(text: str, to_keep: bool) -> None:
    """Print a line; a graded notebook's page keeps what is displayed."""
    if to_keep and "IPython" in sys.modules:
        from IPython import get_ipython
        from IPython.display import display

        if get_ipython() is not None:
            display({"text/plain": text}, raw=True)
            return
    print(text)
