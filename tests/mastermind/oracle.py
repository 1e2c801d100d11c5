"""The four ratings of guesses by their definitions, in whole numbers: what all else must agree with.

The smaller, the better. Entropy is compared by the product of n ** n, as the sum of n * log2(n)
orders guesses in the same way.
"""

import math
from collections import Counter

from mastermind.feedback import feedback


def rate_sizes(strategy, sizes):
    """Rate a guess by the sizes of its parts, none of them empty."""
    return {
        "minimax": max(sizes),
        "expected-size": sum(n * n for n in sizes),
        "most-parts": -len(sizes),
        "entropy": math.prod(n**n for n in sizes),
    }[strategy]


def rate(strategy, guess, candidates, answer=feedback):
    """Rate a guess by what its feedback would leave of the candidates."""
    sizes = Counter(answer(code, guess) for code in candidates).values()
    return rate_sizes(strategy, list(sizes))
