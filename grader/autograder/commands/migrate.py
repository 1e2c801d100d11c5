"""`migrate`: adapt the gradebook to a source that was changed after hand-ins."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from autograder.commands.common import Commands, refuse
from autograder.sandbox.text import command, grader

if TYPE_CHECKING:
    from autograder.gradebook.migration import Change


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "migrate", help="take added and removed cells into the gradebook after hand-ins"
    )
    parser.add_argument("assignment")
    parser.add_argument("--write", action="store_true", help="do it; without it, say what it would")
    parser.add_argument(
        "--rename", action="append", default=[], metavar="OLD=NEW", help="a cell has a new name"
    )
    parser.add_argument(
        "--drop", action="store_true", help="also cells with points or comments given by a person"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from nbgrader.api import MissingEntry

    from autograder.course.settings import Course, GradingError
    from autograder.gradebook.migration import Migration
    from autograder.gradebook.opening import open_gradebook

    name = options.assignment
    renamed = dict(pair.partition("=")[::2] for pair in options.rename)
    try:
        course = Course()
        with open_gradebook(course.directory) as gradebook:
            migration = Migration(course, gradebook, name, renamed)
            lost = _show(migration.changes)
            if lost and not options.drop:
                return refuse(
                    f"a person gave {lost} of the points and comments of cells that go; "
                    "--rename keeps them, --drop lets them go"
                )
            if migration.changes and not options.write:
                print("Nothing was changed; --write does it. Make a copy of the gradebook first.")
                return 0
            if migration.changes:
                migration.write()
    except MissingEntry:
        return refuse(f"the gradebook has no assignment {name}")
    except GradingError as error:
        return refuse(str(error))
    print(f"Next: {command('nbgrader', 'generate_assignment', name, '--force')}")
    print(f"Then: {grader('grade', '--dry-run', name)}")
    return 0


def _show(changes: "Iterable[Change]") -> int:
    lost = 0
    for change in changes:
        for old, new in change.renamed.items():
            print(f"{change.notebook}: {old} is now {new}; its points stay")
        for word, pairs in (("goes", change.gone), ("is new", change.added)):
            for name in sorted({name for _, name in pairs}):
                print(f"{change.notebook}: {name} {word}")
        lost += change.points
    return lost
