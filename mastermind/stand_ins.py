"""Functions that students can borrow, with the same names and arguments as their own.

Later exercises, and the game, use functions that students write in earlier
exercises. Students who have not finished a function can borrow it here.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import combinations, permutations
from string import ascii_uppercase
from typing import Any

from mastermind.drawing.pegs import peg_html as peg_html  # lent as it is
from mastermind.feedback import Keys, partial_feedback
from mastermind.feedback import consistent_codes as agreeing
from mastermind.feedback import feedback as score
from mastermind.gladiators.challenge import Request
from mastermind.rules import Rules
from mastermind.solver.strategies import entropy, minimax

borrower: Mapping[str, Any] = {}
"""The `globals()` of the notebook that borrows: it may choose the solver."""


def get_code(colors: str, code_length: int) -> str:
    """Draw a random code in which colors may repeat."""
    if not colors:
        raise ValueError("colors must name at least one color")
    if code_length < 0:
        raise ValueError(f"code_length must be 0 or more, not {code_length}")
    return "".join(random.choices(colors, k=code_length))


def valid_code(colors: str, code_length: int, guess: str) -> bool:
    """Tell whether a guess has the right length and only pegs of these colors."""
    return len(guess) == code_length and set(guess) <= set(colors)


def get_feedback(code: str, guess: str) -> str:
    """Write the feedback for a guess as a string; like many a student's, mind no length."""
    return str(score(code, guess[: len(code)].ljust(len(code), "\0")))


def consistent_codes(candidates: list[str], guess: str, feedback: str) -> list[str]:
    """Keep the candidates that would give this feedback to this guess."""
    return agreeing(candidates, guess, Keys.parse(feedback))


def solve_by_elimination(colors: str, code_length: int, respond: Callable[[str], str]) -> list[str]:
    """Break a code by guessing random candidates."""
    candidates = Rules(code_length, colors).codes()
    guesses = []
    while candidates:
        guesses.append(random.choice(candidates))
        feedback = respond(guesses[-1])
        if feedback == "b" * code_length:
            return guesses
        candidates = consistent_codes(candidates, guesses[-1], feedback)
    raise ValueError(f"no code fits all the key pegs that were given for {guesses}")


def partition_sizes(guess: str, candidates: list[str]) -> dict[str, int]:
    """Count for each feedback the candidates that would give it."""
    return dict(Counter(get_feedback(code, guess) for code in candidates))


def minimax_guess(guesses: list[str], candidates: list[str]) -> str:
    """Choose the guess with the smallest worst case."""
    return minimax(guesses, candidates)


def entropy_guess(guesses: list[str], candidates: list[str]) -> str:
    """Choose the guess that tells the most bits on average."""
    return entropy(guesses, candidates)


def total_guesses(choose: Callable[[list[str], list[str]], str], codes: list[str]) -> int:
    """Count the guesses that a strategy needs for all codes together."""
    total = 0
    for hidden in codes:
        left, guess = codes, ""
        while guess != hidden:
            guess = choose(codes, left)
            left = consistent_codes(left, guess, get_feedback(hidden, guess))
            total += 1
    return total


def naive_tries(notes: str, length: int, hear: Callable[[str], tuple[int, int]]) -> list[str]:
    """Find a tune note by note, as a person would."""
    known, waiting, tries = "", list(notes), []
    while len(known) < length:
        note = waiting[0]
        tries.append(known + note)
        gears, tumblers = hear(known + note)
        if tumblers:
            waiting.append(waiting.pop(0))
        elif gears > len(known):
            known += note
        else:
            waiting.pop(0)
    return tries


def play_naive(notes: str, tune: str) -> list[str]:
    """Play a whole game of `naive_tries`, as the examples of notebook 7 are written."""
    return naive_tries(notes, len(tune), lambda played: _listen(tune, played))


def knuth_step(left: list[str]) -> str:
    """Choose the tune with the smallest worst case."""

    def worst_case(played: str) -> int:
        return max(Counter(_listen(tune, played) for tune in left).values())

    return min(left, key=worst_case)


