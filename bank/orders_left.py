"""Answers to: which orders of known colors agree with the black key pegs of all turns."""

# %% right: all turns, places counted
def orders_left(colors: str, turns: list[tuple[str, int]]) -> list[str]:
    """Return the orders of colors that agree with the black key pegs of all turns."""
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% right: a list that becomes shorter with every turn
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for guess, black in turns:
        keep = []
        for order in left:
            same = 0
            for i in range(len(order)):
                if order[i] == guess[i]:
                    same += 1
            if same == black:
                keep.append(order)
        left = keep
    return left

# %% right: for with else
def orders_left(colors, turns):
    result = []
    for order in permutations(colors):
        for guess, black in turns:
            if sum(a == b for a, b in zip(guess, order)) != black:
                break
        else:
            result.append("".join(order))
    return result

# %% right: get_feedback counts the black ones
def orders_left(colors, turns):
    orders = map("".join, permutations(colors))
    return [o for o in orders if all(get_feedback(o, g).count("b") == b for g, b in turns)]

# %% right: recursion over the colors
def orders_left(colors, turns):
    def orders(rest):
        if not rest:
            return [""]
        return [c + more for c in rest for more in orders(rest.replace(c, ""))]

    def agrees(order):
        return not any(sum(x == y for x, y in zip(order, g)) != b for g, b in turns)

    return [order for order in orders(colors) if agrees(order)]

# %% right: a set of orders, sorted in the end
def orders_left(colors, turns):
    left = {"".join(order) for order in permutations(colors)}
    for guess, black in turns:
        left = {o for o in left if len([i for i in range(len(o)) if o[i] == guess[i]]) == black}
    return sorted(left)

# %% right: those that disagree are removed from a copy
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for order in left[:]:
        for turn in turns:
            if [a == b for a, b in zip(order, turn[0])].count(True) != turn[1]:
                left.remove(order)
                break
    return left

# %% right: while loops
def orders_left(colors, turns):
    every = list(permutations(colors))
    good = []
    while every:
        order = every.pop()
        number = 0
        while number < len(turns):
            guess, black = turns[number]
            if sum(map(str.__eq__, order, guess)) != black:
                break
            number += 1
        if number == len(turns):
            good.append("".join(order))
    return good

# %% right: a filter, and nothing but comprehensions
def orders_left(colors, turns):
    guesses = [guess for guess, black in turns]
    earned = [black for guess, black in turns]

    def would_earn(order):
        return [sum(p == q for p, q in zip(order, guess)) for guess in guesses]

    return list(filter(lambda o: would_earn(o) == earned, map("".join, permutations(colors))))

# %% right: from the last place to the first
def orders_left(colors, turns):
    found = []
    for order in permutations(reversed(colors)):
        text = ""
        for peg in order:
            text = text + peg
        fits = True
        for guess, black in turns:
            hits = 0
            for i in range(len(colors) - 1, -1, -1):
                hits += text[i] == guess[i]
            fits = fits and hits == black
        if fits:
            found.append(text)
    return found

# %% right: a table of NumPy, whose rows become fewer
import numpy as np

def orders_left(colors, turns):
    rows = np.array([list(order) for order in permutations(colors)])
    for guess, black in turns:
        rows = rows[(rows == np.array(list(guess))).sum(axis=1) == black]
    return ["".join(row) for row in rows]

# %% wrong: only the last turn | orders_left("AB", [("AB", 0), ("CD", 0)]) is ["AB", "BA"], not ["BA"]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    if turns:
        guess, black = turns[-1]
        left = [o for o in left if sum(a == b for a, b in zip(o, guess)) == black]
    return left

# %% wrong: only the first turn | orders_left("AB", [("CD", 0), ("AB", 0)]) is ["AB", "BA"], not ["BA"]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for guess, black in turns:
        return [o for o in left if sum(a == b for a, b in zip(o, guess)) == black]
    return left

