"""Inputs on which answers to partition_sizes are compared."""

# %% probes
partition_sizes("R", [])
partition_sizes("R", ["G"])
partition_sizes("R", ["R"])
partition_sizes("RG", ["GR"])
partition_sizes("RG", ["RG"])
partition_sizes("RRG", ["RGR"])
partition_sizes("R", ["R", "G"])
partition_sizes("R", ["R", "R"])
partition_sizes("BB", ["GG", "GR"])
partition_sizes("R", ["R", "G", "R"])
codes = ["R"]; partition_sizes("R", codes); codes
partition_sizes("R", ["R"]); partition_sizes("R", [])
codes = ["R", "G"]; partition_sizes("R", codes); codes
