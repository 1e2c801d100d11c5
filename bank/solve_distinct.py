"""Answers to: break a code in which no color occurs twice."""

# %% right: sets first, then orders
def solve_distinct(colors: str, code_length: int, respond) -> list[str]:
    """Break a code without repeats behind respond, and return all guesses made."""
    sets = ["".join(pegs) for pegs in combinations(colors, code_length)]
    turns = []
    feedback = ""
    while feedback != "b" * code_length:
        if len(feedback) < code_length:
            guess = "".join(random.sample(random.choice(sets), code_length))
        else:
            guess = random.choice(orders_left(guess, turns))
        feedback = respond(guess)
        turns.append((guess, feedback.count("b")))
        if len(feedback) < code_length:
            sets = sets_left(sets, guess, len(feedback))
    return [guess for guess, black in turns]

# %% right: two phases, one loop for each
def solve_distinct(colors, code_length, respond):
    turns = []

    def ask(pegs):
        guess = "".join(pegs)
        feedback = respond(guess)
        turns.append((guess, feedback))
        return feedback

    feedback = ""
    left = list(combinations(colors, code_length))
    while len(feedback) < code_length:
        pegs = list(random.choice(left))
        random.shuffle(pegs)
        feedback = ask(pegs)
        left = [c for c in left if len(set(c) & set(pegs)) == len(feedback)]

    orders = list(permutations(left[0]))
    while feedback != "b" * code_length:
        for guess, earned in turns:
            black = earned.count("b")
            orders = [o for o in orders if sum(a == b for a, b in zip(o, guess)) == black]
        feedback = ask(orders[0])
    return [guess for guess, feedback in turns]

# %% right: two loops, with the functions of the notebook
def solve_distinct(colors, code_length, respond):
    sets = list(map("".join, combinations(colors, code_length)))
    guesses, turns = [], []
    while True:
        pegs = list(random.choice(sets))
        random.shuffle(pegs)
        guesses.append("".join(pegs))
        feedback = respond(guesses[-1])
        turns.append((guesses[-1], feedback.count("b")))
        if len(feedback) == code_length:
            break
        sets = sets_left(sets, guesses[-1], len(feedback))
    orders = orders_left(guesses[-1], turns)
    while turns[-1][1] < code_length:
        guesses.append(orders[0])
        turns.append((orders[0], respond(orders[0]).count("b")))
        orders = orders_left(orders[0], turns)
    return guesses

# %% right: backtracking, one peg after the other
def solve_distinct(colors, code_length, respond):
    turns = []

    def possible(part):
        places_left = code_length - len(part)
        for guess, black, both in turns:
            hits = sum(a == b for a, b in zip(part, guess))
            known = sum(peg in guess for peg in part)
            if not hits <= black <= hits + places_left:
                return False
            if not known <= both <= known + places_left:
                return False
        return True

    def extend(part):
        if not possible(part):
            return None
        if len(part) == code_length:
            return part
        for peg in order:
            if peg not in part:
                found = extend(part + peg)
                if found is not None:
                    return found
        return None

    while True:
        order = random.sample(colors, len(colors))
        guess = extend("")
        feedback = respond(guess)
        turns.append((guess, feedback.count("b"), len(feedback)))
        if feedback == "b" * code_length:
            return [turn[0] for turn in turns]

# %% right: phase two starts from the last guess and forgets the others
def solve_distinct(colors, code_length, respond):
    guesses = []
    sets = [set(pegs) for pegs in combinations(colors, code_length)]
    while True:
        pegs = random.choice(sets)
        guess = "".join(sorted(pegs))
        guesses.append(guess)
        feedback = respond(guess)
        if len(feedback) == code_length:
            break
        sets = [other for other in sets if len(other & pegs) == len(feedback)]
    orders = ["".join(order) for order in permutations(guess)]
    while feedback != "b" * code_length:
        orders = [order for order in orders if get_feedback(order, guess) == feedback]
        guess = random.choice(orders)
        guesses.append(guess)
        feedback = respond(guess)
    return guesses

