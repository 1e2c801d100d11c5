"""Games on which answers to breadth_tries are compared."""

from itertools import product


def answer(tune, played):
    gears = sum(a == b for a, b in zip(tune, played))
    both = sum(min(tune.count(note), played.count(note)) for note in set(played))
    return gears, both - gears


class Over(Exception):
    """What is played can be answered no more; the message says how the sentence goes on."""


def play(notes, tune):
    """Say what is played, and what is returned if that is something else."""
    asked = []

    def hear(played):
        if not isinstance(played, str):
            raise Over(f"and then {kind_of(played)} in place of a string")
        asked.append(played)
        if len(asked) > 30:
            raise Over("and goes on without end")
        return answer(tune, played)

    try:
        got = breadth_tries(notes, len(tune), hear)
    except (NameError, NotImplementedError):
        raise  # there is no answer yet
    except Over as over:
        return f"it plays {asked[:4]}, {over}"
    except Exception as error:
        return f"it plays {asked[:8]} and stops with {type(error).__name__}"
    return f"it plays {asked}" + ("" if got == asked else f" and returns {got!r}")


# %% probes
play("A", "A")  # notes "A", tune "A"
play("A", "AA")  # notes "A", tune "AA"
play("BA", "BB")  # notes "BA", tune "BB"
play("BA", "BA")  # notes "BA", tune "BA"
play("AB", "AA")  # notes "AB", tune "AA"
play("AB", "BA")  # notes "AB", tune "BA"
play("ABC", "AA")  # notes "ABC", tune "AA"
play("ABC", "AB")  # notes "ABC", tune "AB"
play("ABC", "BB")  # notes "ABC", tune "BB"
play("ABC", "CC")  # notes "ABC", tune "CC"
play("ABC", "AAA")  # notes "ABC", tune "AAA"
play("ABC", "CBA")  # notes "ABC", tune "CBA"
play("ABC", "BAC")  # notes "ABC", tune "BAC"
play("ABCD", "AAA")  # notes "ABCD", tune "AAA"
play("ABCD", "DCB")  # notes "ABCD", tune "DCB"
digest(play, [(notes, "".join(tune)) for notes, length in [("AB", 3), ("CAB", 2), ("BDAC", 2), ("BA", 4)] for tune in product(notes, repeat=length)])
