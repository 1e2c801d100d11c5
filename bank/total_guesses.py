"""Answers to: how many guesses a strategy takes for all codes together."""

# %% right: two loops
def total_guesses(choose, codes: list[str]) -> int:
    """Play one game for every code, and return how many guesses they take together."""
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% right: a function for one game
def game(choose, codes, hidden):
    left = list(codes)
    turns = 1
    while True:
        guess = choose(codes, left)
        if guess == hidden:
            return turns
        turns += 1
        left = [code for code in left if get_feedback(guess, code) == get_feedback(guess, hidden)]


def total_guesses(choose, codes):
    return sum(game(choose, codes, hidden) for hidden in codes)

# %% right: a strategy tree
def total_guesses(choose, codes):
    def depth_sum(candidates, depth):
        guess = choose(codes, candidates)
        parts = {}
        for code in candidates:
            parts.setdefault(get_feedback(code, guess), []).append(code)
        total = 0
        for feedback, part in parts.items():
            total += depth if part == [guess] else depth_sum(part, depth + 1)
        return total

    return depth_sum(codes, 1)

# %% right: a list of all guesses
def total_guesses(choose, codes):
    guesses = []
    for hidden in codes:
        candidates = codes[:]
        while not guesses or guesses[-1] != hidden or len(candidates) == len(codes) > 1:
            guess = choose(codes, candidates)
            guesses.append(guess)
            if guess == hidden:
                break
            answer = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == answer]
    return len(guesses)

# %% right: recursion
def total_guesses(choose, codes):
    def rest(hidden, candidates):
        guess = choose(codes, candidates)
        if guess == hidden:
            return 1
        said = get_feedback(hidden, guess)
        return 1 + rest(hidden, [c for c in candidates if get_feedback(c, guess) == said])

    total = 0
    for hidden in codes:
        total = total + rest(hidden, codes)
    return total

# %% right: stops at four black key pegs, or as many as there are places
def total_guesses(choose, codes):
    count = 0
    for hidden in codes:
        candidates = list(codes)
        feedback = None
        while feedback != "b" * len(hidden):
            guess = choose(list(codes), candidates)
            feedback = get_feedback(hidden, guess)
            count += 1
            candidates = list(filter(lambda c: get_feedback(c, guess) == feedback, candidates))
    return count

# %% right: all turns are remembered
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        turns = []
        while (hidden, "b" * len(hidden)) not in turns:
            left = [c for c in codes if all(get_feedback(c, g) == f for g, f in turns)]
            guess = choose(codes, left)
            turns.append((guess, get_feedback(hidden, guess)))
        total += len(turns)
    return total

# %% right: for with a range
def total_guesses(choose, codes):
    lengths = []
    for i in range(len(codes)):
        left = codes
        for turn in range(1, 10 ** 6):
            guess = choose(codes, left)
            if guess == codes[i]:
                lengths.append(turn)
                break
            keep = []
            for code in left:
                if get_feedback(code, guess) == get_feedback(codes[i], guess):
                    keep.append(code)
            left = keep
    return sum(lengths)

# %% right: a dictionary of lengths
def total_guesses(choose, codes):
    taken = dict.fromkeys(codes, 0)
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            taken[hidden] += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return sum(taken.values())

# %% right: a class for a game
class Play:
    def __init__(self, choose, codes, hidden):
        self.choose, self.codes, self.hidden = choose, codes, hidden
        self.left, self.guesses = codes, []

    def over(self):
        return self.guesses[-1:] == [self.hidden]

    def turn(self):
        guess = self.choose(self.codes, self.left)
        self.guesses.append(guess)
        said = get_feedback(self.hidden, guess)
        self.left = [code for code in self.left if get_feedback(code, guess) == said]


def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        play = Play(choose, codes, hidden)
        while not play.over():
            play.turn()
        total += len(play.guesses)
    return total

# %% right: added up by NumPy, whose integers are integers
import numpy

def total_guesses(choose, codes):
    numbers = []
    for hidden in codes:
        candidates, turns = list(codes), 0
        guess = ""
        while guess != hidden:
            guess = choose(list(codes), list(candidates))
            turns += 1
            said = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == said]
        numbers.append(turns)
    return numpy.sum(numbers)

# %% wrong: the guess that is right does not count | codes R, first: 0, not 1
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += guess != hidden
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: the mean | codes R RG, any: a mean
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total / len(codes)

# %% wrong: the longest game | codes R G, first: 2, not 3
def total_guesses(choose, codes):
    longest = 0
    for hidden in codes:
        candidates, guess, number = codes, "", 0
        while guess != hidden:
            guess = choose(codes, candidates)
            number += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
        longest = max(longest, number)
    return longest

# %% wrong: counts codes, not guesses | codes R G, first: 2, not 3
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return len(codes)

# %% wrong: only candidates may be guessed | codes RR RG RB GB, minimax: asked with other guesses
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(candidates, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: guesses and candidates changed places | codes R G, first: R for ever
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(candidates, codes)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: the candidates never become fewer | codes R G, first: R for ever
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
    return total

# %% wrong: what is inconsistent is kept | codes R G, first: no candidate is left
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) != feedback]
    return total

# %% wrong: only the last turn counts | codes of 2 pegs, first: codes come back
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in codes if get_feedback(code, guess) == feedback]
    return total

# %% wrong: only black key pegs count | codes of 2 pegs, first: too many candidates
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess).count('b') == feedback.count('b') and code != guess]
    return total

# %% wrong: only the number of key pegs counts | codes of 2 pegs, first: too many candidates
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if len(get_feedback(code, guess)) == len(feedback) and code != guess]
    return total

# %% wrong: only the guess is struck out | codes of 2 pegs, first: too many candidates
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if code != guess]
    return total

# %% wrong: the candidates of the last game are kept | codes R G, first: no candidate is left
def total_guesses(choose, codes):
    total = 0
    candidates = codes
    for hidden in codes:
        guess = ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: the count begins anew with each code | codes R G, first: 2, not 3
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess, total = codes, "", 0
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: counts from 1 | codes R, first: 2, not 1
def total_guesses(choose, codes):
    total = 1
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: the first code is left out | codes R, first: 0, not 1
def total_guesses(choose, codes):
    total = 0
    for hidden in codes[1:]:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: the last code is left out | codes R, first: 0, not 1
def total_guesses(choose, codes):
    total = 0
    for hidden in codes[:-1]:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: returns after the first code | codes R G, first: 1, not 3
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
        return total

# %% wrong: nothing is returned | codes R, first: None
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]

# %% wrong: prints the total | codes R, first: None
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    print(total)

# %% wrong: the list of codes is emptied | codes R, first: the list is empty afterwards
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    codes.clear()
    return total

# %% wrong: always the same strategy | codes R G, last: the strategy is not asked
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = candidates[0]
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: at most two guesses a game | codes of 1 peg out of 3, first: 5, not 6
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        for turn in range(2):
            if guess == hidden:
                break
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: every possible guess counts as made | codes R G, first: too many
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += len(candidates)
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: the total goes on from call to call | codes R, first, twice: 2, not 1
total = 0

def total_guesses(choose, codes):
    global total
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return total

# %% wrong: a text in place of a number | codes R, first: a text
def total_guesses(choose, codes):
    total = 0
    for hidden in codes:
        candidates, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, candidates)
            total += 1
            feedback = get_feedback(hidden, guess)
            candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return str(total)
