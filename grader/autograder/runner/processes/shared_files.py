"""Shared files: two working directories, the student's and the examiner's, kept in sync.

Changes go to the other process with the next message; never those of a module, which it might
execute. Of an answer's files the examiner takes those that a test names: tools read others by
themselves, as their settings.
"""

import os
import re
import sys
from contextlib import suppress
from fnmatch import fnmatchcase
from importlib.machinery import all_suffixes
from pathlib import Path, PurePosixPath

from autograder.runner.wire.channel import NotPlain

WORK, HOME = "work", "home"
"""The working directory and the home, in a directory that is a process's /tmp where that works."""
MOST_FILES = 1000
LARGEST_CHANGE = 8_000_000
MOST_TAKEN, LARGEST_TAKEN, DEEPEST_TAKEN = 2 * MOST_FILES, 128 << 20, 100
"""The limits on files that come from the other process; an honest one never exceeds them."""
MOST_KEPT, LARGEST_KEPT = 100, 5_000_000
"""The limits on files of a run that a person can see afterwards; they fit into one message."""
_CODE = tuple(all_suffixes())
_BESIDE = f"{WORK}/"
_WRITING = {"os.remove", "os.rename", "os.rmdir", "os.truncate", "sqlite3.connect"}
TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

Changes = dict[str, bytes | None]
"""The contents of changed files, by relative path; None for one that is gone."""


