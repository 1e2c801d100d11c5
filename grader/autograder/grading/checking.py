"""Comparison of this grader with nbgrader alone, before anybody hands in.

Both judge what an instructor has: the solution, and the untouched release.
"""

import re
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace
from nbformat import NotebookNode
from nbgrader.utils import is_locked, is_solution

from autograder.assignment.lint import Finding, lint
from autograder.assignment.pipeline import Assignment
from autograder.assignment.repair import grade_id, is_test
from autograder.assignment.schedule import tests_of
from autograder.course.settings import Course
from autograder.course.together import Note
from autograder.diagnosis.examples import noted
from autograder.grading.calls import calls_of
from autograder.grading.hollow import passed_by_hollow
from autograder.grading.mistakes import Tried, try_mistakes
from autograder.grading.stock import (
    NotRunError,
    Points,
    Scored,
    run_stock,
    scored,
    with_timeit_bounded,
)
from autograder.sandbox import names
from autograder.sandbox.conductor import examine

SOLUTION, UNTOUCHED = "the solution", "the release, untouched"
APART, TOGETHER, WHOLE, PERSON = "apart", "together", "in one process", "left to a person"
_NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
_REMEDIES = {
    r"not plain data|cannot be (tested|asked)": "have the test ask for plain data: a number, a "
    "text, a list of them (`obj.size` becomes a function that returns it, an array a list)",
    r"PermissionError|Operation not permitted": "tests run behind walls: no other programs, no "
    "network, no files but their own; have the test need none, or name the programs in "
    "c.Autograder.programs, and set c.Autograder.loopback where it opens a port",
    r"get_ipython": "leave the magic to a cell that no test needs",
    r"\[not run": "let commands run, with configure(c, commands=True), or put the file that the "
    "command makes beside the source",
    r"did not come back in time|ended Python": "let the function do less, or raise c.Autograder"
    ".timeout by `configure(c, timeout=...)`",
    r"too large: .* can cross": "have less cross, or raise `message` for this assignment",
}
_STOPPED = (
    "nbgrader alone stops a cell after c.Execute.timeout seconds by the clock, 30 if that is not "
    "set; here it may wait for longer: raise that number, or have the cell wait for less"
)
Tell = Callable[[str], None]


class Difference(NamedTuple):
    """A test cell with different results.

    Attributes
    ----------
    notebook, cell : str
        The notebook and the cell.
    edition : str
        The answers that were judged: the solution, or the untouched release.
    alone, here : Points
        The points from nbgrader alone, and from this grader.
    of : float
        The points of the cell.
    cause : str
        The first error, and its cell; empty if it is the test itself.
    answer : str
        The student's cell that is tested; empty if it is not known.
    remedy : str
        A possible remedy.
    """

    notebook: str
    cell: str
    edition: str
    alone: Points
    here: Points
    of: float
    cause: str = ""
    answer: str = ""
    remedy: str = ""


@dataclass
class Checked:
    """The findings in a notebook.

    Attributes
    ----------
    name : str
        The notebook.
    tests : int
        The number of test cells.
    differences : list of Difference
        The test cells with different results.
    unsolved : dict of str to str
        Test cells that the instructor's own solution does not pass, either way, with reasons.
    findings : list of Finding
        Findings of `lint`: tests that may differ for other answers than these two.
    ways : dict of str to str
        The way of each test cell: apart, together, in one process, left to a person.
    stderr : dict of str to str
        Test cells to which nbgrader alone gives no points only because they write to stderr.
    chance : list of str
        Test cells whose result is random.
    hollow : dict of str to list of str
        Test cells that pass for empty answers, and for which; see `hollow`.
    texts : dict of str to str
        The texts of the test cells.
    mistakes : Tried, optional
        The result of mutation testing, if it was asked for.
    problem : str
        The reason why it could not be checked; empty if it was.
    alone_seconds, here_seconds : float
        The seconds that the solution ran in a kernel, including its start, and here.
    """

    name: str
    tests: int = 0
    differences: list[Difference] = field(default_factory=list)
    unsolved: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    ways: dict[str, str] = field(default_factory=dict)
    stderr: dict[str, str] = field(default_factory=dict)
    chance: list[str] = field(default_factory=list)
    hollow: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    mistakes: Tried | None = None
    problem: str = ""
    alone_seconds: float = 0
    here_seconds: float = 0

    def judged(self, way: str) -> list[str]:
        """List the test cells that are judged in a way."""
        return [cell for cell, how in self.ways.items() if how == way]

    @property
    def different(self) -> list[str]:
        """The test cells with different results, each once."""
        return list(dict.fromkeys(found.cell for found in self.differences))


