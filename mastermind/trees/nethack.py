"""NetHack's thirteen algorithms, played against all tunes anew.

Their names and ideas and the article's figures are those that `mastermind.tunes` keeps.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from mastermind import tunes
from mastermind.feedback import partial_feedback
from mastermind.solver.players import Naive, games
from mastermind.trees.arrays import np
from mastermind.trees.building import build
from mastermind.trees.ratings import RATINGS, rate_promising
from mastermind.trees.tables import FeedbackTable
from mastermind.trees.tree import Node
from mastermind.tunes import TUNES, Histogram, Row, total

Counts = tuple[Histogram, Histogram]  # until the tune is known, and until it is played
Choose = Callable[[np.ndarray], int]


def rows() -> Iterator[Row]:
    """Play all thirteen algorithms against all tunes.

    The article says that its "median" is tune number n / 2 of n. What it ran
    counted in an array whose first place, for AAAAA, is no longer counted once that
    tune is excluded: then the median is one place earlier. That reading
    reproduces every cell of Knuth 2 and Knuth 3.
    """
    for row in tunes.rows():
        known, played = _ALGORITHMS[row.name]()
        yield replace(row, known=known, played=played, slips=_slips(row, known))


def asked() -> Iterator[Row]:
    """Play what the article asks about: two changes of Breadth 3."""
    for row in tunes.asked():
        known, played = _grown(_ASKED[row.name], "AABBC")
        yield replace(row, known=known, played=played)


def _slips(row: Row, known: Histogram) -> tuple[str, ...]:
    """Say where the article's figures do not fit the games or its own words, and why."""
    published = row.published
    assert published
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
    if row.name in _AS_DESCRIBED:
        described, _ = _AS_DESCRIBED[row.name]()
        slips.append(
            "the median as the article describes it (tune n / 2 of n, counted from 0) takes "
            f"{total(described)} tries; its figures use the tune before, once AAAAA is excluded"
        )
    return tuple(slips)


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


_ALGORITHMS: dict[str, Callable[[], Counts]] = {
    "Naive 1": _naive,
    "Naive 2": lambda: _naive(fill=True),
    "Naive 3": lambda: _naive(fill=True, drop_unseen=True),
    "Naive 4": lambda: _naive(fill=True, drop_unseen=True, rotate=True),
    "Knuth 1": lambda: _built("first", "AAABB"),
    "Knuth 2": lambda: _grown(_median_in_nethack, "AAABB"),
    "Knuth 3": lambda: _grown(_median_in_nethack, "AABBC"),
    "Knuth 4": lambda: _built("minimax", "AABBC", candidates_only=True),
    "Knuth 5": lambda: _grown(_first_of_all("minimax"), "AABBC"),
    "Knuth 6": lambda: _built("minimax", "AABBC"),
    "Breadth 1": lambda: _built("most-parts", "AABBC", candidates_only=True),
    "Breadth 2": lambda: _grown(_first_of_all("most-parts"), "AABBC"),
    "Breadth 3": lambda: _built("most-parts", "AABBC"),
}
_ASKED = {"Breadth 3, median": _breadth(median=True), "Breadth 3, possible": _breadth(spare=1)}
_AS_DESCRIBED: dict[str, Callable[[], Counts]] = {
    "Knuth 2": lambda: _built("median", "AAABB"),
    "Knuth 3": lambda: _built("median", "AABBC"),
}