# %% wrong: the first turn is left out | orders_left("AB", [("AB", 0)]) is ["AB", "BA"], not ["BA"]
def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, g)) == b2 for g, b2 in turns[1:])

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: any turn is enough | orders_left("AB", []) is [], not ["AB", "BA"]
def orders_left(colors, turns):
    def agrees(order):
        return any(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: at least so many | orders_left("AB", [("AB", 0)]) is ["AB", "BA"], not ["BA"]
def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) >= black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: at most so many | orders_left("AB", [("AB", 2)]) is ["AB", "BA"], not ["AB"]
def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) <= black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: colors in common, not places | orders_left("AB", [("AB", 0)]) is [], not ["BA"]
def orders_left(colors, turns):
    def agrees(order):
        return all(len(set(order) & set(guess)) == black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: white in place of black | orders_left("A", [("A", 1)]) is [], not ["A"]
def orders_left(colors, turns):
    def agrees(order):
        return all(get_feedback("".join(order), guess).count("w") == black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: the feedback is compared with a number | orders_left("A", [("A", 1)]) is [], not ["A"]
def orders_left(colors, turns):
    def agrees(order):
        return all(get_feedback("".join(order), guess) == black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: all key pegs are counted | orders_left("AB", [("BA", 0)]) is [], not ["AB"]
def orders_left(colors, turns):
    def agrees(order):
        return all(len(get_feedback("".join(order), guess)) == black for guess, black in turns)

    return ["".join(order) for order in permutations(colors) if agrees(order)]

# %% wrong: tuples in place of texts | orders_left("A", []) is [("A",)], not ["A"]
def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    return [order for order in permutations(colors) if agrees(order)]

# %% wrong: only the first order that agrees | orders_left("AB", []) is ["AB"], not ["AB", "BA"]
def orders_left(colors, turns):
    for order in permutations(colors):
        if all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns):
            return ["".join(order)]
    return []

# %% wrong: the order itself, not a list | orders_left("A", []) is "A", not ["A"]
def orders_left(colors, turns):
    for order in permutations(colors):
        if all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns):
            return "".join(order)

# %% wrong: combinations have no orders | orders_left("AB", [("AB", 0)]) is [], not ["BA"]
def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    return ["".join(order) for order in combinations(colors, len(colors)) if agrees(order)]

# %% wrong: codes with repeats | orders_left("AB", []) is ["AA", "AB", "BA", "BB"], not ["AB", "BA"]
from itertools import product

def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    return ["".join(order) for order in product(colors, repeat=len(colors)) if agrees(order)]

# %% wrong: guesses are left out | orders_left("A", [("A", 1)]) is [], not ["A"]
def orders_left(colors, turns):
    asked = [guess for guess, black in turns]

    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    orders = ["".join(order) for order in permutations(colors) if agrees(order)]
    return [order for order in orders if order not in asked]

# %% wrong: an order once for every turn | orders_left("A", [("B", 0), ("B", 0)]) is ["A", "A"], not ["A"]
def orders_left(colors, turns):
    orders = ["".join(order) for order in permutations(colors)]
    left = [] if turns else orders
    for guess, black in turns:
        for order in orders:
            if all(sum(a == b for a, b in zip(order, g)) == n for g, n in turns):
                left.append(order)
    return left

# %% wrong: the number of orders | orders_left("A", []) is 1, not ["A"]
def orders_left(colors, turns):
    def agrees(order):
        return all(sum(a == b for a, b in zip(order, guess)) == black for guess, black in turns)

    return sum(agrees(order) for order in permutations(colors))

# %% wrong: nothing is returned | orders_left("A", []) is None, not ["A"]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for guess, black in turns:
        left = [o for o in left if sum(a == b for a, b in zip(o, guess)) == black]

# %% wrong: what disagrees is kept | orders_left("A", [("A", 1)]) is [], not ["A"]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for guess, black in turns:
        left = [o for o in left if sum(a == b for a, b in zip(o, guess)) != black]
    return left

# %% wrong: the last place is not looked at | orders_left("A", [("A", 1)]) is [], not ["A"]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for guess, black in turns:
        left = [o for o in left if sum(o[i] == guess[i] for i in range(len(o) - 1)) == black]
    return left

# %% wrong: a turn without black key pegs is skipped | orders_left("AB", [("AB", 0)]) is ["AB", "BA"], not ["BA"]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    for guess, black in turns:
        if black:
            left = [o for o in left if sum(a == b for a, b in zip(o, guess)) == black]
    return left

# %% wrong: the turns are used up | turns = [("AB", 0)], then orders_left("AB", turns), then list(turns) is [], not [("AB", 0)]
def orders_left(colors, turns):
    left = ["".join(order) for order in permutations(colors)]
    while turns:
        guess, black = turns.pop()
        left = [o for o in left if sum(a == b for a, b in zip(o, guess)) == black]
    return left
