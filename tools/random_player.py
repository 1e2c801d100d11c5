"""How long the player takes who guesses any consistent code: exactly, without playing."""

from collections import Counter
from functools import cache
from itertools import permutations
from math import fsum

from mastermind.rules import Rules


def expected_guesses(rules: Rules) -> float:
    """Work out the average over all codes, and over all choices of a random consistent player.

    Notes
    -----
    A set of n candidates takes n guesses, and what the parts take that are left after a guess,
    on average over the n guesses. Sets that were met before are looked up, and of first and
    second guesses that are equal but for names one is looked at. The time grows with the number
    of sets that consistent play can lead to.

    Examples
    --------
    Of AA, AB, BA and BB, AB and BA are found with the second guess after AA, and leave each
    other and nothing else.

    >>> expected_guesses(Rules(2, 2))
    2.0
    >>> round(expected_guesses(Rules(3, 4)), 4)
    3.367
    """
    codes = rules.codes()
    rows = cache(lambda guess: {code: rules.feedback(code, guess) for code in codes})
    known: dict[tuple[str, ...], float] = {}

    def total(left: tuple[str, ...], before: tuple[str, ...]) -> float:
        """Expected guesses for all codes of a set together, after these guesses."""
        if len(left) < 3:
            return 2 * len(left) - 1
        if left not in known:
            if len(before) < 2:
                kinds = Counter(_shape((*before, guess)) for guess in left)
                one = {_shape((*before, guess)): guess for guess in left}
                sums = [count * after(one[kind], left, before) for kind, count in kinds.items()]
            else:
                sums = [after(guess, left, before) for guess in left]
            known[left] = len(left) + fsum(sums) / len(left)
        return known[left]

    def after(guess: str, left: tuple[str, ...], before: tuple[str, ...]) -> float:
        """Expected guesses for what is left after one guess more."""
        parts: dict[tuple[int, int], list[str]] = {}
        answers = rows(guess)
        for code in left:
            if code != guess:
                parts.setdefault(answers[code], []).append(code)
        return fsum(total(tuple(part), (*before, guess)) for part in parts.values())

    return total(tuple(codes), ()) / len(codes)


@cache
def _shape(guesses: tuple[str, ...]) -> tuple[int, ...]:
    """Name guesses alike that are equal but for the names of colors and the order of places.

    What can be hidden after such guesses, and whatever the answers were, is equal, too.
    """
    shapes = []
    for order in permutations(range(len(guesses[0]))):
        numbers: dict[str, int] = {}
        pegs = (guess[place] for guess in guesses for place in order)
        shapes.append(tuple(numbers.setdefault(peg, len(numbers)) for peg in pegs))
    return min(shapes)
