"""A rubric with points and comments for groups of answers, kept in the gradebook.

A rubric line holds points and a comment; groups of answers are given a line. `give` proposes both
when an answer is graded, or graded again.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from nbgrader.api import Grade, Gradebook, SubmittedNotebook
from sqlalchemy import (
    Column,
    DateTime,
    Float,
    MetaData,
    Row,
    String,
    Table,
    Text,
    delete,
    insert,
    inspect,
    select,
)

from autograder import Classroom, Graded, GradingError
from autograder.extras.groups.answers import answers_in, group_id

META = MetaData()
exercise_of = Classroom.exercise_of
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


class Rubric:
    """The rubric of an assignment."""

    def __init__(self, gradebook: Gradebook, assignment: str) -> None:
        self._gradebook, self._assignment = gradebook, assignment

    def lines(self) -> dict[tuple[str, str], Row[Any]]:
        """Return all lines, by exercise and name; points of None leave those of the exercise."""
        asked = select(_LINES, _LINES.c.line.label("name")).where(
            _LINES.c.assignment == self._assignment
        )
        rows = self._gradebook.db.execute(asked.order_by(_LINES.c.exercise, _LINES.c.line))
        return {(row.exercise, row.name): row for row in rows}

    def groups(self) -> dict[tuple[str, str], str]:
        """Return the names of the groups' lines, by exercise and group."""
        asked = select(_GROUPS).filter_by(assignment=self._assignment)
        return {(row.exercise, row.group): row.line for row in self._gradebook.db.execute(asked)}

    def give(
        self,
        exercise: str,
        group: str,
        who: str,
        points: float | None = None,
        comment: str | None = None,
        line: str = "",
    ) -> None:
        """Give a group points and a comment, or an existing line.

        Raise GradingError if the points are not between 0 and the maximum, or the line has
        neither points nor a comment.
        """
        most = Classroom(gradebook=self._gradebook).exercises(self._assignment)[exercise]
        if points is not None and not 0 <= points <= most:
            raise GradingError(f"{exercise} is worth 0 to {most:g} points")
        name = line or self.groups().get((exercise, group), group)
        old = self.lines().get((exercise, name))
        new = {
            "points": points if points is not None else old and old.points,
            "comment": comment if comment is not None else old.comment if old else "",
            "who": who,
            "time": datetime.now(UTC).replace(tzinfo=None, microsecond=0),
        }
        if new["points"] is None and not new["comment"]:
            raise GradingError(
                f"there is no rubric item {name!r} for {exercise} yet; give it points"
            )
        place, db = {"assignment": self._assignment, "exercise": exercise}, self._gradebook.db
        if not old or points is not None or comment is not None:
            db.execute(delete(_LINES).filter_by(**place, line=name))
            db.execute(insert(_LINES).values(**place, line=name, **new))
        db.execute(delete(_GROUPS).filter_by(**place, group=group))
        db.execute(insert(_GROUPS).values(**place, group=group, line=name))
        db.commit()

    def take_back(self, exercise: str, group: str) -> None:
        """Remove the line of a group; refuse if it has none."""
        place = {"assignment": self._assignment, "exercise": exercise, "group": group}
        if not self._gradebook.db.execute(delete(_GROUPS).filter_by(**place)).rowcount:
            raise GradingError(f"group {group} of {exercise} has no decision to undo")
        self._gradebook.db.commit()


def give(graded: Graded) -> None:
    """Propose the points and comments of a student's groups, as a step that finishes a grade."""
    db = graded.gradebook.db
    if not inspect(db.connection()).has_table(_GROUPS.name):
        return
    rubric = Rubric(graded.gradebook, graded.assignment)
    given = rubric.groups()
    if not given:
        return
    answers = answers_in(notebook for notebook in graded.notebooks.values() if notebook)
    lines = rubric.lines()
    for notebook, row in graded.rows.items():
        for exercise in lost_exercises(row) & answers.keys():
            name = given.get((exercise, group_id(exercise, answers[exercise].key)))
            if name is None:
                continue
            line = lines[exercise, name]
            grades = [grade for grade in row.grades if exercise_of(grade.name) == exercise]
            comments = [one.name for one in row.comments if exercise_of(one.name) == exercise]
            if line.points is not None:
                graded.propose(notebook, scores=_share(line.points, grades))
            texts = [line.comment or None, *(None for _ in comments[1:])]
            graded.propose(notebook, comments=dict(zip(comments, texts, strict=False)))


def _share(points: float, grades: Iterable[Grade]) -> dict[str, float | None]:
    """Divide the points for an exercise among its cells, filling the first ones first."""
    shares: dict[str, float | None] = {}
    for grade in grades:
        share = min(points, float(grade.max_score))
        shares[grade.name] = share
        points -= share
    return shares


def lost_exercises(notebook: SubmittedNotebook) -> set[str]:
    """Return the exercises whose answers belong to groups: with lost points, or waiting."""
    return {
        exercise_of(grade.name)
        for grade in notebook.grades
        if grade.auto_score is None or grade.auto_score < grade.max_score
    }
