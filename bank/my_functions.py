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

# %% right: a mistake of notebook 3: a color of the guess is counted again and again
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

# %% right: a mistake of notebook 3: white before black
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

# %% right: a mistake of notebook 1: the last color never comes up
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

# %% right: a mistake of notebook 2: only the length is looked at
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

# %% right: a mistake of notebook 4: all candidates are kept
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

# %% right: a mistake of notebook 5: any candidate will do
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

# %% right: a mistake of notebook 5: the last guess, whatever it tells
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
