"""A dry run of grading again: everything runs, nothing is written."""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.utils import determine_grade, is_grade

from autograder.diagnosis.questions import exercise_of
from autograder.gradebook.opening import GradebookError
from autograder.grading.context import GradingContext, Work
from autograder.grading.parallel import Grading, Prepared, Result
from autograder.sandbox.processes.confinement import ConfinementError
from autograder.workers.pools import Pool
from autograder.workers.tasks import Done


@dataclass
class Change:
    """The effect of grading again on one student's points.

    Attributes
    ----------
    student : str
        The student's id.
    before, after : float
        The points for the assignment, before late penalties.
    exercises : dict of str to tuple of float and float
        The exercises whose points change: before and after.
    kept : list of str
        Exercises with manual points, which stay.
    failed : str
        The reason why it cannot be graded; empty if it can.
    """

    student: str
    before: float
    after: float
    exercises: dict[str, tuple[float, float]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    failed: str = ""

    @property
    def differs(self) -> bool:
        """Tell whether points change, or grading fails."""
        return bool(self.exercises or self.failed)


def find_changes(
    run: GradingContext,
    grading: Grading,
    assignment: str,
    students: list[str],
    workers: Pool,
) -> Iterator[Change]:
    """Grade submissions again without writing anything."""
    for one in grading.run_each(students, workers, force=True):
        if isinstance(one, Result):
            yield Change(one.student, 0, 0, failed="; ".join(one.remarks) or one.state)
        else:
            yield _change(run, assignment, *one)


def _change(
    run: GradingContext, assignment: str, prepared: Prepared, future: Future[Done]
) -> Change:
    student = prepared.submission.student
    try:
        outcomes = future.result().judged(prepared.jobs)
        points: dict[str, float] = {}
        for name, notebook in prepared.notebooks.items():
            found = run.remarks.pop(Work(student, assignment, name))
            run.assignment(assignment).fill(name, notebook, outcomes[name], found)
            points |= _points(notebook)
        return compare(run.gradebook, assignment, student, points)
    except (Pool.Lost, ConfinementError, GradebookError):
        raise
    except Pool.NotRun as error:
        return Change(student, 0, 0, failed=str(error))
    except Exception as error:  # one submission must not stop the others
        return Change(student, 0, 0, failed=f"{type(error).__name__}: {error}")


def _points(notebook: NotebookNode) -> dict[str, float]:
    """Return the points of a notebook's cells, by grade id, without those graded by hand."""
    by_hand = notebook.metadata.get("graded", {}).get("by_hand", {})
    found = {}
    for cell in notebook.cells:
        if is_grade(cell) and cell.metadata.nbgrader["grade_id"] not in by_hand:
            score = determine_grade(cell)[0]
            if score is not None:
                found[cell.metadata.nbgrader["grade_id"]] = float(score)
    return found


def compare(
    gradebook: Gradebook, assignment: str, student: str, points: dict[str, float]
) -> Change:
    """Compare new points of cells with those in the gradebook."""
    try:
        submission = gradebook.find_submission(assignment, student)
    except MissingEntry:
        total = sum(points.values())
        return Change(student, 0, total, {"not graded before": (0.0, total)} if total else {})
    try:
        change = Change(student, 0, 0)
        sums: dict[str, tuple[float, float]] = {}
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                name = exercise_of(grade.name)
                before, after = sums.get(name, (0.0, 0.0))
                fixed = grade.manual_score is not None or grade.name not in points
                new = grade.score if fixed else points[grade.name] + (grade.extra_credit or 0)
                if grade.manual_score is not None and name not in change.kept:
                    change.kept.append(name)
                sums[name] = before + grade.score, after + new
        change.before = sum(before for before, _ in sums.values())
        change.after = sum(after for _, after in sums.values())
        change.exercises = {name: both for name, both in sums.items() if both[0] != both[1]}
        return change
    finally:
        gradebook.db.rollback()  # ends the read transaction
