"""Inputs on which answers to translate are compared."""

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
