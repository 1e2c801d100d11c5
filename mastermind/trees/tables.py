"""Feedback by the million: tables of codes against guesses, on NumPy arrays.

A feedback is stored in one byte, as ``code_length * black + (black + white)``.
Both terms are sums over small parts of the two codes: the black pegs of the
first and of the last positions add up, and the number of common colors depends
only on which colors the codes have, not on where. So a row of feedback is three
rows of small tables, added.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial

from mastermind.feedback import Keys
from mastermind.rules import Rules
from mastermind.trees.arrays import np

MAX_CODE_LENGTH = 15  # the largest entry, code_length * (code_length + 1), fits in a byte
WIDTH = 4096  # columns worked on at a time
WIDE = 1 << 28  # bytes that are worth spending to look up whole rows faster
BLOCK = 1 << 18  # bytes of feedback worked on at a time: they stay in the processor's cache


class FeedbackTable:
    """The feedback of every code to every guess of a game.

    A code is its index in `codes`, which are in lexicographic order. `digits` are their rows of
    color numbers. `responses` are the possible entries; the last one, `won`, is a right guess.
    `parts_by_common` bounds the parts of codes with 0, 1, 2, ... colors in common with a guess.
    """

    def __init__(self, rules: Rules) -> None:
        length = rules.code_length
        if length > MAX_CODE_LENGTH:
            raise ValueError(f"a table holds codes of at most {MAX_CODE_LENGTH} pegs, not {length}")
        # A code takes about 64 bytes as a string and some 8 * length in the arrays below.
        check_memory(rules.size * (64 + 8 * length), f"the {rules.size} codes in this game")
        self.rules = rules
        self.codes = rules.codes()
        self.size = len(self.codes)
        self.everything = np.arange(self.size)
        self.digits = _digits(rules)
        self.responses = sorted(map(self.entry, _possible_keys(rules)))
        self.won = self.responses[-1]

        half = length // 2
        head, tail = self.digits[:, :half], self.digits[:, half:]
        multisets = np.sort(self.digits, axis=1)
        # Each part: which of its kinds every code is, and the small table of kind by kind.
        both = rules.answer == "both"
        if not both:  # no color is counted: all codes are of one kind
            multisets = multisets[:, :0]
        weight = length + 1 - both  # a black peg is also a common color
        self._parts = [
            self._part(multisets, _common, 1),
            self._part(head, _blacks, weight),
            self._part(tail, _blacks, weight),
        ]
        commons = Counter(sum(self.decode(entry)) if both else 0 for entry in self.responses)
        self.parts_by_common = [commons[common] for common in range(max(commons) + 1)]

    def _part(
        self, features: np.ndarray, compare: Callable[[np.ndarray], np.ndarray], weight: int
    ) -> tuple[np.ndarray, np.ndarray]:
        kinds, kind = _kinds(features, len(self.rules.colors))
        check_memory(len(kinds) ** 2, f"a table of {len(kinds)} by {len(kinds)} entries")
        return kind, compare(kinds) * np.uint8(weight)

    @cached_property
    def table(self) -> np.ndarray:
        """The whole table: ``table[i, j]`` is the feedback of code i to guess j."""
        size = self.size
        check_memory(size * size, f"a table of {size} by {size} entries")
        table = np.empty((size, size), np.uint8)
        step = max(1, BLOCK // size)
        for start in range(0, size, step):
            rows = np.arange(start, min(start + step, size))
            table[rows] = self.block(rows)
        return table

    def decode(self, entry: int) -> Keys:
        """Turn an entry of the table into key pegs."""
        # white <= code_length, so it never carries over into black
        return Keys(*divmod(int(entry), self.rules.code_length + 1))

    def entry(self, keys: Keys) -> int:
        """Turn key pegs into an entry of the table."""
        return (self.rules.code_length + 1) * keys.black + keys.white

    def between(self, codes: np.ndarray, guesses: np.ndarray | int) -> np.ndarray:
        """Look up feedback for indices, which are broadcast against each other."""
        total: np.ndarray = sum(small[kind[codes], kind[guesses]] for kind, small in self._parts)
        return total

    def marked(self, codes: np.ndarray) -> np.ndarray:
        """Make an array that is True at some codes and False at all others."""
        marks = np.zeros(self.size, bool)
        marks[codes] = True
        return marks

    def block(self, codes: np.ndarray, guesses: np.ndarray | None = None) -> np.ndarray:
        """Make a table of the feedback of some codes (rows) to some guesses (columns), or all."""
        if guesses is None:
            guesses = self.everything
        parts: list[np.ndarray]
        if len(guesses) == self.size and self._wide:
            parts = [
                wide[kind[codes]] for wide, (kind, _) in zip(self._wide, self._parts, strict=True)
            ]
        else:
            parts = [
                np.take(small[kind[codes]], kind[guesses], axis=1) for kind, small in self._parts
            ]
        total = parts[0]
        for part in parts[1:]:
            total += part
        return total

    @cached_property
    def _wide(self) -> list[np.ndarray]:
        """The small tables with a column for each guess, unless these were large themselves."""
        if self.size * sum(len(small) for _, small in self._parts) > WIDE:
            return []
        return [np.take(small, kind, axis=1) for kind, small in self._parts]

    def part_sizes(self, codes: np.ndarray, guesses: np.ndarray) -> np.ndarray:
        """Count how often each response to each guess occurs among some codes."""
        sizes = [
            _count(partial(self.block, guesses=part), codes, len(part), self.responses)
            for part in np.split(guesses, range(WIDTH, len(guesses), WIDTH))
        ]
        return np.concatenate(sizes, axis=1)

    def common_sizes(self, codes: np.ndarray) -> np.ndarray:
        """Count how many codes have 0, 1, 2, ... colors in common with each kind of guess."""
        kind, small = self._parts[0]
        common = range(len(self.parts_by_common))
        return _count(lambda rows: small[kind[rows]], codes, len(small), common)

    @property
    def multiset(self) -> np.ndarray:
        """For each code, the number of its multiset of colors."""
        return self._parts[0][0]


def sizes_so_far(block: np.ndarray) -> np.ndarray:
    """Count, for each row of a block, how many rows up to it have the same entry.

    In a part of k rows these are counted 1, 2, ..., k. With few rows this tells
    as much as the sizes of the parts, with less work.
    """
    counts = np.ones(block.shape, np.min_scalar_type(len(block)))
    for row in range(1, len(block)):
        equal = (block[:row] == block[row]).view(np.uint8)
        counts[row] += np.add.reduce(equal, axis=0, dtype=counts.dtype)
    return counts


def complete_dividers(entries: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Find, in each of many small sets, the first code that divides it into single codes.

    ``entries[i, s, j]`` is the feedback in set s of code i to code j; those beyond ``sizes[s]``
    are overwritten. The result is that code's number in each set, or -1.
    """
    most = len(entries)
    beyond = np.arange(most)[:, None] >= sizes
    # Beyond its size a set gets entries that agree with no others.
    entries[beyond] = (255 - np.nonzero(beyond)[0])[:, None]
    divides = ~beyond.T
    for row in range(1, most):
        divides &= (entries[:row] != entries[row]).all(axis=0)
    return np.where(divides.any(axis=1), divides.argmax(axis=1), -1)


