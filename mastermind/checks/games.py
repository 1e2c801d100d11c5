"""Functions that break codes: every guess of theirs is judged."""

import sys
from collections.abc import Iterable

from mastermind.checks.calls import try_call, unanswered
from mastermind.checks.values import result_text
from mastermind.checks.verdicts import Function, NotYet, Verdict, doubt, settle
from mastermind.feedback import feedback as score

MOST_ASKED = 40


def check_solver(
    function: Function,
    colors: str,
    codes: Iterable[str],
    *,
    consistent: bool = False,
    distinct: bool = False,
    hidden: str = "",
) -> None:
    """Have a function break codes, and judge every guess that it makes.

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
    >>> from mastermind import stand_ins
    >>> check_solver(stand_ins.solve_by_elimination, "RG", ["RR", "GR"], consistent=True)
    solve_by_elimination('RG', 2, respond)  breaks the code 'RR', as it should
    solve_by_elimination('RG', 2, respond)  breaks the code 'GR', as it should
    """
    caller = sys._getframe(1)
    name = doubt(function, caller)
    verdicts: list[Verdict] = []
    for code in codes:
        game = _Game(colors, code, consistent, distinct)
        verdicts.append(_play(function, name, game))
        if verdicts[-1].message:
            break
    settle(verdicts, hidden, function, caller)


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
            return f"it should return the list of your guesses, but it {result_text(got, [])}"
        if got != asked:
            return f"it should return the list of your guesses, {asked}, but it returns {got}"
        if asked[-1:] != [self.code]:
            return f"your last guess should be the code, but your guesses were {asked}"
        return ""

    def _wrong(self, guess: object) -> str:
        asked = [earlier for earlier, _ in self.turns]
        if asked[-1:] == [self.code]:
            return (
                f"your guess {asked[-1]!r} got {self.turns[-1][1]!r}, so you had already found the "
                f"code, but then you went on to guess {guess!r}"
            )
        if not (isinstance(guess, str) and len(guess) == len(self.code)):
            return f"you guessed {guess!r}, which is not a code of length {len(self.code)}"
        strange = [peg for peg in guess if peg not in self.colors]
        if strange:
            return f"you guessed {guess!r}, but {strange[0]!r} is not one of the colors"
        if self._distinct and len(set(guess)) < len(guess):
            return f"you guessed {guess!r}, in which a color appears twice"
        if guess in asked:
            return f"you guessed {guess!r} twice; the feedback was {dict(self.turns)[guess]!r}"
        if len(asked) == MOST_ASKED:
            return f"you made more than {MOST_ASKED} guesses, beginning with {asked[:4]}"
        return self._contradiction(guess) if self._consistent else ""

    def _contradiction(self, guess: str) -> str:
        for earlier, said in self.turns:
            would = str(score(guess, earlier))
            if would != said:
                return (
                    f"you guessed {guess!r} even though the feedback for {earlier!r} was {said!r}. "
                    f"If {guess!r} were the code, the feedback would have been {would!r}"
                )
        return ""


def _play(function: Function, name: str, game: _Game) -> Verdict:
    length = len(game.code)
    call = f"{name}({game.colors!r}, {length}, respond)"
    begin = f"With the hidden code {game.code!r} in {call}, "

    def respond(guess: str) -> str:
        return game.respond(guess)

    try:
        got, stopped = try_call(function, (game.colors, length, respond), function)
    except NotYet:
        got, stopped = None, None
    if stopped and not game.complaint:
        return unanswered(name, stopped) or Verdict(
            call,
            f"should break the code {game.code!r}; yours {stopped.told}",
            f"{begin}your function {stopped.told}.",
            stopped.lines,
        )
    wrong = game.judge(got)
    if wrong:
        return Verdict(
            call, f"should break the code {game.code!r}, but yours does not", f"{begin}{wrong}."
        )
    return Verdict(call, f"breaks the code {game.code!r}, as it should")
