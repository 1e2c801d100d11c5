"""What forked processes use, seen from outside of their walls: CPU time, threads, memory, disk."""

import os
import re
import signal
import socket
import stat
import struct
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from autograder.sandbox.processes.confinement import FILE_SIZE

MOST_THREADS = 300
_CREDENTIALS = struct.Struct("3i")
_PROC = Path("/proc")
# In /proc/PID/stat, counted from what stands behind the name.
_GROUP, _THREADS, _PAGES = 2, 17, 21
_BLOCK = 512
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def sender(sock: socket.socket, seconds: float) -> int:
    """Return the process id of the other end, by its first byte; 0 if nobody knows.

    It is the process id on this side of the walls. The byte is only peeked at.
    """
    if sys.platform != "linux":
        return 0
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    sock.settimeout(seconds)
    try:
        room = socket.CMSG_SPACE(_CREDENTIALS.size)
        _, ancillary, _, _ = sock.recvmsg(1, room, socket.MSG_PEEK)
        return next((_CREDENTIALS.unpack(data)[0] for _, _, data in ancillary), 0)
    finally:
        sock.settimeout(None)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)


def children(pid: int) -> Iterator[tuple[int, int]]:
    """Yield the children of a process: the process id of each here, and that inside its walls."""
    with suppress(OSError):
        for child in (_PROC / f"{pid}/task/{pid}/children").read_text().split():
            with suppress(OSError):  # it has just ended
                yield int(child), int(_about(int(child), "NSpid:").split()[-1])


def threads(pid: int) -> int:
    """Count the threads of a process."""
    return int(_about(pid, "Threads:"))


def of_group(leader: int) -> tuple[int, int]:
    """How many threads a process and all that it has started have, and how many bytes of memory.

    Of too many threads only the number is asked for, which is quick: they may grow meanwhile.
    """
    found = members(leader)
    threads = sum(int(fields[_THREADS]) for fields in found.values())
    if threads > MOST_THREADS:
        return threads, 0
    return threads, sum(
        _share(_PROC / str(pid)) or int(fields[_PAGES]) * _PAGE for pid, fields in found.items()
    )


def members(leader: int) -> dict[int, list[str]]:
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


def removed_but_held(pids: Iterable[int]) -> int:
    """Return how much of the disk removed files take that processes have open or mapped.

    Of a file that is only mapped, or on its way through a socket, nobody but root can learn the
    size: it counts as the largest that may be. Libraries that were replaced meanwhile are none.
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


def _share(process: Path) -> int:
    """Return a process's share of memory: a page that n processes have counts 1/n; 0 if unknown."""
    with suppress(OSError):  # only who may trace it can read that
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def kill(leader: int) -> None:
    """End a forked process with all that it has started: none of it can leave its group."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:  # it has not come so far
        os.kill(leader, signal.SIGKILL)


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used.

    Examples
    --------
    >>> import os
    >>> cpu_seconds(os.getpid()) > 0
    True
    """
    return time.clock_gettime((~pid << 3) | 2)  # as `clock_getcpuclockid` makes it


def _about(pid: int, what: str) -> str:
    for line in (_PROC / f"{pid}/status").read_text().splitlines():
        if line.startswith(what):
            return line.partition(":")[2]
    raise OSError(f"{what} is not told of a process")
