"""What was imported of whom: an upload has to use the same names."""

from pathlib import Path

import msgspec
from nbgrader.apps.zipcollectapp import ZipCollectApp

from autograder import Course, GradingError

ORIGIN = "import.json"


class Origin(msgspec.Struct):
    """The origin of a student's work; an upload has to use the same names."""

    platform: str
    id: str
    person: str
    prefix: str
    late: bool = False


class Imported(msgspec.Struct):
    """The imports of an assignment up to now."""

    students: dict[str, Origin] = {}
    newest: str = ""


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


def harmless(value: object) -> object:
    """Make a cell of a table: points as people write them, and no text that is run as a formula."""
    if value is None:
        return ""
    if isinstance(value, float):
        return round(value, 6)  # a sum of tenths is not quite what it should be
    text = isinstance(value, str) and value.lstrip().startswith(("=", "+", "-", "@"))
    return f"'{value}" if text or str(value)[:1] in ("\t", "\r", "\n") else value
