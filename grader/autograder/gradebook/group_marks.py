"""A rubric with points and comments for groups of answers, kept in the gradebook.

A rubric line holds points and a comment; groups of answers are given a line. `finishing` writes
both as nbgrader's manual score and manual comment when an answer is graded.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.api import Gradebook, SubmittedNotebook
from sqlalchemy import Column, DateTime, Float, String, Table, Text, delete, insert, select

from autograder.course.settings import GradingError
from autograder.diagnosis.grouping import answers_in, group_id
from autograder.diagnosis.questions import exercise_of
from autograder.gradebook.tables import META

_LINES = Table(
    "autograder_rubric",
    META,
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
    META,
    Column("assignment", String(128), primary_key=True),
    Column("exercise", String(128), primary_key=True),
    Column("group", String(16), primary_key=True),
    Column("line", String(128)),
)


class Line(NamedTuple):
    """A line of the rubric; points of None leave those of the exercise as they are."""

    exercise: str
    name: str
    points: float | None
    comment: str
    who: str
    time: datetime


class GroupMarks:
    """The rubric of an assignment."""

    def __init__(self, gradebook: Gradebook, assignment: str) -> None:
        self._gradebook, self._assignment = gradebook, assignment

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

        Raise GradingError if the points are not between 0 and the maximum, or the line has
        neither points nor a comment.
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


def lines_for(
    gradebook: Gradebook,
    assignment: str,
    notebooks: Mapping[str, NotebookNode | None],
    rows: Iterable[SubmittedNotebook],
) -> dict[str, Line]:
    """Return the rubric lines for one student's answers, by exercise.

    Only this student's answers are read, and only those to exercises in which a group was
    given a line.
    """
    marks = GroupMarks(gradebook, assignment)
    given = marks.groups()
    if not given:
        return {}
    lost = {name for row in rows for name in lost_exercises(row)} & {name for name, _ in given}
    answers = answers_in(notebook for notebook in notebooks.values() if notebook)
    places = [(name, group_id(name, answers[name].key)) for name in lost if name in answers]
    lines = marks.lines()
    return {place[0]: lines[place[0], given[place]] for place in places if place in given}


def lost_exercises(notebook: SubmittedNotebook) -> set[str]:
    """Return the exercises whose answers belong to groups: with lost points, or waiting."""
    return {
        exercise_of(grade.name)
        for grade in notebook.grades
        if grade.auto_score is None or grade.auto_score < grade.max_score
    }


def _put(
    gradebook: Gradebook, table: Table, place: Mapping[str, str], values: Mapping[str, object]
) -> None:
    where = [table.c[name] == value for name, value in place.items()]
    gradebook.db.execute(delete(table).where(*where))
    gradebook.db.execute(insert(table).values({**place, **values}))
