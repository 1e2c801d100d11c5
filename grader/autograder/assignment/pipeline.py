"""The pipeline of one assignment: from a submission to a job, from its outcome to a notebook.

Both ``nbgrader autograde`` and ``python -m autograder grade`` take a notebook through the
same steps: `Assignment.rebuild`, `Assignment.job`, `sandbox.conductor.examine`,
`Assignment.fill`; then `ledger` writes the grades.
"""

import hashlib
from collections.abc import Mapping
from copy import deepcopy
from functools import cached_property
from shlex import quote

import nbformat
from msgspec import Struct, field
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions
from nbgrader.utils import compute_checksum, is_grade, is_solution
from traitlets.config import Config

from autograder.assignment.lending import Lends
from autograder.assignment.repair import Original, Remark, grade_id, is_test
from autograder.assignment.schedule import FILL_IN, Plan, tests_of
from autograder.course.decisions import Decisions
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
from autograder.course.submission import as_files
from autograder.diagnosis.bank import Known
from autograder.diagnosis.comparison import annotate
from autograder.diagnosis.examples import cell_for, known_from
from autograder.diagnosis.questions import exercise_of, questions
from autograder.sandbox.jobs import Job, Outcome, Question, credit
from autograder.sandbox.processes.confinement import USUAL, Allowed
from autograder.sandbox.processes.shell import has_failed

ABOUT_SUBMISSION = "about-submission"
"""The id of the cell that the grader adds with remarks for the student."""
Tests = dict[str, list[str]]
"""The grade ids of tests, by notebook."""


