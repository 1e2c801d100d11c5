"""Answers to: a client that plays a level of the gladiators' challenge until it is cleared."""

# %% right: nonlocal, and an exception that ends an attempt
class Lost(Exception):
    pass

def clear_level(request, level: int) -> dict:
    """Play a level until it is cleared, and return the last reply."""
    address = "/level/" + str(level) + "/"
    for attempt in range(30):
        reply = request("GET", address)
        if "error" in reply:
            return reply
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:reply["numWeapons"]]
        gladiators = reply["numGladiators"]

        def respond(guess):
            nonlocal reply
            reply = request("POST", address, {"guess": [letters.index(peg) for peg in guess]})
            if "error" in reply:
                raise Lost
            if "response" in reply:
                return to_feedback(reply["response"])
            return gladiators * "b"

        try:
            while not "message" in reply:
                solve_distinct(letters, gladiators, respond)
            return reply
        except Lost:
            pass
    return reply

# %% right: own list of candidates, without solve_distinct
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = request("GET", path)
        if "error" in reply:
            return reply
        everything = list(permutations(range(reply["numWeapons"]), reply["numGladiators"]))
        left = everything
        while True:
            guess = random.choice(left)
            reply = request("POST", path, {"guess": list(guess)})
            if "message" in reply:
                return reply
            if "error" in reply:
                break
            if "response" in reply:
                anywhere, here = reply["response"]
                left = [
                    code
                    for code in left
                    if len(set(code) & set(guess)) == anywhere
                    and sum(c == g for c, g in zip(code, guess)) == here
                ]
            else:
                left = everything
    return reply

# %% right: a class for the conversation
class AttemptLost(Exception):
    """The server has sent an error in mid-game."""


class Conversation:
    def __init__(self, request, level):
        self.request = request
        self.path = f"/level/{level}/"
        self.reply = {}

    def start(self):
        self.reply = self.request("GET", self.path)
        if "error" not in self.reply:
            self.places = self.reply["numGladiators"]
            self.colors = "".join(chr(97 + i) for i in range(self.reply["numWeapons"]))

    def respond(self, guess):
        numbers = [ord(peg) - 97 for peg in guess]
        self.reply = self.request("POST", self.path, {"guess": numbers})
        if "error" in self.reply:
            raise AttemptLost(self.reply["error"])
        anywhere, in_place = self.reply.get("response", [self.places, self.places])
        return "b" * in_place + "w" * (anywhere - in_place)

    def fight(self):
        while "message" not in self.reply:
            solve_distinct(self.colors, self.places, self.respond)


def clear_level(request, level):
    talk = Conversation(request, level)
    for attempt in range(30):
        talk.start()
        if "error" in talk.reply:
            break
        try:
            talk.fight()
        except AttemptLost:
            continue
        break
    return talk.reply

# %% right: recursion over the attempts
def clear_level(request, level, attempts=30):
    reply = request("GET", f"/level/{level}/")
    if "error" in reply:
        return reply
    n, k = reply["numWeapons"], reply["numGladiators"]
    turns = []
    while "message" not in reply:
        guess = draw(n, k, turns)
        reply = request("POST", f"/level/{level}/", {"guess": guess})
        if "error" in reply:
            return reply if attempts == 1 else clear_level(request, level, attempts - 1)
        if "response" in reply:
            turns.append((guess, reply["response"]))
        else:
            turns = []
    return reply

def draw(n, k, turns):
    while True:
        code = random.sample(range(n), k)
        if all(compare(code, guess) == response for guess, response in turns):
            return code

def compare(code, guess):
    in_place = 0
    for i in range(len(code)):
        if code[i] == guess[i]:
            in_place += 1
    return [len(set(code).intersection(guess)), in_place]

# %% right: the replies are kept in a list
def clear_level(request, level):
    replies = []

    def send(method, body=None):
        replies.append(request(method, f"/level/{level}/", body))
        return replies[-1]

    for attempt in range(30):
        terms = send("GET")
        if "error" in terms:
            return terms
        weapons = list("0123456789abcdefghijklmnopqrstuvwxyz")[: terms["numWeapons"]]

        def respond(guess):
            reply = send("POST", {"guess": [weapons.index(peg) for peg in guess]})
            if reply.get("error"):
                raise RuntimeError("the attempt is lost")
            pair = reply.get("response")
            if pair is None:
                return "b" * terms["numGladiators"]
            return "b" * pair[1] + "w" * (pair[0] - pair[1])

        try:
            while "message" not in replies[-1]:
                solve_distinct("".join(weapons), terms["numGladiators"], respond)
        except RuntimeError:
            continue
        return replies[-1]
    return replies[-1]

