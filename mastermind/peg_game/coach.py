"""The coach of the peg game: what is still possible, and hints.

What would take seconds in a browser is not done: the coach says so instead.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mastermind.game import Contradiction, Turns
from mastermind.rules import Rules
from mastermind.solver.codebreaker import candidates, is_consistent, is_listed, next_guess
from mastermind.solver.partitions import Partitions

HINTS = 3
MOST_COUNTED = 40_000  # codes; to count those that are left is less work than to compare guesses


def consistency(turns: Turns) -> str:
    """Say whether the last guess could have been right; nothing of a first one."""
    if len(turns) < 2:
        return ""
    *earlier, last = turns
    broken = [number for number, turn in enumerate(earlier, start=1) if not turn.allows(last.guess)]
    if not broken:
        return f"Guess {len(turns)} was consistent with all the earlier key pegs."
    return (
        f"Guess {len(turns)} was not consistent: given the key pegs for {numbers(broken)}, "
        "that guess could not have been the code."
    )


def codes_left(rules: Rules, turns: Turns) -> str:
    """Say how many codes are possible."""
    if rules.size > MOST_COUNTED:
        return f"This game has {rules.size:,} codes, which is too many for the coach to count."
    left = len(candidates(rules, turns))
    if left == 0:
        return _NO_CODE
    return f"{left:,} of {rules.size:,} codes {'is' if left == 1 else 'are'} still possible."


class Hint(NamedTuple):
    """Help with the next guess."""

    text: str
    pegs: str = ""

    def __str__(self) -> str:
        return f"{self.text} {self.pegs}".strip()


def hint(rules: Rules, turns: Turns, step: int) -> Hint:
    """Help with the next guess, a little more with each step."""
    if not 1 <= step <= HINTS:
        raise ValueError(f"the hint number must be from 1 to {HINTS}, not {step}")
    try:
        guess = next_guess(rules, turns, "entropy")
    except Contradiction:
        return Hint(_NO_CODE)
    if step == 1:
        return Hint(_idea(rules, turns, guess))
    if step == 2:
        return Hint("A good guess uses these pegs, in some order:", "".join(sorted(guess)))
    if is_consistent(guess, turns):
        return Hint("A good guess that could be the code:", guess)
    return Hint("A good guess that cannot be the code, but gives the most information:", guess)


def numbers(guesses: Sequence[int]) -> str:
    """Name guesses in words."""
    *start, last = map(str, guesses)
    comma = "," if len(start) > 1 else ""
    return f"guesses {', '.join(start)}{comma} and {last}" if start else f"guess {last}"


_NO_CODE = "No code fits all these key pegs, so some of them were counted wrong."


def _idea(rules: Rules, turns: Turns, guess: str) -> str:
    if not is_listed(rules):
        return "There is a good guess that fits all the key pegs so far, so it could be the code."
    left = candidates(rules, turns)
    if len(left) == 1:
        return "Only one code is possible."
    sizes = Partitions(left).sizes(guess)
    return (
        f"There is a guess that divides the {len(left):,} possible codes into {len(sizes)} groups, "
        f"one for each possible answer. The largest group has {_codes(max(sizes))}."
    )


def _codes(count: int) -> str:
    return "1 code" if count == 1 else f"{count:,} codes"
