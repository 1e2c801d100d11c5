"""Inputs on which answers to listen are compared."""

# %% probes
listen("A", "A")
listen("A", "B")
listen("x", "x")
listen("AB", "A")
listen("AB", "B")
listen("AA", "A")
listen("AB", "AA")
listen("AB", "BB")
listen("AB", "BA")
listen("AA", "AA")
listen("A", "A"); listen("A", "B")
listen("ABC", "ACB")
listen("AABB", "BBAA")
listen("FFAAB", "AFAFB")
listen("AAAAAA", "AAAAAA")
