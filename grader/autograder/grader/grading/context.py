"""The context of a grading run: the course, its gradebook, its assignments."""

import json
import sys
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from traitlets.config import LoggingConfigurable

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.repair import Remark
from autograder.grader.course.configuring import ignored
from autograder.grader.course.settings import Course
from autograder.grader.course.submission import Submission, digest, read, read_graded
from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.opening import GradebookError, GradebookRetry, open_gradebook
from autograder.grader.gradebook.verdicts import beside
from autograder.grader.grading.calibration import Calibration, calibrate
from autograder.runner.jobs import Job, Outcome
from autograder.runner.processes.confinement import ConfinementError
from autograder.runner.processes.surroundings import exposed
from autograder.runner.text import one_line


class Work(NamedTuple):
    """The key of a student's notebook."""

    student: str
    assignment: str
    notebook: str

    @classmethod
    def of(cls, resources: ResourcesDict) -> "Work":
        """Read the key from nbgrader's resources of a preprocessor."""
        return cls(*(resources["nbgrader"][name] for name in cls._fields))


class GradingContext(LoggingConfigurable):
    """The context that the steps of a grading run share: course, gradebook, assignments."""

    own_command = True  # whether a command of this package runs, and not nbgrader's

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.course = Course(self.config)
        self.ledger = cache(lambda n: Ledger(self.gradebook, n, self.config, self.patience))
        self.assignment = cache(self._read_assignment)
        self.salt = cache(self._read_salt)
        self.calibration = cache(self._calibrate)
        self.patience = GradebookRetry(self.course.settings.gradebook_timeout, self.tell)
        self.remarks: dict[Work, list[Remark]] = {}  # until the rebuilt notebooks have been run

    @cached_property
    def gradebook(self) -> Gradebook:
        """The gradebook, opened once."""
        return open_gradebook(self.course.directory, self.patience)

    def tell(self, sentence: str) -> None:
        """Print a message while grading goes on."""
        print(f"autograder: {sentence}", file=sys.stderr, flush=True)

    def read(self, student: str, assignment: str) -> Submission:
        """Read what a student has handed in."""
        folder = self.course.folder("submitted", student, assignment)
        names, ignore = self.assignment(assignment).sources, self.course.directory.ignore
        return read(folder, student, names, ignore, self.salt(assignment))

    def digest(self, student: str, assignment: str) -> str:
        """Compute the digest of a submission, and of what it is graded with."""
        folder = self.course.folder("submitted", student, assignment)
        return digest(folder, self.course.directory.ignore, self.salt(assignment))

    def fill(
        self, work: Work, submission: Submission, notebook: NotebookNode, job: Job, found: Outcome
    ) -> list[str]:
        """Put what came of a run into its notebook; return remarks for the instructor."""
        assignment, remarks = self.assignment(work.assignment), self.remarks.pop(work)
        unusual = assignment.fill(work.notebook, notebook, found, remarks)
        made = {"digest": submission.digest, "beside": beside(job, assignment.given)}
        notebook.metadata["graded"] |= made
        return [*(remark.instructor for remark in remarks), *unusual]

    def is_done(self, student: str, assignment: str, digest: str) -> bool:
        """Tell whether all grades and files of a submission have been written."""
        ledger = self.ledger(assignment)
        if not ledger.was_graded(student, digest):
            return False
        graded = self.course.folder("autograded", student, assignment)
        handed_in = self.course.folder("submitted", student, assignment)
        names = [f"{name}.ipynb" for name in ledger.notebooks]
        made = {name for name in names if (graded / name).is_file()}
        wanted = made.union(name for name in names if (handed_in / name).is_file())
        return bool(made) and all(_marked_with(graded / name) == digest for name in wanted)

    def keep_failure(self, assignment: str, student: str, why: str) -> None:
        """Keep why a hand-in could not be graded, unless its points are of this very hand-in."""
        with suppress(Exception):  # what cannot be read is another than what was graded
            digest = self.digest(student, assignment)
            graded = read_graded(self.course.folder("autograded", student, assignment))
            if any(nb.metadata.get("graded", {}).get("digest") == digest for nb in graded.values()):
                return
        # A gradebook that fails is reported where grades are written, and in none there is a
        # student whose name is no text.
        with suppress(GradebookError, UnicodeEncodeError):
            self.ledger(assignment).fail(student, one_line(why))

    def confine(self) -> None:
        """Name options that have no effect, and check that private paths cannot be read."""
        for sentence in ignored(self.config, self.own_command):
            self.tell(sentence)
        if self.course.settings.unconfined:
            return
        for path, around in exposed(self.course.private()).items():
            raise ConfinementError(
                f"students' code could read {path}, because it is in {around}; "
                "move the course, or the environment in which this runs"
            )

    def _read_salt(self, assignment: str) -> bytes:
        """Return what a digest has besides the submission: the source, and changed limits."""
        limits = self.course.settings.limits
        return self.assignment(assignment).digest + (repr(limits).encode() if limits else b"")

    def _calibrate(self, assignment: str, reuse: bool = False) -> Calibration:
        return calibrate(self.course, self.assignment(assignment), reuse, tell=self.tell)

    def _read_assignment(self, name: str) -> Assignment:
        ledger = self.ledger(name)
        released = {notebook: ledger.released(notebook) for notebook in ledger.notebooks}
        return Assignment.read(self.course, name, released)


def _marked_with(path: Path) -> object:
    """Read the digest in a graded notebook; None if the file is not complete."""
    try:
        return json.loads(path.read_bytes())["metadata"]["graded"]["digest"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
