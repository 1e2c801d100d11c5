"""Looking back on a game: what each guess was worth, and how much of it was luck."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mastermind.feedback import consistent_codes
from mastermind.game import Turn, contradiction
from mastermind.rules import Rules
from mastermind.solver.partitions import Partitions
from mastermind.solver.strategies import entropy, expected_bits_left

MOST_CODES = 100_000  # beyond, an answer would take minutes


class Move(NamedTuple):
    """What one guess was worth."""

    guess: str
    before: int
    after: int
    possible: bool
    bits_expected: float
    bits_gained: float
    best: str
    best_bits: float

    @property
    def skill(self) -> float:
        """Expected bits as a part of what was to be had, from 0 to 1."""
        if self.before == 1:
            return float(self.possible)
        return min(1.0, self.bits_expected / self.best_bits)

    @property
    def luck(self) -> float:
        """Bits gained above those that were to be expected."""
        return self.bits_gained - self.bits_expected


def analyze(rules: Rules, turns: Sequence[Turn]) -> list[Move]:
    """Judge every guess of a game, whether it is over or not."""
    turns = _read(rules, turns)
    return [
        _judge(rules, turns[:number], turn, before, after)
        for number, (turn, before, after) in enumerate(_positions(rules, turns))
    ]


def analysis_text(moves: Sequence[Move]) -> str:
    """Lay out an analysis as text."""
    width = max([5, *(len(move.guess) for move in moves)])
    rows = [
        f"   {'guess':{width}}  fits  before  after  bits expected  gained  "
        f"{'best':{width}}  bits  skill   luck"
    ]
    for number, move in enumerate(moves, 1):
        rows.append(
            f"{number:2} {move.guess:{width}}  {'yes' if move.possible else 'no':4}  "
            f"{move.before:6} {move.after:6}  {move.bits_expected:13.2f}  {move.bits_gained:6.2f}  "
            f"{move.best:{width}} {move.best_bits:5.2f}  {move.skill:5.0%}  {move.luck:+5.2f}"
        )
    return "\n".join(rows)


def _read(rules: Rules, turns: Sequence[Turn]) -> list[Turn]:
    return [Turn(rules.parse(guess), black, white) for guess, black, white in turns]


def _positions(rules: Rules, turns: Sequence[Turn]) -> Iterator[tuple[Turn, list[str], list[str]]]:
    """Each turn with the candidates before and after it."""
    candidates = _codes(rules)
    for number, turn in enumerate(turns, 1):
        left = consistent_codes(candidates, turn.guess, turn.keys)
        if not left:
            raise contradiction(tuple(turns[:number]))
        yield turn, candidates, left
        candidates = left


def _judge(
    rules: Rules, earlier: Sequence[Turn], turn: Turn, before: list[str], after: list[str]
) -> Move:
    partitions = Partitions(before)

    def bits(guess: str) -> float:
        learned = math.log2(len(before)) - expected_bits_left(partitions.sizes(guess))
        return max(0.0, learned)  # rounding may leave a guess that tells nothing just below 0

    best = entropy(different_guesses(rules, earlier), before)
    return Move(
        guess=turn.guess,
        before=len(before),
        after=len(after),
        possible=turn.guess in before,
        bits_expected=bits(turn.guess),
        bits_gained=math.log2(len(before) / len(after)),
        best=best,
        best_bits=bits(best),
    )


def _codes(rules: Rules) -> list[str]:
    if rules.size > MOST_CODES:
        raise ValueError(
            f"this game has {rules.size} codes; games of up to {MOST_CODES} can be analyzed"
        )
    return rules.codes()


def different_guesses(rules: Rules, turns: Sequence[Turn]) -> list[str]:
    """All codes, but only the first of those that differ in the names of unplayed colors.

    Nothing is known yet about a color that was not played, so such codes
    divide the candidates alike.
    """
    played = set("".join(turn.guess for turn in turns))
    unplayed = [color for color in rules.colors if color not in played]

    def takes_colors_in_order(code: str) -> bool:
        new = [color for color in dict.fromkeys(code) if color not in played]
        return new == unplayed[: len(new)]

    return [code for code in rules.codes() if takes_colors_in_order(code)]
