"""The steps of ``nbgrader autograde``, as `configure` sets them.

nbgrader makes an exporter for each run, and makes it the parent of all preprocessors of
the run. `Exporter` is that parent, and the `GradingContext` that they share.
"""

import fnmatch
import shutil
import sys
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.assignment.pipeline import Assignment
from autograder.course.settings import GradingError
from autograder.course.submission import SubmissionError, files, oddities, parse, read_files
from autograder.gradebook.ledger import Ledger
from autograder.gradebook.opening import GradebookError, patient
from autograder.grading.context import GradingContext, Work
from autograder.sandbox.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP, examine, warm
from autograder.sandbox.jobs import Job, Outcome
from autograder.sandbox.processes.confinement import ConfinementError
from autograder.sandbox.text import one_line

KEPT = "what has been graded is kept, and the same command goes on from there"


class Exporter(GradingContext, NotebookExporter):
    """A run of ``nbgrader autograde``; for `c.Autograde.exporter_class`.

    Raises
    ------
    NbGraderException
        Where students cannot be confined and should be, or the settings are not what
        they can be. nbgrader makes its exporter before it changes the gradebook; what is
        wrong is in the log.
    """

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
            self.confine()
            wall = warm(self.course.settings.unconfined)[2]
            self._forget_unfinished()
        except (ConfinementError, GradingError) as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None
        if wall == LANDLOCK_ALONE:
            self.log.warning("Confined by %s. %s", wall, WITHOUT_BUBBLEWRAP)

    def tell(self, sentence: str) -> None:
        """Say something in nbgrader's log."""
        self.log.warning(sentence)

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **more: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Convert a notebook; one that was handed in may be broken in ways that can be mended."""
        path, given = Path(filename), ResourcesDict(**(resources or {}))
        work = Work.of(given)
        if path.parent != self.handed_in(work):
            return super().from_filename(filename, resources, **more)
        self._drop_links(work)
        given["metadata"] = {"name": path.stem, "path": str(path.parent)}
        converted: tuple[Any, dict[str, Any]]
        converted = self.from_notebook_node(parse(path), given, **more)  # type: ignore[no-untyped-call]  # nbconvert's
        return converted

    def _read_assignment(self, name: str) -> Assignment:
        assignment = super()._read_assignment(name)
        for caution in assignment.cautions:
            self.log.warning(caution)
        return assignment

    def _forget_unfinished(self) -> None:
        """Have nbgrader grade again what a run that was killed has left.

        It takes a folder in ``autograded/`` for something that is finished. What it is
        going to grade in any case is marked before the first of its files is written.
        """
        converter = self.parent if isinstance(self.parent, Autograde) else self.course.converter
        chosen = converter.coursedir or self.course.directory
        # nbgrader opens it for itself, too.
        chosen.db_url = patient(chosen.db_url, self.course.settings.gradebook_timeout)
        name = chosen.assignment_id
        try:
            ledger = self.ledger(name)
            self.assignment(name)
            students = fnmatch.filter(self.course.handed_in(name), chosen.student_id)
        except GradebookError:
            raise
        except (MissingEntry, GradingError):
            return  # nbgrader says so
        ledger.open_run()
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
            shutil.rmtree(folder)
        except GradebookError:
            raise
        except Exception as error:  # each submission stands alone
            self.log.warning("%s: %s", one_line(student), one_line(str(error)))
            return
        self.log.warning(
            "%s: is graded again: grading was interrupted, or something else was handed in",
            one_line(student),
        )

    def handed_in(self, work: Work) -> Path:
        """The folder that a student handed in."""
        return self.course.folder("submitted", work.student, work.assignment)

    def job(self, work: Work, rebuilt: NotebookNode) -> Job:
        """Put down how a notebook is to be run; see `Assignment.job`."""
        beside, _ = read_files(files(self.handed_in(work), self.course.directory.ignore))
        return self.assignment(work.assignment).job(work.notebook, rebuilt, beside)

    def judge(self, work: Work, job: Job) -> Outcome:
        """Run a notebook."""
        if self.course.settings.unconfined:
            self.log.warning("Students' code ran unconfined.")
        return examine(job, *self.how(work.assignment))

    def _drop_links(self, work: Work) -> None:
        """Remove what nbgrader has copied because a link led there; tell what else is odd."""
        graded = self.course.folder("autograded", work.student, work.assignment)
        links, remarks = oddities(self.handed_in(work), self.course.directory.ignore)
        for remark in remarks:
            self.log.warning("%s: %s", one_line(work.student), remark)
        for name in links:
            if name == f"{work.notebook}.ipynb":
                raise SubmissionError(f"{one_line(name)} is a link; it was not followed")
            if name not in self.assignment(work.assignment).given:  # copied last
                (graded / name).unlink(missing_ok=True)


class _Step(NbGraderPreprocessor):
    @property
    def run(self) -> GradingContext:
        """What this step shares with the others."""
        if not isinstance(self.parent, GradingContext):
            name = f"{Exporter.__module__}.{Exporter.__name__}"
            raise NbGraderException(
                f'nbgrader_config.py lacks c.Autograde.exporter_class = "{name}"'
            )
        return self.parent


class Repair(_Step):
    """Rebuild the submission; for `c.Autograde.sanitize_preprocessors`.

    Cells, marks and kernel are the source's afterwards, so that it takes the place of
    nbgrader's ClearOutput, DeduplicateIds, OverwriteKernelspec, OverwriteCells and
    CheckCellMetadata.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Put the student's cells and the source's tests together."""
        work = Work.of(resources)
        rebuilt, remarks = self.run.assignment(work.assignment).rebuild(work.notebook, nb)
        self.run.remarks[work] = remarks
        for remark in remarks:
            self.log.warning("%s: %s", one_line(work.student), one_line(remark.instructor))
        return rebuilt, resources


class ExecuteApart(_Step):
    """Run the cells in two processes; for `c.Autograde.autograde_preprocessors`.

    It takes the place of nbgrader's `Execute`. `Repair` must have run before.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Fill in what running the notebook puts out."""
        work, run = Work.of(resources), self.run
        assert isinstance(run, Exporter)  # the parallel command has workers for this
        outcome = run.judge(work, run.job(work, nb))
        found = run.remarks.pop(work)
        unusual = run.assignment(work.assignment).fill(work.notebook, nb, outcome, found)
        nb.metadata["graded"]["digest"] = run.digest(work.student, work.assignment)
        for remark in unusual:
            self.log.warning("%s: %s", one_line(work.student), one_line(remark))
        return nb, resources


class Record(_Step):
    """Write the grades of a notebook at once; for `c.Autograde.autograde_preprocessors`.

    It takes the place of nbgrader's SaveAutoGrades and AssignLatePenalties.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Write the grades; if that cannot be done, nobody else's can, and nbgrader ends."""
        work = Work.of(resources)
        digest = nb.metadata["graded"]["digest"]
        ledger = self.run.ledger(work.assignment)
        try:
            ledger.write_notebook(work.student, work.notebook, nb, digest)
        except GradebookError as error:
            self.log.error("%s; %s", error, KEPT)
            sys.exit(1)
        return nb, resources
