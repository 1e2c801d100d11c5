"""`watch`: grade hand-ins as they arrive."""

import argparse
import json
import os
import sys
from dataclasses import asdict

from autograder.commands import Commands, add_workers, caution, refuse, workers_of


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("watch", help="grade hand-ins as they come, and give feedback")
    parser.add_argument("assignment", nargs="*", help="all that are released, if none is named")
    parser.add_argument("--once", action="store_true", help="do what is there, and end")
    parser.add_argument(
        "--every", type=float, default=1, metavar="SECONDS", help="look so often (default: 1)"
    )
    add_workers(parser)
    parser.add_argument(
        "--retry", action="store_true", help="look again at what was refused or failed"
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for all it does")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    if os.name == "nt":
        return refuse("nbgrader has no exchange on Windows")
    if not options.every > 0:
        return refuse("--every is more than 0")
    options.jobs = max(2, options.jobs)  # one of them may be busy in the slow lane
    workers = workers_of(options)

    from autograder.classroom.watcher import Watcher
    from autograder.grader.assignment.pipeline import allowed_of
    from autograder.grader.course.settings import configuration
    from autograder.grader.grading.context import GradingContext
    from autograder.runner.pools import Pool
    from autograder.runner.processes.confinement import ConfinementError

    run = GradingContext(config=configuration())
    run.confine()
    names = options.assignment or run.course.assignments()
    allowed = [allowed_of(run.course, name) for name in names]
    workers.prepare(run.course.settings.unconfined, *allowed)
    watcher = Watcher(run.config, workers, options.assignment, options.retry)
    print(f"Watching {run.course.root} ...", file=sys.stderr, flush=True)
    told = set[str]()
    try:
        for event in watcher.run(options.every, options.once):
            for said in {*workers.cautions} - told:
                told.add(said)
                caution(said)
            if options.json:
                print(json.dumps(asdict(event)), flush=True)
            elif event.kind != "standing":
                print(event, flush=True)
    except (Pool.Lost, ConfinementError) as error:
        return refuse(f"{error}; the same command goes on from here")
    watcher.close()
    return 0
