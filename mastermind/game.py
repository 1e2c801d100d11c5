"""A game of Mastermind as plain data. A game never changes, and each guess creates a new game."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from mastermind.drawing import pictures
from mastermind.feedback import Keys
from mastermind.feedback import feedback as score


class Turn(NamedTuple):
    """A guess and the key pegs that it earned.

    Examples
    --------
    >>> turn = Turn("AABB", 1, 2)
    >>> turn.black, str(turn.keys)
    (1, 'bww')
    """

    guess: str
    black: int
    white: int

    @property
    def keys(self) -> Keys:
        """The key pegs."""
        return Keys(self.black, self.white)

    def allows(self, code: str) -> bool:
        """Tell whether this code would have earned the key pegs.

        Examples
        --------
        >>> Turn("AABB", 1, 2).allows("ABCA"), Turn("AABB", 1, 2).allows("AABC")
        (True, False)
        """
        return score(code, self.guess) == self.keys

    def _repr_html_(self) -> str:
        return pictures.turns([self]).html


Turns = tuple[Turn, ...]


class Contradiction(ValueError):
    """The error for key pegs that contradict each other, because no code fits them all."""


def contradiction(turns: Turns) -> Contradiction:
    """Make the error for turns of which only the last one cannot be."""
    guess, black, white = turns[-1]
    return Contradiction(
        f"{black} black and {white} white for guess {len(turns)} ({guess}) contradict earlier "
        "answers, because no code fits them all"
    )


@dataclass(frozen=True)
class Game:
    """A game: the hidden code, the number of guesses allowed, and the turns so far.

    Parameters
    ----------
    code : str
        The hidden code, one character for each peg.
    max_guesses : int
        The number of guesses that the codebreaker may make, at least 1.
    turns : tuple of Turn
        The guesses so far, oldest first.

    Raises
    ------
    ValueError
        If the code is empty or `max_guesses` is less than 1.

    Examples
    --------
    >>> game = Game("RBGG", max_guesses=3).play("BGGG")
    >>> game.turns, game.status, game.guesses_left
    ((Turn(guess='BGGG', black=2, white=1),), 'playing', 2)
    >>> game.play("RBGG").status
    'won'
    """

    code: str
    max_guesses: int
    turns: Turns = ()

    def __post_init__(self) -> None:
        if not self.code:
            raise ValueError("the code must have at least one peg")
        if self.max_guesses < 1:
            raise ValueError(f"max_guesses must be at least 1, not {self.max_guesses}")

    @property
    def status(self) -> str:
        """``"won"``, ``"lost"`` or ``"playing"``."""
        if self.turns and self.turns[-1].black == len(self.code):
            return "won"
        return "playing" if self.guesses_left else "lost"

    @property
    def guesses_left(self) -> int:
        """How many guesses remain."""
        return self.max_guesses - len(self.turns)

    def play(self, guess: str, feedback: tuple[int, int] | None = None) -> Self:
        """Make a guess.

        Parameters
        ----------
        guess : str
            As many pegs as the code has.
        feedback : Keys or (black, white), optional
            The key pegs, if your own codemaker counts them. By default, the
            reference scorer counts them.

        Returns
        -------
        Game
            The game after this turn. The original game does not change.

        Raises
        ------
        ValueError
            If the game is over, or if the guess or the feedback is impossible.

        Examples
        --------
        >>> Game("RB", 1).play("RR").play("RB")
        Traceback (most recent call last):
            ...
        ValueError: the game is over (lost)
        """
        if self.status != "playing":
            raise ValueError(f"the game is over ({self.status})")
        if len(guess) != len(self.code):
            raise ValueError(
                f"the guess {guess!r} has {len(guess)} pegs; it must have {len(self.code)}"
            )
        keys = score(self.code, guess) if feedback is None else Keys(*feedback)
        keys.check(len(self.code))
        return replace(self, turns=(*self.turns, Turn(guess, *keys)))

    def board(self) -> str:
        """Draw the board as text. The code is shown only after the game is over.

        Returns
        -------
        str
            The code, then a line for each guess: its pegs, then its key pegs
            (b for black, w for white). Guesses to come are blank.

        Examples
        --------
        >>> print(Game("RBGG", max_guesses=3).play("BGGG").board())
        | ? ? ? ? |         |
        | B G G G | b b w _ |
        | _ _ _ _ | _ _ _ _ |
        | _ _ _ _ | _ _ _ _ |
        """
        length = len(self.code)
        shown = "?" * length if self.status == "playing" else self.code
        rows = [(shown, " " * length)]
        rows += [(turn.guess, str(turn.keys).ljust(length, "_")) for turn in self.turns]
        rows += [("_" * length, "_" * length)] * self.guesses_left
        return "\n".join(f"| {' '.join(pegs)} | {' '.join(keys)} |" for pegs, keys in rows)

    def _repr_html_(self) -> str:
        code = "?" * len(self.code) if self.status == "playing" else self.code
        return pictures.turns(self.turns, code, self.max_guesses).html

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain data (dicts, lists, numbers, and strings), ready for JSON.

        Examples
        --------
        >>> Game("RB", 2).play("RR").to_dict()
        {'code': 'RB', 'max_guesses': 2, 'turns': [['RR', 1, 0]]}
        """
        turns = [list(turn) for turn in self.turns]
        return {"code": self.code, "max_guesses": self.max_guesses, "turns": turns}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Make a game from the result of `to_dict`, by replaying it turn by turn.

        Examples
        --------
        >>> Game.from_dict({"code": "RB", "max_guesses": 2, "turns": [["RR", 1, 0]]}).status
        'playing'
        """
        if set(data) != {"code", "max_guesses", "turns"}:
            raise ValueError(
                "a game has the parts 'code', 'max_guesses' and 'turns'; "
                f"got {', '.join(map(repr, data)) or 'none'}"
            )
        game = cls(data["code"], data["max_guesses"])
        for guess, black, white in data["turns"]:
            game = game.play(guess, (black, white))
        return game
