"""The common base of `Collect` and `ReleaseFeedback`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from autograder.exchange.names import storable
from autograder.exchange.rights import foreign, weaknesses

T = TypeVar("T")


class Plugin:
    """A base class for plugins of nbgrader's exchange."""

    root: Any
    coursedir: Any
    log: Any
    fail: Any

    def for_each(self, act: Callable[[T], object], ones: Iterable[T], what: str) -> None:
        """Call a function for each item; errors are logged, and make the whole fail at the end."""
        failed = False
        for one in ones:
            try:
                act(one)
            except Exception as error:  # one item must not stop the others
                failed = True
                why = error if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
                self.log.error("%s is not %s: %s", storable(str(one)), what, why)
        if failed:
            self.fail(f"Not all was {what}; when that is mended, run the same command again.")

    def insist_on_own_folders(self) -> None:
        """Fail if a course folder in the exchange is another's; warn of weak permissions."""
        if self.coursedir.course_id == "":
            self.fail("No course id specified. Re-run with --course flag.")
        if self.coursedir.groupshared:  # then it is the group that has to be trusted
            return
        root, course = Path(self.root), self.coursedir.course_id
        if found := foreign(root, course):
            self.fail(f"The exchange is not safe: {found}.")
        for sentence in weaknesses(root, course):
            self.log.warning("The exchange is not safe: %s", sentence)
