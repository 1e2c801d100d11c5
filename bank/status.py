"""Answers to: won, lost, or still playing."""

# %% right: three questions in order
def status(game: dict) -> str:
    """Tell whether a game is "playing", "won" or "lost"."""
    turns = game["turns"]
    if len(turns) > 0:
        guess, feedback = turns[-1]
        if feedback == "b" * len(game["code"]):
            return "won"
    if len(turns) >= game["max_guesses"]:
        return "lost"
    return "playing"

# %% right: the last guess is the code
def status(game):
    turns = game["turns"]
    if turns and turns[-1][0] == game["code"]:
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% right: a loop over all turns
def status(game):
    for turn in game["turns"]:
        if turn[1].count("b") == len(game["code"]):
            return "won"
    return "playing" if len(game["turns"]) < game["max_guesses"] else "lost"

# %% right: no turn is an error that is caught
def status(game):
    try:
        last = game["turns"][-1]
    except IndexError:
        return "playing"
    if set(last[1]) == {"b"} and len(last[1]) == len(game["code"]):
        return "won"
    if game["max_guesses"] - len(game["turns"]) == 0:
        return "lost"
    return "playing"

# %% right: any
def status(game):
    black = "".join("b" for peg in game["code"])
    won = any(feedback == black for _, feedback in game["turns"])
    over = len(game["turns"]) not in range(game["max_guesses"])
    return "won" if won else "lost" if over else "playing"

# %% right: two helpers
def is_won(game):
    last = game["turns"][-1:]
    return [feedback for guess, feedback in last] == ["b" * len(game["code"])]

def is_full(game):
    return len(game["turns"]) == game["max_guesses"]

def status(game):
    if is_won(game):
        return "won"
    elif is_full(game):
        return "lost"
    else:
        return "playing"

# %% right: lost means used up and not won
def status(game):
    number = len(game["turns"])
    feedback = game["turns"][number - 1][1] if number else ""
    won = len(feedback) == len(game["code"]) and "w" not in feedback
    lost = number == game["max_guesses"] and not won
    if lost:
        return "lost"
    if won:
        return "won"
    return "playing"

# %% right: a table of both answers
def status(game):
    words = {(False, False): "playing", (False, True): "lost", (True, False): "won", (True, True): "won"}
    won = game["code"] in [guess for guess, feedback in game["turns"]]
    return words[won, len(game["turns"]) == game["max_guesses"]]

# %% right: match
def status(game):
    match game["turns"]:
        case [*_, (guess, feedback)] if feedback == len(game["code"]) * "b":
            return "won"
        case turns if len(turns) == game["max_guesses"]:
            return "lost"
        case _:
            return "playing"

# %% right: the word changes turn by turn
def status(game):
    word = "playing"
    left = game["max_guesses"]
    for guess, feedback in game["turns"]:
        left -= 1
        if left == 0:
            word = "lost"
        if guess == game["code"]:
            word = "won"
    return word

# %% wrong: the used-up guesses are asked for first | status({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}) is "lost", not "won"
def status(game):
    turns = game["turns"]
    if len(turns) == game["max_guesses"]:
        return "lost"
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    return "playing"

# %% wrong: the assistant's program | status({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}) is "playing", not "won"
def status(game):
    if len(game["turns"]) == game["max_guesses"]:
        return "lost"
    for guess, feedback in game["turns"]:
        if feedback == "bbbb":
            return "won"
    return "playing"

# %% wrong: lost only after one guess too many | status({"code": "R", "max_guesses": 1, "turns": [("G", "")]}) is "playing", not "lost"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    if len(turns) > game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: lost one guess too early | status({"code": "R", "max_guesses": 1, "turns": []}) is "lost", not "playing"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    if len(turns) >= game["max_guesses"] - 1:
        return "lost"
    return "playing"

# %% wrong: looks for a last turn where there is none | status({"code": "R", "max_guesses": 1, "turns": []}) stops with an IndexError, not "playing"
def status(game):
    turns = game["turns"]
    if turns[-1][1] == "b" * len(game["code"]):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: white key pegs count like black ones | status({"code": "RG", "max_guesses": 2, "turns": [("GR", "ww")]}) is "won", not "playing"
def status(game):
    turns = game["turns"]
    if turns and len(turns[-1][1]) == len(game["code"]):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: one black key peg is enough | status({"code": "RG", "max_guesses": 2, "turns": [("RR", "b")]}) is "won", not "playing"
def status(game):
    turns = game["turns"]
    if turns and "b" in turns[-1][1]:
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: only black key pegs, no matter how many | status({"code": "RG", "max_guesses": 2, "turns": [("RR", "b")]}) is "won", not "playing"
def status(game):
    turns = game["turns"]
    if turns and set(turns[-1][1]) == {"b"}:
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: won if there is no white key peg | status({"code": "R", "max_guesses": 2, "turns": [("G", "")]}) is "won", not "playing"
def status(game):
    turns = game["turns"]
    if turns and "w" not in turns[-1][1]:
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: codes always have four pegs | status({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}) is "playing", not "won"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "bbbb":
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: the number of turns in place of the length of the code | status({"code": "R", "max_guesses": 3, "turns": [("G", ""), ("R", "b")]}) is "playing", not "won"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(turns):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: the first turn in place of the last | status({"code": "R", "max_guesses": 3, "turns": [("G", ""), ("R", "b")]}) is "playing", not "won"
def status(game):
    turns = game["turns"]
    if turns and turns[0][1] == "b" * len(game["code"]):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: the guess is taken for the feedback | status({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}) is "playing", not "won"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][0] == "b" * len(game["code"]):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: the whole turn is taken for the feedback | status({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}) is "playing", not "won"
