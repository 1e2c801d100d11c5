"""The best strategy known for each game that the course offers, with its tree as evidence.

`data/best-players.json` holds the trees, in the form of `Tree.to_dict`. What is added has been
checked by `mastermind.trees.certificate`, which shares no code with what searches for trees.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mastermind.rules import Rules
from mastermind.trees.tree import read_rules

DATA = Path(__file__).parents[1] / "data"
FILE = DATA / "best-players.json"
ONE_STEP = DATA / "one-step.json"
PROVED = "optimal"


@dataclass(frozen=True)
class Known:
    """What is known about the best play of a game.

    `player` found the `tree`; ``"optimal"`` means that no tree is better. `codes` counts how
    many codes take so many guesses.
    """

    rules: Rules
    player: str
    restriction: str
    codes: dict[int, int]
    tree: dict[str, Any]

    @classmethod
    def read(cls, tree: dict[str, Any]) -> "Known":
        """Read the plain data of a tree."""
        player, _, restriction = tree["strategy"].partition(", ")
        codes = {int(turn): count for turn, count in tree["histogram"].items()}
        return cls(read_rules(tree), player, restriction, codes, tree)

    @property
    def name(self) -> str:
        """A name such as ``4x6``, ``4x10-distinct`` or ``4x6, candidates only``."""
        return name(self.rules) + (f", {self.restriction}" if self.restriction else "")

    def renamed(self, colors: str) -> dict[str, Any]:
        """Give the tree with other names for the colors."""
        names = str.maketrans(self.rules.colors, colors)
        return {**self.tree, "colors": colors, "guesses": self.tree["guesses"].translate(names)}

    @property
    def proved(self) -> bool:
        """Whether there is nothing better."""
        return self.player == PROVED

    @property
    def seconds(self) -> float | None:
        """CPU seconds that finding the tree took, where they were kept with it."""
        return self.tree.get("seconds")

    @property
    def total(self) -> int:
        """Sum of the guesses over all codes."""
        return sum(turn * count for turn, count in self.codes.items())

    @property
    def average(self) -> float:
        """Guesses needed on average."""
        return self.total / self.rules.size

    @property
    def max(self) -> int:
        """Guesses that the hardest code takes."""
        return max(self.codes)

    def sentence(self) -> str:
        """Say how good this is, and no more than is known."""
        who = "The optimal strategy" if self.proved else "The best strategy known"
        return f"{who} needs {self.average:.1f} guesses on average."


def name(rules: Rules) -> str:
    """Name a game, whatever its colors are called."""
    kind = ("" if rules.repeats else "-distinct") + ("-black" if rules.answer == "black" else "")
    return f"{rules.code_length}x{len(rules.colors)}{kind}"


def best_known(rules: Rules, restriction: str = "") -> Known | None:
    """Look up the best strategy known for a game; None if the game was not worked out."""
    return all_known().get(name(rules) + (f", {restriction}" if restriction else ""))


@cache
def all_known() -> dict[str, Known]:
    """All that is known, by `Known.name`, the smallest games first."""
    every = map(Known.read, json.loads(FILE.read_text(encoding="utf-8")))
    return {known.name: known for known in every}


@cache
def one_step(rules: Rules, strategy: str) -> Known | None:
    """Look up the tree of a one-step strategy, kept for two games as NumPy takes long to start."""
    every = map(Known.read, json.loads(ONE_STEP.read_text(encoding="utf-8")))
    found = (one for one in every if (one.name, one.player) == (name(rules), strategy))
    return next(found, None)


def add(trees: Iterable[Any]) -> list[Known]:
    """Keep those trees that the checker finds complete and that are better than what was known."""
    from mastermind.trees.certificate import check

    known, taken = dict(all_known()), []
    for tree in trees:
        faults = check(tree)[1]
        if faults:
            raise ValueError(f"the tree is not complete: {faults[0]}")
        new = Known.read(tree)
        old = known.get(new.name)
        if old is None or _rank(new) < _rank(old):
            known[new.name] = new
            taken.append(new)
    keep(sorted(known.values(), key=lambda one: (one.rules.size, one.name)), FILE)
    all_known.cache_clear()
    return taken


def keep(every: Iterable[Known], path: Path) -> None:
    """Write trees to a file, a line for each."""
    lines = ",\n".join(json.dumps(one.tree, separators=(",", ":")) for one in every)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _rank(known: Known) -> tuple[int, int, bool]:
    """Compare trees: fewer guesses in all, then in the worst case, then what is proved."""
    return known.total, known.max, not known.proved


def text() -> str:
    """Lay out what is known as a table."""
    lines = ["game                          codes   total  average  most  how it is known"]
    for known in all_known().values():
        lines.append(
            f"{known.name:27} {known.rules.size:7} {known.total:7} {known.average:8.4f} "
            f"{known.max:5}  {known.player}"
        )
    return "\n".join(lines)
