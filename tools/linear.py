"""As many colors as pegs, and both many: a number of questions that grows like the pegs.

After Martinsson and Su, "Mastermind with a linear number of queries" (2023), from whom the ideas
are; the order of the questions is our own, and nothing is proved of it. Black key pegs are enough.

1. *Strings.* Random guesses that agree nowhere are asked until each of them has one black key peg.
   From then on such a string is a color: each stands in one place, and no two in the same. A guess
   without a black key peg gives blanks.
2. *Regions.* The places are divided into three, these again, and so on. Each color moves down,
   from a region into a part of it, by questions such as: is it in this part?
3. *Weighing* (Cantor and Mills 1966). If A and B are answers of questions about other places, and
   x is 0 or 1, then A + B + x and A - B give all three: their sum is odd if x is 1. So two guesses
   answer a question more than they ask, and A and B may be such sums themselves. A color with a
   minus is asked in a guess of its own.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

Answer = Callable[[list[int]], int]
MOST_DOUBLINGS = 10  # 1024 guesses at once: more than are ever worth while


@dataclass(eq=False)
class Region:
    """Neighbouring places, divided into three parts, and the colors that wait to move on."""

    places: range
    parent: "Region | None" = None
    parts: list["Region"] = field(default_factory=list)
    waiting: list["Color"] = field(default_factory=list)
    entered: int = 0  # colors known to be here or in a part
    moving: int = 0  # those of which the place is not known yet

    def __post_init__(self) -> None:
        first, size = self.places.start, len(self.places)
        ends = [first + size * third // 3 for third in range(4)] if size > 1 else []
        self.parts = [Region(range(*cut), self) for cut in pairwise(ends) if cut[0] < cut[1]]


@dataclass(eq=False)
class Color:
    """A string with one black key peg: where it can be."""

    pegs: list[int]
    open: list[Region] = field(default_factory=list)  # parts of its region


@dataclass
class LinearQuestion:
    """Whether a color is in a part of its region."""

    color: Color
    part: Region


@dataclass
class Weighing:
    """Questions to be answered together, by twice as many guesses as each of the halves has."""

    extra: list[LinearQuestion]  # one for each pair of guesses, as far as there are any
    halves: "tuple[Weighing, Weighing] | None" = None

    def guesses(self) -> list[list[tuple[LinearQuestion, int]]]:
        """List what each guess asks, with signs."""
        if self.halves is None:
            return [[(question, 1) for question in self.extra]]
        rows = []
        for i, (a, b) in enumerate(zip(*(half.guesses() for half in self.halves), strict=True)):
            rows.append([*a, *b, *((question, 1) for question in self.extra[i : i + 1])])
            rows.append([*a, *((question, -sign) for question, sign in b)])
        return rows

    def read(self, answers: list[int]) -> Iterator[tuple[LinearQuestion, bool]]:
        """Tell every question's answer from those of the guesses."""
        if self.halves is None:
            yield from ((question, answers[0] == 1) for question in self.extra)
            return
        sums = [plus + minus for plus, minus in zip(answers[::2], answers[1::2], strict=True)]
        yield from (
            (question, total % 2 == 1) for question, total in zip(self.extra, sums, strict=False)
        )
        a = [total // 2 for total in sums]
        yield from self.halves[0].read(a)
        yield from self.halves[1].read(
            [one - minus for one, minus in zip(a, answers[1::2], strict=True)]
        )

    def count(self) -> int:
        """Count the questions."""
        return len(self.extra) + sum(half.count() for half in self.halves or ())


def find(answer: Answer, pegs: int, rng: random.Random) -> list[int]:
    """Find a code of as many colors as pegs.

    Examples
    --------
    >>> code = [3, 1, 3, 0, 4]
    >>> find(lambda guess: sum(map(int.__eq__, code, guess)), 5, random.Random(1))
    [3, 1, 3, 0, 4]
    """
    if pegs == 1:
        return [0]
    strings, blank = _strings(answer, pegs, rng)
    everywhere = Region(range(pegs))
    code = [0] * pegs
    for string in strings:
        _enter(Color(string), everywhere, code)

    def ask(row: list[tuple[LinearQuestion, int]]) -> int:
        total = 0
        for sign in (1, -1):
            guess = blank.copy()
            mine = [question for question, its_sign in row if its_sign == sign]
            for question in mine:
                places = question.part.places
                guess[places.start : places.stop] = question.color.pegs[places.start : places.stop]
            total += sign * answer(guess) if mine else 0
        return total

    doublings = 0
    while plan := _best(everywhere, doublings):
        doublings, weighing = plan
        answers = [ask(row) for row in weighing.guesses()]
        for question, there in weighing.read(answers):
            _learn(question, there, code)
    return code


def _strings(answer: Answer, pegs: int, rng: random.Random) -> tuple[list[list[int]], list[int]]:
    """Find strings that agree nowhere, each with one black key peg, and one string without any."""
    left = [list(range(pegs)) for _ in range(pegs)]  # colors of no string yet, for each place
    strings: list[list[int]] = []
    blank: list[int] = []
    while len(strings) < pegs or not blank:
        missing = pegs - len(strings)
        picks = [rng.randrange(missing or pegs) for _ in range(pegs)]
        string = [colors[pick] for colors, pick in zip(left, picks, strict=True)]
        black = 1 if missing == 1 else answer(string)  # of the last one it is known
        if black == 0:
            blank = string
        if black == 1 and missing:
            strings.append(string)
            if missing > 1:
                for colors, pick in zip(left, picks, strict=True):
                    colors[pick] = colors[-1]
                    colors.pop()
            else:  # what is still to come is a guess for a blank: any colors
                left = [list(range(pegs)) for _ in range(pegs)]
    return strings, blank


def _enter(color: Color, region: Region, code: list[int]) -> None:
    """Move a color into a region, and on as far as can be told without a question."""
    region.entered += 1
    region.moving += 1
    place = region.places.start
    if not region.parts:
        code[place] = color.pegs[place]
        above: Region | None = region
        while above:
            above.moving -= 1
            above = above.parent
    else:
        region.waiting.append(color)
        color.open = [part for part in region.parts if part.entered < len(part.places)]
        _move_on(color, region, code)
    if region.parent and region.entered == len(region.places):  # no other color is in here
        for other in region.parent.waiting.copy():
            if region in other.open:
                other.open.remove(region)
                _move_on(other, region.parent, code)


def _move_on(color: Color, region: Region, code: list[int]) -> None:
    if len(color.open) == 1 and color in region.waiting:
        region.waiting.remove(color)
        _enter(color, color.open[0], code)


def _learn(question: LinearQuestion, there: bool, code: list[int]) -> None:
    """Use the answer of a question, unless it is known by now."""
    color, part = question.color, question.part
    region = part.parent
    if region and color in region.waiting and part in color.open:
        color.open = [part] if there else [other for other in color.open if other is not part]
        _move_on(color, region, code)


def _best(everywhere: Region, doublings: int) -> tuple[int, Weighing] | None:
    """Find the weighing with the most questions for each guess, about as large as the last one."""
    plans = []
    for size in range(max(0, doublings - 1), min(doublings + 2, MOST_DOUBLINGS)):
        weighing = _plan([everywhere], size, set())
        plans.append((weighing.count() / 2**size, size, weighing))
    rate, size, weighing = max(plans, key=lambda plan: plan[0])
    if not rate:
        return None if not doublings else _best(everywhere, doublings - 1)
    return size, weighing


def _plan(regions: list[Region], doublings: int, asked: set[Color]) -> Weighing:
    """Lay out so many doublings of a weighing within regions that have no place in common."""
    wanted = max(1, 2**doublings // 2)
    extra: list[LinearQuestion] = []
    rest = sorted(
        (region for one in regions for region in _awake(one, asked)),
        key=lambda region: -len(region.places),
    )
    asleep: list[Region] = []
    while rest and len(extra) < wanted:
        largest = rest.pop(0)
        free = [color for color in largest.waiting if color not in asked]
        useful = [part for part in largest.parts if any(part in color.open for color in free)]
        part = min(useful, key=lambda part: part.moving)  # the others have more to be asked
        extra += _questions(part, wanted - len(extra), asked)
        asleep += [other for other in largest.parts if other is not part]
    rest += asleep
    if not doublings:
        return Weighing(extra)
    sides: tuple[list[Region], list[Region]] = [], []
    for region in sorted(rest, key=lambda region: -len(region.places)):
        min(sides, key=lambda side: sum(len(one.places) for one in side)).append(region)
    halves = [_plan(side, doublings - 1, asked) for side in sides]
    return Weighing(extra, (halves[0], halves[1]))


def _awake(region: Region, asked: set[Color]) -> Iterator[Region]:
    """Find the largest regions in this one where a color waits that is not asked for."""
    if any(color not in asked for color in region.waiting):
        yield region
    else:
        for part in region.parts:
            yield from _awake(part, asked)


def _questions(part: Region, most: int, asked: set[Color]) -> list[LinearQuestion]:
    """Choose questions that put pegs into this part only, and note their colors."""
    chosen = []
    if part.parent:
        waiting = [color for color in part.parent.waiting if part in color.open]
        chosen = [LinearQuestion(color, part) for color in waiting if color not in asked][:most]
        asked.update(question.color for question in chosen)
    inside = iter(part.parts)
    while len(chosen) < most and (one := next(inside, None)):
        chosen += _questions(one, most - len(chosen), asked)
    return chosen
