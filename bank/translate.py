"""Answers to: what the reply to a guess says as feedback."""

# %% right: three questions in a row
def translate(reply: dict, gladiators: int) -> str:
    """Turn the reply to a guess into feedback."""
    if "error" in reply:
        raise RuntimeError(reply["error"])
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% right: the response first
def translate(reply, gladiators):
    if "response" in reply:
        anywhere, in_place = reply["response"]
        return in_place * "b" + (anywhere - in_place) * "w"
    elif "error" in reply:
        raise RuntimeError("lost")
    else:
        return gladiators * "b"

# %% right: what is won first
def translate(reply, gladiators):
    if "roundsLeft" in reply or "message" in reply:
        return "b" * gladiators
    if "error" in reply:
        raise RuntimeError(f"lost: {reply['error']}")
    return to_feedback(reply["response"])

# %% right: try and except
def translate(reply, gladiators):
    try:
        numbers = reply["response"]
    except KeyError:
        if "error" in reply:
            raise RuntimeError("the attempt is lost")
        return "b" * gladiators
    return to_feedback(numbers)

# %% right: get with a default
def translate(reply, gladiators):
    if reply.get("error") is not None:
        raise RuntimeError("no")
    return to_feedback(reply.get("response", [gladiators, gladiators]))

# %% right: what is neither comes first
def translate(reply, gladiators):
    if "response" not in reply and "error" not in reply:
        return gladiators * "b"
    if "error" in reply:
        raise RuntimeError(str(reply))
    return to_feedback(reply["response"])

# %% right: one key peg after the other
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" not in reply:
        return "".join("b" for i in range(gladiators))
    feedback = ""
    for i in range(reply["response"][1]):
        feedback += "b"
    while len(feedback) < reply["response"][0]:
        feedback += "w"
    return feedback

# %% right: match
def translate(reply, gladiators):
    match reply:
        case {"error": problem}:
            raise RuntimeError(problem)
        case {"response": [anywhere, in_place]}:
            return "b" * in_place + "w" * (anywhere - in_place)
    return "b" * gladiators

# %% right: filled up with ljust
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError("error")
    if "response" in reply:
        both, black = reply["response"]
        return ("b" * black).ljust(both, "w")
    return "".ljust(gladiators, "b")

# %% right: a function for what is won
def translate(reply, gladiators):
    def won():
        return "response" not in reply and "error" not in reply

    if won():
        return gladiators * "b"
    for key in reply:
        if key == "error":
            raise RuntimeError(reply[key])
        if key == "response":
            return to_feedback(reply[key])

# %% right: a table of what reads which entry
def translate(reply, gladiators):
    readers = {"error": fail, "response": to_feedback}
    for key, read in readers.items():
        if key in reply:
            return read(reply[key])
    return "".join("b" for _ in range(gladiators))

def fail(text):
    raise RuntimeError(str(text))

# %% wrong: black and white changed places | translate({"response": [1, 0]}, 2) is "b", not "w"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        anywhere, in_place = reply["response"]
        return "b" * (anywhere - in_place) + "w" * in_place
    return "b" * gladiators

# %% wrong: the first number is white | translate({"response": [1, 1]}, 2) is "bw", not "b"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        anywhere, in_place = reply["response"]
        return "b" * in_place + "w" * anywhere
    return "b" * gladiators

# %% wrong: the first number is black | translate({"response": [1, 0]}, 2) is "b", not "w"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        black, white = reply["response"]
        return "b" * black + "w" * white
    return "b" * gladiators

# %% wrong: white first | translate({"response": [2, 1]}, 3) is "wb", not "bw"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        anywhere, in_place = reply["response"]
        return "w" * (anywhere - in_place) + "b" * in_place
    return "b" * gladiators

# %% wrong: an error is returned | translate({"error": "lost"}, 2) is "lost", not a RuntimeError
def translate(reply, gladiators):
    if "error" in reply:
        return reply["error"]
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: an error is no feedback at all | translate({"error": "lost"}, 2) is "", not a RuntimeError
def translate(reply, gladiators):
    if "error" in reply:
        return ""
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: an error counts as won | translate({"error": "lost"}, 2) is "bb", not a RuntimeError
def translate(reply, gladiators):
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: an error of another kind | translate({"error": "lost"}, 2) stops with a ValueError, not a RuntimeError
def translate(reply, gladiators):
    if "error" in reply:
        raise ValueError(reply["error"])
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: only errors about too many guesses | translate({"error": "lost"}, 2) is "bb", not a RuntimeError
def translate(reply, gladiators):
    if reply.get("error") == "Too many guesses. Try again!":
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: an error without a text is none | translate({"error": ""}, 2) is "bb", not a RuntimeError
def translate(reply, gladiators):
    if reply.get("error"):
        raise RuntimeError(reply["error"])
    if "response" in reply:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: a round that is won stops with a KeyError | translate({"message": "won"}, 2) stops with a KeyError, not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    return to_feedback(reply["response"])

# %% wrong: only a message means won | translate({"roundsLeft": 1}, 2) is None, not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    if "message" in reply:
        return "b" * gladiators

# %% wrong: only rounds that are left mean won | translate({"message": "won"}, 2) is None, not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    if "roundsLeft" in reply:
        return "b" * gladiators

# %% wrong: the last level is not won | translate({"hash": "5eed", "message": "Congratulations!"}, 2) is None, not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    if "hash" not in reply:
        return "b" * gladiators

# %% wrong: always four gladiators | translate({"message": "won"}, 2) is "bbbb", not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    return "bbbb"

# %% wrong: a round that is won is an empty text | translate({"message": "won"}, 2) is "", not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    return ""

# %% wrong: the pair itself | translate({"response": [2, 1]}, 3) is [2, 1], not "bw"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return reply["response"]
    return "b" * gladiators

# %% wrong: the reply is emptied | reply = {"response": [2, 1]}, then translate(reply, 3), then dict(reply) is {}, not {"response": [2, 1]}
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply.pop("response"))
    return "b" * gladiators

# %% wrong: filled up with blanks | translate({"response": [2, 1]}, 3) is "bw ", not "bw"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"]).ljust(gladiators)
    return "b" * gladiators

# %% wrong: no key pegs count as an error | translate({"response": [0, 0]}, 3) stops with a RuntimeError, not ""
def translate(reply, gladiators):
    if "response" in reply and sum(reply["response"]):
        return to_feedback(reply["response"])
    if "message" in reply or "roundsLeft" in reply:
        return "b" * gladiators
    raise RuntimeError

# %% wrong: prints instead of returning | translate({"response": [2, 1]}, 3) is None, not "bw"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        print(to_feedback(reply["response"]))
    else:
        print("b" * gladiators)

# %% wrong: nothing in place is nothing at all | translate({"response": [1, 0]}, 2) is "bb", not "w"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply and reply["response"][1]:
        return to_feedback(reply["response"])
    return "b" * gladiators

# %% wrong: a number of black key pegs | translate({"message": "won"}, 2) is 2, not "bb"
def translate(reply, gladiators):
    if "error" in reply:
        raise RuntimeError
    if "response" in reply:
        return to_feedback(reply["response"])
    return gladiators
