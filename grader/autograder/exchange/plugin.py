"""What collecting and releasing share."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from autograder.exchange.names import storable
from autograder.exchange.rights import foreign, weaknesses

T = TypeVar("T")


class Plugin:
    """A part of the grader's exchange: acts for one after the other, in folders of its own."""

    root: Any
    coursedir: Any
    log: Any
    fail: Any

    def for_each(self, act: Callable[[T], object], ones: Iterable[T], what: str) -> None:
        """Act for one after the other, each for itself; fail in the end if any of it failed."""
        failed = False
        for one in ones:
            try:
                act(one)
            except Exception as error:  # what one throws is no reason to stop for the others
                failed = True
                why = error if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
                self.log.error("%s is not %s: %s", storable(str(one)), what, why)
        if failed:
            self.fail(f"Not all was {what}; when that is mended, run the same command again.")

    def insist_on_own_folders(self) -> None:
        """Fail where the course's folder is a student's; warn where it could become one."""
        if self.coursedir.course_id == "":
            self.fail("No course id specified. Re-run with --course flag.")
        if self.coursedir.groupshared:  # then it is the group that has to be trusted
            return
        root, course = Path(self.root), self.coursedir.course_id
        if found := foreign(root, course):
            self.fail(f"The exchange is not safe: {found}.")
        for sentence in weaknesses(root, course):
            self.log.warning("The exchange is not safe: %s", sentence)
