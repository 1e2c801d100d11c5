"""NetHack's drawbridge: thirteen ways to find a tune, as published and as counted here.

Five notes from A to G open the drawbridge of a castle in NetHack. An article of
2006 compared thirteen algorithms over all 16807 tunes, counting the tries until
the tune is *known*. To open the drawbridge, however, you must also *play* a tune
that you have only deduced. This module has both counts and the published figures.
If every tune is played to the end, the ranking is different.
`mastermind.trees.nethack` computes both counts again,
and `player` plays by any rule for the next try.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from mastermind.feedback import partial_feedback
from mastermind.rules import Rules

FILE = Path(__file__).parent / "data" / "tunes.json"
"""What ``python -m mastermind tunes --play --json`` prints."""

TUNES = Rules(5, "ABCDEFG")

Histogram = dict[int, int]
Player = Callable[[str, int, Callable[[str], tuple[int, int]]], list[str]]


@dataclass(frozen=True)
class Published:
    """What the article prints about one algorithm."""

    total: int
    averages: tuple[float, ...]
    histogram: Histogram


@dataclass(frozen=True)
class Row:
    """One algorithm: published, reproduced, and counted to the end.

    `known` and `played` count the tunes by the tries until they are known, and played. `slips`
    explain figures of the article that cannot be right. `before` names the algorithm it changes.
    """

    name: str
    idea: str
    before: str
    published: Published | None
    known: Histogram
    played: Histogram
    slips: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the row as plain data, with totals and averages."""
        return asdict(self) | {
            "known": _summary(self.known),
            "played": _summary(self.played),
        }


def rows() -> list[Row]:
    """Read the thirteen algorithms, in the order of the article's tables.

    Examples
    --------
    >>> row = rows()[0]
    >>> row.name, row.published.total, total(row.known), total(row.played)
    ('Naive 1', 246880, 246869, 246869)
    """
    return [row for row in _stored() if row.published]


def asked() -> list[Row]:
    """Read what the article only asks about: two changes of its best algorithm."""
    return [row for row in _stored() if not row.published]


def player(choose: Callable[[list[str]], str]) -> Player:
    """Make a player that crosses out impossible tunes, and plays what a function chooses.

    Parameters
    ----------
    choose : callable
        Takes the list of the tunes that are possible, and returns one of them.

    Returns
    -------
    callable
        Takes the notes, the length of the tune, and a function that returns the gears and
        tumblers of a try; it returns the list of all tries, of which the last is the tune.

    Examples
    --------
    >>> first = player(lambda left: left[0])
    >>> first("AB", 2, lambda played: partial_feedback("BA", played))
    ['AA', 'AB', 'BA']
    """

    def play(notes: str, length: int, hear: Callable[[str], tuple[int, int]]) -> list[str]:
        left = ["".join(tune) for tune in product(notes, repeat=length)]
        tries: list[str] = []
        gears = -1
        while gears < length:
            played = choose(left)
            tries.append(played)
            gears, tumblers = hear(played)
            left = [tune for tune in left if partial_feedback(tune, played) == (gears, tumblers)]
        return tries

    return play


def total(histogram: Histogram) -> int:
    """Sum of the tries over all tunes."""
    return sum(tries * tunes for tries, tunes in histogram.items())


def average(histogram: Histogram) -> float:
    """Mean of the tries over all tunes."""
    return total(histogram) / sum(histogram.values())


def savings(all_rows: Sequence[Row]) -> dict[str, float]:
    """Tell for each algorithm how many tries a tune it saves, beside the one that it changes.

    Examples
    --------
    >>> savings(rows())["Breadth 1"]
    0.08
    """
    averages = {row.name: average(row.known) for row in all_rows}
    return {
        row.name: round(averages[row.before] - averages[row.name], 2)
        for row in all_rows
        if row.before in averages
    }


def ideas_text(all_rows: Sequence[Row]) -> str:
    """Lay out what each algorithm does that the one before it does not, and what that saves."""
    saved = savings(all_rows)
    lines = [f"{'':11}{'saves':>5}  {'beside':10} idea"]
    lines += [
        f"{row.name:11}{saved.get(row.name, ''):>5}  {row.before:10} {row.idea}" for row in all_rows
    ]
    return "\n".join(lines)


def rows_text(all_rows: Sequence[Row]) -> str:
    """Lay the rows out as text; what the article only asks about comes after its own."""
    published = [(row, row.published) for row in all_rows if row.published]
    lines = [
        "All 16807 tunes: tries until the tune is known, as the article counts, and until it is",
        "played. A tune that is known by deduction still has to be played.",
        "",
        f"{'':10} {'published':>9}   {'until known':^21}   {'until played':^21}   {'saved':>6}",
        f"{'':10} {'total':>9}   {'total':>7} {'average':>8} {'most':>4}"
        f"   {'total':>7} {'average':>8} {'most':>4}   {'a tune':>6}",
    ]
    saved = savings(all_rows)
    for row in all_rows:
        name, said = (row.name, row.published.total) if row.published else ("asked", "")
        cells = "   ".join(
            f"{total(counts):7} {average(counts):8.4f} {max(counts):4}"
            for counts in (row.known, row.played)
        )
        lines.append(f"{name:10} {said:>9}   {cells}   {saved.get(row.name, ''):>6}  {row.idea}")
    lines.append("")
    for count in ("known", "played"):
        ranking = sorted(published, key=lambda pair: total(getattr(pair[0], count)))
        lines.append(f"Best until {count}: " + ", ".join(row.name for row, _ in ranking[:9]))
    lines += ["", "Tunes for each number of tries (p published, k until known, u until played)"]
    for row, figures in published:
        for label, counts in zip("pku", (figures.histogram, row.known, row.played), strict=True):
            pairs = " ".join(f"{tries}:{tunes}" for tries, tunes in counts.items())
            lines.append(f"{row.name if label == 'p' else '':10} {label} {pairs}")
    lines += ["", "Slips in the article"]
    lines += [f"{row.name:10} {slip}" for row, _ in published for slip in row.slips]
    return "\n".join(lines)


@cache
def _stored() -> list[Row]:
    return [
        Row(
            row["name"],
            row["idea"],
            row["before"],
            _published(row["published"]) if row["published"] else None,
            _read(row["known"]["histogram"]),
            _read(row["played"]["histogram"]),
            tuple(row["slips"]),
        )
        for row in json.loads(FILE.read_text(encoding="utf-8"))
    ]


def _published(figures: dict[str, Any]) -> Published:
    return Published(figures["total"], tuple(figures["averages"]), _read(figures["histogram"]))


def _read(histogram: dict[str, int]) -> Histogram:
    return {int(tries): tunes for tries, tunes in histogram.items()}


def _summary(histogram: Histogram) -> dict[str, Any]:
    return {
        "total": total(histogram),
        "average": average(histogram),
        "max": max(histogram),
        "histogram": histogram,
    }
