"""The working directories of forked processes: made, watched and removed by the fork server."""

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from autograder.sandbox.processes.confinement import DISK
from autograder.sandbox.processes.usage import kill

PREFIX = "autograder-"
WORK, HOME = "work", "home"
"""The working directory and the home, in a directory that is a process's /tmp where that works."""
MOST_ENTRIES = 10_000
SECONDS_BETWEEN_LOOKS = 0.25
_BLOCK = 512
_SECONDS_OF_A_DAY = 86_400


class Folders:
    """A directory for each process, on a file system of its own (one of `places`) if there are.

    The directories are checked several times a second for their size, which a file system
    limits by itself, and for the number of files; a process that has written too much is killed.
    """

    def __init__(self, places: list[Path], watched: bool) -> None:
        self._free = [*places]
        self._has_places = bool(places)
        self._watched = watched
        self._folders: dict[int, Path] = {}
        self._full: set[int] = set()
        self._removers: dict[int, Path] = {}
        self._left: list[Path] = []
        self._looked = 0.0

    def make(self) -> Path:
        """Make a directory; if no file system is free, wait until one is."""
        while self._has_places and not self._free:
            self._reap(wait=True)
            time.sleep(0.001 if self._removers else SECONDS_BETWEEN_LOOKS)
        place = self._free.pop() if self._has_places else None
        return Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))

    def belong(self, folder: Path, pid: int) -> None:
        """Remember the process to which a directory belongs."""
        self._folders[pid] = folder

    def owners(self) -> list[int]:
        """List the processes that have one."""
        return [*self._folders]

    def next_look(self) -> float | None:
        """Return the time of the next look, on the clock of `time.monotonic`; None for never."""
        watching = self._removers or self._left or (self._watched and self._folders)
        return self._looked + SECONDS_BETWEEN_LOOKS if watching else None

    def look(self) -> None:
        """Kill processes that have written too much, if it is time to look."""
        if time.monotonic() < self._looked + SECONDS_BETWEEN_LOOKS:
            return
        self._reap()
        if self._watched:
            for pid, folder in self._folders.items():
                if pid not in self._full and is_full(folder):
                    kill(pid)
                    self._full.add(pid)
        self._looked = time.monotonic()

    def remove(self, pid: int) -> bool:
        """Remove the directory of a process that has ended; tell whether it was full."""
        folder = self._folders.pop(pid)
        try:
            for empty in (folder / WORK, folder / HOME, folder):
                empty.rmdir()
            self._release(folder)
        except OSError:
            # Another process does it: there may be much to remove, and others are waiting.
            self._remove_apart(folder)
        full = pid in self._full
        self._full.discard(pid)
        return full

    def _remove_apart(self, folder: Path) -> None:
        try:
            remover = os.fork()
        except OSError:  # no room for one more process: later
            self._left.append(folder)
            return
        if remover == 0:
            _remove_and_exit(folder)
        self._removers[remover] = folder

    def wait(self) -> None:
        """Wait until all directories are removed."""
        while self._removers:
            self._reap(wait=True)

    def _reap(self, wait: bool = False) -> None:
        left, self._left = self._left, []
        for folder in left:
            self._remove_apart(folder)
        for remover, folder in [*self._removers.items()]:
            done, _ = os.waitpid(remover, 0 if wait else os.WNOHANG)
            if done:
                del self._removers[remover]
                self._release(folder)

    def _release(self, folder: Path) -> None:
        if self._has_places:
            self._free.append(folder.parent)


def is_full(folder: Path) -> bool:
    """Tell whether a directory exceeds the limits, or is too deep to be checked."""
    used = 0
    for entries, about in enumerate(_everything(folder)):
        used += about.st_blocks * _BLOCK if about else DISK + 1
        if used > DISK or entries > MOST_ENTRIES:
            return True
    return False


def _everything(folder: Path) -> Iterator[os.stat_result | None]:
    """Yield the status of everything in a directory, at any depth; None where that fails."""
    waiting = [str(folder)]
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as found:
                for entry in found:
                    about = entry.stat(follow_symlinks=False)
                    yield about
                    if stat.S_ISDIR(about.st_mode):
                        waiting.append(entry.path)
        except FileNotFoundError:
            pass  # it has just been removed
        except OSError:
            yield None


def _remove_and_exit(folder: Path) -> None:
    try:
        remove(folder)
    finally:
        os._exit(0)


def remove(folder: Path) -> None:
    """Remove a directory tree, also one that is nested too deeply for a path.

    This changes the working directory of the process.
    """
    os.chdir(folder)
    todo, above = [_clear()], [str(folder)]
    while todo:
        if todo[-1]:
            name = todo[-1].pop()
            os.chmod(name, 0o700)
            os.chdir(name)
            above.append(name)
            todo.append(_clear())
        else:
            todo.pop()
            os.chdir("..")
            os.rmdir(above.pop())


def _clear() -> list[str]:
    """Remove the files of the working directory, and list its folders."""
    with os.scandir() as found:
        entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    for name, is_folder in entries:
        if not is_folder:
            os.unlink(name)
    return [name for name, is_folder in entries if is_folder]


def sweep() -> None:
    """Remove directories that killed fork servers left behind a day ago or earlier."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError):  # another fork server has just removed its own
            about = folder.lstat()
            old = about.st_mtime < time.time() - _SECONDS_OF_A_DAY
            if about.st_uid == os.getuid() and old:
                remover = os.fork()
                if remover == 0:
                    _remove_and_exit(folder)
                os.waitpid(remover, 0)
