"""The board's JavaScript and CSS: many small files for people, one of each for a widget.

The files in `web/` are standard modules, which the game's page loads as they are. A widget
has room for one: `script` joins them in the order in which they import each other, without
the lines that import and the words that export. So no two of them may use a name at the top.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from mastermind.drawing.pegs import css

WEB: Traversable = resources.files("mastermind.peg_game") / "web"
STYLES = ["colors", "table", "plate", "pegs", "controls", "sheet", "cards", "motion", "forced"]
_IMPORT = re.compile(r'^import .*? from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def script(first: str = "widget") -> str:
    """Join a module and all that it imports into one."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", read(f"{name}.js"))) for name in order(first))


def order(first: str) -> list[str]:
    """Name a module and all that it imports, each behind those that it needs.

    Examples
    --------
    >>> order("peg")
    ['dom', 'peg']
    """
    return list(dict.fromkeys(_needed(first)))


@cache
def style() -> str:
    """Join the style sheets in the order of `STYLES`, and the pegs as Python draws them."""
    return "\n".join([css(), *(read(f"{name}.css") for name in STYLES)])


def _needed(name: str) -> Iterator[str]:
    for needed in _IMPORT.findall(read(f"{name}.js")):
        yield from _needed(needed)
    yield name


def read(name: str) -> str:
    """Read one of the files."""
    return WEB.joinpath(name).read_text(encoding="utf-8")
