"""Reading of submissions: damage is repaired where possible, refused otherwise."""

import hashlib
import json
import os
import re
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

from autograder.runner.text import one_line

LARGEST_NOTEBOOK = 10_000_000
MOST_CELLS = 2000
LONGEST_TEXT = 1_000_000
MOST_FILES = 1000
MOST_SEEN = 10_000
DEEPEST = 30
MOST_REMARKS = 20
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/svg+xml")
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]+=*\s*")
_MARKS = ("grade_id", "points", "grade", "solution", "locked")
# Bytes of the files beside a notebook while it is graded; a student's folder holds 64 MiB.
LARGEST_FILES = 40_000_000
# Bytes that are read and copied at all: an archive of a few bytes may hold a file without end.
LARGEST_FOLDER = 500_000_000
_BY_ITSELF = (".*", "__pycache__", "*.pyc", "*.tmp")  # are ignored without a remark


class SubmissionError(Exception):
    """A submission cannot be graded; the message says why."""


class Submission(NamedTuple):
    """The notebooks and files that a student handed in."""

    student: str
    notebooks: dict[str, NotebookNode]
    paths: dict[str, Path]  # the files beside the notebooks, by relative path
    files: dict[str, bytes]  # those that are not too large, and notebooks, which may run each other
    digest: str
    links: list[str]  # the links in it, which are not followed, by relative path
    remarks: list[str]


def read(
    folder: Path, student: str, names: Iterable[str], ignore: list[str], salt: bytes = b""
) -> Submission:
    """Read a submission."""
    tree, readable = FileTree(folder, ignore), {}
    chosen, more = _choose(tree.files, list(names))
    for name, path in chosen.items():
        try:
            readable[name] = parse(path)
        except SubmissionError as error:
            more.append(f"{name}.ipynb {error}")
    if not readable:
        left_out = [remark for remark in tree.remarks if ".ipynb " in remark]
        raise SubmissionError("; ".join(left_out or more) or "the submission contains no notebook")
    contents, too_large = read_files(tree.beside)
    contents |= as_files(readable)
    said = "{} was left out, because it is too large ({:,} bytes)"
    more += [said.format(one_line(name), size) for name, size in too_large.items()]
    made, remarks = _digest(tree.files, salt), few([*tree.remarks, *more])
    return Submission(student, readable, tree.beside, contents, made, tree.links, remarks)


def digest(folder: Path, ignore: list[str], salt: bytes = b"") -> str:
    """Compute the digest of a submission, as `read` does, without parsing the notebooks."""
    return _digest(FileTree(folder, ignore).files, salt)


def as_files(notebooks: Mapping[str, NotebookNode]) -> dict[str, bytes]:
    """Write notebooks as files: cells without outputs, for others that run or read them."""
    return {f"{name}.ipynb": json.dumps(nb).encode() for name, nb in notebooks.items()}


def read_files(paths: dict[str, Path]) -> tuple[dict[str, bytes], dict[str, int]]:
    """Read files, except those that would make the whole too large."""
    contents, too_large, room = dict[str, bytes](), dict[str, int](), LARGEST_FILES
    for name, path in paths.items():
        size = path.stat().st_size
        if size > room:
            too_large[name] = size
        elif _is_text(name):
            room -= size
            contents[name] = path.read_bytes()
    return contents, too_large


def parse(path: Path) -> NotebookNode:
    """Read the cells of a notebook in any version of the format, up to some number and length."""
    if not path.is_file():
        raise SubmissionError("is not a file")
    size = path.stat().st_size
    if size > LARGEST_NOTEBOOK:
        raise SubmissionError(
            f"is too large ({size:,} bytes; at most {LARGEST_NOTEBOOK:,} can be graded); clear its "
            "outputs with: python -m nbconvert --clear-output --inplace NOTEBOOK"
        )
    try:
        raw = json.loads(path.read_bytes())
        # Before version 4 of the format cells are in worksheets.
        sheets = [raw] if "cells" in raw else raw["worksheets"]
        found = [cell for sheet in sheets for cell in sheet["cells"]]
        if len(found) > MOST_CELLS:
            raise SubmissionError(f"has {len(found):,} cells; at most {MOST_CELLS:,} can be graded")
        cells = [_tidy(cell) for cell in found]
        length = sum(len(cell["source"]) for cell in cells)
        if length > LONGEST_TEXT:
            raise SubmissionError(
                f"has {length:,} characters in its cells; at most {LONGEST_TEXT:,} can be graded"
            )
        return NotebookNode(cells=cells, metadata=NotebookNode(), nbformat=4, nbformat_minor=5)
    except SubmissionError:
        raise
    except Exception as error:
        why = one_line(f"cannot be read ({type(error).__name__}: {error})")
        raise SubmissionError(why) from None


