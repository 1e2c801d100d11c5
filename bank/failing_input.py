"""Answers to: an input on which the assistant's program for sets that are left is wrong."""

# %% right: the colors are right, the order is not
failing_input = (["AB", "AC"], "BA", 2)

# %% right: the guess alone
failing_input = (["A"], "A", 1)

# %% right: no pegs at all
failing_input = ([""], "", 0)

# %% right: letters of one's own
failing_input = (["XYZ", "ZYX", "XYW"], "ZXY", 3)

# %% right: made step by step
sets = "ABD ACE".split()
failing_input = tuple([sets, "".join(reversed(sets[0])), len(sets[0])])

# %% right: found by trying all inputs of three colors
for one in combinations("ABC", 2):
    for number in range(3):
        sets = ["".join(colors) for colors in combinations("ABC", 2)]
        guess = "".join(one)
        if assistants_sets(sets, guess, number) != [s for s in sets if len(set(s) & set(guess)) == number]:
            failing_input = (sets, guess, number)

# %% right: the set of the guess comes twice
failing_input = (["ABC", "ABC"], "CAB", 3)

# %% right: digits
failing_input = (["0123", "4567", "3210"], "0213", 4)

# %% wrong: the answer stays empty | failing_input is ([], "", 0), on which the program is right
failing_input = ([], "", 0)

# %% wrong: the list of the example | the program is right for (["ABC", "ABD"], "ABC", 2)
failing_input = (["ABC", "ABD"], "ABC", 2)

# %% wrong: the call that was printed | the program is right for it
failing_input = (["ABC", "ABD", "ADE", "DEF"], "ABC", 2)

# %% wrong: no color in common | the program is right for (["AB"], "CD", 0)
failing_input = (["AB"], "CD", 0)

# %% wrong: all colors right, but the set of the guess is not in the list | the program is right for (["AB"], "CD", 2)
failing_input = (["AB"], "CD", 2)

# %% wrong: one color fewer than the guess has | the program is right for (["ABC"], "CBA", 2)
failing_input = (["ABC"], "CBA", 2)

# %% wrong: a list in place of the triple | failing_input is [["AB"], "BA", 2]
failing_input = [["AB"], "BA", 2]

# %% wrong: the sets as one text | the first part is "AB AC"
failing_input = ("AB AC", "BA", 2)

# %% wrong: sets in place of strings | the first part holds {"A", "B"}
failing_input = ([{"A", "B"}], "BA", 2)

# %% wrong: key pegs in place of their number | the last part is "ww"
failing_input = (["AB"], "BA", "ww")

# %% wrong: five sets | at most 4 are allowed
failing_input = (["AB", "AC", "AD", "BC", "BD"], "BA", 2)

# %% wrong: a color twice in the guess | "AA" is no guess of this game
failing_input = (["AB"], "AA", 1)

# %% wrong: a set longer than the guess | "ABC" is longer than "AB"
failing_input = (["ABC"], "AB", 2)

# %% wrong: what it should return is added | there are four parts
failing_input = (["AB"], "BA", 2, ["AB"])

# %% wrong: the output in place of the input | failing_input is ["AB"]
failing_input = ["AB"]
