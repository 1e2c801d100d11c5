"""Answers to: a new game with one more turn, the old one left as it was."""

# %% right: a new dictionary with a new list
def submit_guess(game: dict, guess: str) -> dict:
    """Return a new game with one more turn; the old one stays as it is."""
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("no turn")
    return {**game, "turns": game["turns"] + [(guess, get_feedback(game["code"], guess))]}

# %% right: a deep copy, then append
import copy

def submit_guess(game, guess):
    if status(game) in ("won", "lost"):
        raise ValueError("the game is over")
    if len(guess) != len(game["code"]):
        raise ValueError("wrong length")
    new = copy.deepcopy(game)
    new["turns"].append((guess, get_feedback(game["code"], guess)))
    return new

# %% right: a copy of the dictionary and a copy of the list
def submit_guess(game, guess):
    if status(game) == "playing":
        if len(guess) == len(game["code"]):
            new = game.copy()
            new["turns"] = game["turns"].copy()
            new["turns"].append((guess, get_feedback(game["code"], guess)))
            return new
        raise ValueError(f"{guess!r} is not as long as the code of {game!r}.")
    raise ValueError("nobody may guess any more")

# %% right: code and guess change places
def submit_guess(game, guess):
    code, turns = game["code"], game["turns"]
    if status(game) != "playing":
        raise ValueError(status(game))
    if len(guess) - len(code):
        raise ValueError(guess)
    turns = turns + [(guess, get_feedback(guess, code))]
    return {"code": code, "max_guesses": game["max_guesses"], "turns": turns}

# %% right: the pair is made with tuple
def submit_guess(game, guess):
    if len(guess) != len(game["code"]) or status(game) != "playing":
        raise ValueError("refused")
    pair = tuple([guess, get_feedback(game["code"], guess)])
    return dict(game, turns=[*game["turns"], pair])

# %% right: a loop copies the turns
def submit_guess(game, guess):
    if status(game) == "won":
        raise ValueError("The game is won already.")
    if status(game) == "lost":
        raise ValueError("The game is lost already.")
    if len(game["code"]) != len(guess):
        raise ValueError("Wrong number of pegs.")
    turns = []
    for turn in game["turns"]:
        turns.append(turn)
    turns.append((guess, get_feedback(game["code"], guess)))
    new = {}
    for key in game:
        new[key] = game[key]
    new["turns"] = turns
    return new

# %% right: without status
def submit_guess(game, guess):
    code = game["code"]
    over = len(game["turns"]) == game["max_guesses"] or code in [turn[0] for turn in game["turns"]]
    if over or len(guess) != len(code):
        raise ValueError("refused")
    turns = list(game["turns"])
    turns += [(guess, get_feedback(code, guess))]
    return {**game, "turns": turns}

# %% right: key pegs counted without get_feedback
from collections import Counter

def submit_guess(game, guess):
    code = game["code"]
    if status(game) != "playing":
        raise ValueError("over")
    if len(guess) != len(code):
        raise ValueError("length")
    both = (Counter(code) & Counter(guess)).total()
    black = [c == g for c, g in zip(code, guess)].count(True)
    return {**game, "turns": game["turns"] + [(guess, "b" * black + "w" * (both - black))]}

# %% right: an error of its own kind, and a helper
class Refused(ValueError):
    pass

def refuse_if(condition, why):
    if condition:
        raise Refused(why)

def submit_guess(game, guess):
    refuse_if(status(game) != "playing", "the game is over")
    refuse_if(len(guess) != len(game["code"]), "the length is wrong")
    new = {key: value for key, value in game.items() if key != "turns"}
    new["turns"] = [*game["turns"], (guess, get_feedback(game["code"], guess))]
    return new

# %% right: a slice of the old list as long as it is
def submit_guess(game, guess):
    if status(game) != "playing":
        raise ValueError
    if not len(guess) == len(game["code"]):
        raise ValueError
    feedback = get_feedback(game["code"], guess)
    longer = game["turns"][:]
    longer.insert(len(longer), (guess, feedback))
    result = dict(game)
    result["turns"] = longer
    return result

