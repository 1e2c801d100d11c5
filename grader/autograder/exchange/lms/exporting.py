"""Files to upload to a learning platform: ``autograder export``.

A table with the points for each assignment and exercise, and an archive of feedback pages
with the names of the download, by which the platform identifies the students.
"""

import zipfile
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook

from autograder.course.folders import is_whole
from autograder.course.settings import Course, GradingError
from autograder.exchange.feedback import Pages
from autograder.exchange.lms.importing import origins
from autograder.gradebook.export import CanvasExport, MoodleExport
from autograder.gradebook.points import notices, points_by_student
from autograder.sandbox.text import one_line

PLATFORMS = {"moodle": MoodleExport, "canvas": CanvasExport}


@dataclass
class Exported:
    """The files that were made."""

    tables: list[Path]
    archive: Path | None
    pages: int
    without: dict[str, str]
    notices: list[str]


def export(
    course: Course, gradebook: Gradebook, assignment: str, to: Path, platform: str = ""
) -> Exported:
    """Write points and feedback of an assignment for upload.

    Raise GradingError if nothing has been graded yet.
    """
    known = origins(course, assignment).students
    graded = points_by_student(gradebook, assignment)
    if not graded:
        raise GradingError(f"{assignment} has not been graded yet")
    wanted = [platform] if platform else sorted({o.platform for o in known.values()})
    to.mkdir(parents=True, exist_ok=True)
    tables = []
    for name in wanted or PLATFORMS:
        tables.append(to / f"{assignment}-{name}.csv")
        exporter = PLATFORMS[name](to=str(tables[-1]), assignment=[assignment], exercises=True)
        exporter.write(gradebook)
    if not known:
        return Exported(tables, None, 0, {}, notices(graded))
    pages, without = Pages(course), {}
    archive = to / f"{assignment}-feedback.zip"
    count = 0
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for student, origin in sorted(known.items()):
            if student not in graded:
                without[student] = "not graded"
                continue
            try:
                made = pages.make(student, assignment)
            except Exception as error:  # one submission must not stop the others
                without[student] = one_line(f"{type(error).__name__}: {error}")
                continue
            found = [page for page in sorted(made.glob("*.html")) if is_whole(page)]
            for page in found:
                packed.write(page, upload_name(origin.platform, origin.prefix, page.name))
            count += bool(found)
    return Exported(tables, archive, count, without, notices(graded))


def upload_name(platform: str, prefix: str, page: str) -> str:
    """Return the name by which the platform knows whose page it is.

    Examples
    --------
    >>> upload_name("moodle", "Ada King_4711", "02-feedback.html")
    'Ada King_4711_assignfeedback_file/02-feedback.html'
    >>> upload_name("canvas", "kingada_LATE_12_345", "02-feedback.html")
    'kingada_LATE_12_345_02-feedback.html'
    """
    return f"{prefix}_assignfeedback_file/{page}" if platform == "moodle" else f"{prefix}_{page}"
