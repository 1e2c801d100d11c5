"""Answers to: the state of a game in which nobody has guessed yet."""

# %% right: one if with or
def new_game(code: str, max_guesses: int) -> dict:
    """Return the state of a game in which nobody has guessed yet."""
    if code == "" or max_guesses < 1:
        raise ValueError("no code, or no guesses")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% right: two checks with messages of their own
def new_game(code, max_guesses):
    if len(code) == 0:
        raise ValueError("the code is empty")
    if max_guesses <= 0:
        raise ValueError(f"{max_guesses} guesses are not enough")
    game = {}
    game["code"] = code
    game["max_guesses"] = max_guesses
    game["turns"] = []
    return game

# %% right: dict with names
def new_game(code, max_guesses):
    if not (code and max_guesses >= 1):
        raise ValueError
    return dict(code=code, max_guesses=max_guesses, turns=list())

# %% right: keys and values zipped
def new_game(code, max_guesses):
    if min(len(code), max_guesses) < 1:
        raise ValueError("at least one of each")
    return dict(zip(("turns", "code", "max_guesses"), ([], code, max_guesses)))

# %% right: a deep copy of a template
import copy

EMPTY = {"code": "", "max_guesses": 0, "turns": []}

def new_game(code, max_guesses):
    if not code or not max_guesses > 0:
        raise ValueError("this is no game")
    game = copy.deepcopy(EMPTY)
    game.update(code=code, max_guesses=max_guesses)
    return game

# %% right: the default is None
def new_game(code, max_guesses, turns=None):
    if turns is None:
        turns = []
    if not code:
        raise ValueError("Please give a code.")
    elif max_guesses < 1:
        raise ValueError("Please allow a guess.")
    else:
        return {"turns": turns, "code": code, "max_guesses": max_guesses}

# %% right: an error of its own kind
class BadGame(ValueError):
    pass

def new_game(code, max_guesses):
    for number in [len(code), max_guesses]:
        if number < 1:
            raise BadGame(number)
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% right: a helper that checks
def refuse_unless(condition, message):
    if not condition:
        raise ValueError(message)

def new_game(code, max_guesses):
    refuse_unless(len(code) > 0, "code")
    refuse_unless(max_guesses > 0, "max_guesses")
    return {"code": code[:], "max_guesses": int(max_guesses), "turns": [][:]}

# %% right: an assertion turned into the right error
def new_game(code, max_guesses):
    try:
        assert len(code) >= 1 and max_guesses >= 1
    except AssertionError:
        raise ValueError("one peg and one guess are needed")
    return {"code": code} | {"max_guesses": max_guesses} | {"turns": []}

# %% right: the copy of an empty list
NO_TURNS = []

def new_game(code, max_guesses):
    if max_guesses in range(1, max_guesses + 1) and code != "":
        return {"code": code, "max_guesses": max_guesses, "turns": NO_TURNS.copy()}
    raise ValueError(f"{code!r} with {max_guesses} guesses is no game")

# %% right: a helper that is called check
def check(code, max_guesses):
    if code == "":
        raise ValueError("no code")
    if max_guesses < 1:
        raise ValueError("no guesses")

