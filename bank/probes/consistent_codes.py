"""Inputs on which answers to consistent_codes are compared."""

# %% probes
consistent_codes([], "R", "b")
consistent_codes(["R"], "R", "")
consistent_codes(["R"], "R", "b")
consistent_codes(["GY"], "RG", "")
consistent_codes(["GR"], "RR", "b")
consistent_codes(["RG"], "RG", "b")
consistent_codes(["RG"], "GR", "b")
consistent_codes(["RG"], "GR", "ww")
consistent_codes(["RG"], "RG", "ww")
consistent_codes(["RGB"], "YRR", "w")
consistent_codes(["RGB"], "RBY", "w")
consistent_codes(["G", "R"], "R", "b")
consistent_codes(["G", "Y"], "R", "b")
consistent_codes(["R", "R"], "R", "b")
consistent_codes(["GG", "GR"], "BB", "")
consistent_codes(["RR", "GG"], "RG", "b")
codes = ["R"]; consistent_codes(codes, "R", "b"); codes
codes = ["R", "G"]; consistent_codes(codes, "R", "b"); codes
consistent_codes(["R"], "R", "b"); consistent_codes([], "R", "b")
