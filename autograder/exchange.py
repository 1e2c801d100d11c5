"""nbgrader's exchange among people who cannot trust each other; for `ExchangeFactory`.

In the exchange students write, so that everything there may be a trick: a folder under
another's name, a link to the gradebook, a time in the future. `Collect` takes a hand-in
only if it is what it says it is, and follows no links; what is wrong with another one is
said in a sentence, it stays where it is, and the class goes on. `ReleaseFeedback`
publishes the pages of the assignment's notebooks, and nothing else that lies beside them.
"""

import errno
import fnmatch
import os
import re
import shutil
import stat
import time
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash, parse_utc

from autograder.folders import beside, put
from autograder.sandbox.text import one_line
from autograder.submission import DEEPEST, MOST_SEEN

T = TypeVar("T")
CLOCKS_DIFFER = timedelta(minutes=1)
"""How far the clocks of machines that share an exchange may be apart."""
TO_HAND_IN = timedelta(minutes=5)
"""How long handing in may take, from the time in the name to the last file."""
SECONDS_TO_WRITE = 60
"""How long a hand-in may lack something because it is still being written."""
LONGEST_PATH = 1000
"""Bytes of the path of a file in a hand-in; where it is kept is added to them."""
_AT_ONCE = 1 << 20
_NOT_A_NAME_HERE = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL)
_LINK = (errno.ELOOP, errno.EMLINK)
_NO_FILE = (*_LINK, errno.ENXIO, errno.ENODEV)
_SAFELY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class RefusedError(Exception):
    """A hand-in is not taken; the message says why."""


class UnfinishedError(Exception):
    """A hand-in is still being written; the message says what it lacks."""


class HandIn(NamedTuple):
    """A folder in the exchange.

    Attributes
    ----------
    student, assignment : str
        Whose, and what, by its name.
    stamp : str
        When, as its name says it.
    time : datetime
        The same, in UTC.
    path : Path
        Where it is.
    """

    student: str
    assignment: str
    stamp: str
    time: datetime
    path: Path


def read_name(path: Path, assignment: str) -> HandIn:
    """Read what the name of a folder in the exchange says.

    Parameters
    ----------
    path : Path
        The folder.
    assignment : str
        What was handed in.

    Returns
    -------
    HandIn
        What the name says.

    Raises
    ------
    RefusedError
        If it says nothing that can be, such as a time in the future.

    Examples
    --------
    >>> found = read_name(Path("ada+ps1+2025-11-03 10:00:00.25 UTC+x_Y-"), "ps1")
    >>> found.student, found.time.hour
    ('ada', 10)
    >>> read_name(Path("ada+ps1+soon+x"), "ps1")
    Traceback (most recent call last):
    autograder.exchange.RefusedError: 'soon' is no time
    """
    student, stamp = split_name(path.name, assignment)
    if student in (".", "..") or one_line(student) != student:
        raise RefusedError("its name has no student in it")
    try:
        when = parse_utc(stamp)
    except (ValueError, OverflowError, TypeError):  # a ParserError is a ValueError
        raise RefusedError(f"{one_line(stamp)!r} is no time") from None
    if when > datetime.now(UTC).replace(tzinfo=None) + CLOCKS_DIFFER:
        raise RefusedError(f"{one_line(stamp)} has not come yet")
    return HandIn(student, assignment, stamp, when, path)


def split_name(name: str, assignment: str) -> tuple[str, str]:
    """Split the name of a folder in the exchange into its student and its time.

    Raises
    ------
    RefusedError
        If it has another form.

    Examples
    --------
    >>> split_name("ada+ps1+2025-11-03 10:00:00 UTC+x_Y", "ps1")
    ('ada', '2025-11-03 10:00:00 UTC')
    """
    parts = re.fullmatch(rf"(.+?)\+{re.escape(assignment)}\+([^+]+)(\+[^+]*)?", name)
    if not parts:
        raise RefusedError("its name is not STUDENT+ASSIGNMENT+TIME")
    return parts[1], parts[2]


