"""Ratings of guesses by the sizes of the parts into which they divide the candidates."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from mastermind.tables import sizes_so_far

SCALE = 1 << 40  # entropy is rated in multiples of 1 / SCALE bits


class Rating:
    """A rating of guesses by the sizes of their parts: whole numbers, the smaller the better.

    Each size contributes a term, and the terms are added, or the largest counts.
    The terms are convex, so that parts of equal sizes are best.
    """

    def __init__(
        self,
        term: Callable[[np.ndarray], np.ndarray],
        step: Callable[[np.ndarray], np.ndarray],
        combine: np.ufunc = np.add,
    ) -> None:
        self.step = step  # what a part that grows to some size adds to the rating
        self.combine = combine
        self.terms = lru_cache(maxsize=None)(lambda most: term(np.arange(most + 1)))

    def of_sizes(self, sizes: np.ndarray) -> np.ndarray:
        """Rate columns of sizes."""
        terms = self.terms(int(sizes.max()))
        total = np.take(terms, sizes[0])
        for row in sizes[1:]:
            self.combine(total, np.take(terms, row), out=total)
        return total

    def of_few(self, block: np.ndarray) -> np.ndarray:
        """Rate columns of feedback from few codes."""
        return self.combine.reduce(self.step(sizes_so_far(block)), axis=0, dtype=np.int64)

    def bounds(self, common_sizes: np.ndarray) -> np.ndarray:
        """The least ratings possible for given numbers of codes with 0, 1, 2, ... common colors."""
        terms = self.terms(int(common_sizes.max()) + 1)
        bounds = np.zeros(common_sizes.shape[1], np.int64)
        for common, codes in enumerate(common_sizes):
            parts = common + (common + 1 < len(common_sizes))  # all but one black is impossible
            size, larger = np.divmod(codes, max(parts,1))
            if self.combine is np.maximum:
                least = size + (larger > 0)
            else:
                least = larger * terms[size + 1] + (parts - larger) * terms[size]
            bounds = self.combine(bounds, least)
        return bounds

    def slack(self, least) -> int:
        return 0


class EntropyRating(Rating):
    """Sum of n * log2(n), in multiples of 1 / SCALE.

    Each term is off by half a unit at most, and by 2**-50 of its value.
    """

    def __init__(self) -> None:
        steps = np.diff(_entropy_terms(np.arange(256)), prepend=0)
        super().__init__(_entropy_terms, lambda sizes: np.take(steps, sizes))

    def slack(self, least) -> int:
        return 64*(1 + (int(np.min(least)) >> 50)) * 2


def _entropy_terms(sizes: np.ndarray) -> np.ndarray:
    return np.rint(sizes * np.log2(np.maximum(sizes, 1)) * SCALE).astype(np.int64)


RATINGS = {
    "minimax": Rating(lambda k: k, lambda k: k, np.maximum),
    "expected-size": Rating(lambda k: k * k, lambda k: 2 * k - 1),
    "most-parts": Rating(lambda k: -np.sign(k), lambda k: -(k == 1).view(np.int8)),
    "entropy": EntropyRating(),
}
