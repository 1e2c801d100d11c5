"""One page on how a class did: ``python -m autograder report ASSIGNMENT``."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import TypedDict

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import convert
from nbgrader.api import Gradebook, MissingEntry

from autograder.course import Course, GradingError
from autograder.diagnosis.questions import exercise_of
from autograder.sandbox.text import one_line
from autograder.submission import read

BINS = 10


class Note(TypedDict):
    """What the grader noted in a notebook's metadata, under ``graded``.

    Attributes
    ----------
    remarks : list of str
        What was unusual.
    seconds : dict of str to float
        How long the cells of each exercise ran.
    diagnoses : dict of str to tuple of list of str and str
        For each exercise the misconceptions, and the smallest example.
    """

    remarks: list[str]
    seconds: dict[str, float]
    diagnoses: dict[str, tuple[list[str], str]]


@dataclass
class Exercise:
    """How the class did in one exercise.

    Attributes
    ----------
    name : str
        Its name.
    points : float
        What can be had.
    got : dict of str to float
        The points of each student.
    seconds : list of float
        How long its cells ran, for each student.
    """

    name: str
    points: float
    got: dict[str, float]
    seconds: list[float]

    @property
    def full(self) -> int:
        """How many got all points."""
        return sum(got >= self.points for got in self.got.values())

    @property
    def none(self) -> int:
        """How many got no points."""
        return sum(got <= 0 for got in self.got.values())

    @property
    def some(self) -> int:
        """How many got part of the points."""
        return len(self.got) - self.full - self.none

    @property
    def mean(self) -> float:
        """The points on average."""
        return mean(self.got.values())

    @property
    def typical_seconds(self) -> float | None:
        """The median of the times; None if there are none."""
        return median(self.seconds) if self.seconds else None

    def mark(self, student: str) -> str:
        """A sign that says all, some or none without color."""
        got = self.got[student]
        return "\u25cf" if got >= self.points else "\u25d0" if got > 0 else "\u25cb"


@dataclass
class Mistake:
    """A mistake that several students may share.

    Attributes
    ----------
    exercise : str
        Where.
    what : str
        The misconception; empty if none of the known ones fits.
    example : str
        The smallest input that shows it.
    students : list of str
        Who made it.
    """

    exercise: str
    what: str
    example: str
    students: list[str]


@dataclass
class ClassReport:
    """All that the page shows.

    Attributes
    ----------
    assignment : str
        The assignment.
    points : float
        What can be had.
    totals : dict of str to float
        The points of each student, late penalties taken off.
    exercises : list of Exercise
        In the order of the notebook.
    mistakes : list of Mistake
        The most frequent ones first.
    unusual : dict of str to list of str
        What was repaired or refused, by student.
    """

    assignment: str
    points: float
    totals: dict[str, float]
    exercises: list[Exercise]
    mistakes: list[Mistake]
    unusual: dict[str, list[str]]

    @property
    def mean(self) -> float:
        """The points on average."""
        return mean(self.totals.values())

    @property
    def median(self) -> float:
        """The points of a student in the middle."""
        return median(self.totals.values())

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """From how many to how many points, and how many students have them."""
        width = self.points / BINS or 1
        counts = Counter(min(int(total / width), BINS - 1) for total in self.totals.values())
        return [(i * width, (i + 1) * width, counts[i]) for i in range(BINS)]


def collect(course: Course, assignment: str) -> ClassReport:
    """Gather what is known about an assignment that was graded.

    Parameters
    ----------
    course : Course
        The course.
    assignment : str
        The assignment.

    Returns
    -------
    ClassReport
        From the gradebook, the graded notebooks and what was handed in.

    Raises
    ------
    GradingError
        If the assignment is unknown, or nobody's work has been graded.
    """
    known = course.handed_in(assignment)
    with Gradebook(course.directory.db_url, course.directory.course_id) as gradebook:
        try:
            points = gradebook.find_assignment(assignment).max_score
            order = _exercises(gradebook, assignment)
        except MissingEntry:
            raise GradingError(f"{assignment} has not been graded yet") from None
        scores, totals = {}, {}
        for submission in gradebook.assignment_submissions(assignment):
            student = submission.student.id
            totals[student] = max(submission.score - submission.late_submission_penalty, 0)
            scores[student] = Counter(dict.fromkeys(order, 0.0))
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    scores[student][exercise_of(grade.name)] += grade.score
    if not totals:
        raise GradingError(f"{assignment} has not been graded yet")
    students = sorted(totals)
    graded = {student: _graded(course, assignment, student) for student in students}
    exercises = [
        Exercise(
            name,
            most,
            {student: scores[student][name] for student in students},
            [
                note["seconds"][name]
                for student in students
                for note in graded[student]
                if name in note["seconds"]
            ],
        )
        for name, most in order.items()
    ]
    unusual = {}
    for student in sorted({*known, *students}):
        found = [remark for note in graded.get(student, []) for remark in note["remarks"]]
        found += _at_the_door(course, assignment, student, student in totals)
        if found:
            unusual[one_line(student)] = list(dict.fromkeys(map(one_line, found)))
    mistakes = _mistakes(graded, list(order))
    totals = {student: totals[student] for student in students}
    return ClassReport(assignment, points, totals, exercises, mistakes, unusual)


def render(report: ClassReport) -> str:
    """Make the page: one file of HTML that needs nothing else."""
    loader = PackageLoader("autograder", "templates")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = lambda number: f"{number:.4g}"
    return environment.get_template("class_report.html").render(report=report)


def _exercises(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    points: dict[str, float] = {}
    for notebook in gradebook.find_assignment(assignment).notebooks:
        for cell in [*notebook.grade_cells, *notebook.task_cells]:
            name = exercise_of(cell.name)
            points[name] = points.get(name, 0) + cell.max_score
    return points


def _graded(course: Course, assignment: str, student: str) -> list[Note]:
    """What the grader noted in a student's notebooks."""
    folder = course.folder("autograded", student, assignment)
    notes = [_note(path) for path in sorted(folder.glob("*.ipynb"))]
    return [note for note in notes if note]


