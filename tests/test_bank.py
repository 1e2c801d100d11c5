"""The bank is what it says: right answers are right, and each wrong one differs somewhere.

Nothing here looks at the notebooks. Every exercise is judged by a reference of
its own: functions of fixed results on many inputs, random ones by which codes
come up and how often, the examples by twelve wrong referees, solvers by hidden codes,
clients by servers that write down what a client may not do, the HTML of a peg by a
parser of HTML and one of CSS.
"""

import ast
import builtins
import contextlib
import copy
import functools
import io
import itertools
import math
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from numbers import Integral
from statistics import mean, stdev
from typing import NamedTuple

import ipywidgets
import pytest
import tinycss2.color3
from bs4 import BeautifulSoup
from IPython.display import HTML

import markposition
import mastermind
import mastermind.stand_ins
from bank import EXERCISES, Answer, answers, parse
from mastermind.keyboard import many_games
from tools.course import read

Namespace = dict[str, object]
NAMES = [name for names in EXERCISES.values() for name in names]
SOLVERS = {
    name
    for assignment in ("04-elimination", "05-strategies", "06-information")
    for name in EXERCISES[assignment]
}
RANDOM = {"get_code", "get_distinct_code"}
SEED = 20


def notebook(exercise: str) -> Namespace:
    """Give what the cells above an exercise have defined."""
    if exercise in EXERCISES["01-random-codes"]:
        return {"random": random}
    if exercise in EXERCISES["02-valid-guesses"]:
        return {"valid_code": valid_code} if exercise != "valid_code" else {}
    if exercise == "import_markposition":
        return {}
    if exercise in EXERCISES["07-tunes"]:
        return {"product": itertools.product, "listen": listen, "counts_of": counts_of}
    if exercise in EXERCISES["08-permutations"] + EXERCISES["09-gladiators"]:
        return gladiators(exercise)
    if exercise in EXERCISES["10-peg-game"]:
        return peg_game(exercise)
    if exercise in SOLVERS:
        return solvers(exercise)
    return {"markposition": markposition} | {
        name: getattr(markposition, name) for name in markposition.__all__
    }


LEFT = {
    "A": ["RGB", "RBR", "GRG", "GGR", "GGG", "GBB", "BRR", "BBG", "BBB"],
    "B": ["RRR", "RRG", "RGR", "RBB", "RYY", "GYG", "BRG", "YGG", "YBY", "YYY"],
    "C": "RBR RBG RBY GBY GYR BRR BRB BGB BBY BYY YGY YYB".split(),
}
"""The positions of notebook 6 in which two strategies are compared."""


def solvers(exercise: str) -> Namespace:
    """Give what notebooks 4 to 6 have defined when an exercise is reached."""
    sys.setrecursionlimit(3000)  # as these notebooks do
    helpers = {"consistent_codes": consistent_codes, "partition_sizes": partition_sizes}
    if exercise == "openings":
        return {"random": random, "many_games": many_games, "mean": mean, "stdev": stdev}
    if exercise == "better":
        first = {"first candidate": lambda guesses, candidates: candidates[0]}
        return {
            "random": random,
            "STRATEGIES": first,
            "LEFT": LEFT,
            "minimax_guess": SOLVER_PARTS["minimax_guess"],
            "entropy_guess": SOLVER_PARTS["entropy_guess"],
            "total_guesses": mastermind.stand_ins.total_guesses,
        }
    return {
        "os": os,
        "random": random,
        "product": itertools.product,
        "log2": math.log2,
        "get_feedback": get_feedback,
        "ALL_CODES": ["".join(pegs) for pegs in itertools.product("123456", repeat=4)],
        **{name: helper for name, helper in helpers.items() if name != exercise},
    }


def assistants_sets(sets: list[str], guess: str, number: int) -> list[str]:
    """Leave out the set of the guess, as the assistant's program of notebook 8 does."""
    return [s for s in sets_left(sets, guess, number) if sorted(s) != sorted(guess)]


def permutations_in_memory(items: Iterable[object], length: int | None = None) -> Iterator[object]:
    """Give orders as long as all of them could stand in a list: 6 of 25 are too many."""
    for number, order in enumerate(itertools.permutations(items, length)):
        if number == 200_000:
            raise MemoryError("a list of all codes does not fit")
        yield order


def gladiators(exercise: str) -> Namespace:
    """Give what notebooks 8 and 9 have defined, with another solver than the one to be written."""

    def to_feedback(response: list[int]) -> str:
        return ("b" * response[1]).ljust(response[0], "w")

    def solve_distinct(colors: str, code_length: int, respond: Callable[[str], str]) -> list[str]:
        asked: dict[str, str] = {}
        pegs = random.sample(colors, len(colors))
        for code in map("".join, itertools.permutations(pegs, code_length)):
            if all(get_feedback(code, guess) == earned for guess, earned in asked.items()):
                asked[code] = respond(code)
                if asked[code] == "b" * code_length:
                    return list(asked)
        raise LookupError("no code agrees with all that was answered")

    helpers = {
        "sets_left": sets_left,
        "orders_left": orders_left,
        "solve_distinct": solve_distinct,
        "translate": translate,
    }
    return {
        "random": random,
        "combinations": itertools.combinations,
        "permutations": permutations_in_memory,
        "assistants_sets": assistants_sets,
        "get_feedback": get_feedback,
        "to_feedback": to_feedback,
        **{name: helper for name, helper in helpers.items() if name != exercise},
    }


