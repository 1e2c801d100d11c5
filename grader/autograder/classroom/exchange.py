"""nbgrader's exchange: owners and permissions of its folders, names and copies of hand-ins.

A student may give a folder any name that the file system takes. Only the format that
``nbgrader submit`` writes is accepted.
"""

import errno
import os
import pwd
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from nbgrader.exchange import ExchangeFactory

from autograder.grader.course.settings import Course
from autograder.grader.course.submission import DEEPEST, MOST_SEEN
from autograder.runner.text import one_line, storable

T = TypeVar("T")
CLOCKS_DIFFER = timedelta(minutes=1)  # at most, those of machines that share an exchange
LONGEST_STUDENT = 128  # characters of a student's id in nbgrader's gradebook
NBGRADERS_FORMAT = "%Y-%m-%d %H:%M:%S.%f %Z"
_STAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?) ([A-Za-z0-9-]{1,12})"
)
LONGEST_SECRET = 10_000  # bytes; nbgrader's own has 128
LONGEST_PATH = 1000  # bytes of the relative path of a file in a hand-in
_LINK, _NO_FILE = (errno.ELOOP, errno.EMLINK), (errno.ENXIO, errno.ENODEV)
_SAFELY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class RefusedError(Exception):
    """A hand-in is refused; the message says why."""


class UnfinishedError(Exception):
    """A hand-in is still being written; the message says what it lacks."""


class UnknownAccountError(Exception):
    """An account that the system does not know, perhaps only for the moment."""


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
            raise RefusedError(f"{one_line(stamp, 60)!r} is not a valid time") from None

    def _zone(self, word: str, when: datetime) -> tzinfo:
        """Return the time zone of an abbreviation: UTC, or the course's own at that time."""
        ours = ZoneInfo(self.zone)
        if word in ("UTC", "GMT"):
            return UTC
        if word not in {ours.tzname(when.replace(fold=fold)) for fold in (0, 1)}:
            raise ValueError(word)
        return ours


def read_name(path: Path, assignment: str, clock: Clock = Clock()) -> HandIn:  # noqa: B008  (a constant)
    """Parse the name of a folder in the exchange."""
    parts = path.name.split("+")
    if len(parts) not in (3, 4) or parts[1] != assignment or not parts[0]:
        raise RefusedError("the folder's name does not have the form STUDENT+ASSIGNMENT+TIME")
    student, _, stamp, *_ = parts
    if student in (".", "..") or one_line(student) != student or len(student) > LONGEST_STUDENT:
        raise RefusedError("the folder's name does not contain a valid student ID")
    when = clock.read(stamp)
    if when > datetime.now(UTC).replace(tzinfo=None) + CLOCKS_DIFFER:
        raise RefusedError(f"{one_line(stamp)} is in the future")
    return HandIn(student, assignment, stamp, when, path)


def copy(folder: Path, to: Path, most_bytes: int) -> float:
    """Copy regular files and folders of one owner, who may change them meanwhile."""
    with _opened(folder.name, None, str(folder)) as top:
        found = os.fstat(top)
        if not stat.S_ISDIR(found.st_mode):
            raise RefusedError("the submission is not a folder")
        _Copying(found.st_uid, most_bytes).folder(top, to, "")
    return found.st_ctime


def read_text(folder: Path, name: str, most: int) -> str:
    """Read the beginning of a text file in a student's folder, following no links."""
    with _opened(folder.name, None, str(folder)) as top, _opened(name, top, name) as file:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise RefusedError(f"{name} is not a file")
        return os.read(file, most).decode()


class _Copying:
    """A copy under way, with the rest of its limits."""

    def __init__(self, owner: int, most_bytes: int) -> None:
        self._owner, self._bytes, self._entries = owner, most_bytes, MOST_SEEN

    def folder(self, source: int, to: Path, prefix: str) -> None:
        if prefix.count("/") > DEEPEST:
            raise RefusedError(f"{one_line(prefix)} is nested too deeply")
        to.mkdir()
        with os.scandir(source) as entries:
            for entry in entries:
                self._entries -= 1
                if self._entries < 0:
                    raise RefusedError(f"the submission contains more than {MOST_SEEN:,} files")
                with _opened(f"{prefix}{entry.name}", source, entry.name) as opened:
                    self._take(opened, to / entry.name, f"{prefix}{entry.name}")

    def _take(self, opened: int, to: Path, shown: str) -> None:
        found = os.fstat(opened)
        is_folder, is_file = stat.S_ISDIR(found.st_mode), stat.S_ISREG(found.st_mode)
        why = None
        if len(os.fsencode(shown)) > LONGEST_PATH:
            why = "has a path that is too long"
        elif found.st_uid != self._owner:
            why = f"belongs to {shown_account(found.st_uid)}"
        elif not (is_folder or is_file):
            why = "is neither a file nor a folder"
        elif is_file and found.st_nlink > 1:
            why = "is a hard link to another file"
        if why:
            raise RefusedError(f"{one_line(shown)} {why}")
        if is_folder:
            self.folder(opened, to, f"{shown}/")
            return
        with to.open("xb") as file:
            while part := os.read(opened, 1 << 20):
                self._bytes -= len(part)
                if self._bytes < 0:
                    raise RefusedError("the submission is larger than max_dir_size allows")
                file.write(part)