def check(
    course: Course,
    name: str,
    anew: bool = False,
    tell: Tell = lambda said: None,
    mistakes: float = 0,
) -> Iterator[Checked]:
    """Judge the solution and the untouched release of an assignment both ways.

    Parameters
    ----------
    course : Course
        The course.
    name : str
        The assignment.
    anew : bool
        Find out which tests have to run together with the student's code; otherwise the
        course's notes say so. The notes are changed, but not written.
    tell : callable
        Called with messages about progress and times.
    mistakes : float
        Seconds of mutation testing for each notebook.

    Yields
    ------
    Checked
        One for each notebook, as they are done. Kernels are started for this.

    Raises
    ------
    GradingError
        If there is no such assignment, or its source cannot be graded.
    ConfinementError
        If students cannot be confined here, and should be.
    """
    if anew:
        course.notes.pop(name, None)
    assignment = Assignment.read(course, name)
    known = course.notes.get(name, Note())
    note, whole = Note(), True
    for notebook in assignment.sources:
        ways = known.of(notebook) if not anew else Note()
        try:
            sides = _Sides(course, assignment, notebook, tell)
            checked = sides.find_ways(ways) if anew else sides.compare(ways)
            checked.hollow = sides.passed_by_hollow()
            examples = sides.examples() if anew else known.examples.get(notebook)
            if examples:
                note.examples[notebook] = examples
            if mistakes:
                checked.mistakes = sides.try_mistakes(mistakes, checked)
        except NotRunError as error:
            whole, checked = False, Checked(notebook, problem=f"nbgrader cannot run it: {error}")
        note.add(ways)
        yield checked
    note.checked = assignment.written if whole else ""
    course.notes[name] = note


def judged_here(course: Course, assignment: Assignment, name: str, edition: NotebookNode) -> Scored:
    """Judge a rebuilt notebook as this grader does, without changing it."""
    notebook = deepcopy(edition)
    job = assignment.job(name, notebook, {})._replace(questions=())
    outcome = examine(job, *course.settings_of(assignment.name).how)
    ids = dict(tests_of(notebook))
    assignment.fill(name, notebook, outcome, [])
    by_hand = {ids[place]: why for place, why in outcome.by_hand.items()}
    found = scored(notebook)
    tests = {
        cell: (of, Points(None, True, by_hand[cell]) if cell in by_hand else points)
        for cell, (of, points) in found.tests.items()
    }
    return found._replace(tests=tests)


