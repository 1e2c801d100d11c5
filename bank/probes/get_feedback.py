"""Inputs on which answers to get_feedback are compared."""

import random
from itertools import product


def pairs():
    """Pairs of codes: all short ones, and longer ones by chance."""
    for colors, length in [("PYO", 1), ("PYO", 2), ("PY", 3)]:
        codes = ["".join(pegs) for pegs in product(colors, repeat=length)]
        yield from product(codes, repeat=2)
    chance = random.Random(72)
    for length in [3, 4, 4, 5, 6, 9] * 20:
        colors = chance.choice(["PYO", "PYOKX", "pPyY", "-x0_.#"])
        yield tuple("".join(chance.choices(colors, k=length)) for side in range(2))


# %% probes
get_feedback("RG", "GR")
get_feedback("", "")
get_feedback("R", "G")
get_feedback("R", "R")
get_feedback("R", "r")
get_feedback("GR", "RR")
get_feedback("R-", "-R")
get_feedback("RG", "BG")
get_feedback("RG", "GB")
get_feedback("RG", "RG")
get_feedback("RG", "RR")
get_feedback("RB", "RX")
get_feedback("RG", "Rx")
get_feedback("RR", "BR")
get_feedback("RR", "RB")
get_feedback("RY", "RB")
get_feedback("XY", "YX")
get_feedback("BBG", "GBB")
get_feedback("GRY", "RBY")
get_feedback("RGB", "BYY")
get_feedback("RGB", "RBY")
get_feedback("RGB", "YRR")
get_feedback("RGR", "RRG")
get_feedback("RRG", "BYR")
get_feedback("RRGG", "GGRR")
get_feedback("RRRRR", "RRRRR")
get_feedback("RBBBBBBBBB", "R-_*.#0 xO")
get_feedback("R-_*.#0 xO", "RBBBBBBBBB")
get_feedback("R", "R"); get_feedback("R", "R")
get_feedback("RG", "GR"); get_feedback("RG", "RG"); 
digest(get_feedback, pairs())
