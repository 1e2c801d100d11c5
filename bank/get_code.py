"""Answers to: a random code in which a color may occur many times."""

# %% right: a loop with +=
def get_code(colors: str, code_length: int) -> str:
    """Return a random code of code_length pegs, each one of colors."""
    pegs = ""
    for _ in range(code_length):
        pegs += random.choice(colors)
    return pegs

# %% right: join and a generator
def get_code(colors, code_length):
    return "".join(random.choice(colors) for place in range(code_length))

# %% right: random.choices
def get_code(colors, code_length):
    return "".join(random.choices(colors, k=code_length))

# %% right: a list that grows
def get_code(colors, code_length):
    drawn = []
    while len(drawn) < code_length:
        drawn.append(random.choice(list(colors)))
    return "".join(drawn)

# %% right: an index from randint
def get_code(colors, code_length):
    result = ""
    for i in range(code_length):
        number = random.randint(0, len(colors) - 1)
        result = result + colors[number]
    return result

# %% right: an index from randrange, counting down
def get_code(colors, code_length):
    missing = code_length
    row = ""
    while missing > 0:
        row = colors[random.randrange(len(colors))] + row
        missing -= 1
    return row

# %% right: begins at a seed that nobody can foresee
def get_code(colors, code_length):
    random.seed()
    return "".join(random.choices(colors, k=code_length))

# %% right: recursion
def get_code(colors, code_length):
    if code_length == 0:
        return ""
    return random.choice(colors) + get_code(colors, code_length - 1)

# %% right: a generator of the student's own
import random as chance

dice = chance.SystemRandom()

def get_code(colors, code_length):
    return "".join([dice.choice(colors) for _ in range(code_length)])

# %% right: random.random times the number of colors
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += colors[int(random.random() * len(colors))]
    return code

# %% right: the module secrets
from secrets import choice

def get_code(colors, code_length):
    code = ""
    for i in range(1, code_length + 1):
        code += choice(colors)
    return code

# %% right: a class for the codemaker
class Codemaker:
    def __init__(self, colors):
        self.colors = colors
        self.code = ""

    def add_peg(self):
        self.code += random.choice(self.colors)


def get_code(colors, code_length):
    maker = Codemaker(colors)
    for turn in range(code_length):
        maker.add_peg()
    return maker.code

# %% right: lambda and map
get_code = lambda colors, code_length: "".join(map(lambda place: random.choice(colors), range(code_length)))

# %% right: one big random number, taken apart
def get_code(colors, code_length):
    number = random.randrange(len(colors) ** code_length)
    code = ""
    for place in range(code_length):
        number, peg = divmod(number, len(colors))
        code += colors[peg]
    return code

# %% right: shuffles all colors for every peg
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        letters = list(colors)
        random.shuffle(letters)
        code = code + letters[0]
    return code

# %% right: a sample of one, again and again
def get_code(colors, code_length):
    def one_peg():
        return random.sample(colors, 1)[0]

    return "".join(one_peg() for i in range(code_length))

# %% right: a seed once, outside the function
random.seed(2718)

def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
    return code

# %% right: chance begins anew at every call
def get_code(colors, code_length):
    random.seed()
    return "".join(random.choice(colors) for place in range(code_length))

# %% right: numbers first, then a dictionary of colors
def get_code(colors, code_length):
    names = {number: color for number, color in enumerate(colors, start=1)}
    throws = [random.randint(1, len(colors)) for i in range(code_length)]
    return "".join(names[throw] for throw in throws)

# %% right: an object that is called
class Codemaker:
    def __call__(self, colors, code_length):
        return "".join(next(self.pegs(colors)) for _ in range(code_length))

    def pegs(self, colors):
        while True:
            yield random.sample(sorted(colors), k=1)[0]

get_code = Codemaker()

# %% wrong: the last color never comes up | get_code("RG", 100) is 100 times R
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += colors[int(random.random() * (len(colors) - 1))]
    return code

