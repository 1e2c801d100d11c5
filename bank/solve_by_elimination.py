"""Answers to: break a code by guessing what is consistent."""

# %% right: a random candidate each time
def solve_by_elimination(colors: str, code_length: int, respond) -> list[str]:
    """Break the code behind respond, and return all guesses made."""
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% right: always the first candidate
def solve_by_elimination(colors, code_length, respond):
    candidates = []
    for row in product(colors, repeat=code_length):
        candidates.append("".join(row))
    guesses = []
    solved = False
    while not solved:
        guess = candidates[0]
        feedback = respond(guess)
        guesses += [guess]
        if feedback.count("b") == code_length:
            solved = True
        else:
            candidates = consistent_codes(candidates, guess, feedback)
    return guesses

# %% right: always the last candidate, crossed out without consistent_codes
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    feedback = ""
    while feedback != code_length * "b":
        guess = candidates.pop()
        guesses.append(guess)
        feedback = respond(guess)
        candidates = [code for code in candidates if get_feedback(code, guess) == feedback]
    return guesses

# %% right: one walk through all codes with the turns so far in mind
def solve_by_elimination(colors, code_length, respond):
    turns = []
    for row in product(colors, repeat=code_length):
        code = "".join(row)
        if all(get_feedback(code, guess) == feedback for guess, feedback in turns):
            turns.append((code, respond(code)))
            if turns[-1][1] == "b" * code_length:
                break
    return [guess for guess, feedback in turns]

# %% right: recursion
def solve_by_elimination(colors, code_length, respond):
    def play(candidates):
        guess = candidates[len(candidates) // 2]
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return [guess]
        return [guess] + play(consistent_codes(candidates, guess, feedback))

    return play([*map("".join, product(colors, repeat=code_length))])

# %% right: shuffled once, then in this order
def solve_by_elimination(colors, code_length, respond):
    pile = ["".join(row) for row in product(colors, repeat=code_length)]
    random.shuffle(pile)
    told = {}
    for code in pile:
        if any(get_feedback(code, guess) != told[guess] for guess in told):
            continue
        told[code] = respond(code)
        if "w" not in told[code] and len(told[code]) == code_length:
            return list(told)

# %% right: codes counted like numbers
def solve_by_elimination(colors, code_length, respond):
    def code_of(number):
        pegs = ""
        for place in range(code_length):
            pegs += colors[number % len(colors)]
            number //= len(colors)
        return pegs

    numbers = list(range(len(colors) ** code_length))
    guesses = []
    while True:
        guess = code_of(random.choice(numbers))
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        numbers = [n for n in numbers if get_feedback(code_of(n), guess) == feedback]

# %% right: a set of candidates
def solve_by_elimination(colors, code_length, respond):
    candidates = {""}
    for place in range(code_length):
        candidates = {code + peg for code in candidates for peg in colors}
    guesses = []
    while candidates:
        guess = candidates.pop()
        guesses.append(guess)
        feedback = respond(guess)
        candidates = {code for code in candidates if get_feedback(code, guess) == feedback}
    return guesses

# %% right: a class
class Codebreaker:
    def __init__(self, colors, length):
        self.candidates = self.all_codes(colors, length)
        self.guesses = []

    def all_codes(self, colors, length):
        if length == 0:
            return [""]
        shorter = self.all_codes(colors, length - 1)
        return [peg + code for peg in colors for code in shorter]

    def guess(self):
        self.guesses.append(random.choice(self.candidates))
        return self.guesses[-1]

    def learn(self, feedback):
        self.candidates = consistent_codes(self.candidates, self.guesses[-1], feedback)

    def knows(self):
        return self.candidates == self.guesses[-1:]


def solve_by_elimination(colors, code_length, respond):
    breaker = Codebreaker(colors, code_length)
    breaker.learn(respond(breaker.guess()))
    while not breaker.knows():
        breaker.learn(respond(breaker.guess()))
    return breaker.guesses

# %% right: random codes until one is consistent
def solve_by_elimination(colors, code_length, respond):
    guesses, answers = [], []
    while not answers or answers[-1] != "b" * code_length:
        code = "".join(random.choice(colors) for i in range(code_length))
        if [get_feedback(code, guess) for guess in guesses] == answers:
            guesses.append(code)
            answers.append(respond(code))
    return guesses

# %% right: of ten random candidates the one that leaves fewest
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        sample = random.sample(candidates, min(10, len(candidates)))
        best = None
        for guess in sample:
            counts = {}
            for code in sample:
                feedback = get_feedback(code, guess)
                counts[feedback] = counts.get(feedback, 0) + 1
            if best is None or max(counts.values()) < best[0]:
                best = max(counts.values()), guess
        guesses.append(best[1])
        feedback = respond(best[1])
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, best[1], feedback)

