"""An audit hook for the student's process: it notes forbidden attempts for the report.

It prevents nothing: the kernel does that, see `confinement`. Harmless actions are not noted:
looks at Python's frames and objects, and at the folders above. Code in the same process can
hide from the hook, and forge notes: they are hints for the reader of the report.
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
_STARTING = {
    **dict.fromkeys(["os.fork", "os.forkpty"], "tried to start a process"),
    **dict.fromkeys(
        ["os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen"],
        "tried to start a program",
    ),
}
_ACTIONS = {
    **_STARTING,
    **dict.fromkeys(
        ["socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendto"],
        "tried to use the network",
    ),
    **dict.fromkeys(["os.link", "os.symlink"], "tried to make a link"),
}
_SIGNALS = ["os.kill", "os.killpg"]
_READING = {"os.chdir", "os.listdir", "os.scandir"}
_WRITING = {
    "os.chown", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "shutil.rmtree",
}  # fmt: skip
_CHANGING = {"os.chmod", "os.utime"}
# Called through these modules, an event is the cell's own; other modules' calls are their affair.
_MEANS = frozenset({
    "os", "posixpath", "genericpath", "glob", "fnmatch", "io", "pathlib", "shutil", "tempfile",
    "codecs", "tokenize", "fileinput", "subprocess", "multiprocessing", "concurrent", "threading",
    "socket", "selectors", "ssl", "http", "urllib", "asyncio", "contextlib", "functools", "inspect",
    "gc",
})  # fmt: skip
_IN_VAIN = ", which had no effect on the tests"
_HEARD = frozenset({"open", *_ACTIONS, *_SIGNALS, *_READING, *_WRITING, *_CHANGING})
_PLAIN = frozenset([type(None), bool, int, float, str, bytes, list, tuple, dict, set, frozenset])
_Path: TypeAlias = str | bytes | os.PathLike[str] | int | None
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Watch:
    """Notes of forbidden attempts in this process.

    Parameters
    ----------
    readable : iterable of Path
        Files and folders that may be read besides the working directory.
    confined : bool
        True if the kernel refuses such attempts.

    Examples
    --------
    >>> watch = Watch([Path("/usr")], confined=True)
    >>> watch.note("os.listdir", ("/usr/lib",))
    >>> watch.note("open", ("/usr/../secret.txt", "r", 0))
    >>> watch.note("open", ("../data.csv", "r", 0))
    >>> watch.note("os.fork", ())
    >>> watch.take(), watch.take()
    (["opened '/secret.txt', which was refused", 'tried to start a process, which was refused'], [])
    """

    programs = False
    """Whether programs may be started."""

    def __init__(self, readable: Iterable[Path], confined: bool = False) -> None:
        self._refused = ", which was refused" if confined else ""
        self._unchanged = ", which had no effect" if confined else ""
        self._folder = os.getcwd()
        self._readable = ["/dev", *map(str, readable)]
        self._noted: dict[str, None] = {}
        self._told = 0
        self._mentioned = False
        self._busy = False
        self.remember()

    def remember(self) -> None:
        """Remember Python's built-ins and modules, to notice later which were replaced."""
        self._before = _replaceable()

    def start(self, folder: Path) -> None:
        """Add the audit hook, for a process that may write to a folder; this cannot be undone."""
        self._folder = str(folder)
        sys.addaudithook(self._hear)

    def take(self) -> list[str]:
        """Return the notes since the last call."""
        if len(self._noted) == self._told:
            return []
        new = list(self._noted)[self._told :]
        self._told += len(new)
        return new

    def read(self, code: str) -> None:
        """Check whether a cell that is going to be run may replace parts of Python."""
        # Comparing them all copies many memory pages that this process shares with others.
        self._mentioned = self._mentioned or "builtins" in code or "modules" in code

    def look_around(self) -> None:
        """Note which of Python's built-ins and modules have been replaced."""
        if not self._mentioned:
            return
        with suppress(Exception):  # the objects may be the student's
            for kind, now in _replaceable().items():
                before = self._before[kind]
                changed = [name for name in before if now.get(name) is not before[name]]
                if changed:
                    self.add(f"replaced {kind} {', '.join(changed)[:80]}{_IN_VAIN}")

    def weigh(self, value: object) -> None:
        """Note a value that claims to equal any other."""
        if type(value) in _PLAIN:
            return
        with suppress(BaseException):  # `__eq__` may be the student's
            # A new object equals only itself; a comparison of fields is false, and one that
            # makes a formula is not the object True.
            if (value == object()) is True:
                self.add(f"gave back a value that says that it equals everything{_IN_VAIN}")

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note an audit event, if it has no place in a notebook."""
        if event in _STARTING and self.programs:
            return
        if event in _ACTIONS:
            self.add(f"{_ACTIONS[event]}{self._refused}")
        elif event in _SIGNALS:
            if arguments[0] != os.getpid():
                self.add(f"tried to send a signal to others{self._refused}")
        elif event in _CHANGING:
            own = [self._folder]
            self._look("changed permissions or times of", arguments[0], own, self._unchanged)
        elif event in _WRITING or (event == "open" and arguments[2] & _TO_WRITE):
            self._look("tried to write to", arguments[0], [self._folder, "/dev"], self._refused)
        elif (event in _READING or event == "open") and not self._is_around(arguments[0]):
            own = [self._folder, *self._readable]
            self._look("opened", arguments[0], own, self._refused)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _HEARD and not self._busy:
            self._busy = True
            with suppress(Exception):
                if _in_a_cell():
                    self.note(event, arguments)
            self._busy = False

    def _is_around(self, what: _Path) -> bool:
        """Tell whether a path leads to a folder above, or into one, as in a course at home.

        A student may look there for data that lie elsewhere at home: that accuses nobody.
        """
        if what is None or isinstance(what, int):
            return False
        path = os.fsdecode(what)
        above = [str(folder) for folder in Path(self._folder).parents]
        return not os.path.isabs(path) or path in above or os.path.dirname(path) in above[:-1]

    def _look(self, verb: str, what: _Path, allowed: list[str], outcome: str) -> None:
        if what is None or isinstance(what, int):
            return
        path = os.path.abspath(os.fsdecode(what))
        if not any(path == root or path.startswith(f"{root}/") for root in allowed):
            self.add(f"{verb} {path!r}{outcome}")

    def add(self, what: str) -> None:
        """Add a note, which continues the words 'The student's code'."""
        if len(self._noted) < MOST_NOTED:
            self._noted[what[:LONGEST_NOTE]] = None


def _in_a_cell() -> bool:
    """Tell whether a cell caused this event, itself or through Python's modules for it."""
    frame = _frame()
    while frame is not None:
        if frame.f_code.co_filename.startswith("<ipython-input"):
            return True
        module = str(frame.f_globals.get("__name__"))
        # In a notebook `open` is a function of IPython's.
        if module.partition(".")[0] not in _MEANS and frame.f_code.co_name != "_modified_open":
            return False
        frame = frame.f_back
    return False


def _frame() -> FrameType | None:
    """Return the frame that caused an audit event; `sys._getframe` would cause one more."""
    try:
        raise LookupError
    except LookupError as error:
        frame = error.__traceback__.tb_frame if error.__traceback__ else None
        while frame is not None and frame.f_globals is globals():
            frame = frame.f_back
        return frame


def _replaceable() -> dict[str, dict[str, object]]:
    return {"Python's own": dict(vars(builtins)), "the module": dict(sys.modules)}
