"""Answers to: the black and white key pegs for a guess."""

# %% right: two rounds with markposition
def get_feedback(code: str, guess: str) -> str:
    """Return 'b' for every black key peg, then 'w' for every white one."""
    reset_all_to_not_counted()
    feedback = ""
    for i in range(len(code)):
        if code[i] == guess[i]:
            feedback += "b"
            mark_as_counted(i)
    for i in range(len(code)):
        if code[i] == guess[i]:
            continue
        for j in range(len(code)):
            if not check_if_counted(j) and code[j] == guess[i]:
                mark_as_counted(j)
                feedback += "w"
                break
    return feedback

# %% right: counters with &
from collections import Counter

def get_feedback(code, guess):
    blacks = sum(map(str.__eq__, code, guess))
    common = Counter(code) & Counter(guess)
    return "b" * blacks + "w" * (sum(common.values()) - blacks)

# %% right: the smaller count of each color
def get_feedback(code, guess):
    blacks = len([1 for c, g in zip(code, guess) if c == g])
    total = 0
    for color in set(code):
        total += min(code.count(color), guess.count(color))
    whites = total - blacks
    return "b" * blacks + "w" * whites

# %% right: lists in which None is crossed out
def get_feedback(code, guess):
    code = list(code)
    guess = list(guess)
    answer = []
    for i, peg in enumerate(guess):
        if code[i] == peg:
            answer.append("b")
            code[i] = None
            guess[i] = None
    for peg in guess:
        if peg is not None and peg in code:
            answer.append("w")
            code[code.index(peg)] = None
    return "".join(answer)

# %% right: the pegs that are left, and remove
def get_feedback(code, guess):
    pairs = list(zip(code, guess))
    rest_code = [c for c, g in pairs if c != g]
    rest_guess = [g for c, g in pairs if c != g]
    black = len(pairs) - len(rest_code)
    white = 0
    for peg in rest_guess:
        if peg in rest_code:
            rest_code.remove(peg)
            white += 1
    return black * "b" + white * "w"

# %% right: code and guess change places
def get_feedback(code, guess):
    used = [False] * len(guess)
    black = white = 0
    for i in range(len(guess)):
        if guess[i] == code[i]:
            used[i] = True
            black += 1
    for i in range(len(code)):
        if code[i] != guess[i]:
            for j in range(len(guess)):
                if guess[j] == code[i] and not used[j]:
                    used[j] = True
                    white += 1
                    break
    return "b" * black + "w" * white

# %% right: recursion over the places
def get_feedback(code, guess):
    def rest(i):
        if i == len(code):
            return 0, [], []
        black, codes, guesses = rest(i + 1)
        if code[i] == guess[i]:
            return black + 1, codes, guesses
        return black, codes + [code[i]], guesses + [guess[i]]

    def partners(codes, guesses):
        if not guesses:
            return 0
        peg, others = guesses[0], guesses[1:]
        if peg in codes:
            place = codes.index(peg)
            return 1 + partners(codes[:place] + codes[place + 1:], others)
        return partners(codes, others)

    black, codes, guesses = rest(0)
    return "b" * black + "w" * partners(codes, guesses)

# %% right: goes through two sorted texts at once
def get_feedback(code, guess):
    black = 0
    for i in range(len(code)):
        black += code[i] == guess[i]
    left, right = sorted(code), sorted(guess)
    common = i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            common += 1
            i += 1
            j += 1
        elif left[i] < right[j]:
            i += 1
        else:
            j += 1
    return "b" * black + "w" * (common - black)

# %% right: a dictionary of missed colors
def get_feedback(code, guess):
    missed = {}
    feedback = ""
    for c, g in zip(code, guess):
        if c == g:
            feedback += "b"
        else:
            missed[c] = missed.get(c, 0) + 1
    for c, g in zip(code, guess):
        if c != g and missed.get(g, 0) > 0:
            missed[g] -= 1
            feedback += "w"
    return feedback

