"""Fork servers and the processes that they fork, seen from outside: requests and limits."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore, Lock, Thread
from typing import Any, Generic, TypeVar

from msgspec import structs
from msgspec.json import Decoder

from autograder.runner.messages import (
    FROM_FORK,
    FROM_FORK_SERVER,
    LARGEST_RAN,
    Begin,
    End,
    Fork,
)
from autograder.runner.processes import confinement, forkserver
from autograder.runner.processes.confinement import FILE_SIZE, PLACES, USUAL, Allowed
from autograder.runner.processes.surroundings import Surroundings, surroundings
from autograder.runner.wire.channel import Channel

M = TypeVar("M")
T = TypeVar("T")
SECONDS_TO_START = 120
_PLAIN = Fork()
SECONDS_FOR_ROOM = 600  # to start a process where the system has no room for one more
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
    # Figures are shown, and closed, at the end of their cell.
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    # A pool of processes cannot be had; joblib then works without one.
    "JOBLIB_MULTIPROCESSING": "0",
    # Every thread of a numerical library reserves memory, which is limited.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


class ForkServer:
    """The fork server, seen from outside."""

    def __init__(
        self,
        role: str,
        wrap: Callable[[list[str]], list[str]] = list,
        confined: bool = False,
        around: Surroundings | None = None,
        hash_seed: int = 0,
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
        variables |= {"TMPDIR": tempfile.gettempdir(), forkserver.AROUND: json.dumps(around)}
        # The same run gives the same order of sets, with a seed of the instructor's as in a kernel.
        variables.setdefault("PYTHONHASHSEED", str(hash_seed))
        # Not -I: it would ignore the environment variables, PYTHONHASHSEED among them.
        command = [sys.executable, "-P", "-m", "autograder.runner.processes.forkserver", role]
        with theirs, tempfile.TemporaryFile("w+", errors="replace") as errors:
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
            try:
                self._control.receive(time.monotonic() + SECONDS_TO_START)
                self.pid = last_descendant(self._process.pid)
            except (EOFError, TimeoutError):
                self._process.kill()
                self._process.wait()
                errors.seek(0)
                said = errors.read().strip().splitlines() or ["the process ended or did not start"]
                raise confinement.ConfinementError(said[-1]) from None
        self._try_out()

    def _try_out(self) -> None:
        """Confine a process, so that what does not work is known before any notebook is run."""
        try:
            if self._confined:
                pid, sock = self.fork({})
                sock.close()
                self.end(pid)
            Thread(target=self._guard, name="limits", daemon=True).start()
        except RuntimeError:  # the system cannot start another thread
            self.close()
            raise
        except (EOFError, OSError, confinement.ConfinementError) as error:
            self.close()
            why = str(error) or "the process ended while it was being confined"
            raise confinement.ConfinementError(why) from None

    def fork(self, files: dict[str, bytes], asked: Fork = _PLAIN) -> tuple[int, socket.socket]:
        """Fork a process; raise ConfinementError if it cannot have what it is allowed."""
        self._places.acquire()
        try:
            pid, ours = patiently(partial(self._fork, asked))
        except BaseException:
            self._places.release()
            raise
        self._alive[pid] = asked.allowed
        begin = Channel(ours, FROM_FORK, forkserver.LARGEST_BEGINNING)
        until = time.monotonic() + SECONDS_TO_START
        try:
            begin.send(Begin(files=files), until)
            if missing := begin.receive(until).missing:
                raise confinement.ConfinementError(missing)
        except BaseException:
            ours.close()
            self.end(pid)
            raise
        return pid, ours

    def _fork(self, asked: Fork) -> tuple[int, socket.socket]:
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            new = sorted({*asked.cells} - self._prepared)
            self._control.send(structs.replace(asked, cells=new, cores=own_cores()))
            self._prepared.update(new)
            self._control.lend(theirs)
            done = self._control.receive()
        if not done.pid:
            ours.close()
            raise BlockingIOError("the system cannot start another process")
        return done.pid, ours

    def end(self, pid: int) -> str:
        """End a process that was forked, and remove its folder; tell of what it had too much."""
        self._alive.pop(pid, None)
        with self._lock:
            self._control.send(End(pid=pid))
            full = self._control.receive().full
        self._places.release()
        return self._too_much.pop(pid, "disk" if full else "")

    def number(self, pid: int) -> int:
        """Return the number that a fork has on this side of the walls; 0 if it has ended."""
        return next((here for here, there in children(self.pid) if there == pid), 0)

    def _guard(self) -> None:
        """End what has more threads, memory or disk than it may, before others have none."""
        while self._process.poll() is None:
            alive = self._alive.copy()
            for here, there in children(self.pid) if alive else ():
                allowed = alive.get(there, USUAL)
                with suppress(OSError):
                    shares_its_disk = self._confined and here == there
                    if too_much := _too_much(here, shares_its_disk, allowed):
                        self._too_much[there] = too_much
                        forkserver.kill(here)
            time.sleep(forkserver.SECONDS_BETWEEN_LOOKS)

    def close(self) -> None:
        """End the fork server, and with it all its forks."""
        self._control.close()
        self._process.wait()


def _too_much(pid: int, shares_its_disk: bool, allowed: Allowed) -> str:
    """Tell of what a fork and all that it has started have too much."""
    starts = allowed.commands or allowed.programs
    threads, memory = _of_group(pid) if starts else (int(_about(pid, "Threads:")), 0)
    if threads > MOST_THREADS:
        return "threads"
    if memory > allowed.memory:
        return "memory"
    # Bubblewrap has given each a file system; elsewhere `Folders` counts the files with names.
    group = (_members(pid) if starts else [pid]) if shares_its_disk else ()
    return "disk" if _removed_but_held(group) > confinement.DISK else ""


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


def own_cores() -> list[int]:
    """List the cores on which this thread may run."""
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []


SECONDS_BEFORE_A_LOOK = 1.0
SECONDS_AT_REST = 3.0
_CPU_AT_REST = 0.02  # the share of a core that a process uses at most while it only waits
AT_REST: ContextVar[Callable[[bool], None]] = ContextVar("AT_REST", default=lambda rests: None)
"""Called with whether the processes that this thread waits for use no CPU time."""


class Process(Generic[M]):
    """One forked process and the channel to it."""

    def __init__(
        self, server: ForkServer, messages: Decoder[M], files: dict[str, bytes], asked: Fork
    ) -> None:
        self._server = server
        self._pid, sock = server.fork(files, asked)
        self.channel = Channel(sock, messages, LARGEST_RAN)

    def ask(self, request: object, patience: "Patience") -> M:
        """Send a request and return the reply; raise TimeoutError if it takes too long."""
        try:
            self.channel.send(request, patience.end)
        except ConnectionError:
            raise EOFError("the process has ended") from None
        try:
            while True:
                try:
                    return self.channel.receive(patience.until)
                except TimeoutError:
                    patience.look()
        finally:
            AT_REST.get()(False)

    def interrupt(self, seconds: float) -> M:
        """Interrupt what it does, and return the reply; raise TimeoutError if it goes on."""
        with suppress(OSError):  # it has just ended
            if number := self._server.number(self._pid):
                os.kill(number, signal.SIGINT)
        return self.channel.receive(time.monotonic() + seconds)

    def cpu_seconds(self) -> float | None:
        """Return the CPU time that it has used; None if nobody can tell."""
        with suppress(OSError):
            if number := self._server.number(self._pid):
                return time.clock_gettime((~number << 3) | 2)  # as `clock_getcpuclockid` makes it
        return None

    def end(self) -> str:
        """End it; return the limit for which it was killed before, "" if for none."""
        self.channel.close()
        return self._server.end(self._pid)


class Patience:
    """The timeout of one cell: of its CPU time, and a much longer one of wall time.

    CPU time is read only if a cell takes long; then it is counted from the first look on.
    """

    def __init__(self, cpu: float, wall: float, processes: Sequence[Process[Any]]) -> None:
        self._cpu, self._wall, self._processes = cpu, wall, processes
        self._began = time.monotonic()
        self._before: float | None = None
        self._used = 0.0
        self._looked = self._busy = self._began
        self.end = self._began + wall
        self.until = min(self._began + min(SECONDS_BEFORE_A_LOOK, cpu), self.end)

    def look(self) -> None:
        """Raise TimeoutError if a limit is reached; else set `until`, the time of the next look."""
        now = time.monotonic()
        if now > self.end:
            raise TimeoutError(f"{self._wall:g} seconds of wall-clock time")
        seconds = [process.cpu_seconds() for process in self._processes]
        known = [s for s in seconds if s is not None]
        total = sum(known) if len(known) == len(seconds) else now - self._began
        if self._before is None:
            self._before = total
        if total - self._before - self._used > _CPU_AT_REST * (now - self._looked):
            self._busy = now
        AT_REST.get()(now - self._busy >= SECONDS_AT_REST)
        self._looked = now
        self._used = total - self._before
        if self._used > self._cpu:
            raise TimeoutError(f"{self._cpu:g} seconds of CPU time")
        cores = os.cpu_count() or 1  # threads may run on several
        pause = min(max(0.1, (self._cpu - self._used) / cores), SECONDS_BEFORE_A_LOOK)
        self.until = min(now + pause, self.end)

    @property
    def used(self) -> float:
        """The CPU time that the cell has taken, as far as is known."""
        return self._used or min(time.monotonic() - self._began, SECONDS_BEFORE_A_LOOK)


MOST_THREADS = 300
_PROC = Path("/proc")
# In /proc/PID/stat, counted from what stands behind the name.
_GROUP, _THREADS, _PAGES = 2, 17, 21
_BLOCK = 512
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def last_descendant(pid: int) -> int:
    """Return the process at the end of a chain in which each has started the next."""
    for child, _ in children(pid):
        return last_descendant(child)
    return pid


def children(pid: int) -> Iterator[tuple[int, int]]:
    """Yield the children of a process: the number of each here, and that inside its walls."""
    with suppress(OSError):
        for child in (_PROC / f"{pid}/task/{pid}/children").read_text().split():
            with suppress(OSError):  # it has just ended
                yield int(child), int(_about(int(child), "NSpid:").split()[-1])


def _of_group(leader: int) -> tuple[int, int]:
    """Count the threads of a process and of all that it has started, and their bytes of memory."""
    found = _members(leader)
    threads = sum(int(fields[_THREADS]) for fields in found.values())
    if threads > MOST_THREADS:  # quickly: they may grow meanwhile
        return threads, 0
    return threads, sum(_share(pid, int(fields[_PAGES]) * _PAGE) for pid, fields in found.items())


def _members(leader: int) -> dict[int, list[str]]:
    """Find a process and all that it has started, each with its status."""
    found = {}
    for path in _PROC.glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            # What stands before the last bracket is a name, and may be anything.
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[_GROUP]) == leader:
                found[int(path.parent.name)] = fields
    return found


_PREFIXES = [prefix.lstrip("/") + "/" for prefix in {sys.prefix, sys.base_prefix}]


def _removed_but_held(pids: Iterable[int]) -> int:
    """Return how much of the disk removed files take that processes have open or mapped.

    A file that is only mapped, or on its way through a socket, counts as the largest that may be,
    for only root can learn its size. Libraries that were replaced meanwhile do not count.
    """
    held, sent, mapped = dict[int, int](), dict[int, int](), set[int]()
    others = "|".join(map(re.escape, ("memfd:", "SYSV", "dev/", "usr/", "lib", *_PREFIXES)))
    removed = re.compile(rf"^(?:\S+ +){{4}}(\d+) +/(?!{others}).* \(deleted\)$", re.MULTILINE)
    for pid in pids:
        maps = ""
        for task in _PROC.glob(f"{pid}/task/[0-9]*"):  # the first one may have ended
            with suppress(OSError):
                maps = maps or (task / "maps").read_text(errors="replace")
                for descriptor in (task / "fd").iterdir():  # a thread may have its own
                    with suppress(OSError):  # one that was closed hides none of the others
                        about = descriptor.stat()
                        if stat.S_ISREG(about.st_mode) and not about.st_nlink:
                            held[about.st_ino] = about.st_blocks * _BLOCK
                        elif stat.S_ISSOCK(about.st_mode):
                            said = (task / "fdinfo" / descriptor.name).read_text()
                            number = said.partition("scm_fds:")[2].split()
                            sent[about.st_ino] = int(number[0]) if number else 0
        mapped |= {int(number) for number in removed.findall(maps)}
    hidden = len(mapped - held.keys()) + sum(sent.values())
    return sum(held.values()) + FILE_SIZE * hidden


def _share(pid: int, whole: int) -> int:
    """Return a process's share of memory: a page that n processes have counts 1/n."""
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except PermissionError:  # only a process that may trace it can read that
        return whole
    except OSError:  # it has ended
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), whole)


