"""How a match ended, as plain data: the card at its end is drawn of it."""

from collections.abc import Sequence
from typing import Any

from mastermind.match import Match, describe
from mastermind.solver.best_known import best_known

TODAY = "today's code, "


def ending(match: Match, notes: Sequence[str] = ()) -> dict[str, Any]:
    """Put down how a finished match ended."""
    guesses = match.role != "make"
    known = best_known(match.rules) if guesses else None
    uncounted = ["A game in which you undid a guess does not count."] if match.undone else []
    return {
        "title": _title(match),
        "headline": _headline(match),
        "counts": guesses,
        "kind": describe(match.rules),
        "day": day(match),
        "best": {"average": known.average, "text": known.sentence()} if known else None,
        "notes": [*uncounted, *notes],
    }


def day(match: Match) -> str:
    """Name the day whose code it was, if it was one."""
    return match.origin.removeprefix(TODAY) if match.origin.startswith(TODAY) else ""


def _title(match: Match) -> str:
    if day(match):
        return f"Today's code, {day(match)}"
    return match.origin.capitalize() or describe(match.rules).capitalize()


def _headline(match: Match) -> str:
    if match.role == "make":
        broken = f"Broken in {len(match.theirs)}"
        return broken if match.found(match.theirs) else "Your code held"
    if match.role == "duel":
        words = {"won": "You won the duel", "lost": "The computer was faster", "drawn": "A draw"}
        return words[match.status]
    return f"Solved in {len(match.mine)}" if match.found(match.mine) else "Not found"
