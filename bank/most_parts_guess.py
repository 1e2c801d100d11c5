"""Answers to: the guess that divides the candidates into the most parts."""

# %% right: min of what is negative
def most_parts_guess(guesses: list[str], candidates: list[str]) -> str:
    """Return the guess that divides the candidates into the most parts."""
    def rating(guess):
        return -len(partition_sizes(guess, candidates)), guess not in candidates

    return min(guesses, key=rating)

# %% right: max, which keeps the first of equals
def most_parts_guess(guesses, candidates):
    return max(guesses, key=lambda g: (len(partition_sizes(g, candidates)), g in candidates))

# %% right: a loop that keeps the best one
def most_parts_guess(guesses, candidates):
    best = guesses[0]
    most = len(partition_sizes(best, candidates))
    for guess in guesses[1:]:
        parts = len(partition_sizes(guess, candidates))
        if parts > most or (parts == most and guess in candidates and best not in candidates):
            best = guess
            most = parts
    return best

# %% right: a set of feedbacks
def most_parts_guess(guesses, candidates):
    scores = []
    for guess in guesses:
        answers = set()
        for code in candidates:
            answers.add(get_feedback(code, guess))
        scores.append(2 * len(answers) + (guess in candidates))
    return guesses[scores.index(max(scores))]

# %% right: first the largest number, then those that reach it
def most_parts_guess(guesses, candidates):
    parts = {guess: len(partition_sizes(guess, candidates).keys()) for guess in guesses}
    most = max(parts.values())
    good = [guess for guess in guesses if parts[guess] == most]
    fitting = [guess for guess in good if guess in candidates]
    return (fitting + good)[0]

# %% right: sorted by one thing after the other
def most_parts_guess(guesses, candidates):
    order = list(guesses)
    order.sort(key=lambda guess: guess not in candidates)
    order.sort(key=lambda guess: len(partition_sizes(guess, candidates)), reverse=True)
    return order[0]

# %% right: a heap
import heapq

def most_parts_guess(guesses, candidates):
    heap = []
    for place, guess in enumerate(guesses):
        parts = len({get_feedback(guess, code) for code in candidates})
        heapq.heappush(heap, (len(candidates) - parts, guess not in candidates, place))
    return guesses[heap[0][2]]

# %% right: reduce
from functools import reduce

def most_parts_guess(guesses, candidates):
    def better(old, new):
        difference = len(partition_sizes(new, candidates)) - len(partition_sizes(old, candidates))
        if difference == 0:
            return new if (old not in candidates and new in candidates) else old
        return new if difference > 0 else old

    return reduce(better, guesses)

# %% right: drawers for each number of parts
def most_parts_guess(guesses, candidates):
    drawers = {}
    for guess in guesses:
        drawers.setdefault(len(partition_sizes(guess, candidates)), []).append(guess)
    best = drawers[max(drawers)]
    for guess in best:
        if guess in candidates:
            return guess
    return best[0]

# %% right: a class
class Chooser:
    def __init__(self, candidates):
        self.candidates = candidates
        self.known = frozenset(candidates)

    def parts(self, guess):
        return sum(1 for feedback in partition_sizes(guess, self.candidates))

    def choose(self, guesses):
        choice = None
        for guess in guesses:
            rating = (self.parts(guess), guess in self.known)
            if choice is None or rating > choice[0]:
                choice = rating, guess
        return choice[1]


def most_parts_guess(guesses, candidates):
    return Chooser(candidates).choose(guesses)

# %% right: counts down from the largest number that can be
def most_parts_guess(guesses, candidates):
    pegs = len(guesses[0])
    for wanted in range(pegs * (pegs + 3) // 2, 0, -1):
        good = [g for g in guesses if len(partition_sizes(g, candidates)) == wanted]
        for guess in good:
            if guess in candidates:
                return guess
        if good:
            return good[0]

# %% wrong: the fewest parts | most_parts_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return len(partition_sizes(guess, candidates)), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: max, but the tie rule is still that of min | most_parts_guess(["R", "G"], ["R"]) is "G", not "R"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return len(partition_sizes(guess, candidates)), guess not in candidates

    return max(guesses, key=rating)

# %% wrong: the rating of the exercise before | most_parts_guess(["1122", "1123"], ALL_CODES) is "1122", not "1123"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the parts become few where the sum of the sizes is looked at | most_parts_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return -sum(partition_sizes(guess, candidates).values())

    return min(guesses, key=rating)

# %% wrong: counts different sizes, not parts | most_parts_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return -len(set(partition_sizes(guess, candidates).values())), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: counts only the parts of one code | most_parts_guess(["BB", "RG"], ["RR", "GG", "BG", "GB", "RB"]) is "RG", not "BB"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        single = [size for size in partition_sizes(guess, candidates).values() if size == 1]
        return -len(single), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the all-black feedback is not counted as a part | most_parts_guess(["R", "G", "B"], ["R", "G"]) is "B", not "R"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates)
        sizes.pop("b" * len(guess), None)
        return -len(sizes), guess in candidates

    return min(guesses, key=rating)