def peg_game(exercise: str) -> Namespace:
    """Give what notebook 10 has defined, with a referee that minds no length."""

    def referee(code: str, guess: str) -> str:
        return get_feedback(code, guess[: len(code)].ljust(len(code), "\0"))

    if exercise == "my_functions":
        return {"random": random, "markposition": markposition}
    helpers = {"status": status, "submit_guess": submit_guess}
    return {
        "widgets": ipywidgets,
        "HTML": HTML,
        "get_feedback": referee,
        "LOOKS": dict(LOOKS),
        **{name: helper for name, helper in helpers.items() if name != exercise},
    }


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow what a student prints, let chance be the same every time, and leave no traces."""
    state = random.getstate()
    random.seed(SEED)
    markposition.reset_all_to_not_counted()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        random.setstate(state)
        markposition.reset_all_to_not_counted()


def run(answer: Answer) -> Namespace:
    """Run the cell of an answer where the notebook has it."""
    space = notebook(answer.exercise)
    exec(compile(answer.source, answer.title, "exec"), space)
    return space


def same(got: object, want: object) -> bool:
    if type(want) is int:  # NumPy's integers are integers, too
        return isinstance(got, Integral) and not isinstance(got, bool) and bool(got == want)
    return type(got) is type(want) and got == want


# References


def count_codes(num_colors: int, code_length: int, repeats: bool) -> int:
    """Multiply the possibilities, the last place first."""
    if repeats:
        return num_colors**code_length
    ways = 1 if code_length <= num_colors else 0
    for factor in range(num_colors - code_length + 1, num_colors + 1):
        ways *= factor
    return ways


def valid_code(colors: str, code_length: int, guess: str) -> bool:
    """Decide by the pegs that are left when each is looked up in a table."""
    known = dict.fromkeys(colors, 1)
    return sum(known.get(peg, 0) for peg in guess) == len(guess) == code_length


def valid_distinct_code(colors: str, code_length: int, guess: str) -> bool:
    once = dict(zip(guess, itertools.count()))
    return valid_code(colors, code_length, guess) and len(once) == len(guess)


def clean_guess(text: str) -> str:
    unwanted = {0x20, 0x2C}
    return str.join("", (chr(c).upper() for c in map(ord, text) if c not in unwanted))


@functools.lru_cache(maxsize=2**17)
def get_feedback(code: str, guess: str) -> str:
    """Cross out pegs by hand: first those that agree, then partners."""
    open_code = {i: peg for i, peg in enumerate(code) if guess[i] != peg}
    open_guess = [guess[i] for i in open_code]
    white = 0
    for peg in open_guess:
        partner = next((i for i in open_code if open_code[i] == peg), None)
        if partner is not None:
            del open_code[partner]
            white += 1
    return "b" * (len(code) - len(open_guess)) + "w" * white


def consistent_codes(candidates: list[str], guess: str, feedback: str) -> list[str]:
    return [code for code in candidates if get_feedback(code, guess) == feedback]


def partition_sizes(guess: str, candidates: list[str]) -> dict[str, int]:
    return dict(Counter(get_feedback(code, guess) for code in candidates))


def listen(tune: str, played: str) -> tuple[int, int]:
    """Fill a short try up with a note that no tune has, and count key pegs."""
    keys = get_feedback(tune, played.ljust(len(tune), "\0"))
    return keys.count("b"), keys.count("w")


def counts_of(played: str, left: Iterable[str]) -> dict[tuple[int, int], int]:
    return dict(Counter(listen(tune, played) for tune in left))


def knuth_step(left: list[str]) -> str:
    worst = [max(counts_of(played, left).values()) for played in left]
    return left[worst.index(min(worst))]


def naive_tries(notes: str, tune: str) -> list[str]:
    """Write down what the rules say, from the tune itself."""
    line, tries = list(notes), []
    for place, note in enumerate(tune):
        while line[0] != note:
            tries.append(tune[:place] + line[0])
            first = line.pop(0)
            if first in tune[place + 1 :]:
                line.append(first)
        tries.append(tune[: place + 1])
    return tries


@functools.cache
def broadest(left: tuple[str, ...]) -> str:
    widths = [len({listen(tune, played) for tune in left}) for played in left]
    return left[widths.index(max(widths))]


def breadth_tries(notes: str, tune: str) -> list[str]:
    left, tries = tuple(map("".join, itertools.product(notes, repeat=len(tune)))), []
    while tune not in tries:
        tries.append(broadest(left))
        left = tuple(other for other in left if listen(other, tries[-1]) == listen(tune, tries[-1]))
    return tries


def sets_left(sets: list[str], guess: str, number: int) -> list[str]:
    return [one for one in sets if len(one) - len(set(one).difference(guess)) == number]


def orders_left(colors: str, turns: list[tuple[str, int]]) -> list[str]:
    return [
        "".join(order)
        for order in itertools.permutations(colors)
        if [sum(map(str.__eq__, guess, order)) for guess, _ in turns] == [n for _, n in turns]
    ]


def translate(reply: dict[str, object], gladiators: int) -> str:
    if list(reply) == ["error"]:
        raise RuntimeError("lost")
    if list(reply) == ["response"]:
        return ("b" * reply["response"][1]).ljust(reply["response"][0], "w")
    return "b" * gladiators


Game = dict[str, object]
Step = tuple[int, str | None]


def status(game: Game) -> str:
    """Decide by the guesses, not by the feedback: it is truthful."""
    if any(guess == game["code"] for guess, _ in game["turns"]):
        return "won"
    return "playing" if len(game["turns"]) in range(game["max_guesses"]) else "lost"


def submit_guess(game: Game, guess: str) -> Game:
    if status(game) == "playing" and len(guess) == len(game["code"]):
        result = copy.deepcopy(game)
        result["turns"].append((guess, get_feedback(game["code"], guess)))
        return result
    raise ValueError("the game is over, or the length is wrong")


LOOKS = {
    "R": ("red", "#b3261e", "#ffffff", "●"),
    "O": ("orange", "#f28e2b", "#000000", "■"),
    "Y": ("yellow", "#ffe14d", "#000000", "▲"),
    "G": ("green", "#0b6e4f", "#ffffff", "◆"),
    "B": ("blue", "#1f4fb5", "#ffffff", "⬢"),
    "P": ("purple", "#b57edc", "#000000", "✚"),
}


def peg_fault(color: str, html: object) -> str:
    """Say what is wrong with what a call gave, read as a browser does; nothing if it is right."""
    if html is ValueError:
        return f"{color} is a peg"
    if type(html) is not str:
        return "it is not a string"
    name, fill, ink, sign = LOOKS[color]
    page = BeautifulSoup(html.strip(), "html.parser")
    if [tag.name for tag in page.find_all(True)] != ["span"]:
        return "it is not one span element"
    if html.lower().count("</span>") != 1:
        return "the element is not closed"
    if list(page.children) != [page.span]:
        return "something stands around the element"
    if page.span.get("role") != "img":
        return "role is not img"
    if page.span.get("aria-label") != name:
        return "aria-label is not the name"
    if "".join(page.span.text.split()) not in (sign + color, color + sign):
        return "the text is not the sign and the letter"
    style = {
        part.lower_name: tinycss2.color3.parse_color(tinycss2.serialize(part.value).strip())
        for part in tinycss2.parse_blocks_contents(page.span.get("style", ""), skip_whitespace=True)
        if part.type == "declaration"
    }
    if style.get("background", style.get("background-color")) != tinycss2.color3.parse_color(fill):
        return "the background is not the color of the peg"
    if style.get("color") != tinycss2.color3.parse_color(ink):
        return "the writing has not its color"
    return ""


def chosen(rate: Callable[[list[int]], object]) -> Callable[[list[str], list[str]], str]:
    """The guess of the smallest rating by the tie rule; `rate` compares exactly."""

    def choose(guesses: list[str], candidates: list[str]) -> str:
        ratings = [
            (rate(list(partition_sizes(guess, candidates).values())), guess not in candidates, i)
            for i, guess in enumerate(guesses)
        ]
        return guesses[min(ratings)[-1]]

    return choose


SOLVER_PARTS: dict[str, Callable[..., object]] = {
    "consistent_codes": consistent_codes,
    "partition_sizes": partition_sizes,
    "minimax_guess": chosen(max),
    "most_parts_guess": chosen(lambda sizes: -len(sizes)),
    "entropy_guess": chosen(lambda sizes: math.prod(size**size for size in sizes)),
}
REFERENCES: dict[str, Callable[..., object]] = {
    "count_codes": count_codes,
    "valid_code": valid_code,
    "valid_distinct_code": valid_distinct_code,
    "clean_guess": clean_guess,
    "get_feedback": get_feedback,
    "status": status,
    "submit_guess": submit_guess,
    "knuth_step": knuth_step,
    "sets_left": sets_left,
    "orders_left": orders_left,
    "translate": translate,
}


# Inputs


def words(alphabet: str, longest: int) -> list[str]:
    """List all texts up to a length, the short ones first."""
    return [
        "".join(letters)
        for length in range(longest + 1)
        for letters in itertools.product(alphabet, repeat=length)
    ]


def count_codes_inputs() -> Iterator[tuple[object, ...]]:
    yield from itertools.product(range(9), range(9), [True, False])
    yield from itertools.product([10, 26, 40], [17, 25, 39, 60], [True, False])


def valid_code_inputs() -> Iterator[tuple[object, ...]]:
    for colors in ["RG", "R", "", "Rr", "RGB"]:
        for guess in words("RGrX ", 3) + words("RGX", 5):
            for code_length in {0, 1, 2, 4, len(guess)}:
                yield colors, code_length, guess
    signs = "".join(map(chr, range(32, 127))) + "\n\tä"
    for colors in [*itertools.combinations("^-]A\\C", 3), tuple(signs)]:
        for guess in signs:
            yield "".join(colors), 1, guess
    for sign in set(signs) - set("RG"):
        yield "R", 1, f"R{sign}"
        yield "RG", 2, f"R{sign}"
        yield f"RG{sign}", 3, f"G{sign}R"
    draw = random.Random(11)
    for _ in range(300):
        colors = "".join(draw.sample(signs, draw.randint(1, 30)))
        guess = "".join(draw.choices(colors, k=draw.randint(1, 15)))
        yield colors, len(guess), guess
        place = draw.randrange(len(guess))
        yield colors, len(guess), guess[:place] + draw.choice(signs) + guess[place + 1 :]
        pegs = draw.sample(colors, draw.randint(1, len(colors)))
        yield colors, len(pegs), "".join(pegs)


def clean_guess_inputs() -> Iterator[tuple[object, ...]]:
    for text in words("rG ,", 5) + words("- ,\t1", 3):
        yield (text,)
    for character in [*map(chr, range(0x250)), *"αβςßﬁ–\u2003\u3000、"]:  # noqa: RUF001 - as students paste it
        yield (character,)
        yield (f"r {character}, {character}g",)
    draw = random.Random(12)
    for _ in range(200):
        yield ("".join(draw.choices("rgBY ,,  -.1\t\n", k=draw.randint(4, 120))),)


def get_feedback_inputs() -> Iterator[tuple[object, ...]]:
    for alphabet, longest in [("RG", 4), ("RGB", 3)]:
        for code, guess in itertools.product(words(alphabet, longest), repeat=2):
            if len(code) == len(guess):
                yield code, guess
    signs = "".join(map(chr, range(32, 127))) + "äβ\n\0"
    for peg in signs:
        yield f"R{peg}", f"{peg}R"
        yield f"R{peg}G", "RGG"
        yield "RGG", f"R{peg}G"
        yield f"{peg}R", f"{peg.swapcase()}R"
    draw = random.Random(13)
    for _ in range(400):
        alphabet = draw.sample(signs, draw.randint(2, 7))
        length = draw.randint(3, 14)
        yield "".join(draw.choices(alphabet, k=length)), "".join(draw.choices(alphabet, k=length))


def candidate_lists() -> Iterator[tuple[list[str], list[str]]]:
    """Guesses and candidates of small games, drawn the same way at each call."""
    draw = random.Random(29)
    for colors, length in [("RG", 3), ("RGB", 2), ("RGBY", 2), ("RGBYO", 3), ("012345", 4)]:
        codes = ["".join(pegs) for pegs in itertools.product(colors, repeat=length)]
        for _ in range(60):
            most = min(len(codes), 25)
            yield (
                draw.sample(codes, draw.randint(1, most)),
                draw.sample(codes, draw.randint(1, most)),
            )
    yield ["0000", "0001"], codes
    yield ["0000"], codes
    # 2.2025 and 2.2027 bits
    close = (
        "YRO OYB OOR GOO BBY GRY BOG YYR YBG BRG RRR YRG OBY GYG GOR RYO RBO YGB BYR OYY RYR YOR"
    )
    yield ["GBG", "BRR"], close.split()


def consistent_codes_inputs() -> Iterator[tuple[object, ...]]:
    for guesses, candidates in candidate_lists():
        for guess in guesses[:3]:
            earned = {get_feedback(code, guess) for code in guesses}
            for feedback in sorted(earned | {"", "w", "b" * len(guess)}):
                yield candidates, guess, feedback
                yield [*candidates, *candidates[:2]], guess, feedback
    yield [], "RG", "b"
    yield ["RG"], "GR", "b"
    every = ["".join(row) for row in itertools.product("ROYGBP", repeat=4)]
    yield every, "RROO", "bw"


def partition_sizes_inputs() -> Iterator[tuple[object, ...]]:
    for guesses, candidates in candidate_lists():
        for guess in guesses[:4]:
            yield guess, candidates
            yield guess, [*candidates, *candidates[:2]]
    yield "RG", []


def games() -> Iterator[Game]:
    """All that can come of short codes and few guesses, and some longer games."""
    for code, pegs, most in [("R", "RG", 3), ("RG", "RG", 3), ("GG", "RGx", 2)]:
        guesses = ["".join(guess) for guess in itertools.product(pegs, repeat=len(code))]
        for max_guesses in range(1, most + 1):
            for turns in range(max_guesses + 1):
                for row in itertools.product(guesses, repeat=turns):
                    if code not in row[:-1]:
                        yield {"code": code, "max_guesses": max_guesses, "turns": told(code, row)}
    draw = random.Random(41)
    for _ in range(200):
        code = "".join(draw.choices("RGBY", k=draw.randint(3, 8)))
        max_guesses = draw.randint(1, 14)
        row = [
            "".join(draw.choices("RGBYrx", k=len(code)))
            for _ in range(draw.randint(0, max_guesses))
        ]
        row = [guess for guess in row if guess != code]
        yield {"code": code, "max_guesses": max_guesses, "turns": told(code, row)}
        if row:
            yield {"code": code, "max_guesses": max_guesses, "turns": told(code, [*row[:-1], code])}


def told(code: str, guesses: Iterable[str]) -> list[tuple[str, str]]:
    return [(guess, get_feedback(code, guess)) for guess in guesses]


def status_inputs() -> Iterator[tuple[object, ...]]:
    return ((game,) for game in games())


def submit_guess_inputs() -> Iterator[tuple[object, ...]]:
    for game in games():
        code = game["code"]
        used = [guess for guess, _ in game["turns"]]
        for guess in {
            "",
            code,
            code[1:],
            code + "R",
            code[::-1],
            code.lower(),
            "X" * len(code),
            f" {code}",
            *used[:1],
        }:
            yield game, guess


def knuth_step_inputs() -> Iterator[tuple[object, ...]]:
    every = [tune for tune in words("ABC", 2) if len(tune) == 2]
    for size in (1, 2, 3):
        yield from ((list(left),) for left in itertools.permutations(every, size))
    draw = random.Random(47)
    for notes, length in [("ABCD", 2), ("AB", 5), ("ABCDEFG", 5), ("x y", 3)]:
        tunes = ["".join(draw.choices(notes, k=length)) for _ in range(40)]
        yield from ((list(dict.fromkeys(draw.sample(tunes, n))),) for n in range(2, 25))


def sets_left_inputs() -> Iterator[tuple[object, ...]]:
    yield [], "A", 1
    draw = random.Random(53)
    for colors, length in [("A", 1), ("AB", 1), ("ABCD", 2), ("ABCDE", 3), ("0123456", 4)]:
        sets = ["".join(draw.sample(one, length)) for one in itertools.combinations(colors, length)]
        for _ in range(40):
            yield (
                draw.sample(sets, draw.randint(1, len(sets))),
                "".join(draw.sample(colors + "XYZW", length)),
                draw.randint(0, length),
            )
        yield sets, sets[0][::-1], length


def orders_left_inputs() -> Iterator[tuple[object, ...]]:
    draw = random.Random(59)
    for colors in ["A", "BA", "ABC", "3102", "ABCDE"]:
        yield colors, []
        for _ in range(40):
            code, turns = "".join(draw.sample(colors, len(colors))), []
            for _ in range(draw.randint(1, 4)):
                guess = "".join(draw.sample(colors + "XYZ", len(colors)))
                turns.append((guess, sum(map(str.__eq__, guess, code))))
            yield colors, turns
        yield colors, [(code, len(colors))]
        yield colors, [("X" * len(colors), 1)]


def translate_inputs() -> Iterator[tuple[object, ...]]:
    for gladiators in range(1, 7):
        for anywhere in range(gladiators + 1):
            for here in range(anywhere + 1):
                yield {"response": [anywhere, here]}, gladiators
        for error in ["", "no", *Arena.ERRORS]:
            yield {"error": error}, gladiators
        yield {"message": "Onto the next level"}, gladiators
        yield {"hash": "5eed", "message": "Congratulations!"}, gladiators
        yield {"numGladiators": gladiators, "numWeapons": 9, "roundsLeft": 1}, gladiators


INPUTS: dict[str, Callable[[], Iterable[tuple[object, ...]]]] = {
    "consistent_codes": consistent_codes_inputs,
    "partition_sizes": partition_sizes_inputs,
    "minimax_guess": candidate_lists,
    "most_parts_guess": candidate_lists,
    "entropy_guess": candidate_lists,
    "count_codes": count_codes_inputs,
    "valid_code": valid_code_inputs,
    "valid_distinct_code": valid_code_inputs,
    "clean_guess": clean_guess_inputs,
    "get_feedback": get_feedback_inputs,
    "status": status_inputs,
    "submit_guess": submit_guess_inputs,
    "knuth_step": knuth_step_inputs,
    "sets_left": sets_left_inputs,
    "orders_left": orders_left_inputs,
    "translate": translate_inputs,
}


# Judges: each says what is wrong with an answer, or nothing


def judge_function(answer: Answer) -> str:
    function = run(answer)[answer.exercise]
    for before, want in expected(answer.exercise):
        arguments = copy.deepcopy(before)
        for _ in range(2):
            got = outcome(function, *arguments)
            if answer.exercise == "orders_left" and isinstance(got, list):
                got = sorted(got, key=str)  # in any order
            if not alike(got, want):
                return f"{arguments} gives {got!r}, not {want!r}"
            if arguments != before:
                return f"{before} is changed to {arguments}"
    return ""


@functools.cache
def expected(exercise: str) -> list[tuple[tuple[object, ...], object]]:
    """All inputs to an exercise, and what should come of each."""
    reference = (REFERENCES | SOLVER_PARTS)[exercise]
    found = [(arguments, outcome(reference, *arguments)) for arguments in INPUTS[exercise]()]
    if exercise == "orders_left":
        return [(arguments, sorted(orders)) for arguments, orders in found]
    return found


def outcome(function: Callable[..., object], *arguments: object) -> object:
    """What a call gives: its value, or the kind of error that stops it."""
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def alike(got: object, want: object) -> bool:
    """Equal and of the same types, also inside; only a mean may be off by a rounding."""
    if isinstance(want, type):
        return isinstance(got, type) and issubclass(got, want)
    if isinstance(want, dict) and isinstance(got, dict):
        return sorted(got) == sorted(want) and all(alike(got[key], want[key]) for key in want)
    if isinstance(want, float):
        return isinstance(got, (int, float)) and math.isclose(got, want)
    return same(got, want)


def judge_total(answer: Answer) -> str:
    """Compare with the depths in a tree; the strategies see what they are asked with."""
    function = run(answer)["total_guesses"]

    def depths(strategy: Callable[..., str], codes: list[str], left: list[str], depth: int) -> int:
        guess = strategy(codes, left)
        parts: dict[str, list[str]] = {}
        for code in left:
            parts.setdefault(get_feedback(code, guess), []).append(code)
        return sum(
            depth if part == [guess] else depths(strategy, codes, part, depth + 1)
            for part in parts.values()
        )

    strategies = [lambda g, c: c[0], lambda g, c: c[-1], chosen(max), lambda g, c: c[len(c) // 2]]
    for colors, length in [("R", 1), ("RG", 1), ("RGB", 1), ("RGB", 2), ("RG", 3), ("RGBY", 2)]:
        every = ["".join(pegs) for pegs in itertools.product(colors, repeat=length)]
        for codes, strategy in itertools.product([every, every[::-2]], strategies):
            asked: list[bool] = []

            def watched(guesses: list[str], candidates: list[str]) -> str:
                asked.append(guesses == codes and len(asked) < 500)  # noqa: B023
                if not all(asked):  # noqa: B023
                    raise LookupError("asked with other guesses, or without end")
                return strategy(guesses, candidates)  # noqa: B023

            for _ in range(2):
                asked.clear()
                given = list(codes)
                got, want = function(watched, given), depths(strategy, codes, codes, 1)
                if not same(got, want) or given != codes:
                    return f"{codes} take {got!r} guesses, not {want}, and are then {given}"
    return ""


@functools.cache
def total_of(name: str, codes: tuple[str, ...]) -> int:
    """Add up the depths of all codes in a strategy's tree."""

    def depths(left: list[str], depth: int) -> int:
        guess = left[0] if name == "first" else SOLVER_PARTS[name](list(codes), left)
        parts: dict[str, list[str]] = {}
        for code in left:
            parts.setdefault(get_feedback(code, guess), []).append(code)
        return sum(depth if part == [guess] else depths(part, depth + 1) for part in parts.values())

    return depths(list(codes), 1)


