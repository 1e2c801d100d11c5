"""Notice what a student's code tries that has no place in a notebook, so that a report can name it.

Nothing is prevented here: the kernel does that, see `confinement`. Code in the same
process can hide from this, and forge what is reported: it is a hint for whoever reads
the report.
"""

import builtins
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

MOST_NOTED = 5
LONGEST_NOTE = 200
# Python's audit events: https://docs.python.org/3/library/audit_events.html
_ACTIONS = {
    **dict.fromkeys(["os.fork", "os.forkpty"], "to start a process"),
    **dict.fromkeys(
        ["os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen"],
        "to start a program",
    ),
    **dict.fromkeys(["os.kill", "os.killpg"], "to send a signal"),
    **dict.fromkeys(
        ["socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendto"],
        "to use the network",
    ),
    **dict.fromkeys(["gc.get_objects", "gc.get_referrers"], "to look through Python's memory"),
    **dict.fromkeys(["os.link", "os.symlink"], "to make a link"),
}
_READING = {"os.chdir", "os.listdir", "os.scandir"}
_WRITING = {
    "os.chmod", "os.chown", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate",
    "os.utime", "shutil.rmtree",
}  # fmt: skip
_HEARD = {"open", "sys._getframe", *_ACTIONS, *_READING, *_WRITING}
_PLAIN = frozenset([type(None), bool, int, float, str, bytes, list, tuple, dict, set, frozenset])
_Path: TypeAlias = str | bytes | os.PathLike[str] | int | None
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Watch:
    """Notes of what was tried in this process.

    Parameters
    ----------
    readable : iterable of Path
        What may be read besides the folder in which the process works.

    Examples
    --------
    >>> watch = Watch([Path("/usr")])
    >>> watch.note("os.listdir", ("/usr/lib",))
    >>> watch.note("open", ("/usr/../secret.txt", "r", 0))
    >>> watch.note("os.fork", ())
    >>> watch.take(), watch.take()
    (["to look at '/secret.txt'", 'to start a process'], [])
    """

    def __init__(self, readable: Iterable[Path]) -> None:
        self._folder = os.getcwd()
        self._readable = ["/dev", *map(str, readable)]
        self._noted: dict[str, None] = {}
        self._told = 0
        self._mentioned = False
        self.remember()

    def remember(self) -> None:
        """Remember what there is in Python, to notice what will have been replaced."""
        self._before = _replaceable()

    def start(self) -> None:
        """Listen to Python's audit events; this cannot be undone."""
        self._folder = os.getcwd()
        sys.addaudithook(self._hear)

    def take(self) -> list[str]:
        """Tell what was tried since this was asked for last."""
        if len(self._noted) == self._told:
            return []
        new = list(self._noted)[self._told :]
        self._told += len(new)
        return new

    def read(self, code: str) -> None:
        """Read what is going to be run: whether it may replace parts of Python."""
        # Comparing them all makes copies of much that this process shares with others.
        self._mentioned = self._mentioned or "builtins" in code or "modules" in code

    def look_around(self) -> None:
        """Note what has been replaced in Python itself, and which modules have."""
        if not self._mentioned:
            return
        with suppress(Exception):  # what is compared may be the student's
            for kind, now in _replaceable().items():
                before = self._before[kind]
                changed = [name for name in before if now.get(name) is not before[name]]
                if changed:
                    self.add(f"to replace {kind} {', '.join(changed)[:80]}")

    def weigh(self, value: object) -> None:
        """Note a value that says that it equals whatever it is compared with."""
        if type(value) in _PLAIN:
            return
        with suppress(BaseException):  # what is asked may be the student's
            # Nothing equals a new object but itself: not what compares fields, nor what
            # makes a formula of a comparison.
            if (value == object()) is True:
                self.add("to pass off a value that says that it equals everything")

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note an audit event, if it has no place in a notebook."""
        if event == "sys._getframe":
            self._look_up(arguments[0])
        elif event in _ACTIONS:
            self.add(_ACTIONS[event])
        elif event in _WRITING or (event == "open" and arguments[2] & _TO_WRITE):
            self._look("to write to", arguments[0], [self._folder, "/dev"])
        elif event in _READING or event == "open":
            self._look("to look at", arguments[0], [self._folder, *self._readable])

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _HEARD:
            with suppress(Exception):
                self.note(event, arguments)

    def _look(self, verb: str, what: _Path, allowed: list[str]) -> None:
        if what is None or isinstance(what, int):
            return
        path = os.path.abspath(os.fsdecode(what))
        own = any(path == root or path.startswith(f"{root}/") for root in allowed)
        # Python itself tries to keep what it compiles when it imports something.
        if not own and "__pycache__" not in path:
            self.add(f"{verb} {path!r}")

    def _look_up(self, frame: FrameType) -> None:
        # Modules do this, too, and may; in a cell nobody needs it.
        if frame.f_code.co_filename.startswith("<ipython-input"):
            self.add("to look at who calls it")

    def add(self, what: str) -> None:
        """Note what was tried, as it follows the words 'The student's code tried'."""
        if len(self._noted) < MOST_NOTED:
            self._noted[what[:LONGEST_NOTE]] = None


def _replaceable() -> dict[str, dict[str, object]]:
    return {"Python's own": dict(vars(builtins)), "the module": dict(sys.modules)}
