"""A safe `ExchangeCollect` for `ExchangeFactory`: everything in the exchange may be forged.

`Collect` checks owner, name and time of a hand-in, and follows no links. A folder that is refused
stays where it is, with a message, and does not hold up the others.
"""

import fnmatch
import os
import shutil
import stat
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import parse_utc

from autograder.classroom import exchange
from autograder.grader.course.folders import beside, put
from autograder.grader.gradebook.dates import Dates
from autograder.runner.text import one_line, storable

TO_HAND_IN = timedelta(minutes=5)  # at most, from the time in the name to the last file
SECONDS_TO_WRITE = 60  # a hand-in that lacks a file counts so long as still being written
LONGEST_TIME = 100  # bytes that are read of a file with a time
NEEDED = ("timestamp.txt", "submission_secret.txt")


def doubt(found: exchange.HandIn, due: datetime | None, changed: float) -> str | None:
    """Explain why the time of a hand-in, which its owner writes, is doubtful and decides."""
    when = datetime.fromtimestamp(changed, UTC).replace(tzinfo=None)
    if due is None or found.time > due or when <= max(due, found.time + TO_HAND_IN):
        return None
    return (
        f"the submission's timestamp, {found.time:%Y-%m-%d %H:%M:%S} UTC, is before the due date, "
        f"but the folder was last changed at {when:%Y-%m-%d %H:%M:%S} UTC"
    )


