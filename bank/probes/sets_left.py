"""Inputs on which answers to sets_left are compared."""

# %% probes
sets_left([], "A", 1)
sets_left(["A"], "A", 1)
sets_left(["A"], "A", 0)
sets_left(["B"], "A", 0)
sets_left(["B"], "A", 1)
sets_left(["AB"], "AB", 1)
sets_left(["AB"], "AB", 2)
sets_left(["AB"], "BA", 2)
sets_left(["CD"], "AB", 1)
sets_left(["A", "B"], "A", 1)
sets_left(["B", "A"], "C", 0)
sets_left(["A", "B"], "C", 1)
sets_left(["AB", "AC"], "AD", 1)
sets = ["A", "B"]; sets_left(sets, "A", 1); sets
sets_left(["A"], "A", 1); sets_left([], "A", 1)
sets_left(["ABC", "ABD", "ADE", "DEF"], "ABC", 2)
