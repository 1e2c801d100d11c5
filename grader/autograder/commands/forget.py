"""`forget`: remove a student's data."""

import argparse
import sys

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("forget", help="remove all that there is of a student")
    parser.add_argument("student")
    parser.add_argument("--yes", action="store_true", help="do it; without it, say what it would")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.exchange.belongings import find_belongings, remove
    from autograder.gradebook.opening import open_gradebook

    try:
        course = Course()
        with open_gradebook(course.directory) as gradebook:
            found = find_belongings(course, gradebook, options.student)
            if found.empty:
                return refuse(f"there is nothing of {options.student}")
            rows = {name: len(rows) for name, rows in found.rows.items()}
            print(
                "Gradebook:", ", ".join(f"{n} in {name}" for name, n in rows.items()) or "nothing"
            )
            for path in [*found.folders, *found.pages]:
                print(path)
            for path in found.archives:
                print(f"{path}: the student's part")
            left = remove(course, gradebook, found) if options.yes else []
    except GradingError as error:
        return refuse(str(error))
    for path in found.mentions:
        print(f"Look yourself: {path} names the student.")
    if not options.yes:
        print("Nothing was removed; --yes removes it. There is no way back.", file=sys.stderr)
    for why in left:
        print(f"Not removed: {why}")
    if options.yes and found.pages:
        print("Removed with it were pages for the class: report and export make them anew.")
    return int(bool(left))
