"""Write what was graded into nbgrader's gradebook: one transaction for a submission."""

from collections.abc import Iterator
from datetime import datetime

from nbformat import NotebookNode
from nbgrader.api import Comment, Grade, Gradebook, MissingEntry, Student, SubmittedAssignment
from nbgrader.api import SubmittedNotebook
from nbgrader.plugins import BasePlugin
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_solution, is_task
from sqlalchemy import Column, MetaData, String, Table, delete, insert, select

# What has been graded already, so that a run that was interrupted can go on.
_DONE = Table(
    "autograder_graded",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("digest", String(64), nullable=False),
)


class Ledger:
    """The gradebook, opened once for a run.

    Parameters
    ----------
    gradebook : Gradebook
        nbgrader's gradebook.
    assignment : str
        The assignment that is graded.
    late : BasePlugin
        nbgrader's plugin that decides about penalties for late submissions.

    Raises
    ------
    nbgrader.api.MissingEntry
        If the assignment is not in the gradebook.
    """

    def __init__(self, gradebook: Gradebook, assignment: str, late: BasePlugin) -> None:
        self._gradebook = gradebook
        self._late = late
        self._assignment = gradebook.find_assignment(assignment)
        _DONE.metadata.create_all(gradebook.engine)

    def checksums(self, notebook: str) -> dict[str, str]:
        """The checksums of the cells of a notebook as it was released, by grade id."""
        found = self._gradebook.find_notebook(notebook, self._assignment.name)
        return {cell.name: cell.checksum for cell in found.source_cells}

    @property
    def notebooks(self) -> list[str]:
        """The names of the assignment's notebooks."""
        return [notebook.name for notebook in self._assignment.notebooks]

    def digest(self, student: str) -> str | None:
        """The digest under which a submission was graded; None if it was not."""
        return self._gradebook.db.execute(
            select(_DONE.c.digest).where(*self._key(student))
        ).scalar_one_or_none()

    def write(
        self,
        student: str,
        timestamp: datetime | None,
        notebooks: dict[str, NotebookNode],
        digest: str,
    ) -> tuple[float, float]:
        """Write the grades of a submission: all of them or, if anything fails, none.

        Parameters
        ----------
        student : str
            Who handed it in; is made if not known yet.
        timestamp : datetime or None
            When, in UTC.
        notebooks : dict of str to NotebookNode
            The executed notebooks; one that is missing gets no points.
        digest : str
            Identifies what was graded.

        Returns
        -------
        tuple of float and float
            The points, and the points that can be had.
        """
        db = self._gradebook.db
        try:
            submission = self._submission(student)
            submission.timestamp = timestamp or submission.timestamp
            for notebook in submission.notebooks:
                _grade(notebook, notebooks.get(notebook.name))
            db.flush()
            self._penalize(submission)
            db.execute(delete(_DONE).where(*self._key(student)))
            row = {"assignment": self._assignment.name, "student": student, "digest": digest}
            db.execute(insert(_DONE).values(row))
            db.flush()
            db.refresh(submission)
            points = float(submission.score), float(submission.max_score)
            db.commit()
        except BaseException:
            db.rollback()
            raise
        return points

    def _key(self, student: str) -> tuple:
        return _DONE.c.assignment == self._assignment.name, _DONE.c.student == student

    def _submission(self, student: str) -> SubmittedAssignment:
        # nbgrader's own methods for this commit at once.
        try:
            return self._gradebook.find_submission(self._assignment.name, student)
        except MissingEntry:
            pass
        try:
            who = self._gradebook.find_student(student)
        except MissingEntry:
            who = Student(id=student)
            self._gradebook.db.add(who)
        with self._gradebook.db.no_autoflush:
            submission = SubmittedAssignment(assignment=self._assignment, student=who)
            for notebook in self._assignment.notebooks:
                submitted = SubmittedNotebook(notebook=notebook, assignment=submission)
                for cell in [*notebook.grade_cells, *notebook.task_cells]:
                    Grade(cell=cell, notebook=submitted)
                for cell in [*notebook.solution_cells, *notebook.task_cells]:
                    Comment(cell=cell, notebook=submitted)
            self._gradebook.db.add_all([submission, *_parts(submission)])
        return submission

    def _penalize(self, submission: SubmittedAssignment) -> None:
        late = submission.total_seconds_late
        for notebook in submission.notebooks:
            notebook.late_submission_penalty = None
            if late > 0:
                self._gradebook.db.refresh(notebook)
                penalty = self._late.late_submission_penalty(
                    submission.student.id, notebook.score, late
                )
                if penalty is not None:
                    notebook.late_submission_penalty = min(max(penalty, 0), notebook.score)


def _parts(submission: SubmittedAssignment) -> Iterator[object]:
    for notebook in submission.notebooks:
        yield from [notebook, *notebook.grades, *notebook.comments]


def _grade(submitted: SubmittedNotebook, notebook: NotebookNode | None) -> None:
    cells = {}
    if notebook is not None:
        cells = {c.metadata.nbgrader["grade_id"]: c for c in notebook.cells if "nbgrader" in c.metadata}
    for grade in submitted.grades:
        cell = cells.get(grade.cell.name)
        # A task has no score of its own; a cell that is not there has none to get.
        grade.auto_score = 0 if cell is None else determine_grade(cell)[0] if is_grade(cell) else None
        grade.needs_manual_grade = cell is not None and (
            grade.manual_score is not None or grade.auto_score is None
        )
    for comment in submitted.comments:
        cell = cells.get(comment.cell.name)
        untouched = cell is not None and is_solution(cell) and not is_task(cell)
        untouched = untouched and cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
        comment.auto_comment = "No response." if untouched else None
