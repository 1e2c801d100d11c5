"""Ratings of guesses by the sizes of the parts into which they divide the candidates.

All ratings are whole numbers, the smaller the better, so that ties are ties.
"""

from collections.abc import Callable
from functools import lru_cache

from mastermind.trees.arrays import np
from mastermind.trees.tables import FeedbackTable, sizes_so_far

LITTLE_WORK = 6_000_000  # below, so many comparisons are done sooner than avoided
FIRST_RATED = 512  # guesses rated to see how good a guess must be
SCALE = 1 << 30  # entropy is rated in multiples of 1 / SCALE bits


class Rating:
    """A rating of guesses: every part contributes a term, and the terms are combined.

    Terms are convex in the size, and 0 for 0. `step` is what a part adds when it grows to a size.
    """

    slack = 0  # ratings that differ by no more than this need a closer look

    def __init__(
        self,
        term: Callable[[np.ndarray], np.ndarray],
        step: Callable[[np.ndarray], np.ndarray],
        combine: np.ufunc = np.add,
    ) -> None:
        self.step = step
        self.combine = combine
        self.terms = lru_cache(maxsize=None)(lambda most: term(np.arange(most + 1)))

    def of_sizes(self, sizes: np.ndarray) -> np.ndarray:
        """Rate columns of sizes."""
        terms = self.terms(int(sizes.max()))
        total: np.ndarray = np.take(terms, sizes[0])
        for row in sizes[1:]:
            self.combine(total, np.take(terms, row), out=total)
        return total

    def of_few(self, block: np.ndarray) -> np.ndarray:
        """Rate columns of feedback from few codes."""
        steps = self.step(sizes_so_far(block))
        rating: np.ndarray
        if self.combine is np.maximum:
            rating = steps.max(axis=0)
            return rating
        # Narrow numbers are added fastest. The extremes are one single part, and single codes.
        terms = self.terms(len(block))
        small = max(abs(terms[-1]), abs(terms[1]) * len(block)) < 1 << 15
        rating = np.add.reduce(steps, axis=0, dtype=np.int16 if small else np.int64)
        return rating

    def bounds(self, common_sizes: np.ndarray, parts_by_common: list[int]) -> np.ndarray:
        """Bound ratings from below, given how many codes have 0, 1, 2, ... common colors."""
        terms = self.terms(int(common_sizes.max()) + 1)
        bounds = np.zeros(common_sizes.shape[1], np.int64)
        for codes, parts in zip(common_sizes, parts_by_common, strict=True):
            size, larger = np.divmod(codes, max(1, parts))
            if self.combine is np.maximum:
                least = size + (larger > 0)
            else:
                least = larger * terms[size + 1] + (parts - larger) * terms[size]
            bounds = self.combine(bounds, least)
        return bounds


class EntropyRating(Rating):
    """The sum of n * log2(n), in multiples of 1 / SCALE: the smaller, the more entropy.

    Rounding puts each of at most 135 terms (for 15 pegs) off by half a unit. The
    logarithms are right to about 2**-51 of the sum, which is below 2**54 for a
    million codes. So two ratings together are off by less than 512 units.
    """

    slack = 512

    def __init__(self) -> None:
        steps = np.diff(_entropy_terms(np.arange(256)), prepend=0)
        super().__init__(_entropy_terms, lambda k: np.take(steps, k))


def _entropy_terms(sizes: np.ndarray) -> np.ndarray:
    terms: np.ndarray = np.rint(sizes * np.log2(np.maximum(sizes, 1)) * SCALE).astype(np.int64)
    return terms


RATINGS = {
    "minimax": Rating(lambda k: k, lambda k: k, np.maximum),
    "expected-size": Rating(lambda k: k * k, lambda k: 2 * k.astype(np.int16) - 1),
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
    """
    if len(codes) ** 2 * len(guesses) < LITTLE_WORK:
        return guesses, rate(rating, table, codes, guesses)
    multiset = table.multiset[guesses]
    bounds = rating.bounds(table.common_sizes(codes), table.parts_by_common)
    order = np.argsort(bounds, kind="stable")
    members = np.cumsum(np.bincount(multiset, minlength=len(bounds))[order])
    first = np.zeros(len(bounds), bool)
    first[order[: np.searchsorted(members, FIRST_RATED + wanted) + 1]] = True
    rated = guesses[first[multiset]]
    ratings = rate(rating, table, codes, rated)
    enough = np.partition(ratings, wanted - 1)[wanted - 1] if wanted <= len(rated) else bounds.max()
    more = guesses[((bounds <= enough + rating.slack) & ~first)[multiset]]
    if len(more):
        rated = np.concatenate([rated, more])
        ratings = np.concatenate([ratings, rate(rating, table, codes, more)])
    return rated, ratings
