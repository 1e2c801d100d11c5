"""Answers to: which sets of colors have so many colors in common with a guess."""

# %% right: the sets in common, counted
def sets_left(sets: list[str], guess: str, number: int) -> list[str]:
    """Return the sets that have so many colors in common with guess."""
    return [colors for colors in sets if len(set(colors) & set(guess)) == number]

# %% right: loops and a counter
def sets_left(sets, guess, number):
    left = []
    for colors in sets:
        common = 0
        for color in colors:
            if color in guess:
                common += 1
        if common == number:
            left.append(colors)
    return left

# %% right: filter with a function inside
def sets_left(sets, guess, number):
    wanted = set(guess)

    def fits(colors):
        return len(wanted.intersection(colors)) == number

    return list(filter(fits, sets))

# %% right: a sum of True and False
def sets_left(sets, guess, number):
    return [one for one in sets if sum(color in guess for color in one) == number]

# %% right: counted in the guess
def sets_left(sets, guess, number):
    left = []
    for one in sets:
        if len([color for color in guess if color in one]) == number:
            left += [one]
    return left

# %% right: how many are missing
def sets_left(sets, guess, number):
    missing = len(guess) - number
    return [one for one in sets if len(set(guess) - set(one)) == missing]

# %% right: what both have together
def sets_left(sets, guess, number):
    return [one for one in sets if len(one) + len(guess) - len(set(one + guess)) == number]

# %% right: a copy, from which the others are removed
def sets_left(sets, guess, number):
    left = list(sets)
    for one in sets:
        if len(set(one) & set(guess)) != number:
            left.remove(one)
    return left

# %% right: with indices
def sets_left(sets, guess, number):
    result = []
    for i in range(len(sets)):
        hits = 0
        for j in range(len(guess)):
            if sets[i].count(guess[j]) > 0:
                hits = hits + 1
        if not hits != number:
            result.append(sets[i])
    return result

# %% right: a generator, made into a list
def sets_left(sets, guess, number):
    def fitting():
        for one in sets:
            if len(frozenset(one) & frozenset(guess)) == number:
                yield one
    return list(fitting())

# %% wrong: at least so many in common | sets_left(["AB"], "AB", 1) is ["AB"], not []
def sets_left(sets, guess, number):
    return [one for one in sets if len(set(one) & set(guess)) >= number]

# %% wrong: at most so many in common | sets_left(["CD"], "AB", 1) is ["CD"], not []
def sets_left(sets, guess, number):
    return [one for one in sets if len(set(one) & set(guess)) <= number]

# %% wrong: what does not fit is kept | sets_left(["A"], "A", 1) is [], not ["A"]
def sets_left(sets, guess, number):
    return [one for one in sets if len(set(one) & set(guess)) != number]

# %% wrong: counts black key pegs only | sets_left(["AB"], "BA", 2) is [], not ["AB"]
def sets_left(sets, guess, number):
    return [one for one in sets if sum(a == b for a, b in zip(one, guess)) == number]

# %% wrong: the feedback of a text against itself | sets_left(["AB"], "BA", 2) is [], not ["AB"]
def sets_left(sets, guess, number):
    return [one for one in sets if get_feedback(one, guess).count("b") == number]

# %% wrong: counts white key pegs only | sets_left(["A"], "A", 1) is [], not ["A"]
def sets_left(sets, guess, number):
    return [one for one in sets if get_feedback(one, guess).count("w") == number]

# %% wrong: all colors together | sets_left(["A"], "A", 1) is [], not ["A"]
def sets_left(sets, guess, number):
    return [one for one in sets if len(set(one) | set(guess)) == number + 1]

# %% wrong: the colors that differ | sets_left(["A"], "A", 1) is [], not ["A"]
def sets_left(sets, guess, number):
    return [one for one in sets if len(set(one) - set(guess)) == number]

# %% wrong: returns after the first | sets_left(["A", "B"], "A", 1) is None, not ["A"]
def sets_left(sets, guess, number):
    for one in sets:
        if len(set(one) & set(guess)) == number:
            left = [one]
        else:
            return

    return left

