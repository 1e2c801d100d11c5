"""Inputs on which answers to entropy_guess are compared."""

import random
from itertools import product


def positions():
    """Guesses and candidates of small games."""
    chance = random.Random(70)
    for colors, length in [("PY", 2), ("PYO", 2), ("PYO", 3), ("PYOK", 2)] * 30:
        codes = ["".join(pegs) for pegs in product(colors, repeat=length)]
        most = min(9, len(codes))
        yield chance.sample(codes, chance.randint(1, 5) % most + 1), chance.sample(codes, chance.randint(1, most))


# %% probes
entropy_guess(["G"], ["R"])
entropy_guess(["R"], ["R"])
entropy_guess(["RR"], ["RR"])
entropy_guess(["G", "R"], ["R"])
entropy_guess(["R", "G"], ["R"])
entropy_guess(["R", "G"], ["R", "G"])
entropy_guess(["RR", "RG"], ["RG", "GR"])
entropy_guess(["RR", "BG"], ["RR", "GG", "BB"])
entropy_guess(["RR", "GB"], ["RR", "RG", "RB"])
entropy_guess(["GG", "BR"], ["GB", "BB", "BG", "RG"])
entropy_guess(["RR", "BG"], ["RB", "GG", "GB", "BB"])
entropy_guess(["RR", "GB"], ["RR", "RG", "RB", "GB"])
entropy_guess(["RR", "GG", "RG"], ["RR", "RG", "GB"])
entropy_guess(["BG", "RG"], ["RR", "GG", "BB", "RB", "GR"])
entropy_guess(["BG", "RR"], ["BR", "RG", "RR", "BB", "GB"])
entropy_guess(["RR", "BB"], ["RR", "RG", "GR", "BG", "GB"])
entropy_guess(["RR", "RB"], ["RR", "RG", "GR", "GG", "BB"])
entropy_guess(["GR", "RG"], ["GB", "RG", "GR", "RB", "GG", "RR"])
entropy_guess(["GG", "BG"], ["BR", "RB", "GG", "BB", "BG", "GB"])
entropy_guess(["RR", "BG"], ["RB", "RG", "BR", "GB", "BB", "GG"])
guesses = ["RR", "RG"]; entropy_guess(guesses, ["RG", "GR"]); guesses
entropy_guess(["BB", "RR"], ["BB", "RR", "RB", "GB", "RY", "YY", "YR", "RG", "BY", "YG", "YB", "GR", "BR"])
entropy_guess(["1113", "1321"], ["2121", "2222", "2321", "3323", "2111", "1313", "1321", "2333", "3231", "1111", "1232", "3332"])
entropy_guess(["YB", "GR"], ["RY", "GG", "YR", "GB", "YY", "RG", "RR", "GY"])
entropy_guess(["GBG", "BRR"], "YRO OYB OOR GOO BBY GRY BOG YYR YBG BRG RRR YRG OBY GYG GOR RYO RBO YGB BYR OYY RYR YOR".split())
digest(entropy_guess, positions())