# %% wrong: the first color never comes up | get_code("RG", 100) is 100 times G
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        number = random.choice(range(len(colors)))
        if number == 0:
            number = len(colors) - 1
        code += colors[number]
    return code

# %% wrong: the index can be one too large | get_code("RG", 100) stops with an IndexError, because randint(0, 2) can be 2
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += colors[random.randint(0, len(colors))]
    return code

# %% wrong: the code is printed instead of returned | get_code("R", 1) shows R on the screen but returns None
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += random.choice(colors)
    print(code)

# %% wrong: a list instead of a string | get_code("R", 2) is ["R", "R"], not "RR"
def get_code(colors, code_length):
    return [random.choice(colors) for i in range(code_length)]

# %% wrong: one color is drawn for all places | get_code("RG", 2) is always "RR" or "GG"
def get_code(colors, code_length):
    return random.choice(colors) * code_length

# %% wrong: every color at most once | get_code("RG", 2) is never "RR", and get_code("R", 2) stops with a ValueError
def get_code(colors, code_length):
    return "".join(random.sample(colors, code_length))

# %% wrong: the function sets a fixed seed | get_code("RGB", 5) gives the same code at every call
def get_code(colors, code_length):
    random.seed(1)
    code = ""
    for i in range(code_length):
        code += random.choice(colors)
    return code