def judge_better(answer: Answer) -> str:
    """The smaller of two totals in each position, and whose it is."""
    better = run(answer)["better"]
    if type(better) is not dict or {*better} != {*LEFT, "mine"}:
        return "no dictionary with an entry for each position"
    mine = better["mine"]
    if type(mine) is not list or not 2 <= len({*mine}) == len(mine) <= 12:
        return "mine is no list of different codes"
    if len({*map(len, mine)}) != 1 or len(mine[0]) not in (2, 3, 4):
        return "mine has codes of several lengths, or of another length"
    if total_of("first", tuple(mine)) >= total_of("minimax_guess", tuple(mine)):
        return "the first candidate is not better in mine"
    for position, codes in LEFT.items():
        minimax, entropy = (
            total_of(f"{name}_guess", tuple(codes)) for name in ("minimax", "entropy")
        )
        name = "neither" if minimax == entropy else "minimax" if minimax < entropy else "entropy"
        pair = better[position]
        if type(pair) is not tuple or len(pair) != 2 or pair[0] != name:
            return f"{position}: {pair!r}, not {name}"
        if not same(pair[1], min(minimax, entropy)):
            return f"{position}: {pair[1]!r} guesses, not {min(minimax, entropy)}"
    return ""


def judge_elimination(answer: Answer) -> str:
    """Every code of small games: found, each guess consistent, none too many."""
    function = run(answer)["solve_by_elimination"]
    games = [("R", 3), ("RG", 1), ("RG", 3), ("RGB", 2), ("RGB", 3), ("ABCDEFGHIJKLMNOPQRST", 1)]
    for colors, length in games:
        for pegs in itertools.product(colors, repeat=length):
            fault = elimination_fault(function, colors, "".join(pegs))
            if fault:
                return fault
    draw = random.Random(37)
    for _ in range(3):
        fault = elimination_fault(function, "ROYGBP", "".join(draw.choices("ROYGBP", k=4)))
        if fault:
            return fault
    return ""


