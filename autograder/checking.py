"""Compare how this grader and nbgrader alone judge an assignment, before anybody hands in.

What is handed in for that is what an instructor has: the solution, and the release as
nobody has touched it.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from jupyter_client.kernelspec import NoSuchKernel
from nbclient.exceptions import DeadKernelError
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade

from autograder.assignment import Assignment
from autograder.course import Course, GradingError
from autograder.lint import Finding, lint
from autograder.notes import Note
from autograder.plan import tests_of
from autograder.sandbox.conductor import examine

SOLUTION, UNTOUCHED = "the solution", "the release, untouched"
TOGETHER = "run together with the student's code, which can deceive it, as in nbgrader alone"
_QUIET = ["--IPKernelApp.log_level=40"]  # it warns of TCP for every kernel
_REMEDIES = {
    r"not plain data|cannot be tested here": "have the test ask for plain data: a number, a text, "
    "a list of them (`obj.size` becomes a function that returns it, an array a list)",
    r"get_ipython": "leave the magic to a cell that no test needs",
    r"name '\w+' is not defined": "bind the name in a given cell or in this test, "
    "not in another test",
    r"did not come back in time|ended Python": "let the function do less, or raise c.Autograder"
    ".timeout by `configure(c, timeout=...)`",
}


class Points(NamedTuple):
    """What a test cell comes out with.

    Attributes
    ----------
    got : float or None
        Its points; None if a person has to give them.
    failed : bool
        Whether it raised an error, which is all that a cell without points tells.
    says : str
        What went wrong there; empty if nothing did.
    """

    got: float | None
    failed: bool
    says: str


class Difference(NamedTuple):
    """A test cell that comes out differently.

    Attributes
    ----------
    notebook, cell : str
        Which one.
    edition : str
        What was handed in.
    alone, here : Points
        What nbgrader alone gives, and this grader.
    of : float
        The points of the cell.
    remedy : str
        What may help.
    """

    notebook: str
    cell: str
    edition: str
    alone: Points
    here: Points
    of: float
    remedy: str


class Checked(NamedTuple):
    """What came of a notebook.

    Attributes
    ----------
    name : str
        The notebook.
    tests : int
        How many test cells it has.
    differences : list of Difference
        Those that come out differently.
    unsolved : list of str
        Test cells that the instructor's own solution does not pass, either way.
    findings : list of Finding
        What may come out differently for other answers than these two.
    together : list of str
        Test cells that are run in the student's process, and come out the same there.
    alone_seconds, here_seconds : float
        How long the solution ran in a kernel, which includes its start, and here.
    """

    name: str
    tests: int
    differences: list[Difference]
    unsolved: list[str]
    findings: list[Finding]
    together: list[str]
    alone_seconds: float = 0
    here_seconds: float = 0


def check(course: Course, name: str, anew: bool = False) -> Iterator[Checked]:
    """Judge the solution and the untouched release of an assignment both ways.

    Parameters
    ----------
    course : Course
        The course.
    name : str
        The assignment.
    anew : bool
        Whether to find out which tests have to be run together with the student's code;
        otherwise the course's notes say it. They are changed, but not written.

    Yields
    ------
    Checked
        One for each notebook, as they are done. Kernels are started for that.

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
    note = Note(assignment.written, assignment.together)
    for notebook in assignment.sources:
        sides = _Sides(course, assignment, notebook)
        checked = sides.compare(note.together.get(notebook, []))
        apart = list(dict.fromkeys(found.cell for found in checked.differences))
        if anew and apart:
            checked = sides.compare(apart)
            failed = {found.cell for found in checked.differences}
            note.together[notebook] = [cell for cell in apart if cell not in failed]
            if failed:
                checked = sides.compare(note.together[notebook])
        yield checked
    course.notes[name] = note


def told(checked: Checked) -> list[str]:
    """Say what was found in a notebook, in lines.

    Examples
    --------
    >>> for line in told(Checked("ps1", 3, [], ["test-b"], [], [])):
    ...     print(line)
    ps1: 3 test cells, all judged as nbgrader alone judges them
      test-b: the solution itself does not pass
    """
    tests = "1 test cell" if checked.tests == 1 else f"{checked.tests} test cells"
    different = len({difference.cell for difference in checked.differences})
    how_many = f"{different} not" if different else "all"
    lines = [f"{checked.name}: {tests}, {how_many} judged as nbgrader alone judges them"]
    for found in checked.differences:
        alone, here = (_points(points, found.of) for points in (found.alone, found.here))
        lines.append(f"  {found.cell}, {found.edition}: {alone} from nbgrader alone, {here} here")
        lines += [f"    here: {found.here.says}"] if found.here.says else []
        lines += [f"    alone: {found.alone.says}"] if found.alone.says else []
        lines += [f"    remedy: {found.remedy}"] if found.remedy else []
    lines += [f"  {cell}: {TOGETHER}" for cell in checked.together]
    lines += [f"  {cell}: the solution itself does not pass" for cell in checked.unsolved]
    for finding in checked.findings:
        lines.append(f"  {finding.cell}, line {finding.line}: {finding.message}")
    return lines


