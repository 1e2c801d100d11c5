"""`retry`: list refused hand-ins, or have the watcher retry them."""

import argparse
import fnmatch

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("retry", help="list what was refused, or have it looked at again")
    parser.add_argument("folder", nargs="*", help="names of folders as listed; * stands for any")
    parser.add_argument("--owner", action="append", help="all that belongs to this account")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from sqlalchemy.exc import DBAPIError

    from autograder.course.settings import Course, GradingError
    from autograder.gradebook.attempts import Attempts

    try:
        attempts = Attempts(Course())
        refused = attempts.refused()
        patterns, owners = options.folder, options.owner or []
        chosen = [
            one
            for one in refused
            if one.student in owners
            or any(one.folder == p or fnmatch.fnmatchcase(one.folder, p) for p in patterns)
        ]
        attempts.retry(one.folder for one in chosen)
    except (GradingError, DBAPIError) as error:
        return refuse(str(getattr(error, "orig", error)))
    if patterns or owners:
        print(f"{len(chosen)} of {len(refused)} refused folders are looked at again.")
        return 0 if chosen else 1
    for one in refused:
        print(f"{one.student}\t{one.folder}\t{one.remarks}")
    return 0
