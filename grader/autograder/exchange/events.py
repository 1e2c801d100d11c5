"""What the watcher says: a line for each thing that happened, and each trouble once."""

import errno
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError

from autograder.gradebook.opening import FULL

_EVERYBODYS = (*FULL, errno.EMFILE, errno.ENFILE, errno.EROFS)
"""What fails for one student for these reasons fails for all of them."""


@dataclass
class Event:
    """Something that happened.

    Attributes
    ----------
    kind : {"graded", "failed", "refused", "not counted", "feedback", "trouble", "standing"}
        What; "standing" tells only how much waits.
    assignment : str
        Of which assignment.
    student : str
        Of whom; for what was refused, the name of the folder, or of whom all that is.
    score, of : float or None
        The points.
    seconds : float or None
        From handing in to feedback.
    waiting : int
        How many hand-ins wait for their turn.
    remarks : list of str
        What was unusual.
    owner : str
        For what was refused, the account that it belongs to.
    oldest : str
        When the hand-in came that waits longest, in UTC, as ISO 8601 has it.
    owed : int
        How many pages of feedback are still to be made.
    refused : dict of str to int
        How many folders were refused, by the account that they belong to.
    """

    kind: str
    assignment: str
    student: str = ""
    score: float | None = None
    of: float | None = None
    seconds: float | None = None
    waiting: int = 0
    remarks: list[str] = field(default_factory=list)
    owner: str = ""
    oldest: str = ""
    owed: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        """Say it in a line."""
        points = f"{self.score:g} of {self.of:g} points" if self.score is not None else ""
        took = f"feedback {self.seconds:.1f} s after it was handed in" if self.seconds else ""
        said = ", ".join(filter(None, [points, took, *self.remarks]))
        about = " ".join(filter(None, [self.assignment, self.student]))
        return f"{about}: {self.kind}{f' ({said})' if said else ''}"


class Troubles:
    """What is in the way, by assignment and student; it is told again only if it has changed."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], object] = {}

    def tell(self, error: Exception, assignment: str = "", student: str = "") -> Iterator[Event]:
        """Say what is in the way, unless that is known."""
        why = str(error.orig if isinstance(error, DBAPIError) else error)
        # The system's errors have names of files in them that are made anew each time.
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
        """Note that nothing is in the way of an assignment any more."""
        self._told.pop((assignment, ""), None)

    def keep(self, assignment: str, students: Collection[str]) -> None:
        """Forget the troubles of students of whom nothing is to be done any more."""
        for name, student in [*self._told]:
            if name == assignment and student and student not in students:
                del self._told[name, student]
