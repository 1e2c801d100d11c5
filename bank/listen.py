"""Answers to: how many gears and tumblers a try is answered with."""

# %% right: places, and what is common
def listen(tune: str, played: str) -> tuple[int, int]:
    """Count gears and tumblers."""
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% right: loops
def listen(tune, played):
    gears = 0
    for i in range(len(played)):
        if played[i] == tune[i]:
            gears += 1
    common = 0
    seen = ""
    for note in played:
        if note not in seen:
            seen += note
            if tune.count(note) < played.count(note):
                common += tune.count(note)
            else:
                common += played.count(note)
    return (gears, common - gears)

# %% right: the notes of the tune are crossed out
def listen(tune, played):
    rest = list(tune)
    common = 0
    for note in played:
        if note in rest:
            rest.remove(note)
            common += 1
    gears = 0
    for one, other in zip(played, tune):
        gears += one == other
    return gears, common - gears

# %% right: Counter
from collections import Counter

def listen(tune, played):
    gears = sum(1 for a, b in zip(tune, played) if a == b)
    both = sum((Counter(tune) & Counter(played)).values())
    return gears, both - gears

# %% right: the feedback of notebook 3, filled up
from mastermind.stand_ins import get_feedback

def listen(tune, played):
    nothing = chr(0x10FFFF)
    feedback = get_feedback(tune, played + nothing * (len(tune) - len(played)))
    return feedback.count("b"), feedback.count("w")

# %% right: notes of the tune
def listen(tune, played):
    gears = len([i for i in range(len(played)) if tune[i] == played[i]])
    tumblers = -gears
    for note in set(tune):
        tumblers += min(tune.count(note), played.count(note))
    return gears, tumblers

# %% right: what is not in place, matched one by one
def listen(tune, played):
    gears, other_tune, other_played = 0, list(tune[len(played):]), []
    for a, b in zip(tune, played):
        if a == b:
            gears += 1
        else:
            other_tune.append(a)
            other_played.append(b)
    tumblers = 0
    while other_played:
        note = other_played.pop()
        if note in other_tune:
            other_tune.remove(note)
            tumblers += 1
    return gears, tumblers

# %% right: a dictionary of counts
def listen(tune, played):
    counts = {}
    for note in tune:
        counts[note] = counts.get(note, 0) + 1
    common = 0
    for note in played:
        if counts.get(note, 0) > 0:
            counts[note] -= 1
            common += 1
    gears = [tune[i] == played[i] for i in range(len(played))].count(True)
    return gears, common - gears

# %% right: sorted texts, walked side by side
def listen(tune, played):
    a, b, common = sorted(tune), sorted(played), 0
    while a and b:
        if a[-1] == b[-1]:
            common += 1
            a.pop()
            b.pop()
        elif a[-1] > b[-1]:
            a.pop()
        else:
            b.pop()
    gears = sum(map(str.__eq__, tune, played))
    return gears, common - gears

# %% right: divmod of a sum
def listen(tune, played):
    gears = 0
    for i, note in enumerate(played):
        gears = gears + (tune[i] == note)
    common = sum(sorted([tune.count(n), played.count(n)])[0] for n in dict.fromkeys(played))
    return tuple([gears, common - gears])

# %% wrong: tumblers are counted with the gears | listen("A", "A") is (1, 1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common

# %% wrong: every note played that occurs | listen("AB", "AA") is (1, 1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    return gears, sum(note in tune for note in played) - gears

# %% wrong: every note of the tune that occurs | listen("AA", "A") is (1, 1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    return gears, sum(note in played for note in tune) - gears

# %% wrong: different notes only | listen("AABB", "BBAA") is (0, 2), not (0, 4)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    return gears, max(0, len(set(tune) & set(played)) - gears)

# %% wrong: repeated notes are counted again | listen("AA", "AA") is (2, 2), not (2, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in played)
    return gears, common - gears

# %% wrong: the larger number counts | listen("AA", "A") is (1, 1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(max(tune.count(note), played.count(note)) for note in set(played) & set(tune))
    return gears, common - gears

# %% wrong: gears and tumblers changed places | listen("A", "A") is (0, 1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return common - gears, gears

# %% wrong: a list in place of a pair | listen("A", "A") is [1, 0], not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return [gears, common - gears]

# %% wrong: feedback in place of numbers | listen("A", "A") is "b", not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return "b" * gears + "w" * (common - gears)

# %% wrong: only whole tunes | listen("AB", "A") is (0, 0), not (1, 0)
def listen(tune, played):
    if len(tune) != len(played):
        return 0, 0
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: a short try stops it | listen("AB", "A") stops with an IndexError, not (1, 0)
def listen(tune, played):
    gears = 0
    for i in range(len(tune)):
        if tune[i] == played[i]:
            gears += 1
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: the rest of the tune is cut off | listen("AB", "B") is (0, 0), not (0, 1)
def listen(tune, played):
    tune = tune[:len(played)]
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: compared from behind | listen("AB", "A") is (0, 1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(reversed(tune), reversed(played)))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: stops at the first wrong note | listen("AB", "BB") is (0, 1), not (1, 0)
def listen(tune, played):
    gears = 0
    for a, b in zip(tune, played):
        if a != b:
            break
        gears += 1
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: silence is None | listen("A", "B") is None, not (0, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    if common:
        return gears, common - gears

# %% wrong: nothing is returned | listen("A", "A") is None, not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    print(gears, common - gears)

# %% wrong: at most one tumbler | listen("AB", "BA") is (0, 1), not (0, 2)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, min(1, common - gears)

# %% wrong: gears end the count | listen("ABC", "ACB") is (1, 0), not (1, 2)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    if gears:
        return gears, 0
    return 0, sum(min(tune.count(note), played.count(note)) for note in set(played))

# %% wrong: A to G only | listen("x", "x") is (1, -1), not (1, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in "ABCDEFG")
    return gears, common - gears

# %% wrong: five notes at most | listen("AAAAAA", "AAAAAA") is (5, 1), not (6, 0)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune[:5], played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: the first place is not looked at | listen("A", "A") is (0, 1), not (1, 0)
def listen(tune, played):
    gears = sum(tune[i] == played[i] for i in range(1, len(played)))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, common - gears

# %% wrong: the sum is forgotten between notes | listen("AB", "BA") is (0, 1), not (0, 2)
def listen(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    common = 0
    for note in sorted(set(played)):
        common = min(tune.count(note), played.count(note))
    return gears, common - gears

# %% wrong: a count goes on from call to call | listen("A", "A"), then listen("A", "B") is (1, 0), not (0, 0)
total = 0

def listen(tune, played):
    global total
    total += sum(a == b for a, b in zip(tune, played))
    common = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return total, max(0, common - total)
