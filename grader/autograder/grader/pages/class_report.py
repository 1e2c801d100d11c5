"""The pages on a class as single HTML files, with the names or pseudonyms of students.

They show how an assignment went, how all assignments went, and what is left to a person.
"""

import hashlib
import hmac
import os
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from math import ceil
from pathlib import Path
from statistics import mean, median
from urllib.parse import quote

import nbformat
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.utils import is_grade, is_solution

from autograder.grader.course.settings import Course, GradingError
from autograder.grader.course.submission import read_graded
from autograder.grader.diagnosis.questions import exercise_of
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.points import (
    EARLIER,
    AssignmentPoints,
    failed,
    points_by_student,
)
from autograder.grader.gradebook.points import exercises as exercise_points
from autograder.grader.gradebook.splits import Split
from autograder.grader.gradebook.verdicts import Case, answer_to
from autograder.grader.pages.preprocessors import HideMarkScheme
from autograder.grader.pages.summary import UNREADABLE, UNTOUCHED, exercise_titles, message
from autograder.runner.text import command, one_line

KEY = ".autograder-pseudonyms"  # without the key in this file, nobody can trace pseudonyms back
BINS = 10
NOTHING = "Nothing (full credit)."
REFUSED = "To submit again, because the latest submission cannot be graded."
WAITING = "To be graded."
TO_COME = "To wait for manual grading."
UNKNOWN = "points were lost, but no visible test shows why"


@dataclass
class ClassExercise:
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
class ClassMistake:
    """A mistake that several students may share."""

    exercise: str
    what: str
    example: str
    students: list[str]


@dataclass
class StudentWork:
    """What a student's graded notebooks show, by exercise."""

    remarks: list[str] = field(default_factory=list)
    diagnoses: dict[str, tuple[list[str], str]] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)  # the first message where points were lost


@dataclass
class ClassReport:
    """The data of the page on an assignment; hooks have added `columns` and `pages`."""

    assignment: str
    points: float
    totals: dict[str, float]  # after late penalties
    exercises: list[ClassExercise]
    mistakes: list[ClassMistake]
    unusual: dict[str, list[str]]
    needs: dict[str, list[str]]  # students by next step
    to_come: dict[str, float] = field(default_factory=dict)  # a person still has to give them
    earlier: list[str] = field(default_factory=list)  # students with points of an older hand-in
    columns: dict[str, dict[str, object]] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)

    @property
    def final(self) -> list[float]:
        """The points of the students who have all of theirs."""
        return [points for student, points in self.totals.items() if student not in self.to_come]

    @property
    def counts(self) -> str:
        """How many were graded, and how many were not."""
        could_not = {*self.needs.get(REFUSED, [])} - {*self.totals}
        not_yet = self.needs.get(WAITING)
        left = {
            "partly graded": self.to_come,
            "could not be graded": could_not,
            "not graded yet": not_yet,
        }
        others = [f"{len(who)} {why}" for why, who in left.items() if who]
        return ", ".join([f"{len(self.final)} graded", *others])

    @property
    def bins(self) -> list[tuple[float, float, int]]:
        """A histogram, from the fewest points to the most: lower end, upper end, students."""
        width = max(ceil(self.points / BINS), 1)
        last = max(ceil(self.points / width) - 1, 0)
        counts = Counter(min(int(total / width), last) for total in self.final)
        used = range(min(counts, default=0), max(counts, default=-1) + 1)
        return [(i * width, min((i + 1) * width, self.points), counts[i]) for i in used]


def collect(course: Course, assignment: str) -> ClassReport:
    """Collect the data of the page on an assignment; raise GradingError if nothing is graded."""
    known = course.handed_in(assignment)
    with open_gradebook(course.directory) as gradebook:
        try:
            points = gradebook.find_assignment(assignment).max_score
            order = exercise_points(gradebook, assignment)
            given = points_by_student(gradebook, assignment)
        except MissingEntry:
            given = {}
        refused = failed(gradebook, assignment)
        if not given:
            raise GradingError(f"{assignment} has not been graded yet")
        comments = {
            one.student.id: {comment.auto_comment for n in one.notebooks for comment in n.comments}
            for one in gradebook.assignment_submissions(assignment)
        }
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
        exercises.append(ClassExercise(name, most, got, headings.get(name, ""), waiting))
    unusual, needs = dict[str, list[str]](), dict[str, list[str]]()
    for student in sorted({*known, *students}):
        found = [*works[student].remarks] if student in works else []
        if student in refused:
            what = REFUSED
            found.append(f"Refused: {refused[student]}")
        elif student not in totals:
            what = WAITING
            found.append("Not graded yet.")
        elif comments.get(student) == {UNTOUCHED}:
            what = "To begin the exercises, because no answers have been changed yet."
        else:
            what = _next(student, works[student], exercises)
        needs.setdefault(what, []).append(student)
        found += [EARLIER] * (student in earlier)
        if found:
            unusual[student] = list(dict.fromkeys(map(one_line, found)))
    needs = dict(sorted(needs.items(), key=lambda need: (need[0] == NOTHING, -len(need[1]))))
    titles = {exercise.name: exercise.title for exercise in exercises}
    about = exercises, _mistakes(works, titles), unusual, needs, to_come, earlier
    return ClassReport(assignment, points, totals, *about)


