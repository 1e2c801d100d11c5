"""Writing of grades into nbgrader's gradebook, in one transaction for each submission."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader import api
from nbgrader.converters import Autograde
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_solution, is_task
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from traitlets.config import Config

from autograder.grader.course.sources import Released
from autograder.grader.gradebook.dates import seconds_late
from autograder.grader.gradebook.finishing import STEPS, Graded
from autograder.grader.gradebook.points import waits
from autograder.grader.gradebook.splits import splits
from autograder.grader.gradebook.tables import FAILED, GRADED, REGRADED, Notebooks, now, put

Act = TypeVar("Act", bound=Callable[..., Any])


class OutdatedError(Exception):
    """An assignment that was changed since its grading began; the message says so."""


class Written(NamedTuple):
    """A submission's points in the gradebook, and remarks; in a dry run, how they would change."""

    got: float
    of: float
    waits: bool
    remarks: list[str]
    change: tuple[float, float] | None = None


class _Parts:
    """The cells of a notebook of the assignment, as plain data."""

    def __init__(self, notebook: api.Notebook) -> None:
        self.name = notebook.name
        self.graded = [cell.id for cell in [*notebook.grade_cells, *notebook.task_cells]]
        self.commented = [cell.id for cell in [*notebook.solution_cells, *notebook.task_cells]]
        cells = [*notebook.grade_cells, *notebook.solution_cells, *notebook.task_cells]
        self.names = {cell.id: cell.name for cell in cells}

    def grade(self, submitted: api.SubmittedNotebook, notebook: NotebookNode | None) -> None:
        """Grade the cells of a submitted notebook by its outputs; without a notebook, with 0."""
        notebook = notebook or new_notebook()
        marked = [c for c in notebook.cells if "nbgrader" in c.metadata]
        cells = {cell.metadata.nbgrader["grade_id"]: cell for cell in marked}
        by_hand = notebook.metadata.get("graded", {}).get("by_hand", {})
        for grade in submitted.grades:
            name = self.names.get(grade.cell_id)
            cell = cells.get(name)
            grade.auto_score = None if name in by_hand else _score(cell)
            judged = grade.manual_score is None and grade.auto_score is not None
            grade.needs_manual_grade = cell is not None and not judged
        for comment in submitted.comments:
            cell = cells.get(self.names.get(comment.cell_id))
            comment.auto_comment = "No response." if _is_untouched(cell) else None


def _score(cell: NotebookNode | None) -> float | None:
    """Return nbgrader's score of a cell; None for one that is graded by hand, such as a task."""
    if cell is None:
        return 0.0
    score: float | None = determine_grade(cell)[0] if is_grade(cell) else None
    return score


def _is_untouched(cell: NotebookNode | None) -> bool:
    if cell is None or not is_solution(cell) or is_task(cell):
        return False
    return bool(cell.metadata.nbgrader.get("checksum") == compute_checksum(cell))


def _in_a_transaction(act: Act) -> Act:
    """Have a method do all or nothing, and wait while the gradebook is away."""

    @wraps(act)
    def call(self: "Ledger", *given: Any, **named: Any) -> Any:
        db = self._gradebook.db

        def once() -> Any:
            try:
                with db.no_autoflush:  # else it looks for changes before each query
                    found = act(self, *given, **named)
                if self.dry:
                    db.rollback()
                db.commit()
                return found
            except BaseException:
                db.rollback()
                raise

        def once_more() -> Any:
            with suppress(IntegrityError):  # another grader has just made the same rows
                return once()
            return once()

        return self._patience(once_more)

    return cast(Act, call)


