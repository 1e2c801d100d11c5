"""The command line: what each command takes, and who runs notebooks.

A command's module is imported when it runs, because imports take longer than many commands. `grade`
has `watch`, too, and `installation` has `author init` and `admin doctor`.
"""

import argparse
import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from autograder import hooks

if TYPE_CHECKING:
    from autograder.runner.pools import Pool

REPORTS = Path("class_report")  # the folder of pages about the class
_ALL = "use (default: all assignments of the course)"
# The parser of the whole command line, to which a command adds itself.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def refuse(why: str) -> int:
    """Print why nothing is done; return the exit status for that."""
    caution(why)
    return 2


def caution(said: str) -> None:
    """Print a warning beside what a command does."""
    print(f"autograder: {said}", file=sys.stderr, flush=True)


def add_workers(parser: argparse.ArgumentParser, least: int = 1) -> None:
    """Add the options for who runs notebooks: this machine, or a pool that is installed."""
    told = "number of submissions to run at the same time (default: one per core)"
    parser.add_argument("--jobs", type=_count, default=os.cpu_count(), help=told)
    parser.set_defaults(least=least)
    for name in hooks.points("pools"):
        told = f"run notebooks on the workers of the {name} at ADDRESS"
        parser.add_argument(f"--{name}", metavar="ADDRESS", help=told, dest=f"pool {name}")


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("--jobs must be at least 1")
    return number


def _workers_of(options: argparse.Namespace) -> "tuple[Pool, str]":
    """Make the pool of workers that was asked for; return its address, too, empty for threads."""
    from autograder.runner.pools import Threads

    for name in hooks.points("pools"):
        if address := getattr(options, f"pool {name}"):
            make = hooks.registered("pools").get(name)
            made: Pool | None = make and hooks.use("pools", name, make, address)
            if made is None:
                sys.exit(2)  # the reason has been told
            return made, address
    return Threads(max(options.jobs, options.least)), ""


def add(
    commands: Commands, place: str, told: str, nargs: str = "", which: str = ""
) -> argparse.ArgumentParser:
    """Add a command, which is imported from its place, MODULE.FUNCTION, when it runs.

    With `nargs` it takes assignments: `which`, and what is the default.
    """
    module, _, function = place.partition(".")

    def run(options: argparse.Namespace) -> int:
        if "jobs" in options:  # workers warm up while this process imports nbgrader
            options.workers, options.address = _workers_of(options)
        gc.disable()  # until all is imported, since imported objects are no garbage
        command = getattr(import_module(f"autograder.commands.{module}"), function)
        gc.freeze()
        gc.enable()
        status: int = command(options)
        return status

    parser = commands.add_parser(module if function == "run" else function, help=told)
    parser.set_defaults(run=run)
    if nargs:
        parser.add_argument("assignment", nargs=nargs, help=f"assignment to {which}")
    return parser


def add_check(commands: Commands) -> None:
    """Describe `check`."""
    told = "grade your own solution, and show how each test will be graded"
    add(commands, "check.run", told, "*", _ALL)


def add_due(commands: Commands) -> None:
    """Describe `due`."""
    parser = add(commands, "due.run", "show or set due dates and extensions", "?", _ALL)
    told = (
        'due date in the time zone of this machine, such as "2026-11-30 23:59" or 2026-11-30, '
        "or none to remove the date"
    )
    parser.add_argument("when", nargs="?", help=told)
    told = "give only this student an extension; can be repeated"
    parser.add_argument("--student", action="append", help=told)


def add_watch(commands: Commands) -> None:
    """Describe `watch`."""
    told = "grade submissions as they arrive, and release feedback"
    which = "watch (default: all released assignments)"
    parser = add(commands, "grade.watch", told, "*", which)
    told = "grade the submissions that have arrived, and then stop"
    parser.add_argument("--once", action="store_true", help=told)
    told = "seconds between checks for new submissions (default: 1)"
    parser.add_argument("--every", type=float, default=1, metavar="SECONDS", help=told)
    add_workers(parser, least=2)  # one of them may be busy in the slow lane
    told = "retry submissions that were refused or could not be graded"
    parser.add_argument("--retry", action="store_true", help=told)
    parser.add_argument("--json", action="store_true", help="print each event as a line of JSON")


def add_grade(commands: Commands) -> None:
    """Describe `grade`."""
    parser = add(commands, "grade.grade", "grade all submissions of an assignment")
    parser.add_argument("assignment", help="name of the assignment")
    parser.add_argument(
        "--student", action="append", help="grade only this student; can be repeated"
    )
    add_workers(parser)
    switches = {
        "--force": "grade all submissions again",
        "--dry-run": "show whose scores would change, without saving any scores",
        "--unconfined": "run students' code unconfined, with all of your permissions",
    }
    for name, told in switches.items():
        parser.add_argument(name, action="store_true", help=told)
    told = "reason to show on the feedback pages (with --force)"
    parser.add_argument("--why", default="", help=told)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def add_decide(commands: Commands) -> None:
    """Describe `decide`."""
    parser = add(commands, "decide.run", "grade tests that need manual grading")
    parser.add_argument("assignment", help="name of the assignment")
    parser.add_argument(
        "cell",
        nargs="?",
        help="name of the test (default: only write a page with all tests to decide)",
    )
    parser.add_argument(
        "answer", nargs="?", help="key of the answer, as shown on the page with all tests to decide"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--points", type=float, help="give this many points for the test")
    what.add_argument("--full", action="store_true", help="give full credit for the test")
    what.add_argument("--none", action="store_true", help="give no credit for the test")
    what.add_argument("--undo", action="store_true", help="undo the decision on the test")
    what.add_argument(
        "--release", metavar="STUDENT", help="release the feedback that is held for this student"
    )
    parser.add_argument(
        "--by", default="", metavar="NAME", help="name of the person who decides (default: you)"
    )


def add_report(commands: Commands) -> None:
    """Describe `report`."""
    which = "report on (default: all graded assignments)"
    add(commands, "report.run", "write the class report", "?", which)
