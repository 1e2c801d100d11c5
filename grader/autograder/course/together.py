"""`autograder.toml`: what `check` has found out about a course's assignments."""

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
    """The file is not what `check` writes; the message says why."""


class Note(Struct, forbid_unknown_fields=True):
    """What is known about an assignment.

    Attributes
    ----------
    checked : str
        The digest of the source that was checked; empty if none was.
    together : dict of str to list of str
        For each notebook the grade ids of its tests that are run together with the
        student's code, each by itself.
    whole : dict of str to list of str
        Tests that are run with all cells before them, other tests, too, in one process.
    differs : dict of str to dict of str to str
        Tests that nbgrader alone and this grader judge differently in any case, and why:
        they are left to a person.
    shared : dict of str to list of str
        For each notebook the given files that an answer changes for the tests.
    examples : dict of str to dict
        For each notebook and test the calls that its visible text makes of the solution's
        functions, and what these give: students are told which goes wrong.
    seen : dict of str to dict
        For each notebook what tests ask of the solution's objects that its text does not
        show, by class; under an empty name of functions.
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
        """The entries that decide how tests are judged; empty if all are judged apart."""
        return [
            (way, sorted((name, noted) for name, noted in getattr(self, way).items() if noted))
            for way in WAYS
            if any(getattr(self, way).values())
        ]

    def of(self, notebook: str) -> "Note":
        """Keep what is known about one notebook."""
        noted = Note()
        for way in WAYS:
            if notebook in getattr(self, way):
                getattr(noted, way)[notebook] = copy(getattr(self, way)[notebook])
        return noted

    def add(self, other: "Note") -> None:
        """Add what is known about other notebooks."""
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
    """Write a table of a TOML file; nothing if no row of it says anything."""
    # Of the texts that JSON writes TOML reads all.
    kept = [
        f"{json.dumps(name)} = {json.dumps(said)}\n" for name, said in sorted(rows.items()) if said
    ]
    return [f"\n[{heading}]\n", *kept] if kept else []
