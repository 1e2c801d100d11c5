"""Games on which answers to new_game are compared."""

from itertools import product


def tried(code, max_guesses):
    """The game, or the refusal of any kind that is right."""
    try:
        game = new_game(code, max_guesses)
    except ValueError:
        return "raises a ValueError"
    return "returns a ValueError" if isinstance(game, ValueError) else game


# %% probes
tried("G", 2)  # new_game("G", 2)
tried("", 2)  # new_game("", 2)
tried("G", 0)  # new_game("G", 0)
tried("", -4)  # new_game("", -4)
tried("G", -2)  # new_game("G", -2)
tried("G", 1)  # new_game("G", 1)
tried("GB", 3)  # new_game("GB", 3)
tried("g", 2)  # new_game("g", 2)
tried("1", 3)  # new_game("1", 3)
tried("GBBY", 20)  # new_game("GBBY", 20)
tried("   ", 2)  # new_game("   ", 2)
two_games("G", 2)
game = new_game("G", 2); new_game("BB", 3); game
digest(tried, product(["", "G", "GB", "GBBY", "gb", " ", "12345", "X" * 9], [-3, -1, 0, 1, 2, 4, 10, 99]))
