"""Due dates and extensions; these wait in a table until there is a submission that has them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from nbgrader.api import Assignment, Gradebook, MissingEntry, SubmittedAssignment
from sqlalchemy import delete, select

from autograder.grader.course.settings import GradingError
from autograder.grader.gradebook.tables import EXTENSIONS, put


class Dates:
    """A snapshot of a course's due dates, as naive times in UTC."""

    def __init__(self, gradebook: Gradebook) -> None:
        db, row = gradebook.db, SubmittedAssignment
        try:
            known = db.execute(select(Assignment.name, Assignment.duedate))
            self.due: dict[str, datetime | None] = {one.name: one.duedate for one in known}
            self.extensions: dict[tuple[str, str], timedelta] = {}
            for name, student, seconds in db.execute(select(EXTENSIONS)):
                self.extensions[name, student] = timedelta(seconds=seconds)
            asked = select(Assignment.name, row.student_id, row.extension).join(row.assignment)
            for name, student, extension in db.execute(asked.where(row.extension.is_not(None))):
                self.extensions[name, student] = extension
        finally:
            db.rollback()  # ends the read transaction

    def of(self, assignment: str, student: str) -> datetime | None:
        """Return a student's due date; None if there is none."""
        due = self.due.get(assignment)
        return due and due + self.extensions.get((assignment, student), timedelta())


def seconds_late(submission: SubmittedAssignment) -> float:
    """Return how late a submission is; 0 without a due date, whatever its extension."""
    if submission.assignment.duedate is None:
        return 0.0
    return float(submission.total_seconds_late)


def set_due(gradebook: Gradebook, assignment: str, when: datetime | None) -> None:
    """Set the due date of an assignment, in UTC. Extensions keep their length."""
    _find(gradebook, assignment).duedate = when
    gradebook.db.commit()


def extend(
    gradebook: Gradebook, assignment: str, students: Iterable[str], until: datetime | None
) -> None:
    """Give students an extension, or remove it; or raise GradingError, and write nothing."""
    due = _find(gradebook, assignment).duedate
    if due is None:
        raise GradingError(f"{assignment} has no due date to extend; set a due date first")
    extension = until - due if until else None
    if extension is not None and extension <= timedelta():
        raise GradingError(
            f"{until:%Y-%m-%d %H:%M} UTC is not after the due date; choose a later time"
        )
    known = {student.id for student in gradebook.students}
    if unknown := sorted(set(students) - known):
        raise GradingError(
            f"not in the gradebook: {', '.join(unknown)}; run: nbgrader db student add NAME"
        )
    for student in students:
        place = {"assignment": assignment, "student": student}
        gradebook.db.execute(delete(EXTENSIONS).filter_by(**place))
        try:
            gradebook.find_submission(assignment, student).extension = extension
        except MissingEntry:
            if extension:
                put(gradebook, EXTENSIONS, place, seconds=int(extension.total_seconds()))
    gradebook.db.commit()


def read_when(text: str) -> datetime:
    """Parse a person's date, in this machine's zone; raise ValueError if it is none."""
    when = datetime.fromisoformat(text)
    if len(text) <= len("2026-11-30"):
        when = when.replace(hour=23, minute=59)
    return when.astimezone(UTC).replace(tzinfo=None)


def shown(when: datetime | None) -> str:
    """Format a date for a person, in this machine's zone."""
    if when is None:
        return "no due date"
    return f"{when.replace(tzinfo=UTC).astimezone():%A, %B %d, %Y, %H:%M %Z}"


def _find(gradebook: Gradebook, assignment: str) -> Assignment:
    try:
        return gradebook.find_assignment(assignment)
    except MissingEntry:
        raise GradingError(
            f"there is no assignment {assignment} in source/ or in the gradebook"
        ) from None
