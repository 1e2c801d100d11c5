"""The page on a class in all assignments: ``python -m autograder report``."""

from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from autograder.course.settings import Course, GradingError
from autograder.gradebook.opening import open_gradebook
from autograder.gradebook.points import AssignmentPoints, points_by_student


@dataclass
class Progress:
    """The results of a class: the maximum of each assignment, and the points of each student."""

    assignments: dict[str, float]
    got: dict[str, dict[str, AssignmentPoints]]
    pages: list[str]

    @property
    def students(self) -> list[str]:
        """All students in the gradebook."""
        return sorted(self.got)

    def any(self, state: str) -> bool:
        """Tell whether points of somebody are in a state of a `AssignmentPoints`."""
        return any(getattr(one, state) for each in self.got.values() for one in each.values())

    def mean(self, assignment: str) -> float | None:
        """Return the points on average, of the students who have all of theirs."""
        final = [each[assignment].final for each in self.got.values() if assignment in each]
        known = [points for points in final if points is not None]
        return mean(known) if known else None

    def graded(self, assignment: str) -> int:
        """Count the students who have been graded."""
        return sum(assignment in points for points in self.got.values())

    def share(self, student: str) -> float | None:
        """Return a student's share of the points so far; None without final ones."""
        final = [(one.final, one.of) for one in self.got[student].values() if not one.waiting]
        most = sum(of for _, of in final)
        return sum(points or 0.0 for points, _ in final) / most if most else None


def collect_progress(course: Course, pages: Path) -> Progress:
    """Collect the points of all graded assignments.

    Raise GradingError if nothing has been graded.
    """
    with open_gradebook(course.directory) as gradebook:
        got: dict[str, dict[str, AssignmentPoints]] = {
            student.id: {} for student in gradebook.students
        }
        assignments = {}
        for assignment in sorted(gradebook.assignments, key=lambda each: str(each.name)):
            for student, points in points_by_student(gradebook, assignment.name).items():
                assignments[assignment.name] = assignment.max_score
                got[student][assignment.name] = points
    if not assignments:
        raise GradingError("nothing has been graded yet")
    return Progress(assignments, got, [n for n in assignments if (pages / f"{n}.html").exists()])
