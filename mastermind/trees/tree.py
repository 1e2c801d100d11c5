"""Strategy trees: which guess to make after which feedback, for all codes at once.

A tree is built by `mastermind.trees.building` or `mastermind.trees.optimal`. Here is the tree
itself, which needs the standard library only: it can be walked, printed, saved and loaded.
"""

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from mastermind.feedback import Keys
from mastermind.rules import Rules

FORMAT = "mastermind strategy tree 2"


class Node:
    """One guess, and what follows each feedback to it: nothing after a right one."""

    __slots__ = ("guess", "replies")

    def __init__(self, guess: str, replies: "Replies") -> None:
        self.guess = guess
        self.replies = replies


Replies = dict[Keys, Node | None]


@dataclass(frozen=True)
class Tree:
    """A strategy for the codebreaker, written out for every code.

    Parameters
    ----------
    rules : Rules
        The game.
    root : Node
        The first guess and all that follows.
    strategy : str
        What made the tree, in words: kept for the reader.

    Examples
    --------
    >>> from mastermind.trees.building import build
    >>> tree = build(Rules(2, "RGB"), "minimax")
    >>> tree.total, tree.average, tree.max, tree.histogram
    (24, 2.6666666666666665, 4, {1: 1, 2: 2, 3: 5, 4: 1})
    >>> tree.play("BG")
    ['RR', 'GG', 'GB', 'BG']
    """

    rules: Rules
    root: Node
    strategy: str

    @cached_property
    def histogram(self) -> dict[int, int]:
        """How many codes are found with 1, 2, 3, ... guesses."""
        counts = Counter(turn for turn, node in self.nodes() if None in node.replies.values())
        return dict(sorted(counts.items()))

    @property
    def total(self) -> int:
        """Sum over all codes of the guesses they take, the right one included."""
        return sum(turn * codes for turn, codes in self.histogram.items())

    @property
    def average(self) -> float:
        """Expected number of guesses when every code has the same chance."""
        return self.total / self.rules.size

    @property
    def max(self) -> int:
        """Number of guesses in the worst case."""
        return max(self.histogram)

    def nodes(self) -> Iterator[tuple[int, Node]]:
        """Yield every node with the number of its turn, parents before children."""
        waiting = [(1, self.root)]
        while waiting:
            turn, node = waiting.pop()
            yield turn, node
            waiting += [(turn + 1, child) for child in node.replies.values() if child]

    def play(self, code: str) -> list[str]:
        """List the guesses made against a hidden code; the last one is right."""
        guesses = []
        node: Node | None = self.root
        while node:
            guesses.append(node.guess)
            node = _follow(node, self.rules.feedback(code, node.guess))
        return guesses

    def __call__(self, guesses: Sequence[str], candidates: Sequence[str]) -> str:
        """Play by the tree wherever a strategy is expected.

        The candidates tell where in the tree the game stands: at the first guess
        that does not get the same feedback from all of them.
        """
        if not candidates:
            raise ValueError("there are no candidates to choose a guess for")
        node: Node | None = self.root
        while node and len(candidates) > 1:
            replies = {self.rules.feedback(candidate, node.guess) for candidate in candidates}
            if len(replies) > 1:
                return node.guess
            node = _follow(node, replies.pop())
        return candidates[0]

    def __str__(self) -> str:
        """Print a guess, and below it, indented, every feedback with what follows."""
        lines = [self.root.guess]
        _print_replies(self.root, "  ", lines)
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Give the tree as plain data, for `write`.

        Only guesses are kept, in the order in which one meets them who goes down the
        tree, the feedback with the fewest black and then white key pegs first. Where
        one code is left, it is the guess, and not written down.
        """
        return {
            "format": FORMAT,
            "code_length": self.rules.code_length,
            "colors": self.rules.colors,
            "repeats": self.rules.repeats,
            **({"answer": "black"} if self.rules.answer == "black" else {}),
            "strategy": self.strategy,
            "histogram": {str(turn): codes for turn, codes in self.histogram.items()},
            "guesses": " ".join(_guesses(self.root)),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"this data is not marked as {FORMAT!r}")
        try:
            rules = read_rules(data)
            guesses = iter(data["guesses"].split())
            root = _read_node(rules, guesses, rules.codes())
            strategy = data["strategy"]
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise ValueError(f"damaged strategy tree: {error!r}") from error
        tree = cls(rules, root, strategy)
        claimed = {str(turn): codes for turn, codes in tree.histogram.items()}
        if data.get("histogram") != claimed or next(guesses, None):
            raise ValueError("damaged strategy tree: its histogram does not match its guesses")
        return tree


def read_rules(plain: dict[str, Any]) -> Rules:
    """Read the game from the plain data of a tree, which tell of an answer only if it is rare."""
    answer = plain.get("answer", "both")
    return Rules(plain["code_length"], plain["colors"], plain["repeats"], answer)


def write(plain: dict[str, Any], path: str | Path) -> None:
    """Write the plain data of a tree to a JSON file, compressed if the name ends in ``.gz``.

    The same tree gives the same bytes.
    """
    data = (json.dumps(plain, separators=(",", ":")) + "\n").encode()
    if str(path).endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    Path(path).write_bytes(data)


def read(path: str | Path) -> Any:
    """Read the plain data of a tree that `write` wrote; `Tree.from_dict` looks at them."""
    data = Path(path).read_bytes()
    try:
        return json.loads(gzip.decompress(data) if str(path).endswith(".gz") else data)
    except (EOFError, gzip.BadGzipFile, zlib.error, RecursionError, ValueError) as error:
        raise ValueError(f"{path} is not a saved strategy tree: {error}") from error


def _follow(node: Node, reply: Keys) -> Node | None:
    if reply not in node.replies:
        raise ValueError(
            f"no code gets {str(reply) or 'no key pegs'} for {node.guess} at this point: "
            "the key pegs contradict each other"
        )
    return node.replies[reply]


def _print_replies(node: Node, indent: str, lines: list[str]) -> None:
    for reply, child in sorted(node.replies.items()):
        if child:
            lines.append(f"{indent}{str(reply) or '-'}: {child.guess}")
            _print_replies(child, indent + "  ", lines)


def _guesses(node: Node) -> Iterator[str]:
    """Yield the guesses in the order of `Tree.to_dict`."""
    if list(node.replies.values()) != [None]:
        yield node.guess
        for _, child in sorted(node.replies.items()):
            if child:
                yield from _guesses(child)


def _read_node(rules: Rules, guesses: Iterator[str], codes: list[str]) -> Node:
    if len(codes) == 1:
        return Node(codes[0], {rules.feedback(codes[0], codes[0]): None})
    guess = next(guesses, None)
    if guess is None:
        raise ValueError("it has too few guesses")
    parts: dict[Keys, list[str]] = {}
    for code in codes:
        parts.setdefault(rules.feedback(code, guess), []).append(code)
    read = (
        (reply, None if part == [guess] else _read_node(rules, guesses, part))
        for reply, part in sorted(parts.items())
    )
    return Node(guess, dict(read))
