"""Answers to: replies of a server, by which eight wrong ways to read them are exposed."""

# %% right: four replies do it all
reply_examples = [
    ({"response": [5, 2]}, 5, "bbwww"),
    ({"response": [0, 0]}, 5, ""),
    ({"error": ""}, 5, "error"),
    ({"numGladiators": 6, "roundsLeft": 2}, 6, "bbbbbb"),
]

# %% right: six gladiators and more
reply_examples = [
    ({"response": [6, 1]}, 6, "bwwwww"),
    ({"response": [0, 0]}, 7, ""),
    ({"error": ""}, 8, "error"),
    ({"roundsLeft": 1}, 9, "bbbbbbbbb"),
]

# %% right: six examples
reply_examples = [
    ({"response": [3, 1]}, 5, "bww"),
    ({"response": [5, 4]}, 5, "bbbbw"),
    ({"response": [0, 0]}, 5, ""),
    ({"error": "Too many guesses"}, 5, "error"),
    ({"error": ""}, 6, "error"),
    ({"numGladiators": 5, "numWeapons": 9, "numGuesses": 8, "numRounds": 3, "roundsLeft": 2}, 5, "bbbbb"),
]

# %% right: appended one by one
reply_examples = []
reply_examples.append(({"response": [5, 0]}, 5, "wwwww"))
reply_examples.append(({"response": [0, 0]}, 5, ""))
reply_examples.append(({"error": ""}, 5, "error"))
reply_examples.append(({"roundsLeft": 2}, 5, "bbbbb"))
reply_examples.append(({"response": [2, 1]}, 5, "bw"))

# %% right: the feedback is computed
def example(first, second, gladiators):
    return {"response": [first, second]}, gladiators, "b" * second + "w" * (first - second)


reply_examples = [
    example(5, 2, 5),
    example(0, 0, 5),
    ({"error": ""}, 5, "error"),
    ({"roundsLeft": 2}, 5, 5 * "b"),
]

# %% right: also the example of the exercise, which does no harm
reply_examples = [
    ({"response": [2, 1]}, 3, "bw"),
    ({"response": [5, 2]}, 5, "bbwww"),
    ({"response": [0, 0]}, 5, ""),
    ({"error": ""}, 5, "error"),
    ({"roundsLeft": 2}, 5, "bbbbb"),
]

# %% right: two lists joined
numbers = [({"response": [5, 2]}, 5, "bbwww"), ({"response": [0, 0]}, 5, "")]
others = [({"error": ""}, 5, "error"), ({"roundsLeft": 9}, 5, "bbbbb")]
reply_examples = numbers + others

# %% right: names for the replies
closed, next_round = dict(error=""), {"roundsLeft": 3, "numGuesses": 7}
reply_examples = [
    (closed, 5, "error"),
    (next_round, 5, "bbbbb"),
    ({"response": [5, 3]}, 5, "bbbww"),
    ({"response": [0, 0]}, 5, ""),
]

# %% wrong: no example at all | an empty list exposes nothing
reply_examples = []

# %% wrong: the example of the exercise only | it has 3 gladiators
reply_examples = [({"response": [2, 1]}, 3, "bw")]

# %% wrong: no error | a program that looks for the text of an error is not exposed
reply_examples = [({"response": [5, 2]}, 5, "bbwww"), ({"response": [0, 0]}, 5, ""), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: every error has a text | a program that looks for the text of an error is not exposed
reply_examples = [({"response": [5, 2]}, 5, "bbwww"), ({"response": [0, 0]}, 5, ""), ({"error": "closed"}, 5, "error"), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: a round is won with a message only | a program that waits for the message is not exposed
reply_examples = [({"response": [5, 2]}, 5, "bbwww"), ({"response": [0, 0]}, 5, ""), ({"error": ""}, 5, "error"), ({"message": "Onto the next level"}, 5, "bbbbb")]

# %% wrong: something is always right | a program that takes 0 for an error is not exposed
reply_examples = [({"response": [5, 2]}, 5, "bbwww"), ({"error": ""}, 5, "error"), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: never all weapons | a program that takes them for a win is not exposed
reply_examples = [({"response": [4, 2]}, 5, "bbww"), ({"response": [4, 1]}, 5, "bwww"), ({"response": [0, 0]}, 5, ""), ({"error": ""}, 5, "error"), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: no black key peg | a program that writes white before black is not exposed
reply_examples = [({"response": [5, 0]}, 5, "wwwww"), ({"response": [0, 0]}, 5, ""), ({"error": ""}, 5, "error"), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: only four gladiators | examples with fewer than 5 earn no points
reply_examples = [({"response": [4, 2]}, 4, "bbww"), ({"response": [0, 0]}, 4, ""), ({"error": ""}, 4, "error"), ({"roundsLeft": 2}, 4, "bbbb")]

# %% wrong: a false example: white for every right weapon | [5, 2] has three white key pegs
reply_examples = [({"response": [5, 2]}, 5, "bbwwwww"), ({"response": [0, 0]}, 5, ""), ({"error": ""}, 5, "error"), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: a false example: an error is no feedback | it should raise an error
reply_examples = [({"response": [5, 2]}, 5, "bbwww"), ({"response": [0, 0]}, 5, ""), ({"error": ""}, 5, ""), ({"roundsLeft": 2}, 5, "bbbbb")]

# %% wrong: a false example: always four black key pegs | there are 5 gladiators
reply_examples = [({"response": [5, 2]}, 5, "bbwww"), ({"response": [0, 0]}, 5, ""), ({"error": ""}, 5, "error"), ({"roundsLeft": 2}, 5, "bbbb")]

# %% wrong: a false example beside four that expose everything | [3, 3] gives bbb, so it is left out and costs its share
reply_examples = [
    ({"response": [5, 2]}, 5, "bbwww"),
    ({"response": [0, 0]}, 5, ""),
    ({"error": ""}, 5, "error"),
    ({"roundsLeft": 2}, 5, "bbbbb"),
    ({"response": [3, 3]}, 5, "www"),
]

# %% wrong: seven examples | 7 are too many
reply_examples = [({"response": [5, 2]}, 5, "bbwww")] * 7

# %% wrong: impossible numbers | more weapons are in place than are right
reply_examples = [({"response": [2, 5]}, 5, "bbwww")]

# %% wrong: the reply as a text | an example begins with a dictionary
reply_examples = [('{"response": [5, 2]}', 5, "bbwww")]

# %% wrong: the class of the error in place of its name | RuntimeError is no text
reply_examples = [({"error": ""}, 5, RuntimeError)]

# %% wrong: an empty reply | a reply has an entry
reply_examples = [({}, 5, "bbbbb")]

# %% wrong: lists in place of tuples | an example is a tuple
reply_examples = [[{"response": [5, 2]}, 5, "bbwww"]]
