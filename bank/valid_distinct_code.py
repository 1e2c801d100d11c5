"""Answers to: is a guess a valid code in which no peg occurs twice?"""

# %% right: asks valid_code, then a set
def valid_distinct_code(colors: str, code_length: int, guess: str) -> bool:
    """Tell whether guess is a valid code in which no peg occurs twice."""
    if valid_code(colors, code_length, guess):
        return len(guess) == len(set(guess))
    return False

# %% right: remembers what it has seen
def valid_distinct_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    seen = []
    for peg in guess:
        if peg in seen or peg not in colors:
            return False
        seen.append(peg)
    return True

# %% right: counts every peg
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess) and all(guess.count(peg) == 1 for peg in guess)

# %% right: sorts and compares neighbors
def valid_distinct_code(colors, code_length, guess):
    pegs = sorted(guess)
    for i in range(1, len(pegs)):
        if pegs[i] == pegs[i - 1]:
            return False
    return valid_code(colors, code_length, guess)

# %% right: compares every pair of places
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for i in range(code_length):
        for j in range(i + 1, code_length):
            if guess[i] == guess[j]:
                return False
    return True

# %% right: three numbers are equal
def valid_distinct_code(colors, code_length, guess):
    return len(guess) == code_length == len(set(guess) & set(colors))

# %% right: recursion, a color used is taken out
def valid_distinct_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    if guess == "":
        return True
    peg = guess[0]
    return peg in colors and valid_distinct_code(colors.replace(peg, ""), code_length - 1, guess[1:])

# %% right: a bag of the colors that are left
def valid_distinct_code(colors, code_length, guess):
    bag = set(colors)
    for peg in guess:
        try:
            bag.remove(peg)
        except KeyError:
            return False
    return len(guess) == code_length

# %% right: Counter and most_common
from collections import Counter

def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    if guess == "":
        return True
    [(peg, times)] = Counter(guess).most_common(1)
    return times == 1

# %% right: while, for and else
def valid_distinct_code(colors, code_length, guess):
    rest = guess
    while rest:
        peg, rest = rest[0], rest[1:]
        for other in rest:
            if other == peg:
                break
        else:
            continue
        return False
    return valid_code(colors, code_length, guess)

# %% right: a helper for the repeats
def has_repeats(text):
    return any(text.find(letter) != text.rfind(letter) for letter in text)


def valid_distinct_code(colors, code_length, guess):
    return not has_repeats(guess) and valid_code(colors, code_length, guess)

# %% right: a dictionary of counts and lambda
def valid_distinct_code(colors, code_length, guess):
    times = {color: 0 for color in colors}
    for peg in guess:
        if peg not in times:
            return False
        times[peg] += 1
    enough = lambda n: n <= 1
    return len(guess) == code_length and all(map(enough, times.values()))

# %% right: a class that lets each peg through once
class Door:
    def __init__(self, colors):
        self.waiting = list(colors)
        self.closed = False

    def enter(self, peg):
        if peg in self.waiting:
            self.waiting.remove(peg)
        else:
            self.closed = True


def valid_distinct_code(colors, code_length, guess):
    door = Door(dict.fromkeys(colors))
    for peg in guess:
        door.enter(peg)
    return not door.closed and len(guess) == code_length

# %% wrong: repeats are not looked at | valid_distinct_code("R", 2, "RR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess)

# %% wrong: only neighbors are compared | valid_distinct_code("RG", 3, "RGR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for i in range(len(guess) - 1):
        if guess[i] == guess[i + 1]:
            return False
    return True

# %% wrong: only repeats of the first peg are found | valid_distinct_code("RG", 3, "GRR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    return guess == "" or guess[0] not in guess[1:]

# %% wrong: the different pegs are counted, not the pegs | valid_distinct_code("R", 1, "RR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return len(set(guess)) == code_length and set(guess) <= set(colors)

# %% wrong: only repeats are looked at | valid_distinct_code("", 0, "R") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return len(set(guess)) == len(guess)

# %% wrong: the length is not looked at | valid_distinct_code("", 1, "") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return set(guess) <= set(colors) and len(set(guess)) == len(guess)

# %% wrong: the colors are not looked at | valid_distinct_code("", 1, "R") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return len(guess) == code_length == len(set(guess))

# %% wrong: the empty code is refused | valid_distinct_code("", 0, "") is False, not True
def valid_distinct_code(colors, code_length, guess):
    if not guess:
        return False
    return valid_code(colors, code_length, guess) and len(set(guess)) == len(guess)

