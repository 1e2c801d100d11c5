"""Answers to: how much faster or slower five first guesses are, by many games."""

# %% right: of ten thousand games each
openings = {
    "RRRR": ("slower", 5.13),
    "RRRO": ("slower", 4.76),
    "RROO": ("close", 4.64),
    "RROY": ("close", 4.63),
    "ROYG": ("close", 4.65),
}

# %% right: one entry after the other
openings = {}
openings["RROO"] = ("close", 4.63)
openings["RRRR"] = ("slower", 5.1)
openings["ROYG"] = ("close", 4.67)
openings["RRRO"] = ("slower", 4.8)
openings["RROY"] = ("close", 4.6)

# %% right: dict and zip
words = ["slower", "slower", "close", "close", "close"]
openings = dict(zip(["RRRR", "RRRO", "RROO", "RROY", "ROYG"], zip(words, [5.14, 4.77, 4.63, 4.64, 4.64])))

# %% right: fractions
openings = {
    "RRRR": ("slower", 513 / 100),
    "RRRO": ("slower", 19 / 4),
    "RROO": ("close", 4636 / 1000),
    "RROY": ("close", 4635 / 1000),
    "ROYG": ("close", 4.6 + 0.05),
}

# %% right: played again, a thousand games each
openings = {}
for first in ["RRRR", "RRRO", "RROO", "RROY", "ROYG"]:
    numbers = many_games(1000, first=first)
    openings[first] = ("close", mean(numbers))
for first in ["RRRR", "RRRO"]:
    openings[first] = ("slower", openings[first][1])

# %% right: numbers of NumPy
import numpy as np

openings = {
    "RRRR": ("slower", np.float64(5.12)),
    "RRRO": ("slower", np.float64(4.76)),
    "RROO": ("close", np.float64(4.64)),
    "RROY": ("close", np.float64(4.64)),
    "ROYG": ("close", np.float64(4.65)),
}

# %% right: words from the distance
measured = {"RRRR": 5.13, "RRRO": 4.76, "RROO": 4.64, "RROY": 4.63, "ROYG": 4.65}
openings = {}
for first, number in measured.items():
    word = "close"
    if number > 4.71:
        word = "slower"
    if number < 4.57:
        word = "faster"
    openings[first] = (word, number)

# %% right: a function makes the pairs
def pair(number):
    return ("slower" if number - 4.64 > 0.07 else "close"), number


openings = {"RRRR": pair(5.15), "RRRO": pair(4.75), "RROO": pair(4.65), "RROY": pair(4.65), "ROYG": pair(4.65)}

# %% wrong: the answer stays empty | openings is {}
openings = {}

# %% wrong: words only | openings["RRRR"] is "slower"
openings = {"RRRR": "slower", "RRRO": "slower", "RROO": "close", "RROY": "close", "ROYG": "close"}

# %% wrong: means only | openings["RRRR"] is 5.13
openings = {"RRRR": 5.13, "RRRO": 4.76, "RROO": 4.64, "RROY": 4.63, "ROYG": 4.65}

# %% wrong: words without an experiment | the mean of "RRRR" is 5.13, not 5
openings = {"RRRR": ("slower", 5), "RRRO": ("slower", 5), "RROO": ("close", 5), "RROY": ("close", 5), "ROYG": ("close", 5)}

# %% wrong: every difference counts | RROO saves less than 0.07 guesses
openings = {"RRRR": ("slower", 5.13), "RRRO": ("slower", 4.76), "RROO": ("faster", 4.64), "RROY": ("faster", 4.63), "ROYG": ("slower", 4.65)}

# %% wrong: only the largest difference counts | RRRO takes 0.1 guesses more
openings = {"RRRR": ("slower", 5.13), "RRRO": ("close", 4.76), "RROO": ("close", 4.64), "RROY": ("close", 4.63), "ROYG": ("close", 4.65)}

# %% wrong: slower and faster are mixed up | a larger mean is slower
openings = {"RRRR": ("faster", 5.13), "RRRO": ("faster", 4.76), "RROO": ("close", 4.64), "RROY": ("close", 4.63), "ROYG": ("close", 4.65)}

# %% wrong: the project's "0.03 consistently" is believed | it belongs to his program
openings = {"RRRR": ("slower", 5.13), "RRRO": ("slower", 4.76), "RROO": ("faster", 4.67), "RROY": ("faster", 4.63), "ROYG": ("faster", 4.65)}

# %% wrong: the differences in place of the means | openings["RRRR"][1] is 0.49
openings = {"RRRR": ("slower", 0.49), "RRRO": ("slower", 0.12), "RROO": ("close", -0.01), "RROY": ("close", -0.01), "ROYG": ("close", 0.01)}

# %% wrong: the number first | a pair begins with the word
openings = {"RRRR": (5.13, "slower"), "RRRO": (4.76, "slower"), "RROO": (4.64, "close"), "RROY": (4.63, "close"), "ROYG": (4.65, "close")}

# %% wrong: lists in place of pairs | ["slower", 5.13] is no tuple
openings = {"RRRR": ["slower", 5.13], "RRRO": ["slower", 4.76], "RROO": ["close", 4.64], "RROY": ["close", 4.63], "ROYG": ["close", 4.65]}

# %% wrong: a first guess is missing | openings has no entry "ROYG"
openings = {"RRRR": ("slower", 5.13), "RRRO": ("slower", 4.76), "RROO": ("close", 4.64), "RROY": ("close", 4.63)}

# %% wrong: a word of one's own | "same" is none of the three words
openings = {"RRRR": ("slower", 5.13), "RRRO": ("slower", 4.76), "RROO": ("same", 4.64), "RROY": ("same", 4.63), "ROYG": ("same", 4.65)}

# %% wrong: texts in place of numbers | "5.13" is a text
openings = {"RRRR": ("slower", "5.13"), "RRRO": ("slower", "4.76"), "RROO": ("close", "4.64"), "RROY": ("close", "4.63"), "ROYG": ("close", "4.65")}
