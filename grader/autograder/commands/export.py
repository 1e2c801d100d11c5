"""`export`: make points and feedback for a learning platform."""

import argparse
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("export", help="make points and feedback for a learning platform")
    parser.add_argument("assignment")
    parser.add_argument("--platform", choices=["moodle", "canvas"], default="")
    parser.add_argument("--to", type=Path, default=Path("upload"), help="in which folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.exchange.lms.exporting import export
    from autograder.gradebook.opening import open_gradebook

    try:
        course = Course()
        course.source(options.assignment)
        with open_gradebook(course.directory) as gradebook:
            made = export(course, gradebook, options.assignment, options.to, options.platform)
    except GradingError as error:
        return refuse(str(error))
    for table in made.tables:
        print(f"Points: {table}")
    if made.archive:
        print(f"Feedback for {made.pages} students: {made.archive}")
    else:
        print("No feedback to upload: nothing of this assignment was imported.")
    for notice in made.notices:
        print(notice)
    for student, why in made.without.items():
        print(f"  {student}: {why}")
    return int(bool(made.without))
