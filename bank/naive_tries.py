"""Answers to: find a tune note by note, with a waiting line."""

# %% right: a list as the line
def naive_tries(notes: str, length: int, hear) -> list[str]:
    """Find a tune note by note, and return all tries."""
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% right: a text as the line
def naive_tries(notes, length, hear):
    known, tries = "", []
    while len(known) != length:
        note, rest = notes[0], notes[1:]
        tries += [known + note]
        gears, tumblers = hear(tries[-1])
        if tumblers > 0:
            notes = rest + note
        elif gears == len(tries[-1]):
            known = tries[-1]
        else:
            notes = rest
    return tries

# %% right: gears first
def naive_tries(notes, length, hear):
    found = 0
    tune = ""
    line = [note for note in notes]
    result = []
    while found < length:
        result.append(tune + line[0])
        answer = hear(tune + line[0])
        if answer[0] == found + 1:
            tune += line[0]
            found += 1
            continue
        note = line.pop(0)
        if answer[1] == 1:
            line.append(note)
    return result

# %% right: deque
from collections import deque

def naive_tries(notes, length, hear):
    line, known, tries = deque(notes), "", []
    for turn in range(10 ** 6):
        if len(known) == length:
            break
        tries.append(known + line[0])
        gears, tumblers = hear(tries[-1])
        if tumblers:
            line.rotate(-1)
        elif gears == len(known):
            line.popleft()
        else:
            known += line[0]
    return tries

# %% right: recursion
def naive_tries(notes, length, hear):
    def rest(known, line):
        if len(known) == length:
            return []
        played = known + line[0]
        gears, tumblers = hear(played)
        if tumblers:
            after = rest(known, line[1:] + line[:1])
        elif gears == len(played):
            after = rest(played, line)
        else:
            after = rest(known, line[1:])
        return [played, *after]

    return rest("", notes)

# %% right: a while loop for each place
def naive_tries(notes, length, hear):
    line, known, tries = list(notes), [], []
    for place in range(length):
        while True:
            played = "".join(known) + line[0]
            tries.append(played)
            gears, tumblers = hear(played)
            if not tumblers and gears > place:
                known.append(line[0])
                break
            first = line.pop(0)
            if tumblers:
                line.append(first)
    return tries

# %% right: an index that goes round
def naive_tries(notes, length, hear):
    alive = {note: True for note in notes}
    order = list(notes)
    i, known, tries = 0, "", []
    while len(known) < length:
        note = order[i]
        if not alive[note]:
            i = (i + 1) % len(order)
            continue
        tries.append(known + note)
        gears, tumblers = hear(known + note)
        if tumblers:
            i = (i + 1) % len(order)
        elif gears > len(known):
            known += note
        else:
            alive[note] = False
    return tries

# %% right: a class
class Drawbridge:
    def __init__(self, notes):
        self.line, self.known, self.tries = list(notes), "", []

    def play(self, hear):
        note = self.line[0]
        self.tries.append(self.known + note)
        gears, tumblers = hear(self.tries[-1])
        if gears > len(self.known) and not tumblers:
            self.known += note
        else:
            self.line.remove(note)
            self.line += [note] * bool(tumblers)


def naive_tries(notes, length, hear):
    bridge = Drawbridge(notes)
    while len(bridge.known) < length:
        bridge.play(hear)
    return bridge.tries

# %% right: a generator
def playing(notes, length, hear):
    known, line = "", list(notes)
    while len(known) < length:
        note = line.pop(0)
        yield known + note
        gears, tumblers = hear(known + note)
        if tumblers:
            line.append(note)
        elif gears > len(known):
            known += note
            line.insert(0, note)


def naive_tries(notes, length, hear):
    return list(playing(notes, length, hear))

# %% right: match
def naive_tries(notes, length, hear):
    known, line, tries = "", list(notes), []
    while True:
        tries.append(known + line[0])
        match hear(tries[-1]):
            case (gears, 0) if gears == length:
                return tries
            case (gears, 0) if gears == len(known):
                del line[0]
            case (gears, 0):
                known = tries[-1]
            case _:
                line.append(line[0])
                del line[0]

# %% wrong: a note that waits is dropped | notes AB, tune BA: A never comes again
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.pop(0)
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: a note that does not come goes to the end | notes ABC, tune CB: plays CA after CC
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.append(line.pop(0))
    return tries

# %% wrong: a right note goes to the end | notes AB, tune AA: plays AB second
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
            line.append(line.pop(0))
        else:
            line.pop(0)
    return tries

# %% wrong: a right note leaves the line | notes AB, tune AA: A is not played again
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
            line.pop(0)
        else:
            line.pop(0)
    return tries

# %% wrong: a note that waits goes to the second place | notes ABC, tune CBA: A comes again too early
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.insert(1, line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: the line begins anew with every note found | notes AB, tune BB: plays BA second
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
            line = list(notes)
        else:
            line.pop(0)
    return tries

# %% wrong: only the new note is played | notes AB, tune AB: plays A, then A again
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: the new note in front | notes AB, tune AB: plays BA
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = line[0] + known
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: filled up to the whole length | notes AB, tune AB: plays AA first
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = (known + line[0]).ljust(length, line[0])
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: any gear means a new note | notes AB, tune AB: takes AA for known
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears:
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: gears and tumblers changed places | notes A, tune A: takes a gear for a tumbler
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        tumblers, gears = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: the last try is missing | notes A, tune A: returns an empty list
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries[:-1]

# %% wrong: returns the tune | notes A, tune A: returns a text
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return known

# %% wrong: returns how many tries | notes A, tune A: returns 1
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return len(tries)

# %% wrong: nothing is returned | notes A, tune A: returns None
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)

# %% wrong: one note too few | notes AB, tune AB: stops at A
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length - 1:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: one note too many | notes A, tune A: plays AA
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) <= length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: always five notes | notes A, tune A: plays AA
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < 5:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: always the notes A to G | notes BA, tune B: plays A first
def naive_tries(notes, length, hear):
    known = ""
    line = list("ABCDEFG")
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: in the order of the alphabet | notes BA, tune B: plays A first
def naive_tries(notes, length, hear):
    known = ""
    line = sorted(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: asks twice | notes A, tune A: hears A a second time
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        hear(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: fills up when one note is left | notes AB, tune BB: plays BB after A
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        if len(line) == 1:
            known = known + line[0] * (length - len(known))
            tries.append(known)
            hear(known)
            return tries
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: turns in place of tries | notes A, tune A: returns pairs
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        gears, tumblers = hear(played)
        tries.append((played, (gears, tumblers)))
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: the tries go on from call to call | notes A, tune A, twice: the list of the first game is still there
def naive_tries(notes, length, hear, tries=[]):
    known = ""
    line = list(notes)
    while len(known) < length:
        played = known + line[0]
        tries.append(played)
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
        else:
            line.pop(0)
    return tries

# %% wrong: all tunes in turn | notes AB, tune BB: plays AA first
def naive_tries(notes, length, hear):
    tries = []
    for notes_played in product(notes, repeat=length):
        tries.append("".join(notes_played))
        if hear(tries[-1])[0] == length:
            return tries

# %% wrong: a try without its answer is not written down | notes AB, tune B: A is missing
def naive_tries(notes, length, hear):
    known = ""
    line = list(notes)
    tries = []
    while len(known) < length:
        played = known + line[0]
        gears, tumblers = hear(played)
        if tumblers:
            line.append(line.pop(0))
        elif gears > len(known):
            known = played
            tries.append(played)
        else:
            line.pop(0)
    return tries
