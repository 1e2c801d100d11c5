"""Atomic replacement of folders."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def beside(target: Path, prefix: str) -> Iterator[Path]:
    """Make a temporary folder beside a target, on the same disk.

    Parameters
    ----------
    target : Path
        The file or folder to be made; missing parents are created.
    prefix : str
        The prefix of the folder's name; leftovers of a run that was killed are removed.

    Yields
    ------
    Path
        An empty folder, removed at the end with its contents.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    for left in target.parent.glob(f"{prefix}*"):
        shutil.rmtree(left)
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=target.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def put(new: Path, target: Path) -> None:
    """Move a new folder to its target; an old folder there is removed with the temporary one.

    Parameters
    ----------
    new : Path
        The folder, in one of `beside`.
    target : Path
        The target, existing or not.
    """
    if target.exists():
        os.rename(target, new.with_name(f"{new.name}-old"))
    os.rename(new, target)


@contextmanager
def replacing(target: Path, prefix: str) -> Iterator[Path]:
    """Make a folder anew, and put it in place of the old one unless an error is raised.

    Parameters
    ----------
    target : Path
        The folder.
    prefix : str
        As for `beside`.

    Yields
    ------
    Path
        The new folder, to be filled.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as root:
    ...     target = Path(root) / "graded"
    ...     for text in ("first", "second"):
    ...         with replacing(target, ".new-") as new:
    ...             _ = (new / text).write_text(text)
    ...     [path.name for path in target.iterdir()], len(os.listdir(root))
    (['second'], 1)
    """
    with beside(target, prefix) as folder:
        new = folder / "new"
        new.mkdir()
        new.chmod(0o755)
        yield new
        put(new, target)


def is_whole(page: Path) -> bool:
    r"""Tell whether a page is a regular file that ends with ``</html>``.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> page = Path(mkdtemp(), "page.html")
    >>> _ = page.write_text("<html> ... </html>\n")
    >>> is_whole(page)
    True
    """
    found = page.lstat()
    if not stat.S_ISREG(found.st_mode):
        return False
    with page.open("rb") as file:
        file.seek(max(found.st_size - 100, 0))
        return file.read().rstrip().endswith(b"</html>")
