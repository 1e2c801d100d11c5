"""Parts of pictures as text, for terminals and screen readers; labels that are key pegs."""

import re
from collections.abc import Collection, Iterable, Sequence

from mastermind.drawing.pegs import EMPTY, peg_name
from mastermind.feedback import Keys

Answer = Keys | tuple[int, int] | str


def read_answer(keys: Answer) -> Keys:
    """Read key pegs in any of the forms that pictures take."""
    return Keys.parse(keys) if isinstance(keys, str) else Keys(*keys)


def read_label(label: object) -> Keys | None:
    """The key pegs that a label stands for, if it does."""
    if isinstance(label, Keys):
        return label
    if isinstance(label, str) and re.fullmatch("b*w*|-", label):
        return Keys.parse(label)
    return None


def label_words(label: object) -> str:
    """Write a label as text."""
    keys = read_label(label)
    return str(label) if keys is None else key_letters(keys)


def key_letters(keys: Keys | None) -> str:
    """Write key pegs as letters; a dash is none at all."""
    return "" if keys is None else str(keys) or "-"


def peg_names(pegs: str, plain: bool = False) -> str:
    """Name pegs by their colors, or by their letters where these mean no color."""
    return " ".join(peg if plain and peg != EMPTY else peg_name(peg) for peg in pegs)


def spaced(pegs: str) -> str:
    """Write pegs with a space between two."""
    return " ".join(pegs)


def number_words(value: float) -> str:
    """Write a number."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}"


def numbers(values: Collection[float]) -> list[str]:
    """Write numbers with as many decimals as one of them needs, and at most three."""
    if all(isinstance(value, int) for value in values):
        return [f"{value:,}" for value in values]
    decimals = max(len(f"{value:.3f}".rstrip("0").partition(".")[2]) for value in values)
    return [f"{value:,.{decimals}f}" for value in values]


def sentence(error: ValueError) -> str:
    """Write the message of an error as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def columns(rows: Iterable[Sequence[str]], left: bool = False) -> str:
    """Lay out rows of words in columns; the second one stands at the right unless `left`."""
    rows = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            word.rjust(width) if place == 1 and not left else word.ljust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