def _read_work(course: Course, assignment: str, student: str) -> StudentWork:
    """Read a student's graded notebooks; one that cannot be read gives a remark."""
    work = StudentWork()
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


def _look(cell: NotebookNode, work: StudentWork) -> None:
    name = exercise_of(cell.metadata.nbgrader["grade_id"])
    for output in cell.outputs:
        if output.output_type != "error":
            continue
        says = message(output).splitlines()[0]
        if is_solution(cell) and output.ename in UNREADABLE:
            work.says.setdefault(name, f"Python cannot read the cell ({says}).")
        elif is_grade(cell) and "HIDDEN TESTS" not in cell.source:
            work.says.setdefault(name, says)


def _next(student: str, work: StudentWork, exercises: list[ClassExercise]) -> str:
    for exercise in exercises:
        if exercise.got.get(student, exercise.points) < exercise.points:
            mistakes, example = work.diagnoses.get(exercise.name, ([], ""))
            why = "; or: ".join(mistakes) or example or work.says.get(exercise.name, "")
            colon = "" if exercise.title.endswith(("?", "!", ".")) else ":"
            return f"{exercise.title}{colon} {why or UNKNOWN}"
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


def _mistakes(works: dict[str, StudentWork], titles: dict[str, str]) -> list[ClassMistake]:
    found: dict[tuple[str, str, str], list[str]] = {}
    for student, work in works.items():
        for exercise, (causes, example) in work.diagnoses.items():
            what = "; or: ".join(causes)
            key = titles.get(exercise, exercise), what, example
            found.setdefault(key, []).append(student)
    place = {title: i for i, title in enumerate(titles.values())}
    return sorted(
        (ClassMistake(*key, students) for key, students in found.items()),
        key=lambda m: (-len(m.students), place.get(m.exercise, 0), m.what, m.example),
    )


class Names:
    """Names of students for a page."""

    def __init__(
        self, course: Course | None = None, assignment: str = "", to: Path | None = None
    ) -> None:
        self._course, self._assignment, self._to = course, assignment, to
        self._key = _key(course.root) if course and course.settings.pseudonyms else b""

    def shown(self, student: str) -> str:
        """Return the name or pseudonym."""
        return pseudonym(student, self._key) if self._key else student

    def sort(self, students: Iterable[str]) -> list[str]:
        """Sort students by their shown names."""
        return sorted(students, key=self.shown)

    def link(self, student: str) -> Markup:
        """Return the name, linked to the student's page if there is one."""
        if self._course and self._to and self._assignment and not self._key:
            folder = self._course.folder("feedback", student, self._assignment)
            for page in sorted(folder.glob("*.html")):
                to = Path(os.path.relpath(page, self._to)).as_posix()
                return Markup('<a href="{}">{}</a>').format(quote(to), student)
        return escape(self.shown(student))

    def join(self, students: Iterable[str]) -> Markup:
        """Join the linked names."""
        return Markup(", ").join(map(self.link, self.sort(students)))


def pseudonym(student: str, key: bytes) -> str:
    """Return a name that nobody can trace back to the student without the key."""
    return f"student-{hmac.new(key, student.encode(), hashlib.sha256).hexdigest()[:6]}"


def _key(root: Path) -> bytes:
    path = root / KEY
    with suppress(FileExistsError), open(path, "x", opener=partial(os.open, mode=0o600)) as file:
        file.write(secrets.token_hex())
    return path.read_bytes()


