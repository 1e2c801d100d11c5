"""The names of folders in the exchange: read strictly, and written so that they can be stored.

A student may give a folder any name that the file system takes, so that a name is read by
the one format in which ``nbgrader submit`` writes it, and never guessed at.
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
"""How far the clocks of machines that share an exchange may be apart."""
LONGEST_STUDENT = 128
"""Characters of a student's id in nbgrader's gradebook."""
LONGEST_STORED = 255
"""Characters of the name of a folder in the table of attempts."""
NBGRADERS_FORMAT = "%Y-%m-%d %H:%M:%S.%f %Z"
_STAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?) ([A-Za-z0-9-]{1,12})"
)


class RefusedError(Exception):
    """A hand-in is not taken; the message says why."""


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


class Clock(NamedTuple):
    """How nbgrader writes times: its settings ``c.Exchange.timestamp_format`` and ``timezone``.

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
        """Read a time.

        Parameters
        ----------
        stamp : str
            What somebody wrote.

        Returns
        -------
        datetime
            The time in UTC, without a zone, as nbgrader has it.

        Raises
        ------
        RefusedError
            If it is not one that nbgrader writes.
        """
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
        """The zone that a word means: UTC, or the course's at that time."""
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
    """Read what the name of a folder in the exchange says.

    Parameters
    ----------
    path : Path
        The folder.
    assignment : str
        What was handed in.
    clock : Clock, optional
        How times are written.

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
    parts = name.split("+")
    if len(parts) not in (3, 4) or parts[1] != assignment or not parts[0]:
        raise RefusedError("its name is not STUDENT+ASSIGNMENT+TIME")
    return parts[0], parts[2]


def storable(name: str, longest: int = LONGEST_STORED) -> str:
    r"""Write any name so that every database and terminal takes it, and no two are the same.

    Parameters
    ----------
    name : str
        As the system tells it: bytes that are no UTF-8 are lone surrogates.
    longest : int
        How many characters the result may have.

    Returns
    -------
    str
        The name itself, if it is an ordinary one; otherwise escaped, with a digest.

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