def _count(
    block: Callable[[np.ndarray], np.ndarray], codes: np.ndarray, width: int, values: Iterable[int]
) -> np.ndarray:
    """Count each value in each column of a block, which is made some rows at a time."""
    values = np.array(values, np.uint8)
    counts = np.zeros((len(values), width), np.min_scalar_type(len(codes)))
    height = max(1, min(255, BLOCK // width))  # a byte counts to 255
    for start in range(0, len(codes), height):
        rows = block(codes[start : start + height])
        equal = np.empty(rows.shape, bool)
        for count, value in zip(counts, values, strict=True):
            np.equal(rows, value, out=equal)
            count += np.add.reduce(equal.view(np.uint8), axis=0, dtype=np.uint8)
    return counts


def _digits(rules: Rules) -> np.ndarray:
    """Write the codes as rows of color numbers, in the order of `rules.codes()`."""
    length, colors = rules.code_length, len(rules.colors)
    if rules.repeats:
        return np.indices((colors,) * length, np.uint8).reshape(length, -1).T.copy()
    rows = np.empty((1, 0), np.uint8)
    for _ in range(length):
        fresh = ~(rows[:, :, None] == np.arange(colors)).any(axis=1)
        row, color = np.nonzero(fresh)
        rows = np.column_stack([rows[row], color.astype(np.uint8)])
    return rows


def _possible_keys(rules: Rules) -> Iterator[Keys]:
    length, colors = rules.code_length, len(rules.colors)
    if rules.answer == "black":
        full = [length] if colors == 1 else range(length + 1)
        permutation = not rules.repeats and colors == length
        yield from (Keys(b, 0) for b in full if not (permutation and b == length - 1))
        return
    least = length if colors == 1 else 0 if rules.repeats else max(0, 2 * length - colors)
    for common in range(least, length + 1):
        every = (Keys(black, common - black) for black in range(common + 1))
        yield from (keys for keys in every if keys.possible(length))


def _kinds(features: np.ndarray, base: int) -> tuple[np.ndarray, np.ndarray]:
    """Find the distinct rows of an array, and for each row the number of its kind."""
    keys = np.zeros(len(features), np.int64)
    for column in features.T:
        keys = keys * base + column
    _, first, kind = np.unique(keys, return_index=True, return_inverse=True)
    return features[first], kind


def _blacks(kinds: np.ndarray) -> np.ndarray:
    """How many positions agree, for all pairs of rows."""
    total = np.zeros((len(kinds), len(kinds)), np.uint8)
    for column in kinds.T:
        total += np.equal.outer(column, column)
    return total


def _common(kinds: np.ndarray) -> np.ndarray:
    """How many colors agree wherever they stand, for all pairs of rows."""
    total = np.zeros((len(kinds), len(kinds)), np.uint8)
    for color in np.unique(kinds):
        count = (kinds == color).sum(axis=1, dtype=np.uint8)
        total += np.minimum.outer(count, count)
    return total


def check_memory(needed: int, what: str) -> None:
    """Refuse before the machine starts to swap, with the size in the message."""
    try:
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not told by this system: take 8 GiB
        available = 8 << 30
    if needed > available:
        raise MemoryError(
            f"{what} would take {needed / 2**30:,.1f} GiB of memory; "
            f"this machine has {available / 2**30:,.1f} GiB"
        )
