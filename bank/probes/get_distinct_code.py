"""Inputs on which answers to get_distinct_code are compared: what comes up in many calls."""

import string


def seen(colors, length, calls=80):
    """Which codes come up."""
    codes = [get_distinct_code(colors, length) for call in range(calls)]
    different = sorted({code if isinstance(code, str) else repr(code) for code in codes})
    if len(different) > 9:
        return "many different results"
    return f"only {', '.join(map(repr, different))}"


def repeats():
    """Whether what came before decides what comes next."""
    codes = [get_distinct_code("RG", 1) for call in range(120)]
    longest = run = 1
    for before, now in zip(codes, codes[1:]):
        run = run + 1 if now == before else 1
        longest = max(longest, run)
    return {
        1: "the same code never comes twice in a row",
        2: "the same code never comes three times in a row",
    }.get(longest, "every code can follow")


def order():
    """Whether each code has one that always follows."""
    codes = [get_distinct_code("RGB", 1) for call in range(60)]
    after = {code: {b for a, b in zip(codes, codes[1:]) if a == code} for code in codes}
    always = all(len(found) == 1 for found in after.values()) and len(after) > 1
    return "each code is always followed by the same code" if always else "every code can follow"


def share(calls=900):
    """How often a code comes up, in words."""
    part = sum(get_distinct_code("RGB", 2) in ("RG", "GR", "BR") for call in range(calls)) / calls
    words = {0: "never", 1 / 3: "one time in three", 1 / 2: "half of the time", 2 / 3: "two times in three"}
    return f"'RG', 'GR' or 'BR' comes up {words[min(words, key=lambda size: abs(size - part))]}"


def fair(calls=6000):
    """Whether some codes come more often than chance explains, less than once in a million."""
    codes = [get_distinct_code("RGB", 3) for call in range(calls)]
    mean = calls / 6
    spread = sum((codes.count(code) - mean) ** 2 / mean for code in ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
    return "some codes are more likely than others" if spread > 38 else "all codes are equally likely"


def many():
    """A code of all letters."""
    code = get_distinct_code(string.ascii_letters[:44], 44)
    return "it has every letter once" if len({*code}) == 44 == len(code) else "letters are missing or repeated"


def traits(colors, length, calls=300):
    """The colors of each place, and of neighbors, in many codes."""
    codes = [get_distinct_code(colors, length) for call in range(calls)]
    if not all(isinstance(code, str) for code in codes):
        return "no strings"
    places = [sorted(set(pegs)) for pegs in zip(*codes)]
    neighbors = sorted({code[place : place + 2] for code in codes for place in range(len(code) - 1)})
    equal = sorted({tuple(map(code.index, code)) for code in codes})
    return sorted(set(map(len, codes))), places, neighbors, equal


# %% probes
seen("R", 1)  # get_distinct_code("R", 1), 80 times
seen("RG", 1)  # get_distinct_code("RG", 1), 80 times
seen("RG", 2)  # get_distinct_code("RG", 2), 80 times
seen("RGB", 2, 200)  # get_distinct_code("RGB", 2), 200 times
seen("RGB", 3, 200)  # get_distinct_code("RGB", 3), 200 times
repeats()  # get_distinct_code("RG", 1), 120 times
order()  # get_distinct_code("RGB", 1), 60 times
share()  # get_distinct_code("RGB", 2), 900 times
fair()  # get_distinct_code("RGB", 3), 6000 times
many()  # get_distinct_code of 44 letters and length 44
digest(traits, [("P", 1), ("PY", 1), ("PY", 2), ("PYO", 2), ("PYO", 3), ("yp", 2), ("1 4", 2)])
