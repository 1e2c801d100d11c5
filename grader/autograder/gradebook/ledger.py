"""Writing of grades into nbgrader's gradebook, in one transaction for each submission."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, TypeVar

from nbformat import NotebookNode
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_solution, is_task
from sqlalchemy import Column, ColumnElement, MetaData, String, Table, delete, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session, scoped_session
from traitlets.config import Config

from autograder.course.sources import Released
from autograder.gradebook.dates import hand_over, make_room, seconds_late

T = TypeVar("T")
# Submissions graded already, so that a run that was interrupted can go on.
_DONE = Table(
    "autograder_graded",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("digest", String(64), nullable=False),
)


class OutdatedError(Exception):
    """An assignment that was changed since its grading began; the message says so."""


class Written(NamedTuple):
    """A submission's points in the gradebook.

    Attributes
    ----------
    got, of : float
        The points, and the maximum.
    waits : bool
        True if a person still has to give some.
    """

    got: float
    of: float
    waits: bool


class _Parts:
    """The cells of a notebook of the assignment, as plain data."""

    def __init__(self, notebook: Notebook) -> None:
        self.name = notebook.name
        self.graded = [cell.id for cell in [*notebook.grade_cells, *notebook.task_cells]]
        self.commented = [cell.id for cell in [*notebook.solution_cells, *notebook.task_cells]]
        cells = [*notebook.grade_cells, *notebook.solution_cells, *notebook.task_cells]
        self.names = {cell.id: cell.name for cell in cells}

    def grade(self, submitted: SubmittedNotebook, notebook: NotebookNode | None) -> None:
        """Grade the cells of a submitted notebook by its outputs; without a notebook, with 0."""
        submitted.late_submission_penalty = None
        marked = [c for c in notebook.cells if "nbgrader" in c.metadata] if notebook else []
        cells = {cell.metadata.nbgrader["grade_id"]: cell for cell in marked}
        by_hand = notebook.metadata.get("graded", {}).get("by_hand", {}) if notebook else {}
        for grade in submitted.grades:
            name = self.names.get(grade.cell_id)
            cell = cells.get(name)
            grade.auto_score = None if name in by_hand else _score(cell)
            judged = grade.manual_score is None and grade.auto_score is not None
            grade.needs_manual_grade = cell is not None and not judged
        for comment in submitted.comments:
            cell = cells.get(self.names.get(comment.cell_id))
            comment.auto_comment = "No response." if cell and _is_untouched(cell) else None


def _score(cell: NotebookNode | None) -> float | None:
    """Return nbgrader's score of a cell; None for one that is graded by hand, such as a task."""
    if cell is None:
        return 0.0
    score: float | None = determine_grade(cell)[0] if is_grade(cell) else None
    return score


def _is_untouched(cell: NotebookNode) -> bool:
    answers = is_solution(cell) and not is_task(cell)
    return bool(answers and cell.metadata.nbgrader.get("checksum") == compute_checksum(cell))


