"""Answers to: the candidates that would give this feedback to this guess."""

# %% right: a comprehension
def consistent_codes(candidates: list[str], guess: str, feedback: str) -> list[str]:
    """Return the candidates that would give this feedback to this guess."""
    return [code for code in candidates if get_feedback(code, guess) == feedback]

# %% right: a loop and append
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            left.append(code)
    return left

# %% right: code and guess change places
def consistent_codes(candidates, guess, feedback):
    result = []
    for candidate in candidates:
        if get_feedback(guess, candidate) != feedback:
            continue
        result += [candidate]
    return result

# %% right: filter and lambda
def consistent_codes(candidates, guess, feedback):
    return list(filter(lambda code: get_feedback(code, guess) == feedback, candidates))

# %% right: a while loop from the end, with del
def consistent_codes(candidates, guess, feedback):
    left = candidates[:]
    i = len(left) - 1
    while i >= 0:
        if get_feedback(left[i], guess) != feedback:
            del left[i]
        i -= 1
    return left

# %% right: remove from a copy while the loop runs through the original
def consistent_codes(candidates, guess, feedback):
    survivors = list(candidates)
    for code in candidates:
        if get_feedback(code, guess) != feedback:
            survivors.remove(code)
    return survivors

# %% right: recursion, one candidate at a time
def consistent_codes(candidates, guess, feedback):
    if not candidates:
        return []
    rest = consistent_codes(candidates[1:], guess, feedback)
    return [candidates[0]] + rest if get_feedback(candidates[0], guess) == feedback else rest

# %% right: recursion on halves
def consistent_codes(candidates, guess, feedback):
    if len(candidates) == 0:
        return []
    if len(candidates) == 1:
        return candidates[:] if get_feedback(candidates[0], guess) == feedback else []
    middle = len(candidates) // 2
    return (
        consistent_codes(candidates[:middle], guess, feedback)
        + consistent_codes(candidates[middle:], guess, feedback)
    )

# %% right: candidates sorted into drawers, one for each feedback
def consistent_codes(candidates, guess, feedback):
    drawers = {}
    for code in candidates:
        drawers.setdefault(get_feedback(code, guess), []).append(code)
    return drawers.get(feedback, [])

# %% right: key pegs counted without get_feedback
from collections import Counter

def consistent_codes(candidates, guess, feedback):
    black = feedback.count("b")
    total = len(feedback)
    wanted = Counter(guess)
    return [
        code
        for code in candidates
        if sum(c == g for c, g in zip(code, guess)) == black
        and (Counter(code) & wanted).total() == total
    ]

# %% right: a generator
def consistent_codes(candidates, guess, feedback):
    def survivors():
        for code in candidates:
            if get_feedback(code, guess) == feedback:
                yield code

    return list(survivors())

# %% right: itertools.compress
import itertools

def consistent_codes(candidates, guess, feedback):
    keep = [get_feedback(code, guess) == feedback for code in candidates]
    return list(itertools.compress(candidates, keep))

# %% right: the numbers of black and white ones
def consistent_codes(candidates, guess, feedback):
    good = []
    for i in range(len(candidates)):
        said = get_feedback(candidates[i], guess)
        if said.count("b") == feedback.count("b") and said.count("w") == feedback.count("w"):
            good.append(candidates[i])
    return good

# %% right: a class that pretends to hide the code
class Codemaker:
    def __init__(self, secret):
        self.secret = secret

    def would_say(self, guess, feedback):
        return get_feedback(self.secret, guess) == feedback


def consistent_codes(candidates, guess, feedback):
    makers = [Codemaker(code) for code in candidates]
    return [maker.secret for maker in makers if maker.would_say(guess, feedback)]

# %% right: reduce
from functools import reduce

def consistent_codes(candidates, guess, feedback):
    def add(left, code):
        return left + [code] if get_feedback(code, guess) == feedback else left

    return reduce(add, candidates, [])

# %% wrong: removes from the list that the loop runs through | consistent_codes(["G", "Y"], "R", "b") is ["Y"], not []
def consistent_codes(candidates, guess, feedback):
    for code in candidates:
        if get_feedback(code, guess) != feedback:
            candidates.remove(code)
    return candidates

# %% wrong: makes a copy, but the loop runs through the copy too | consistent_codes(["G", "Y"], "R", "b") is ["Y"], not []
def consistent_codes(candidates, guess, feedback):
    left = list(candidates)
    for code in left:
        if get_feedback(code, guess) != feedback:
            left.remove(code)
    return left

# %% wrong: a second name is taken for a copy | codes = ["R", "G"], then consistent_codes(codes, "R", "b"), then list(codes) is ["R"], not ["R", "G"]
def consistent_codes(candidates, guess, feedback):
    left = candidates
    for code in list(candidates):
        if get_feedback(code, guess) != feedback:
            left.remove(code)
    return left

# %% wrong: the result is written into the argument | codes = ["R", "G"], then consistent_codes(codes, "R", "b"), then list(codes) is ["R"], not ["R", "G"]
def consistent_codes(candidates, guess, feedback):
    candidates[:] = [code for code in candidates if get_feedback(code, guess) == feedback]
    return candidates

# %% wrong: the candidates are taken off the list one by one | codes = ["R"], then consistent_codes(codes, "R", "b"), then list(codes) is [], not ["R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    while candidates:
        code = candidates.pop(0)
        if get_feedback(code, guess) == feedback:
            left.append(code)
    return left

# %% wrong: the guess itself is always crossed out | consistent_codes(["R"], "R", "b") is [], not ["R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if code != guess and get_feedback(code, guess) == feedback:
            left.append(code)
    return left

