"""What the peg game says, in words."""

from mastermind.drawing.pegs import PEGS
from mastermind.feedback import Keys


def color_names(code: str) -> str:
    """Name the pegs of a code."""
    return " ".join(PEGS[peg].name for peg in code)


def key_words(keys: Keys) -> str:
    """Say key pegs in words."""
    return f"{keys.black} black, {keys.white} white"
