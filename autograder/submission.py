"""Read what was handed in, repair what can be repaired, refuse the rest."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_ignored

LARGEST_NOTEBOOK = 10_000_000
# What lies beside a notebook while it is graded. A student's folder holds 64 MiB.
LARGEST_FILES = 40_000_000
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
    paths, remarks = _paths(folder, ignore)
    notebooks = {
        Path(name).stem: path
        for name, path in paths.items()
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
    beside = {name: path for name, path in paths.items() if not name.endswith(".ipynb")}
    contents, too_large = read_files(beside)
    more += [
        f"{name} is too large to be there while the notebook is graded ({size:,} bytes)"
        for name, size in too_large.items()
    ]
    digest = _digest(paths, salt)
    return Submission(student, readable, beside, contents, digest, remarks + more)


def links(folder: Path, ignore: list[str]) -> list[str]:
    """List the links in a submission, by relative path."""
    return [
        path.relative_to(folder).as_posix() for path in _walk(folder, ignore) if path.is_symlink()
    ]


def files(folder: Path, ignore: list[str]) -> dict[str, Path]:
    """List what lies beside the notebooks in a folder, by relative path; no links."""
    found, _ = _paths(folder, ignore)
    return {name: path for name, path in found.items() if not name.endswith(".ipynb")}


def read_files(paths: dict[str, Path]) -> tuple[dict[str, bytes], dict[str, int]]:
    """Read files, but for those that would make the whole too large.

    Parameters
    ----------
    paths : dict of str to Path
        The files, by relative path.

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
        else:
            room -= size
            contents[name] = path.read_bytes()
    return contents, too_large


def parse(path: Path) -> NotebookNode:
    """Read the cells of a notebook of any version of the format, as far as they are used.

    Raises
    ------
    SubmissionError
        If it is no notebook, or too large.
    """
    size = path.stat().st_size
    if size > LARGEST_NOTEBOOK:
        raise SubmissionError(f"is too large ({size:,} bytes)")
    try:
        raw = json.loads(path.read_bytes().decode("utf-8-sig"))
        if raw.get("nbformat") != 4:
            raw = nbformat.convert(nbformat.from_dict(raw), 4)
        cells = [_tidy(cell) for cell in raw["cells"]]
        whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        found: NotebookNode = nbformat.from_dict(whole)
        return found
    except Exception as error:
        raise SubmissionError(f"cannot be read ({type(error).__name__}: {error})"[:300]) from None


def _paths(folder: Path, ignore: list[str]) -> tuple[dict[str, Path], list[str]]:
    found, remarks = {}, []
    for path in _walk(folder, ignore):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            remarks.append(f"{name} is a link; it was not followed")
        elif path.is_file():
            found[name] = path
    return found, remarks


def _walk(folder: Path, ignore: list[str]) -> Iterator[Path]:
    """The files and links in a folder, in order, without what nbgrader ignores."""
    for place, folders, names in os.walk(folder):
        kept = [n for n in folders if not is_ignored(os.path.join(place, n), ignore)]
        folders[:] = sorted(kept)
        linked = [name for name in kept if os.path.islink(os.path.join(place, name))]
        for name in sorted([*names, *linked]):
            if not is_ignored(os.path.join(place, name), ignore):
                yield Path(place, name)


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
        return chosen, [f"{others[0]}.ipynb was taken for {missing[0]}.ipynb"]
    return chosen, [f"{name}.ipynb is missing" for name in missing]


def _tidy(cell: dict[str, Any]) -> dict[str, Any]:
    """Keep of a cell what is used, and make sure of it."""
    text, kind, metadata = cell.get("source", ""), cell.get("cell_type"), cell.get("metadata")
    kept = {
        "cell_type": kind if kind in ("code", "markdown", "raw") else "markdown",
        "metadata": metadata if isinstance(metadata, dict) else {},
        "source": "".join(text) if isinstance(text, list) else str(text),
    }
    if kept["cell_type"] == "code":
        kept |= {"execution_count": None, "outputs": []}
    return kept | {"id": cell["id"]} if isinstance(cell.get("id"), str) else kept