# %% right: one round with a balance for each color
def get_feedback(code, guess):
    balance = {}
    black = white = 0
    for c, g in zip(code, guess):
        if c == g:
            black += 1
            continue
        if balance.setdefault(c, 0) < 0:
            white += 1
        balance[c] += 1
        if balance.setdefault(g, 0) > 0:
            white += 1
        balance[g] -= 1
    return "b" * black + "w" * white

# %% right: sets of places
def get_feedback(code, guess):
    places = range(len(code))
    hits = {i for i in places if code[i] == guess[i]}
    taken = set(hits)
    for i in places:
        if i in hits:
            continue
        free = [j for j in places if j not in taken and code[j] == guess[i]]
        if free:
            taken.add(free[0])
    return "b" * len(hits) + "w" * (len(taken) - len(hits))

# %% right: takes letters out of a text, one at a time
def get_feedback(code, guess):
    blacks = "".join("b" for i in range(len(code)) if code[i] == guess[i])
    rest = code
    for peg in guess:
        rest = rest.replace(peg, "", 1)
    return blacks + "w" * (len(code) - len(rest) - len(blacks))

# %% right: lambda, with what the code keeps for itself
from collections import Counter

get_feedback = lambda code, guess: (
    "b" * sum(c == g for c, g in zip(code, guess))
    + "w" * (sum(c != g for c, g in zip(code, guess)) - sum((Counter(code) - Counter(guess)).values()))
)

# %% right: a class for the referee
class Referee:
    def __init__(self, code):
        self.code = code
        self.free = list(range(len(code)))

    def black(self, guess):
        hits = [i for i in self.free if self.code[i] == guess[i]]
        for i in hits:
            self.free.remove(i)
        self.open = [guess[i] for i in self.free]
        return len(hits)

    def white(self):
        number = 0
        for peg in self.open:
            for i in self.free:
                if self.code[i] == peg:
                    self.free.remove(i)
                    number += 1
                    break
        return number


def get_feedback(code, guess):
    referee = Referee(code)
    blacks = referee.black(guess)
    return "b" * blacks + "w" * referee.white()

# %% right: while, with marks far away for the guess
def get_feedback(code, guess):
    reset_all_to_not_counted()
    far = len(code)
    black = 0
    i = 0
    while i < len(code):
        if code[i] == guess[i]:
            black += 1
            mark_as_counted(i)
            mark_as_counted(far + i)
        i += 1
    white = 0
    for i in range(len(code)):
        for j in range(len(guess)):
            if code[i] == guess[j] and not check_if_counted(i) and not check_if_counted(far + j):
                white += 1
                mark_as_counted(i)
                mark_as_counted(far + j)
    return "b" * black + "w" * white

# %% right: white first, then made black
def get_feedback(code, guess):
    bag = list(code)
    keys = []
    for i, peg in enumerate(guess):
        if peg in bag:
            bag.remove(peg)
            keys.append("w")
    for i, peg in enumerate(guess):
        if peg == code[i]:
            keys.remove("w")
            keys.insert(0, "b")
    return "".join(keys)

# %% wrong: a white key peg for every peg that is elsewhere in the code | get_feedback("RGB", "YRR") is "ww", not "w"
def get_feedback(code, guess):
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
        elif guess[i] in code:
            white += 1
    return "b" * black + "w" * white

# %% wrong: a white key peg for every code peg that is elsewhere in the guess | get_feedback("RRG", "BYR") is "ww", not "w"
def get_feedback(code, guess):
    black = white = 0
    for i in range(len(code)):
        if code[i] == guess[i]:
            black += 1
        elif code[i] in guess:
            white += 1
    return "b" * black + "w" * white

# %% wrong: after the black ones, a code peg is used as often as one likes | get_feedback("RGB", "YRR") is "ww", not "w"
def get_feedback(code, guess):
    rest_code = [c for c, g in zip(code, guess) if c != g]
    rest_guess = [g for c, g in zip(code, guess) if c != g]
    white = 0
    for peg in rest_guess:
        if peg in rest_code:
            white += 1
    return "b" * (len(code) - len(rest_code)) + "w" * white

