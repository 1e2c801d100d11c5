"""`prune`: remove copies of graded work from the exchange when an assignment is over."""

import argparse
import sys

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "prune", help="remove copies of graded work when an assignment is over"
    )
    parser.add_argument("assignment", nargs="+", help="whose due dates have all passed")
    parser.add_argument("--yes", action="store_true", help="do it; without it, say what it would")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.exchange.pruning import find_leftovers, remove
    from autograder.gradebook.opening import open_gradebook

    try:
        course = Course()
        with open_gradebook(course.directory) as gradebook:
            found = {name: find_leftovers(course, gradebook, name) for name in options.assignment}
    except GradingError as error:
        return refuse(str(error))
    left: list[str] = []
    for name, leftovers in found.items():
        print(f"{name}: {len(leftovers.folders)} folders of graded work may go.")
        for why, count in sorted((+leftovers.staying).items()):
            print(f"  {count} stay: {why}")
        left += remove(leftovers.folders) if options.yes else []
    for why in left:
        print(f"Not removed: {why}")
    if not options.yes:
        print(
            "Nothing was removed; --yes removes them. Make a backup first: "
            "python -m autograder backup FILE.tar.gz",
            file=sys.stderr,
        )
    return int(bool(left))
