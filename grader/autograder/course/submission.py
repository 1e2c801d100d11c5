"""Read what was handed in, repair what can be repaired, refuse the rest."""

import hashlib
import json
import os
from collections import deque
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from autograder.sandbox.text import one_line

LARGEST_NOTEBOOK = 10_000_000
MOST_CELLS = 2000
LONGEST_TEXT = 1_000_000
MOST_FILES = 1000
MOST_SEEN = 10_000
DEEPEST = 30
MOST_REMARKS = 20
_MARKS = ("grade_id", "points", "grade", "solution", "locked")
# What lies beside a notebook while it is graded. A student's folder holds 64 MiB.
LARGEST_FILES = 40_000_000
# What is read and copied at all: an archive of a few bytes may hold a file without end.
LARGEST_FOLDER = 500_000_000
# What is ignored without a word: no student has made it.
_BY_ITSELF = (".*", "__pycache__", "*.pyc", "*.tmp")
_AT_ONCE = 1 << 20


class SubmissionError(Exception):
    """A submission cannot be graded; the message says why."""


class Submission(NamedTuple):
    """What a student handed in.

    Attributes
    ----------
    student : str
        Who.
    notebooks : dict of str to NotebookNode
        By the names that the assignment gives them.
    paths : dict of str to Path
        What lies beside them, by relative path.
    files : dict of str to bytes
        The same, but for what is too large to be there when the notebook is run.
    digest : str
        Identifies all of it.
    remarks : list of str
        What was unusual.
    """

    student: str
    notebooks: dict[str, NotebookNode]
    paths: dict[str, Path]
    files: dict[str, bytes]
    digest: str
    remarks: list[str]


def read(
    folder: Path,
    student: str,
    names: Iterable[str],
    ignore: list[str],
    salt: bytes = b"",
) -> Submission:
    """Read a submission.

    Parameters
    ----------
    folder : Path
        The folder that was handed in.
    student : str
        Who did.
    names : iterable of str
        The names of the assignment's notebooks, without ``.ipynb``.
    ignore : list of str
        Patterns of files and folders to leave out: nbgrader's ``CourseDirectory.ignore``.
    salt : bytes
        What else the digest depends on: the source.

    Returns
    -------
    Submission
        Links are left out. A single notebook under a wrong name is taken for the
        single one that is missing.

    Raises
    ------
    SubmissionError
        If none of the notebooks can be read.
    """
    tree = _look(folder, ignore)
    notebooks = {
        Path(name).stem: path
        for name, path in tree.files.items()
        if "/" not in name and name.endswith(".ipynb")
    }
    chosen, more = _choose(notebooks, list(names))
    readable = {}
    for name, path in chosen.items():
        try:
            readable[name] = parse(path)
        except SubmissionError as error:
            more.append(f"{name}.ipynb {error}")
    if not readable:
        raise SubmissionError("; ".join(more) or "there is no notebook")
    beside = {name: path for name, path in tree.files.items() if not name.endswith(".ipynb")}
    contents, too_large = read_files(beside)
    more += [
        f"{name} is too large to be there while the notebook is graded ({size:,} bytes)"
        for name, size in too_large.items()
    ]
    remarks = _few([*tree.remarks, *more])
    return Submission(student, readable, beside, contents, _digest(tree.files, salt), remarks)


def digest(folder: Path, ignore: list[str], salt: bytes = b"") -> str:
    """Identify what was handed in, as `read` does, without reading it all."""
    return _digest(_look(folder, ignore).files, salt)


def oddities(folder: Path, ignore: list[str]) -> tuple[list[str], list[str]]:
    """List the links in a submission, by relative path, and all that there is to tell of it."""
    tree = _look(folder, ignore)
    return tree.links, _few(tree.remarks)


def files(folder: Path, ignore: list[str]) -> dict[str, Path]:
    """List what lies beside the notebooks in a folder, by relative path; no links."""
    found = _look(folder, ignore).files
    return {name: path for name, path in found.items() if not name.endswith(".ipynb")}


