"""Reading of a platform's archive, with limits, since students decide what is in it."""

import io
import posixpath
import stat
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from autograder.course.settings import GradingError
from autograder.exchange.lms.names import Name, read_name
from autograder.sandbox.text import one_line

LARGEST = 4_000_000_000
"""Bytes that are unpacked of an archive."""
LARGEST_OF_ONE = 500_000_000
"""Bytes that are unpacked of one student's work."""
MOST_OF_ONE = 10_000
"""Files that are unpacked of one student's work."""
_ENTRY = b"PK\1\2"
"""The mark of each file in an archive's table of contents."""
_BY_ITSELF = {"__MACOSX", ".DS_Store", "Thumbs.db", ".ipynb_checkpoints", "__pycache__"}


class File(NamedTuple):
    """A file that a student handed in.

    Attributes
    ----------
    data : bytes
        Its contents.
    upload : int
        Canvas's number of the upload.
    prefix : str
        The platform's prefix of its name.
    """

    data: bytes
    upload: int
    prefix: str


@dataclass
class HandIn:
    """The files of one student in an archive.

    Attributes
    ----------
    platform, id, person : str
        As in `Name`.
    prefix : str
        The prefix of the files' names; on Canvas that of the latest upload.
    late : bool
        True if the platform says that it was late.
    files : dict of str to File
        The files under the names that the student gave them.
    remarks : list of str
        Anything unusual.
    newest : int
        Canvas's number of the latest upload among the files.
    size : int
        The bytes of the files.
    copies : Counter of str
        How many files have had a name that was there.
    """

    platform: str
    id: str
    person: str
    prefix: str
    late: bool = False
    files: dict[str, File] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    newest: int = -1
    size: int = 0
    copies: Counter[str] = field(default_factory=Counter)


@dataclass
class Archive:
    """The contents of an archive.

    Attributes
    ----------
    hand_ins : list of HandIn
        The hand-ins, one for each student.
    others : list of str
        Files whose names no platform gives.
    newest : datetime or None
        The time of its newest file, as the archive has it.
    """

    hand_ins: list[HandIn]
    others: list[str]
    newest: datetime | None


def read_archive(path: Path) -> Archive:
    """Read a bulk download.

    Parameters
    ----------
    path : Path
        The archive.

    Raises
    ------
    GradingError
        If it is not an archive, not one of a platform, or would be too large.
    """
    with _opened(path) as packed:
        return _read(packed, path)


def time_packed(path: Path) -> datetime | None:
    """Return the time of the newest file in a bulk download, of which nothing is unpacked.

    Raises
    ------
    GradingError
        If it is not an archive, or not one of a platform.
    """
    with _opened(path) as packed:
        if not any(read_name(info.filename) for info in packed.infolist()):
            raise GradingError(f"{path} is no download of all submissions")
        return _newest(packed)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as packed:
            yield packed
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise GradingError(f"{path} cannot be read: {one_line(str(error))}") from None


def _read(packed: zipfile.ZipFile, path: Path) -> Archive:
    if sum(info.file_size for info in packed.infolist()) > LARGEST:
        raise GradingError(f"{path} would take more than {LARGEST:,} bytes")
    found: dict[tuple[str, str], HandIn] = {}
    others, names = [], []
    for info in packed.infolist():
        if info.is_dir() or _is_by_itself(info.filename):
            continue
        name = read_name(info.filename)
        if name is None:
            others.append(info.filename)
            continue
        names.append(name)
        key = name.platform, name.id
        hand_in = found.setdefault(key, HandIn(name.platform, name.id, name.person, name.prefix))
        _take(packed, info, name, hand_in)
    if not found:
        raise GradingError(
            f"{path} is no download of all submissions: no name in it is one that Moodle or "
            f"Canvas gives{f', such as {one_line(others[0])}' if others else ''}"
        )
    if len({name.platform for name in names}) > 1:
        raise GradingError(f"{path} has names of Moodle and of Canvas in it")
    return Archive([*found.values()], others, _newest(packed))