# %% wrong: the part without key pegs is not counted | most_parts_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return -len([feedback for feedback in partition_sizes(guess, candidates) if feedback])

    return min(guesses, key=rating)

# %% wrong: a candidate is not preferred | most_parts_guess(["G", "R"], ["R"]) is "G", not "R"
def most_parts_guess(guesses, candidates):
    return max(guesses, key=lambda guess: len(partition_sizes(guess, candidates)))

# %% wrong: a candidate is preferred to more parts | most_parts_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return guess not in candidates, -len(partition_sizes(guess, candidates))

    return min(guesses, key=rating)

# %% wrong: only candidates are played | most_parts_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def most_parts_guess(guesses, candidates):
    fitting = [guess for guess in guesses if guess in candidates]
    if not fitting:
        fitting = guesses
    return max(fitting, key=lambda guess: len(partition_sizes(guess, candidates)))

# %% wrong: chooses among the candidates | most_parts_guess(["G"], ["R"]) is "R", not "G"
def most_parts_guess(guesses, candidates):
    return max(candidates, key=lambda guess: len(partition_sizes(guess, candidates)))

# %% wrong: of equals the last one | most_parts_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return len(partition_sizes(guess, candidates)), guess in candidates

    return sorted(guesses, key=rating)[-1]

# %% wrong: of equals the last in the alphabet | most_parts_guess(["G", "R"], ["R", "G"]) is "R", not "G"
def most_parts_guess(guesses, candidates):
    return max((len(partition_sizes(g, candidates)), g in candidates, g) for g in guesses)[2]

# %% wrong: of equal candidates the last one | most_parts_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def most_parts_guess(guesses, candidates):
    best, most = None, 0
    for guess in guesses:
        parts = len(partition_sizes(guess, candidates))
        if parts > most or (parts == most and guess in candidates):
            best, most = guess, parts
    return best

# %% wrong: the largest number of parts in place of the guess | most_parts_guess(["R"], ["R"]) is 1, not "R"
def most_parts_guess(guesses, candidates):
    return max(len(partition_sizes(guess, candidates)) for guess in guesses)

# %% wrong: number of parts and guess together | most_parts_guess(["R"], ["R"]) is (1, "R"), not "R"
def most_parts_guess(guesses, candidates):
    best = (0, "")
    for guess in guesses:
        parts = len(partition_sizes(guess, candidates))
        better_tie = parts == best[0] and guess in candidates and best[1] not in candidates
        if parts > best[0] or better_tie:
            best = (parts, guess)
    return best

# %% wrong: sorts the list of guesses | guesses = ["RR", "RG"], then most_parts_guess(guesses, ["RG", "GR"]), then list(guesses) is ["RG", "RR"], not ["RR", "RG"]
def most_parts_guess(guesses, candidates):
    guesses.sort(key=lambda guess: (-len(partition_sizes(guess, candidates)), guess not in candidates))
    return guesses[0]

# %% wrong: sorts the list of candidates | codes = ["R", "G"], then most_parts_guess(["R"], codes), then list(codes) is ["G", "R"], not ["R", "G"]
def most_parts_guess(guesses, candidates):
    candidates.sort()
    return min(guesses, key=lambda g: (-len(partition_sizes(g, candidates)), g not in candidates))

# %% wrong: the number of key pegs tells the parts apart | most_parts_guess(["GG", "GR"], ["RR", "RG", "RB"]) is "GG", not "GR"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return -len({len(get_feedback(code, guess)) for code in candidates}), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: only the black key pegs tell the parts apart | most_parts_guess(["GG", "GR"], ["RR", "RG", "RB"]) is "GG", not "GR"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        answers = {get_feedback(code, guess).count("b") for code in candidates}
        return -len(answers), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: key pegs of all feedbacks are added up | most_parts_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return -sum(len(feedback) for feedback in partition_sizes(guess, candidates)), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the best of the call before stays | most_parts_guess(["RG"], ["RG", "GR"]), then most_parts_guess(["R"], ["R"]) is "RG", not "R"
def most_parts_guess(guesses, candidates, best=[0, True, ""]):
    for guess in guesses:
        rating = [-len(partition_sizes(guess, candidates)), guess not in candidates]
        if rating < best[:2]:
            best[:] = rating + [guess]
    return best[2]

# %% wrong: the candidates of a cell above | most_parts_guess(["G"], ["R"]) stops with a ValueError
def most_parts_guess(guesses, codes):
    return min(guesses, key=lambda g: (-len(partition_sizes(g, candidates)), g not in candidates))

# %% wrong: minus in front of the whole list is forgotten for the tie | most_parts_guess(["R", "G"], ["R"]) is "G", not "R"
def most_parts_guess(guesses, candidates):
    def rating(guess):
        return -len(partition_sizes(guess, candidates)), guess in candidates

    return min(guesses, key=rating)