def read_files(paths: dict[str, Path]) -> tuple[dict[str, bytes], dict[str, int]]:
    """Read files, but for those that would make the whole too large.

    Parameters
    ----------
    paths : dict of str to Path
        The files, by relative path. One whose name is no Unicode text is left out.

    Returns
    -------
    tuple of dict of str to bytes and dict of str to int
        What they hold, and the bytes of those that were left out.
    """
    contents, too_large = {}, {}
    room = LARGEST_FILES
    for name, path in paths.items():
        size = path.stat().st_size
        if size > room:
            too_large[name] = size
        elif _is_text(name):
            room -= size
            contents[name] = path.read_bytes()
    return contents, too_large


def parse(path: Path) -> NotebookNode:
    """Read the cells of a notebook of any version of the format, as far as they are used.

    What takes time or memory later on is limited here: the number of cells and what is
    written in them.

    Raises
    ------
    SubmissionError
        If it is no notebook, or too large.
    """
    if not path.is_file():
        raise SubmissionError("is no file")
    size = path.stat().st_size
    if size > LARGEST_NOTEBOOK:
        raise SubmissionError(f"is too large ({size:,} bytes)")
    try:
        found = _cells(json.loads(path.read_bytes().decode("utf-8-sig")))
        if len(found) > MOST_CELLS:
            raise SubmissionError(f"has {len(found):,} cells; {MOST_CELLS:,} can be graded")
        cells = [_tidy(cell) for cell in found]
        length = sum(len(cell["source"]) for cell in cells)
        if length > LONGEST_TEXT:
            raise SubmissionError(
                f"has {length:,} characters in its cells; {LONGEST_TEXT:,} can be graded"
            )
        return NotebookNode(cells=cells, metadata=NotebookNode(), nbformat=4, nbformat_minor=5)
    except SubmissionError:
        raise
    except Exception as error:
        why = one_line(f"cannot be read ({type(error).__name__}: {error})")
        raise SubmissionError(why) from None


class _Tree(NamedTuple):
    files: dict[str, Path]
    links: list[str]
    remarks: list[str]
    sizes: list[int]


def _look(folder: Path, ignore: list[str]) -> _Tree:
    """Look through a folder, without what nbgrader ignores: the nearest first, in order."""
    tree = _Tree({}, [], [], [])
    waiting = deque([""])
    seen = 0
    while waiting:
        prefix = waiting.popleft()
        for entry in _entries(folder / prefix):
            name, seen = f"{prefix}{entry.name}", seen + 1
            if len(tree.files) >= MOST_FILES or seen > MOST_SEEN:
                tree.remarks.append(f"there are too many files; {MOST_FILES:,} were taken")
                return tree
            if _is_ignored(entry.name, ignore):
                _tell_ignored(name, tree)
            elif not entry.is_dir(follow_symlinks=False):
                _take(entry, name, tree)
            elif name.count("/") < DEEPEST:
                waiting.append(f"{name}/")
            else:
                tree.remarks.append(f"{one_line(name)} is nested too deeply; it was left out")
    return tree


def _entries(place: Path) -> list["os.DirEntry[str]"]:
    with os.scandir(place) as found:
        # However many there are, the notebooks are among those that are taken.
        near = [e for number, e in enumerate(found) if number <= MOST_SEEN or _is_notebook(e)]
    return sorted(near, key=lambda entry: (not _is_notebook(entry), entry.name))


def _is_notebook(entry: "os.DirEntry[str]") -> bool:
    return entry.name.endswith(".ipynb")


def _is_ignored(name: str, patterns: Iterable[str]) -> bool:
    """Whether nbgrader ignores a file; it lists the whole folder for each file and pattern."""
    return any(
        fnmatchcase(name, pattern) and name.startswith(".") <= pattern.startswith(".")
        for pattern in patterns
    )


