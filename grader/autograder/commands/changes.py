"""`changes`: list the points that grading again would change."""

import argparse
import csv
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import Commands, refuse, workers_of
from autograder.sandbox.text import grader, one_line

if TYPE_CHECKING:
    from autograder.grading.changes import Change


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("changes", help="say what grading again would change")
    parser.add_argument("assignment")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="as for grade")
    parser.add_argument("--unconfined", action="store_true", help="as for grade")
    parser.add_argument("--to", type=Path, metavar="TABLE", help="also write a table (CSV)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.assignment.pipeline import allowed_of
    from autograder.course.settings import GradingError, configuration
    from autograder.grading.changes import find_changes
    from autograder.grading.context import GradingContext
    from autograder.grading.parallel import Grading
    from autograder.sandbox.processes.confinement import ConfinementError
    from autograder.workers.pools import Pool

    try:
        workers = workers_of(options)
        context = GradingContext(config=configuration())
        context.course.settings.unconfined |= options.unconfined
        students = context.course.handed_in(options.assignment)
        context.confine()
        allowed = allowed_of(context.course, options.assignment)
        workers.prepare(context.course.settings.unconfined, allowed)
        grading = Grading(context, options.assignment)
        found = [*find_changes(context, grading, options.assignment, students, workers)]
        grading.close()
    except (Pool.Lost, ConfinementError, GradingError) as error:
        return refuse(str(error))
    changed = sorted((c for c in found if c.differs), key=lambda change: change.student)
    for change in changed:
        print(_line(change))
    kept = sorted({name for change in found for name in change.kept})
    if kept:
        print(f"Points given by hand stay: {', '.join(kept)}")
    print(f"{len(changed)} of {len(found)} students; nothing was written.")
    if options.to:
        _write_table(options.to, changed)
    if changed:
        again = grader("grade", "--force", "--why", "...", options.assignment)
        print(f"Next: {again}", file=sys.stderr)
    return 0


def _line(change: "Change") -> str:
    if change.failed:
        return f"{one_line(change.student)}: cannot be graded: {one_line(change.failed)}"
    parts = [f"{name} {old:g} -> {new:g}" for name, (old, new) in change.exercises.items()]
    total = f"{change.before:g} -> {change.after:g}"
    return f"{one_line(change.student)}: {total} ({', '.join(parts)})"


def _write_table(path: Path, changed: "list[Change]") -> None:
    from autograder.gradebook.points import harmless

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["student", "exercise", "before", "after", "why not"])
        for change in changed:
            rows: list[tuple[object, ...]] = [
                (change.student, name, old, new, "")
                for name, (old, new) in change.exercises.items()
            ]
            rows += [(change.student, "", "", "", change.failed)] if change.failed else []
            table.writerows([harmless(value) for value in row] for row in rows)
