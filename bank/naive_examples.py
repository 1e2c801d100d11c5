"""Answers to: whole games, by which eight wrong ways to find a tune note by note are exposed."""

# %% right: two games do it all
naive_examples = [
    ("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"]),
    ("FGD", "DGF", ["F", "G", "D", "DD", "DF", "DG", "DGG", "DGF"]),
]

# %% right: other notes
naive_examples = [
    ("xyz", "yyx", ["x", "y", "yy", "yyy", "yyz", "yyx"]),
    ("zwx", "xwz", ["z", "w", "x", "xx", "xz", "xw", "xww", "xwz"]),
]

# %% right: split
naive_examples = [
    ("DEF", "EED", "D E EE EEE EEF EED".split()),
    ("FGD", "DGF", "F G D DD DF DG DGG DGF".split()),
]

# %% right: appended one by one
naive_examples = []
naive_examples.append(("FGD", "DGF", ["F", "G", "D", "DD", "DF", "DG", "DGG", "DGF"]))
naive_examples.append(("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"]))

# %% right: the tries are played by a program
def played(notes, tune):
    known, line, tries = "", [*notes], []
    while known != tune:
        note = line[0]
        tries.append(known + note)
        gears, tumblers = listen(tune, tries[-1])
        if tumblers:
            line = line[1:] + [note]
        elif gears == len(known) + 1:
            known += note
        else:
            line = line[1:]
    return notes, tune, tries


naive_examples = [played("DEF", "EED"), played("FGD", "DGF")]

# %% right: four games
naive_examples = [
    ("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"]),
    ("FGD", "DGF", ["F", "G", "D", "DD", "DF", "DG", "DGG", "DGF"]),
    ("D", "DD", ["D", "DD"]),
    ("DE", "EE", ["D", "E", "EE"]),
]

# %% right: also the game of the table, which does no harm
naive_examples = [
    ("ABC", "BA", ["A", "B", "BB", "BC", "BA"]),
    ("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"]),
    ("FGD", "DGF", ["F", "G", "D", "DD", "DF", "DG", "DGG", "DGF"]),
]

# %% right: two lists joined
repeats = [("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"])]
waiting = [("FGD", "DGF", ["F", "G", "D", "DD", "DF", "DG", "DGG", "DGF"])]
naive_examples = repeats + waiting

# %% wrong: no example at all | an empty list exposes nothing
naive_examples = []

# %% wrong: the game of the table only | its notes are A, B and C
naive_examples = [("ABC", "BA", ["A", "B", "BB", "BC", "BA"])]

# %% wrong: one note only | nobody who treats a waiting note wrongly is exposed
naive_examples = [("D", "DDD", ["D", "DD", "DDD"])]

# %% wrong: a dropped note could not come again | a player who keeps it in the line is not exposed
naive_examples = [("DE", "ED", ["D", "E", "EE", "ED"]), ("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"])]

# %% wrong: two notes only | the second place of the line is its end
naive_examples = [("DE", "EED", ["D", "E", "EE", "EEE", "EED"])]

# %% wrong: no note waits | a player who drops a note after a tumbler is not exposed
naive_examples = [("DE", "DDE", ["D", "DD", "DDD", "DDE"])]

# %% wrong: a false game: the last try is forgotten | EED is missing at the end
naive_examples = [("DEF", "EED", ["D", "E", "EE", "EEE", "EEF"])]

# %% wrong: a false game: the note goes to the end after a gear | after E the line is F, D, E
naive_examples = [("DEF", "EED", ["D", "E", "EF", "ED", "EE", "EED"])]

# %% wrong: a false game: the known notes are not played again | each try begins with the known notes
naive_examples = [("DEF", "EED", ["D", "E", "E", "E", "F", "D"])]

# %% wrong: a false game beside two that expose everything | DE does not begin with E, so the game is left out
naive_examples = [
    ("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"]),
    ("FGD", "DGF", ["F", "G", "D", "DD", "DF", "DG", "DGG", "DGF"]),
    ("DE", "DE", ["E", "D", "DE"]),
]

# %% wrong: five games | 5 are too many
naive_examples = [("DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"])] * 5

# %% wrong: the tries as a text | "D E EE" is no list
naive_examples = [("DEF", "EED", "D E EE EEE EEF EED")]

# %% wrong: a note of the tune is not in the line | H is not among D, E and F
naive_examples = [("DEF", "EHD", ["D", "E", "EE", "EF", "ED"])]

# %% wrong: five notes | 4 are the most
naive_examples = [("DEFGH", "ED", ["D", "E", "EE", "EF", "EG", "EH", "ED"])]

# %% wrong: a note twice in the line | the notes are different
naive_examples = [("DDE", "ED", ["D", "D", "E", "EE", "ED"])]

# %% wrong: lists in place of tuples | an example is a tuple
naive_examples = [["DEF", "EED", ["D", "E", "EE", "EEE", "EEF", "EED"]]]
