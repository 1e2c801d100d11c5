"""Refusals: errors that the walls have caused, and not the student's program.

In the process of the student an error is classified; outside of the walls what it names is
looked up, because a path or a module counts only if it is there for a kernel.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from autograder.runner.processes.lent_modules import spec_of

_REFUSED = {errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS}
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EMFILE}
_NETWORK = {"socket", "ssl", "_ssl", "http", "urllib", "urllib3", "requests", "asyncio"}
_DEEPEST = 20


class Refusal(NamedTuple):
    """A refusal that ended a cell: of the network, a file, a process or memory."""

    kind: str = ""
    what: str = ""  # a path or a module that has to be there outside of the walls
    made: bool = False  # a path counts as well if it could be made there


NONE = Refusal()


def refusal(error: BaseException) -> Refusal:
    """Find the refusal that an error is, or comes from."""
    return next((found for one in _chain(error) if (found := _of_one(one)).kind), NONE)


def confirmed(found: Refusal) -> str:
    """Return the kind of a refusal if a kernel would have found what it names."""
    if not found.kind or not found.what:
        return found.kind
    path = Path(found.what)
    if not path.is_absolute():
        return found.kind if spec_of(found.what) else ""
    with suppress(OSError):
        folder = path.parent
        if path.exists() or (found.made and folder.is_dir() and os.access(folder, os.W_OK)):
            return found.kind
    return ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    waiting, seen = [error], set[int]()
    while waiting and len(seen) < _DEEPEST:
        one = waiting.pop(0)
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            more = one.__cause__, one.__context__, getattr(one, "reason", None)
            waiting += [other for other in more if isinstance(other, BaseException)]


def _of_one(error: BaseException) -> Refusal:
    if isinstance(error, MemoryError):
        return Refusal("memory")
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return Refusal("process")
    if isinstance(error, ModuleNotFoundError):
        return Refusal("file", error.name) if error.name else NONE
    if not isinstance(error, OSError):
        return NONE
    if error.errno in _FULL:
        return Refusal("file")
    path, around = _outside(error.filename), _modules(error)
    if "multiprocessing" in (around if error.filename is None else _modules(error, 1)):
        return Refusal("process")  # memory that processes share has a name, and needs no folder
    if error.errno in _REFUSED:
        if error.filename is not None:
            by_a_wall = path or error.errno == errno.EPERM  # such as a link in the own folder
            return Refusal("file", path, made=True) if by_a_wall else NONE
        return Refusal("network" if around & _NETWORK else "process")
    if error.errno == errno.ENOENT and path:
        # In a folder that is there, such as /tmp, a file could have been made.
        return Refusal("file", path, made=not os.path.isdir(os.path.dirname(path)))
    called = {frame.f_code.co_name for frame, _ in walk_tb(error.__traceback__)}
    if error.errno == errno.EAGAIN and "fork" in called:
        return Refusal("process")
    # A name of a host cannot be looked up without a network.
    return Refusal("network") if type(error).__name__ == "gaierror" else NONE


def _outside(filename: object) -> str:
    """Return the path of a file that is not in the working directory; "" for one that is."""
    if not isinstance(filename, str | bytes | os.PathLike):
        return ""
    path = os.path.abspath(os.fsdecode(filename))
    return "" if path.startswith(f"{os.getcwd()}{os.sep}") else path


def _modules(error: BaseException, last: int = 0) -> set[str]:
    """Find the modules of the calls that led to an error, or only of the last ones."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)][-last:]
    return {str(frame.f_globals.get("__name__")).partition(".")[0] for frame in frames}
