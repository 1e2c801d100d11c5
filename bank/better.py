"""Answers to: which of two strategies is better in three positions, and by which total."""

# %% right: read off six printed totals
better = {"A": ("entropy", 19), "B": ("neither", 22), "C": ("minimax", 28)}

# %% right: one entry after the other
better = {}
better["C"] = ("minimax", 28)
better["A"] = ("entropy", 19)
better["B"] = ("neither", 22)

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

# %% right: dict and tuple called
better = dict(A=tuple(["entropy", 19]), B=tuple(["neither", 22]), C=tuple(["minimax", 28]))

# %% right: sorted pairs, and the tie found afterwards
def pair_of(codes):
    totals = sorted((total_guesses(choose, codes), name) for name, choose in
                    [("minimax", minimax_guess), ("entropy", entropy_guess)])
    return ("neither" if totals[0][0] == totals[1][0] else totals[0][1]), totals[0][0]


better = {name: pair_of(LEFT[name]) for name in "ABC"}

# %% right: zip of three columns
better = dict(zip("ABC", zip(["entropy", "neither", "minimax"], [19, 22, 28])))

# %% right: numbers of NumPy
import numpy as np

better = {"A": ("entropy", np.int64(19)), "B": ("neither", np.int64(22)), "C": ("minimax", np.int64(28))}

# %% right: a sum over single codes, with another name for the function
count = total_guesses
better = {"A": ("entropy", count(entropy_guess, LEFT["A"])), "B": ("neither", count(entropy_guess, LEFT["B"])), "C": ("minimax", count(minimax_guess, LEFT["C"]))}

# %% wrong: the answer stays empty | better is {}
better = {}

# %% wrong: names without totals | better["A"] is "entropy"
better = {"A": "entropy", "B": "neither", "C": "minimax"}

# %% wrong: totals without names | better["A"] is 19
better = {"A": 19, "B": 22, "C": 28}

# %% wrong: entropy everywhere, as in the classic game | better["C"] is ("entropy", 29)
better = {"A": ("entropy", 19), "B": ("entropy", 22), "C": ("entropy", 29)}

# %% wrong: the larger total is taken for the better one | better["A"] is ("minimax", 24)
better = {"A": ("minimax", 24), "B": ("neither", 22), "C": ("entropy", 29)}

# %% wrong: the right names with the other strategy's totals | better["A"] is ("entropy", 24)
better = {"A": ("entropy", 24), "B": ("neither", 22), "C": ("minimax", 29)}

# %% wrong: the difference in place of the total | better["A"] is ("entropy", 5)
better = {"A": ("entropy", 5), "B": ("neither", 1), "C": ("minimax", 1)}

# %% wrong: means in place of totals | better["A"][1] is 2.111...
better = {"A": ("entropy", 19 / 9), "B": ("neither", 22 / 10), "C": ("minimax", 28 / 12)}

# %% wrong: the number first | better["A"] is (19, "entropy")
better = {"A": (19, "entropy"), "B": (22, "neither"), "C": (28, "minimax")}

# %% wrong: lists in place of pairs | better["A"] is ["entropy", 19]
better = {"A": ["entropy", 19], "B": ["neither", 22], "C": ["minimax", 28]}

# %% wrong: one position is missing | better has no entry "B"
better = {"A": ("entropy", 19), "C": ("minimax", 28)}

# %% wrong: the tie is given to one of the two | better["B"] is ("minimax", 22)
better = {"A": ("entropy", 19), "B": ("minimax", 22), "C": ("minimax", 28)}

# %% wrong: three guesses at the names, and totals that were not counted | better["A"] is ("minimax", 20)
better = {"A": ("minimax", 20), "B": ("entropy", 20), "C": ("neither", 20)}

# %% wrong: the worst case in place of the total | better["A"] is ("entropy", 3)
better = {"A": ("entropy", 3), "B": ("neither", 3), "C": ("neither", 3)}

# %% wrong: the functions in place of their names | better["A"][0] is a function
better = {"A": (entropy_guess, 19), "B": (None, 22), "C": (minimax_guess, 28)}
