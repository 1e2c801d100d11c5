"""`check`: judge the solution before anybody hands in."""

import argparse
import sys

from autograder.commands import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "check", help="judge your solution as students' work will be judged"
    )
    parser.add_argument("assignment", nargs="*", help="all of the course, if none is named")
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)  # of version 0.1
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.options import ignored
    from autograder.course.settings import Course, GradingError
    from autograder.grading.check_report import Checked, check, summary, told

    everything: list[Checked] = []
    left_out = set[str]()
    course = Course()
    for sentence in ignored(course.config, own_command=True):
        _tell(sentence)
    names = options.assignment or course.assignments()
    for number, name in enumerate(names, start=1):
        _tell(f"{name} ({number} of {len(names)}) ...")
        try:
            found = check(course, name, _tell)
            print("\n".join(line for one in found for line in told(one)), flush=True)
            everything += found
        except GradingError as error:  # the others may be in order
            left_out.add(name)
            refuse(str(error))
    if everything:
        print(summary(everything))
    for remark in course.remarks:
        print(f"autograder: {remark}", file=sys.stderr)
    if left_out == {*names}:
        return 2
    return int(bool(left_out or any(checked.judged("unknown") for checked in everything)))


def _tell(said: str) -> None:
    print(f"  {said}", file=sys.stderr, flush=True)
