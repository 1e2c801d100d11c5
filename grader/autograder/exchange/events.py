"""Events of the watcher, and the errors that it has already told."""

import errno
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError

from autograder.gradebook.opening import FULL

_EVERYBODYS = (*FULL, errno.EMFILE, errno.ENFILE, errno.EROFS)
"""Errors that concern all students, not only the one for whom they were raised."""


@dataclass
class Event:
    """An event of the watcher; one of the kind "standing" only tells how much waits."""

    kind: str
    """graded, failed, refused, not counted, feedback, trouble, or standing."""
    assignment: str
    student: str = ""
    """For a refusal, the name of the folder, or how many folders of whom."""
    score: float | None = None
    of: float | None = None
    seconds: float | None = None
    """From handing in to feedback."""
    waiting: int = 0
    remarks: list[str] = field(default_factory=list)
    owner: str = ""
    """For a refusal, the account that owns the folder."""
    oldest: str = ""
    """When the oldest hand-in in the queue was made, in UTC, in ISO 8601."""
    owed: int = 0
    """Pages still to be made."""
    refused: dict[str, int] = field(default_factory=dict)
    """How many folders were refused, by the account that owns them."""

    def __str__(self) -> str:
        """Format the event as one line."""
        points = f"{self.score:g} of {self.of:g} points" if self.score is not None else ""
        took = f"feedback {self.seconds:.1f} s after it was handed in" if self.seconds else ""
        said = ", ".join(filter(None, [points, took, *self.remarks]))
        about = " ".join(filter(None, [self.assignment, self.student]))
        return f"{about}: {self.kind}{f' ({said})' if said else ''}"


class Troubles:
    """The current errors, by assignment and student; each is told once until it changes."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], object] = {}

    def tell(self, error: Exception, assignment: str = "", student: str = "") -> Iterator[Event]:
        """Yield an event for an error, unless it was told already."""
        why = str(error.orig if isinstance(error, DBAPIError) else error)
        # The texts of OSErrors name temporary files, which differ each time.
        kind = (type(error), error.errno) if isinstance(error, OSError) else why
        everybodys = not isinstance(error, OSError) or error.errno in _EVERYBODYS
        known = [
            told
            for (about, whose), told in self._told.items()
            if about == assignment and (everybodys or whose == student)
        ]
        self._told[assignment, student] = kind
        if kind not in known:
            yield Event("trouble", assignment, student, remarks=[why])

    def passed(self, assignment: str) -> None:
        """Forget the error of an assignment."""
        self._told.pop((assignment, ""), None)

    def keep(self, assignment: str, students: Collection[str]) -> None:
        """Forget the errors of all students of an assignment but these."""
        for name, student in [*self._told]:
            if name == assignment and student and student not in students:
                del self._told[name, student]
