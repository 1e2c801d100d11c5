"""Pages on a class: ``python -m autograder report [ASSIGNMENT [--exercise NAME]]``.

One on an assignment (`ClassReport`), one on an exercise, to be talked about in the next
lesson (`ExercisePage`), and one on all assignments together (`Progress`).
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import TypedDict

import nbformat
from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import convert
from nbformat import NotebookNode
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.utils import compute_checksum, is_grade, is_solution

from autograder.course import Course, GradingError
from autograder.diagnosis.questions import exercise_of
from autograder.feedback import UNTOUCHED, message
from autograder.gradebook import open_gradebook
from autograder.sandbox.text import one_line
from autograder.submission import read

BINS = 10
MOST_GROUPS = 8
NOTHING = "Nothing: all points."
UNREADABLE = {"SyntaxError", "IndentationError", "TabError"}


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
class Work:
    """What a student's graded notebooks say.

    Attributes
    ----------
    notes : list of Note
        What the grader noted.
    answers : dict of str to str
        The text of each answer that was touched, by exercise.
    says : dict of str to str
        The first message of each exercise that lost points.
    unread : dict of str to str
        The cells that Python cannot read, and why.
    """

    notes: list[Note]
    answers: dict[str, str]
    says: dict[str, str]
    unread: dict[str, str]

    def diagnosis(self, exercise: str) -> tuple[list[str], str]:
        """What often leads to such results, and the smallest example."""
        found = [n["diagnoses"][exercise] for n in self.notes if exercise in n["diagnoses"]]
        return found[0] if found else ([], "")


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
    needs : dict of str to list of str
        What to do next, and who should; the most frequent first.
    """

    assignment: str
    points: float
    totals: dict[str, float]
    exercises: list[Exercise]
    mistakes: list[Mistake]
    unusual: dict[str, list[str]]
    needs: dict[str, list[str]]

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
    with open_gradebook(course.directory) as gradebook:
        try:
            points = gradebook.find_assignment(assignment).max_score
            order = _exercises(gradebook, assignment)
        except MissingEntry:
            raise GradingError(f"{assignment} has not been graded yet") from None
        scores, totals, untouched = {}, {}, set()
        for submission in gradebook.assignment_submissions(assignment):
            student = submission.student.id
            notes = [comment.auto_comment for n in submission.notebooks for comment in n.comments]
            if notes and set(notes) == {UNTOUCHED}:
                untouched.add(student)
            totals[student] = max(submission.score - submission.late_submission_penalty, 0)
            scores[student] = Counter(dict.fromkeys(order, 0.0))
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    scores[student][exercise_of(grade.name)] += grade.score
    if not totals:
        raise GradingError(f"{assignment} has not been graded yet")
    students = sorted(totals)
    works = {student: read_work(course, assignment, student) for student in students}
    graded = {student: work.notes for student, work in works.items()}
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
    needs: dict[str, list[str]] = {}
    for student in sorted({*known, *students}):
        if student not in totals:
            refused = [why for why in unusual[one_line(student)] if why.startswith("Refused")]
            what = (
                "To hand in again: what there is cannot be graded." if refused else "To be graded."
            )
        elif student in untouched:
            what = "To begin: no answer was touched."
        else:
            what = _next(student, works[student], exercises)
        needs.setdefault(what, []).append(student)
    needs = dict(sorted(needs.items(), key=lambda need: (need[0] == NOTHING, -len(need[1]))))
    return ClassReport(assignment, points, totals, exercises, mistakes, unusual, needs)


def _next(student: str, work: Work, exercises: list[Exercise]) -> str:
    """What a student who has begun should do next."""
    for cell, why in work.unread.items():
        return f"{cell}: Python cannot read the cell ({why})."
    for exercise in exercises:
        if exercise.got[student] < exercise.points:
            titles, example = next(
                (
                    n["diagnoses"][exercise.name]
                    for n in work.notes
                    if exercise.name in n["diagnoses"]
                ),
                ([], ""),
            )
            why = "; or: ".join(titles) or example or work.says.get(exercise.name, "")
            return f"{exercise.name}: {why}" if why else f"{exercise.name}."
    return NOTHING


@dataclass
class Group:
    """Answers with the same mistake.

    Attributes
    ----------
    what : str
        The mistake.
    example : str
        The smallest input that shows it.
    answer : str
        The shortest of the answers.
    students : list of str
        Who wrote them.
    """

    what: str
    example: str
    answer: str
    students: list[str]


@dataclass
class ExercisePage:
    """What a class wrote in an exercise.

    Attributes
    ----------
    assignment : str
        The assignment.
    exercise : Exercise
        Its figures.
    groups : list of Group
        The wrong answers, by mistake.
    left_out : int
        How many groups there are beyond these.
    anonymous : bool
        Whether nobody is named.
    """

    assignment: str
    exercise: Exercise
    groups: list[Group]
    left_out: int
    anonymous: bool