def _about(pid: int, what: str) -> str:
    for line in (_PROC / f"{pid}/status").read_text().splitlines():
        if line.startswith(what):
            return line.partition(":")[2]
    raise OSError(f"the status of the process does not contain {what}")


_ON_REQUEST = "memory.force_empty", "memory.reclaim"  # of versions 1 and 2 of the interface


class PageCache:
    """The files that a process, and all that it will start, bring into the page cache.

    A later run could measure it, and so learn what the hidden tests had told an earlier one.
    Linux counts these pages for each control group, and gives them up on request. Only root can
    make such a group, and only outside of a container; others go without.
    """

    def __init__(self, pid: int) -> None:
        self.group = next(filter(None, (_group_of(place, pid) for place in _cgroups())), None)

    def drop(self) -> None:
        """Give up what the processes of the group have read."""
        if self.group:
            _drop(self.group)


def _cgroups() -> Iterator[Path]:
    """Yield where a group can be made: within the own one, and with version 2 beside it."""
    with suppress(OSError):
        own = dict[str, str]()
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, kinds, path = line.split(":", 2)
            own |= dict.fromkeys(kinds.split(","), path)
        for line in Path("/proc/self/mounts").read_text().splitlines():
            _, place, kind, options, *_ = line.split(" ")
            if kind == "cgroup" and "memory" in options.split(",") and "memory" in own:
                yield Path(f"{place}{own['memory']}")
            elif kind == "cgroup2" and "" in own:
                yield Path(f"{place}{own['']}").parent


def _group_of(place: Path, pid: int) -> Path | None:
    """Make a group and put a process into it, after removing groups of commands that have ended."""
    for old in place.glob("autograder-*"):
        if not Path(f"/proc/{old.name.removeprefix('autograder-')}").exists():
            _drop(old)
            with suppress(OSError):
                old.rmdir()
    group = place / f"autograder-{pid}"
    with suppress(OSError):
        group.mkdir()
        if any((group / name).exists() for name in _ON_REQUEST):
            (group / "cgroup.procs").write_text(str(pid))
            return group
        group.rmdir()
    return None


def _drop(group: Path) -> None:
    empty, reclaim = (group / name for name in _ON_REQUEST)
    for _ in range(2):  # pages that were read often may only become inactive the first time
        with suppress(OSError):  # what is in use stays, and the rest is gone by then
            if empty.exists():
                empty.write_text("0")
            else:
                reclaim.write_text((group / "memory.current").read_text())