class Collect(exchange.Plugin, ExchangeCollect):
    """The plugin for ``c.ExchangeFactory.collect``: collects hand-ins."""

    def init_src(self) -> None:
        """Find the hand-ins that could be collected."""
        self.insist_on_own_folders()
        self.inbound_path = os.path.join(self.root, self.coursedir.course_id, "inbound")
        if not os.path.isdir(self.inbound_path):
            self.fail(f"Course not found: {self.inbound_path}")
        if not os.access(self.inbound_path, os.R_OK | os.X_OK):
            self.fail(f"You don't have read permissions for the directory: {self.inbound_path}")
        self.refused: dict[str, str] = {}  # the reasons why folders were not collected, by name
        self.src_records = list(self.hand_ins())

    def copy_files(self) -> None:
        """Collect for each student the hand-in that nbgrader's settings ask for."""
        dates = self.dates()
        name = self.coursedir.assignment_id
        by_student = defaultdict(list)
        for found in self.src_records:
            by_student[found.student].append(found)
        self.log.info("Processing submissions of '%s' by %d students", name, len(by_student))

        def collect(student: str) -> None:
            due = dates.of(name, student) if dates else None
            records = sorted(by_student[student], key=lambda found: _rank(found, due))
            if not self._collect_one_of(records, due):
                self.log.info("No newer submission to collect: %s", one_line(student))

        self.for_each(collect, sorted(by_student), "collected")

    def hand_ins(self) -> Iterator[exchange.HandIn]:
        """Yield the folders that are hand-ins by their names and owners."""
        wanted = f"{self.coursedir.student_id or '*'}+*"
        names = [name for name in os.listdir(self.inbound_path) if self.is_ours(name)]
        for name, found in self.sift(sorted(fnmatch.filter(names, wanted))):
            if isinstance(found, exchange.HandIn):
                yield found
            elif isinstance(found, exchange.UnknownAccountError):
                self.log.warning("%s has not been collected yet: %s", storable(name), found)
            else:
                self.refuse(name, str(found))

    def sift(self, names: Iterable[str]) -> Iterator[tuple[str, exchange.HandIn | Exception]]:
        """Yield for each folder the hand-in that it is, or why it is none."""
        for name in names:
            try:
                yield name, self.judged(name)
            except FileNotFoundError:
                continue  # removed meanwhile
            except (OSError, exchange.RefusedError, exchange.UnknownAccountError) as why:
                yield name, why
            except Exception as error:  # one folder must not stop the others
                yield name, exchange.RefusedError(f"{type(error).__name__}: {error}")

    def is_ours(self, name: str) -> bool:
        """Tell whether a folder's name is that of a hand-in of this assignment."""
        return f"+{self.coursedir.assignment_id}+" in name

    def judged(self, name: str) -> exchange.HandIn:
        """Parse the name of a folder, and check that its owner is the student it names."""
        path = Path(self.inbound_path, name)
        found = exchange.read_name(path, self.coursedir.assignment_id, self._clock())
        there = path.lstat()
        if not stat.S_ISDIR(there.st_mode):
            raise exchange.RefusedError("the submission is not a folder")
        if self.check_owner and (owner := exchange.account(there.st_uid)) != found.student:
            raise exchange.RefusedError(
                f"the folder is named for {found.student}, but it belongs to {owner}"
            )
        return found

    def owner(self, name: str) -> str:
        """Return the owner's name of a folder, for a message."""
        try:
            return exchange.shown_account(Path(self.inbound_path, name).lstat().st_uid)
        except OSError:
            return "a deleted account"

    def take(self, found: exchange.HandIn) -> float:
        """Copy a hand-in into the folder of submissions, atomically."""
        target = self.folder("submitted", found.student)
        with beside(target, ".collecting-") as folder:
            copied, taken = folder / "copied", folder / "taken"
            try:
                changed = exchange.copy(found.path, copied, 1000 * self.coursedir.max_dir_size)
                _check_contents(copied, found)
                # nbgrader's rules on ignored files, and on groups.
                self.do_copy(str(copied), str(taken))  # type: ignore[no-untyped-call]
                put(taken, target)
                return changed
            except exchange.UnfinishedError as why:
                if _is_young(found.path):
                    raise
                raise exchange.RefusedError(str(why)) from None
            except RuntimeError as why:  # nbgrader's limit of size
                raise exchange.RefusedError(str(why)) from None
            except shutil.Error as errors:  # a list; the first says enough
                raise OSError(errors.args[0][0][-1]) from None
            except (OSError, exchange.RefusedError):
                raise
            except Exception as error:  # one folder must not stop the others
                raise exchange.RefusedError(f"{type(error).__name__}: {error}") from None

    def refuse(self, name: str, why: str) -> None:
        """Note and log why a hand-in is not collected; it stays where it is."""
        self.refused[name] = why
        self.log.warning("%s was not collected: %s", storable(name), one_line(why))

    def _clock(self) -> exchange.Clock:
        return exchange.Clock(self.timestamp_format, self.timezone)

    def _collect_one_of(self, records: list[exchange.HandIn], due: datetime | None) -> bool:
        for found in records:
            if not self._is_wanted(found):
                return False
            try:
                changed = self.take(found)
            except exchange.RefusedError as why:
                self.refuse(found.path.name, str(why))
            except exchange.UnfinishedError:
                continue
            else:
                self.log.info("Collected: %s %s", one_line(found.student), found.assignment)
                if said := doubt(found, due, changed):
                    self.log.warning("%s: %s", one_line(found.student), said)
                return True
        return False

    def _is_wanted(self, found: exchange.HandIn) -> bool:
        """Tell whether nbgrader would collect this hand-in in place of an earlier one."""
        place = self.folder("submitted", found.student)
        if not place.is_dir():
            return True
        before = self.time_of(place)
        newer = before is None or found.time > before
        return bool((self.update and newer) or (self.before_duedate and before != found.time))

    def time_of(self, folder: Path) -> datetime | None:
        """Read when a collected submission was handed in, in UTC; None if that cannot be read."""
        try:
            with (folder / "timestamp.txt").open("rb") as file:
                text = file.read(LONGEST_TIME).decode().strip()
            try:
                return self._clock().read(text)
            except exchange.RefusedError:  # an instructor may have written it in another way
                found: datetime = parse_utc(text)
                return found
        except Exception:  # any text may stand there, and the guessing parser raises many errors
            return None

    def dates(self) -> Dates | None:
        """Read the due dates, if work in time is preferred to late work."""
        if not self.before_duedate:
            return None
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            return Dates(gradebook)


def _rank(found: exchange.HandIn, due: datetime | None) -> tuple[bool, timedelta]:
    # The newest first; with a due date, work in time before late work.
    return due is not None and found.time > due, datetime.min - found.time


def _check_contents(folder: Path, found: exchange.HandIn) -> None:
    for name in NEEDED:
        try:
            with (folder / name).open(encoding="utf-8") as file:
                text = file.read(exchange.LONGEST_SECRET).strip()
        except FileNotFoundError:
            raise exchange.UnfinishedError(f"{name} is missing") from None
        except (IsADirectoryError, ValueError):
            raise exchange.RefusedError(f"{name} cannot be read") from None
        if not text:
            raise exchange.UnfinishedError(f"{name} is empty")
        if name == "timestamp.txt" and text != found.stamp:
            raise exchange.RefusedError(
                f"timestamp.txt differs from the time in the folder name: {one_line(text)}"
            )


def _is_young(path: Path) -> bool:
    try:
        return time.time() - path.lstat().st_ctime < SECONDS_TO_WRITE
    except FileNotFoundError:
        return True
