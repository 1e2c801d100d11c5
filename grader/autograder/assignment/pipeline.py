"""The pipeline of one assignment: from a submission to a job, from its outcome to a notebook.

Both ``nbgrader autograde`` and ``python -m autograder grade`` take a notebook through the
same steps: `Assignment.rebuild`, `Assignment.job`, `sandbox.conductor.examine`,
`Assignment.fill`; then `ledger` writes the grades.
"""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from shlex import quote

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions
from nbgrader.utils import compute_checksum, is_grade, is_solution
from traitlets.config import Config

from autograder.assignment.lending import Lends
from autograder.assignment.repair import Original, Remark, grade_id, is_test
from autograder.assignment.schedule import Plan, imported, tests_of
from autograder.course.settings import Course, GradingError
from autograder.course.sources import (
    Released,
    Texts,
    notebooks_of,
    read_given,
    read_source,
    with_texts,
    written_by_nbgrader,
    written_now,
)
from autograder.course.together import WAYS, Note
from autograder.diagnosis.bank import Known
from autograder.diagnosis.comparison import annotate
from autograder.diagnosis.examples import cell_for, known_from
from autograder.diagnosis.questions import exercise_of, questions
from autograder.sandbox.jobs import Job, Outcome, Question
from autograder.sandbox.processes.confinement import USUAL, Allowed

ABOUT_SUBMISSION = "about-submission"
"""The id of the cell that the grader adds with remarks for the student."""
_WRITTEN = re.compile(
    r"(?:np\.\w+|array|Decimal|Fraction)\('?([-+.\w]+)'?(?:, (\d+))?(?:, dtype=\w+)?\)"
)
"""A number as NumPy, decimals and fractions show it."""


