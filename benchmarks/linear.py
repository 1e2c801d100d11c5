"""Count the questions of `tools.linear` for as many colors as pegs, and both many.

python -m benchmarks.linear [PEGS ...]
"""

import random
import sys
import time

from tools.linear import find

PEGS = (10, 30, 100, 300, 1000, 2000)
CODES = 3


def main() -> None:
    """Find random codes, and print questions for each peg and CPU seconds for each code."""
    print(" pegs  questions  for each peg  CPU seconds")
    for pegs in map(int, sys.argv[1:] or PEGS):
        asked = 0
        start = time.process_time()
        for seed in range(CODES):
            rng = random.Random(seed)
            code = [rng.randrange(pegs) for _ in range(pegs)]

            def answer(guess: list[int], code: list[int] = code) -> int:
                nonlocal asked
                asked += 1
                return sum(map(int.__eq__, code, guess))

            assert find(answer, pegs, rng) == code
        seconds = (time.process_time() - start) / CODES
        print(f"{pegs:5} {asked / CODES:10.0f} {asked / CODES / pegs:13.2f} {seconds:12.1f}")


if __name__ == "__main__":
    main()
