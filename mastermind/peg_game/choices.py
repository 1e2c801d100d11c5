"""The choices before a match, as plain data. The "New game" sheet shows and sends them."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from mastermind.drawing.pegs import PEGS
from mastermind.match import ROLES, Match
from mastermind.rules import Rules
from mastermind.solver.codebreaker import KNUTH, WAYS_TO_GUESS

COLORS = "".join(PEGS)
HIDERS = {
    "computer": "the computer, at random",
    "seed": "the computer, from a seed",
    "today": "today's code, the same for everyone",
    "person": "another person, who types it",
}
LIMITS = {"code_length": (2, 10), "num_colors": (2, 10), "max_guesses": (5, 15)}
OFFERS = {"colors": COLORS, "hiders": HIDERS, "waysToGuess": WAYS_TO_GUESS}


@dataclass(frozen=True)
class Choices:
    """The choices for a match, except for a code that a second person types.

    Parameters
    ----------
    role, hider, strategy : str
        One of `ROLES`, of `HIDERS`, and of `WAYS_TO_GUESS`.
    code_length, num_colors, max_guesses : int
        Within `LIMITS`.
    repeats : bool
        Whether a color may occur more than once.
    seed : str
        The seed from which the code is computed, if `hider` is a seed.

    Raises
    ------
    ValueError
        If a choice is not valid.

    Examples
    --------
    >>> Choices(code_length=3).rules.size
    216
    >>> Choices(code_length=30)
    Traceback (most recent call last):
        ...
    ValueError: code_length must be 2 to 10, not 30
    """

    role: str = "break"
    hider: str = "computer"
    strategy: str = KNUTH
    code_length: int = 4
    num_colors: int = 6
    max_guesses: int = 10
    repeats: bool = True
    seed: str = ""

    def __post_init__(self) -> None:
        for name, known in {"role": ROLES, "hider": HIDERS, "strategy": WAYS_TO_GUESS}.items():
            if getattr(self, name) not in known:
                raise ValueError(f"unknown {name} {getattr(self, name)!r}")
        for name, (least, most) in LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be {least} to {most}, not {getattr(self, name)}")

    @property
    def rules(self) -> Rules:
        """The rules that are chosen; a ValueError says why none can be played."""
        return Rules(self.code_length, COLORS[: self.num_colors], self.repeats)

    def of(self, match: Match) -> Self:
        """Choose what was chosen for this match."""
        return replace(
            self,
            role=match.role,
            strategy=match.strategy,
            code_length=match.rules.code_length,
            num_colors=len(match.rules.colors),
            max_guesses=match.max_guesses,
            repeats=match.rules.repeats,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the choices as plain data."""
        return asdict(self)
