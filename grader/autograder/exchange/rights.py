"""Owners and permissions of folders in an exchange."""

import os
import stat
import time
from pathlib import Path

SECONDS_KNOWN = 300
SECONDS_UNKNOWN = 5


class UnknownAccountError(Exception):
    """An account that the system does not know, perhaps only for the moment."""

    def __init__(self, uid: int) -> None:
        super().__init__(f"the account {uid} is unknown; what belongs to it is waiting")
        self.uid = uid


class Accounts:
    """A cache of account names, by uid, with a timeout."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[str, float]] = {}

    def name(self, uid: int) -> str:
        """Return the name of an account."""
        import pwd  # not on Windows, where nbgrader has no exchange

        name, until = self._known.get(uid, ("", 0.0))
        if time.monotonic() > until:
            try:
                name, seconds = pwd.getpwuid(uid).pw_name, SECONDS_KNOWN
            except KeyError:
                name, seconds = "", SECONDS_UNKNOWN
            self._known[uid] = name, time.monotonic() + seconds
        if not name:
            raise UnknownAccountError(uid)
        return name

    def shown(self, uid: int) -> str:
        """Return the name of an account for a message, known or not."""
        try:
            return self.name(uid)
        except UnknownAccountError:
            return f"the unknown account {uid}"

    def clear(self) -> None:
        """Empty the cache."""
        self._known.clear()


ACCOUNTS = Accounts()


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
            return f"{path} belongs to {ACCOUNTS.shown(path.stat().st_uid)}"
    return None