def elimination_fault(function: Callable[..., object], colors: str, code: str) -> str:
    asked: list[tuple[str, str]] = []

    def respond(guess: str) -> str:
        if len(asked) == 40 or len(guess) != len(code):
            raise LookupError(f"{code}: asked {guess} after {asked}")
        asked.append((guess, get_feedback(code, guess)))
        return asked[-1][1]

    got = function(colors, len(code), respond)
    guesses = [guess for guess, _ in asked]
    if got != guesses or guesses[-1] != code or len(set(guesses)) < len(guesses):
        return f"{code}: asked {guesses}, returned {got!r}"
    for i, guess in enumerate(guesses):
        if not set(guess) <= set(colors):
            return f"{code}: {guess} is no code"
        if any(get_feedback(guess, earlier) != said for earlier, said in asked[:i]):
            return f"{code}: {guess} is not consistent with {asked[:i]}"
    return ""


def uneven(counts: Counter[str], possible: Iterable[str]) -> str:
    """Compare counts with equal chances; a fair draw fails once in some ten million."""
    cells = list(possible)
    expected = counts.total() / len(cells)
    if strangers := set(counts) - set(cells):
        return f"{min(strangers)!r} comes up"
    freedom = len(cells) - 1
    chi_square = sum((counts[cell] - expected) ** 2 / expected for cell in cells)
    # Wilson and Hilferty: the cube root of chi-square is nearly normal.
    spread = math.sqrt(2 / (9 * freedom))
    deviation = ((chi_square / freedom) ** (1 / 3) - 1) / spread + spread
    return f"not even: {deviation:.1f} deviations" if deviation > 5.5 else ""


def judge_draws(answer: Answer) -> str:
    function = run(answer)[answer.exercise]
    distinct = answer.exercise == "get_distinct_code"

    def codes(colors: str, length: int) -> list[str]:
        rows = (
            itertools.permutations(colors, length)
            if distinct
            else itertools.product(colors, repeat=length)
        )
        return ["".join(row) for row in rows]

    letters = "".join(map(chr, range(65, 65 + 26))) + "abcdefghijklmnopqrstuvwxyz"
    for colors, length in [
        ("R", 1),
        ("αβ", 2),
        ("R G", 3),
        ("rgby", 2),
        (letters, 52),
        (letters, 3),
    ]:
        got = function(colors, length)
        if type(got) is not str or len(got) != length or not set(got) <= set(colors):
            return f"({colors!r}, {length}) gives {got!r}"
        if distinct and len(set(got)) != length:
            return f"({colors!r}, {length}) gives {got!r}"
    for colors, length, calls, draws in [
        ("RG", 1, 5, 2000),
        ("RGB", 2, 2, 3000),
        ("ABCDEFG", 1, 2, 3000),
        ("WXYZ", 4 if distinct else 3, 1, 8000),
        ("RGBY", 2, 1, 3000),
    ]:
        counts = Counter(
            "".join(function(colors, length) for i in range(calls)) for j in range(draws)
        )
        if fault := uneven(
            counts, map("".join, itertools.product(codes(colors, length), repeat=calls))
        ):
            return f"({colors!r}, {length}) in {calls} calls: {fault}"
    return ""


def judge_import(answer: Answer) -> str:
    space = run(answer)
    for name in markposition.__all__:
        if space.get(name) is not getattr(markposition, name):
            return f"{name} is {space.get(name)!r}"
    return ""


def judge_marks(answer: Answer) -> str:
    function = run(answer)["mark_positions"]
    draw = random.Random(14)
    for before in [
        {0},
        {1},
        {3, 100},
        set(),
        {12},
        {10**30},
        *(set(draw.sample(range(200), 9)) for i in range(50)),
    ]:
        for calls in range(1, 4):
            markposition.reset_all_to_not_counted()
            for position in before:
                markposition.mark_as_counted(position)
            for _ in range(calls):
                function()
            marked = {i for i in {*range(300), *before} if markposition.check_if_counted(i)}
            if marked != {0, 2, 4, 6, 8, 10}:
                return f"{calls} calls with {before} marked leave {marked} marked"
    return ""


def wrong_referees() -> list[Callable[[str, str], str]]:
    """Build the twelve anew: the last one remembers, so every list needs its own."""

    def tally(code: str, guess: str) -> tuple[int, int]:
        feedback = get_feedback(code, guess)
        return feedback.count("b"), feedback.count("w")

    def partners(ours: str, theirs: str) -> int:
        return sum(peg in theirs for peg, other in zip(ours, theirs, strict=True) if peg != other)

    def made_of(count: Callable[[str, str], tuple[int, int]]) -> Callable[[str, str], str]:
        return lambda code, guess: "b" * count(code, guess)[0] + "w" * count(code, guess)[1]

    marked: set[int] = set()

    def remembering(code: str, guess: str) -> str:
        white = 0
        black = {i for i in range(len(code)) if code[i] == guess[i]}
        marked.update(black)
        for i in set(range(len(code))) - black:
            partner = next(
                (j for j in range(len(code)) if j not in marked and code[j] == guess[i]), None
            )
            if partner is not None:
                marked.add(partner)
                white += 1
        return "b" * len(black) + "w" * white

    return [
        made_of(lambda c, g: (sum(tally(c, g)), 0)),
        made_of(lambda c, g: (0, tally(c, g)[1])),
        lambda c, g: "w" * tally(c, g)[1] + "b" * tally(c, g)[0],
        lambda c, g: "w" * tally(c, g)[0] + "b" * tally(c, g)[1],
        made_of(lambda c, g: (tally(c, g)[0], partners(g, c))),
        made_of(lambda c, g: (tally(c, g)[0], partners(c, g))),
        made_of(lambda c, g: (tally(c, g)[0], sum(tally(c, g)))),
        made_of(lambda c, g: (tally(c, g)[0], max(0, len(set(c) & set(g)) - tally(c, g)[0]))),
        made_of(lambda c, g: tally(c[:4], g[:4])),
        made_of(lambda c, g: tally(c[1:], g[1:])),
        made_of(lambda c, g: (tally(c, g)[0], min(1, tally(c, g)[1]))),
        remembering,
    ]


@functools.cache
def shown_examples() -> frozenset[frozenset[str]]:
    """Find the pairs of code and guess that students read in notebook 3."""
    text = "\n".join(cell.source for cell in read("release", "03-feedback").cells)
    strings = re.findall(r'"([A-Z]+)", *"([A-Z]+)"', text)
    words = re.findall(r"code is `([A-Z]+)`, the guess is `([A-Z]+)`", text)
    return frozenset(map(frozenset, [*strings, *words]))


def judge_examples(answer: Answer) -> str:
    examples = run(answer)["examples"]
    if type(examples) is not list or not 1 <= len(examples) <= 8:
        return "not a list of 1 to 8 examples"
    for example in examples:
        if type(example) is not tuple or list(map(type, example)) != [str, str, str]:
            return f"{example!r} is no triple of texts"
        code, guess, feedback = example
        if len(code) != len(guess) or get_feedback(code, guess) != feedback:
            return f"{example!r} is not true"
    own = [example for example in examples if frozenset(example[:2]) not in shown_examples()]
    for number, referee in enumerate(wrong_referees(), start=1):
        said = [referee(code, guess) for code, guess, _ in own]  # all: one remembers
        if said == [feedback for _, _, feedback in own]:
            return f"wrong referee number {number} is not exposed"
    return ""


