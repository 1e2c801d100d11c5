"""A match in the peg game as plain data: who breaks whose code, and the guesses so far."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from mastermind.feedback import feedback
from mastermind.game import Turn, Turns
from mastermind.rules import Rules
from mastermind.solver.codebreaker import KNUTH, explain, next_guess

ROLES = {
    "break": "I break the computer's code",
    "make": "the computer breaks my code",
    "duel": "a duel: both at once",
}
Choose = Callable[[Rules, Turns, str, str], str]
"""What chooses a guess, as `next_guess` does."""
_PICTURES = str.maketrans("bw-", "\N{MEDIUM BLACK CIRCLE}\N{MEDIUM WHITE CIRCLE}\N{MIDDLE DOT}")


@dataclass(frozen=True)
class Match:
    """A match between a person and the computer.

    In a duel the person guesses first and then answers the computer's guess. Both
    have the same number of guesses, so two who find the code in one round draw.
    Only if the person has typed a `secret` may the computer play alone.
    """

    rules: Rules
    max_guesses: int
    role: str = "break"
    code: str = ""
    origin: str = ""
    strategy: str = KNUTH
    seed: str = ""
    mine: Turns = ()
    theirs: Turns = ()
    asking: str = ""
    undone: int = 0
    secret: str = ""

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"unknown role {self.role!r}; choose from {', '.join(ROLES)}")
        if self.max_guesses < 1:
            raise ValueError(f"max_guesses must be at least 1, not {self.max_guesses}")

    @property
    def move(self) -> str:
        """What the person does next: ``"guess"``, ``"answer"``, or ``"over"``."""
        if self.role == "break":
            return "over" if self.is_over(self.mine) else "guess"
        if self.role == "make":
            return "over" if self.is_over(self.theirs) else "answer"
        if len(self.mine) > len(self.theirs):
            return "answer"
        return "over" if self.is_over(self.mine) or self.is_over(self.theirs) else "guess"

    @property
    def status(self) -> str:
        """``"playing"``, or from the person's side ``"won"``, ``"lost"`` or ``"drawn"``."""
        if self.move != "over":
            return "playing"
        mine, theirs = self.found(self.mine), self.found(self.theirs)
        if self.role == "break":
            return "won" if mine else "lost"
        if self.role == "make":
            return "lost" if theirs else "won"
        return "drawn" if mine == theirs else "won" if mine else "lost"

    @property
    def can_undo(self) -> bool:
        """Whether the person's last guess can be taken back; in a duel it has been answered."""
        return self.role == "break" and self.move == "guess" and bool(self.mine)

    @property
    def guesses_left(self) -> int:
        """How many guesses the person has; where only the computer guesses, how many it has."""
        return self.max_guesses - len(self.theirs if self.role == "make" else self.mine)

    def found(self, turns: Turns) -> bool:
        """Tell whether the last of these guesses was right."""
        return bool(turns) and turns[-1].black == self.rules.code_length

    def is_over(self, turns: Turns) -> bool:
        """Tell whether whoever made these guesses has no more to make."""
        return self.found(turns) or len(turns) == self.max_guesses

    def guess(self, guess: str, keys: tuple[int, int]) -> Self:
        """Add the person's guess with its key pegs."""
        return replace(self, mine=(*self.mine, Turn(guess, *keys)))

    def undo(self) -> Self:
        """Take back the person's last guess; what its key pegs told cannot be unseen."""
        return replace(self, mine=self.mine[:-1], undone=self.undone + 1)

    def ask(self, guess: str) -> Self:
        """Let the computer ask for key pegs."""
        return replace(self, asking=guess)

    def answer(self, keys: tuple[int, int]) -> Self:
        """Give key pegs for the guess that waits."""
        return replace(self, theirs=(*self.theirs, Turn(self.asking, *keys)), asking="")

    def let_computer_play(self, choose: Choose = next_guess) -> Self:
        """Let the computer guess, if it is its turn; where it was told the code, to the end."""
        match = self
        while match.move == "answer":
            match = match.ask(choose(match.rules, match.theirs, match.strategy, match.seed))
            if not match.secret:
                break
            match = match.answer(feedback(match.secret, match.asking))
        return match

    def explained(self) -> list[tuple[str, str]]:
        """Give each guess of the computer, with why it was worth making."""
        return [
            (turn.guess, explain(self.rules, self.theirs[:number], turn.guess))
            for number, turn in enumerate(self.theirs)
        ]

    def back_to(self, number: int) -> Self:
        """Take back all answers from guess `number` of the computer on."""
        return replace(self, theirs=self.theirs[: number - 1], asking=self.theirs[number - 1].guess)

    def to_dict(self) -> dict[str, Any]:
        """Give the match as dicts, lists, numbers and text only, ready for JSON."""
        data = asdict(self)
        for side in ("mine", "theirs"):
            data[side] = [list(turn) for turn in getattr(self, side)]
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Make a match from what `to_dict` gave."""
        sides = {side: tuple(Turn(*turn) for turn in data[side]) for side in ("mine", "theirs")}
        return cls(**{**data, **sides, "rules": Rules(**data["rules"])})


def describe(rules: Rules) -> str:
    """Put the rules into a few words."""
    repeats = "" if rules.repeats else ", no repeats"
    return f"{rules.code_length} pegs, {len(rules.colors)} colors{repeats}"


def share(match: Match) -> str:
    """Write the result of a match as text that gives away neither code nor guesses.

    Key pegs stand there twice, as pictures and as letters: ``b`` black, ``w`` white.
    """
    origin = f" ({match.origin})" if match.origin else ""
    lines = [f"Mastermind: {describe(match.rules)}{origin}"]
    if match.role != "make":
        lines += _result(match, "I", "the code", match.mine)
    if match.undone:
        lines.append(f"Undone guesses: {match.undone}.")
    if match.role != "break":
        lines += _result(match, "The computer", "my code", match.theirs)
    return "\n".join(lines)


def _result(match: Match, who: str, what: str, turns: Turns) -> list[str]:
    if match.found(turns):
        said = f"{who} found {what} on guess {len(turns)} of {match.max_guesses}."
    else:
        said = f"{who} did not find {what} in {len(turns)} guesses."
    length = match.rules.code_length
    rows = [str(turn.keys).ljust(length, "-") for turn in turns]
    drawn = [f"{number} {row.translate(_PICTURES)} {row}" for number, row in enumerate(rows, 1)]
    return [said, *drawn]