class Ledger:
    """The gradebook of a run, for one assignment; MissingEntry is raised if it has none."""

    def __init__(
        self,
        gradebook: api.Gradebook,
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
        self.why = ""  # why submissions are graded again; students read it on their pages
        self.dry = False  # whether nothing is kept of what is written
        self._id, self._notebooks = self._read()

    @_in_a_transaction
    def _read(self) -> tuple[str, dict[str, _Parts]]:
        found = self._gradebook.find_assignment(self._assignment)
        # Plain data: objects of the gradebook would be loaded again for every submission.
        return found.id, {notebook.id: _Parts(notebook) for notebook in found.notebooks}

    @_in_a_transaction
    def open_run(self) -> None:
        """Check that the gradebook can be written."""
        self._gradebook.db.execute(insert(GRADED).values(**self._place(""), digest=""))
        self._gradebook.db.rollback()

    @_in_a_transaction
    def released(self, notebook: str) -> dict[str, Released]:
        """Return the released cells of a notebook, by grade id."""
        found = self._gradebook.find_notebook(notebook, self._assignment)
        return {cell.name: Released(cell.source, cell.checksum) for cell in found.source_cells}

    @property
    def notebooks(self) -> list[str]:
        """The names of the assignment's notebooks."""
        return [notebook.name for notebook in self._notebooks.values()]

    @_in_a_transaction
    def was_graded(self, student: str, digest: str) -> bool:
        """Tell whether a submission was graded with this digest and the present lateness."""
        asked = select(GRADED.c.digest).filter_by(**self._place(student))
        known = self._gradebook.db.execute(asked).scalar_one_or_none()
        return known is not None and known == self._mark_of(student, digest)

    def _mark_of(self, student: str, digest: str) -> str:
        """Return the digest to store, which includes the lateness if that costs points."""
        late = 0.0
        if self._plugin:
            with suppress(api.MissingEntry):
                late = seconds_late(self._gradebook.find_submission(self._assignment, student))
        return hashlib.sha256(f"{digest} {late}".encode()).hexdigest() if late > 0 else digest

    @_in_a_transaction
    def write(
        self, student: str, timestamp: datetime | None, judged: Notebooks, digest: str
    ) -> Written:
        """Write the grades of the notebooks of a submission that were judged, or are missing."""
        submission = self._submission(student)
        again = submission.id and (self.why or self.dry)
        before = self._points(submission) if again else 0.0
        submission.timestamp = timestamp or submission.timestamp
        for submitted, parts in self._submitted(submission):
            if parts.name in judged:
                parts.grade(submitted, judged[parts.name])
        self._finish(submission, judged)
        place, db, made = self._place(student), self._gradebook.db, api.SubmittedAssignment
        db.execute(delete(FAILED).filter_by(**place))
        put(self._gradebook, GRADED, place, digest=self._mark_of(student, digest))
        db.flush()
        after = self._points(submission) if self.why or self.dry else 0.0
        if self.why and again:
            points = {"before": before, "after": after}
            put(self._gradebook, REGRADED, place | {"time": now()}, why=self.why, **points)
        asked = select(made.score, made.max_score).where(made.id == submission.id)
        got, of = db.execute(asked).one()
        grades = (grade for row in submission.notebooks for grade in row.grades)
        split = splits(self._gradebook, self._assignment).get(student)
        said = split.told(self._assignment, student) if split and split.latest else []
        change = (before, after) if self.dry else None
        return Written(float(got), float(of), any(map(waits, grades)), said, change)

    def _points(self, submission: api.SubmittedAssignment) -> float:
        """Return the points of a submission now, after late penalties."""
        made = api.SubmittedAssignment
        asked = select(made.score - made.late_submission_penalty).where(made.id == submission.id)
        return max(float(self._gradebook.db.execute(asked).scalar_one()), 0.0)

    @_in_a_transaction
    def finish_again(self, student: str, notebooks: Mapping[str, NotebookNode]) -> Graded:
        """Finish the grades of a graded submission again, after a decision on it."""
        submission = self._gradebook.find_submission(self._assignment, student)
        return self._finish(submission, notebooks)

    def _finish(self, submission: api.SubmittedAssignment, notebooks: Notebooks) -> Graded:
        self._gradebook.db.flush()
        rows = {p.name: row for row, p in self._submitted(submission) if p.name in notebooks}
        where = self._gradebook, self._assignment, str(submission.student.id), submission
        graded = Graded(*where, rows, notebooks, self._plugin)
        for step in STEPS:
            step(graded)
        return graded

    @_in_a_transaction
    def forget(self, students: Iterable[str]) -> None:
        """Mark submissions as not graded."""
        for student in students:
            self._gradebook.db.execute(delete(GRADED).filter_by(**self._place(student)))

    @_in_a_transaction
    def fail(self, student: str, why: str) -> None:
        """Keep that a hand-in could not be graded, until one of the same student is."""
        put(self._gradebook, FAILED, self._place(student), time=now(), why=why)

    def _place(self, student: str) -> dict[str, str]:
        return {"assignment": self._assignment, "student": student}

    def _submission(self, student: str) -> api.SubmittedAssignment:
        # nbgrader's own methods for this commit at once.
        with suppress(api.MissingEntry):
            return self._gradebook.find_submission(self._assignment, student)
        try:
            who = self._gradebook.find_student(student)
        except api.MissingEntry:
            if not self._create_student:
                raise
            who = api.Student(id=student)
            self._gradebook.db.add(who)
        if self._is_outdated():
            raise OutdatedError(
                "the assignment was generated again in the meantime; grade it again"
            )
        submission = api.SubmittedAssignment(assignment_id=self._id, student=who)
        submission.notebooks = [
            api.SubmittedNotebook(
                notebook_id=notebook,
                grades=[api.Grade(cell_id=cell) for cell in parts.graded],
                comments=[api.Comment(cell_id=cell) for cell in parts.commented],
            )
            for notebook, parts in self._notebooks.items()
        ]
        self._gradebook.db.add(submission)
        return submission

    def _is_outdated(self) -> bool:
        cells = select(api.BaseCell.id).join(api.BaseCell.notebook)
        there = self._gradebook.db.scalars(cells.where(api.Notebook.assignment_id == self._id))
        return {*there} != set().union(*(parts.names for parts in self._notebooks.values()))

    def _submitted(
        self, submission: api.SubmittedAssignment
    ) -> list[tuple[api.SubmittedNotebook, _Parts]]:
        pairs = ((row, self._notebooks.get(row.notebook_id)) for row in submission.notebooks)
        return [(row, parts) for row, parts in pairs if parts]