GATEKEEPERS: list[Callable[[str, int, str], bool]] = [
    lambda c, n, g: True,
    lambda c, n, g: False,
    lambda c, n, g: n == len(g),
    lambda c, n, g: all(peg in c for peg in g),
    lambda c, n, g: n == len(g) and c.find(g) >= 0,
    lambda c, n, g: n == len(g) and all(peg in c for peg in g[:1]),
    lambda c, n, g: n == len(g) and all(peg in c for peg in g[-1:]),
    lambda c, n, g: n == len(g) == len({*g} & {*c}),
]


class Examples(NamedTuple):
    """What a list of examples has to be, and the wrong programs that it should expose."""

    most: int
    kinds: tuple[type, ...]
    right: Callable[..., object]
    wrong: list[Callable[..., object]]
    counts: Callable[..., object]
    fits: Callable[..., object] = lambda *parts: True


def judge_list(answer: Answer) -> str:
    """Every example is well made and true, and those that count expose every wrong program."""
    rule = LISTS[answer.exercise]
    examples = run(answer)[answer.exercise]
    if type(examples) is not list or not 1 <= len(examples) <= rule.most:
        return f"not a list of 1 to {rule.most} examples"
    for example in examples:
        if type(example) is not tuple or (*map(type, example),) != rule.kinds:
            return f"{example!r} is not well made"
        if not rule.fits(*example):
            return f"{example!r} does not fit"
        if not same(rule.right(*example[:-1]), example[-1]):
            return f"{example!r} is not right"
    own = [example for example in examples if rule.counts(*example)]
    for number, program in enumerate(rule.wrong, start=1):
        if all(program(*example[:-1]) == example[-1] for example in own):
            return f"wrong program number {number} is not exposed"
    return ""


def whole_games_asked() -> Iterator[tuple[str, tuple[object, ...], object]]:
    """Ask the five functions of a game small questions: name, arguments, right answer."""
    pairs = list(itertools.product(map("".join, itertools.product("ROY", repeat=3)), repeat=2))
    for code, guess in pairs:
        yield "get_feedback", (code, guess), get_feedback(code, guess)
    for guess in ["", "R", "RO", "YY", "XO", "OX", "ROY"]:
        yield "valid_code", ("ROY", 2, guess), valid_code("ROY", 2, guess)
    codes = ["".join(pegs) for pegs in itertools.product("ROY", repeat=2)]
    for code, guess in itertools.product(codes, codes):
        keys = get_feedback(code, guess)
        left = consistent_codes(codes, guess, keys)
        yield "consistent_codes", (codes, guess, keys), left
        yield "minimax_guess", (codes, left), SOLVER_PARTS["minimax_guess"](codes, left)


def judge_my_functions(answer: Answer) -> str:
    """Ask each function what is asked in a game, all with a right referee."""
    space = run(answer)
    for name in ("get_code", "valid_code", "get_feedback", "consistent_codes", "minimax_guess"):
        function = space.get(name)
        if not callable(function) or str(function.__module__).startswith("mastermind"):
            return f"{name} is {function!r}"
    for name, arguments, want in whole_games_asked():
        got = space[name](*copy.deepcopy(arguments))
        if not same(got, want):
            return f"{name}{arguments} gives {got!r}"
    drawn = Counter(space["get_code"]("ROY", 2) for _ in range(200))
    return "" if set(drawn) == set(map("".join, itertools.product("ROY", repeat=2))) else f"{drawn}"


def judge_counterexample(answer: Answer) -> str:
    pair = run(answer)["counterexample"]
    if type(pair) is not tuple or [*map(type, pair)] != [str, str] or len(pair[0]) > 3:
        return "no pair of texts, or too long"
    text, result = pair
    if result != clean_guess(text):
        return "the result is not right"
    given = re.sub(", | ", "", re.sub(r"^\s+|\s+$", "", text)).upper()
    return f"the program is right for {text!r}" if given == result else ""


def skipping(items: list[str], keep: Callable[[str], object]) -> list[str]:
    """Remove in a loop what is not to be kept, and so skip what follows it."""
    left, place = items.copy(), 0
    while place < len(left):
        if not keep(left[place]):
            del left[place]
        place += 1
    return left


ELIMINATORS: list[Callable[[list[str], str, str], list[str]]] = [
    lambda c, g, f: c,
    lambda c, g, f: [x for x in c if sum(map(str.__eq__, x, g)) == f.count("b")],
    lambda c, g, f: [x for x in c if (Counter(x) & Counter(g)).total() == len(f)],
    lambda c, g, f: [x for x in c if get_feedback(x, g).find(f) >= 0],
    lambda c, g, f: [x for x in consistent_codes(c, g, f) if g != x],
    lambda c, g, f: list(dict.fromkeys(consistent_codes(c, g, f), 0)),
    lambda c, g, f: sorted(consistent_codes(c, g, f)),
    lambda c, g, f: skipping(c, lambda code: get_feedback(code, g) == f),
]


def counters(wrong: str) -> Callable[[int, int, bool], int]:
    """Make a program that counts codes place by place, with a mistake of that name."""

    def count(colors: int, places: int, repeats: bool) -> int:
        if wrong == "no empty code" and not places:
            return 0
        if wrong == "repeats are not looked at":
            repeats = True
        if wrong == "the other way round":
            repeats = not repeats
        if repeats and wrong == "mixed up":
            colors, places = places, colors
        if repeats and wrong == "times":
            return colors * places
        found = 1
        for place in range(places):
            taken = min(place, 1) if wrong == "one color is taken away" else place
            left = colors if repeats else max(colors - taken, wrong == "one at least")
            found *= left
        ordered = repeats or wrong != "no order"
        return found if ordered else found // math.factorial(places)

    return count


def waiting_line(
    gear: int | None = 0, tumbler: int | None = -1, nothing: int | None = None
) -> Callable[[str, str], list[str]]:
    """Make a naive player who puts a note back at these places of the line, None for nowhere."""

    def play(notes: str, tune: str) -> list[str]:
        line, known, tries = [*notes], "", []
        while line and len(known) < len(tune) and len(tries) < 50:
            note = line.pop(0)
            tries.append(known + note)
            if tune[len(known)] == note:
                known, place = known + note, gear
            else:
                place = tumbler if note in tune[len(known) :] else nothing
            if place is not None:
                line.insert(len(line) if place < 0 else place, note)
        return tries

    return play


def any_gear(notes: str, tune: str) -> list[str]:
    """Take every gear for a new gear, so that a second try always seems to be right."""
    tries = waiting_line()(notes, tune)
    first = tries[: next((i for i, tried in enumerate(tries) if len(tried) > 1), len(tries))]
    line, known = [*notes], ""
    for tried in first:
        note = line.pop(0)
        if tried == tune[0]:
            known, line = note, [note, *line]
        elif note in tune:
            line.append(note)
    found = list(first)
    while known and len(known) < len(tune):
        found.append(known + line[0])
        played = found[-1]
        if listen(tune, played)[1]:
            line.append(line.pop(0))
        else:
            known = played
    return found


def sets_if(keep: Callable[[str, str, int], object]) -> Callable[[list[str], str, int], list[str]]:
    """Make a program that keeps the sets for which something is true."""
    return lambda sets, guess, number: [one for one in sets if keep(one, guess, number)]


def shared(one: str, other: str) -> int:
    return len({*one} & {*other})


def reader(wrong: str = "") -> Callable[[dict[str, object], int], str]:
    """Make a program that reads replies, with a mistake of that name."""

    def read(reply: dict[str, object], gladiators: int) -> str:
        if reply.get("error") or ("error" in reply and wrong != "empty errors"):
            return "error"
        if "response" not in reply:
            missed = wrong == "message only" and "message" not in reply
            return "" if missed else "b" * (4 if wrong == "four" else gladiators)
        anywhere, here = reply["response"]
        if wrong == "0 is an error" and not anywhere:
            return "error"
        if wrong == "all is won" and anywhere == gladiators:
            return "b" * gladiators
        black, white = here, anywhere - here
        if wrong == "swapped":
            black, white = white, black
        if wrong == "white for all":
            white = anywhere
        keys = "b" * black + "w" * white
        return keys[::-1] if wrong == "white first" else keys

    return read


def umpire(wrong: str) -> Callable[[Game], str]:
    """Make a program that says how a game stands, with a mistake of that name."""

    def say(game: Game) -> str:
        turns, places = game["turns"], len(game["code"])
        if not turns:
            lost = wrong == "lost at first" or (wrong == "one early" and game["max_guesses"] == 1)
            return "lost" if lost else "playing"
        said = turns[0][1] if wrong == "the first turn" else turns[-1][1]
        won = said == "b" * (4 if wrong == "four" else places)
        if wrong == "black":
            won = said.count("b") == len(said) > 0
        if wrong == "as many":
            won = len(said) == places
        over = game["max_guesses"] - len(turns) <= (wrong == "one early")
        if over and wrong == "lost before won":
            return "lost"
        if won:
            return "won"
        return "lost" if over and wrong != "never lost" else "playing"

    return say


