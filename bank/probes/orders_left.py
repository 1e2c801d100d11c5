"""Inputs on which answers to orders_left are compared."""

# %% probes
orders_left("A", [])
orders_left("A", [("A", 1)])
orders_left("A", [("B", 0)])
sorted(orders_left("AB", []))
orders_left("AB", [("AB", 0)])
orders_left("AB", [("AB", 2)])
orders_left("AB", [("BA", 0)])
sorted(orders_left("AB", [("AC", 0), ("CD", 0)]))
sorted(orders_left("AB", [("CD", 0), ("AB", 0)]))
orders_left("AB", [("AB", 0), ("CD", 0)])
orders_left("A", [("B", 0), ("B", 0)])
turns = [("AB", 0)]; orders_left("AB", turns); turns
sorted(orders_left("ABC", [("ABC", 0)]))
sorted(orders_left("ABC", [("ADB", 1), ("CAB", 0)]))