class Ledger:
    """The gradebook of a run, for one assignment.

    Parameters
    ----------
    gradebook : Gradebook
        nbgrader's gradebook.
    assignment : str
        The assignment.
    config : Config
        The course's configuration, for its rule on late submissions.
    patience : callable, optional
        Calls functions with retries, as `Patience` does; each is one transaction.

    Raises
    ------
    nbgrader.api.MissingEntry
        If the assignment is not in the gradebook.
    """

    def __init__(
        self,
        gradebook: Gradebook,
        assignment: str,
        config: Config,
        patience: Callable[[Callable[[], Any]], Any] = lambda act: act(),
    ) -> None:
        self._gradebook, self._patience = gradebook, patience
        self._late = AssignLatePenalties(config=config)
        self._late.init_plugin()
        plugin: Any = self._late.plugin_inst  # of whatever class the settings name
        free = type(plugin) is LateSubmissionPlugin and plugin.penalty_method == "none"
        self._plugin = None if free or not self._late.enabled else plugin
        self._create_student = Autograde(config=config).create_student
        self._assignment = assignment
        self._id, self._notebooks = patience(self._read)

    def _read(self) -> tuple[str, dict[str, _Parts]]:
        with self._transaction():
            found = self._gradebook.find_assignment(self._assignment)
            # Plain data: objects of the gradebook would be loaded again for every submission.
            return found.id, {notebook.id: _Parts(notebook) for notebook in found.notebooks}

    def open_run(self) -> None:
        """Create the grader's tables, and check that the gradebook can be written."""
        _once_more(DBAPIError, lambda: _DONE.metadata.create_all(self._gradebook.engine))
        _once_more(DBAPIError, lambda: make_room(self._gradebook))
        self._patience(self._try_to_write)

    def _try_to_write(self) -> None:
        db = self._gradebook.db
        try:
            row = {"assignment": self._assignment, "student": "", "digest": ""}
            db.execute(insert(_DONE).values(row))
        finally:
            db.rollback()

    def released(self, notebook: str) -> dict[str, Released]:
        """Return the released cells of a notebook, by grade id."""
        cells: dict[str, Released] = self._patience(partial(self._released, notebook))
        return cells

    def _released(self, notebook: str) -> dict[str, Released]:
        with self._transaction():
            found = self._gradebook.find_notebook(notebook, self._assignment)
            return {cell.name: Released(cell.source, cell.checksum) for cell in found.source_cells}

    @property
    def notebooks(self) -> list[str]:
        """The names of the assignment's notebooks."""
        return [notebook.name for notebook in self._notebooks.values()]

    def was_graded(self, student: str, digest: str) -> bool:
        """Tell whether a submission was graded with this digest and the present lateness."""
        done: bool = self._patience(partial(self._was_graded, student, digest))
        return done

    def _was_graded(self, student: str, digest: str) -> bool:
        with self._transaction() as db:
            asked = select(_DONE.c.digest).where(*self._key(student))
            known = db.execute(asked).scalar_one_or_none()
            if known == digest and self._plugin is None:
                return True
            return known is not None and known == self._mark_of(student, digest)

    def _mark_of(self, student: str, digest: str) -> str:
        """Return the digest to store, which includes the lateness if that costs points."""
        late = 0.0
        if self._plugin:
            with suppress(MissingEntry):
                late = seconds_late(self._gradebook.find_submission(self._assignment, student))
        return hashlib.sha256(f"{digest} {late}".encode()).hexdigest() if late > 0 else digest

    def write(
        self,
        student: str,
        timestamp: datetime | None,
        notebooks: dict[str, NotebookNode],
        digest: str,
    ) -> Written:
        """Write the grades of a submission, in one transaction.

        Parameters
        ----------
        student : str
            The student, who is created if nbgrader's settings allow it.
        timestamp : datetime or None
            The time of handing in, in UTC.
        notebooks : dict of str to NotebookNode
            The executed notebooks; one that is missing gets no points.
        digest : str
            The digest of the submission.

        Returns
        -------
        Written
            The points in the gradebook now.

        Raises
        ------
        OutdatedError
            If the assignment has other cells now than when the ledger was made.
        """
        write = partial(self._write, student, timestamp, notebooks, digest)
        written: Written = self._patience(partial(_once_more, IntegrityError, write))
        return written

    def _write(
        self,
        student: str,
        timestamp: datetime | None,
        notebooks: dict[str, NotebookNode],
        digest: str,
    ) -> Written:
        with self._transaction() as db:
            submission = self._submission(student)
            submission.timestamp = timestamp or submission.timestamp
            hand_over(self._gradebook, self._assignment, submission)
            for submitted, parts in self._submitted(submission):
                parts.grade(submitted, notebooks.get(parts.name))
            db.flush()
            self._penalize(submission, submission.notebooks)
            self._mark(db, student, digest)
            made = SubmittedAssignment
            asked = select(made.score, made.max_score, made.needs_manual_grade)
            got, of, waits = db.execute(asked.where(made.id == submission.id)).one()
            return Written(float(got), float(of), bool(waits))

    def forget(self, students: Iterable[str]) -> None:
        """Mark submissions as not graded."""
        self._patience(partial(self._forget, list(students)))

    def _forget(self, students: list[str]) -> None:
        with self._transaction() as db:
            for student in students:
                db.execute(delete(_DONE).where(*self._key(student)))

    def write_notebook(self, student: str, name: str, notebook: NotebookNode, digest: str) -> None:
        """Write the grades of one notebook of a submission.

        Parameters
        ----------
        student : str
            The student.
        name : str
            The name of the notebook.
        notebook : NotebookNode
            The executed notebook.
        digest : str
            The digest of the submission.
        """
        self._patience(partial(self._write_notebook, student, name, notebook, digest))

    def _write_notebook(self, student: str, name: str, notebook: NotebookNode, digest: str) -> None:
        with self._transaction() as db:
            submission = self._submission(student)
            for submitted, parts in self._submitted(submission):
                if parts.name == name:
                    parts.grade(submitted, notebook)
                    db.flush()
                    self._penalize(submission, [submitted])
            self._mark(db, student, digest)

    @contextmanager
    def _transaction(self) -> Iterator[scoped_session[Session]]:
        db = self._gradebook.db
        try:
            with db.no_autoflush:  # else it looks for changes before each query
                yield db
            db.commit()
        except BaseException:
            db.rollback()
            raise

    def _mark(self, db: scoped_session[Session], student: str, digest: str) -> None:
        db.execute(delete(_DONE).where(*self._key(student)))
        mark = self._mark_of(student, digest)
        row = {"assignment": self._assignment, "student": student, "digest": mark}
        db.execute(insert(_DONE).values(row))

    def _key(self, student: str) -> tuple[ColumnElement[bool], ...]:
        return _DONE.c.assignment == self._assignment, _DONE.c.student == student

    def _submission(self, student: str) -> SubmittedAssignment:
        # nbgrader's own methods for this commit at once.
        try:
            return self._gradebook.find_submission(self._assignment, student)
        except MissingEntry:
            pass
        try:
            who = self._gradebook.find_student(student)
        except MissingEntry:
            if not self._create_student:
                raise
            who = Student(id=student)
            self._gradebook.db.add(who)
        if self._is_outdated():
            raise OutdatedError("the assignment was generated anew meanwhile; grade it once more")
        submission = SubmittedAssignment(assignment_id=self._id, student=who)
        submission.notebooks = [
            SubmittedNotebook(
                notebook_id=notebook,
                grades=[Grade(cell_id=cell) for cell in parts.graded],
                comments=[Comment(cell_id=cell) for cell in parts.commented],
            )
            for notebook, parts in self._notebooks.items()
        ]
        self._gradebook.db.add(submission)
        return submission

    def _is_outdated(self) -> bool:
        cells = (
            select(BaseCell.id).join(BaseCell.notebook).where(Notebook.assignment_id == self._id)
        )
        known = set().union(*(parts.names for parts in self._notebooks.values()))
        return {*self._gradebook.db.scalars(cells)} != known

    def _submitted(self, submission: SubmittedAssignment) -> list[tuple[SubmittedNotebook, _Parts]]:
        known = self._notebooks
        return [
            (nb, known[nb.notebook_id]) for nb in submission.notebooks if nb.notebook_id in known
        ]

    def _penalize(
        self, submission: SubmittedAssignment, notebooks: list[SubmittedNotebook]
    ) -> None:
        late = seconds_late(submission)
        if late <= 0 or self._plugin is None:
            return
        for notebook in notebooks:
            self._gradebook.db.refresh(notebook)
            who, score = submission.student.id, notebook.score
            penalty = self._plugin.late_submission_penalty(who, score, late)
            if penalty is not None:
                notebook.late_submission_penalty = min(max(penalty, 0), notebook.score)


def _once_more(error: type[DBAPIError], act: Callable[[], T]) -> T:
    """Call a function, and retry once if another grader has just made the same rows."""
    try:
        return act()
    except error:
        return act()
