"""A safe `ExchangeReleaseFeedback` for `ExchangeFactory`.

A student's own files lie beside the pages, and may be named like one. A page is published
only if the grader has made it for a notebook that it has graded.
"""

import filecmp
import fnmatch
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash

from autograder.classroom import exchange
from autograder.grader.course.folders import is_whole
from autograder.grader.course.settings import Course
from autograder.grader.gradebook.opening import GradebookError, NoGradebook, open_gradebook
from autograder.grader.gradebook.splits import waiting
from autograder.runner.text import grader, one_line


class ReleaseFeedback(exchange.Plugin, ExchangeReleaseFeedback):
    """The plugin for ``c.ExchangeFactory.release_feedback``: publishes pages."""

    def init_dest(self) -> None:
        """Find the target folder, and check that it is the course's own."""
        self.insist_on_own_folders()
        super().init_dest()  # type: ignore[no-untyped-call]

    def copy_files(self) -> None:
        """Publish the pages of the assignment's notebooks."""
        excluded = {*(self.coursedir.student_id_exclude or "").split(","), *self._waiting()}
        found = fnmatch.filter(self.students(), self.coursedir.student_id or "*")
        graded = {
            self.folder("feedback", student) / f"{notebook.stem}.html": notebook
            for student in sorted({*found} - excluded)
            # What was handed in beside them is no notebook.
            for notebook in sorted(self.folder("autograded", student).glob("*.ipynb"))
        }
        self.for_each(lambda page: self.publish(page, graded[page]), graded, "released")

    def students(self) -> set[str]:
        """Return the names in the folder of graded students."""
        pattern = self.folder("autograded", "*")
        above = Path(*pattern.parts[: pattern.parts.index("*")])
        return {*os.listdir(above)} if above.is_dir() else set()

    def publish(self, page: Path, graded: Path) -> None:
        """Publish a page, atomically."""
        if not os.path.lexists(page):
            return
        try:
            if not is_whole(page):
                raise exchange.RefusedError(
                    "the page is incomplete; generate it again with --force"
                )
            if not _is_made(page, graded):
                raise exchange.RefusedError("the page was not generated from a graded notebook")
            to = self.address(page.parent, page.stem)
        except exchange.RefusedError as why:
            self.log.warning("%s was not released: %s", page, why)
            return
        new = to.with_name(f".{to.name}.{os.getpid()}")
        try:
            shutil.copy(page, new)
            os.replace(new, to)
        finally:
            new.unlink(missing_ok=True)
        self.log.info("Feedback released: %s", page)

    def address(self, folder: Path, notebook: str) -> Path:
        """Return the path of a published page, which depends on the hand-in's secret."""
        try:
            with (folder / "submission_secret.txt").open(encoding="utf-8") as file:
                secret = file.read(exchange.LONGEST_SECRET)
        except (FileNotFoundError, IsADirectoryError):
            raise exchange.RefusedError(
                "the graded work was not submitted through the exchange"
            ) from None
        except ValueError:
            raise exchange.RefusedError("the secret in the submission is not text") from None
        return Path(self.dest_path, f"{notebook_hash(secret=secret, notebook_id=notebook)}.html")

    def _waiting(self) -> set[str]:
        """Return and name the students whose feedback waits for the instructor."""
        try:
            with open_gradebook(self.coursedir) as gradebook:
                found = waiting(gradebook, self.coursedir.assignment_id)
        except NoGradebook:
            return set()
        except GradebookError as error:
            self.fail(f"The gradebook, which lists the feedback to hold, cannot be read: {error}.")
        for student in sorted(found):
            say = grader("decide", self.coursedir.assignment_id, "--release", student)
            self.log.warning(
                "The feedback for %s is held until you run: %s", one_line(student), say
            )
        return found


def _is_made(page: Path, graded: Path) -> bool:
    """Tell whether a page is the grader's: its notebook was graded, and it was not handed in."""
    handed_in = graded.with_suffix(".html")
    if not graded.is_file():
        return False
    return not handed_in.is_file() or not filecmp.cmp(page, handed_in, shallow=False)


def in_exchange(course: Course, student: str) -> Iterator[Path]:
    """Find the student's hand-ins in the exchange, and their feedback pages."""
    collect = exchange.collector(course)
    place = Path(collect.root) / course.directory.course_id
    if not (place / "inbound").is_dir():
        return
    for folder in sorted((place / "inbound").iterdir()):
        if folder.name.startswith(f"{student}+") and _is_own(folder, student, collect.check_owner):
            yield folder
            try:
                secret = exchange.read_text(
                    folder, "submission_secret.txt", exchange.LONGEST_SECRET
                )
            except (OSError, ValueError, exchange.RefusedError, exchange.UnfinishedError):
                continue
            for path in folder.glob("*.ipynb"):
                digest = notebook_hash(secret=secret, notebook_id=path.stem)
                page = place / "feedback" / f"{digest}.html"
                if page.exists():
                    yield page


def _is_own(folder: Path, student: str, check_owner: bool) -> bool:
    """Tell whether a folder in the exchange is a student's: anybody may give it any name."""
    try:
        there = folder.lstat()
        ours = not check_owner or exchange.account(there.st_uid) == student
    except (FileNotFoundError, exchange.UnknownAccountError):
        return False
    return ours and stat.S_ISDIR(there.st_mode)
