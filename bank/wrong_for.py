"""Answers to: the shortest list of tunes for which the assistant's step is wrong."""

# %% right: the shortest
wrong_for = ["AA", "AB", "BA"]

# %% right: five notes
wrong_for = ["AAAAA", "AAAAB", "AAABA"]

# %% right: notes of one's own
wrong_for = ["xxx", "xxy", "xyx"]

# %% right: appended one by one
wrong_for = []
for tune in ["CC", "CD"]:
    wrong_for.append(tune)
wrong_for.append(wrong_for[1][::-1])

# %% right: silence on both sides
wrong_for = ["EE", "AB", "AC"]

# %% right: found by trying all lists of three
from itertools import permutations

every = ["".join(notes) for notes in product("ABC", repeat=2)]
wrong_for = []
for tunes in permutations(every, 3):
    worst = [max(counts_of(played, tunes).values()) for played in tunes]
    if worst[0] > min(worst):
        wrong_for = list(tunes)

# %% right: the by-hand list without what it does not need
wrong_for = ["CC", "AB", "BA", "AC"]
wrong_for.remove("AC")

# %% right: split
wrong_for = "GG GF FG".split()

# %% wrong: the list of the example | wrong_for has 4 tunes, where 3 are enough
wrong_for = ["CC", "AB", "BA", "AC"]

# %% wrong: the answer stays empty | wrong_for is []
wrong_for = []

# %% wrong: two tunes | wrong_for is ["AA", "AB"], for which the step is right
wrong_for = ["AA", "AB"]

# %% wrong: one tune | wrong_for is ["AA"], for which the step is right
wrong_for = ["AA"]

# %% wrong: three tunes of which the first is as good as any | wrong_for is ["AB", "AA", "BA"], for which the step is right
wrong_for = ["AB", "AA", "BA"]

# %% wrong: all tunes of two notes | wrong_for is all tunes of two notes out of ABC, for which the step is right
wrong_for = ["".join(notes) for notes in product("ABC", repeat=2)]

# %% wrong: all tunes of two notes out of four | wrong_for has 16 tunes, where 3 are enough
wrong_for = ["".join(notes) for notes in product("ABCD", repeat=2)]

# %% wrong: a tuple | wrong_for is ("AA", "AB", "BA"), not a list
wrong_for = ("AA", "AB", "BA")

# %% wrong: one string | wrong_for is "AA AB BA", not a list
wrong_for = "AA AB BA"

# %% wrong: a set | wrong_for is {"AA", "AB", "BA"}, which has no order
wrong_for = {"AA", "AB", "BA"}

# %% wrong: tunes as tuples of notes | wrong_for[0] is ("A", "A"), not "AA"
wrong_for = [("A", "A"), ("A", "B"), ("B", "A")]

# %% wrong: the same tune twice | wrong_for is ["AA", "AB", "AB"]
wrong_for = ["AA", "AB", "AB"]

# %% wrong: tunes of different lengths | wrong_for is ["A", "AB", "BAA"]
wrong_for = ["A", "AB", "BAA"]

# %% wrong: the tune that is right, with the list | wrong_for is ["AB", ["AA", "AB", "BA"]]
wrong_for = ["AB", ["AA", "AB", "BA"]]

# %% wrong: played and answer in place of tunes | wrong_for is {"AA": (2, 0)}
wrong_for = {"AA": (2, 0)}

# %% wrong: the tune that is played wrongly | wrong_for is "AA"
wrong_for = "AA"