def _take(packed: zipfile.ZipFile, info: zipfile.ZipInfo, name: Name, hand_in: HandIn) -> None:
    hand_in.late = hand_in.late or name.late
    if name.typed:
        hand_in.remarks.append(f"{one_line(name.path)} was typed into the platform; left out")
        return
    if not _is_inside(name.path) or _is_link(info):
        hand_in.remarks.append(f"{one_line(name.path)} leads elsewhere; left out")
        return
    if not _has_room(hand_in, info):
        return
    data = packed.read(info)
    if name.path.lower().endswith(".zip"):
        _unpack(name, data, hand_in)
    else:
        _put(name, name.path, data, hand_in)


def _unpack(name: Name, data: bytes, hand_in: HandIn) -> None:
    """Unpack an archive that the student has made; archives in it stay as they are."""
    shown = one_line(name.path)
    try:
        if data.count(_ENTRY) > MOST_OF_ONE:  # before Python reads them all
            raise ValueError(f"it has more than {MOST_OF_ONE:,} files")
        with zipfile.ZipFile(io.BytesIO(data)) as inner:
            infos = [
                i for i in inner.infolist() if not i.is_dir() and not _is_by_itself(i.filename)
            ]
            shared = _shared_folder([info.filename for info in infos])
            for info in infos:
                inside = info.filename[len(shared) :]
                if not _is_inside(info.filename) or _is_link(info):
                    hand_in.remarks.append(f"{one_line(info.filename)} leads elsewhere; left out")
                elif _has_room(hand_in, info):
                    _put(name, inside, inner.read(info), hand_in)
    except Exception as error:  # one student's archive must not stop the others
        hand_in.remarks.append(f"{shown} cannot be unpacked: {one_line(str(error))}")
        _put(name, name.path, data, hand_in)
    else:
        hand_in.remarks.append(f"{shown} was unpacked")


def _put(name: Name, path: str, data: bytes, hand_in: HandIn) -> None:
    """Keep a file; a second one of the same name gets a number."""
    first = path = posixpath.normpath(path)
    base, dot, kind = path.rpartition(".")
    while path in hand_in.files:
        hand_in.copies[first] += 1
        number = hand_in.copies[first] + 1
        path = f"{base} ({number}){dot}{kind}" if dot else f"{kind} ({number})"
    hand_in.files[path] = File(data, name.upload, name.prefix)
    hand_in.size += len(data)
    if name.upload > hand_in.newest:
        hand_in.newest, hand_in.prefix = name.upload, name.prefix


def _has_room(hand_in: HandIn, info: zipfile.ZipInfo) -> bool:
    size = hand_in.size + info.file_size
    if size <= LARGEST_OF_ONE and len(hand_in.files) < MOST_OF_ONE:
        return True
    hand_in.remarks.append(f"{one_line(info.filename)} is too much; left out")
    return False


def _shared_folder(names: list[str]) -> str:
    """Return the folder that all files are in, if there is one, as most programs pack it."""
    first = {name.partition("/")[0] for name in names if "/" in name}
    return f"{first.pop()}/" if len(first) == 1 and all("/" in name for name in names) else ""


def _is_by_itself(name: str) -> bool:
    return not _BY_ITSELF.isdisjoint(name.split("/"))


def _is_inside(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return not (name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\0" in name)


def _is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


def _newest(packed: zipfile.ZipFile) -> datetime | None:
    when = max((info.date_time for info in packed.infolist()), default=None)
    try:
        return datetime(*when) if when else None
    except ValueError:
        return None


def notebooks_of(hand_in: HandIn) -> Iterator[str]:
    """Yield the notebooks at the top of a hand-in, Canvas's latest upload first."""
    names = [name for name in hand_in.files if name.endswith(".ipynb") and "/" not in name]
    yield from sorted(names, key=lambda name: -hand_in.files[name].upload)
