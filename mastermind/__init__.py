"""Mastermind: rules, strategies and the colored-peg game.

The modules that students meet (`rules`, `feedback`, `game`, `strategies`,
`analysis`, `peg_game`) need the standard library and ipywidgets only. The fast
engine (`tables`, `trees`, `optimal`) needs NumPy and is imported by those who
ask for it.
"""
