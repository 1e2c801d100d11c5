"""Writing of the pages on a class as single HTML files.

`class_report` has the data of the page on an assignment; those of the pages on all assignments
and on the tests that are left to a person are gathered here. Names are links to students' pages,
or pseudonyms.
"""

import hashlib
import hmac
import os
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple
from urllib.parse import quote

import nbformat
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from autograder.grader.course.settings import Course, GradingError
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.points import AssignmentPoints, points_by_student
from autograder.grader.gradebook.splits import Split
from autograder.grader.gradebook.verdicts import Case, answer_to, outcomes
from autograder.grader.pages.class_report import collect, source_titles
from autograder.runner.text import command

KEY = ".autograder-pseudonyms"
"""The file with the key of the pseudonyms; without it nobody can trace them back."""


class Names:
    """Names of students for a page."""

    def __init__(
        self, course: Course | None = None, assignment: str = "", to: Path | None = None
    ) -> None:
        self._course, self._assignment, self._to = course, assignment, to
        hidden = course is not None and course.settings.pseudonyms
        self._key = pseudonym_key(course.root) if course and hidden else b""

    def shown(self, student: str) -> str:
        """Return the name or pseudonym."""
        return pseudonym(student, self._key) if self._key else student

    def sort(self, students: Iterable[str]) -> list[str]:
        """Sort students by their shown names."""
        return sorted(students, key=self.shown)

    def link(self, student: str) -> Markup:
        """Return the name, linked to the student's page if there is one."""
        page = self._page(student)
        if page is None:
            return escape(self.shown(student))
        return Markup('<a href="{}">{}</a>').format(quote(page), self.shown(student))

    def join(self, students: Iterable[str]) -> Markup:
        """Join the linked names."""
        return Markup(", ").join(map(self.link, self.sort(students)))

    def _page(self, student: str) -> str | None:
        if self._course is None or self._to is None or self._key or not self._assignment:
            return None
        folder = self._course.folder("feedback", student, self._assignment)
        page = next(iter(sorted(folder.glob("*.html"))), None)
        return Path(os.path.relpath(page, self._to.absolute())).as_posix() if page else None


def pseudonym(student: str, key: bytes) -> str:
    """Return a name that nobody can trace back to the student without the key."""
    return f"student-{hmac.new(key, student.encode(), hashlib.sha256).hexdigest()[:6]}"


def pseudonym_key(root: Path) -> bytes:
    """Read the course's key; create it if there is none."""
    path = root / KEY
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex())
    except FileExistsError:
        pass
    return path.read_bytes()


def render(template: str, names: Names | None = None, **values: object) -> str:
    """Render a page as a single HTML file; without `names`, names are shown as they are.

    `template` is the name of a template, or the text of one.
    """
    names = names or Names()
    environment = Environment(
        loader=PackageLoader("autograder.grader.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"who": names.link, "whos": names.join, "by_name": names.sort}
    environment.filters |= {"points": _points, "mean": _mean, "median": _median, "quoted": command}
    is_text = "{" in template
    made = environment.from_string(template) if is_text else environment.get_template(template)
    return made.render(values)


def _points(number: float | None) -> str:
    return "\u2013" if number is None else format(number, ".4g")


def _mean(points: Collection[float]) -> str:
    return format(mean(points), ".1f") if points else "\u2013"


def _median(points: Collection[float]) -> str:
    return _points(median(points)) if points else "\u2013"


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
    """The results of a class: the maximum of each assignment, and the points of each student."""

    assignments: dict[str, float]
    got: dict[str, dict[str, AssignmentPoints]]
    pages: list[str]

    @property
    def students(self) -> list[str]:
        """All students in the gradebook."""
        return sorted(self.got)

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
    """Collect the points of all graded assignments.

    Raise GradingError if nothing has been graded.
    """
    with open_gradebook(course.directory) as gradebook:
        got: dict[str, dict[str, AssignmentPoints]] = {
            student.id: {} for student in gradebook.students
        }
        assignments = {}
        for assignment in sorted(gradebook.assignments, key=lambda each: str(each.name)):
            for student, points in points_by_student(gradebook, assignment.name).items():
                assignments[assignment.name] = assignment.max_score
                got[student][assignment.name] = points
    if not assignments:
        raise GradingError("nothing has been graded yet")
    return Progress(assignments, got, [n for n in assignments if (pages / f"{n}.html").exists()])


def write_progress(course: Course, to: Path) -> Path:
    """Write the page on all assignments into a folder; return its path."""
    page = render("progress.html", Names(course), progress=collect_progress(course, to))
    return write(to / "index.html", page)


class Reason(NamedTuple):
    """The answers to one test for which the two runs have the same outcome."""

    notebook: str
    cell: str
    outcome: str
    cases: list[Case]


def by_reason(cases: list[Case]) -> list[Reason]:
    """Group cases by test and outcome, as `all_cases` has sorted them."""
    groups = groupby(cases, key=lambda one: (one.notebook, one.cell, outcomes(one.first)))
    return [Reason(*place, [*those]) for place, those in groups]


def answer_of(course: Course, assignment: str, case: Case) -> str:
    """Read the text of an answer from one of the graded notebooks; "" if none can be read."""
    for student in case.verdicts:
        folder = course.folder("autograded", student, assignment)
        try:
            notebook = nbformat.read(folder / f"{case.notebook}.ipynb", as_version=4)
        except Exception:  # the class report names it
            continue
        return answer_to(notebook, case.cell)
    return ""


def write_decisions(
    course: Course, cases: list[Case], found: Mapping[str, Split], assignment: str, to: Path
) -> Path:
    """Write the page into a folder; return its path."""
    page = render(
        "decisions.html",
        Names(course, assignment, to),
        assignment=assignment,
        titles=source_titles(course, assignment),
        reasons=by_reason([one for one in cases if one.points is None]),
        decided=[one for one in cases if one.points is not None],
        answer=lambda one: answer_of(course, assignment, one),
        splits=found,
    )
    return write(to / f"{assignment}-decisions.html", page)
