"""Answers to: the guess whose largest part is as small as possible."""

# %% right: min with a rating of two parts
def minimax_guess(guesses: list[str], candidates: list[str]) -> str:
    """Return the guess with the smallest worst case."""
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% right: a loop that keeps the best one
def minimax_guess(guesses, candidates):
    best = None
    best_worst = 0
    for guess in guesses:
        worst = max(partition_sizes(guess, candidates).values())
        if best is None or worst < best_worst:
            best, best_worst = guess, worst
        elif worst == best_worst and guess in candidates and best not in candidates:
            best = guess
    return best

# %% right: first the smallest worst case, then those that have it
def minimax_guess(guesses, candidates):
    worst = [max(partition_sizes(guess, candidates).values()) for guess in guesses]
    good = [guess for guess, size in zip(guesses, worst) if size == min(worst)]
    for guess in good:
        if guess in candidates:
            return guess
    return good[0]

# %% right: sorted with places
def minimax_guess(guesses, candidates):
    table = []
    for place in range(len(guesses)):
        sizes = partition_sizes(guesses[place], candidates)
        stranger = 0 if guesses[place] in candidates else 1
        table.append((max(sizes.values()), stranger, place))
    table.sort()
    return guesses[table[0][2]]

# %% right: half a point for those that are no candidates
def minimax_guess(guesses, candidates):
    possible = set(candidates)
    ratings = []
    for guess in guesses:
        answers = [get_feedback(code, guess) for code in candidates]
        rating = max(answers.count(answer) for answer in set(answers))
        if guess not in possible:
            rating += 0.5
        ratings.append(rating)
    return guesses[ratings.index(min(ratings))]

# %% right: the guess that hits is no part
def minimax_guess(guesses, candidates):
    def worst(guess):
        left = [size for feedback, size in partition_sizes(guess, candidates).items()
                if feedback != "b" * len(guess)]
        return max(left, default=0)

    smallest = min(map(worst, guesses))
    good = [guess for guess in guesses if worst(guess) == smallest]
    return next((guess for guess in good if guess in candidates), good[0])

# %% right: Counter, without partition_sizes
from collections import Counter

def minimax_guess(guesses, candidates):
    def worst_case(guess):
        return Counter(get_feedback(guess, code) for code in candidates).most_common(1)[0][1]

    in_order = sorted(guesses, key=lambda guess: guess not in candidates)
    return min(in_order, key=worst_case)

# %% right: recursion, the first against the best of the rest
def minimax_guess(guesses, candidates):
    def rating(guess):
        return [sorted(partition_sizes(guess, candidates).values())[-1], guess not in candidates]

    def better(first, last):
        if last - first == 1:
            return guesses[first]
        middle = (first + last) // 2
        left, right = better(first, middle), better(middle, last)
        return right if rating(right) < rating(left) else left

    return better(0, len(guesses))

# %% right: max of what is negative
def minimax_guess(guesses, candidates):
    return max(
        guesses,
        key=lambda g: (-max(partition_sizes(g, candidates).values()), g in candidates),
    )

# %% right: a class that can be compared
class Rated:
    def __init__(self, guess, candidates):
        self.guess = guess
        self.worst = max(partition_sizes(guess, candidates).values())
        self.fits = guess in candidates

    def __lt__(self, other):
        if self.worst == other.worst:
            return self.fits and not other.fits
        return self.worst < other.worst


def minimax_guess(guesses, candidates):
    return min(Rated(guess, candidates) for guess in guesses).guess

# %% right: two rounds, candidates first
def minimax_guess(guesses, candidates):
    champion = None
    record = len(candidates) + 1
    for wanted in [True, False]:
        for guess in guesses:
            if (guess in candidates) != wanted:
                continue
            worst = 0
            for size in partition_sizes(guess, candidates).values():
                if size > worst:
                    worst = size
            if worst < record:
                champion, record = guess, worst
    return champion

