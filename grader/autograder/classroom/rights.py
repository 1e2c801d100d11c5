"""The plugins of nbgrader's exchange, and the owners and permissions of the folders in it."""

import os
import stat
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from nbgrader.exchange import ExchangeFactory

from autograder.grader.course.settings import Course
from autograder.runner.text import storable

T = TypeVar("T")

SECONDS_KNOWN = 300


class UnknownAccountError(Exception):
    """An account that the system does not know, perhaps only for the moment."""


def account(uid: int) -> str:
    """Return the name of an account; it is looked up anew after some minutes."""
    try:
        return _name(uid, int(time.monotonic() / SECONDS_KNOWN))
    except KeyError:
        why = f"the account {uid} is unknown; what belongs to it is waiting"
        raise UnknownAccountError(why) from None


def shown_account(uid: int) -> str:
    """Return the name of an account for a message, known or not."""
    try:
        return account(uid)
    except UnknownAccountError:
        return f"the unknown account {uid}"


@lru_cache(maxsize=10_000)
def _name(uid: int, now: int) -> str:
    import pwd  # not on Windows, where nbgrader has no exchange

    return pwd.getpwuid(uid).pw_name


def weaknesses(root: Path, course: str) -> list[str]:
    """List the permissions of an exchange that allow students too much."""
    inside = root / course
    wanted = [
        (root, stat.S_IWOTH, "rename the courses' folders", "+t"),
        (inside, stat.S_IWOTH, "put folders into the course's", "o-w"),
        (inside / "inbound", stat.S_IROTH, "list what others have handed in", "o-r"),
        (inside / "inbound", stat.S_IWOTH, "rename what others have handed in", "+t"),
        (inside / "outbound", stat.S_IWOTH, "change what is released", "o-w"),
        (inside / "feedback", stat.S_IROTH, "list others' feedback", "o-r"),
        (inside / "feedback", stat.S_IWOTH, "replace others' feedback", "o-w"),
    ]
    found = []
    for path, bit, harm, change in wanted:
        mode = path.lstat().st_mode if path.exists() else 0
        if mode & bit and not (change == "+t" and mode & stat.S_ISVTX):
            found.append(f"in {path} everybody can {harm}; run: chmod {change} {path}")
    return found


def foreign(root: Path, course: str) -> str | None:
    """Describe a folder of a course in the exchange that is not its graders' own, if any."""
    inside = root / course
    for path in (inside, inside / "inbound", inside / "outbound", inside / "feedback"):
        if path.is_symlink():
            return f"{path} is a link"
        if path.exists() and path.stat().st_uid not in (os.geteuid(), 0):
            return f"{path} belongs to {shown_account(path.stat().st_uid)}"
    return None


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


def collector(course: Course) -> Any:
    """Make the plugin that collects; others than the grader's own may have no folder, `root`."""
    factory = ExchangeFactory(config=course.config)
    return factory.Collect(coursedir=course.directory, config=course.config)
