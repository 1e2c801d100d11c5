"""Mutation testing: small mistakes in the instructor's solution that no test notices.

Each solution cell is changed in one place, and the notebook is judged like a submission. A
mistake that no test notices is shown with an input for which its result differs, if one is
found: then the tests lack such an input.
"""

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from nbformat import NotebookNode

from autograder.assignment.pipeline import Assignment
from autograder.assignment.repair import grade_id
from autograder.assignment.schedule import tests_of
from autograder.diagnosis.mutants import Mutant, mutants
from autograder.diagnosis.smaller import variants
from autograder.grading.calls import (
    Limits,
    answers_of,
    calls_of,
    is_apart,
    read,
    solved,
)
from autograder.grading.stock import scored
from autograder.sandbox import names
from autograder.sandbox.conductor import examine
from autograder.sandbox.jobs import Job, Step
from autograder.sandbox.probing import as_cell

SLOWER = 5
"""The time limit of a mistake, in multiples of the solution's time."""
LEAST_SECONDS = 1.0
_MINUS_ZERO = re.compile(r"(?<![\w.])-0\.(?=0*(?![\w.]))")


class Mistake(NamedTuple):
    """A change of the solution that no test notices.

    Attributes
    ----------
    cell : str
        The grade id of the solution cell.
    change : str
        The line, its old text, and its new text.
    example : str
        A call with another result, and that result; empty if none was found. It says so if the
        call has that result only after others.
    """

    cell: str
    change: str
    example: str


@dataclass
class Tried:
    """The result of mutation testing of a notebook.

    Attributes
    ----------
    made, tried, answers : int
        The number of possible mistakes, of those for which there was time, and of the solution
        cells in which these were made.
    unnoticed : list of Mistake
        The mistakes that no test notices; those with an example first.
    unseen : list of str
        Solution cells in which no test notices any mistake.
    """

    made: int = 0
    tried: int = 0
    answers: int = 0
    unnoticed: list[Mistake] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)

    @property
    def shown(self) -> list[Mistake]:
        """The mistakes with an example: each shows a gap in the tests."""
        return [mistake for mistake in self.unnoticed if mistake.example]


def try_mistakes(
    assignment: Assignment, notebook: str, limits: Limits, seconds: float, skip: Iterable[str] = ()
) -> Tried:
    """Try small mistakes in the solution of a notebook, and find those that no test notices."""
    end = time.monotonic() + seconds
    trial = _Trial(assignment, notebook, limits, {*skip})
    found = {cell: trial.mistakes(cell) for cell in trial.answers if trial.asked(cell)}
    tried = Tried(made=sum(map(len, found.values())))
    if not trial.passed:
        return tried
    survived: dict[str, list[Mutant]] = {}
    counted: dict[str, int] = {}
    for cell, mutant in _in_turn(found):
        if time.monotonic() > end:
            break
        tried.tried += 1
        counted[cell] = counted.get(cell, 0) + 1
        if not trial.notices(cell, mutant):
            survived.setdefault(cell, []).append(mutant)
    tried.answers = len(counted)
    for cell, kept in survived.items():
        if len(kept) == counted[cell] > 1:
            tried.unseen.append(cell)
            continue
        tried.unnoticed += [Mistake(cell, m.change, trial.example(cell, m)) for m in kept]
    tried.unnoticed.sort(key=lambda mistake: not mistake.example)
    return tried


def is_alike(right: str, wrong: str) -> bool:
    """Tell whether two values, as Python text, differ at most in the sign of a zero.

    Examples
    --------
    >>> is_alike("[0.0, -2.0]", "[-0.0, -2.0]"), is_alike("-0.5", "0.5"), is_alike("1e-05", "1e05")
    (True, False, False)
    """
    return _MINUS_ZERO.sub("0.", right) == _MINUS_ZERO.sub("0.", wrong)


def _in_turn(found: dict[str, list[Mutant]]) -> Iterator[tuple[str, Mutant]]:
    """Yield one mistake of each cell in turn, spread over the cell, since time may run out."""
    rows = ([(cell, m) for m in _spread(made)] for cell, made in found.items())
    for row in zip_longest(*rows):
        yield from (pair for pair in row if pair)


