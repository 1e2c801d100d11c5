"""Answers to: how many different codes there are."""

# %% right: a loop with *=
def count_codes(num_colors: int, code_length: int, repeats: bool) -> int:
    """Return the number of different codes."""
    possibilities = num_colors
    total = 1
    for _ in range(code_length):
        total *= possibilities
        if not repeats and possibilities > 0:
            possibilities -= 1
    return total

# %% right: a power, or a falling product
def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors ** code_length
    product = 1
    for factor in range(num_colors, num_colors - code_length, -1):
        product *= factor
    return product

# %% right: math.perm
import math

def count_codes(num_colors, code_length, repeats):
    return num_colors ** code_length if repeats else math.perm(num_colors, code_length)

# %% right: recursion
def count_codes(num_colors, code_length, repeats):
    if code_length == 0:
        return 1
    if num_colors == 0:
        return 0
    if repeats:
        return num_colors * count_codes(num_colors, code_length - 1, True)
    return num_colors * count_codes(num_colors - 1, code_length - 1, False)

# %% right: math.prod
from math import prod

def count_codes(num_colors, code_length, repeats):
    return prod(num_colors if repeats else num_colors - place for place in range(code_length))

# %% right: factorials and whole division
from math import factorial

def count_codes(num_colors, code_length, repeats):
    if repeats:
        return pow(num_colors, code_length)
    if code_length > num_colors:
        return 0
    return factorial(num_colors) // factorial(num_colors - code_length)

# %% right: a while loop
def count_codes(num_colors, code_length, repeats):
    codes = 1
    used = 0
    while used < code_length:
        if repeats == True:
            codes = codes * num_colors
        elif used < num_colors:
            codes = codes * (num_colors - used)
        else:
            codes = 0
        used = used + 1
    return codes

# %% right: chooses the colors, then arranges them
import math

def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors ** code_length
    return math.comb(num_colors, code_length) * math.factorial(code_length)

# %% right: reduce and lambda
from functools import reduce

def count_codes(num_colors, code_length, repeats):
    less = 0 if repeats else 1
    return reduce(lambda codes, place: codes * (num_colors - less * place), range(code_length), 1)

# %% right: for with else
def count_codes(num_colors, code_length, repeats):
    if not repeats:
        codes = 1
        for place in range(code_length):
            if place >= num_colors:
                codes = 0
                break
            codes *= num_colors - place
        else:
            return codes
        return codes
    return num_colors ** code_length

# %% right: a table of how many codes use how many colors
def count_codes(num_colors, code_length, repeats):
    ways = [1] + [0] * code_length
    for length in range(1, code_length + 1):
        new = [0] * (code_length + 1)
        for used in range(1, length + 1):
            if used <= num_colors:
                new[used] = ways[used - 1] * (num_colors - used + 1)
                if repeats:
                    new[used] += ways[used] * used
        ways = new
    return sum(ways)

# %% right: a class with one method for each rule
class Counting:
    def __init__(self, colors, places):
        self.colors = colors
        self.places = places

    def free(self):
        return self.colors ** self.places

    def distinct(self):
        number = 1
        for used in range(min(self.places, self.colors + 1)):
            number *= self.colors - used
        return number


def count_codes(num_colors, code_length, repeats):
    counting = Counting(num_colors, code_length)
    return counting.free() if repeats else counting.distinct()

# %% wrong: colors and places are mixed up | count_codes(3, 2, True) is 8, not 9
def count_codes(num_colors, code_length, repeats):
    if repeats:
        return code_length ** num_colors
    codes = 1
    for place in range(code_length):
        codes *= num_colors - place
    return codes

# %% wrong: colors times places | count_codes(3, 2, True) is 6, not 9
def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors * code_length
    codes = 1
    for place in range(code_length):
        codes *= num_colors - place
    return codes

# %% wrong: repeats is not looked at | count_codes(2, 2, False) is 4, not 2
def count_codes(num_colors, code_length, repeats):
    return num_colors ** code_length

# %% wrong: True and False are mixed up | count_codes(2, 2, True) is 2, not 4
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        if repeats:
            codes *= num_colors - place
        else:
            codes *= num_colors
    return codes

# %% wrong: True is taken for a text | count_codes(2, 2, True) is 2, not 4
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        if repeats == "True":
            codes *= num_colors
        else:
            codes *= num_colors - place
    return codes

# %% wrong: one place is forgotten | count_codes(2, 1, True) is 1, not 2
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(1, code_length):
        codes *= num_colors if repeats else num_colors - place + 1
    return codes

# %% wrong: one color is taken away too early | count_codes(2, 1, False) is 1, not 2
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(1, code_length + 1):
        codes *= num_colors if repeats else num_colors - place
    return codes

# %% wrong: one color too many | count_codes(2, 1, False) is 3, not 2
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else num_colors - place + 1
    return codes

# %% wrong: without repeats the order is not counted | count_codes(2, 2, False) is 1, not 2
from math import comb

