"""Inputs on which answers to clean_guess are compared."""

from itertools import product


def texts():
    """Short texts of all kinds, and some longer ones."""
    for length in range(4):
        yield from (("".join(signs),) for signs in product("r,Y ", repeat=length))
    for text in ["\tr", "r\n", "\n r,", "a-1", "b_2.", "rrYY", "ö,ß", "r , g ,, b", " r g b y o p", "x" * 9, "0;1", "G,\t,G"]:
        yield (text,)


# %% probes
clean_guess("")
clean_guess(" ")
clean_guess(",")
clean_guess("-")
clean_guess(".")
clean_guess("1")
clean_guess("R")
clean_guess("r")
clean_guess("x")
clean_guess("ä")
clean_guess("  ")
clean_guess(", ")
clean_guess("RG")
clean_guess("RR")
clean_guess("\t")
clean_guess("rg")
clean_guess("R G")
clean_guess("R,G")
clean_guess("R\tG")
clean_guess("RRRRR")
digest(clean_guess, texts())
