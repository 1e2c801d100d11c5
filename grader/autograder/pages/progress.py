"""The page on a class in all assignments: ``python -m autograder report``."""

from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from autograder.course.settings import Course, GradingError
from autograder.gradebook.opening import open_gradebook


@dataclass
class Progress:
    """The results of a class in all graded assignments.

    Attributes
    ----------
    assignments : dict of str to float
        The maximum of each.
    got : dict of str to dict of str to float
        The points, by student and graded assignment.
    pages : list of str
        The assignments that have a page of their own.
    """

    assignments: dict[str, float]
    got: dict[str, dict[str, float]]
    pages: list[str]

    @property
    def students(self) -> list[str]:
        """All students in the gradebook."""
        return sorted(self.got)

    def mean(self, assignment: str) -> float:
        """Return the points on average."""
        return mean(points[assignment] for points in self.got.values() if assignment in points)

    def graded(self, assignment: str) -> int:
        """Count the students who have been graded."""
        return sum(assignment in points for points in self.got.values())

    def share(self, student: str) -> float:
        """Return a student's share of the points so far."""
        most = sum(self.assignments[name] for name in self.got[student])
        return sum(self.got[student].values()) / most if most else 0


def collect_progress(course: Course, pages: Path) -> Progress:
    """Collect the points of all graded assignments.

    Parameters
    ----------
    course : Course
        The course.
    pages : Path
        The folder of the pages on single assignments.

    Raises
    ------
    GradingError
        If nothing has been graded.
    """
    with open_gradebook(course.directory) as gradebook:
        got: dict[str, dict[str, float]] = {student.id: {} for student in gradebook.students}
        assignments = {}
        for assignment in sorted(gradebook.assignments, key=lambda each: str(each.name)):
            for submission in gradebook.assignment_submissions(assignment.name):
                assignments[assignment.name] = assignment.max_score
                points = max(submission.score - submission.late_submission_penalty, 0)
                got[submission.student.id][assignment.name] = points
    if not assignments:
        raise GradingError("nothing has been graded yet")
    return Progress(assignments, got, [n for n in assignments if (pages / f"{n}.html").exists()])