class FileTree:
    """The files in a folder, breadth first and in order, without those that nbgrader ignores."""

    def __init__(self, folder: Path, ignore: list[str]) -> None:
        self.files, self.links, self.remarks = dict[str, Path](), list[str](), list[str]()
        self._size, seen, waiting = 0, 0, deque([""])
        while waiting:
            prefix = waiting.popleft()
            for entry in _entries(folder / prefix):
                name, seen = f"{prefix}{entry.name}", seen + 1
                if len(self.files) >= MOST_FILES or seen > MOST_SEEN:
                    self.remarks.append(
                        f"there are too many files; only the first {MOST_FILES:,} were used"
                    )
                    return
                why = ""
                if _is_ignored(entry.name, ignore):
                    if not _is_ignored(entry.name, _BY_ITSELF):
                        why = "was left out, because its name matches CourseDirectory.ignore"
                elif not entry.is_dir(follow_symlinks=False):
                    why = self._take(entry, name)
                elif name.count("/") >= DEEPEST:
                    why = "was left out, because it is nested too deeply"
                else:
                    waiting.append(f"{name}/")
                if why:
                    self.remarks.append(f"{one_line(name)} {why}")

    @property
    def beside(self) -> dict[str, Path]:
        """The files that are no notebooks."""
        return {name: path for name, path in self.files.items() if not name.endswith(".ipynb")}

    def _take(self, entry: "os.DirEntry[str]", name: str) -> str:
        """Add a file to the submission; return a remark on it, if there is one."""
        if entry.is_symlink():
            self.links.append(name)
            return "was left out, because it is a link"
        if not entry.is_file():
            return "was left out, because it is neither a file nor a folder"
        if not os.access(entry, os.R_OK):
            return "was left out, because it cannot be read"
        size = entry.stat().st_size
        if self._size + size > LARGEST_FOLDER:
            return (
                f"was left out, because a submission may contain at most {LARGEST_FOLDER:,} bytes"
            )
        self._size += size
        self.files[name] = Path(entry)
        if _is_text(name):
            return ""
        return "was left out, because its name is not Unicode text"


def _entries(place: Path) -> list["os.DirEntry[str]"]:
    with os.scandir(place) as found:
        # However many entries there are, the notebooks are always taken.
        near = [e for n, e in enumerate(found) if n <= MOST_SEEN or e.name.endswith(".ipynb")]
    return sorted(near, key=lambda entry: (not entry.name.endswith(".ipynb"), entry.name))


def _is_ignored(name: str, patterns: Iterable[str]) -> bool:
    """Tell whether nbgrader ignores a name; nbgrader's own check lists the folder each time."""
    return any(
        fnmatchcase(name, pattern) and name.startswith(".") <= pattern.startswith(".")
        for pattern in patterns
    )


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def few(remarks: list[str]) -> list[str]:
    """Cut a long list of remarks to a readable length."""
    if len(remarks) <= MOST_REMARKS:
        return remarks
    return [*remarks[:MOST_REMARKS], f"and {len(remarks) - MOST_REMARKS:,} more remarks"]


def _digest(paths: dict[str, Path], salt: bytes) -> str:
    made = hashlib.sha256(salt)
    for name, path in paths.items():
        made.update(f"{len(name)} {name} {path.stat().st_size} ".encode(errors="surrogateescape"))
        with path.open("rb") as file:
            hashlib.file_digest(file, lambda: made)
    return made.hexdigest()


def _choose(files: dict[str, Path], names: list[str]) -> tuple[dict[str, Path], list[str]]:
    """Find the notebooks that are wanted; a single one with another name is taken for it."""
    top = [name for name in files if "/" not in name and name.endswith(".ipynb")]
    there = {Path(name).stem: files[name] for name in top}
    chosen = {name: there[name] for name in names if name in there}
    missing = [name for name in names if name not in there]
    others = [name for name in there if name not in names]
    if len(missing) == len(others) == 1:
        chosen[missing[0]] = there[others[0]]
        return chosen, [f"{one_line(others[0])}.ipynb was graded as {missing[0]}.ipynb"]
    return chosen, [f"{name}.ipynb is missing" for name in missing]


def _tidy(cell: dict[str, Any]) -> NotebookNode:
    """Keep the parts of a cell that are used, with types checked."""
    # Before version 4 of the format the source of a code cell is its "input".
    text, kind = cell.get("source", cell.get("input", "")), cell.get("cell_type")
    kept = NotebookNode(
        cell_type=kind if kind in ("code", "markdown", "raw") else "markdown",
        metadata=_marks(cell.get("metadata")),
        source="".join(map(str, text)) if isinstance(text, list) else str(text),
    )
    if kept["cell_type"] == "code":
        kept.update(execution_count=None, outputs=[])
    elif pictures := _pictures(cell.get("attachments")):
        kept["attachments"] = pictures
    if isinstance(cell.get("id"), str):
        kept["id"] = cell["id"]
    return kept


def _pictures(attachments: object) -> NotebookNode:
    if not isinstance(attachments, dict):
        return NotebookNode()
    kept = {
        name: {mime: data for mime, data in bundle.items() if _is_picture(mime, data)}
        for name, bundle in attachments.items()
        if isinstance(bundle, dict) and name.isprintable()
    }
    return NotebookNode({name: bundle for name, bundle in kept.items() if bundle})


def _is_picture(mime: str, data: object) -> bool:
    return mime in PICTURES and isinstance(data, str) and _BASE64.fullmatch(data) is not None


def _marks(metadata: object) -> NotebookNode:
    """Keep nbgrader's marks that are a string, a number or a bool."""
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    if not isinstance(marks, dict):
        return NotebookNode()
    kept = {name: marks[name] for name in _MARKS if isinstance(marks.get(name), str | float | int)}
    return NotebookNode(nbgrader=NotebookNode(kept))


def read_graded(folder: Path) -> dict[str, NotebookNode]:
    """Read a student's graded notebooks, by name; those that cannot be read are left out."""
    found = {}
    for path in sorted(folder.glob("*.ipynb")):
        with suppress(Exception):  # the class report says so
            found[path.stem] = nbformat.read(path, as_version=4)
    return found
