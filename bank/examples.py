"""Answers to: examples by which twelve wrong referees are exposed."""

# %% right: a short list with something for every fault
examples = [
    ("GYRR", "RRYB", "www"),
    ("OYYB", "ROOP", "w"),
    ("RRGBP", "GBRPP", "bwww"),
    ("GRRB", "RGRG", "bww"),
    ("PG", "PG", "bb"),
    ("GRRYRB", "RGRBYR", "bwwwww"),
]

# %% right: four examples, well chosen
examples = [
    ("RRGBOO", "RGRYRO", "bbww"),
    ("BRGYROO", "RBRPPOO", "bbwww"),
    ("RGGOYP", "BRRBOG", "www"),
    ("OBRRYGG", "YRBRGGO", "bbwwwww"),
]

# %% right: appended one by one
examples = []
examples.append(("RGBY", "PRRR", "w"))
examples.append(("RRRP", "YGBR", "w"))
examples.append(("GRYBR", "RGYRB", "bwwww"))
examples.append(("BBYRGG", "YGBRGB", "bbwwww"))

# %% right: feedback written as a product
b, w = "b", "w"
examples = [
    ("R", "R", b),
    ("RGBYOP", "PRGBYO", 6 * w),
    ("RRRRRR", "RRRRRR", 6 * b),
    ("RRRGGG", "GGGRRR", 6 * w),
    ("RRRGGG", "GRRRGG", 4 * b + 2 * w),
    ("RRBG", "YYRO", w),
    ("ROBG", "YRRY", w),
    ("PPROBY", "RYYPPP", 4 * w),
]

# %% right: two lists joined
without_repeats = [
    ("RGBY", "RGBY", "bbbb"),
    ("RGBY", "YBGR", "wwww"),
    ("RGBYO", "OGBYR", "bbbww"),
    ("RGBYOP", "POYBGR", "wwwwww"),
]
with_repeats = [
    ("RRGB", "YYRP", "w"),
    ("RGBB", "YYRR", "w"),
    ("GRR", "RGR", "bww"),
    ("YOOYB", "OOYOB", "bbww"),
]
examples = without_repeats + with_repeats

# %% right: zip of three lists
codes = ["1122", "1223", "1345", "12345", "31121", "55511"]
guesses = ["2211", "4211", "6111", "54321", "13111", "15155"]
feedbacks = ["wwww", "bw", "w", "bwwww", "bbww", "bwwww"]
examples = list(zip(codes, guesses, feedbacks))

# %% right: worked out by two helpers
def key_pegs(code, guess):
    rest = list(code)
    for peg in guess:
        if peg in rest:
            rest.remove(peg)
    black = [c == g for c, g in zip(code, guess)].count(True)
    return "b" * black + "w" * (len(code) - len(rest) - black)


examples = []
for code in ["RGRGB", "BRRGGY"]:
    for guess in [code, code[1:] + code[0], "Y" + code[0] * 2 + "OOO"[: len(code) - 3]]:
        examples.append((code, guess, key_pegs(code, guess)))
examples.append(("YOOPP", "OBBBB", key_pegs("YOOPP", "OBBBB")))
examples.append(("OBBBB", "YYYOO", key_pegs("OBBBB", "YYYOO")))

# %% right: split from a text
text = """
OG OG bb
OB BO ww
OPY BOO w
RRG BYR w
RGBYOP RPYBGO bwwwww
GRRY RGRY bbww
BGRR RRBR bww
"""
examples = [tuple(line.split()) for line in text.split("\n") if line]

# %% right: a class that notes what was counted by hand
class Notes:
    def __init__(self):
        self.list = []

    def note(self, code, guess, black, white):
        self.list.append((code, guess, "b" * black + "w" * white))
        return self


examples = (
    Notes()
    .note("AAAB", "BAAA", 2, 2)
    .note("AABC", "DDAE", 0, 1)
    .note("ABCC", "DAAD", 0, 1)
    .note("ABCDE", "EABCD", 0, 5)
    .note("ABCDE", "ABCDE", 5, 0)
    .note("BAAC", "ABAD", 1, 2)
    .list
)

