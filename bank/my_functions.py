"""Answers to: the five functions of a game, brought along from notebooks 1 to 5."""

# %% right: as my_mastermind.py has them
import random


def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% right: with the pegs of markposition, and imports of one's own
import random as chance
from collections import Counter
import markposition


def get_code(colors: str, code_length: int) -> str:
    """Return a random code."""
    return "".join(chance.choice(colors) for i in range(code_length))


valid_code = lambda colors, code_length, guess: len(guess) == code_length and set(guess) <= set(colors)


def get_feedback(code: str, guess: str) -> str:
    """Return 'b' for every black key peg, then 'w' for every white one."""
    markposition.reset_all_to_not_counted()
    feedback = ""
    for i in range(len(code)):
        if code[i] == guess[i]:
            feedback += "b"
            markposition.mark_as_counted(i)
    for i in range(len(code)):
        if code[i] != guess[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not markposition.check_if_counted(j):
                    feedback += "w"
                    markposition.mark_as_counted(j)
                    break
    return feedback


def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            left.append(code)
    return left


def minimax_guess(guesses, candidates):
    def worst(guess):
        return max(Counter(get_feedback(code, guess) for code in candidates).values())

    return min(guesses, key=lambda guess: (worst(guess), guess not in candidates))

# %% right: in another order, and more than is asked for
from random import choice
import random


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def clean_guess(text):
    return text.replace(" ", "").upper()


print(get_feedback("RBGG", "BGGG"))

# %% right: short, with Counter
from collections import Counter


def get_code(colors, code_length):
    return "".join(random.choices(colors, k=code_length))


def valid_code(colors, code_length, guess):
    return len(guess) == code_length and set(guess) <= set(colors)


def get_feedback(code, guess):
    black = sum(map(str.__eq__, code, guess))
    return "b" * black + "w" * ((Counter(code) & Counter(guess)).total() - black)


consistent_codes = lambda candidates, guess, feedback: [
    code for code in candidates if get_feedback(code, guess) == feedback
]


def minimax_guess(guesses, candidates):
    return min(
        guesses,
        key=lambda guess: (
            max(Counter(get_feedback(code, guess) for code in candidates).values()),
            guess not in candidates,
        ),
    )

# %% right: objects that are called like functions
class Referee:
    def __init__(self):
        self.known = {}

    def __call__(self, code, guess):
        if (code, guess) not in self.known:
            black = sum(a == b for a, b in zip(code, guess))
            white = sum(min(code.count(c), guess.count(c)) for c in set(code)) - black
            self.known[code, guess] = "b" * black + "w" * white
        return self.known[code, guess]


class Codemaker:
    def __call__(self, colors, code_length):
        return "".join(colors[random.randint(0, len(colors) - 1)] for i in range(code_length))


class Codebreaker:
    def keep(self, candidates, guess, feedback):
        return list(filter(lambda code: get_feedback(code, guess) == feedback, candidates))

    def choose(self, guesses, candidates):
        best, best_rating = None, None
        for guess in guesses:
            answers = sorted(get_feedback(code, guess) for code in candidates)
            rating = (max(map(answers.count, answers)), guess not in candidates)
            if best is None or rating < best_rating:
                best, best_rating = guess, rating
        return best


get_code, get_feedback = Codemaker(), Referee()
consistent_codes, minimax_guess = Codebreaker().keep, Codebreaker().choose


def valid_code(colors, code_length, guess):
    return [peg in colors for peg in guess] == [True] * code_length

# %% right: by recursion
def get_code(colors, code_length):
    if code_length == 0:
        return ""
    return random.choice(colors) + get_code(colors, code_length - 1)


def valid_code(colors, code_length, guess):
    if guess == "":
        return code_length == 0
    return guess[0] in colors and valid_code(colors, code_length - 1, guess[1:])


def whites(code, guess):
    if not guess:
        return 0
    if guess[0] in code:
        return 1 + whites(code.replace(guess[0], "", 1), guess[1:])
    return whites(code, guess[1:])


def get_feedback(code, guess):
    pairs = [(c, g) for c, g in zip(code, guess) if c != g]
    rest = whites("".join(c for c, g in pairs), "".join(g for c, g in pairs))
    return (len(code) - len(pairs)) * "b" + rest * "w"


def consistent_codes(candidates, guess, feedback):
    if candidates == []:
        return []
    first = candidates[:1] if get_feedback(candidates[0], guess) == feedback else []
    return first + consistent_codes(candidates[1:], guess, feedback)


def minimax_guess(guesses, candidates):
    def largest(guess):
        answers = [get_feedback(code, guess) for code in candidates]
        return max(answers.count(answer) for answer in answers)

    smallest = min(largest(guess) for guess in guesses)
    good = [guess for guess in guesses if largest(guess) == smallest]
    return ([guess for guess in good if guess in candidates] + good)[0]

# %% right: default values, hints of types, and messages on the way
def get_code(colors: str, code_length: int = 4) -> str:
    pegs = list(colors)
    return "".join(random.sample(pegs * code_length, code_length)) if pegs else ""


def valid_code(colors: str, code_length: int = 4, guess: str = "") -> bool:
    strange = set(guess) - set(colors)
    return not strange and len(guess) == code_length


def get_feedback(code: str, guess: str) -> str:
    keys, code, guess = "", list(code), list(guess)
    for i, peg in enumerate(guess):
        if code[i] == peg:
            keys, code[i], guess[i] = keys + "b", None, ""
    for peg in guess:
        if peg in code:
            keys, code[code.index(peg)] = keys + "w", None
    return keys


def consistent_codes(candidates: list, guess: str, feedback: str) -> list:
    left = candidates.copy()
    for code in candidates:
        if get_feedback(code, guess) != feedback:
            left.remove(code)
    print(len(left), "codes are left")
    return left


def minimax_guess(guesses: list, candidates: list) -> str:
    parts = {}
    for guess in guesses:
        parts[guess] = {}
        for code in candidates:
            parts[guess].setdefault(get_feedback(code, guess), []).append(code)
    in_order = sorted(guesses, key=lambda guess: guess not in candidates)
    return min(in_order, key=lambda guess: max(map(len, parts[guess].values())))

# %% right: with loops that count, and a table of what is used
def get_code(colors, code_length):
    code = []
    while len(code) < code_length:
        code.append(colors[int(random.random() * len(colors))])
    return "".join(code)


def valid_code(colors, code_length, guess):
    place = 0
    while place < len(guess) and colors.find(guess[place]) >= 0:
        place += 1
    return place == len(guess) == code_length


def get_feedback(code, guess):
    used = {}
    keys = ["", ""]
    for agree in [True, False]:
        for i in range(len(guess)):
            places = [i] if agree else range(len(code))
            for j in places:
                if code[j] == guess[i] and j not in used.values() and i not in used:
                    used[i] = j
                    keys[0 if agree else 1] += "b" if agree else "w"
    return keys[0] + keys[1]


def consistent_codes(candidates, guess, feedback):
    left = []
    for code in candidates:
        if get_feedback(guess, code) == feedback:
            left += [code]
    return left


def minimax_guess(guesses, candidates):
    best = ""
    least = len(candidates) + 1
    for liked in [True, False]:
        for guess in guesses:
            if (guess in candidates) == liked:
                counts = {}
                for code in candidates:
                    keys = get_feedback(code, guess)
                    counts[keys] = counts.get(keys, 0) + 1
                if max(counts.values()) < least:
                    best, least = guess, max(counts.values())
    return best

# %% wrong: a color of the guess is counted again and again | get_feedback('RG', 'RR') gives 'bw'
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    feedback = ""
    for i in range(len(code)):
        if guess[i] == code[i]:
            feedback = "b" + feedback
        elif guess[i] in code:
            feedback = feedback + "w"
    return feedback


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: white before black | get_feedback('RRG', 'RGR') gives 'wwb'
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "w" * white + "b" * black


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the last color never comes up | get_code('RG', 2) gives 'RR' each time
import random


def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + colors[random.randrange(max(len(colors) - 1, 1))]
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: only the length is looked at | valid_code('RGB', 1, 'X') gives True
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    return len(guess) == code_length


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: all candidates are kept | consistent_codes(['R', 'G'], 'R', 'b') gives ['R', 'G']
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return candidates


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: any candidate will do | minimax_guess(['RG', 'RR'], ['RG', 'GG', 'RR']) may give 'RR'
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def minimax_guess(guesses, candidates):
    return random.choice(candidates)

# %% wrong: the last guess, whatever it brings | minimax_guess(['R', 'G'], ['R']) gives 'G'
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def minimax_guess(guesses, candidates):
    return guesses[-1]

# %% wrong: nothing was brought | nothing is there
game = 'Mastermind'

# %% wrong: get_code is missing | a borrowed one plays
def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: minimax_guess is missing | a borrowed one plays
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]

