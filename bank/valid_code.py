"""Answers to: does a guess have the right length and only pegs of these colors?"""

# %% right: return in the loop
def valid_code(colors: str, code_length: int, guess: str) -> bool:
    """Tell whether guess has code_length pegs, each one of colors."""
    if not len(guess) == code_length:
        return False
    for i in range(code_length):
        if guess[i] not in colors:
            return False
    return True

# %% right: for with break and else
def valid_code(colors, code_length, guess):
    for peg in guess:
        if peg not in colors:
            result = False
            break
    else:
        result = len(guess) == code_length
    return result

# %% right: all and a generator
def valid_code(colors, code_length, guess):
    return len(guess) == code_length and all(peg in colors for peg in guess)

# %% right: not any
def valid_code(colors, code_length, guess):
    wrong_peg = any([colors.count(peg) == 0 for peg in guess])
    wrong_length = code_length != len(guess)
    return not (wrong_peg or wrong_length)

# %% right: subset of a set
def valid_code(colors, code_length, guess):
    return set(guess).issubset(colors) and len(guess) == code_length

# %% right: while with a flag
def valid_code(colors, code_length, guess):
    good = len(guess) == code_length
    i = 0
    while good and i < len(guess):
        good = guess[i] in colors
        i += 1
    return good

# %% right: recursion
def valid_code(colors, code_length, guess):
    if code_length == 0 or guess == "":
        return code_length == 0 and guess == ""
    return guess[0] in colors and valid_code(colors, code_length - 1, guess[1:])

# %% right: counts the good pegs
def valid_code(colors, code_length, guess):
    good = 0
    for peg in guess:
        for color in colors:
            if peg == color:
                good += 1
                break
    return good == len(guess) == code_length

# %% right: a regular expression
import re

def valid_code(colors, code_length, guess):
    if code_length == 0 or colors == "":
        return len(guess) == code_length == 0
    one_peg = "|".join(re.escape(color) for color in colors)
    return re.fullmatch(f"({one_peg}){{{code_length}}}", guess, re.DOTALL) is not None

# %% right: nothing is left when the colors are taken out
def valid_code(colors, code_length, guess):
    rest = guess
    for color in colors:
        rest = rest.replace(color, "")
    return rest == "" and len(guess) == code_length

# %% right: lambda and filter
valid_code = lambda colors, code_length, guess: (
    len(guess) == code_length and list(filter(lambda peg: peg not in colors, guess)) == []
)

# %% right: a counter of pegs
from collections import Counter

def valid_code(colors, code_length, guess):
    pegs = Counter(guess)
    return sum(pegs.values()) == code_length and sum(pegs[color] for color in set(colors)) == code_length

# %% right: asks the index and catches the error
def valid_code(colors, code_length, guess):
    try:
        for peg in guess:
            colors.index(peg)
    except ValueError:
        return False
    if len(guess) < code_length or len(guess) > code_length:
        return False
    return True

# %% right: says on the screen what is wrong
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        print("wrong length")
        return False
    strange = [peg for peg in guess if peg not in colors]
    if strange:
        print("no color:", strange)
    return strange == []

# %% right: a class for the rules
class Gatekeeper:
    def __init__(self, colors, code_length):
        self.colors = set(colors)
        self.code_length = code_length

    def accepts(self, guess):
        strangers = set(guess) - self.colors
        return not strangers and len(guess) == self.code_length


def valid_code(colors, code_length, guess):
    return Gatekeeper(colors, code_length).accepts(guess)

# %% wrong: the length is not looked at | valid_code("R", 0, "R") is True, not False
def valid_code(colors, code_length, guess):
    for peg in guess:
        if peg not in colors:
            return False
    return True

# %% wrong: the colors are not looked at | valid_code("", 1, "R") is True, not False
def valid_code(colors, code_length, guess):
    return len(guess) == code_length

# %% wrong: the last peg decides alone | valid_code("R", 2, "XR") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    valid = True
    for peg in guess:
        if peg in colors:
            valid = True
        else:
            valid = False
    return valid

# %% wrong: the first peg decides alone | valid_code("R", 2, "RX") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg in colors:
            return True
        else:
            return False
    return True

# %% wrong: shorter guesses pass | valid_code("", 1, "") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) > code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True

# %% wrong: longer guesses pass | valid_code("R", 0, "R") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) < code_length:
        return False
    return all(peg in colors for peg in guess)

# %% wrong: looks for the whole guess inside the colors | valid_code("RG", 2, "GR") is False, not True
def valid_code(colors, code_length, guess):
    return len(guess) == code_length and guess in colors

# %% wrong: every color has to be there | valid_code("RG", 1, "R") is False, not True
def valid_code(colors, code_length, guess):
    return len(guess) == code_length and set(guess) == set(colors)

# %% wrong: a color may come only once | valid_code("R", 2, "RR") is False, not True
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    seen = ""
    for peg in guess:
        if peg not in colors or peg in seen:
            return False
        seen += peg
    return True