def copy(folder: Path, to: Path, most_bytes: int) -> None:
    """Copy a folder of somebody who may change it meanwhile: real files and folders of one owner.

    Parameters
    ----------
    folder : Path
        The folder.
    to : Path
        A new folder.
    most_bytes : int
        How large it may be.

    Raises
    ------
    RefusedError
        If there is a link in it, something of another owner, or too much.
    UnfinishedError
        If something in it may not be read, or has gone.
    OSError
        If reading or writing failed for another reason, such as a full disk.
    """
    with _opened(folder.name, None, str(folder)) as top:
        if not stat.S_ISDIR(os.fstat(top).st_mode):
            raise RefusedError("it is no folder")
        _Copying(os.fstat(top).st_uid, most_bytes).folder(top, to, "")


class _Copying:
    """What is left of the limits while a folder is copied."""

    def __init__(self, owner: int, most_bytes: int) -> None:
        self._owner, self._bytes, self._entries = owner, most_bytes, MOST_SEEN

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
                self._entry(entry.name, source, to / entry.name, f"{prefix}{entry.name}")

    def _entry(self, name: str, inside: int, to: Path, shown: str) -> None:
        if len(os.fsencode(shown)) > LONGEST_PATH:
            raise RefusedError(f"{one_line(shown)} has too long a path")
        with _opened(shown, inside, name) as opened:
            found = os.fstat(opened)
            if found.st_uid != self._owner:
                raise RefusedError(f"{one_line(shown)} belongs to {_account(found.st_uid)}")
            if stat.S_ISDIR(found.st_mode):
                self.folder(opened, to, f"{shown}/")
            elif not stat.S_ISREG(found.st_mode):
                raise RefusedError(f"{one_line(shown)} is neither a file nor a folder")
            elif found.st_nlink > 1:
                raise RefusedError(f"{one_line(shown)} is a link to a file that has another name")
            else:
                with _writing(shown):
                    self._file(opened, to)

    def _file(self, source: int, to: Path) -> None:
        with to.open("xb") as file:
            while part := os.read(source, _AT_ONCE):
                self._bytes -= len(part)
                if self._bytes < 0:
                    raise RefusedError("it is too large")
                file.write(part)


@contextmanager
def _opened(shown: str, inside: int | None, name: str) -> Iterator[int]:
    """Open what is really there, and not what a link leads to."""
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
    """Refuse a name that cannot be written here; that a disk is full is nobody's who hands in."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NOT_A_NAME_HERE:
            raise
        raise RefusedError(f"{one_line(shown)} cannot be written: {error.strerror}") from None


def weaknesses(root: Path, course: str) -> list[str]:
    """What the permissions of an exchange allow students that they should not be able to do.

    Parameters
    ----------
    root : Path
        The exchange.
    course : str
        The course's id.

    Returns
    -------
    list of str
        Sentences, each with the command that mends it.
    """
    inside = root / course
    wanted = [
        (root, stat.S_IWOTH, "rename the courses' folders", "+t"),
        (inside, stat.S_IWOTH, "put folders into the course's", "o-w"),
        (inside / "inbound", stat.S_IROTH, "list what others have handed in", "o-r"),
        (inside / "outbound", stat.S_IWOTH, "change what is released", "o-w"),
        (inside / "feedback", stat.S_IROTH, "list others' feedback", "o-r"),
        (inside / "feedback", stat.S_IWOTH, "replace others' feedback", "o-w"),
    ]
    found = []
    for path, bit, harm, change in wanted:
        mode = path.lstat().st_mode if path.exists() else 0
        if mode & bit and not (change == "+t" and mode & stat.S_ISVTX):
            found.append(f"in {path} everybody can {harm}; run: chmod {change} {path}")
    return found


def foreign(root: Path, course: str) -> str | None:
    """Say which folder of a course in the exchange is not its graders' own, if any."""
    inside = root / course
    for path in (inside, inside / "inbound", inside / "outbound", inside / "feedback"):
        if path.is_symlink():
            return f"{path} is a link"
        if path.exists() and path.stat().st_uid not in (os.geteuid(), 0):
            return f"{path} belongs to {_account(path.stat().st_uid)}"
    return None


