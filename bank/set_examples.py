"""Answers to: examples by which eight wrong ways to keep sets of colors are exposed."""

# %% right: three examples do it all
set_examples = [
    (["KG", "GH", "HK"], "HG", 2, ["GH"]),
    (["NM", "MN", "HG", "GH", "KG"], "GK", 1, ["HG", "GH"]),
    (["HG", "KM"], "KM", 0, ["HG"]),
]

# %% right: the guess itself among the sets
set_examples = [
    (["HM", "MN", "HG", "GH", "KG"], "GK", 1, ["HG", "GH"]),
    (["MN", "HG", "NM"], "NM", 2, ["MN", "NM"]),
    (["GH", "MN"], "GH", 0, ["MN"]),
]

# %% right: digits
set_examples = [
    (["34", "45", "31", "13", "21"], "12", 1, ["31", "13"]),
    (["21"], "12", 2, ["21"]),
    (["12", "34"], "12", 0, ["34"]),
]

# %% right: three colors
set_examples = [
    (["MNP", "NPQ", "HGM", "GHM", "GHK"], "GKH", 2, ["HGM", "GHM"]),
    (["HGK"], "GKH", 3, ["HGK"]),
    (["GKH", "MNP"], "GKH", 0, ["MNP"]),
]

# %% right: appended one by one
set_examples = []
set_examples.append((["NM", "MN", "HG", "GH", "KG"], "GK", 1, ["HG", "GH"]))
set_examples.append((["GK"], "KG", 2, ["GK"]))
set_examples.append((["GK", "MN"], "KG", 0, ["MN"]))

# %% right: the sets are computed
def example(sets, guess, number):
    return sets, guess, number, [one for one in sets if len({*one} & {*guess}) == number]


set_examples = [
    example(["NM", "MN", "HG", "GH", "KG"], "GK", 1),
    example(["GK"], "KG", 2),
    example(["GK", "MN"], "KG", 0),
]

# %% right: small letters, and the by-hand example, which does no harm
set_examples = [
    (["ABC", "ABD", "DEF"], "CAB", 2, ["ABD"]),
    (["nm", "mn", "hg", "gh", "kg"], "gk", 1, ["hg", "gh"]),
    (["gk"], "kg", 2, ["gk"]),
    (["gk", "mn"], "kg", 0, ["mn"]),
]

# %% right: names for the lists
many, same = ["NM", "MN", "HG", "GH", "KG"], ["GK"]
set_examples = [(many, "GK", 1, ["HG", "GH"]), (same, "KG", 2, same), (["GK", "MN"], "KG", 0, ["MN"])]

# %% wrong: no example at all | an empty list exposes nothing
set_examples = []

# %% wrong: the example of the exercise only | its colors are A to F, which earn no points
set_examples = [(["ABC", "ABD", "DEF"], "CAB", 2, ["ABD"])]

# %% wrong: the guess's own colors never stay | the assistant's program is not exposed
set_examples = [(["NM", "MN", "HG", "GH", "KG"], "GK", 1, ["HG", "GH"]), (["GK", "MN"], "KG", 0, ["MN"])]

# %% wrong: the number is never 0 | a program that keeps everything for 0 is not exposed
set_examples = [(["NM", "MN", "HG", "GH", "KG"], "GK", 1, ["HG", "GH"]), (["GK"], "KG", 2, ["GK"])]

# %% wrong: one set stays each time | a program that stops at the first is not exposed
set_examples = [(["NM", "MN", "HG", "KG"], "GK", 1, ["HG"]), (["GK"], "KG", 2, ["GK"]), (["GK", "MN"], "KG", 0, ["MN"])]

# %% wrong: what stays is in the order of the alphabet | a program that sorts is not exposed
set_examples = [(["NM", "MN", "GH", "HG", "KG"], "GK", 1, ["GH", "HG"]), (["GK"], "KG", 2, ["GK"]), (["GK", "MN"], "KG", 0, ["MN"])]

# %% wrong: what goes never comes in a row | a program that removes in the loop is not exposed
set_examples = [(["HG", "NM", "GH", "KG"], "GK", 1, ["HG", "GH"]), (["GK"], "KG", 2, ["GK"]), (["GK", "MN"], "KG", 0, ["MN"])]

# %% wrong: a false example: places are counted | GK and KG have two colors in common
set_examples = [(["GK", "KG"], "GK", 2, ["GK"])]

# %% wrong: a false example: at least so many | KG has two colors in common with GK
set_examples = [(["GH", "KG"], "GK", 1, ["GH", "KG"])]

# %% wrong: a false example: the guess itself is out | GK has both colors
set_examples = [(["GK", "GH"], "GK", 2, [])]

# %% wrong: a false example beside three that expose everything | HG has one color in common with GK, so it is left out and costs its share
set_examples = [
    (["NM", "MN", "HG", "GH", "KG"], "GK", 1, ["HG", "GH"]),
    (["GK"], "KG", 2, ["GK"]),
    (["GK", "MN"], "KG", 0, ["MN"]),
    (["HG"], "GK", 2, ["HG"]),
]

# %% wrong: five examples | 5 are too many
set_examples = [(["GK"], "KG", 2, ["GK"])] * 5

# %% wrong: a color twice | GG is no set
set_examples = [(["GG"], "KG", 1, ["GG"])]

# %% wrong: sets of two lengths | GKH is longer than the guess
set_examples = [(["GK", "GKH"], "KG", 2, ["GK"])]

# %% wrong: the number as a text | "2" is no integer
set_examples = [(["GK"], "KG", "2", ["GK"])]

# %% wrong: what is left is missing | an example has four parts
set_examples = [(["GK"], "KG", 2)]

# %% wrong: lists in place of tuples | an example is a tuple
set_examples = [[["GK"], "KG", 2, ["GK"]]]