# %% right: backward, where equals replace
def minimax_guess(guesses, candidates):
    best = guesses[-1]
    best_rating = None
    for guess in reversed(guesses):
        rating = (max(partition_sizes(guess, candidates).values()), guess not in candidates)
        if best_rating is None or rating <= best_rating:
            best, best_rating = guess, rating
    return best

# %% wrong: a candidate is not preferred | minimax_guess(["G", "R"], ["R"]) is "G", not "R"
def minimax_guess(guesses, candidates):
    return min(guesses, key=lambda guess: max(partition_sizes(guess, candidates).values()))

# %% wrong: a candidate is preferred to a smaller worst case | minimax_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return guess not in candidates, max(partition_sizes(guess, candidates).values())

    return min(guesses, key=rating)

# %% wrong: only candidates are played | minimax_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def minimax_guess(guesses, candidates):
    allowed = [guess for guess in guesses if guess in candidates] or guesses
    return min(allowed, key=lambda guess: max(partition_sizes(guess, candidates).values()))

# %% wrong: chooses among the candidates instead of the guesses | minimax_guess(["G"], ["R"]) is "R", not "G"
def minimax_guess(guesses, candidates):
    return min(candidates, key=lambda guess: max(partition_sizes(guess, candidates).values()))

# %% wrong: candidates and guesses change places | minimax_guess(["G"], ["R"]) is "R", not "G"
def minimax_guess(guesses, candidates):
    def rating(code):
        return max(partition_sizes(code, guesses).values()), code not in guesses

    return min(candidates, key=rating)

# %% wrong: the parts of the guesses instead of the candidates | minimax_guess(["RR", "GG"], ["GR", "GG"]) is "RR", not "GG"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, guesses).values()), guess not in candidates

    best = min(guesses, key=rating)
    if rating(best)[0] == rating(guesses[0])[0]:
        return guesses[0]
    return best

# %% wrong: of equals the last one | minimax_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def minimax_guess(guesses, candidates):
    best = guesses[0]
    best_rating = (len(candidates) + 1, True)
    for guess in guesses:
        rating = (max(partition_sizes(guess, candidates).values()), guess not in candidates)
        if rating <= best_rating:
            best, best_rating = guess, rating
    return best

# %% wrong: of equal candidates the last one | minimax_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def minimax_guess(guesses, candidates):
    best = guesses[0]
    best_worst = max(partition_sizes(best, candidates).values())
    for guess in guesses[1:]:
        worst = max(partition_sizes(guess, candidates).values())
        if worst < best_worst:
            best, best_worst = guess, worst
        elif worst == best_worst and guess in candidates:
            best = guess
    return best

# %% wrong: of equals the first in the alphabet | minimax_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def minimax_guess(guesses, candidates):
    ratings = []
    for guess in guesses:
        worst = max(partition_sizes(guess, candidates).values())
        ratings.append((worst, guess not in candidates, guess))
    return min(ratings)[2]

# %% wrong: on a tie a guess that is no candidate | minimax_guess(["R", "G"], ["R"]) is "G", not "R"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess in candidates

    return min(guesses, key=rating)

# %% wrong: the largest worst case | minimax_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess in candidates

    return max(guesses, key=rating)

# %% wrong: the smallest part instead of the largest | minimax_guess(["BB", "RB"], ["RR", "RG", "GR", "GG"]) is "BB", not "RB"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return -min(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the smallest smallest part | minimax_guess(["GG", "GR"], ["RR", "RG", "RB"]) is "GG", not "GR"
def minimax_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return min(sizes), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the average part instead of the largest | minimax_guess(["BR", "GG", "RB"], ["GR", "GB", "BB", "RR"]) is "BR", not "GG"
def minimax_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return sum(sizes) / len(sizes), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the expected size instead of the largest | minimax_guess(["1123", "1122"], ALL_CODES) is "1123", not "1122"
def minimax_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return sum(size * size for size in sizes), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the largest feedback instead of its size | minimax_guess(["R", "G"], ["R"]) is "G", not "R"
def minimax_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates)
        return len(max(sizes, key=len)), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: all sizes are added up, so all guesses are equal | minimax_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return sum(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the largest feedback in the alphabet | minimax_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates)), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the worst case in place of the guess | minimax_guess(["R"], ["R"]) is 1, not "R"