# %% wrong: only the first that fits | sets_left(["AB", "AC"], "AD", 1) is ["AB"], not ["AB", "AC"]
def sets_left(sets, guess, number):
    for one in sets:
        if len(set(one) & set(guess)) == number:
            return [one]
    return []

# %% wrong: returns how many are left | sets_left([], "A", 1) is 0, not []
def sets_left(sets, guess, number):
    return len([one for one in sets if len(set(one) & set(guess)) == number])

# %% wrong: sets of letters in place of the texts | sets_left(["A"], "A", 1) is [{"A"}], not ["A"]
def sets_left(sets, guess, number):
    return [set(one) for one in sets if len(set(one) & set(guess)) == number]

# %% wrong: a set of texts | sets_left(["A"], "A", 1) is {"A"}, not ["A"]
def sets_left(sets, guess, number):
    return {one for one in sets if len(set(one) & set(guess)) == number}

# %% wrong: sorted | sets_left(["B", "A"], "C", 0) is ["A", "B"], not ["B", "A"]
def sets_left(sets, guess, number):
    return sorted(one for one in sets if len(set(one) & set(guess)) == number)

# %% wrong: removed while the loop runs | sets_left(["A", "B"], "C", 1) is ["B"], not []
def sets_left(sets, guess, number):
    for one in sets:
        if len(set(one) & set(guess)) != number:
            sets.remove(one)
    return sets

# %% wrong: the list itself is changed | sets = ["A", "B"], then sets_left(sets, "A", 1), then list(sets) is ["A"], not ["A", "B"]
def sets_left(sets, guess, number):
    sets[:] = [one for one in sets if len(set(one) & set(guess)) == number]
    return list(sets)

# %% wrong: nothing is returned | sets_left([], "A", 1) is None, not []
def sets_left(sets, guess, number):
    left = [one for one in sets if len(set(one) & set(guess)) == number]

# %% wrong: prints instead of returning | sets_left([], "A", 1) is None, not []
def sets_left(sets, guess, number):
    print([one for one in sets if len(set(one) & set(guess)) == number])

# %% wrong: a list kept from call to call | sets_left([], "A", 1), then sets_left(["A"], "A", 1), then sets_left([], "A", 1) is ["A"], not []
def sets_left(sets, guess, number, left=[]):
    left += [one for one in sets if len(set(one) & set(guess)) == number]
    return left

# %% wrong: the guess as one piece | sets_left(["AB"], "BA", 2) is [], not ["AB"]
def sets_left(sets, guess, number):
    return [one for one in sets if (guess in one) * len(guess) == number]

# %% wrong: the last set is forgotten | sets_left(["A"], "A", 1) is [], not ["A"]
def sets_left(sets, guess, number):
    left = []
    for i in range(len(sets) - 1):
        if len(set(sets[i]) & set(guess)) == number:
            left.append(sets[i])
    return left

# %% wrong: the count goes on from set to set | sets_left(["A", "A"], "A", 1) is ["A"], not ["A", "A"]
def sets_left(sets, guess, number):
    left = []
    common = 0
    for one in sets:
        for color in one:
            if color in guess:
                common += 1
        if common == number:
            left.append(one)
    return left

# %% wrong: a set is added for every color in common | sets_left(["AB"], "AB", 2) is ["AB", "AB"], not ["AB"]
def sets_left(sets, guess, number):
    left = []
    for one in sets:
        for color in one:
            if color in guess and len(set(one) & set(guess)) == number:
                left.append(one)
    return left

# %% wrong: zero is taken for no answer | sets_left(["B"], "A", 0) is [], not ["B"]
def sets_left(sets, guess, number):
    if not number:
        return []
    return [one for one in sets if len(set(one) & set(guess)) == number]


# %% wrong: the set of the guess is always out | sets_left(["AB"], "BA", 2) is [], not ["AB"]
def sets_left(sets, guess, number):
    left = []
    for colors in sets:
        is_the_guess = set(colors) == set(guess)
        if len(set(colors) & set(guess)) == number and not is_the_guess:
            left.append(colors)
    return left