def _spread(made: list[Mutant]) -> list[Mutant]:
    step = max(1, len(made) // 8)
    return [mutant for start in range(step) for mutant in made[start::step]]


class _Trial:
    """The solution of a notebook, with mistakes in it."""

    def __init__(
        self, assignment: Assignment, notebook: str, limits: Limits, skip: set[str]
    ) -> None:
        self._assignment, self._notebook, self._limits = assignment, notebook, limits
        self._source: NotebookNode = assignment.sources[notebook]
        self.answers = answers_of(self._source)
        self._given = answers_of(assignment.releases[notebook])
        self._tests = {name: self._source.cells[at].source for at, name in tests_of(self._source)}
        self._right: dict[str, tuple[str, ...]] = {}
        self._calls: dict[str, list[str]] | None = None
        began = time.monotonic()
        passed, cells = self._run(solved(assignment, notebook), limits)
        whole = time.monotonic() - began
        self.passed = passed - skip
        unconfined, cell, every, wall = limits
        slowest = max(cells.values(), default=0)
        self._brief = (
            unconfined,
            min(cell, max(LEAST_SECONDS, SLOWER * slowest)),
            min(every, max(2 * LEAST_SECONDS, SLOWER * whole)),
            wall,
        )

    def _run(self, job: Job, limits: Limits) -> tuple[set[str], dict[int, float]]:
        """Run a notebook; return the tests with full points, and the seconds of cells."""
        rebuilt, _ = self._assignment.rebuild(self._notebook, self._source)
        outcome = examine(job, *limits)
        self._assignment.fill(self._notebook, rebuilt, outcome, [])
        by_hand = {
            grade_id(self._source.cells[place]) for place in outcome.by_hand
        } | self._assignment.left_to_a_person.keys()
        tests = scored(rebuilt).tests
        full = {
            name
            for name, (of, points) in tests.items()
            if name not in by_hand and points.got == of and not points.failed
        }
        return full, outcome.seconds

    def mistakes(self, cell: str) -> list[Mutant]:
        """Make mistakes in the lines of a cell that students have to write."""
        text = self.answers[cell]
        given = {line.strip() for line in self._given[cell].splitlines()}
        theirs = {n for n, line in enumerate(text.splitlines(), 1) if line.strip() not in given}
        try:
            return [mutant for mutant in mutants(text) if mutant.line in theirs]
        except (SyntaxError, ValueError, RecursionError):  # a magic, or not Python
            return []

    def notices(self, cell: str, mutant: Mutant) -> bool:
        """Tell whether a test that the solution passes fails for a mistake."""
        job = solved(self._assignment, self._notebook, {cell: mutant.source})
        asked = self.asked(cell)
        places = {at for at, name in tests_of(self._source) if name in asked}
        steps = [s for s in job.steps if s.place < 0 or not s.test or s.place in places]
        last = max((n for n, s in enumerate(steps) if s.place in places), default=-1) + 1
        full, _ = self._run(job._replace(steps=steps[:last]), self._brief)
        return bool(asked - full)

    def asked(self, cell: str) -> set[str]:
        """Return the tests that the solution passes and that may depend on a cell.

        There are none where the solution passes no test that uses the cell: then no mistake in
        it could be noticed.
        """
        texts = [(c.source, True) for c in self._source.cells if c.cell_type == "code"]
        reached = names.reached(names.bound(self.answers[cell]), texts)
        using = {n for n, text in self._tests.items() if names.used(text) & reached}
        return using & self.passed if using else self.passed

    def example(self, cell: str, mutant: Mutant) -> str:
        """Find a call for which a mistake has another result than the solution."""
        calls = self._inputs(cell)
        if not calls:
            return ""
        if cell not in self._right:
            once, again = (self._observe(cell, calls, self.answers[cell]) for _ in range(2))
            self._right[cell] = once if once == again else ()
        got = self._observe(cell, calls, mutant.source)
        for call, right, wrong in zip(calls, self._right[cell], got, strict=False):
            if not is_alike(right, wrong) and not right.startswith("stops with"):
                if self._observe(cell, calls, mutant.source) != got:
                    return ""  # a matter of chance
                verb = wrong if wrong.startswith("stops with") else f"gives {wrong}"
                alone = self._observe(cell, [call], mutant.source) == (wrong,)
                return f"{call}{'' if alone else ', after other calls,'} {verb}, not {right}"
        return ""

    def _inputs(self, cell: str) -> list[str]:
        if self._calls is None:
            self._calls = {}
            found = calls_of(self._assignment, self._notebook, self._limits, visible=False)
            for call in (call for calls in found.values() for call in calls):
                self._calls.setdefault(call.function, []).append(str(call))
        text = self.answers[cell]
        calls = [call for name in names.functions(text) for call in self._calls.get(name, [])]
        return variants(calls, text)

    def _observe(self, cell: str, calls: list[str], text: str) -> tuple[str, ...]:
        """Run calls in place of the first test that uses such a function."""
        job = solved(self._assignment, self._notebook, {cell: text})
        wanted = {*names.functions(self.answers[cell])}
        before: list[Step] = []
        for step in job.steps:
            if is_apart(step) and wanted & names.used(step.text):
                asked = step._replace(text=as_cell("", tuple(calls)))
                outputs = examine(job._replace(steps=[*before, asked]), *self._brief).outputs
                return tuple(read(outputs.get(step.place, [])))
            if not step.test:
                before.append(step)
        return ()
