"""Answers to: a random code in which every color occurs at most once."""

# %% right: a bag that gets smaller
def get_distinct_code(colors: str, code_length: int) -> str:
    """Return a random code of code_length different pegs out of colors."""
    bag = colors
    result = ""
    for _ in range(code_length):
        drawn = random.choice(bag)
        bag = bag.replace(drawn, "")
        result += drawn
    return result

# %% right: random.sample
def get_distinct_code(colors, code_length):
    return "".join(random.sample(colors, code_length))

# %% right: shuffles and cuts
def get_distinct_code(colors, code_length):
    letters = list(colors)
    random.shuffle(letters)
    return "".join(letters[:code_length])

# %% right: draws again if the peg is there already
def get_distinct_code(colors, code_length):
    code = ""
    while len(code) < code_length:
        peg = random.choice(colors)
        if peg not in code:
            code += peg
    return code

# %% right: recursion
def get_distinct_code(colors, code_length):
    if not code_length:
        return ""
    peg = random.choice(colors)
    others = "".join(color for color in colors if color != peg)
    return peg + get_distinct_code(others, code_length - 1)

# %% right: list and remove
def get_distinct_code(colors, code_length):
    bag = [color for color in colors]
    code = []
    for place in range(code_length):
        code.append(random.choice(bag))
        bag.remove(code[-1])
    return "".join(code)

# %% right: pop at a random index
def get_distinct_code(colors, code_length):
    bag = list(colors)
    return "".join(bag.pop(random.randrange(len(bag))) for i in range(code_length))

# %% right: a generator of the student's own
def get_distinct_code(colors, code_length):
    machine = random.SystemRandom()
    return "".join(machine.sample(list(colors), code_length))

# %% right: sorts the colors by random numbers
def get_distinct_code(colors, code_length):
    in_random_order = sorted(colors, key=lambda color: random.random())
    return "".join(in_random_order)[:code_length]

# %% right: swaps place by place
def get_distinct_code(colors, code_length):
    row = list(colors)
    for i in range(code_length):
        j = random.randint(i, len(row) - 1)
        row[i], row[j] = row[j], row[i]
    return "".join(row[:code_length])

# %% right: a class for the bag
class Bag:
    def __init__(self, pegs):
        self.pegs = set(pegs)

    def draw(self):
        peg = random.choice(sorted(self.pegs))
        self.pegs.discard(peg)
        return peg


def get_distinct_code(colors, code_length):
    bag = Bag(colors)
    code = ""
    for i in range(code_length):
        code += bag.draw()
    return code

# %% right: cuts the drawn color out with slices
def get_distinct_code(colors, code_length):
    code = ""
    for i in range(code_length):
        k = random.randint(0, len(colors) - 1)
        code = code + colors[k]
        colors = colors[:k] + colors[k + 1:]
    return code

# %% right: the keys of a dictionary in the order in which they came
def get_distinct_code(colors, code_length):
    came_up = {}
    while len(came_up) < code_length:
        came_up[random.choice(colors)] = True
    return "".join(came_up)

# %% right: puts each color at a random place of the row
def get_distinct_code(colors, code_length):
    row = ""
    for color in colors:
        place = random.randint(0, len(row))
        row = row[:place] + color + row[place:]
    return row[:code_length]

# %% right: throws random numbers for the colors and takes the largest
def get_distinct_code(colors, code_length):
    numbers = {color: random.random() for color in colors}
    code = ""
    for i in range(code_length):
        best = max(numbers, key=numbers.get)
        code += best
        del numbers[best]
    return code

# %% right: a seed once, outside the function
random.seed("Mastermind")

def get_distinct_code(colors, code_length):
    return "".join(random.sample(colors, code_length))

# %% wrong: colors may occur twice | get_distinct_code("RG", 2) is "RR" or "GG" every second time
def get_distinct_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += random.choice(colors)
    return code

