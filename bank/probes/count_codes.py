"""Inputs on which answers to count_codes are compared."""

from itertools import product

# %% probes
count_codes(0, 0, True)
count_codes(1, 1, True)
count_codes(1, 2, True)
count_codes(2, 1, True)
count_codes(2, 2, True)
count_codes(3, 2, True)
count_codes(1, 0, False)
count_codes(1, 2, False)
count_codes(2, 1, False)
count_codes(2, 2, False)
count_codes(2, 3, False)
count_codes(3, 1, False)
count_codes(3, 3, False)
count_codes(3, 34, True)
count_codes(23, 19, False)
digest(count_codes, [*product(range(7), range(7), (True, False)), (9, 33, True), (31, 23, False)])