# %% right: a helper for each end of a game
def won(game):
    return game["turns"] != [] and game["turns"][-1][1] == len(game["code"]) * "b"

def lost(game):
    return not won(game) and len(game["turns"]) >= game["max_guesses"]

def submit_guess(game, guess):
    if won(game) or lost(game):
        raise ValueError("the game is over")
    if len(guess) != len(game["code"]):
        raise ValueError("a guess has as many pegs as the code")
    turn = (guess, get_feedback(game["code"], guess))
    return dict(game, turns=game["turns"] + [turn])

# %% wrong: the turn is appended to the list of the old game | game = {"code": "R", "max_guesses": 2, "turns": []}, then submit_guess(game, "G"), then game["turns"] is [("G", "")], not []
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    game["turns"].append((guess, get_feedback(game["code"], guess)))
    return game

# %% wrong: copy() copies the dictionary, not its list | game = {"code": "RG", "max_guesses": 2, "turns": []}, then submit_guess(game, "BB"), then game["turns"] is [("BB", "")], not []
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    new = game.copy()
    new["turns"].append((guess, get_feedback(game["code"], guess)))
    return new

# %% wrong: dict() copies the dictionary, not its list | game = {"code": "R", "max_guesses": 3, "turns": []}, then submit_guess(game, "G"), then game["turns"] is [("G", "")], not []
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    new = dict(game)
    new["turns"] += [(guess, get_feedback(game["code"], guess))]
    return new

# %% wrong: a second name is taken for a copy | game = {"code": "R", "max_guesses": 4, "turns": []}, then submit_guess(game, "G"), then game["turns"] is [("G", "")], not []
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    new = game
    new["turns"] = new["turns"] + [(guess, get_feedback(game["code"], guess))]
    return new

# %% wrong: the new list gets into the old game, too | game = {"code": "R", "max_guesses": 5, "turns": []}, then submit_guess(game, "G"), then game["turns"] is [("G", "")], not []
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    game["turns"] = [*game["turns"], (guess, get_feedback(game["code"], guess))]
    return {**game}

# %% wrong: the old turns are in a second name, not in a copy | game = {"code": "R", "max_guesses": 6, "turns": []}, then submit_guess(game, "G"), then game["turns"] is [("G", "")], not []
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    turns = game["turns"]
    turns.append((guess, get_feedback(game["code"], guess)))
    return {"code": game["code"], "max_guesses": game["max_guesses"], "turns": turns}

# %% wrong: append gives nothing back | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": None}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    turns = list(game["turns"])
    return {**game, "turns": turns.append((guess, get_feedback(game["code"], guess)))}

# %% wrong: a copy through JSON turns the pairs into lists | submit_guess({"code": "R", "max_guesses": 2, "turns": [("G", "")]}, "R") is {"code": "R", "max_guesses": 2, "turns": [["G", ""], ("R", "b")]}, not {"code": "R", "max_guesses": 2, "turns": [("G", ""), ("R", "b")]}
import json

def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    new = json.loads(json.dumps(game))
    new["turns"].append((guess, get_feedback(game["code"], guess)))
    return new

# %% wrong: feedback before the guess | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("", "G")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], (get_feedback(game["code"], guess), guess)]}

# %% wrong: a turn is a list | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [["G", ""]]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], [guess, get_feedback(game["code"], guess)]]}

# %% wrong: a turn is a dictionary | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [{"guess": "G", "feedback": ""}]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    turn = {"guess": guess, "feedback": get_feedback(game["code"], guess)}
    return {**game, "turns": [*game["turns"], turn]}

# %% wrong: guess and feedback without a pair around them | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": ["G", ""]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], guess, get_feedback(game["code"], guess)]}

# %% wrong: plus makes a sum of the list and the pair | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") stops with a TypeError, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": game["turns"] + (guess, get_feedback(game["code"], guess))}

# %% wrong: the list of turns becomes a tuple | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": (("G", ""),)}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": (*game["turns"], (guess, get_feedback(game["code"], guess)))}

