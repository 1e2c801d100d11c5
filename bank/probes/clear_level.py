"""Levels on which answers to clear_level are compared."""

import random

GAMES = 4
MOST = 400
END = {"message": "Onto the next level"}
LAST = {"hash": "5eed", "message": "Congratulations!"}
ERRORS = ["Too many guesses. Try again!", "Guess took too long, please restart game."]


class Server:
    """A level that writes down the first thing that a client should not do."""

    def __init__(self, gladiators, weapons, rounds, lost, lost_round, level, opens, end):
        self.terms = {"numGladiators": gladiators, "numWeapons": weapons, "numGuesses": 40, "numRounds": rounds}
        self.lost, self.lost_round, self.path, self.opens, self.end = lost, lost_round, f"/level/{level}/", opens, end
        self.starts, self.round, self.said, self.code, self.reply, self.fault = 0, 0, [], None, {}, ""
        self.requests = 0

    def request(self, method, path, body=None):
        self.fault = self.fault or self.objection(method, path, body)
        if self.fault:
            raise RuntimeError(self.fault)
        self.requests += 1
        self.reply = self.begin() if method == "GET" else self.fight(list(body["guess"]))
        return dict(self.reply)

    def objection(self, method, path, body):
        if self.reply == self.end:
            return f"a {method} is sent after the level was cleared"
        if self.requests == MOST:
            return f"after {MOST} requests there is no end"
        if method not in ("GET", "POST"):
            return "a method other than GET and POST is sent"
        if path != self.path:
            return f"{method} goes to {path}, not to {self.path}"
        if method == "GET":
            return self.objection_to_start()
        if self.code is None:
            return "a guess is sent to a level that is not running"
        if not isinstance(body, dict) or list(body) != ["guess"] or not isinstance(body["guess"], (list, tuple)):
            return f"the body is {kind_of(body)}, not a dictionary with a list as its guess"
        return self.objection_to_guess(list(body["guess"]))

    def objection_to_start(self):
        if self.starts > self.opens:
            return "a level that is not open is requested again"
        if self.code:
            return "a GET is sent in the middle of the game"
        return "the level is started again and again" if self.starts == 40 else ""

    def objection_to_guess(self, guess):
        weapons, gladiators = self.terms["numWeapons"], self.terms["numGladiators"]
        if not all(type(weapon) is int for weapon in guess):
            return f"a weapon is sent as {kind_of(guess[0])}, not as an int"
        if len(guess) != gladiators:
            return f"{len(guess)} weapons are sent for {gladiators} gladiators"
        if not all(0 <= weapon < weapons for weapon in guess):
            return "a weapon is sent that does not exist"
        if len(set(guess)) < len(guess):
            return "a weapon is sent twice in one guess"
        return "the same guess is sent twice in a round" if guess in self.said else ""

    def begin(self):
        self.starts += 1
        if self.starts > self.opens:
            return {"error": "not open"}
        self.round = 1
        self.hide()
        return dict(self.terms)

    def hide(self):
        self.code = random.sample(range(self.terms["numWeapons"]), self.terms["numGladiators"])
        self.said = []

    def fight(self, guess):
        self.said.append(guess)
        right = guess == self.code
        if self.starts <= self.lost and self.round == self.lost_round and (right or len(self.said) == 2):
            self.code = None
            return {"error": ERRORS[self.starts % 2]}
        if not right:
            in_place = sum(a == b for a, b in zip(guess, self.code))
            return {"response": [len(set(guess) & set(self.code)), in_place]}
        self.round += 1
        if self.round > self.terms["numRounds"]:
            return dict(self.end)
        self.hide()
        return {**self.terms, "roundsLeft": self.terms["numRounds"] - self.round + 1}


def level(gladiators=1, weapons=1, rounds=1, lost=0, lost_round=1, level=1, opens=1000, end=END):
    """Say what happens in several goes at a level."""
    stories = sorted({one_go(gladiators, weapons, rounds, lost, lost_round, level, opens, end) for go in range(GAMES)} - {""})
    return "; or ".join(stories) or "the level is played as it should be"


def one_go(*terms):
    server = Server(*terms)
    try:
        got = clear_level(server.request, terms[5])
    except (NameError, NotImplementedError):
        raise  # there is no answer yet
    except Exception as error:
        return server.fault or f"it stops with {type(error).__name__}"
    if server.fault:
        return server.fault
    if server.starts > 30:
        return f"the level is started {server.starts} times"
    if got != server.reply:
        kind = "a dictionary" if isinstance(got, dict) else kind_of(got)
        return f"it returns {kind}, not the last reply"
    over = got == server.end or server.starts > server.opens or (server.starts == 30 and "error" in got)
    return "" if over else f"it ends after {server.starts} attempt{'s' * (server.starts != 1)}, and the level is not cleared"


# %% probes
level()  # 1 gladiator, 1 weapon, 1 round
level(end=LAST)  # the last level: 1 gladiator, 1 weapon, 1 round
level(level=3)  # level 3: 1 gladiator, 1 weapon, 1 round
level(opens=0)  # a level that is not open
level(weapons=2, lost=1, opens=1)  # a level that is closed after one lost attempt
level(weapons=2, rounds=2)  # 1 gladiator, 2 weapons, 2 rounds
level(gladiators=2, weapons=3)  # 2 gladiators, 3 weapons, 1 round
level(gladiators=3, weapons=4, rounds=2)  # 3 gladiators, 4 weapons, 2 rounds
level(weapons=2, lost=1)  # 2 weapons; the first attempt is lost
level(weapons=2, lost=2)  # 2 weapons; the first two attempts are lost
level(weapons=2, lost=12)  # 2 weapons; twelve attempts are lost
level(weapons=2, lost=99)  # 2 weapons; every attempt is lost
level(weapons=2, rounds=2, lost=1, lost_round=2)  # 2 weapons, 2 rounds; the first attempt is lost in round 2
level(weapons=2, rounds=2, lost=18, lost_round=2)  # 2 weapons, 2 rounds; 18 attempts are lost in round 2
level(weapons=2, rounds=9)  # 1 gladiator, 2 weapons, 9 rounds
level(weapons=2, lost=6)  # 2 weapons; six attempts are lost
level(weapons=13, rounds=6)  # 1 gladiator, 13 weapons, 6 rounds
