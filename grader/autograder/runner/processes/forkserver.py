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
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import MetadataPathFinder
from pathlib import Path
from typing import NamedTuple

from autograder.runner.messages import (
    TO_FORK,
    TO_FORK_SERVER,
    Done,
    Fork,
    Ready,
)
from autograder.runner.processes import confinement, semaphores
from autograder.runner.processes.audit import Watch
from autograder.runner.processes.confinement import PLACES_GIVEN, Allowed
from autograder.runner.processes.examiner import Examiner
from autograder.runner.processes.lent_modules import LateModules, hidden
from autograder.runner.processes.shell import Shell, no_input, warm_shell
from autograder.runner.processes.student import Student
from autograder.runner.processes.surroundings import AsInKernel, Beside
from autograder.runner.processes.workdirs import (
    HOME,
    PREFIX,
    WORK,
    Folders,
    kill,
    sweep,
)
from autograder.runner.wire.channel import Channel

LARGEST_BEGINNING = 200_000_000  # with the files of a submission
AROUND = "AUTOGRADER_SURROUNDINGS"
_imported: set[str] = set()


class Walls(NamedTuple):
    """What the forks may read, and the files in there that they may not."""

    paths: list[Path]
    without: list[Path]


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
            pid = 0
            with suppress(OSError):  # too many processes, or no memory: it will be asked for again
                pid = _fork(sock, folder, request, serve, walled)
            sock.close()
            folders.belong(folder, pid)
            if not pid:
                folders.remove(pid)
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
    request: Fork,
    serve: Callable[[socket.socket, Allowed], Student | Examiner],
    walls: Walls | None,
) -> int:
    starts = bool(request.allowed.commands or request.allowed.programs)
    if walls:  # made once, for all that will be forked
        confinement.system_call_filter(starts, request.allowed.loopback)
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
            semaphores.keep_to_threads()
        _keep_only(sock.fileno())
        # Others read from it, too, so nothing is read ahead.
        begin = Channel(sock, TO_FORK, LARGEST_BEGINNING, borrows=True)
        try:
            root = confinement.isolate(folder, walls.paths, request.allowed) if walls else folder
            work = _settle(root)
            _write(begin.receive().files, work)
            # Last: installed modules, of any form, come before those that were handed in.
            sys.meta_path.append(Beside())
            if walls:
                confinement.confine(root, walls.paths, request.allowed, walls.without)
        except Exception as error:
            begin.send(Ready(missing=(str(error) or type(error).__name__)[:1000]))
        else:
            begin.send(Ready())
            serve(sock, request.allowed).serve()
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


def _write(files: dict[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        # Where a file and a folder have the same name, the first one stays.
        with suppress(OSError):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


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
    for own in (home, work):  # an environment may be in there
        own.mkdir(exist_ok=True)
        os.utime(own)  # an error where all of it is read-only
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
    kill(pid)
    os.waitpid(pid, 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