MISREAD = (
    "swapped,white for all,white first,all is won,0 is an error,empty errors,four,message only"
)
MISJUDGED = "lost before won,four,black,as many,the first turn,one early,never lost,lost at first"
MISCOUNTED = (
    "repeats are not looked at,the other way round,mixed up,times,no order,no empty code,"
    "one at least,one color is taken away"
)
LISTS = {
    "count_examples": Examples(
        6,
        (int, int, bool, int),
        count_codes,
        [counters(wrong) for wrong in MISCOUNTED.split(",")],
        lambda colors, places, repeats, codes: (colors, places) not in [(2, 3), (3, 2)],
        lambda colors, places, repeats, codes: colors in range(10) and places in range(10),
    ),
    "gate_examples": Examples(
        6,
        (str, int, str, bool),
        valid_code,
        GATEKEEPERS,
        lambda colors, length, guess, said: colors == "" or not {*colors} <= {*"RGB"},
    ),
    "survivor_examples": Examples(
        5,
        (list, str, str, list),
        consistent_codes,
        ELIMINATORS,
        lambda codes, guess, keys, left: not {*"".join([*codes, guess])} <= {*"RG"},
        lambda codes, guess, keys, left: (
            len(codes) <= 8 and not {len(code) for code in codes} - {len(guess)}
        ),
    ),
    "naive_examples": Examples(
        4,
        (str, str, list),
        naive_tries,
        [
            waiting_line(gear=-1),
            waiting_line(gear=None),
            waiting_line(tumbler=None),
            waiting_line(tumbler=1),
            waiting_line(nothing=-1),
            any_gear,
            lambda notes, tune: waiting_line()(notes[::-1], tune),
            lambda notes, tune: waiting_line()(notes, tune)[:-1],
        ],
        lambda notes, tune, tries: not {*notes} <= {*"ABC"},
        lambda notes, tune, tries: (
            0 < len({*notes}) == len(notes) < 5 and 0 < len(tune) < 5 and {*tune} <= {*notes}
        ),
    ),
    "set_examples": Examples(
        4,
        (list, str, int, list),
        sets_left,
        [
            assistants_sets,
            sets_if(lambda one, guess, number: shared(one, guess) >= number),
            sets_if(lambda one, guess, number: shared(one, guess) <= number),
            sets_if(lambda one, guess, number: sum(map(str.__eq__, one, guess)) == number),
            lambda sets, guess, number: sorted(sets_left(sets, guess, number)),
            lambda s, g, n: skipping(s, lambda one: shared(one, g) == n),
            lambda sets, guess, number: sets_left(sets, guess, number)[:1],
            lambda sets, guess, number: sets_left(sets, guess, number) if number > 0 else sets,
        ],
        lambda sets, guess, number, left: not {*"".join([*sets, guess])} <= {*"ABCDEF"},
        lambda sets, guess, number, left: (
            len(sets) < 9
            and number >= 0
            and {len(one) for one in sets} <= {len(guess)}
            and all(len({*one}) == len(one) for one in [*sets, guess])
        ),
    ),
    "reply_examples": Examples(
        6,
        (dict, int, str),
        reader(),
        [reader(wrong) for wrong in MISREAD.split(",")],
        lambda reply, gladiators, said: gladiators >= 5,
        lambda reply, gladiators, said: (
            len(reply) > 0
            and [*sorted(reply.get("response", [0, 0]), reverse=True)]
            == [*reply.get("response", [0, 0])]
            and max(reply.get("response", [0, 0])) <= gladiators
        ),
    ),
    "status_examples": Examples(
        6,
        (dict, str),
        status,
        [umpire(wrong) for wrong in MISJUDGED.split(",")],
        lambda game, word: len(game["code"]) != 4,
        lambda game, word: (
            {*game} == {"code", "max_guesses", "turns"}
            and len(game["turns"]) <= game["max_guesses"]
            and all(type(turn) is tuple for turn in game["turns"])
            and "b" * len(game["code"]) not in [turn[1] for turn in game["turns"][:-1]]
        ),
    ),
}
"""The lists of examples, each with a reference and wrong programs that are written anew here."""


def judge_openings(answer: Answer) -> str:
    """Each word and each mean agree with many games that are played here."""
    openings = run(answer)["openings"]
    if type(openings) is not dict or {*openings} != {"RRRR", "RRRO", "RROO", "RROY", "ROYG"}:
        return "no dictionary with an entry for each first guess"
    for first, pair in openings.items():
        if type(pair) is not tuple or len(pair) != 2:
            return f"{pair!r} is no pair"
        word, found = pair
        known = MEANS[first]
        if word != ("slower" if known > 4.7 else "close"):
            return f"{first}: {word!r} is not right"
        if type(found) is bool or abs(found - known) > 0.1:
            return f"{first}: {found!r}, not about {known}"
    return ""


MEANS = {"RRRR": 5.1085, "RRRO": 4.73525, "RROO": 4.635, "RROY": 4.60075, "ROYG": 4.64975}
"""The mean number of guesses in 4000 games after each first guess."""


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("first", MEANS)
def test_the_means_of_first_guesses_are_those_of_many_games(first):
    assert mean(many_games(4000, first=first, seed=30)) == MEANS[first]


def best_of(
    guesses: list[str], rate: Callable[[str], object], liked: Iterable[str] = (), first: bool = True
) -> str:
    """Take the first (or the last) of the guesses with the least rating, a liked one before."""
    best = [guess for guess in guesses if rate(guess) == min(map(rate, guesses))]
    preferred = [guess for guess in best if guess in liked] or best
    return preferred[0 if first else -1]


def judge_choices(answer: Answer) -> str:
    examples = run(answer)["choice_examples"]
    if type(examples) is not list or not 1 <= len(examples) <= 4:
        return "not a list of 1 to 4 examples"
    exposed = set()
    for example in examples:
        if type(example) is not tuple or [*map(type, example)] != [list, list, str]:
            return f"{example!r} is not well made"
        guesses, candidates, choice = example
        if not all(0 < len(set(codes)) == len(codes) < 9 for codes in (guesses, candidates)):
            return f"{example!r} has no code, too many, or one twice"
        tables = {guess: partition_sizes(guess, candidates) for guess in guesses}
        worst = {guess: max(table.values()) for guess, table in tables.items()}
        if best_of(guesses, worst.__getitem__, candidates) != choice:
            return f"{example!r} is not right"
        likely = [guess for guess in guesses if guess in candidates] or guesses
        wrong = [
            guesses[0],
            best_of(likely, worst.__getitem__),
            best_of(guesses, worst.__getitem__),
            best_of(guesses, worst.__getitem__, candidates, first=False),
            best_of(guesses, lambda guess, tables=tables: -len(tables[guess]), candidates),
            best_of(guesses, lambda guess, worst=worst: -worst[guess]),
        ]
        if set("".join(guesses + candidates)) - {"R", "G", "B"}:
            exposed |= {number for number, other in enumerate(wrong) if other != choice}
    return "" if len(exposed) == 6 else f"only {exposed} are exposed"


def game_fault(function: Callable[..., object], colors: str, code: str) -> str:
    """Let a solver break a code, and say what is wrong; faults count even if it swallows them."""
    asked: list[object] = []
    faults: list[str] = []

    def respond(guess: object) -> str:
        if len(asked) == 25:
            faults.append("asks more than 25 times")
        elif (
            type(guess) is not str
            or len({*guess} & {*colors}) != len(guess)
            or len(guess) != len(code)
        ):
            faults.append(f"asks {guess!r}")
        elif guess in asked:
            faults.append(f"asks {guess!r} twice")
        if faults:
            raise AssertionError(faults[0])
        asked.append(guess)
        return get_feedback(code, guess)

    try:
        got = function(colors, len(code), respond)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if not faults and (not same(got, asked) or asked[-1:] != [code]):
        faults.append(f"asks {asked}, returns {got!r}")
    return "".join(faults[:1])


def hidden_codes() -> Iterator[tuple[str, str]]:
    for colors, length in [("A", 1), ("ba", 2), ("ABC", 2), ("0123", 3), ("αβγδ", 4), (" ?*", 1)]:
        for code in itertools.permutations(colors, length):
            yield colors, "".join(code)
    letters = "".join(map(chr, range(65, 90)))
    yield from [(letters, "A"), (letters, "M"), (letters, "Y")]
    draw = random.Random(15)
    yield letters, "".join(draw.sample(letters, 6))
    for colors, length, games in [("STUVWX", 4, 25), ("abcdefgh", 2, 15), ("0123456789", 5, 3)]:
        for _ in range(games):
            yield colors, "".join(draw.sample(colors, length))


def judge_solver(answer: Answer) -> str:
    function = run(answer)["solve_distinct"]
    for colors, code in hidden_codes():
        if fault := game_fault(function, colors, code):
            return f"colors {colors}, code {code}: {fault}"
    return ""