def render(template: str, names: Names | None = None, **values: object) -> str:
    """Render a template, given by its name or its text; without `names`, names are as they are."""
    names = names or Names()
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.loader = PackageLoader("autograder.grader.pages")
    environment.filters |= {"who": names.link, "whos": names.join, "by_name": names.sort}
    environment.filters |= {"points": _points, "quoted": command}
    environment.filters["mean"] = lambda all: f"{mean(all):.1f}" if all else _points(None)
    environment.filters["median"] = lambda all: _points(median(all) if all else None)
    is_text = "{" in template
    made = environment.from_string(template) if is_text else environment.get_template(template)
    return made.render(values)


def _points(number: float | None) -> str:
    return "\u2013" if number is None else format(number, ".4g")


def write(path: Path, page: str) -> Path:
    """Write a page, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8", errors="replace")
    return path


def write_report(
    course: Course,
    assignment: str,
    to: Path,
    columns: dict[str, dict[str, object]] | None = None,
    pages: Sequence[str] = (),
) -> Path:
    """Write the page on an assignment, with what is added to it; return its path."""
    report = collect(course, assignment)
    report.columns, report.pages = columns or {}, [*pages]
    page = render("class_report.html", Names(course, assignment, to), report=report)
    return write(to / f"{assignment}.html", page)


@dataclass
class Progress:
    """The results of a class."""

    assignments: dict[str, float]  # the maximum of each
    got: dict[str, dict[str, AssignmentPoints]]  # by student and assignment
    pages: list[str]

    def any(self, state: str) -> bool:
        """Tell whether points of somebody are in a state of a `AssignmentPoints`."""
        return any(getattr(one, state) for each in self.got.values() for one in each.values())

    def final(self, assignment: str) -> list[float]:
        """Return the points of the students who have all of theirs."""
        graded = [each[assignment].final for each in self.got.values() if assignment in each]
        return [points for points in graded if points is not None]

    def graded(self, assignment: str) -> int:
        """Count the students who have been graded."""
        return sum(assignment in points for points in self.got.values())

    def share(self, student: str) -> float | None:
        """Return a student's share of the points so far; None without final ones."""
        final = [(one.final, one.of) for one in self.got[student].values() if not one.waiting]
        most = sum(of for _, of in final)
        return sum(points or 0.0 for points, _ in final) / most if most else None


def collect_progress(course: Course, pages: Path) -> Progress:
    """Collect the points of all assignments; raise GradingError if nothing is graded."""
    assignments: dict[str, float] = {}
    with open_gradebook(course.directory) as gradebook:
        got = {one.id: dict[str, AssignmentPoints]() for one in gradebook.students}
        for assignment in sorted(gradebook.assignments, key=lambda each: str(each.name)):
            for student, points in points_by_student(gradebook, assignment.name).items():
                assignments[assignment.name] = assignment.max_score
                got[student][assignment.name] = points
    if not assignments:
        raise GradingError("no assignment has been graded yet")
    return Progress(assignments, got, [n for n in assignments if (pages / f"{n}.html").exists()])


def write_progress(course: Course, to: Path) -> Path:
    """Write the page on all assignments into a folder; return its path."""
    page = render("progress.html", Names(course), progress=collect_progress(course, to))
    return write(to / "index.html", page)


def answer_of(course: Course, assignment: str, case: Case) -> str:
    """Read an answer, and the cells that it may use, from a graded notebook; "" without one."""
    for student in case.verdicts:
        graded = read_graded(course.folder("autograded", student, assignment))
        if notebook := graded.get(case.notebook):
            solutions = {
                exercise_of(cell.metadata.nbgrader["grade_id"]): cell.source
                for cell in notebook.cells
                if is_solution(cell)
            }
            own = solutions.get(exercise_of(case.cell), "")
            return f"{own}\n\n{answer_to(notebook, case.cell).replace(own, '', 1)}".strip()
    return ""


def write_decisions(
    course: Course, cases: list[Case], found: Mapping[str, Split], assignment: str, to: Path
) -> Path:
    """Write the page on what is left to a person into a folder; return its path."""
    waiting = (one for one in cases if one.points is None)  # as `all_cases` has sorted them
    reasons = groupby(waiting, key=lambda one: (one.notebook, one.cell, one.outcome))
    page = render(
        "decisions.html",
        Names(course, assignment, to),
        assignment=assignment,
        titles=source_titles(course, assignment),
        reasons=[(cell, outcome, [*those]) for (_, cell, outcome), those in reasons],
        decided=[one for one in cases if one.points is not None],
        answer=lambda one: answer_of(course, assignment, one),
        splits=found,
    )
    return write(to / f"{assignment}-decisions.html", page)
