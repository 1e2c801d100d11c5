"""The chances of clearing the levels of the gladiators' challenge, for three players.

``python benchmarks/gladiators.py`` plays games of one round and prints, for each level and
player, the share that was won, its standard error, and what follows for all rounds of the
level. The figures of ``docs/gladiators.md`` and of notebook 8 come from here.
"""

import argparse
import random
from math import sqrt

from mastermind import Rules, break_code
from mastermind.gladiators.challenge import LEVELS
from mastermind.solver.players import sampling, two_phase

GAMES = {"weapons first": 4000, "consistent": 4000, "best of 60": 1000}
"""How many for each round of a level: many rounds in a row magnify what is off in one."""

LARGE = 100_000
"""Codes; with more, a game takes so long that a quarter of the games has to do."""


def main() -> None:
    """Print one line for each level and player."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--level", type=int, choices=range(1, len(LEVELS) + 1))
    chosen = options.parse_args().level
    for number, level in enumerate(LEVELS, 1):
        if chosen not in (None, number):
            continue
        rules, rng = Rules(level.gladiators, level.weapons, repeats=False), random.Random(number)
        players = [two_phase(rules, rng), two_phase(rules, rng, True), sampling(rules, rng)]
        for (name, games), player in zip(GAMES.items(), players, strict=True):
            games = games // 4 if rules.size > LARGE else games * level.rounds
            won = sum(
                len(break_code(rules.random_code(rng), player)) <= level.guesses
                for _ in range(games)
            )
            share = won / games
            error = sqrt(share * (1 - share) / games)
            print(
                f"level {number}  {name:14} {games:6} games  one round {share:.4f} +- {error:.4f}"
                f"  {level.rounds} rounds {share**level.rounds:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
