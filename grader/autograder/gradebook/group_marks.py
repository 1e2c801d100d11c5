"""A rubric with points and comments for groups of answers, kept in the gradebook.

A rubric line holds points and a comment; groups of answers are given a line. `apply` writes
both as nbgrader's manual score and manual comment for every student in the groups. A value
that a person has changed for one student is not touched any more.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from nbgrader.api import Gradebook, SubmittedAssignment
from sqlalchemy import (
    Column,
    DateTime,
    Float,
    MetaData,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)

from autograder.course.settings import GradingError
from autograder.diagnosis.questions import exercise_of

_META = MetaData()
_LINES = Table(
    "autograder_rubric",
    _META,
    Column("assignment", String(128), primary_key=True),
    Column("exercise", String(128), primary_key=True),
    Column("line", String(128), primary_key=True),
    Column("points", Float),
    Column("comment", Text),
    Column("who", String(128)),
    Column("time", DateTime),
)
_GROUPS = Table(
    "autograder_groups",
    _META,
    Column("assignment", String(128), primary_key=True),
    Column("exercise", String(128), primary_key=True),
    Column("group", String(16), primary_key=True),
    Column("line", String(128)),
)
_GIVEN = Table(
    "autograder_group_given",
    _META,
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("cell", String(128), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("score", Float),
    Column("comment", Text),
)
"""The values written for groups, to distinguish them from a person's changes."""


class Line(NamedTuple):
    """A line of the rubric.

    Attributes
    ----------
    exercise, name : str
        The exercise, and the name of the line.
    points : float or None
        The points for the whole exercise; None leaves them as they are.
    comment : str
        The comment for students.
    who : str
        The person who last wrote it.
    time : datetime
        The time, in UTC.
    """

    exercise: str
    name: str
    points: float | None
    comment: str
    who: str
    time: datetime


class Applied(NamedTuple):
    """The result of applying a rubric.

    Attributes
    ----------
    written : list of str
        The students whose values were written.
    kept : list of str
        The students for whom a person's own points or comment were kept.
    """

    written: list[str]
    kept: list[str]