def doubt(found: HandIn, due: datetime | None) -> str | None:
    """Say what speaks against the time of a hand-in, where that makes it one in time.

    Who hands in writes that time; the time of the folder's last change is the system's.

    Parameters
    ----------
    found : HandIn
        A hand-in.
    due : datetime or None
        When the assignment is due, in UTC.

    Returns
    -------
    str or None
        A sentence for the instructor.
    """
    changed = datetime.fromtimestamp(found.path.lstat().st_ctime, UTC).replace(tzinfo=None)
    if due is None or found.time > due or changed <= max(due, found.time + TO_HAND_IN):
        return None
    return (
        f"it says that it was handed in at {found.time:%Y-%m-%d %H:%M:%S}, before the due "
        f"date; its folder was last changed at {changed:%Y-%m-%d %H:%M:%S} UTC, after it"
    )


class _Ours:
    """What collecting and releasing share."""

    root: Any
    coursedir: Any
    log: Any
    fail: Any

    def for_each(self, act: Callable[[T], object], ones: Iterable[T], what: str) -> None:
        """Act for one after the other; fail in the end where the system did not let it."""
        failed = False
        for one in ones:
            try:
                act(one)
            except OSError as error:
                failed = True
                self.log.error("%s is not %s: %s", one_line(str(one)), what, error)
        if failed:
            self.fail(f"Not all was {what}; when that is mended, run the same command again.")

    def insist_on_own_folders(self) -> None:
        """Fail where the course's folder is a student's; warn where it could become one."""
        if self.coursedir.course_id == "":
            self.fail("No course id specified. Re-run with --course flag.")
        if self.coursedir.groupshared:  # then it is the group that has to be trusted
            return
        root, course = Path(self.root), self.coursedir.course_id
        if found := foreign(root, course):
            self.fail(f"The exchange is not safe: {found}.")
        for sentence in weaknesses(root, course):
            self.log.warning("The exchange is not safe: %s", sentence)


