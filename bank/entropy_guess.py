"""Answers to: the guess with the largest entropy."""

# %% right: min of what is negative, rounded
def entropy_guess(guesses: list[str], candidates: list[str]) -> str:
    """Return the guess that tells the most bits on average."""
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        bits = sum(size / n * log2(n / size) for size in sizes)
        return -round(bits, 9), guess not in candidates

    return min(guesses, key=rating)

# %% right: a loop with a tolerance
def entropy_guess(guesses, candidates):
    best = None
    most = -1
    for guess in guesses:
        bits = 0
        for size in partition_sizes(guess, candidates).values():
            chance = size / len(candidates)
            bits -= chance * log2(chance)
        if bits > most + 1e-9:
            best, most = guess, bits
        elif bits > most - 1e-9 and guess in candidates and best not in candidates:
            best = guess
    return best

# %% right: whole numbers only
from math import prod

def entropy_guess(guesses, candidates):
    def rating(guess):
        return (
            prod(size**size for size in partition_sizes(guess, candidates).values()),
            guess not in candidates,
        )

    return min(guesses, key=rating)

# %% right: natural logarithms
from math import log

def entropy_guess(guesses, candidates):
    n = len(candidates)
    best = []
    for place, guess in enumerate(guesses):
        entropy = sum(s / n * log(n / s) for s in partition_sizes(guess, candidates).values())
        best.append((round(-entropy, 10), guess not in candidates, place))
    return guesses[min(best)[2]]

# %% right: first the largest, then those that are close to it
def entropy_guess(guesses, candidates):
    def entropy(guess):
        shares = [size / len(candidates) for size in partition_sizes(guess, candidates).values()]
        return -sum(share * log2(share) for share in shares)

    bits = [entropy(guess) for guess in guesses]
    good = [guess for guess, b in zip(guesses, bits) if max(bits) - b < 1e-9]
    return next((guess for guess in good if guess in candidates), good[0])

# %% right: the bits that are still missing
def entropy_guess(guesses, candidates):
    def missing(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size * log2(size) for size in sizes) / len(candidates), 9)

    return sorted(guesses, key=lambda guess: (missing(guess), guess not in candidates))[0]

# %% right: one term for each candidate
def entropy_guess(guesses, candidates):
    def bits(guess):
        answers = [get_feedback(code, guess) for code in candidates]
        total = 0.0
        for answer in answers:
            total += log2(len(answers) / answers.count(answer))
        return total / len(answers)

    return max(guesses, key=lambda guess: (round(bits(guess), 8), guess in candidates))

# %% right: Counter and isclose
from collections import Counter
from math import fsum, isclose

def entropy_guess(guesses, candidates):
    choice = None
    for guess in guesses:
        tally = Counter(get_feedback(guess, code) for code in candidates)
        bits = fsum(s / tally.total() * log2(tally.total() / s) for s in tally.values())
        if choice is None:
            choice = guess, bits
        elif isclose(bits, choice[1], abs_tol=1e-9):
            if guess in candidates and choice[0] not in candidates:
                choice = guess, bits
        elif bits > choice[1]:
            choice = guess, bits
    return choice[0]

# %% right: decimal numbers
from decimal import Decimal

def entropy_guess(guesses, candidates):
    n = Decimal(len(candidates))

    def entropy(guess):
        parts = [Decimal(size) for size in partition_sizes(guess, candidates).values()]
        return round(sum(size / n * (n / size).ln() for size in parts), 12)

    most = max(map(entropy, guesses))
    tied = [guess for guess in guesses if entropy(guess) == most]
    tied.sort(key=lambda guess: guess not in candidates)
    return tied[0]

# %% right: recursion over the guesses
def entropy_guess(guesses, candidates):
    def rating(guess):
        bits = 0
        for size in partition_sizes(guess, candidates).values():
            bits += size * (log2(len(candidates)) - log2(size))
        return round(bits / len(candidates), 9), guess in candidates

    def champion(rest):
        if len(rest) == 1:
            return rest[0]
        half = len(rest) // 2
        left, right = champion(rest[:half]), champion(rest[half:])
        return left if rating(left) >= rating(right) else right

    return champion(guesses)

# %% right: a class
class Partition:
    def __init__(self, guess, candidates):
        self.guess = guess
        self.sizes = sorted(partition_sizes(guess, candidates).values())
        self.fits = guess in candidates

    def entropy(self):
        n = sum(self.sizes)
        return sum(size / n * log2(n / size) for size in self.sizes)

    def beats(self, other):
        difference = self.entropy() - other.entropy()
        if abs(difference) < 1e-9:
            return self.fits and not other.fits
        return difference > 0


