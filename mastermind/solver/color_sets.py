"""Codes that agree with some turns, drawn where there are too many codes to list.

The colors of a code come first: the sets of colors that agree with all turns can
be listed (there are 177 100 of them for the 127 512 000 codes of 6 pegs out of
25). Then the pegs of a set are put in their places one by one, turning back as
soon as the black key pegs cannot come out right.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from mastermind.game import Turns, contradiction
from mastermind.rules import Rules

MOST_SETS = 1_000_000  # some 100 MB, and seconds to list


class ColorSets:
    """The sets of colors (with repeats, multisets) that agree with the turns of a game.

    A set is a whole number with `code_length` bits for each color; as many of
    them are 1, from the lowest up, as pegs have that color. What two sets have in
    common is then just the bits that are 1 in both.
    """

    def __init__(self, rules: Rules, rng: random.Random) -> None:
        self.rules = rules
        self.rng = rng
        self.sets = lru_cache(maxsize=100)(self._sets)

    def pick(self, turns: Turns) -> str:
        """Draw pegs that agree with all colors in common, by how many codes they make."""
        sets = self.sets(turns)
        if not sets:
            if turns:
                self.code(turns[:-1])  # raises if an earlier answer is to blame
            raise contradiction(turns)
        (packed,) = self.rng.choices(list(sets), list(sets.values()))
        length = self.rules.code_length
        bits = enumerate(color for color in self.rules.colors for _ in range(length))
        return "".join(color for place, color in bits if packed >> place & 1)

    def code(self, turns: Turns) -> str:
        """Draw a code that agrees with the turns."""
        while True:
            pegs = self.pick(turns)
            code = self._arrange("", pegs, turns, [turn.black for turn in turns])
            if code:
                return code
            del self.sets(turns)[self._pack(pegs)]

    def _sets(self, turns: Turns) -> dict[int, int]:
        """List the sets that agree with all colors in common, and count the codes of each."""
        if turns:
            guessed, in_common = self._pack(turns[-1].guess), sum(turns[-1].keys)
            return {
                packed: codes
                for packed, codes in self.sets(turns[:-1]).items()
                if (packed & guessed).bit_count() == in_common
            }
        length, colors = self.rules.code_length, len(self.rules.colors)
        count = math.comb(colors + length - 1 if self.rules.repeats else colors, length)
        if count > MOST_SETS:
            raise ValueError(
                f"the codes in this game have {count} different sets of colors; "
                f"up to {MOST_SETS} can be listed"
            )
        choose = combinations_with_replacement if self.rules.repeats else combinations
        every = choose(self.rules.colors, length)
        return {self._pack(pegs): _count_orders(pegs) for pegs in every}

    def _pack(self, pegs: Sequence[str]) -> int:
        length, colors = self.rules.code_length, self.rules.colors
        return sum(
            ((1 << count) - 1) << length * colors.index(color)
            for color, count in Counter(pegs).items()
        )

    def _arrange(self, code: str, pegs: str, turns: Turns, missing: list[int]) -> str:
        """Complete a code with these pegs and so many black key pegs more, or give nothing."""
        place = len(code)
        for turn, black in zip(turns, missing, strict=True):
            if not 0 <= black <= sum(peg in pegs for peg in turn.guess[place:]):
                return ""
        if not pegs:
            return code
        for peg in dict.fromkeys(self.rng.sample(pegs, len(pegs))):
            now = [
                black - (turn.guess[place] == peg)
                for turn, black in zip(turns, missing, strict=True)
            ]
            whole = self._arrange(code + peg, pegs.replace(peg, "", 1), turns, now)
            if whole:
                return whole
        return ""


def _count_orders(pegs: Sequence[str]) -> int:
    orders = math.factorial(len(pegs))
    for count in Counter(pegs).values():
        orders //= math.factorial(count)
    return orders
