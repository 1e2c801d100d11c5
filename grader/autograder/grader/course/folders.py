"""Atomic replacement of folders, and folders in which others have made what they liked."""

import errno
import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import BinaryIO

from autograder.runner.processes.shared_files import may_be_told

DEEPEST = 100  # levels below a folder in which files are looked for; a path of more may have no end
MOST_HOLES = 10_000_000  # bytes by which files may be larger than the disk space that they take
OF_THE_EXCHANGE = ("timestamp.txt", "submission_secret.txt")  # the age, and where feedback belongs
_NO_PLACE = {errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG}
_SAFELY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


@contextmanager
def beside(target: Path, prefix: str) -> Iterator[Path]:
    """Make a temporary folder beside a target, and remove what a killed run has left there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    # Short for any name, and the beginning of no other target's.
    prefix += f"{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]}-"
    for left in target.parent.glob(f"{prefix}*"):
        remove_folder(left)
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=target.parent))
    try:
        yield folder
    finally:
        with suppress(OSError):  # what stays is removed the next time, or told
            remove_folder(folder)


def put(new: Path, target: Path) -> None:
    """Move a new folder to its target; an old folder there is removed with the temporary one."""
    if target.exists():
        os.rename(target, new.with_name(f"{new.name}-old"))
    os.rename(new, target)


@contextmanager
def replacing(target: Path, prefix: str) -> Iterator[Path]:
    """Make a folder anew, and put it in place of the old one unless an error is raised."""
    with beside(target, prefix) as folder:
        new = folder / "new"
        new.mkdir()
        new.chmod(0o755)
        yield new
        put(new, target)


def add_written(folder: Path, files: Mapping[str, bytes], given: Collection[str]) -> None:
    """Write the files of a notebook's run beside it; the names may be forged.

    Instructors' files, notebooks, the exchange's files, hidden ones and modules stay as they are.
    """
    for name, data in files.items():
        path = folder / name
        if (
            name in given
            or name in OF_THE_EXCHANGE
            or name.endswith(".ipynb")
            or not may_be_told(name)
            or any(part.startswith(".") for part in path.relative_to(folder).parts)
        ):
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.parent.resolve() != folder.resolve() / PurePath(name).parent:
                continue  # through a link
            path.unlink(missing_ok=True)  # an old one may be write-protected
            path.write_bytes(data)
        except OSError as error:
            if error.errno not in _NO_PLACE:
                raise


def is_whole(page: Path) -> bool:
    """Tell whether a page is a regular file that ends with ``</html>``."""
    found = page.lstat()
    if not stat.S_ISREG(found.st_mode):
        return False
    with page.open("rb") as file:
        file.seek(max(found.st_size - 100, 0))
        return file.read().rstrip().endswith(b"</html>")


def plain_files(folder: Path) -> Iterator[tuple[Path, BinaryIO | None]]:
    """Open the regular files in a folder, each until the next; others may change it meanwhile.

    There is None for a link, a pipe, a sparse or unreadable file, and a folder that is too deep.
    """
    top = len(folder.parts)
    for place, folders, names, at in os.fwalk(folder):
        inside = Path(place)
        if len(inside.parts) - top >= DEEPEST:
            yield from ((inside / name, None) for name in folders)
            folders.clear()
        folders.sort()
        for name in sorted(names):
            try:
                opened = os.open(name, _SAFELY, dir_fd=at)
            except FileNotFoundError:
                continue  # removed meanwhile
            except OSError:
                yield inside / name, None
                continue
            with os.fdopen(opened, "rb") as file:
                found = os.fstat(opened)
                # Compression by the file system stays under ten to one.
                sparse = found.st_size > MOST_HOLES and 512 * found.st_blocks < found.st_size / 10
                yield inside / name, file if stat.S_ISREG(found.st_mode) and not sparse else None


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, however deep."""
    try:
        shutil.rmtree(folder)
    except RecursionError:  # Python's own goes down some hundred levels
        done = subprocess.run(["rm", "-rf", "--", folder], capture_output=True, text=True)
        if done.returncode:
            raise OSError(done.returncode, done.stderr.strip()) from None
