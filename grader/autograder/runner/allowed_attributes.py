"""The abilities of proxies: the attributes and special methods that the source's objects have.

They are read off the text of the source, and calibration adds what tests ask of the solution.
Nothing is ever asked of a student.
"""

import ast
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct, field

from autograder.runner import names

_ARITHMETIC = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split()
_RELATED = [("eq", "ne", "hash"), ("lt", "le", "gt", "ge"), ("len", "bool"), ("iter", "next")]
_RELATED += [(name, f"r{name}", f"i{name}") for name in _ARITHMETIC]
_GROUPS = [frozenset(f"__{name}__" for name in group) for group in _RELATED]
COLLECTS = "a class with items"
"""A mark among the names of a class that can itself be iterated, such as an enumeration."""
ENDS_ERRORS = "ends errors"
"""A mark among the names of a class whose `with` may end an error, and among the functions'
attributes if a generator may catch an error that is thrown into it."""
CATCHES_FAILURES = "catches failures"
"""A mark among the functions' attributes if a name of the source's catches any error."""
GIVES = "gives objects"
"""What is noted, in place of a class, of a function whose call gave an object."""


class Abilities(Struct):
    """What proxies may be asked for: names by class, and attributes of functions.

    Only calls of `givers` may give objects; None is for all. While the solution is `learning`,
    every name may be asked for, of special methods those in `exports.SPECIAL`, and is noted.
    """

    classes: dict[str, list[str]] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    givers: list[str] | None = None
    learning: bool = False


def abilities(texts: Iterable[str], seen: Mapping[str, Collection[str]] | None = None) -> Abilities:
    r"""Read the abilities of a source's objects off the text of its classes.

    Examples
    --------
    >>> text = "class Card:\n    def __init__(self): self.rank = 1\n    def __add__(self, n): pass"
    >>> sorted({"__init__", "__radd__", "rank"} & {*abilities([text]).classes["Card"]})
    ['__init__', '__radd__', 'rank']
    """
    seen = seen or {}
    classes: dict[str, set[str]] = {}
    for node in (node for text in texts for node in ast.walk(names.tree(text))):
        if isinstance(node, ast.ClassDef):
            written = names.words(ast.unparse(node))
            classes.setdefault(node.name, {*seen.get(node.name, ())}).update(written)
    return Abilities(
        {name: sorted(_whole(can)) for name, can in classes.items()}, sorted(seen.get("", ()))
    )


def _whole(can: set[str]) -> set[str]:
    """Add related special methods: an object with `__add__` may be asked for `__radd__`, too."""
    return can.union(*(group for group in _GROUPS if can & group))
