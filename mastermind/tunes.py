"""NetHack's drawbridge: thirteen ways to find a tune, as published and as counted here.

Five notes from A to G open the drawbridge of a castle in NetHack. An article of
2006 compared thirteen algorithms over all 16807 tunes, counting the tries until
the tune is *known*. Whoever has to open the drawbridge must also *play* a tune
that was only deduced. Both counts are made here, beside the published figures:
played to the end, the ranking is another one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from mastermind.feedback import partial_feedback
from mastermind.players import Naive, games
from mastermind.rules import Rules
from mastermind.trees.arrays import np
from mastermind.trees.building import build
from mastermind.trees.ratings import RATINGS, rate_promising
from mastermind.trees.tables import FeedbackTable
from mastermind.trees.tree import Node

TUNES = Rules(5, "ABCDEFG")

Histogram = dict[int, int]
Counts = tuple[Histogram, Histogram]  # until the tune is known, and until it is played
Choose = Callable[[np.ndarray], int]


@dataclass(frozen=True)
class Published:
    """What the article prints about one algorithm.

    Attributes
    ----------
    total, averages
        Its sum of tries over all tunes, and the averages it gives in text and table.
    histogram
        Its table: how many tunes take so many tries.
    """

    total: int
    averages: tuple[float, ...]
    histogram: Histogram


@dataclass(frozen=True)
class Row:
    """One algorithm: published, reproduced, and counted to the end.

    Attributes
    ----------
    name, idea : str
        The article's name for it, and what it does.
    published : Published
        The figures of the article.
    known, played : dict
        How many tunes take so many tries until they are known, and until they
        have been played.
    slips : tuple of str
        Where the article's figures cannot be right, and why.
    """

    name: str
    idea: str
    published: Published
    known: Histogram
    played: Histogram
    slips: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the row as plain data, with totals and averages."""
        return asdict(self) | {
            "published": asdict(self.published),
            "known": _summary(self.known),
            "played": _summary(self.played),
        }


def rows() -> Iterator[Row]:
    """Play all thirteen algorithms against all tunes.

    Yields
    ------
    Row
        In the order of the article.

    Notes
    -----
    The article says that its "median" is tune number n / 2 of n. What it ran
    counted in an array whose first place, for AAAAA, is no longer counted once that
    tune is excluded: then the median is one place earlier. That reading
    reproduces every cell of Knuth 2 and Knuth 3.

    Examples
    --------
    >>> row = next(rows())
    >>> row.name, row.published.total, total(row.known), total(row.played)
    ('Naive 1', 246880, 246869, 246869)
    """
    for name, (idea, count) in _ALGORITHMS.items():
        known, played = count()
        yield Row(name, idea, _PUBLISHED[name], known, played, _slips(name, known))


def total(histogram: Histogram) -> int:
    """Sum of the tries over all tunes."""
    return sum(tries * tunes for tries, tunes in histogram.items())


def rows_text(all_rows: list[Row]) -> str:
    """Lay the rows out as text."""
    lines = [
        "All 16807 tunes: tries until the tune is known, as the article counts, and until it is",
        "played. A tune that is known by deduction still has to be played.",
        "",
        f"{'':10} {'published':>9}   {'until known':^21}   {'until played':^21}",
        f"{'':10} {'total':>9}   {'total':>7} {'average':>8} {'most':>4}"
        f"   {'total':>7} {'average':>8} {'most':>4}",
    ]
    for row in all_rows:
        cells = [
            f"{total(counts):7} {total(counts) / TUNES.size:8.4f} {max(counts):4}"
            for counts in (row.known, row.played)
        ]
        lines.append(f"{row.name:10} {row.published.total:9}   {'   '.join(cells)}  {row.idea}")
    lines.append("")
    for count in ("known", "played"):
        ranking = sorted(all_rows, key=lambda row: total(getattr(row, count)))
        lines.append(f"Best until {count}: " + ", ".join(row.name for row in ranking[:9]))
    lines += ["", "Tunes for each number of tries (p published, k until known, u until played)"]
    for row in all_rows:
        for label, counts in zip(
            "pku", (row.published.histogram, row.known, row.played), strict=True
        ):
            pairs = " ".join(f"{tries}:{tunes}" for tries, tunes in counts.items())
            lines.append(f"{row.name if label == 'p' else '':10} {label} {pairs}")
    lines += ["", "Slips of the article"]
    lines += [f"{row.name:10} {slip}" for row in all_rows for slip in row.slips]
    return "\n".join(lines)


