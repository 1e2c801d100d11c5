import itertools

import numpy as np
import pytest

from mastermind.rules import Rules
from mastermind.trees.symmetry import first_of_their_kind
from mastermind.trees.tables import FeedbackTable


def first_by_trying_everything(rules, history):
    """The first of every orbit under all permutations that fix the history."""
    codes, colors = rules.codes(), rules.colors
    firsts = set()
    seen = set()
    stabilizer = [
        (positions, dict(zip(colors, names, strict=True)))
        for positions in itertools.permutations(range(rules.code_length))
        for names in itertools.permutations(colors)
    ]

    def image(code, permutation):
        positions, names = permutation
        return "".join(names[code[position]] for position in positions)

    stabilizer = [p for p in stabilizer if all(image(guess, p) == guess for guess in history)]
    for code in codes:
        if code not in seen:
            firsts.add(code)
            seen.update(image(code, permutation) for permutation in stabilizer)
    return sorted(firsts, key=codes.index)


@pytest.mark.parametrize(
    "rules, history",
    [
        (Rules(3, 4), []),
        (Rules(3, 4), ["AAB"]),
        (Rules(3, 4), ["AAB", "CCA"]),
        (Rules(4, 4), ["AABB"]),
        (Rules(4, 4), ["ABCD"]),
        (Rules(4, 4), ["ABBC", "DDAA"]),
        (Rules(4, 5), ["AABC"]),
        (Rules(3, 5, repeats=False), []),
        (Rules(3, 5, repeats=False), ["ABC"]),
        (Rules(3, 5, repeats=False), ["ABC", "ADE"]),
    ],
)
def test_representatives_are_the_firsts_of_the_orbits(rules, history):
    table = FeedbackTable(rules)
    rows = [table.digits[table.codes.index(guess)] for guess in history]
    chosen = first_of_their_kind(table.digits, rows, len(rules.colors))
    assert [table.codes[index] for index in chosen] == first_by_trying_everything(rules, history)


def test_with_many_positions_at_least_the_firsts_are_kept():
    table = FeedbackTable(Rules(7, 2))
    chosen = first_of_their_kind(table.digits, [], 2)
    spelled = [table.codes[index] for index in chosen]
    assert {"AAAAAAA", "AAAAAAB", "AAAAABB", "AAAABBB"} <= set(spelled)
    assert len(spelled) < 20
    assert (np.diff(chosen) > 0).all()
