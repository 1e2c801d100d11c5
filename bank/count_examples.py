"""Answers to: examples by which eight wrong ways to count codes are exposed."""

# %% right: four examples do it all
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 1), (1, 2, False, 0)]

# %% right: other numbers
count_examples = [(5, 2, True, 25), (5, 4, False, 120), (0, 0, False, 1), (3, 4, False, 0)]

# %% right: six examples
count_examples = [
    (2, 5, True, 32),
    (6, 4, True, 1296),
    (6, 4, False, 360),
    (7, 0, False, 1),
    (2, 4, False, 0),
    (1, 1, False, 1),
]

# %% right: appended one by one
count_examples = []
count_examples.append((3, 4, True, 81))
count_examples.append((5, 3, False, 60))
count_examples.append((5, 0, True, 1))
count_examples.append((4, 5, False, 0))

# %% right: the numbers are computed
count_examples = [(2, 5, True, 2 ** 5), (4, 3, False, 4 * 3 * 2), (4, 0, True, 1), (1, 2, False, 1 * 0)]

# %% right: the codes are listed by loops
number = 0
for first in "RGBY":
    for second in "RGBY":
        for third in "RGBY":
            if first != second and second != third and first != third:
                number = number + 1
count_examples = [(4, 3, False, number), (2, 5, True, 32), (9, 0, True, 1), (1, 2, False, 0)]

# %% right: also an example of the exercise, which does no harm
count_examples = [(3, 2, False, 6), (2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 1), (1, 2, False, 0)]

# %% right: two lists joined
with_repeats = [(2, 5, True, 32), (4, 0, True, 1)]
without = [(4, 3, False, 24), (1, 2, False, 0)]
count_examples = with_repeats + without

# %% wrong: no example at all | an empty list exposes nothing
count_examples = []

# %% wrong: examples of the notebook only | 3 and 2, and 2 and 3, earn no points
count_examples = [(3, 2, True, 9), (3, 2, False, 6), (2, 3, False, 0), (2, 3, True, 8)]

# %% wrong: never without repeats | a program that ignores repeats is not exposed
count_examples = [(2, 5, True, 32), (4, 3, True, 64), (4, 0, True, 1)]

# %% wrong: never with repeats | a program that mixes up colors and places is not exposed
count_examples = [(4, 3, False, 24), (4, 0, False, 1), (1, 2, False, 0)]

# %% wrong: no empty code | a program that gives 0 for it is not exposed
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (1, 2, False, 0)]

# %% wrong: always enough colors | a program that counts a missing color as one is not exposed
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 1)]

# %% wrong: without repeats two places at most | a program that takes away one color only is not exposed
count_examples = [(2, 5, True, 32), (4, 2, False, 12), (4, 0, True, 1), (1, 2, False, 0)]

# %% wrong: a false example: the order is not counted | 4 colors give 24 codes of 3 places
count_examples = [(2, 5, True, 32), (4, 3, False, 4), (4, 0, True, 1), (1, 2, False, 0)]

# %% wrong: a false example: no empty code | there is one code of length 0
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 0), (1, 2, False, 0)]

# %% wrong: a false example: a missing color counts as one | 1 color is too few
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 1), (1, 2, False, 1)]

# %% wrong: a false example beside four that expose everything | 5 * 5 is not 20, so it is left out and costs its share
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 1), (1, 2, False, 0), (5, 2, True, 20)]

# %% wrong: seven examples | 7 are too many
count_examples = [(2, 5, True, 32), (4, 3, False, 24), (4, 0, True, 1), (1, 2, False, 0), (1, 1, True, 1), (1, 2, True, 1), (1, 3, True, 1)]

# %% wrong: numbers that are too large | 10 colors are more than 9
count_examples = [(10, 2, True, 100)]

# %% wrong: True and False as numbers | 1 is not True
count_examples = [(2, 5, 1, 32)]

# %% wrong: the result is missing | an example has four parts
count_examples = [(2, 5, True)]

# %% wrong: lists in place of tuples | an example is a tuple
count_examples = [[2, 5, True, 32]]

# %% wrong: one tuple without a list | the list needs square brackets
count_examples = (2, 5, True, 32)
