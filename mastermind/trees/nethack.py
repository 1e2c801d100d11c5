"""NetHack's thirteen algorithms, played against all tunes anew; see `mastermind.tunes`."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from mastermind.feedback import partial_feedback
from mastermind.solver.players import Naive, games
from mastermind.trees.arrays import np
from mastermind.trees.building import build
from mastermind.trees.ratings import RATINGS, rate_promising
from mastermind.trees.tables import FeedbackTable
from mastermind.trees.tree import Node
from mastermind.tunes import TUNES, Histogram, Published, Row, total

Counts = tuple[Histogram, Histogram]  # until the tune is known, and until it is played
Choose = Callable[[np.ndarray], int]


def rows() -> Iterator[Row]:
    """Play all thirteen algorithms against all tunes.

    Notes
    -----
    The article says that its "median" is tune number n / 2 of n. What it ran
    counted in an array whose first place, for AAAAA, is no longer counted once that
    tune is excluded: then the median is one place earlier. That reading
    reproduces every cell of Knuth 2 and Knuth 3.
    """
    before = ""
    for name, (idea, count) in _ALGORITHMS.items():
        known, played = count()
        changed = _CHANGES.get(name, before)
        yield Row(name, idea, changed, _PUBLISHED[name], known, played, _slips(name, known))
        before = name


def asked() -> Iterator[Row]:
    """Play what the article asks about: two changes of Breadth 3."""
    for name, (idea, choose) in _ASKED.items():
        known, played = _grown(choose, "AABBC")
        yield Row(name, idea, "Breadth 3", None, known, played, ())


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


def _breadth(spare: int = 0, median: bool = False) -> Choose:
    """Choose the most answers, and a tune that is possible even with `spare` answers fewer."""
    every_tune = np.arange(TUNES.size)

    def choose(codes: np.ndarray) -> int:
        guesses, ratings = rate_promising(RATINGS["most-parts"], _engine(), codes, every_tune)
        possible, own = rate_promising(RATINGS["most-parts"], _engine(), codes, codes)
        if own.min() <= ratings.min() + spare:
            guesses, ratings = possible, own
        best = np.sort(guesses[ratings == ratings.min()])
        return int(best[len(best) // 2 if median else 0])

    return choose


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

_CHANGES = {"Breadth 1": "Knuth 4"}
"""What an algorithm changes, where it is not the one before it."""

_ASKED: dict[str, tuple[str, Choose]] = {
    "Breadth 3, median": ("Breadth 3, with the median of the best", _breadth(median=True)),
    "Breadth 3, possible": (
        "Breadth 3, with a tune left although another has one answer more",
        _breadth(spare=1),
    ),
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