# %% wrong: every color has to be there | valid_distinct_code("RG", 1, "R") is False, not True
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess) and sorted(guess) == sorted(colors)

# %% wrong: a number instead of True and False | valid_distinct_code("", 0, "") is 1, not True
def valid_distinct_code(colors, code_length, guess):
    if valid_code(colors, code_length, guess) and len(set(guess)) == len(guess):
        return 1
    return 0

# %% wrong: nothing is returned for a guess that is not valid | valid_distinct_code("", 1, "") is None, not False
def valid_distinct_code(colors, code_length, guess):
    if valid_code(colors, code_length, guess):
        return len(set(guess)) == len(guess)

# %% wrong: says whether there are repeats | valid_distinct_code("", 0, "") is False, not True
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess) and len(set(guess)) < len(guess)

# %% wrong: small and capital letters count as the same peg | valid_distinct_code("Rr", 2, "Rr") is False, not True
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess) and len(set(guess.upper())) == len(guess)

# %% wrong: two pegs equal are found, three are not | valid_distinct_code("R", 3, "RRR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for peg in guess:
        if guess.count(peg) == 2:
            return False
    return True

# %% wrong: each peg is compared with itself too | valid_distinct_code("R", 1, "R") is False, not True
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for i in range(len(guess)):
        for j in range(len(guess)):
            if guess[i] == guess[j]:
                return False
    return True

# %% wrong: the last peg decides alone | valid_distinct_code("RG", 3, "RRG") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    seen = set()
    distinct = True
    for peg in guess:
        distinct = peg not in seen
        seen.add(peg)
    return distinct

# %% wrong: the second peg settles it | valid_distinct_code("RG", 3, "RGR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for i in range(1, len(guess)):
        if guess[i] in guess[:i]:
            return False
        else:
            return True
    return True

# %% wrong: one peg that comes once is enough | valid_distinct_code("RG", 3, "RRG") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    return guess == "" or any(guess.count(peg) == 1 for peg in guess)

# %% wrong: the pegs seen in earlier calls are remembered | valid_distinct_code("R", 1, "R"), then valid_distinct_code("R", 1, "R") is False, not True
seen = set()

def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for peg in guess:
        if peg in seen:
            return False
        seen.add(peg)
    return True

# %% wrong: the pegs have to be in alphabetical order | valid_distinct_code("RG", 2, "RG") is False, not True
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    for i in range(len(guess) - 1):
        if guess[i] >= guess[i + 1]:
            return False
    return True

# %% wrong: the repeats of the colors are counted, not of the guess | valid_distinct_code("R", 2, "RR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess) and len(set(colors)) == len(colors)

# %% wrong: the answer is printed instead of returned | valid_distinct_code("", 0, "") is None, not True
def valid_distinct_code(colors, code_length, guess):
    print(valid_code(colors, code_length, guess) and len(set(guess)) == len(guess))

# %% wrong: the last place is left out of the comparison | valid_distinct_code("R", 2, "RR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    pegs = guess[:-1]
    return len(set(pegs)) == len(pegs)

# %% wrong: only four places are compared | valid_distinct_code("RGBY", 5, "RGBYR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if not valid_code(colors, code_length, guess):
        return False
    return len(set(guess[:4])) == len(guess[:4])

# %% wrong: valid or without repeats, one of them is enough | valid_distinct_code("R", 2, "RR") is True, not False
def valid_distinct_code(colors, code_length, guess):
    return valid_code(colors, code_length, guess) or len(set(guess)) == len(guess)

# %% wrong: the arguments are handed on in another order | valid_distinct_code("R", 0, "") is False, not True
def valid_distinct_code(colors, code_length, guess):
    return valid_code(guess, code_length, colors) and len(set(guess)) == len(guess)

# %% wrong: a color that was used becomes a dash, and then a dash passes | valid_distinct_code("R", 2, "R-") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    left = colors
    for peg in guess:
        if peg not in left:
            return False
        left = left.replace(peg, "-")
    return True

# %% wrong: a blank in the guess is not looked at | valid_distinct_code("R", 2, "R ") is True, not False
def valid_distinct_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    seen = " "
    for peg in guess:
        if peg == " ":
            continue
        if peg not in colors or peg in seen:
            return False
        seen += peg
    return True
