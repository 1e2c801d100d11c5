"""Answers to: play one round against the server, and give its last reply."""

# %% right: a list that remembers the replies
def play_round(request, level: int, terms: dict) -> dict:
    """Play one round, and return the last reply."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% right: nonlocal
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    gladiators = terms["numGladiators"]
    path = f"/level/{level}/"
    reply = terms

    def respond(guess):
        nonlocal reply
        reply = request("POST", path, {"guess": [letters.index(letter) for letter in guess]})
        return translate(reply, gladiators)

    try:
        solve_distinct(letters, gladiators, respond)
    except RuntimeError:
        return reply
    return reply

# %% right: return in except
def play_round(request, level, terms):
    number = {}
    for i in range(terms["numWeapons"]):
        number[chr(65 + i)] = i
    said = []

    def respond(guess):
        numbers = []
        for letter in guess:
            numbers.append(number[letter])
        said.append(request("POST", "/level/" + str(level) + "/", {"guess": numbers}))
        return translate(said[-1], len(numbers))

    try:
        solve_distinct("".join(number), terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return said.pop()

# %% right: without solve_distinct
def play_round(request, level, terms):
    left = list(permutations(range(terms["numWeapons"]), terms["numGladiators"]))
    while True:
        guess = random.choice(left)
        reply = request("POST", f"/level/{level}/", {"guess": list(guess)})
        if "response" not in reply:
            return reply
        keep = []
        for code in left:
            here = sum(a == b for a, b in zip(code, guess))
            if [len(set(code) & set(guess)), here] == reply["response"]:
                keep.append(code)
        left = keep

# %% right: an exception of its own
class Over(Exception):
    pass

def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        reply = request("POST", f"/level/{level}/", body)
        if "response" not in reply:
            raise Over(reply)
        return to_feedback(reply["response"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except Over as end:
        return end.args[0]

# %% right: a class for the conversation
class Talk:
    def __init__(self, request, level, terms):
        self.request, self.path, self.terms = request, f"/level/{level}/", terms
        self.letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
        self.last = None

    def respond(self, guess):
        self.last = self.request("POST", self.path, {"guess": list(map(self.letters.index, guess))})
        return translate(self.last, self.terms["numGladiators"])


def play_round(request, level, terms):
    talk = Talk(request, level, terms)
    try:
        solve_distinct(talk.letters, terms["numGladiators"], talk.respond)
    except RuntimeError:
        pass
    return talk.last

# %% right: ord and chr
def play_round(request, level, terms):
    letters = "".join(chr(ord("A") + i) for i in range(terms["numWeapons"]))
    replies = {}

    def respond(guess):
        weapons = [ord(letter) - ord("A") for letter in guess]
        replies["last"] = request("POST", "/level/%d/" % level, {"guess": weapons})
        return translate(replies["last"], len(guess))

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except Exception:
        pass
    return replies["last"]

# %% right: errors suppressed
from contextlib import suppress
from string import ascii_uppercase

def play_round(request, level, terms):
    replies = []

    def respond(guess):
        guess = [ascii_uppercase.find(letter) for letter in guess]
        replies.append(request("POST", f"/level/{level}/", dict(guess=guess)))
        return translate(replies[-1], terms["numGladiators"])

    with suppress(RuntimeError):
        solve_distinct(ascii_uppercase[:terms["numWeapons"]], terms["numGladiators"], respond)
    return replies[-1]

# %% right: the translation by hand
def play_round(request, level, terms):
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    n = terms["numGladiators"]
    history = []

    def respond(guess):
        reply = request("POST", f"/level/{level}/", {"guess": [alphabet.index(c) for c in guess]})
        history.append(reply)
        if "error" in reply:
            raise RuntimeError
        if "response" in reply:
            both, black = reply["response"]
            return "b" * black + "w" * (both - black)
        return "b" * n

    try:
        solve_distinct(alphabet[: terms["numWeapons"]], n, respond)
    except RuntimeError:
        pass
    return history[len(history) - 1]

# %% right: small letters
def play_round(request, level, terms):
    letters = "abcdefghijklmnopqrstuvwxyz"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except Exception:
        pass
    return replies[-1]

# %% wrong: weapons from 1 | 1 of 1: the weapon 1 does not exist
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) + 1 for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: letters are sent | 1 of 1: the guess goes out as letters
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": list(guess)}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the text of the guess is sent | 1 of 1: the guess goes out as a text
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": guess}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: a set of numbers | 2 of 3: the order of the weapons is lost
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": sorted(letters.index(letter) for letter in guess)}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: GET in place of POST | 1 of 1: a guess is handed over with GET
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("GET", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: always level 1 | level 2, 1 of 1: level 1 is played
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", "/level/1/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the path without the last slash | 1 of 1: the path is /level/1
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the level is begun once more | 1 of 1: a GET is sent
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = [request("GET", f"/level/{level}/")]

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the list without a dictionary | 1 of 1: the body is a list
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = [letters.index(letter) for letter in guess]
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: a wrong key in the body | 1 of 1: the body has no entry guess
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"weapons": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the first reply | 1 of 2: returns the reply to the first guess
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[0]

# %% wrong: all replies | 1 of 1: returns a list
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies

# %% wrong: nothing is returned | 1 of 1: returns None
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass

# %% wrong: errors get through | 1 of 2, an error: stops with the error
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except ValueError:
        pass
    return replies[-1]

# %% wrong: the guesses in place of the reply | 1 of 1: returns a list of guesses
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        return solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: always six weapons | 1 of 7: the seventh weapon is never asked
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:6]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: at most ten weapons | 1 of 11: the eleventh weapon is never asked
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:min(10, terms["numWeapons"])]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: always four gladiators | 1 of 5: asks four weapons
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, 4, respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: gladiators and weapons changed places | 1 of 2: no guess is made
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numGladiators"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: a new game after an error | 1 of 2, an error: goes on after the error
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    while True:
        try:
            solve_distinct(letters, terms["numGladiators"], respond)
            break
        except RuntimeError:
            pass
    return replies[-1]

# %% wrong: all rounds of the level | 1 of 1, more rounds: goes on after the round
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        while not replies or "roundsLeft" in replies[-1]:
            solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the code is asked once more | 1 of 1: a guess after the end
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        respond(solve_distinct(letters, terms["numGladiators"], respond)[-1])
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: each guess goes out twice | 1 of 2: the same guess again
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        request("POST", f"/level/{level}/", body)
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: one reply for all rounds | 1 of 2, twice: the replies of the first round are still there
def play_round(request, level, terms, replies=[]):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1] if len(replies) < 2 else replies[1]

# %% wrong: the feedback is an empty text | 1 of 2: nothing is learned
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return ""

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: the pair in place of feedback | 1 of 2: the solver cannot read a pair
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return replies[-1]["response"]

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]

# %% wrong: only one guess | 1 of 3: returns before the round is over
def play_round(request, level, terms):
    guess = random.sample(range(terms["numWeapons"]), terms["numGladiators"])
    return request("POST", f"/level/{level}/", {"guess": guess})

# %% wrong: the same guess until it is right | 1 of 2: the first guess goes out again
def play_round(request, level, terms):
    guess = list(range(terms["numGladiators"]))
    while True:
        reply = request("POST", f"/level/{level}/", {"guess": guess})
        if "response" not in reply:
            return reply

# %% wrong: the terms are changed | 1 of 1: the terms lose an entry
def play_round(request, level, terms):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms.pop("numWeapons")]
    replies = []

    def respond(guess):
        body = {"guess": [letters.index(letter) for letter in guess]}
        replies.append(request("POST", f"/level/{level}/", body))
        return translate(replies[-1], terms["numGladiators"])

    try:
        solve_distinct(letters, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return replies[-1]
