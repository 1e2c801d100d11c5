"""Inputs on which answers to summarize are compared."""

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