# %% wrong: the black ones are counted again as white | get_feedback("R", "R") is "bw", not "b"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "b" * black + "w" * common

# %% wrong: only different colors are counted | get_feedback("RRGG", "GGRR") is "ww", not "wwww"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    white = len(set(code) & set(guess)) - black
    return "b" * black + "w" * max(white, 0)

# %% wrong: black and white in one round, so that white takes the partner of a black one | get_feedback("GR", "RR") is "bw", not "b"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(guess)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
        else:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(j)
                    break
    return "b" * black + "w" * white

# %% wrong: marks of the call before are still there | get_feedback("RG", "RG"), then get_feedback("RG", "GR") is "", not "ww"
def get_feedback(code, guess):
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(j)
                    break
    return "b" * black + "w" * white

# %% wrong: the reset stands between the two rounds | get_feedback("RG", "RR") is "bw", not "b"
def get_feedback(code, guess):
    feedback = ""
    for i in range(len(code)):
        if guess[i] == code[i]:
            feedback += "b"
            mark_as_counted(i)
    reset_all_to_not_counted()
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    feedback += "w"
                    mark_as_counted(j)
                    break
    return feedback

# %% wrong: no break, so that one guess peg takes several partners | get_feedback("RRG", "BYR") is "ww", not "w"
def get_feedback(code, guess):
    black = white = 0
    reset_all_to_not_counted()
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(j)
    return "b" * black + "w" * white

# %% wrong: the black ones are not marked | get_feedback("RG", "RR") is "bw", not "b"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(j)
                    break
    return "b" * black + "w" * white

# %% wrong: the white ones are not marked | get_feedback("RGB", "YRR") is "ww", not "w"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    break
    return "b" * black + "w" * white

# %% wrong: a guess peg that is black looks for a white partner too | get_feedback("RR", "RB") is "bw", not "b"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        for j in range(len(code)):
            if guess[i] == code[j] and not check_if_counted(j):
                white += 1
                mark_as_counted(j)
                break
    return "b" * black + "w" * white

# %% wrong: the place of the guess is marked instead of the place of the code | get_feedback("RG", "GR") is "w", not "ww"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(i)
                    break
    return "b" * black + "w" * white

# %% wrong: only the first place of a color in the code is looked at | get_feedback("RGR", "RRG") is "bw", not "bww"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i] and guess[i] in code:
            j = code.index(guess[i])
            if not check_if_counted(j):
                white += 1
                mark_as_counted(j)
    return "b" * black + "w" * white

# %% wrong: the key pegs stand in the order of the places | get_feedback("GRY", "RBY") is "wb", not "bw"
def get_feedback(code, guess):
    rest = [c for c, g in zip(code, guess) if c != g]
    keys = ""
    for c, g in zip(code, guess):
        if c == g:
            keys += "b"
        elif g in rest:
            rest.remove(g)
            keys += "w"
    return keys

# %% wrong: white comes before black | get_feedback("RGB", "RBY") is "wb", not "bw"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "w" * (common - black) + "b" * black

# %% wrong: black and white have changed their letters | get_feedback("R", "R") is "w", not "b"
def get_feedback(code, guess):
    right_place = sum(c == g for c, g in zip(code, guess))
    right_color = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "w" * right_place + "b" * (right_color - right_place)

# %% wrong: only four places | get_feedback("RRRRR", "RRRRR") is "bbbb", not "bbbbb"
def get_feedback(code, guess):
    code, guess = code[:4], guess[:4]
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "b" * black + "w" * (common - black)

# %% wrong: a whole code right is always four black ones | get_feedback("R", "R") is "bbbb", not "b"
def get_feedback(code, guess):
    if code == guess:
        return "bbbb"
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "b" * black + "w" * (common - black)

