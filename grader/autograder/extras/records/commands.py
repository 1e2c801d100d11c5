"""`export-student` and `forget`: write out, or remove, all that is kept of a student."""

import argparse
import sys
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Describe the commands."""
    parser = commands.add_parser("export-student", help="write out all that is kept of a student")
    parser.add_argument("student")
    parser.add_argument("--to", type=Path, default=Path("exported"), help="in which folder")
    parser.set_defaults(run=run, act=give_out)
    parser = commands.add_parser("forget", help="remove all that there is of a student")
    parser.add_argument("student")
    parser.add_argument("--yes", action="store_true", help="do it; without it, say what it would")
    parser.set_defaults(run=run, act=forget)


def run(options: argparse.Namespace) -> int:
    """Find a student's data for one of the commands; return its exit status."""
    from autograder import Classroom, GradingError
    from autograder.extras.records.belongings import find_belongings

    with Classroom() as room:
        found = find_belongings(room, options.student)
        if found.empty:
            raise GradingError(f"there is nothing of {options.student}")
        status: int = options.act(room, found, options)
        return status


def give_out(room: Any, found: Any, options: argparse.Namespace) -> int:
    """Write a student's data into an archive."""
    from autograder.extras.records.belongings import write_out

    print(write_out(room.course, found, options.to))
    return 0


def forget(room: Any, found: Any, options: argparse.Namespace) -> int:
    """Remove a student's data, or show what there is."""
    from autograder.extras.records.belongings import remove

    rows = {name: len(rows) for name, rows in found.rows.items()}
    print("Gradebook:", ", ".join(f"{n} in {name}" for name, n in rows.items()) or "nothing")
    for path in [*found.folders, *found.pages]:
        print(path)
    for path in found.archives:
        print(f"{path}: the student's part")
    left = remove(room, found) if options.yes else []
    for path in found.mentions:
        print(f"Look yourself: {path} names the student.")
    if not options.yes:
        print("Nothing was removed; --yes removes it. There is no way back.", file=sys.stderr)
    for why in left:
        print(f"Not removed: {why}")
    if options.yes and found.pages:
        print("Removed with it were pages for the class: report and export make them anew.")
    return int(bool(left))
