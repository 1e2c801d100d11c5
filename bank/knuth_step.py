"""Answers to: of the tunes that are left, the one with the smallest worst case."""

# %% right: min with a key, and values
def knuth_step(left: list[str]) -> str:
    """Return the tune of left with the smallest worst case."""
    return min(left, key=lambda played: max(counts_of(played, left).values()))

# %% right: a loop that keeps the best
def knuth_step(left):
    best = None
    smallest = len(left) + 1
    for played in left:
        largest = 0
        for size in counts_of(played, left).values():
            if size > largest:
                largest = size
        if largest < smallest:
            best, smallest = played, largest
    return best

# %% right: all worst cases, and the place of the smallest
def knuth_step(left):
    worst = []
    for played in left:
        answers = [listen(tune, played) for tune in left]
        worst.append(max(answers.count(answer) for answer in answers))
    return left[worst.index(min(worst))]

# %% right: Counter
from collections import Counter

def knuth_step(left):
    def worst_case(played):
        return Counter(listen(tune, played) for tune in left).most_common(1)[0][1]

    return min(left, key=worst_case)

# %% right: sorted, and the first
def knuth_step(left):
    return sorted(left, key=lambda played: sorted(counts_of(played, left).values())[-1])[0]

# %% right: the right tune is no part
def knuth_step(left):
    def worst(played):
        counts = counts_of(played, left)
        del counts[(len(played), 0)]
        return max(counts.values(), default=0)

    return min(left, key=worst)

# %% right: max of what is negative
def knuth_step(left):
    return max(left, key=lambda played: -max(counts_of(played, left).values()))

# %% right: from behind, with at most as many
def knuth_step(left):
    smallest = len(left)
    for played in reversed(left):
        worst = max(counts_of(played, left).values())
        if worst <= smallest:
            smallest = worst
            best = played
    return best

# %% right: pairs of worst case and place
def knuth_step(left):
    pairs = []
    for place in range(len(left)):
        pairs.append((max(counts_of(left[place], left).values()), place))
    return left[min(pairs)[1]]

# %% wrong: the largest answer, not the largest number | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    return min(left, key=lambda played: max(counts_of(played, left)))

# %% wrong: the first tune that is left | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    return left[0]

# %% wrong: the last tune that is left | knuth_step(["AB", "BA"]) is "BA", not "AB"
def knuth_step(left):
    return left[-1]

