"""`check`: compare with nbgrader alone before anybody hands in."""

import argparse
import sys
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("check", help="find what is judged differently by nbgrader alone")
    parser.add_argument("assignment", nargs="*", help="all of the course, if none is named")
    parser.add_argument(
        "--write",
        action="store_true",
        help="find for each test how it can be judged, and note that in autograder.toml",
    )
    parser.add_argument(
        "--mistakes",
        type=float,
        default=0,
        metavar="SECONDS",
        help="for so long, make small mistakes in each solution, and name those no test notices",
    )
    parser.add_argument("--page", type=Path, help="write all that was found to this HTML page")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course import together as notes
    from autograder.course.settings import Course, GradingError
    from autograder.grading.check_report import summary, told, write_page
    from autograder.grading.checking import Checked, check
    from autograder.sandbox.processes.confinement import ConfinementError

    found: dict[str, list[Checked]] = {}
    left_out = set[str]()
    try:
        course = Course()
        names = options.assignment or course.assignments()
        for number, name in enumerate(names, start=1):
            _tell(f"{name} ({number} of {len(names)}) ...")
            found[name] = []
            try:
                for checked in check(course, name, options.write, _tell, options.mistakes):
                    found[name].append(checked)
                    if checked.problem:
                        left_out.add(name)
                        refuse(f"{name}/{checked.name}: {checked.problem}")
                    else:
                        print("\n".join(told(checked)), flush=True)
            except GradingError as error:  # the others may be in order
                left_out.add(name)
                refuse(str(error))
            else:
                if options.write:
                    notes.write(course.root, course.notes)
    except (ConfinementError, GradingError) as error:
        return refuse(str(error))
    everything = [checked for one in found.values() for checked in one]
    if everything:
        print(summary(everything))
    if options.page:
        write_page(options.page, found)
        print(options.page)
    if left_out == {*names}:
        return 2
    return int(bool(left_out or any(checked.differences for checked in everything)))


def _tell(said: str) -> None:
    print(f"  {said}", file=sys.stderr, flush=True)
