"""Static Mastermind: all guesses are made before the first answer is given."""

import itertools
import math

from mastermind.rules import Rules
from mastermind.trees.arrays import np
from mastermind.trees.tables import FeedbackTable, check_memory


def fewest_guesses(rules: Rules) -> list[str]:
    """Find as few guesses as can be that tell all codes apart when they are asked at once.

    Notes
    -----
    With black key pegs only, this is the metric dimension of the Hamming graph: for 2 colors
    OEIS A303735; for 2 and 3 pegs in k > 1 colors (4 * k - 2) // 3 and 3 * k // 2
    (Caceres and others, arXiv math/0507527; Jaeger and Drewes 2018).

    Two codes that are still alike are chosen, and a guess is tried that tells them apart, of those
    that are equal by symmetry one only. Where it leads to nothing, none of them is tried again.
    The time grows exponentially with the number of guesses.

    Examples
    --------
    >>> fewest_guesses(Rules(2, 3))
    ['AB', 'AC']
    >>> len(fewest_guesses(Rules(5, 2, answer="black")))
    4
    """
    table = FeedbackTable(rules)
    symmetries = _symmetries(rules, table)
    for number in itertools.count():
        none = np.zeros(table.size, np.int64)
        allowed = np.ones(table.size, bool)
        found = _resolve(table, symmetries, none, allowed, number)
        if found is not None:
            return [table.codes[guess] for guess in found]
    raise AssertionError("all codes together tell all codes apart")


def _resolve(
    table: FeedbackTable, symmetries: np.ndarray, kinds: np.ndarray, allowed: np.ndarray, left: int
) -> list[int] | None:
    """Find so many guesses among those allowed that tell apart all codes of one kind, if any do."""
    _, kinds, sizes = np.unique(kinds, return_inverse=True, return_counts=True)
    if sizes.max() == 1:
        return []
    if sizes.max() > len(table.responses) ** left:
        return None
    alike = np.flatnonzero(kinds == np.where(sizes > 1, sizes, table.size + 1).argmin())[:2]
    entries = table.table
    telling = allowed & (entries[alike[0]] != entries[alike[1]])
    orbits = symmetries.min(axis=0)  # each guess by the first of its equals
    guesses = np.flatnonzero(telling)
    allowed = allowed.copy()
    while len(guesses):
        guess = int(guesses[0])
        same = symmetries[symmetries[:, guess] == guess]
        after = kinds * (table.won + 1) + entries[:, guess]
        found = _resolve(table, same, after, allowed, left - 1)
        if found is not None:
            return [guess, *found]
        allowed &= orbits != orbits[guess]
        guesses = guesses[allowed[guesses]]
    return None


def _symmetries(rules: Rules, table: FeedbackTable) -> np.ndarray:
    """List what every exchange of places and colors makes of every code, a row for each."""
    length, colors = rules.code_length, len(rules.colors)
    number = math.factorial(length) * math.factorial(colors)
    check_memory(2 * number * table.size, f"{number} symmetries of {table.size} codes")
    values = colors ** np.arange(length - 1, -1, -1)
    codes = table.digits @ values  # ascending, as the codes are
    rows = []
    for places in itertools.permutations(range(length)):
        moved = table.digits[:, places]
        for recolored in itertools.permutations(range(colors)):
            image = np.array(recolored)[moved] @ values
            rows.append(np.searchsorted(codes, image))
    return np.array(rows, np.int32)
