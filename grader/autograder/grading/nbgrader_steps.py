"""The steps of ``nbgrader autograde``, as `configure` sets them.

nbgrader makes an exporter for each run, and makes it the parent of all preprocessors.
`Exporter` is that parent, and so the `GradingContext` that they share.
"""

import fnmatch
import sys
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.assignment.pipeline import allowed_of
from autograder.course.folders import add_written, remove_folder
from autograder.course.settings import GradingError
from autograder.course.submission import (
    SubmissionError,
    few,
    files,
    notebooks,
    oddities,
    parse,
    read_files,
    told,
)
from autograder.gradebook.ledger import Ledger
from autograder.gradebook.opening import GradebookError, patient
from autograder.gradebook.verdicts import beside
from autograder.grading.context import GradingContext, Work
from autograder.sandbox.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP, warm
from autograder.sandbox.jobs import Job, Outcome
from autograder.sandbox.juries import judged, run_both
from autograder.sandbox.processes.confinement import Allowed, ConfinementError
from autograder.sandbox.text import one_line

KEPT = "what has been graded is kept, and the same command goes on from there"


class Exporter(GradingContext, NotebookExporter):
    """A run of ``nbgrader autograde``; for `c.Autograde.exporter_class`."""

    own_command = False

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
            self.confine()
            wall = warm(self.course.settings.unconfined, self._allowed()).wall
            self._forget_unfinished()
        except (ConfinementError, GradingError) as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None
        if wall == LANDLOCK_ALONE:
            self.log.warning("Confined by %s. %s", wall, WITHOUT_BUBBLEWRAP)

    def tell(self, sentence: str) -> None:
        """Write a warning to nbgrader's log."""
        self.log.warning(sentence)

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **more: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Convert a notebook; a submitted one is parsed leniently, and links are removed before."""
        path, given = Path(filename), ResourcesDict(**(resources or {}))
        work = Work.of(given)
        if path.parent != self.handed_in(work):
            return super().from_filename(filename, resources, **more)
        given["metadata"] = {"name": path.stem, "path": str(path.parent)}
        converted: tuple[Any, dict[str, Any]]
        try:
            self._drop_links(work)
            converted = self.from_notebook_node(parse(path), given, **more)  # type: ignore[no-untyped-call]  # nbconvert's
        except Exception as error:
            self.keep_failure(work.assignment, work.student, str(error))
            raise
        return converted

    def _allowed(self) -> Allowed | None:
        """Collect what the notebooks of this run may have; None if nbgrader will refuse it."""
        converter = self.parent if isinstance(self.parent, Autograde) else self.course.converter
        chosen = converter.coursedir or self.course.directory
        try:
            return allowed_of(self.course, chosen.assignment_id)
        except GradingError:
            return None

    def _forget_unfinished(self) -> None:
        """Remove unfinished work of a killed run, so that nbgrader grades it again.

        nbgrader takes any folder in ``autograded/`` for finished. Submissions that it is going
        to grade in any case are marked as not graded before their first file is written.
        """
        converter = self.parent if isinstance(self.parent, Autograde) else self.course.converter
        chosen = converter.coursedir or self.course.directory
        # nbgrader opens the gradebook for itself, too.
        chosen.db_url = patient(chosen.db_url, self.course.settings.gradebook_timeout)
        name = chosen.assignment_id
        try:
            ledger = self.ledger(name)
            self.assignment(name)  # an error is told once, and not for each submission
        except MissingEntry:
            return  # nbgrader reports it
        try:
            students = fnmatch.filter(self.course.handed_in(name), chosen.student_id)
        except GradingError:
            return  # nobody has handed in: likewise
        ledger.open_run()
        # Formgrader starts a run for each submission.
        self.calibration(name, chosen.student_id != "*")
        for caution in self.assignment(name).cautions:
            self.log.warning(caution)
        if converter.force:
            ledger.forget(students)
        elif chosen.notebook_id == "*":
            for student in students:
                self._forget_one(ledger, student, name)

    def _forget_one(self, ledger: Ledger, student: str, assignment: str) -> None:
        folder = self.course.folder("autograded", student, assignment)
        try:
            if not folder.exists() or self.is_done(
                student, assignment, self.digest(student, assignment)
            ):
                return
            ledger.forget([student])
            remove_folder(folder)
        except GradebookError:
            raise
        except Exception as error:  # one submission must not stop the others
            self.log.warning("%s: %s", one_line(student), one_line(str(error)))
            return
        self.log.warning(
            "%s: is graded again: grading was interrupted, or something else was handed in",
            one_line(student),
        )

    def handed_in(self, work: Work) -> Path:
        """Return the folder that a student handed in."""
        return self.course.folder("submitted", work.student, work.assignment)

    def job(self, work: Work, rebuilt: NotebookNode) -> Job:
        """Make the job of a notebook; see `Assignment.job`."""
        folder, ignore = self.handed_in(work), self.course.directory.ignore
        beside, too_large = read_files(files(folder, ignore))
        beside |= notebooks(folder, self.assignment(work.assignment).sources, ignore)
        for remark in few(told(too_large)):
            self.log.warning("%s: %s", one_line(work.student), remark)
        return self.assignment(work.assignment).job(work.notebook, rebuilt, beside)

    def judge(self, work: Work, job: Job) -> Outcome:
        """Run a notebook, apart and then in one process."""
        if self.course.settings.unconfined:
            self.log.warning("Students' code ran unconfined.")
        name = work.notebook
        outcomes, together = run_both({name: job}, *self.how(work.assignment))
        return judged(job, outcomes[name], together[name])

    def _drop_links(self, work: Work) -> None:
        """Remove files that nbgrader has copied through links; log remarks on the submission."""
        graded = self.course.folder("autograded", work.student, work.assignment)
        links, remarks = oddities(self.handed_in(work), self.course.directory.ignore)
        for remark in remarks:
            self.log.warning("%s: %s", one_line(work.student), remark)
        for name in links:
            if name == f"{work.notebook}.ipynb":
                raise SubmissionError(f"{one_line(name)} is a link; it was not followed")
            if name not in self.assignment(work.assignment).given:  # those were copied last
                (graded / name).unlink(missing_ok=True)


class _Step(NbGraderPreprocessor):
    @property
    def run(self) -> GradingContext:
        """The context that this step shares with the others."""
        if not isinstance(self.parent, GradingContext):
            name = f"{Exporter.__module__}.{Exporter.__name__}"
            raise NbGraderException(
                f'nbgrader_config.py lacks c.Autograde.exporter_class = "{name}"'
            )
        return self.parent


class Repair(_Step):
    """A preprocessor that rebuilds a submission; for `c.Autograde.sanitize_preprocessors`.

    Cells, metadata and kernel are the source's afterwards, so that it replaces nbgrader's
    ClearOutput, DeduplicateIds, OverwriteKernelspec, OverwriteCells and CheckCellMetadata.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Combine the student's answers with the source's tests."""
        work = Work.of(resources)
        rebuilt, remarks = self.run.assignment(work.assignment).rebuild(work.notebook, nb)
        self.run.remarks[work] = remarks
        for remark in remarks:
            self.log.warning("%s: %s", one_line(work.student), one_line(remark.instructor))
        return rebuilt, resources


class ExecuteApart(_Step):
    """A preprocessor that runs cells in two processes; for `c.Autograde.autograde_preprocessors`.

    It replaces nbgrader's `Execute`. `Repair` must have run before.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run the notebook, and fill in its outputs."""
        work, run = Work.of(resources), self.run
        assert isinstance(run, Exporter)  # the parallel command has workers for this
        job = run.job(work, nb)
        outcome = run.judge(work, job)
        found = run.remarks.pop(work)
        unusual = run.assignment(work.assignment).fill(work.notebook, nb, outcome, found)
        folder = run.course.folder("autograded", work.student, work.assignment)
        add_written(folder, outcome.files, run.assignment(work.assignment).given)
        nb.metadata["graded"]["digest"] = run.digest(work.student, work.assignment)
        nb.metadata["graded"]["beside"] = beside(job, run.assignment(work.assignment).given)
        for remark in unusual:
            self.log.warning("%s: %s", one_line(work.student), one_line(remark))
        return nb, resources


class Record(_Step):
    """A preprocessor that writes a notebook's grades; for `c.Autograde.autograde_preprocessors`.

    It replaces nbgrader's SaveAutoGrades and AssignLatePenalties.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Write the grades; exit if the gradebook fails, since no others can be written, too."""
        work = Work.of(resources)
        digest = nb.metadata["graded"]["digest"]
        ledger = self.run.ledger(work.assignment)
        try:
            written = ledger.write(work.student, None, {work.notebook: nb}, digest)
            for remark in written.remarks:
                self.log.warning("%s: %s", one_line(work.student), remark)
        except GradebookError as error:
            self.log.error("%s; %s", error, KEPT)
            sys.exit(1)
        return nb, resources
