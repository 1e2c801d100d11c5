"""How a peg looks: color, letter and shape, so that no one needs to see the color."""

import html
from typing import NamedTuple


class Look(NamedTuple):
    """The looks of a peg; `shape` is the inlay's outline, an SVG path in 100 by 100."""

    name: str
    fill: str
    ink: str
    shape: str


_CIRCLE = "M50 4A46 46 0 1 1 50 96A46 46 0 1 1 50 4Z"
_SQUARE = "M10 10H90V90H10Z"
_TRIANGLE = "M50 2L98 92H2Z"
_DIAMOND = "M50 2L98 50L50 98L2 50Z"
_HEXAGON = "M26 8H74L98 50L74 92H26L2 50Z"
_CROSS = "M30 4H70V30H96V70H70V96H30V70H4V30H30Z"
_STAR = (
    "M50 2L64 17L84 16L83 36L98 50L83 64L84 84L64 83"
    "L50 98L36 83L16 84L17 64L2 50L17 36L16 16L36 17Z"
)
_HOUSE = "M50 3L94 38V94H6V38Z"
_WEDGE = "M2 8H98L50 98Z"
_ARCH = "M8 94V48A42 42 0 0 1 92 48V94Z"
# Where a shape has its room below or above the middle, the letter stands there.
_BASELINES = {_TRIANGLE: 86, _HOUSE: 78, _WEDGE: 54}


def _light(x: float, y: float, wide: float, high: float) -> str:
    """Draw a spot of light."""
    return (
        f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" transform="rotate(-32 {x} {y})"'
        ' fill="white" fill-opacity="0.5"/>'
    )


_SHADE = '<path d="M85 40A36 36 0 1 1 24 76A44 44 0 0 0 85 40Z" fill="#808080" fill-opacity="0.4"/>'
_OTHER = Look("", "#767676", "#ffffff", _CIRCLE)

PEGS = {
    "R": Look("red", "#960c0b", "#ffffff", _CIRCLE),
    "O": Look("orange", "#ff9102", "#000000", _SQUARE),
    "Y": Look("yellow", "#ffdd50", "#000000", _TRIANGLE),
    "G": Look("green", "#088264", "#ffffff", _DIAMOND),
    "B": Look("blue", "#063488", "#ffffff", _HEXAGON),
    "P": Look("purple", "#c13df5", "#000000", _CROSS),
    "W": Look("white", "#ffffff", "#000000", _STAR),
    "C": Look("cyan", "#29dbf8", "#000000", _HOUSE),
    "M": Look("magenta", "#f22ba6", "#000000", _WEDGE),
    "T": Look("tan", "#c2ae99", "#000000", _ARCH),
}
# Light on black and shade on white: neither looks like a ring or a hole, whatever the page's color.
_KEY_PEGS = {
    key: f'<circle cx="50" cy="50" r="{r}" fill="{fill}" stroke="#808080" stroke-width="9"/>{more}'
    for key, r, fill, more in [
        ("b", 40, "#111111", _light(38, 34, 21, 14)),
        ("w", 40, "#ffffff", _SHADE),
        ("_", 8, "#5a5a5a", ""),
    ]
}
EMPTY = "_"  # a hole without a peg
KEY_PLATE = "#5a351d"
"""The color of the plate in which key pegs stand."""


def peg_html(color: str, size: int = 38) -> str:
    """Draw a code peg as a picture that can stand in a line of text."""
    if color not in PEGS:
        raise ValueError(f"{color!r} is not a peg; the pegs are {' '.join(PEGS)}")
    name = PEGS[color].name
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{name}"'
        f' width="{size}" height="{size}"'
        f' viewBox="-6 -6 112 112" style="vertical-align:middle">'
        f"<title>{name}</title>{peg_drawing(color)}</svg>"
    )


def peg_name(color: str) -> str:
    """Name a peg: its color, or the sign on it, where that is no letter of `PEGS`."""
    if color == EMPTY:
        return "empty"
    return PEGS[color].name if color in PEGS else color


def peg_drawing(color: str, plain: bool = False) -> str:
    """Draw a peg as on the board, as the inside of an SVG, in a square of 100 by 100."""
    if color == EMPTY:
        return (
            '<circle cx="50" cy="50" r="17" fill="#808080" fill-opacity="0.2"'
            ' stroke="#808080" stroke-width="4"/>'
        )
    look = _OTHER if plain else peg_look(color)
    baseline = _BASELINES.get(look.shape, 70)
    return (
        f'<circle cx="50" cy="50" r="48" fill="{look.fill}"/>'
        '<circle cx="50" cy="50" r="45" fill="none" stroke="#111111" stroke-width="6"'
        ' stroke-opacity="0.35"/>'
        f'<g transform="translate(14 14) scale(0.72)"><path d="{look.shape}" fill="{look.ink}"/>'
        f'<text x="50" y="{baseline}" font-size="56" font-weight="bold" text-anchor="middle"'
        f' font-family="sans-serif" fill="{look.fill}">{html.escape(color)}</text></g>'
        f"{_light(30, 18, 18, 8)}"
    )


def peg_look(color: str) -> Look:
    """Look up a peg: digits look as the first peg, the second, and so on, other signs gray."""
    if color in "0123456789":
        return list(PEGS.values())[int(color) - 1]
    return PEGS.get(color, _OTHER)


def key_peg_drawing(key: str) -> str:
    """Draw a key peg, or `EMPTY` for its hole, as the inside of an SVG of 100 by 100."""
    if key not in _KEY_PEGS:
        raise ValueError(f"{key!r} is not a key peg; the key pegs are b and w")
    return _KEY_PEGS[key]
