"""Reading of a platform's archive, in which students decide what files are called.

Names are read and judged before anything is unpacked. An archive that a student has handed in
is a file like others.
"""

import errno
import posixpath
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import fsencode
from pathlib import Path

from autograder import GradingError, one_line
from autograder.extras.lms.platforms import File, read_name

LARGEST = 4_000_000_000
"""Bytes that are unpacked of an archive."""
LONGEST_PATH, DEEPEST = 1000, 100
"""Bytes of a file's path, and levels of folders."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_BY_ITSELF = {"__MACOSX", ".DS_Store", "Thumbs.db", ".ipynb_checkpoints", "__pycache__"}


@dataclass
class ArchivedHandIn:
    """What one student handed in, by the names that the files are to have."""

    platform: str
    id: str
    person: str
    prefix: str
    late: bool = False
    files: dict[str, tuple[zipfile.ZipInfo, File]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


@dataclass
class Archive:
    """An open archive."""

    packed: zipfile.ZipFile
    hand_ins: list[ArchivedHandIn]
    others: list[str]

    def unpack(self, hand_in: ArchivedHandIn, folder: Path) -> None:
        """Unpack what one student handed in into a new folder."""
        folder.mkdir()
        for name, (info, _) in hand_in.files.items():
            to = folder / name
            try:
                to.parent.mkdir(parents=True, exist_ok=True)
                with self.packed.open(info) as file, to.open("xb") as written:
                    shutil.copyfileobj(file, written)
            except OSError as error:
                if error.errno in _NO_ROOM:
                    raise
                why = f"was left out, because it cannot be written ({error.strerror})"
                hand_in.remarks.append(f"{one_line(name)[:100]} {why}")


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open a bulk download, and check that each file in it can be unpacked."""
    try:
        packed = zipfile.ZipFile(path)
        infos = packed.infolist()
        if sum(info.file_size for info in infos) > LARGEST:
            raise ValueError(f"it would need more than {LARGEST:,} bytes")
        if any(info.compress_type not in _METHODS for info in infos):
            raise ValueError("it uses a compression method other than deflate")
        if spoiled := packed.testzip():
            raise ValueError(f"Bad CRC-32 for file {spoiled}")
    except Exception as error:  # what is damaged or encrypted raises one of many
        raise GradingError(f"{path} cannot be read: {one_line(str(error))}") from None
    with packed:
        yield _read(packed, path)


def is_download(path: Path) -> bool:
    """Tell whether a file is a platform's download of all submissions."""
    try:
        with zipfile.ZipFile(path) as packed:
            return any(map(read_name, packed.namelist()))
    except Exception:  # any file may lie there
        return False


def _read(packed: zipfile.ZipFile, path: Path) -> Archive:
    files = [info for info in packed.infolist() if not (info.is_dir() or _is_by_itself(info))]
    known = [(info, read) for info in files if (read := read_name(info.filename))]
    others = [info.filename for info in files if not read_name(info.filename)]
    if not known:
        strange = (
            f"{one_line(others[0])} is not a file name from Moodle or Canvas" if others else ""
        )
        raise GradingError(
            f"{path} does not seem to be a download of all submissions, because "
            f"{strange or 'it is empty'}"
        )
    if len({platform for _, (platform, _) in known}) > 1:
        raise GradingError(f"{path} contains file names from both Moodle and Canvas")
    found: dict[str, ArchivedHandIn] = {}
    for info, (platform, name) in sorted(known, key=lambda one: one[1][1].upload):
        hand_in = found.setdefault(
            name.id, ArchivedHandIn(platform, name.id, name.person, name.prefix)
        )
        hand_in.late |= name.late
        if why := _reason_to_leave_out(info, name):
            hand_in.remarks.append(f"{one_line(name.path)[:100]} was left out, because {why}")
            continue
        if name.path.lower().endswith(".zip"):
            hand_in.remarks.append(f"{one_line(name.path)} is an archive, so it was not unpacked")
        hand_in.prefix = name.prefix
        place = posixpath.normpath(name.path)
        if place in hand_in.files:
            hand_in.remarks.append(f"{one_line(name.path)} occurs twice; the last copy was used")
        hand_in.files[place] = info, name
    return Archive(packed, [*found.values()], others)


def _reason_to_leave_out(info: zipfile.ZipInfo, name: File) -> str:
    parts = name.path.replace("\\", "/").split("/")
    if name.typed:
        return "it was typed directly into the platform"
    if not parts[0] or ".." in parts or ":" in parts[0] or stat.S_ISLNK(info.external_attr >> 16):
        return "it points outside the folder"
    if posixpath.normpath(name.path) == ".":
        return "it has no name"
    too_long = len(fsencode(name.path)) > LONGEST_PATH or len(parts) > DEEPEST
    return "it is nested too deeply" if too_long else ""


def _is_by_itself(info: zipfile.ZipInfo) -> bool:
    """Tell whether a program has put a file there, and no student."""
    return not _BY_ITSELF.isdisjoint(info.filename.split("/"))
