"""`autograder.toml`: what `check` has found out about a course's assignments."""

import json
import tomllib
from pathlib import Path

from msgspec import Struct, ValidationError, convert, field

NAME = "autograder.toml"
_HEAD = """\
# What `python -m autograder check --write` has found out, for each assignment: which source
# it was, and which tests are run together with the student's code, in the student's confined
# process, since they cannot be run apart from it. Those a student's code can deceive.
"""


class NotesError(ValueError):
    """The file is not what `check` writes; the message says why."""


class Note(Struct, forbid_unknown_fields=True):
    """What is known about an assignment.

    Attributes
    ----------
    checked : str
        The digest of the source that was checked; empty if none was.
    together : dict of str to list of str
        For each notebook the grade ids of its tests that are run together.
    """

    checked: str = ""
    together: dict[str, list[str]] = field(default_factory=dict)


def read(root: Path) -> dict[str, Note]:
    """Read the notes of a course.

    Parameters
    ----------
    root : Path
        The folder of the course.

    Returns
    -------
    dict of str to Note
        By assignment; empty if there are none.

    Raises
    ------
    NotesError
        If the file is not what `write` makes.
    """
    path = root / NAME
    try:
        return convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Note])
    except FileNotFoundError:
        return {}
    except (ValidationError, ValueError) as error:
        raise NotesError(f"{path}: {error}") from None


def write(root: Path, notes: dict[str, Note]) -> None:
    """Write the notes of a course: the same notes give the same bytes."""
    parts = [_HEAD]
    for assignment, note in sorted(notes.items()):
        key = json.dumps(assignment)
        parts.append(f"\n[{key}]\nchecked = {json.dumps(note.checked)}\n")
        listed = {name: cells for name, cells in sorted(note.together.items()) if cells}
        if listed:
            parts.append(f"\n[{key}.together]\n")
        parts += [f"{json.dumps(name)} = {json.dumps(cells)}\n" for name, cells in listed.items()]
    (root / NAME).write_text("".join(parts), encoding="utf-8")