# %% right: recursion over both phases
def solve_distinct(colors, code_length, respond):
    def find_set(sets, turns):
        guess = "".join(random.sample(sets[len(sets) // 2], code_length))
        feedback = respond(guess)
        turns = [*turns, (guess, feedback.count("b"))]
        if len(feedback) == code_length:
            return find_order(turns)
        return find_set(sets_left(sets, guess, len(feedback)), turns)

    def find_order(turns):
        if turns[-1][1] == code_length:
            return [turn[0] for turn in turns]
        guess = orders_left(turns[-1][0], turns)[0]
        return find_order([*turns, (guess, respond(guess).count("b"))])

    return find_set(["".join(pegs) for pegs in combinations(colors, code_length)], [])

# %% right: bits in place of sets
def solve_distinct(colors, code_length, respond):
    bit = {color: 1 << place for place, color in enumerate(colors)}
    masks = [sum(bit[color] for color in pegs) for pegs in combinations(colors, code_length)]
    turns = []
    while True:
        mask = random.choice(masks)
        pegs = [color for color in colors if mask & bit[color]]
        random.shuffle(pegs)
        guess = "".join(pegs)
        feedback = respond(guess)
        turns.append((guess, feedback.count("b")))
        if len(feedback) == code_length:
            break
        masks = [other for other in masks if (other & mask).bit_count() == len(feedback)]
    while turns[-1][1] != code_length:
        guess = orders_left(guess, turns).pop()
        turns.append((guess, respond(guess).count("b")))
    return [guess for guess, _ in turns]

# %% right: a class that is asked and told
class Breaker:
    def __init__(self, colors, length):
        self.length = length
        self.left = ["".join(pegs) for pegs in combinations(colors, length)]
        self.turns = []

    def guess(self):
        pegs = random.choice(self.left)
        if not self.turns or self.turns[-1][1] < self.length:
            pegs = "".join(random.sample(pegs, self.length))
        return pegs

    def learn(self, guess, feedback):
        self.turns.append((guess, len(feedback), feedback.count("b")))
        if len(feedback) == self.length:
            self.left = orders_left(guess, [(turn[0], turn[2]) for turn in self.turns])
        else:
            self.left = sets_left(self.left, guess, len(feedback))


def solve_distinct(colors, code_length, respond):
    breaker = Breaker(colors, code_length)
    feedback = ""
    while feedback != "b" * code_length:
        guess = breaker.guess()
        feedback = respond(guess)
        breaker.learn(guess, feedback)
    return [turn[0] for turn in breaker.turns]

# %% right: a generator that is sent the feedback
def questions(colors, code_length):
    sets, turns, feedback = list(combinations(colors, code_length)), [], ""
    while len(feedback) < code_length:
        guess = "".join(random.sample(random.choice(sets), code_length))
        feedback = yield guess
        turns.append((guess, feedback.count("b")))
        sets = [pegs for pegs in sets if len(set(pegs) & set(guess)) == len(feedback)]
    while True:
        guess = orders_left(guess, turns)[0]
        feedback = yield guess
        turns.append((guess, feedback.count("b")))


def solve_distinct(colors, code_length, respond):
    asking = questions(colors, code_length)
    guesses = [next(asking)]
    while (feedback := respond(guesses[-1])) != "b" * code_length:
        guesses.append(asking.send(feedback))
    return guesses

# %% right: all codes where they fit, two phases where they do not
from math import perm

def solve_distinct(colors, code_length, respond):
    guesses, turns = [], []
    small = perm(len(colors), code_length) < 40_000
    left = ["".join(c) for c in (permutations if small else combinations)(colors, code_length)]
    while True:
        guess = random.choice(left)
        if not small:
            guess = "".join(random.sample(guess, code_length))
        guesses.append(guess)
        feedback = respond(guess)
        turns.append((guess, feedback.count("b")))
        if turns[-1][1] == code_length:
            return guesses
        if not small and len(feedback) == code_length:
            left, small = orders_left(guess, turns), True
        elif small:
            left = [code for code in left if get_feedback(code, guess) == feedback]
        else:
            left = sets_left(left, guess, len(feedback))

# %% right: the set that divides best of ten
from collections import Counter

def solve_distinct(colors, code_length, respond):
    sets = [frozenset(pegs) for pegs in combinations(colors, code_length)]
    guesses, blacks, feedback = [], [], ""
    while len(feedback) < code_length:
        probe = random.sample(sets, min(len(sets), 60))
        best = min(probe[:10], key=lambda one: max(Counter(len(one & o) for o in probe).values()))
        guesses.append("".join(random.sample(sorted(best), code_length)))
        feedback = respond(guesses[-1])
        blacks.append(feedback.count("b"))
        sets = [other for other in sets if len(other & best) == len(feedback)]
    while blacks[-1] < code_length:
        guesses.append(orders_left(guesses[-1], list(zip(guesses, blacks)))[0])
        blacks.append(respond(guesses[-1]).count("b"))
    return guesses

# %% right: numbers inside, letters outside
def solve_distinct(colors, code_length, respond):
    history = []

    def ask(numbers):
        word = ""
        for number in numbers:
            word = word + colors[number]
        history.append((numbers, word, respond(word)))
        return history[-1][2]

    groups = list(combinations(range(len(colors)), code_length))
    while True:
        numbers = list(random.choice(groups))
        random.shuffle(numbers)
        feedback = ask(numbers)
        if len(feedback) == code_length:
            break
        asked = set(numbers)
        groups = [group for group in groups if len(asked.intersection(group)) == len(feedback)]
    for order in permutations(numbers):
        if history[-1][2] == "b" * code_length:
            break
        for earlier, word, said in history:
            if sum(a == b for a, b in zip(order, earlier)) != said.count("b"):
                break
        else:
            ask(order)
    return [word for numbers, word, said in history]

# %% wrong: all codes in a list, as in notebook 4 | colors ABCDEFGHIJKLMNOPQRSTUVWXY, code YTOJEA: the list of 127512000 codes does not fit
def solve_distinct(colors, code_length, respond):
    candidates = ["".join(code) for code in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(candidates)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        candidates = [code for code in candidates if get_feedback(code, guess) == feedback]

# %% wrong: combinations without their orders | colors AB, code BA: only AB is ever thought of, and the list runs empty
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in combinations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: codes with repeats, as in notebook 4 | colors AB, code BA: asks AA first
from itertools import product

def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in product(colors, repeat=code_length)]
    guesses = []
    while True:
        guess = left[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: returns how many guesses it took | colors A, code A: 1 is returned, not the list of A
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    count = 0
    while True:
        guess = left[0]
        count += 1
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return count
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: returns the code alone | colors A, code A: "A" is returned, not the list of A
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    while True:
        guess = random.choice(left)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guess
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: returns the turns with their feedback | colors A, code A: the list holds a pair in place of the string
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    turns = []
    while True:
        guess = random.choice(left)
        feedback = respond(guess)
        turns.append((guess, feedback))
        if feedback == "b" * code_length:
            return turns
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: the last guess is missing | colors A, code A: the list is empty, though A was asked
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(left)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        guesses.append(guess)
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: the first guess is missing | colors AB, code BA: AB was asked, but the list is BA alone
def solve_distinct(colors, code_length, respond):
    guess = colors[:code_length]
    feedback = respond(guess)
    guesses = []
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    while feedback != "b" * code_length:
        left = [code for code in left if get_feedback(code, guess) == feedback]
        guess = left[0]
        guesses.append(guess)
        feedback = respond(guess)
    return guesses

# %% wrong: asks once to compare and once to learn | colors AB, code BA: AB is asked twice
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = left[0]
        guesses.append(guess)
        if respond(guess) == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == respond(guess)]

# %% wrong: asks tuples | colors A, code A: ("A",) is asked, which is no string
def solve_distinct(colors, code_length, respond):
    left = list(permutations(colors, code_length))
    guesses = []
    while True:
        guess = left[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: prints the list instead of returning it | colors A, code A: None is returned
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    feedback = ""
    while feedback != "b" * code_length:
        guesses.append(left[0])
        feedback = respond(left[0])
        left = [code for code in left if get_feedback(code, left[0]) == feedback]
    print(guesses)

# %% wrong: random.shuffle returns nothing | colors A, code A: the guess is None, and joining it stops with a TypeError
def solve_distinct(colors, code_length, respond):
    left = list(combinations(colors, code_length))
    turns = []
    while True:
        pegs = random.shuffle(list(left[0]))
        guess = "".join(pegs)
        feedback = respond(guess)
        turns.append(guess)
        if feedback == "b" * code_length:
            return turns
        left = [pegs for pegs in left if len(set(pegs) & set(guess)) == len(feedback)]

# %% wrong: phase one counts white key pegs only | colors ABC, code AC: AB earns b, but AC is dropped because no peg was white
def solve_distinct(colors, code_length, respond):
    left = list(combinations(colors, code_length))
    turns = []
    while True:
        codes = ["".join(order) for pegs in left for order in permutations(pegs)]
        guess = next(c for c in codes if all(get_feedback(c, g) == f for g, f in turns))
        feedback = respond(guess)
        turns.append((guess, feedback))
        if feedback == "b" * code_length:
            return [guess for guess, feedback in turns]
        left = [p for p in left if len(set(p) & set(guess)) == feedback.count("w")]

# %% wrong: phase one counts black key pegs only | colors AB, code BA: AB earns ww, and its colors are dropped
def solve_distinct(colors, code_length, respond):
    left = list(combinations(colors, code_length))
    turns = []
    while True:
        codes = ["".join(order) for pegs in left for order in permutations(pegs)]
        guess = next(c for c in codes if all(get_feedback(c, g) == f for g, f in turns))
        feedback = respond(guess)
        turns.append((guess, feedback))
        if feedback == "b" * code_length:
            return [guess for guess, feedback in turns]
        left = [p for p in left if len(set(p) & set(guess)) == feedback.count("b")]

# %% wrong: phase two asks the guess again that has found the colors | colors AB, code BA: AB is asked in phase one and again in phase two
def solve_distinct(colors, code_length, respond):
    guesses = []
    left = list(combinations(colors, code_length))
    feedback = ""
    while len(feedback) < code_length:
        pegs = left[0]
        guesses.append("".join(pegs))
        feedback = respond(guesses[-1])
        left = [c for c in left if len(set(c) & set(pegs)) == len(feedback)]
    orders = ["".join(order) for order in permutations(pegs)]
    while feedback != "b" * code_length:
        guess = orders[0]
        guesses.append(guess)
        feedback = respond(guess)
        orders = [order for order in orders if get_feedback(order, guess) == feedback]
    return guesses

# %% wrong: phase two starts with a question although the colors came in the right order | colors A, code A: A is asked in phase one and again in phase two
def solve_distinct(colors, code_length, respond):
    turns = []
    left = list(combinations(colors, code_length))
    while True:
        guess = "".join(random.choice(left))
        feedback = respond(guess)
        turns.append((guess, feedback))
        if len(feedback) == code_length:
            break
        left = [pegs for pegs in left if len(set(pegs) & set(guess)) == len(feedback)]
    orders = ["".join(order) for order in permutations(guess)]
    while True:
        orders = [o for o in orders if all(get_feedback(o, g) == f for g, f in turns)]
        guess = orders[0]
        feedback = respond(guess)
        turns.append((guess, feedback))
        if feedback == "b" * code_length:
            return [guess for guess, feedback in turns]

# %% wrong: phase two tries all orders one after the other | colors ABCDE, code EDCBA: 119 orders are asked before the right one
def solve_distinct(colors, code_length, respond):
    guesses = []
    left = list(combinations(colors, code_length))
    while True:
        guess = "".join(left[0])
        guesses.append(guess)
        feedback = respond(guess)
        if len(feedback) == code_length:
            break
        left = [pegs for pegs in left if len(set(pegs) & set(guess)) == len(feedback)]
    for order in permutations(guess):
        if feedback == "b" * code_length:
            break
        code = "".join(order)
        if code not in guesses:
            guesses.append(code)
            feedback = respond(code)
    return guesses

# %% wrong: random guesses that learn nothing | colors AB, code BA: AB is asked again and again until BA comes by chance
def solve_distinct(colors, code_length, respond):
    guesses = []
    while True:
        guess = "".join(random.sample(colors, code_length))
        guesses.append(guess)
        if respond(guess) == "b" * code_length:
            return guesses

# %% wrong: keeps in mind what was asked, but not what was answered | colors ABCDE, code EDCBA: codes are tried in any order, far more than 25
def solve_distinct(colors, code_length, respond):
    codes = ["".join(pegs) for pegs in permutations(colors, code_length)]
    random.shuffle(codes)
    guesses = []
    for guess in codes:
        guesses.append(guess)
        if respond(guess) == "b" * code_length:
            return guesses

# %% wrong: the list of guesses is global | colors A, code A: in the second game the list still holds the first one
guesses = []

def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    while True:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: a list as default argument is never emptied | colors AB, code BA: in the second game the turns of the first count too
def solve_distinct(colors, code_length, respond, turns=[]):
    for pegs in permutations(colors, code_length):
        code = "".join(pegs)
        if all(get_feedback(code, guess) == feedback for guess, feedback in turns):
            feedback = respond(code)
            turns.append((code, feedback))
            if feedback == "b" * code_length:
                break
    return [guess for guess, feedback in turns]

# %% wrong: stops after eight guesses, as on level 1 | colors ABCDEFGHI, code I: the ninth guess would be right, but is not made
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    for turn in range(8):
        guesses.append(left[0])
        feedback = respond(left[0])
        if feedback == "b" * code_length:
            break
        left = [code for code in left if get_feedback(code, guesses[-1]) == feedback]
    return guesses

# %% wrong: stops after fourteen guesses, as on level 4 | colors ABCDEFGHIJKLMNO, code O: the fifteenth guess would be right, but is not made
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while len(guesses) < 14:
        guess = left.pop(0)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            break
        left = [code for code in left if get_feedback(code, guess) == feedback]
    return guesses

# %% wrong: waits for four black key pegs | colors A, code A: b is not seen as the end, and the list runs empty
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    feedback = ""
    while feedback != "bbbb":
        guess = left.pop(0)
        guesses.append(guess)
        feedback = respond(guess)
        left = [code for code in left if get_feedback(code, guess) == feedback]
    return guesses

# %% wrong: letters from A on, whatever the colors are | colors XY, code YX: AB is asked
def solve_distinct(colors, code_length, respond):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(colors)]
    left = ["".join(pegs) for pegs in permutations(letters, code_length)]
    guesses = []
    while True:
        guess = left[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: nothing is learned from an answer without key pegs | colors AB, code B: if A is asked, it earns nothing and may be asked again
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        if feedback:
            left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: drops what agrees and keeps the rest | colors AB, code B: A earns nothing, B is dropped because it agrees, and A is asked again
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    for turn in range(25):
        guess = left[0]
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            break
        left = [code for code in left if get_feedback(code, guess) != feedback]
    return guesses

# %% wrong: removes from the list that it goes through | colors ABC, code BA: AC earns w, but stays because the loop skips the place after AB
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        for code in left:
            if get_feedback(code, guess) != feedback:
                left.remove(code)

# %% wrong: keeps what has as many colors in common, or more | colors AB, code B: A earns nothing, and A has more than that, so it is asked again
def solve_distinct(colors, code_length, respond):
    left = list(combinations(colors, code_length))
    guesses = []
    while True:
        guess = "".join(random.sample(random.choice(left), code_length))
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [pegs for pegs in left if len(set(pegs) & set(guess)) >= len(feedback)]

# %% wrong: places are never looked at | colors AB, code BA: AB earns ww, agrees with its own colors and is asked again
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while True:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if len(set(code) & set(guess)) == len(feedback)]

# %% wrong: asks the code once more, to be sure | colors A, code A: A is asked twice
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while len(left) > 1:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        left = [code for code in left if get_feedback(code, guess) == feedback]
    respond(left[0])
    if respond(left[0]) == "b" * code_length:
        guesses.append(left[0])
    return guesses

# %% wrong: the last candidate is returned but not asked | colors A, code A: A is in the list, but was never asked
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while len(left) > 1:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        left = [code for code in left if get_feedback(code, guess) == feedback]
    if left[0] not in guesses:
        guesses.append(left[0])
    return guesses

# %% wrong: the last candidate is asked again if it has just been asked | colors AB, code AB: AB is asked, stays alone, and is asked again
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)]
    guesses = []
    while len(left) > 1:
        guess = left[0]
        guesses.append(guess)
        feedback = respond(guess)
        left = [code for code in left if get_feedback(code, guess) == feedback]
    respond(left[0])
    return guesses + left

# %% wrong: cuts the list of codes short, to save memory | colors ABCDEFGHIJ, code JIHGF: only the first thousand codes are known, and all of them begin with A
def solve_distinct(colors, code_length, respond):
    left = ["".join(pegs) for pegs in permutations(colors, code_length)][:1000]
    guesses = []
    while True:
        guess = random.choice(left)
        guesses.append(guess)
        feedback = respond(guess)
        if feedback == "b" * code_length:
            return guesses
        left = [code for code in left if get_feedback(code, guess) == feedback]

# %% wrong: one place after the other, without any reasoning | colors ABCDEFGHIJ, code JIHGF: every color is tried in every place, which takes more than 25 guesses
def solve_distinct(colors, code_length, respond):
    guess = list(colors[:code_length])
    guesses = ["".join(guess)]
    black = respond(guesses[0]).count("b")
    for place in range(code_length):
        for peg in colors:
            if black == code_length:
                return guesses
            trial = list(guess)
            if peg in trial:
                trial[trial.index(peg)] = trial[place]
            trial[place] = peg
            text = "".join(trial)
            if text not in guesses:
                guesses.append(text)
                hits = respond(text).count("b")
                if hits > black:
                    guess, black = trial, hits
    return guesses
