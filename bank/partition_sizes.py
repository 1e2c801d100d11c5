"""Answers to: how many candidates give each feedback to a guess."""

# %% right: get with a default
def partition_sizes(guess: str, candidates: list[str]) -> dict[str, int]:
    """Return for each feedback how many candidates would give it."""
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% right: Counter, returned as it is
from collections import Counter

def partition_sizes(guess, candidates):
    return Counter(get_feedback(code, guess) for code in candidates)

# %% right: defaultdict
from collections import defaultdict

def partition_sizes(guess, candidates):
    sizes = defaultdict(int)
    for code in candidates:
        sizes[get_feedback(code, guess)] += 1
    return sizes

# %% right: if and else
def partition_sizes(guess, candidates):
    counts = {}
    for candidate in candidates:
        answer = get_feedback(guess, candidate)
        if answer in counts:
            counts[answer] += 1
        else:
            counts[answer] = 1
    return counts

# %% right: try and except
def partition_sizes(guess, candidates):
    parts = dict()
    for i in range(len(candidates)):
        key = get_feedback(candidates[i], guess)
        try:
            parts[key] = parts[key] + 1
        except KeyError:
            parts[key] = 1
    return parts

# %% right: parts as lists first
def partition_sizes(guess, candidates):
    parts = {}
    for code in candidates:
        parts.setdefault(get_feedback(code, guess), []).append(code)
    return {feedback: len(codes) for feedback, codes in parts.items()}

# %% right: list.count for each feedback that occurs
def partition_sizes(guess, candidates):
    answers = [get_feedback(code, guess) for code in candidates]
    return {answer: answers.count(answer) for answer in set(answers)}

# %% right: sorted, then groupby
from itertools import groupby

def partition_sizes(guess, candidates):
    answers = sorted(map(lambda code: get_feedback(code, guess), candidates))
    return {answer: len(list(group)) for answer, group in groupby(answers)}

# %% right: all feedbacks there are, and the empty ones left out
def partition_sizes(guess, candidates):
    n = len(guess)
    sizes = {"b" * b + "w" * w: 0 for b in range(n + 1) for w in range(n + 1 - b)}
    for code in candidates:
        sizes[get_feedback(code, guess)] += 1
    return {feedback: size for feedback, size in sizes.items() if size > 0}

# %% right: recursion, one candidate at a time
def partition_sizes(guess, candidates):
    if not candidates:
        return {}
    sizes = partition_sizes(guess, candidates[1:])
    feedback = get_feedback(candidates[0], guess)
    sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% right: recursion on halves
def partition_sizes(guess, candidates):
    if not candidates:
        return {}
    if len(candidates) == 1:
        return {get_feedback(candidates[0], guess): 1}
    middle = len(candidates) // 2
    result = partition_sizes(guess, candidates[:middle])
    for feedback, size in partition_sizes(guess, candidates[middle:]).items():
        result[feedback] = size + (result[feedback] if feedback in result else 0)
    return result

# %% right: feedback without get_feedback
def key_pegs(code, guess):
    black = white = 0
    rest = list(code)
    for c, g in zip(code, guess):
        if c == g:
            black += 1
            rest.remove(c)
    for c, g in zip(code, guess):
        if c != g and g in rest:
            white += 1
            rest.remove(g)
    return "b" * black + "w" * white

def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        sizes.setdefault(key_pegs(code, guess), 0)
        sizes[key_pegs(code, guess)] += 1
    return sizes

# %% right: part by part until no code is left
def partition_sizes(guess, candidates):
    left = list(candidates)
    sizes = {}
    while left:
        feedback = get_feedback(left[0], guess)
        others = [code for code in left if get_feedback(code, guess) != feedback]
        sizes[feedback] = len(left) - len(others)
        left = others
    return sizes

# %% right: counted by NumPy, whose integers are integers
import numpy

def partition_sizes(guess, candidates):
    found = [get_feedback(code, guess) for code in candidates]
    return dict(zip(*numpy.unique(found, return_counts=True))) if found else {}

# %% wrong: counting starts at 0 | partition_sizes("R", ["R"]) is {"b": 0}, not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        if feedback in sizes:
            sizes[feedback] += 1
        else:
            sizes[feedback] = 0
    return sizes

# %% wrong: every size stays 1 | partition_sizes("R", ["R", "R"]) is {"b": 1}, not {"b": 2}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        sizes[get_feedback(code, guess)] = 1
    return sizes

# %% wrong: adds to an entry that is not there yet | partition_sizes("R", ["R"]) stops with a KeyError
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        sizes[get_feedback(code, guess)] += 1
    return sizes

# %% wrong: the codes of each part instead of their number | partition_sizes("R", ["R"]) is {"b": ["R"]}, not {"b": 1}
def partition_sizes(guess, candidates):
    parts = {}
    for code in candidates:
        parts.setdefault(get_feedback(code, guess), []).append(code)
    return parts

