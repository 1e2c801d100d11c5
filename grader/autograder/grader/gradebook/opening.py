"""Opening of nbgrader's gradebook, unless it is none, and retries while it is locked or away."""

import errno
import fcntl
import logging
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import create_engine, exc, inspect, make_url
from sqlalchemy.engine import URL

from autograder.grader.course.settings import GradingError
from autograder.grader.gradebook.tables import METADATA
from autograder.runner.text import one_line

T = TypeVar("T")
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
FULL = (errno.ENOSPC, errno.EDQUOT)  # the error numbers of a full disk
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_READ_ONLY = "25006"  # PostgreSQL's error in read-only mode, as of a standby about to take over
_PASSING = (*_BUSY, "SQLITE_FULL", "SQLITE_IOERR")


class GradebookError(GradingError):
    """The gradebook cannot be used; the message says why."""


class NoGradebook(GradebookError):
    """The gradebook is a file that is not there yet."""


class GradebookRetry:
    """A retry policy while the gradebook is locked or away, or the disk is full."""

    def __init__(self, seconds: float, tell: Callable[[str], None]) -> None:
        self._seconds, self._tell = seconds, tell

    def __call__(self, act: Callable[[], T]) -> T:
        """Call a function until it succeeds; raise GradebookError if its error cannot pass."""
        pause, until, told = FIRST_PAUSE, time.monotonic() + self._seconds, ""
        while True:
            try:
                return act()
            except (exc.DataError, exc.IntegrityError):
                raise  # the data are wrong, not the gradebook
            except (exc.DBAPIError, OSError) as error:
                if isinstance(error, OSError) and error.errno not in FULL:
                    raise
                what = "the disk" if isinstance(error, OSError) else "the gradebook"
                if not passes(error) or time.monotonic() + pause > until:
                    raise GradebookError(f"{what} cannot be used ({_why(error)})") from None
                says = f"Waiting for {what} for at most {self._seconds:g} seconds ({_why(error)})."
                if says != told:
                    self._tell(says)
                told = says
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def open_gradebook(directory: CourseDirectory, patience: GradebookRetry | None = None) -> Gradebook:
    """Open the gradebook of a course, and make it with patience, or raise GradebookError."""
    # The errors of lost connections are told by `GradebookRetry`.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    try:
        where = make_url(directory.db_url)
        file = _file(where)
        if file and not patience and not file.exists():
            raise NoGradebook(f"there is no gradebook yet ({file})")
        if file and not os.access(file.parent, os.W_OK):
            why = "cannot be written to" if file.parent.is_dir() else "is missing"
            raise _refused(where, f"its folder {why}")
        act = partial(_open, directory, where)
        return patience(act) if patience else act()
    except ImportError as error:
        extra = ': pip install "mastermind-grader[postgresql]"' if error.name == "psycopg" else ""
        raise GradebookError(f"the gradebook needs the package {error.name}{extra}") from None
    except exc.ArgumentError as error:
        what = "CourseDirectory.db_url is not the address of a gradebook"
        raise GradebookError(f"{what}: {_why(error)}") from None
    except exc.SQLAlchemyError as error:
        raise _refused(where, _why(error)) from None


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold an exclusive lock on a folder, where the file system has such locks."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems have none
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def patient(url: str, seconds: float) -> str:
    """Add a timeout for locks to the URL of an SQLite database, unless it has one."""
    where = make_url(url)
    if _file(where) is None or "timeout" in where.query:
        return url
    return where.update_query_dict({"timeout": f"{seconds:g}"}).render_as_string(False)


def _open(directory: CourseDirectory, where: URL) -> Gradebook:
    with alone_in(Path(directory.root)):
        file = _file(where)
        is_new = file is not None and not file.exists()
        try:
            _look_into(where)
            with suppress(exc.DBAPIError):
                return Gradebook(directory.db_url, directory.course_id)
            # Another machine was creating it at the same moment.
            return Gradebook(directory.db_url, directory.course_id)
        except exc.DBAPIError as error:
            if _has_code(error, _BUSY):
                raise  # worth a retry
            raise _refused(where, _why(error)) from None
        except (subprocess.CalledProcessError, FileNotFoundError) as error:  # of alembic
            if file and is_new:  # it is half made, and would be taken for a whole one
                file.unlink(missing_ok=True)
            raise _refused(
                where, f"alembic does not run ({error}); run: alembic --version"
            ) from None


def _look_into(where: URL) -> None:
    """Check that it is a gradebook, or empty, before nbgrader writes to it."""
    file = _file(where)
    if file and not file.exists():
        return  # connecting would create it
    engine = create_engine(where)
    try:
        with engine.connect() as connection:
            look = inspect(connection)
            there = {
                name: {column["name"] for column in look.get_columns(name)}
                for name in look.get_table_names()
            }
    finally:
        engine.dispose()
    known = {name: {*table.columns.keys()} for name, table in METADATA.tables.items()}
    if there and there.keys().isdisjoint(known):
        tables = one_line(", ".join(sorted(there)))
        raise _refused(where, f"it is another program's database, with the tables {tables}")
    for name in sorted(there.keys() & known):
        for column in sorted(known[name] - there[name]):
            mend = "if it is from an older nbgrader version, copy it and run: nbgrader db upgrade"
            raise _refused(where, f"it has no column named {name}.{column}; {mend}")


def _file(where: URL) -> Path | None:
    """Return the file of a gradebook; None if a database server has it."""
    if where.get_backend_name() != "sqlite" or not where.database:
        return None
    return Path(where.database).absolute()


def _refused(where: URL, why: str) -> GradebookError:
    shown = _file(where) or where.render_as_string(hide_password=True)
    return GradebookError(f"the gradebook {shown} cannot be used: {why}")


def _has_code(error: exc.DBAPIError, names: tuple[str, ...]) -> bool:
    return str(getattr(error.orig, "sqlite_errorname", "")).startswith(names)


def passes(error: exc.DBAPIError | OSError) -> bool:
    """Tell whether an error may pass by itself."""
    if isinstance(error, OSError):
        return True
    if isinstance(error.orig, sqlite3.Error):
        return _has_code(error, _PASSING)
    away = exc.OperationalError, exc.InterfaceError
    lost = isinstance(error, away) or error.connection_invalidated
    return lost or getattr(error.orig, "sqlstate", "") == _READ_ONLY


def _why(error: Exception) -> str:
    if isinstance(error, OSError):  # its text would name a temporary file
        return f"[Errno {error.errno}] {error.strerror}"
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return one_line(" ".join(said.split("\n")[0].split()))
