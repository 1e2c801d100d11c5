"""Games on which answers to solve_distinct are compared."""

GAMES = 40  # so many that whatever chance can do happens; in larger games it takes too long
FEW = 8


def feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    return "b" * black + "w" * (len(set(code) & set(guess)) - black)


def play(colors, code, games=GAMES):
    """Say what happens in several games with the same code."""
    stories = sorted({one_game(colors, code) for game in range(games)} - {""})
    return "; or ".join(stories) or "the code is found"


def one_game(colors, code):
    asked, faults = [], []

    def objection(guess):
        if not isinstance(guess, str):
            return f"it asks {guess!r}, which is no string"
        if len(guess) != len(code):
            return f"it asks a code of {len(guess)} pegs"
        if not set(guess) <= set(colors):
            return "it asks a color that is not in the game"
        if len(set(guess)) < len(guess):
            return "it asks a code with a color twice"
        if guess in asked:
            return f"it asks {'the code' if guess == code else 'the same guess'} again"
        return "it asks more than 25 times" if len(asked) == 25 else ""

    def respond(guess):
        faults.append(objection(guess))
        if any(faults):
            raise RuntimeError(next(filter(None, faults)))
        asked.append(guess)
        return feedback(code, guess)

    try:
        got = solve_distinct(colors, len(code), respond)
    except (NameError, NotImplementedError):
        raise  # there is no answer yet
    except Exception as error:
        return next(filter(None, faults), f"it stops with {type(error).__name__}")
    if any(faults):
        return next(filter(None, faults))
    return returned(got, asked, code)


def returned(got, asked, code):
    """What is wrong with what was returned."""
    if got == asked and code in asked:
        return ""
    if not isinstance(got, list):
        return f"it returns {kind_of(got)}, not a list"
    if code not in asked:
        return "it returns before the code was asked" + (", but with it" if code in got else "")
    if len(got) > len(asked):
        return "it returns more guesses than it asked"
    if got == asked[:-1]:
        return "it returns the guesses without the last one"
    if got == asked[1:]:
        return "it returns the guesses without the first one"
    return "it returns something else than the guesses"


# %% probes
play("A", "A")  # colors "A", code "A"
play("AB", "B")  # colors "AB", code "B"
play("AB", "AB")  # colors "AB", code "AB"
play("AB", "BA")  # colors "AB", code "BA"
play("XY", "YX")  # colors "XY", code "YX"
play("ABC", "AC")  # colors "ABC", code "AC"
play("ABC", "BA")  # colors "ABC", code "BA"
play("ABCDE", "EDCBA", FEW)  # colors "ABCDE", code "EDCBA"
play("ABCDEFG", "GFEDC", FEW)  # colors "ABCDEFG", code "GFEDC"
play("ABCDEFGHIJKL", "L", FEW)  # colors "A" to "L", code "L"
play("ABCDEFGHIJKLMNOPQR", "R", FEW)  # colors "A" to "R", code "R"