# %% wrong: the newest turn stands in front | submit_guess({"code": "R", "max_guesses": 2, "turns": [("G", "")]}, "R") is {"code": "R", "max_guesses": 2, "turns": [("R", "b"), ("G", "")]}, not {"code": "R", "max_guesses": 2, "turns": [("G", ""), ("R", "b")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [(guess, get_feedback(game["code"], guess)), *game["turns"]]}

# %% wrong: the earlier turns are lost | submit_guess({"code": "R", "max_guesses": 2, "turns": [("G", "")]}, "R") is {"code": "R", "max_guesses": 2, "turns": [("R", "b")]}, not {"code": "R", "max_guesses": 2, "turns": [("G", ""), ("R", "b")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [(guess, get_feedback(game["code"], guess))]}

# %% wrong: the earlier turns become one list within the list | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [[], ("G", "")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the number of guesses is forgotten | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "turns": [("G", "")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {"code": game["code"], "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: max_guesses is counted down | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 0, "turns": [("G", "")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    turn = (guess, get_feedback(game["code"], guess))
    return {**game, "max_guesses": game["max_guesses"] - 1, "turns": [*game["turns"], turn]}

# %% wrong: an entry with the status is added | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("G", "")], "status": "lost"}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    new = {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}
    new["status"] = status(new)
    return new

# %% wrong: the game goes on after a win | submit_guess({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}, "R") is {"code": "R", "max_guesses": 2, "turns": [("R", "b"), ("R", "b")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) == "lost" or len(guess) != len(game["code"]):
        raise ValueError("refused")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the guess goes on after a loss | submit_guess({"code": "R", "max_guesses": 1, "turns": [("G", "")]}, "R") is {"code": "R", "max_guesses": 1, "turns": [("G", ""), ("R", "b")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) == "won" or len(guess) != len(game["code"]):
        raise ValueError("refused")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: nobody asks whether the game is over | submit_guess({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, "R") is {"code": "R", "max_guesses": 1, "turns": [("R", "b"), ("R", "b")]}, not a ValueError
def submit_guess(game, guess):
    if len(guess) != len(game["code"]):
        raise ValueError("refused")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the new game is asked, so the last guess is refused | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "R") stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": [("R", "b")]}
def submit_guess(game, guess):
    if len(guess) != len(game["code"]):
        raise ValueError("refused")
    new = {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}
    if status(new) != "playing":
        raise ValueError("the game is over")
    return new

# %% wrong: the function status itself is compared, without a call | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "R") stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": [("R", "b")]}
def submit_guess(game, guess):
    if status != "playing" or len(guess) != len(game["code"]):
        raise ValueError("refused")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: and instead of or | submit_guess({"code": "R", "max_guesses": 1, "turns": [("G", "")]}, "R") is {"code": "R", "max_guesses": 1, "turns": [("G", ""), ("R", "b")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing" and len(guess) != len(game["code"]):
        raise ValueError("refused")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: key pegs are counted place by place, and the length is not checked | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "") is {"code": "R", "max_guesses": 1, "turns": [("", "")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing":
        raise ValueError("the game is over")
    code = game["code"]
    black = sum(c == g for c, g in zip(code, guess))
    common = sum(min(code.count(peg), guess.count(peg)) for peg in set(code))
    return {**game, "turns": [*game["turns"], (guess, "b" * black + "w" * (common - black))]}

# %% wrong: the length is left to get_feedback | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "GR") is {"code": "R", "max_guesses": 1, "turns": [("GR", "")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing":
        raise ValueError("the game is over")
    turn = guess, get_feedback(game["code"], guess)
    return game | {"turns": [*game["turns"], turn]}

# %% wrong: only guesses that are too short are refused | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "GR") is {"code": "R", "max_guesses": 1, "turns": [("GR", "")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing":
        raise ValueError("the game is over")
    if len(guess) < len(game["code"]):
        raise ValueError("the guess is too short")
    return {**game, "turns": game["turns"] + [(guess, get_feedback(game["code"], guess))]}

# %% wrong: what is too long is cut off | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "GR") is {"code": "R", "max_guesses": 1, "turns": [("G", "")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) < len(game["code"]):
        raise ValueError("refused")
    guess = guess[:len(game["code"])]
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: what is too short is filled up | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "") is {"code": "R", "max_guesses": 1, "turns": [(" ", "")]}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) > len(game["code"]):
        raise ValueError("refused")
    guess = guess.ljust(len(game["code"]))
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: guesses always have four pegs | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != 4:
        raise ValueError("refused")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the old game is returned where an error should be raised | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "") is {"code": "R", "max_guesses": 1, "turns": []}, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        return game
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: a message is printed where an error should be raised | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "") is None, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        print("refused")
        return None
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: another kind of error for a wrong length | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "") stops with a TypeError, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing":
        raise ValueError("the game is over")
    if len(guess) != len(game["code"]):
        raise TypeError("wrong length")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: another kind of error for a game that is over | submit_guess({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, "R") stops with a RuntimeError, not a ValueError
def submit_guess(game, guess):
    if status(game) != "playing":
        raise RuntimeError("the game is over")
    if len(guess) != len(game["code"]):
        raise ValueError("wrong length")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: assert in place of raise | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "") stops with an AssertionError, not a ValueError
