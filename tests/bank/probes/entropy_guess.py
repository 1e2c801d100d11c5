"""Inputs on which answers to entropy_guess are compared."""

from itertools import product

ALL_CODES = ["".join(pegs) for pegs in product("123456", repeat=4)]

# %% probes
entropy_guess(["G"], ["R"])
entropy_guess(["R"], ["R"])
entropy_guess(["RR"], ["RR"])
entropy_guess(["G", "R"], ["R"])
entropy_guess(["R", "G"], ["R"])
entropy_guess(["R", "G"], ["R", "G"])
entropy_guess(["RR", "RG"], ["RG", "GR"])
entropy_guess(["1122", "1234"], ALL_CODES)
entropy_guess(["1123", "1234"], ALL_CODES)
entropy_guess(["RR", "BG"], ["RR", "GG", "BB"])
entropy_guess(["RR", "GB"], ["RR", "RG", "RB"])
entropy_guess(["GG", "BR"], ["GB", "BB", "BG", "RG"])
entropy_guess(["RR", "BG"], ["RB", "GG", "GB", "BB"])
entropy_guess(["RR", "GB"], ["RR", "RG", "RB", "GB"])
entropy_guess(["RR", "GG", "RG"], ["RR", "RG", "GB"])
entropy_guess(["BG", "RG"], ["RR", "GG", "BB", "RB", "GR"])
entropy_guess(["BG", "RR"], ["BR", "RG", "RR", "BB", "GB"])
entropy_guess(["RR", "BB"], ["RR", "RG", "GR", "BG", "GB"])
entropy_guess(["RR", "RB"], ["RR", "RG", "GR", "GG", "BB"])
entropy_guess(["GR", "RG"], ["GB", "RG", "GR", "RB", "GG", "RR"])
guesses = ["RR", "RG"]; entropy_guess(guesses, ["RG", "GR"]); guesses
entropy_guess(["BB", "RR"], ["BB", "RR", "RB", "GB", "RY", "YY", "YR", "RG", "BY", "YG", "YB", "GR", "BR"])
entropy_guess(["1113", "1321"], ["2121", "2222", "2321", "3323", "2111", "1313", "1321", "2333", "3231", "1111", "1232", "3332"])
