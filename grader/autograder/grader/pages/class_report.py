"""The data of the page on an assignment: ``python -m autograder report ASSIGNMENT``."""

from collections import Counter
from dataclasses import dataclass, field

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.utils import is_grade, is_solution

from autograder.grader.course.settings import Course, GradingError
from autograder.grader.course.submission import read
from autograder.grader.diagnosis.questions import exercise_of
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.points import EARLIER, points_by_student
from autograder.grader.gradebook.points import exercises as exercise_points
from autograder.grader.pages.preprocessors import HideMarkScheme
from autograder.grader.pages.summary import UNREADABLE, UNTOUCHED, exercise_titles, message
from autograder.runner.text import one_line

BINS = 10
NOTHING = "Nothing: all points."
REFUSED = "To hand in again: what there is cannot be graded."
WAITING = "To be graded."
TO_COME = "Nothing yet: a person still has to give points."


@dataclass
class Exercise:
    """The results of a class in one exercise; `waiting` are the students not graded yet."""

    name: str
    points: float
    got: dict[str, float]
    title: str = ""
    waiting: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.title = self.title or self.name

    @property
    def full(self) -> int:
        """The number of students with all points."""
        return sum(got >= self.points for got in self.got.values())

    @property
    def none(self) -> int:
        """The number of students with no points."""
        return sum(got <= 0 for got in self.got.values())

    def mark(self, student: str) -> str:
        """Return a sign for all, some or no points, or none yet, that needs no color."""
        got = self.got.get(student)
        if got is None:
            return "\u2026"
        return "\u25cf" if got >= self.points else "\u25d0" if got > 0 else "\u25cb"


@dataclass
class Mistake:
    """A mistake that several students may share."""

    exercise: str
    what: str
    example: str
    students: list[str]


@dataclass
class Work:
    """What a student's graded notebooks show.

    By exercise, `diagnoses` have misconceptions and the smallest example, `says` the first message
    where points were lost, and `unread` the syntax errors.
    """

    remarks: list[str] = field(default_factory=list)
    diagnoses: dict[str, tuple[list[str], str]] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)


@dataclass
class ClassReport:
    """The data of the page on an assignment.

    `totals` are points after late penalties; a person still has to give the points `to_come`.
    The `earlier` students have points of an older hand-in. `needs` has students by next step.
    Other distributions have added the `columns`, by title and student, and the `pages`.
    """

    assignment: str
    points: float
    totals: dict[str, float]
    exercises: list[Exercise]
    mistakes: list[Mistake]
    unusual: dict[str, list[str]]
    needs: dict[str, list[str]]
    to_come: dict[str, float] = field(default_factory=dict)
    earlier: list[str] = field(default_factory=list)
    columns: dict[str, dict[str, object]] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)

    @property
    def final(self) -> list[float]:
        """The points of the students who have all of theirs."""
        return [points for student, points in self.totals.items() if student not in self.to_come]

    @property
    def counts(self) -> str:
        """How many were graded, and how many were not."""
        graded = len(self.final)
        could_not = {*self.needs.get(REFUSED, [])} - {*self.totals}
        others = {
            "in part": self.to_come,
            "could not be": could_not,
            "not yet": self.needs.get(WAITING),
        }
        left = [f"{len(who)} {why}" for why, who in others.items() if who]
        return ", ".join([f"{graded} graded", *left])

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the exercises, by name."""
        return {exercise.name: exercise.title for exercise in self.exercises}

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """A histogram of the points: lower end, upper end, number of students."""
        width = self.points / BINS or 1
        counts = Counter(min(int(total / width), BINS - 1) for total in self.final)
        return [(i * width, (i + 1) * width, counts[i]) for i in range(BINS)]


def collect(course: Course, assignment: str) -> ClassReport:
    """Collect the data of the page on a graded assignment.

    Raise GradingError if the assignment is unknown, or nobody's work has been graded.
    """
    known = course.handed_in(assignment)
    with open_gradebook(course.directory) as gradebook:
        try:
            points = gradebook.find_assignment(assignment).max_score
            order = exercise_points(gradebook, assignment)
        except MissingEntry:
            raise GradingError(f"{assignment} has not been graded yet") from None
        given = points_by_student(gradebook, assignment)
        untouched = set()
        for submission in gradebook.assignment_submissions(assignment):
            notes = [comment.auto_comment for n in submission.notebooks for comment in n.comments]
            if notes and set(notes) == {UNTOUCHED}:
                untouched.add(submission.student.id)
    if not given:
        raise GradingError(f"{assignment} has not been graded yet")
    students = sorted(given)
    totals = {student: given[student].got for student in students}
    earlier = [student for student in students if given[student].earlier]
    to_come = {s: one.waiting for s, one in given.items() if one.waiting}
    works = {student: _read_work(course, assignment, student) for student in students}
    headings = source_titles(course, assignment)
    exercises = []
    for name, most in order.items():
        final = {s: one.of_exercise(name).final for s, one in given.items()}
        got = {student: points for student, points in final.items() if points is not None}
        waiting = [student for student in final if student not in got]
        exercises.append(Exercise(name, most, got, headings.get(name, ""), waiting))
    unusual = {}
    for student in sorted({*known, *students}):
        found = [*works[student].remarks] if student in works else []
        found += _at_the_door(course, assignment, student, student in totals)
        found += [EARLIER] * (student in earlier)
        if found:
            unusual[student] = list(dict.fromkeys(map(one_line, found)))
    mistakes = _mistakes(works, list(order))
    needs: dict[str, list[str]] = {}
    for student in sorted({*known, *students}):
        if student not in totals:
            refused = [why for why in unusual[student] if why.startswith("Refused")]
            what = REFUSED if refused else WAITING
        elif student in earlier:
            what = REFUSED
        elif student in untouched:
            what = "To begin: no answer was touched."
        else:
            what = _next(student, works[student], exercises)
        needs.setdefault(what, []).append(student)
    needs = dict(sorted(needs.items(), key=lambda need: (need[0] == NOTHING, -len(need[1]))))
    return ClassReport(
        assignment, points, totals, exercises, mistakes, unusual, needs, to_come, earlier
    )


def _read_work(course: Course, assignment: str, student: str) -> Work:
    """Read a student's graded notebooks; one that cannot be read gives a remark."""
    work = Work()
    for path in sorted(course.folder("autograded", student, assignment).glob("*.ipynb")):
        try:
            notebook = nbformat.read(path, as_version=4)
            graded = notebook.metadata.get("graded", {"remarks": [], "diagnoses": {}})
            work.remarks += graded["remarks"]
            for name, (titles, example) in graded["diagnoses"].items():
                work.diagnoses.setdefault(name, ([*titles], example))
            for cell in notebook.cells:
                if cell.cell_type == "code" and "nbgrader" in cell.metadata:
                    _look(cell, work)
        except Exception as error:
            why = f"cannot be read ({type(error).__name__}); grade it again."
            work.remarks.append(f"{path.name} in autograded/ {why}")
    return work


