"""Removal of copies of graded work when an assignment is over."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange import ExchangeFactory

from autograder.course.folders import remove_folder
from autograder.course.settings import Course, GradingError
from autograder.exchange.names import split_name
from autograder.exchange.watcher import Watch
from autograder.gradebook.attempts import KEPT, Attempt, Attempts
from autograder.gradebook.dates import Dates, shown
from autograder.sandbox.text import grader

OPEN = "waiting for a person to give points"
LOST = "the course's folder has no graded copy"
OTHER = "never graded"


@dataclass
class Leftovers:
    """The copies of an assignment's work in the exchange and among the attempts.

    Attributes
    ----------
    folders : list of Path
        The folders that may be removed.
    staying : Counter of str
        The number of hand-ins that stay in the exchange, by reason.
    """

    folders: list[Path] = field(default_factory=list)
    staying: Counter[str] = field(default_factory=Counter)


def find_leftovers(course: Course, gradebook: Gradebook, assignment: str) -> Leftovers:
    """Find the folders of a finished assignment that may be removed.

    A hand-in may be removed from the exchange once it is completely graded and the course's
    folder has the copy that counts. Of the kept attempts, the one whose points count stays.
    """
    _make_sure_it_is_over(gradebook, assignment)
    attempts, inbound = Attempts(course), _inbound(course)
    found = Leftovers()
    there = {path.name: path for path in _handed_in(inbound, assignment)}
    by_student = defaultdict(list)
    for one in attempts.all(assignment):
        if one.state == "graded":
            by_student[one.student].append(one)
    for student, graded in by_student.items():
        if why := _stays(course, gradebook, assignment, student):
            found.staying[why] += sum(there.pop(one.folder, None) is not None for one in graded)
            continue
        counting = _counting(course, graded)
        for one in graded:
            if one.folder in there:
                found.folders.append(there.pop(one.folder))
            kept = attempts.folder(student, assignment, split_name(one.folder, assignment)[1])
            if one is not counting and kept.is_dir():
                found.folders.append(kept)
    found.staying[OTHER] += len(there)
    return found


def remove(folders: list[Path]) -> Iterator[str]:
    """Remove folders; yield a message for each that could not be removed."""
    for folder in folders:
        try:
            remove_folder(folder)
        except OSError as error:
            yield f"{folder}: {error.strerror}"


def _make_sure_it_is_over(gradebook: Gradebook, assignment: str) -> None:
    ends = Dates(gradebook).ends(assignment)
    if not ends:
        raise GradingError(
            f"{assignment} has no due date, so that it is not over; "
            f"run: {grader('due', assignment, 'DATE')}"
        )
    if ends[-1] > datetime.now(UTC).replace(tzinfo=None):
        raise GradingError(f"{assignment} is not over: somebody has time until {shown(ends[-1])}")


def _inbound(course: Course) -> Path:
    collect = ExchangeFactory(config=course.config).Collect(
        coursedir=course.directory, config=course.config
    )
    return Path(collect.root) / course.directory.course_id / "inbound"


def _handed_in(inbound: Path, assignment: str) -> Iterator[Path]:
    """Yield the folders whose names are of this assignment."""
    for path in sorted(inbound.iterdir()) if inbound.is_dir() else []:
        if path.name.split("+")[1:2] == [assignment] and not path.is_symlink():
            yield path


def _stays(course: Course, gradebook: Gradebook, assignment: str, student: str) -> str | None:
    """Explain why a student's hand-ins have to stay; None if they may be removed."""
    try:
        submission = gradebook.find_submission(assignment, student)
    except MissingEntry:
        return LOST
    if not all(course.folder(step, student, assignment).is_dir() for step in KEPT):
        return LOST
    return OPEN if submission.needs_manual_grade else None


def _counting(course: Course, graded: list[Attempt]) -> Attempt:
    """Return the attempt whose points count."""
    if Watch(config=course.config).counts == "best":
        return max(graded, key=lambda one: one.score or 0)
    return graded[-1]