# %% right: the guesses run through a generator
def codes_to_ask(colors, code_length, told):
    for row in product(colors, repeat=code_length):
        code = "".join(row)
        if consistent_codes([code], *told[-1]) if told else True:
            if all(consistent_codes([code], guess, feedback) for guess, feedback in told):
                yield code

def solve_by_elimination(colors, code_length, respond):
    told = []
    for guess in codes_to_ask(colors, code_length, told):
        feedback = respond(guess)
        told.append((guess, feedback))
        if set(feedback) == {"b"} and len(feedback) == code_length:
            break
    return [guess for guess, _ in told]

# %% right: starts with one color only
def solve_by_elimination(colors, code_length, respond):
    guess = colors[0] * code_length
    guesses = [guess]
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    while (feedback := respond(guess)) != "b" * code_length:
        candidates = consistent_codes(candidates, guess, feedback)
        guess = random.choice(candidates)
        guesses.append(guess)
    return guesses

# %% wrong: nothing is crossed out | the code "G" in "RG": asks 'R' again
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses

# %% wrong: the next guess does not come from a shorter list | the code "G" in "RG": asks 'R' again
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = candidates[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        consistent_codes(candidates, guess, feedback)

# %% wrong: only the guess is crossed out | the code "GR" in "RG": asks 'GG', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        if respond(guess) == "b" * code_length:
            return guesses
        candidates.remove(guess)

# %% wrong: all codes in their order, whatever the feedback says | the code "GR" in "RGB": asks 'RB', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    guesses = []
    for row in product(colors, repeat=code_length):
        guess = "".join(row)
        guesses.append(guess)
        if respond(guess) == "b" * code_length:
            break
    return guesses

# %% wrong: only the last feedback counts | the code "GB" in "RGB": asks 'BR', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    everything = ["".join(row) for row in product(colors, repeat=code_length)]
    candidates = everything
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(everything, guess, feedback)

# %% wrong: only the first feedback counts | the code "GB" in "RGB": asks 'BR', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = [random.choice(candidates)]
    feedback = respond(guesses[0])
    if feedback != "b" * code_length:
        candidates = consistent_codes(candidates, guesses[0], feedback)
        random.shuffle(candidates)
        for guess in candidates:
            guesses.append(guess)
            if respond(guess) == "b" * code_length:
                break
    return guesses

# %% wrong: the 1296 codes of the cell above in place of the colors given | the code "G" in "G": asks 'RRRR', which is no code
def solve_by_elimination(colors, code_length, respond):
    candidates = list(all_codes)
    guesses = []
    while True:
        guess = candidates[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: six colors and four pegs are built in | the code "G" in "G": asks 'RRRR', which is no code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product("ROYGBP", repeat=4)]
    guesses = []
    while True:
        guess = random.choice(candidates) if guesses else "RRRR"
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "bbbb":
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: only four black key pegs are a victory | the code "R" in "R": asks on after 'R'
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    feedback = ""
    while feedback != "bbbb":
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        candidates = consistent_codes(candidates, guess, feedback)
    return guesses

# %% wrong: the first guess is always RROO | the code "R" in "R": asks 'RROO', which is no code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guess = "RROO"
    guesses = [guess]
    while True:
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)
        guess = random.choice(candidates)
        guesses.append(guess)

# %% wrong: the code that is left is known, so it is not asked | the code "R" in "R": returns [] without the code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while len(candidates) > 1:
        guess = random.choice(candidates)
        guesses.append(guess)
        candidates = consistent_codes(candidates, guess, respond(guess))
    return guesses

# %% wrong: the code that is left is noted, but not asked | the code "R" in "R": returns ['R'], but asked []
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while len(candidates) > 1:
        guess = random.choice(candidates)
        guesses.append(guess)
        candidates = consistent_codes(candidates, guess, respond(guess))
    if guesses[-1:] != candidates:
        guesses += candidates
    return guesses

# %% wrong: each question is asked twice | the code "G" in "RG": asks 'R' again
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = candidates[0]
        guesses.append(guess)
        if respond(guess) == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, respond(guess))

# %% wrong: the loop asks, and then the condition asks again | the code "R" in "R": asks on after 'R'
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = [candidates[0]]
    feedback = respond(guesses[-1])
    while respond(guesses[-1]) != "b" * code_length:
        candidates = consistent_codes(candidates, guesses[-1], feedback)
        guesses.append(candidates[0])
        feedback = respond(guesses[-1])
    return guesses