def _summary(histogram: Histogram) -> dict[str, Any]:
    sum_of_tries = total(histogram)
    return {
        "total": sum_of_tries,
        "average": sum_of_tries / sum(histogram.values()),
        "max": max(histogram),
        "histogram": histogram,
    }


def _slips(name: str, known: Histogram) -> tuple[str, ...]:
    """Say where the article's figures do not fit the games or its own words, and why."""
    published = _PUBLISHED[name]
    slips = []
    extra = published.total - total(known)
    if extra:
        slips.append(
            f"the total of {published.total} is {extra} too high: "
            "GGGGG, the last tune, is added twice"
        )
    for tries in sorted(known.keys() - published.histogram.keys()):
        found = sum(published.histogram.values())
        slips.append(
            f"the cell for {tries} tries ({known[tries]} tunes) is missing; divided by the "
            f"{found} tunes of the other cells, the average is {published.total / found:.2f} "
            f"in the table, but {published.total / TUNES.size:.2f} in the text"
        )
    if name in _AS_DESCRIBED:
        described, _ = _AS_DESCRIBED[name]()
        slips.append(
            f"the median as described, tune n / 2 of n counted from 0, takes {total(described)} "
            "tries; the figures are those of the tune before it, from the moment AAAAA is excluded"
        )
    return tuple(slips)


# --- the four naive algorithms: partial guesses ------------------------------------------------


def _naive(**options: bool) -> Counts:
    player = Naive(TUNES.colors, TUNES.code_length, **options)
    known: Counter[int] = Counter()
    played: Counter[int] = Counter()
    for turns in games(player, TUNES.codes(), partial_feedback):
        _, notes = player.knowledge(turns[:-1])
        deduced = player.fill and len(notes) == 1
        known[len(turns) - deduced] += 1
        played[len(turns)] += 1
    return _sorted(known), _sorted(played)


# --- the nine algorithms that eliminate: strategy trees ----------------------------------------


def _built(strategy: str, first: str, candidates_only: bool = False) -> Counts:
    return _count(build(TUNES, strategy, first, candidates_only).root)


def _grown(choose: Choose, first: str) -> Counts:
    """Count for a choice that the library does not offer, because no textbook does."""
    codes = np.arange(TUNES.size)
    return _count(_grow(codes, _engine().codes.index(first), choose))


def _grow(codes: np.ndarray, guess: int, choose: Choose) -> Node:
    table = _engine()
    entries = table.between(codes, guess)
    node = Node(table.codes[guess], {})
    for entry in np.unique(entries):
        part = codes[entries == entry]
        following = choose(part) if len(part) > 1 else int(part[0])
        node.replies[table.decode(entry)] = (
            None if entry == table.won else _grow(part, following, choose)
        )
    return node


def _count(root: Node) -> Counts:
    """Count tries over all tunes. The guess for a single tune left is deduced, not needed."""
    known: Counter[int] = Counter()
    played: Counter[int] = Counter()
    waiting = [(1, root)]
    while waiting:
        tries, node = waiting.pop()
        if None in node.replies.values():
            deduced = len(node.replies) == 1
            known[tries - deduced] += 1
            played[tries] += 1
        waiting += [(tries + 1, child) for child in node.replies.values() if child]
    return _sorted(known), _sorted(played)


