"""Games on which answers to status are compared."""

from itertools import product


def game(code, max_guesses, *turns):
    """The state of a game."""
    return {"code": code, "max_guesses": max_guesses, "turns": list(turns)}


def after(code, max_guesses, *turns):
    """What the game is after status was asked."""
    state = game(code, max_guesses, *turns)
    status(state)
    return state


def games():
    """Games of all lengths, that go on or are over."""
    for code, most in product(["G", "GB", "GBB", "GBBYK", "GBYGBYGBYG"], [1, 2, 3, 7]):
        size = len(code)
        others = {"", "w" * size, "b" * (size - 1), ("b" * (size - 2) + "ww")[:size], "b"} - {"b" * size}
        for wrong, number in product(sorted(others), range(most + 1)):
            turns = [("K" * size, wrong)] * number
            yield game(code, most, *turns),
            if number < most:
                yield game(code, most, *turns, (code, "b" * size)),


# %% probes
status(game("G", 3))  # code "G", 3 guesses, no turn
status(game("G", 3, ("G", "b")))  # code "G", 3 guesses, turn ("G", "b")
status(game("G", 3, ("B", "")))  # code "G", 3 guesses, turn ("B", "")
status(game("G", 1, ("B", "")))  # code "G", 1 guess, turn ("B", "")
status(game("G", 1, ("G", "b")))  # code "G", 1 guess, turn ("G", "b")
status(game("G", 1))  # code "G", 1 guess, no turn
status(game("G", 2, ("B", "")))  # code "G", 2 guesses, turn ("B", "")
status(game("G", 3, ("B", ""), ("G", "b")))  # code "G", 3 guesses, turns ("B", ""), ("G", "b")
status(game("GB", 3, ("BG", "ww")))  # code "GB", 3 guesses, turn ("BG", "ww")
status(game("GB", 3, ("GY", "b")))  # code "GB", 3 guesses, turn ("GY", "b")
status(game("GB", 1, ("BG", "ww")))  # code "GB", 1 guess, turn ("BG", "ww")
status(game("GBY", 3, ("GYB", "bww")))  # code "GBY", 3 guesses, turn ("GYB", "bww")
status(game("GBYO", 3, ("GBYO", "bbbb")))  # code "GBYO", 3 guesses, turn ("GBYO", "bbbb")
status(game("GBYO", 1, ("GBYO", "bbbb")))  # code "GBYO", 1 guess, turn ("GBYO", "bbbb")
status(game("GB", 2, ("GG", "b"), ("GB", "bb")))  # code "GB", 2 guesses, turns ("GG", "b"), ("GB", "bb")
status(game("GB", 3, ("GY", "b"), ("YY", "")))  # code "GB", 3 guesses, turns ("GY", "b"), ("YY", "")
status(game("GB", 2, ("GY", "b"), ("YY", "")))  # code "GB", 2 guesses, turns ("GY", "b"), ("YY", "")
status(game("G", 10, *[("B", "")] * 10))  # code "G", 10 guesses, 10 wrong turns
status(game("G", 12, *[("B", "")] * 10))  # code "G", 12 guesses, 10 wrong turns
after("G", 3, ("B", ""))  # the game after status, with code "G", 3 guesses, turn ("B", "")
after("G", 3)  # the game after status, with code "G", 3 guesses, no turn
status(game("G", 3, ("G", "b"))); status(game("G", 3))  # a game that is won, then a new one
status(game("G", 1)); status(game("G", 1))  # twice: code "G", 1 guess, no turn
digest(status, games())
