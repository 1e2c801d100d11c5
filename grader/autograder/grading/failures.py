"""Keeping that a hand-in could not be graded, where its author has points of an earlier one."""

from contextlib import suppress

from autograder.course.submission import read_graded
from autograder.gradebook.opening import GradebookError
from autograder.grading.context import GradingContext
from autograder.sandbox.text import one_line


def keep_failure(run: GradingContext, assignment: str, student: str, why: str) -> None:
    """Keep why a hand-in could not be graded, unless its points are those of this very hand-in."""
    with suppress(Exception):  # what cannot be read is another than what was graded
        digest = run.digest(student, assignment)
        graded = read_graded(run.course.folder("autograded", student, assignment))
        if any(nb.metadata.get("graded", {}).get("digest") == digest for nb in graded.values()):
            return
    # A gradebook that fails is reported where grades are written, and in none there is a
    # student whose name is no text.
    with suppress(GradebookError, UnicodeEncodeError):
        run.ledger(assignment).fail(student, one_line(why))
