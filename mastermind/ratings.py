"""Ratings of guesses by the sizes of the parts into which they divide the candidates."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from mastermind.tables import FeedbackTable, sizes_so_far

LITTLE_WORK = 6_000_000  # below, so many comparisons are done sooner than avoided
FIRST_RATED = 512  # guesses rated to see how good a guess must be
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


def rate(
    rating: Rating, table: FeedbackTable, codes: np.ndarray, guesses: np.ndarray
) -> np.ndarray:
    """Rate guesses for some candidates, in the way that is less work for so many of them."""
    if len(codes) <= len(table.responses):
        return rating.of_few(table.block(codes, guesses))
    return rating.of_sizes(table.part_sizes(codes, guesses))


def rate_promising(
    rating: Rating, table: FeedbackTable, codes: np.ndarray, guesses: np.ndarray, wanted: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Choose guesses among which are the best ones, and rate them.

    The number of colors that a code has in common with a guess depends only on
    the multisets of their colors, of which there are few. Codes with k common
    colors are divided by the number of black pegs into k + 1 parts at most: the
    rating of parts as equal as can be is a bound for every guess of that multiset.

    Parameters
    ----------
    rating : Rating
        How to rate.
    table : FeedbackTable
        The game.
    codes, guesses : numpy.ndarray
        Indices of the candidates, and of the guesses to choose from.
    wanted : int
        How many of the best guesses must be among the chosen, ties included.

    Returns
    -------
    (guesses, ratings) : tuple of numpy.ndarray
    """
    if len(codes) ** 2 * len(guesses) < LITTLE_WORK:
        return guesses, rate(rating, table, codes, guesses)
    multiset = table.multiset[guesses]
    bounds = rating.bounds(table.common_sizes(codes))
    order = np.argsort(bounds, kind="stable")
    members = np.cumsum(np.bincount(multiset, minlength=len(bounds))[order])
    first = np.zeros(len(bounds), bool)
    first[order[: np.searchsorted(members, FIRST_RATED + wanted) + 1]] = True
    rated = guesses[first[multiset]]
    ratings = rate(rating, table, codes, rated)
    enough = np.partition(ratings, wanted - 1)[wanted - 1] if wanted <= len(rated) else bounds.max()
    more = guesses[((bounds <= enough + rating.slack(enough)) & ~first)[multiset]]
    if len(more):
        rated = np.concatenate([rated, more])
        ratings = np.concatenate([ratings, rate(rating, table, codes, more)])
    return rated, ratings