def tune_fault(exercise: str, function: Callable[..., object], notes: str, tune: str) -> str:
    """Let a player find a tune, and compare what it plays with what the rules say."""
    want = {"naive_tries": naive_tries, "breadth_tries": breadth_tries}[exercise](notes, tune)
    asked: list[object] = []

    def hear(played: str) -> tuple[int, int]:
        asked.append(played)
        if asked != want[: len(asked)]:
            raise LookupError(f"plays {asked}")
        return listen(tune, played)

    try:
        got = function(notes, len(tune), hear)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if asked == want and same(got, want) else f"plays {asked}, returns {got!r}"


def judge_tunes(answer: Answer) -> str:
    function = run(answer)[answer.exercise]
    games = [("A", "A"), ("A", "AAA"), ("DBCA", "DAB"), ("BCA", "ABCA"), ("AB", "BABAA")]
    for notes, length in [("AB", 2), ("BA", 3), ("CAB", 2), ("ABC", 3)]:
        games += [(notes, "".join(tune)) for tune in itertools.product(notes, repeat=length)]
    for notes, tune in games:
        if fault := tune_fault(answer.exercise, function, notes, tune):
            return f"notes {notes}, tune {tune}: {fault}"
    return ""


class Arena:
    """A server with one level, which writes down the first fault of its client.

    Some attempts are lost for certain: in one of their rounds comes an error
    at the second guess, or already at the first if that was right.
    """

    ERRORS = ("Guess took too long, please restart game.", "Too many guesses. Try again!")

    def __init__(
        self,
        gladiators: int,
        weapons: int,
        rounds: int,
        lost: int = 0,
        lost_round: int = 1,
        level: int = 1,
        last: bool = False,
        opens: int = 1000,
    ) -> None:
        self.gladiators, self.weapons, self.rounds = gladiators, weapons, rounds
        self.lost, self.lost_round, self.level, self.opens = lost, lost_round, level, opens
        self.end = {"message": "Onto the next level"}
        if last:
            self.end = {"hash": "5eed", "message": "Congratulations!"}
        self.fault = ""
        self.starts = self.left = 0
        self.reply: dict[str, object] = {}
        self.code: list[int] | None = None
        self.said: list[list[int]] = []

    def terms(self) -> dict[str, object]:
        return {
            "numGladiators": self.gladiators,
            "numWeapons": self.weapons,
            "numGuesses": 40,
            "numRounds": self.rounds,
        }

    def request(self, method: str, path: str, body: object = None) -> dict[str, object]:
        self.fault = self.fault or self._objection(method, path, body)
        if self.fault:
            raise AssertionError(self.fault)
        self.reply = self._begin() if method == "GET" else self._fight(list(body["guess"]))
        return dict(self.reply)

    def _objection(self, method: str, path: str, body: object) -> str:
        if self.reply == self.end:
            return "a request after the end"
        if path != f"/level/{self.level}/" or method not in ("GET", "POST"):
            return f"{method} {path}"
        if method == "GET":
            if self.starts > self.opens:
                return "a request after the level was refused"
            if self.starts and self.code:
                return "GET in mid-game"
            return "a 31st attempt" if self.starts == 30 else ""
        if not self.code:
            return "a guess, but the level is not running"
        if (
            type(body) is not dict
            or list(body) != ["guess"]
            or type(body["guess"]) not in (list, tuple)
        ):
            return f"the body {body!r}"
        guess = list(body["guess"])
        known = all(type(weapon) is int and 0 <= weapon < self.weapons for weapon in guess)
        if not known or len(set(guess)) != len(guess) or len(guess) != self.gladiators:
            return f"the guess {guess}"
        return f"the guess {guess} twice" if guess in self.said else ""

    def _begin(self) -> dict[str, object]:
        self.starts += 1
        if self.starts > self.opens:
            return {"error": "not open"}
        self.left = self.rounds
        self._hide()
        return self.terms()

    def _hide(self) -> None:
        self.code = random.sample(range(self.weapons), self.gladiators)
        self.said = []

    def _fight(self, guess: list[int]) -> dict[str, object]:
        self.said.append(guess)
        lost = self.starts <= self.lost and self.left == self.rounds - self.lost_round + 1
        if lost and (len(self.said) == 2 or guess == self.code):
            self.code = None
            return {"error": self.ERRORS[(self.starts + 1) % 2]}
        if guess == self.code:
            self.left -= 1
            self._hide()
            return {**self.terms(), "roundsLeft": self.left} if self.left else self.end
        places = [weapon == other for weapon, other in zip(guess, self.code, strict=True)]
        return {"response": [len({*guess} & {*self.code}), sum(places)]}

    def judge_round(self, function: Callable[..., object]) -> str:
        """Begin the level, and let a client play one round."""
        terms = self.request("GET", f"/level/{self.level}/")
        sent: list[dict[str, object]] = []

        def request(method: str, path: str, body: object = None) -> dict[str, object]:
            if sent and "response" not in sent[-1]:
                self.fault = self.fault or "a request after the round"
            if method == "GET":
                self.fault = self.fault or "a GET"
            sent.append(self.request(method, path, body))
            return sent[-1]

        try:
            got = function(request, self.level, terms)
        except Exception as error:
            return self.fault or f"{type(error).__name__}: {error}"
        if self.fault or not sent or "response" in sent[-1]:
            return self.fault or "the round is not over"
        if terms != self.terms():
            return "the terms are changed"
        return "" if same(got, sent[-1]) else f"returns {got!r}, not {sent[-1]!r}"

    def judge(self, function: Callable[..., object]) -> str:
        try:
            got = function(self.request, self.level)
        except Exception as error:
            return self.fault or f"{type(error).__name__}: {error}"
        if self.fault:
            return self.fault
        if not same(got, self.reply):
            return f"returns {got!r}, the last reply was {self.reply!r}"
        if got == self.end or self.starts > self.opens:
            return ""
        return "" if self.starts == 30 and "error" in self.reply else "it is not over yet"


def arenas() -> Iterator[Arena]:
    yield Arena(4, 6, 1)
    yield Arena(1, 1, 1, last=True)
    yield Arena(3, 3, 5, level=4)
    yield Arena(2, 8, 3, lost=3, level=17)
    yield Arena(5, 7, 2, lost=29, lost_round=2, last=True)
    yield Arena(1, 11, 2)
    yield Arena(2, 20, 6, lost=1)  # so many rounds that the last ten weapons are drawn, surely
    yield Arena(2, 5, 4, lost=2, lost_round=3)
    yield Arena(3, 6, 3, lost=30, lost_round=2)
    yield Arena(2, 4, 1, lost=99)
    yield Arena(4, 6, 1, level=5, opens=0)
    yield Arena(3, 5, 2, lost=99, opens=2)


def judge_round(answer: Answer) -> str:
    function = run(answer)["play_round"]
    for turn in range(2):
        for arena in arenas():
            if arena.opens and (fault := arena.judge_round(function)):
                return f"{arena.gladiators} of {arena.weapons}: {fault}"
        for _ in range(25):  # the last ones are drawn, surely
            if fault := Arena(1, 25, 1, level=turn + 8).judge_round(function):
                return f"1 of 25: {fault}"
    return ""


def judge_client(answer: Answer) -> str:
    function = run(answer)["clear_level"]
    for _ in range(2):
        for number, arena in enumerate(arenas()):
            if fault := arena.judge(function):
                return f"arena {number}: {fault}"
    return ""


def judge_peg(answer: Answer) -> str:
    function = run(answer)["peg_html"]
    for color in [*LOOKS, *reversed(LOOKS)]:
        if fault := peg_fault(color, got := function(color)):
            return f"{color}: {got!r}, but {fault}"
    for color in [*words("RGX", 3), *map(chr, range(128)), *"●■▲◆⬢✚Я", "red", "ROYGBP", "BP", "R "]:
        if color not in LOOKS and not alike(got := outcome(function, color), ValueError):
            return f"{color!r} gives {got!r}"
    return ""


def judge(answer: Answer) -> str:
    """Say what is wrong with an answer; an empty text if nothing is."""
    judges = dict.fromkeys(RANDOM, judge_draws) | dict.fromkeys(LISTS, judge_list)
    judges |= {
        "openings": judge_openings,
        "import_markposition": judge_import,
        "mark_positions": judge_marks,
        "examples": judge_examples,
        "my_functions": judge_my_functions,
        "counterexample": judge_counterexample,
        "choice_examples": judge_choices,
        "solve_by_elimination": judge_elimination,
        "solve_distinct": judge_solver,
        "clear_level": judge_client,
        "total_guesses": judge_total,
        "better": judge_better,
        "play_round": judge_round,
        "naive_tries": judge_tunes,
        "breadth_tries": judge_tunes,
        "peg_html": judge_peg,
    }
    with quiet():
        try:
            return judges.get(answer.exercise, judge_function)(answer)
        except Exception as error:
            return f"{type(error).__name__}: {error}"


# Tests


@pytest.mark.slow
@pytest.mark.parametrize("exercise", NAMES)
def test_right_answers_agree_with_the_reference(exercise):
    faults = {answer.title: judge(answer) for answer in answers(exercise) if answer.right}
    assert {title: fault for title, fault in faults.items() if fault} == {}


@pytest.mark.parametrize("exercise", NAMES)
def test_wrong_answers_differ_from_the_reference(exercise):
    assert [
        answer.title for answer in answers(exercise) if not answer.right and not judge(answer)
    ] == []