def _look(cell: NotebookNode, work: Work) -> None:
    name = exercise_of(cell.metadata.nbgrader["grade_id"])
    for output in cell.outputs:
        if output.output_type != "error":
            continue
        says = message(output).splitlines()[0]
        if is_solution(cell) and output.ename in UNREADABLE:
            work.unread[name] = says
        elif is_grade(cell) and "HIDDEN TESTS" not in cell.source:
            work.says.setdefault(name, says)


def with_colon(title: str) -> str:
    """Put a colon behind a title, unless it ends a sentence itself."""
    return title if title.endswith(("?", "!", ".")) else f"{title}:"


def _next(student: str, work: Work, exercises: list[Exercise]) -> str:
    """Return the next step for a student who has begun."""
    titles = {exercise.name: exercise.title for exercise in exercises}
    for cell, why in work.unread.items():
        return f"{with_colon(titles.get(cell, cell))} Python cannot read the cell ({why})."
    for exercise in exercises:
        if exercise.got.get(student, exercise.points) < exercise.points:
            mistakes, example = work.diagnoses.get(exercise.name, ([], ""))
            why = "; or: ".join(mistakes) or example or work.says.get(exercise.name, "")
            return f"{with_colon(exercise.title)} {why or 'points lost; no visible test says why'}"
    if any(student in exercise.waiting for exercise in exercises):
        return TO_COME
    return NOTHING


def source_titles(course: Course, assignment: str) -> dict[str, str]:
    """Find the heading above each exercise, as students have it on their pages."""
    found: dict[str, str] = {}
    hide = HideMarkScheme(config=course.config)  # type: ignore[no-untyped-call]
    for path in sorted(course.source(assignment).glob("*.ipynb")):
        source, _ = hide.preprocess(nbformat.read(path, as_version=4), ResourcesDict())
        found |= exercise_titles(source)
    return found


def _at_the_door(course: Course, assignment: str, student: str, graded: bool) -> list[str]:
    """Return the remarks on the files of a submission."""
    names = [path.stem for path in course.source(assignment).glob("*.ipynb")]
    folder = course.folder("submitted", student, assignment)
    try:
        remarks = read(folder, student, names, course.directory.ignore).remarks
    except Exception as error:  # a damaged submission may raise any error
        return [f"Refused: {error}"]
    return remarks if graded else [*remarks, "Not graded yet."]


def _mistakes(works: dict[str, Work], order: list[str]) -> list[Mistake]:
    found: dict[tuple[str, str, str], list[str]] = {}
    for student, work in works.items():
        for exercise, (titles, example) in work.diagnoses.items():
            what = "; or: ".join(titles)
            found.setdefault((exercise, what, example), []).append(student)
    mistakes = [Mistake(*key, students) for key, students in found.items()]
    place = {name: i for i, name in enumerate(order)}
    return sorted(
        mistakes, key=lambda m: (-len(m.students), place.get(m.exercise, 0), m.what, m.example)
    )
