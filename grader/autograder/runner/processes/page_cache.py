"""The page cache of the runs in one process: what they have read leaves it when they have ended.

A later run could measure which files are in the page cache, and so learn what the hidden tests
had told an earlier one. Linux counts for each control group of memory what its processes have
brought there, and gives it up on request. Only root can make such a group, and only outside of
a container; elsewhere the runs go without.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_ON_REQUEST = "memory.force_empty", "memory.reclaim"
"""The files of a group that give up its pages: of version 1 of the interface, and of version 2."""


class PageCache:
    """A control group of a process, and of all that it will start."""

    def __init__(self, pid: int) -> None:
        self._group = next(filter(None, (_joined(place, pid) for place in _places())), None)

    @property
    def exists(self) -> bool:
        """Whether there is such a group here."""
        return self._group is not None

    def drop(self) -> None:
        """Give up what the processes of the group have read."""
        if self._group:
            _drop(self._group)


def _places() -> Iterator[Path]:
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


def _joined(place: Path, pid: int) -> Path | None:
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
    with suppress(OSError):  # what is in use stays, and the rest is gone by then
        if empty.exists():
            empty.write_text("0")
        else:
            reclaim.write_text((group / "memory.current").read_text())