# %% wrong: the last place is left out | get_feedback("R", "R") is "", not "b"
def get_feedback(code, guess):
    black = white = 0
    used = []
    for i in range(len(code) - 1):
        if code[i] == guess[i]:
            black += 1
            used.append(i)
    for i in range(len(code) - 1):
        if code[i] != guess[i]:
            for j in range(len(code) - 1):
                if code[j] == guess[i] and j not in used:
                    white += 1
                    used.append(j)
                    break
    return "b" * black + "w" * white

# %% wrong: the first place is left out | get_feedback("R", "R") is "", not "b"
def get_feedback(code, guess):
    black = white = 0
    used = []
    for i in range(1, len(code)):
        if code[i] == guess[i]:
            black += 1
            used.append(i)
    for i in range(1, len(code)):
        if code[i] != guess[i]:
            for j in range(1, len(code)):
                if code[j] == guess[i] and j not in used:
                    white += 1
                    used.append(j)
                    break
    return "b" * black + "w" * white

# %% wrong: no white key pegs | get_feedback("RG", "GR") is "", not "ww"
def get_feedback(code, guess):
    feedback = ""
    for i in range(len(code)):
        if code[i] == guess[i]:
            feedback += "b"
    return feedback

# %% wrong: no black key pegs | get_feedback("R", "R") is "", not "b"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "w" * (common - black)

# %% wrong: every common peg is black | get_feedback("RG", "GR") is "bb", not "ww"
def get_feedback(code, guess):
    rest = list(code)
    feedback = ""
    for peg in guess:
        if peg in rest:
            rest.remove(peg)
            feedback += "b"
    return feedback

# %% wrong: one white key peg at most | get_feedback("RG", "GR") is "w", not "ww"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    if common > black:
        return "b" * black + "w"
    return "b" * black

# %% wrong: the key pegs are printed instead of returned | get_feedback("", "") is None, not ""
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    print("b" * black + "w" * (common - black))

# %% wrong: two numbers instead of letters | get_feedback("", "") is (0, 0), not ""
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return black, common - black

# %% wrong: a list instead of a string | get_feedback("R", "R") is ["b"], not "b"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return ["b"] * black + ["w"] * (common - black)

# %% wrong: capital letters | get_feedback("R", "R") is "B", not "b"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "B" * black + "W" * (common - black)

# %% wrong: a sign for every place without a key peg | get_feedback("R", "G") is "-", not ""
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return ("b" * black + "w" * (common - black)).ljust(len(code), "-")

# %% wrong: blanks between the key pegs | get_feedback("RG", "RG") is "b b", not "bb"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return " ".join("b" * black + "w" * (common - black))

# %% wrong: no answer when there is no key peg | get_feedback("", "") is None, not ""
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    if common > 0:
        return "b" * black + "w" * (common - black)

# %% wrong: the counts go on from call to call | get_feedback("R", "R"), then get_feedback("R", "R") is "bb", not "b"
black = 0
white = 0

def get_feedback(code, guess):
    global black, white
    hits = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    black += hits
    white += common - hits
    return "b" * black + "w" * white

# %% wrong: a list as default argument remembers the places used | get_feedback("RG", "GR"), then get_feedback("RG", "GR") is "", not "ww"
def get_feedback(code, guess, used=[]):
    feedback = ""
    for i in range(len(code)):
        if code[i] == guess[i]:
            feedback += "b"
            used.append(i)
    for i in range(len(code)):
        if code[i] != guess[i]:
            for j in range(len(code)):
                if code[j] == guess[i] and j not in used:
                    used.append(j)
                    feedback += "w"
                    break
    return feedback

# %% wrong: crosses out with x, which could be a peg | get_feedback("RG", "Rx") is "bw", not "b"
def get_feedback(code, guess):
    rest = list(code)
    feedback = ""
    for i in range(len(code)):
        if guess[i] == code[i]:
            feedback += "b"
            rest[i] = "x"
    for i in range(len(code)):
        if guess[i] != code[i] and guess[i] in rest:
            rest[rest.index(guess[i])] = "x"
            feedback += "w"
    return feedback

