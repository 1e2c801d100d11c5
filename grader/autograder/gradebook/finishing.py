"""The steps from the judges' points to those in the gradebook: the one place that finishes grades.

`Ledger` takes each submission through `STEPS` in the transaction that writes its grades,
whichever way it was graded. A step is a function of a `Graded`, and may change its rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Grade, Gradebook, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import Column, Float, String, Table, Text, delete, insert, select

from autograder.diagnosis.questions import exercise_of
from autograder.gradebook import splits, verdicts
from autograder.gradebook.dates import hand_over, seconds_late
from autograder.gradebook.group_marks import Line, lines_for
from autograder.gradebook.points import waits
from autograder.gradebook.tables import META

_GIVEN = Table(
    "autograder_group_given",
    META,
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("cell", String(128), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("score", Float),
    Column("comment", Text),
)
"""The values written for groups and decisions, to distinguish them from a person's changes."""
_Given = dict[tuple[str, str], float | str | None]


@dataclass
class Graded:
    """A submission whose answers have been judged, for the steps that finish its grades.

    `rows` and `notebooks` have, by name, what was judged now: the gradebook's rows, and the
    notebooks, or None for one that was not handed in. `late` is nbgrader's plugin, None if being
    late costs nothing. Steps note whether they `changed` values of groups or decisions, and
    whether a person's own were `kept`.
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


Finish = Callable[[Graded], None]


def extend(graded: Graded) -> None:
    """Use an extension that was given before there was a submission."""
    hand_over(graded.gradebook, graded.assignment, graded.submission)


def keep_verdicts(graded: Graded) -> None:
    """Keep the verdicts that are left to a person, and the tests that fail in one process only."""
    for kept in (verdicts, splits):
        kept.record(graded.gradebook, graded.assignment, graded.student, graded.notebooks)


def give(graded: Graded) -> None:
    """Write the points and comments of groups, and a person's decisions, as nbgrader's manual ones.

    A value that a person has changed for one student is kept.
    """
    decided = verdicts.decided(graded.gradebook, graded.assignment, graded.student)
    lines = lines_for(graded.gradebook, graded.assignment, graded.notebooks, graded.rows.values())
    given = _given(graded)
    if not (decided or lines or given):
        return
    before = dict(given)
    for name, row in graded.rows.items():
        for exercise, grades in _by_exercise(row.grades).items():
            graded.kept |= _give_points(grades, lines.get(exercise), decided, name, given)
        for exercise, comments in _by_exercise(row.comments).items():
            text = lines[exercise].comment if exercise in lines else None
            texts = [text or None, *(None for _ in comments[1:])]
            graded.kept |= _write(comments, "manual_comment", "comment", texts, given)
    if given != before:
        graded.changed = True
        _keep(graded, given)


def take_off(graded: Graded) -> None:
    """Take off what being late costs, by nbgrader's plugin."""
    late = seconds_late(graded.submission) if graded.late else 0.0
    for row in graded.rows.values():
        row.late_submission_penalty = None
        if late > 0:
            graded.gradebook.db.flush()
            graded.gradebook.db.refresh(row)
            penalty = graded.late.late_submission_penalty(graded.student, row.score, late)
            if penalty is not None:
                row.late_submission_penalty = min(max(penalty, 0), row.score)


STEPS: list[Finish] = [extend, keep_verdicts, give, take_off]


def _given(graded: Graded) -> _Given:
    asked = select(_GIVEN).where(*_of(graded))
    return {
        (row.cell, row.what): row.score if row.what == "score" else row.comment
        for row in graded.gradebook.db.execute(asked)
    }


def _keep(graded: Graded, given: _Given) -> None:
    graded.gradebook.db.execute(delete(_GIVEN).where(*_of(graded)))
    for (cell, what), value in given.items():
        place = {
            "assignment": graded.assignment,
            "student": graded.student,
            "cell": cell,
            "what": what,
        }
        graded.gradebook.db.execute(insert(_GIVEN).values({**place, what: value}))


def _of(graded: Graded) -> tuple[Any, Any]:
    return _GIVEN.c.assignment == graded.assignment, _GIVEN.c.student == graded.student


def _by_exercise(rows: Iterable[Any]) -> dict[str, list[Any]]:
    """Group grades, or comments, by exercise."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(exercise_of(row.name), []).append(row)
    return found


def _give_points(
    grades: list[Grade],
    line: Line | None,
    decided: Mapping[tuple[str, str], float],
    notebook: str,
    given: _Given,
) -> bool:
    """Write the points of an exercise; tell whether a person's own were kept.

    A group's are for the whole exercise, and a decision is for one test.
    """
    if line and line.points is not None:
        return _write(grades, "manual_score", "score", _share(line.points, grades), given)
    wanted = [[decided.get((notebook, grade.name))] for grade in grades]
    kept = [
        _write([grade], "manual_score", "score", points, given)
        for grade, points in zip(grades, wanted, strict=True)
    ]
    return any(kept)


def _share(points: float, grades: list[Grade]) -> list[float]:
    """Divide the points for an exercise among its cells, filling the first ones first."""
    shares: list[float] = []
    for grade in grades:
        shares.append(min(points, float(grade.max_score)))
        points -= shares[-1]
    return shares


def _write(
    rows: list[Any],
    column: str,
    what: str,
    values: Sequence[float | str | None],
    given: _Given,
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
