"""`compare`: grade submissions here and with stock nbgrader, and list different scores."""

import argparse
import os
import sys
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "compare", help="grade here and with stock nbgrader, and list the scores that differ"
    )
    parser.add_argument("assignment")
    parser.add_argument("--student", action="append", help="only this one; may be repeated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="as for grade")
    parser.add_argument("--to", type=Path, default=Path("comparison"), help="in which folder")
    parser.add_argument(
        "--unconfined",
        action="store_true",
        help="run students' code with all your rights, both ways",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status: 1 if a score differs."""
    from autograder.course.settings import Course, GradingError
    from autograder.grading.both_ways import compare, write_table
    from autograder.sandbox.processes.confinement import ConfinementError

    name = options.assignment
    try:
        course = Course()
        course.settings.unconfined |= options.unconfined
        known = course.handed_in(name)
        if unknown := sorted(set(options.student or []) - set(known)):
            return refuse(f"nothing was handed in for {name} by {', '.join(unknown)}")
        students = sorted(set(options.student or known))
        scores = compare(course, name, students, options.jobs, _tell)
    except (ConfinementError, GradingError) as error:
        return refuse(str(error))
    different = [score for score in scores if not score.equal]
    print(f"{len(scores) - len(different)} of {len(scores)} scores are equal")
    for s in different:
        stock, here = ("by hand" if p.got is None else f"{p.got:g}" for p in (s.stock, s.here))
        where = f"{s.student}, {s.notebook}, {s.cell}"
        print(f"  {where}: {stock} from stock nbgrader, {here} here, of {s.of:g}; {s.cause}")
    for path in write_table(options.to, name, scores):
        print(path)
    return int(bool(different))


def _tell(said: str) -> None:
    print(f"  {said}", file=sys.stderr, flush=True)
