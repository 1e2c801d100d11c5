"""The fork server: a warm process that forks the processes in which cells run.

Importing IPython and making its shell takes 0.2 s; a fork of a process that has done so
takes a few milliseconds. The fork server is started once, before it has seen any notebook,
and holds nothing but the shell.
"""

import builtins
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import MetadataPathFinder
from pathlib import Path
from threading import BoundedSemaphore, Lock, Thread
from typing import IO, NamedTuple, TypeVar

from autograder.sandbox.messages import (
    FROM_FORK_SERVER,
    TO_FORK,
    TO_FORK_SERVER,
    Begin,
    Done,
    End,
    Fork,
)
from autograder.sandbox.processes import confinement, semaphores, usage
from autograder.sandbox.processes.audit import Watch
from autograder.sandbox.processes.confinement import PLACES, PLACES_GIVEN, USUAL, Allowed
from autograder.sandbox.processes.examiner import Examiner
from autograder.sandbox.processes.hiding import hidden
from autograder.sandbox.processes.late_modules import LateModules
from autograder.sandbox.processes.shell import Shell, no_input, warm_shell
from autograder.sandbox.processes.student import Student
from autograder.sandbox.processes.surroundings import AsInKernel, Beside, Surroundings, surroundings
from autograder.sandbox.processes.workdirs import (
    HOME,
    PREFIX,
    SECONDS_BETWEEN_LOOKS,
    WORK,
    Folders,
    sweep,
)
from autograder.sandbox.wire.channel import Channel

T = TypeVar("T")

