"""The page of groups: each mistake once, with its students and its points."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry

from autograder.course.settings import Course, GradingError
from autograder.diagnosis.grouping import answers_in, group_id, read_graded
from autograder.diagnosis.questions import exercise_of
from autograder.gradebook.group_marks import GroupMarks, Line, lost_exercises
from autograder.gradebook.points import points_by_student
from autograder.pages.class_report import source_titles
from autograder.pages.people import Names
from autograder.pages.report_pages import render


@dataclass
class Group:
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


def find_groups(course: Course, gradebook: Gradebook, assignment: str) -> list[Group]:
    """Find the groups of all answers that lost points or wait for a person.

    Raise GradingError if the assignment has not been graded.
    """
    groups: dict[tuple[str, str], Group] = {}
    order = [*_exercises(gradebook, assignment)]
    points = points_by_student(gradebook, assignment)
    for submission in gradebook.assignment_submissions(assignment):
        student = submission.student.id
        lost = {name for row in submission.notebooks for name in lost_exercises(row)}
        graded = read_graded(course.folder("autograded", student, assignment))
        answers = answers_in(graded.values())
        for name in order:
            written = answers.get(name)
            waits = bool(points[student].of_exercise(name).waiting)
            if name in lost and written and (written.touched or waits):
                known = group_id(name, written.key)
                new = Group(known, name, written.what, written.example, {}, written.code)
                group = groups.setdefault((name, known), new)
                group.answers[student] = written.text
                group.waiting += [student] * waits
    marks = GroupMarks(gradebook, assignment)
    lines, given = marks.lines(), marks.groups()
    for key, group in groups.items():
        if key in given:
            group.line = lines.get((group.exercise, given[key]))
    return sorted(
        groups.values(), key=lambda g: (order.index(g.exercise), -len(g.answers), g.what, g.id)
    )


def concerned(groups: list[Group], changed: Group) -> list[str]:
    """List the students in a group that was given something, and in others that have a line."""
    of_exercise = (group for group in groups if group.exercise == changed.exercise)
    chosen = [group for group in of_exercise if group.line or group.id == changed.id]
    return sorted({student for group in chosen for student in group.answers})


def write_groups(
    course: Course, groups: list[Group], assignment: str, to: Path, anonymous: bool = False
) -> Path:
    """Write the page into a folder, or one for a lesson that names nobody; return its path."""
    exercises = dict.fromkeys(group.exercise for group in groups)
    page = render(
        "groups.html",
        Names(course, assignment, to),
        assignment=assignment,
        anonymous=anonymous,
        titles=source_titles(course, assignment),
        exercises={name: [g for g in groups if g.exercise == name] for name in exercises},
    )
    path = to / f"{assignment}-{'answers' if anonymous else 'groups'}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8", errors="replace")
    return path


def _exercises(gradebook: Gradebook, assignment: str) -> Iterator[str]:
    try:
        notebooks = gradebook.find_assignment(assignment).notebooks
    except MissingEntry:
        raise GradingError(f"{assignment} has not been graded yet") from None
    cells = [c for n in notebooks for c in [*n.grade_cells, *n.task_cells]]
    yield from dict.fromkeys(exercise_of(cell.name) for cell in cells)
