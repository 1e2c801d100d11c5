"""`export-student`: write a student's data into an archive."""

import argparse
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("export-student", help="write out all that is kept of a student")
    parser.add_argument("student")
    parser.add_argument("--to", type=Path, default=Path("exported"), help="in which folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.exchange.belongings import find_belongings, write_out
    from autograder.gradebook.opening import open_gradebook

    try:
        course = Course()
        with open_gradebook(course.directory) as gradebook:
            found = find_belongings(course, gradebook, options.student)
            if found.empty:
                return refuse(f"there is nothing of {options.student}")
            print(write_out(course, found, options.to))
    except GradingError as error:
        return refuse(str(error))
    return 0
