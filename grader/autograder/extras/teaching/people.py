"""The class as rows: a key peg for each exercise, late work, extensions and what is missing."""

import math
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nbgrader.api import Assignment, MissingEntry, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import select

from autograder import Classroom, GradingError
from autograder.extras.second_look import second_looks

FULL, PART, NONE, WAITS = "full credit", "partial credit", "no credit", "not graded yet"


@dataclass
class Peg:
    """A student's result in an exercise; `sign` is one of the four above, or "" without any."""

    exercise: str
    sign: str = ""
    points: str = ""


@dataclass
class Row:
    """A student and an assignment.

    `state` has words for what the pegs cannot show. `notebooks` are Formgrader's ids.
    """

    student: str
    name: str = ""
    pegs: list[Peg] = field(default_factory=list)
    total: str = ""
    state: list[str] = field(default_factory=list)
    late: str = ""
    until: datetime | None = None
    handed_in: bool = False
    graded: bool = False
    refused: bool = False
    has_page: bool = False
    """Whether the feedback page shows what the gradebook holds now."""
    notebooks: list[str] = field(default_factory=list)


@dataclass
class ClassRows:
    """The people in the gradebook, for an assignment."""

    assignment: str
    exercises: dict[str, tuple[str, float]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    due: datetime | None = None
    undecided: int = 0
    requests: int = 0
    """Students' requests for a second look that have no answer yet."""
    known: bool = False
    """Whether the assignment is in the gradebook."""

    @property
    def done(self) -> dict[str, bool]:
        """Whether each of the first steps is done, in their order."""
        handed_in = [row for row in self.rows if row.handed_in]
        return {
            "prepare": self.known,
            "collect": bool(handed_in),
            "grade": bool(handed_in) and all(row.graded or row.refused for row in handed_in),
            "pages": any(row.graded for row in handed_in)
            and all(row.has_page for row in handed_in if row.graded),
        }

    @property
    def next(self) -> str:
        """The first of these steps that is not done; "" if all are."""
        return next((step for step, done in self.done.items() if not done), "")

    @property
    def lost(self) -> dict[str, int]:
        """How many students lost points, by exercise."""
        lost = [peg.exercise for row in self.rows for peg in row.pegs if peg.sign in (PART, NONE)]
        return {name: lost.count(name) for name in self.exercises if name in lost}

    @property
    def counts(self) -> str:
        """How many have handed in, were graded and were late, in a sentence."""
        if not self.rows:
            return "There are no students in the gradebook yet."
        handed_in = sum(row.handed_in for row in self.rows)
        said = [f"{handed_in} of {len(self.rows)} submitted"]
        said += [f"{sum(row.graded for row in self.rows)} graded"] * bool(handed_in)
        refused = sum(row.refused for row in self.rows)
        said += [f"{refused} could not be graded"] * bool(refused)
        late = sum(bool(row.late) for row in self.rows)
        return ", ".join(said + [f"{late} late"] * bool(late)) + "."

    @property
    def to_decide(self) -> str:
        """What the instructor has to decide; "" if there is nothing."""
        answers, requests = self.undecided, self.requests
        said = [f"{answers} answer{'s' * (answers != 1)} to grade manually"] * bool(answers)
        said += [f"{requests} request{'s' * (requests != 1)} for a second look"] * bool(requests)
        return ", ".join(said)


def look(room: Classroom, assignment: str) -> ClassRows:
    """Collect the rows of an assignment from the gradebook and the folders of hand-ins."""
    made = ClassRows(assignment)
    try:
        there = {*room.course.handed_in(assignment)}
    except GradingError:  # nobody
        there = set()
    try:
        exercises = room.exercises(assignment)
    except MissingEntry:
        exercises = {}
    else:
        made.known = True
        made.due = room.due(assignment, "")
    titles = room.titles(assignment)
    made.exercises = {name: (titles.get(name, name), most) for name, most in exercises.items()}
    points, failures = room.points(assignment), room.failures(assignment)
    graded = {}
    if made.known:
        graded = {one.student_id: one for one in room.gradebook.assignment_submissions(assignment)}
        made.undecided = sum(case.points is None for case, _ in room.cases(assignment))
        asked = second_looks(room.gradebook, assignment=assignment)
        made.requests = sum(not one.answer for one in asked)
    notebooks = notebooks_of(room, assignment)
    people = {one.id: one for one in room.gradebook.students}
    for student in sorted({*people, *there}):
        one = people.get(student)
        name = " ".join(filter(None, (one and one.first_name, one and one.last_name)))
        pegs = [] if student in graded else [Peg(exercise) for exercise in exercises]
        row = Row(student, name, pegs, handed_in=student in there or student in graded)
        made.rows.append(row)
        until = room.due(assignment, student) if made.known else None
        row.until = until if until != made.due else None
        folder = room.course.folder("submitted", student, assignment)
        when = room.course.directory.get_existing_timestamp(str(folder))
        if student in graded:
            _add_points(row, points[student], exercises)
            row.notebooks = notebooks.get(student, [])
            again = when is not None and when != graded[student].timestamp
            row.graded = not again
            row.has_page = bool(current_pages(room, assignment, student))
            row.state += ["submitted again"] * again
            when = graded[student].timestamp if when is None else when
        else:
            row.state.append("not graded yet" if row.handed_in else "not submitted")
        if student in failures:
            row.state = [f"could not be graded: {failures[student]}"]
            row.state += ["points are from an earlier submission"] * (student in graded)
            row.graded, row.refused = False, True
        if one is None:
            row.state.append("not in the gradebook")
        if until and when and when > until:
            row.late = lasting(when - until)
    return made


def current_pages(room: Classroom, assignment: str, student: str) -> list[Path]:
    """List a student's feedback pages; none if what they show is newer."""
    pages = sorted(room.course.folder("feedback", student, assignment).glob("*.html"))
    shown = [*room.course.folder("autograded", student, assignment).glob("*.ipynb")]
    shown.append(room.course.root / "gradebook.db")  # with points and comments of a person
    if not pages or not all(path.exists() for path in shown):
        return []
    newest = max(path.stat().st_mtime_ns for path in shown)
    if min(page.stat().st_mtime_ns for page in pages) <= newest:
        return []
    whole = all(page.read_bytes().rstrip().endswith(b"</html>") for page in pages)
    return pages if whole else []


def lasting(time: timedelta) -> str:
    """Describe a length of time in its largest unit."""
    seconds = time.total_seconds()
    for unit, size in {"day": 86400, "hour": 3600}.items():
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}s"
    minutes = math.ceil(seconds / 60)
    return f"{minutes} minute{'s' * (minutes != 1)}"


def notebooks_of(room: Classroom, assignment: str) -> dict[str, list[str]]:
    """Return Formgrader's ids of the graded notebooks, by student."""
    asked = select(SubmittedAssignment.student_id, SubmittedNotebook.id)
    asked = asked.join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
    asked = asked.join(SubmittedAssignment.assignment).where(Assignment.name == assignment)
    found: dict[str, list[str]] = {}
    for student, number in room.gradebook.db.execute(asked):
        found.setdefault(student, []).append(number)
    return found


def _add_points(row: Row, points: Any, exercises: dict[str, float]) -> None:
    """Give a row its pegs and its total."""
    for name, most in exercises.items():
        own = points.of_exercise(name)
        if own.final is None:
            row.pegs.append(Peg(name, WAITS))
            continue
        sign = FULL if own.got >= most else PART if own.got > 0 else NONE
        row.pegs.append(Peg(name, sign, f"{own.got:.4g} of {most:.4g}"))
    final = not points.waiting
    row.total = f"{points.got:.4g}" if final else ""
    row.state += ["needs manual grading"] * (not final)
    taken = points.penalty
    row.state += [f"{taken:.4g} points deducted for being late"] * bool(taken)