def count_codes(num_colors, code_length, repeats):
    return num_colors ** code_length if repeats else comb(num_colors, code_length)

# %% wrong: with repeats the order is not counted | count_codes(2, 2, True) is 3, not 4
from math import comb, perm

def count_codes(num_colors, code_length, repeats):
    if code_length == 0:
        return 1
    if repeats:
        return comb(num_colors + code_length - 1, code_length) if num_colors else 0
    return perm(num_colors, code_length)

# %% wrong: too few colors count as one possibility | count_codes(1, 2, False) is 1, not 0
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else max(num_colors - place, 1)
    return codes

# %% wrong: a division makes a float | count_codes(2, 1, False) is 2.0, not 2
from math import factorial

def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors ** code_length
    if code_length > num_colors:
        return 0
    return factorial(num_colors) / factorial(num_colors - code_length)

# %% wrong: a division, turned into an integer too late | count_codes(23, 19, False) is 1077167364120207425536, not 1077167364120207360000
from math import factorial

def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors ** code_length
    if code_length > num_colors:
        return 0
    return int(factorial(num_colors) / factorial(num_colors - code_length))

# %% wrong: math.pow calculates with floats | count_codes(3, 34, True) is 16677181699666570, not 16677181699666569
import math

def count_codes(num_colors, code_length, repeats):
    if repeats:
        return int(math.pow(num_colors, code_length))
    return math.perm(num_colors, code_length)

# %% wrong: no code of length 0 | count_codes(0, 0, True) is 0, not 1
def count_codes(num_colors, code_length, repeats):
    if code_length == 0:
        return 0
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else max(num_colors - place, 0)
    return codes

# %% wrong: no color, no code, not even the empty one | count_codes(0, 0, True) is 0, not 1
def count_codes(num_colors, code_length, repeats):
    if num_colors == 0:
        return 0
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else max(num_colors - place, 0)
    return codes

# %% wrong: too few colors count as no code even with repeats | count_codes(1, 2, True) is 0, not 1
def count_codes(num_colors, code_length, repeats):
    if num_colors < code_length:
        return 0
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else num_colors - place
    return codes

# %% wrong: always 0, as when the product starts at 0 | count_codes(0, 0, True) is 0, not 1
def count_codes(num_colors, code_length, repeats):
    codes = 0
    for place in range(code_length):
        codes *= num_colors if repeats else num_colors - place
    return codes

# %% wrong: the possibilities are added up | count_codes(1, 2, True) is 2, not 1
def count_codes(num_colors, code_length, repeats):
    if code_length == 0:
        return 1
    codes = 0
    for place in range(code_length):
        codes += num_colors if repeats else max(num_colors - place, 0)
    return codes

# %% wrong: return inside the loop, after one place | count_codes(2, 2, True) is 2, not 4
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else num_colors - place
        return codes
    return codes

# %% wrong: without repeats always as if all colors were used | count_codes(3, 1, False) is 6, not 3
from math import factorial

def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors ** code_length
    if code_length == 0:
        return 1
    if code_length > num_colors:
        return 0
    return factorial(num_colors)

# %% wrong: the colors go down by two | count_codes(3, 3, False) is -3, not 6
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else num_colors - place
        if not repeats:
            num_colors -= 1
    return codes

# %% wrong: after the first place, always one color fewer than there are | count_codes(2, 3, False) is 2, not 0
def count_codes(num_colors, code_length, repeats):
    if code_length == 0:
        return 1
    if repeats or code_length == 1:
        return num_colors ** code_length
    return num_colors * count_codes(num_colors - 1, code_length - 1, True)

# %% wrong: only the codes of a single color are taken away | count_codes(2, 3, False) is 6, not 0
def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors ** code_length
    if code_length < 2:
        return num_colors ** code_length
    return num_colors ** code_length - num_colors

# %% wrong: the number is printed instead of returned | count_codes(0, 0, True) is None, not 1
def count_codes(num_colors, code_length, repeats):
    codes = 1
    for place in range(code_length):
        codes *= num_colors if repeats else max(num_colors - place, 0)
    print(codes)

# %% wrong: always four places | count_codes(1, 0, False) is 0, not 1
def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors * num_colors * num_colors * num_colors
    return num_colors * (num_colors - 1) * (num_colors - 2) * (num_colors - 3)

# %% wrong: the product is taken up to the number of colors, not of places | count_codes(2, 1, True) is 4, not 2
def count_codes(num_colors, code_length, repeats):
    if code_length == 0:
        return 1
    codes = 1
    for color in range(num_colors):
        codes *= num_colors if repeats else num_colors - color
    return codes if repeats or code_length <= num_colors else 0

# %% wrong: falls back to itself without an end | count_codes(1, 1, True) stops with a RecursionError
def count_codes(num_colors, code_length, repeats):
    if repeats:
        return num_colors * count_codes(num_colors, code_length - 1, repeats)
    return num_colors * count_codes(num_colors - 1, code_length - 1, repeats)
