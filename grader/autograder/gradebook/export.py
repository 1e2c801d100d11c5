"""Plugins of ``nbgrader export`` for tables that learning platforms import.

A spreadsheet runs a text that begins with ``=`` or the like as a formula; such a text gets
an apostrophe in front. Work that was not graded has an empty field, not a zero.
"""

import csv
from collections.abc import Iterable, Iterator

from nbgrader.api import Gradebook, Student
from nbgrader.plugins import ExportPlugin
from traitlets import Bool

from autograder.diagnosis.questions import exercise_of


class _Table(ExportPlugin):
    """A table with a row for each student and a column for each assignment."""

    file = ""
    exercises = Bool(False, help="Whether there is a column for each exercise, too.").tag(
        config=True
    )

    def export(self, gradebook: Gradebook) -> None:
        """Write the grades of the gradebook into a file."""
        names = sorted(
            a.name for a in gradebook.assignments if gradebook.assignment_submissions(a.name)
        )
        chosen = [
            name for name in names if not self.assignment or name in map(str, self.assignment)
        ]
        path = self.to or self.file
        with open(path, "w", newline="", encoding="utf-8") as file:
            rows = self.rows(gradebook, chosen)
            csv.writer(file).writerows([harmless(value) for value in row] for row in rows)
        self.log.info("Grades for %s: %s", ", ".join(chosen), path)

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Return the rows of the file."""
        raise NotImplementedError

    def columns(
        self, gradebook: Gradebook, assignments: list[str]
    ) -> dict[str, tuple[float, dict[str, float]]]:
        """Return for each column the maximum, and the points of each student."""
        found: dict[str, tuple[float, dict[str, float]]] = {}
        scores = _scores(gradebook, assignments)
        for name in assignments:
            found[name] = gradebook.find_assignment(name).max_score, scores[name]
            if self.exercises:
                parts = exercise_scores(gradebook, name)
                found |= {f"{name} {part}": points for part, points in parts.items()}
        return found

    def students(self, gradebook: Gradebook) -> Iterator[Student]:
        """Yield the students to export, in the order of their ids."""
        for student in sorted(gradebook.students, key=lambda student: student.id):
            if not self.student or student.id in map(str, self.student):
                yield student


class GradesExport(_Table):
    """A table with a row for each student and assignment.

    The columns are those of nbgrader's own exporter; without grading the points are empty.
    """

    file = "grades.csv"

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Yield assignment, student, points."""
        yield [
            "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
            "raw_score", "late_submission_penalty", "score", "max_score",
        ]  # fmt: skip
        for name in assignments:
            assignment = gradebook.find_assignment(name)
            graded = {s.student.id: s for s in gradebook.assignment_submissions(name)}
            for student in self.students(gradebook):
                who = [student.id, student.last_name, student.first_name, student.email]
                found = graded.get(student.id)
                when, points = "", ["", "", ""]
                if found:
                    penalty = found.late_submission_penalty
                    when = found.timestamp
                    points = [found.score, penalty, max(found.score - penalty, 0)]
                yield [name, assignment.duedate, when, *who, *points, assignment.max_score]


class MoodleExport(_Table):
    """A table for Moodle: Grades, Import, CSV file; identify by username.

    A student without a submission has an empty field, which Moodle leaves alone.
    """

    file = "moodle.csv"

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Yield username, names, address, points."""
        columns = self.columns(gradebook, assignments)
        yield ["Username", "First name", "Last name", "Email address", *columns]
        for student in self.students(gradebook):
            got = [points.get(student.id, "") for _, points in columns.values()]
            yield [student.id, student.first_name, student.last_name, student.email, *got]


class CanvasExport(_Table):
    """A table for Canvas: Grades, Import; its second line has the maximum points."""

    file = "canvas.csv"

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Yield name, ids, section, points."""
        columns = self.columns(gradebook, assignments)
        yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *columns]
        yield ["    Points Possible", "", "", "", "", *(most for most, _ in columns.values())]
        for student in self.students(gradebook):
            full_name = ", ".join(filter(None, [student.last_name, student.first_name]))
            got = [points.get(student.id, "") for _, points in columns.values()]
            number = student.lms_user_id or ""
            yield [full_name or student.id, number, student.id, student.id, "", *got]


def _scores(gradebook: Gradebook, assignments: list[str]) -> dict[str, dict[str, float]]:
    """Return the points by assignment and student, after late penalties."""
    return {
        name: {
            submission.student.id: max(submission.score - submission.late_submission_penalty, 0)
            for submission in gradebook.assignment_submissions(name)
        }
        for name in assignments
    }


def exercise_scores(
    gradebook: Gradebook, assignment: str
) -> dict[str, tuple[float, dict[str, float]]]:
    """Sum the points for each exercise of an assignment.

    Returns
    -------
    dict of str to tuple of float and dict of str to float
        For each exercise the maximum, and the points of each student, before late
        penalties.
    """
    found: dict[str, tuple[float, dict[str, float]]] = {}
    for notebook in gradebook.find_assignment(assignment).notebooks:
        for cell in [*notebook.grade_cells, *notebook.task_cells]:
            most, got = found.get(exercise_of(cell.name), (0.0, {}))
            found[exercise_of(cell.name)] = most + cell.max_score, got
    for submission in gradebook.assignment_submissions(assignment):
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                got = found[exercise_of(grade.name)][1]
                got[submission.student.id] = got.get(submission.student.id, 0) + grade.score
    return found


def harmless(value: object) -> object:
    """Make a cell of a table: points as people write them, and no text that is run as a formula.

    Examples
    --------
    >>> harmless("=1+1"), harmless("ada"), harmless(sum([0.1] * 10)), harmless(None)
    ("'=1+1", 'ada', 1.0, '')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return round(value, 6)  # a sum of tenths is not quite what it should be
    text = isinstance(value, str) and value.lstrip().startswith(("=", "+", "-", "@"))
    return f"'{value}" if text or str(value)[:1] in ("\t", "\r", "\n") else value
