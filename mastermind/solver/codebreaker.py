"""The computer as codebreaker: its next guess, and which answers contradict each other."""

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from mastermind.feedback import consistent_codes
from mastermind.game import Contradiction, Turns, contradiction
from mastermind.rules import Rules
from mastermind.solver.analysis import different_guesses
from mastermind.solver.color_sets import ColorSets
from mastermind.solver.partitions import Partitions
from mastermind.solver.players import Player, sampling
from mastermind.solver.strategies import REGISTRY

MOST_LISTED = 10_000  # codes; a guess then takes less than a second, also in a browser
KNUTH = "minimax"  # the computer's own way: at most five guesses for 4 pegs and 6 colors
WAYS_TO_GUESS = {name: entry.label for name, entry in REGISTRY.items() if entry.label}


def is_listed(rules: Rules) -> bool:
    """Tell whether the game is small enough to look at every code."""
    return rules.size <= MOST_LISTED


@lru_cache(maxsize=64)
def candidates(rules: Rules, turns: Turns) -> Sequence[str]:
    """List the codes that agree with all turns."""
    if not turns:
        return rules.codes()
    *earlier, last = turns
    return consistent_codes(candidates(rules, tuple(earlier)), last.guess, last.keys)


def is_consistent(guess: str, turns: Turns) -> bool:
    """Tell whether a guess could be the code after these turns."""
    return all(turn.allows(guess) for turn in turns)


def next_guess(rules: Rules, turns: Turns, strategy: str = KNUTH, seed: str = "") -> str:
    """Choose the next guess; without a strategy as Knuth does.

    In a game that is not listed, "random" and "first" guess any consistent code, and all
    others the best of 20 of them. Choices by chance come from `seed`.
    """
    if strategy not in WAYS_TO_GUESS:
        raise ValueError(f"unknown strategy {strategy!r}; choose from {', '.join(WAYS_TO_GUESS)}")
    chance = f"{seed} {turns}"
    if not is_listed(rules):
        rng, player = _sampler(rules, 1 if strategy in ("random", "first") else 20)
        rng.seed(chance)
        return player(turns)
    left = candidates(rules, turns)
    if not left:
        raise contradiction(turns)
    way = REGISTRY[strategy]
    if way.function is None:
        return random.Random(chance).choice(left)
    return way.function(different_guesses(rules, turns) if way.rating else left, left)


def explain(rules: Rules, turns: Turns, guess: str) -> str:
    """Say why a guess is worth making: what is left, and what will be left in the worst case."""
    if not is_listed(rules):
        return (
            f"There are {rules.size:,} codes, too many to list. This guess fits all answers so far."
        )
    left = candidates(rules, turns)
    if list(left) == [guess]:
        return "No other code is possible."
    worst = max(Partitions(left).sizes(guess))
    after = "only 1 will be" if worst == 1 else f"at most {worst:,} will be"
    cannot = "" if guess in left else " It cannot be the code, but it gives more information."
    return f"{_codes(len(left))} possible. After this guess, {after} left.{cannot}"


def _codes(number: int) -> str:
    return "1 code is" if number == 1 else f"{number:,} codes are"


def suspects(rules: Rules, turns: Turns) -> list[tuple[int, ...]]:
    """Find the fewest answers that must be wrong if the key pegs contradict each other.

    Each set of guess numbers alone would explain it. Without a contradiction there is none.
    """
    if is_listed(rules):
        return _suspects_by_code(rules, turns)
    for number in range(len(turns) + 1):
        found = [
            wrong
            for wrong in combinations(range(1, len(turns) + 1), number)
            if _is_possible(rules, _without(turns, wrong))
        ]
        if found:
            return [] if number == 0 else found
    raise AssertionError("without any turns every code is possible")


def _suspects_by_code(rules: Rules, turns: Turns) -> list[tuple[int, ...]]:
    """Every code names the turns that speak against it; the shortest lists are wanted."""
    best: set[tuple[int, ...]] = set()
    fewest = len(turns)
    for code in candidates(rules, ()):
        against = []
        for number, turn in enumerate(turns, start=1):
            if not turn.allows(code):
                against.append(number)
                if len(against) > fewest:
                    break
        else:
            if len(against) < fewest:
                best.clear()
            fewest = len(against)
            best.add(tuple(against))
    return sorted(best) if fewest else []


def _without(turns: Turns, numbers: tuple[int, ...]) -> Turns:
    return tuple(turn for number, turn in enumerate(turns, start=1) if number not in numbers)


def _is_possible(rules: Rules, turns: Turns) -> bool:
    try:
        _color_sets(rules).code(turns)
    except Contradiction:
        return False
    return True


@lru_cache(maxsize=2)  # to list the sets of colors takes most of the time
def _sampler(rules: Rules, samples: int) -> tuple[random.Random, Player]:
    rng = random.Random()
    return rng, sampling(rules, rng, samples)


@lru_cache(maxsize=2)
def _color_sets(rules: Rules) -> ColorSets:
    return ColorSets(rules, random.Random(0))
