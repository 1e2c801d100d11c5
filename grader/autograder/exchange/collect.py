"""Collect from nbgrader's exchange among people who cannot trust each other; for `ExchangeFactory`.

In the exchange students write, so that everything there may be a trick: a folder under
another's name, a link to the gradebook, a time in the future. `Collect` takes a hand-in
only if it is what it says it is, and follows no links. Each folder stands alone: whatever
is wrong with it is said in a sentence, it stays where it is, and the class goes on.
"""

import fnmatch
import os
import shutil
import stat
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import parse_utc

from autograder.course.folders import beside, put
from autograder.exchange.copying import UnfinishedError, copy, lacks
from autograder.exchange.names import Clock, HandIn, RefusedError, read_name, storable
from autograder.exchange.plugin import Plugin
from autograder.exchange.release import LONGEST_SECRET
from autograder.exchange.rights import ACCOUNTS, UnknownAccountError
from autograder.gradebook.dates import Dates
from autograder.sandbox.text import one_line

TO_HAND_IN = timedelta(minutes=5)
"""How long handing in may take, from the time in the name to the last file."""
SECONDS_TO_WRITE = 60
"""How long a hand-in may lack something because it is still being written."""
LONGEST_TIME = 100
"""Bytes of a time that somebody wrote into a file."""
NEEDED = ("timestamp.txt", "submission_secret.txt")


def doubt(found: HandIn, due: datetime | None, changed: float) -> str | None:
    """Say what speaks against the time of a hand-in, where that makes it one in time.

    Who hands in writes that time; the time of the folder's last change is the system's.

    Parameters
    ----------
    found : HandIn
        A hand-in.
    due : datetime or None
        When the assignment is due, in UTC.
    changed : float
        When the system says that its folder was last changed; see `Collect.take`.

    Returns
    -------
    str or None
        A sentence for the instructor.
    """
    when = datetime.fromtimestamp(changed, UTC).replace(tzinfo=None)
    if due is None or found.time > due or when <= max(due, found.time + TO_HAND_IN):
        return None
    return (
        f"it says that it was handed in at {found.time:%Y-%m-%d %H:%M:%S}, before the due "
        f"date; its folder was last changed at {when:%Y-%m-%d %H:%M:%S} UTC, after it"
    )


