"""Inputs on which answers to translate are compared."""

from itertools import product


def replies():
    """Replies of all kinds."""
    for gladiators in range(1, 6):
        pairs = [pair for pair in product(range(gladiators + 1), repeat=2) if pair[0] >= pair[1]]
        yield from (({"response": list(pair)}, gladiators) for pair in pairs if pair[1] < gladiators)
        for reply in [{"error": "no"}, {"error": ""}, {"message": "on"}, {"message": "won", "hash": "1"}, {"roundsLeft": 7}]:
            yield reply, gladiators


# %% probes
translate({"response": [0, 0]}, 1)
translate({"message": "won"}, 1)
translate({"error": "lost"}, 1)
translate({"error": ""}, 1)
translate({"roundsLeft": 1}, 1)
translate({"response": [1, 0]}, 2)
translate({"response": [1, 1]}, 2)
translate({"response": [2, 1]}, 3)
translate({"message": "won"}, 2)
translate({"hash": "5eed", "message": "Congratulations!"}, 2)
translate({"error": "Too many guesses. Try again!"}, 2)
reply = {"response": [2, 1]}; translate(reply, 3); reply
digest(translate, replies())
