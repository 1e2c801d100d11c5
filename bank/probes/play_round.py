"""Rounds on which answers to play_round are compared."""

import random

GAMES = 40  # so many that whatever chance can do happens; in larger games it takes too long
FEW = 6
END = {"message": "Onto the next level"}
ERROR = {"error": "Too many guesses. Try again!"}


def play(gladiators, weapons, level=1, error_at=0, left=0, games=GAMES):
    """Say what happens in several rounds."""
    stories = sorted({one_round(gladiators, weapons, level, error_at, left, game) for game in range(games)} - {""})
    return "; or ".join(stories) or "the last reply is returned"


def one_round(gladiators, weapons, level, error_at, left, game):
    terms = {"numGladiators": gladiators, "numWeapons": weapons, "numGuesses": 40, "numRounds": left + 1}
    code = random.Random(game).sample(range(weapons), gladiators)
    won = {**terms, "roundsLeft": left} if left else END
    said, faults, replies = [], [], []

    def objection(method, path, body):
        if replies and replies[-1] in (won, ERROR):
            return "it goes on after the round is over"
        if method != "POST":
            return f"it sends {method}"
        if path != f"/level/{level}/":
            return f"it sends to {path}"
        if not isinstance(body, dict) or list(body) != ["guess"] or not isinstance(body["guess"], (list, tuple)):
            return "it does not send a dictionary with a list as its guess"
        guess = list(body["guess"])
        if not all(type(weapon) is int for weapon in guess):
            return "it sends weapons that are not integers"
        if len(guess) != gladiators or len(set(guess)) != gladiators:
            return "it sends the wrong number of weapons"
        if not all(0 <= weapon < weapons for weapon in guess):
            return "it sends a weapon that does not exist"
        return "it sends a guess twice" if guess in said else ""

    def request(method, path, body=None):
        faults.append(objection(method, path, body))
        if any(faults):
            raise LookupError(next(filter(None, faults)))
        said.append(list(body["guess"]))
        if len(said) < error_at and said[-1] == code:  # not before the error, by luck
            code.append(code.pop(0))
        if len(said) == error_at:
            replies.append(ERROR)
        elif said[-1] == code:
            replies.append(won)
        else:
            here = sum(a == b for a, b in zip(said[-1], code))
            replies.append({"response": [len(set(said[-1]) & set(code)), here]})
        return dict(replies[-1])

    given = dict(terms)
    try:
        got = play_round(request, level, given)
    except (NameError, NotImplementedError):
        raise  # there is no answer yet
    except Exception as error:
        return next(filter(None, faults), f"it stops with {type(error).__name__}")
    if any(faults):
        return next(filter(None, faults))
    if given != terms:
        return "it changes the terms"
    if got == (replies or [None])[-1] and replies[-1] in (won, ERROR):
        return ""
    if got is None:
        return "it returns None"
    return "it returns before the round is over" if got in replies[-1:] else "it returns something else"


# %% probes
play(1, 1)  # 1 gladiator, 1 weapon
play(1, 2)  # 1 gladiator, 2 weapons
play(1, 2, level=2)  # 1 gladiator, 2 weapons, level 2
play(1, 1, left=1)  # 1 gladiator, 1 weapon, and a round left
play(1, 2, error_at=1)  # 1 gladiator, 2 weapons, an error at the first guess
play(2, 3)  # 2 gladiators, 3 weapons
play(2, 3, error_at=2)  # 2 gladiators, 3 weapons, an error at the second guess
play(5, 5, games=FEW)  # 5 gladiators, 5 weapons
play(1, 7)  # 1 gladiator, 7 weapons
play(1, 11)  # 1 gladiator, 11 weapons
