"""What was imported of whom: an upload has to use the same names, and `records` asks for it."""

import zipfile
from pathlib import Path

import msgspec
from nbgrader.apps.zipcollectapp import ZipCollectApp

from autograder import Course, GradingError
from autograder.extras.lms.platforms import read_name

ORIGIN = "import.json"
ANSWERS = "people.csv"
TABLE = "roster.csv"
"""The table of people beside the last archive, for importing it again."""


class Origin(msgspec.Struct):
    """The origin of a student's work; an upload has to use the same names."""

    platform: str
    id: str
    person: str
    prefix: str


class Imported(msgspec.Struct):
    """The imports of an assignment up to now."""

    students: dict[str, Origin] = {}


def downloads(course: Course, assignment: str = "") -> Path:
    """Return nbgrader's folder for downloads."""
    app = ZipCollectApp(config=course.config)
    return course.root / app.downloaded_directory / assignment


def origins(course: Course, assignment: str) -> Imported:
    """Read the origins of the work for an assignment."""
    path = downloads(course, assignment) / ORIGIN
    if not path.exists():
        return Imported()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Imported)
    except (OSError, msgspec.DecodeError) as error:
        raise GradingError(f"{path} cannot be read: {error}") from None


def folders(course: Course, student: str) -> list[Path]:
    """List the folders among the downloads that are the student's alone."""
    kinds = ("earlier", "extracted")
    return [one for kind in kinds for one in sorted(downloads(course).glob(f"*/{kind}/{student}"))]


def parts(course: Course, student: str) -> dict[Path, set[str]]:
    """Return the names of a student's files in the downloads, also in those that lie elsewhere."""
    found: dict[Path, set[str]] = {}
    for home in sorted(path.parent for path in downloads(course).glob(f"*/{ORIGIN}")):
        origin = origins(course, home.name).students.get(student)
        for path in sorted([*home.glob("archive/*.zip"), *course.root.glob("*.zip")]):
            if origin and zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as packed:
                    read = {name: read_name(name) for name in packed.namelist()}
                whose = (origin.platform, origin.id)
                own = {name for name, one in read.items() if one and (one[0], one[1].id) == whose}
                if own:
                    found[path] = found.get(path, set()) | own
    return found


def forget(course: Course, student: str) -> None:
    """Remove a student from the lists of who is who."""
    for path in downloads(course).glob(f"*/{ORIGIN}"):
        known = origins(course, path.parent.name)
        if known.students.pop(student, None):
            path.write_bytes(msgspec.json.format(msgspec.json.encode(known)))
    answers = downloads(course) / ANSWERS
    if answers.exists():
        lines = answers.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not line.rstrip().endswith(f",{student}")]
        answers.write_text("".join(kept), encoding="utf-8")
