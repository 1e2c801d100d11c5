"""The context of a grading run: the course, its gradebook, an assignment."""

import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

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
from autograder.runner.jobs import Job, Outcome
from autograder.runner.processes.confinement import ConfinementError
from autograder.runner.text import one_line


class GradingContext(LoggingConfigurable):
    """The context that the steps of a grading run share: course, gradebook, assignment."""

    own_command = True  # whether a command of this package runs, and not nbgrader's

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.course = Course(self.config)
        self.patience = GradebookRetry(self.course.settings.gradebook_timeout, self.tell)
        # By student and notebook, until the rebuilt notebooks have been run.
        self.remarks: dict[tuple[str, str], list[Remark]] = {}

    @property
    def name(self) -> str:
        """The name of the assignment."""
        return str(self.course.directory.assignment_id)

    @cached_property
    def gradebook(self) -> Gradebook:
        """The gradebook, opened once."""
        return open_gradebook(self.course.directory, self.patience)

    @cached_property
    def ledger(self) -> Ledger:
        """What writes the grades."""
        return Ledger(self.gradebook, self.name, self.config, self.patience)

    @cached_property
    def assignment(self) -> Assignment:
        """The assignment, as it was released."""
        released = {notebook: self.ledger.released(notebook) for notebook in self.ledger.notebooks}
        return Assignment.read(self.course, self.name, released)

    @cached_property
    def salt(self) -> bytes:
        """What a digest has besides the submission: the source, and changed limits."""
        limits = self.course.settings.limits
        return self.assignment.digest + (repr(limits).encode() if limits else b"")

    def tell(self, sentence: str) -> None:
        """Print a message while grading goes on."""
        print(f"autograder: {sentence}", file=sys.stderr, flush=True)

    def handed_in(self, student: str) -> Path:
        """Return the folder of what a student has handed in."""
        return self.course.folder("submitted", student, self.name)

    def graded(self, student: str) -> Path:
        """Return the folder of a student's graded notebooks."""
        return self.course.folder("autograded", student, self.name)

    def read(self, student: str, names: Iterable[str]) -> Submission:
        """Read some notebooks that a student has handed in, and the files beside them."""
        ignore = self.course.directory.ignore
        return read(self.handed_in(student), student, names, ignore, self.salt)

    def digest(self, student: str) -> str:
        """Compute the digest of a submission, and of what it is graded with."""
        return digest(self.handed_in(student), self.course.directory.ignore, self.salt)

    def fill(
        self, submission: Submission, name: str, notebook: NotebookNode, job: Job, found: Outcome
    ) -> list[str]:
        """Put what came of a run into its notebook; return remarks for the instructor."""
        remarks = self.remarks.pop((submission.student, name))
        unusual = self.assignment.fill(name, notebook, found, remarks)
        made = {"digest": submission.digest, "beside": beside(job, self.assignment.given)}
        notebook.metadata["graded"] |= made
        notebook.metadata["graded"]["remarks"] += submission.remarks
        return [*(remark.instructor for remark in remarks), *unusual]

    def is_done(self, student: str, digest: str) -> bool:
        """Tell whether all grades and files of a submission have been written."""
        if not self.ledger.was_graded(student, digest):
            return False
        graded, handed_in = self.graded(student), self.handed_in(student)
        names = [f"{name}.ipynb" for name in self.ledger.notebooks]
        made = {name for name in names if (graded / name).is_file()}
        wanted = made.union(name for name in names if (handed_in / name).is_file())
        return bool(made) and all(_marked_with(graded / name) == digest for name in wanted)

    def keep_failure(self, student: str, why: str) -> None:
        """Keep why a hand-in could not be graded, unless its points are of this very hand-in."""
        with suppress(Exception):  # what cannot be read is another than what was graded
            digest = self.digest(student)
            graded = read_graded(self.graded(student))
            if any(nb.metadata.get("graded", {}).get("digest") == digest for nb in graded.values()):
                return
        # A gradebook that fails is reported where grades are written, and in none there is a
        # student whose name is no text.
        with suppress(GradebookError, UnicodeEncodeError):
            self.ledger.fail(student, one_line(why))

    def confine(self) -> None:
        """Name options that have no effect, and check that private paths cannot be read."""
        for sentence in ignored(self.config, self.own_command):
            self.tell(sentence)
        for why in () if self.course.settings.unconfined else self.course.exposed():
            raise ConfinementError(why)


def _marked_with(path: Path) -> object:
    """Read the digest in a graded notebook; None if the file is not complete."""
    try:
        return json.loads(path.read_bytes())["metadata"]["graded"]["digest"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
