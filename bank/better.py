"""Answers to: which of two strategies is better in three positions, by which total, and where neither pays."""

# %% right: read off six printed totals
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% right: one entry after the other
better = {}
better["C"] = ("minimax", 28)
better["A"] = ("entropy", 19)
better["B"] = ("neither", 22)
better["mine"] = "GBG RRB GRR GGR RGG GGB BRG".split()

# %% right: computed in a loop
better = {}
for name, codes in LEFT.items():
    one, other = total_guesses(minimax_guess, codes), total_guesses(entropy_guess, codes)
    if one < other:
        better[name] = ("minimax", one)
    elif other < one:
        better[name] = ("entropy", other)
    else:
        better[name] = ("neither", one)
better["mine"] = ["BGG", "RYB", "YBB", "GYB", "RGY", "GRR", "YRY", "BBG"]

# %% right: dict and tuple called
better = dict(A=tuple(["entropy", 19]), B=tuple(["neither", 22]), C=tuple(["minimax", 28]))
better["mine"] = ["RGYR", "OOOY", "BOPP", "PPRY", "BPBR", "BOYB", "GOYB", "GGPB"]

# %% right: sorted pairs, and the tie found afterwards
def pair_of(codes):
    totals = sorted((total_guesses(choose, codes), name) for name, choose in
                    [("minimax", minimax_guess), ("entropy", entropy_guess)])
    return ("neither" if totals[0][0] == totals[1][0] else totals[0][1]), totals[0][0]


better = {name: pair_of(LEFT[name]) for name in "ABC"}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% right: zip of three columns
better = dict(zip("ABC", zip(["entropy", "neither", "minimax"], [19, 22, 28])))
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% right: numbers of NumPy
import numpy as np

better = {"A": ("entropy", np.int64(19)), "B": ("neither", np.int64(22)), "C": ("minimax", np.int64(28))}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% right: a sum over single codes, with another name for the function
count = total_guesses
better = {"A": ("entropy", count(entropy_guess, LEFT["A"])), "B": ("neither", count(entropy_guess, LEFT["B"])), "C": ("minimax", count(minimax_guess, LEFT["C"]))}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the answer stays empty | better is {}
better = {}

# %% wrong: names without totals | better["A"] is "entropy"
better = {"A": "entropy", "B": "neither", "C": "minimax"}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: totals without names | better["A"] is 19
better = {"A": 19, "B": 22, "C": 28}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: entropy everywhere, as in the classic game | better["C"] is ("entropy", 29)
better = {"A": ("entropy", 19), "B": ("entropy", 22), "C": ("entropy", 29)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the larger total is taken for the better one | better["A"] is ("minimax", 24)
better = {"A": ("minimax", 24), "B": ("neither", 22), "C": ("entropy", 29)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the right names with the other strategy's totals | better["A"] is ("entropy", 24)
better = {"A": ("entropy", 24), "B": ("neither", 22), "C": ("minimax", 29)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the difference in place of the total | better["A"] is ("entropy", 5)
better = {"A": ("entropy", 5), "B": ("neither", 1), "C": ("minimax", 1)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: means in place of totals | better["A"][1] is 2.111...
better = {"A": ("entropy", 19 / 9), "B": ("neither", 22 / 10), "C": ("minimax", 28 / 12)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the number first | better["A"] is (19, "entropy")
better = {"A": (19, "entropy"), "B": (22, "neither"), "C": (28, "minimax")}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: lists in place of pairs | better["A"] is ["entropy", 19]
better = {"A": ["entropy", 19], "B": ["neither", 22], "C": ["minimax", 28]}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: one position is missing | better has no entry "B"
better = {"A": ("entropy", 19), "C": ("minimax", 28)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the tie is given to one of the two | better["B"] is ("minimax", 22)
better = {"A": ("entropy", 19), "B": ("minimax", 22), "C": ("minimax", 28)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: three guesses at the names, and totals that were not counted | better["A"] is ("minimax", 20)
better = {"A": ("minimax", 20), "B": ("entropy", 20), "C": ("neither", 20)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the worst case in place of the total | better["A"] is ("entropy", 3)
better = {"A": ("entropy", 3), "B": ("neither", 3), "C": ("neither", 3)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% wrong: the functions in place of their names | better["A"][0] is a function
better = {"A": (entropy_guess, 19), "B": (None, 22), "C": (minimax_guess, 28)}
better["mine"] = ["RY", "YY", "RR", "BR", "BB", "GY", "BY"]

# %% right: a position that chance has found
from itertools import product

better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28)}
every = ["".join(pegs) for pegs in product("RGBY", repeat=3)]
chance = random.Random(4)
while "mine" not in better:
    codes = chance.sample(every, 8)
    if total_guesses(STRATEGIES["first candidate"], codes) < total_guesses(minimax_guess, codes):
        better["mine"] = codes

# %% wrong: no position of one's own | better has no entry "mine"
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28)}

# %% wrong: a position in which both need the same number | better["mine"] is ["RR", "RG"], with 3 guesses for both
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28), "mine": ["RR", "RG"]}

# %% wrong: a position of the notebook | better["mine"] is position A, with 24 guesses for both
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28), "mine": LEFT["A"]}

# %% wrong: the codes of one's own position as a text | better["mine"] is "RY YY RR BR BB GY BY"
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28), "mine": "RY YY RR BR BB GY BY"}

# %% wrong: one's own position has codes of two lengths | better["mine"] is ["RYR", "YY", "RR"]
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28), "mine": ["RYR", "YY", "RR"]}

# %% wrong: one's own position has a code twice | better["mine"] has BY twice
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28), "mine": ["RY", "YY", "RR", "BR", "BB", "GY", "BY", "BY"]}
