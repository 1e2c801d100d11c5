"""Reading of a platform's archive, with limits, since students decide what is in it."""

import errno
import io
import posixpath
import stat
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from autograder import GradingError, one_line
from autograder.extras.lms.platforms import File as Named
from autograder.extras.lms.platforms import read_name

LARGEST = 4_000_000_000
"""Bytes that are unpacked of an archive."""
LARGEST_OF_ONE = 500_000_000
"""Bytes that are unpacked of one student's work, at most."""
MOST_TIMES, ALWAYS_OF_ONE = 20, 20_000_000
"""How much larger than the upload that may be; and the bytes that it may have in any case."""
MOST_OF_ONE = 10_000
"""Files that are unpacked of one student's work."""
LARGEST_TABLE = 20_000_000
"""Bytes of an archive's table of contents, which is read at once."""
_AT_ONCE = 1 << 20
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError)
"""What reading of an archive that is damaged, or packed in another way, raises."""
_BY_ITSELF = {"__MACOSX", ".DS_Store", "Thumbs.db", ".ipynb_checkpoints", "__pycache__"}


class File(NamedTuple):
    """A file that a student handed in."""

    path: Path
    upload: int
    prefix: str


@dataclass
class HandIn:
    """The files of one student in an archive."""

    platform: str
    id: str
    person: str
    prefix: str
    late: bool = False
    packed: list[tuple[Named, zipfile.ZipInfo]] = field(default_factory=list)
    files: dict[str, File] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    newest: int = -1
    size: int = 0
    copies: Counter[str] = field(default_factory=Counter)


@dataclass
class Archive:
    """An open archive, of which nothing is unpacked yet."""

    packed: zipfile.ZipFile
    hand_ins: list[HandIn]
    others: list[str]
    newest: datetime | None


class _Bounded(io.FileIO):
    """A file of which no reader gets much at once, whatever a size in it says."""

    def read(self, size: int | None = -1) -> bytes:
        most = LARGEST_TABLE + 1 if size is None or size < 0 else size
        data = super().read(min(most, LARGEST_TABLE + 1)) or b""
        if len(data) > LARGEST_TABLE:
            raise zipfile.BadZipFile(f"its table of contents has more than {LARGEST_TABLE:,} bytes")
        return data


@contextmanager
def open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive in which sizes may be lies; `unpacked` reads its files."""
    with _Bounded(path) as file, zipfile.ZipFile(file) as packed:
        yield packed


def unpacked(packed: zipfile.ZipFile, info: zipfile.ZipInfo | str) -> Iterator[bytes]:
    """Yield the contents of a packed file, of which little is held at once.

    A file that is damaged, encrypted or oddly packed raises one of many errors; see `_refusing`.
    """
    info = info if isinstance(info, zipfile.ZipInfo) else packed.getinfo(info)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError("it is packed by another method than deflate")
    with packed.open(info) as file:
        while part := file.read(_AT_ONCE):
            yield part


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open a bulk download, and check it: each file in it can be unpacked."""
    with _opened(path) as packed:
        with _refusing(path):
            archive = _read(packed, path)
            for hand_in in archive.hand_ins:
                for _, info in hand_in.packed:
                    for _ in unpacked(packed, info):
                        pass
        yield archive


def time_packed(path: Path) -> datetime | None:
    """Return the time of the newest file in a bulk download, of which nothing is unpacked."""
    with _opened(path) as packed:
        if not any(read_name(info.filename) for info in packed.infolist()):
            raise GradingError(f"{path} is no download of all submissions")
        return _newest(packed)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, *UNREADABLE) as error:
        raise GradingError(f"{path} cannot be read: {one_line(str(error))}") from None


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    with ExitStack() as stack:
        with _refusing(path):
            packed = stack.enter_context(open_zip(path))
        yield packed


