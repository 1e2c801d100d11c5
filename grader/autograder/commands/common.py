"""Helpers of several commands."""

import argparse
import sys
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from autograder.workers.pools import Cluster, Threads

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The parser of the whole command line, to which a command adds itself."""


def refuse(why: str) -> int:
    """Print why nothing is done; return the exit status for that."""
    print(f"autograder: {why}", file=sys.stderr)
    return 2


def workers_of(options: argparse.Namespace) -> "Threads | Cluster":
    """Make the pool of workers, which warms up while this process imports nbgrader."""
    from autograder.workers.pools import Cluster, Threads

    if options.scheduler:
        return Cluster(options.scheduler)
    return Threads(options.jobs, options.unconfined)
