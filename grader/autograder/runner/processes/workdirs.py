"""The working directories of forked processes: made, watched and removed by the fork server."""

import os
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from autograder.runner.processes.confinement import DISK

PREFIX = "autograder-"
WORK, HOME = "work", "home"
"""The working directory and the home, in a directory that is a process's /tmp where that works."""
MOST_ENTRIES = 10_000
SECONDS_BETWEEN_LOOKS = 0.25
# What a student has made may be nested too deeply for a path, and forbid to be listed.
_REMOVE = 'rm -rf "$0" 2> /dev/null || { chmod -R u+rwx "$0"; rm -rf "$0"; }'
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
        self._removers: dict[subprocess.Popen[bytes], Path] = {}
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
            self._removers[_remover(folder)] = folder
        except OSError:  # no room for one more process: later
            self._left.append(folder)

    def wait(self) -> None:
        """Wait until all directories are removed."""
        while self._removers:
            self._reap(wait=True)

    def _reap(self, wait: bool = False) -> None:
        left, self._left = self._left, []
        for folder in left:
            self._remove_apart(folder)
        for remover, folder in [*self._removers.items()]:
            if (remover.wait() if wait else remover.poll()) is not None:
                del self._removers[remover]
                self._release(folder)

    def _release(self, folder: Path) -> None:
        if self._has_places:
            self._free.append(folder.parent)


def kill(leader: int) -> None:
    """End a forked process with all that it has started: none of it can leave its group."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:  # it has not come so far
        os.kill(leader, signal.SIGKILL)


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


def _remover(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sh", "-c", _REMOVE, str(folder)], stderr=subprocess.DEVNULL)


def sweep() -> None:
    """Remove directories that killed fork servers left behind a day ago or earlier."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError):  # another fork server has just removed its own
            about = folder.lstat()
            old = about.st_mtime < time.time() - _SECONDS_OF_A_DAY
            if about.st_uid == os.getuid() and old:
                _remover(folder).wait()
