"""Parts of pictures: what is drawn with SVG and laid out with HTML."""

import html
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mastermind.drawing.pegs import (
    EMPTY,
    KEY_PLATE,
    PEGS,
    key_peg_drawing,
    peg_drawing,
    themed,
)

LETTER = 12  # how high the letter below a peg is
BLUE = "#3b82d0"  # stands out on white as well as on black
GRAY = "#808080"
RING = "#e8590c"  # stands out on the plate, on white and on black
_DEPTH = 'stroke="#000000" stroke-opacity="0.35"'


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture that a notebook draws, and that is text where nothing is drawn."""

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": self.text}


def svg(width: float, height: float, label: str, drawing: str) -> str:
    """Make an SVG picture of its own, with a label for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(label)}"'
        f' width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
        ' style="max-width:100%;height:auto;vertical-align:middle" fill="currentColor"'
        f' font-family="sans-serif" font-size="15">{drawing}</svg>'
    )


def placed(x: float, y: float, size: float, drawing: str) -> str:
    """Place a drawing of 100 by 100 points."""
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">{drawing}</g>'


def pegs_svg(pegs: str, x: float, y: float, size: float, plain: bool = False) -> str:
    """Draw pegs in a row, each with its letter below."""
    drawn = []
    for n, peg in enumerate(pegs):
        left = x + n * (size + 2)
        drawn.append(placed(left, y, size, peg_drawing(peg, plain)))
        if not plain and peg in PEGS:
            words = words_svg(left + size / 2, y + tall(size) - 3, peg, "middle", LETTER)
            drawn.append(words)
    return "".join(drawn)


def tall(size: float) -> float:
    """Tell how high a peg is with its letter."""
    return size + LETTER + 1


def are_plain(pegs: str) -> bool:
    """Tell whether there is a letter that means no color."""
    return any(peg.isalpha() and peg not in PEGS for peg in pegs)


def key_pegs_svg(
    keys: str, holes: int, x: float, y: float, size: float = 18, ringed: Collection[int] = ()
) -> str:
    """Draw key pegs on the board's plate; two rows, or one where no hole is left.

    The plate is `key_plate_size` wide and high.
    """
    width, height = key_plate_size(keys, holes, size)
    columns, _ = _key_plate_grid(keys, holes)
    drawn = [
        box_svg(x, y, width, height, f'rx="9" {themed("key-from", KEY_PLATE)}'),
        box_svg(x + 0.5, y + 0.5, width - 1, height - 1, f'rx="9" fill="none" {_DEPTH}'),
    ]
    for number, key in enumerate(keys.ljust(holes, EMPTY)):
        left, top = x + 3 + number % columns * size, y + 3 + number // columns * size
        drawn.append(placed(left + 1, top + 1, size - 2, key_peg_drawing(key)))
        if number in ringed:
            middle = f'cx="{left + size / 2:g}" cy="{top + size / 2:g}" r="{size / 2 - 0.5:g}"'
            drawn.append(f'<circle {middle} fill="none" stroke="{RING}" stroke-width="2.5"/>')
    return "".join(drawn)


def key_plate_size(keys: str, holes: int, size: float = 18) -> tuple[float, float]:
    """Tell how wide and how high a plate with key pegs of this size is."""
    columns, rows = _key_plate_grid(keys, holes)
    return columns * size + 6, rows * size + 6


def _key_plate_grid(keys: str, holes: int) -> tuple[int, int]:
    rows = 2 if holes > 1 else 1
    return -(-max(holes, len(keys)) // rows), rows


def box_svg(x: float, y: float, width: float, height: float, more: str, fill: str = "") -> str:
    """Draw a box; `more` are further attributes."""
    fill = f' fill="{fill}"' if fill else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{fill} {more}/>'


def words_svg(x: float, y: float, words: str, anchor: str = "start", size: int = 15) -> str:
    """Write words into a picture."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}">'
        f"{html.escape(words)}</text>"
    )


def side_by_side(figures: Sequence[str], least: int = 0) -> str:
    """Pictures side by side, as many as the page is wide; with a least width they may shrink."""
    drawn = "".join(f'<div style="line-height:1.5">{figure}</div>' for figure in figures)
    columns = f"repeat(auto-fit,minmax(min({least}px,100%),1fr));max-width:{250 * len(figures)}px"
    way = f"grid;grid-template-columns:{columns}" if least else "flex;flex-wrap:wrap"
    return f'<div style="display:{way};gap:14px 26px">{drawn}</div>'


def titled(title: str, drawn: str) -> str:
    """Put a title above what is drawn, if there is one."""
    return f"<div><b>{html.escape(title)}</b></div>{drawn}" if title else drawn
