"""The schedule of a notebook: which cell runs in which process, read off the source alone."""

from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct
from nbformat import NotebookNode
from nbgrader.utils import is_locked, is_solution

from autograder.grader.assignment.lending import Lending, Lends
from autograder.grader.assignment.repair import SKIPPED, grade_id, is_test, tagged
from autograder.grader.course.settings import imported
from autograder.grader.diagnosis.questions import tests_for
from autograder.runner import names
from autograder.runner.jobs import Step
from autograder.runner.names import abilities

FILL_IN = "fill-in"
"""The tag of a given cell in which students type a value of their own, such as a number."""
WITH_ANSWERS = "with-answers"
"""The tag of a given cell that is kept out of the examiner, since it hands out widgets or so."""


class Learned(Struct):
    """What calibration has learned from the instructor's solution in a notebook."""

    # Tests that the run in one process decides alone.
    alone: list[str] = []
    # By class, "" for functions: what tests ask of objects and the solution's text does not show.
    seen: dict[str, list[str]] = {}
    givers: list[str] | None = None  # the functions whose calls give such objects; None for all
    examples: dict[str, dict[str, str]] = {}  # by test: the calls that it shows, with results


class Plan:
    """The schedule of a notebook's cells; the examiner also runs given cells that tests need."""

    def __init__(self, source: NotebookNode, release: NotebookNode, lends: Lends) -> None:
        self.lending = Lending(source, lends)
        cells = list(zip(source.cells, release.cells, strict=True))
        self._cells = [(_kind(cell), cell, shown.source) for cell, shown in cells]
        answers, given, tests = map(self._of, ("answer", "given", "test"))
        lent = set().union(*map(names.imported, lends.texts.values()))
        # What the instructor's cells and lent modules import, and what of it students can see.
        self.modules = sorted(imported(source) | lent)
        self.shown = sorted(imported(release) | lent)
        self.tools = _tools(answers)
        self.released = {grade_id(cell): shown.source for cell, shown in cells if is_test(cell)}
        self._answers = {grade_id(cell): names.bound(cell.source) for cell in answers}
        self._given = {cell.source for cell in given}
        self._others = _all(names.bound, [*answers, *given])
        self._order = {grade_id(cell): place for place, cell in enumerate(source.cells)}
        self._first = {cell.source: at for at, cell in reversed([*enumerate(source.cells)])}
        constants = _all(names.bound, [c for c in given if tagged(c, FILL_IN)])
        self.constants = sorted(constants - _all(names.bound, answers))
        # Only these names are the student's: no function of theirs may get what a test displays.
        # What the source binds nowhere, because it has no answers, only a student can bind.
        unbound = _all(names.used, tests) - self._others - _all(names.bound, tests)
        beside = [cell for cell in given if tagged(cell, WITH_ANSWERS)]
        bound = _all(names.bound, [*answers, *beside]) | unbound | {*self.constants}
        self._answered = bound - names.OF_IPYTHON
        self.learn(Learned())

    def _of(self, kind: str) -> list[NotebookNode]:
        return [cell for one, cell, _ in self._cells if one == kind]

    def learn(self, learned: Learned) -> None:
        """Take over what the solution shows: what tests ask of objects, and who gives them."""
        self.learned = learned
        texts = [cell.source for kind, cell, _ in self._cells if kind in ("answer", "given")]
        self.abilities = abilities(texts, learned.seen)
        self.abilities.givers = learned.givers

    @cached_property
    def to_fill_in(self) -> dict[int, set[str]]:
        """Constants that unlocked given cells bind and tests use, by place; maybe to fill in."""
        used, found = _all(names.used, self._of("test")), dict[int, set[str]]()
        for place, (kind, cell, _) in enumerate(self._cells):
            if kind == "given" and not is_locked(cell) and not tagged(cell, FILL_IN):
                found[place] = names.constants(cell.source) & used
        return {place: bound for place, bound in found.items() if bound}

    def changed(self, rebuilt: NotebookNode) -> set[str]:
        """Find the constants of `to_fill_in` that a student has changed."""
        code = [c for c in rebuilt.cells if c.cell_type == "code" and not is_test(c)]
        own = _all(names.at_a_glance, [c for c in code if c.source not in self._given])
        return own & set().union(*self.to_fill_in.values())

    def steps(self, rebuilt: NotebookNode) -> list[Step]:
        """List the steps that run a notebook."""
        asked, needed = dict(tests_of(rebuilt)), dict(self._needed)
        tested = {name: place for place, name in asked.items()}
        steps, added = [], set[str]()
        for place, cell in enumerate(rebuilt.cells):
            if not cell.source.strip() or not (kind := _kind(cell)):
                continue
            if kind != "test":
                known = cell.source in self._given
                lends = self._lends(cell, tested) if known else ()
                if not (lends and self._is_too_early(cell, place, tested)):
                    steps.append(Step(place, cell.source, known=known, lends=lends))
                continue
            name = asked[place]
            for index in [index for index in needed if index < self._order[name]]:
                steps.append(self._test(-1, needed.pop(index)))
            steps.append(self._test(place, cell.source))
            # In a notebook, later cells can use the names that a test imports and binds.
            imports = "\n".join(names.statements(self.released[name], importing=True))
            for text in (imports, self._bound_by_tests.get(name, "")):
                if text and text not in added:
                    added.add(text)
                    steps.append(Step(-1, text, known=True))
        return self.lending.accompany(steps, tested)

    def given_for(self, test: str) -> str:
        """Return the text of the given cells that a test may need."""
        return "\n".join(t for index, t in self._needed.items() if index < self._order[test])

    def instead(self, place: int, text: str, test: str) -> Step:
        """Make the step of a cell in a test's place, with the student's names of the test."""
        asked = self._answered & names.used(test)
        return Step(place, text, True, tuple(sorted(asked)), known=True)

    def _test(self, place: int, text: str) -> Step:
        return Step(place, text, True, tuple(sorted(self._answered)), known=True)

    def _lends(
        self, cell: NotebookNode, tested: dict[str, int]
    ) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Find names that a given cell and an exercise bind, with the places of its tests."""
        return tuple(
            (name, places)
            for exercise, bound in self._answers.items()
            for name in sorted(bound & names.bound(cell.source))
            if (places := tuple(tested[t] for t in tests_for(exercise) if t in tested))
        )

    def _is_too_early(self, cell: NotebookNode, place: int, tested: dict[str, int]) -> bool:
        """Tell whether this is a copy of a cell that the source has after tests still to come."""
        first = self._first[cell.source]
        return any(place < at and first > self._order[name] for name, at in tested.items())

    @cached_property
    def _needed(self) -> dict[int, str]:
        """The given cells that bind names which tests, or other such cells, use, by place."""
        wanted = _all(names.used, self._of("test")) - self._answered
        needed = {}
        for place, (kind, cell, _) in reversed([*enumerate(self._cells)]):
            if kind == "given" and names.bound(cell.source) & wanted:
                needed[place] = cell.source
                wanted |= names.used(cell.source) - self._answered
        return dict(sorted(needed.items()))

    @cached_property
    def _bound_by_tests(self) -> dict[str, str]:
        """The visible statements of each test that bind names that later cells need."""
        found, wanted = dict[str, str](), set[str]()
        for kind, cell, shown in reversed(self._cells):
            if kind == "test":
                found[grade_id(cell)] = names.binding(shown, wanted)
            elif kind:
                wanted |= names.used(cell.source) - self._others
        return found


def _kind(cell: NotebookNode) -> str:
    """Return what a cell is: "test", "answer" or "given"; "" for one that is not run."""
    if cell.cell_type != "code" or tagged(cell, SKIPPED):
        return ""
    return "test" if is_test(cell) else "answer" if is_solution(cell) else "given"


def tests_of(notebook: NotebookNode) -> list[tuple[int, str]]:
    """List the places of a notebook's tests, and their grade ids."""
    return [(place, grade_id(cell)) for place, cell in enumerate(notebook.cells) if is_test(cell)]


def _tools(answers: Iterable[NotebookNode]) -> dict[str, str]:
    """Find names that answers import for their own use, with the statement of each."""
    found, others = dict[str, str](), set[str]()
    for cell in answers:
        imports = names.imported_names(cell.source)
        if names.bound(cell.source) - imports.keys():
            found |= imports
        else:
            others |= imports.keys()
        others |= names.bound("\n".join(names.statements(cell.source, importing=False)))
    return {name: text for name, text in found.items() if name not in others}


def _all(find: Callable[[str], Iterable[str]], cells: Iterable[NotebookNode]) -> set[str]:
    return set().union(*(find(cell.source) for cell in cells))
