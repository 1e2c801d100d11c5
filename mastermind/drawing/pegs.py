"""How a peg looks: color, letter and shape, so that no one needs to see the color."""

import html
from typing import NamedTuple
from urllib.parse import quote


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
EMPTY = "_"  # a hole without a peg
KEY_PLATE = "#5a351d"
"""The color of the plate for key pegs."""
PLATE = "#6b4123"
PLATE_TEXT = "#fff3e3"
_OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
KEYS = {"b": ["#6b7280", "#16181d", "#000000"], "w": ["#ffffff", "#f2efe8", "#c9c3b6"]}
"""The colors of key pegs: light, face and rim."""


def themed(name: str, color: str) -> str:
    """Fill with a color of the page's theme, or else with this one."""
    return f'fill="{color}" style="fill:var(--mmc-{name},{color})"'


def _ball(fill: str, rim: str, light: str, steps: int) -> str:
    """Draw a ball with light on it: many pale circles, as gradients would need an id."""
    pale = "".join(
        f'<circle cx="{47 - 12 * n / steps:.1f}" cy="{46 - 15 * n / steps:.1f}"'
        f' r="{41 * (1 - n / (steps + 1)):.1f}" fill="{light}" fill-opacity="{0.6 / steps:.3f}"/>'
        for n in range(steps)
    )
    return (
        f'<circle cx="50" cy="50" r="48" fill="{fill}"/>{pale}<circle cx="50" cy="50" r="47"'
        f' fill="none" stroke="{rim}" stroke-width="4" stroke-opacity="0.45"/>'
    )


def peg_html(color: str, size: int = 38) -> str:
    """Draw a code peg as a picture that can stand in a line of text."""
    if color not in PEGS:
        raise ValueError(f"{color!r} is not a peg; the pegs are {' '.join(PEGS)}")
    name = PEGS[color].name
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{name}"'
        f' width="{size}" height="{size * 1.4:g}" viewBox="0 0 100 140"'
        f' style="vertical-align:middle" fill="currentColor">'
        f"<title>{name}</title>{peg_drawing(color)}{letter(color)}</svg>"
    )


def letter(color: str) -> str:
    """Write the letter of a peg below it, in a square of 100 by 100 that goes on to 140."""
    return (
        '<text x="50" y="134" font-size="38" font-weight="bold" text-anchor="middle"'
        f' font-family="sans-serif">{html.escape(color)}</text>'
    )


def peg_name(color: str) -> str:
    """Name a peg: its color, or the sign on it, where that is no letter of `PEGS`."""
    if color == EMPTY:
        return "empty"
    return PEGS[color].name if color in PEGS else color


def peg_drawing(color: str, plain: bool = False, steps: int = 5) -> str:
    """Draw a peg, as the inside of an SVG of 100 by 100; more steps for larger pegs."""
    if color == EMPTY:
        return f'<circle cx="50" cy="50" r="19" {themed("hole", "#2a170b")}/>'
    look = _OTHER if plain else peg_look(color)
    inlay = f'<path class="peg-inlay" transform="translate(28 28) scale(0.44)" d="{look.shape}"'
    if look is _OTHER:  # no color means it: its sign is all there is to read
        sign = html.escape(color)
        inside = (
            '<circle cx="50" cy="50" r="34" fill="#ffffff"/><text x="50" y="67" font-size="48"'
            ' font-weight="bold" text-anchor="middle" font-family="sans-serif"'
            f' fill="#111111">{sign}</text>'
        )
    else:
        inside = f'{inlay} fill="{look.ink}" fill-opacity="0.9"/>'
    gloss = '<ellipse cx="34" cy="21" rx="20" ry="10" transform="rotate(-28 34 21)"'
    return (
        _ball(look.fill, "#000000", "#ffffff", steps)
        + inside
        + f'{gloss} fill="#ffffff" fill-opacity="0.5"/>'
    )


def peg_look(color: str) -> Look:
    """Look up a peg: digits look as the first peg, the second, and so on, other signs gray."""
    if color in "0123456789":
        return list(PEGS.values())[int(color) - 1]
    return PEGS.get(color, _OTHER)


def key_peg_drawing(key: str, steps: int = 5) -> str:
    """Draw a key peg, or `EMPTY` for its hole, as the inside of an SVG of 100 by 100."""
    if key == EMPTY:
        return f'<circle cx="50" cy="50" r="19" {themed("hole", "#2a170b")}/>'
    if key not in KEYS:
        raise ValueError(f"{key!r} is not a key peg; the key pegs are b and w")
    light, face, rim = KEYS[key]
    edge = '<circle cx="50" cy="50" r="46" fill="none" stroke="#808080" stroke-width="8"/>'
    return _ball(face, rim, light, steps) + edge


def css(signs: str = "bw") -> str:
    """Define pegs and key pegs as pictures for style sheets."""
    drawn = {
        sign: key_peg_drawing(sign, 14) if sign in KEYS else peg_drawing(sign) for sign in signs
    }
    return "\n".join(
        f":root {{ --peg-{sign}: url('data:image/svg+xml,{quote(f'{_OPEN}{drawing}</svg>')}'); }}"
        for sign, drawing in drawn.items()
    )
