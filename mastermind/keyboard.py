"""A game that you play by typing guesses, and a solver that plays it.

Both follow Francis Ng's *Mastermind Final Project*; `docs/originals.md` sets their names beside
those used there. A `KeyboardGame` changes with every guess, because people want to type
``game.guess("0011")`` and see the board; what it holds is an immutable `mastermind.Game`.
`KeyboardGame.play` is the loop of a whole game, for this solver and for `mastermind.terminal`.
"""

import operator
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from mastermind.drawing.pegs import PEGS
from mastermind.feedback import Keys
from mastermind.game import Game
from mastermind.rules import Rules
from mastermind.solver.players import Player, as_player
from mastermind.solver.strategies import random_candidate

_DIGITS = "0123456789"
_SHOWN = 5  # lost codes that are named in a report

Peg = str | SupportsIndex
Code = str | Sequence[Peg]


class KeyboardGame:
    """A game that you play by typing guesses. Numbers refer to the colors, counted from 0.

    `code` is a text or the numbers of its colors, and by default a random one. `colors` is how
    many there are (digits, or the course's letters if the code has letters) or the colors
    themselves. `game` is an immutable `Game`, and each guess puts a new one in its place.

    Examples
    --------
    >>> game = KeyboardGame([4, 2, 3, 5], max_guesses=3)
    New game: 4 pegs from 012345, 3 guesses.
    >>> game.guess(2, 2, 3, 3)
    | ? ? ? ? |         |
    | 2 2 3 3 | b b _ _ |
    | _ _ _ _ | _ _ _ _ |
    | _ _ _ _ | _ _ _ _ |
    2 guesses left.
    Keys(black=2, white=0)
    >>> game.rounds, game.cheat()
    (1, '4235')
    """

    def __init__(
        self,
        code: Code | None = None,
        code_length: int | None = None,
        colors: int | str = 6,
        max_guesses: int = 10,
        silent: bool = False,
        rng: random.Random | None = None,
        repeats: bool = True,
    ) -> None:
        if code_length is None:
            code_length = 4 if code is None else len(_parts(code))
        self.rules = Rules(code_length, _colors(colors, code), repeats)
        self.silent = silent
        self._rng = rng or random.Random()
        self._max_guesses = max_guesses
        self.new(code)

    def new(self, code: Code | None = None) -> None:
        """Begin another game of this kind, with this code or a random one."""
        drawn = self.rules.random_code(self._rng)
        self.game = Game(drawn if code is None else _read(code, self.rules), self._max_guesses)
        self._say(
            f"New game: {_many(self.rules.code_length, 'peg')} from {self.rules.colors}, "
            f"{_many(self._max_guesses, 'guess')}."
        )

    @property
    def rounds(self) -> int:
        """How many guesses were made."""
        return len(self.game.turns)

    @property
    def status(self) -> str:
        """``"playing"``, ``"won"`` or ``"lost"``."""
        return self.game.status

    def guess(self, *pegs: Peg | Code) -> Keys:
        """Make a guess, print the board, and give the key pegs.

        Raises a ValueError if the game is over or if the guess is not a valid code.

        Examples
        --------
        >>> game = KeyboardGame("RBGG", silent=True)
        >>> str(game.guess("BGGG")), str(game.guess("red", "blue", "green", "green")), game.status
        ('bbw', 'bbbb', 'won')
        >>> KeyboardGame([10, 0, 3, 4], colors=12, silent=True).guess((10, 11, 3, 3))
        Keys(black=2, white=0)
        """
        if self.status != "playing":
            raise ValueError(f"the game is over ({self.status}); call new() to start a new game")
        whole = pegs[0] if len(pegs) == 1 and isinstance(pegs[0], Iterable) else pegs
        self.game = self.game.play(_read(whole, self.rules))
        self._say(self.game.board())
        self._say(_standing(self.game))
        return self.game.turns[-1].keys

    def play(self, player: Player) -> bool:
        """Let a player make all guesses that are left, and tell whether the game was won."""
        while self.status == "playing":
            self.guess(player(self.game.turns))
        return self.status == "won"

    def cheat(self) -> str:
        """Give the hidden code."""
        return self.game.code

    def __repr__(self) -> str:
        return self.game.board()

    def _say(self, text: str) -> None:
        if not self.silent:
            print(text)


