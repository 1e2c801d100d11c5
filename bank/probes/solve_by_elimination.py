"""Games on which answers to solve_by_elimination are compared."""

GAMES = 60  # so that what happens by chance has happened


def feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return "b" * black + "w" * (common - black)


def play(colors, code):
    """Say what happens in several games with the same code."""
    stories = sorted({one_game(colors, code) for game in range(GAMES)} - {""})
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
        if code in asked:
            return "it asks once more when the code is found"
        if guess in asked:
            return "it asks the same guess again"
        if any(feedback(guess, earlier) != feedback(code, earlier) for earlier in asked):
            return "it asks a guess that an earlier answer rules out"
        return "it asks more than 30 times" if len(asked) == 30 else ""

    def respond(guess):
        faults.append(objection(guess))
        if asked and {guess, *asked} == {asked[0]} and asked[0] != code and len(faults) < 30:
            return feedback(code, guess)  # is one guess asked twice, or forever?
        if any(faults):
            raise RuntimeError(next(filter(None, faults)))
        asked.append(guess)
        return feedback(code, guess)

    try:
        got = solve_by_elimination(colors, len(code), respond)
    except (NameError, NotImplementedError):
        raise  # there is no answer yet
    except Exception as error:
        if len(faults) == 30 and len(asked) == 1:
            return "it asks one guess forever"
        return next(filter(None, faults), f"it stops with {type(error).__name__}")
    if any(faults):
        return next(filter(None, faults))
    return returned(got, asked, code)


def returned(got, asked, code):
    """What is wrong with what was returned."""
    if got == asked and code in asked:
        return ""
    if not isinstance(got, list):
        return f"it returns {got!r}, not a list"
    if code not in asked:
        return "it returns before the code was asked" + (", but with it" if code in got else "")
    if len(got) > len(asked):
        return "it returns more guesses than it asked"
    if sorted(map(repr, got)) == sorted(map(repr, asked)):
        return "it returns the guesses in another order"
    if all(guess in asked for guess in got):
        return "it returns only some of the guesses"
    return "it returns something else than the guesses"


# %% probes
play("R", "R")  # colors "R", code "R"
play("G", "G")  # colors "G", code "G"
play("RG", "G")  # colors "RG", code "G"
play("RG", "GR")  # colors "RG", code "GR"
play("RG", "RR")  # colors "RG", code "RR"
play("RG", "RG")  # colors "RG", code "RG"
play("RGB", "GR")  # colors "RGB", code "GR"
play("RGB", "GB")  # colors "RGB", code "GB"
play("ABCDE", "E")  # colors "ABCDE", code "E"
