"""Lists on which answers to knuth_step are compared."""

import random
from itertools import product


ALL_OF_TWO = ["".join(notes) for notes in product("ABCD", repeat=2)]


def lists():
    """Lists of different tunes."""
    chance = random.Random(73)
    for length in [1, 2, 2, 3, 3, 5] * 16:
        tunes = {"".join(chance.choices("ACDF", k=length)): None for i in range(chance.randint(1, 9))}
        yield (list(tunes),)


# %% probes
knuth_step(["AB"])
knuth_step(["AB", "BA"])
knuth_step(["BA", "AB"])
knuth_step(["AB", "CC"])
knuth_step(["AA", "AB", "BA"])
knuth_step(["AB", "AA", "BA"])
knuth_step(["AA", "BB", "CC"])
knuth_step(["CC", "AB", "BA"])
knuth_step(["CC", "AB", "BA", "AC"])
knuth_step(["AAA", "AAB", "ABA", "BAA"])
knuth_step(["AA", "AC", "CC", "CB", "BA"])
knuth_step(["CA", "BB", "AB", "BA", "CC"])
knuth_step(["CC", "AA", "BC", "BA", "BB"])
knuth_step(["BAB", "CCB", "CAA", "BCA", "ABC"])
knuth_step(["ABC", "BCA", "CAB", "AAB", "CCC", "BBA"])
knuth_step(ALL_OF_TWO)  # knuth_step(left) with all 16 tunes of two notes out of "ABCD"
left = ["AB"]; knuth_step(left); left
left = ["BA", "AB"]; knuth_step(left); left
digest(knuth_step, lists())