@dataclass(frozen=True)
class Record:
    """What came out of many games: the codes, the guesses each took, and which were lost."""

    games: tuple[tuple[str, int, bool], ...]

    @property
    def guesses(self) -> list[int]:
        """How many guesses each game took."""
        return [guesses for _, guesses, _ in self.games]

    @property
    def wins(self) -> int:
        """How many games were won."""
        return sum(won for *_, won in self.games)

    @property
    def mean(self) -> float:
        """The average number of guesses of the games that were won."""
        return sum(guesses for _, guesses, won in self.games if won) / self.wins

    @property
    def most(self) -> tuple[str, int]:
        """The first code that took the most guesses, and how many."""
        return max((game[:2] for game in self.games), key=lambda game: game[1])

    @property
    def fewest(self) -> tuple[str, int]:
        """The first code that took the fewest guesses, and how many."""
        return min((game[:2] for game in self.games), key=lambda game: game[1])

    @property
    def lost(self) -> tuple[str, ...]:
        """The codes that were not found, each game's code once."""
        return tuple(code for code, _, won in self.games if not won)

    def __str__(self) -> str:
        average = f", with {self.mean:.4f} guesses on average" if self.wins else ""
        named = ", ".join(self.lost[:_SHOWN]) or "none"
        more = f", and {len(self.lost) - _SHOWN} more" if len(self.lost) > _SHOWN else ""
        (slow, most), (quick, fewest) = self.most, self.fewest
        return (
            f"Won {self.wins} of {_many(len(self.games), 'game')}{average}.\n"
            f"Most guesses: {most}, for the code {slow}. Fewest: {fewest}, for the code {quick}.\n"
            f"Lost: {named}{more}."
        )


class Solver:
    """A player that guesses any code that agrees with all the key pegs."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()
        self._players: dict[Rules, Player] = {}

    def guess(self, game: KeyboardGame, force: Code | None = None) -> Keys:
        """Make one guess in a game: any code that agrees with all key pegs, or the forced one."""
        return game.guess(self._player(game.rules)(game.game.turns) if force is None else force)

    def solve(self, game: KeyboardGame, first: Code | None = None) -> bool:
        """Play a game to its end, and tell whether it was won."""
        if first is not None and not game.rounds:
            self.guess(game, first)
        return game.play(self._player(game.rules))

    def _player(self, rules: Rules) -> Player:
        """Make a player for these rules, or take the one of the game before."""
        if rules not in self._players:
            self._players = {rules: as_player(random_candidate(self._rng), rules.codes())}
        return self._players[rules]

    def solve_many(
        self,
        number: int,
        first: Code | None = None,
        code_length: int = 4,
        colors: int | str = 6,
        max_guesses: int = 10,
    ) -> Record:
        """Play so many games against random codes."""
        if number < 1:
            raise ValueError(f"the number of games must be at least 1, not {number}")
        games = []
        game = KeyboardGame(None, code_length, colors, max_guesses, silent=True, rng=self._rng)
        for _ in range(number):
            game.new()
            won = self.solve(game, first)
            games.append((game.cheat(), game.rounds, won))
        return Record(tuple(games))


def many_games(number: int, first: Code | None = None, seed: int = 1) -> list[int]:
    """Play games of four pegs in six colors, and return how many guesses each took.

    Parameters
    ----------
    number : int
        The number of games.
    first : str, optional
        The first guess of each game, in the colors ``ROYGBP``. By default, a random code.
    seed : int
        The same seed always produces the same games.

    Returns
    -------
    list of int
        The lengths of the games of a `Solver`.

    Examples
    --------
    >>> many_games(5, first="RROO")
    [4, 5, 4, 6, 5]
    """
    return list(Solver(random.Random(seed)).solve_many(number, first, colors="ROYGBP").guesses)


def _parts(code: Code) -> Sequence[Peg]:
    return code.split() if isinstance(code, str) and " " in code else code


def _read(pegs: Iterable[Peg | Code], rules: Rules) -> str:
    """Read a code that was written as text, or peg by peg as letters, names and numbers."""
    if isinstance(pegs, str):
        return rules.parse(pegs)
    return rules.parse(" ".join(_color(peg, rules.colors) for peg in pegs))


def _color(peg: object, colors: str) -> str:
    """Name a peg: a number counts the colors from 0, unless digits are the colors."""
    try:
        number = operator.index(peg)  # type: ignore[arg-type]  # a letter or a name raises
    except TypeError:
        return str(peg)
    numbered = {int(color): color for color in colors if color.isdecimal()}
    numbered = numbered or dict(enumerate(colors))
    if number not in numbered:
        least, most = min(numbered), max(numbered)
        raise ValueError(f"{number} is not a color; the pegs are numbered from {least} to {most}")
    return numbered[number]


def _colors(colors: int | str, code: Code | None) -> int | str:
    """Name the colors: digits from 0, or the pegs of the course for a code that has letters."""
    if isinstance(colors, str | bool) or colors < 1:
        return colors
    has_letters = code is not None and any(str(each).isalpha() for each in _parts(code))
    names = "".join(PEGS) if has_letters else _DIGITS
    return names[:colors] if colors <= len(names) else colors


def _standing(game: Game) -> str:
    left = _many(game.guesses_left, "guess")
    if game.status == "won":
        return f"You won with {left} left!"
    return f"{left} left." if game.guesses_left else f"Game over. The code was {game.code}."


def _many(number: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