def _read(packed: zipfile.ZipFile, path: Path) -> Archive:
    if sum(info.file_size for info in packed.infolist()) > LARGEST:
        raise GradingError(f"{path} would take more than {LARGEST:,} bytes")
    found: dict[tuple[str, str], HandIn] = {}
    others = []
    for info in packed.infolist():
        if info.is_dir() or _is_by_itself(info.filename):
            continue
        known = read_name(info.filename)
        if known is None:
            others.append(info.filename)
            continue
        platform, name = known
        made = HandIn(platform, name.id, name.person, name.prefix)
        hand_in = found.setdefault((platform, name.id), made)
        hand_in.late = hand_in.late or name.late
        if name.typed:
            hand_in.remarks.append(f"{one_line(name.path)} was typed into the platform; left out")
        elif not _is_inside(name.path) or _is_link(info):
            hand_in.remarks.append(f"{one_line(name.path)} leads elsewhere; left out")
        else:
            hand_in.packed.append((name, info))
    if not found:
        raise GradingError(
            f"{path} is no download of all submissions: no name in it is one that Moodle or "
            f"Canvas gives{f', such as {one_line(others[0])}' if others else ''}"
        )
    if len({platform for platform, _ in found}) > 1:
        raise GradingError(f"{path} has names of Moodle and of Canvas in it")
    return Archive(packed, [*found.values()], others, _newest(packed))


def unpack(archive: Archive, hand_in: HandIn, folder: Path) -> None:
    """Unpack what one student handed in, archives among it, into a folder that is empty."""
    uploaded = sum(info.file_size for _, info in hand_in.packed)
    room = min(LARGEST_OF_ONE, max(ALWAYS_OF_ONE, MOST_TIMES * uploaded))
    for name, info in hand_in.packed:
        if not _has_room(hand_in, info, room):
            continue
        path = _write(folder, unpacked(archive.packed, info))
        if name.path.lower().endswith(".zip"):
            _unpack_own(name, path, hand_in, room)
        else:
            _put(name, name.path, path, hand_in)


def _write(folder: Path, parts: Iterable[bytes]) -> Path:
    """Write a file under a name that no student has chosen."""
    descriptor, path = tempfile.mkstemp(dir=folder)
    with open(descriptor, "wb") as file:
        file.writelines(parts)
    return Path(path)


def _unpack_own(name: Named, path: Path, hand_in: HandIn, room: int) -> None:
    """Unpack an archive that the student has made; archives in it stay as they are."""
    shown = one_line(name.path)
    try:
        with open_zip(path) as inner:
            if len(inner.infolist()) > MOST_OF_ONE:
                raise ValueError(f"it has more than {MOST_OF_ONE:,} files")
            infos = [
                i for i in inner.infolist() if not i.is_dir() and not _is_by_itself(i.filename)
            ]
            shared = _shared_folder([info.filename for info in infos])
            for info in infos:
                if not _is_inside(info.filename) or _is_link(info):
                    hand_in.remarks.append(f"{one_line(info.filename)} leads elsewhere; left out")
                elif _has_room(hand_in, info, room):
                    one = _write(path.parent, unpacked(inner, info))
                    _put(name, info.filename[len(shared) :], one, hand_in)
    except Exception as error:  # one student's archive must not stop the others
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            raise  # it is the system's trouble, not the archive's
        hand_in.remarks.append(f"{shown} cannot be unpacked: {one_line(str(error))}")
        _put(name, name.path, path, hand_in)
    else:
        hand_in.remarks.append(f"{shown} was unpacked")


def _put(name: Named, wanted: str, path: Path, hand_in: HandIn) -> None:
    """Keep a file; a second one of the same name gets a number."""
    first = wanted = posixpath.normpath(wanted)
    base, dot, kind = wanted.rpartition(".")
    while wanted in hand_in.files:
        hand_in.copies[first] += 1
        number = hand_in.copies[first] + 1
        wanted = f"{base} ({number}){dot}{kind}" if dot else f"{kind} ({number})"
    hand_in.files[wanted] = File(path, name.upload, name.prefix)
    hand_in.size += path.stat().st_size
    if name.upload > hand_in.newest:
        hand_in.newest, hand_in.prefix = name.upload, name.prefix


def _has_room(hand_in: HandIn, info: zipfile.ZipInfo, room: int) -> bool:
    if hand_in.size + info.file_size <= room and len(hand_in.files) < MOST_OF_ONE:
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
