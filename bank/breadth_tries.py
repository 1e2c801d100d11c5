"""Answers to: find a tune by the tries with the most different answers."""

# %% right: max with a key
def breadth_tries(notes: str, length: int, hear) -> list[str]:
    """Find a tune by the tries with the most different answers."""
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% right: a loop that keeps the best
def breadth_tries(notes, length, hear):
    left = []
    for tune in product(notes, repeat=length):
        left.append("".join(tune))
    tries = []
    while True:
        best, most = None, 0
        for played in left:
            answers = set()
            for tune in left:
                answers.add(listen(tune, played))
            if len(answers) > most:
                best, most = played, len(answers)
        tries.append(best)
        answer = hear(best)
        if answer[0] == length:
            return tries
        keep = []
        for tune in left:
            if listen(tune, best) == answer:
                keep.append(tune)
        left = keep

# %% right: min of what is negative
def breadth_tries(notes, length, hear):
    possible = list(map("".join, product(notes, repeat=length)))
    tries = []
    answer = None
    while answer != (length, 0):
        def rating(played):
            return -len(set(listen(tune, played) for tune in possible))

        tries.append(min(possible, key=rating))
        answer = hear(tries[-1])
        possible = [tune for tune in possible if listen(tune, tries[-1]) == answer]
    return tries

# %% right: parts in a dictionary
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    while left:
        best = {}
        for played in left:
            parts = {}
            for tune in left:
                parts.setdefault(listen(tune, played), []).append(tune)
            if len(parts) > len(best):
                best, guess = parts, played
        tries.append(guess)
        answer = hear(guess)
        left = best[answer] if answer != (length, 0) else []
    return tries

# %% right: recursion
def breadth_tries(notes, length, hear):
    def rest(left):
        widths = [len({listen(tune, played) for tune in left}) for played in left]
        played = left[widths.index(max(widths))]
        answer = hear(played)
        if answer[0] == length:
            return [played]
        return [played] + rest([tune for tune in left if listen(tune, played) == answer])

    return rest(["".join(tune) for tune in product(notes, repeat=length)])

# %% right: sorted, and the first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    while tries == [] or answer[0] < length:
        widths = {}
        for played in left:
            widths[played] = len({listen(tune, played) for tune in left})
        tries.append(sorted(left, key=widths.get, reverse=True)[0])
        answer = hear(tries[-1])
        left = [tune for tune in left if listen(tune, tries[-1]) == answer]
    return tries

# %% right: every tune is asked about all tries
def breadth_tries(notes, length, hear):
    every = ["".join(tune) for tune in product(notes, repeat=length)]
    heard = {}
    while True:
        left = [t for t in every if all(listen(t, p) == heard[p] for p in heard)]
        played = max(left, key=lambda p: len({listen(t, p) for t in left}))
        heard[played] = hear(played)
        if heard[played] == (length, 0):
            return list(heard)

# %% right: tuples inside, texts outside
def breadth_tries(notes, length, hear):
    left = list(product(notes, repeat=length))
    tries = []
    gears = 0
    while gears != length:
        def width(one):
            return len({listen("".join(tune), "".join(one)) for tune in left})

        best = max(left, key=width)
        tries.append("".join(best))
        gears, tumblers = hear("".join(best))
        left = [t for t in left if listen("".join(t), "".join(best)) == (gears, tumblers)]
    return tries

# %% right: a class
class Player:
    def __init__(self, notes, length):
        self.left = ["".join(tune) for tune in product(notes, repeat=length)]

    def width(self, played):
        return len({listen(tune, played) for tune in self.left})

    def choose(self):
        return max(self.left, key=self.width)

    def learn(self, played, answer):
        self.left = [tune for tune in self.left if listen(tune, played) == answer]


def breadth_tries(notes, length, hear):
    player, tries, answer = Player(notes, length), [], (0, 0)
    while answer[0] < length:
        tries.append(player.choose())
        answer = hear(tries[-1])
        player.learn(tries[-1], answer)
    return tries

# %% right: from behind, with at least as many
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    found = False
    while not found:
        most = 0
        for played in reversed(left):
            width = len({listen(tune, played) for tune in left})
            if width >= most:
                most = width
                best = played
        tries += [best]
        answer = hear(best)
        found = answer == (length, 0)
        left = list(filter(lambda tune: listen(tune, best) == answer, left))
    return tries

# %% wrong: the first tune that is left | notes ABC, tune BB: plays AA first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = left[0]
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the last tune that is left | notes AB, tune AA: plays BB first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = left[-1]
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the median | notes AB, tune AA: plays BA first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = left[len(left) // 2]
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the fewest answers | notes ABC, tune BB: plays AA first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = min(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the last of the best | notes AB, tune AA: plays BB first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(reversed(left), key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: any tune, possible or not | notes ABC, tune CBA: plays a tune that is impossible
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(map("".join, product(notes, repeat=length)), key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the smallest largest part | notes ABCD, tune AAA: another first try
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = min(left, key=lambda played: max([listen(tune, played) for tune in left].count(answer) for answer in {listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: only the gears are counted | notes ABC, tune AA: plays AA first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played)[0] for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the number of answers, not of different ones | notes ABC, tune AA: plays AA first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len([listen(tune, played) for tune in left]))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: different notes in place of different answers | notes ABC, tune AAA: plays ABC first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len(set(played)))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: a random tune that is left | notes AB, tune AA: sometimes plays BB first
def breadth_tries(notes, length, hear):
    import random
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    random.shuffle(left)
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: nothing is struck out | notes AB, tune BB: plays AB after AA
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left.remove(played)
    return tries

# %% wrong: what does not agree is kept | notes AB, tune BA: plays a wrong tune
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) != (gears, tumblers)]
    return tries

# %% wrong: only gears strike out | notes AB, tune BAB: plays AAA, which is impossible
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played)[0] == gears and tune != played]
    return tries

# %% wrong: the last tune is not played | notes A, tune A: returns an empty list
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while len(left) > 1:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the last try is missing | notes A, tune A: returns an empty list
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries[:-1]

# %% wrong: returns the tune | notes A, tune A: returns a text
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries[-1]

# %% wrong: returns how many tries | notes A, tune A: returns 1
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return len(tries)

# %% wrong: nothing is returned | notes A, tune A: returns None
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]

# %% wrong: combinations in place of tunes | notes A, tune AA: there is no tune
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in __import__("itertools").combinations(notes, length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: no note comes twice | notes A, tune AA: there is no tune
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length) if len(set(tune)) == length]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: always five notes | notes A, tune A: plays AAAAA
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=5)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: always the notes A to G | notes BA, tune BA: plays another first try
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product("ABCDEFG", repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: in the order of the alphabet | notes BA, tune BB: plays AA first
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(sorted(notes), repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: tuples are played | notes A, tune A: plays a tuple
def breadth_tries(notes, length, hear):
    left = list(product(notes, repeat=length))
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: asks twice | notes A, tune A: hears A a second time
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        hear(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: answers in place of tries | notes A, tune A: returns a pair
def breadth_tries(notes, length, hear):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    tries = []
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = tries[-1] = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries

# %% wrong: the tries go on from call to call | notes A, tune A, twice: the list of the first game is still there
def breadth_tries(notes, length, hear, tries=[]):
    left = ["".join(tune) for tune in product(notes, repeat=length)]
    gears = -1
    while gears < length:
        played = max(left, key=lambda played: len({listen(tune, played) for tune in left}))
        tries.append(played)
        gears, tumblers = hear(played)
        left = [tune for tune in left if listen(tune, played) == (gears, tumblers)]
    return tries
