"""Two working folders, the student's and the examiner's, that hold the same data.

In a notebook a test reads what an answer has written, and an answer what a test has.
Here each process has a folder of its own, so what one writes goes to the other with the
next message. Never a module: what one process writes, the other does not execute.
"""

import os
import stat
import sys
from collections.abc import Collection
from importlib.machinery import all_suffixes
from pathlib import Path, PurePosixPath

from autograder.sandbox.wire.plain import NotPlain

MOST_FILES = 1000
LARGEST_CHANGE = 8_000_000
MOST_TAKEN, LARGEST_TAKEN, DEEPEST_TAKEN = 2 * MOST_FILES, 128 << 20, 100
"""What a folder may come to hold of the other process; more cannot have been told honestly."""
_CODE = tuple(all_suffixes())
_WRITING = {"os.remove", "os.rename", "os.rmdir", "os.truncate", "sqlite3.connect"}
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

Changes = dict[str, bytes | None]
"""What files hold now, by relative path; None for one that is gone."""


class Folder:
    """A working folder, and what of it the other process has not been told.

    Parameters
    ----------
    root : Path
        The folder. The other process is taken to know what it holds now.
    keeps : bool
        Whether what it holds now is never changed by what the other process tells.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> mine, theirs = Folder(Path(mkdtemp())), Folder(Path(mkdtemp()))
    >>> _ = (mine.root / "board.txt").write_text("RBGG")
    >>> theirs.take(mine.look())
    >>> (theirs.root / "board.txt").read_text(), mine.look(), theirs.look()
    ('RBGG', {}, {})
    """

    def __init__(self, root: Path, keeps: bool = False) -> None:
        self.root = root
        self._known = self._found()
        self._kept = frozenset(self._known if keeps else ())
        self.refused: set[str] = set()
        """What the other process has told of files that are kept."""
        self._taken: dict[str, int] = {}
        self._written = False

    def watch(self) -> None:
        """Notice from now on when something is written; this cannot be undone."""
        sys.addaudithook(self._hear)

    def changes(self) -> Changes:
        """Tell what has changed, if anything was written since this was asked last.

        Raises
        ------
        NotPlain
            If it is more than can be told.
        """
        return self.look() if self._written else {}

    def look(self) -> Changes:
        """Tell what has changed, also where nobody noticed that something was written."""
        self._written = False
        found, before = self._found(), self._known
        self._known = found
        new = [name for name, state in found.items() if before.get(name) != state]
        size = sum(found[name][0] for name in new)
        if size > LARGEST_CHANGE or len(found) > MOST_FILES:
            raise NotPlain(
                f"{len(found):,} files, {size:,} bytes at once; "
                f"{MOST_FILES:,} and {LARGEST_CHANGE:,} are seen"
            )
        gone = dict.fromkeys(name for name in before if name not in found)
        return {**{name: (self.root / name).read_bytes() for name in new}, **gone}

    def take(self, changes: Changes, shared: Collection[str] = ()) -> None:
        """Make what the other process tells true here, too; not of what is kept.

        Parameters
        ----------
        changes : dict of str to bytes or None
            What it tells.
        shared : collection of str
            Files that it may change though they are kept.

        Raises
        ------
        NotPlain
            If `look` cannot have told this.
        """
        if not changes:
            return
        for name in changes:
            if not _may_be_told(name):
                raise NotPlain(f"a file with the name {name[:100]!r}")
        self.refused |= (changes.keys() & self._kept) - {*shared}
        changes = {name: changes[name] for name in changes if name not in self.refused}
        # Whoever forges messages has no folder that would be full.
        for name, content in changes.items():
            self._taken.pop(name, None)
            if content is not None:
                self._taken[name] = len(content)
        if len(self._taken) > MOST_TAKEN or sum(self._taken.values()) > LARGEST_TAKEN:
            raise NotPlain("too many files, or too large")
        for name, content in changes.items():
            self._write(self.root / name, content)
        self._known = self._found()

    def _write(self, path: Path, content: bytes | None) -> None:
        try:
            if content is None:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        except (OSError, ValueError) as error:
            raise NotPlain(f"a file that cannot be written: {error}"[:300]) from None

    def _found(self) -> dict[str, tuple[int, int, int]]:
        """What there is: size, time and number of each file, by relative path."""
        found = {}
        for place, _, names in os.walk(self.root):
            for name in names:
                path = os.path.join(place, name)
                relative = os.path.relpath(path, self.root)
                about = os.lstat(path)
                if (
                    stat.S_ISREG(about.st_mode)
                    and not name.endswith(_CODE)
                    and relative.isprintable()
                ):
                    found[relative] = about.st_size, about.st_mtime_ns, about.st_ino
        return found

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            flags = arguments[2]
            self._written = self._written or bool(isinstance(flags, int) and flags & _TO_WRITE)
        elif event in _WRITING:
            self._written = True


def _may_be_told(name: str) -> bool:
    """Whether `look` may have told of a file of this name: one in the folder, and no module."""
    path = PurePosixPath(name)
    plain = str(path) == name and name.isprintable() and not path.is_absolute()
    inside = 0 < len(path.parts) <= DEEPEST_TAKEN and ".." not in path.parts
    return plain and inside and not name.endswith(_CODE)
