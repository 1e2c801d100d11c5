"""Exhaustive search for the strategy tree with the least expected number of guesses.

The search goes depth first, the most promising guess first, and leaves out what
cannot be better than the best tree known, by these lower bounds on the total
number of guesses for a set of candidates:

1. With p possible responses, one code is found by the first guess, at most
   p - 1 by the second, (p - 1) ** 2 by the third, and so on.
2. A set that none of its own codes divides into single codes takes at least two
   guesses for each of its codes.
3. What the search has proved about the same set before.

Of guesses that are equal by symmetry one is tried.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from mastermind.rules import Rules
from mastermind.trees.arrays import np
from mastermind.trees.building import Guesses
from mastermind.trees.ratings import LITTLE_WORK, Rating, rate
from mastermind.trees.tables import FeedbackTable, check_memory, complete_dividers
from mastermind.trees.tree import Node, Replies, Tree

UNLIMITED = math.inf  # as the number of turns left
FIRST_TRIED = 16  # guesses tried before the bounds of all others are looked at closely
OUT_OF_REACH = 1 << 20  # added to the bound of a set for each code that the turns cannot find


def solve(rules: Rules, max_guesses: int | None = None, candidates_only: bool = False) -> Tree:
    """Find a tree with the least expected number of guesses.

    Parameters
    ----------
    rules : Rules
        The game.
    max_guesses : int, optional
        The most guesses that any code may take. The smallest number for which
        there is a tree is the least worst case of the game.
    candidates_only : bool
        Guess only codes that can be right.

    Returns
    -------
    Tree
        One of several with the same total.

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
    >>> solve(Rules(2, 3), max_guesses=2)
    Traceback (most recent call last):
        ...
    ValueError: no strategy finds all 9 codes within 2 guesses
    """
    if max_guesses is not None and max_guesses < 1:
        raise ValueError(f"max_guesses must be at least 1, not {max_guesses}")
    tree = Search(rules, candidates_only).tree("optimal", max_guesses)
    if tree is None:
        raise ValueError(f"no strategy finds all {rules.size} codes within {max_guesses} guesses")
    return tree


@dataclass(slots=True)
class _State:
    """What is known about a set of candidates with some number of turns left."""

    least: int  # no strategy has a smaller total
    guess: int | None = None  # first guess of a strategy with that total, once one is known
    turns: int = 0  # guesses that this strategy takes at most


@dataclass(slots=True)
class _Part:
    """Candidates that get the same feedback, with a lower bound of their total."""

    codes: np.ndarray
    least: int
    settled: bool  # one code, two, or divided into single codes by one of them: the bound is exact


class Search:
    """A depth-first search through the guesses that `promising` chooses: here, all."""

    def __init__(self, rules: Rules, candidates_only: bool = False) -> None:
        # At the root each code meets each other: two small tables spread out, and their sum.
        check_memory(3 * rules.size**2, f"a search through the {rules.size} codes in this game")
        self.table = FeedbackTable(rules)
        self.candidates_only = candidates_only
        self.responses = len(self.table.responses)
        self.by_size = self._bounds_by_size()
        self.ratings = lru_cache(maxsize=None)(self._rating)
        self.states: dict[tuple[bytes, float], _State] = {}

    def tree(
        self, name: str, max_guesses: int | None = None, first: str | None = None
    ) -> Tree | None:
        """Search, and write out the tree that was found; None if there is none."""
        table = self.table
        turns, limits = UNLIMITED, ", candidates only" if self.candidates_only else ""
        if max_guesses is not None:
            turns, limits = max_guesses, f"{limits}, at most {max_guesses} guesses"
        only = None if first is None else table.codes.index(table.rules.parse(first))
        guesses = Guesses(table, [], table.size, True, only)
        # Guessing one code after the other would stay far below this limit.
        if self.least(table.everything, guesses, turns, (table.size + 1) ** 2) is None:
            return None
        return Tree(table.rules, self.node(table.everything, turns), name + limits)

    def least(self, codes: np.ndarray, guesses: Guesses, turns: float, limit: int) -> int | None:
        """Find the least total for some candidates; None if it is more than a limit."""
        if turns < 1:
            return None
        key = codes.tobytes(), turns
        state = self.states.get(key)
        if state is None:
            state = self.states[key] = _State(int(self.by_size[len(codes)]))
        if state.guess is None and state.least <= limit:
            if len(codes) == 1:
                state.guess, state.turns = int(codes[0]), 1
            elif turns == UNLIMITED or not self.take_over(state, codes, guesses, turns, limit):
                self.search(state, codes, guesses, turns, limit)
        return state.least if state.guess is not None and state.least <= limit else None

    def take_over(
        self, state: _State, codes: np.ndarray, guesses: Guesses, turns: float, limit: int
    ) -> bool:
        """Learn from a search without a limit on turns; tell whether that settles the matter."""
        total = self.least(codes, guesses, UNLIMITED, limit)
        free = self.states[codes.tobytes(), UNLIMITED]
        state.least = max(state.least, free.least)
        if total is not None and free.turns <= turns:
            state.guess, state.turns = free.guess, free.turns
        return total is None or state.guess is not None

    def search(
        self, state: _State, codes: np.ndarray, guesses: Guesses, turns: float, limit: int
    ) -> None:
        """Look for a strategy with a total within the limit, and note what comes of it."""
        indices = guesses.indices
        if self.candidates_only:  # the first of its kind is a candidate if any of them is
            indices = indices[self.table.marked(codes)[indices]]
        indices, bounds = self.promising(codes, indices, turns, limit)
        start, step = 0, FIRST_TRIED
        while start < len(indices):
            chosen = indices[start : start + step][bounds[start : start + step] <= limit]
            start, step = start + step, 4 * step
            for least, guess, parts in self.closely(codes, chosen):
                if least > limit:
                    break
                after = guesses.after(guess, len(codes))
                found = self.follow(least, parts, after, turns - 1, limit)
                if found is not None:
                    total, state.turns = found
                    state.guess, limit = guess, total - 1
        state.least = limit + 1

    def promising(
        self, codes: np.ndarray, indices: np.ndarray, turns: float, limit: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Choose the guesses to be tried, the best first, with lower bounds of their totals."""
        size = len(codes)
        rating = self.ratings(turns - 1)
        if size * size * len(indices) > LITTLE_WORK:
            least = (
                size - 1 + rating.bounds(self.table.common_sizes(codes), self.table.parts_by_common)
            )
            indices = indices[(least <= limit)[self.table.multiset[indices]]]
        if not len(indices):
            return indices, indices
        is_candidate = self.table.marked(codes)[indices]
        bounds = size + rate(rating, self.table, codes, indices) - is_candidate
        # A guess that all candidates answer alike, or that the turns rule out, is useless.
        good = np.flatnonzero((bounds <= limit) & (bounds < size + self.by_size[size]))
        order = good[np.argsort(bounds[good], kind="stable")]
        return indices[order], bounds[order]

    def closely(
        self, codes: np.ndarray, guesses: np.ndarray
    ) -> Iterator[tuple[int, int, list[_Part]]]:
        """Look at the parts of guesses: yield bound, guess and parts, the least bound first."""
        if not len(guesses):
            return
        block = self.table.block(codes, guesses).T
        order = np.argsort(block, axis=1, kind="stable")
        entries = np.take_along_axis(block, order, axis=1)
        # All parts of all guesses one after the other: runs of equal entries.
        begins = np.ones(entries.shape, bool)
        begins[:, 1:] = entries[:, 1:] != entries[:, :-1]
        starts = np.flatnonzero(begins)
        sizes = np.diff(starts, append=begins.size)
        lost = np.flatnonzero(entries.ravel()[starts] != self.table.won)
        starts, sizes, members = starts[lost], sizes[lost], order.ravel()
        settled = self.settled(self.table.block(codes, codes), members, starts, sizes)
        least = self.by_size[sizes]
        unsettled = ~settled & (sizes <= self.responses)
        least[unsettled] = 2 * sizes[unsettled]

        owner = starts // len(codes)
        total = len(codes) + np.bincount(owner, least, minlength=len(guesses)).astype(np.int64)
        ends = np.searchsorted(owner, np.arange(len(guesses) + 1))
        for i in np.argsort(total, kind="stable").tolist():
            parts = [
                _Part(codes[members[starts[j] : starts[j] + sizes[j]]], int(least[j]), settled[j])
                for j in range(ends[i], ends[i + 1])
            ]
            yield int(total[i]), int(guesses[i]), parts

    def settled(
        self, among: np.ndarray, members: np.ndarray, starts: np.ndarray, sizes: np.ndarray
    ) -> np.ndarray:
        """Tell which parts one of their own codes divides into single codes."""
        settled = sizes <= 2
        middle = (3 + self.responses) // 2
        for low, high in ((3, middle), (middle + 1, self.responses)):  # the less to fill up
            some = np.flatnonzero((sizes >= low) & (sizes <= high))
            if len(some):
                rows = np.arange(sizes[some].max())[:, None]
                places = starts[some] + np.where(rows < sizes[some], rows, 0)
                codes = members[places]
                entries = among[codes[:, :, None], codes.T[None, :, :]]
                settled[some] = complete_dividers(entries, sizes[some]) >= 0
        return settled

    def follow(
        self, least: int, parts: list[_Part], guesses: Guesses, turns: float, limit: int
    ) -> tuple[int, int] | None:
        """Find the total and the number of turns after a guess; None if beyond a limit."""
        most_turns = 0
        unknown = []
        for part in parts:
            state = self.states.get((part.codes.tobytes(), turns)) if not part.settled else None
            if part.settled:
                most_turns = max(most_turns, min(len(part.codes), 2))
            elif state is None:
                unknown.append(part)
            else:
                least += state.least - part.least
                part.least = state.least
                if state.guess is None:
                    unknown.append(part)
                most_turns = max(most_turns, state.turns)
        if least > limit or most_turns > turns:
            return None
        for part in sorted(unknown, key=lambda part: len(part.codes)):
            total = self.least(part.codes, guesses, turns, limit - least + part.least)
            if total is None:
                return None
            least += total - part.least
            most_turns = max(most_turns, self.states[part.codes.tobytes(), turns].turns)
        return least, 1 + most_turns

    def node(self, codes: np.ndarray, turns: float) -> Node:
        """Write out the tree that was found for some candidates."""
        table = self.table
        guess = self.guess(codes, turns)
        entries = table.between(codes, guess)
        replies: Replies = {}
        for entry in np.unique(entries).tolist():
            part = codes[entries == entry]
            child = None if entry == table.won else self.node(part, turns - 1)
            replies[table.decode(entry)] = child
        return Node(table.codes[guess], replies)

    def guess(self, codes: np.ndarray, turns: float) -> int:
        """Give the first guess that was found for some candidates."""
        for left in (turns, UNLIMITED):
            state = self.states.get((codes.tobytes(), left))
            if state and state.guess is not None:
                return state.guess
        among = self.table.block(codes, codes)
        divider = complete_dividers(among[:, None, :], np.array([len(codes)]))
        return int(codes[divider[0]])

    def _bounds_by_size(self) -> np.ndarray:
        """Bound the totals for 0, 1, 2, ... candidates from below."""
        sizes = self.table.size + 2
        steps: list[int] = []
        found = 1
        for turn in range(1, sizes):
            steps += [turn] * min(found, sizes - len(steps))
            if len(steps) == sizes:
                break
            found *= max(1, self.responses - 1)
        return np.concatenate([[0], np.cumsum(steps)])

    def _rating(self, turns: float) -> Rating:
        """Rate guesses by lower bounds of what their parts take, in so many more turns."""
        turns = int(min(turns, len(self.by_size)))
        within = sum(max(1, self.responses - 1) ** turn for turn in range(min(turns, 64)))
        terms = self.by_size.copy()
        terms[within + 1 :] += OUT_OF_REACH * np.arange(1, 1 + max(0, len(terms) - within - 1))
        steps = np.diff(terms, prepend=0)
        return Rating(lambda k: terms[: len(k)], lambda k: np.take(steps, k))