@contextmanager
def _opened(shown: str, inside: int | None, name: str) -> Iterator[int]:
    """Open a file or folder without following links."""
    try:
        opened = os.open(name, _SAFELY, dir_fd=inside)
    except PermissionError:
        raise UnfinishedError(f"{one_line(shown)} cannot be read") from None
    except FileNotFoundError:
        raise UnfinishedError(f"{one_line(shown)} no longer exists") from None
    except OSError as error:
        if error.errno not in _LINK + _NO_FILE:
            raise
        kind = "a link" if error.errno in _LINK else "neither a file nor a folder"
        raise RefusedError(f"{one_line(shown)} is {kind}") from None
    try:
        yield opened
    finally:
        os.close(opened)


def account(uid: int) -> str:
    """Return the name of an account."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        why = f"the account {uid} is unknown, so its submissions have to wait"
        raise UnknownAccountError(why) from None


def shown_account(uid: int) -> str:
    """Return the name of an account for a message, known or not."""
    try:
        return account(uid)
    except UnknownAccountError:
        return f"the unknown account {uid}"


def weaknesses(root: Path, course: str) -> list[str]:
    """List the permissions of an exchange that allow students too much."""
    inside = root / course
    wanted = [
        (root, stat.S_IWOTH, "rename the courses' folders", "+t"),
        (inside, stat.S_IWOTH, "add folders to the course", "o-w"),
        (inside / "inbound", stat.S_IROTH, "list all submissions", "o-r"),
        (inside / "inbound", stat.S_IWOTH, "rename all submissions", "+t"),
        (inside / "outbound", stat.S_IWOTH, "change released assignments", "o-w"),
        (inside / "feedback", stat.S_IROTH, "list all feedback", "o-r"),
        (inside / "feedback", stat.S_IWOTH, "replace all feedback", "o-w"),
    ]
    return [
        f"anyone can {harm} in {path}; run: chmod {change} {path}"
        for path, bit, harm, change in wanted
        if path.exists() and (mode := path.lstat().st_mode) & bit
        if change != "+t" or not mode & stat.S_ISVTX
    ]


def foreign(root: Path, course: str) -> str | None:
    """Describe a folder of a course in the exchange that is not its graders' own, if any."""
    inside = root / course
    for path in (inside, inside / "inbound", inside / "outbound", inside / "feedback"):
        if path.is_symlink():
            return f"{path} is a link"
        if path.exists() and path.stat().st_uid not in (os.geteuid(), 0):
            return f"{path} belongs to {shown_account(path.stat().st_uid)}"
    return None


class Plugin:
    """A base class for plugins of nbgrader's exchange."""

    root: Any
    coursedir: Any
    log: Any
    fail: Any

    def for_each(self, act: Callable[[T], object], ones: Iterable[T], what: str) -> None:
        """Call a function for each item; errors are logged, and make the whole fail at the end."""
        failed = []
        for one in ones:
            try:
                act(one)
            except Exception as error:  # one item must not stop the others
                failed.append(one)
                why = error if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
                self.log.error("%s was not %s: %s", storable(str(one)), what, why)
        if failed:
            self.fail(
                f"Some items were not {what}. Correct the errors above, and run the command again."
            )

    def folder(self, step: str, student: str) -> Path:
        """Return the folder of a student's work on the assignment, such as the submitted one."""
        pattern = getattr(self.coursedir, f"{step}_directory")
        return Path(self.coursedir.format_path(pattern, student, self.coursedir.assignment_id))

    def insist_on_own_folders(self) -> None:
        """Fail if a course folder in the exchange is another's; warn of weak permissions."""
        if self.coursedir.course_id == "":
            self.fail("No course ID specified. Rerun with the --course flag.")
        if self.coursedir.groupshared:  # then it is the group that has to be trusted
            return
        root, course = Path(self.root), self.coursedir.course_id
        if found := foreign(root, course):
            self.fail(f"The exchange is not safe: {found}.")
        for sentence in weaknesses(root, course):
            self.log.warning("The exchange is not safe: %s", sentence)


def collector(course: Course) -> Any:
    """Make the plugin that collects; others than the grader's own may have no folder, `root`."""
    factory = ExchangeFactory(config=course.config)
    return factory.Collect(coursedir=course.directory, config=course.config)