def collect_exercise(
    course: Course, assignment: str, name: str, anonymous: bool = False
) -> ExercisePage:
    """Gather what a class wrote in an exercise.

    Parameters
    ----------
    course : Course
        The course.
    assignment, name : str
        The assignment and its exercise.
    anonymous : bool
        Whether the page is to name nobody. What students wrote is on it as they wrote it.

    Raises
    ------
    GradingError
        If one of them is unknown, or nobody's work has been graded.
    """
    report = collect(course, assignment)
    exercise = next((e for e in report.exercises if e.name == name), None)
    if exercise is None:
        known = ", ".join(e.name for e in report.exercises)
        raise GradingError(f"{assignment} has no exercise {name}; it has {known}")
    grouped: dict[tuple[str, str], dict[str, str]] = {}
    for student, got in exercise.got.items():
        work = read_work(course, assignment, student)
        answer = work.answers.get(name, "").strip()
        if got >= exercise.points or not answer:
            continue
        titles, example = work.diagnosis(name)
        what = "; or: ".join(titles) or work.unread.get(name) or work.says.get(name, "points lost")
        grouped.setdefault((what, example), {})[student] = answer
    groups = [
        Group(
            what, example, min(found.values(), key=lambda answer: (len(answer), answer)), [*found]
        )
        for (what, example), found in grouped.items()
    ]
    groups.sort(key=lambda group: (-len(group.students), group.what, group.example))
    return ExercisePage(
        assignment, exercise, groups[:MOST_GROUPS], len(groups[MOST_GROUPS:]), anonymous
    )


@dataclass
class Progress:
    """How a class did in all assignments that were graded.

    Attributes
    ----------
    assignments : dict of str to float
        What can be had in each.
    got : dict of str to dict of str to float
        For each student the points in each assignment that was graded.
    pages : list of str
        The assignments that have a page of their own.
    """

    assignments: dict[str, float]
    got: dict[str, dict[str, float]]
    pages: list[str]

    @property
    def students(self) -> list[str]:
        """All who are in the gradebook."""
        return sorted(self.got)

    def mean(self, assignment: str) -> float:
        """The points on average."""
        return mean(points[assignment] for points in self.got.values() if assignment in points)

    def graded(self, assignment: str) -> int:
        """How many have been graded."""
        return sum(assignment in points for points in self.got.values())

    def share(self, student: str) -> float:
        """The share of the points that a student could have had so far."""
        most = sum(self.assignments[name] for name in self.got[student])
        return sum(self.got[student].values()) / most if most else 0


def collect_progress(course: Course, pages: Path) -> Progress:
    """Gather the points of all assignments that were graded.

    Parameters
    ----------
    course : Course
        The course.
    pages : Path
        The folder of the pages on single assignments.

    Raises
    ------
    GradingError
        If nothing has been graded.
    """
    with open_gradebook(course.directory) as gradebook:
        got: dict[str, dict[str, float]] = {student.id: {} for student in gradebook.students}
        assignments = {}
        for assignment in sorted(gradebook.assignments, key=lambda each: str(each.name)):
            for submission in gradebook.assignment_submissions(assignment.name):
                assignments[assignment.name] = assignment.max_score
                points = max(submission.score - submission.late_submission_penalty, 0)
                got[submission.student.id][assignment.name] = points
    if not assignments:
        raise GradingError("nothing has been graded yet")
    return Progress(assignments, got, [n for n in assignments if (pages / f"{n}.html").exists()])


def render(template: str, **values: object) -> str:
    """Make a page: one file of HTML that needs nothing else."""
    loader = PackageLoader("autograder", "templates")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = lambda number: f"{number:.4g}"
    environment.filters["average"] = lambda number: f"{number:.1f}"
    return environment.get_template(template).render(values)


def _exercises(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    points: dict[str, float] = {}
    for notebook in gradebook.find_assignment(assignment).notebooks:
        for cell in [*notebook.grade_cells, *notebook.task_cells]:
            name = exercise_of(cell.name)
            points[name] = points.get(name, 0) + cell.max_score
    return points


def read_work(course: Course, assignment: str, student: str) -> Work:
    """Read what a student's graded notebooks say; one that cannot be read is a remark."""
    folder = course.folder("autograded", student, assignment)
    work = Work([], {}, {}, {})
    for path in sorted(folder.glob("*.ipynb")):
        try:
            notebook = nbformat.read(path, as_version=4)
            if "graded" in notebook.metadata:
                work.notes.append(convert(dict(notebook.metadata["graded"]), Note))
            for cell in notebook.cells:
                if "nbgrader" in cell.metadata and cell.cell_type == "code":
                    _look(cell, work)
        except Exception as error:
            what = f"cannot be read ({type(error).__name__}); grade it again."
            why = f"{path.name} in autograded/ {what}"
            work.notes.append({"remarks": [why], "seconds": {}, "diagnoses": {}})
    return work


def _look(cell: NotebookNode, work: Work) -> None:
    marks = cell.metadata.nbgrader
    name = exercise_of(marks["grade_id"])
    if is_solution(cell) and marks.get("checksum") != compute_checksum(cell):
        work.answers[name] = cell.source
    for output in cell.outputs:
        if output.output_type != "error":
            continue
        says = message(output).splitlines()[0]
        if is_solution(cell) and output.ename in UNREADABLE:
            work.unread[name] = says
        elif is_grade(cell) and "HIDDEN TESTS" not in cell.source:
            work.says.setdefault(name, says)


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
    page = render("class_report.html", report=collect(course, assignment))
    return _write(to / f"{assignment}.html", page)


def write_exercise(course: Course, assignment: str, name: str, anonymous: bool, to: Path) -> Path:
    """Write the page on an exercise into a folder; return where it is."""
    page = render(
        "exercise_report.html", page=collect_exercise(course, assignment, name, anonymous)
    )
    return _write(to / f"{assignment}-{name}.html", page)


def write_progress(course: Course, to: Path) -> Path:
    """Write the page on all assignments into a folder; return where it is."""
    page = render("progress.html", progress=collect_progress(course, to))
    return _write(to / "index.html", page)


def _write(path: Path, page: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8", errors="replace")
    return path