class Learned(Struct):
    """What calibration has learned from the instructor's solution, by notebook.

    `alone` are tests that the run in one process decides alone. `seen` has the attributes, by
    class, that tests ask of the solution's objects and that its text does not show (for functions
    under an empty name), and `givers` the functions whose calls give such objects. `examples` has,
    for each test, the calls that its visible text makes, and their results.
    """

    alone: Tests = field(default_factory=dict)
    seen: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    givers: Tests = field(default_factory=dict)
    examples: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)

    @property
    def judging(self) -> str:
        """What decides how tests are judged, as text for a digest; empty if nothing does."""
        ways = self.alone, self.seen
        return repr([sorted(way.items()) for way in ways]) if any(ways) else ""


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
    decisions : Decisions, optional
        The instructor's decisions about it.
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
        If the tests are not those that were released, or a decision names a test that is none.

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
        decisions: Decisions | None = None,
        tests: Mapping[str, Texts] | None = None,
        allowed: Allowed = USUAL,
        hidden_examples: bool = False,
        lends: Lends | None = None,
    ) -> None:
        self.name = name
        self._lends = lends or Lends()
        self._written = sources
        self._tests = tests or {}
        self._decisions = decisions or Decisions()
        self.learned = Learned()
        """What calibration has learned; set it by `learn`."""
        self.allowed = allowed._replace(lent=tuple(self._lends.texts))
        self._hidden_examples = hidden_examples
        self.sources = {
            notebook: with_texts(source, self._tests.get(notebook, {}))
            for notebook, source in sources.items()
        }
        self.given = given or {}
        self._bank = bank or {}
        self._checksums = checksums or {}
        for notebook, known in self._checksums.items():
            self._check_released(self.sources[notebook], known)
        there = {cell for source in self.sources.values() for _, cell in tests_of(source)}
        if unknown := [cell for cell in self._decisions.person if cell not in there]:
            raise GradingError(f"autograder.toml names {unknown[0]}, which is no test of {name}")
        self.releases = {
            notebook: _released(source, notebook, config or Config())
            for notebook, source in self.sources.items()
        }
        self._originals = {
            notebook: Original(source, self.releases[notebook])
            for notebook, source in self.sources.items()
        }
        self._plans = {
            notebook: Plan(source, self.releases[notebook], self._lends)
            for notebook, source in self.sources.items()
        }

    def learn(self, learned: Learned) -> None:
        """Take over what calibration has learned."""
        self.learned = learned
        for notebook, plan in self._plans.items():
            plan.learn(learned.seen.get(notebook), learned.givers.get(notebook))

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
        given, decisions = read_given(course, name), course.decisions.get(name)
        known, settings = course.known(), course.settings_of(name)
        allowed, lends = course.allowed(name, sources.values()), Lends.read(course.settings.lends)
        told = allowed, settings.hidden_examples, lends
        return cls(name, sources, given, course.config, known, checksums, decisions, tests, *told)

    @cached_property
    def written(self) -> str:
        """A digest of the source and its files."""
        return hashlib.sha256(repr((dict(self._written), self.given)).encode()).hexdigest()

    @property
    def digest(self) -> bytes:
        """A digest of the source and its files, and of the ways in which tests are judged."""
        judged = self.written, self._tests, self._decisions.person, self.learned.judging
        return hashlib.sha256(repr((*judged, self._lends)).encode()).digest()

    @property
    def digest_of_source(self) -> str:
        """A digest of the source and its files, and of the tests that nbgrader has written."""
        return hashlib.sha256(repr((self.written, self._tests, self._lends)).encode()).hexdigest()

    @property
    def cautions(self) -> list[str]:
        """Warnings for the instructor about the ways in which tests are judged."""
        alone = sorted(cell for cells in self.learned.alone.values() for cell in cells)
        if not alone:
            return []
        cells = ", ".join(alone)
        return [f"The run in one process alone decides {cells}; an answer could deceive it."]

    @property
    def left_to_a_person(self) -> dict[str, str]:
        """Tests that a person judges for everybody, as the instructor decided."""
        return dict.fromkeys(self._decisions.person, "autograder.toml leaves it to a person")

    def to_fill_in(self, notebook: str) -> dict[int, set[str]]:
        """Constants of a notebook that may be the students' own; see `Plan.to_fill_in`."""
        return self._plans[notebook].to_fill_in

    @cached_property
    def solved(self) -> dict[str, bytes]:
        """The source's notebooks as files, without tests: what `job` needs beside a solution."""
        texts = deepcopy(dict(self.sources))
        for source in texts.values():
            source.cells = [cell for cell in source.cells if not is_test(cell)]
        return as_files(texts)

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
            The files beside the submission, its notebooks too.

        Returns
        -------
        Job
            The job, as plain data.
        """
        probes = {exercise: known.probes for exercise, known in self._bank.items()}
        right = {exercise: known.right for exercise, known in self._bank.items()}
        asked = questions(probes, tests_of(rebuilt), right) + self._asked(notebook, rebuilt)
        beside = {**self.given, **{n: d for n, d in handed_in.items() if n not in self.given}}
        # Of several notebooks nbgrader has by then converted those that come before this one.
        earlier = {n: d for n, d in self.solved.items() if n < f"{notebook}.ipynb"}
        others = self.solved.keys() - earlier.keys()
        plan = self._plans[notebook]
        return Job(
            plan.steps(rebuilt),
            plan.modules,
            {name: data for name, data in beside.items() if name not in others},
            self.given | earlier,
            asked,
            plan.abilities,
            plan.tools,
            self.allowed,
            plan.shown,
            plan.constants,
            self._alone(notebook, rebuilt),
            self.written,
        )

    def _alone(self, notebook: str, rebuilt: NotebookNode) -> dict[int, str]:
        """Return the tests that the run in one process decides alone, and their visible text."""
        shown, alone = self._plans[notebook].released, self.learned.alone.get(notebook, ())
        return {place: shown[name] for place, name in tests_of(rebuilt) if name in alone}

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
        tests = [cell for cell in rebuilt.cells if is_test(cell)]
        alone = self.learned.alone.get(notebook, ())
        odd = {(name := grade_id(cell)): _odd_credit(cell, name in alone) for cell in tests}
        by_hand = {name: why for name, why in odd.items() if why}
        by_hand |= {grade_id(rebuilt.cells[at]): why for at, why in outcome.by_hand.items()}
        by_hand |= self._plans[notebook].lending.taken(rebuilt)
        unusual = [f"{name} is left to a person: {why}." for name, why in by_hand.items()]
        unusual += [
            f"{grade_id(rebuilt.cells[at])} passes apart and fails in one process: no points."
            for at, found in outcome.verdicts.items()
            if not found.person
        ]
        if outcome.by_hand and (changed := self._plans[notebook].changed(rebuilt)):
            unusual.append(
                f"A cell that binds {', '.join(sorted(changed))} was changed. If students are to "
                f"type a value of their own there, give the cell the tag {FILL_IN} in the source."
            )
        unusual += outcome.remarks
        examples = self._examples(notebook)
        known = self._bank | {
            name: known_from(calls, text) for name, (_, calls, text) in examples.items()
        }
        annotate(rebuilt, outcome, known, [*(r.instructor for r in remarks), *unusual])
        by_hand |= self.left_to_a_person
        for cell in rebuilt.cells:
            if is_test(cell) and grade_id(cell) in by_hand:
                cell.outputs = [_by_hand()]  # its own may be unfair to the answer
        here = {grade_id(cell) for cell in rebuilt.cells}
        if by_hand := {cell: why for cell, why in by_hand.items() if cell in here}:
            rebuilt.metadata["graded"]["by_hand"] = by_hand
        if outcome.verdicts:
            rebuilt.metadata["graded"]["verdicts"] = {
                grade_id(rebuilt.cells[place]): found._asdict()
                for place, found in outcome.verdicts.items()
            }
        told = list(dict.fromkeys(remark.student for remark in remarks if remark.student))
        if told:
            lines = ["**About your submission**", "", *(f"- {sentence}" for sentence in told)]
            cell = nbformat.v4.new_markdown_cell("\n".join(lines), id=ABOUT_SUBMISSION)
            rebuilt.cells.insert(0, cell)
        return unusual

    def _examples(self, notebook: str) -> dict[str, tuple[str, dict[str, str], str]]:
        """Return, by exercise, a visible test, its calls with the right values, and its text."""
        shown = {grade_id(cell): cell.source for cell in self.releases[notebook].cells}
        found: dict[str, tuple[str, dict[str, str], str]] = {}
        for test, calls in self.learned.examples.get(notebook, {}).items():
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

    def _check_released(self, source: NotebookNode, known: dict[str, str]) -> None:
        for cell in source.cells:
            name = grade_id(cell)
            tests = is_grade(cell) and not is_solution(cell)
            if tests and known.get(name) != compute_checksum(cell):
                raise GradingError(
                    f"the source of {self.name} is not what was released (cell {name}); "
                    f"run: python -m autograder author migrate {quote(self.name)}"
                )


def _by_hand() -> NotebookNode:
    text = "A person is going to look at this."
    output: NotebookNode = nbformat.v4.new_output("display_data", {"text/plain": text})
    return output


def _released(source: NotebookNode, name: str, config: Config) -> NotebookNode:
    release, resources = deepcopy(source), ResourcesDict(unique_key=name)
    try:
        for clear in (ClearSolutions, ClearHiddenTests, ClearMarkScheme):
            release, resources = clear(config=config).preprocess(release, resources)
    except RuntimeError as error:  # nbgrader's error for a source that cannot be released
        raise GradingError(f"the source of {name} cannot be released: {error}") from None
    return release


def allowed_of(course: Course, name: str) -> Allowed:
    """Collect what the processes of an assignment's notebooks may have."""
    notebooks = notebooks_of(course.source(name))
    sources = [read_source(course, name, notebook) for notebook in notebooks]
    return course.allowed(name, sources)._replace(lent=tuple(course.settings.lends))


def _odd_credit(cell: NotebookNode, alone: bool) -> str:
    """Say what is odd about a test's partial credit: nbgrader takes it for all points, or stops.

    A part of the points that one run alone gives could be forged, and its digits be a message.
    """
    points, found = float(cell.metadata.nbgrader["points"]), credit(cell.outputs)
    if found is None or found in (0, points) or has_failed(cell.outputs):
        return ""
    if 0 < found < points:
        return f"only one run gives it a part of the points, {found:g}" if alone else ""
    return f"its last line gives {found:g} points; 0 to {points:g} are allowed"
