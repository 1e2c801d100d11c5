"""Building the strategy trees of the one-step strategies, exactly and fast.

A one-step strategy rates a guess by the sizes of the parts into which its
feedback divides the candidates. The textbook rule is used throughout: the best
rating, then a guess that is itself a candidate, then the lexicographically
first; the first guess is chosen by the same rule. Ratings are whole numbers,
the smaller the better, so that ties are ties.

What makes it fast: a node is an array of indices, never a copied list of codes;
guesses equal by symmetry are rated once; and candidates that one of them divides
into single codes are settled at once, many nodes in one go.
"""

import math
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from mastermind.feedback import Keys
from mastermind.rules import Rules
from mastermind.solver.strategies import REGISTRY
from mastermind.trees.arrays import np
from mastermind.trees.ratings import RATINGS, rate_promising
from mastermind.trees.symmetry import first_of_their_kind
from mastermind.trees.tables import FeedbackTable, complete_dividers
from mastermind.trees.tree import Node, Replies, Tree

WORTH_NARROWING = 256  # with fewer candidates, symmetries cost more than they save
SETTLED_TOGETHER = 1024  # nodes settled in one go: enough to be fast, few enough for the memory


def build(
    rules: Rules,
    strategy: str = "minimax",
    first: str | None = None,
    candidates_only: bool = False,
    jobs: int | Executor = 1,
    symmetry: bool = True,
) -> Tree:
    """Build the tree of a one-step strategy.

    Parameters
    ----------
    rules : Rules
        The game.
    strategy : str
        ``"first"`` or ``"median"`` of the candidates (number n // 2 of n, counted
        from 0), or the best guess by ``"minimax"`` (smallest largest part),
        ``"expected-size"`` (smallest sum of squared sizes), ``"most-parts"`` or
        ``"entropy"``.
    first : str, optional
        A first guess to be used instead of the strategy's own.
    candidates_only : bool
        Choose among the candidates only.
    jobs : int or concurrent.futures.Executor
        Divide the subtrees over so many processes, or over the workers of an
        executor. The tree is the same.
    symmetry : bool
        Rate only one of several guesses that are equal by symmetry. The tree is
        the same; without it, building takes longer.

    Returns
    -------
    Tree

    Raises
    ------
    ValueError
        If the strategy is unknown, the first guess is not a code of the game, or
        the number of jobs is less than 1.
    MemoryError
        If the game does not fit in memory.

    Notes
    -----
    Minimax: Knuth, "The computer as Master Mind" (1977). Expected size: Irving
    (1978). Entropy: Neuwirth (1982). Most parts: Kooi (2005).

    Entropies are compared exactly. In floating point, guesses of equal entropy
    differ by rounding: the totals 86412 and 179751 that are published for 5 pegs
    with 7 and 8 colors are those of single precision, with AABBC as first guess;
    compared exactly they are 86379 and 179704.

    Examples
    --------
    >>> tree = build(Rules(4, 6), "minimax")
    >>> tree.root.guess, tree.total, tree.max
    ('AABB', 5801, 5)
    """
    if strategy not in BUILDABLE:
        raise ValueError(f"unknown strategy {strategy!r}; choose one of {', '.join(BUILDABLE)}")
    if not isinstance(jobs, Executor) and jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    settings = (rules, strategy, candidates_only, symmetry)
    builder = _builder(*settings)
    everything = np.arange(rules.size)
    if first is None:
        guess = builder.choose(everything, Guesses(builder.table, [], rules.size, symmetry))
    else:
        guess = builder.table.codes.index(rules.parse(first))
    root, branches = builder.divide(everything, guess)
    branches.sort(key=lambda branch: -len(branch[1]))  # the longest work is begun first
    subtrees = _map(partial(_subtree, settings, guess), [codes for _, codes in branches], jobs)
    root.replies.update(zip([reply for reply, _ in branches], subtrees, strict=True))
    return Tree(rules, root, f"{strategy}, candidates only" if candidates_only else strategy)


def _map(
    grow: Callable[[np.ndarray], Node], parts: list[np.ndarray], jobs: int | Executor
) -> list[Node]:
    if isinstance(jobs, Executor):
        return list(jobs.map(grow, parts))
    if jobs == 1:
        return list(map(grow, parts))
    from concurrent.futures import ProcessPoolExecutor  # takes a while: only where it is needed

    with ProcessPoolExecutor(jobs) as executor:
        return list(executor.map(grow, parts))


def _subtree(settings: tuple[Rules, str, bool, bool], first: int, codes: np.ndarray) -> Node:
    """Grow the subtree for the candidates after the first guess: the work of one worker."""
    return _builder(*settings).grow(codes, first)


class Guesses:
    """The guesses to be rated after a history, each standing for its equals by symmetry.

    All nodes with the same guesses before them share one such object, whatever
    the feedback was. It is worked out when it is first needed.
    """

    def __init__(
        self,
        table: FeedbackTable,
        history: list[int],
        candidates: int,
        symmetry: bool,
        only: int | None = None,
    ) -> None:
        self.table = table
        self.history = history
        self.only = only  # the one guess to be rated, if it is given
        # Symmetries only get fewer: where looking for them was not worth it, it never is again.
        self.symmetry = symmetry and (len(history) < 2 or candidates >= WORTH_NARROWING)

    def after(self, guess: int, candidates: int) -> "Guesses":
        """Give the guesses after one more guess, made with so many candidates left."""
        return Guesses(self.table, [*self.history, guess], candidates, self.symmetry)

    @cached_property
    def indices(self) -> np.ndarray:
        """The guesses to choose from."""
        if self.only is not None:
            return np.array([self.only])
        if not self.symmetry:
            return self.table.everything
        history = [self.table.digits[guess] for guess in self.history]
        return first_of_their_kind(self.table.digits, history, len(self.table.rules.colors))


