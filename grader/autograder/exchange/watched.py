"""A watched assignment: its attempts, and the feedback pages to be made."""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from nbgrader.exchange import ExchangeFactory
from traitlets.config import Config

from autograder.course.folders import is_whole
from autograder.course.settings import GradingError
from autograder.exchange.collect import Collect
from autograder.exchange.events import Event
from autograder.exchange.names import LONGEST_STUDENT, HandIn, RefusedError, storable
from autograder.exchange.release import ReleaseFeedback
from autograder.exchange.rights import UnknownAccountError
from autograder.gradebook import splits
from autograder.gradebook.attempts import Attempt, Attempts
from autograder.gradebook.dates import Dates
from autograder.grading.context import GradingContext
from autograder.grading.parallel import Grading
from autograder.pages.preprocessors import HideHiddenTests
from autograder.sandbox.text import one_line

SECONDS_TO_SETTLE = 5
"""Seconds that another grader may take to write the gradebook after a graded notebook."""
REST = 20
"""The pause between two looks at all pages, in multiples of the time that a look took."""
MOST_KEPT = 1000
"""Refused folders of one owner that are recorded one by one."""
MOST_TOLD = 3
"""Refused folders of one owner that are told one by one."""


class Watched:
    """A watched assignment."""

    def __init__(self, name: str, config: Config, attempts: Attempts) -> None:
        self.name, self.run, self._attempts = name, GradingContext(config=config), attempts
        self.course = self.run.course
        directory = self.course.directory
        directory.assignment_id = name
        exchange = ExchangeFactory(config=config)
        self.collect = exchange.Collect(coursedir=directory, config=config)
        self.release = exchange.ReleaseFeedback(coursedir=directory, config=config)
        if not isinstance(self.collect, Collect) or not isinstance(self.release, ReleaseFeedback):
            raise GradingError(
                "the settings name another exchange in c.ExchangeFactory; "
                "only the grader's own, on a file system, can be watched"
            )
        self.collect.insist_on_own_folders()
        self.collect.inbound_path = str(Path(self.collect.root, directory.course_id, "inbound"))
        self.release.init_src()  # type: ignore[no-untyped-call]
        self.release.init_dest()
        self.source = self.written()
        self.grading = Grading(self.run, name)
        self.known = set[str]()
        self.counted: dict[str, dict[str, Attempt]] = defaultdict(dict)
        self.refused = Counter[str]()
        self.without_page = set[str]()
        self._told = Counter[str]()
        self._strangers = set[int]()
        self._refusals: list[Attempt] = []
        self._look_again = 0.0
        for attempt in attempts.all(name):
            self._know(attempt)

    def add(self, attempt: Attempt) -> None:
        """Record an attempt."""
        self._attempts.add([attempt])
        self._know(attempt)

    def _know(self, attempt: Attempt) -> None:
        if attempt.state != "running":  # left by a run that was killed: it is graded again
            self.known.add(attempt.folder)
        if attempt.state in ("graded", "running"):
            self.counted[attempt.student][attempt.folder] = attempt
        else:
            self.counted[attempt.student].pop(attempt.folder, None)
        if attempt.state == "refused":
            self.refused[attempt.student] += 1

    def graded(self, student: str) -> list[Attempt]:
        """Return a student's graded attempts, the oldest first."""
        return [one for one in self.counted[student].values() if one.state == "graded"]

    def read(self, names: Iterable[str]) -> tuple[list[HandIn], list[str], Exception | None]:
        """Parse and check the names of folders, one by one."""
        found: list[HandIn] = []
        later: list[str] = []
        trouble: Exception | None = None
        left_out = set((self.course.directory.student_id_exclude or "").split(","))
        for name in names:
            if storable(name) in self.known:
                continue
            try:
                hand_in = self.collect.judged(name)
                if hand_in.student not in left_out:
                    found.append(hand_in)
            except FileNotFoundError:
                continue
            except UnknownAccountError as error:
                later.append(name)
                if error.uid not in self._strangers:
                    self._strangers.add(error.uid)
                    trouble = error
            except OSError as error:
                later.append(name)
                trouble = error
            except RefusedError as why:
                self.refuse(name, str(why))
            except Exception as error:  # one folder must not stop the others
                self.refuse(name, f"{type(error).__name__}: {error}")
        return found, later, trouble

    def refuse(self, name: str, why: str, state: str = "refused", student: str = "") -> None:
        """Refuse a folder, or do not count it; `refusals` records and tells it."""
        owner = student or storable(self.collect.owner(name), LONGEST_STUDENT)
        attempt = Attempt(storable(name), self.name, owner, None, state, remarks=one_line(why, 500))
        self._refusals.append(attempt)
        self.known.add(attempt.folder)

    def refusals(self) -> Iterator[Event]:
        """Record refusals in one transaction, and yield events: a few for each owner."""
        new, self._refusals = self._refusals, []
        by_owner: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in new:
            by_owner[attempt.student].append(attempt)
        kept = [
            attempt
            for owner, those in by_owner.items()
            for attempt in those[: max(0, MOST_KEPT - self.refused[owner])]
        ]
        try:
            self._attempts.add(kept)
        except BaseException:  # the gradebook is away: they are recorded and told when it is back
            self._refusals = new + self._refusals
            raise
        for owner, those in by_owner.items():
            self.refused[owner] += len(those)
            yield from self._tell(owner, those)

    def _tell(self, owner: str, those: list[Attempt]) -> Iterator[Event]:
        if len(those) <= MOST_TOLD and self._told[owner] < MOST_TOLD:
            self._told[owner] += len(those)
            for one in those:
                yield Event(one.state, self.name, one.folder, remarks=[one.remarks], owner=owner)
        elif self.refused[owner] >= 2 * self._told[owner]:
            self._told[owner] = self.refused[owner]
            example = f"such as {those[0].folder}: {those[0].remarks}"
            many = f"{self.refused[owner]} folders of {owner}"
            yield Event(those[0].state, self.name, many, remarks=[example], owner=owner)

    def written(self) -> int:
        """Return when the source was last changed, in nanoseconds."""
        return max(path.stat().st_mtime_ns for path in self.course.source(self.name).iterdir())

    def is_past(self, found: HandIn, counts: str) -> bool:
        """Tell whether a hand-in is older than the collected one, and so is not graded any more."""
        if counts == "best" and self.graded(found.student):
            return False
        folder = self.course.folder("submitted", found.student, self.name)
        collected = self.collect.time_of(folder)
        return collected is not None and found.time < collected

    def does_not_count(self, found: HandIn, most: int) -> str | None:
        """Explain why a hand-in does not count; None if it does."""
        dates = self.collect.dates()
        due = dates.of(self.name, found.student) if dates else None
        if not most and due is None:
            return None
        others = [
            one
            for one in self.counted[found.student].values()
            if one.folder != storable(found.path.name)
        ]
        if most and len(others) >= most:
            return f"{most} attempts were graded; no more count"
        if due and found.time > due and any(a.time and a.time <= due for a in others):
            return "it came after the due date, and there is one that came in time"
        return None

    def publish(self, folder: Path, student: str) -> None:
        """Publish a student's pages, unless they wait for the instructor."""
        if student in self.waiting():
            return
        graded = self.course.folder("autograded", student, self.name)
        for notebook in self.grading.notebooks:
            self.release.publish(folder / f"{notebook}.html", graded / f"{notebook}.ipynb")

    def owed(self) -> list[str] | None:
        """List the students whose page is missing, or older than the grading or the last due date.

        To look at thousands of pages takes time, so that not every call does; None if it did not.
        """
        if time.monotonic() < self._look_again:
            return None
        began = time.monotonic()
        told = self._told_since()
        pattern = self.course.folder("autograded", "*", self.name)
        place = pattern.parts.index("*")
        above, below = Path(*pattern.parts[:place]), Path(*pattern.parts[place + 1 :])
        left_out = self.without_page | self.waiting()
        students = os.listdir(above) if above.is_dir() else []
        found = [
            student
            for student in sorted(students)
            if student not in left_out
            and any(
                self._is_owed(above / student / below, notebook, told)
                for notebook in self.grading.notebooks
            )
        ]
        now = time.monotonic()
        self._look_again = now + REST * (now - began)
        return found

    def look_at_all(self) -> None:
        """Make the next call of `owed` look at all pages."""
        self._look_again = 0.0

    def due(self, student: str) -> datetime | None:
        """Return a student's due date, in UTC."""
        return Dates(self.run.gradebook).of(self.name, student)

    def waiting(self) -> set[str]:
        """Return the students whose feedback waits for the instructor."""
        gradebook = self.run.gradebook
        try:
            return splits.waiting(gradebook, self.name)
        finally:
            gradebook.db.rollback()

    def points(self, student: str) -> tuple[float, float]:
        """Return a student's points in the gradebook, and the maximum."""
        gradebook = self.run.gradebook
        try:
            found = gradebook.find_submission(self.name, student)
            late = sum(notebook.late_submission_penalty or 0 for notebook in found.notebooks)
            return float(found.score - late), float(found.max_score)
        finally:
            gradebook.db.rollback()

    def _told_since(self) -> float:
        """Return the time since which pages may show hidden tests; 0 if they always may."""
        hide = HideHiddenTests(config=self.course.config)  # type: ignore[no-untyped-call]
        if hide.before_due == "all":
            return 0
        ends = Dates(self.run.gradebook).ends(self.name)
        times = [end.replace(tzinfo=UTC).timestamp() for end in ends]
        return max((passed for passed in times if passed <= time.time()), default=0)

    def _is_owed(self, folder: Path, notebook: str, told: float) -> bool:
        try:
            graded = (folder / f"{notebook}.ipynb").stat().st_mtime
            page = self.release.address(folder, notebook)
        except (FileNotFoundError, NotADirectoryError, RefusedError):
            return False  # not handed in through the exchange, or not yet graded
        if time.time() - graded < SECONDS_TO_SETTLE:
            return False
        try:
            return page.stat().st_mtime < max(graded, told) or not is_whole(page)
        except FileNotFoundError:
            return True