def _median_in_nethack(codes: np.ndarray) -> int:
    return int(codes[len(codes) // 2 - (codes[0] > 0)])


def _first_of_all(strategy: str) -> Choose:
    """Choose the first of the best guesses, whether or not it is still possible itself."""
    every_tune = np.arange(TUNES.size)

    def choose(codes: np.ndarray) -> int:
        guesses, ratings = rate_promising(RATINGS[strategy], _engine(), codes, every_tune)
        return int(guesses[ratings == ratings.min()].min())

    return choose


@cache
def _engine() -> FeedbackTable:
    return FeedbackTable(TUNES)


def _sorted(counts: Counter[int]) -> Histogram:
    return dict(sorted(counts.items()))


_ALGORITHMS: dict[str, tuple[str, Callable[[], Counts]]] = {
    "Naive 1": ("one note after the other", _naive),
    "Naive 2": ("... filling up with the only note left", lambda: _naive(fill=True)),
    "Naive 3": (
        "... dropping the rest once five notes are seen",
        lambda: _naive(fill=True, drop_unseen=True),
    ),
    "Naive 4": (
        "... sending a note in place to the end of the line",
        lambda: _naive(fill=True, drop_unseen=True, rotate=True),
    ),
    "Knuth 1": ("AAABB, then the first tune left", lambda: _built("first", "AAABB")),
    "Knuth 2": ("AAABB, then the median", lambda: _grown(_median_in_nethack, "AAABB")),
    "Knuth 3": ("AABBC, then the median", lambda: _grown(_median_in_nethack, "AABBC")),
    "Knuth 4": (
        "smallest largest part, tunes left only",
        lambda: _built("minimax", "AABBC", candidates_only=True),
    ),
    "Knuth 5": (
        "smallest largest part, any tune",
        lambda: _grown(_first_of_all("minimax"), "AABBC"),
    ),
    "Knuth 6": (
        "smallest largest part, rather a tune left",
        lambda: _built("minimax", "AABBC"),
    ),
    "Breadth 1": (
        "most answers, tunes left only",
        lambda: _built("most-parts", "AABBC", candidates_only=True),
    ),
    "Breadth 2": ("most answers, any tune", lambda: _grown(_first_of_all("most-parts"), "AABBC")),
    "Breadth 3": ("most answers, rather a tune left", lambda: _built("most-parts", "AABBC")),
}

_AS_DESCRIBED: dict[str, Callable[[], Counts]] = {
    "Knuth 2": lambda: _built("median", "AAABB"),
    "Knuth 3": lambda: _built("median", "AABBC"),
}


# --- the article's figures ---------------------------------------------------------------------


def _published(total: int, averages: tuple[float, ...], first: int, tunes: str) -> Published:
    """Note how many tunes take `first` tries, one more, and so on."""
    return Published(total, averages, dict(enumerate(map(int, tunes.split()), first)))


_PUBLISHED = {
    "Naive 1": _published(
        246880,
        (14.69, 14.69),
        5,
        "1 5 15 35 70 126 210 1519 2709 3395 3241 2527 1610 840 364 119 21",
    ),
    "Naive 2": _published(
        227729,
        (13.55, 13.55),
        5,
        "1 6 21 77 238 721 1596 2576 3164 3066 2422 1575 840 364 119 21",
    ),
    "Naive 3": _published(
        226896,
        (13.50, 13.50),
        5,
        "1 6 21 77 242 750 1632 2617 3196 3076 2405 1539 799 331 100 15",
    ),
    "Naive 4": _published(
        223060,
        (13.27, 13.28),
        5,
        "1 7 28 85 275 825 1934 2903 3364 2972 2127 1287 638 261 85",
    ),
    "Knuth 1": _published(93103, (5.5, 5.54), 1, "1 19 260 1337 6975 5812 2052 336 13 2"),
    "Knuth 2": _published(82643, (4.92, 4.92), 1, "1 17 420 4053 8935 3208 171 2"),
    "Knuth 3": _published(81446, (4.85, 4.85), 1, "1 29 463 4656 8740 2752 166"),
    "Knuth 4": _published(77422, (4.61, 4.61), 1, "1 29 491 6149 9534 597 6"),
    "Knuth 5": _published(76911, (4.58, 4.58), 1, "1 17 387 6429 9839 134"),
    "Knuth 6": _published(75864, (4.51, 4.51), 1, "1 19 423 7324 8980 60"),
    "Breadth 1": _published(76038, (4.5, 4.52), 1, "1 33 653 7215 8288 607 10"),
    "Breadth 2": _published(73803, (4.4, 4.39), 1, "1 41 838 8608 7140 179"),
    "Breadth 3": _published(73622, (4.38, 4.38), 1, "1 40 846 8770 6977 173"),
}
