"""Answers to: a text in capital letters, without blanks and commas."""

# %% right: three methods, one after the other
def clean_guess(text: str) -> str:
    """Return text in capital letters, without blanks and commas."""
    text = text.upper()
    text = text.replace(",", "")
    text = text.replace(" ", "")
    return text

# %% right: a loop that keeps what is wanted
def clean_guess(text):
    pegs = ""
    for character in text:
        if character != " " and character != ",":
            pegs += character.upper()
    return pegs

# %% right: a comprehension
def clean_guess(text):
    return "".join([letter for letter in text.upper() if letter not in ", "])

# %% right: a translation table
def clean_guess(text):
    return text.translate({ord(" "): None, ord(","): None}).upper()

# %% right: a regular expression
import re

def clean_guess(text):
    return re.sub("[ ,]+", "", text).upper()

# %% right: split at one character and join
def clean_guess(text):
    for unwanted in [" ", ","]:
        text = "".join(text.split(unwanted))
    return text.upper()

# %% right: lambda and filter
def clean_guess(text):
    wanted = lambda character: character not in {" ", ","}
    return "".join(filter(wanted, text)).upper()

# %% right: recursion
def clean_guess(text):
    if text == "":
        return ""
    if text[0] in " ,":
        return clean_guess(text[1:])
    return text[0].upper() + clean_guess(text[1:])

# %% right: while there is something to take out
def clean_guess(text):
    while " " in text:
        text = text.replace(" ", "", 1)
    while "," in text:
        place = text.index(",")
        text = text[:place] + text[place + 1:]
    return str.upper(text)

# %% right: a list that shrinks from behind
def clean_guess(text):
    letters = list(text)
    for i in range(len(letters) - 1, -1, -1):
        if letters[i] == "," or letters[i] == " ":
            del letters[i]
    return "".join(letters).upper()

# %% right: reduce
from functools import reduce

def clean_guess(text):
    return reduce(lambda so_far, unwanted: so_far.replace(unwanted, ""), " ,", text).upper()

# %% right: a class with steps
class Cleaner:
    def __init__(self, text):
        self.text = text

    def without(self, character):
        return Cleaner("".join(c for c in self.text if c != character))

    def shout(self):
        return self.text.upper()


def clean_guess(text):
    return Cleaner(text).without(" ").without(",").shout()

# %% wrong: the new texts are not kept | clean_guess("r") is "r", not "R"
def clean_guess(text):
    text.replace(" ", "")
    text.replace(",", "")
    text.upper()
    return text

# %% wrong: the letters stay small | clean_guess("r") is "r", not "R"
def clean_guess(text):
    return text.replace(" ", "").replace(",", "")

# %% wrong: upper without keeping the result | clean_guess("r") is "r", not "R"
def clean_guess(text):
    text = text.replace(" ", "")
    text = text.replace(",", "")
    text.upper()
    return text

# %% wrong: only blanks are taken out | clean_guess(",") is ",", not ""
def clean_guess(text):
    return text.upper().replace(" ", "")

# %% wrong: only commas are taken out | clean_guess(" ") is " ", not ""
def clean_guess(text):
    return text.upper().replace(",", "")

# %% wrong: a comma goes only together with a blank | clean_guess(",") is ",", not ""
def clean_guess(text):
    return text.replace(", ", "").replace(" ", "").upper()

# %% wrong: only the first blank and the first comma | clean_guess("  ") is " ", not ""
def clean_guess(text):
    return text.replace(" ", "", 1).replace(",", "", 1).upper()

# %% wrong: only the ends are cleaned | clean_guess("R G") is "R G", not "RG"
def clean_guess(text):
    return text.strip(" ,").upper()

# %% wrong: blanks between, but not in front and behind | clean_guess(" ") is " ", not ""
def clean_guess(text):
    if len(text) < 2:
        return text.upper().replace(",", "")
    inside = text[1:-1].replace(" ", "")
    return (text[0] + inside + text[-1]).replace(",", "").upper()

# %% wrong: only one kind, depending on what is there | clean_guess(" ,") is " ", not ""
def clean_guess(text):
    if "," in text:
        text = text.replace(",", "")
    elif " " in text:
        text = text.replace(" ", "")
    return text.upper()

