"""`report`: write pages on the results of a class."""

import argparse
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("report", help="write a page on how the class did")
    parser.add_argument("assignment", nargs="?", help="without one: on all that were graded")
    parser.add_argument("--to", type=Path, default=Path("class_report"), help="in which folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.classroom import Classroom
    from autograder.course.settings import Course, GradingError
    from autograder.pages.report_pages import write_progress, write_report

    name, to = options.assignment, options.to
    try:
        if not name:
            print(write_progress(Course(), to))
            return 0
        with Classroom() as room:
            print(write_report(room.course, name, to, *room.additions(name, to)))
    except GradingError as error:
        return refuse(str(error))
    return 0
