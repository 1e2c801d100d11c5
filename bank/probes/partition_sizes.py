"""Inputs on which answers to partition_sizes are compared."""

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
partition_sizes("R", [])
partition_sizes("R", ["G"])
partition_sizes("R", ["R"])
partition_sizes("RG", ["GR"])
partition_sizes("RG", ["RG"])
partition_sizes("RRG", ["RGR"])
partition_sizes("R", ["R", "G"])
partition_sizes("R", ["R", "R"])
partition_sizes("BB", ["GG", "GR"])
partition_sizes("R", ["R", "G", "R"])
codes = ["R"]; partition_sizes("R", codes); codes
partition_sizes("R", ["R"]); partition_sizes("R", [])
codes = ["R", "G"]; partition_sizes("R", codes); codes
digest(partition_sizes, [(guess, codes) for codes, guess, feedback in lists()])