# %% right: long random pairs with a feedback of their own
import random

random.seed(4)
examples = []
while len(examples) < 8:
    code = "".join(random.choice("RGBY") for i in range(9))
    guess = "".join(random.choice("RGBYOP") for i in range(9))
    left = [c for c, g in zip(code, guess) if c != g]
    white = 0
    for c, g in zip(code, guess):
        if c != g and g in left:
            left.remove(g)
            white += 1
    black = sum(c == g for c, g in zip(code, guess))
    examples.append((code, guess, "b" * black + "w" * white))

# %% right: one row against others, and a few long ones
examples = []
for code in ["GRR", "RGO", "YRR", "BYR"]:
    black = sum(c == g for c, g in zip(code, "RRG"))
    common = sum(min(code.count(color), "RRG".count(color)) for color in "RGBY")
    examples.append((code, "RRG", "b" * black + "w" * (common - black)))
examples += [("RRG", "PYR", "w"), ("RRRRG", "RRRRG", "bbbbb"), ("GRRRRY", "YRRRRG", "bbbbww")]

# %% wrong: no example at all | an empty list exposes nobody
examples = []

# %% wrong: the example of the exercise only | ("YB", "BY", "ww") stands in the notebook, and counts for nothing
examples = [("YB", "BY", "ww")]

# %% wrong: copied from the visible tests of the referee | ("RBGG", "BGGG", "bbw") stands in the notebook, and counts for nothing
examples = [
    ("RG", "BY", ""),
    ("RBGG", "BGGG", "bbw"),
    ("RRRG", "GRRR", "bbww"),
    ("RRRRG", "GBBBB", "w"),
    ("RRRRGGG", "GGGRRRR", "bwwwwww"),
]

# %% wrong: copied, with code and guess exchanged | ("BGGG", "RBGG", "bbw") stands in the notebook the other way round
examples = [
    ("BGGG", "RBGG", "bbw"),
    ("GRRR", "RRRG", "bbww"),
    ("GBBBB", "RRRRG", "w"),
    ("GGGRRRR", "RRRRGGG", "bwwwwww"),
    ("YRR", "RGB", "w"),
]

# %% wrong: a list of ten | 10 examples are too many
examples = [("R" * number, "R" * number, "b" * number) for number in range(1, 11)]

# %% wrong: codes without repeats only | nobody who counts a peg twice is exposed
examples = [
    ("RGBY", "RGBY", "bbbb"),
    ("RGBY", "YBGR", "wwww"),
    ("RGBYO", "OGBYR", "bbbww"),
    ("RGBYOP", "POYBGR", "wwwwww"),
]

# %% wrong: four pegs at most | nobody who looks at four places only is exposed
examples = [
    ("RG", "RG", "bb"),
    ("RG", "GR", "ww"),
    ("RBGG", "BGGG", "bbw"),
    ("RGB", "YRR", "w"),
    ("RRG", "BYR", "w"),
    ("GRR", "RGR", "bww"),
]

# %% wrong: one false example | ("RGB", "YRR", "ww") accuses a good referee: the feedback is "w"
examples = [
    ("RBGG", "BGGG", "bbw"),
    ("RGB", "YRR", "ww"),
    ("RRG", "BYR", "w"),
    ("RGBYO", "OYBGR", "bwwww"),
]

# %% wrong: white before black | ("RBGG", "BGGG", "wbb") accuses a good referee: the feedback is "bbw"
examples = [
    ("RBGG", "BGGG", "wbb"),
    ("RGB", "YRR", "w"),
    ("RRG", "BYR", "w"),
    ("RGBYO", "OYBGR", "wwwwb"),
]

# %% wrong: the key pegs in the order of the places | ("RBGG", "BGGG", "wbb") accuses a good referee: the feedback is "bbw"
examples = [
    ("RG", "GR", "ww"),
    ("RBGG", "BGGG", "wbb"),
    ("GRR", "RGR", "wwb"),
]

# %% wrong: all black ones only | the referee who gives black for every common peg is not exposed
examples = [
    ("R", "R", "b"),
    ("RGBYOP", "RGBYOP", "bbbbbb"),
    ("RRGG", "RRGG", "bbbb"),
    ("RRRR", "GGGG", ""),
]

