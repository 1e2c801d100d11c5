"""Answers to: states of games, by which eight wrong ways to tell who has won are exposed."""

# %% right: four examples do it all
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% right: five pegs
status_examples = [
    ({"code": "RGBYO", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGBYO", "max_guesses": 2, "turns": [("GBRYO", "wwwww")]}, "playing"),
    ({"code": "RGBYO", "max_guesses": 2, "turns": [("GBRYO", "wwwww"), ("RGBYO", "bbbbb")]}, "won"),
    ({"code": "RGBYO", "max_guesses": 2, "turns": [("GBRYO", "wwwww"), ("RGBBB", "bbb")]}, "lost"),
]

# %% right: one peg and two pegs
status_examples = [
    ({"code": "R", "max_guesses": 3, "turns": []}, "playing"),
    ({"code": "R", "max_guesses": 1, "turns": [("R", "b")]}, "won"),
    ({"code": "RG", "max_guesses": 2, "turns": [("GR", "ww")]}, "playing"),
    ({"code": "RG", "max_guesses": 2, "turns": [("RR", "b"), ("RB", "b")]}, "lost"),
    ({"code": "RG", "max_guesses": 2, "turns": [("RR", "b"), ("RG", "bb")]}, "won"),
]

# %% right: appended one by one
status_examples = []
status_examples.append(({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"))
status_examples.append(({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"))
status_examples.append(({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"))
status_examples.append(({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"))

# %% right: a function makes the states
def state(*turns):
    return {"code": "RGB", "max_guesses": 2, "turns": list(turns)}


first = ("GBR", "www")
status_examples = [
    (state(), "playing"),
    (state(first), "playing"),
    (state(first, ("RGB", "bbb")), "won"),
    (state(first, ("RGY", "bb")), "lost"),
]

# %% right: states that grow from each other
empty = {"code": "RGB", "max_guesses": 2, "turns": []}
begun = {**empty, "turns": [("GBR", "www")]}
won = {**begun, "turns": [*begun["turns"], ("RGB", "bbb")]}
lost = {**begun, "turns": [*begun["turns"], ("RGY", "bb")]}
status_examples = [(empty, "playing"), (begun, "playing"), (won, "won"), (lost, "lost")]

# %% right: also a code of four pegs, which does no harm
status_examples = [
    ({"code": "RBGG", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% right: two lists joined
going = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
]
over = [
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]
status_examples = going + over

# %% wrong: no example at all | an empty list exposes nothing
status_examples = []

# %% wrong: the example of the exercise only | it exposes one program of eight
status_examples = [({"code": "RG", "max_guesses": 2, "turns": [("GR", "ww")]}, "playing")]

# %% wrong: codes of four pegs only | they earn no points
status_examples = [
    ({"code": "RGBY", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGBY", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGBY", "max_guesses": 2, "turns": [("GBR", "www"), ("RGBY", "bbbb")]}, "won"),
    ({"code": "RGBY", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: no game without turns | a program that takes it for lost is not exposed
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: no game that is going on | a program that takes three white key pegs for a win is not exposed
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GGG", "b"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GGG", "b"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: no game is won | a program that knows only wins with four pegs is not exposed
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: no game is lost | a program that never says lost is not exposed
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
]

# %% wrong: won with a guess to spare | a program that asks for lost first is not exposed
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: a false example: lost at the last guess | the last guess is right
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "lost"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: a false example: white key pegs win | they are not black
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: a false example: nobody has guessed, so it is lost | it has not begun
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "lost"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
]

# %% wrong: a false example beside four that expose everything | the game is won, so the example is left out and costs its share
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": []}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www")]}, "playing"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGB", "bbb")]}, "won"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("RGY", "bb")]}, "lost"),
    ({"code": "RGB", "max_guesses": 2, "turns": [("RGB", "bbb")]}, "playing"),
]

# %% wrong: seven examples | 7 are too many
status_examples = [({"code": "RGB", "max_guesses": 2, "turns": []}, "playing")] * 7

# %% wrong: turns after a right guess | the game was over
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": [("RGB", "bbb"), ("GBR", "www")]}, "won"),
]

# %% wrong: more turns than guesses | max_guesses is 2
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": [("GBR", "www"), ("GBR", "www"), ("RGB", "bbb")]}, "won"),
]

# %% wrong: a state without max_guesses | a state has three entries
status_examples = [({"code": "RGB", "turns": []}, "playing")]

# %% wrong: turns as lists | a turn is a pair
status_examples = [
    ({"code": "RGB", "max_guesses": 2, "turns": [["GBR", "www"]]}, "playing"),
]

# %% wrong: the word first | an example begins with the state
status_examples = [("playing", {"code": "RGB", "max_guesses": 2, "turns": []})]