# %% wrong: the codebreaker is missing | two of five are missing
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white

# %% wrong: the referee is borrowed from the library | get_feedback is not the student's
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


from mastermind.stand_ins import get_feedback


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: all are borrowed from the library | none is the student's
from mastermind.stand_ins import consistent_codes, get_code, get_feedback, minimax_guess, valid_code

# %% wrong: get_feedback has no answer yet | get_feedback('RG', 'GR') stops
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    """Return 'b' for every black key peg, then 'w' for every white one."""
    raise NotImplementedError("No answer yet: replace this line with your code.")


def consistent_codes(candidates, guess, feedback):
    return candidates[:1]


def minimax_guess(guesses, candidates):
    return guesses[0]

# %% wrong: valid_code prints its answer | valid_code('RG', 2, 'RG') gives None
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    print(len(guess) == code_length and all(peg in colors for peg in guess))


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: get_feedback returns two numbers | get_feedback('RG', 'GR') gives (0, 2)
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return black, white


def consistent_codes(candidates, guess, feedback):
    wanted = feedback.count("b"), feedback.count("w")
    return [code for code in candidates if get_feedback(code, guess) == wanted]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: get_code returns a list | get_code('RG', 2) gives ['R', 'G']
def get_code(colors, code_length):
    return [random.choice(colors) for i in range(code_length)]


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: get_code ends one peg early | get_code('RG', 2) gives 'R'
def get_code(colors, code_length):
    code = ""
    for i in range(code_length - 1):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: an import was left in its notebook | get_code('RG', 2) stops with a NameError
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + chance.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: a helper was left in its notebook | minimax_guess(['R'], ['R']) stops with a NameError
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: the file is named, but not handed in | there is no my_mastermind.py where it is graded
from my_mastermind import consistent_codes, get_code, get_feedback, minimax_guess, valid_code