def minimax_guess(guesses, candidates):
    return min(max(partition_sizes(guess, candidates).values()) for guess in guesses)

# %% wrong: the rating together with the guess | minimax_guess(["R"], ["R"]) is (1, False, "R"), not "R"
def minimax_guess(guesses, candidates):
    ratings = []
    for guess in guesses:
        worst = max(partition_sizes(guess, candidates).values())
        ratings.append((worst, guess not in candidates, guess))
    return min(ratings, key=lambda rating: rating[:2])

# %% wrong: the place of the guess | minimax_guess(["R"], ["R"]) is 0, not "R"
def minimax_guess(guesses, candidates):
    ratings = []
    for guess in guesses:
        ratings.append((max(partition_sizes(guess, candidates).values()), guess not in candidates))
    return ratings.index(min(ratings))

# %% wrong: all of the best guesses | minimax_guess(["R"], ["R"]) is ["R"], not "R"
def minimax_guess(guesses, candidates):
    worst = {guess: max(partition_sizes(guess, candidates).values()) for guess in guesses}
    return [guess for guess in guesses if worst[guess] == min(worst.values())]

# %% wrong: sorts the list of guesses | guesses = ["RR", "RG"], then minimax_guess(guesses, ["RG", "GR"]), then list(guesses) is ["RG", "RR"], not ["RR", "RG"]
def minimax_guess(guesses, candidates):
    guesses.sort(
        key=lambda guess: (max(partition_sizes(guess, candidates).values()), guess not in candidates)
    )
    return guesses[0]

# %% wrong: takes the guess out of the list | guesses = ["R", "G"], then minimax_guess(guesses, ["R"]), then list(guesses) is ["G"], not ["R", "G"]
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    best = min(guesses, key=rating)
    guesses.remove(best)
    return best

# %% wrong: the candidates of a cell above | minimax_guess(["G"], ["R"]) stops with a ValueError
def minimax_guess(guesses, codes):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the candidates are all codes | minimax_guess(["1111", "1122"], ["1111"]) is "1122", not "1111"
def minimax_guess(guesses, candidates):
    def rating(guess):
        if len(guess) != len(ALL_CODES[0]):
            return 0, False
        return max(partition_sizes(guess, ALL_CODES).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: worse than 100 cannot be the best | minimax_guess(["1122"], ALL_CODES) is None, not "1122"
def minimax_guess(guesses, candidates):
    best = None
    best_rating = (100, True)
    for guess in guesses:
        rating = (max(partition_sizes(guess, candidates).values()), guess not in candidates)
        if rating < best_rating:
            best, best_rating = guess, rating
    return best

# %% wrong: the first guess that is no worse than half | minimax_guess(["RR", "GG"], ["GR", "GG"]) is "RR", not "GG"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    for guess in guesses:
        if rating(guess)[0] <= len(candidates) / 2:
            return guess
    return min(guesses, key=rating)

# %% wrong: the last guess is never looked at | minimax_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    best = guesses[0]
    for i in range(1, len(guesses) - 1):
        if rating(guesses[i]) < rating(best):
            best = guesses[i]
    return best

# %% wrong: return inside the loop | minimax_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def minimax_guess(guesses, candidates):
    best = guesses[0]
    best_rating = (len(candidates) + 1, True)
    for guess in guesses:
        rating = (max(partition_sizes(guess, candidates).values()), guess not in candidates)
        if rating < best_rating:
            best, best_rating = guess, rating
        return best

# %% wrong: black key pegs only | minimax_guess(["GG", "GR"], ["RR", "RG", "RB"]) is "GG", not "GR"
def minimax_guess(guesses, candidates):
    def rating(guess):
        counts = {}
        for code in candidates:
            black = get_feedback(code, guess).count("b")
            counts[black] = counts.get(black, 0) + 1
        return max(counts.values()), guess not in candidates

    return min(guesses, key=rating)
