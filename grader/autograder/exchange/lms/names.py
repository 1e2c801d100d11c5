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
from typing import NamedTuple

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


class Name(NamedTuple):
    """The parts of a file's name in an archive.

    Canvas leaves out the blanks and commas of `person`, numbers uploads in their order, and
    says what was late; Moodle has the student's folders in `path`. `typed` is true for a text
    that was typed into the platform.
    """

    platform: str
    id: str
    person: str
    path: str
    prefix: str
    late: bool = False
    upload: int = 0
    typed: bool = False


def read_name(path: str) -> Name | None:
    """Parse a name in an archive; return None if no platform gives such names.

    Examples
    --------
    >>> read_name("Ada King_4711_assignsubmission_file/week 2/02-feedback.ipynb")[1:4]
    ('4711', 'Ada King', 'week 2/02-feedback.ipynb')
    >>> read_name("Ada King_4711_assignsubmission_file_/02-feedback.ipynb").path
    '02-feedback.ipynb'
    >>> read_name("Ada King_4711_assignsubmission_file_02_feedback.ipynb").path
    '02_feedback.ipynb'
    >>> name = read_name("kingada_LATE_12_345_02-feedback-1.ipynb")
    >>> name.platform, name.id, name.person, name.path, name.late, name.upload
    ('canvas', '12', 'kingada', '02-feedback-1.ipynb', True, 345)
    >>> read_name("anon_x4Tz1_345_02-feedback.ipynb").id
    'x4Tz1'
    >>> read_name("LATE_anon_x4Tz1_345_02-feedback.ipynb")[1:7:2]
    ('x4Tz1', '02-feedback.ipynb', True)
    >>> read_name("notes/02-feedback.ipynb")
    """
    if found := _MOODLE.fullmatch(path):
        prefix, typed = found["who"], found["kind"] != "file"
        return Name("moodle", found["id"], found["name"], found["rest"], prefix, typed=typed)
    found = _ANONYMOUS.fullmatch(path) or _CANVAS.fullmatch(path)
    if not found:
        return None
    return Name(
        "canvas",
        found["id"],
        found["name"] or "",
        found["rest"],
        found["who"],
        found["late"] is not None,
        int(found["file"]),
    )


def without_number(name: str) -> str:
    """Remove the number that a browser or Canvas adds to the name of a second copy.

    Examples
    --------
    >>> without_number("02-feedback-1.ipynb"), without_number("02-feedback (2).ipynb")
    ('02-feedback.ipynb', '02-feedback.ipynb')
    >>> without_number("02-feedback.ipynb")
    '02-feedback.ipynb'
    """
    return re.sub(r"(?:-[0-9]+|\s*\([0-9]+\)|[-_ ][Cc]opy[0-9]*)+(?=\.\w+$)", "", name)


def alike(name: str) -> str:
    """Reduce a person's name to letters and digits, which all platforms keep.

    Examples
    --------
    >>> alike("O'Brien, Zoë"), alike("obrienzoë")
    ('obrienzoë', 'obrienzoë')
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in text if letter.isalnum())
