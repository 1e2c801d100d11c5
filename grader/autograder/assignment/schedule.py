"""The schedule of a notebook: which cell runs in which process, read off the source alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from nbformat import NotebookNode
from nbgrader.utils import is_locked, is_solution

from autograder.assignment.lending import Lending, Lends
from autograder.assignment.repair import grade_id, is_skipped, is_test
from autograder.diagnosis.questions import tests_for
from autograder.sandbox import names
from autograder.sandbox.abilities import abilities
from autograder.sandbox.jobs import Step

FILL_IN = "fill-in"
"""The tag of a given cell in which students type a value of their own, such as a number."""
WITH_ANSWERS = "with-answers"
"""The tag of a given cell that runs only in the student's process, not in the examiner's.

Its functions give the student's objects that cannot be serialized, such as widgets.
"""


class Plan:
    """The schedule of a notebook's cells.

    Before the first test that needs a name from a given cell, the examiner runs the
    source's text of that cell, too.
    """

    def __init__(
        self,
        source: NotebookNode,
        release: NotebookNode,
        lends: Lends | None = None,
    ) -> None:
        self._source, self._release = source, release
        lends = lends or Lends()
        self.lending = Lending(source, lends)
        code = [c for c in source.cells if c.cell_type == "code" and not is_skipped(c)]
        lent = set().union(*map(names.imported, lends.texts.values()))
        self.modules = sorted(imported(source) | lent)
        """The modules that the instructor's cells import, and those that lent modules import."""
        self.shown = sorted(imported(release) | lent)
        """Those of them that students can see."""
        no_tests = [cell for cell in code if not is_test(cell)]
        self._texts = [cell.source for cell in no_tests]
        self.learn()
        answers = [cell for cell in code if is_solution(cell)]
        self._answers = {grade_id(cell): names.bound(cell.source) for cell in answers}
        self.tools = _tools(answers)
        """Names that answers import for their own use, each with its statement."""
        self._given = {cell.source for cell in code if not is_solution(cell)}
        tests = [(cell, shown) for cell, shown in zip(source.cells, release.cells, strict=True)]
        self.released = {grade_id(cell): shown.source for cell, shown in tests if is_test(cell)}
        """The text of each test as it was released, by grade id."""
        self._first: dict[str, int] = {}
        for place, cell in enumerate(source.cells):
            self._first.setdefault(cell.source, place)
        # Only these names are the student's: no function of theirs may get what a test displays.
        beside = [cell for cell in code if WITH_ANSWERS in cell.metadata.get("tags", ())]
        self._others = _all(names.bound, no_tests)
        fill_in = [cell for cell in code if FILL_IN in cell.metadata.get("tags", ())]
        self.constants = sorted(_all(names.bound, fill_in) - _all(names.bound, answers))
        """Names of values that students fill in."""
        # What the source binds nowhere, because it has no answers, only a student can bind.
        judging = [cell for cell in code if is_test(cell)]
        unbound = _all(names.used, judging) - self._others - _all(names.bound, judging)
        bound = _all(names.bound, [*answers, *beside]) | unbound | {*self.constants}
        self._answered = bound - names.OF_IPYTHON
        self._order = {grade_id(cell): place for place, cell in enumerate(source.cells)}

    def learn(
        self,
        seen: Mapping[str, Sequence[str]] | None = None,
        givers: Sequence[str] | None = None,
    ) -> None:
        """Take over what the solution shows: what tests ask of objects, and who gives them."""
        self.abilities = abilities(self._texts, seen)
        self.abilities.givers = None if givers is None else [*givers]

    @cached_property
    def to_fill_in(self) -> dict[int, set[str]]:
        """Constants that unlocked given cells bind and tests use, by place of the cell.

        They may be values of the students' own; a cell with the tag is known to have some.
        """
        tests = [cell for cell in self._source.cells if is_test(cell)]
        used, found = _all(names.used, tests), dict[int, set[str]]()
        for place, cell in enumerate(self._source.cells):
            given = cell.cell_type == "code" and not (is_test(cell) or is_solution(cell))
            open_cell = given and not is_locked(cell)
            if open_cell and FILL_IN not in cell.metadata.get("tags", ()):
                found[place] = {*names.constants(cell.source) & used}
        return {place: bound for place, bound in found.items() if bound}

    def changed(self, rebuilt: NotebookNode) -> set[str]:
        """Find the constants of `to_fill_in` that a student has changed."""
        own = set().union(
            *(
                names.at_a_glance(cell.source)
                for cell in rebuilt.cells
                if cell.cell_type == "code" and cell.source not in self._given and not is_test(cell)
            )
        )
        return own & set().union(*self.to_fill_in.values())

    def steps(self, rebuilt: NotebookNode) -> list[Step]:
        """List the steps that run a notebook."""
        tested = {name: place for place, name in tests_of(rebuilt)}
        asked = {place: name for name, place in tested.items()}
        needed = dict(self._needed)
        steps, added = [], set[str]()
        for place, cell in enumerate(rebuilt.cells):
            if cell.cell_type != "code" or not cell.source.strip() or is_skipped(cell):
                continue
            name = asked.get(place)
            if name is None:
                known = cell.source in self._given
                lends = self._lends(cell, tested) if known else ()
                if lends and self._is_too_early(cell, place, tested):
                    continue
                steps.append(Step(place, cell.source, known=known, lends=lends))
                continue
            for index in [index for index in needed if index < self._order[name]]:
                steps.append(self._test(-1, needed.pop(index)))
            steps.append(self._test(place, cell.source))
            # In a notebook, later cells can use the names that a test imports and binds.
            for text in (
                "\n".join(names.statements(self.released[name], importing=True)),
                self._bound_by_tests.get(name, ""),
            ):
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
        cells = list(enumerate(self._source.cells))
        tests = [c for _, c in cells if is_test(c)]
        wanted = _all(names.used, tests) - self._answered
        needed = {}
        for index, cell in reversed(cells):
            given = cell.cell_type == "code" and not is_solution(cell) and not is_test(cell)
            given = given and not is_skipped(cell)
            if given and names.bound(cell.source) & wanted:
                needed[index] = cell.source
                wanted |= names.used(cell.source) - self._answered
        return dict(sorted(needed.items()))

    @cached_property
    def _bound_by_tests(self) -> dict[str, str]:
        """The statements of each test, by grade id, that bind names for later cells.

        Only names that no other cell binds count, and only statements that students can see:
        names of a hidden test stay hidden.
        """
        found: dict[str, str] = {}
        wanted: set[str] = set()
        for cell, shown in reversed(
            list(zip(self._source.cells, self._release.cells, strict=True))
        ):
            if is_test(cell):
                found[grade_id(cell)] = names.binding(shown.source, wanted)
            elif cell.cell_type == "code":
                wanted |= names.used(cell.source) - self._others
        return found


def tests_of(notebook: NotebookNode) -> list[tuple[int, str]]:
    """List the places of a notebook's tests, and their grade ids."""
    return [(place, grade_id(cell)) for place, cell in enumerate(notebook.cells) if is_test(cell)]


def imported(notebook: NotebookNode) -> set[str]:
    """Find the modules that the cells of a notebook import."""
    return _all(names.imported, (cell for cell in notebook.cells if cell.cell_type == "code"))


def _tools(answers: Iterable[NotebookNode]) -> dict[str, str]:
    """Find names that answers import for their own use; not where the import is the answer.

    Modules need no such statement: the student's process only sends their names.
    """
    found: dict[str, str] = {}
    others: set[str] = set()
    for cell in answers:
        imports = names.imported_names(cell.source)
        if names.bound(cell.source) - imports.keys():
            found |= imports
        else:
            others |= imports.keys()
        others |= names.bound("\n".join(names.statements(cell.source, importing=False)))
    return {name: text for name, text in found.items() if name not in others}


def _all(find: Callable[[str], Iterable[str]], cells: Iterable[NotebookNode]) -> set[str]:
    """Join all that a function finds in the texts of cells."""
    return set().union(*(find(cell.source) for cell in cells))
