"""Hand-ins in the exchange: their names, and copies of what their owners may still change.

A student may give a folder any name that the file system takes, so that only the one format
that ``nbgrader submit`` writes is accepted.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from autograder.classroom.rights import shown_account
from autograder.grader.course.folders import MOST_HOLES, has_holes
from autograder.grader.course.submission import DEEPEST, MOST_SEEN
from autograder.runner.text import one_line

CLOCKS_DIFFER = timedelta(minutes=1)
"""The largest difference between the clocks of machines that share an exchange."""
LONGEST_STUDENT = 128
"""Characters of a student's id in nbgrader's gradebook."""
NBGRADERS_FORMAT = "%Y-%m-%d %H:%M:%S.%f %Z"
_STAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?) ([A-Za-z0-9-]{1,12})"
)
LONGEST_PATH = 1000
"""Bytes of the relative path of a file in a hand-in."""
_AT_ONCE = 1 << 20
_NOT_A_NAME_HERE = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL)
_LINK = (errno.ELOOP, errno.EMLINK)
_NO_FILE = (*_LINK, errno.ENXIO, errno.ENODEV)
_SAFELY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class RefusedError(Exception):
    """A hand-in is refused; the message says why."""


class UnfinishedError(Exception):
    """A hand-in is still being written; the message says what it lacks."""


class HandIn(NamedTuple):
    """A hand-in: a folder in the exchange. `time` is its `stamp` in UTC."""

    student: str
    assignment: str
    stamp: str
    time: datetime
    path: Path


class Clock(NamedTuple):
    """The format of nbgrader's times: ``c.Exchange.timestamp_format`` and ``timezone``."""

    format: str = NBGRADERS_FORMAT
    zone: str = "UTC"

    def read(self, stamp: str) -> datetime:
        """Parse a time; return it in UTC."""
        try:
            if self.format != NBGRADERS_FORMAT:
                when = datetime.strptime(stamp[:100], self.format)
                zone: tzinfo = ZoneInfo(self.zone)
            elif parts := _STAMP.fullmatch(stamp):
                when = datetime.fromisoformat(parts[1])
                zone = self._zone(parts[2], when)
            else:
                raise ValueError(stamp)
            aware = when if when.tzinfo else when.replace(tzinfo=zone)
            return aware.astimezone(UTC).replace(tzinfo=None)
        except (ValueError, OverflowError, KeyError):
            raise RefusedError(f"{one_line(stamp, 60)!r} is no time") from None

    def _zone(self, word: str, when: datetime) -> tzinfo:
        """Return the time zone of an abbreviation: UTC, or the course's own at that time."""
        if word in ("UTC", "GMT"):
            return UTC
        ours = ZoneInfo(self.zone)
        if word not in {ours.tzname(when.replace(fold=fold)) for fold in (0, 1)}:
            raise ValueError(word)
        return ours


def read_name(path: Path, assignment: str, clock: Clock = Clock()) -> HandIn:  # noqa: B008  (a constant)
    """Parse the name of a folder in the exchange."""
    student, stamp = split_name(path.name, assignment)
    if student in (".", "..") or one_line(student) != student or len(student) > LONGEST_STUDENT:
        raise RefusedError("its name has no student in it")
    when = clock.read(stamp)
    if when > datetime.now(UTC).replace(tzinfo=None) + CLOCKS_DIFFER:
        raise RefusedError(f"{one_line(stamp)} has not come yet")
    return HandIn(student, assignment, stamp, when, path)


def split_name(name: str, assignment: str) -> tuple[str, str]:
    """Split the name of a folder in the exchange into student and time."""
    parts = name.split("+")
    if len(parts) not in (3, 4) or parts[1] != assignment or not parts[0]:
        raise RefusedError("its name is not STUDENT+ASSIGNMENT+TIME")
    return parts[0], parts[2]


def copy(folder: Path, to: Path, most_bytes: int) -> float:
    """Copy regular files and folders of one owner, who may change them meanwhile."""
    with _opened(folder.name, None, str(folder)) as top:
        found = os.fstat(top)
        if not stat.S_ISDIR(found.st_mode):
            raise RefusedError("it is no folder")
        _Copying(found.st_uid, most_bytes).folder(top, to, "")
    return found.st_ctime


def read_text(folder: Path, name: str, most: int) -> str:
    """Read the beginning of a text file in a student's folder, following no links."""
    with _opened(folder.name, None, str(folder)) as top, _opened(name, top, name) as file:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise RefusedError(f"{name} is no file")
        return os.read(file, most).decode()


class _Copying:
    """A copy under way, with the rest of its limits."""

    def __init__(self, owner: int, most_bytes: int) -> None:
        self._owner, self._bytes, self._entries = owner, most_bytes, MOST_SEEN
        self._holes = MOST_HOLES

    def folder(self, source: int, to: Path, prefix: str) -> None:
        if prefix.count("/") > DEEPEST:
            raise RefusedError(f"{one_line(prefix)} is nested too deeply")
        with _writing(prefix):
            to.mkdir()
        with os.scandir(source) as entries:
            for entry in entries:
                self._entries -= 1
                if self._entries < 0:
                    raise RefusedError(f"it has more than {MOST_SEEN:,} files")
                with _opened(f"{prefix}{entry.name}", source, entry.name) as opened:
                    self._take(opened, to / entry.name, f"{prefix}{entry.name}")

    def _take(self, opened: int, to: Path, shown: str) -> None:
        found = os.fstat(opened)
        is_folder, is_file = stat.S_ISDIR(found.st_mode), stat.S_ISREG(found.st_mode)
        # A copy of a sparse file takes its full size.
        self._holes -= max(0, found.st_size - 512 * found.st_blocks) if is_file else 0
        why = None
        if len(os.fsencode(shown)) > LONGEST_PATH:
            why = "has too long a path"
        elif found.st_uid != self._owner:
            why = f"belongs to {shown_account(found.st_uid)}"
        elif not (is_folder or is_file):
            why = "is neither a file nor a folder"
        elif is_file and found.st_nlink > 1:
            why = "is a link to a file that has another name"
        elif is_file and self._holes < 0 and has_holes(found):
            why = "is larger than the room that it takes"
        if why:
            raise RefusedError(f"{one_line(shown)} {why}")
        if is_folder:
            self.folder(opened, to, f"{shown}/")
            return
        with _writing(shown), to.open("xb") as file:
            while part := os.read(opened, _AT_ONCE):
                self._bytes -= len(part)
                if self._bytes < 0:
                    raise RefusedError("it is too large")
                file.write(part)


@contextmanager
def _opened(shown: str, inside: int | None, name: str) -> Iterator[int]:
    """Open a file or folder without following links."""
    try:
        opened = os.open(name, _SAFELY, dir_fd=inside)
    except PermissionError:
        raise UnfinishedError(f"{one_line(shown)} may not be read") from None
    except FileNotFoundError:
        raise UnfinishedError(f"{one_line(shown)} has gone") from None
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise
        kind = "a link" if error.errno in _LINK else "neither a file nor a folder"
        raise RefusedError(f"{one_line(shown)} is {kind}") from None
    try:
        yield opened
    finally:
        os.close(opened)


@contextmanager
def _writing(shown: str) -> Iterator[None]:
    """Refuse names that this file system cannot write; other errors, such as a full disk, pass."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NOT_A_NAME_HERE:
            raise
        raise RefusedError(f"{one_line(shown)} cannot be written: {error.strerror}") from None
