"""The pipeline of one assignment: from a submission to a job, from its outcome to a notebook."""

import hashlib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from shlex import quote

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions
from nbgrader.utils import compute_checksum
from traitlets.config import Config

from autograder import hooks
from autograder.grader.assignment.lending import Lends
from autograder.grader.assignment.repair import Original, Remark, grade_id, is_test
from autograder.grader.assignment.schedule import FILL_IN, Learned, Plan, tests_of
from autograder.grader.course.settings import Course, GradingError, cleared
from autograder.grader.course.sources import (
    Released,
    notebooks_of,
    read_decisions,
    read_given,
    read_source,
    tests_by_nbgrader,
)
from autograder.grader.course.submission import as_files
from autograder.grader.diagnosis import questions
from autograder.runner import inquiry, names
from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Outcome, Question, credit
from autograder.runner.processes.confinement import USUAL, Allowed
from autograder.runner.processes.shell import has_failed

_CLEARING = ClearSolutions, ClearHiddenTests, ClearMarkScheme
ABOUT_SUBMISSION = "about-submission"
"""The id of the cell that the grader adds with remarks for the student."""


class Assignment:
    """An assignment as the instructor wrote it.

    Parameters
    ----------
    name : str
        The name of the assignment.
    sources : mapping of str to NotebookNode
        Its notebooks as the instructor wrote them. Do not change them.
    given : dict of str to bytes
        The files beside them, by relative path.
    config : Config
        The course's configuration, which determines how the release is made.
    probes : mapping of str to Probes, optional
        The probes that are run on answers that lose points, by exercise.
    released : mapping of str to dict, optional
        For each notebook its cells in the gradebook, by grade id; without them the source is
        not compared with the release.
    person : sequence of str
        The tests that are graded manually for all students.
    allowed : Allowed, optional
        What each process of a notebook is allowed to use.
    lends : Lends, optional
        What the course lends.

    Raises
    ------
    GradingError
        If the tests differ from the released ones, or a decision names an unknown test.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> marks = {"grade_id": "f", "grade": False, "solution": True, "locked": False}
    >>> answer = new_code_cell("def f(): return 1", metadata={"nbgrader": marks}, id="f")
    >>> source = new_notebook(cells=[answer])
    >>> assignment = Assignment("demo", {"demo": source})
    >>> rebuilt, remarks = assignment.rebuild("demo", new_notebook(cells=[]))
    >>> rebuilt.cells[0].source, remarks[-1].instructor
    ('', 'The cell f was missing, so the original was used.')
    """

    def __init__(
        self,
        name: str,
        sources: Mapping[str, NotebookNode],
        given: dict[str, bytes] | None = None,
        config: Config | None = None,
        probes: Mapping[str, questions.Probes] | None = None,
        released: Mapping[str, Mapping[str, Released]] | None = None,
        person: Sequence[str] = (),
        allowed: Allowed = USUAL,
        lends: Lends | None = None,
    ) -> None:
        lends = lends or Lends()
        self.name, self.sources, self.given = name, dict(sources), given or {}
        self.allowed = allowed._replace(lent=tuple(lends.texts))
        self._probes, self._released = {**(probes or {})}, released or {}
        self._check_released()
        there = {test for source in sources.values() for _, test in tests_of(source)}
        if unknown := [test for test in person if test not in there]:
            raise GradingError(f"autograder.toml names {unknown[0]}, which is not a test of {name}")
        self.left_to_a_person = dict.fromkeys(
            person, "the test is graded manually, as autograder.toml requires"
        )
        about = dict(sources), self.given, lends
        self.digest_of_source = hashlib.sha256(repr(about).encode()).hexdigest()
        self.releases: dict[str, NotebookNode] = {}
        self.plans: dict[str, Plan] = {}
        self._originals: dict[str, Original] = {}
        for notebook, source in sources.items():
            release = cleared(source, notebook, config or Config(), *_CLEARING)
            self.releases[notebook] = release
            self.plans[notebook] = Plan(source, release, lends)
            self._originals[notebook] = Original(source, release)

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
        sources = {}
        for notebook in notebooks_of(course.source(name)) if released is None else released:
            source = read_source(course, name, notebook)
            known = None if released is None else released[notebook]
            sources[notebook] = tests_by_nbgrader(course, name, source, known)
        return cls(
            name,
            sources,
            read_given(course, name),
            course.config,
            _probes_of(course),
            released,
            read_decisions(course.root)[0].get(name, ()),
            course.allowed(name, sources.values()),
            Lends.read(course.settings.lends),
        )

    @property
    def learned(self) -> dict[str, Learned]:
        """The results of calibration, by notebook."""
        return {notebook: plan.learned for notebook, plan in self.plans.items()}

    def learn(self, learned: Mapping[str, Learned]) -> None:
        """Store the results of calibration."""
        for notebook, one in learned.items():
            self.plans[notebook].learn(one)

    @property
    def digest(self) -> bytes:
        """A digest of the source and its files, and of the ways in which tests are judged."""
        ways = [(name, one.alone, sorted(one.seen.items())) for name, one in self.learned.items()]
        judged = self.digest_of_source, [*self.left_to_a_person], ways
        return hashlib.sha256(repr(judged).encode()).digest()

    @property
    def cautions(self) -> list[str]:
        """Warnings for the instructor about the ways in which tests are judged."""
        alone = sorted(test for plan in self.plans.values() for test in plan.learned.alone)
        said = "Only the single-process run grades {}, and an answer could fool that run."
        return [said.format(", ".join(alone))] if alone else []

    @cached_property
    def solved(self) -> dict[str, bytes]:
        """The source's notebooks as files, without tests: what `job` needs beside a solution."""
        texts = deepcopy(self.sources)
        for source in texts.values():
            source.cells = [cell for cell in source.cells if not is_test(cell)]
        return as_files(texts)

    def rebuild(self, notebook: str, submitted: NotebookNode) -> tuple[NotebookNode, list[Remark]]:
        """Combine the student's cells with the source's tests, and return remarks as well."""
        rebuilt, remarks = self._originals[notebook].rebuild(submitted)
        known = self._released.get(notebook, {})
        for cell in rebuilt.cells:
            if "nbgrader" in cell.metadata:  # nbgrader finds unanswered cells by them
                was = known.get(grade_id(cell))
                cell.metadata.nbgrader["checksum"] = was.checksum if was else None
        return rebuilt, remarks

    def job(self, notebook: str, rebuilt: NotebookNode, handed_in: dict[str, bytes]) -> Job:
        """Make the job that runs a rebuilt notebook with all the submitted files."""
        plan, tests = self.plans[notebook], tests_of(rebuilt)
        # Of several notebooks nbgrader has by then converted those that come before this one.
        earlier = {n: d for n, d in self.solved.items() if n < f"{notebook}.ipynb"}
        others = self.solved.keys() - earlier.keys()
        beside = self.given | handed_in | self.given  # given files come first, and count
        return Job(
            steps=plan.steps(rebuilt),
            modules=plan.modules,
            handed_in={name: data for name, data in beside.items() if name not in others},
            given=self.given | earlier,
            questions=questions.questions(self._probes, tests) + self._asked(notebook, rebuilt),
            abilities=plan.abilities,
            tools=plan.tools,
            allowed=self.allowed,
            shown=plan.shown,
            constants=plan.constants,
            alone={at: plan.released[name] for at, name in tests if name in plan.learned.alone},
            name=self.digest_of_source,
        )

    def observe(self, notebook: str, rebuilt: NotebookNode) -> dict[str, list[str]]:
        """Run the answers in a notebook on the probes, as grading does.

        Parameters
        ----------
        notebook : str
            The name of the notebook.
        rebuilt : NotebookNode
            The notebook.

        Returns
        -------
        dict of str to list of str
            The results, by exercise. Exercises that were too slow are left out.
        """
        job = self.job(notebook, rebuilt, self.given)
        asked, limits = [*job.questions], (inquiry.PROBE_SECONDS, inquiry.ALL_PROBES_SECONDS)
        tried = examine(inquiry.plan(job, asked, {}), False, *limits)
        return inquiry.observed(asked, tried.outputs)

    def fill(
        self, notebook: str, rebuilt: NotebookNode, outcome: Outcome, remarks: list[Remark]
    ) -> list[str]:
        """Add outputs and remarks to the rebuilt notebook; return unusual events."""
        plan, tests = self.plans[notebook], dict(tests_of(rebuilt))
        for place, outputs in outcome.outputs.items():
            rebuilt.cells[place].outputs = [nbformat.from_dict(output) for output in outputs]
        odd = {
            name: _odd_credit(rebuilt.cells[place], name in plan.learned.alone)
            for place, name in tests.items()
        }
        by_hand = {name: why for name, why in odd.items() if why}
        by_hand |= {tests[place]: why for place, why in outcome.by_hand.items()}
        by_hand |= plan.lending.taken(rebuilt)
        unusual = [f"{name} needs manual grading: {why}." for name, why in by_hand.items()]
        unusual += [
            f"{tests[place]} passes in separate processes but fails in a single process, "
            "so it earns no points."
            for place, found in outcome.verdicts.items()
            if not found.person
        ]
        if outcome.by_hand and (changed := plan.changed(rebuilt)):
            unusual.append(
                f"A cell that assigns {', '.join(sorted(changed))} was changed. If students should "
                f"type their own value there, add the tag {FILL_IN} to the cell in the source."
            )
        unusual += outcome.remarks
        probes = self._probes | {
            exercise: questions.probes_from(plan.learned.examples[test], plan.released[test])
            for exercise, test in self._examples(notebook).items()
        }
        questions.annotate(rebuilt, outcome, probes, [*(r.instructor for r in remarks), *unusual])
        by_hand |= self.left_to_a_person
        for place, name in tests.items():
            if name in by_hand:
                # Its own outputs may be unfair to the answer.
                text = {"text/plain": "Your instructor will grade this test."}
                rebuilt.cells[place].outputs = [nbformat.v4.new_output("display_data", text)]
        graded = rebuilt.metadata["graded"]
        if by_hand := {name: why for name, why in by_hand.items() if name in tests.values()}:
            graded["by_hand"] = by_hand
        if outcome.verdicts:
            graded["verdicts"] = {tests[at]: v._asdict() for at, v in outcome.verdicts.items()}
        if told := dict.fromkeys(remark.student for remark in remarks if remark.student):
            lines = ["**About your submission**", "", *(f"- {sentence}" for sentence in told)]
            cell = nbformat.v4.new_markdown_cell("\n".join(lines), id=ABOUT_SUBMISSION)
            rebuilt.cells.insert(0, cell)
        return unusual

    def _examples(self, notebook: str) -> dict[str, str]:
        """Return, by exercise without known answers, a test of which calls are known."""
        plan, found = self.plans[notebook], dict[str, str]()
        for test in plan.learned.examples:
            if test in plan.released and questions.exercise_of(test) not in self._probes:
                found.setdefault(questions.exercise_of(test), test)
        return found

    def _asked(self, notebook: str, rebuilt: NotebookNode) -> list[Question]:
        """Make the questions that find the wrong ones among the calls of visible tests."""
        plan, places = self.plans[notebook], {name: at for at, name in tests_of(rebuilt)}
        found = []
        for exercise, test in self._examples(notebook).items():
            place, shown = places[test], plan.released[test]
            text = questions.cell_for(plan.learned.examples[test], shown, plan.given_for(test))
            found.append(Question(exercise, (place,), plan.instead(place, text, shown)))
        return found

    def _check_released(self) -> None:
        for notebook, known in self._released.items():
            for place, test in tests_of(self.sources[notebook]):
                cell = self.sources[notebook].cells[place]
                if test not in known or known[test].checksum != compute_checksum(cell):
                    raise GradingError(
                        f"the source of {self.name} differs from what was released (cell {test}); "
                        f"run: python -m autograder author migrate {quote(self.name)}"
                    )


def _probes_of(course: Course) -> dict[str, questions.Probes]:
    found: dict[str, questions.Probes] = {}
    for name, read in hooks.registered("mistakes").items():
        with names.PARSING:  # a hook may parse
            found |= hooks.use("mistakes", name, read, course) or {}
    return found


def allowed_of(course: Course, name: str) -> Allowed:
    """Collect what the processes of an assignment's notebooks may have."""
    notebooks = notebooks_of(course.source(name))
    sources = [read_source(course, name, notebook) for notebook in notebooks]
    return course.allowed(name, sources)._replace(lent=tuple(course.settings.lends))


def _odd_credit(cell: NotebookNode, alone: bool) -> str:
    """Say what is odd about partial credit: forged, it could be a message, or stop nbgrader."""
    points, found = float(cell.metadata.nbgrader["points"]), credit(cell.outputs)
    if found is None or found in (0, points) or has_failed(cell.outputs):
        return ""
    if 0 < found < points:
        return (
            f"only one of the two runs gives the test partial credit ({found:g})" if alone else ""
        )
    return f"the last line of the test returns {found:g} points; 0 to {points:g} are allowed"