class Assignment:
    """An assignment as the instructor wrote it.

    Parameters
    ----------
    name : str
        The name of the assignment.
    sources : mapping of str to NotebookNode
        Its notebooks as the instructor wrote them; they are not to be changed.
    given : dict of str to bytes
        The files beside them, by relative path.
    config : Config
        The course's configuration, by which the release is made.
    bank : dict of str to Known
        The bank of answers, by exercise.
    checksums : mapping of str to dict, optional
        For each notebook the checksums in the gradebook, by grade id; without them
        the source is not compared with the release.
    note : Note, optional
        The note that `check` has written on it.
    tests : mapping of str to dict, optional
        For each notebook the texts of tests that nbgrader wrote, by grade id; they take
        the place of the source's.
    allowed : Allowed, optional
        What each process of a notebook may have.
    hidden_examples : bool, optional
        Whether students are told which call of a hidden test goes wrong; never what is right.
    lends : Lends, optional
        What the course lends.

    Raises
    ------
    GradingError
        If the tests are not those that were released, or the note names tests that are none.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> marks = {"grade_id": "f", "grade": False, "solution": True, "locked": False}
    >>> answer = new_code_cell("def f(): return 1", metadata={"nbgrader": marks}, id="f")
    >>> source = new_notebook(cells=[answer])
    >>> assignment = Assignment("demo", {"demo": source})
    >>> rebuilt, remarks = assignment.rebuild("demo", new_notebook(cells=[]))
    >>> rebuilt.cells[0].source, remarks[-1].instructor
    ('', 'The cell f was missing, and was put back.')
    """

    def __init__(
        self,
        name: str,
        sources: Mapping[str, NotebookNode],
        given: dict[str, bytes] | None = None,
        config: Config | None = None,
        bank: dict[str, Known] | None = None,
        checksums: Mapping[str, dict[str, str]] | None = None,
        note: Note | None = None,
        tests: Mapping[str, Texts] | None = None,
        allowed: Allowed = USUAL,
        hidden_examples: bool = False,
        lends: Lends | None = None,
    ) -> None:
        self.name = name
        self._lends = lends or Lends()
        self._written = sources
        self._tests = tests or {}
        self._note = note or Note()
        self._allowed = allowed._replace(lent=tuple(self._lends.texts))
        self._hidden_examples = hidden_examples
        self.together = self._note.together
        self.sources = {
            notebook: with_texts(source, self._tests.get(notebook, {}))
            for notebook, source in sources.items()
        }
        self.given = given or {}
        self._bank = bank or {}
        self._checksums = checksums or {}
        for notebook, known in self._checksums.items():
            self._check_released(self.sources[notebook], known)
        for cells in (self._note.together, self._note.whole, self._note.differs):
            for notebook, named in cells.items():
                self._check_noted(notebook, [*named])
        self.releases = {
            notebook: _released(source, notebook, config or Config())
            for notebook, source in self.sources.items()
        }
        self._originals = {
            notebook: Original(source, self.releases[notebook])
            for notebook, source in self.sources.items()
        }
        self._plans = {notebook: self._plan(notebook) for notebook in self.sources}

    @classmethod
    def read(
        cls, course: Course, name: str, released: Mapping[str, dict[str, Released]] | None = None
    ) -> "Assignment":
        """Read an assignment of a course.

        Parameters
        ----------
        course : Course
            The course.
        name : str
            The name of the assignment.
        released : mapping of str to dict, optional
            For each notebook that was released its cells in the gradebook, by grade id;
            without it all notebooks are read, and tests that nbgrader writes are written anew.

        Raises
        ------
        GradingError
            If its source is missing, differs from the release, or is too large.
        """
        notebooks = notebooks_of(course.source(name)) if released is None else released
        sources = {notebook: read_source(course, name, notebook) for notebook in notebooks}
        checksums, tests = {}, {}
        for notebook, source in sources.items():
            if released is None:
                tests[notebook] = written_now(course, name, source)
                continue
            cells = released[notebook]
            checksums[notebook] = {cell: was.checksum for cell, was in cells.items()}
            wanted = written_by_nbgrader(source, course.config)
            tests[notebook] = {cell: cells[cell].text for cell in wanted if cell in cells}
        given, note = read_given(course, name), course.notes.get(name)
        known, settings = course.known(), course.settings_of(name)
        told = settings.allowed, settings.hidden_examples, Lends.read(course.settings.lends)
        return cls(name, sources, given, course.config, known, checksums, note, tests, *told)

    @cached_property
    def written(self) -> str:
        """A digest of the source and its files."""
        return hashlib.sha256(repr((dict(self._written), self.given)).encode()).hexdigest()

    @cached_property
    def digest(self) -> bytes:
        """A digest of the source and its files, and of the ways in which tests are judged."""
        judged = self.written, self._tests, self._note.judging, self._lends
        return hashlib.sha256(repr(judged).encode()).digest()

    @property
    def cautions(self) -> list[str]:
        """Warnings for the instructor about the ways in which tests are judged."""
        found = []
        if self._note.checked != self.written:
            found.append(
                f"The source of {self.name} is not one that was checked; "
                f"run: python -m autograder check {quote(self.name)} --write"
            )
        ways = [*sorted(self.together.items()), *sorted(self._note.whole.items())]
        cells = ", ".join(cell for _, cells in ways for cell in cells)
        if cells:
            found.append(f"Run together with the student's code, which can deceive it: {cells}.")
        return found

    @property
    def left_to_a_person(self) -> dict[str, str]:
        """Tests that no program judges fairly, as `check` has found, each with the reason."""
        return {cell: why for cells in self._note.differs.values() for cell, why in cells.items()}

    def judge_by(self, notebook: str, note: Note) -> None:
        """Replace the ways in which the tests of a notebook are judged by those of a note."""
        for way in WAYS:
            ours, theirs = getattr(self._note, way), getattr(note, way)
            ours.pop(notebook, None)
            if theirs.get(notebook):
                ours[notebook] = theirs[notebook]
        self._plans[notebook] = self._plan(notebook)

    def rebuild(self, notebook: str, submitted: NotebookNode) -> tuple[NotebookNode, list[Remark]]:
        """Put the student's cells and the source's tests together.

        Parameters
        ----------
        notebook : str
            The name of the notebook.
        submitted : NotebookNode
            The notebook as it was handed in.

        Returns
        -------
        tuple of NotebookNode and list of Remark
            The notebook to grade, and remarks on the submission.
        """
        rebuilt, remarks = self._originals[notebook].rebuild(submitted)
        known = self._checksums.get(notebook, {})
        for cell in rebuilt.cells:
            if "nbgrader" in cell.metadata:  # nbgrader finds unanswered cells by them
                cell.metadata.nbgrader["checksum"] = known.get(grade_id(cell))
        return rebuilt, remarks

    def job(self, notebook: str, rebuilt: NotebookNode, handed_in: dict[str, bytes]) -> Job:
        """Make the job that runs a notebook.

        Parameters
        ----------
        notebook : str
            The name of the notebook.
        rebuilt : NotebookNode
            The notebook that `rebuild` returned.
        handed_in : dict of str to bytes
            The files beside the submission.

        Returns
        -------
        Job
            The job, as plain data.
        """
        probes = {exercise: known.probes for exercise, known in self._bank.items()}
        asked = questions(probes, tests_of(rebuilt)) + self._asked(notebook, rebuilt)
        beside = {**self.given, **{n: d for n, d in handed_in.items() if n not in self.given}}
        plan = self._plans[notebook]
        return Job(
            plan.steps(rebuilt),
            plan.modules,
            beside,
            self.given,
            asked,
            plan.abilities,
            self._note.shared.get(notebook, ()),
            plan.tools,
            self._allowed,
            plan.shown,
        )

    def fill(
        self, notebook: str, rebuilt: NotebookNode, outcome: Outcome, remarks: list[Remark]
    ) -> list[str]:
        """Put the outputs into the notebook that was run, and remarks for the student on top.

        Parameters
        ----------
        notebook : str
            The name of the notebook.
        rebuilt : NotebookNode
            The notebook; is changed.
        outcome : Outcome
            The outcome of running it.
        remarks : list of Remark
            The remarks of `rebuild`.

        Returns
        -------
        list of str
            Unusual events when it ran, for the instructor.
        """
        for place, outputs in outcome.outputs.items():
            cell = rebuilt.cells[place]
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
            if is_test(cell):
                _limit_credit(cell)
        taken = self._plans[notebook].lending.taken(rebuilt)
        by_hand = {grade_id(rebuilt.cells[at]): why for at, why in outcome.by_hand.items()} | taken
        unusual = [f"{name} is left to be graded by hand: {why}." for name, why in by_hand.items()]
        unusual += outcome.remarks
        examples = self._examples(notebook)
        known = self._bank | {
            name: known_from(calls, text) for name, (_, calls, text) in examples.items()
        }
        annotate(rebuilt, outcome, known, [*(r.instructor for r in remarks), *unusual])
        for place in outcome.by_hand:
            rebuilt.cells[place].outputs.append(_by_hand())
        for cell in rebuilt.cells:
            why = self._note.differs.get(notebook, {}).get(
                grade_id(cell), taken.get(grade_id(cell))
            )
            if why is not None and is_test(cell):
                by_hand[grade_id(cell)] = why
                cell.outputs = [_by_hand()]  # its own output may be unfair to the answer
        if by_hand:
            rebuilt.metadata["graded"]["by_hand"] = by_hand
        told = list(dict.fromkeys(remark.student for remark in remarks if remark.student))
        if told:
            lines = ["**About your submission**", "", *(f"- {sentence}" for sentence in told)]
            cell = nbformat.v4.new_markdown_cell("\n".join(lines), id=ABOUT_SUBMISSION)
            rebuilt.cells.insert(0, cell)
        return unusual

    def _examples(self, notebook: str) -> dict[str, tuple[str, dict[str, str], str]]:
        """Return, by exercise, a visible test, its calls with the right values, and its text."""
        if self._note.checked != self.written:
            return {}
        shown = {grade_id(cell): cell.source for cell in self.releases[notebook].cells}
        found: dict[str, tuple[str, dict[str, str], str]] = {}
        for test, calls in self._note.examples.get(notebook, {}).items():
            if test in shown and exercise_of(test) not in self._bank:
                found.setdefault(exercise_of(test), (test, calls, shown[test]))
        return found

    def _asked(self, notebook: str, rebuilt: NotebookNode) -> list[Question]:
        """Make the questions that find the wrong ones among the calls of visible tests."""
        plan, places = self._plans[notebook], {name: at for at, name in tests_of(rebuilt)}
        found = []
        for exercise, (test, calls, shown) in self._examples(notebook).items():
            judging = rebuilt.cells[places[test]].source if self._hidden_examples else shown
            text = cell_for(calls, judging, plan.given_for(test))
            step = plan.instead(places[test], text, judging)
            found.append(Question(exercise, (places[test],), step))
        return found

    def _plan(self, notebook: str) -> Plan:
        note = self._note
        together, whole = self.together.get(notebook, ()), note.whole.get(notebook, ())
        source, release = self.sources[notebook], self.releases[notebook]
        return Plan(source, release, together, note.seen.get(notebook), whole, self._lends)

    def _check_noted(self, notebook: str, together: Sequence[str]) -> None:
        source = self.sources.get(notebook)
        tests = [name for _, name in tests_of(source)] if source else []
        unknown = [name for name in together if name not in tests]
        if unknown:
            raise GradingError(
                f"autograder.toml names {unknown[0]}, which is no test of {self.name}/{notebook}; "
                f"run: python -m autograder check {quote(self.name)} --write"
            )

    def _check_released(self, source: NotebookNode, known: dict[str, str]) -> None:
        for cell in source.cells:
            name = grade_id(cell)
            tests = is_grade(cell) and not is_solution(cell)
            if tests and known.get(name) != compute_checksum(cell):
                raise GradingError(
                    f"the source of {self.name} is not what was released (cell {name}); "
                    f"run: python -m autograder migrate {quote(self.name)}"
                )


