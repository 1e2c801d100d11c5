"""The four ratings of guesses by their definitions, in whole numbers: what all else must agree with.

The smaller, the better. Entropy is compared by the product of n ** n, as the sum of n * log2(n)
orders guesses in the same way.
"""

import math
from collections import Counter

from mastermind.feedback import feedback


def rate_sizes(strategy, sizes):
    """Rate a guess by the sizes of its parts, none of them empty."""
    return {
        "minimax": max(sizes),
        "expected-size": sum(n * n for n in sizes),
        "most-parts": -len(sizes),
        "entropy": math.prod(n**n for n in sizes),
    }[strategy]


def rate(strategy, guess, candidates, answer=feedback):
    """Rate a guess by what its feedback would leave of the candidates."""
    sizes = Counter(answer(code, guess) for code in candidates).values()
    return rate_sizes(strategy, list(sizes))


def verify(tree):
    """Play every code through a tree with the reference scorer.

    Nothing that built the tree is used: only the list of codes and the rules' `feedback`.
    A ValueError tells what is wrong.
    """
    codes = tree.rules.codes()
    known = set(codes)
    for _, node in tree.nodes():
        if node.guess not in known:
            raise ValueError(f"the guess {node.guess!r} is not a code of this game")
    found = Counter()
    branches = set()
    for code in codes:
        guesses = tree.play(code)
        if guesses[-1] != code or code in guesses[:-1]:
            raise ValueError(f"the tree does not find {code}: it plays {guesses}")
        found[len(guesses)] += 1
        history = [(guess, tree.rules.feedback(code, guess)) for guess in guesses]
        branches.update(tuple(history[:turn]) for turn in range(1, len(history) + 1))
    drawn = sum(len(node.replies) for _, node in tree.nodes())
    if drawn != len(branches):
        raise ValueError(f"{drawn - len(branches)} branches of the tree are reached by no code")
    histogram = dict(sorted(found.items()))
    if histogram != tree.histogram:
        raise ValueError(f"the tree claims {tree.histogram}, but played out it is {histogram}")
    return histogram
