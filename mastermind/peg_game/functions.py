"""The functions that a game runs on: the student's, watched, or else the library's."""

import random
import reprlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from types import FrameType
from typing import Any

from mastermind import stand_ins
from mastermind.feedback import Keys, feedback
from mastermind.game import Turns
from mastermind.match import Match
from mastermind.peg_game.choices import COLORS
from mastermind.rules import Rules
from mastermind.solver.codebreaker import KNUTH, candidates, is_listed, next_guess

MOST_SECONDS = 2.0  # for one call
MOST_PAIRS = 5_000
"""The pairs of guess and candidate that `minimax_guess` compares in one call."""
NAMES = {
    "get_code": "hides the code",
    "get_distinct_code": "hides the code",
    "valid_code": "checks each guess",
    "get_feedback": "counts the key pegs",
    "status": "ends the game",
    "consistent_codes": "finds the codes that are still possible",
    "minimax_guess": "guesses your code",
    "peg_html": "draws the pegs",
}
"""What each function does in the game."""


class Functions:
    """A student's functions, each with the library's behind it.

    A function that is not given is borrowed from the library. One that raises, does
    not end, or returns what cannot be, is noted with its input, and the library's
    answer is taken instead.
    """

    def __init__(self, **given: Callable[..., Any] | None) -> None:
        if unknown := given.keys() - NAMES:
            raise TypeError(f"the game does not use {', '.join(sorted(unknown))}")
        self._given = {name: function for name, function in given.items() if function}
        self._faults: list[str] = []
        self._failed: set[str] = set()

    def owners(self, rules: Rules) -> list[tuple[str, str, str]]:
        """List the functions on which a game by these rules runs: name, owner, what it does.

        Where none at all is given, nobody asks.
        """
        needed = {_code_function(rules), "valid_code", "get_feedback"} if self._given else set()
        names = [name for name in NAMES if name in needed or name in self._given]
        return [(name, self._owner(name), NAMES[name]) for name in names]

    def _owner(self, name: str) -> str:
        if self._own(name) is None:
            return "borrowed"
        return "corrected" if name in self._failed else "yours"

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

    def follow(self, match: Match) -> None:
        """Ask the student's `status` how the person's own guesses stand."""
        turns = [(turn.guess, str(turn.keys)) for turn in match.mine]
        game = {"code": match.code, "max_guesses": match.max_guesses, "turns": turns}
        ended = "won" if match.found(match.mine) else "lost"
        right = ended if match.is_over(match.mine) else "playing"
        self._ask("status", (game,), match.code, lambda answer: answer == right)

    def next_guess(self, rules: Rules, turns: Turns, strategy: str, seed: str) -> str:
        """Choose the computer's next guess; the student's functions do so in Knuth's place.

        Among many codes `minimax_guess` chooses one of a few, because it takes its time.
        """
        left = list(candidates(rules, turns)) if strategy == KNUTH and is_listed(rules) else []
        if not left:
            return next_guess(rules, turns, strategy, seed)
        if turns:
            before = list(candidates(rules, turns[:-1]))
            arguments = (before, turns[-1].guess, str(turns[-1].keys))
            self._ask("consistent_codes", arguments, "", lambda answer: answer == left)
        guesses = left[:: len(left) ** 2 // MOST_PAIRS + 1]
        guess = self._ask("minimax_guess", (guesses, left), "", lambda answer: answer in guesses)
        return next_guess(rules, turns, strategy, seed) if guess is None else str(guess)

    def looks(self) -> dict[str, dict[str, str]]:
        """Draw the six pegs of the notebooks as the student does: each one's style and text."""
        found = {}
        for peg in COLORS[:6]:
            drawn = self._ask("peg_html", (peg,), "", lambda answer: isinstance(answer, str))
            if drawn is not None:
                element = _Element(drawn)
                found[peg] = {"style": element.style, "text": element.text}
        return found

    def _own(self, name: str) -> Callable[..., Any] | None:
        function = self._given.get(name)
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
        call = f"Your {name}({', '.join(map(_shown, arguments))})"
        if secret:
            call = call.replace(repr(secret), "the hidden code")
            fault = fault.replace(secret, "(the hidden code)")
        self._faults.append(
            f"{call} {fault.rstrip('.')}. The game uses the library's function instead."
        )
        self._failed.add(name)
        return None


def wrong_scores(code: str, turns: Turns) -> list[str]:
    """List the turns of a finished game whose key pegs were counted wrongly."""
    return [
        f"get_feedback({code!r}, {turn.guess!r}) returned '{turn.keys}' "
        f"instead of '{feedback(code, turn.guess)}'."
        for turn in turns
        if not turn.allows(code)
    ]


def _shown(argument: object) -> str:
    """Write an argument; a long list is cut."""
    return reprlib.repr(argument) if isinstance(argument, list) else repr(argument)


class _Element(HTMLParser):
    """A reader of the style of an element, and its text; nothing else gets into the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.style, self.text = "", ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.style = self.style or dict(attrs).get("style") or ""

    def handle_data(self, data: str) -> None:
        self.text = f"{self.text} {data}".strip()


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
