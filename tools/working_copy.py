"""A student's working copy of a release, in which work that is already there is kept.

Run as ``python -m tools.working_copy release my-course``.
"""

import argparse
import shutil
from pathlib import Path


def copy_new_files(release: Path, copy: Path) -> list[Path]:
    """Copy missing files; existing ones are not touched.

    Parameters
    ----------
    release : Path
        The folder to copy from, with one folder for each assignment.
    copy : Path
        The folder to copy to, created if needed.

    Returns
    -------
    list of Path
        The new files, in order, relative to `copy`.

    Raises
    ------
    FileNotFoundError
        If there is no such release.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> release, copy = Path(mkdtemp()), Path(mkdtemp())
    >>> _ = (release / "a.ipynb").write_text("released")
    >>> _ = (release / "b.ipynb").write_text("released")
    >>> _ = (copy / "a.ipynb").write_text("solved")
    >>> [str(path) for path in copy_new_files(release, copy)]
    ['b.ipynb']
    >>> (copy / "a.ipynb").read_text()
    'solved'
    """
    if not release.is_dir():
        raise FileNotFoundError(f"there is no folder {release} to copy from")
    new = []
    for path in sorted(release.rglob("*")):
        target = copy / path.relative_to(release)
        if path.is_file() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            new.append(target.relative_to(copy))
    return new


def main() -> None:
    """Copy, and print how many files are new."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.working_copy",
        description="Copy a release for a student, and keep the files that are there already.",
    )
    parser.add_argument("release", type=Path, help="folder to copy from")
    parser.add_argument("copy", type=Path, help="folder to copy to")
    arguments = parser.parse_args()
    try:
        new = copy_new_files(arguments.release, arguments.copy)
    except OSError as error:
        parser.error(str(error))
    print(f"Files added to {arguments.copy}: {len(new)}. Your own files are unchanged.")


if __name__ == "__main__":
    main()
