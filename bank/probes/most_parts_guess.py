"""Inputs on which answers to most_parts_guess are compared."""

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
most_parts_guess(["G"], ["R"])
most_parts_guess(["R"], ["R"])
most_parts_guess(["G", "R"], ["R"])
most_parts_guess(["R", "G"], ["R"])
most_parts_guess(["G", "R"], ["R", "G"])
most_parts_guess(["R", "G"], ["R", "G"])
most_parts_guess(["RR", "RG"], ["RG", "GR"])
most_parts_guess(["R", "G", "B"], ["R", "G"])
most_parts_guess(["BB", "RB"], ["RR", "RG", "GG"])
most_parts_guess(["GG", "GR"], ["RR", "RG", "RB"])
most_parts_guess(["RR", "GB"], ["RR", "RG", "RB"])
most_parts_guess(["RR", "RG"], ["RR", "RB", "GB"])
most_parts_guess(["RR", "BG"], ["RR", "RG", "GG", "BB"])
codes = ["R", "G"]; most_parts_guess(["R"], codes); codes
most_parts_guess(["BB", "RG"], ["RR", "GG", "BG", "GB", "RB"])
most_parts_guess(["RR", "RG"], ["RR", "GG", "GB", "BG", "RB"])
most_parts_guess(["RG"], ["RG", "GR"]); most_parts_guess(["R"], ["R"])
guesses = ["RR", "RG"]; most_parts_guess(guesses, ["RG", "GR"]); guesses
most_parts_guess(["RGG", "GGG", "RRG", "RGR"], ["GRG", "RGR", "RGG", "GGG", "GGR"])
most_parts_guess(["RY", "RG", "BR", "BY"], ["YB", "YY", "GY", "RB", "BG", "GB", "GR"])
digest(most_parts_guess, positions())
