"""The steps of ``nbgrader autograde``, as `configure` sets them; `Exporter` is their parent."""

import fnmatch
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.converters import NbGraderException
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.grader.assignment.pipeline import allowed_of
from autograder.grader.course import configuring, folders
from autograder.grader.course.settings import GradingError
from autograder.grader.course.submission import Submission, SubmissionError
from autograder.grader.gradebook.opening import GradebookError, patient
from autograder.grader.grading import calibration, context
from autograder.runner import tasks, text
from autograder.runner.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP, warm
from autograder.runner.processes.confinement import ConfinementError

KEPT = "the grades so far are saved; to continue, run the same command again"


class Exporter(context.GradingContext, NotebookExporter):
    """A run of ``nbgrader autograde``; for `c.Autograde.exporter_class`."""

    own_command = False

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
            self.confine()
            self._begin()
        except (ConfinementError, GradingError) as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None
        self.submission = lru_cache(1)(self._read_once)  # nbgrader takes its notebooks in turn

    def tell(self, sentence: str) -> None:
        """Write a warning to nbgrader's log."""
        self.log.warning(sentence)

    def warn(self, student: str, sentence: str) -> None:
        """Write a warning on a student's work to nbgrader's log."""
        self.log.warning("%s: %s", text.one_line(student), text.one_line(sentence))

    def _begin(self) -> None:
        """Calibrate, and forget what is to be graded; nbgrader takes any folder for finished."""
        converter: Any = self.parent  # nbgrader's `Autograde`
        chosen = converter.coursedir or self.course.directory
        self.course.directory.assignment_id = chosen.assignment_id
        allowed = None
        with suppress(GradingError):  # nbgrader is going to refuse it
            allowed = allowed_of(self.course, self.name)
        if (wall := warm(self.course.settings.unconfined, allowed).wall) == LANDLOCK_ALONE:
            self.log.warning("Confined by %s. %s", wall, WITHOUT_BUBBLEWRAP)
        # nbgrader opens the gradebook for itself, too.
        chosen.db_url = patient(chosen.db_url, self.course.settings.gradebook_timeout)
        try:
            assignment = self.assignment  # an error is told once, and not for each submission
        except MissingEntry:
            return  # nbgrader reports it
        try:
            students = fnmatch.filter(self.course.handed_in(self.name), chosen.student_id)
        except GradingError:
            return  # nobody has handed in: likewise
        self.ledger.open_run()
        # Formgrader starts a run for each submission.
        calibration.calibrate(self.course, assignment, chosen.student_id != "*", tell=self.tell)
        for caution in assignment.cautions:
            self.log.warning(caution)
        if converter.force:
            self.ledger.forget(students)
        elif chosen.notebook_id == "*":
            for student in students:
                self._forget_unfinished(student)

    def _forget_unfinished(self, student: str) -> None:
        folder = self.graded(student)
        try:
            if folder.exists() and not self.is_done(student, self.digest(student)):
                self.ledger.forget([student])
                folders.remove_folder(folder)
                why = (
                    "will be graded again, because grading was interrupted or the "
                    "submission has changed"
                )
                self.warn(student, why)
        except GradebookError:
            raise
        except Exception as error:  # one submission must not stop the others
            self.warn(student, str(error))

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **more: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Convert a notebook; a submitted one is read leniently, and links are removed before."""
        path, given = Path(filename), ResourcesDict(**(resources or {}))
        student, name = _work(given)
        if path.parent != self.handed_in(student):
            return super().from_filename(filename, resources, **more)
        given["metadata"] = {"name": path.stem, "path": str(path.parent)}
        try:
            submission = self.submission(student)
            if name not in submission.notebooks:
                said = [why for why in submission.remarks if why.startswith(f"{path.name} ")]
                raise SubmissionError("; ".join(said) or f"{path.name} cannot be read")
            notebook = submission.notebooks[name]
            converted: tuple[Any, dict[str, Any]]
            converted = self.from_notebook_node(notebook, given, **more)  # type: ignore[no-untyped-call]  # nbconvert's
            return converted
        except Exception as error:
            self.keep_failure(student, str(error))
            raise

    def _read_once(self, student: str) -> Submission:
        """Read a submission, log remarks on it, and remove what was copied through its links."""
        folder = self.handed_in(student)
        # nbgrader takes no notebook with another name.
        names = [name for name in self.assignment.sources if (folder / f"{name}.ipynb").exists()]
        submission = self.read(student, names)
        for remark in submission.remarks:
            self.warn(student, remark)
        # Given files were copied last.
        for name in {*submission.links} - self.assignment.given.keys():
            (self.graded(student) / name).unlink(missing_ok=True)
        return submission


def _work(resources: ResourcesDict) -> tuple[str, str]:
    """Read the student and the name of the notebook from nbgrader's resources."""
    return resources["nbgrader"]["student"], resources["nbgrader"]["notebook"]


class _GradingStep(NbGraderPreprocessor):
    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Take this step with a notebook."""
        return self.take(nb, *_work(resources)), resources

    def take(self, nb: NotebookNode, student: str, name: str) -> NotebookNode:
        """Take this step with a notebook, of which the name is given."""
        raise NotImplementedError

    @property
    def run(self) -> context.GradingContext:
        """The context that this step shares with the others."""
        if not isinstance(self.parent, context.GradingContext):
            raise NbGraderException(
                f'add c.Autograde.exporter_class = "{configuring.EXPORTER}" to nbgrader_config.py'
            )
        return self.parent

    @property
    def exporter(self) -> Exporter:
        """The context under nbgrader's own command."""
        assert isinstance(self.run, Exporter)
        return self.run


class Repair(_GradingStep):
    """A preprocessor that rebuilds a submission; for `c.Autograde.sanitize_preprocessors`."""

    def take(self, nb: NotebookNode, student: str, name: str) -> NotebookNode:
        """Combine the student's answers with the source's tests."""
        rebuilt, self.run.remarks[student, name] = self.run.assignment.rebuild(name, nb)
        return rebuilt


class ExecuteApart(_GradingStep):
    """A preprocessor that runs cells apart; for `c.Autograde.autograde_preprocessors`."""

    def take(self, nb: NotebookNode, student: str, name: str) -> NotebookNode:
        """Run the notebook, apart and then in one process, and fill in its outputs."""
        run, settings = self.exporter, self.exporter.course.settings
        submission = run.submission(student)
        if settings.unconfined:
            self.log.warning("Students' code ran unconfined.")
        job = run.assignment.job(name, nb, submission.files)
        jobs = {name: job}
        outcome = tasks.Task(jobs, *settings.how).run().judged(jobs)[name]
        for remark in run.fill(submission, name, nb, job, outcome):
            run.warn(student, remark)
        folders.add_written(run.graded(student), outcome.files, run.assignment.given)
        return nb


class RecordGrades(_GradingStep):
    """A preprocessor that writes a notebook's grades; for `c.Autograde.autograde_preprocessors`."""

    def take(self, nb: NotebookNode, student: str, name: str) -> NotebookNode:
        """Write the grades; exit if the gradebook fails, since no others can be written, too."""
        digest = nb.metadata["graded"]["digest"]
        try:
            for remark in self.run.ledger.write(student, None, {name: nb}, digest).remarks:
                self.exporter.warn(student, remark)
        except GradebookError as error:
            self.log.error("%s; %s", error, KEPT)
            sys.exit(1)
        return nb
