"""What forked processes use, seen from outside of their walls: CPU time, threads, memory."""

import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MOST_THREADS = 300
_CREDENTIALS = struct.Struct("3i")
_PROC = Path("/proc")
# In /proc/PID/stat, counted from what stands behind the name.
_GROUP, _THREADS, _PAGES = 2, 17, 21
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
    threads, members = 0, []
    for path in _PROC.glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            # What stands before the last bracket is a name, and may be anything.
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[_GROUP]) == leader:
                threads += int(fields[_THREADS])
                members.append((path.parent, int(fields[_PAGES]) * _PAGE))
    if threads > MOST_THREADS:
        return threads, 0
    return threads, sum(_share(process) or resident for process, resident in members)


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