def _tell_ignored(name: str, tree: _Tree) -> None:
    if not _is_ignored(name.rpartition("/")[2], _BY_ITSELF):
        tree.remarks.append(f"{one_line(name)} was left out: CourseDirectory.ignore says so")


def _take(entry: "os.DirEntry[str]", name: str, tree: _Tree) -> None:
    """Take a file for what was handed in, or say why not."""
    shown = one_line(name)
    if entry.is_symlink():
        tree.links.append(name)
        tree.remarks.append(f"{shown} is a link; it was not followed")
    elif not entry.is_file():
        tree.remarks.append(f"{shown} is neither a file nor a folder; it was left out")
    elif not os.access(entry, os.R_OK):
        tree.remarks.append(f"{shown} may not be read; it was left out")
    elif sum(tree.sizes) + entry.stat().st_size > LARGEST_FOLDER:
        tree.remarks.append(f"{shown} was left out: {LARGEST_FOLDER:,} bytes are taken at most")
    else:
        tree.sizes.append(entry.stat().st_size)
        tree.files[name] = Path(entry)
        if not _is_text(name):
            tree.remarks.append(
                f"{shown} has a name that is no Unicode text; "
                "it was not there while the notebook was graded"
            )


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _few(remarks: list[str]) -> list[str]:
    """Leave of many remarks as many as somebody reads."""
    if len(remarks) <= MOST_REMARKS:
        return remarks
    return [*remarks[:MOST_REMARKS], f"and {len(remarks) - MOST_REMARKS:,} remarks more"]


def _digest(paths: dict[str, Path], salt: bytes) -> str:
    digest = hashlib.sha256(salt)
    for name, path in paths.items():
        digest.update(f"{len(name)} {name} {path.stat().st_size} ".encode(errors="surrogateescape"))
        with path.open("rb") as file:
            while part := file.read(_AT_ONCE):
                digest.update(part)
    return digest.hexdigest()


def _choose(notebooks: dict[str, Path], names: list[str]) -> tuple[dict[str, Path], list[str]]:
    chosen = {name: notebooks[name] for name in names if name in notebooks}
    missing = [name for name in names if name not in notebooks]
    others = [name for name in notebooks if name not in names]
    if len(missing) == 1 and len(others) == 1:
        chosen[missing[0]] = notebooks[others[0]]
        return chosen, [f"{one_line(others[0])}.ipynb was taken for {missing[0]}.ipynb"]
    return chosen, [f"{name}.ipynb is missing" for name in missing]


def _cells(raw: Any) -> list[Any]:
    """Find the cells; before version 4 of the format they were in worksheets."""
    if "cells" in raw:
        return [*raw["cells"]]
    return [cell for job in raw["worksheets"] for cell in job["cells"]]


def _tidy(cell: dict[str, Any]) -> NotebookNode:
    """Keep of a cell what is used, and make sure of it."""
    # Before version 4 of the format what is typed into a cell was its input.
    text, kind = cell.get("source", cell.get("input", "")), cell.get("cell_type")
    kept = NotebookNode(
        cell_type=kind if kind in ("code", "markdown", "raw") else "markdown",
        metadata=_marks(cell.get("metadata")),
        source="".join(map(str, text)) if isinstance(text, list) else str(text),
    )
    if kept["cell_type"] == "code":
        kept.update(execution_count=None, outputs=[])
    if isinstance(cell.get("id"), str):
        kept["id"] = cell["id"]
    return kept


def _marks(metadata: object) -> NotebookNode:
    """Keep nbgrader's marks, of which each is a word, a number or a truth."""
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    if not isinstance(marks, dict):
        return NotebookNode()
    plain = str, int, float, bool
    kept = {name: marks[name] for name in _MARKS if isinstance(marks.get(name), plain)}
    return NotebookNode(nbgrader=NotebookNode(kept))
