"""Strategies, and what plays them.

- `strategies`: functions that choose the next guess; `players`: objects that play games;
- `partitions`: how a guess parts the candidates; `color_sets`: players for many colors;
- `analysis`: what a game's guesses were worth; `codebreaker`: the computer's next guess, explained.
"""
