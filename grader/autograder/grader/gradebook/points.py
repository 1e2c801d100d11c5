"""Points as every page and export has them: given, *not graded yet*, or of an earlier hand-in."""

from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import Assignment, BaseCell, Grade, Gradebook
from nbgrader.api import SubmittedAssignment as Made
from nbgrader.api import SubmittedNotebook as Work
from sqlalchemy import Row, select

from autograder.grader.diagnosis.questions import exercise_of
from autograder.grader.gradebook.tables import FAILED, REGRADED

EARLIER = "The latest submission could not be graded. These points are from an earlier submission."


def waits(grade: Grade) -> bool:
    """Tell whether a cell is not graded yet: a person still has to give its points."""
    return grade.manual_score is None and grade.auto_score is None


@dataclass
class ExercisePoints:
    """Points so far, their maximum, and that of the cells that are not graded yet.

    They are `lost` if a test took some of them, or cannot give them.
    """

    got: float = 0.0
    of: float = 0.0
    waiting: float = 0.0
    lost: bool = False

    @property
    def final(self) -> float | None:
        """The points; None as long as some are not graded yet."""
        return None if self.waiting else self.got


@dataclass
class AssignmentPoints(ExercisePoints):
    """A student's points: `raw` before late penalties; `earlier` if of an earlier hand-in."""

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
        remarks = ["not graded yet"] * bool(self.waiting)
        remarks += ["from an earlier submission"] * self.earlier
        return ", ".join(remarks)


def points_by_student(gradebook: Gradebook, assignment: str) -> dict[str, AssignmentPoints]:
    """Return the points of all students whose work is in the gradebook, by student."""
    db, its_own = gradebook.db, Assignment.name == assignment
    asked = select(Made.student_id, Made.late_submission_penalty).join(Made.assignment)
    late = failed(gradebook, assignment)
    found = {
        student: AssignmentPoints(penalty=float(penalty or 0), earlier=student in late)
        for student, penalty in db.execute(asked.where(its_own).order_by(Made.student_id))
    }
    cells = (
        select(Made.student_id, BaseCell.name, Grade.max_score, Grade)
        .join(Work, Work.assignment_id == Made.id)
        .join(Grade, Grade.notebook_id == Work.id)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .join(Made.assignment)
    )
    for student, name, most, grade in db.execute(cells.where(its_own)):
        total = found[student]
        exercise = total.exercises.setdefault(exercise_of(name), ExercisePoints())
        for points in (total, exercise):
            points.got += float(grade.score)
            points.of += float(most)
            points.waiting += float(most) if waits(grade) else 0.0
            points.lost |= grade.auto_score is None or grade.auto_score < most
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


def regraded(gradebook: Gradebook, assignment: str, student: str) -> list[Row[Any]]:
    """List the regradings of a student's work, rows of `REGRADED`, the latest first."""
    asked = select(REGRADED).filter_by(assignment=assignment, student=student)
    return [*gradebook.db.execute(asked.order_by(REGRADED.c.time.desc()))]