# %% wrong: small letters instead of capital letters | clean_guess("R") is "r", not "R"
def clean_guess(text):
    return text.replace(" ", "").replace(",", "").lower()

# %% wrong: small becomes large, and large becomes small | clean_guess("R") is "r", not "R"
def clean_guess(text):
    return text.replace(" ", "").replace(",", "").swapcase()

# %% wrong: only the first letter becomes large | clean_guess("rg") is "Rg", not "RG"
def clean_guess(text):
    return text.replace(" ", "").replace(",", "").capitalize()

# %% wrong: the text is printed instead of returned | clean_guess("") is None, not ""
def clean_guess(text):
    print(text.replace(" ", "").replace(",", "").upper())

# %% wrong: a list instead of a string | clean_guess("r") is ["R"], not "R"
def clean_guess(text):
    return [letter.upper() for letter in text if letter not in " ,"]

# %% wrong: everything but letters is taken out | clean_guess("1") is "", not "1"
def clean_guess(text):
    return "".join(letter for letter in text.upper() if letter.isalpha())

# %% wrong: everything but letters and digits is taken out | clean_guess("-") is "", not "-"
def clean_guess(text):
    return "".join(letter for letter in text.upper() if letter.isalnum())

# %% wrong: only the colors of the classic game are kept | clean_guess("x") is "", not "X"
def clean_guess(text):
    return "".join(letter for letter in text.upper() if letter in "ROYGBP")

# %% wrong: commas become blanks after the blanks are gone | clean_guess(",") is " ", not ""
def clean_guess(text):
    return text.replace(" ", "").replace(",", " ").upper()

# %% wrong: repeated pegs are taken out | clean_guess("RR") is "R", not "RR"
def clean_guess(text):
    pegs = ""
    for letter in text.upper():
        if letter not in pegs + " ,":
            pegs += letter
    return pegs

# %% wrong: return inside the loop | clean_guess("RG") is "R", not "RG"
def clean_guess(text):
    pegs = ""
    for letter in text:
        if letter not in " ,":
            pegs += letter.upper()
            return pegs
    return pegs

# %% wrong: tabs and line ends are taken out as if they were blanks | clean_guess("\t") is "", not "\t"
def clean_guess(text):
    return "".join(text.replace(",", " ").split()).upper()

# %% wrong: tabs and line ends at the ends are lost | clean_guess("\t") is "", not "\t"
def clean_guess(text):
    return text.strip().replace(" ", "").replace(",", "").upper()

# %% wrong: only the letters a to z become large | clean_guess("ä") is "ä", not "Ä"
def clean_guess(text):
    pegs = ""
    for letter in text:
        if "a" <= letter <= "z":
            letter = chr(ord(letter) - 32)
        if letter not in [" ", ","]:
            pegs += letter
    return pegs

# %% wrong: takes elements out of the list that it goes through | clean_guess("  ") is " ", not ""
def clean_guess(text):
    letters = list(text.upper())
    for letter in letters:
        if letter == " " or letter == ",":
            letters.remove(letter)
    return "".join(letters)

# %% wrong: the pegs come out in reverse order | clean_guess("RG") is "GR", not "RG"
def clean_guess(text):
    pegs = ""
    for letter in text.upper():
        if letter not in " ,":
            pegs = letter + pegs
    return pegs

# %% wrong: other signs are taken out as well | clean_guess(".") is "", not "."
def clean_guess(text):
    for sign in " ,.;-":
        text = text.replace(sign, "")
    return text.upper()

# %% wrong: no answer for the empty text | clean_guess("") is None, not ""
def clean_guess(text):
    if text:
        return text.replace(" ", "").replace(",", "").upper()

# %% wrong: at most four pegs are kept | clean_guess("RRRRR") is "RRRR", not "RRRRR"
def clean_guess(text):
    return text.replace(" ", "").replace(",", "").upper()[:4]

# %% wrong: changes a character in place, which no string allows | clean_guess("r") stops with a TypeError
def clean_guess(text):
    for i in range(len(text)):
        text[i] = text[i].upper()
    return text.replace(" ", "").replace(",", "")
