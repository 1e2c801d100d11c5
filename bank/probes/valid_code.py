"""Inputs on which answers to valid_code are compared."""

from itertools import product


def guesses():
    """Colors, lengths, and guesses that are valid or nearly so."""
    texts = ["".join(pegs) for length in range(4) for pegs in product("PYx", repeat=length)]
    yield from product(["PY", "YP", "P", "Px", "KPY", ""], range(4), texts)
    yield from product(["PYOK", "ROYGBP"], [4, 5], ["PYOK", "PPYO", "PYO ", "POYKX", "PYOKP", "RRRR", "royg", "OYGB\n"])
    yield from product(["P.^*", "py", "\n ", "1234"], [1, 2], ["P.", "..", "py", "P", " ", "\n", "1\n", "12", "p", "^*"])
    for length, place in product(range(4, 8), range(8)):
        yield "BGKOPRY", length, "PYOKRGB"[:place] + "X" + "PYOKRGB"[place + 1 : length]


# %% probes
valid_code("", 0, "")
valid_code("", 1, "")
valid_code("", 0, " ")
valid_code("", 1, "R")
valid_code("R", 0, "")
valid_code("R", 1, "")
valid_code("R", 0, "R")
valid_code("R", 1, " ")
valid_code("R", 1, "R")
valid_code("R", 1, "R\n")
valid_code("R", 1, "r")
valid_code("X", 1, "X")
valid_code("R", 1, "RR")
valid_code("R", 2, "RR")
valid_code("R", 2, "RX")
valid_code("R", 2, "XR")
valid_code("RG", 1, "R")
valid_code("A-C", 1, "B")
valid_code("RG", 2, "GR")
valid_code("R", 5, "RRRRX")
valid_code("R", 1, "X"); valid_code("R", 1, "R")
digest(valid_code, guesses())
