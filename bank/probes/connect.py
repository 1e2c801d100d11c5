"""What is typed and pressed to compare answers to connect."""

# %% probes
rehearse([])
rehearse([(0, "GB")])
rehearse([(0, None)])
rehearse([(1, None)])
rehearse([(0, "GB"), (0, None)])
rehearse([(1, "GB"), (1, None)])
rehearse([(0, "GBBY"), (0, None)])
rehearse([(0, "GB"), (0, None), (0, None)])
rehearse([(0, "gb"), (0, None)])
rehearse([(0, " GB "), (0, None)])
rehearse([(0, "  "), (0, None)])
rehearse([(0, "GB"), (1, "YY"), (0, None)])
rehearse([(0, "GB"), (1, "YY"), (0, None), (1, None)])
rehearse([(0, "GB"), (0, None), (0, "GB"), (0, None)])
rehearse([(0, "GB"), (0, None), (0, "YY"), (0, None)])
rehearse([(0, "GB"), (0, "YY"), (0, None)])