# %% wrong: the seed is set before every peg | get_code("RGB", 5) is five times the same letter, the same at every call
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        random.seed(i // code_length)
        code += random.choice(colors)
    return code

# %% wrong: a seed made from the clock's whole seconds | two calls of get_code("RGB", 5) within a second give the same code
import time

def get_code(colors, code_length):
    random.seed(int(time.time()))
    return "".join(random.choice(colors) for i in range(code_length))

# %% wrong: goes back to where chance stood when the cell was run | get_code("RGB", 5) gives the same code at every call
beginning = random.getstate()

def get_code(colors, code_length):
    random.setstate(beginning)
    return "".join(random.choices(colors, k=code_length))

# %% wrong: the seed is made from what is asked for | get_code("RGB", 5) gives the same code at every call
def get_code(colors, code_length):
    random.seed(f"{colors} {code_length}")
    return "".join(random.choices(colors, k=code_length))

# %% wrong: only ten seeds | get_code("RGB", 5) gives ten codes at most
def get_code(colors, code_length):
    random.seed(random.randrange(10))
    return "".join(random.choices(colors, k=code_length))

# %% wrong: one peg is missing | get_code("R", 1) is "", not "R"
def get_code(colors, code_length):
    code = ""
    for i in range(1, code_length):
        code += random.choice(colors)
    return code

# %% wrong: one peg too many | get_code("R", 1) is "RR", not "R"
def get_code(colors, code_length):
    code = ""
    for i in range(0, code_length + 1):
        code += random.choice(colors)
    return code

# %% wrong: always four pegs | get_code("R", 1) is "RRRR", not "R"
def get_code(colors, code_length):
    first, second, third, fourth = (random.choice(colors) for i in range(4))
    return first + second + third + fourth

# %% wrong: the colors of the classic game, whatever was asked for | get_code("R", 1) is mostly one of "O", "Y", "G", "B", "P"
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += random.choice("ROYGBP")
    return code

# %% wrong: return inside the loop, so that the first peg is all | get_code("R", 2) is "R", not "RR"
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code = code + random.choice(colors)
        return code

# %% wrong: each peg replaces the one before | get_code("R", 3) is "R", not "RRR"
def get_code(colors, code_length):
    for i in range(code_length):
        code = random.choice(colors)
    return code

# %% wrong: as many pegs as there are colors | get_code("RG", 1) has two pegs instead of one
def get_code(colors, code_length):
    code = ""
    for color in colors:
        code += random.choice(colors)
    return code

# %% wrong: rounding makes the first and the last color rare | get_code("RGB", 1) is "G" every second time instead of every third
def get_code(colors, code_length):
    code = ""
    for i in range(code_length):
        code += colors[round(random.random() * (len(colors) - 1))]
    return code

# %% wrong: the code of the call before is still there | get_code("R", 1) is "R", but the second call gives "RR"
code = ""

def get_code(colors, code_length):
    global code
    for i in range(code_length):
        code += random.choice(colors)
    return code

# %% wrong: a list as default argument is never emptied | get_code("R", 1) is "R", but the second call gives "RR"
def get_code(colors, code_length, pegs=[]):
    for i in range(code_length):
        pegs.append(random.choice(colors))
    return "".join(pegs)

# %% wrong: the code is drawn once and kept | get_code("RGB", 5) is the same at every call
kept = {}

def get_code(colors, code_length):
    if (colors, code_length) not in kept:
        kept[colors, code_length] = "".join(random.choices(colors, k=code_length))
    return kept[colors, code_length]

# %% wrong: neighbors never have the same color | get_code("RG", 2) is never "RR"
def get_code(colors, code_length):
    code = ""
    while len(code) < code_length:
        peg = random.choice(colors)
        if len(colors) == 1 or not code.endswith(peg):
            code += peg
    return code

# %% wrong: never the same code twice in a row | two calls of get_code("RG", 1) always give different codes
last_code = ""

def get_code(colors, code_length):
    global last_code
    code = last_code
    while code == last_code:
        code = "".join(random.choice(colors) for i in range(code_length))
        if len(colors) == 1:
            break
    last_code = code
    return code

# %% wrong: a blank between the pegs | get_code("R", 2) is "R R", not "RR"
def get_code(colors, code_length):
    return " ".join(random.choice(colors) for i in range(code_length))

# %% wrong: all colors are shuffled in turn, so that they come up equally often | get_code("RG", 2) is never "RR"
def get_code(colors, code_length):
    code = ""
    while len(code) < code_length:
        letters = list(colors)
        random.shuffle(letters)
        code += "".join(letters)
    return code[:code_length]

# %% wrong: the pegs are sorted in the end | get_code("RG", 2) is never "RG", only "GR"
def get_code(colors, code_length):
    return "".join(sorted(random.choices(colors, k=code_length)))

# %% wrong: the first peg is not drawn | get_code("RG", 1) is always "R"
def get_code(colors, code_length):
    code = colors[0]
    for i in range(code_length - 1):
        code += random.choice(colors)
    return code

# %% wrong: drawn pegs go into the bag a second time | get_code("RG", 2) has both pegs equal two times out of three instead of every second time
def get_code(colors, code_length):
    bag = colors
    code = ""
    for i in range(code_length):
        peg = random.choice(bag)
        code += peg
        bag += peg
    return code

# %% wrong: a place is drawn instead of a color, and the pegs before it are lost | get_code("RG", 2) is "RR" three times in eight instead of one time in four
def get_code(colors, code_length):
    code = [colors[0]] * code_length
    for i in range(code_length):
        code[random.randrange(code_length)] = random.choice(colors)
    return "".join(code)

# %% wrong: small letters | get_code("R", 1) is "r", not "R"
def get_code(colors, code_length):
    return "".join(random.choices(colors.lower(), k=code_length))

# %% wrong: a window cut out of the colors | get_code("RGB", 2) is always "RG", "GB" or "BR"
def get_code(colors, code_length):
    start = random.randrange(len(colors))
    return (colors * (code_length + 1))[start:start + code_length]

# %% wrong: the codes come in a fixed order, one after the other | get_code("RG", 1) is "R", and the next call gives "G", every time
turns = {}

def get_code(colors, code_length):
    number = turns.get((colors, code_length), 0)
    turns[colors, code_length] = number + 1
    code = ""
    for place in range(code_length):
        code = colors[number % len(colors)] + code
        number = number // len(colors)
    return code
