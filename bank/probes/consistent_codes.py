"""Inputs on which answers to consistent_codes are compared."""

import random


def lists():
    """Many games: lists of codes, with a guess and its feedback."""
    chance = random.Random(71)
    for length in [1, 2, 2, 3, 3, 4, 4, 5] * 12:
        code, guess, *codes = ["".join(chance.choices("PYOK", k=length)) for i in range(chance.randint(2, 9))]
        black = sum(a == b for a, b in zip(code, guess))
        common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
        feedback = chance.choice(["b" * black + "w" * (common - black), "b" * length, "", "b", "w"])
        yield chance.sample(codes, len(codes)) + codes[:1] + chance.choice([[], [guess], [code]]), guess, feedback


# %% probes
consistent_codes([], "R", "b")
consistent_codes(["R"], "R", "")
consistent_codes(["R"], "R", "b")
consistent_codes(["GY"], "RG", "")
consistent_codes(["GR"], "RR", "b")
consistent_codes(["RG"], "RG", "b")
consistent_codes(["RG"], "GR", "b")
consistent_codes(["RG"], "GR", "ww")
consistent_codes(["RG"], "RG", "ww")
consistent_codes(["RGB"], "YRR", "w")
consistent_codes(["RGB"], "RBY", "w")
consistent_codes(["G", "R"], "R", "b")
consistent_codes(["G", "Y"], "R", "b")
consistent_codes(["R", "R"], "R", "b")
consistent_codes(["GG", "GR"], "BB", "")
consistent_codes(["RR", "GG"], "RG", "b")
codes = ["R"]; consistent_codes(codes, "R", "b"); codes
codes = ["R", "G"]; consistent_codes(codes, "R", "b"); codes
consistent_codes(["R"], "R", "b"); consistent_codes([], "R", "b")
digest(consistent_codes, lists())