# %% wrong: only neighbors differ | get_distinct_code("RGB", 3) can be "RGR"
def get_distinct_code(colors, code_length):
    code = ""
    while len(code) < code_length:
        peg = random.choice(colors)
        if code == "" or peg != code[-1]:
            code += peg
    return code

# %% wrong: the new text of replace is not kept | get_distinct_code("RG", 2) is "RR" or "GG" every second time, because nothing leaves the bag
def get_distinct_code(colors, code_length):
    code = ""
    left = colors
    for i in range(code_length):
        peg = random.choice(left)
        code += peg
        left.replace(peg, "")
    return code

# %% wrong: the bag is filled again in every turn | get_distinct_code("RG", 2) can be "RR"
def get_distinct_code(colors, code_length):
    code = ""
    for i in range(code_length):
        left = colors
        peg = random.choice(left)
        left = left.replace(peg, "")
        code += peg
    return code

# %% wrong: the pegs always stand in the order of the colors | get_distinct_code("RG", 2) is always "RG", never "GR"
def get_distinct_code(colors, code_length):
    drawn = random.sample(colors, code_length)
    return "".join(color for color in colors if color in drawn)

# %% wrong: a row cut out of the colors at a random start | get_distinct_code("RGB", 2) is never "GR"
def get_distinct_code(colors, code_length):
    start = random.randrange(len(colors))
    return (colors + colors)[start:start + code_length]

# %% wrong: only the first colors are used | get_distinct_code("RG", 1) is always "R"
def get_distinct_code(colors, code_length):
    letters = list(colors[:code_length])
    random.shuffle(letters)
    return "".join(letters)

# %% wrong: takes the order of a set for chance | get_distinct_code("RGB", 3) is the same at every call
def get_distinct_code(colors, code_length):
    return "".join(set(colors))[:code_length]

# %% wrong: repeats are thrown away, and the code gets shorter | get_distinct_code("RG", 2) has only one peg every second time
def get_distinct_code(colors, code_length):
    code = ""
    for i in range(code_length):
        peg = random.choice(colors)
        if peg not in code:
            code += peg
    return code

# %% wrong: a list instead of a string | get_distinct_code("R", 1) is ["R"], not "R"
def get_distinct_code(colors, code_length):
    return random.sample(list(colors), code_length)

# %% wrong: the code is printed instead of returned | get_distinct_code("R", 1) shows R on the screen but returns None
def get_distinct_code(colors, code_length):
    print("".join(random.sample(colors, code_length)))

# %% wrong: one peg is missing | get_distinct_code("R", 1) is "", not "R"
def get_distinct_code(colors, code_length):
    code = ""
    for i in range(code_length - 1):
        peg = random.choice(colors)
        colors = colors.replace(peg, "")
        code += peg
    return code

# %% wrong: the function sets a fixed seed | get_distinct_code("RGB", 3) is the same at every call
def get_distinct_code(colors, code_length):
    random.seed(42)
    return "".join(random.sample(colors, code_length))

# %% wrong: a hundred seeds, one for each call in turn | after a hundred calls of get_distinct_code("RGB", 3) the same codes come again
turn = 0

def get_distinct_code(colors, code_length):
    global turn
    turn = (turn + 1) % 100
    random.seed(turn)
    return "".join(random.sample(colors, code_length))

# %% wrong: the first peg is not drawn | get_distinct_code("RG", 1) is always "R"
def get_distinct_code(colors, code_length):
    code = colors[0]
    left = colors[1:]
    while len(code) < code_length:
        peg = random.choice(left)
        code += peg
        left = left.replace(peg, "")
    return code

# %% wrong: a repeat becomes the first color that is free | get_distinct_code("RGB", 2) is "GR" twice as often as "GB"
def get_distinct_code(colors, code_length):
    code = ""
    for i in range(code_length):
        peg = random.choice(colors)
        if peg in code:
            for color in colors:
                if color not in code:
                    peg = color
                    break
        code += peg
    return code

