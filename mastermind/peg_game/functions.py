"""The functions that a game runs on: the student's, watched, or else the library's."""

import random
import reprlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from mastermind import stand_ins
from mastermind.feedback import Keys, feedback
from mastermind.game import Turns
from mastermind.rules import Rules

MOST_SECONDS = 2.0  # for one call


class Functions:
    """A student's functions, each with the library's behind it.

    A function that is not given is borrowed from the library. One that raises, does
    not end, or returns what cannot be, is noted with its input, and the library's
    answer is taken instead.
    """

    def __init__(
        self,
        get_code: Callable[[str, int], str] | None = None,
        valid_code: Callable[[str, int, str], bool] | None = None,
        get_feedback: Callable[[str, str], str] | None = None,
        get_distinct_code: Callable[[str, int], str] | None = None,
    ) -> None:
        self._given = {
            "get_code": get_code,
            "valid_code": valid_code,
            "get_feedback": get_feedback,
            "get_distinct_code": get_distinct_code,
        }
        self._faults: list[str] = []

    def borrowed(self, rules: Rules) -> list[str]:
        """Name the functions that a game by these rules borrows from the library.

        Where none at all is given, nobody misses any.
        """
        if all(function is None for function in self._given.values()):
            return []
        names = [_code_function(rules), "valid_code", "get_feedback"]
        return [name for name in names if self._own(name) is None]

    def take_faults(self) -> list[str]:
        """Give the faults that were noted since the last time, each as a sentence."""
        faults, self._faults = self._faults, []
        return faults

    def hide(self, rules: Rules, seed: str = "") -> str:
        """Draw a code."""
        name = _code_function(rules)
        with _seeded(seed):
            code = self._ask(name, (rules.colors, rules.code_length), "", _is_code(rules))
        return rules.random_code(random.Random(seed or None)) if code is None else code

    def accepts(self, rules: Rules, code: str, secret: bool = False) -> bool:
        """Tell whether the pegs are of this game, and as many as a code has.

        Repeats are not looked at. The student's function must say what the library's says.
        """
        arguments = (rules.colors, rules.code_length, code)
        right = _fits(rules, code)
        self._ask("valid_code", arguments, code if secret else "", lambda answer: answer is right)
        return right

    def score(self, code: str, guess: str) -> Keys:
        """Count the key pegs for a guess, as the student's function does.

        A wrong count is played on if it might be right for some code, for that is
        what the student's game does; `wrong_scores` tells of it when the game is over.
        """
        answer = self._ask("get_feedback", (code, guess), code, _is_feedback(code, guess))
        return feedback(code, guess) if answer is None else Keys.parse(answer)

    def _own(self, name: str) -> Callable[..., Any] | None:
        function = self._given[name]
        return None if function is getattr(stand_ins, name, None) else function

    def _ask(
        self,
        name: str,
        arguments: tuple[object, ...],
        secret: str,
        makes_sense: Callable[[object], bool],
    ) -> Any:
        """Call the student's function; give None, and note the fault, if it is of no use."""
        function = self._own(name)
        if function is None:
            return None
        try:
            with _limited(MOST_SECONDS):
                answer = function(*arguments)
        # A student may interrupt the kernel, and a function may call exit().
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            fault = f"raised {traceback.format_exception_only(error)[-1].strip()}"
        else:
            if makes_sense(answer):
                return answer
            fault = f"returned {reprlib.repr(answer)}"
        shown = ("the hidden code" if a == secret != "" else repr(a) for a in arguments)
        fault = fault.replace(secret, "(the hidden code)") if secret else fault
        self._faults.append(
            f"Your {name}({', '.join(shown)}) {fault.rstrip('.')}. The library's answered instead."
        )
        return None


def wrong_scores(code: str, turns: Turns) -> list[str]:
    """List the turns of a finished game whose key pegs were counted wrongly."""
    return [
        f"get_feedback({code!r}, {turn.guess!r}) gave '{turn.keys}'; "
        f"right is '{feedback(code, turn.guess)}'."
        for turn in turns
        if not turn.allows(code)
    ]


def _code_function(rules: Rules) -> str:
    return "get_code" if rules.repeats else "get_distinct_code"


def _fits(rules: Rules, code: str) -> bool:
    return len(code) == rules.code_length and set(code) <= set(rules.colors)


def _is_code(rules: Rules) -> Callable[[object], bool]:
    return lambda answer: (
        type(answer) is str
        and _fits(rules, answer)
        and (rules.repeats or len(set(answer)) == len(answer))
    )


def _is_feedback(code: str, guess: str) -> Callable[[object], bool]:
    """Whether it is written well, and tells the code from all others."""
    length = len(code)

    def makes_sense(answer: object) -> bool:
        if type(answer) is not str:
            return False
        keys = Keys(answer.count("b"), answer.count("w"))
        is_found = keys.black == length
        return answer == str(keys) and keys.possible(length) and is_found == (code == guess)

    return makes_sense


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """End an endless loop.

    JupyterLab calls widgets back in a thread of its own, where an interrupt does not
    arrive, and a browser has no other threads. A trace function works in both.
    """
    deadline = time.monotonic() + seconds

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        if time.monotonic() > deadline:
            raise TimeoutError(f"no answer after {seconds:g} seconds")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def _seeded(seed: str) -> Iterator[None]:
    """Seed `random` for a while, if there is a seed, and leave it as it was."""
    state = random.getstate()
    if seed:
        random.seed(seed)
    try:
        yield
    finally:
        if seed:
            random.setstate(state)
