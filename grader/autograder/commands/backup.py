"""`backup` and `restore`: write a course into one archive, also while it is graded."""

import argparse
import sqlite3
import sys
from pathlib import Path

from autograder.commands.common import Commands, refuse

MOST_SAID = 10


def add(commands: Commands) -> None:
    """Describe the commands."""
    parser = commands.add_parser("backup", help="write the course and all grades into one file")
    parser.add_argument("file", type=Path, help="a .tar.gz that is not there yet")
    parser.set_defaults(run=run)
    parser = commands.add_parser("restore", help="put a backup into an empty folder")
    parser.add_argument("file", type=Path)
    parser.add_argument("folder", type=Path)
    parser.set_defaults(run=run_restore)


def run(options: argparse.Namespace) -> int:
    """Back up the course in the current folder; return the exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.gradebook.backup import back_up
    from autograder.sandbox.text import one_line

    try:
        rows, left_out = back_up(Course(), options.file.absolute())
    except (GradingError, OSError, sqlite3.Error) as error:
        return refuse(str(error))
    files = f"all files but {len(left_out)}" if left_out else "all files"
    print(f"{options.file}: {sum(rows.values())} rows of {len(rows)} tables, and {files}")
    for path in left_out[:MOST_SAID]:
        print(f"Left out: {one_line(str(path))} is no plain file", file=sys.stderr)
    if more := len(left_out[MOST_SAID:]):
        print(f"Left out, too: {more} more", file=sys.stderr)
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Restore a backup; return the exit status."""
    from autograder.course.settings import GradingError
    from autograder.gradebook.backup import restore

    try:
        rows = restore(options.file, options.folder)
    except (GradingError, OSError, sqlite3.Error) as error:
        return refuse(str(error))
    print(f"{options.folder}: {sum(rows.values())} rows of {len(rows)} tables, as backed up")
    return 0