# %% right: after an error it tells the solver that all is black, to get out
def clear_level(request, level):
    path = f"/level/{level}/"
    last = {}
    attempts = 0
    while attempts < 30 and "message" not in last:
        attempts += 1
        last = request("GET", path)
        if "error" in last:
            return last
        number = {chr(ord("A") + i): i for i in range(last["numWeapons"])}
        places = last["numGladiators"]
        lost = False

        def respond(guess):
            nonlocal last, lost
            last = request("POST", path, {"guess": [number[peg] for peg in guess]})
            lost = "error" in last
            if "response" not in last:
                return "b" * places
            return to_feedback(last["response"])

        while not lost and "message" not in last:
            solve_distinct("".join(number), places, respond)
    return last

# %% right: two exceptions, one for each end
class Cleared(Exception):
    pass

class Again(Exception):
    pass

def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        terms = request("GET", path)
        if "error" in terms:
            return terms
        colors = [chr(1000 + i) for i in range(terms["numWeapons"])]
        try:
            while True:
                solve_distinct("".join(colors), terms["numGladiators"], asker(request, path, colors))
        except Cleared as end:
            return end.args[0]
        except Again as end:
            reply = end.args[0]
    return reply

def asker(request, path, colors):
    def respond(guess):
        reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
        if "message" in reply:
            raise Cleared(reply)
        if "error" in reply:
            raise Again(reply)
        if "response" in reply:
            anywhere, in_place = reply["response"]
            return in_place * "b" + (anywhere - in_place) * "w"
        return len(guess) * "b"
    return respond

# %% right: one function for a round, one for an attempt
from itertools import combinations

def play_round(request, path, sets, size):
    turns = []
    while True:
        guess = next(
            list(code)
            for pegs in sets
            for code in permutations(pegs)
            if all(
                [len(set(code) & set(old)), sum(a == b for a, b in zip(code, old))] == response
                for old, response in turns
            )
        )
        reply = request("POST", path, body={"guess": guess})
        if "response" not in reply:
            return reply
        turns.append((guess, reply["response"]))
        sets = [pegs for pegs in sets if len(set(pegs) & set(guess)) == reply["response"][0]]

def play_attempt(request, path):
    reply = terms = request("GET", path)
    if "error" in terms:
        return reply, True
    sets = list(combinations(range(terms["numWeapons"]), terms["numGladiators"]))
    while "error" not in reply and "message" not in reply:
        random.shuffle(sets)
        reply = play_round(request, path, sets, terms["numGladiators"])
    return reply, "message" in reply

def clear_level(request, level):
    for attempt in range(30):
        reply, finished = play_attempt(request, f"/level/{level}/")
        if finished:
            break
    return reply

# %% right: one loop over all requests
def clear_level(request, level):
    path = f"/level/{level}/"
    started = 0
    reply = {"error": "not begun"}
    while "message" not in reply:
        if "error" in reply:
            if started == 30:
                break
            started += 1
            reply = request("GET", path)
            if "error" in reply:
                break
            size, number = reply["numGladiators"], reply["numWeapons"]
        if "response" in reply:
            pair = tuple(reply["response"])
            codes = {code for code in codes if (common(code, guess), hits(code, guess)) == pair}
        else:
            codes = set(permutations(range(number), size))
        guess = codes.pop()
        reply = request("POST", path, {"guess": list(guess)})
    return reply

def common(code, guess):
    return sum(weapon in guess for weapon in code)

def hits(code, guess):
    return [a - b for a, b in zip(code, guess)].count(0)

# %% right: counts the rounds itself
def clear_level(request, level):
    class Error(Exception):
        pass

    path = "/level/%d/" % level
    reply = None

    def respond(guess):
        nonlocal reply
        reply = request("POST", path, {"guess": [alphabet.index(c) for c in guess]})
        if "error" in reply:
            raise Error()
        try:
            return to_feedback(reply["response"])
        except KeyError:
            return "b" * len(guess)

    for attempt in range(1, 31):
        reply = request("GET", path)
        if "error" in reply:
            return reply
        alphabet = "zyxwvutsrqponmlkjihgfedcba"[:reply["numWeapons"]]
        gladiators, rounds = reply["numGladiators"], reply["numRounds"]
        try:
            for number in range(rounds):
                solve_distinct(alphabet, gladiators, respond)
        except Error:
            if attempt == 30:
                return reply
        else:
            return reply

