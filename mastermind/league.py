"""A league of strategies, each of which is judged exactly, over all codes of the game.

A strategy is a function that takes all codes and the codes that are still possible, and
returns the next guess. It must not involve chance. A single tree of its guesses covers all
games at once, so 1296 games take only seconds.

>>> def first(guesses, candidates):
...     return candidates[0]
>>> enter(first, codes=["RR", "RG", "RB"])
Standing(name='first', total=6, longest=3)
"""

import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from mastermind.feedback import Keys, feedback

Strategy = Callable[[list[str], list[str]], str]
CODES = tuple("".join(pegs) for pegs in product("123456", repeat=4))
MOST_GUESSES = 20
SECONDS = 60.0


class Standing(NamedTuple):
    """A row of the table."""

    name: str
    total: int
    longest: int


PUBLISHED = (
    Standing("the best possible (Koyama and Lai 1993)", 5625, 6),
    Standing("most parts (Kooi 2005)", 5668, 6),
    Standing("entropy (Neuwirth 1982)", 5722, 6),
    Standing("smallest worst case (Knuth 1977)", 5801, 5),
)


def enter(
    strategy: Strategy, codes: Sequence[str] = CODES, *, name: str = "", seconds: float = SECONDS
) -> Standing:
    """Judge a strategy by playing a game for each code.

    Parameters
    ----------
    strategy : callable
        Takes the codes that may be guessed and the codes that may be hidden, and returns a guess.
    codes : sequence of str
        All codes. By default, the 1296 codes of four pegs in six colors.
    name : str, optional
        The name in the table. By default, the function's name.
    seconds : float
        The limit on computing time.

    Returns
    -------
    Standing
        Its total, and its longest game.

    Raises
    ------
    ValueError
        If the strategy returns an invalid code, never ends, or takes too long.
    """
    end = time.process_time() + seconds
    every = list(codes)
    known = frozenset(every)
    counts = [0] * (MOST_GUESSES + 1)
    waiting = [(every, 1)]
    while waiting:
        candidates, turn = waiting.pop()
        if turn > MOST_GUESSES:
            raise ValueError(f"it has not found {candidates[0]!r} after {MOST_GUESSES} guesses")
        if time.process_time() > end:
            raise ValueError(f"it needs more than {seconds:g} seconds of computing time")
        guess = strategy(list(every), list(candidates))
        if guess not in known:
            raise ValueError(f"{guess!r} is not one of the codes")
        for keys, part in _parts(guess, candidates).items():
            if keys.black == len(guess):
                counts[turn] += 1
            else:
                waiting.append((part, turn + 1))
    total = sum(turn * number for turn, number in enumerate(counts))
    longest = max(turn for turn, number in enumerate(counts) if number)
    return Standing(name or getattr(strategy, "__name__", "a strategy"), total, longest)


def table(standings: Sequence[Standing]) -> str:
    """Lay out the standings together with the published results, best first.

    Examples
    --------
    >>> print(table([Standing("Ada", 5700, 6)]))
    rank  total  average  longest  strategy
       1   5625   4.3403        6  the best possible (Koyama and Lai 1993)
       2   5668   4.3735        6  most parts (Kooi 2005)
       3   5700   4.3981        6  Ada
       4   5722   4.4151        6  entropy (Neuwirth 1982)
       5   5801   4.4761        5  smallest worst case (Knuth 1977)
    """
    rows = ["rank  total  average  longest  strategy"]
    in_order = sorted([*standings, *PUBLISHED], key=lambda each: (each.total, each.longest))
    for rank, (name, total, longest) in enumerate(in_order, start=1):
        rows.append(f"{rank:4}  {total:5}  {total / len(CODES):7.4f}  {longest:7}  {name}")
    return "\n".join(rows)


def _parts(guess: str, candidates: list[str]) -> dict[Keys, list[str]]:
    found: dict[Keys, list[str]] = {}
    for code in candidates:
        found.setdefault(feedback(code, guess), []).append(code)
    return found
