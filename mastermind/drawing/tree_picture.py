"""A strategy tree as a picture."""

from collections.abc import Iterator, Mapping
from typing import Any

from mastermind.drawing.shapes import GRAY, Picture, key_pegs_svg, pegs_svg, svg, tall, words_svg
from mastermind.drawing.words import key_letters, read_answer
from mastermind.feedback import Keys

_MOST_LEAVES = 40  # of a tree: about a page
_ROW = 38
_Node = tuple[str, list[tuple[Keys, "_Node"]]]  # a guess, and what follows; not the right answer


def tree(tree: Any, depth: int | None = None) -> Picture:
    """Draw a strategy tree: from left to right, which guess follows which key pegs.

    Parameters
    ----------
    tree : Tree, Node, dict or str
        A tree of `mastermind.trees`; or plain data: ``{guess: {key pegs: tree}}``, where a
        guess that is surely right is just the guess, and what follows a right guess is None.
    depth : int, optional
        How many guesses deep; by default as many as fit onto a page.

    Examples
    --------
    >>> tree({"RR": {"bb": None, "b": {"RG": {"bb": None, "b": "GR"}}, "": "GG"}})
    RR
      b: RG
        b: GR
      -: GG
    """
    root = _node(tree)
    if depth is None:
        depth = _depth(root)
        while depth > 1 and _leaves(root, depth) > _MOST_LEAVES:
            depth -= 1
    drawn: list[str] = []
    height = _tree_drawing(root, depth, 0, 0, drawn)[0]
    columns = min(depth, _depth(root))
    width = columns * _column(root[0]) + 60
    text = "\n".join(_tree_lines(root, depth, ""))
    label = "A strategy tree. " + "; ".join(line.strip() for line in text.splitlines())
    return Picture(svg(width, _ROW * height, label, "".join(drawn)), text)


def _node(tree: Any) -> _Node:
    """Read a tree of `mastermind.trees` without importing it, which would need NumPy."""
    tree = getattr(tree, "root", tree)
    if isinstance(tree, str):
        return tree, []
    if isinstance(tree, Mapping):
        [(guess, replies)] = tree.items()
    else:
        guess, replies = tree.guess, tree.replies
    return guess, [(read_answer(keys), _node(child)) for keys, child in replies.items() if child]


def _depth(node: _Node) -> int:
    return 1 + max((_depth(child) for _, child in node[1]), default=0)


def _leaves(node: _Node, depth: int) -> int:
    if depth == 1 or not node[1]:
        return 1
    return sum(_leaves(child, depth - 1) for _, child in node[1])


def _size(node: _Node) -> int:
    return 1 + sum(_size(child) for _, child in node[1])


def _more(node: _Node, depth: int) -> str:
    """What is left out below a node."""
    guesses = _size(node) - 1
    return f"{guesses:,} more" if depth == 1 and guesses else ""


def _column(guess: str) -> float:
    return 24 * len(guess) + 14 * len(guess) + 34


def _tree_drawing(
    node: _Node, depth: int, column: int, row: int, drawn: list[str]
) -> tuple[int, float]:
    """Draw a node and what follows; say how many rows that takes, and where its middle is."""
    guess, replies = node
    x, used, middles = column * _column(guess), 0, []
    if depth > 1:
        for _, child in replies:
            rows, middle = _tree_drawing(child, depth - 1, column + 1, row + used, drawn)
            used += rows
            middles.append(middle)
    y = (middles[0] + middles[-1]) / 2 if middles else _ROW * (row + 0.5)
    right = x + 24 * len(guess)
    drawn.append(pegs_svg(guess, x, y - tall(22) / 2, 22))
    if more := _more(node, depth):
        drawn.append(words_svg(right + 6, y + 5, more, size=12))
    # Not strict: nothing is drawn for replies below the last column.
    for (keys, _), middle in zip(replies, middles, strict=False):
        line = f"M{right} {y:g}H{right + 10}V{middle:g}H{x + _column(guess) - 4:g}"
        drawn.append(f'<path d="{line}" fill="none" stroke="{GRAY}"/>')
        if sum(keys):
            drawn.append(key_pegs_svg(str(keys), 0, right + 12, middle - 10, 14))
    return max(used, 1), y


def _tree_lines(node: _Node, depth: int, indent: str) -> Iterator[str]:
    more = _more(node, depth)
    yield node[0] + (f"  ({more})" if more else "")
    if depth > 1:
        for keys, child in node[1]:
            first, *rest = _tree_lines(child, depth - 1, indent)
            yield f"  {key_letters(keys)}: {first}"
            yield from (f"  {line}" for line in rest)