# %% wrong: feedback that never comes has an entry 0 | partition_sizes("R", ["R"]) is {"": 0, "b": 1}, not {"b": 1}
def partition_sizes(guess, candidates):
    n = len(guess)
    sizes = {"b" * b + "w" * w: 0 for b in range(n + 1) for w in range(n + 1 - b)}
    for code in candidates:
        sizes[get_feedback(code, guess)] += 1
    del sizes["b" * (n - 1) + "w"]
    return sizes

# %% wrong: the guess is left out of the candidates | partition_sizes("R", ["R"]) is {}, not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        if code != guess:
            feedback = get_feedback(code, guess)
            sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: no key pegs at all are not counted | partition_sizes("R", ["G"]) is {}, not {"": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        if feedback:
            sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: key pegs are counted instead of feedbacks | partition_sizes("RG", ["RG"]) is {"b": 2}, not {"bb": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        for key in get_feedback(code, guess):
            sizes[key] = sizes.get(key, 0) + 1
    return sizes

# %% wrong: black and white numbers as the key | partition_sizes("R", ["R"]) is {(1, 0): 1}, not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        key = feedback.count("b"), feedback.count("w")
        sizes[key] = sizes.get(key, 0) + 1
    return sizes

# %% wrong: the number of key pegs as the key | partition_sizes("R", ["R"]) is {1: 1}, not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        pegs = len(get_feedback(code, guess))
        sizes[pegs] = sizes.get(pegs, 0) + 1
    return sizes

# %% wrong: only the black key pegs are in the key | partition_sizes("RG", ["GR"]) is {"": 1}, not {"ww": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess).replace("w", "")
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: white before black in the key | partition_sizes("RRG", ["RGR"]) is {"wwb": 1}, not {"bww": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)[::-1]
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: the sizes alone | partition_sizes("R", ["R"]) is [1], not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return list(sizes.values())

# %% wrong: the number of parts | partition_sizes("R", []) is 0, not {}
def partition_sizes(guess, candidates):
    return len({get_feedback(code, guess) for code in candidates})

# %% wrong: pairs in a list | partition_sizes("R", ["R"]) is [("b", 1)], not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sorted(sizes.items())

# %% wrong: a code that occurs twice is counted once | partition_sizes("R", ["R", "R"]) is {"b": 1}, not {"b": 2}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in set(candidates):
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: shares in place of numbers | partition_sizes("R", ["R", "R"]) is {"b": 1.0}, not {"b": 2}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return {feedback: size / len(candidates) for feedback, size in sizes.items()}

# %% wrong: the numbers have a point | partition_sizes("R", ["R"]) is {"b": 1.0}, not {"b": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0.0) + 1
    return sizes

# %% wrong: the counts of the call before are still there | partition_sizes("R", ["R"]), then partition_sizes("R", []) is {"b": 1}, not {}
def partition_sizes(guess, candidates, sizes={}):
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: goes on with the counts of a cell above | partition_sizes("R", []) is {"i": 4, "m": 1, "p": 2, "s": 4}, not {}
def partition_sizes(guess, candidates):
    for code in candidates:
        feedback = get_feedback(code, guess)
        counts[feedback] = counts.get(feedback, 0) + 1
    return counts

# %% wrong: uses up the list of candidates | codes = ["R"], then partition_sizes("R", codes), then list(codes) is [], not ["R"]
def partition_sizes(guess, candidates):
    sizes = {}
    while candidates:
        feedback = get_feedback(candidates.pop(), guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: sorts the list of candidates | codes = ["R", "G"], then partition_sizes("R", codes), then list(codes) is ["G", "R"], not ["R", "G"]
def partition_sizes(guess, candidates):
    candidates.sort()
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes

# %% wrong: return inside the loop | partition_sizes("R", ["R", "G"]) is {"b": 1}, not {"b": 1, "": 1}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
        return sizes
    return sizes

# %% wrong: nothing comes back without candidates | partition_sizes("R", []) is None, not {}
def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    if sizes:
        return sizes

# %% wrong: compares neighbors, but the list is not sorted | partition_sizes("R", ["R", "G", "R"]) is {"b": 1, "": 1}, not {"b": 2, "": 1}
from itertools import groupby

def partition_sizes(guess, candidates):
    answers = [get_feedback(code, guess) for code in candidates]
    return {answer: len(list(group)) for answer, group in groupby(answers)}

# %% wrong: the parts are named after their first code | partition_sizes("R", ["G"]) is {"G": 1}, not {"": 1}
def partition_sizes(guess, candidates):
    parts = {}
    for code in candidates:
        parts.setdefault(get_feedback(code, guess), []).append(code)
    return {codes[0]: len(codes) for codes in parts.values()}
