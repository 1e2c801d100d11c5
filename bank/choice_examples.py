"""Answers to: examples by which six wrong ways to choose a guess are exposed."""

# %% right: two examples do it all
choice_examples = [
    (["YY", "PP", "YO"], ["PY", "YP", "OY", "YY"], "PP"),
    (["PY", "YP"], ["YP"], "YP"),
]

# %% right: another worst case, and the same tie
choice_examples = [
    (["PP", "OO", "PY"], ["YO", "OO", "PO", "OP"], "PP"),
    (["PY", "YP"], ["YP"], "YP"),
]

# %% right: a tie of three, and a guess that cannot be right
choice_examples = [
    (["YO", "PO", "OP"], ["PO", "OP"], "PO"),
    (["PO", "PP"], ["PO", "YO", "OO", "PY"], "PP"),
]

# %% right: digits as colors
choice_examples = [
    (["33", "22", "31"], ["23", "32", "13", "33"], "22"),
    (["23", "32"], ["32"], "32"),
]

# %% right: appended one by one
choice_examples = []
choice_examples.append((["YO", "PO", "OP"], ["PO", "OP"], "PO"))
choice_examples.append((["PP", "OP"], ["YP", "OO", "OP", "OY"], "PP"))

# %% right: the choice is computed
def example(guesses, candidates):
    best = guesses[0]
    for guess in guesses:
        new = max(partition_sizes(guess, candidates).values())
        old = max(partition_sizes(best, candidates).values())
        if new < old or (new == old and guess in candidates and best not in candidates):
            best = guess
    return guesses, candidates, best

choice_examples = [
    example(["YY", "PP", "YO"], ["PY", "YP", "OY", "YY"]),
    example(["PY", "YP"], ["YP"]),
]

# %% right: two lists joined
rating = [(["PO", "PP"], ["PO", "YO", "OO", "PY"], "PP")]
ties = [(["YO", "PO", "OP"], ["PO", "OP"], "PO")]
choice_examples = rating + ties

# %% right: also the example of the exercise, which does no harm
choice_examples = [
    (["RR", "GB"], ["RR", "RG", "RB"], "GB"),
    (["YY", "PP", "YO"], ["PY", "YP", "OY", "YY"], "PP"),
    (["PY", "YP"], ["YP"], "YP"),
]

# %% right: names for the lists
four_left = ["PY", "YP", "OY", "YY"]
one_left = ["YP"]
choice_examples = [(["YY", "PP", "YO"], four_left, "PP"), (["PY", "YP"], one_left, "YP")]

# %% wrong: no example at all | an empty list exposes nothing
choice_examples = []

# %% wrong: the example of the exercise only | its colors are R, G and B, which count for nothing
choice_examples = [(["RR", "GB"], ["RR", "RG", "RB"], "GB")]

# %% wrong: no tie | who has another tie rule is not exposed
choice_examples = [(["PO", "PP"], ["PO", "YO", "OO", "PY"], "PP")]

# %% wrong: the tie rule only | who counts the parts is not exposed
choice_examples = [
    (["YO", "PO", "OP"], ["PO", "OP"], "PO"),
    (["PY", "YO"], ["PY", "YY", "OY"], "YO"),
]

# %% wrong: the chosen guess always comes first | who takes the first is not exposed
choice_examples = [
    (["PP", "YY", "YO"], ["PY", "YP", "OY", "YY"], "PP"),
    (["YP", "PY"], ["YP"], "YP"),
]

# %% wrong: the chosen guess is always a candidate | who guesses candidates only is not exposed
choice_examples = [(["YO", "PO", "OP"], ["PO", "OP"], "PO"), (["YP", "PO"], ["PO"], "PO")]

# %% wrong: ties have one candidate only | who takes the last of equals is not exposed
choice_examples = [
    (["PO", "PP"], ["PO", "YO", "OO", "PY"], "PP"),
    (["PY", "YP"], ["YP"], "YP"),
]

# %% wrong: a false example: the last of equals | PO comes first
choice_examples = [
    (["YO", "PO", "OP"], ["PO", "OP"], "OP"),
    (["PP", "OP"], ["YP", "OO", "OP", "OY"], "PP"),
]

# %% wrong: a false example: a candidate at any price | PP leaves 2 at most, PO leaves 3
choice_examples = [
    (["YO", "PO", "OP"], ["PO", "OP"], "PO"),
    (["PO", "PP"], ["PO", "YO", "OO", "PY"], "PO"),
]

# %% wrong: a false example: the most parts | YY makes more parts, but leaves 3
choice_examples = [
    (["YY", "PP", "YO"], ["PY", "YP", "OY", "YY"], "YY"),
    (["PY", "YP"], ["YP"], "YP"),
]

# %% wrong: a false example beside two that expose everything | PO leaves 3, so it is left out and costs its share
choice_examples = [
    (["YY", "PP", "YO"], ["PY", "YP", "OY", "YY"], "PP"),
    (["PY", "YP"], ["YP"], "YP"),
    (["PO", "PP"], ["PO", "YO", "OO", "PY"], "PO"),
]

# %% wrong: five examples | 5 are too many
choice_examples = [
    (["YY", "PP", "YO"], ["PY", "YP", "OY", "YY"], "PP"),
    (["PY", "YP"], ["YP"], "YP"),
] * 2 + [(["PY", "YP"], ["YP"], "YP")]

# %% wrong: a code twice | in a list each code comes once
choice_examples = [(["YO", "PO", "OP", "PO"], ["PO", "OP"], "PO"), (["PP", "OP"], ["YP", "OO", "OP", "OY"], "PP")]

# %% wrong: the choice in a list | ["PP"] is no code
choice_examples = [(["YY", "PP"], ["PY", "YP", "YY"], ["PP"])]

# %% wrong: the choice is missing | a triple has three parts
choice_examples = [(["YY", "PP"], ["PY", "YP", "YY"])]

# %% wrong: lists in place of tuples | an example is a tuple
choice_examples = [[["PY", "YP"], ["YP"], "YP"]]

# %% wrong: nothing to choose from | a list has 1 code at least
choice_examples = [([], ["YP"], "YP")]
