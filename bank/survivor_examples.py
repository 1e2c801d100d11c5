"""Answers to: examples by which eight wrong ways to cross out candidates are exposed."""

# %% right: two examples do it all
survivor_examples = [
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"]),
    (["YO", "OY", "YO", "BB"], "YO", "bb", ["YO", "YO"]),
]

# %% right: one example for each thought
survivor_examples = [
    (["OBY", "BYO", "OPP"], "OYB", "b", ["OPP"]),
    (["YPO", "POY", "OYP"], "OYP", "www", ["YPO", "POY"]),
    (["PP", "OO", "BP", "OP"], "PY", "b", ["PP"]),
    (["YY", "PY", "YY"], "YO", "b", ["YY", "YY"]),
    (["YY", "YO", "OY"], "YO", "bb", ["YO"]),
]

# %% right: digits as colors
survivor_examples = [
    (["132", "321", "414", "155"], "123", "b", ["155"]),
    (["31", "13", "31", "22", "22"], "31", "bb", ["31", "31"]),
    (["42", "12"], "32", "b", ["42", "12"]),
]

# %% right: appended one by one
survivor_examples = []
survivor_examples.append((["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"]))
survivor_examples.append((["OY", "OY", "YO"], "OY", "bb", ["OY", "OY"]))

# %% right: the survivors are looked for by get_feedback
def example(candidates, guess, feedback):
    survivors = []
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            survivors.append(code)
    return candidates, guess, feedback, survivors

survivor_examples = [
    example(["BBO", "OBY", "OOY", "BYO", "PYP", "OPP"], "OYB", "b"),
    example(["YO", "OY", "YO"], "YO", "bb"),
]

# %% right: two lists joined
parts_of_the_feedback = [(["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"])]
form_of_the_result = [(["YB", "BY", "YB"], "YB", "bb", ["YB", "YB"])]
survivor_examples = parts_of_the_feedback + form_of_the_result

# %% right: also the example of the exercise, which does no harm
survivor_examples = [
    (["RR", "RG"], "RG", "b", ["RR"]),
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"]),
    (["YO", "OY", "YO", "BB"], "YO", "bb", ["YO", "YO"]),
]

# %% right: codes of four pegs
codes = ["OPBB", "OOPP", "YYYY", "OBOB", "BBBB", "OOPP"]
survivor_examples = [
    (codes, "OOPP", "bbbb", ["OOPP", "OOPP"]),
    (codes, "OPYY", "b", ["OBOB"]),
    (["YYOO", "BBOO", "OOPY", "OOPB"], "YBOO", "bbb", ["YYOO", "BBOO"]),
    (["PB", "PO", "OB"], "OB", "b", ["PB"]),
    (["YP", "OP", "BY", "BO"], "BP", "b", ["YP", "OP", "BY", "BO"]),
]

# %% wrong: no example at all | an empty list exposes nothing
survivor_examples = []

# %% wrong: the example of the exercise only | its colors are R and G, which count for nothing
survivor_examples = [(["RR", "RG"], "RG", "b", ["RR"])]

# %% wrong: the table of the notebook | its colors are R and G, which count for nothing
survivor_examples = [
    (["RRR", "RRG", "RGR", "GRR", "RGG", "GRG", "GGR", "GGG"], "RRG", "bww", ["RGR", "GRR"]),
]

# %% wrong: a false example | BYO would give OYB bww, not b
survivor_examples = [
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["BYO", "PYP", "OPP"]),
    (["YO", "OY", "YO", "BB"], "YO", "bb", ["YO", "YO"]),
]

# %% wrong: the survivors are in another order | they should be in the order of the candidates
survivor_examples = [
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["OPP", "PYP"]),
    (["YO", "OY", "YO", "BB"], "YO", "bb", ["YO", "YO"]),
]

# %% wrong: each survivor once | YO comes twice and should stay twice
survivor_examples = [
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"]),
    (["YO", "OY", "YO", "BB"], "YO", "bb", ["YO"]),
]

# %% wrong: black key pegs only | nobody who forgets the white ones is exposed
survivor_examples = [
    (["OO", "PP", "YO", "OY", "YO"], "OY", "b", ["OO"]),
    (["YO", "PP", "BB", "YO"], "YO", "bb", ["YO", "YO"]),
]

# %% wrong: no code twice | who keeps each once is not exposed
survivor_examples = [
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"]),
    (["OY", "YO", "BB"], "YO", "bb", ["YO"]),
]

# %% wrong: survivors in alphabetical order | who sorts is not exposed
survivor_examples = [
    (["OBY", "BYO", "OPP", "PYP"], "OYB", "b", ["OPP", "PYP"]),
    (["YO", "OY", "YO", "BB"], "YO", "bb", ["YO", "YO"]),
]

# %% wrong: the guess never stays | who always crosses it out is not exposed
survivor_examples = [
    (["OBY", "BYO", "PYP", "OPP"], "OYB", "b", ["PYP", "OPP"]),
    (["PP", "OY", "PP", "YO"], "PY", "b", ["PP", "PP"]),
]

# %% wrong: six examples | 6 are too many
survivor_examples = [(["OY" * number], "OY" * number, "bb" * number, ["OY" * number]) for number in range(1, 7)]

# %% wrong: the survivors are missing | (candidates, guess, feedback) has three parts
survivor_examples = [(["YO", "OY"], "YO", "bb")]

# %% wrong: lists in place of tuples | an example is a tuple
survivor_examples = [[["YO", "OY"], "YO", "bb", ["YO"]]]

# %% wrong: the survivors as a text | "YO" is no list
survivor_examples = [(["YO", "OY"], "YO", "bb", "YO")]

# %% wrong: codes of two lengths | OYB and YO cannot be compared
survivor_examples = [(["OYB", "OY"], "YO", "ww", ["OY"])]

# %% wrong: nine candidates | 8 is the most
survivor_examples = [(["YO", "OY"] * 4 + ["BB"], "YO", "bb", ["YO"] * 4)]
