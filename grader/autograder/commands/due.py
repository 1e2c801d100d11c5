"""`due`: show or set due dates and extensions."""

import argparse
import sys

from autograder.commands import refuse
from autograder.grader.course.settings import Course
from autograder.grader.gradebook.dates import Dates, extend, read_when, set_due, shown
from autograder.grader.gradebook.opening import open_gradebook
from autograder.runner.text import grader

NONE = "none"


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name, students = options.assignment, options.student
    if students and not options.when:
        return refuse(
            f"no date for {', '.join(students)}; add a date, or {NONE} to remove the extension"
        )
    try:
        when = read_when(options.when) if options.when not in (None, NONE) else None
    except ValueError:
        return refuse(
            f'{options.when} is not a date; write a date such as "2026-11-30 23:59", or {NONE}'
        )
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
        return refuse(
            f"{name} is not in the gradebook; to list all assignments, leave out the name"
        )
    for one in [name] if name else sorted(dates.due):
        print(f"{one}: {shown(dates.due[one])}")
        for extended, student in sorted(dates.extensions):
            if extended == one and dates.due[one]:
                print(f"  {student}: {shown(dates.of(one, student))}")
    if options.when:
        why = "If submissions have already been graded, grade them again to update late penalties:"
        print(f"{why}\n  {grader('grade', name)}", file=sys.stderr)
    return 0
