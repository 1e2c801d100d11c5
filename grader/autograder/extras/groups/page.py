"""The page of groups: each mistake once, with its students and its points."""

from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import MissingEntry

from autograder import Classroom, GradingError
from autograder.extras.groups.answers import answers_in, group_id
from autograder.extras.groups.rubric import META, Line, Rubric, lost_exercises

TEMPLATE = Path(__file__).with_name("groups.html")


@dataclass
class Alike:
    """A group of similar answers to an exercise; the `waiting` students are not graded yet."""

    id: str
    exercise: str
    what: str
    example: str
    answers: dict[str, str]
    code: bool
    line: Line | None = None
    waiting: list[str] = field(default_factory=list)

    @property
    def shortest(self) -> str:
        """The shortest of the answers."""
        return min(self.answers.values(), key=lambda text: (len(text), text))


def find_groups(room: Classroom, assignment: str) -> list[Alike]:
    """Find the groups of all answers that lost points or wait for a person.

    Raise GradingError if the assignment has not been graded.
    """
    META.create_all(room.gradebook.engine)
    groups: dict[tuple[str, str], Alike] = {}
    try:
        order = [*room.exercises(assignment)]
    except MissingEntry:
        raise GradingError(f"{assignment} has not been graded yet") from None
    points = room.points(assignment)
    for submission in room.gradebook.assignment_submissions(assignment):
        student = submission.student.id
        lost = {name for row in submission.notebooks for name in lost_exercises(row)}
        answers = answers_in(room.graded(assignment, student).values())
        for name in order:
            written = answers.get(name)
            waits = bool(points[student].of_exercise(name).waiting)
            if name in lost and written and (written.touched or waits):
                known = group_id(name, written.key)
                new = Alike(known, name, written.what, written.example, {}, written.code)
                group = groups.setdefault((name, known), new)
                group.answers[student] = written.text
                group.waiting += [student] * waits
    rubric = Rubric(room.gradebook, assignment)
    lines, given = rubric.lines(), rubric.groups()
    for key, group in groups.items():
        if key in given:
            group.line = lines.get((group.exercise, given[key]))
    return sorted(
        groups.values(), key=lambda g: (order.index(g.exercise), -len(g.answers), g.what, g.id)
    )


def concerned(groups: list[Alike], changed: Alike) -> list[str]:
    """List the students in a group that was given something, and in others that have a line."""
    of_exercise = (group for group in groups if group.exercise == changed.exercise)
    chosen = [group for group in of_exercise if group.line or group.id == changed.id]
    return sorted({student for group in chosen for student in group.answers})


def write_groups(
    room: Classroom, groups: list[Alike], assignment: str, to: Path, anonymous: bool = False
) -> Path:
    """Write the page into a folder, or one for a lesson that names nobody; return its path."""
    exercises = dict.fromkeys(group.exercise for group in groups)
    return room.write_page(
        to / f"{assignment}-{'answers' if anonymous else 'groups'}.html",
        TEMPLATE.read_text(encoding="utf-8"),
        assignment,
        anonymous=anonymous,
        titles=room.titles(assignment),
        exercises={name: [g for g in groups if g.exercise == name] for name in exercises},
    )
