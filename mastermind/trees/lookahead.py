"""Looking ahead where a game is too large to be solved: a beam search.

At every node only the few guesses that promise most are tried, each to the end
of the game. What they promise is estimated from the sizes of their parts, by the
average number of guesses that sets of such a size take in a one-step tree of the
same game.
"""

from mastermind.rules import Rules
from mastermind.trees.arrays import np
from mastermind.trees.building import build
from mastermind.trees.optimal import Search
from mastermind.trees.ratings import Rating, rate_promising
from mastermind.trees.tree import Node, Tree

UNIT = 1 << 10  # estimates are whole multiples of 1 / UNIT guesses


def look_ahead(
    rules: Rules,
    beam: int = 4,
    first: str | None = None,
    max_guesses: int | None = None,
    candidates_only: bool = False,
) -> Tree:
    """Find a tree with few expected guesses, without a proof that there is none with fewer."""
    if beam < 1:
        raise ValueError(f"beam must be at least 1, not {beam}")
    if max_guesses is not None and max_guesses < 1:
        raise ValueError(f"max_guesses must be at least 1, not {max_guesses}")
    name = f"look-ahead at the best {beam}"
    tree = _BeamSearch(rules, beam, first, candidates_only).tree(name, max_guesses, first)
    if tree is None:
        raise ValueError(f"found no strategy with at most {max_guesses} guesses; try a larger beam")
    return tree


class _BeamSearch(Search):
    def __init__(self, rules: Rules, beam: int, first: str | None, candidates_only: bool) -> None:
        super().__init__(rules, candidates_only)
        self.beam = beam
        estimates = _estimates(build(rules, "entropy", first, candidates_only))
        steps = np.diff(estimates, prepend=0)
        self.estimate = Rating(lambda k: estimates[: len(k)], lambda k: np.take(steps, k))

    def promising(
        self, codes: np.ndarray, indices: np.ndarray, turns: float, limit: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Choose the guesses of the beam, the best estimate first."""
        indices, ratings = rate_promising(self.estimate, self.table, codes, indices, self.beam)
        # A guess that can be right leaves one code less to be found.
        ratings = ratings - UNIT * self.table.marked(codes)[indices]
        best = np.lexsort([indices, ratings])[: self.beam]
        return indices[best], np.zeros(len(best), np.int64)


def _estimates(tree: Tree) -> np.ndarray:
    """Average and smooth the totals for 0, 1, 2, ... candidates in a tree.

    The average number of guesses is nearly linear in the logarithm of the number
    of candidates; a quadratic takes up the rest.
    """
    sizes, totals = np.array(_subtrees(tree.root)).T
    large = sizes > 2
    averages = totals[large] / sizes[large]
    every = np.arange(1, tree.rules.size + 2)
    estimates = 2 * every - 1.0  # right for 1 and 2; more than 2 need a tree to learn from
    if len(set(sizes[large].tolist())) > 2:
        fit = np.polyfit(np.log(sizes[large]), averages, 2, w=np.sqrt(sizes[large]))
        estimates[2:] = (every * np.polyval(fit, np.log(every)))[2:]
    return np.concatenate([[0], np.rint(UNIT * estimates)]).astype(np.int64)


def _subtrees(node: Node) -> list[tuple[int, int]]:
    """Count codes and guesses of all subtrees, that of the node itself last."""
    below = [_subtrees(child) for child in node.replies.values() if child]
    size = sum(subtrees[-1][0] for subtrees in below) + (None in node.replies.values())
    total = sum(subtrees[-1][1] for subtrees in below) + size
    return [pair for subtrees in below for pair in subtrees] + [(size, total)]