# %% wrong: only the black key pegs are compared | consistent_codes(["GY"], "RG", "") is ["GY"], not []
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        black = 0
        for i in range(len(code)):
            if code[i] == guess[i]:
                black += 1
        if black == feedback.count("b"):
            left.append(code)
    return left

# %% wrong: only the number of key pegs is compared | consistent_codes(["RG"], "RG", "ww") is ["RG"], not []
def consistent_codes(candidates, guess, feedback):
    return [c for c in candidates if len(get_feedback(c, guess)) == len(feedback)]

# %% wrong: in instead of == | consistent_codes(["R"], "R", "") is ["R"], not []
def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if feedback in get_feedback(code, guess)]

# %% wrong: the feedback may be larger than the one that was given | consistent_codes(["R"], "R", "") is ["R"], not []
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        said = get_feedback(code, guess)
        if said.count("b") >= feedback.count("b") and said.count("w") >= feedback.count("w"):
            left.append(code)
    return left

# %% wrong: those that do not fit are kept | consistent_codes(["R"], "R", "b") is [], not ["R"]
def consistent_codes(candidates, guess, feedback):
    out = []
    for code in candidates:
        if get_feedback(code, guess) != feedback:
            out.append(code)
    return out

# %% wrong: return inside the loop | consistent_codes(["R", "R"], "R", "b") is ["R"], not ["R", "R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            left.append(code)
            return left
    return left

# %% wrong: a set in place of the list | consistent_codes(["R"], "R", "b") is {"R"}, not ["R"]
def consistent_codes(candidates, guess, feedback):
    return {code for code in candidates if get_feedback(code, guess) == feedback}

# %% wrong: the result is sorted | consistent_codes(["RR", "GG"], "RG", "b") is ["GG", "RR"], not ["RR", "GG"]
def consistent_codes(candidates, guess, feedback):
    return sorted(code for code in candidates if get_feedback(code, guess) == feedback)

# %% wrong: the result is in the opposite order | consistent_codes(["RR", "GG"], "RG", "b") is ["GG", "RR"], not ["RR", "GG"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            left.insert(0, code)
    return left

# %% wrong: a code that occurs twice is kept once | consistent_codes(["R", "R"], "R", "b") is ["R"], not ["R", "R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(code, guess) == feedback and code not in left:
            left.append(code)
    return left

# %% wrong: the number of those that are left | consistent_codes([], "R", "b") is 0, not []
def consistent_codes(candidates, guess, feedback):
    count = 0
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            count += 1
    return count

# %% wrong: an iterator instead of a list | consistent_codes(["R"], "R", "b").__class__.__name__ is "filter", not "list"
def consistent_codes(candidates, guess, feedback):
    return filter(lambda code: get_feedback(code, guess) == feedback, candidates)

# %% wrong: prints and returns nothing | consistent_codes([], "R", "b") is None, not []
def consistent_codes(candidates, guess, feedback):
    left = [code for code in candidates if get_feedback(code, guess) == feedback]
    print(left)

# %% wrong: the list of the call before grows | consistent_codes(["R"], "R", "b"), then consistent_codes([], "R", "b") is ["R"], not []
def consistent_codes(candidates, guess, feedback, left=[]):
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            left.append(code)
    return left

# %% wrong: without key pegs nothing has been learned | consistent_codes(["R"], "R", "") is ["R"], not []
def consistent_codes(candidates, guess, feedback):
    if feedback == "":
        return list(candidates)
    return [code for code in candidates if get_feedback(code, guess) == feedback]

# %% wrong: the candidate is compared with the feedback | consistent_codes(["R"], "R", "") stops with a ValueError
def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, feedback) == guess]

# %% wrong: the key pegs are read place by place | consistent_codes(["GR"], "RR", "b") is [], not ["GR"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        fits = True
        for i, key in enumerate(feedback):
            if key == "b" and code[i] != guess[i]:
                fits = False
            if key == "w" and (code[i] == guess[i] or guess[i] not in code):
                fits = False
        if fits and len(get_feedback(code, guess)) == len(feedback):
            left.append(code)
    return left

# %% wrong: key pegs counted by hand, one peg counted twice | consistent_codes(["RGB"], "YRR", "w") is [], not ["RGB"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        black = white = 0
        for c, g in zip(code, guess):
            if c == g:
                black += 1
            elif g in code:
                white += 1
        if "b" * black + "w" * white == feedback:
            left.append(code)
    return left

# %% wrong: is instead of == | consistent_codes(["RG"], "GR", "ww") is [], not ["RG"]
def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) is feedback]

# %% wrong: each code comes with its feedback | consistent_codes(["R"], "R", "b") is [("R", "b")], not ["R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        said = get_feedback(code, guess)
        if said == feedback:
            left.append((code, said))
    return left

# %% wrong: looks only as far as the first that does not fit | consistent_codes(["G", "R"], "R", "b") is [], not ["R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            left.append(code)
        else:
            break
    return left

# %% wrong: the last candidate is never looked at | consistent_codes(["R"], "R", "b") is [], not ["R"]
def consistent_codes(candidates, guess, feedback):
    left = []
    for i in range(len(candidates) - 1):
        if get_feedback(candidates[i], guess) == feedback:
            left.append(candidates[i])
    return left

# %% wrong: the only candidate is taken without a question | consistent_codes(["RG"], "GR", "b") is ["RG"], not []
def consistent_codes(candidates, guess, feedback):
    if len(candidates) == 1:
        return list(candidates)
    return [code for code in candidates if get_feedback(code, guess) == feedback]
