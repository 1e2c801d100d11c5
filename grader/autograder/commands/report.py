"""`report`: write pages on the results of a class."""

import argparse
from datetime import datetime
from pathlib import Path

from autograder import hooks
from autograder.classroom.classroom import Classroom
from autograder.commands import REPORTS
from autograder.grader.course.settings import Course
from autograder.grader.pages.class_report import write_progress, write_report


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name, to = options.assignment, REPORTS
    if not name:
        print(write_progress(Course(), to))
        return 0
    columns, pages = dict[str, dict[str, object]](), list[str]()
    with Classroom() as room:
        for title, make in hooks.registered("reports").items():
            made = hooks.use("reports", title, make, room, name, to)
            if isinstance(made, Path):
                pages.append(made.name)
            elif made is not None:
                columns[title] = {student: _shown(value) for student, value in made.items()}
        print(write_report(room.course, name, to, columns, pages))
    return 0


def _shown(value: object) -> object:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return "" if value is None else value
