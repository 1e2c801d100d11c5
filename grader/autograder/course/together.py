"""The file `autograder.toml`, in which `check` notes where each test runs."""

import json
import tomllib
from collections.abc import Mapping
from copy import copy
from pathlib import Path

from msgspec import Struct, ValidationError, convert, field

NAME = "autograder.toml"
WAYS = ("together", "whole", "differs", "shared", "seen")
"""The entries of a note that decide how tests are judged."""
_HEAD = """\
# What `python -m autograder check --write` has found out, for each assignment: which source
# it was, and which tests are run together with the student's code, in the student's confined
# process, since they cannot be run apart from it. Those a student's code can deceive.
# Under "shared": files beside the source that an answer changes for the tests. Under "seen":
# what tests ask of an answer's objects that its text does not show. Under "examples": what
# visible tests call, and what is right; students whose test fails are told which call goes wrong.
"""


class NotesError(ValueError):
    """`autograder.toml` cannot be read; the message says why."""


class Note(Struct, forbid_unknown_fields=True):
    """The notes of `check` about an assignment.

    Attributes
    ----------
    checked : str
        The digest of the source that was checked; empty if none was.
    together : dict of str to list of str
        For each notebook the grade ids of the tests that run in one process with the
        student's code, each by itself.
    whole : dict of str to list of str
        Tests that run in one process with all cells before them, other tests included.
    differs : dict of str to dict of str to str
        Tests that nbgrader alone and this grader judge differently in any case, and why:
        these are graded by hand.
    shared : dict of str to list of str
        For each notebook the files beside the source that an answer changes for the tests.
    examples : dict of str to dict
        For each notebook and test the calls that its visible text makes of the solution's
        functions, and the results: students are told which call goes wrong.
    seen : dict of str to dict
        For each notebook the attributes, by class, that tests ask of the solution's
        objects and that its text does not show; for functions under an empty name.
    """

    checked: str = ""
    together: dict[str, list[str]] = field(default_factory=dict)
    whole: dict[str, list[str]] = field(default_factory=dict)
    differs: dict[str, dict[str, str]] = field(default_factory=dict)
    shared: dict[str, list[str]] = field(default_factory=dict)
    seen: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    examples: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)

    @property
    def judging(self) -> list[tuple[str, list[tuple[str, object]]]]:
        """The entries that decide how tests are judged; empty if all tests run apart."""
        return [
            (way, sorted((name, noted) for name, noted in getattr(self, way).items() if noted))
            for way in WAYS
            if any(getattr(self, way).values())
        ]

    def of(self, notebook: str) -> "Note":
        """Return a note with the entries of one notebook."""
        noted = Note()
        for way in WAYS:
            if notebook in getattr(self, way):
                getattr(noted, way)[notebook] = copy(getattr(self, way)[notebook])
        return noted

    def add(self, other: "Note") -> None:
        """Add the entries of other notebooks."""
        for way in WAYS:
            getattr(self, way).update(getattr(other, way))


def read(root: Path) -> dict[str, Note]:
    """Read the notes of a course.

    Parameters
    ----------
    root : Path
        The folder of the course.

    Returns
    -------
    dict of str to Note
        The notes, by assignment; empty if there is no file.

    Raises
    ------
    NotesError
        If the file is not one that `write` makes.
    """
    path = root / NAME
    try:
        return convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Note])
    except FileNotFoundError:
        return {}
    except (ValidationError, ValueError) as error:
        raise NotesError(f"{path}: {error}") from None


def write(root: Path, notes: dict[str, Note]) -> None:
    """Write the notes of a course; the same notes always give the same bytes."""
    parts = [_HEAD]
    for assignment, note in sorted(notes.items()):
        key = json.dumps(assignment)
        parts.append(f"\n[{key}]\nchecked = {json.dumps(note.checked)}\n")
        for way in ("together", "whole", "shared"):
            parts += _table(f"{key}.{way}", getattr(note, way))
        for way in ("differs", "seen"):
            for notebook, noted in sorted(getattr(note, way).items()):
                parts += _table(f"{key}.{way}.{json.dumps(notebook)}", noted)
        for notebook, tests in sorted(note.examples.items()):
            for test, calls in sorted(tests.items()):
                parts += _table(f"{key}.examples.{json.dumps(notebook)}.{json.dumps(test)}", calls)
    (root / NAME).write_text("".join(parts), encoding="utf-8")


def _table(heading: str, rows: Mapping[str, str | list[str]]) -> list[str]:
    """Format a table of a TOML file; nothing if all rows are empty."""
    # Every string that JSON writes is valid TOML, too.
    kept = [
        f"{json.dumps(name)} = {json.dumps(said)}\n" for name, said in sorted(rows.items()) if said
    ]
    return [f"\n[{heading}]\n", *kept] if kept else []
