"""Answers to: a text on which an assistant's program is wrong, and what it should give."""

# %% right: a comma without a blank behind it
counterexample = ("r,g", "RG")

# %% right: the shortest, a comma alone
counterexample = (",", "")

# %% right: a blank before the comma
counterexample = ("r ,", "R")

# %% right: two commas
counterexample = (",,", "")

# %% right: a comma at the end
counterexample = ("rg,", "RG")

# %% right: a tab in front, which should stay
counterexample = ("\tr", "\tR")

# %% right: an end of line behind, which should stay
counterexample = ("r\n", "R\n")

# %% right: a tab alone
counterexample = "\t", "\t"

# %% right: the result is computed
text = "o,p"
counterexample = (text, text.replace(",", "").upper())

# %% right: a comma in front, with digits
counterexample = (",12", "12")

# %% right: the blank behind the comma is stripped first
counterexample = ("r, ", "R")

# %% right: found by trying
for text in ["r g", ", r", "rg", ",rg"]:
    without = ""
    for sign in text:
        if sign != "," and sign != " ":
            without = without + sign.upper()
    if text.strip().replace(", ", "").replace(" ", "").upper() != without:
        counterexample = (text, without)

# %% wrong: nothing was found | ("", "") is what stood there
counterexample = ("", "")

# %% wrong: the example of the exercise | the program gives "RG" for "r g"
counterexample = ("r g", "RG")

# %% wrong: a comma with a blank behind it | the program takes both away
counterexample = (", r", "R")

# %% wrong: a small letter only | the program gives "R" for "r"
counterexample = ("r", "R")

# %% wrong: blanks on both ends | the program gives "R" for " r "
counterexample = (" r ", "R")

# %% wrong: what the program gives, not what it should give | "R,G" still has a comma
counterexample = ("r,g", "R,G")

# %% wrong: small letters in the result | "rg" should be "RG"
counterexample = ("r,g", "rg")

# %% wrong: the tab is taken away in the result | a tab should stay
counterexample = ("\tr", "R")

# %% wrong: too long | "r,g,b" has 5 characters
counterexample = ("r,g,b", "RGB")

# %% wrong: the text only | the result is missing
counterexample = "r,g"

# %% wrong: a list | a list is no pair
counterexample = ["r,g", "RG"]

# %% wrong: the result is None | None is no string
counterexample = ("r,g", None)

# %% wrong: three parts | a pair has two
counterexample = ("r,g", "R,G", "RG")

# %% wrong: text and result exchanged | the text comes first
counterexample = ("RG", "r,g")

# %% wrong: a tab in the middle | strip looks at the ends only
counterexample = ("r\tg", "R\tG")