class GroupMarks:
    """The rubric of an assignment.

    Parameters
    ----------
    gradebook : Gradebook
        The course's gradebook.
    assignment : str
        The assignment.
    """

    def __init__(self, gradebook: Gradebook, assignment: str) -> None:
        self._gradebook, self._assignment = gradebook, assignment
        _META.create_all(gradebook.engine)

    def lines(self) -> dict[tuple[str, str], Line]:
        """Return all lines, by exercise and name."""
        asked = select(_LINES).where(_LINES.c.assignment == self._assignment)
        rows = self._gradebook.db.execute(asked.order_by(_LINES.c.exercise, _LINES.c.line))
        return {(row.exercise, row.line): Line(*row[1:]) for row in rows}

    def groups(self) -> dict[tuple[str, str], str]:
        """Return the names of the groups' lines, by exercise and group."""
        asked = select(_GROUPS).where(_GROUPS.c.assignment == self._assignment)
        return {(row.exercise, row.group): row.line for row in self._gradebook.db.execute(asked)}

    def give(
        self,
        exercise: str,
        group: str,
        who: str,
        points: float | None = None,
        comment: str | None = None,
        line: str = "",
    ) -> Line:
        """Give a group points and a comment, or an existing line.

        Parameters
        ----------
        exercise, group : str
            The exercise and the group.
        who : str
            The person who gives them.
        points : float, optional
            For the whole exercise; without it the line keeps its own.
        comment : str, optional
            For the students; without it the line keeps its own.
        line : str
            The name of the line; without one, the group's own.

        Raises
        ------
        GradingError
            If the points are not between 0 and the maximum, or the line has neither points nor
            a comment.
        """
        if points is not None and not 0 <= points <= self._most(exercise):
            raise GradingError(f"{exercise} has 0 to {self._most(exercise):g} points")
        name = line or self.groups().get((exercise, group), group)
        old = self.lines().get((exercise, name))
        new = Line(
            exercise,
            name,
            points if points is not None else old.points if old else None,
            comment if comment is not None else old.comment if old else "",
            who,
            datetime.now(UTC).replace(tzinfo=None, microsecond=0),
        )
        if new.points is None and not new.comment:
            raise GradingError(f"there is no line {name!r} for {exercise} yet: give it points")
        if old and points is None and comment is None:
            new = old
        place = {"assignment": self._assignment, "exercise": exercise}
        values = {"points": new.points, "comment": new.comment, "who": new.who, "time": new.time}
        _put(self._gradebook, _LINES, {**place, "line": name}, values)
        _put(self._gradebook, _GROUPS, {**place, "group": group}, {"line": name})
        self._gradebook.db.commit()
        return new

    def take_back(self, exercise: str, group: str) -> None:
        """Remove the line of a group; refuse if it has none."""
        place = (_GROUPS.c.assignment == self._assignment, _GROUPS.c.exercise == exercise)
        chosen = delete(_GROUPS).where(*place, _GROUPS.c.group == group)
        if not self._gradebook.db.execute(chosen).rowcount:
            raise GradingError(f"group {group} of {exercise} has been given nothing")
        self._gradebook.db.commit()

    def _most(self, exercise: str) -> float:
        notebooks = self._gradebook.find_assignment(self._assignment).notebooks
        cells = [c for n in notebooks for c in [*n.grade_cells, *n.task_cells]]
        points = [cell.max_score for cell in cells if exercise_of(cell.name) == exercise]
        if not points:
            known = ", ".join(dict.fromkeys(exercise_of(cell.name) for cell in cells))
            raise GradingError(f"there is no exercise {exercise}; there are {known}")
        return float(sum(points))

    def apply(self, members: Mapping[tuple[str, str], Iterable[str]]) -> Applied:
        """Write the points and comments of all groups, in one transaction.

        Parameters
        ----------
        members : mapping of tuple of str and str to iterable of str
            The students, by exercise and group.

        Returns
        -------
        Applied
            The students whose values changed, and those whose values are a person's.
        """
        lines, groups = self.lines(), self.groups()
        wanted: dict[str, dict[str, Line]] = {}
        for (exercise, group), students in members.items():
            if (exercise, group) in groups:
                line = lines[exercise, groups[exercise, group]]
                for student in students:
                    wanted.setdefault(student, {})[exercise] = line
        applied = Applied([], [])
        try:
            for submission in self._gradebook.assignment_submissions(self._assignment):
                self._apply_to(submission, wanted.get(submission.student.id, {}), applied)
            self._gradebook.db.commit()
        except BaseException:
            self._gradebook.db.rollback()
            raise
        return applied

    def _apply_to(
        self, submission: SubmittedAssignment, wanted: dict[str, Line], applied: Applied
    ) -> None:
        student = submission.student.id
        given = self._given(student)
        before, kept = dict(given), False
        for notebook in submission.notebooks:
            for exercise, grades in _by_exercise(notebook.grades).items():
                line = wanted.get(exercise)
                shares = _share(line.points if line else None, grades)
                kept |= _write(grades, "manual_score", "score", shares, given)
                for grade in grades:
                    waits = grade.manual_score is None and grade.auto_score is None
                    grade.needs_manual_grade = waits
            for exercise, comments in _by_exercise(notebook.comments).items():
                text = wanted[exercise].comment if exercise in wanted else None
                texts = [text or None, *(None for _ in comments[1:])]
                kept |= _write(comments, "manual_comment", "comment", texts, given)
        if given != before:
            applied.written.append(student)
            self._keep(student, given)
        if kept:
            applied.kept.append(student)

    def _given(self, student: str) -> dict[tuple[str, str], float | str | None]:
        asked = select(_GIVEN).where(*self._of(student))
        return {
            (row.cell, row.what): row.score if row.what == "score" else row.comment
            for row in self._gradebook.db.execute(asked)
        }

    def _keep(self, student: str, given: dict[tuple[str, str], float | str | None]) -> None:
        self._gradebook.db.execute(delete(_GIVEN).where(*self._of(student)))
        for (cell, what), value in given.items():
            row = {"assignment": self._assignment, "student": student, "cell": cell, "what": what}
            self._gradebook.db.execute(insert(_GIVEN).values({**row, what: value}))

    def _of(self, student: str) -> tuple[Any, Any]:
        return _GIVEN.c.assignment == self._assignment, _GIVEN.c.student == student


def _by_exercise(rows: Iterable[Any]) -> dict[str, list[Any]]:
    """Group grades, or comments, by exercise."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(exercise_of(row.name), []).append(row)
    return found


def _share(points: float | None, grades: list[Any]) -> list[float | None]:
    """Divide the points for an exercise among its cells, filling the first ones first."""
    shares: list[float | None] = []
    for grade in grades:
        share = None if points is None else min(points, float(grade.max_score))
        shares.append(share)
        points = None if points is None or share is None else points - share
    return shares


def _write(
    rows: list[Any],
    column: str,
    what: str,
    values: Sequence[float | str | None],
    given: dict[tuple[str, str], float | str | None],
) -> bool:
    """Write a group's values, unless a person has changed them; tell whether these were kept."""
    keys = [(row.name, what) for row in rows]
    now = [getattr(row, column) for row in rows]
    ours = [given.get(key) for key in keys]
    if now != ours:  # also where a person took back what the group was given
        if any(value is not None for value in now):
            for key in keys:
                given.pop(key, None)
        return any(value is not None for value in values)
    for key, row, value in zip(keys, rows, values, strict=True):
        setattr(row, column, value)
        given.pop(key, None)
        if value is not None:
            given[key] = value
    return False


def _put(
    gradebook: Gradebook, table: Table, place: Mapping[str, str], values: Mapping[str, object]
) -> None:
    where = [table.c[name] == value for name, value in place.items()]
    gradebook.db.execute(delete(table).where(*where))
    gradebook.db.execute(insert(table).values({**place, **values}))