def _note(path: Path) -> Note | None:
    """Read what the grader noted; a run that was killed may have left what a student wrote."""
    try:
        about = json.loads(path.read_bytes())["metadata"]
        return convert(about["graded"], Note) if "graded" in about else None
    except Exception as error:
        why = f"{path.name} in autograded/ cannot be read ({type(error).__name__}); grade it again."
        return {"remarks": [why], "seconds": {}, "diagnoses": {}}


def _at_the_door(course: Course, assignment: str, student: str, graded: bool) -> list[str]:
    """What was unusual about the files that a student handed in."""
    names = [path.stem for path in course.source(assignment).glob("*.ipynb")]
    folder = course.folder("submitted", student, assignment)
    try:
        remarks = read(folder, student, names, course.directory.ignore).remarks
    except Exception as error:  # whatever is wrong with a submission
        return [f"Refused: {error}"]
    return remarks if graded else [*remarks, "Not graded yet."]


def _mistakes(graded: dict[str, list[Note]], order: list[str]) -> list[Mistake]:
    found: dict[tuple[str, str, str], list[str]] = {}
    for student, notes in graded.items():
        for note in notes:
            for exercise, (titles, example) in note["diagnoses"].items():
                what = "; or: ".join(titles)
                found.setdefault((exercise, what, example), []).append(student)
    mistakes = [Mistake(*key, students) for key, students in found.items()]
    place = {name: i for i, name in enumerate(order)}
    return sorted(
        mistakes, key=lambda m: (-len(m.students), place.get(m.exercise, 0), m.what, m.example)
    )


def write_report(course: Course, assignment: str, to: Path) -> Path:
    """Write the page on an assignment into a folder; return where it is."""
    page = render(collect(course, assignment))
    to.mkdir(parents=True, exist_ok=True)
    path = to / f"{assignment}.html"
    path.write_text(page, encoding="utf-8")
    return path
