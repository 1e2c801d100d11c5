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
    """The format of nbgrader's times: ``c.Exchange.timestamp_format`` and ``timezone``.

    Examples
    --------
    >>> Clock().read("2025-11-03 10:00:00.25 UTC")
    datetime.datetime(2025, 11, 3, 10, 0, 0, 250000)
    >>> Clock(zone="Europe/Berlin").read("2025-07-03 10:00:00 CEST").hour
    8
    >>> Clock().read("1111111111111111111111111111115h")
    Traceback (most recent call last):
        ...
    autograder.exchange.names.RefusedError: '1111111111111111111111111111115h' is no time
    """

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
    """Parse the name of a folder in the exchange.

    Examples
    --------
    >>> found = read_name(Path("ada+ps1+2025-11-03 10:00:00.25 UTC+x_Y-"), "ps1")
    >>> found.student, found.time.hour
    ('ada', 10)
    >>> read_name(Path("ada+ps1+soon+x"), "ps1")
    Traceback (most recent call last):
    autograder.exchange.names.RefusedError: 'soon' is no time
    """
    student, stamp = split_name(path.name, assignment)
    if student in (".", "..") or one_line(student) != student or len(student) > LONGEST_STUDENT:
        raise RefusedError("its name has no student in it")
    when = clock.read(stamp)
    if when > datetime.now(UTC).replace(tzinfo=None) + CLOCKS_DIFFER:
        raise RefusedError(f"{one_line(stamp)} has not come yet")
    return HandIn(student, assignment, stamp, when, path)


def split_name(name: str, assignment: str) -> tuple[str, str]:
    """Split the name of a folder in the exchange into student and time.

    Examples
    --------
    >>> split_name("ada+ps1+2025-11-03 10:00:00 UTC+x_Y", "ps1")
    ('ada', '2025-11-03 10:00:00 UTC')
    """
    parts = name.split("+")
    if len(parts) not in (3, 4) or parts[1] != assignment or not parts[0]:
        raise RefusedError("its name is not STUDENT+ASSIGNMENT+TIME")
    return parts[0], parts[2]


def storable(name: str, longest: int = LONGEST_STORED) -> str:
    r"""Escape a name for databases and terminals; different names stay different.

    Examples
    --------
    >>> storable("ada+ps1+2025-11-03 10:00:00 UTC+x_Y")
    'ada+ps1+2025-11-03 10:00:00 UTC+x_Y'
    >>> storable("x\udcff\n")
    'x\\xff\\n #2c194ecf3ee2'
    """
    if len(name) <= longest and name.isprintable() and "\\" not in name and " #" not in name:
        return name
    raw = os.fsencode(name)
    shown = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in raw.decode("utf-8", "backslashreplace")
    )
    digest = f" #{hashlib.sha256(raw).hexdigest()[:12]}"
    return shown[: longest - len(digest)] + digest
