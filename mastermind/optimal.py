"""Exhaustive search for the strategy tree with the least expected number of guesses.

The search goes depth first, the most promising guess first, and leaves out what
cannot be better than the best tree known, by these lower bounds on the total
number of guesses for a set of candidates:

1. With p possible responses, one code is found by the first guess, at most
   p - 1 by the second, (p - 1) ** 2 by the third, and so on.
2. A part that none of its own codes divides into single codes takes at least
   two guesses for each of its codes.
3. What the search has proved about the same set of candidates before.

Of the guesses that divide the candidates into the same parts, or that are equal
by symmetry, one is tried.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mastermind.ratings import Rating
from mastermind.rules import Rules
from mastermind.strategy_tree import Node, Tree
from mastermind.tables import FeedbackTable
from mastermind.trees import Guesses

UNLIMITED = math.inf
MUCH_WORK = 6_000_000
FIRST_TRIED = 16
OUT_OF_REACH = 1 << 20


def solve(rules: Rules, max_guesses: int | None = None) -> Tree:
    """Find a tree with the least expected number of guesses.

    Parameters
    ----------
    rules : Rules
        The game.
    max_guesses : int, optional
        The most guesses that any code may take.

    Returns
    -------
    Tree

    Raises
    ------
    ValueError
        If no strategy finds every code within `max_guesses`.
    MemoryError
        If the game does not fit in memory.

    Notes
    -----
    Koyama and Lai, "An optimal Mastermind strategy" (1993), found the total 5625
    for the standard game, and 5626 with at most 5 guesses.

    Examples
    --------
    >>> solve(Rules(3, 4)).total
    206
    """
    if max_guesses is not None and max_guesses < 1:
        raise ValueError(f"max_guesses must be at least 1, not {max_guesses}")
    tree = Search(rules).tree(max_guesses)
    if tree is None:
        raise ValueError(f"no strategy finds all {rules.size} codes within {max_guesses} guesses")
    return tree


@dataclass(slots=True)
class _State:
    """What is known about a set of candidates."""

    least: int  # no strategy has a smaller total
    guess: int = -1  # first guess of a strategy with that total, once there is one
    turns: int = 0  # guesses that this strategy takes at most


class Search:
    name = "optimal"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = FeedbackTable(rules)
        self.most = len(self.table.responses)  # parts that a guess can have
        self.bounds = self._bounds_by_size()
        self.ratings = lru_cache(maxsize=None)(self._rating)
        self.states: dict[tuple[bytes, int], _State] = {}
        self.evaluations = self.cells = 0

    def tree(self, max_guesses: int | None = None, first: str | None = None) -> Tree | None:
        table = self.table
        turns = UNLIMITED if max_guesses is None else max_guesses
        guesses = Guesses(table, [], table.size, True)
        if first is not None:
            guesses.indices = np.array([table.codes.index(self.rules.parse(first))])
        total = self.least(table.everything, guesses, turns, table.size * 1000)
        if total is None:
            return None
        limit = "" if max_guesses is None else f", at most {max_guesses} guesses"
        return Tree(self.rules, self.node(table.everything, turns), self.name + limit)

    def _rating(self, turns: int) -> Rating:
        """Lower bounds by size alone, out of reach for what cannot be done in so many turns."""
        bounds = self.bounds.copy()
        feasible = sum(max(1, self.most - 1) ** turn for turn in range(min(turns, 20)))
        bounds[feasible + 1 :] += OUT_OF_REACH*np.arange(1,max(0,len(bounds)-feasible-1)+1)
        steps = np.diff(bounds, prepend=0)
        return Rating(lambda k: bounds[: len(k)], lambda k: np.take(steps, k))

    def _bounds_by_size(self) -> np.ndarray:
        """The least total that is possible for 0, 1, 2, ... candidates."""
        bounds, turn, found = [0], 1, 1
        while len(bounds) <= self.table.size + 1:
            bounds += [bounds[-1] + turn * (k + 1) for k in range(found)]
            turn += 1
            found *= max(1,self.most - 1)
        return np.array(bounds[: self.table.size + 2])

    def least(self, codes: np.ndarray, guesses: Guesses, turns: int, limit: int) -> int | None:
        """The least total for some candidates, or None if it is more than a limit."""
        size = len(codes)
        if size == 1 or turns <= 1:
            return 1 if size == 1 and limit >= 1 and turns >= 1 else None
        key = (codes.tobytes(), turns)
        state = self.states.get(key)
        if state is None:
            state = self.states[key] = _State(int(self.bounds[size]))
        if state.least > limit:
            return None
        if state.guess >= 0:
            return state.least
        if turns < UNLIMITED:
            # A strategy without the limit on turns is a bound, and often keeps to it.
            total = self.least(codes, guesses, UNLIMITED, limit)
            state.least = max(state.least, self.states[codes.tobytes(), UNLIMITED].least)
            if total is None:
                return None
            free = self.states[codes.tobytes(), UNLIMITED]
            if free.turns <= turns:
                state.guess, state.turns = free.guess, free.turns
                return total
        self.search(state, codes, guesses, turns, limit)
        return state.least if state.guess >= 0 else None

    def search(self, state: _State, codes: np.ndarray, guesses: Guesses, turns: int, limit: int) -> None:
        """Look for a strategy with a total of at most the limit; note what is found."""
        self.evaluations += 1
        size = len(codes)
        indices, bounds = self.promising(codes, guesses.indices, limit, turns)
        start, step = 0, FIRST_TRIED
        while start < len(indices):
            chunk = indices[start : start + step][bounds[start : start + step] <= limit]
            start, step = start + step, 4 * step
            if not len(chunk):
                continue
            refined, parts = self.refine(codes, chunk, turns)
            for i in np.argsort(refined, kind="stable").tolist():
                if refined[i] > limit:
                    break
                found = self.try_guess(codes, guesses, int(chunk[i]), int(refined[i]), parts(i), turns, limit)
                if found is not None:
                    total, state.turns = found
                    state.guess, limit = int(chunk[i]), total - 1
        state.least = limit + 1

    def promising(self, codes, indices, limit, turns) -> tuple[np.ndarray, np.ndarray]:
        """The guesses that may lead to a total within the limit, and lower bounds of it."""
        size = len(codes)
        rating = self.ratings(turns - 1)
        if size * size * len(indices) > MUCH_WORK:
            multiset = self.table.multiset[indices]
            possible = size - 1 + rating.bounds(self.table.common_sizes(codes)) <= limit
            indices = indices[possible[multiset]]
        if not len(indices):
            return indices, np.zeros(0, np.int64)
        if size <= self.most:
            bounds = rating.of_few(self.table.block(codes, indices))
        else:
            bounds = rating.of_sizes(self.table.part_sizes(codes, indices))
        is_candidate = np.zeros(self.table.size, bool)
        is_candidate[codes] = True
        bounds = size + bounds - is_candidate[indices]
        good = bounds <= limit
        if size > 2: good &= bounds < size + self.bounds[size]  # a guess that tells nothing
        order = np.flatnonzero(good)[np.argsort(bounds[good], kind="stable")]
        return indices[order], bounds[order]

    def refine(self, codes, indices, turns):
        """Improve the bounds by looking at each part; drop guesses that divide alike."""
        block = self.table.block(codes, indices)
        among = self.table.block(codes, codes)
        order = np.argsort(block, axis=0, kind="stable").T
        entries = np.take_along_axis(block.T, order, axis=1)
        new = np.ones(entries.shape, bool)
        new[:, 1:] = entries[:, 1:] != entries[:, :-1]
        starts = np.flatnonzero(new.ravel())
        sizes = np.diff(starts, append=new.size)
        owner = starts // len(codes)
        flat = order.ravel()
        won = entries.ravel()[starts] == self.table.won
        values = self.bounds[sizes]
        values[won] = 0
        small = np.flatnonzero((sizes >= 3) & (sizes <= self.most))
        for group in (small[sizes[small] <= 6], small[sizes[small] > 6]):
            if len(group):
                settled = _settled(among, flat, starts[group], sizes[group])
                values[group[~settled]] = 2 * sizes[group[~settled]]
        refined = len(codes) + np.bincount(owner, values, minlength=len(indices)).astype(np.int64)
        first = np.searchsorted(owner, np.arange(len(indices) + 1))

        def parts(i):
            a, b = first[i], first[i + 1]
            return [(codes[flat[s : s + k]], int(v)) for s, k, v, w in
                    zip(starts[a:b].tolist(), sizes[a:b].tolist(), values[a:b].tolist(), won[a:b].tolist()) if not w]
        return refined, parts

    def try_guess(self, codes, guesses, guess, bound, parts, turns, limit):
        """The least total that begins with a guess, or None if it is more than the limit."""
        open_parts = []
        after = guesses.after(guess, len(codes))
        deepest = 1
        for part, value in parts:
            size = len(part)
            if size <= 2 or size <= self.most and value == 2 * size - 1:
                deepest = max(deepest, 1 + min(size, 2))
                continue
            state = self.states.get((part.tobytes(), turns - 1))
            if state is not None:
                bound += state.least - value
                value = state.least
                if state.guess >= 0:
                    deepest = max(deepest, 1 + state.turns)
                    continue
            open_parts.append((part, value))
        if bound > limit or deepest > turns:
            return None
        open_parts.sort(key=lambda p: len(p[0]))
        for part, value in open_parts:
            total = self.least(part, after, turns - 1, limit - bound + value)
            if total is None:
                return None
            bound += total - value
            deepest = max(deepest, 1 + self.states[part.tobytes(), turns - 1].turns)
        return bound, deepest

    def node(self, codes, turns) -> Node:
        table = self.table
        won = table.decode(table.won)
        if len(codes) == 1:
            return Node(table.codes[codes[0]], {won: None})
        states = [self.states.get((codes.tobytes(), t)) for t in (turns, UNLIMITED)]
        state = next((state for state in states if state and state.guess >= 0), None)
        if state is None:
            among = table.block(codes, codes)
            settled = [len(set(column)) == len(codes) for column in among.T.tolist()]
            guess = int(codes[settled.index(True)])
        else:
            guess = state.guess
        entries = table.between(codes, np.array(guess))
        replies = {}
        for entry in np.unique(entries).tolist():
            part = codes[entries == entry]
            replies[table.decode(entry)] = None if entry == table.won else self.node(part, turns - 1)
        return Node(table.codes[guess], replies)


def _settled(among: np.ndarray, flat: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Tell which parts one of their own codes divides into single codes."""
    most = int(sizes.max())
    rows = np.arange(most)[:, None]
    beyond = rows >= sizes
    members = flat[np.where(beyond, starts, starts + rows)]
    entries = among[members[:, :, None], members.T[None, :, :]]
    entries[beyond] = (255 - np.nonzero(beyond)[0])[:, None]
    divided = ~beyond.T
    for row in range(1, most):
        divided &= (entries[:row] != entries[row]).all(axis=0)
    return divided.any(axis=1)
