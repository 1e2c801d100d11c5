"""Questions about a list of examples."""


def form():
    """Whether it is a list of triples."""
    if not isinstance(examples, list):
        return f"it is a {type(examples).__name__}, not a list"
    if not 1 <= len(examples) <= 8:
        return f"it holds {len(examples)} examples, not 1 to 8"
    for example in examples:
        if not isinstance(example, tuple):
            return f"it holds a {type(example).__name__} in place of a triple"
        if len(example) != 3:
            return f"it holds a tuple of {len(example)} in place of a triple"
        if not all(isinstance(part, str) for part in example):
            return "an example holds something that is no string"
        if len(example[0]) != len(example[1]):
            return "in an example, code and guess differ in length"
    return "it is a list of triples"


def marks(code, guess):
    """The right feedback."""
    black = sum(c == g for c, g in zip(code, guess))
    white = sum(min(code.count(peg), guess.count(peg)) for peg in set(code)) - black
    return "b" * black + "w" * white


def truth():
    """Whether the feedbacks are true."""
    for code, guess, feedback in examples:
        if marks(code, guess) != feedback:
            same = sorted(marks(code, guess)) == sorted(feedback.lower())
            return "one has the right key pegs in a wrong form" if same else "one is not true"
    return "all are true"


def any_example(is_there, what):
    """Whether there is an example of a certain kind."""
    return f"{what}: {'yes' if any(is_there(*example) for example in examples) else 'no'}"


def several():
    """Whether there is more than one example."""
    different = len(set(examples))
    return "there are several" if different > 1 else f"one, {len(examples)} times"


def twice(code, guess):
    """How many pegs of the guess are found in the code, each by itself."""
    return sum(c != g and g in code for c, g in zip(code, guess))


# %% probes
form()  # your list
truth()  # your feedbacks
several()  # your different examples
any_example(lambda c, g, f: len(c) > 4, "is a code longer than four pegs")  # your examples
any_example(lambda c, g, f: "w" in f, "does a feedback have a w")  # your examples
any_example(lambda c, g, f: "bw" in f, "does a feedback have both b and w")  # your examples
any_example(lambda c, g, f: f.count("w") > 1, "does a feedback have more than one w")  # your examples
any_example(lambda c, g, f: len({*c}) < len(c), "does a code repeat a color")  # your examples
any_example(lambda c, g, f: len({*g}) < len(g), "does a guess repeat a color")  # your examples
any_example(lambda c, g, f: twice(c, g) > f.count("w"), "does a color that the guess repeats find too few partners")  # your examples
any_example(lambda c, g, f: twice(g, c) > f.count("w"), "does a color that the code repeats find too few partners")  # your examples
any_example(lambda c, g, f: marks(c[1:], g[1:]) != f, "does a first peg earn a key peg")  # your examples
