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
_DOT = "M50 20A30 30 0 1 1 50 80A30 30 0 1 1 50 20Z"
_RING = "M50 20A30 30 0 1 1 50 80A30 30 0 1 1 50 20ZM50 32A18 18 0 1 0 50 68A18 18 0 1 0 50 32Z"

PEGS = {
    "R": Look("red", "#b3261e", "#ffffff", _CIRCLE),
    "O": Look("orange", "#f28e2b", "#000000", _SQUARE),
    "Y": Look("yellow", "#ffe14d", "#000000", _TRIANGLE),
    "G": Look("green", "#0b6e4f", "#ffffff", _DIAMOND),
    "B": Look("blue", "#1f4fb5", "#ffffff", _HEXAGON),
    "P": Look("purple", "#b57edc", "#000000", _CROSS),
}
_KEY_PEGS = {"b": ("black", _DOT), "w": ("white", _RING)}


def peg_html(color: str, size: int = 34) -> str:
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
    # A triangle has its room below the middle, the other shapes around it.
    baseline = 82 if look.shape == _TRIANGLE else 67
    return _svg(
        look.name,
        size,
        f'<path d="{look.shape}" fill="{look.fill}" stroke="#222222" stroke-width="3"/>'
        f'<text x="50" y="{baseline}" font-size="48" font-weight="bold" text-anchor="middle"'
        f' font-family="sans-serif" fill="{look.ink}">{color}</text>',
    )


def key_peg_html(key: str, size: int = 22) -> str:
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
    return _svg(name, size, f'<path d="{shape}" fill="#111111" fill-rule="evenodd"/>')


def _svg(name: str, size: int, drawing: str) -> str:
    return (
        f'<svg role="img" aria-label="{name}" width="{size}" height="{size}"'
        f' viewBox="0 0 100 100" style="vertical-align:middle;margin:2px">'
        f"<title>{name}</title>{drawing}</svg>"
    )
