"""A warm process that forks the processes in which cells run.

Importing IPython and making its shell takes 0.2 s; a fork of a process that has
done so takes a few milliseconds. The zygote is started once, before it has seen
any notebook, and holds nothing but the shell.
"""

import builtins
import gc
import importlib
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
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from threading import BoundedSemaphore, Lock
from types import ModuleType
from typing import IO

from autograder.sandbox import confinement
from autograder.sandbox.confinement import PLACES, PLACES_GIVEN
from autograder.sandbox.examiner import Examiner
from autograder.sandbox.messages import FROM_ZYGOTE, TO_FORK, TO_ZYGOTE, Begin, Done, End, Fork
from autograder.sandbox.places import PREFIX, Folders, sweep
from autograder.sandbox.shell import Shell, no_input, warm_shell
from autograder.sandbox.student import Student
from autograder.sandbox.watching import Watch
from autograder.sandbox.wire import Channel

CPU_SECONDS = 300
SECONDS_TO_START = 120
LARGEST_BEGINNING = 200_000_000  # with the files of a submission
_imported: set[str] = set()
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "LANG": "C.UTF-8",
    "LOGNAME": "student",
    "USER": "student",
    # nbgrader's own sign, by which a notebook leaves out what takes long or needs a display.
    "NBGRADER_EXECUTION": "autograde",
    # The same notebook gives the same outputs, sets included.
    "PYTHONHASHSEED": "0",
    # Every thread of a numerical library reserves memory, which is limited.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


class Zygote:
    """The warm process, seen from outside.

    Parameters
    ----------
    role : {"student", "examiner"}
        What its forks are.
    wrap : callable, optional
        Turns the command line that starts it into one that confines it.
    confined : bool
        Whether each fork confines itself.

    Raises
    ------
    confinement.ConfinementError
        If it does not come up.
    """

    def __init__(
        self,
        role: str,
        wrap: Callable[[list[str]], list[str]] = list,
        confined: bool = False,
    ) -> None:
        ours, theirs = socket.socketpair()
        self._control = Channel(ours, FROM_ZYGOTE)
        self._places = BoundedSemaphore(PLACES)
        self._lock = Lock()  # a worker of a cluster may have several threads
        self._prepared: set[str] = set()
        how = "confined" if confined else "unconfined"
        # Not -I: it would ignore the environment, which is ours, and with it the hash seed.
        command = [sys.executable, "-sP", "-m", "autograder.sandbox.zygote", role]
        with theirs, tempfile.TemporaryFile("w+") as errors:
            try:
                self._process = subprocess.Popen(
                    wrap([*command, str(theirs.fileno()), how]),
                    pass_fds=[theirs.fileno()],
                    env=_ENVIRONMENT | {"TMPDIR": tempfile.gettempdir()},
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                )
            except OSError as error:
                raise confinement.ConfinementError(str(error)) from None
            theirs.close()
            self._wait_until_ready(errors)

    def _wait_until_ready(self, errors: IO[str]) -> None:
        try:
            self._control.receive(time.monotonic() + SECONDS_TO_START)
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
    ) -> tuple[int, socket.socket]:
        """Fork a process.

        Parameters
        ----------
        files : dict of str to bytes
            What its working folder holds, by relative path. They go to the process itself:
            this one never holds anything that the next one could find in its memory.
        modules : iterable of str
            What it is going to import: done once here, it costs no fork any time.
        cells : iterable of str
            Cells of the instructor's that it is going to run, likewise.

        It runs on the cores on which the calling thread may run.

        Returns
        -------
        tuple of int and socket.socket
            Its number, for `end`, and a socket to talk to it.
        """
        self._places.acquire()
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            new = sorted(set(cells) - self._prepared)
            self._control.send(Fork(cores=_cores(), modules=list(modules), cells=new))
            self._prepared |= set(cells)
            self._control.lend(theirs)
            pid = self._control.receive().pid
        begin = Channel(ours, FROM_ZYGOTE, LARGEST_BEGINNING)
        begin.send(Begin(files=files), time.monotonic() + SECONDS_TO_START)
        return pid, ours

    def end(self, pid: int) -> bool:
        """End a process that was forked, and remove its folder; tell if it had written too much."""
        with self._lock:
            self._control.send(End(pid=pid))
            full = self._control.receive().full
        self._places.release()
        return full

    def close(self) -> None:
        """End the zygote, and with it all that it forked."""
        self._control.close()
        self._process.wait()


def main(role: str, descriptor: str, confined: str) -> None:
    """Be the zygote: fork and end processes until the other end is closed."""
    sock = socket.socket(fileno=int(descriptor))
    control = Channel(sock, TO_ZYGOTE, borrows=True)
    shell = _shell()
    builtins.input = no_input
    paths = confinement.readable()
    watch = Watch(paths, confined == "confined")
    serve = partial(Examiner, shell) if role == "examiner" else partial(Student, shell, watch)
    confine = None
    if confined == "confined":
        confine = partial(confinement.confine, paths=paths, cpu_seconds=CPU_SECONDS)
        confinement.system_call_filter()
        _try_out(confine)
    if sys.platform == "linux":
        confinement.protect_self()
    if role == "examiner":
        # What a student's function gives back may be small, and large when it is shown.
        confinement.limit_memory()
    sweep()
    gc.collect()
    gc.freeze()
    folders = Folders(_places(), watched=confine is not None)
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
            folder = folders.make()
            pid = _fork(control.borrow(), folder, request.cores, serve, confine)
            folders.belong(folder, pid)
            control.send(Done(pid=pid))
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
    cores: list[int],
    serve: Callable[[socket.socket], Student | Examiner],
    confine: Callable[[Path], None] | None,
) -> int:
    pid = os.fork()
    if pid:
        sock.close()
        return pid
    try:
        if sys.platform == "linux":
            confinement.die_with_parent()
            os.sched_setaffinity(0, cores)
        _keep_only(sock.fileno())
        begin = Channel(sock, TO_FORK, LARGEST_BEGINNING, borrows=True)  # others read from it, too
        _write(begin.receive().files, folder)
        _settle(folder)
        # Last: what is installed, in whatever form, comes before what was handed in.
        sys.meta_path.append(_Beside(folder))
        if confine:
            confine(folder)
        serve(sock).serve()
    finally:
        os._exit(0)


def _places() -> list[Path]:
    """Find the file systems that bubblewrap has made; the students' processes cannot list them."""
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
            gc.freeze()  # or the forks' garbage collection copies what they share
    return bool(new)


@contextmanager
def _whole_or_not_at_all() -> Iterator[None]:
    """Have an import that fails leave no parts of a package that it has not left.

    Python takes the package out of `sys.modules`, but not the parts that it had imported by
    then: imported again, it would lack them.
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


class _Beside:
    """Finds modules that lie beside the notebook."""

    def __init__(self, folder: Path) -> None:
        self._folder = [str(folder)]

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return PathFinder.find_spec(name, self._folder, target) if path is None else None


def _shell() -> Shell:
    # IPython wants a folder for its settings; nobody's own is read, and none stays.
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder:
        os.environ["IPYTHONDIR"] = folder
        return warm_shell()


def _settle(folder: Path) -> None:
    os.chdir(folder)
    os.environ["HOME"] = os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _keep_only(descriptor: int) -> None:
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, 1024)


def _end(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _try_out(confine: Callable[[Path], None]) -> None:
    """Confine a child, so that what does not work is known before any notebook is run."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    pid = os.fork()
    if pid == 0:
        try:
            confine(folder)
        except BaseException as error:
            print(error, file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    os.rmdir(folder)
    if status:
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