def _by_hand() -> NotebookNode:
    text = "This could not be judged automatically. A person is going to look at it."
    output: NotebookNode = nbformat.v4.new_output("display_data", {"text/plain": text})
    return output


def _released(source: NotebookNode, name: str, config: Config) -> NotebookNode:
    release, resources = deepcopy(source), ResourcesDict(unique_key=name)
    try:
        for clear in (ClearSolutions(config=config), ClearHiddenTests(config=config)):
            release, resources = clear.preprocess(release, resources)
    except RuntimeError as error:  # nbgrader's error for a source that cannot be released
        raise GradingError(f"the source of {name} cannot be released: {error}") from None
    return release


def modules(course: Course, name: str) -> set[str]:
    """List the modules that the instructor's cells of an assignment import."""
    return {
        module
        for notebook in notebooks_of(course.source(name))
        for module in imported(read_source(course, name, notebook))
    }


def _limit_credit(cell: NotebookNode) -> None:
    """Keep partial credit between 0 and the points of the cell.

    nbgrader gives full points for a negative number, and for one that NumPy shows as
    ``np.float64(0.5)``; it fails for one that is too large.
    """
    points = float(cell.metadata.nbgrader["points"])
    for output in cell.outputs:
        if output.output_type == "execute_result":
            output.data["text/plain"] = _between(output.data.get("text/plain", ""), points)


def _between(text: str, points: float) -> str:
    value = _number(text)
    if value is None:
        return text or " "
    if math.isnan(value) or value < 0:
        return "0"
    as_it_is = value <= points and not _WRITTEN.fullmatch(text)
    return text if as_it_is else f"{min(value, points)!r}"


def _number(text: str) -> float | None:
    """Read a number, also as NumPy, fractions and decimals show it, which nbgrader does not.

    Examples
    --------
    >>> [_number(text) for text in ("0.5", "np.float64(0.5)", "Fraction(1, 2)", "a text")]
    [0.5, 0.5, 0.5, None]
    """
    written = _WRITTEN.fullmatch(text)
    try:
        return float(written[1]) / float(written[2] or 1) if written else float(text)
    except (ValueError, ZeroDivisionError):
        return None
