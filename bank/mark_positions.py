"""Answers to: mark exactly the positions 0, 2, 4, 6, 8 and 10."""

# %% right: a range with a step
def mark_positions() -> None:
    """Mark exactly the positions 0, 2, 4, 6, 8 and 10 as counted."""
    reset_all_to_not_counted()
    for i in range(0, 12, 2):
        mark_as_counted(i)

# %% right: six calls
def mark_positions():
    reset_all_to_not_counted()
    mark_as_counted(0)
    mark_as_counted(2)
    mark_as_counted(4)
    mark_as_counted(6)
    mark_as_counted(8)
    mark_as_counted(10)

# %% right: a list of the six
def mark_positions():
    reset_all_to_not_counted()
    for position in [0, 2, 4, 6, 8, 10]:
        mark_as_counted(position)

# %% right: a while loop, downwards
def mark_positions():
    reset_all_to_not_counted()
    position = 10
    while position >= 0:
        mark_as_counted(position)
        position -= 2

# %% right: asks which numbers are even
def mark_positions():
    reset_all_to_not_counted()
    for position in range(11):
        if position % 2 == 0:
            mark_as_counted(position)

# %% right: the double of 0 to 5
def mark_positions():
    reset_all_to_not_counted()
    for half in range(6):
        mark_as_counted(2 * half)

# %% right: recursion
def mark_from(position):
    if position <= 10:
        mark_as_counted(position)
        mark_from(position + 2)


def mark_positions():
    reset_all_to_not_counted()
    mark_from(0)

# %% right: a comprehension that is returned
def mark_positions():
    reset_all_to_not_counted()
    return [mark_as_counted(position) for position in range(0, 11, 2)]

# %% right: map and lambda
mark_positions = lambda: (reset_all_to_not_counted(), list(map(mark_as_counted, (0, 2, 4, 6, 8, 10))))[0]

# %% right: numbers out of a text
def mark_positions():
    reset_all_to_not_counted()
    for word in "0 2 4 6 8 10".split():
        mark_as_counted(int(word))

# %% right: only what is not marked yet
def mark_positions():
    reset_all_to_not_counted()
    position = 0
    while not check_if_counted(10):
        if not check_if_counted(position):
            mark_as_counted(position)
        position += 2

# %% right: a class with a cursor
class Pen:
    def __init__(self):
        reset_all_to_not_counted()
        self.position = 0

    def dot(self):
        mark_as_counted(self.position)

    def move(self, steps):
        self.position += steps


def mark_positions():
    pen = Pen()
    pen.dot()
    for turn in range(5):
        pen.move(2)
        pen.dot()

# %% right: a set, and a call to the module by its name
import markposition

def mark_positions():
    markposition.reset_all_to_not_counted()
    for position in set(range(11)) - {1, 3, 5, 7, 9}:
        markposition.mark_as_counted(position)

# %% wrong: no reset | if 3 was marked before, it still is afterwards
def mark_positions():
    for position in range(0, 11, 2):
        mark_as_counted(position)

# %% wrong: the reset comes last | afterwards no position is counted
def mark_positions():
    for position in range(0, 11, 2):
        mark_as_counted(position)
    reset_all_to_not_counted()

# %% wrong: the reset is inside the loop | afterwards only 10 is counted
def mark_positions():
    for position in range(0, 11, 2):
        reset_all_to_not_counted()
        mark_as_counted(position)

# %% wrong: 10 is missing | check_if_counted(10) is False, because range(0, 10, 2) ends with 8
def mark_positions():
    reset_all_to_not_counted()
    for position in range(0, 10, 2):
        mark_as_counted(position)

# %% wrong: 0 is missing | check_if_counted(0) is False, because range(2, 11, 2) begins with 2
def mark_positions():
    reset_all_to_not_counted()
    for position in range(2, 11, 2):
        mark_as_counted(position)

# %% wrong: 12 too | check_if_counted(12) is True
def mark_positions():
    reset_all_to_not_counted()
    for position in range(0, 13, 2):
        mark_as_counted(position)

# %% wrong: all even numbers up to 100 | check_if_counted(12) is True
def mark_positions():
    reset_all_to_not_counted()
    for position in range(101):
        if position % 2 == 0:
            mark_as_counted(position)