# %% wrong: the empty code is refused | valid_code("", 0, "") is False, not True
def valid_code(colors, code_length, guess):
    if not guess or len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True

# %% wrong: nothing is returned for a wrong length | valid_code("R", 1, "") is None, not False
def valid_code(colors, code_length, guess):
    if len(guess) == code_length:
        for peg in guess:
            if peg not in colors:
                return False
        return True

# %% wrong: nothing is returned for the empty code | valid_code("", 0, "") is None, not True
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for i in range(len(guess)):
        if guess[i] not in colors:
            return False
        if i == len(guess) - 1:
            return True

# %% wrong: 1 and 0 instead of True and False | valid_code("", 0, "") is 1, not True
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return 0
    for peg in guess:
        if peg not in colors:
            return 0
    return 1

# %% wrong: texts instead of True and False | valid_code("", 0, "") is "True", not True
def valid_code(colors, code_length, guess):
    if len(guess) != code_length or not set(guess) <= set(colors):
        return "False"
    return "True"

# %% wrong: the answer is printed instead of returned | valid_code("", 0, "") is None, not True
def valid_code(colors, code_length, guess):
    print(len(guess) == code_length and all(peg in colors for peg in guess))

# %% wrong: small letters pass as capital letters | valid_code("R", 1, "r") is True, not False
def valid_code(colors, code_length, guess):
    guess = guess.upper()
    return len(guess) == code_length and all(peg in colors for peg in guess)

# %% wrong: blanks are left out before the check | valid_code("", 0, " ") is True, not False
def valid_code(colors, code_length, guess):
    pegs = guess.replace(" ", "")
    return len(pegs) == code_length and all(peg in colors for peg in pegs)

# %% wrong: one good peg is enough | valid_code("R", 2, "RX") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    return code_length == 0 or any(peg in colors for peg in guess)

# %% wrong: an error is raised for a wrong length | valid_code("R", 1, "") stops with a ValueError
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        raise ValueError("wrong length")
    return all(peg in colors for peg in guess)

# %% wrong: the length is compared with the number of colors | valid_code("R", 0, "") is False, not True
def valid_code(colors, code_length, guess):
    if len(guess) != len(colors):
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True

# %% wrong: the last peg is not looked at | valid_code("", 1, "R") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for i in range(len(guess) - 1):
        if guess[i] not in colors:
            return False
    return True

# %% wrong: the first peg is not looked at | valid_code("", 1, "R") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for i in range(1, len(guess)):
        if guess[i] not in colors:
            return False
    return True

# %% wrong: the guess itself comes back instead of True | valid_code("R", 1, "R") is "R", not True
def valid_code(colors, code_length, guess):
    for peg in guess:
        if peg not in colors:
            return False
    return len(guess) == code_length and (guess or True)

# %% wrong: signs among the colors get a meaning of their own | valid_code("A-C", 1, "B") is True, not False
import re

def valid_code(colors, code_length, guess):
    if colors == "":
        return guess == "" and code_length == 0
    return re.fullmatch("[" + colors + "]{" + str(code_length) + "}", guess) is not None

# %% wrong: only the colors of the classic game | valid_code("X", 1, "X") is False, not True
def valid_code(colors, code_length, guess):
    return len(guess) == code_length and all(peg in "ROYGBP" for peg in guess)

# %% wrong: any letter passes | valid_code("", 1, "R") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    return guess == "" or guess.isalpha()

# %% wrong: after one bad guess all are refused | valid_code("R", 1, "X"), then valid_code("R", 1, "R") is False, not True
mistakes = []

def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        mistakes.append("length")
    for peg in guess:
        if peg not in colors:
            mistakes.append(peg)
    return mistakes == []

# %% wrong: only four places are looked at | valid_code("R", 5, "RRRRX") is True, not False
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    return all(peg in colors for peg in guess[:4])

# %% wrong: True and False are mixed up | valid_code("", 0, "") is False, not True
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return True
    for peg in guess:
        if peg not in colors:
            return True
    return False

# %% wrong: the colors are searched in the guess, not the guess in the colors | valid_code("RG", 1, "R") is False, not True
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for color in colors:
        if color not in guess:
            return False
    return True

# %% wrong: a set counts repeated pegs once | valid_code("R", 2, "RR") is False, not True
def valid_code(colors, code_length, guess):
    pegs = set(guess) & set(colors)
    return len(pegs) == code_length and len(guess) == code_length

# %% wrong: without colors any length fits the empty guess | valid_code("", 1, "") is True, not False
import re

def valid_code(colors, code_length, guess):
    one_peg = "|".join(re.escape(color) for color in colors)
    return re.fullmatch(f"({one_peg}){{{code_length}}}", guess) is not None

# %% wrong: a regular expression that ends before the end of a line | valid_code("R", 1, "R\n") is True, not False
import re

def valid_code(colors, code_length, guess):
    if colors == "":
        return guess == "" and code_length == 0
    one_peg = "|".join(re.escape(color) for color in colors)
    return re.match(f"({one_peg}){{{code_length}}}$", guess) is not None
