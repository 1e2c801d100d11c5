"""The steps that finish grades, in the transaction of `Ledger`, whichever way they came."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DBAPIError

from autograder import hooks
from autograder.grader.gradebook import splits, verdicts
from autograder.grader.gradebook.dates import seconds_late
from autograder.grader.gradebook.opening import passes
from autograder.grader.gradebook.points import waits
from autograder.grader.gradebook.tables import DECISIONS, EXTENSIONS, GIVEN, VERDICTS

_Given = dict[tuple[str, str], float | str | None]
_Values = dict[str, float | str | None]


@dataclass
class Graded:
    """A submission whose tests have run, for the steps that complete its grades.

    An entry point of ``autograder.finish`` is a function with this as its argument. It runs in
    the transaction that writes the grades.

    Attributes
    ----------
    gradebook : nbgrader.api.Gradebook
        The gradebook.
    assignment, student : str
        The name of the assignment, and the id of the student.
    submission : nbgrader.api.SubmittedAssignment
        The submission in the gradebook.
    rows : mapping of str to nbgrader.api.SubmittedNotebook
        The gradebook entries of the notebooks that have just been graded.
    notebooks : mapping of str to NotebookNode or None
        The same notebooks as files, with None for a notebook that was not submitted.
    late : object
        nbgrader's plugin for late penalties, or None if there is no penalty.
    changed, kept : bool
        Whether values were changed, and whether manual values were kept.

    Examples
    --------
    >>> def bonus(graded):  # an entry point: at least a point for each submitted test
    ...     for name, row in graded.rows.items():
    ...         graded.propose(name, {one.name: max(one.auto_score, 1) for one in row.grades})
    >>> from types import SimpleNamespace as Row
    >>> rows = {"ps1": Row(grades=[Row(name="test-area", auto_score=0)])}
    >>> graded = Graded(None, "ps1", "ada", None, rows, {"ps1": None})
    >>> bonus(graded)
    >>> graded.proposed
    {('ps1', 'score'): [{'test-area': 1}]}
    """

    gradebook: Gradebook
    assignment: str
    student: str
    submission: SubmittedAssignment
    rows: Mapping[str, SubmittedNotebook]
    notebooks: Mapping[str, NotebookNode | None]
    late: Any = None
    changed: bool = False
    kept: bool = False
    proposed: dict[tuple[str, str], list[_Values]] = field(default_factory=dict)

    def propose(
        self,
        notebook: str,
        scores: Mapping[str, float | None] | None = None,
        comments: Mapping[str, str | None] | None = None,
    ) -> None:
        """Propose manual scores and comments. A later proposal for a cell replaces an earlier one.

        Parameters
        ----------
        notebook : str
            The name of the notebook.
        scores, comments : mapping of str to float or str, optional
            The values, by cell. If one of them was changed manually, none is written.
        """
        for what, values in (("score", scores), ("comment", comments)):
            if values:
                self.proposed.setdefault((notebook, what), []).append(dict(values))

    @staticmethod
    def told(finished: Sequence["Graded"]) -> str:
        """Name the students whose scores were saved, and those whose manual scores were kept.

        Parameters
        ----------
        finished : sequence of Graded
            The submissions whose grades were completed.

        Returns
        -------
        str
            A line, or two.
        """
        saved = ", ".join(one.student for one in finished if one.changed)
        kept = ", ".join(one.student for one in finished if one.kept)
        lines = [f"Scores saved for: {saved or 'none'}"]
        return "\n".join(lines + [f"Manual scores were kept for: {kept}"] * bool(kept))


def extend(graded: Graded) -> None:
    """Use an extension that was given before there was a submission."""
    db, place = graded.gradebook.db, {"assignment": graded.assignment, "student": graded.student}
    waiting = db.execute(select(EXTENSIONS.c.seconds).filter_by(**place)).scalar_one_or_none()
    if waiting is not None:
        graded.submission.extension = timedelta(seconds=waiting)
        db.execute(delete(EXTENSIONS).filter_by(**place))


def keep_verdicts(graded: Graded) -> None:
    """Keep the verdicts that are left to a person, and the tests that fail in one process only."""
    for kept in (verdicts, splits):
        kept.record(graded.gradebook, graded.assignment, graded.student, graded.notebooks)


def decide(graded: Graded) -> None:
    """Propose the points of a person's decisions."""
    given = VERDICTS.c
    asked = select(given.notebook, given.cell, DECISIONS.c.points).where(
        *(given[key.name] == key for key in DECISIONS.primary_key),
        given.assignment == graded.assignment,
        given.student == graded.student,
    )
    for notebook, cell, points in graded.gradebook.db.execute(asked):
        graded.propose(notebook, {cell: points})


def add_hooks(graded: Graded) -> None:
    """Take the steps of other distributions, of which none may cost a grade."""
    for name, step in hooks.registered("finish").items():
        try:
            with graded.gradebook.db.begin_nested():
                step(graded)
        except Exception as error:
            if isinstance(error, DBAPIError) and passes(error):
                raise  # all is tried again
            hooks.leave_out("finish", name, f"{type(error).__name__}: {error}")


def give(graded: Graded) -> None:
    """Write what is proposed as manual scores and comments, except where a person changed them."""
    db, place = graded.gradebook.db, {"assignment": graded.assignment, "student": graded.student}
    rows_given = db.execute(select(GIVEN).filter_by(**place))
    given: _Given = {(one.cell, one.what): getattr(one, one.what) for one in rows_given}
    if not (graded.proposed or given):
        return
    known = dict(given)
    for notebook, row in graded.rows.items():
        for what, column, rows in (
            ("score", "manual_score", row.grades),
            ("comment", "manual_comment", row.comments),
        ):
            left = {one.name: one for one in rows}
            for values in reversed(graded.proposed.get((notebook, what), [])):
                if values.keys() <= left.keys():
                    together = [left.pop(cell) for cell in values]
                    graded.kept |= _write(together, column, what, [*values.values()], given)
            for one in left.values():
                _write([one], column, what, [None], given)
    if given != known:
        graded.changed = True
        db.execute(delete(GIVEN).filter_by(**place))
        for (cell, what), value in given.items():
            db.execute(insert(GIVEN).values(**place, cell=cell, what=what, **{what: value}))


def take_off(graded: Graded) -> None:
    """Take off what being late costs, by nbgrader's plugin."""
    late, db = seconds_late(graded.submission) if graded.late else 0.0, graded.gradebook.db
    for row in graded.rows.values():
        row.late_submission_penalty = None
        if late > 0:
            db.flush()
            db.refresh(row)
            penalty = graded.late.late_submission_penalty(graded.student, row.score, late)
            if penalty is not None:
                row.late_submission_penalty = min(max(penalty, 0), row.score)


STEPS = [extend, keep_verdicts, decide, add_hooks, give, take_off]


def _write(
    rows: list[Any], column: str, what: str, values: Sequence[float | str | None], given: _Given
) -> bool:
    """Write values, unless a person has changed them; tell whether these were kept."""
    keys = [(row.name, what) for row in rows]
    now = [getattr(row, column) for row in rows]
    if now != [given.get(key) for key in keys]:  # also where a person took back what was given
        if any(value is not None for value in now):
            for key in keys:
                given.pop(key, None)
        return any(value is not None for value in values)
    for key, row, value in zip(keys, rows, values, strict=True):
        if value is None and key not in given:
            continue
        setattr(row, column, value)
        given.pop(key, None)
        if value is not None:
            given[key] = value
        if what == "score":
            row.needs_manual_grade = waits(row)
    return False
