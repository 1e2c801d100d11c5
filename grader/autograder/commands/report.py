"""`report`: write pages on the results of a class."""

import argparse
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("report", help="write a page on how the class did")
    parser.add_argument("assignment", nargs="?", help="without one: on all that were graded")
    parser.add_argument("--exercise", help="on this exercise, with the most telling wrong answers")
    parser.add_argument("--anonymous", action="store_true", help="with --exercise: name nobody")
    parser.add_argument("--to", type=Path, default=Path("class_report"), help="in which folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.classroom import Classroom
    from autograder.course.settings import Course, GradingError
    from autograder.pages.report_pages import write_exercise, write_progress, write_report

    name, exercise, to = options.assignment, options.exercise, options.to
    if options.anonymous and not exercise:
        return refuse("--anonymous needs --exercise: the other pages are about who did what")
    try:
        if name and exercise:
            print(write_exercise(Course(), name, exercise, options.anonymous, to))
        elif name:
            with Classroom() as room:
                print(write_report(room.course, name, to, *room.additions(name, to)))
        elif exercise:
            return refuse("--exercise needs the assignment before it")
        else:
            print(write_progress(Course(), to))
    except GradingError as error:
        return refuse(str(error))
    return 0
