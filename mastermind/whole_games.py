"""Whole games on a student's own functions, from the codemaker to the codebreaker.

Every function is called on every turn and judged on its own. After a wrong answer, the game
continues with the correct one, and `consistent_codes` and `minimax_guess` are called with a
correct `get_feedback`, so that no mistake costs points twice.

>>> def get_code(colors, code_length):
...     return colors[-1] * code_length
>>> points = play_all({"get_code": get_code}, [("RG", 2)])
get_code          yours, but it always returns 'BB', so no points
valid_code        missing, so a borrowed function plays
get_feedback      missing, so a borrowed function plays
consistent_codes  missing, so a borrowed function plays
minimax_guess     missing, so a borrowed function plays
>>> points
0.0
"""

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from functools import partial
from io import StringIO
from itertools import product
from typing import Any, NamedTuple

from mastermind import checks, diagnosis, stand_ins
from mastermind.feedback import Keys, consistent_codes, feedback
from mastermind.my_functions import EXAMPLES, is_from_file
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
"""The library's functions, which answer for what is missing, wrong or fails."""
_FREE = {"get_code", "minimax_guess"}
"""What a student's function chooses is played, even if another choice was right."""
_CALL_THE_REFEREE = {"consistent_codes", "minimax_guess"}
SHORT, DRAWS = ("RGB", 2), 200
"""A codemaker's small question, and how often it is asked; a right one leaves no code out."""
MOST_LINES = 2_000_000
"""After how many lines a call is taken for one that never ends; right ones need a fifth at most."""
Ask = Callable[..., Any]
"""What calls one of the student's functions, by name: `in_time`, where the answers are."""


class Part(NamedTuple):
    """What a function does in whole games, and which share of its point that is worth."""

    name: str
    share: float
    told: str


class Question(NamedTuple):
    """One call of a student's function: its answer, the right one, and why none can be used."""

    arguments: tuple[Any, ...]
    answer: Any
    right: Any
    fault: str

    @property
    def is_wrong(self) -> bool:
        """Whether there is no answer, or not the right one."""
        return bool(self.fault) or bool(self.answer != self.right)


class Game(NamedTuple):
    """A game that was played, and what each of the student's functions was asked in it."""

    code: str
    turns: list[tuple[str, str]]
    asked: dict[str, list[Question]]


def in_time(names: MutableMapping[str, Any], name: str, *arguments: Any) -> Any:
    """Call a student's function without what it prints, and stop a call that never ends.

    Parameters
    ----------
    names : mutable mapping
        The notebook's `globals()`.
    name : str
        The function's name.
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
    >>> in_time({"count": len}, "count", "RGB")
    3
    """
    changed = {"get_feedback": _RIGHT["get_feedback"]} if name in _CALL_THE_REFEREE else {}
    before = {key: names[key] for key in changed if key in names}
    names.update(changed)
    try:
        with redirect_stdout(StringIO()):
            return diagnosis.bounded(names[name], arguments, MOST_LINES)
    finally:
        for key in changed:
            del names[key]
        names.update(before)


def play_all(
    names: MutableMapping[str, Any], games: Iterable[tuple[str, int]], ask: Ask | None = None
) -> float:
    """Play whole games, and tell of each function whose it is and what it is worth.

    Parameters
    ----------
    names : mutable mapping
        The notebook's `globals()`.
    games : iterable of (str, int)
        The colors and the code length of each game.
    ask : callable, optional
        Calls a function of the student's, by its name, in place of `in_time`.

    Returns
    -------
    float
        A point for each function that is the student's and always right, and half a point for
        each that plays with a mistake. See the top of this module.
    """
    parts = judge(names, games, ask)
    width = max(map(len, NOTEBOOKS))
    for part in parts:
        if not part.share and callable(names.get(part.name)):
            checks.refuse(part.name, names[part.name])
        _tell(f"{part.name:{width}}  {part.told}", to_keep=part.share < 1)
    return float(sum(part.share for part in parts))