def submit_guess(game, guess):
    assert status(game) == "playing"
    assert len(guess) == len(game["code"])
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the return is missing | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is None, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    new = {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the turns alone are returned | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is [("G", "")], not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return [*game["turns"], (guess, get_feedback(game["code"], guess))]

# %% wrong: small letters become capital letters | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "r") is {"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, not {"code": "R", "max_guesses": 1, "turns": [("r", "")]}
def submit_guess(game, guess):
    guess = guess.upper()
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: blanks around the guess are cut off | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "R ") is {"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, not a ValueError
def submit_guess(game, guess):
    guess = guess.strip()
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: unknown pegs are refused | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "X") stops with a ValueError, not {"code": "R", "max_guesses": 1, "turns": [("X", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    if any(peg not in "ROYGBP" for peg in guess):
        raise ValueError("unknown peg")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the same guess twice is refused | submit_guess({"code": "R", "max_guesses": 2, "turns": [("G", "")]}, "G") stops with a ValueError, not {"code": "R", "max_guesses": 2, "turns": [("G", ""), ("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    if guess in [earlier for earlier, feedback in game["turns"]]:
        raise ValueError("tried already")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(game["code"], guess))]}

# %% wrong: the same guess twice is written down once | submit_guess({"code": "R", "max_guesses": 2, "turns": [("G", "")]}, "G") is {"code": "R", "max_guesses": 2, "turns": [("G", "")]}, not {"code": "R", "max_guesses": 2, "turns": [("G", ""), ("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    turns = dict(game["turns"])
    turns[guess] = get_feedback(game["code"], guess)
    return {**game, "turns": list(turns.items())}

# %% wrong: the guess is compared with itself | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("G", "b")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], (guess, get_feedback(guess, guess))]}

# %% wrong: the numbers of key pegs in place of the feedback | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("G", (0, 0))]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    feedback = get_feedback(game["code"], guess)
    turn = (guess, (feedback.count("b"), feedback.count("w")))
    return {**game, "turns": [*game["turns"], turn]}

# %% wrong: the code stands in the turn in place of the guess | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("R", "")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], (game["code"], get_feedback(game["code"], guess))]}

# %% wrong: one list above the function keeps the turns of all games | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G"), then submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("G", ""), ("G", "")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
all_turns = []

def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    all_turns.append((guess, get_feedback(game["code"], guess)))
    return {**game, "turns": all_turns}

# %% wrong: the example is written into the function | submit_guess({"code": "R", "max_guesses": 1, "turns": []}, "G") is {"code": "R", "max_guesses": 1, "turns": [("G", "w")]}, not {"code": "R", "max_guesses": 1, "turns": [("G", "")]}
def submit_guess(game, guess):
    if status(game) != "playing" or len(guess) != len(game["code"]):
        raise ValueError("the game is over, or the guess has another length")
    return {**game, "turns": [*game["turns"], (guess, get_feedback("RBGG", guess))]}
