"""Steps on which answers to UndoGame are compared."""

import random


def steps():
    """A code, and guesses with steps back among them."""
    chance = random.Random(78)
    for size in [1, 2, 3, 4] * 20:
        code = "".join(chance.choices("0123", k=size))
        guesses = ["".join(chance.choices("0123", k=size)) for step in range(9)]
        yield code, [chance.choice([guess, guess, None, code, guess[1:]]) for guess in guesses[: chance.randint(1, 9)]]


# %% probes
play_steps("4", [])
play_steps("4", ["5"])
play_steps("4", [None])
play_steps("4", ["5", None])
play_steps("4", ["4", None])
play_steps("4", ["5", "3", None])
play_steps("4", ["5", None, None])
play_steps("4", ["5", "3", None, None])
play_steps("4", ["4", None, "4"])
play_steps("4", ["5", None, "5", "5", "5"])
play_steps("4", ["5", "5", "5", None, "4"])
play_steps("4", ["5", None, "5", None])
play_steps("55555", ["55555", None, "55555"])
play_steps("4235", ["4253", "0000", None])
digest(play_steps, steps())
