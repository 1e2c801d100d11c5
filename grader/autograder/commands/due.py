"""`due`: show or set due dates and extensions."""

import argparse
import sys
from typing import TYPE_CHECKING

from autograder.commands import Commands, refuse
from autograder.runner.text import grader

if TYPE_CHECKING:
    from autograder.grader.gradebook.dates import Dates

NONE = "none"


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("due", help="show or set due dates and extensions")
    parser.add_argument("assignment", nargs="?", help="all of the course, if none is named")
    parser.add_argument(
        "when",
        nargs="?",
        help=f'"2026-11-30 23:59", in this machine\'s zone, or 2026-11-30, or {NONE}',
    )
    parser.add_argument(
        "--student", action="append", help="only for this one, an extension; may be repeated"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.grader.course.settings import Course
    from autograder.grader.gradebook.dates import Dates, extend, read_when, set_due
    from autograder.grader.gradebook.opening import open_gradebook

    name, students = options.assignment, options.student
    if students and not options.when:
        return refuse(f"say until when {', '.join(students)} may hand in, or {NONE}")
    try:
        when = read_when(options.when) if options.when not in (None, NONE) else None
    except ValueError:
        return refuse(f'{options.when} is no date; write "2026-11-30 23:59" or {NONE}')
    course = Course()
    with open_gradebook(course.directory) as gradebook:
        if options.when and name in course.assignments():
            gradebook.update_or_create_assignment(name)  # before its first release, too
        if options.when and students:
            extend(gradebook, name, students, when)
        elif options.when:
            set_due(gradebook, name, when)
        dates = Dates(gradebook)
    if name and name not in dates.due:
        return refuse(f"the gradebook does not know {name}")
    for one in [name] if name else sorted(dates.due):
        _show(dates, one)
    if options.when:
        print(
            "Next, if work has been graded (it grades hand-ins again whose lateness has changed):\n"
            f"  {grader('grade', name)}",
            file=sys.stderr,
        )
    return 0


def _show(dates: "Dates", assignment: str) -> None:
    from autograder.grader.gradebook.dates import shown

    print(f"{assignment}: {shown(dates.due[assignment])}")
    for name, student in sorted(dates.extensions):
        if name == assignment and dates.due[assignment]:
            print(f"  {student}: {shown(dates.of(assignment, student))}")