class Collect(Plugin, ExchangeCollect):
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
        dates = self.dates()
        by_student = defaultdict(list)
        for found in self.src_records:
            by_student[found.student].append(found)
        self.log.info(
            "Processing submissions of '%s' by %d students",
            self.coursedir.assignment_id,
            len(by_student),
        )

        def collect(student: str) -> None:
            due = dates.of(self.coursedir.assignment_id, student) if dates else None
            records = sorted(by_student[student], key=lambda found: _rank(found, due))
            if not self._collect_one_of(records, due):
                self.log.info("Nothing newer to collect: %s", one_line(student))

        self.for_each(collect, sorted(by_student), "collected")

    def hand_ins(self) -> Iterator[HandIn]:
        """Find the folders that are, by their names and owners, somebody's hand-in.

        Yields
        ------
        HandIn
            By name.
        """
        wanted = f"{self.coursedir.student_id or '*'}+*"
        names = [name for name in os.listdir(self.inbound_path) if self.is_ours(name)]
        for name in sorted(name for name in names if fnmatch.fnmatch(name, wanted)):
            try:
                yield self.judged(name)
            except FileNotFoundError:
                continue  # it has gone
            except UnknownAccountError as why:
                self.log.warning("%s is not collected yet: %s", storable(name), why)
            except RefusedError as why:
                self.refuse(name, str(why))
            except Exception as error:  # each folder stands alone
                self.refuse(name, f"{type(error).__name__}: {error}")

    def is_ours(self, name: str) -> bool:
        """Whether a folder says that it is a hand-in of this assignment."""
        return f"+{self.coursedir.assignment_id}+" in name

    def judged(self, name: str) -> HandIn:
        """Read the name of a folder, and see whether it belongs to whom it names.

        Parameters
        ----------
        name : str
            As the system tells it.

        Raises
        ------
        RefusedError
            If it is nobody's hand-in.
        UnknownAccountError
            If the system does not know the owner now.
        OSError
            If it has gone, or the system fails.
        """
        path = Path(self.inbound_path, name)
        found = read_name(path, self.coursedir.assignment_id, self._clock())
        there = path.lstat()
        if not stat.S_ISDIR(there.st_mode):
            raise RefusedError("it is no folder")
        if self.check_owner and (owner := ACCOUNTS.name(there.st_uid)) != found.student:
            raise RefusedError(f"it says that it is {found.student}'s, but belongs to {owner}")
        return found

    def owner(self, name: str) -> str:
        """Name whoever owns a folder, for a sentence."""
        try:
            return ACCOUNTS.shown(Path(self.inbound_path, name).lstat().st_uid)
        except OSError:
            return "nobody any more"

    def take(self, found: HandIn) -> float:
        """Put a hand-in into the folder of what was submitted, whole or not at all.

        Parameters
        ----------
        found : HandIn
            One of those that were found.

        Returns
        -------
        float
            When the system says that its folder was last changed, as `time.time` has it.

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
                if lacking := lacks(found.path, NEEDED):  # it is not copied again and again
                    raise UnfinishedError(lacking)
                changed = copy(found.path, copied, 1000 * self.coursedir.max_dir_size)
                _check_contents(copied, found)
                # nbgrader's rules on what is left out, and on groups.
                self.do_copy(str(copied), str(taken))  # type: ignore[no-untyped-call]
                put(taken, target)
                return changed
            except UnfinishedError as why:
                if _is_young(found.path):
                    raise
                raise RefusedError(str(why)) from None
            except RuntimeError as why:  # nbgrader's limit of size
                raise RefusedError(str(why)) from None
            except shutil.Error as errors:  # a list; the first says enough
                raise OSError(errors.args[0][0][-1]) from None
            except (OSError, RefusedError):
                raise
            except Exception as error:  # each folder stands alone
                raise RefusedError(f"{type(error).__name__}: {error}") from None

    def refuse(self, name: str, why: str) -> None:
        """Say why a hand-in is not collected; it stays where it is."""
        self.refused[name] = why
        self.log.warning("%s is not collected: %s", storable(name), one_line(why))

    def _clock(self) -> Clock:
        return Clock(self.timestamp_format, self.timezone)

    def _collect_one_of(self, records: list[HandIn], due: datetime | None) -> bool:
        for found in records:
            if not self._is_wanted(found):
                return False
            try:
                changed = self.take(found)
            except RefusedError as why:
                self.refuse(found.path.name, str(why))
            except UnfinishedError:
                continue
            else:
                self.log.info("Collected: %s %s", one_line(found.student), found.assignment)
                if said := doubt(found, due, changed):
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
        before = self.time_of(Path(place))
        newer = before is None or found.time > before
        return bool((self.update and newer) or (self.before_duedate and before != found.time))

    def time_of(self, folder: Path) -> datetime | None:
        """When what is in a folder was handed in, in UTC; None if that cannot be read."""
        try:
            with (folder / "timestamp.txt").open("rb") as file:
                text = file.read(LONGEST_TIME).decode().strip()
            try:
                return self._clock().read(text)
            except RefusedError:  # an instructor may have written it in another way
                found: datetime = parse_utc(text)
                return found
        except Exception:  # whatever stands there, and whatever a guessing parser makes of it
            return None

    def dates(self) -> Dates | None:
        """When each student's work is due, if work in time goes before late work."""
        if not self.before_duedate:
            return None
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            return Dates(gradebook)


def _rank(found: HandIn, due: datetime | None) -> tuple[bool, timedelta]:
    """The newest first; but those in time before the late ones, if that is asked for."""
    return due is not None and found.time > due, datetime.min - found.time


def _check_contents(folder: Path, found: HandIn) -> None:
    for name in NEEDED:
        try:
            with (folder / name).open(encoding="utf-8") as file:
                text = file.read(LONGEST_SECRET).strip()
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
