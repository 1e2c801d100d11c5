"""The fork server: a warm process that forks the processes in which cells run.

Importing IPython and making its shell takes 0.2 s, and a fork of a process that has done so a
few milliseconds. The fork server is started before it has seen any notebook, and holds nothing
but the shell. It makes, watches and removes the working directories of its forks.
"""

import _multiprocessing  # type: ignore[import-not-found]
import gc
import importlib
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib.metadata import MetadataPathFinder
from pathlib import Path

from autograder.runner.messages import TO_FORK, TO_FORK_SERVER, Fork, ForkServerDone, Ready
from autograder.runner.processes import confinement, examiner, lent_modules, student, surroundings
from autograder.runner.processes.confinement import DISK, PLACES_GIVEN, Allowed
from autograder.runner.processes.shared_files import HOME, WORK
from autograder.runner.processes.shell import Shell, warm_shell
from autograder.runner.wire.channel import Channel

LARGEST_BEGINNING = 200_000_000  # with the files of a submission
AROUND = "AUTOGRADER_SURROUNDINGS"
PREFIX = "autograder-"
MOST_ENTRIES = 10_000
SECONDS_BETWEEN_LOOKS = 0.25
# What a student has made may be nested too deeply for Python, and forbid to be listed.
_REMOVE = 'rm -rf "$0" || { chmod -R u+rwx "$0"; rm -rf "$0"; }'
_BLOCK = 512
_SECONDS_OF_A_DAY = 86_400
_MUTEX = 0
_Serve = Callable[[socket.socket, Allowed], student.Student | examiner.Examiner]
_Walls = tuple[list[Path], list[Path]]
_imported: set[str] = set()


def main(role: str, descriptor: str, confined: str) -> None:
    """Run the fork server: fork and end processes until the other end is closed."""
    control = Channel(socket.socket(fileno=int(descriptor)), TO_FORK_SERVER, borrows=True)
    # IPython wants a directory for its settings; the user's own must not be read.
    with tempfile.TemporaryDirectory(prefix=PREFIX) as settings:
        os.environ["IPYTHONDIR"] = settings
        shell = warm_shell()
    shown, modules, _, lent = json.loads(os.environ.pop(AROUND))
    paths = [Path(path) for path in shown]
    if PLACES_GIVEN in os.environ:  # as bubblewrap has put them there
        paths += map(Path, confinement.INSTEAD)
    sys.meta_path.insert(0, surroundings.AsInKernel(modules))
    late = lent_modules.LateModules(lent)
    serve = (
        partial(examiner.Examiner, shell)
        if role == "examiner"
        else partial(student.Student, shell, confined == "confined", late)
    )
    walls = (paths, lent_modules.hidden(lent)) if confined == "confined" else None
    if walls:
        for commands in (False, True):
            confinement.system_call_filter(commands, False)
    if sys.platform == "linux":
        confinement.protect_self()
    _sweep()
    _forget_archives()
    gc.collect()
    gc.freeze()
    folders = Folders(_places(), watched=bool(walls))
    control.send(ForkServerDone())
    while True:
        try:
            request = control.receive(folders.next_look())
        except EOFError:
            break
        except TimeoutError:
            continue
        finally:
            folders.look()
        if isinstance(request, Fork):
            with shell.builtin_trap:  # libraries ask `get_ipython` whether this is a terminal
                _import(request.modules)
            for cell in request.cells:
                shell.prepare(cell)
            with suppress(SyntaxError, ValueError):  # it fails in the fork again
                late.prepare(request.lent)
            if request.cells:
                gc.freeze()
            folder = folders.make()
            sock = control.borrow()
            pid = 0
            with suppress(OSError):  # too many processes, or no memory: it will be asked for again
                pid = _fork(sock, folder, request, serve, walls)
            sock.close()
            folders.of[pid] = folder
            if not pid:
                folders.remove(pid)
            control.send(ForkServerDone(pid=pid))
        else:
            control.send(ForkServerDone(full=folders.end(request.pid)))
    for pid in [*folders.of]:
        folders.end(pid)