def entropy_guess(guesses, candidates):
    best = Partition(guesses[0], candidates)
    for guess in guesses[1:]:
        partition = Partition(guess, candidates)
        if partition.beats(best):
            best = partition
    return best.guess

# %% right: a bonus for candidates that is smaller than any difference
def entropy_guess(guesses, candidates):
    n = len(candidates)
    ratings = []
    for guess in guesses:
        sizes = partition_sizes(guess, candidates).values()
        bits = round(sum(size / n * log2(n / size) for size in sizes), 9)
        ratings.append(round(bits + 1e-9 * (guess in candidates), 9))
    return guesses[ratings.index(max(ratings))]

# %% wrong: not rounded, so that a tie is not seen | entropy_guess(["GR", "RG"], ["GB", "RG", "GR", "RB", "GG", "RR"]) is "RG", not "GR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        bits = 0
        for size in partition_sizes(guess, candidates).values():
            bits += size / n * log2(n / size)
        return -bits, guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the smallest entropy | entropy_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(n / size) for size in sizes), 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the minus of the logarithm is forgotten | entropy_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(size / n) for size in sizes), 9), guess in candidates

    return max(guesses, key=rating)

# %% wrong: rounded to whole bits | entropy_guess(["GG", "BR"], ["GB", "BB", "BG", "RG"]) is "GG", not "BR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(sum(size / n * log2(n / size) for size in sizes)), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: rounded to one digit | entropy_guess(["BB", "RR"], ["BB", "RR", "RB", "GB", "RY", "YY", "YR", "RG", "BY", "YG", "YB", "GR", "BR"]) is "BB", not "RR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(sum(size / n * log2(n / size) for size in sizes), 1), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: a difference of less than a tenth is a tie | entropy_guess(["1123", "1234"], ALL_CODES) is "1123", not "1234"
def entropy_guess(guesses, candidates):
    n = len(candidates)
    best, most = None, -1
    for guess in guesses:
        sizes = partition_sizes(guess, candidates).values()
        bits = sum(size / n * log2(n / size) for size in sizes)
        if bits > most + 0.1:
            best, most = guess, bits
        elif abs(bits - most) < 0.1 and guess in candidates and best not in candidates:
            best = guess
    return best

