"""Points as every page and export has them: given, still to be given, or of an older hand-in.

A cell that a person still has to grade is *not graded yet*, which is not 0. Where the latest
hand-in could not be graded, the points are *from an earlier one*. Work that was graded again has
the reasons, for students to read.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import Row, delete, insert, select

from autograder.grader.diagnosis.questions import exercise_of
from autograder.grader.gradebook.tables import FAILED, REGRADED, put

EARLIER = "The latest hand-in could not be graded. These points are from an earlier one."


def waits(grade: Grade) -> bool:
    """Tell whether a cell is not graded yet: a person still has to give its points."""
    return grade.manual_score is None and grade.auto_score is None


@dataclass
class ExercisePoints:
    """Points so far, their maximum, and that of the cells that are not graded yet."""

    got: float = 0.0
    of: float = 0.0
    waiting: float = 0.0

    @property
    def final(self) -> float | None:
        """The points; None as long as some are not graded yet."""
        return None if self.waiting else self.got

    def add(self, got: float, of: float, waiting: bool) -> None:
        """Add a cell."""
        self.got += got
        self.of += of
        self.waiting += of if waiting else 0.0


@dataclass
class AssignmentPoints(ExercisePoints):
    """A student's points for an assignment: `raw` before late penalties, `got` after them.

    They are `earlier` points if the latest hand-in could not be graded.
    """

    raw: float = 0.0
    penalty: float = 0.0
    exercises: dict[str, ExercisePoints] = field(default_factory=dict)
    earlier: bool = False

    def of_exercise(self, name: str) -> ExercisePoints:
        """Return the points of an exercise; one that was added since is not graded yet."""
        return self.exercises.get(name, ExercisePoints(waiting=1))

    @property
    def remark(self) -> str:
        """What a table says beside the points; "" if there is nothing to say."""
        remarks = ["not graded yet"] * bool(self.waiting) + ["of an earlier hand-in"] * self.earlier
        return ", ".join(remarks)


def points_by_student(gradebook: Gradebook, assignment: str) -> dict[str, AssignmentPoints]:
    """Return the points of all students whose work is in the gradebook, by student."""
    made, db = SubmittedAssignment, gradebook.db
    asked = (
        select(made.student_id, made.late_submission_penalty)
        .join(made.assignment)
        .where(Assignment.name == assignment)
    )
    late = failed(gradebook, assignment)
    found = {
        student: AssignmentPoints(penalty=float(penalty or 0), earlier=student in late)
        for student, penalty in db.execute(asked.order_by(made.student_id))
    }
    cells = (
        select(made.student_id, BaseCell.name, Grade.max_score, Grade)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == made.id)
        .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .join(made.assignment)
        .where(Assignment.name == assignment)
    )
    for student, name, most, grade in db.execute(cells):
        total = found[student]
        exercise = total.exercises.setdefault(exercise_of(name), ExercisePoints())
        for points in (total, exercise):
            points.add(float(grade.score), float(most), waits(grade))
    for total in found.values():
        total.raw = total.got
        total.got = max(total.got - total.penalty, 0.0)
    return found


def exercises(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """Return the maximum of each exercise of an assignment, in the order of its notebooks."""
    found: dict[str, float] = {}
    for notebook in gradebook.find_assignment(assignment).notebooks:
        for cell in [*notebook.grade_cells, *notebook.task_cells]:
            name = exercise_of(cell.name)
            found[name] = found.get(name, 0.0) + float(cell.max_score)
    return found


def failed(gradebook: Gradebook, assignment: str) -> dict[str, str]:
    """Return why the latest hand-ins could not be graded, by student."""
    asked = select(FAILED.c.student, FAILED.c.why).filter_by(assignment=assignment)
    return {row.student: row.why for row in gradebook.db.execute(asked)}


def fail(gradebook: Gradebook, assignment: str, student: str, why: str) -> None:
    """Keep that a student's latest hand-in could not be graded; it is part of a transaction."""
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    put(gradebook, FAILED, {"assignment": assignment, "student": student}, time=now, why=why)


def passed(gradebook: Gradebook, assignment: str, student: str) -> None:
    """Forget that, since the latest hand-in has been graded; it is part of a transaction."""
    gradebook.db.execute(delete(FAILED).filter_by(assignment=assignment, student=student))


def note_regrading(
    gradebook: Gradebook, assignment: str, student: str, why: str, before: float, after: float
) -> None:
    """Record that a student's work was graded again, and why; it is part of a transaction."""
    place = {"assignment": assignment, "student": student}
    given = {"time": datetime.now(UTC).replace(tzinfo=None), "before": before, "after": after}
    gradebook.db.execute(insert(REGRADED).values(**place, why=why, **given))


def regraded(gradebook: Gradebook, assignment: str, student: str) -> list[Row[Any]]:
    """List the regradings of a student's work, rows of `REGRADED`, the latest first."""
    asked = select(REGRADED).filter_by(assignment=assignment, student=student)
    return [*gradebook.db.execute(asked.order_by(REGRADED.c.time.desc()))]