class Folder:
    """A working directory that tracks its changes, to send them to the other process.

    If it keeps what is there now, the other process cannot change that, and makes only files
    that `name` was told, or in places that this process has made.
    """

    def __init__(self, root: Path, keeps: bool = False) -> None:
        self.root = root
        self._device = root.stat().st_dev
        self._keeps = keeps
        self._known = self._found()
        self._kept = frozenset(self._known if keeps else ())
        folders = list[str]()
        for place, inside, _ in os.walk(root):
            folders.append(place)
            # An environment that is in /tmp is mounted there.
            inside[:] = [name for name in inside if not os.path.ismount(os.path.join(place, name))]
        self._given = {_as_seen(os.path.relpath(place, root)) for place in folders}
        modules = (path for place in folders if keeps for path in Path(place).glob("*.py"))
        self._text = "".join(path.read_text(errors="replace") for path in modules)
        self._patterns: set[str] = set()
        self.waiting: Changes = {}  # changes of the other process that were not taken
        self.refused: set[str] = set()  # kept files that the other process wanted to change
        self._taken: dict[str, int] = {}
        self._written = False
        self._others = dict(self._known)

    def watch(self) -> None:
        """Add an audit hook that notices when a file is written; this cannot be undone."""
        sys.addaudithook(self._hear)

    def changes(self) -> Changes:
        """Return the changes, if the hook noticed that a file was written since the last look."""
        return self.look() if self._written else {}

    def look(self) -> Changes:
        """Return the changes since the last look, including those that the hook did not notice.

        A look that fails is no change: the next one tries again.
        """
        self._written = False
        before = self._known
        try:
            found = self._found()
            new = [name for name, state in found.items() if before.get(name) != state]
            size = sum(found[name][0] for name in new)
            if size > LARGEST_CHANGE or len(found) > MOST_FILES:
                self._known = found
                raise NotPlain(
                    f"too many files or bytes: {len(found):,} files, {size:,} bytes changed at "
                    f"once; the limits are {MOST_FILES:,} and {LARGEST_CHANGE:,}"
                )
            contents = {name: (self.root / name).read_bytes() for name in new}
        except OSError:  # an answer may have opened as many files as it can
            self._written = True
            return {}
        self._known = found
        return {**contents, **dict.fromkeys(name for name in before if name not in found)}

    def take(self, changes: Changes) -> None:
        """Apply changes of the other process here, except those of kept and of unnamed files."""
        if not changes:
            return
        for name in changes:
            if not may_be_told(name):
                raise NotPlain(f"the file name {name[:100]!r} is not allowed")
        self.refused |= changes.keys() & self._kept
        changes = {name: changes[name] for name in changes if name not in self.refused}
        # A forged message is not limited by the size of a real directory.
        for name, content in changes.items():
            self._taken.pop(name, None)
            if content is not None:
                self._taken[name] = len(content)
        if len(self._taken) > MOST_TAKEN or sum(self._taken.values()) > LARGEST_TAKEN:
            raise NotPlain("there are too many files, or the files are too large")
        self.waiting |= changes
        self._write_wanted(list(changes), self._text)

    def name(self, text: str) -> None:
        """Take the files that a test's text names, also by a folder or a pattern."""
        self._text += f"\n{text}"
        words = re.split(r"[\s\"'(),=]+", re.sub(r"\{[^{}]*\}", "*", text))  # as of an f-string
        last = {word.rpartition("/")[2].replace("[", "[[]") for word in words if "*" in word}
        self._patterns |= {one for one in last if len(re.findall(r"\w", one)) > 1}
        self._write_wanted(list(self.waiting), text)

    def _write_wanted(self, names: list[str], text: str) -> None:
        wanted = [name for name in names if self._wants(name, text)]
        for name in wanted:
            path, content = self.root / name, self.waiting.pop(name)
            try:
                if content is None:
                    path.unlink(missing_ok=True)
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
            except (OSError, ValueError) as error:
                raise NotPlain(f"a file cannot be written: {error}"[:300]) from None
        if wanted:
            self._known = self._found()
            self._others |= {name: self._known[name] for name in wanted if name in self._known}
        self.waiting = {name: data for name, data in self.waiting.items() if data is not None}

    def _wants(self, name: str, text: str) -> bool:
        """Tell whether a file may come: it is named, or this process has made it or its folder."""
        if not self._keeps:
            return True
        folders = PurePosixPath(name).parents
        name = _as_seen(name)
        path = PurePosixPath(name)
        if any(part.startswith(".") for part in path.parts):
            return name in text  # hidden from people, but not from tools
        if name in map(_as_seen, self._known) or path.name in text:
            return True
        for folder in folders:
            seen = _as_seen(str(folder))
            quoted = rf"[\"'/]{re.escape(seen)}[\"'/]"
            made = (self.root / folder).is_dir() or re.search(quoted, text)
            if made and seen not in self._given:
                return True
        return any(fnmatchcase(path.name, pattern) for pattern in self._patterns)

    def own(self) -> Changes:
        """Return the files that this process has written itself, the smallest first."""
        files: Changes = {}
        room = LARGEST_KEPT
        with suppress(OSError):  # it may have opened as many files as it can
            found = self._found()
            for name in sorted(found, key=lambda name: (found[name][0], name)):
                if found[name] == self._others.get(name) or not name.startswith(_BESIDE):
                    continue
                room -= found[name][0]
                if room < 0 or len(files) == MOST_KEPT:
                    break
                files[_as_seen(name)] = (self.root / name).read_bytes()
        return files

    def _found(self) -> dict[str, tuple[int, int, int]]:
        """Return the size, time and inode number of each file; `os.walk` would hide errors."""
        found, waiting = {}, [""]
        while waiting:
            prefix = waiting.pop()
            with suppress(FileNotFoundError), os.scandir(f"{self.root}/{prefix}") as entries:
                for entry in entries:
                    name = f"{prefix}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        # Of a student's home no file becomes a setting.
                        own = entry.stat(follow_symlinks=False).st_dev == self._device
                        waiting += [f"{name}/"] * (own and name != HOME)
                    elif entry.is_file(follow_symlinks=False) and _is_data(name):
                        about = entry.stat(follow_symlinks=False)
                        found[name] = about.st_size, about.st_mtime_ns, about.st_ino
        return found

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            flags = arguments[2]
            self._written = self._written or bool(isinstance(flags, int) and flags & TO_WRITE)
        elif event in _WRITING:
            self._written = True


def may_be_told(name: str) -> bool:
    """Tell whether `look` may return a file of this name: one in the directory, no module."""
    path = PurePosixPath(name)
    plain = str(path) == name and not path.is_absolute() and path.parts[:1] != (HOME,)
    inside = 0 < len(path.parts) <= DEEPEST_TAKEN and ".." not in path.parts
    return plain and inside and _is_data(name)


def _as_seen(name: str) -> str:
    """Return the path of a file as a notebook sees it: what is beside it has no folder."""
    return "." if name == WORK else name.removeprefix(_BESIDE)


def _is_data(name: str) -> bool:
    return name.isprintable() and not name.endswith(_CODE)
