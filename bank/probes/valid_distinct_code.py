"""Inputs on which answers to valid_distinct_code are compared."""

from itertools import permutations, product


def guesses():
    """Colors, lengths, and guesses that are valid or nearly so."""
    texts = ["".join(pegs) for length in range(4) for pegs in product("PYx", repeat=length)]
    yield from product(["PY", "YP", "P", "Px", "KPY", ""], range(4), texts)
    yield from product(["PYOK", "ROYGBP"], [4, 5], ["PYOK", "PPYO", "PYO ", "POYKX", "PYOKP", "RRRR", "royg", "OYGB\n"])
    yield from product(["P.^*", "py", "\n ", "1234"], [1, 2], ["P.", "..", "py", "P", " ", "\n", "1\n", "12", "p", "^*"])
    code = "PYOKRGB"
    for length in range(4, 8):
        for one, other in permutations(range(length), 2):
            yield "BGKOPRY", length, code[:one] + code[other] + code[one + 1 : length]


# %% probes
valid_distinct_code("", 0, "")
valid_distinct_code("", 1, "")
valid_distinct_code("", 0, "R")
valid_distinct_code("", 1, "R")
valid_distinct_code("R", 0, "")
valid_distinct_code("R", 1, "R")
valid_distinct_code("R", 1, "RR")
valid_distinct_code("R", 2, "R ")
valid_distinct_code("R", 2, "R-")
valid_distinct_code("R", 2, "RR")
valid_distinct_code("RG", 1, "R")
valid_distinct_code("R", 3, "RRR")
valid_distinct_code("RG", 2, "RG")
valid_distinct_code("Rr", 2, "Rr")
valid_distinct_code("RG", 3, "GRR")
valid_distinct_code("RG", 3, "RGR")
valid_distinct_code("RG", 3, "RRG")
valid_distinct_code("RGB", 3, "GRR")
valid_distinct_code("RGBY", 5, "RGBYR")
valid_distinct_code("R", 1, "R"); valid_distinct_code("R", 1, "R")
digest(valid_distinct_code, guesses())
