"""Who guesses only what can be right: two published totals that are too small, and why."""

from collections import Counter
from itertools import product
from operator import itemgetter

import pytest

from mastermind.feedback import feedback
from mastermind.rules import Rules
from mastermind.trees.optimal import Search, solve

# Of supermastermind.github.io, by the first guess.
BY_FIRST_GUESS = [
    (Rules(3, 5), "ABC", 455), (Rules(3, 5), "ABB", 456), (Rules(3, 5), "AAA", 514),
    (Rules(4, 6), "ABCD", 5743), (Rules(4, 6), "AABB", 5752), (Rules(4, 6), "ABBB", 5848),
    (Rules(4, 6), "AAAA", 6359),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rules, first, total", BY_FIRST_GUESS, ids=str)
def test_the_site_s_totals_for_each_first_guess(rules, first, total):
    tree = Search(rules, candidates_only=True).tree("optimal", None, first)
    assert (tree.root.guess, tree.total) == (first, total)


def least(pegs, colors, late=False):
    """Try everything: each guess has to fit all answers or, if late, all but the last."""
    codes = tuple(map("".join, product("ABCDEF"[:colors], repeat=pegs)))
    answer = {pair: feedback(*pair) for pair in product(codes, repeat=2)}
    known = {}  # a lower bound, and whether it is reached

    def best(left, allowed, limit):
        if len(left) == 1:
            return 1
        bound, exact = known.get((left, allowed), (2 * len(left) - 1, False))
        if exact or bound > limit:
            return bound
        tried = []
        for guess in allowed:
            parts = {}
            for code in left:
                parts.setdefault(answer[code, guess], []).append(code)
            if len(parts) > 1:
                parts.pop((pegs, 0), None)
                # A code takes one guess, two codes three: each code more at least two.
                bound = len(left) + sum(2 * len(part) - 1 for part in parts.values())
                tried.append((bound, sorted(map(tuple, parts.values()), key=len)))
        least = limit + 1
        for total, parts in sorted(tried, key=itemgetter(0)):
            for part in parts:
                if total < least:
                    rest = total - (2 * len(part) - 1)
                    total = rest + best(part, left if late else part, least - 1 - rest)
            least = min(least, total)
        known[left, allowed] = least, least <= limit
        return least

    kinds = {tuple(sorted(Counter(code).values())): code for code in codes}
    return best(codes, tuple(kinds.values()), 10**6)  # at first, codes of one kind are equal


@pytest.mark.parametrize(
    "pegs, colors, right, one_answer_late",
    [(3, 4, 206, 206), (3, 5, 455, 451), pytest.param(3, 6, 864, 855, marks=pytest.mark.nightly)],
)
def test_a_rule_that_is_one_answer_late_gives_the_smaller_totals(
    pegs, colors, right, one_answer_late
):
    """The program that tells 5629 for 4 pegs in 6 colors tells 206, 451 and 855 for these."""
    assert solve(Rules(pegs, colors), candidates_only=True).total == right
    assert least(pegs, colors) == right
    assert least(pegs, colors, late=True) == one_answer_late
