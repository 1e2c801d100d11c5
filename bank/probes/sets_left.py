"""Inputs on which answers to sets_left are compared."""

import random
from itertools import combinations


def questions():
    """Sets, a guess, and a number."""
    chance = random.Random(74)
    for length in [1, 2, 2, 3, 3, 4] * 16:
        sets = ["".join(chance.sample(pegs, length)) for pegs in combinations("KLMNOP", length)]
        sets = chance.sample(sets, chance.randint(0, min(8, len(sets))))
        yield sets, "".join(chance.sample("KLMNOPX", length)), chance.randint(0, length)


# %% probes
sets_left([], "A", 1)
sets_left(["A"], "A", 1)
sets_left(["A"], "A", 0)
sets_left(["B"], "A", 0)
sets_left(["B"], "A", 1)
sets_left(["AB"], "AB", 1)
sets_left(["AB"], "AB", 2)
sets_left(["AB"], "BA", 2)
sets_left(["CD"], "AB", 1)
sets_left(["A", "B"], "A", 1)
sets_left(["B", "A"], "C", 0)
sets_left(["A", "B"], "C", 1)
sets_left(["AB", "AC"], "AD", 1)
sets = ["A", "B"]; sets_left(sets, "A", 1); sets
sets_left(["A"], "A", 1); sets_left([], "A", 1)
sets_left(["ABC", "ABD", "ADE", "DEF"], "ABC", 2)
digest(sets_left, questions())