def judge(
    names: MutableMapping[str, Any], games: Iterable[tuple[str, int]], ask: Ask | None = None
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
    "yours, but no game can continue with it: valid_code('RG', 2, 'RR') returns None"
    """
    played = [play(names, colors, length, ask) for colors, length in games]
    return [_part(name, names, ask, [game.asked[name] for game in played]) for name in NOTEBOOKS]


def play(
    names: MutableMapping[str, Any], colors: str, code_length: int, ask: Ask | None = None
) -> Game:
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
        It ends when the code is broken.

    Examples
    --------
    >>> game = play({}, "RGB", 3)
    >>> game.turns[-1] == (game.code, "bbb")
    True
    """
    asked: dict[str, list[Question]] = {name: [] for name in NOTEBOOKS}

    def answer_of(name: str, *arguments: Any) -> Any:
        failed = any(question.fault for question in asked[name])
        if not _is_own(name, names) or failed:  # what never ends is not asked again
            return _RIGHT[name](*arguments)
        question = _question(name, names, ask, arguments)
        asked[name].append(question)
        return question.answer if name in _FREE and not question.fault else question.right

    code = answer_of("get_code", colors, code_length)
    left = _codes(colors, code_length)
    turns: list[tuple[str, str]] = []
    while not turns or turns[-1][0] != code:
        guess = answer_of("minimax_guess", left, left)
        for typed in (guess, guess[1:], guess[1:] + "?"):
            answer_of("valid_code", colors, code_length, typed)
        turns.append((guess, answer_of("get_feedback", code, guess)))
        left = answer_of("consistent_codes", left, *turns[-1])
    return Game(code, turns, asked)


def _is_own(name: str, names: Mapping[str, Any]) -> bool:
    """Tell whether a function is in the notebook, whoever hands it on."""
    function, lent = names.get(name), getattr(stand_ins, name, None)
    is_borrowed = lent is not None and getattr(function, "__doc__", "") == lent.__doc__
    return callable(function) and not is_borrowed and not is_from_file(function)


def _question(
    name: str, names: MutableMapping[str, Any], ask: Ask | None, arguments: Sequence[Any]
) -> Question:
    """Call a function; say what is wrong if no game can go on with what comes."""
    right = _RIGHT[name](*deepcopy(arguments))
    call = _call(name, arguments)
    answer, fault = None, ""
    try:
        answer = (ask or partial(in_time, names))(name, *deepcopy(arguments))
    except NotImplementedError:
        fault = "it has no answer yet"
    except TimeoutError:
        fault = f"{call} does not end"
    except (Exception, SystemExit) as error:
        told = f"{type(error).__name__}: {error}".rstrip(": .")
        fault = f"{call} stops with {told[:200]}"
    else:
        if not _FITS[name](answer, *arguments):
            fault = f"{call} returns {_short(answer)}"
    if name == "get_code" and not fault:
        right = answer  # any code is right
    return Question(tuple(arguments), answer, right, fault)


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
    name: str,
    names: MutableMapping[str, Any],
    ask: Ask | None,
    games: Sequence[Sequence[Question]],
) -> Part:
    """Judge a function by its answers in whole games, and to small questions."""
    if not _is_own(name, names):
        return Part(name, 0, _whose(names.get(name)))
    if all(game[-1].fault for game in games):
        return Part(name, 0, f"yours, but no game can continue with it: {games[0][-1].fault}")
    small = []
    for arguments in _small(name):
        small.append(_question(name, names, ask, arguments))
        if small[-1].fault:
            break
    mistake = _mistake(name, [question for each in (small, *games) for question in each])
    if not mistake:
        return Part(name, 1, "yours, always right")
    same = _same_answer(name, [small, *games])
    if same:
        return Part(name, 0, f"yours, but it always returns {same}, so no points")
    told = f"yours, with a mistake, so half a point: {mistake}"
    return Part(name, 0.5, f"{told}. Its tests are in notebook {NOTEBOOKS[name]}")


def _whose(function: object) -> str:
    """Say why a function is not the student's own."""
    if not callable(function):
        return "missing, so a borrowed function plays"
    if is_from_file(function):
        return "not in this notebook; run the cell that loads it, and then run the loaded code"
    return "borrowed; use your own"


def _mistake(name: str, questions: Sequence[Question]) -> str:
    """Tell of the first wrong answer."""
    for question in questions:
        call = _call(name, question.arguments)
        if question.fault or question.is_wrong:
            return (
                question.fault
                or f"{call} should return {question.right!r}, not {question.answer!r}"
            )
    if name == "get_code":
        drawn = {question.answer for question in questions}
        never = [code for code in _codes(*SHORT) if code not in drawn]
        return f"{_call(name, SHORT)} never returns {never[0]!r}" if never else ""
    return ""


def _same_answer(name: str, groups: Sequence[Sequence[Question]]) -> str:
    """Write the answer of a function that, in each group, gives only one where more are right."""
    telling = [
        {repr(question.answer) for question in group}
        for group in groups
        if len({repr(question.right) for question in group}) > (name != "get_code")
    ]
    is_one = telling and all(len(answers) == 1 for answers in telling)
    return max(telling[0]) if is_one else ""


def _small(name: str) -> Iterator[tuple[Any, ...]]:
    """Give small questions, the smallest first, in which nearly every mistake shows."""
    if name == "get_code":
        yield from [SHORT] * DRAWS
    for length in (1, 2, 3):
        codes = _codes("RGB", length)
        if name == "get_feedback":
            yield from product(codes, codes)
        elif name == "valid_code":
            guesses = ["", *codes, *_codes("RX", length)]
            yield from (("RGB", size, guess) for guess in guesses for size in (length, length + 1))
        elif name in _CALL_THE_REFEREE and length < 3:
            for guess, code in product(codes, codes):
                keys = str(feedback(code, guess))
                left = _RIGHT["consistent_codes"](codes, guess, keys)
                yield (codes, guess, keys) if name == "consistent_codes" else (codes, left)
    yield from EXAMPLES.get(name, [])


def _codes(colors: str, code_length: int) -> list[str]:
    return ["".join(pegs) for pegs in product(colors, repeat=code_length)]


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
