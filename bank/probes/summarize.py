"""Inputs on which answers to summarize are compared."""

import random


def summaries(games, max_guesses):
    """The entries, and whether the list is as it was."""
    given = list(games)
    found = summarize(given, max_guesses)
    if not isinstance(found, dict):
        return found
    pairs = [tuple(found[name]) if isinstance(found[name], list) else found[name] for name in ("best", "worst")]
    return found["wins"], round(float(found["mean"]), 9), *pairs, given == games


def evenings():
    """Lists of games, with equal ones among them."""
    chance = random.Random(76)
    for size in [1, 2, 3, 4, 6, 9] * 16:
        most = chance.choice([2, 4, 15])
        codes = ["".join(chance.choices("PY", k=3)) for game in range(size)]
        yield [(code, chance.randint(1, most)) for code in codes], chance.randint(1, most)


# %% probes
summarize([("R", 1)], 1)["best"]
summarize([("R", 1)], 1)["wins"]
summarize([("R", 10)], 10)["best"]
float(summarize([("R", 1)], 2)["mean"])
float(summarize([("R", 3)], 2)["mean"])
summarize([("R", 1), ("G", 1)], 1)["best"]
summarize([("R", 1), ("G", 1)], 1)["wins"]
summarize([("R", 1), ("G", 2)], 2)["best"]
summarize([("R", 1), ("G", 2)], 2)["wins"]
summarize([("R", 1), ("R", 3)], 3)["wins"]
summarize([("R", 2), ("G", 1)], 2)["wins"]
summarize([("R", 1), ("G", 1)], 1)["worst"]
summarize([("BBRG", 1), ("BRRG", 1)], 1)["best"]
float(summarize([("R", 1), ("G", 2)], 2)["mean"])
float(summarize([("R", 1), ("G", 3)], 2)["mean"])
games = [("R", 2), ("G", 1)]; summarize(games, 2); games
float(summarize([("B", 1), ("R", 1), ("G", 3)], 3)["mean"])
float(summarize([("R", 1), ("G", 1), ("B", 2)], 2)["mean"])
float(summarize([("R", 1), ("G", 1), ("B", 4)], 2)["mean"])
digest(summaries, evenings())
