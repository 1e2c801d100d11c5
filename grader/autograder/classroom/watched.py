"""A watched assignment: its hand-ins, and the feedback pages to be made."""

import os
import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from nbgrader.exchange import ExchangeFactory
from sqlalchemy import Engine
from traitlets.config import Config

from autograder.classroom.attempts import Attempts
from autograder.classroom.collect import Collect
from autograder.classroom.hand_ins import LONGEST_STUDENT, HandIn, RefusedError
from autograder.classroom.release import ReleaseFeedback
from autograder.classroom.rights import collector
from autograder.grader.course.folders import is_whole
from autograder.grader.course.settings import GradingError
from autograder.grader.gradebook import splits
from autograder.grader.gradebook.dates import Dates
from autograder.grader.grading.context import GradingContext
from autograder.grader.grading.parallel import Grading
from autograder.runner.text import storable

SECONDS_TO_SETTLE = 5
"""Seconds that another grader may take to write the gradebook after a graded notebook."""
REST = 20
"""The pause between two looks at all pages, in multiples of the time that a look took."""


class Watched:
    """A watched assignment."""

    def __init__(self, name: str, config: Config, engine: Engine) -> None:
        self.name, self.run = name, GradingContext(config=config)
        self.course = self.run.course
        directory = self.course.directory
        directory.assignment_id = name
        self.collect = collector(self.course)
        exchange = ExchangeFactory(config=config)
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
        self.attempts = Attempts(self.course, engine, name)
        self.without_page = set[str]()
        self.look_again = 0.0
        """When `owed` is to look at all pages again."""

    def read(self, names: Iterable[str]) -> tuple[list[HandIn], list[str], Exception | None]:
        """Parse and check the names of folders: return hand-ins, names to read later, and why."""
        found: list[HandIn] = []
        later: list[str] = []
        trouble: Exception | None = None
        left_out = set((self.course.directory.student_id_exclude or "").split(","))
        for name, read in self.collect.sift(n for n in names if not self.attempts.knows(n)):
            if isinstance(read, RefusedError):
                self.refuse(name, str(read))
            elif isinstance(read, Exception):
                later.append(name)
                trouble = read
            elif read.student not in left_out:
                found.append(read)
        return found, later, trouble

    def refuse(self, name: str, why: str, state: str = "refused", student: str = "") -> None:
        """Refuse a folder, or do not count it."""
        owner = student or storable(self.collect.owner(name), LONGEST_STUDENT)
        self.attempts.refuse(name, why, owner, state)

    def written(self) -> int:
        """Return when the source was last changed, in nanoseconds."""
        return max(path.stat().st_mtime_ns for path in self.course.source(self.name).iterdir())

    def does_not_count(self, found: HandIn, most: int) -> str | None:
        """Explain why a hand-in does not count; None if it does."""
        folder = self.course.folder("submitted", found.student, self.name)
        collected = self.collect.time_of(folder)
        if collected and found.time < collected:
            return "a later hand-in was collected before it"
        dates = self.collect.dates()
        due = dates.of(self.name, found.student) if dates else None
        own = storable(found.path.name)
        others = [one for one in self.attempts.counted(found.student) if one.folder != own]
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
        """List the students whose page is missing, or older than the grading.

        To look at thousands of pages takes time, so that not every call does; None if it did not.
        """
        if time.monotonic() < self.look_again:
            return None
        began = time.monotonic()
        pattern = self.course.folder("autograded", "*", self.name)
        above = Path(*pattern.parts[: pattern.parts.index("*")])
        students = {*os.listdir(above)} if above.is_dir() else set()
        found = [
            student
            for student in sorted(students - self.without_page - self.waiting())
            if any(self._is_owed(student, notebook) for notebook in self.grading.notebooks)
        ]
        now = time.monotonic()
        self.look_again = now + REST * (now - began)
        return found

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

    def _is_owed(self, student: str, notebook: str) -> bool:
        folder = self.course.folder("autograded", student, self.name)
        try:
            graded = (folder / f"{notebook}.ipynb").stat().st_mtime
            page = self.release.address(folder, notebook)
        except (FileNotFoundError, NotADirectoryError, RefusedError):
            return False  # not handed in through the exchange, or not yet graded
        if time.time() - graded < SECONDS_TO_SETTLE:
            return False
        try:
            return page.stat().st_mtime < graded or not is_whole(page)
        except FileNotFoundError:
            return True