@pytest.mark.parametrize("exercise", NAMES)
def test_there_are_enough_answers_with_titles_of_their_own(exercise):
    found = answers(exercise)
    right = [answer for answer in found if answer.right]
    few = exercise == "import_markposition"
    assert len(right) >= (6 if few else 8)
    assert len(found) - len(right) >= (6 if few else 12)
    for part in [[answer.title for answer in found], [answer.source for answer in found]]:
        assert [item for item, times in Counter(part).items() if times > 1] == []


def referees_of_the_notebook() -> list[Callable[[str, str], str]]:
    """Build the wrong referees that the hidden tests of `examples` try to expose."""
    cells = {cell.id: cell.source for cell in read("source", "03-feedback").cells}
    (function,) = [
        node
        for node in ast.parse(cells["hidden-examples"]).body
        if isinstance(node, ast.FunctionDef)
    ]
    places = [
        i for i, node in enumerate(function.body) if "wrong_referees = [" in ast.unparse(node)
    ]
    function.body[places[0] + 1 :] = ast.parse("return wrong_referees").body
    space: Namespace = {}
    exec(compile(ast.Module([function], []), "hidden-examples", "exec"), space)
    return space["hidden_examples"]()


def answered(function: Callable[..., object]) -> list[object]:
    """What a referee says to many pairs in a row."""
    said = []
    with quiet():
        for code, guess in list(get_feedback_inputs())[::4]:
            try:
                said.append(function(code, guess))
            except Exception as error:
                said.append(type(error))
    return said


def test_the_wrong_referees_of_the_notebook_are_wrong_answers_of_the_bank():
    wrong = [run(answer)["get_feedback"] for answer in answers("get_feedback") if not answer.right]
    of_the_bank = list(map(answered, wrong))
    said = [answered(referee) for referee in referees_of_the_notebook()]
    assert len(said) == 12
    assert said == [answered(referee) for referee in wrong_referees()]
    assert [number for number, words in enumerate(said, start=1) if words not in of_the_bank] == []


STEP = re.compile(
    r"(?P<call>.+?[])]) (?:is (?P<value>.+?)|stops with an? (?P<error>\w+))"
    r"(?:, but (?P<fault>.+)|, not (?:a (?P<refusal>ValueError|RuntimeError)|(?P<right>.+)))?"
)
SHOWN = {name: {name: reference} for name, reference in REFERENCES.items()} | {
    "peg_html": {"peg_fault": peg_fault},
}


def shown(steps: list[str], call: str, space: Namespace) -> object:
    """Run the steps, and give what comes of the call at their end."""
    with quiet():
        for step in steps:
            exec(step, space)
        return outcome(eval, call, space)


@pytest.mark.parametrize("exercise", sorted(SHOWN))
def test_what_a_wrong_answer_shows_is_true(exercise):
    for answer in answers(exercise):
        if answer.right:
            continue
        *first, last = answer.shows.split(", then ")
        step = STEP.fullmatch(last)
        assert step, f"{answer.shows!r} is not CALL is VALUE, not VALUE"
        got = shown(first, step["call"], run(answer))
        if step["error"]:
            assert getattr(got, "__name__", got) == step["error"], answer.shows
        else:
            assert same(got, eval(step["value"], run(answer))), f"{answer.shows}: it is {got!r}"
        if exercise == "peg_html":
            color = re.search(r'"(.*?)"', step["call"])[1]
            assert bool(step["refusal"]) is (color not in LOOKS), answer.shows
            fault = peg_fault(color, got) if color in LOOKS else None
            assert fault != "" and step["fault"] == fault, f"{answer.shows}: {fault}"
        else:
            want = shown(first, step["call"], dict(SHOWN[exercise]))
            assert not same(got, want), f"{answer.shows}: that is right"
            if not step["error"] or step["right"]:
                right = (
                    getattr(builtins, step["refusal"])
                    if step["refusal"]
                    else eval(step["right"], run(answer))
                )
                assert same(want, right), f"{answer.shows}: right is {want!r}"


GAME = re.compile(r"colors (?P<colors>\S+), code (?P<code>\w+): .+")
LEVEL = re.compile(
    r"(?P<last>the last level, )?(?:level (?P<level>\d+), )?(?P<gladiators>\d+) of (?P<weapons>\d+), "
    r"(?P<rounds>\d+) rounds?(?:, (?P<lost>\d+) lost in round (?P<lost_round>\d+))?: .+"
)
TUNE = re.compile(r"notes (?P<notes>\w+), tune (?P<tune>\w+)(?:, twice)?: .+")
ROUND = re.compile(
    r"(?:level (?P<level>\d+), )?(?P<gladiators>\d+) of (?P<weapons>\d+)"
    r"(?P<error>, an error)?(?P<more>, more rounds)?(?:, twice)?: .+"
)
CLOSED = re.compile(r"closed(?: after (?P<opens>\d+) attempt)?: .+")


def told_game(shows: str) -> Callable[[Callable[..., object]], str]:
    """Make the game that a wrong solver is said to fail in: twice, for what the first leaves over."""
    game = GAME.fullmatch(shows)
    assert game, f"{shows!r} is not colors COLORS, code CODE: WHAT HAPPENS"

    def play(function: Callable[..., object]) -> str:
        return game_fault(function, **game.groupdict()) or game_fault(function, **game.groupdict())

    return play


def told_level(shows: str) -> Callable[[Callable[..., object]], str]:
    """Make the level that a wrong client is said to fail at."""
    if closed := CLOSED.fullmatch(shows):
        opens = int(closed["opens"] or 0)
        return Arena(1, 2, 1, lost=opens, opens=opens).judge
    level = LEVEL.fullmatch(shows)
    assert level, f"{shows!r} is not GLADIATORS of WEAPONS, ROUNDS rounds: WHAT HAPPENS"
    numbers = {
        name: int(text) for name, text in level.groupdict().items() if text and name != "last"
    }
    return Arena(**numbers, last=bool(level["last"])).judge


def told_round(shows: str) -> Callable[[Callable[..., object]], str]:
    """Make the round that a wrong client is said to fail in: twice, for what the first leaves over."""
    game = ROUND.fullmatch(shows)
    assert game, f"{shows!r} is not GLADIATORS of WEAPONS: WHAT HAPPENS"

    def arena() -> Arena:
        return Arena(
            int(game["gladiators"]),
            int(game["weapons"]),
            2 if game["more"] else 1,
            lost=99 if game["error"] else 0,
            level=int(game["level"] or 1),
        )

    return lambda function: arena().judge_round(function) or arena().judge_round(function)


def told_tune(exercise: str) -> Callable[[str], Callable[[Callable[..., object]], str]]:
    """Make the game that a wrong player is said to fail in, twice."""

    def told(shows: str) -> Callable[[Callable[..., object]], str]:
        game = TUNE.fullmatch(shows)
        assert game, f"{shows!r} is not notes NOTES, tune TUNE: WHAT HAPPENS"
        notes, tune = game["notes"], game["tune"]
        return lambda function: (
            tune_fault(exercise, function, notes, tune)
            or tune_fault(exercise, function, notes, tune)
        )

    return told


@pytest.mark.parametrize(
    "exercise,told",
    [
        ("solve_distinct", told_game),
        ("clear_level", told_level),
        ("play_round", told_round),
        ("naive_tries", told_tune("naive_tries")),
        ("breadth_tries", told_tune("breadth_tries")),
    ],
)
@pytest.mark.slow
def test_what_a_wrong_solver_or_client_is_told_is_where_it_fails(exercise, told):
    right = [answer for answer in answers(exercise) if answer.right]
    with quiet():
        for answer in answers(exercise):
            if not answer.right:
                faults = [told(answer.shows)(run(answer)[exercise]) for turn in range(60)]
                assert any(faults), f"{answer.title}: nothing is wrong in {answer.shows!r}"
                # and a right answer, each time another one, has no trouble there
                right.append(right.pop(0))
                assert told(answer.shows)(run(right[0])[exercise]) == "", (
                    answer.shows,
                    right[0].title,
                )


@pytest.mark.parametrize(
    "text,message",
    [
        ("# %% right: no docstring\nx = 1\n", "the file must begin with a one-line docstring"),
        (
            '"""Two\nlines."""\n# %% right: a\nx = 1\n',
            "the file must begin with a one-line docstring",
        ),
        (
            '"""One."""\nx = 1\n# %% right: a\nx = 1\n',
            "the file must begin with a one-line docstring",
        ),
        ('"""One."""\n# %% correct: a\nx = 1\n', "line 2: '# %% correct: a' is neither"),
        ('"""One."""\n# %% right:\nx = 1\n', "line 2: '# %% right:' is neither"),
        ('"""One."""\n# %% right: a | b\nx = 1\n', "line 2: .* is neither"),
        ('"""One."""\n# %% wrong: a |\nx = 1\n', "line 2: .* is neither"),
        ('"""One."""\n # %% right: a\nx = 1\n', "line 2: .* is neither"),
        ('"""One."""\n# %% right: a\n\n# %% right: b\nx = 1\n', "the cell 'a' is empty"),
    ],
)
def test_a_malformed_file_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse("get_code", text)