# %% wrong: crosses out with a dash, and never counts a dash again | get_feedback("R-", "-R") is "w", not "ww"
def get_feedback(code, guess):
    code = list(code)
    guess = list(guess)
    black = white = 0
    for i in range(len(code)):
        if code[i] == guess[i]:
            black += 1
            code[i] = guess[i] = "-"
    for i in range(len(guess)):
        if guess[i] != "-" and guess[i] in code:
            white += 1
            code[code.index(guess[i])] = "-"
    return "b" * black + "w" * white

# %% wrong: what is crossed out with 0 finds a white partner | get_feedback("R", "R") is "bw", not "b"
def get_feedback(code, guess):
    code = list(code)
    guess = list(guess)
    black = white = 0
    for i in range(len(code)):
        if code[i] == guess[i]:
            black += 1
            code[i] = guess[i] = "0"
    for peg in guess:
        if peg in code:
            white += 1
            code.remove(peg)
    return "b" * black + "w" * white

# %% wrong: small and capital letters are the same | get_feedback("R", "r") is "b", not ""
def get_feedback(code, guess):
    code, guess = code.upper(), guess.upper()
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "b" * black + "w" * (common - black)

# %% wrong: only six colors are known | get_feedback("XY", "YX") is "w", not "ww"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = 0
    for color in "ROYGBP":
        common += min(code.count(color), guess.count(color))
    return "b" * black + "w" * (common - black)

# %% wrong: a color that comes twice is counted twice as often | get_feedback("RR", "BR") is "bw", not "b"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in code)
    return "b" * black + "w" * (common - black)

# %% wrong: the two sorted texts are compared place by place | get_feedback("RG", "GB") is "", not "w"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(c == g for c, g in zip(sorted(code), sorted(guess)))
    return "b" * black + "w" * max(common - black, 0)

# %% wrong: one partner takes the whole color out of the code | get_feedback("RRGG", "GGRR") is "ww", not "wwww"
def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    rest = "".join(c for c, g in zip(code, guess) if c != g)
    white = 0
    for c, g in zip(code, guess):
        if c != g and g in rest:
            white += 1
            rest = rest.replace(g, "")
    return "b" * black + "w" * white

# %% wrong: only neighbors can be white | get_feedback("RGB", "BYY") is "", not "w"
def get_feedback(code, guess):
    black = white = 0
    used = set()
    for i in range(len(code)):
        if code[i] == guess[i]:
            black += 1
            used.add(i)
    for i in range(len(code)):
        if code[i] != guess[i]:
            for j in [i - 1, i + 1]:
                if 0 <= j < len(code) and j not in used and code[j] == guess[i]:
                    white += 1
                    used.add(j)
                    break
    return "b" * black + "w" * white

# %% wrong: the second round stops at the first white key peg | get_feedback("RG", "GR") is "w", not "ww"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(j)
                    break
        if white > 0:
            break
    return "b" * black + "w" * white

# %% wrong: the first place that does not fit ends the count of black ones | get_feedback("RG", "BG") is "", not "b"
def get_feedback(code, guess):
    black = 0
    while black < len(code) and code[black] == guess[black]:
        black += 1
    rest_code, rest_guess = list(code[black:]), guess[black:]
    white = 0
    for i in range(len(rest_guess)):
        if rest_guess[i] != rest_code[i] and rest_guess[i] in rest_code:
            white += 1
            rest_code[rest_code.index(rest_guess[i])] = None
    return "b" * black + "w" * white

# %% wrong: white only for pegs further to the right in the code | get_feedback("RG", "GR") is "w", not "ww"
def get_feedback(code, guess):
    reset_all_to_not_counted()
    black = white = 0
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            mark_as_counted(i)
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(i + 1, len(code)):
                if guess[i] == code[j] and not check_if_counted(j):
                    white += 1
                    mark_as_counted(j)
                    break
    return "b" * black + "w" * white

# %% wrong: falls back to itself without an end | get_feedback("", "") stops with a RecursionError
def get_feedback(code, guess):
    if code[:1] == guess[:1]:
        return "b" + get_feedback(code[1:], guess[1:])
    return get_feedback(code[1:], guess[1:])
