"""Build strategy trees and print CPU seconds beside a plain NumPy evaluation.

    python benchmarks/trees.py               the one-step strategies, and the optimal 4 x 6 tree
    python benchmarks/trees.py --long        also the searches that take minutes
    python benchmarks/trees.py 4x6 5x7       these games only

The plain evaluation looks every feedback up in one large table, for all guesses
at every node: no symmetries, no bounds, nothing settled early. Both run in the
same process, so their ratio means more than the seconds.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from mastermind import Rules
from mastermind.trees import build, building, look_ahead, solve
from mastermind.trees.tables import FeedbackTable

GAMES = {
    "4x6": Rules(4, 6),
    "4of10": Rules(4, 10, repeats=False),
    "5x7": Rules(5, 7),
    "5x8": Rules(5, 8),
}
STRATEGIES = ("minimax", "expected-size", "most-parts", "entropy")
LONG = {
    "optimal 5 x 5": lambda: solve(Rules(5, 5)),
    "optimal 4 x 7": lambda: solve(Rules(4, 7)),
    "optimal 4 of 10": lambda: solve(Rules(4, 10, repeats=False)),
    "look-ahead 10, 5 x 7": lambda: look_ahead(Rules(5, 7), 10, first="AABBC"),
}


def plain_total(table: np.ndarray, responses: list[int], strategy: str) -> int:
    """Sum the guesses in the tree of a strategy, by the textbook rule and nothing else."""
    won = responses[-1]

    def rate(candidates: np.ndarray) -> np.ndarray:
        rows = table[candidates]
        rating = np.zeros(len(table))
        for response in responses:
            sizes = (rows == response).sum(axis=0, dtype=np.uint16)
            if strategy == "minimax":
                np.maximum(rating, sizes, out=rating)
            elif strategy == "expected-size":
                rating += sizes.astype(np.float64) ** 2
            elif strategy == "most-parts":
                rating -= sizes > 0
            else:
                rating += sizes * np.log2(np.maximum(sizes, 1), dtype=np.float64)
        return np.round(rating, 6)

    def total(candidates: np.ndarray) -> int:
        if len(candidates) == 1:
            return 1
        rating = rate(candidates)
        rating[candidates] -= 1e-7
        entries = table[candidates, rating.argmin()]
        parts = [candidates[entries == e] for e in np.unique(entries) if e != won]
        return len(candidates) + sum(total(part) for part in parts)

    return total(np.arange(len(table)))


def seconds(work: Callable[[], int]) -> tuple[int, float]:
    """Do some work; give its result and the CPU seconds it took, the best of three short runs."""
    best = float("inf")
    for _ in range(3):
        building._builder.cache_clear()  # tables that an earlier run prepared would be an advantage
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
        if best > 1:
            break
    return result, best


def one_step(game: str) -> None:
    """Print the figures of all one-step strategies for one game."""
    rules = GAMES[game]
    plain_table, table_seconds = seconds(lambda: FeedbackTable(rules).table)
    responses = FeedbackTable(rules).responses
    for strategy in STRATEGIES:
        total, fast = seconds(lambda name=strategy: build(rules, name).total)
        plain, slow = seconds(lambda name=strategy: plain_total(plain_table, responses, name))
        agree = "" if total == plain else f"  (the plain evaluation says {plain})"
        slow += table_seconds
        print(f"{game:6} {strategy:14} {total:7} {fast:8.3f} {slow:8.3f} {slow / fast:6.1f}{agree}")


def main() -> None:
    """Print the figures of the games that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--long", action="store_true", help="also searches that take minutes")
    options = parser.parse_args()
    if unknown := set(options.games) - set(GAMES):
        parser.error(f"unknown game {', '.join(sorted(unknown))}; choose from {', '.join(GAMES)}")
    print("CPU seconds: this library, the plain evaluation, and their ratio")
    for game in options.games or GAMES:
        one_step(game)
    searches = {"optimal 4 x 6": lambda: solve(Rules(4, 6))} if not options.games else {}
    for name, search in (searches | (LONG if options.long else {})).items():
        start = time.process_time()
        tree = search()
        print(f"{name:21} {tree.total:7} {time.process_time() - start:8.3f}   at most {tree.max}")


if __name__ == "__main__":
    main()