@dataclass
class _Task:
    """A node to be made: its candidates, and where it belongs in its parent."""

    codes: np.ndarray
    guesses: Guesses
    siblings: Replies
    reply: Keys


class _Builder:
    """One strategy at work on one game."""

    def __init__(self, rules: Rules, strategy: str, candidates_only: bool, symmetry: bool) -> None:
        self.table = FeedbackTable(rules)
        self.strategy = strategy
        self.rating = RATINGS.get(strategy)
        self.candidates_only = candidates_only
        self.symmetry = symmetry
        self.replies = {entry: self.table.decode(entry) for entry in self.table.responses}
        self.won = self.replies[self.table.won]
        # All subtrees below one first guess share its symmetries.
        self.guesses_after = lru_cache(maxsize=1)(
            lambda first: Guesses(self.table, [first], self.table.size, self.symmetry)
        )

    def grow(self, codes: np.ndarray, first: int) -> Node:
        """Grow the tree for the candidates that are left after the first guess, level by level."""
        top: Replies = {}
        tasks = [_Task(codes, self.guesses_after(first), top, self.won)]
        while tasks:
            if self.rating:
                tasks = self.settle(tasks)
            tasks = [child for task in tasks for child in self.work(task)]
        root = top[self.won]
        assert root  # each task has put its node where it belongs
        return root

    def work(self, task: _Task) -> list[_Task]:
        """Make one node and return what is left to do below it."""
        guess = self.choose(task.codes, task.guesses)
        node, branches = self.divide(task.codes, guess)
        task.siblings[task.reply] = node
        guesses = task.guesses.after(guess, len(task.codes))
        return [_Task(codes, guesses, node.replies, reply) for reply, codes in branches]

    def divide(self, codes: np.ndarray, guess: int) -> tuple[Node, list[tuple[Keys, np.ndarray]]]:
        """Make the node of a guess, with its leaves, and return the larger parts as well."""
        entries = self.table.between(codes, guess)
        order = np.argsort(entries, kind="stable")
        codes, entries = codes[order], entries[order]
        starts = np.flatnonzero(np.diff(entries, prepend=-1))
        node = Node(self.table.codes[guess], {})
        branches = []
        for entry, part in zip(entries[starts].tolist(), np.split(codes, starts[1:]), strict=True):
            reply = self.replies[entry]
            if len(part) > 1:
                branches.append((reply, part))
            else:
                node.replies[reply] = None if reply == self.won else self.leaf(int(part[0]))
        return node, branches

    def leaf(self, code: int) -> Node:
        return Node(self.table.codes[code], {self.won: None})

    def choose(self, codes: np.ndarray, guesses: Guesses) -> int:
        """Choose by the textbook rule for one set of candidates."""
        if self.rating is None:
            return int(codes[len(codes) // 2 if self.strategy == "median" else 0])
        indices = codes if self.candidates_only else guesses.indices
        indices, ratings = rate_promising(self.rating, self.table, codes, indices)
        best = indices[ratings <= ratings.min() + self.rating.slack]
        if self.strategy == "entropy" and len(best) > 1:
            best = _most_entropy(self.table.part_sizes(codes, best), best)
        best_candidates = best[self.table.marked(codes)[best]]
        return int((best_candidates if len(best_candidates) else best).min())

    def settle(self, tasks: list[_Task]) -> list[_Task]:
        """Finish the nodes that one of their own candidates divides into single codes.

        By every rating here such a guess is the best there is, and a candidate.
        Returns the tasks that are left.
        """
        most = len(self.table.responses)
        small = [task for task in tasks if len(task.codes) <= most]
        rest = [task for task in tasks if len(task.codes) > most]
        for start in range(0, len(small), SETTLED_TOGETHER):
            rest += self.settle_small(small[start : start + SETTLED_TOGETHER])
        return rest

    def settle_small(self, tasks: list[_Task]) -> list[_Task]:
        """Do so for tasks with no more candidates than there are responses."""
        sizes = np.array([len(task.codes) for task in tasks])
        codes = np.zeros((sizes.max(), len(tasks)), np.intp)
        for number, task in enumerate(tasks):
            codes[: sizes[number], number] = task.codes
        entries = self.table.between(codes[:, :, None], codes.T[None, :, :])
        rest = []
        for number, column in enumerate(complete_dividers(entries, sizes).tolist()):
            task = tasks[number]
            if column < 0:
                rest.append(task)
                continue
            row = entries[: sizes[number], number, column].tolist()
            replies = {
                self.replies[entry]: None if entry == self.table.won else self.leaf(code)
                for entry, code in zip(row, task.codes.tolist(), strict=True)
            }
            task.siblings[task.reply] = Node(self.table.codes[task.codes[column]], replies)
        return rest


_builder = lru_cache(maxsize=1)(_Builder)  # so that a worker prepares its tables once


def _most_entropy(sizes: np.ndarray, guesses: np.ndarray) -> np.ndarray:
    """Find the guesses of truly the highest entropy among those that are close.

    The sum of n * log2(n) orders guesses as the product of n ** n does, which is
    a whole number.
    """
    sizes.sort(axis=0)
    if (sizes == sizes[:, :1]).all():
        return guesses
    kinds, kind = np.unique(sizes, axis=1, return_inverse=True)
    products = [math.prod(n**n for n in column if n > 1) for column in kinds.T.tolist()]
    least = np.array([product == min(products) for product in products])
    chosen: np.ndarray = guesses[least[kind.ravel()]]
    return chosen


BUILDABLE = tuple(name for name, entry in REGISTRY.items() if entry.function)
