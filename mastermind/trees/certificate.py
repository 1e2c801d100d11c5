"""Check a saved strategy tree with nothing but the rules of the game: no code of this library."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

Histogram = Counter[int]
Score = Callable[[str, str], tuple[int, ...]]


def check(data: Any) -> tuple[Histogram, list[str]]:
    """Play all codes at once down a tree in the form of `Tree.to_dict`."""
    found, faults = Histogram(), list[str]()
    try:
        pegs, length = data["colors"], data["code_length"]
        if not 1 <= length <= 20 or len(pegs) ** length > 10_000_000:
            return found, ["it has no codes, or more than can be checked"]
        listed = product(pegs, repeat=length) if data["repeats"] else permutations(pegs, length)
        codes = ["".join(code) for code in listed]
        guesses = iter(data["guesses"].split())
        scores = {"both": _both, "black": _black}
        found.update(_turns(guesses, codes, set(codes), 1, scores[data.get("answer", "both")]))
        if next(guesses, None):
            faults.append("it has guesses that no code leads to")
        if data["histogram"] != {str(turn): count for turn, count in sorted(found.items())}:
            faults.append("its histogram does not match its guesses")
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        faults.append(f"{type(error).__name__}: {error}")
    return found, faults


def _black(code: str, guess: str) -> tuple[int, ...]:
    return (sum(map(str.__eq__, code, guess)),)


def _both(code: str, guess: str) -> tuple[int, ...]:
    black = sum(map(str.__eq__, code, guess))
    return black, sum(min(code.count(peg), guess.count(peg)) for peg in set(guess)) - black


def _turns(
    guesses: Iterator[str], left: list[str], legal: set[str], turn: int, score: Score
) -> Iterator[int]:
    guess = left[0] if len(left) == 1 else next(guesses, "no guess")
    if guess not in legal:
        raise ValueError(f"on turn {turn}, it has {guess}, but {len(left)} codes are left")
    parts: dict[tuple[int, ...], list[str]] = {}
    for code in left:
        parts.setdefault(score(code, guess), []).append(code)
    for _, part in sorted(parts.items()):
        yield from [turn] if part == [guess] else _turns(guesses, part, legal, turn + 1, score)