# %% wrong: every peg is swapped with any other, which does not shuffle fairly | get_distinct_code("RGB", 3) is "GRB", "GBR" or "RBG" five times where the other orders come four times
def get_distinct_code(colors, code_length):
    letters = list(colors)
    for i in range(len(letters)):
        j = random.randrange(len(letters))
        letters[i], letters[j] = letters[j], letters[i]
    return "".join(letters[:code_length])

# %% wrong: two pegs are swapped once, the others stay | get_distinct_code("RGB", 3) is never "GBR"
def get_distinct_code(colors, code_length):
    letters = list(colors)
    i = random.randrange(len(letters))
    j = random.randrange(len(letters))
    letters[i], letters[j] = letters[j], letters[i]
    return "".join(letters[:code_length])

# %% wrong: new pegs come to the front or to the end only | get_distinct_code("RGB", 3) is never "RBG"
def get_distinct_code(colors, code_length):
    row = ""
    for color in colors:
        if random.randint(0, 1) == 0:
            row = row + color
        else:
            row = color + row
    return row[:code_length]

# %% wrong: draws whole codes until one fits, and never gets there with many colors | get_distinct_code of 52 letters and length 52 stops with a RecursionError
def get_distinct_code(colors, code_length):
    code = "".join(random.choices(colors, k=code_length))
    if len(set(code)) < code_length:
        return get_distinct_code(colors, code_length)
    return code

# %% wrong: the bag is global and stays empty | get_distinct_code("RG", 2) works once, the second call gives ""
bag = None

def get_distinct_code(colors, code_length):
    global bag
    if bag is None:
        bag = list(colors)
    code = ""
    for i in range(code_length):
        if bag:
            peg = random.choice(bag)
            bag.remove(peg)
            code += peg
    return code

# %% wrong: all colors, whatever the length | get_distinct_code("RG", 1) has two pegs instead of one
def get_distinct_code(colors, code_length):
    return "".join(random.sample(colors, len(colors)))

# %% wrong: random.shuffle returns nothing | get_distinct_code("R", 1) stops with a TypeError
def get_distinct_code(colors, code_length):
    letters = random.shuffle(list(colors))
    return "".join(letters[:code_length])

# %% wrong: the last color of the bag cannot be drawn while others are there | get_distinct_code("RG", 1) is always "R"
def get_distinct_code(colors, code_length):
    left = list(colors)
    code = ""
    for i in range(code_length):
        code += left.pop(int(random.random() * (len(left) - 1)))
    return code

# %% wrong: the first peg is drawn, the others follow in order | get_distinct_code("RGB", 3) is never "RBG"
def get_distinct_code(colors, code_length):
    first = random.choice(colors)
    return (first + colors.replace(first, ""))[:code_length]

# %% wrong: the codes come in a fixed order, one after the other | get_distinct_code("RG", 2) is "RG", and the next call gives "GR", every time
from itertools import permutations

orders = {}

def get_distinct_code(colors, code_length):
    asked = (colors, code_length)
    if asked not in orders:
        orders[asked] = permutations(colors, code_length)
    code = next(orders[asked], None)
    if code is None:
        orders[asked] = permutations(colors, code_length)
        code = next(orders[asked])
    return "".join(code)

# %% wrong: never the same code twice in a row | two calls of get_distinct_code("RG", 1) always give different codes
last_code = ""

def get_distinct_code(colors, code_length):
    global last_code
    code = "".join(random.sample(colors, code_length))
    while code == last_code and len(colors) > 1:
        code = "".join(random.sample(colors, code_length))
    last_code = code
    return code

# %% wrong: all codes are drawn once before one may come again | three calls of get_distinct_code("RG", 1) never give three times the same
import math

drawn = {}

def get_distinct_code(colors, code_length):
    before = drawn.setdefault((colors, code_length), set())
    if len(before) == math.perm(len(colors), code_length):
        before.clear()
    code = "".join(random.sample(colors, code_length))
    while code in before:
        code = "".join(random.sample(colors, code_length))
    before.add(code)
    return code