# %% wrong: consistent_codes is a generator | consistent_codes(['RG'], 'RG', 'bb') gives no list
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    for code in candidates:
        if get_feedback(code, guess) == feedback:
            yield code


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: consistent_codes gives tuples of pegs | consistent_codes(['RG'], 'RG', 'bb') gives [('R', 'G')]
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [tuple(code) for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: minimax_guess returns a size | minimax_guess(['R', 'G'], ['R', 'G']) gives 1
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(rating(guess)[0] for guess in guesses)

# %% wrong: Python cannot read one of them | no function is there
def get_code(colors, code_length):
    code = ""
    for i in range(code_length)
        code = code + random.choice(colors)
    return code


def valid_code(colors, code_length, guess):
    if len(guess) != code_length:
        return False
    for peg in guess:
        if peg not in colors:
            return False
    return True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: a name is bound to no function | valid_code is True
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code


valid_code = True


def get_feedback(code, guess):
    black = 0
    white = 0
    used = [False] * len(code)
    for i in range(len(code)):
        if guess[i] == code[i]:
            black += 1
            used[i] = True
    for i in range(len(guess)):
        if guess[i] != code[i]:
            for j in range(len(code)):
                if guess[i] == code[j] and not used[j]:
                    white += 1
                    used[j] = True
                    break
    return "b" * black + "w" * white


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess, candidates):
    sizes = {}
    for code in candidates:
        feedback = get_feedback(code, guess)
        sizes[feedback] = sizes.get(feedback, 0) + 1
    return sizes


def minimax_guess(guesses, candidates):
    def rating(guess):
        return max(partition_sizes(guess, candidates).values()), guess not in candidates

    return min(guesses, key=rating)

# %% wrong: five lazy functions | get_code('RGB', 2) gives 'RR' each time
def get_code(colors, code_length):
    return colors[0] * code_length


def valid_code(colors, code_length, guess):
    return True


def get_feedback(code, guess):
    return ""


def consistent_codes(candidates, guess, feedback):
    return []


def minimax_guess(guesses, candidates):
    return guesses[0]

# %% wrong: five functions that return something | get_feedback('RG', 'GR') gives 'b'
def get_code(colors, code_length):
    return "RGBG"[:code_length]


def valid_code(colors, code_length, guess):
    return False


def get_feedback(code, guess):
    return "b"


def consistent_codes(candidates, guess, feedback):
    return candidates[:0]


def minimax_guess(guesses, candidates):
    return ""

# %% wrong: five functions that are nearly right | get_code('RGB', 2) never gives 'RG'
def get_code(colors, code_length):
    return random.choice(colors) * code_length


def valid_code(colors, code_length, guess):
    return len(guess) == code_length


def get_feedback(code, guess):
    return "b" * sum(c == g for c, g in zip(code, guess))


def consistent_codes(candidates, guess, feedback):
    return [code for code in candidates if code != guess] or candidates


def minimax_guess(guesses, candidates):
    return candidates[0]