class _Sides:
    """A notebook, judged once by nbgrader alone, and repeatedly by this grader."""

    def __init__(self, course: Course, assignment: Assignment, name: str, tell: Tell) -> None:
        self._course, self._assignment, self._name, self._tell = course, assignment, name, tell
        self._how = course.settings_of(assignment.name).how
        self._source = source = assignment.sources[name]
        self._findings = lint(source)
        self._code = [cell for cell in source.cells if cell.cell_type == "code"]
        self._tests = {cell: source.cells[place].source for place, cell in tests_of(source)}
        editions = {SOLUTION: source, UNTOUCHED: assignment.releases[name]}
        self._editions = {e: self._rebuilt(handed_in) for e, handed_in in editions.items()}
        self._seconds: dict[str, float] = {}
        self._alone = {e: self._stock(e) for e in self._editions}
        self._chance: set[str] = set()
        self._asked_again: set[str] = set()

    def _rebuilt(self, handed_in: NotebookNode) -> NotebookNode:
        rebuilt = self._assignment.rebuild(self._name, handed_in)[0]
        for cell in rebuilt.cells:
            if cell.cell_type == "code":
                cell.source = with_timeit_bounded(cell.source)
        return rebuilt

    def _stock(self, edition: str) -> Scored:
        began = time.monotonic()
        found = run_stock(self._course, self._assignment.name, deepcopy(self._editions[edition]))
        self._seconds[edition] = time.monotonic() - began
        self._tell(f"{self._name}: {edition}, nbgrader alone: {self._seconds[edition]:.1f} s")
        return found

    def try_mistakes(self, seconds: float, checked: Checked) -> Tried:
        """Try small mistakes in the solution, and find those that no test notices."""
        began = time.monotonic()
        skip = {*checked.unsolved, *checked.chance, *checked.different, *checked.judged(PERSON)}
        limits = self._how
        tried = try_mistakes(self._assignment, self._name, limits, seconds, skip)
        took = time.monotonic() - began
        self._tell(f"{self._name}: {tried.tried} of {tried.made} mistakes tried: {took:.1f} s")
        return tried

    def examples(self) -> dict[str, dict[str, str]]:
        """Note what tests call that run apart, and what is right, for students' pages."""
        limits = self._how
        visible = not self._course.settings.hidden_examples
        one, two = (calls_of(self._assignment, self._name, limits, visible) for _ in range(2))
        return {test: found for test in one if (found := noted(one[test], two.get(test, [])))}

    def find_ways(self, ways: Note) -> Checked:
        """Find for each test the safest way in which it is judged as by nbgrader."""
        checked = self._find_ways(ways)
        unmarked = [cell for cell in checked.unsolved if self._unmarked(cell)]
        if unmarked:  # a student's own text of such a cell counts only where all is one process
            ways.whole.setdefault(self._name, []).extend(unmarked)
            checked = self.compare(ways)
        return checked

    def _unmarked(self, test: str) -> set[str]:
        """Find functions that a test uses from cells that students may change, answers excepted."""
        answered = set().union(*(names.bound(c.source) for c in self._code if is_solution(c)))
        open_cells = [c for c in self._code if not (is_solution(c) or is_test(c) or is_locked(c))]
        return {
            name
            for cell in open_cells
            for name in names.bound(cell.source) & names.used(self._tests[test]) - answered
            if name in names.functions(cell.source)
        }

    def _find_ways(self, ways: Note) -> Checked:
        apart = checked = self.compare(ways)
        if checked.different and self._learn(ways):
            apart = checked = self.compare(ways)
        for way in (ways.together, ways.whole):
            wrong = checked.different
            if not wrong:
                return checked
            way[self._name] = wrong
            still = self.compare(ways).different
            way[self._name] = [cell for cell in wrong if cell not in still]
            checked = self.compare(ways)
        reasons = {found.cell: found for found in reversed(apart.differences) if found.of}
        left = {cell: _reason(reasons[cell]) for cell in checked.different if cell in reasons}
        if left:
            ways.differs[self._name] = left
            checked.ways |= dict.fromkeys(left, PERSON)
        return checked

    def _learn(self, ways: Note) -> bool:
        """Note attributes and files that tests need and no text shows; tell whether there are any.

        The attributes are those of the solution's objects, the files those that it changes.
        """
        job = self._assignment.job(self._name, deepcopy(self._editions[SOLUTION]), {})
        known = job.abilities.classes | {"": job.abilities.functions}
        learning = replace(job.abilities, learning=True)
        asked = examine(job._replace(questions=(), abilities=learning), *self._how)
        seen: dict[str, list[str]] = {}
        for kind, name in asked.seen:
            if name not in known.get(kind, ()):
                seen.setdefault(kind, []).append(name)
        if seen:
            ways.seen[self._name] = seen
        if asked.refused:
            ways.shared[self._name] = list(asked.refused)
        return bool(seen or asked.refused)

    def compare(self, ways: Note) -> Checked:
        """Judge the notebook with its tests in these ways, and compare with nbgrader alone."""
        left = ways.differs.get(self._name, {})
        self._assignment.judge_by(self._name, replace(ways, differs={}))
        how = dict.fromkeys(self._tests, APART)
        how |= dict.fromkeys(ways.together.get(self._name, []), TOGETHER)
        how |= dict.fromkeys(ways.whole.get(self._name, []), WHOLE)
        how |= dict.fromkeys(left, PERSON)
        checked = Checked(self._name, len(self._tests), ways=how, texts=self._tests)
        for edition in self._editions:
            self._compare(edition, checked)
        checked.chance = [cell for cell in self._tests if cell in self._chance]
        for cell in checked.unsolved:
            if unmarked := ", ".join(sorted(self._unmarked(cell))):
                checked.unsolved[cell] += f" ({unmarked}: mark its cell as a solution)"
        named = {cell for cell, way in how.items() if way != APART} | {*checked.different}
        checked.findings = [finding for finding in self._findings if finding.cell not in named]
        checked.alone_seconds = self._seconds[SOLUTION]
        return checked

    def _compare(self, edition: str, checked: Checked) -> None:
        began = time.monotonic()
        here = self._here(self._editions[edition])
        took = time.monotonic() - began
        if edition is SOLUTION:
            checked.here_seconds = took
        again = self._here(self._editions[edition])
        self._tell(f"{self._name}: {edition}, here, twice: {time.monotonic() - began:.1f} s")
        self._note_chance(here, again)
        if edition not in self._asked_again and any(self._unequal(edition, here)):
            self._asked_again.add(edition)
            self._note_chance(self._alone[edition], self._stock(edition))
        for cell, (of, alone) in self._alone[edition].tests.items():
            ours = here.tests[cell][1]
            if cell in self._chance:
                continue
            if _only_warns(alone, ours):
                checked.stderr[cell] = alone.says
            elif _differ(of, alone, ours):
                checked.differences.append(self._difference(edition, cell, here))
            elif edition is SOLUTION and (alone.got != of or alone.failed):
                checked.unsolved[cell] = self._why_unsolved(cell, alone.says)

    def _why_unsolved(self, test: str, says: str) -> str:
        """Return the error of a test, after that of the cell before it which is the cause."""
        place = next(place for place, name in tests_of(self._source) if name == test)
        first = self._failed_first(place, says, self._alone[SOLUTION].errors)
        return f"{first}; then {says}" if first else says

    def _failed_first(self, place: int, says: str, errors: dict[int, str]) -> str:
        """Find the first cell that failed and binds what a later one lacks, or what it uses."""
        missing = _NOT_DEFINED.search(says)
        wanted = {missing[1]} if missing else names.used(self._source.cells[place].source)
        for earlier in sorted(errors):
            if earlier < place and names.bound(self._source.cells[earlier].source) & wanted:
                own = f"{self._named(earlier)}: {errors[earlier]}"
                return self._failed_first(earlier, errors[earlier], errors) or own
        return ""

    def _unequal(self, edition: str, here: Scored) -> Iterator[str]:
        for cell, (of, alone) in self._alone[edition].tests.items():
            ours = here.tests[cell][1]
            if _differ(of, alone, ours) and not _only_warns(alone, ours):
                yield cell

    def _note_chance(self, one: Scored, other: Scored) -> None:
        for cell, (of, points) in one.tests.items():
            if _differ(of, points, other.tests[cell][1]):
                self._chance.add(cell)

    def passed_by_hollow(self) -> dict[str, list[str]]:
        """Find tests that give all points for empty answers."""
        began = time.monotonic()
        found = passed_by_hollow(self._editions[SOLUTION], self._here)
        took = time.monotonic() - began
        self._tell(f"{self._name}: answers that say nothing, here: {took:.1f} s")
        return found

    def _here(self, edition: NotebookNode) -> Scored:
        return judged_here(self._course, self._assignment, self._name, edition)

    def _difference(self, edition: str, cell: str, here: Scored) -> Difference:
        of, alone = self._alone[edition].tests[cell]
        ours = here.tests[cell][1]
        place = next(place for place, name in tests_of(self._source) if name == cell)
        cause = self._first_cause(place, ours.says, self._alone[edition].errors, here.errors)
        findings = [finding for finding in self._findings if finding.cell == cell]
        remedy = findings[0].message if findings else self._remedy(f"{cause} {ours.says}")
        if alone.says.startswith("KeyboardInterrupt"):
            remedy = _STOPPED
        answer = self._answer(place)
        return Difference(self._name, cell, edition, alone, ours, of, cause, answer, remedy)

    def _first_cause(
        self, place: int, says: str, alone: dict[int, str], here: dict[int, str]
    ) -> str:
        """Name the cell before a test that stopped here, but not under nbgrader alone."""
        for earlier in sorted(here):
            if earlier < place and earlier not in alone:
                return f"{self._named(earlier)}: {here[earlier]}{self._binder(here[earlier])}"
        return self._binder(says).removeprefix("; ")

    def _binder(self, says: str) -> str:
        """Name the test that binds a missing name."""
        missing = _NOT_DEFINED.search(says)
        for cell in self._source.cells if missing else []:
            if missing and is_test(cell) and missing[1] in names.bound(cell.source):
                return f"; {missing[1]} is bound by {grade_id(cell)}"
        return ""

    def _named(self, place: int) -> str:
        cell = self._source.cells[place]
        first = next((line for line in cell.source.splitlines() if line.strip()), "")
        return f"cell {grade_id(cell)}" if grade_id(cell) else f"cell {place + 1} ({first[:60]})"

    def _answer(self, place: int) -> str:
        """Find the student's cell that binds a name of a test, or else the last one before it."""
        used, last = names.used(self._source.cells[place].source), ""
        for cell in reversed(self._source.cells[:place]):
            if cell.cell_type == "code" and is_solution(cell):
                if names.bound(cell.source) & used:
                    return grade_id(cell)
                last = last or grade_id(cell)
        return last

    def _remedy(self, says: str) -> str:
        missing = _NOT_DEFINED.search(says)
        if missing and "is bound by" in says:
            return f"bind {missing[1]} in a given cell, or in each test that uses it"
        if missing:
            return f"bind {missing[1]} in a given cell or in this test"
        return next((text for found, text in _REMEDIES.items() if re.search(found, says)), "")


def _differ(of: float, one: Points, other: Points) -> bool:
    return one.got != other.got or (not of and one.failed != other.failed)


def _only_warns(alone: Points, here: Points) -> bool:
    """Tell whether nbgrader alone refuses points only because of text on stderr."""
    return bool(alone.got == 0 and not alone.failed and alone.says and here.got and not here.failed)


def _reason(found: Difference) -> str:
    here = said_points(found.here, found.of)
    why = found.cause or found.here.says or found.alone.says
    return (
        f"{found.edition}: {said_points(found.alone, found.of)} from nbgrader alone, {here} here"
        + (f" ({why})" if why else "")
    )


def said_points(points: Points, of: float) -> str:
    """Format the result of a test cell in words.

    Examples
    --------
    >>> said_points(Points(1, False, ""), 2), said_points(Points(None, True, "a plot"), 2)
    ('1 of 2', 'left to be graded by hand')
    """
    if points.got is None:
        return "left to be graded by hand"
    return f"{points.got:g} of {of:g}" if of else "not passed" if points.failed else "passed"