class _Sides:
    """A notebook, judged by nbgrader alone, and as often as is asked by this grader."""

    def __init__(self, course: Course, assignment: Assignment, name: str) -> None:
        self._course, self._assignment, self._name = course, assignment, name
        source = assignment.sources[name]
        self._findings = lint(source)
        self._tests = len(tests_of(source))
        editions = {SOLUTION: source, UNTOUCHED: assignment.releases[name]}
        self._editions = {
            edition: assignment.rebuild(name, handed_in)[0]
            for edition, handed_in in editions.items()
        }
        self._seconds: dict[str, float] = {}
        self._alone = {}
        for edition, notebook in self._editions.items():
            began = time.monotonic()
            self._alone[edition] = _alone(course, assignment.name, deepcopy(notebook))
            self._seconds[edition] = time.monotonic() - began

    def compare(self, together: list[str]) -> Checked:
        """Judge it with these tests run together with the student's code."""
        self._assignment.run_together(self._name, together)
        differences, unsolved, seconds = [], [], {}
        for edition, alone in self._alone.items():
            began = time.monotonic()
            here = self._here(deepcopy(self._editions[edition]))
            seconds[edition] = time.monotonic() - began
            for cell, (of, points) in alone.items():
                ours = here[cell][1]
                if points.got != ours.got or (not of and points.failed != ours.failed):
                    remedy = _remedy(ours.says, self._of(cell))
                    found = Difference(self._name, cell, edition, points, ours, of, remedy)
                    differences.append(found)
                elif edition is SOLUTION and (points.got != of or points.failed):
                    unsolved.append(cell)
        named = {*together, *(difference.cell for difference in differences)}
        others = [finding for finding in self._findings if finding.cell not in named]
        took = self._seconds[SOLUTION], seconds[SOLUTION]
        return Checked(self._name, self._tests, differences, unsolved, others, together, *took)

    def _of(self, cell: str) -> list[Finding]:
        return [finding for finding in self._findings if finding.cell == cell]

    def _here(self, notebook: NotebookNode) -> dict[str, tuple[float, Points]]:
        settings, name = self._course.settings, self._name
        sheet = self._assignment.sheet(name, notebook, {})._replace(questions=())
        judged = examine(sheet, settings.unconfined, settings.timeout, settings.notebook_timeout)
        ids = dict(tests_of(notebook))
        self._assignment.fill(notebook, judged, [])
        by_hand = {ids[place]: why for place, why in judged.by_hand.items()}
        return {
            cell: (of, Points(None, True, by_hand[cell]) if cell in by_hand else points)
            for cell, (of, points) in _scores(notebook).items()
        }


def _alone(course: Course, name: str, notebook: NotebookNode) -> dict[str, tuple[float, Points]]:
    """Run a notebook in a kernel, as nbgrader does, with the files beside its source."""
    with tempfile.TemporaryDirectory() as place:
        beside = Path(place) / "notebook"
        shutil.copytree(course.source(name), beside)
        resources = ResourcesDict(metadata={"path": str(beside)})
        run = Execute(config=course.config, extra_arguments=_QUIET)
        try:
            notebook, _ = run.preprocess(notebook, resources)
        except (NoSuchKernel, DeadKernelError) as error:
            raise GradingError(f"nbgrader cannot run {name}: {error}") from None
    return _scores(notebook)


def _scores(notebook: NotebookNode) -> dict[str, tuple[float, Points]]:
    found = {}
    for place, cell in tests_of(notebook):
        got, of = determine_grade(notebook.cells[place])
        outputs = notebook.cells[place].outputs
        failed = any(output.output_type == "error" for output in outputs)
        found[cell] = of, Points(got, failed, _said(outputs))
    return found


def _said(outputs: list[NotebookNode]) -> str:
    """What a cell that fails says, in one line."""
    for output in outputs:
        if output.output_type == "error":
            said = f"{output.ename}: {output.evalue}"
        elif output.output_type == "stream" and output.name == "stderr":
            said = output.text
        else:
            continue
        line: str = (said.strip().splitlines() or [""])[0]
        return line[:200]
    return ""


def _remedy(says: str, findings: list[Finding]) -> str:
    if findings:
        return findings[0].message
    return next((text for found, text in _REMEDIES.items() if re.search(found, says)), "")


def _points(points: Points, of: float) -> str:
    if points.got is None:
        return "left to be graded by hand"
    return f"{points.got:g} of {of:g}" if of else "not passed" if points.failed else "passed"
