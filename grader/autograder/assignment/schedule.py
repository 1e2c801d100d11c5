"""What of a notebook runs where, and in which order; it follows from the source alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.assignment.repair import grade_id, is_test
from autograder.diagnosis.questions import tests_for
from autograder.sandbox import names
from autograder.sandbox.abilities import abilities
from autograder.sandbox.jobs import Step

WITH_ANSWERS = "with-answers"
"""The tag of a given cell that runs beside the answers, and not in the examiner's process, too."""


class Plan:
    """How the cells of a notebook are run.

    Before the first test that needs a name from a given cell, the examiner runs the
    source's text of that cell, too.

    Parameters
    ----------
    source, release : NotebookNode
        The notebook as the instructor wrote it, and as students got it.
    together : sequence of str, optional
        The grade ids of tests that run together with the student's cells.
    seen : mapping of str to sequence of str, optional
        What tests ask of the solution's objects that its text does not show, by class.
    whole : sequence of str, optional
        The grade ids of tests that run with all cells before them in one process.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> marks = {"grade_id": "test-f", "grade": True, "points": 1}
    >>> given = new_code_cell("import math")
    >>> tests = new_code_cell("assert f(4) == math.sqrt(4)", metadata={"nbgrader": marks})
    >>> source = new_notebook(cells=[given, tests])
    >>> [(step.test, step.text) for step in Plan(source, source).steps(source)][:2]
    [(False, 'import math'), (True, 'import math')]
    """

    def __init__(
        self,
        source: NotebookNode,
        release: NotebookNode,
        together: Sequence[str] = (),
        seen: Mapping[str, Sequence[str]] | None = None,
        whole: Sequence[str] = (),
    ) -> None:
        self._source, self._release = source, release
        self._together, self._whole = together, whole
        code = [cell for cell in source.cells if cell.cell_type == "code"]
        self.modules = sorted(imported(source))
        """What the instructor's cells import."""
        no_tests = [cell for cell in code if not is_test(cell)]
        self.abilities = abilities([cell.source for cell in no_tests], seen)
        """What the source's objects can do."""
        answers = [cell for cell in code if is_solution(cell)]
        self._answers = {grade_id(cell): names.bound(cell.source) for cell in answers}
        self.tools = _tools(answers)
        """Names that answers import for their own use, and by which statements."""
        self._given = {cell.source for cell in code if not is_solution(cell)}
        tests = [(cell, shown) for cell, shown in zip(source.cells, release.cells, strict=True)]
        self._shown = {grade_id(cell): shown.source for cell, shown in tests if is_test(cell)}
        self._first: dict[str, int] = {}
        for place, cell in enumerate(source.cells):
            self._first.setdefault(cell.source, place)
        # Of nothing else a student says what it is: what a test displays goes to no one's function.
        beside = [cell for cell in code if _stays_with_answers(cell)]
        self._answered = _all(names.bound, [*answers, *beside]) - names.OF_IPYTHON
        self._others = _all(names.bound, no_tests)
        self._order = {grade_id(cell): place for place, cell in enumerate(source.cells)}

    def steps(self, rebuilt: NotebookNode) -> list[Step]:
        """List what is run.

        Parameters
        ----------
        rebuilt : NotebookNode
            The student's cells and the source's tests.

        Returns
        -------
        list of Step
            In their order.
        """
        tested = {name: place for place, name in tests_of(rebuilt)}
        asked = {place: name for name, place in tested.items()}
        needed = dict(self._needed)
        steps, added = [], set[str]()
        for place, cell in enumerate(rebuilt.cells):
            if cell.cell_type != "code" or not cell.source.strip():
                continue
            name = asked.get(place)
            if name is None:
                known = cell.source in self._given
                lends = self._lends(cell, tested) if known else ()
                if lends and self._is_too_early(cell, place, tested):
                    continue
                steps.append(Step(place, cell.source, known=known, lends=lends))
                continue
            if name in self._together:
                steps.append(Step(place, cell.source, True, known=True, together=True))
            elif name in self._whole:
                steps.append(Step(place, cell.source, True, known=True, whole=True))
            else:
                for index in [index for index in needed if index < self._order[name]]:
                    steps.append(self._test(-1, needed.pop(index)))
                steps.append(self._test(place, cell.source))
            # What comes after a test in one process finds what the test has imported and bound.
            for text in (names.imports(self._shown[name]), self._bound_by_tests.get(name, "")):
                if text and text not in added:
                    added.add(text)
                    steps.append(Step(-1, text, known=True))
        return steps

    def given_for(self, test: str) -> str:
        """Give the text of the given cells that a test may need."""
        return "\n".join(t for index, t in self._needed.items() if index < self._order[test])

    def instead(self, place: int, text: str, test: str) -> Step:
        """Plan a cell in the place of a test, with what the test has of the student's."""
        asked = self._answered & names.used(test)
        return Step(place, text, True, tuple(sorted(asked)), known=True)

    def _test(self, place: int, text: str) -> Step:
        return Step(place, text, True, tuple(sorted(self._answered)), known=True)

    def _lends(
        self, cell: NotebookNode, tested: dict[str, int]
    ) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Find names that a given cell binds after an exercise has, and that exercise's tests."""
        return tuple(
            (name, places)
            for exercise, bound in self._answers.items()
            for name in sorted(bound & names.bound(cell.source))
            if (places := tuple(tested[t] for t in tests_for(exercise) if t in tested))
        )

    def _is_too_early(self, cell: NotebookNode, place: int, tested: dict[str, int]) -> bool:
        """Tell whether this is a copy of what the source has after tests that are still to come."""
        first = self._first[cell.source]
        return any(place < at and first > self._order[name] for name, at in tested.items())

    @cached_property
    def _needed(self) -> dict[int, str]:
        """The given cells that bind what tests use, or what such cells use, by their places."""
        cells = list(enumerate(self._source.cells))
        not_apart = {*self._together, *self._whole}
        tests = [c for _, c in cells if is_test(c) and grade_id(c) not in not_apart]
        wanted = _all(names.used, tests) - self._answered
        needed = {}
        for index, cell in reversed(cells):
            given = cell.cell_type == "code" and not is_solution(cell) and not is_test(cell)
            if given and names.bound(cell.source) & wanted:
                needed[index] = cell.source
                wanted |= names.used(cell.source) - self._answered
        return dict(sorted(needed.items()))

    @cached_property
    def _bound_by_tests(self) -> dict[str, str]:
        """What has to be run of each test, by grade id, so that later cells find its names.

        Later cells are answers, given cells, and tests that run where these do. That is for
        names that no other cell binds, and only of what students can see: what a hidden test
        binds stays where it is.
        """
        found: dict[str, str] = {}
        wanted: set[str] = set()
        for cell, shown in reversed(
            list(zip(self._source.cells, self._release.cells, strict=True))
        ):
            if is_test(cell):
                found[grade_id(cell)] = names.binding(shown.source, wanted)
                if grade_id(cell) in self._together:
                    wanted |= names.used(cell.source) - names.bound(cell.source) - self._others
            elif cell.cell_type == "code":
                wanted |= names.used(cell.source) - self._others
        return found


