"""The command line: a module for each of the teacher's commands, `author` and `doctor`.

Each imports the grader only when it runs, since imports take longer than many commands.
"""

import argparse
import os
import sys
from typing import TYPE_CHECKING, TypeAlias

from autograder import hooks

if TYPE_CHECKING:
    from autograder.runner.pools import Pool

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The parser of the whole command line, to which a command adds itself."""


def refuse(why: str) -> int:
    """Print why nothing is done; return the exit status for that."""
    print(f"autograder: {why}", file=sys.stderr)
    return 2


def caution(said: str) -> None:
    """Print a warning beside what a command does."""
    print(f"autograder: {said}", file=sys.stderr, flush=True)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options for who runs notebooks: this machine, or a pool that is installed."""
    told = "how many at a time (default: one per core)"
    parser.add_argument("--jobs", type=_count, default=os.cpu_count(), help=told)
    for name in hooks.points("pools"):
        told = f"run notebooks on the workers of this {name}"
        parser.add_argument(f"--{name}", metavar="ADDRESS", help=told, dest=f"pool {name}")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("--jobs is 1 or more")
    return number


def pool_of(options: argparse.Namespace) -> tuple[str, str]:
    """Return the name and address of the pool that was asked for; empty for this machine."""
    asked = ((name, getattr(options, f"pool {name}", None)) for name in hooks.points("pools"))
    return next(((name, address) for name, address in asked if address), ("", ""))


def workers_of(options: argparse.Namespace) -> "Pool":
    """Make the pool of workers, which warms up while this process imports nbgrader."""
    from autograder.runner.pools import Threads

    name, address = pool_of(options)
    if not name:
        return Threads(options.jobs)
    make = hooks.registered("pools").get(name)
    made: Pool | None = make and hooks.use("pools", name, make, address)
    if made is None:
        sys.exit(2)  # the reason has been told
    return made
