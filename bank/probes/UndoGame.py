"""Steps on which answers to UndoGame are compared."""

# %% probes
play_steps("4", [])
play_steps("4", ["5"])
play_steps("4", [None])
play_steps("4", ["5", None])
play_steps("4", ["4", None])
play_steps("4", ["5", "3", None])
play_steps("4", ["5", None, None])
play_steps("4", ["5", "3", None, None])
play_steps("4", ["4", None, "4"])
play_steps("4", ["5", None, "5", "5", "5"])
play_steps("4", ["5", "5", "5", None, "4"])
play_steps("4", ["5", None, "5", None])
play_steps("55555", ["55555", None, "55555"])
play_steps("4235", ["4253", "0000", None])
