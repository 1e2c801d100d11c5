"""Backups of a course, also while it is graded, and their restoring."""

import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import make_url

from autograder.course.folders import plain_files
from autograder.course.settings import Course, GradingError

MANIFEST, GRADEBOOK = "backup.json", "gradebook.db"
_PASSING = (".grading-", ".writing-", ".collecting-", ".restoring-", ".ipynb_checkpoints")
"""Prefixes of temporary folders, which are left out."""


def back_up(course: Course, to: Path) -> tuple[dict[str, int], list[Path]]:
    """Write a course into one archive: settings, source, all work, and the gradebook.

    The gradebook is copied first, by SQLite's own online backup, so that submissions graded
    meanwhile are at worst graded again after a restore.

    Raise GradingError if a database server has the gradebook, or the file exists already.
    Raise OSError if it cannot be written.
    """
    database = gradebook_file(course)
    if to.exists():
        raise GradingError(f"{to} is there already")
    new = to.with_name(f".{to.name}.{os.getpid()}")
    left_out = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            copied = Path(folder, GRADEBOOK)
            with closing(sqlite3.connect(database)) as source, closing(_open(copied)) as target:
                source.backup(target)
            tables = digests(copied)
            with _private(new) as packed, tarfile.open(fileobj=packed, mode="w:gz") as tar:
                said = {"made": datetime.now(UTC).isoformat(), "tables": tables}
                _add_text(tar, MANIFEST, json.dumps(said, indent=1))
                tar.add(copied, GRADEBOOK)
                # A journal is of the gradebook as it is now, and would undo what was copied.
                journals = {Path(f"{database}-{kind}") for kind in ("journal", "wal", "shm")}
                # Of two names of one file each has its contents: it is restored without links.
                tar.dereference = True
                for path, file in plain_files(course.root, _PASSING):
                    if path in {database, to, new} | journals:
                        continue
                    if file is None:
                        left_out.append(path)
                        continue
                    name = str(path.relative_to(course.root))
                    tar.addfile(tar.gettarinfo(arcname=name, fileobj=file), file)
        os.replace(new, to)
    finally:
        new.unlink(missing_ok=True)
    return {name: rows for name, (rows, _) in tables.items()}, left_out


def restore(archive: Path, to: Path) -> dict[str, int]:
    """Restore a backup into a folder that is empty or does not exist, and check its tables.

    Raise GradingError if the folder is not empty, or the archive is not a backup or damaged.
    """
    if to.exists() and any(to.iterdir()):
        raise GradingError(f"{to} is not empty")
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with tarfile.open(archive) as tar:
            for member in tar:
                _extract(tar, member, to)
        expected = json.loads((to / MANIFEST).read_text())["tables"]
    except (tarfile.TarError, EOFError, ValueError, KeyError, FileNotFoundError) as error:
        raise GradingError(f"{archive} is no backup, or damaged ({error})") from None
    found = digests(to / GRADEBOOK)
    if {name: list(one) for name, one in found.items()} != expected:
        raise GradingError(f"the gradebook in {archive} is not the one that was backed up")
    return {name: rows for name, (rows, _) in found.items()}


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, to: Path) -> None:
    """Extract a file safely; some of Debian's Pythons do not have tarfile's filters yet."""
    inside = (to / member.name).resolve().is_relative_to(to.resolve())
    packed = tar.extractfile(member) if member.isfile() and inside else None
    if packed is None:
        raise ValueError(f"{member.name} is no file of a course")
    path = to / member.name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        shutil.copyfileobj(packed, file)
    path.chmod(member.mode & 0o700)
    os.utime(path, (member.mtime, member.mtime))


def digests(database: Path) -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table of a gradebook, and a digest of them."""
    with closing(_open(database)) as connection:
        asked = "select name from sqlite_master where type = 'table' order by name"
        names = [name for (name,) in connection.execute(asked)]
        found = {}
        for name in names:
            rows = sorted(map(repr, connection.execute(f'select * from "{name}"')))
            digest = hashlib.sha256("\n".join(rows).encode(errors="backslashreplace"))
            found[name] = len(rows), digest.hexdigest()
        return found


def gradebook_file(course: Course) -> Path:
    """Return the file of a course's gradebook.

    Raise GradingError if a database server has it, or it does not exist yet.
    """
    where = make_url(course.directory.db_url)
    if where.get_backend_name() != "sqlite" or not where.database:
        raise GradingError("a server keeps the gradebook: back it up by pg_dump, and the folder")
    path = Path(where.database).absolute()
    if not path.exists():
        raise GradingError(f"there is no gradebook yet ({path})")
    return path


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path)


def _private(path: Path) -> io.BufferedWriter:
    """Open a new file that nobody else may read, since all tests and grades will be in it."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _add_text(tar: tarfile.TarFile, name: str, text: str) -> None:
    info, data = tarfile.TarInfo(name), text.encode()
    info.size, info.mode = len(data), 0o600
    tar.addfile(info, io.BytesIO(data))
