"""Answers to: examples by which eight wrong gatekeepers are exposed."""

# %% right: one valid guess with a repeat, three with a single fault
gate_examples = [
    ("OPY", 4, "OPPO", True),
    ("OPY", 2, "OPY", False),
    ("OPY", 3, "XPY", False),
    ("OPY", 3, "OPX", False),
]

# %% right: six examples with digits
gate_examples = [
    ("12", 3, "121", True),
    ("12", 2, "11", True),
    ("12", 2, "13", False),
    ("12", 2, "32", False),
    ("12", 1, "12", False),
    ("12", 0, "", True),
]

# %% right: a guess that is too short
gate_examples = [
    ("XYZ", 3, "ZZX", True),
    ("XYZ", 3, "XY", False),
    ("XYZ", 2, "AX", False),
    ("XYZ", 2, "XA", False),
]

# %% right: appended one by one
gate_examples = []
gate_examples.append(("YB", 3, "YYB", True))
gate_examples.append(("YB", 4, "YYB", False))
gate_examples.append(("YB", 3, "YYP", False))
gate_examples.append(("YB", 3, "PYB", False))

# %% right: made by a helper that knows the rule
def example(colors, code_length, guess):
    answer = len(guess) == code_length
    for peg in guess:
        if peg not in colors:
            answer = False
    return colors, code_length, guess, answer

gate_examples = [
    example("OY", 2, "OO"),
    example("OY", 3, "OY"),
    example("OY", 3, "XOY"),
    example("OY", 3, "OYX"),
]

# %% right: signs as colors, and names for the parts
colors = "+-*"
gate_examples = [
    (colors, 5, "+-+-+", True),
    (colors, 5, "+-+-", False),
    (colors, 2, "/+", False),
    (colors, 2, "+/", False),
]

# %% right: two lists joined
fine = [("abc", 3, "bab", True), ("abc", 3, "cab", True)]
not_fine = [("abc", 3, "ab", False), ("abc", 3, "xab", False), ("abc", 3, "abx", False)]
gate_examples = fine + not_fine

# %% right: capital and small letters
gate_examples = [
    ("OPrg", 4, "rPPr", True),
    ("OPrg", 2, "rP_", False),
    ("OPrg", 3, "RPr", False),
    ("OPrg", 3, "rPR", False),
    ("OPrg", 4, "rPP", False),
]

# %% right: also an example of the notebook, which does no harm
gate_examples = [
    ("RBG", 4, "RBRG", True),
    ("ROY", 4, "YOYO", True),
    ("ROY", 4, "YOY", False),
    ("ROY", 4, "BOYO", False),
    ("ROY", 4, "YOYB", False),
]

# %% wrong: no example at all | an empty list exposes nobody
gate_examples = []

# %% wrong: the example of the exercise only | ("OP", 2, "OP", True) exposes only who says no too often
gate_examples = [("OP", 2, "OP", True)]

# %% wrong: the table of the notebook | its colors are R, B and G, which count for nothing
gate_examples = [
    ("RBG", 4, "RBRG", True),
    ("RBG", 4, "RBG", False),
    ("RBG", 4, "RBGP", False),
    ("RBG", 4, "rbgr", False),
]

# %% wrong: a list of seven | 7 examples are too many
gate_examples = [("OP", number, "O" * number, True) for number in range(7)]

# %% wrong: valid guesses only | who always says True is not exposed
gate_examples = [("OPY", 4, "OPPO", True), ("OPY", 1, "Y", True), ("OPY", 0, "", True)]

# %% wrong: invalid guesses only | who always says False is not exposed
gate_examples = [("OPY", 2, "OPY", False), ("OPY", 3, "XPY", False), ("OPY", 3, "OPX", False)]

# %% wrong: two faults at once | a wrong length hides the wrong peg
gate_examples = [
    ("OPY", 4, "OPPO", True),
    ("OPY", 2, "XOPY", False),
    ("OPY", 2, "OPYX", False),
]

# %% wrong: the wrong peg is always the last | who looks at the last peg only is not exposed
gate_examples = [
    ("OPY", 4, "OPPO", True),
    ("OPY", 2, "OPY", False),
    ("OPY", 3, "OPX", False),
]

# %% wrong: the wrong peg is always the first | who looks at the first peg only is not exposed
gate_examples = [
    ("OPY", 4, "OPPO", True),
    ("OPY", 2, "OPY", False),
    ("OPY", 3, "XPY", False),
]

# %% wrong: no color twice | who forbids repeats is not exposed
gate_examples = [
    ("OPY", 3, "OYP", True),
    ("OPY", 2, "OPY", False),
    ("OPY", 3, "XPY", False),
    ("OPY", 3, "OPX", False),
]

# %% wrong: the length is always right | who does not count the pegs is not exposed
gate_examples = [
    ("OPY", 4, "OPPO", True),
    ("OPY", 3, "XPY", False),
    ("OPY", 3, "OPX", False),
]

# %% wrong: a false example | "OPPO" is valid: a color may come twice
gate_examples = [
    ("OPY", 4, "OPPO", False),
    ("OPY", 4, "OYYO", True),
    ("OPY", 2, "OPY", False),
    ("OPY", 3, "XPY", False),
    ("OPY", 3, "OPX", False),
]

# %% wrong: the length as a text | "4" is a text and not a number
gate_examples = [("OPY", "4", "OPPO", True), ("OPY", "2", "OPY", False)]

# %% wrong: the answer is left out | ("OPY", 4, "OPPO") has three parts
gate_examples = [("OPY", 4, "OPPO"), ("OPY", 2, "OPY")]

# %% wrong: lists in place of tuples | ["OPY", 4, "OPPO", True] is a list
gate_examples = [["OPY", 4, "OPPO", True], ["OPY", 2, "OPY", False]]