def tests_of(notebook: NotebookNode) -> list[tuple[int, str]]:
    """Where the tests of a notebook stand, and their grade ids."""
    return [(place, grade_id(cell)) for place, cell in enumerate(notebook.cells) if is_test(cell)]


def imported(source: NotebookNode) -> set[str]:
    """The modules that the instructor's cells import."""
    return _all(names.imported, (cell for cell in source.cells if cell.cell_type == "code"))


def _stays_with_answers(cell: NotebookNode) -> bool:
    """Tell whether a given cell runs beside the answers only.

    Its functions hand to a student's what no wire can carry, such as widgets.
    """
    return WITH_ANSWERS in cell.metadata.get("tags", ())


def _tools(answers: Iterable[NotebookNode]) -> dict[str, str]:
    r"""Find what answers import to use it, by name; not where the import is the answer.

    Of a module the student says nothing but that it is one.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell
    >>> area = "from math import isclose, pi\nimport math\ndef area(r): return pi * r**2"
    >>> _tools([new_code_cell(area), new_code_cell("from math import sqrt")])
    {'isclose': 'from math import isclose', 'pi': 'from math import pi'}
    """
    found: dict[str, str] = {}
    others: set[str] = set()
    for cell in answers:
        imports = names.imported_names(cell.source)
        if names.bound(cell.source) - imports.keys():
            found |= imports
        else:
            others |= imports.keys()
        others |= names.bound("\n".join(names.others_than_imports(cell.source)))
    return {name: text for name, text in found.items() if name not in others}


def _all(find: Callable[[str], Iterable[str]], cells: Iterable[NotebookNode]) -> set[str]:
    """What is found in the texts of cells."""
    return set().union(*(find(cell.source) for cell in cells))
