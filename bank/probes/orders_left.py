"""Inputs on which answers to orders_left are compared."""

import random


def in_order(colors, turns):
    """The result, whose arrangement is up to the student."""
    found = orders_left(colors, turns)
    return sorted(found) if isinstance(found, list) else found


def games():
    """Colors, and turns that some order agrees with, or none."""
    chance = random.Random(75)
    for length in [1, 2, 2, 3, 3, 4] * 12:
        colors, turns = "KLMN"[:length], []
        code = "".join(chance.sample(colors, length))
        for turn in range(chance.randint(0, 4)):
            guess = "".join(chance.sample(colors + "XY", length))
            lie = chance.random() < 0.1
            turns.append((guess, sum(a == b for a, b in zip(guess, code)) ^ lie))
        yield colors, turns


# %% probes
orders_left("A", [])
orders_left("A", [("A", 1)])
orders_left("A", [("B", 0)])
sorted(orders_left("AB", []))
orders_left("AB", [("AB", 0)])
orders_left("AB", [("AB", 2)])
orders_left("AB", [("BA", 0)])
sorted(orders_left("AB", [("AC", 0), ("CD", 0)]))
sorted(orders_left("AB", [("CD", 0), ("AB", 0)]))
orders_left("AB", [("AB", 0), ("CD", 0)])
orders_left("A", [("B", 0), ("B", 0)])
turns = [("AB", 0)]; orders_left("AB", turns); turns
sorted(orders_left("ABC", [("ABC", 0)]))
sorted(orders_left("ABC", [("ADB", 1), ("CAB", 0)]))
digest(in_order, games())
