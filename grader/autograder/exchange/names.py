"""Names of folders in the exchange: strict parsing, and escaping for storage.

A student may give a folder any name that the file system takes, so that only the one format
that ``nbgrader submit`` writes is accepted.
"""

import hashlib
import os
import re
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from autograder.sandbox.text import one_line

CLOCKS_DIFFER = timedelta(minutes=1)
"""The largest difference between the clocks of machines that share an exchange."""
LONGEST_STUDENT = 128
"""Characters of a student's id in nbgrader's gradebook."""
LONGEST_STORED = 255
"""Characters of a folder's name in the table of attempts."""
NBGRADERS_FORMAT = "%Y-%m-%d %H:%M:%S.%f %Z"
_STAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?) ([A-Za-z0-9-]{1,12})"
)


class RefusedError(Exception):
    """A hand-in is refused; the message says why."""


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
        """Parse a time."""
        try:
            if self.format != NBGRADERS_FORMAT:
                return _in_utc(datetime.strptime(stamp[:100], self.format), ZoneInfo(self.zone))
            parts = _STAMP.fullmatch(stamp)
            if parts:
                return _in_utc(datetime.fromisoformat(parts[1]), self._zone(parts[2], parts[1]))
        except (ValueError, OverflowError, KeyError):
            pass
        raise RefusedError(f"{one_line(stamp, 60)!r} is no time")

    def _zone(self, word: str, time: str) -> tzinfo:
        """Return the time zone of an abbreviation: UTC, or the course's own at that time."""
        if word in ("UTC", "GMT"):
            return UTC
        ours = ZoneInfo(self.zone)
        when = datetime.fromisoformat(time)
        if word not in {ours.tzname(when.replace(fold=fold)) for fold in (0, 1)}:
            raise ValueError(word)
        return ours


def _in_utc(when: datetime, zone: tzinfo | None) -> datetime:
    aware = when if when.tzinfo else when.replace(tzinfo=zone or UTC)
    return aware.astimezone(UTC).replace(tzinfo=None)


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


def storable(name: str, longest: int = LONGEST_STORED) -> str:
    """Escape a name for databases and terminals; different names stay different."""
    if len(name) <= longest and name.isprintable() and "\\" not in name and " #" not in name:
        return name
    raw = os.fsencode(name)
    shown = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in raw.decode("utf-8", "backslashreplace")
    )
    digest = f" #{hashlib.sha256(raw).hexdigest()[:12]}"
    return shown[: longest - len(digest)] + digest
