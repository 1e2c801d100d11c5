"""What the peg game says, in words, and how it is left in a saved notebook."""

from mastermind.drawing import pictures
from mastermind.drawing.pegs import PEGS
from mastermind.feedback import Keys
from mastermind.match import Match

PLAY_ON = "Run this cell to keep playing."


def color_names(code: str) -> str:
    """Name the pegs of a code."""
    return " ".join(PEGS[peg].name for peg in code)


def key_words(keys: Keys) -> str:
    """Say key pegs in words."""
    return f"{keys.black} black, {keys.white} white"


def position(match: Match) -> dict[str, str]:
    """Draw how a match stands, for a page where no Python runs."""
    is_mine = match.role != "make"
    shown = match.code if match.move == "over" else "?" * match.rules.code_length
    turns = match.mine if is_mine else match.theirs
    drawn = pictures.turns(turns, shown if is_mine else "", match.max_guesses, PLAY_ON)
    return {"image/svg+xml": drawn.html, "text/plain": drawn.text}
