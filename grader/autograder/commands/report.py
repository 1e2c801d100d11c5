"""`report`: write pages on the results of a class."""

import argparse
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import hooks
from autograder.commands import Commands

if TYPE_CHECKING:
    from autograder.classroom.classroom import Classroom


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("report", help="write a page on how the class did")
    parser.add_argument("assignment", nargs="?", help="without one: on all that were graded")
    parser.add_argument("--to", type=Path, default=Path("class_report"), help="in which folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.classroom.classroom import Classroom
    from autograder.grader.course.settings import Course
    from autograder.grader.pages.report_pages import write_progress, write_report

    name, to = options.assignment, options.to
    if not name:
        print(write_progress(Course(), to))
        return 0
    with Classroom() as room:
        print(write_report(room.course, name, to, *_additions(room, name, to)))
    return 0


def _additions(
    room: "Classroom", assignment: str, to: Path
) -> tuple[dict[str, dict[str, object]], list[str]]:
    """Return what other distributions add: columns by title and student, and pages."""
    columns, pages = {}, []
    for title, make in hooks.registered("reports").items():
        made = hooks.use("reports", title, make, room, assignment, to)
        if isinstance(made, Path):
            pages.append(made.name)
        elif made is not None:
            columns[title] = {student: _shown(value) for student, value in made.items()}
    return columns, pages


def _shown(value: object) -> object:
    """Write a value as people do."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return "" if value is None else value
