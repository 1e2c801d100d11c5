"""Games on which answers to total_guesses are compared."""

from itertools import product


def first(guesses, candidates):
    return candidates[0]


def last(guesses, candidates):
    return candidates[-1]


class Endless(Exception):
    """More guesses are asked for than any game needs."""


def asked(choose, codes):
    """Say what it does."""
    times = []

    def watched(guesses, candidates):
        times.append((list(guesses), list(candidates)))
        if len(times) > 60:
            raise Endless
        return choose(guesses, candidates)

    given = list(codes)
    try:
        got = total_guesses(watched, given)
    except (NameError, NotImplementedError):
        raise  # there is no answer yet
    except Endless:
        return "it goes on without end"
    except Exception as error:
        return f"it stops with {type(error).__name__}"
    changed = "" if given == codes else ", and changes the list"
    if any(guesses != codes for guesses, candidates in times):
        changed += ", and some turns are not given all the codes to choose from"
    whole = not isinstance(got, (bool, float)) and hasattr(got, "__index__")  # also NumPy's
    return f"it returns {int(got) if whole else got!r}{changed}"


# %% probes
asked(first, ["R"])  # the code "R"
asked(first, ["R", "G"])  # the codes "R" and "G", first candidate first
asked(last, ["R", "G"])  # the codes "R" and "G", last candidate first
asked(first, ["R", "G", "B"])  # the codes "R", "G" and "B"
asked(last, ["RR", "RG", "GR", "GG"])  # two pegs, two colors, last candidate first
asked(first, ["RR", "RG", "GR", "GG"])  # two pegs, two colors
asked(first, ["RGB", "BRG", "GBR", "RBG", "BGR"])  # five codes of three pegs
asked(last, ["RRG", "RGR", "GRR", "RGG", "GRG", "GGR", "RRR"])  # seven codes of three pegs
digest(asked, product([first, last], [["G"], ["GK", "KG"], ["PP", "PY", "YP", "YY"], ["PYO", "OYP", "POY", "YYO"], ["PP", "YO", "OP", "KK", "KP"]]))
