"""Looking ahead where a game is too large to be solved: a beam search.

At every node only the few guesses that promise most are tried, each to the end
of the game. What they promise is estimated from the sizes of their parts, by the
average number of guesses that sets of such a size take in a one-step tree of the
same game.
"""

import numpy as np

from mastermind.optimal import Search
from mastermind.ratings import Rating, rate_promising
from mastermind.rules import Rules
from mastermind.strategy_tree import Node, Tree
from mastermind.trees import build

UNIT = 1 << 10  # estimates are whole multiples of 1 / UNIT guesses


def look_ahead(rules: Rules, beam: int = 4, first=None, max_guesses: int | None = None) -> Tree:
    if beam < 1:
        raise ValueError(f"beam must be at least 1, not {beam}")
    tree = _BeamSearch(rules, beam, first).tree(max_guesses, first)
    if tree is None:
        raise ValueError(f"found no strategy that takes at most {max_guesses} guesses")
    return tree


class _BeamSearch(Search):
    def __init__(self, rules: Rules, beam: int, first) -> None:
        super().__init__(rules)
        self.beam = beam
        self.name = f"look-ahead, {beam} guesses at a node"
        estimates = _estimates(build(rules, "entropy", first=first))
        steps = np.diff(estimates, prepend=0)
        self.estimate = Rating(lambda k: estimates[: len(k)], lambda k: np.take(steps, k))

    def promising(self, codes, indices, limit, turns):
        indices, ratings = rate_promising(self.estimate, self.table, codes, indices, self.beam)
        is_candidate = np.zeros(self.table.size, bool)
        is_candidate[codes] = True
        ratings = ratings - UNIT * is_candidate[indices]
        best = np.lexsort([indices, ratings])[: self.beam]
        return indices[best], np.zeros(len(best))


def _estimates(tree: Tree) -> np.ndarray:
    """Average total of the subtrees for 0, 1, 2, ... candidates, smoothed."""
    sizes, totals = [], []

    def walk(node: Node) -> tuple[int, int]:
        below = [walk(child) for child in node.replies.values() if child]
        size = sum(s for s, _ in below) + (None in node.replies.values())
        total = sum(t for _, t in below) + size
        sizes.append(size)
        totals.append(total)
        return size, total

    walk(tree.root)
    size = np.array(sizes)
    large = size > 2
    average = np.array(totals)[large] / size[large]
    fit = np.polyfit(np.log(size[large]), average, 2, w=np.sqrt(size[large]))
    every = np.arange(1, tree.rules.size + 2)
    estimates = every * np.polyval(fit, np.log(every))
    estimates[:2] = [1, 3][: len(estimates)]
    return np.concatenate([[0], np.rint(UNIT * estimates)]).astype(np.int64)
