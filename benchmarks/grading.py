"""Compare nbgrader's own grading with ours on the same class: ``python -m benchmarks.grading``.

Runs alternate, because only the ratios of one session mean anything. The class is made
from the answers in `bank`; every student hands in `03-feedback`, or what is asked for.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import psutil
from rich.console import Console
from rich.table import Table

from bank import answers
from tools.course import ASSIGNMENTS, STOCK, Course, exercises

ASSIGNMENT = "03-feedback"
AUTOGRADE = [sys.executable, "-m", "nbgrader", "autograde"]
WAYS = {
    "stock": AUTOGRADE,
    "ours, nbgrader autograde": AUTOGRADE,
    "ours, parallel command": [sys.executable, "-m", "autograder", "grade"],
}


class Cost(NamedTuple):
    """Seconds that one run took."""

    wall: float
    cpu: float


def course(root: Path, students: int, stock: bool, assignment: str = ASSIGNMENT) -> Course:
    """Make a course in which everybody has handed in."""
    made = Course(root)
    if stock:
        made.configure(STOCK)
    for number in range(students):
        written = {}
        for place, name in enumerate(exercises(assignment)):
            bank = answers(name)
            written[name] = bank[(number + 7 * place) % len(bank)].source
        made.hand_in(f"student-{number:04}", assignment, written)
    made.nbgrader("generate_assignment", assignment)
    return made


def measure(made: Course, command: list[str], cache: str) -> Cost:
    """Grade everything from the start, with the calibrations that are in a folder."""
    shutil.rmtree(made.root / "autograded", ignore_errors=True)
    environment = made.environment | {"XDG_CACHE_HOME": cache}
    before, start = cpu_seconds(), time.monotonic()
    subprocess.run(
        [*command, "--force"], cwd=made.root, env=environment, check=True, capture_output=True
    )
    return Cost(time.monotonic() - start, cpu_seconds() - before)


def cpu_seconds() -> float:
    """Return the CPU seconds that this machine has used: processes behind walls count, too."""
    spent = psutil.cpu_times()
    return spent.user + spent.system


def main() -> None:
    """Run the ways in turn, and print ratios."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading")
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--assignment", choices=ASSIGNMENTS, default=ASSIGNMENT)
    options = parser.parse_args()
    name = options.assignment
    with tempfile.TemporaryDirectory() as folder:
        courses = {
            way: course(Path(folder) / str(number), options.students, way == "stock", name)
            for number, way in enumerate(WAYS)
        }
        costs: defaultdict[str, list[Cost]] = defaultdict(list)
        for _ in range(options.rounds):
            for way, command in WAYS.items():
                # The first time ours asks nbgrader's own kernel to judge the solution, as well.
                times = [""] if way == "stock" else [", first", ", later"]
                with tempfile.TemporaryDirectory() as cache:
                    for when in times:
                        cost = measure(courses[way], [*command, name], cache)
                        costs[way + when].append(cost)
        scores = [made.scores(name) for made in courses.values()]
    _print(costs, options.students, name)
    cells = sum(map(len, scores[0].values()))
    equal = all(other == scores[0] for other in scores[1:])
    print(f"All scores equal, {cells} test cells: {'yes' if equal else 'NO'}")


def _print(costs: dict[str, list[Cost]], students: int, assignment: str) -> None:
    table = Table(
        title=f"{students} submissions of {assignment}; median of {len(costs['stock'])} runs"
    )
    for heading in ["", "wall s", "CPU s", "wall s / notebook", "stock / this: wall", "CPU"]:
        table.add_column(heading, justify="right" if heading else "left")
    base = _median(costs["stock"])
    for way, runs in costs.items():
        cost = _median(runs)
        figures = [
            cost.wall,
            cost.cpu,
            cost.wall / students,
            base.wall / cost.wall,
            base.cpu / cost.cpu,
        ]
        formats = ["{:.1f}", "{:.1f}", "{:.3f}", "{:.1f}", "{:.1f}"]
        table.add_row(way, *(f.format(x) for f, x in zip(formats, figures, strict=True)))
    Console(width=110).print(table)


def _median(runs: list[Cost]) -> Cost:
    return Cost(*(statistics.median(values) for values in zip(*runs, strict=True)))


if __name__ == "__main__":
    main()
