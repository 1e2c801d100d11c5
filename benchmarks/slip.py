"""What a slip in the scoring costs: the figures that notebook 4 quotes.

``python benchmarks/slip.py`` plays 200 000 games in each of four ways: a codebreaker who
guesses any consistent code, with and without RROO as the first guess, where referee and
codebreaker count right, and where both have the slip.
"""

import numpy as np

from mastermind import Rules, feedback
from mastermind.solver.players import last_leftover_feedback

GAMES = 200_000


def main() -> None:
    """Print means and their standard errors."""
    codes = Rules(4, "ROYGBP").codes()
    for name, score in [("right", feedback), ("slip", last_leftover_feedback)]:
        keys = [[score(code, guess) for guess in codes] for code in codes]
        table = np.array([[5 * pair.black + pair.white for pair in row] for row in keys], np.int8)
        for first in ["any", "RROO"]:
            numbers = play(table, None if first == "any" else codes.index(first))
            error = numbers.std() / len(numbers) ** 0.5
            print(f"{name:5}  first guess {first:4}  {numbers.mean():.4f} +- {error:.4f}")


def play(table: np.ndarray, first: int | None) -> np.ndarray:
    """Count the guesses of many games."""
    chance, size, after = np.random.default_rng(1), len(table), {}
    numbers = np.empty(GAMES, np.int64)
    for game in range(GAMES):
        code = chance.integers(size)
        guess = chance.integers(size) if first is None else first
        left, number = None, 1
        while guess != code:
            keys = table[code, guess]
            if left is None:
                if (guess, keys) not in after:
                    after[guess, keys] = np.flatnonzero(table[:, guess] == keys)
                left = after[guess, keys]
            else:
                left = left[table[left, guess] == keys]
            left = left[left != guess]
            guess = left[chance.integers(len(left))]
            number += 1
        numbers[game] = number
    return numbers


if __name__ == "__main__":
    main()
