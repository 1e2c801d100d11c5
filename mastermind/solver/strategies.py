"""Strategies: which guess to make when these codes are still possible.

A strategy is a callable ``(guesses, candidates) -> guess``. `guesses` are the
codes that may be played and `candidates` those that may be the hidden code, both
lists of strings in a fixed order. `mastermind.solver.players` turns a strategy into
someone who plays whole games.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mastermind.feedback import feedback
from mastermind.solver.partitions import Partitions

Strategy = Callable[[Sequence[str], Sequence[str]], str]
Rating = Callable[[Sequence[int]], float]
"""Rates a guess by the sizes of its parts: the smaller, the better."""

_TIE = 1e-9  # entropies closer than this are equal; all other values are whole numbers


def first(guesses: Sequence[str], candidates: Sequence[str]) -> str:
    """Guess the first candidate."""
    return candidates[0]


def median(guesses: Sequence[str], candidates: Sequence[str]) -> str:
    """Guess the candidate in the middle, or of two in the middle the later one."""
    return candidates[len(candidates) // 2]


def random_candidate(rng: random.Random) -> Strategy:
    """Make a strategy that guesses any candidate, each with the same chance.

    Parameters
    ----------
    rng : random.Random
        Where the chance comes from; seed it to play the same games again.

    Examples
    --------
    >>> random_candidate(random.Random(1))(["AA", "AB"], ["AB"])
    'AB'
    """
    return lambda guesses, candidates: rng.choice(candidates)


def minimax(guesses: Sequence[str], candidates: Sequence[str]) -> str:
    """Make the largest part as small as possible.

    Of the best guesses one is chosen that is a candidate, if there is one; of those the first
    in the order of `guesses`.

    Knuth, "The computer as Master Mind", Journal of Recreational Mathematics 9
    (1977): with 4 pegs and 6 colors no code takes more than five guesses.
    """
    return _best_guess(guesses, candidates, max)


def expected_size(guesses: Sequence[str], candidates: Sequence[str]) -> str:
    """Make the part that will remain as small as possible on average.

    A part of n candidates remains with a chance of n in all, so what is to be
    small is the sum of the squares. Ties are as in `minimax`.

    Irving, "Towards an optimum Mastermind strategy", Journal of Recreational
    Mathematics 11 (1978).
    """
    return _best_guess(guesses, candidates, _sum_of_squares)


def most_parts(guesses: Sequence[str], candidates: Sequence[str]) -> str:
    """Make as many different answers possible as can be; ties are as in `minimax`.

    Kooi, "Yet another Mastermind strategy", ICGA Journal 28 (2005).
    """
    return _best_guess(guesses, candidates, _fewest_parts)


def entropy(guesses: Sequence[str], candidates: Sequence[str]) -> str:
    """Learn as many bits as possible on average.

    The entropy of a partition is log2(all) less the average of log2(part), so
    what is to be small is the sum of n log2(n). Ties are as in `minimax`; entropies
    closer than 1e-9 bits are equal.

    Neuwirth, "Some strategies for Mastermind", Zeitschrift für Operations
    Research 26 (1982).
    """
    return _best_guess(guesses, candidates, expected_bits_left)


def candidates_only(strategy: Strategy) -> Strategy:
    """Make a strategy that plays by the same idea, but never a code that cannot be right."""
    return lambda guesses, candidates: strategy(candidates, candidates)


def with_first(strategy: Strategy, code: str) -> Strategy:
    """Make a strategy that always begins with `code`.

    A game has just begun while nothing is ruled out, that is, while there are
    as many candidates as guesses; so restrict to candidates inside, as in
    ``with_first(candidates_only(minimax), "AABB")``, not outside.

    Parameters
    ----------
    strategy : callable
        What to play from the second guess on.
    code : str
        The first guess. It need not be a possible code, but must tell something.

    Raises
    ------
    ValueError
        By the strategy, if all candidates would answer `code` alike: after such a guess
        the game would stand where it began, and `code` would be guessed for ever.

    Examples
    --------
    >>> strategy = with_first(first, "AABB")
    >>> strategy(["AAAA", "AABB"], ["AAAA", "AABB"]), strategy(["AAAA", "AABB"], ["AAAA"])
    ('AABB', 'AAAA')
    """

    def choose(guesses: Sequence[str], candidates: Sequence[str]) -> str:
        if len(candidates) != len(guesses):
            return strategy(guesses, candidates)
        answer = feedback(candidates[0], code)
        tells = any(feedback(candidate, code) != answer for candidate in candidates)
        if not tells and code not in candidates:
            raise ValueError(
                f"cannot begin with {code}, because it gives no information about the code"
            )
        return code

    return choose


def expected_bits_left(sizes: Sequence[int]) -> float:
    """Give the bits that the next answer leaves to be found, on average."""
    # Sorted, so that equal partitions have equal sums to the last bit.
    return math.fsum(size * math.log2(size) for size in sorted(sizes)) / sum(sizes)


def _sum_of_squares(sizes: Sequence[int]) -> int:
    return sum(size * size for size in sizes)


def _fewest_parts(sizes: Sequence[int]) -> int:
    return -len(sizes)


def _best_guess(
    guesses: Sequence[str],
    candidates: Sequence[str],
    value: Rating,
) -> str:
    """Choose the guess of least value; then a candidate; then the first."""
    if not candidates:
        raise ValueError("there are no candidates to choose a guess for")
    partitions = Partitions(candidates)
    possible = set(candidates)
    best, best_value = "", math.inf
    for guess in guesses:
        sizes = partitions.sizes(guess)
        if len(sizes) == len(candidates) and guess in possible:
            return guess  # every answer tells the code: no guess is better, no earlier one as good
        this_value = value(sizes)
        if this_value < best_value - _TIE or (
            this_value < best_value + _TIE and best not in possible and guess in possible
        ):
            best, best_value = guess, this_value
    return best


class Entry(NamedTuple):
    """A way to guess, as it is known everywhere.

    A way without a label is not offered where players choose. A way by chance or search has
    no `function`. `options` are those of ``python -m mastermind evaluate``.
    """

    label: str
    function: Strategy | None = None
    rating: Rating | None = None
    options: tuple[str, ...] = ()


_BUILT = ("first", "candidates_only", "jobs")  # the options of `mastermind.trees.build`
REGISTRY: dict[str, Entry] = {
    "minimax": Entry("smallest worst case (Knuth)", minimax, max, _BUILT),
    "entropy": Entry("most bits (entropy)", entropy, expected_bits_left, _BUILT),
    "expected-size": Entry(
        "fewest left on average (Irving)", expected_size, _sum_of_squares, _BUILT
    ),
    "most-parts": Entry("most different answers (Kooi)", most_parts, _fewest_parts, _BUILT),
    "random": Entry("any consistent code"),
    "first": Entry("the first consistent code", first, options=_BUILT),
    "median": Entry("", median, options=_BUILT),
    "optimal": Entry("", options=("max_guesses", "candidates_only")),
    "lookahead": Entry("", options=("first", "max_guesses", "candidates_only", "beam")),
}
"""All ways to guess, by the names that commands, games, trees and documents use."""
