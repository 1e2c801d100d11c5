"""Shared files: two working directories, the student's and the examiner's, kept in sync.

In a notebook a test reads files that an answer has written, and an answer those of a test.
Here each process has a directory of its own, so changes go to the other one with the next
message; never to a module, which the other process might execute.
"""

import os
import stat
import sys
from importlib.machinery import all_suffixes
from pathlib import Path, PurePosixPath

from autograder.sandbox.wire.plain import NotPlain

MOST_FILES = 1000
LARGEST_CHANGE = 8_000_000
MOST_TAKEN, LARGEST_TAKEN, DEEPEST_TAKEN = 2 * MOST_FILES, 128 << 20, 100
"""The limits on files that come from the other process; an honest one never exceeds them."""
_CODE = tuple(all_suffixes())
_WRITING = {"os.remove", "os.rename", "os.rmdir", "os.truncate", "sqlite3.connect"}
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

Changes = dict[str, bytes | None]
"""The contents of changed files, by relative path; None for one that is gone."""


class Folder:
    """A working directory that tracks its changes, to send them to the other process.

    Parameters
    ----------
    root : Path
        The directory. The other process is taken to know its contents now.
    keeps : bool
        True if the other process must not change the files that are there now.

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
        """Kept files that the other process wanted to change."""
        self._taken: dict[str, int] = {}
        self._written = False

    def watch(self) -> None:
        """Add an audit hook that notices when a file is written; this cannot be undone."""
        sys.addaudithook(self._hear)

    def changes(self) -> Changes:
        """Return the changes, if the hook noticed that a file was written since the last look.

        Raises
        ------
        NotPlain
            If there are more than can be sent.
        """
        return self.look() if self._written else {}

    def look(self) -> Changes:
        """Return the changes since the last look, also those that the hook did not notice."""
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

    def take(self, changes: Changes) -> None:
        """Apply changes of the other process here, except those of kept files.

        Parameters
        ----------
        changes : dict of str to bytes or None
            The changes.

        Raises
        ------
        NotPlain
            If `look` cannot have returned them.
        """
        if not changes:
            return
        for name in changes:
            if not _may_be_told(name):
                raise NotPlain(f"a file with the name {name[:100]!r}")
        self.refused |= changes.keys() & self._kept
        changes = {name: changes[name] for name in changes if name not in self.refused}
        # A forged message is not limited by the size of a real directory.
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
        """Return the size, time and inode number of each file, by relative path."""
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
    """Tell whether `look` may return a file of this name: one in the directory, no module."""
    path = PurePosixPath(name)
    plain = str(path) == name and name.isprintable() and not path.is_absolute()
    inside = 0 < len(path.parts) <= DEEPEST_TAKEN and ".." not in path.parts
    return plain and inside and not name.endswith(_CODE)