# %% right: first what has the most in common, in the order of a key
def clear_level(request, level):
    def score(code, guess):
        return [len(set(code) & set(guess)), len([1 for c, g in zip(code, guess) if c == g])]

    for attempt in range(30):
        reply = request("GET", f"/level/{level}/")
        if "error" in reply:
            return reply
        codes = [list(c) for c in permutations(range(reply["numWeapons"]), reply["numGladiators"])]
        random.shuffle(codes)
        known = {}
        while "error" not in reply and "message" not in reply:
            guess = max(codes, key=lambda c: sum(score(c, g) == r for g, r in known.items()))
            reply = request("POST", f"/level/{level}/", {"guess": guess})
            if "response" in reply:
                known[tuple(guess)] = reply["response"]
            else:
                known.clear()
        if "message" in reply:
            return reply
    return reply

# %% wrong: one round only | 1 of 2, 2 rounds: the first round is won, and its reply is returned
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: every round begins with GET | 1 of 2, 2 rounds: the second GET starts the level again
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            solve_distinct(colors, terms["numGladiators"], respond)
        except RuntimeError:
            continue
        if "message" in reply:
            return reply
    return reply

# %% wrong: goes on after the message, and swallows what comes then | 1 of 1, 1 round: the level is cleared, and one more guess is sent
def clear_level(request, level):
    path = f"/level/{level}/"
    best = {}
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply, best
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "message" in reply:
                best = reply
            if "response" in reply:
                return to_feedback(reply["response"])
            if "error" in reply:
                raise RuntimeError
            return "b" * len(guess)

        try:
            for number in range(terms["numRounds"] + 1):
                solve_distinct(colors, terms["numGladiators"], respond)
        except Exception:
            pass
        if best:
            return best
    return reply

# %% wrong: looks with GET whether the level is cleared | 1 of 1, 1 round: after the message a GET is sent
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            if "error" not in request("GET", f"/level/{level + 1}/"):
                return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: posts the code once more, to hand it in | 1 of 1, 1 round: the right guess is sent twice
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        for number in range(terms["numRounds"]):
            guesses = solve_distinct(colors, terms["numGladiators"], respond)
            code = [colors.index(peg) for peg in guesses[-1]]
            reply = request("POST", path, {"guess": code})
        if "message" in reply:
            return reply
    return reply

# %% wrong: does not look for an error after GET | closed: the reply has no numWeapons, which stops it with a KeyError
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: looks for an error after the first GET only | closed after 1 attempt: the second GET has an error, which stops it with a KeyError
def clear_level(request, level):
    path = f"/level/{level}/"
    reply = request("GET", path)
    if "error" in reply:
        return reply
    for attempt in range(30):
        terms = reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            if attempt < 29:
                reply = request("GET", path)
    return reply