def status(game):
    turns = game["turns"]
    if turns and turns[-1] == "b" * len(game["code"]):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: the same pegs in any order win | status({"code": "RG", "max_guesses": 2, "turns": [("GR", "ww")]}) is "won", not "playing"
def status(game):
    turns = game["turns"]
    if turns and sorted(turns[-1][0]) == sorted(game["code"]):
        return "won"
    if len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: all of no turns are right | status({"code": "R", "max_guesses": 1, "turns": []}) is "won", not "playing"
def status(game):
    black = "b" * len(game["code"])
    if all(feedback == black for guess, feedback in game["turns"]):
        return "won"
    if len(game["turns"]) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: the entries of the game are counted in place of its turns | status({"code": "R", "max_guesses": 3, "turns": []}) is "lost", not "playing"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    if len(game) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: always ten guesses | status({"code": "R", "max_guesses": 1, "turns": [("G", "")]}) is "playing", not "lost"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    if len(turns) == 10:
        return "lost"
    return "playing"

# %% wrong: without key pegs at the end it is lost at once | status({"code": "R", "max_guesses": 2, "turns": [("G", "")]}) is "lost", not "playing"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    if turns and not turns[-1][1] or len(turns) == game["max_guesses"]:
        return "lost"
    return "playing"

# %% wrong: not won is lost | status({"code": "R", "max_guesses": 1, "turns": []}) is "lost", not "playing"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    return "lost"

# %% wrong: the words begin with a capital letter | status({"code": "R", "max_guesses": 1, "turns": []}) is "Playing", not "playing"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "Won"
    if len(turns) == game["max_guesses"]:
        return "Lost"
    return "Playing"

# %% wrong: other words | status({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}) is "win", not "won"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "win"
    if len(turns) == game["max_guesses"]:
        return "lose"
    return "playing"

# %% wrong: True and False | status({"code": "R", "max_guesses": 1, "turns": []}) is False, not "playing"
def status(game):
    turns = game["turns"]
    return bool(turns) and turns[-1][1] == "b" * len(game["code"])

# %% wrong: nothing is returned as long as the game goes on | status({"code": "R", "max_guesses": 1, "turns": []}) is None, not "playing"
def status(game):
    turns = game["turns"]
    if turns:
        if turns[-1][1] == "b" * len(game["code"]):
            return "won"
        if len(turns) == game["max_guesses"]:
            return "lost"

# %% wrong: nothing is returned before the first turn | status({"code": "R", "max_guesses": 1, "turns": []}) is None, not "playing"
def status(game):
    for guess, feedback in game["turns"]:
        if feedback == "b" * len(game["code"]):
            return "won"
    if game["turns"]:
        return "lost" if len(game["turns"]) == game["max_guesses"] else "playing"

# %% wrong: decides at the first turn | status({"code": "R", "max_guesses": 3, "turns": [("G", ""), ("R", "b")]}) is "playing", not "won"
def status(game):
    for guess, feedback in game["turns"]:
        if feedback == "b" * len(game["code"]):
            return "won"
        if len(game["turns"]) == game["max_guesses"]:
            return "lost"
        return "playing"
    return "playing"

# %% wrong: the word is printed, not returned | status({"code": "R", "max_guesses": 1, "turns": []}) is None, not "playing"
def status(game):
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        print("won")
    elif len(turns) == game["max_guesses"]:
        print("lost")
    else:
        print("playing")

# %% wrong: takes the last turn off the list | game = {"code": "R", "max_guesses": 2, "turns": [("G", "")]}, then status(game), then game["turns"] is [], not [("G", "")]
def status(game):
    turns = game["turns"]
    number = len(turns)
    if turns and turns.pop()[1] == "b" * len(game["code"]):
        return "won"
    return "lost" if number == game["max_guesses"] else "playing"

# %% wrong: counts the guesses down in the game | game = {"code": "R", "max_guesses": 2, "turns": [("G", "")]}, then status(game), then game["max_guesses"] is 1, not 2
def status(game):
    turns = game["turns"]
    word = "playing"
    for guess, feedback in turns:
        game["max_guesses"] -= 1
        if game["max_guesses"] == 0:
            word = "lost"
    if turns and turns[-1][1] == "b" * len(game["code"]):
        word = "won"
    return word

# %% wrong: writes the word into the game | game = {"code": "R", "max_guesses": 2, "turns": []}, then status(game), then sorted(game) is ["code", "max_guesses", "status", "turns"], not ["code", "max_guesses", "turns"]
def status(game):
    turns = game["turns"]
    game["status"] = "playing"
    if turns and turns[-1][1] == "b" * len(game["code"]):
        game["status"] = "won"
    elif len(turns) == game["max_guesses"]:
        game["status"] = "lost"
    return game["status"]

# %% wrong: once won, every game is won | status({"code": "R", "max_guesses": 2, "turns": [("R", "b")]}), then status({"code": "R", "max_guesses": 2, "turns": []}) is "won", not "playing"
won = False

def status(game):
    global won
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        won = True
    if won:
        return "won"
    return "lost" if len(turns) == game["max_guesses"] else "playing"

# %% wrong: counts how often it is asked | status({"code": "R", "max_guesses": 1, "turns": []}) is "lost", not "playing"
asked = 0

def status(game):
    global asked
    asked += 1
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    return "lost" if asked >= game["max_guesses"] else "playing"
