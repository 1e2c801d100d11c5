"""The coach of the peg game: what is still possible, hints, and a look back.

What would take seconds in a browser is not done: the coach says so instead.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from mastermind.analysis import Move, analyze
from mastermind.game import Contradiction, Turns
from mastermind.partitions import Partitions
from mastermind.peg_game.codebreaker import candidates, is_consistent, is_listed, next_guess
from mastermind.rules import Rules

HINTS = 3
MOST_COUNTED = 40_000  # codes; to count those that are left is less work than to compare guesses


def advice(rules: Rules, turns: Turns) -> str:
    """Say how many codes are left, and whether the last guess could have been right.

    Examples
    --------
    >>> from mastermind.game import Turn
    >>> print(advice(Rules(4, 6), (Turn("AABB", 1, 0), Turn("ACCC", 1, 1))))
    30 of 1,296 codes are possible. Guess 2 was consistent with all key pegs before it.
    """
    said = _codes_left(rules, turns)
    if len(turns) < 2:
        return said
    *earlier, last = turns
    broken = [number for number, turn in enumerate(earlier, start=1) if not turn.allows(last.guess)]
    if not broken:
        return f"{said} Guess {len(turns)} was consistent with all key pegs before it."
    return (
        f"{said} Guess {len(turns)} was not consistent: it could not be the code, "
        f"because of the key pegs of {numbers(broken)}."
    )


class Hint(NamedTuple):
    """Help with the next guess.

    Attributes
    ----------
    text : str
        A sentence.
    pegs : str
        Pegs to be drawn behind it.
    """

    text: str
    pegs: str = ""

    def __str__(self) -> str:
        return f"{self.text} {self.pegs}".strip()


def hint(rules: Rules, turns: Turns, step: int) -> Hint:
    """Help with the next guess, a little more with each step.

    Parameters
    ----------
    rules : Rules
        The game.
    turns : tuple of Turn
        The guesses so far.
    step : int
        From 1, what a good guess does; 2, its colors; to `HINTS`, the guess.

    Raises
    ------
    ValueError
        If there is no such step.

    Examples
    --------
    >>> for step in (1, 2, 3):
    ...     print(hint(Rules(4, 6), (), step))
    A good guess sorts the 1,296 possible codes into 14 groups, by the key pegs they would give; \
the largest has 312 codes.
    These pegs make a good guess, in some order: ABCD
    A good guess, which can be right: ABCD
    """
    if not 1 <= step <= HINTS:
        raise ValueError(f"a hint has the steps 1 to {HINTS}, not {step}")
    try:
        guess = next_guess(rules, turns)
    except Contradiction:
        return Hint(_NO_CODE)
    if step == 1:
        return Hint(_idea(rules, turns, guess))
    if step == 2:
        return Hint("These pegs make a good guess, in some order:", "".join(sorted(guess)))
    if is_consistent(guess, turns):
        return Hint("A good guess, which can be right:", guess)
    return Hint("A good guess, which cannot be right, but tells most:", guess)


def counts(rules: Rules, turns: Turns) -> list[int]:
    """Count the codes that are possible at first, after one guess, and so on.

    Returns
    -------
    list of int
        Empty where there are too many codes to count.

    Examples
    --------
    >>> from mastermind.game import Turn
    >>> counts(Rules(4, 6), (Turn("AABB", 1, 0), Turn("ACCC", 1, 1)))
    [1296, 256, 30]
    """
    if rules.size > MOST_COUNTED:
        return []
    return [len(candidates(rules, turns[:played])) for played in range(len(turns) + 1)]


def review(rules: Rules, turns: Turns) -> list[Move]:
    """Judge every guess of a match; nothing where the game is too large or has no code left.

    Examples
    --------
    >>> from mastermind.game import Turn
    >>> [move.after for move in review(Rules(4, 6), (Turn("AABB", 1, 0), Turn("ACCC", 1, 1)))]
    [256, 30]
    >>> review(Rules(10, 10), (Turn("ABCDEFGHIJ", 1, 2),))
    []
    """
    if not is_listed(rules):
        return []
    try:
        return analyze(rules, turns)
    except Contradiction:  # a student's get_feedback counted wrongly
        return []


class Distribution(NamedTuple):
    """How many guesses a player needs, over all codes of a game.

    Attributes
    ----------
    player : str
        ``"optimal"``, or the name of a strategy.
    codes : dict of int to int
        Number of guesses -> how many codes take so many.
    """

    player: str
    codes: dict[int, int]

    @property
    def average(self) -> float:
        """Guesses needed on average."""
        total = sum(guesses * count for guesses, count in self.codes.items())
        return total / sum(self.codes.values())


def best_distribution(rules: Rules) -> Distribution | None:
    """Look up how the best player we know of fares in a game, if it was worked out.

    Notes
    -----
    The figures are exact. They come from ``python -m mastermind evaluate``, with the
    strategy "optimal" where that finished in a minute, else with "entropy".

    Examples
    --------
    >>> known = best_distribution(Rules(4, 6))
    >>> known.player, round(known.average, 3)
    ('optimal', 4.34)
    >>> best_distribution(Rules(10, 10))
    """
    key = f"{rules.code_length}x{len(rules.colors)}{'' if rules.repeats else '-distinct'}"
    return _distributions().get(key)


def numbers(guesses: Sequence[int]) -> str:
    """Name guesses in words.

    Examples
    --------
    >>> numbers([2]), numbers([1, 3, 4])
    ('guess 2', 'guesses 1, 3 and 4')
    """
    *start, last = map(str, guesses)
    return f"guesses {', '.join(start)} and {last}" if start else f"guess {last}"


_NO_CODE = "No code earns all these key pegs: some of them were counted wrongly."


def _codes_left(rules: Rules, turns: Turns) -> str:
    if rules.size > MOST_COUNTED:
        return f"This game has {rules.size:,} codes, too many to count those that are possible."
    left = len(candidates(rules, turns))
    if left == 0:
        return _NO_CODE
    return f"{left:,} of {rules.size:,} codes {'is' if left == 1 else 'are'} possible."


def _idea(rules: Rules, turns: Turns, guess: str) -> str:
    if not is_listed(rules):
        return "A good guess is one that could be the code: it agrees with all key pegs so far."
    left = candidates(rules, turns)
    if len(left) == 1:
        return "Only one code is possible."
    sizes = Partitions(left).sizes(guess)
    return (
        f"A good guess sorts the {len(left):,} possible codes into {len(sizes)} groups, by the "
        f"key pegs they would give; the largest has {_codes(max(sizes))}."
    )


def _codes(count: int) -> str:
    return "1 code" if count == 1 else f"{count:,} codes"


@cache
def _distributions() -> dict[str, Distribution]:
    file = resources.files("mastermind") / "data" / "best-players.json"
    return {
        game: Distribution(
            known["player"], {int(guesses): codes for guesses, codes in known["histogram"].items()}
        )
        for game, known in json.loads(file.read_text(encoding="utf-8")).items()
    }