def breadth_tries(notes: str, length: int, hear: Callable[[str], tuple[int, int]]) -> list[str]:
    """Find a tune by the try that has the most different answers."""
    left, tries = Rules(length, notes).codes(), []
    gears = -1
    while gears < length:
        tries.append(max(left, key=lambda played: len({_listen(tune, played) for tune in left})))
        gears, tumblers = hear(tries[-1])
        left = [tune for tune in left if _listen(tune, tries[-1]) == (gears, tumblers)]
    return tries


def sets_left(sets: list[str], guess: str, number: int) -> list[str]:
    """Keep the sets that have so many colors in common with a guess."""
    wanted = set(guess)
    return [colors for colors in sets if len(wanted.intersection(colors)) == number]


def orders_left(colors: str, turns: list[tuple[str, int]]) -> list[str]:
    """List the orders of known colors that agree with all turns."""
    orders = map("".join, permutations(colors))
    return [
        order
        for order in orders
        if all(sum(map(str.__eq__, order, guess)) == black for guess, black in turns)
    ]


def solve_distinct(colors: str, code_length: int, respond: Callable[[str], str]) -> list[str]:
    """Break a code without repeats in two phases: first its colors, then their order."""
    sets = ["".join(pegs) for pegs in combinations(colors, code_length)]
    turns: list[tuple[str, int]] = []
    feedback = guess = ""
    while feedback != "b" * code_length:
        colors_known = len(feedback) == code_length
        choices = orders_left(guess, turns) if colors_known else sets
        if not choices:
            raise ValueError("no code fits all the answers")
        guess = random.choice(choices)
        if not colors_known:
            guess = "".join(random.sample(guess, code_length))
        feedback = respond(guess)
        turns.append((guess, feedback.count("b")))
        sets = sets_left(sets, guess, len(feedback))
    return [guess for guess, _ in turns]


def translate(reply: dict[str, Any], gladiators: int) -> str:
    """Turn the reply to a guess into feedback."""
    if "error" in reply:
        raise RuntimeError(reply["error"])
    anywhere, in_place = map(int, reply.get("response", (gladiators, gladiators)))
    return "b" * in_place + "w" * (anywhere - in_place)


def read_reply(reply: dict[str, Any], gladiators: int) -> str:
    """Give what `translate` does with a reply, as the examples of notebook 9 are written."""
    try:
        return translate(reply, gladiators)
    except RuntimeError:
        return "error"


def play_round(request: Request, level: int, terms: dict[str, Any]) -> dict[str, Any]:
    """Play one round of a level that is running, with the borrower's `solve_distinct`."""
    solve = borrower.get("solve_distinct", solve_distinct)
    letters = ascii_uppercase[: terms["numWeapons"]]
    reply = terms

    def respond(guess: str) -> str:
        nonlocal reply
        body = {"guess": [letters.index(letter) for letter in guess]}
        reply = request("POST", f"/level/{level}/", body)
        return translate(reply, terms["numGladiators"])

    with suppress(RuntimeError):
        solve(letters, terms["numGladiators"], respond)
    return reply


def clear_level(request: Request, level: int) -> dict[str, Any]:
    """Play a level until it is cleared, with the borrower's `play_round`; at most 30 attempts."""
    play = borrower.get("play_round", play_round)
    for _ in range(30):
        reply = terms = request("GET", f"/level/{level}/")
        if "error" in terms:
            break
        while not {"message", "error"} & reply.keys():
            reply = play(request, level, terms)
        if "message" in reply:
            break
    return reply


def status(game: dict[str, Any]) -> str:
    """Tell how a game stands."""
    turns = game["turns"]
    if turns and turns[-1][1] == "b" * len(game["code"]):
        return "won"
    return "lost" if len(turns) == game["max_guesses"] else "playing"


def submit_guess(game: dict[str, Any], guess: str) -> dict[str, Any]:
    """Play one turn."""
    if status(game) != "playing":
        raise ValueError(f"the game is {status(game)}; start a new game")
    if len(guess) != len(game["code"]):
        raise ValueError(f"the code has {len(game['code'])} pegs, and the guess {len(guess)}")
    turn = (guess, get_feedback(game["code"], guess))
    return {**game, "turns": [*game["turns"], turn]}


def _listen(tune: str, played: str) -> tuple[int, int]:
    """Count gears and tumblers, as NetHack's drawbridge does."""
    keys = partial_feedback(tune, played)
    return keys.black, keys.white