class Collect(_Ours, ExchangeCollect):
    """Collect what students handed in; for ``c.ExchangeFactory.collect``."""

    def init_src(self) -> None:
        """Find what could be collected."""
        self.insist_on_own_folders()
        self.inbound_path = os.path.join(self.root, self.coursedir.course_id, "inbound")
        if not os.path.isdir(self.inbound_path):
            self.fail(f"Course not found: {self.inbound_path}")
        if not os.access(self.inbound_path, os.R_OK | os.X_OK):
            self.fail(f"You don't have read permissions for the directory: {self.inbound_path}")
        self.refused: dict[str, str] = {}
        """What was not taken, by the name of the folder, and why."""
        self.src_records = list(self.hand_ins())

    def copy_files(self) -> None:
        """Take for each student the hand-in that nbgrader's settings ask for."""
        due = self.due()
        by_student = defaultdict(list)
        for found in self.src_records:
            by_student[found.student].append(found)
        self.log.info(
            "Processing submissions of '%s' by %d students",
            self.coursedir.assignment_id,
            len(by_student),
        )

        def collect(student: str) -> None:
            records = sorted(by_student[student], key=lambda found: _rank(found, due))
            if not self._collect_one_of(records, due):
                self.log.info("Nothing newer to collect: %s", one_line(student))

        self.for_each(collect, sorted(by_student), "collected")

    def hand_ins(self, known: Container[str] = ()) -> Iterator[HandIn]:
        """Find the folders that are, by their names and owners, somebody's hand-in.

        Parameters
        ----------
        known : container of str
            Names of folders that are left out.

        Yields
        ------
        HandIn
            By name.
        """
        assignment = self.coursedir.assignment_id
        with os.scandir(self.inbound_path) as entries:
            ours = {entry.name for entry in entries if f"+{assignment}+" in entry.name}
        for name in sorted(name for name in ours if name not in known):
            path = Path(self.inbound_path, name)
            try:
                found = read_name(path, assignment)
                self._check_owner(found)
            except RefusedError as why:
                if fnmatch.fnmatch(name, f"{self.coursedir.student_id or '*'}+*"):
                    self.refuse(path, str(why))
            except FileNotFoundError:
                continue  # it has gone
            else:
                if fnmatch.fnmatch(found.student, self.coursedir.student_id or "*"):
                    yield found

    def take(self, found: HandIn) -> None:
        """Put a hand-in into the folder of what was submitted, whole or not at all.

        Parameters
        ----------
        found : HandIn
            One of those that were found.

        Raises
        ------
        RefusedError
            If it is not what it says it is.
        UnfinishedError
            If it is still being written.
        OSError
            If it cannot be copied, which is not the fault of whoever handed it in.
        """
        target = Path(
            self.coursedir.format_path(
                self.coursedir.submitted_directory, found.student, found.assignment
            )
        )
        with beside(target, f".collecting-{found.assignment}-") as folder:
            copied, taken = folder / "copied", folder / "taken"
            try:
                copy(found.path, copied, 1000 * self.coursedir.max_dir_size)
                _check_contents(copied, found)
                # nbgrader's rules on what is left out, and on groups.
                self.do_copy(str(copied), str(taken))  # type: ignore[no-untyped-call]
                put(taken, target)
            except UnfinishedError as lacks:
                if _is_young(found.path):
                    raise
                raise RefusedError(str(lacks)) from None
            except RuntimeError as why:  # nbgrader's limit of size
                raise RefusedError(str(why)) from None
            except shutil.Error as errors:  # a list; the first says enough
                raise OSError(errors.args[0][0][-1]) from None

    def refuse(self, path: Path, why: str) -> None:
        """Say why a hand-in is not collected; it stays where it is."""
        self.refused[path.name] = why
        self.log.warning("%s is not collected: %s", one_line(path.name), one_line(why))

    def _check_owner(self, found: HandIn) -> None:
        there = found.path.lstat()
        if not stat.S_ISDIR(there.st_mode):
            raise RefusedError("it is no folder")
        owner = _account(there.st_uid)
        if self.check_owner and owner != found.student:
            raise RefusedError(f"it says that it is {found.student}'s, but belongs to {owner}")

    def _collect_one_of(self, records: list[HandIn], due: datetime | None) -> bool:
        for found in records:
            if not self._is_wanted(found):
                return False
            try:
                self.take(found)
            except RefusedError as why:
                self.refuse(found.path, str(why))
            except UnfinishedError:
                continue
            else:
                self.log.info("Collected: %s %s", one_line(found.student), found.assignment)
                if said := doubt(found, due):
                    self.log.warning("%s: %s", one_line(found.student), said)
                return True
        return False

    def _is_wanted(self, found: HandIn) -> bool:
        """Whether nbgrader would take this in the place of what it has."""
        place = self.coursedir.format_path(
            self.coursedir.submitted_directory, found.student, found.assignment
        )
        if not os.path.isdir(place):
            return True
        before = self.coursedir.get_existing_timestamp(place)
        newer = before is None or found.time > before
        return bool((self.update and newer) or (self.before_duedate and before != found.time))

    def due(self) -> datetime | None:
        """When the assignment is due, if work in time goes before late work."""
        if not self.before_duedate:
            return None
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            try:
                due: datetime | None = gradebook.find_assignment(
                    self.coursedir.assignment_id
                ).duedate
                return due
            except MissingEntry:
                return None