# %% wrong: every position from 0 to 10 | check_if_counted(1) is True
def mark_positions():
    reset_all_to_not_counted()
    for position in range(0, 11):
        mark_as_counted(position)

# %% wrong: the odd positions | check_if_counted(1) is True
def mark_positions():
    reset_all_to_not_counted()
    for position in range(11):
        if position % 2:
            mark_as_counted(position)

# %% wrong: the reset has no parentheses | if 3 was marked before, it still is afterwards
def mark_positions():
    reset_all_to_not_counted
    for position in range(0, 11, 2):
        mark_as_counted(position)

# %% wrong: return inside the loop | afterwards only 0 is counted
def mark_positions():
    reset_all_to_not_counted()
    for position in range(0, 11, 2):
        mark_as_counted(position)
        return

# %% wrong: a list of numbers, but no marks | check_if_counted(0) is False
def mark_positions():
    counted = []
    reset_all_to_not_counted()
    for position in range(0, 11, 2):
        counted.append(position)
    return counted

# %% wrong: looks at the positions instead of marking them | check_if_counted(0) is False
def mark_positions():
    reset_all_to_not_counted()
    for position in range(0, 11, 2):
        check_if_counted(position)

# %% wrong: all positions in one call | mark_positions() stops with a TypeError
def mark_positions():
    reset_all_to_not_counted()
    mark_as_counted([0, 2, 4, 6, 8, 10])

# %% wrong: the marks are made above the function, once | mark_positions() does nothing: after a reset, check_if_counted(0) is False
reset_all_to_not_counted()
for position in range(0, 11, 2):
    mark_as_counted(position)

def mark_positions():
    pass

# %% wrong: the reset is made above the function, once | if 3 was marked before, it still is afterwards
reset_all_to_not_counted()

def mark_positions():
    for position in range(0, 11, 2):
        mark_as_counted(position)

# %% wrong: the reset is done at the first call only | if 3 was marked between two calls, it still is afterwards
first_call = True

def mark_positions():
    global first_call
    if first_call:
        reset_all_to_not_counted()
        first_call = False
    for position in range(0, 11, 2):
        mark_as_counted(position)

# %% wrong: the reset is done only if a position up to 10 is marked | if 100 alone was marked before, it still is afterwards
def mark_positions():
    for position in range(11):
        if check_if_counted(position):
            reset_all_to_not_counted()
            break
    for position in range(0, 11, 2):
        mark_as_counted(position)

# %% wrong: marks a second time to take a mark away | if 3 was marked before, it still is afterwards
def mark_positions():
    for position in range(11):
        if position % 2 == 1 and check_if_counted(position):
            mark_as_counted(position)
        if position % 2 == 0 and not check_if_counted(position):
            mark_as_counted(position)

# %% wrong: each call turns the marks over | after a second call, check_if_counted(0) is False
def mark_positions():
    marked = [position for position in range(0, 11, 2) if check_if_counted(position)]
    reset_all_to_not_counted()
    for position in range(0, 11, 2):
        if position not in marked:
            mark_as_counted(position)

# %% wrong: counts the six marks instead of going in steps | check_if_counted(1) is True
def mark_positions():
    reset_all_to_not_counted()
    for position in range(6):
        mark_as_counted(position)

# %% wrong: marks again what was marked before | if 3 was marked before, it still is afterwards
def mark_positions():
    before = [position for position in range(1000) if check_if_counted(position)]
    reset_all_to_not_counted()
    for position in before + [0, 2, 4, 6, 8, 10]:
        mark_as_counted(position)

# %% wrong: 1 in place of 0 | check_if_counted(0) is False
def mark_positions():
    reset_all_to_not_counted()
    mark_as_counted(1)
    for position in range(2, 11, 2):
        mark_as_counted(position)

# %% wrong: a function in the function that is never called | check_if_counted(0) is False
def mark_positions():
    reset_all_to_not_counted()

    def mark_all():
        for position in range(0, 11, 2):
            mark_as_counted(position)


# %% wrong: the program of the assistant | check_if_counted(12) is True
def mark_positions():
    for position in range(0, 14, 2):
        mark_as_counted(position)