SECONDS_TO_START = 120
SECONDS_FOR_ROOM = 600
"""The timeout for starting a process where the system has no room for one more."""
LARGEST_BEGINNING = 200_000_000  # with the files of a submission
AROUND = "AUTOGRADER_SURROUNDINGS"
_imported: set[str] = set()
_ENVIRONMENT = {
    # What a cell runs as `!python` is this one, with the same packages.
    "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "LANG": "C.UTF-8",
    "LOGNAME": "student",
    "USER": "student",
    # `!git commit` asks who it is; there is no home that says so.
    **{f"GIT_{who}_NAME": "student" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "student@localhost" for who in ("AUTHOR", "COMMITTER")},
    # Since version 2.47 a commit starts a daemon, which is refused a session of its own.
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "gc.autoDetach",
    "GIT_CONFIG_VALUE_0": "false",
    # nbgrader's own sign, by which a notebook leaves out what takes long or needs a display.
    "NBGRADER_EXECUTION": "autograde",
    # The same notebook gives the same outputs, sets included.
    "PYTHONHASHSEED": "0",
    # A pool of processes cannot be had; joblib then works without one.
    "JOBLIB_MULTIPROCESSING": "0",
    # Every thread of a numerical library reserves memory, which is limited.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


class Walls(NamedTuple):
    """What the forks may read, and the files in there that they may not."""

    paths: list[Path]
    without: list[Path]


class ForkServer:
    """The fork server, seen from outside."""

    def __init__(
        self,
        role: str,
        wrap: Callable[[list[str]], list[str]] = list,
        confined: bool = False,
        around: Surroundings | None = None,
    ) -> None:
        around = around or surroundings(USUAL)
        ours, theirs = socket.socketpair()
        self._control = Channel(ours, FROM_FORK_SERVER)
        self._alive: dict[int, Allowed] = {}
        self._too_much: dict[int, str] = {}
        self._places = BoundedSemaphore(PLACES)
        self._lock = Lock()  # a worker of a cluster may have several threads
        self._prepared: set[str] = set()
        self._confined = confined
        how = "confined" if confined else "unconfined"
        variables = _ENVIRONMENT | dict(around.variables)
        variables |= {"TMPDIR": tempfile.gettempdir(), AROUND: json.dumps(around)}
        # Not -I: it would ignore the environment variables, PYTHONHASHSEED among them.
        command = [sys.executable, "-P", "-m", "autograder.sandbox.processes.forkserver", role]
        with theirs, tempfile.TemporaryFile("w+") as errors:
            try:
                start = partial(
                    subprocess.Popen,
                    wrap([*command, str(theirs.fileno()), how]),
                    pass_fds=[theirs.fileno()],
                    env=variables,
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                )
                self._process = patiently(start)
            except OSError as error:
                raise confinement.ConfinementError(str(error)) from None
            theirs.close()
            self._wait_until_ready(errors)
        Thread(target=self._guard, name="limits", daemon=True).start()

    def _wait_until_ready(self, errors: IO[str]) -> None:
        until = time.monotonic() + SECONDS_TO_START
        try:
            self.pid = usage.sender(self._control.sock, SECONDS_TO_START)
            self._control.receive(max(until, time.monotonic() + 1))
        except (EOFError, TimeoutError):
            self._process.kill()
            self._process.wait()
            errors.seek(0)
            said = errors.read().strip().splitlines() or ["it ended, or did not come up"]
            raise confinement.ConfinementError(said[-1]) from None

    def fork(
        self,
        files: dict[str, bytes],
        modules: Iterable[str] = (),
        cells: Iterable[str] = (),
        allowed: Allowed = USUAL,
    ) -> tuple[int, socket.socket]:
        """Fork a process."""
        self._places.acquire()
        try:
            pid, ours = patiently(partial(self._fork, list(modules), set(cells), allowed))
        except BaseException:
            self._places.release()
            raise
        self._alive[pid] = allowed
        begin = Channel(ours, FROM_FORK_SERVER, LARGEST_BEGINNING)
        begin.send(Begin(files=files), time.monotonic() + SECONDS_TO_START)
        return pid, ours

    def _fork(
        self, modules: list[str], cells: set[str], allowed: Allowed
    ) -> tuple[int, socket.socket]:
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            new = sorted(cells - self._prepared)
            request = Fork(cores=_cores(), modules=modules, cells=new, allowed=allowed)
            self._control.send(request)
            self._prepared |= cells
            self._control.lend(theirs)
            done = self._control.receive()
        pid = done.pid
        if done.missing:
            ours.close()
            raise confinement.ConfinementError(done.missing)
        if not pid:
            ours.close()
            raise BlockingIOError("the system has no room for one more process")
        return pid, ours

    def end(self, pid: int) -> str:
        """End a process that was forked, and remove its folder; tell of what it had too much."""
        self._alive.pop(pid, None)
        with self._lock:
            self._control.send(End(pid=pid))
            full = self._control.receive().full
        self._places.release()
        return self._too_much.pop(pid, "disk" if full else "")

    def interrupt(self, pid: int) -> None:
        """Interrupt a process that was forked, as Ctrl-C does."""
        for here, there in usage.children(self.pid):
            if there == pid:
                with suppress(OSError):
                    os.kill(here, signal.SIGINT)

    def cpu_seconds(self, pid: int) -> float | None:
        """Return the CPU time that a fork has used; None if nobody can tell."""
        for here, there in usage.children(self.pid):
            if there == pid:
                with suppress(OSError):
                    return usage.cpu_seconds(here)
        return None

    def _guard(self) -> None:
        """End what has more threads, memory or disk than it may, before others have none."""
        while self._process.poll() is None:
            alive = self._alive.copy()
            for here, there in usage.children(self.pid) if alive else ():
                allowed = alive.get(there, USUAL)
                with suppress(OSError):
                    shares_its_disk = self._confined and here == there
                    if too_much := _too_much(here, shares_its_disk, allowed):
                        self._too_much[there] = too_much
                        usage.kill(here)
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def close(self) -> None:
        """End the fork server, and with it all its forks."""
        self._control.close()
        self._process.wait()


def _too_much(pid: int, shares_its_disk: bool, allowed: Allowed) -> str:
    """Tell of what a fork and all that it has started have too much."""
    starts = allowed.commands or allowed.programs
    threads, memory = usage.of_group(pid) if starts else (usage.threads(pid), 0)
    if threads > usage.MOST_THREADS:
        return "threads"
    if memory > allowed.memory:
        return "memory"
    # Bubblewrap has given each a file system; elsewhere `Folders` counts the files with names.
    group = (usage.members(pid) if starts else [pid]) if shares_its_disk else ()
    return "disk" if usage.removed_but_held(group) > confinement.DISK else ""


def main(role: str, descriptor: str, confined: str) -> None:
    """Run the fork server: fork and end processes until the other end is closed."""
    sock = socket.socket(fileno=int(descriptor))
    control = Channel(sock, TO_FORK_SERVER, borrows=True)
    shell = _shell()
    builtins.input = no_input
    shown, modules, _, lent = json.loads(os.environ.pop(AROUND))
    paths = [Path(path) for path in shown]
    if PLACES_GIVEN in os.environ:  # as bubblewrap has put them there
        paths += map(Path, confinement.INSTEAD)
    sys.meta_path.insert(0, AsInKernel(modules))
    watch = Watch(paths, confined == "confined")
    late = LateModules(lent)
    serve = (
        partial(Examiner, shell)
        if role == "examiner"
        else partial(Student, shell, watch, late=late)
    )
    walled = Walls(paths, hidden(lent)) if confined == "confined" else None
    if walled:
        for commands in (False, True):
            confinement.system_call_filter(commands, False)
        with tempfile.TemporaryDirectory(prefix=PREFIX) as tried:
            if why := _missing(walled, USUAL, Path(tried)):
                sys.exit(why)
    if sys.platform == "linux":
        confinement.protect_self()
    sweep()
    _forget_archives()
    gc.collect()
    gc.freeze()
    folders = Folders(_places(), watched=bool(walled))
    control.send(Done())
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
            if _import(request.modules):
                watch.remember()
            _prepare(shell, request.cells)
            watch.given.update(request.cells)
            folder = folders.make()
            sock = control.borrow()
            pid, missing = 0, ""
            with suppress(OSError):  # too many processes, or no memory: it will be asked for again
                missing = _missing(walled, request.allowed, folder) if walled else ""
                if not missing:
                    pid = _fork(sock, folder, request, serve, walled)
            folders.belong(folder, pid)
            if not pid:
                sock.close()
                folders.remove(pid)
            control.send(Done(pid=pid, missing=missing))
        else:
            _end(request.pid)
            control.send(Done(full=folders.remove(request.pid)))
    for pid in folders.owners():
        _end(pid)
        folders.remove(pid)
    folders.wait()


def _fork(
    sock: socket.socket,
    folder: Path,
    request: Fork,
    serve: Callable[[socket.socket, Allowed], Student | Examiner],
    walls: Walls | None,
) -> int:
    pid = os.fork()
    if pid:
        sock.close()
        return pid
    try:
        if sys.platform == "linux":
            confinement.die_with_parent()
            os.sched_setaffinity(0, request.cores)
        os.setpgid(0, 0)  # what it starts ends with it
        signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored
        if not (request.allowed.commands or request.allowed.programs):
            semaphores.keep_to_threads()
        _keep_only(sock.fileno())
        # Others read from it, too, so nothing is read ahead.
        begin = Channel(sock, TO_FORK, LARGEST_BEGINNING, borrows=True)
        root = confinement.isolate(folder, walls.paths, request.allowed) if walls else folder
        work = _settle(root)
        _write(begin.receive().files, work)
        # Last: installed modules, of any form, come before those that were handed in.
        sys.meta_path.append(Beside())
        if walls:
            confinement.confine(root, walls.paths, request.allowed, walls.without)
        serve(sock, request.allowed).serve()
    finally:
        os._exit(0)


def patiently(start: Callable[[], T]) -> T:
    """Start a process, with retries where the system has no room for one more."""
    until, pause = time.monotonic() + SECONDS_FOR_ROOM, 0.1
    while True:
        try:
            return start()
        except BlockingIOError as error:
            if time.monotonic() > until:
                raise confinement.ConfinementError(f"no process can be started: {error}") from None
        time.sleep(pause)
        pause = min(2 * pause, 5)


def _places() -> list[Path]:
    """Find the file systems that bubblewrap has made, and forbid students to list them."""
    places = [Path(place) for place in os.environ.pop(PLACES_GIVEN, "").split(os.pathsep) if place]
    for place in places:
        place.chmod(0o300)
    if places:
        places[0].parent.chmod(0o100)
    return places


def _write(files: dict[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        # Where a file and a folder have the same name, the first one stays.
        with suppress(OSError):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def _cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []


def _import(modules: list[str]) -> bool:
    """Import modules that are installed, and tell whether any of them was new.

    One that fails does so again in the notebook.
    """
    new = set(modules) - _imported
    _imported.update(new)
    for name in new:
        with _whole_or_not_at_all():
            importlib.import_module(name)
            gc.freeze()  # or the forks' garbage collection copies shared memory pages
    if new:
        _forget_archives()
    return bool(new)


def _forget_archives() -> None:
    """Close the archives that a search for installed packages has opened: forks cannot use them."""
    MetadataPathFinder().invalidate_caches()


@contextmanager
def _whole_or_not_at_all() -> Iterator[None]:
    """Remove the submodules of a package whose import fails.

    Python takes only the package itself out of `sys.modules`: imported again, it would lack
    the submodules that it had imported by then.
    """
    try:
        yield
    except Exception:
        for name in [name for name in sys.modules if name.partition(".")[0] not in sys.modules]:
            del sys.modules[name]


def _prepare(shell: Shell, cells: list[str]) -> None:
    for cell in cells:
        shell.prepare(cell)
    if cells:
        gc.freeze()


def _shell() -> Shell:
    # IPython wants a directory for its settings; the user's own must not be read.
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder:
        os.environ["IPYTHONDIR"] = folder
        return warm_shell()


def _settle(folder: Path) -> Path:
    """Settle in a directory beside an empty home: no file of a student's becomes a setting."""
    home, work = folder / HOME, folder / WORK
    home.mkdir()
    work.mkdir()
    os.chdir(work)
    os.environ["HOME"], os.environ["TMPDIR"] = str(home), str(folder)
    tempfile.tempdir = None
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return work


def _keep_only(descriptor: int) -> None:
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, 1024)


def _end(pid: int) -> None:
    usage.kill(pid)
    os.waitpid(pid, 0)


def _missing(walls: Walls, allowed: Allowed, folder: Path) -> str:
    """Say what does not work of confining a process; it is known before any notebook is run.

    The same is tried once.
    """
    needs = *allowed.programs, allowed.loopback
    if needs not in _tried:
        _tried[needs] = _try_out(walls, allowed, folder)
    return _tried[needs]


_tried: dict[tuple[object, ...], str] = {}


def _try_out(walls: Walls, allowed: Allowed, folder: Path) -> str:
    """Confine a child, and say what does not work."""
    try:  # made once, for all that will be forked
        confinement.system_call_filter(bool(allowed.programs), allowed.loopback)
    except confinement.ConfinementError as error:
        return str(error)
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            root = confinement.isolate(folder, walls.paths, allowed)
            confinement.confine(root, walls.paths, allowed, walls.without)
        except BaseException as error:
            os.write(theirs, (str(error) or type(error).__name__).encode()[:1000])
        os._exit(0)
    os.close(theirs)
    with open(ours, errors="replace") as pipe:
        said = pipe.read()
    _, status = os.waitpid(pid, 0)
    return said or (f"confining a process ended it ({status})" if status else "")


if __name__ == "__main__":
    main(*sys.argv[1:])
