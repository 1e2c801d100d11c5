"""Read what was handed in, repair what can be repaired, refuse the rest."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

LARGEST_FILE = 10_000_000
LARGEST_SUBMISSION = 20_000_000


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
    files : dict of str to bytes
        What lies beside them.
    digest : str
        Identifies all of it.
    remarks : list of str
        What was unusual.
    """

    student: str
    notebooks: dict[str, NotebookNode]
    files: dict[str, bytes]
    digest: str
    remarks: list[str]


def read(folder: Path, student: str, names: Iterable[str], salt: bytes = b"") -> Submission:
    """Read a submission.

    Parameters
    ----------
    folder : Path
        The folder that was handed in.
    student : str
        Who did.
    names : iterable of str
        The names of the assignment's notebooks, without ``.ipynb``.
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
        If it is too large, or none of the notebooks can be read.
    """
    contents, remarks = _contents(folder)
    digest = hashlib.sha256(salt)
    for name, data in contents.items():
        digest.update(f"{len(name)} {name} {len(data)} ".encode() + data)
    notebooks = {
        Path(name).stem: data
        for name, data in contents.items()
        if "/" not in name and name.endswith(".ipynb")
    }
    chosen, more = _choose(notebooks, list(names))
    read_ = {}
    for name, data in chosen.items():
        try:
            read_[name] = _parse(data)
        except SubmissionError as error:
            more.append(f"{name}.ipynb {error}")
    if not read_:
        raise SubmissionError("; ".join(more) or "there is no notebook")
    files = {name: data for name, data in contents.items() if not name.endswith(".ipynb")}
    return Submission(student, read_, files, digest.hexdigest(), remarks + more)


def links(folder: Path) -> list[str]:
    """List the links in a submission, by relative path."""
    return [p.relative_to(folder).as_posix() for p in sorted(_walk(folder)) if p.is_symlink()]


def _contents(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    found: dict[str, bytes] = {}
    remarks = []
    room = LARGEST_SUBMISSION
    for path in sorted(_walk(folder)):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            remarks.append(f"{name} is a link; it was not followed")
        elif path.is_file():
            size = path.stat().st_size
            room -= size
            if size > LARGEST_FILE or room < 0:
                raise SubmissionError(f"{name} is too large ({size:,} bytes)")
            found[name] = path.read_bytes()
    return found, remarks


def _walk(folder: Path) -> Iterable[Path]:
    for path in folder.iterdir():
        if path.name == ".ipynb_checkpoints":
            continue
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)


def _choose(notebooks: dict[str, bytes], names: list[str]) -> tuple[dict[str, bytes], list[str]]:
    chosen = {name: notebooks[name] for name in names if name in notebooks}
    missing = [name for name in names if name not in notebooks]
    others = [name for name in notebooks if name not in names]
    if len(missing) == 1 and len(others) == 1:
        chosen[missing[0]] = notebooks[others[0]]
        return chosen, [f"{others[0]}.ipynb was taken for {missing[0]}.ipynb"]
    return chosen, [f"{name}.ipynb is missing" for name in missing]


def _parse(data: bytes) -> NotebookNode:
    try:
        raw = json.loads(data.decode("utf-8-sig"))
        if raw.get("nbformat") != 4:
            raw = nbformat.convert(nbformat.from_dict(raw), 4)
        return nbformat.from_dict({"cells": [_tidy(cell) for cell in raw["cells"]]})
    except Exception as error:
        raise SubmissionError(f"cannot be read ({type(error).__name__}: {error})"[:300]) from None


def _tidy(cell: dict[str, object]) -> dict[str, object]:
    """Keep of a cell what is used, and make sure of it."""
    text, kind, metadata = cell.get("source", ""), cell.get("cell_type"), cell.get("metadata")
    kept = {
        "cell_type": kind if kind in ("code", "markdown", "raw") else "markdown",
        "metadata": metadata if isinstance(metadata, dict) else {},
        "source": "".join(text) if isinstance(text, list) else str(text),
    }
    return kept | {"id": cell["id"]} if isinstance(cell.get("id"), str) else kept