# %% wrong: the median | knuth_step(["AB", "BA"]) is "BA", not "AB"
def knuth_step(left):
    return left[len(left) // 2]

# %% wrong: the last of the best | knuth_step(["AB", "BA"]) is "BA", not "AB"
def knuth_step(left):
    return min(reversed(left), key=lambda played: max(counts_of(played, left).values()))

# %% wrong: at most as many replaces | knuth_step(["AB", "BA"]) is "BA", not "AB"
def knuth_step(left):
    smallest = len(left)
    for played in left:
        worst = max(counts_of(played, left).values())
        if worst <= smallest:
            smallest = worst
            best = played
    return best

# %% wrong: the largest worst case | knuth_step(["AB", "AA", "BA"]) is "AA", not "AB"
def knuth_step(left):
    return max(left, key=lambda played: max(counts_of(played, left).values()))

# %% wrong: the smallest part, not the largest | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    return min(left, key=lambda played: min(counts_of(played, left).values()))

# %% wrong: the most answers | knuth_step(["AA", "AC", "CC", "CB", "BA"]) is "CB", not "AA"
def knuth_step(left):
    return max(left, key=lambda played: len(counts_of(played, left)))

# %% wrong: the fewest answers | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    return min(left, key=lambda played: len(counts_of(played, left)))

# %% wrong: the expected size | knuth_step(["AA", "AC", "CC", "CB", "BA"]) is "CB", not "AA"
def knuth_step(left):
    return min(left, key=lambda played: sum(n * n for n in counts_of(played, left).values()))

# %% wrong: only the gears are counted | knuth_step(["CC", "AB", "BA"]) is "CC", not "AB"
def knuth_step(left):
    def worst(played):
        gears = [listen(tune, played)[0] for tune in left]
        return max(gears.count(one) for one in gears)

    return min(left, key=worst)

# %% wrong: gears and tumblers are added | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    def worst(played):
        sums = [sum(listen(tune, played)) for tune in left]
        return max(sums.count(one) for one in sums)

    return min(left, key=worst)

# %% wrong: the worst case, not the tune | knuth_step(["AB"]) is 1, not "AB"
def knuth_step(left):
    return min(max(counts_of(played, left).values()) for played in left)

# %% wrong: the place, not the tune | knuth_step(["AB"]) is 0, not "AB"
def knuth_step(left):
    worst = [max(counts_of(played, left).values()) for played in left]
    return worst.index(min(worst))

# %% wrong: a list of all the best | knuth_step(["AB"]) is ["AB"], not "AB"
def knuth_step(left):
    worst = {played: max(counts_of(played, left).values()) for played in left}
    return [played for played in left if worst[played] == min(worst.values())]

# %% wrong: printed, not returned | knuth_step(["AB"]) is None, not "AB"
def knuth_step(left):
    print(min(left, key=lambda played: max(counts_of(played, left).values())))

# %% wrong: nothing is returned | knuth_step(["AB"]) is None, not "AB"
def knuth_step(left):
    best = min(left, key=lambda played: max(counts_of(played, left).values()))

# %% wrong: returned in the loop | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    smallest = len(left) + 1
    for played in left:
        worst = max(counts_of(played, left).values())
        if worst < smallest:
            smallest = worst
            best = played
        return best

# %% wrong: the smallest is never brought up to date | knuth_step(["AB", "BA"]) is "BA", not "AB"
def knuth_step(left):
    smallest = len(left) + 1
    for played in left:
        if max(counts_of(played, left).values()) < smallest:
            best = played
    return best

# %% wrong: the chosen tune is taken out of the list | left = ["AB"], then knuth_step(left), then left[:] is [], not ["AB"]
def knuth_step(left):
    best = min(left, key=lambda played: max(counts_of(played, left).values()))
    left.remove(best)
    return best

# %% wrong: the list is sorted | left = ["BA", "AB"], then knuth_step(left), then left[:] is ["AB", "BA"], not ["BA", "AB"]
def knuth_step(left):
    order = {played: place for place, played in enumerate(left)}
    worst = {played: max(counts_of(played, left).values()) for played in left}
    left.sort()
    return min(left, key=lambda played: (worst[played], order[played]))

# %% wrong: ties go by the alphabet | knuth_step(["BA", "AB"]) is "AB", not "BA"
def knuth_step(left):
    return min(left, key=lambda played: (max(counts_of(played, left).values()), played))

# %% wrong: of ties the last one of the alphabet | knuth_step(["AB", "BA"]) is "BA", not "AB"
def knuth_step(left):
    order = sorted(left, reverse=True)
    return min(order, key=lambda played: max(counts_of(played, left).values()))

# %% wrong: any tune of these notes, possible or not | knuth_step(["AB", "CC"]) is "AA", not "AB"
def knuth_step(left):
    notes = sorted(set("".join(left)))
    every = ["".join(notes_) for notes_ in product(notes, repeat=len(left[0]))]
    return min(every, key=lambda played: max(counts_of(played, left).values()))

# %% wrong: no tune left but one | knuth_step(["AB"]) stops with a ValueError
def knuth_step(left):
    def worst(played):
        return max(counts_of(played, [tune for tune in left if tune != played]).values())

    return min(left, key=worst)

# %% wrong: the example only | knuth_step(["AA", "AB", "BA"]) is "AA", not "AB"
def knuth_step(left):
    if left == ["CC", "AB", "BA", "AC"]:
        return "AB"
    return left[0]