# %% wrong: a level that is not open is asked for again | closed: GET is sent 30 times instead of once
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            continue
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: a level that is not open raises an exception | closed: it stops with a RuntimeError instead of returning the reply
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            raise RuntimeError(reply["error"])
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: weapons are counted from 1 | 1 of 1, 1 round: weapon 1 is sent, but there is weapon 0 only
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) + 1 for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: the two numbers of the response are exchanged | 2 of 2, 1 round: [2, 0] is read as two black key pegs
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                black, white = reply["response"]
                return "b" * black + "w" * white
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: the first number is taken for the white key pegs | 2 of 3, 1 round: [1, 1] is read as bw, which no code earns
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                white, black = reply["response"]
                return "b" * black + "w" * white
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: sends letters | 1 of 1, 1 round: "A" is sent in place of [0]
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": guess})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: digits stay texts | 1 of 1, 1 round: ["0"] is sent in place of [0]
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "0123456789"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": list(guess)})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: digits as colors, which are ten at most | 1 of 11, 1 round: weapon 10 is never sent
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "0123456789"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [int(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: every number becomes a text, also those of two digits | 1 of 11, 1 round: the colors "012345678910" have 1 and 0 twice, and weapon 10 is never sent
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "".join(str(weapon) for weapon in range(terms["numWeapons"]))

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [int(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: the body is the bare list | 1 of 1, 1 round: [0] is sent in place of {"guess": [0]}
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, [colors.index(peg) for peg in guess])
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: the body is made into JSON before it is sent | 1 of 1, 1 round: a text is sent in place of a dictionary
import json

def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            numbers = [colors.index(peg) for peg in guess]
            reply = request("POST", path, json.dumps({"guess": numbers}))
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: no slash at the end of the path | 1 of 1, 1 round: GET goes to /level/1
def clear_level(request, level):
    path = f"/level/{level}"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: always level 1 | level 2, 1 of 1, 1 round: GET goes to /level/1/
def clear_level(request, level):
    path = "/level/1/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: always 4 gladiators and 6 weapons | 1 of 1, 1 round: four weapons are sent for one gladiator
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEF"

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "bbbb"

        try:
            while "message" not in reply:
                solve_distinct(colors, 4, respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: the first error ends it all | 1 of 2, 1 round, 1 lost in round 1: the error is returned, and the level is not begun again
def clear_level(request, level):
    path = f"/level/{level}/"
    reply = terms = request("GET", path)
    if "error" in reply:
        return reply
    colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

    def respond(guess):
        nonlocal reply
        reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
        if "error" in reply:
            raise RuntimeError
        if "response" in reply:
            return to_feedback(reply["response"])
        return "b" * len(guess)

    try:
        while "message" not in reply:
            solve_distinct(colors, terms["numGladiators"], respond)
    except RuntimeError:
        pass
    return reply

# %% wrong: knows the error of too many guesses only | 1 of 2, 1 round, 1 lost in round 1: "Guess took too long" is returned, and the level is not begun again
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if reply.get("error") == "Too many guesses. Try again!":
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply and "error" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: an error is taken for a round that is won | 1 of 2, 1 round, 1 lost in round 1: guesses are sent to a level that is not running
def clear_level(request, level):
    path = f"/level/{level}/"
    reply = terms = request("GET", path)
    if "error" in reply:
        return reply
    colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

    def respond(guess):
        nonlocal reply
        reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
        if "response" in reply:
            return to_feedback(reply["response"])
        return "b" * len(guess)

    for attempt in range(30):
        solve_distinct(colors, terms["numGladiators"], respond)
        if "message" in reply:
            return reply
    return reply

# %% wrong: after an error the guesses go on without GET | 1 of 2, 1 round, 1 lost in round 1: a guess is sent to a level that is not running
def clear_level(request, level):
    path = f"/level/{level}/"
    reply = terms = request("GET", path)
    if "error" in reply:
        return reply
    colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

    def respond(guess):
        nonlocal reply
        reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
        if "error" in reply:
            raise RuntimeError
        if "response" in reply:
            return to_feedback(reply["response"])
        return "b" * len(guess)

    for attempt in range(30):
        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: gives up after ten attempts | 1 of 2, 1 round, 10 lost in round 1: the eleventh attempt would be won, but is not made
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(10):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: thirty attempts after the first one | 1 of 2, 1 round, 40 lost in round 1: the level is begun 31 times
def clear_level(request, level):
    path = f"/level/{level}/"
    attempt = 0
    while attempt <= 30:
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            attempt = attempt + 1
    return reply

# %% wrong: begins the level once more before it gives up | 1 of 2, 1 round, 40 lost in round 1: GET is sent a 31st time, and its reply is returned
def clear_level(request, level):
    path = f"/level/{level}/"
    reply = terms = request("GET", path)
    for attempt in range(30):
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            reply = terms = request("GET", path)
    return reply

# %% wrong: the reply to GET is returned when it gives up | 1 of 2, 1 round, 40 lost in round 1: the dictionary of the level is returned, not the last error
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        terms = request("GET", path)
        if "error" in terms:
            return terms
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
        reply = terms

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return terms

# %% wrong: nothing is returned when it gives up | 1 of 2, 1 round, 40 lost in round 1: None is returned, not the last error
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass

# %% wrong: rounds of a lost attempt stay won | 1 of 2, 2 rounds, 1 lost in round 2: after the new start it plays one round instead of two
def clear_level(request, level):
    path = f"/level/{level}/"
    won = 0
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while won < terms["numRounds"]:
                solve_distinct(colors, terms["numGladiators"], respond)
                won = won + 1
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: every round counts as an attempt | 1 of 2, 2 rounds, 20 lost in round 2: it gives up after 15 attempts, each of them two rounds
def clear_level(request, level):
    path = f"/level/{level}/"
    reply = {"error": "not begun"}

    def respond(guess):
        nonlocal reply
        reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
        if "error" in reply:
            raise RuntimeError
        if "response" in reply:
            return to_feedback(reply["response"])
        return "b" * len(guess)

    for attempt in range(30):
        if "error" in reply:
            reply = terms = request("GET", path)
            if "error" in reply:
                return reply
            colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]
        try:
            solve_distinct(colors, terms["numGladiators"], respond)
        except RuntimeError:
            continue
        if "message" in reply:
            return reply
    return reply

# %% wrong: the candidates of a round are left for the next | 1 of 2, 9 rounds: only the first code is left in all rounds
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = request("GET", path)
        if "error" in reply:
            return reply
        left = list(permutations(range(reply["numWeapons"]), reply["numGladiators"]))
        while "message" not in reply and "error" not in reply:
            guess = random.choice(left)
            reply = request("POST", path, {"guess": list(guess)})
            if "response" in reply:
                left = [
                    code
                    for code in left
                    if [len(set(code) & set(guess)), sum(a == b for a, b in zip(code, guess))]
                    == reply["response"]
                ]
        if "message" in reply:
            return reply
    return reply

# %% wrong: the candidates of a lost attempt are left for the next | 1 of 2, 1 round, 3 lost in round 1: what was learned about the old code is held against the new one
def clear_level(request, level):
    path = f"/level/{level}/"
    left = None
    for attempt in range(30):
        reply = request("GET", path)
        if "error" in reply:
            return reply
        if left is None:
            left = list(permutations(range(reply["numWeapons"]), reply["numGladiators"]))
        while True:
            guess = left.pop()
            reply = request("POST", path, {"guess": list(guess)})
            if "message" in reply:
                return reply
            if "error" in reply:
                break
            if "response" in reply:
                left = [
                    code
                    for code in left
                    if [len(set(code) & set(guess)), sum(a == b for a, b in zip(code, guess))]
                    == reply["response"]
                ]
            else:
                left = list(permutations(range(reply["numWeapons"]), reply["numGladiators"]))
    return reply

# %% wrong: random guesses that learn nothing | 1 of 9, 1 round: sooner or later a guess is sent twice
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        while "error" not in reply and "message" not in reply:
            guess = random.sample(range(terms["numWeapons"]), terms["numGladiators"])
            reply = request("POST", path, {"guess": guess})
        if "message" in reply or reply is terms:
            return reply
    return reply

# %% wrong: knows one message only | the last level, 1 of 1, 1 round: "Congratulations!" is not the message that it waits for, and a guess is sent after the end
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while reply.get("message") != "Onto the next level":
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: returns the hash in place of the reply | the last level, 1 of 1, 1 round: a text is returned, not the dictionary
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply.get("hash", reply)
        except RuntimeError:
            pass
    return reply

# %% wrong: returns the message alone | 1 of 1, 1 round: "Onto the next level" is returned, not the dictionary
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply["message"]
        except RuntimeError:
            pass
    return reply

# %% wrong: the reply is local to respond | 1 of 1, 1 round: without nonlocal the message never gets out of respond, and a guess is sent after the end
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            if "response" in reply:
                return to_feedback(reply["response"])
            return "b" * len(guess)

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply

# %% wrong: waits for a response that is all black | 1 of 1, 1 round: the reply to the right guess has no "response", which stops it with a KeyError
def clear_level(request, level):
    path = f"/level/{level}/"
    for attempt in range(30):
        reply = terms = request("GET", path)
        if "error" in reply:
            return reply
        colors = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:terms["numWeapons"]]

        def respond(guess):
            nonlocal reply
            reply = request("POST", path, {"guess": [colors.index(peg) for peg in guess]})
            if "error" in reply:
                raise RuntimeError
            return to_feedback(reply["response"])

        try:
            while "message" not in reply:
                solve_distinct(colors, terms["numGladiators"], respond)
            return reply
        except RuntimeError:
            pass
    return reply
