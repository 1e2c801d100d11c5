"""Guesses that are equally good by symmetry.

Moving the pegs of all codes in the same way, or exchanging colors in all of
them, changes no feedback. A permutation of positions and colors that leaves
every earlier guess as it is therefore leaves the set of codes still possible as
it is, whatever the feedback was, and turns a guess into one that divides them
into parts of the same sizes. Of guesses so related only the lexicographically
first needs to be looked at.
"""

import itertools

from mastermind.trees.arrays import np

MOST_POSITIONS = 6  # up to here all permutations of positions are tried, beyond only exchanges


def first_of_their_kind(digits: np.ndarray, history: list[np.ndarray], colors: int) -> np.ndarray:
    """Tell which guesses have no lexicographically earlier equivalent."""
    length = digits.shape[1]
    used = sorted({int(color) for guess in history for color in guess})
    free = np.ones(colors, bool)
    free[used] = False
    survivors = np.flatnonzero(_in_order_of_appearance(digits, free))
    place_values = colors ** np.arange(length - 1, -1, -1, dtype=np.int64)
    for positions in _permutations(length):
        recoloring = _recoloring(history, positions, colors)
        if recoloring is None:
            continue
        own = digits[survivors]
        image = _rename_free(recoloring[own[:, positions]], free)
        survivors = survivors[image @ place_values >= own @ place_values]
    return survivors


def _permutations(length: int) -> list[list[int]]:
    """Permutations of positions other than the identity."""
    identity = list(range(length))
    if length <= MOST_POSITIONS:
        return [list(p) for p in itertools.permutations(identity)][1:]
    exchanges = []
    for i, j in itertools.combinations(identity, 2):
        exchange = identity.copy()
        exchange[i], exchange[j] = j, i
        exchanges.append(exchange)
    return exchanges


def _recoloring(history: list[np.ndarray], positions: list[int], colors: int) -> np.ndarray | None:
    """Find the recoloring of used colors that undoes a permutation of positions, if any."""
    recoloring = np.arange(colors)
    new_color: dict[int, int] = {}
    for guess in history:
        for moved, original in zip(guess[positions].tolist(), guess.tolist(), strict=True):
            if new_color.setdefault(moved, original) != original:
                return None
    if len(set(new_color.values())) < len(new_color):
        return None
    recoloring[list(new_color)] = list(new_color.values())
    return recoloring


def _in_order_of_appearance(digits: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Tell which rows introduce the free colors one after the other, none left out."""
    rank = np.cumsum(free) - 1
    seen = np.zeros(len(digits), np.int64)
    good = np.ones(len(digits), bool)
    for column in digits.T:
        is_free = free[column]
        good &= ~is_free | (rank[column] <= seen)
        seen += is_free & (rank[column] == seen)
    return good


def _rename_free(digits: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Rename the free colors of each row in order of appearance: the smallest such row."""
    names = np.append(np.flatnonzero(free), 0)
    if len(names) < 3:  # one free color at most: it keeps its name
        return digits
    columns = list(digits.T)
    renamed: list[np.ndarray] = []
    known = np.zeros(len(digits), np.intp)
    for i, column in enumerate(columns):
        is_free = free[column]
        name = names[known]
        fresh = is_free
        for j in range(i):
            same = columns[j] == column
            name = np.where(same, renamed[j], name)
            fresh = fresh & ~same
        renamed.append(np.where(is_free, name, column))
        known += fresh
    return np.stack(renamed, axis=1)
