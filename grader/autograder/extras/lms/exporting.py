"""Files to upload to a learning platform: ``autograder export``, and ``nbgrader export``.

A table with the points for each assignment and exercise, and an archive of feedback pages
with the names of the download, by which the platform identifies the students. A spreadsheet
runs a text that begins with ``=`` or the like as a formula; such a text gets an apostrophe in
front. Work that is not graded, or not wholly, has an empty field, not a zero.
"""

import csv
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, Student
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Unicode

from autograder import Classroom, GradingError, one_line, registered
from autograder.extras.lms.origins import origins
from autograder.extras.lms.platforms import Platform, harmless


class _ExportTable(ExportPlugin):
    """A table with a row for each student and a column for each assignment."""

    file = ""
    exercises = Bool(False, help="Add a column for each exercise.").tag(config=True)

    def export(self, gradebook: Gradebook) -> None:
        """Write the grades of the gradebook into a file; warn of points that are not final."""
        chosen = self.write(gradebook)
        for name in chosen:
            for notice in notices(Classroom(gradebook=gradebook).points(name)):
                self.log.warning("%s: %s", name, notice)
        self.log.info("Grades for %s: %s", ", ".join(chosen), self.to or self.file)

    def write(self, gradebook: Gradebook) -> list[str]:
        """Write the file; return the names of the assignments in it."""
        names = sorted(map(str, self.assignment or (a.name for a in gradebook.assignments)))
        chosen = [name for name in names if gradebook.assignment_submissions(name)]
        with open(self.to or self.file, "w", newline="", encoding="utf-8") as file:
            rows = self.rows(gradebook, chosen)
            csv.writer(file).writerows([harmless(value) for value in row] for row in rows)
        return chosen

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Return the rows of the file."""
        raise NotImplementedError

    def columns(
        self, gradebook: Gradebook, assignments: list[str]
    ) -> dict[str, tuple[float, dict[str, float | None]]]:
        """Return for each column the maximum, and the points of each student."""
        found: dict[str, tuple[float, dict[str, float | None]]] = {}
        for name in assignments:
            known = Classroom(gradebook=gradebook).points(name)
            most = gradebook.find_assignment(name).max_score
            found[name] = most, {student: one.final for student, one in known.items()}
            parts = Classroom(gradebook=gradebook).exercises(name) if self.exercises else {}
            for part, of in parts.items():
                points = {student: one.of_exercise(part).final for student, one in known.items()}
                found[f"{name} {part}"] = of, points
        return found

    def students(self, gradebook: Gradebook) -> Iterator[Student]:
        """Yield the students to export, in the order of their ids."""
        for student in sorted(gradebook.students, key=lambda student: student.id):
            if not self.student or student.id in map(str, self.student):
                yield student


class GradesExport(_ExportTable):
    """A table with a row for each student and assignment.

    The columns are those of nbgrader's own exporter, and a remark; without grading the points
    are empty.
    """

    file = "grades.csv"

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Yield assignment, student, points."""
        yield [
            "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
            "raw_score", "late_submission_penalty", "score", "max_score", "remark",
        ]  # fmt: skip
        for name in assignments:
            assignment = gradebook.find_assignment(name)
            times = {s.student.id: s.timestamp for s in gradebook.assignment_submissions(name)}
            known = Classroom(gradebook=gradebook).points(name)
            for student in self.students(gradebook):
                who = [student.id, student.last_name, student.first_name, student.email]
                one = known.get(student.id)
                points: list[object] = ["", "", ""]
                if one and not one.waiting:
                    points = [one.raw, one.penalty, one.got]
                points += [assignment.max_score, one.remark if one else ""]
                yield [name, assignment.duedate, times.get(student.id, ""), *who, *points]


class PlatformExport(_ExportTable):
    """The table that a learning platform imports."""

    platform = Unicode(help="The platform's name.").tag(config=True)

    def rows(self, gradebook: Gradebook, assignments: list[str]) -> Iterable[list[object]]:
        """Return the platform's rows."""
        columns = self.columns(gradebook, assignments)
        platform: Platform = registered("platforms")[self.platform]
        return platform.table(self.students(gradebook), columns)


class MoodleExport(PlatformExport):
    """A table for Moodle."""

    file, platform = "moodle.csv", "moodle"


class CanvasExport(PlatformExport):
    """A table for Canvas."""

    file, platform = "canvas.csv", "canvas"


def export(room: Classroom, assignment: str, to: Path, platform: str = "") -> dict[str, str]:
    """Write points and feedback of an assignment for upload, and print what was made.

    Return the students without feedback, and why. Raise GradingError if nothing has been graded.
    """
    known = origins(room.course, assignment).students
    graded = room.points(assignment)
    if not graded:
        raise GradingError(f"{assignment} has not been graded yet")
    wanted = [platform] if platform else sorted({o.platform for o in known.values()})
    platforms = registered("platforms")
    to.mkdir(parents=True, exist_ok=True)
    for name in wanted or platforms:
        how = {"platform": name, "to": str(to / f"{assignment}-{name}.csv")}
        table = PlatformExport(assignment=[assignment], exercises=True, **how)
        table.write(room.gradebook)
        print(f"Points: {table.to}")
    without, count = dict[str, str](), 0
    if known:
        archive = to / f"{assignment}-feedback.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            for student, origin in sorted(known.items()):
                if student not in graded:
                    without[student] = "not graded"
                    continue
                try:
                    found = room.feedback(assignment, student)
                except Exception as error:  # one submission must not stop the others
                    without[student] = one_line(f"{type(error).__name__}: {error}")
                    continue
                for page in found:
                    name = platforms[origin.platform].upload_name(origin.prefix, page.name)
                    packed.write(page, name)
                count += bool(found)
        print(f"Feedback for {count} student{'s' * (count != 1)}: {archive}")
    else:
        print("There is no feedback to upload, because this assignment was not imported.")
    for notice in notices(graded):
        print(notice)
    return without


def notices(points: Mapping[str, Any]) -> list[str]:
    """List who has points to come, or older ones, for whoever reads a table of points."""
    waiting = ", ".join(name for name, one in points.items() if one.waiting)
    earlier = ", ".join(name for name, one in points.items() if one.earlier)
    told = "Left empty because they need manual grading"
    older = "From an earlier submission, because the latest could not be graded"
    return [f"{what}: {who}." for what, who in ((told, waiting), (older, earlier)) if who]