# %% wrong: a list in place of each triple | ["RG", "GR", "ww"] is no triple
examples = [
    ["RG", "GR", "ww"],
    ["RBGG", "BGGG", "bbw"],
    ["RGBYO", "OYBGR", "bwwww"],
]

# %% wrong: a tuple in place of the list | examples is no list
examples = (
    ("RG", "RG", "bb"),
    ("RG", "GR", "ww"),
    ("RBGG", "BGGG", "bbw"),
    ("RGB", "YRR", "w"),
    ("RRG", "BYR", "w"),
    ("RGBYO", "OYBGR", "bwwww"),
    ("GRR", "RGR", "bww"),
)

# %% wrong: a dictionary | examples is no list
examples = {
    ("RG", "GR"): "ww",
    ("RBGG", "BGGG"): "bbw",
    ("RGB", "YRR"): "w",
}

# %% wrong: pairs without the feedback | ("RG", "GR") is no triple
examples = [("RG", "GR"), ("RBGG", "BGGG"), ("RGB", "YRR")]

# %% wrong: numbers in place of the feedback | ("RBGG", "BGGG", (2, 1)) has no text as its feedback
examples = [
    ("RG", "GR", (0, 2)),
    ("RBGG", "BGGG", (2, 1)),
    ("RGB", "YRR", (0, 1)),
]

# %% wrong: the bare triple | the list of one example needs brackets around the triple
examples = ("RBGG", "BGGG", "bbw")

# %% wrong: code and guess of different length | ("RGB", "YRRR", "w") is no example
examples = [
    ("RBGG", "BGGG", "bbw"),
    ("RGB", "YRRR", "w"),
    ("RGBYO", "OYBGR", "bwwww"),
]

# %% wrong: a color twice in the guess is missing | the referee who counts a code peg twice is not exposed
examples = [
    ("RG", "RG", "bb"),
    ("RG", "GR", "ww"),
    ("RRG", "BYR", "w"),
    ("RGBYO", "OYBGR", "bwwww"),
]

# %% wrong: a color twice in the code is missing | the referee who counts a guess peg twice is not exposed
examples = [
    ("RG", "GR", "ww"),
    ("RGB", "YRR", "w"),
    ("RGBYO", "OYBGR", "bwwww"),
    ("RGBYO", "RRYGB", "bwww"),
]

# %% wrong: one example three times | ("RBGG", "BGGG", "bbw") exposes no more by being repeated
examples = [("RBGG", "BGGG", "bbw")] * 3

# %% wrong: the first peg never matters | nobody who leaves out the first place is exposed
examples = [
    ("XRG", "YRG", "bb"),
    ("XRG", "YGR", "ww"),
    ("XRBGG", "YBGGG", "bbw"),
    ("XRGB", "ZYRR", "w"),
    ("XRRG", "ZBYR", "w"),
    ("XRGBYO", "YOYBGR", "bwwww"),
    ("XGRRXX", "YRGRYY", "bww"),
]

# %% wrong: each example is a text | "RBGG BGGG bbw" is no triple
examples = ["RG GR ww", "RBGG BGGG bbw", "RGB YRR w"]

# %% wrong: capital letters in the feedback | ("RG", "GR", "WW") accuses a good referee: the feedback is "ww"
examples = [
    ("RG", "GR", "WW"),
    ("RBGG", "BGGG", "BBW"),
    ("RGB", "YRR", "W"),
]

# %% wrong: never a black and a white key peg together | nobody who puts white before black is exposed
examples = [
    ("RG", "RG", "bb"),
    ("RG", "GR", "ww"),
    ("RGB", "YRR", "w"),
    ("RRG", "BYR", "w"),
    ("RGBYOP", "POYBGR", "wwwwww"),
]

# %% wrong: repeated colors, but only where they do no harm | nobody who counts a peg twice is exposed
examples = [
    ("RRGG", "RRGG", "bbbb"),
    ("RGBY", "ROOO", "b"),
    ("RGGG", "RBBB", "b"),
    ("RGYB", "RYOO", "bw"),
]