def _fork(
    sock: socket.socket, folder: Path, request: Fork, serve: _Serve, walls: _Walls | None
) -> int:
    """Fork a process; `walls` are what it may read, and the files in there that it may not."""
    allowed = request.allowed
    starts = bool(allowed.commands or allowed.programs)
    if walls:  # made once, for all that will be forked
        confinement.system_call_filter(starts, allowed.loopback)
    pid = os.fork()
    if pid:
        return pid
    try:
        if sys.platform == "linux":
            confinement.die_with_parent()
            os.sched_setaffinity(0, request.cores)
        os.setpgid(0, 0)  # what it starts ends with it
        signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored
        if not starts:
            _multiprocessing.SemLock = _Semaphore
        os.closerange(3, sock.fileno())
        os.closerange(sock.fileno() + 1, 1024)
        # Others read from it, too, so nothing is read ahead.
        begin = Channel(sock, TO_FORK, LARGEST_BEGINNING, borrows=True)
        try:
            root = confinement.isolate(folder, walls[0], allowed) if walls else folder
            work = _settle(root)
            for name, data in begin.receive().files.items():
                path = work / name
                # Where a file and a folder have the same name, the first one stays.
                with suppress(OSError):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
            sys.path.append("")  # what was handed in comes after what is installed
            if walls:
                confinement.confine(root, walls[0], allowed, walls[1])
        except Exception as error:
            begin.send(Ready(missing=(str(error) or type(error).__name__)[:1000]))
        else:
            begin.send(Ready())
            serve(sock, allowed).serve()
    finally:
        os._exit(0)


def _places() -> list[Path]:
    """Find the file systems that bubblewrap has made, and forbid students to list them."""
    places = [Path(place) for place in os.environ.pop(PLACES_GIVEN, "").split(os.pathsep) if place]
    for place in places:
        place.chmod(0o300)
    if places:
        places[0].parent.chmod(0o100)
    return places


def _import(modules: Iterable[str]) -> None:
    """Import modules that are installed.

    One that fails does so again in the notebook. Of a package whose import fails Python takes
    only the package itself out of `sys.modules`: imported again, it would lack the submodules.
    """
    new = set(modules) - _imported
    _imported.update(new)
    for name in new:
        try:
            importlib.import_module(name)
            gc.freeze()  # or the forks' garbage collection copies shared memory pages
        except Exception:
            for part in [part for part in sys.modules if part.partition(".")[0] not in sys.modules]:
                del sys.modules[part]
    if new:
        _forget_archives()


def _forget_archives() -> None:
    """Close the archives that a search for installed packages has opened: forks cannot use them."""
    MetadataPathFinder().invalidate_caches()


def _settle(folder: Path) -> Path:
    """Settle in a directory beside an empty home: no file of a student's becomes a setting."""
    home, work = folder / HOME, folder / WORK
    for own in (home, work):  # an environment may be in there
        own.mkdir(exist_ok=True)
        os.utime(own)  # an error where all of it is read-only
    os.chdir(work)
    Shell.instance().user_ns["_dh"][:] = [work]
    os.environ["HOME"], os.environ["TMPDIR"] = str(home), str(folder)
    tempfile.tempdir = None
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return work