def new_game(code, max_guesses):
    check(code, max_guesses)
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: the list is a default argument, which all games share | two_games("R", 1) is ({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, {"code": "R", "max_guesses": 1, "turns": [("R", "b")]}), not ({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, {"code": "R", "max_guesses": 1, "turns": []})
def new_game(code, max_guesses, turns=[]):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": turns}

# %% wrong: one list above the function serves all games | two_games("R", 2) is ({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}, {"code": "R", "max_guesses": 2, "turns": [("R", "b")]}), not ({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}, {"code": "R", "max_guesses": 2, "turns": []})
turns = []

def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": turns}

# %% wrong: one dictionary above the function is every game | first = new_game("R", 1), then second = new_game("G", 1), then first["code"] is "G", not "R"
game = {}

def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    game["code"] = code
    game["max_guesses"] = max_guesses
    game["turns"] = []
    return game

# %% wrong: a copy of a template, which holds the same list | two_games("R", 3) is ({"code": "R", "max_guesses": 3, "turns": [("R", "b")]}, {"code": "R", "max_guesses": 3, "turns": [("R", "b")]}), not ({"code": "R", "max_guesses": 3, "turns": [("R", "b")]}, {"code": "R", "max_guesses": 3, "turns": []})
EMPTY = {"code": "", "max_guesses": 0, "turns": []}

def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {**EMPTY, "code": code, "max_guesses": max_guesses}

# %% wrong: nothing is refused | new_game("", 0) is {"code": "", "max_guesses": 0, "turns": []}, not a ValueError
def new_game(code, max_guesses):
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: only the code is checked | new_game("R", 0) is {"code": "R", "max_guesses": 0, "turns": []}, not a ValueError
def new_game(code, max_guesses):
    if not code:
        raise ValueError("the code is empty")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: only the number of guesses is checked | new_game("", 1) is {"code": "", "max_guesses": 1, "turns": []}, not a ValueError
def new_game(code, max_guesses):
    if max_guesses < 1:
        raise ValueError("no guesses")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: and instead of or | new_game("", 1) is {"code": "", "max_guesses": 1, "turns": []}, not a ValueError
def new_game(code, max_guesses):
    if not code and max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: 0 guesses are allowed | new_game("R", 0) is {"code": "R", "max_guesses": 0, "turns": []}, not a ValueError
def new_game(code, max_guesses):
    if code == "" or max_guesses < 0:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: negative numbers of guesses are forgotten | new_game("R", -1) is {"code": "R", "max_guesses": -1, "turns": []}, not a ValueError
def new_game(code, max_guesses):
    if not code or not max_guesses:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: a game of one guess is refused | new_game("R", 1) stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses <= 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: a code of one peg is refused | new_game("R", 1) stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if len(code) <= 1 or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: only codes of four pegs | new_game("R", 1) stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if len(code) != 4 or max_guesses < 1:
        raise ValueError("a code has four pegs")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: only the pegs of this notebook | new_game("1", 1) stops with a ValueError, not {"code": "1", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1 or any(peg not in "ROYGBP" for peg in code):
        raise ValueError("unknown peg")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: more guesses than the board has rows are refused | new_game("R", 16) stops with a ValueError, not {"code": "R", "max_guesses": 16, "turns": []}
def new_game(code, max_guesses):
    if not code or not 1 <= max_guesses <= 15:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: a text is returned where an error should be raised | new_game("", 1) is "This is no game.", not a ValueError
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        return "This is no game."
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: a message is printed where an error should be raised | new_game("", 1) is None, not a ValueError
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        print("ValueError: this is no game")
        return
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: the error is returned, not raised | str(new_game("", 1)) is "this is no game", not a ValueError
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        return ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: another kind of error | new_game("", 1) stops with a TypeError, not a ValueError
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise TypeError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: assert in place of raise | new_game("", 1) stops with an AssertionError, not a ValueError
def new_game(code, max_guesses):
    assert code and max_guesses >= 1, "this is no game"
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: the error is caught again | new_game("", 1) is None, not a ValueError
def new_game(code, max_guesses):
    try:
        if not code or max_guesses < 1:
            raise ValueError("this is no game")
        return {"code": code, "max_guesses": max_guesses, "turns": []}
    except ValueError as problem:
        print("refused:", problem)

# %% wrong: turns is a number | new_game("R", 1) is {"code": "R", "max_guesses": 1, "turns": 0}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": 0}

# %% wrong: turns is a tuple | new_game("R", 1) is {"code": "R", "max_guesses": 1, "turns": ()}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": ()}

# %% wrong: turns is a dictionary | new_game("R", 1) is {"code": "R", "max_guesses": 1, "turns": {}}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": {}}

# %% wrong: an empty turn is there already | new_game("R", 1) is {"code": "R", "max_guesses": 1, "turns": [("", "")]}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": [("", "")]}

# %% wrong: an entry too many | new_game("R", 1) is {"code": "R", "max_guesses": 1, "turns": [], "status": "playing"}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": [], "status": "playing"}

# %% wrong: another name for an entry | new_game("R", 1) is {"code": "R", "max_guesses": 1, "guesses": []}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "guesses": []}

# %% wrong: the names of the entries without quotes | new_game("R", 1) is {"R": "R", 1: 1, "turns": []}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {code: code, max_guesses: max_guesses, "turns": []}

# %% wrong: the example is written into the function | new_game("R", 1) is {"code": "RBGG", "max_guesses": 10, "turns": []}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": "RBGG", "max_guesses": 10, "turns": []}

# %% wrong: the code becomes a list | new_game("R", 1) is {"code": ["R"], "max_guesses": 1, "turns": []}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": list(code), "max_guesses": max_guesses, "turns": []}

# %% wrong: the number becomes a text | new_game("R", 1) is {"code": "R", "max_guesses": "1", "turns": []}, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": f"{max_guesses}", "turns": []}

# %% wrong: small letters become capital letters | new_game("r", 1) is {"code": "R", "max_guesses": 1, "turns": []}, not {"code": "r", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code.upper(), "max_guesses": max_guesses, "turns": []}

# %% wrong: a code of blanks counts as empty | new_game(" ", 1) stops with a ValueError, not {"code": " ", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code.strip() or max_guesses < 1:
        raise ValueError("this is no game")
    return {"code": code, "max_guesses": max_guesses, "turns": []}

# %% wrong: a list in place of a dictionary | new_game("R", 1) is ["R", 1, []], not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    return [code, max_guesses, []]

# %% wrong: the game is printed, not returned | new_game("R", 1) is None, not {"code": "R", "max_guesses": 1, "turns": []}
def new_game(code, max_guesses):
    if not code or max_guesses < 1:
        raise ValueError("this is no game")
    print({"code": code, "max_guesses": max_guesses, "turns": []})
