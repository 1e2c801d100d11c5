"""The names of files in a learning platform's bulk download.

Moodle, *Download all submissions* (``mod/assign/classes/downloader.php``): a folder
``Full Name_ID_assignsubmission_file`` for each student, with an underscore more at its end
before Moodle 4.1, or, without *Download submissions in folders*, files with that prefix.
``ID`` is the number of the participant in this assignment; it is the name "Participant" while
marking is anonymous.

Canvas, *Download Submissions* (``lib/content_zipper.rb``): files
``lastfirst_LATE_USER_FILE_name.ipynb``; ``LATE`` only where it was late, ``USER`` and ``FILE``
numbers of the user and of the upload; while grading is anonymous
``LATE_anon_CODE_FILE_name.ipynb``.
A file that is uploaded again under the same name is called ``name-1.ipynb``, and so on.

Both identify the student of an uploaded file by the same names.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from autograder import registered

_MOODLE = re.compile(
    r"(?P<who>(?P<name>[^_/]+)_(?P<id>[0-9]+))_assign(?:submission|feedback)_(?P<kind>[a-z]+)"
    r"(?:_?/|_)(?P<rest>[^/].*)"
)
_CANVAS = re.compile(
    r"(?P<who>(?:(?P<name>[^/]*?)_)?(?:(?P<late>LATE)_)?(?P<id>[0-9]+)_(?P<file>[0-9]+))_(?P<rest>[^/]+)"
)
_ANONYMOUS = re.compile(
    r"(?P<who>(?:(?P<late>LATE)_)?(?P<name>anon)_(?P<id>[A-Za-z0-9]+)_(?P<file>[0-9]+))_(?P<rest>[^/]+)"
)


class File(NamedTuple):
    """The parts of a file's name: `prefix` is what identifies the person in an upload."""

    id: str
    person: str
    path: str
    prefix: str
    late: bool = False
    upload: int = 0
    typed: bool = False


class Platform:
    """A learning platform; an entry point of ``autograder.platforms`` is an instance.

    Attributes
    ----------
    numbers_people : bool
        True if a person has the same number in every assignment.
    tells_late : bool
        True if the names of files show what was late.

    Examples
    --------
    >>> class Mailbox(Platform):
    ...     def read(self, path):
    ...         person, _, name = path.partition("/")
    ...         return File(person, person, name, person) if name else None
    >>> Mailbox().read("ada/ps1.ipynb").person
    'ada'
    """

    numbers_people = False
    tells_late = False

    def read(self, path: str) -> File | None:
        """Parse the name of a file in a download; None if this platform gives no such names."""
        raise NotImplementedError

    def upload_name(self, prefix: str, page: str) -> str:
        """Return the name by which the platform knows whose feedback page it is."""
        raise NotImplementedError

    def table(self, students: Iterable[Any], columns: Mapping[str, Any]) -> Iterable[list[object]]:
        """Make the rows of the table of points that the platform imports, the heading first.

        `columns` have the maximum and the points by student, None where they are not final.
        """
        raise NotImplementedError


class Moodle(Platform):
    """Moodle, whose participants have another number in each assignment."""

    def read(self, path: str) -> File | None:
        """Parse a name; the student's own folders are in its path."""
        if found := _MOODLE.fullmatch(path):
            typed = found["kind"] != "file"
            name, rest = found["name"], found["rest"]
            return File(found["id"], name, rest, found["who"], typed=typed)
        return None

    def upload_name(self, prefix: str, page: str) -> str:
        """Return the name of a feedback file."""
        return f"{prefix}_assignfeedback_file/{page}"

    def table(self, students: Iterable[Any], columns: Mapping[str, Any]) -> Iterable[list[object]]:
        """Make a table for Grades, Import, CSV file; identify by username.

        A student without a submission has an empty field, which Moodle leaves alone.
        """
        yield ["Username", "First name", "Last name", "Email address", *columns]
        for student in students:
            got = [points.get(student.id, "") for _, points in columns.values()]
            yield [student.id, student.first_name, student.last_name, student.email, *got]


class Canvas(Platform):
    """Canvas, whose names lack blanks and commas, and number uploads in their order."""

    numbers_people = True
    tells_late = True

    def read(self, path: str) -> File | None:
        """Parse a name."""
        found = _ANONYMOUS.fullmatch(path) or _CANVAS.fullmatch(path)
        if not found or _MOODLE.fullmatch(path):
            return None
        name, late = found["name"] or "", found["late"] is not None
        where = found["rest"], found["who"]
        return File(found["id"], name, *where, late, int(found["file"]))

    def upload_name(self, prefix: str, page: str) -> str:
        """Return the name of a feedback file."""
        return f"{prefix}_{page}"

    def table(self, students: Iterable[Any], columns: Mapping[str, Any]) -> Iterable[list[object]]:
        """Make a table for Grades, Import; its second line has the maximum points."""
        yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *columns]
        yield ["    Points Possible", "", "", "", "", *(most for most, _ in columns.values())]
        for student in students:
            full_name = ", ".join(filter(None, [student.last_name, student.first_name]))
            got = [points.get(student.id, "") for _, points in columns.values()]
            number = student.lms_user_id or ""
            yield [full_name or student.id, number, student.id, student.id, "", *got]


MOODLE, CANVAS = Moodle(), Canvas()


def read_name(path: str) -> tuple[str, File] | None:
    """Parse a name in an archive; return None if no platform gives such names."""
    for platform, one in registered("platforms").items():
        if found := one.read(path):
            return platform, found
    return None


def harmless(value: object) -> object:
    """Make a cell of a table: points as people write them, and no text that is run as a formula."""
    if value is None:
        return ""
    if isinstance(value, float):
        return round(value, 6)  # a sum of tenths is not quite what it should be
    text = isinstance(value, str) and value.lstrip().startswith(("=", "+", "-", "@"))
    return f"'{value}" if text or str(value)[:1] in ("\t", "\r", "\n") else value


def without_number(name: str) -> str:
    """Remove the number that a browser or Canvas adds to the name of a second copy."""
    return re.sub(r"(?:-[0-9]+|\s*\([0-9]+\)|[-_ ][Cc]opy[0-9]*)+(?=\.\w+$)", "", name)


def alike(name: str) -> str:
    """Reduce a person's name to letters and digits, which all platforms keep."""
    text = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in text if letter.isalnum())
