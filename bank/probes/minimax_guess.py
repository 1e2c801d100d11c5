"""Inputs on which answers to minimax_guess are compared."""

import random
from itertools import product


CODES = ["".join(pegs) for pegs in product("123456", repeat=3)]


def positions():
    """Guesses and candidates of small games."""
    chance = random.Random(70)
    for colors, length in [("PY", 2), ("PYO", 2), ("PYO", 3), ("PYOK", 2)] * 30:
        codes = ["".join(pegs) for pegs in product(colors, repeat=length)]
        most = min(9, len(codes))
        yield chance.sample(codes, chance.randint(1, 5) % most + 1), chance.sample(codes, chance.randint(1, most))


# %% probes
minimax_guess(["G"], ["R"])
minimax_guess(["R"], ["R"])
minimax_guess(["G", "R"], ["R"])
minimax_guess(["R", "G"], ["R"])
minimax_guess(["R", "G"], ["R", "G"])
minimax_guess(["1111", "1122"], ["1111"])
minimax_guess(["RR", "GG"], ["GR", "GG"])
minimax_guess(["RR", "RG"], ["RG", "GR"])
minimax_guess(["GG", "GR"], ["RR", "RG", "RB"])
minimax_guess(["RG", "RR"], ["RR", "GG", "BB"])
minimax_guess(["RR", "GB"], ["RR", "RG", "RB"])
minimax_guess(["111"], CODES)  # minimax_guess(["111"], codes) with the 216 codes of three pegs out of "123456"
minimax_guess(["GRR", "RRR", "GGG", "GRG"], ["RGG"])
minimax_guess(["BB", "RB"], ["RR", "RG", "GR", "GG"])
minimax_guess(["RR", "RG"], ["RR", "RG", "GB", "GY"])
minimax_guess(["BR", "GG", "RB"], ["GR", "GB", "BB", "RR"])
minimax_guess(["RR", "BB"], ["RR", "RG", "GR", "BG", "GB"])
guesses = ["R", "G"]; minimax_guess(guesses, ["R"]); guesses
minimax_guess(["GG", "BG"], ["BR", "RB", "GG", "BB", "BG", "GB"])
guesses = ["RR", "RG"]; minimax_guess(guesses, ["RG", "GR"]); guesses
digest(minimax_guess, positions())
