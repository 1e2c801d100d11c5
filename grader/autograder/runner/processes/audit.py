"""An audit hook for the student's process: it notes forbidden attempts for the report.

It prevents nothing: the kernel does that, see `confinement`. Harmless actions are not noted:
looks at Python's frames and objects, and at the folders above; nor is what a library or a cell
of the instructor's does. Code in the same process can hide from the hook, and forge notes: they
are hints for the reader of the report, who gets no words of the student's but a path in quotes.
"""

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from autograder.runner.processes.shared_files import TO_WRITE

MOST_NOTED = 5
LONGEST_NOTE = 200
# Python's audit events: https://docs.python.org/3/library/audit_events.html
Kind: TypeAlias = Literal[
    "process", "program", "network", "link", "signal", "change", "write", "open", "files", "kept"
]
_EVENTS: dict[Kind, str] = {
    "process": "os.fork os.forkpty",
    "program": "os.exec os.posix_spawn os.spawn os.system subprocess.Popen",
    "network": "socket.bind socket.connect socket.getaddrinfo socket.sendto",
    "link": "os.link os.symlink",
    "signal": "os.kill os.killpg",
    "change": "os.chmod os.utime",
    "write": "os.chown os.mkdir os.remove os.rename os.rmdir os.truncate shutil.rmtree",
    "open": "open os.chdir os.listdir os.scandir",
}
_KINDS = {event: kind for kind, events in _EVENTS.items() for event in events.split()}
_WORDS: dict[Kind, str] = {
    "process": "tried to start a process",
    "program": "tried to start a program",
    "network": "tried to use the network",
    "link": "tried to make a link",
    "signal": "tried to send a signal to other processes",
    "change": "changed the permissions or timestamps of {}",
    "write": "tried to write to {}",
    "open": "opened {}",
    "files": "wrote more than a test can see",
    "kept": "wrote more files than are kept, including {}",
}
# Called through these modules, an event is the cell's own; other modules' calls are their affair.
_MEANS = frozenset({
    "os", "posixpath", "genericpath", "glob", "fnmatch", "io", "pathlib", "shutil", "tempfile",
    "codecs", "tokenize", "fileinput", "subprocess", "multiprocessing", "concurrent", "threading",
    "socket", "selectors", "ssl", "http", "urllib", "asyncio", "contextlib", "functools", "inspect",
    "gc",
})  # fmt: skip
_OF_CELLS = "<ipython-input"
_NOT_IN_PATHS = re.compile(r"[^\w./~+@, -]")


class Note(Struct, frozen=True, omit_defaults=True):
    """An attempt: its kind, the path or the names that it is about, and whether it was refused."""

    kind: Kind
    what: str = ""
    refused: bool = False


def sentence(note: Note) -> str:
    """Say to an instructor what a note means; nothing in it can be read as another sentence."""
    what = note.what if len(note.what) <= LONGEST_NOTE else f"{note.what[:LONGEST_NOTE]}..."
    shown = "'" + _NOT_IN_PATHS.sub("?", what).replace(". ", "? ") + "'"
    outcome = ", which had no effect" if note.kind == "change" else ", which was refused"
    outcome = outcome if note.refused and note.kind not in ("files", "kept") else ""
    return f"The student's code {_WORDS[note.kind].format(shown)}{outcome}."


class AuditHook:
    """Notes of forbidden attempts in this process."""

    programs = False  # whether they may be started

    def __init__(self, readable: Iterable[Path], confined: bool = False) -> None:
        self.given: set[str] = set()  # cells of the instructor's
        self._reads_given = False
        self._students: set[str] = set()  # the file names of cells that are the student's
        self._confined = confined
        self._folder = os.getcwd()
        self._readable = ["/dev", *map(str, readable)]
        self._noted: dict[Note, None] = {}
        self._told = 0
        self._busy = False
        self.changed = False  # whether a cell has changed permissions or times, which has no effect

    def start(self, folder: Path) -> None:
        """Add the audit hook, for a process that may write to a folder; this cannot be undone."""
        self._folder = str(folder)
        sys.addaudithook(self._hear)

    def take(self) -> list[Note]:
        """Return the notes since the last call."""
        new = list(self._noted)[self._told :]
        self._told += len(new)
        return new

    def read(self, code: str) -> None:
        """Look at a cell that is going to be run: whose it is."""
        self._reads_given = code in self.given

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note an audit event, if it has no place in a notebook."""
        kind, what = _KINDS[event], arguments[0] if arguments else None
        if event == "open" and arguments[2] & TO_WRITE:
            kind = "write"
        self.changed |= kind == "change" and self._confined
        if kind in ("change", "write", "open"):
            if what is not None and not isinstance(what, int):
                self._look(kind, os.fsdecode(what))
        elif kind in ("process", "program"):
            if not self.programs:
                self.add(kind)
        elif kind != "signal" or what != os.getpid():
            self.add(kind)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._busy or not (event in _KINDS or event == "compile"):
            return
        self._busy = True
        with suppress(Exception):
            if event == "compile":
                name = arguments[1]
                if not self._reads_given and name.startswith(_OF_CELLS):
                    self._students.add(name)
            elif _cell() in self._students:
                self._note(event, arguments)
        self._busy = False

    def _look(self, kind: Kind, what: str) -> None:
        """Note a path, unless it may be used in this way.

        A student may look for data in the folders above, as in a course at home.
        """
        above = [str(folder) for folder in Path(self._folder).parents]
        is_around = not os.path.isabs(what) or what in above or os.path.dirname(what) in above[:-1]
        more = {"change": [], "write": ["/dev"], "open": self._readable}[kind]
        path = os.path.abspath(what)
        allowed = any(f"{path}/".startswith(f"{root}/") for root in [self._folder, *more])
        if not allowed and not (kind == "open" and is_around):
            self.add(kind, path)

    def add(self, kind: Kind, what: str = "") -> None:
        """Add a note."""
        if len(self._noted) < MOST_NOTED:
            self._noted[Note(kind, what[:LONGEST_NOTE], self._confined)] = None


def _cell() -> str:
    """Name the cell that caused this event, itself or through Python's modules for it."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals is globals():
        frame = frame.f_back
    while frame is not None:
        if frame.f_code.co_filename.startswith(_OF_CELLS):
            return frame.f_code.co_filename
        module = str(frame.f_globals.get("__name__"))
        # In a notebook `open` is a function of IPython's.
        if module.partition(".")[0] not in _MEANS and frame.f_code.co_name != "_modified_open":
            return ""
        frame = frame.f_back
    return ""
