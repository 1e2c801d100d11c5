"""Games on which answers to submit_guess are compared."""

import random


def game(code, max_guesses, *turns):
    """The state of a game."""
    return {"code": code, "max_guesses": max_guesses, "turns": list(turns)}


def old(code, max_guesses, guess, *turns):
    """The old game after one more turn."""
    state = game(code, max_guesses, *turns)
    submit_guess(state, guess)
    return state


def first_of_two():
    """A game after it was gone on with, twice."""
    one = submit_guess(game("GB", 5), "YY")
    submit_guess(one, "BG")
    return one


def tried(state, guess):
    """The new game, or the refusal of any kind that is right."""
    try:
        return submit_guess(state, guess)
    except ValueError:
        return "a ValueError"


def games():
    """Games, and guesses that are taken or refused."""
    chance = random.Random(77)
    for size in [1, 2, 3, 4, 6] * 20:
        code, most = "".join(chance.choices("GBY", k=size)), chance.randint(1, 4)
        turns = [("K" * size, "")] * chance.randint(0, most)
        if turns and chance.random() < 0.3:
            turns[-1] = code, "b" * size
        guess = "".join(chance.choices("GBYk7 ", k=size + chance.choice([0, 0, 0, 0, 1, -1, 3])))
        yield game(code, most, *turns), guess


# %% probes
tried(game("G", 3), "B")  # "B" for the code "G", 3 guesses, no turn
tried(game("G", 3), "G")  # "G" for the code "G", 3 guesses, no turn
tried(game("G", 1), "B")  # "B" for the code "G", 1 guess, no turn
tried(game("GB", 3), "BG")  # "BG" for the code "GB", 3 guesses, no turn
tried(game("GBB", 3), "BBY")  # "BBY" for the code "GBB", 3 guesses, no turn
tried(game("GB", 4, ("BY", "w"), ("YG", "w")), "GB")  # "GB" for the code "GB" after two turns
tried(game("G", 3), "")  # an empty guess for the code "G"
tried(game("GB", 3), "G")  # "G" for the code "GB"
tried(game("GB", 3), "GBB")  # "GBB" for the code "GB"
tried(game("G", 3, ("G", "b")), "B")  # "B" when the code "G" was found
tried(game("G", 1, ("B", "")), "Y")  # "Y" when the only guess was used
tried(game("G", 1, ("B", "")), "G")  # "G" when the only guess was used
tried(game("G", 3, ("G", "b")), "BB")  # "BB" when the code "G" was found
tried(game("G", 3), "g")  # "g" for the code "G"
tried(game("G", 3), "7")  # "7" for the code "G"
tried(game("G", 3), " ")  # a blank for the code "G"
tried(game("G", 3, ("B", "")), "B")  # "B" for the code "G", a second time
old("G", 3, "B")  # the old game after submit_guess, with code "G" and guess "B"
old("G", 3, "G", ("B", ""))  # the old game after submit_guess, with one turn before
first_of_two()  # a game with one turn, after a second one was made of it
tried(game("G", 3), "B"); tried(game("G", 3), "Y")  # the second of two new games
tried(game("RBGG", 10), "GBRY")  # "GBRY" for the code "RBGG", 10 guesses, no turn
digest(tried, games())
