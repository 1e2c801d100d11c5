"""Faults of the gradebook, the disk, permissions and the kernel; cases as in `clusters`."""

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.faults.trial import ASSIGNMENT, Trial
from tests.postgresql import Server
from tests.sample import FIRST, solutions

WITHOUT_RIGHTS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""A command prefix that makes root obey the permissions of files."""
WITHOUT_NAMESPACES = (
    *("unshare", "-Ur", "sh", "-c"),
    *('echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', "sh"),
)


@contextmanager
def locked(trial: Trial) -> Iterator[None]:
    """Hold an exclusive lock on the gradebook."""
    with closing(sqlite3.connect(trial.course.root / "gradebook.db", timeout=60)) as lock:
        lock.execute("begin exclusive")
        yield


def locked_for_a_while(trial: Trial) -> str:
    """Another program locks the SQLite gradebook for 8 s in mid-run."""
    trial.course.configure("c.CourseDirectory.db_url = 'sqlite:///gradebook.db?timeout=1'")
    process = trial.grade()
    trial.graded(6, process)
    with locked(trial):
        time.sleep(8)
    return trial.end(process)


def locked_for_long(trial: Trial) -> str:
    """The lock lasts until the command ends; `c.Autograder.gradebook_timeout = 5`."""
    trial.course.configure("c.CourseDirectory.db_url = 'sqlite:///gradebook.db?timeout=1'")
    trial.course.configure("c.Autograder.gradebook_timeout = 5")
    process = trial.grade()
    trial.graded(6, process)
    with locked(trial):
        told, good = trial.told(process, expected=1)
    return f"{told} | {trial.verdict(good)}"


def full_disk(trial: Trial) -> str:
    """The disk with the graded notebooks fills up in mid-run; `gradebook_timeout = 5`."""
    trial.course.configure("c.Autograder.gradebook_timeout = 5")
    graded = trial.course.root / "autograded"
    graded.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=800k", "none", str(graded)]
    subprocess.run(mount, check=True)
    try:
        told, good = trial.told(trial.grade(), expected=1)
        subprocess.run(["mount", "-o", "remount,size=80m", str(graded)], check=True)
        return f"{told} | {trial.verdict(good)}"
    finally:
        subprocess.run(["umount", "-l", str(graded)], check=True)


def _spoilt(trial: Trial, spoil: Callable[[Path], object]) -> str:
    book = trial.course.root / "gradebook.db"
    kept = book.read_bytes()
    spoil(book)
    spoilt = book.read_bytes()
    told, good = trial.told(trial.grade(), expected=2)
    good = good and book.read_bytes() == spoilt
    book.write_bytes(kept)
    return f"{told} | {trial.verdict(good)}"


def truncated(trial: Trial) -> str:
    """The second half of the gradebook is missing."""
    return _spoilt(trial, lambda book: os.truncate(book, book.stat().st_size // 2))


def garbage(trial: Trial) -> str:
    """The gradebook is garbage."""
    return _spoilt(trial, lambda book: book.write_bytes(b"garbage" * 1000))


def another_schema(trial: Trial) -> str:
    """The gradebook is the database of another program."""

    def spoil(book: Path) -> None:
        book.unlink()
        with closing(sqlite3.connect(book)) as connection:
            connection.execute("create table places (id)")
            connection.commit()

    return _spoilt(trial, spoil)


def _without_rights(trial: Trial, folder: Path, mode: int, expected: int, failed: int = 0) -> str:
    folder.chmod(mode)
    told, good = trial.told(trial.grade(under=WITHOUT_RIGHTS), expected, failed)
    folder.chmod(0o755)
    return f"{told} | {trial.verdict(good)}"


def not_writable(trial: Trial) -> str:
    """The command may not write to `autograded/`."""
    folder = trial.course.root / "autograded"
    folder.mkdir()
    return _without_rights(trial, folder, 0o555, expected=2)


def not_readable(trial: Trial) -> str:
    """The command may not read `submitted/`."""
    return _without_rights(trial, trial.course.root / "submitted", 0, expected=2)


def one_not_readable(trial: Trial) -> str:
    """The command may not read the folder of a student."""
    folder = min((trial.course.root / "submitted").iterdir())
    return _without_rights(trial, folder, 0, expected=1, failed=1)


def no_namespaces(trial: Trial) -> str:
    """The kernel allows no user namespaces, so that bubblewrap cannot start."""
    return trial.end(trial.grade(under=WITHOUT_NAMESPACES))


def force_is_killed(trial: Trial) -> str:
    """`--force` is killed in mid-run, and the next command lacks it; all old grades were wrong."""
    trial.course.grader(ASSIGNMENT).communicate()
    with closing(sqlite3.connect(trial.course.root / "gradebook.db")) as connection:
        connection.execute("update grade set auto_score = 0")
        connection.commit()
    process = trial.grade("--force")
    time.sleep(4)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return trial.end(trial.grade())


def two_assignments(trial: Trial) -> str:
    """PostgreSQL: two commands grade two assignments at once, on an empty database."""
    with Server() as server:
        trial.course.keep_grades(server.url)
        other = FIRST
        for student in sorted(path.name for path in trial.course.root.glob("submitted/*"))[:6]:
            trial.course.hand_in(student, other, solutions(other))
        second = trial.course.grader(other)
        told, good = trial.told(trial.grade())
        second.communicate()
        return f"{told} | {trial.verdict(good and second.returncode == 0)}"


def twice_at_once(trial: Trial) -> str:
    """PostgreSQL: two commands grade the same assignment at once, on an empty database."""
    with Server() as server:
        trial.course.keep_grades(server.url)
        second = trial.grade()
        told, good = trial.told(trial.grade())
        other, both = trial.told(second)
        return f"{told}; the second command: {other} | {trial.verdict(good and both)}"


def server_is_killed(trial: Trial) -> str:
    """PostgreSQL: the server is killed in mid-run, and returns after 6 s."""
    with Server() as server:
        trial.course.keep_grades(server.url)
        process = trial.grade()
        trial.graded(6, process)
        server.stop()
        time.sleep(6)
        server.start()
        return trial.end(process)


def _refused(trial: Trial, server: Server, address: str) -> str:
    config = trial.course.root / "nbgrader_config.py"
    kept = config.read_text()
    trial.course.keep_grades(address)
    told, good = trial.told(trial.grade(), expected=2)
    config.write_text(kept)
    trial.course.keep_grades(server.url)
    return f"{told} | {trial.verdict(good)}"


def wrong_password(trial: Trial) -> str:
    """PostgreSQL: a wrong password."""
    with Server() as server:
        return _refused(trial, server, server.address("locked:wrong@/course"))


def no_database(trial: Trial) -> str:
    """PostgreSQL: no such database."""
    with Server() as server:
        return _refused(trial, server, server.address("grader@/nothing"))


def no_server(trial: Trial) -> str:
    """PostgreSQL: no server."""
    with Server() as server:
        return _refused(trial, server, "postgresql+psycopg://grader@/course?host=/no/server")


CASES: list[Callable[[Trial], str]] = [
    *(locked_for_a_while, locked_for_long, full_disk, truncated, garbage, another_schema),
    *(not_writable, not_readable, one_not_readable, no_namespaces, force_is_killed),
    *(two_assignments, twice_at_once, server_is_killed, wrong_password, no_database, no_server),
]