class Folders:
    """A directory for each process, on a file system of its own (one of `places`) if there are.

    Several times a second their files are counted, and their bytes, which such a file system
    limits by itself; a process that has written too much is killed.
    """

    def __init__(self, places: list[Path], watched: bool) -> None:
        self._free = places
        self._has_places = bool(places)
        self._watched = watched
        self.of: dict[int, Path] = {}  # by process
        self._full: set[int] = set()
        self._looked = 0.0

    def make(self) -> Path:
        """Make a directory; who asks has at most as many processes as there are places."""
        place = self._free.pop() if self._has_places else None
        return Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))

    def next_look(self) -> float | None:
        """Return the time of the next look, on the clock of `time.monotonic`; None for never."""
        return self._looked + SECONDS_BETWEEN_LOOKS if self._watched and self.of else None

    def look(self) -> None:
        """Kill processes that have written too much, if it is time to look."""
        if self._watched and time.monotonic() >= self._looked + SECONDS_BETWEEN_LOOKS:
            for pid, folder in self.of.items():
                if pid not in self._full and _is_full(folder):
                    kill(pid)
                    self._full.add(pid)
            self._looked = time.monotonic()

    def end(self, pid: int) -> bool:
        """End a process and remove its directory; tell whether it was full."""
        kill(pid)
        os.waitpid(pid, 0)
        return self.remove(pid)

    def remove(self, pid: int) -> bool:
        """Remove the directory of a process that has ended; tell whether it was full."""
        folder = self.of.pop(pid)
        _remove(folder)
        if self._has_places:
            self._free.append(folder.parent)
        full = pid in self._full
        self._full.discard(pid)
        return full


def kill(leader: int) -> None:
    """End a forked process with all that it has started: none of it can leave its group."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:  # it has not come so far
        os.kill(leader, signal.SIGKILL)


def _is_full(folder: Path) -> bool:
    """Tell whether a directory exceeds the limits, or is too deep to be checked."""
    used, entries, waiting = 0, 0, [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                for entry in found:
                    about = entry.stat(follow_symlinks=False)
                    used, entries = used + about.st_blocks * _BLOCK, entries + 1
                    if used > DISK or entries > MOST_ENTRIES:
                        return True
                    if stat.S_ISDIR(about.st_mode):
                        waiting.append(entry.path)
        except FileNotFoundError:
            pass  # it has just been removed
        except OSError:
            return True
    return False


def _remove(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        while True:
            with suppress(OSError):  # no room for one more process
                subprocess.run(["sh", "-c", _REMOVE, str(folder)], stderr=subprocess.DEVNULL)
                return
            time.sleep(SECONDS_BETWEEN_LOOKS)


def _sweep() -> None:
    """Remove directories that killed fork servers left behind a day ago or earlier."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError):  # another fork server has just removed its own
            about = folder.lstat()
            old = about.st_mtime < time.time() - _SECONDS_OF_A_DAY
            if about.st_uid == os.getuid() and old:
                _remove(folder)


class _Semaphore(threading.Semaphore):
    """What `multiprocessing` takes for the system's semaphore, between threads alone.

    A real one is a file in a folder that all notebooks would share.
    """

    SEM_VALUE_MAX: int = _multiprocessing.SemLock.SEM_VALUE_MAX
    name, handle = None, 0

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        super().__init__(value)
        self.kind, self.maxvalue = kind, maxvalue
        self._owner, self._times = 0, 0

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        again = self.kind == _MUTEX and self._is_mine()
        wait = None if timeout is None or not block else max(timeout, 0)
        if again or super().acquire(block, wait):
            self._owner, self._times = threading.get_ident(), self._times + 1
            return True
        return False

    __enter__ = acquire

    def release(self, n: int = 1) -> None:
        if self.kind == _MUTEX and not self._is_mine():
            raise AssertionError("attempt to release recursive lock not owned by thread")
        if self.kind != _MUTEX and self._value >= self.maxvalue:
            raise ValueError("semaphore or lock released too many times")
        self._times -= 1
        if self.kind != _MUTEX or not self._times:
            super().release(n)

    def _is_mine(self) -> bool:
        return self._times > 0 and self._owner == threading.get_ident()

    def _count(self) -> int:
        return self._times

    def _get_value(self) -> int:
        return self._value

    def _is_zero(self) -> bool:
        return self._value == 0


if __name__ == "__main__":
    main(*sys.argv[1:])
