"""How a peg looks: color, letter and shape, so that no one needs to see the color."""

from typing import NamedTuple


class Look(NamedTuple):
    """The looks of one peg.

    Attributes
    ----------
    name : str
        The color in words.
    fill, ink : str
        Color of the peg, and of the letter on it, as ``#rrggbb``.
    shape : str
        The outline: an SVG path in a square of 100 by 100.
    """

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
_BASELINES = {_TRIANGLE: 82, _HOUSE: 76, _WEDGE: 54}
_DOT = "M50 20A30 30 0 1 1 50 80A30 30 0 1 1 50 20Z"
_RING = "M50 20A30 30 0 1 1 50 80A30 30 0 1 1 50 20ZM50 32A18 18 0 1 0 50 68A18 18 0 1 0 50 32Z"

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
_KEY_PEGS = {"b": ("black", _DOT), "w": ("white", _RING)}


def peg_html(color: str, size: int = 38) -> str:
    """Draw a code peg as a picture that can stand in a line of text.

    Parameters
    ----------
    color : str
        One of the letters of `PEGS`.
    size : int
        Width and height in CSS pixels.

    Returns
    -------
    str
        An inline SVG with a text alternative such as "red".

    Raises
    ------
    ValueError
        If there is no peg of this color.

    Examples
    --------
    >>> peg_html("R").count("<title>red</title>")
    1
    """
    if color not in PEGS:
        raise ValueError(f"{color!r} is not a peg; the pegs are {' '.join(PEGS)}")
    look = PEGS[color]
    baseline = _BASELINES.get(look.shape, 67)
    return _svg(
        look.name,
        size,
        f'<path d="{look.shape}" fill="{look.fill}" stroke="#222222" stroke-width="3"/>'
        f'<text x="50" y="{baseline}" font-size="48" font-weight="bold" text-anchor="middle"'
        f' font-family="sans-serif" fill="{look.ink}">{color}</text>',
    )


def key_peg_html(key: str, size: int = 26) -> str:
    """Draw a key peg: a filled dot for black, a ring for white.

    Parameters
    ----------
    key : str
        ``"b"`` or ``"w"``.
    size : int
        Width and height in CSS pixels.

    Returns
    -------
    str
        An inline SVG with the text alternative "black" or "white".

    Raises
    ------
    ValueError
        If it is neither.

    Examples
    --------
    >>> key_peg_html("w").count("<title>white</title>")
    1
    """
    if key not in _KEY_PEGS:
        raise ValueError(f"{key!r} is not a key peg; the key pegs are b and w")
    name, shape = _KEY_PEGS[key]
    # On a white tile, both look the same on a dark page as on a light one.
    return _svg(
        name,
        size,
        '<rect x="2" y="2" width="96" height="96" rx="24" fill="#ffffff"/>'
        f'<path d="{shape}" fill="#111111" fill-rule="evenodd"/>',
    )


def _svg(name: str, size: int, drawing: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{name}"'
        f' width="{size}" height="{size}"'
        f' viewBox="-6 -6 112 112" style="vertical-align:middle">'
        f"<title>{name}</title>{drawing}</svg>"
    )