# %% wrong: the bits are not weighted with their chance | entropy_guess(["GG", "BR"], ["GB", "BB", "BG", "RG"]) is "GG", not "BR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(sum(log2(n / size) for size in sizes), 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: each feedback has the same chance | entropy_guess(["GG", "BR"], ["GB", "BB", "BG", "RG"]) is "GG", not "BR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        bits = sum(log2(n / size) for size in sizes) / len(sizes)
        return -round(bits, 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the chance without the logarithm | entropy_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        return -round(sum(size / n for size in partition_sizes(guess, candidates).values()), 9)

    return min(guesses, key=rating)

# %% wrong: n is the number of parts | entropy_guess(["YB", "GR"], ["RY", "GG", "YR", "GB", "YY", "RG", "RR", "GY"]) is "GR", not "YB"
def entropy_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        n = len(sizes)
        return -round(sum(size / n * log2(n / size) for size in sizes), 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the most parts | entropy_guess(["1123", "1234"], ALL_CODES) is "1123", not "1234"
def entropy_guess(guesses, candidates):
    def rating(guess):
        return -len(partition_sizes(guess, candidates)), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the smallest worst case | entropy_guess(["1122", "1234"], ALL_CODES) is "1122", not "1234"
def entropy_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the expected size | entropy_guess(["1123", "1234"], ALL_CODES) is "1123", not "1234"
def entropy_guess(guesses, candidates):
    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return sum(size * size for size in sizes), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the entropy of the largest part only | entropy_guess(["RR", "GB"], ["RR", "RG", "RB", "GB"]) is "RR", not "GB"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        size = max(partition_sizes(guess, candidates).values())
        return -round(size / n * log2(n / size), 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the most bits that one answer can bring | entropy_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(max(log2(n / size) for size in sizes), 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: a candidate is not preferred | entropy_guess(["G", "R"], ["R"]) is "G", not "R"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def bits(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(n / size) for size in sizes), 9)

    return max(guesses, key=bits)

# %% wrong: a candidate is preferred to more bits | entropy_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        bits = sum(size / n * log2(n / size) for size in sizes)
        return guess not in candidates, -round(bits, 9)

    return min(guesses, key=rating)

# %% wrong: only candidates are played | entropy_guess(["RR", "GB"], ["RR", "RG", "RB"]) is "RR", not "GB"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def bits(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(n / size) for size in sizes), 9)

    return max([guess for guess in guesses if guess in candidates] or guesses, key=bits)

# %% wrong: chooses among the candidates | entropy_guess(["G"], ["R"]) is "R", not "G"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def bits(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(n / size) for size in sizes), 9)

    return max(candidates, key=bits)

# %% wrong: max, but the tie rule is still that of min | entropy_guess(["R", "G"], ["R"]) is "G", not "R"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(n / size) for size in sizes), 9), guess not in candidates

    return max(guesses, key=rating)

# %% wrong: of equals the last one | entropy_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return round(sum(size / n * log2(n / size) for size in sizes), 9), guess in candidates

    return sorted(guesses, key=rating)[-1]

# %% wrong: of equals the first in the alphabet | entropy_guess(["R", "G"], ["R", "G"]) is "G", not "R"
def entropy_guess(guesses, candidates):
    n = len(candidates)
    ratings = []
    for guess in guesses:
        sizes = partition_sizes(guess, candidates).values()
        bits = sum(size / n * log2(n / size) for size in sizes)
        ratings.append((-round(bits, 9), guess not in candidates, guess))
    return min(ratings)[2]

# %% wrong: the bits in place of the guess | entropy_guess(["R"], ["R"]) is 0.0, not "R"
def entropy_guess(guesses, candidates):
    n = len(candidates)
    most = 0.0
    for guess in guesses:
        sizes = partition_sizes(guess, candidates).values()
        most = max(most, sum(size / n * log2(n / size) for size in sizes))
    return most

# %% wrong: nothing beats no bits at all | entropy_guess(["R"], ["R"]) is None, not "R"
def entropy_guess(guesses, candidates):
    n = len(candidates)
    best, most = None, 0
    for guess in guesses:
        sizes = partition_sizes(guess, candidates).values()
        bits = round(sum(size / n * log2(n / size) for size in sizes), 9)
        if bits > most:
            best, most = guess, bits
        elif best and bits == most and guess in candidates and best not in candidates:
            best = guess
    return best

# %% wrong: the all-black part brings no information | entropy_guess(["RR", "BG"], ["RR", "GG", "BB"]) is "BG", not "RR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates)
        bits = 0
        for feedback in sizes:
            if feedback != "b" * len(guess):
                bits += sizes[feedback] / n * log2(n / sizes[feedback])
        return -round(bits, 9), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: sorts the list of guesses | guesses = ["RR", "RG"], then entropy_guess(guesses, ["RG", "GR"]), then list(guesses) is ["RG", "RR"], not ["RR", "RG"]
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(sum(size / n * log2(n / size) for size in sizes), 9), guess not in candidates

    guesses.sort(key=rating)
    return guesses[0]

# %% wrong: the sizes of a cell above | entropy_guess(["G", "R"], ["R"]) is "G", not "R"
def entropy_guess(guesses, candidates):
    def rating(guess):
        n = sum(sizes)
        bits = sum(size / n * log2(n / size) for size in sizes)
        return -round(bits, 9), guess not in candidates

    best = guesses[0]
    for guess in guesses:
        if rating(guess)[0] < rating(best)[0]:
            best = guess
    return best

# %% wrong: a whole-number division makes every chance 0 | entropy_guess(["RR", "RG"], ["RG", "GR"]) is "RR", not "RG"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -sum(size // n * log2(n / size) for size in sizes)

    return min(guesses, key=rating)

# %% wrong: stops at the first guess that tells a bit | entropy_guess(["RR", "GB"], ["RR", "RG", "RB", "GB"]) is "RR", not "GB"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(sum(size / n * log2(n / size) for size in sizes), 9), guess not in candidates

    for guess in guesses:
        if rating(guess)[0] <= -0.8:
            return guess
    return min(guesses, key=rating)

# %% wrong: the bits are rounded to three digits | entropy_guess(["GBG", "BRR"], "YRO OYB OOR GOO BBY GRY BOG YYR YBG BRG RRR YRG OBY GYG GOR RYO RBO YGB BYR OYY RYR YOR".split()) is "GBG", not "BRR"
def entropy_guess(guesses, candidates):
    n = len(candidates)

    def rating(guess):
        sizes = partition_sizes(guess, candidates).values()
        return -round(sum(size / n * log2(n / size) for size in sizes), 3), guess not in candidates

    return min(guesses, key=rating)
