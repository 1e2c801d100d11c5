"""Inputs on which answers to get_code are compared: what comes up in many calls."""


def seen(colors, length, calls=80):
    """Which codes come up."""
    codes = [get_code(colors, length) for call in range(calls)]
    different = sorted({code if isinstance(code, str) else repr(code) for code in codes})
    if len(different) > 9:
        return "many different results"
    return f"only {', '.join(map(repr, different))}"


def sizes(colors, length):
    """How many pegs the codes have."""
    found = sorted({len(get_code(colors, length)) for call in range(4)})
    return f"the codes are {', '.join(map(str, found))} long"


def fresh(colors, length):
    """Whether one call differs from the next."""
    codes = [get_code(colors, length) for call in range(20)]
    kind = "of a single color" if len(set(codes[0])) == 1 else "of several colors"
    return f"it is always the same code, {kind}" if len(set(codes)) == 1 else "the codes differ"


def order(colors):
    """Whether the code before decides which one comes next."""
    codes = [get_code(colors, 1) for call in range(120)]
    after = {code: {b for a, b in zip(codes, codes[1:]) if a == code} for code in codes}
    if all(len(found) == 1 for found in after.values()) and len(after) > 1:
        return "each code is always followed by the same code"
    if not any(a == b for a, b in zip(codes, codes[1:])):
        return "the same code never comes twice in a row"
    return "every code can follow"


def share(colors, length, counted, of, calls=900):
    """How often something comes up, in words."""
    part = sum(bool(counted(get_code(colors, length))) for call in range(calls)) / calls
    words = {
        0: "never", 1 / 6: "one time in six", 1 / 3: "one time in three", 1 / 2: "half of the time",
        2 / 3: "two times in three", 5 / 6: "five times in six", 1: "always",
    }
    return f"{of} {words[min(words, key=lambda size: abs(size - part))]}"


def traits(colors, length, calls=300):
    """The colors of each place, and of neighbors, in many codes."""
    codes = [get_code(colors, length) for call in range(calls)]
    if not all(isinstance(code, str) for code in codes):
        return "no strings"
    places = [sorted(set(pegs)) for pegs in zip(*codes)]
    neighbors = sorted({code[place : place + 2] for code in codes for place in range(len(code) - 1)})
    equal = sorted({tuple(map(code.index, code)) for code in codes})
    return sorted(set(map(len, codes))), places, neighbors, equal


# %% probes
seen("R", 1)  # get_code("R", 1), 80 times
seen("R", 2)  # get_code("R", 2), 80 times
sizes("R", 1)  # get_code("R", 1), four times in a row
sizes("RG", 1)  # get_code("RG", 1), four times in a row
seen("R", 3)  # get_code("R", 3), 80 times
seen("RG", 1)  # get_code("RG", 1), 80 times
seen("RG", 2)  # get_code("RG", 2), 80 times
seen("RGB", 2, 200)  # get_code("RGB", 2), 200 times
seen("RG", 3, 150)  # get_code("RG", 3), 150 times
fresh("RGB", 5)  # get_code("RGB", 5), 20 times
order("RGB")  # get_code("RGB", 1), 120 times
share("RGB", 1, lambda code: code == "G", "'G' comes up")  # get_code("RGB", 1), 900 times
share("RG", 8, lambda code: code[0] == "R", "the first peg is 'R'")  # get_code("RG", 8), 900 times
share("RG", 2, lambda code: code[0] == code[1], "both pegs are equal")  # get_code("RG", 2), 900 times
digest(traits, [("P", 1), ("P", 4), ("PY", 1), ("PY", 3), ("PYO", 2), ("PYO", 3), ("yp", 2), ("1 ", 2)])