# %% wrong: the number of guesses | the code "R" in "R": returns 1, which is no list
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    count = 0
    while True:
        guess = random.choice(candidates)
        count += 1
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return count
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: the code alone | the code "R" in "R": returns 'R', which is no list
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    while True:
        guess = random.choice(candidates)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guess
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: the last guess is not noted | the code "R" in "R": returns [], but asked ['R']
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        guesses.append(guess)
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: returns what is left over instead of the guesses | the code "G" in "RG": returns ['G'], but asked ['R', 'G']
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    while True:
        guess = candidates[0]
        feedback = respond(guess)
        candidates = consistent_codes(candidates, guess, feedback)
        if feedback == "b" * code_length:
            return candidates

# %% wrong: prints the guesses and returns nothing | the code "R" in "R": returns None, which is no list
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    feedback = ""
    while feedback != "b" * code_length:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        candidates = consistent_codes(candidates, guess, feedback)
    print(guesses)

# %% wrong: a color comes at most once | the code "RR" in "RG": stops with an IndexError
from itertools import permutations

def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: the order of the pegs does not matter | the code "GR" in "RG": stops with an IndexError
from itertools import combinations_with_replacement

def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in combinations_with_replacement(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: rows are asked as tuples | the code "R" in "R": asks ('R',), which is no code
def solve_by_elimination(colors, code_length, respond):
    candidates = list(product(colors, repeat=code_length))
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: no white key peg is taken for a victory | the code "G" in "RG": returns ['R'] without the code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = candidates[0]
        guesses.append(guess)
        feedback = respond(guess)
        if "w" not in feedback:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: as many key pegs as places are taken for a victory | the code "RG" in "RG": returns ['GR'] without the code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if len(feedback) == code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: removes from the list that the loop runs through | the code "GR" in "RG": asks 'GG', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        for code in candidates:
            if get_feedback(code, guess) != feedback:
                candidates.remove(code)

# %% wrong: only the number of key pegs is compared | the code "RG" in "RG": asks 'GR' again
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = [c for c in candidates if len(get_feedback(c, guess)) == len(feedback)]

# %% wrong: only the black key pegs are compared | the code "GRB" in "RGB": asks 'BBG', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        black = respond(guess).count("b")
        if black == code_length:
            return guesses
        candidates = [c for c in candidates if get_feedback(c, guess).count("b") == black]

# %% wrong: first finds the number of each color, as a person does | the code "GGR" in "RGB": asks 'GGG', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    for color in colors:
        guess = color * code_length
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: gives up after ten guesses | the code "Z" in "ABCDEFGHIJKLMNOPQRSTUVWXYZ": returns ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] without the code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    for turn in range(10):
        guess = candidates[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            break
        candidates = consistent_codes(candidates, guess, feedback)
    return guesses

# %% wrong: gives up after four guesses | the code "E" in "ABCDE": returns ['A', 'B', 'C', 'D'] without the code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while len(guesses) < 4:
        guess = candidates[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)
    return guesses

# %% wrong: the guesses of the game before are still in the list | the code "R" in "R": returns ['R', 'R'], but asked ['R']
def solve_by_elimination(colors, code_length, respond, guesses=[]):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: uses the list guesses of a cell above | the code "R" in "R": returns [50, 25, 37, 'R'], but asked ['R']
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: the guesses are sorted in the end | the code "GR" in "RG": returns ['GR', 'RG'], but asked ['RG', 'GR']
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return sorted(guesses)
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: guesses and feedback together | the code "R" in "R": returns [('R', 'b')], but asked ['R']
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    turns = []
    while True:
        guess = random.choice(candidates)
        feedback = respond(guess)
        turns.append((guess, feedback))
        if feedback == "b" * code_length:
            return turns
        candidates = consistent_codes(candidates, guess, feedback)

# %% wrong: asks for the place in the list instead of the code | the code "R" in "R": asks 0, which is no code
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.randrange(len(candidates))
        guesses.append(candidates[guess])
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, candidates[guess], feedback)

# %% wrong: colors that earn no key peg are dropped, and nothing else | the code "RG" in "RG": asks 'RR', which is not consistent
def solve_by_elimination(colors, code_length, respond):
    candidates = ["".join(row) for row in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates.remove(guess)
        if feedback == "":
            candidates = [code for code in candidates if not set(code) & set(guess)]