class ReleaseFeedback(_Ours, ExchangeReleaseFeedback):
    """Publish feedback; for ``c.ExchangeFactory.release_feedback``."""

    def init_dest(self) -> None:
        """Find where to, and see whether it is the course's own."""
        self.insist_on_own_folders()
        super().init_dest()  # type: ignore[no-untyped-call]

    def copy_files(self) -> None:
        """Publish the pages of the assignment's notebooks."""
        excluded = set((self.coursedir.student_id_exclude or "").split(","))
        pattern = Path(self.src_path).absolute()
        students = re.compile(
            self.coursedir.format_path(
                self.coursedir.feedback_directory,
                "(?P<student_id>.*)",
                self.coursedir.assignment_id,
                escape=True,
            )
        )
        names = self._notebooks()
        pages = [
            folder / f"{name}.html"
            for folder in sorted(
                Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor)))
            )
            if (student := students.match(str(folder))) and student["student_id"] not in excluded
            for name in names
        ]
        self.for_each(self.publish, pages, "released")

    def publish(self, page: Path) -> None:
        """Publish a page, whole or not at all.

        Parameters
        ----------
        page : Path
            Where the page of a notebook is made, if there is one: ``feedback/.../NAME.html``.

        Raises
        ------
        OSError
            If it cannot be copied.
        """
        if not os.path.lexists(page):
            return
        try:
            if not is_whole(page):
                raise RefusedError("it was not written to its end; make it anew with --force")
            to = self.address(page.parent, page.stem)
        except RefusedError as why:
            self.log.warning("%s is not released: %s", page, why)
            return
        new = to.with_name(f".{to.name}.{os.getpid()}")
        try:
            shutil.copy(page, new)
            os.replace(new, to)
        finally:
            new.unlink(missing_ok=True)
        self.log.info("Feedback released: %s", page)

    def address(self, folder: Path, notebook: str) -> Path:
        """Where the student who knows the secret of the hand-in finds a page.

        Raises
        ------
        RefusedError
            If what was graded did not come through the exchange: there is no secret.
        """
        try:
            secret = (folder / "submission_secret.txt").read_text()
        except (FileNotFoundError, IsADirectoryError):
            raise RefusedError("what was graded was not handed in by the exchange") from None
        return Path(self.dest_path, f"{notebook_hash(secret=secret, notebook_id=notebook)}.html")

    def _notebooks(self) -> list[str]:
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            try:
                found = gradebook.find_assignment(self.coursedir.assignment_id).notebooks
            except MissingEntry:
                self.fail(f"No such assignment: {self.coursedir.assignment_id}")
            return [notebook.name for notebook in found]


def is_whole(page: Path) -> bool:
    r"""Whether a page is a file that was written to its end.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> page = Path(mkdtemp(), "page.html")
    >>> _ = page.write_text("<html> ... </html>\n")
    >>> is_whole(page)
    True
    """
    found = page.lstat()
    if not stat.S_ISREG(found.st_mode):
        return False
    with page.open("rb") as file:
        file.seek(max(found.st_size - 100, 0))
        return file.read().rstrip().endswith(b"</html>")


def _rank(found: HandIn, due: datetime | None) -> tuple[bool, timedelta]:
    """The newest first; but those in time before the late ones, if that is asked for."""
    return due is not None and found.time > due, datetime.min - found.time


def _check_contents(folder: Path, found: HandIn) -> None:
    for name in ("timestamp.txt", "submission_secret.txt"):
        try:
            text = (folder / name).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            raise UnfinishedError(f"{name} is missing") from None
        except (IsADirectoryError, ValueError):
            raise RefusedError(f"{name} cannot be read") from None
        if not text:
            raise UnfinishedError(f"{name} is empty")
        if name == "timestamp.txt" and text != found.stamp:
            raise RefusedError(f"timestamp.txt says another time than its name: {one_line(text)}")


def _is_young(path: Path) -> bool:
    try:
        return time.time() - path.lstat().st_ctime < SECONDS_TO_WRITE
    except FileNotFoundError:
        return True


def _account(uid: int) -> str:
    import pwd  # not on Windows, where nbgrader has no exchange

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"the unknown account {uid}"
