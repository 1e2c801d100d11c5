"""Compare with stock nbgrader on other courses: ``python -m benchmarks.adopt COURSE ...``.

A course is a folder with `source/`, and with `submitted/` if there is any. It is copied; nothing
in it is changed. Of each test cell that the instructor's own solution passes under stock
nbgrader the table says whether it passes here, too, and how. What was handed in is graded
both ways, and all scores are compared. Grading runs confined; stock nbgrader runs what the
course brings with all of your rights.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path

from nbgrader.api import Gradebook
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.course import together as notes
from autograder.course.settings import Course, GradingError
from autograder.grading.checking import (
    APART,
    PERSON,
    SOLUTION,
    TOGETHER,
    WHOLE,
    Checked,
    check,
)

STOCK = "c = get_config()\n"
OURS = f"{STOCK}import autograder\nautograder.configure(c)\n"
Scores = dict[tuple[str, ...], float | None]


@dataclass
class Row:
    """What came of a course, in test cells.

    Attributes
    ----------
    notebooks, solved : int
        Its notebooks with tests, and the test cells that the solution passes under stock.
    apart, together, whole, by_hand, lost : int
        How these are judged here; by hand are those that `check` names beforehand.
    gained : int
        Test cells that pass here and not under stock, of the solution or the release; not
        those where stock refuses points only for text on stderr.
    stderr, chance : int
        Test cells of which `check` says that, and those that are a matter of chance.
    stock, here : float
        Seconds for running all solutions.
    mistakes, unnoticed : int
        Small mistakes that were tried in the solution, and those that no test notices though
        an input shows them.
    scores, equal, less, more : int
        Scores of what was handed in, and how many of them are equal, or given by a program
        and less or more than under stock.
    """

    notebooks: int = 0
    solved: int = 0
    apart: int = 0
    together: int = 0
    whole: int = 0
    by_hand: int = 0
    lost: int = 0
    gained: int = 0
    stderr: int = 0
    chance: int = 0
    stock: float = 0
    here: float = 0
    scores: int = 0
    equal: int = 0
    less: int = 0
    more: int = 0
    mistakes: int = 0
    unnoticed: int = 0

    def add(self, other: "Row") -> None:
        """Add what came of another one."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def of_notebook(checked: Checked) -> Row:
    """Count the test cells of a notebook."""
    row = Row(notebooks=int(checked.tests > 0))
    if not checked.tests:
        return row
    solution = {found.cell: found for found in checked.differences if found.edition == SOLUTION}
    never = {*checked.unsolved, *checked.stderr, *checked.chance}
    never |= {
        c for c, found in solution.items() if found.alone.failed or found.alone.got != found.of
    }
    solved = [cell for cell in checked.ways if cell not in never]
    ways = Counter(checked.ways[cell] for cell in solved)
    row.solved, row.together, row.whole = len(solved), ways[TOGETHER], ways[WHOLE]
    row.by_hand = ways[PERSON]
    row.lost = sum(checked.ways[cell] != PERSON for cell in solution if cell in solved)
    row.apart = ways[APART] - row.lost
    row.gained = sum(
        (found.here.got or 0) > (found.alone.got or 0)
        for found in checked.differences
        if checked.ways[found.cell] != PERSON
    )
    if checked.mistakes:
        row.mistakes, row.unnoticed = checked.mistakes.tried, len(checked.mistakes.shown)
    row.stderr, row.chance = len(checked.stderr), len(checked.chance)
    row.stock, row.here = checked.alone_seconds, checked.here_seconds
    return row


def measure(folder: Path, console: Console, mistakes: float = 0) -> Row:
    """Check a copy of a course, and grade in it what was handed in."""
    row = Row()
    with tempfile.TemporaryDirectory() as place:
        root = _copy(folder, Path(place) / "ours", OURS)
        with contextlib.chdir(root):
            course = Course()
            names = course.assignments()
            for name in names:
                try:
                    for checked in check(course, name, anew=True, mistakes=mistakes):
                        row.add(of_notebook(checked))
                        _tell(f"{name}/{checked.name}", checked, console)
                except GradingError as error:
                    console.print(escape(f"  {name}: {error}"))
            notes.write(root, course.notes)
        stock = _copy(folder, Path(place) / "stock", STOCK)
        for name in names:
            if not list(folder.glob(f"submitted/*/{name}/*.ipynb")):
                continue
            ours = _scores(root, name, ["autograder", "grade", name])
            theirs = _scores(stock, name, ["nbgrader", "autograde", name])
            row.scores += len(theirs)
            row.equal += sum(ours.get(cell) == score for cell, score in theirs.items())
            both = [(ours.get(cell), score) for cell, score in theirs.items()]
            pairs = [(here, stock) for here, stock in both if here is not None is not stock]
            row.less += sum(here < stock for here, stock in pairs)
            row.more += sum(here > stock for here, stock in pairs)
            for cell, score in theirs.items():
                if ours.get(cell) != score:
                    which = ", ".join(cell)
                    console.print(escape(f"  {which}: {score} from stock, {ours.get(cell)} here"))
    return row


def _copy(folder: Path, to: Path, settings: str) -> Path:
    for part in ("source", "submitted"):
        if (folder / part).is_dir():
            shutil.copytree(folder / part, to / part)
    for path in folder.glob("*.yml"):
        shutil.copy(path, to)
    (to / "nbgrader_config.py").write_text(settings)
    return to


def _scores(root: Path, name: str, command: list[str]) -> Scores:
    for arguments in (["nbgrader", "generate_assignment", name], command):
        subprocess.run(
            [sys.executable, "-m", *arguments], cwd=root, check=False, capture_output=True
        )
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        return {
            (submission.student.id, notebook.name, grade.name): grade.auto_score
            for submission in gradebook.assignment_submissions(name)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def _tell(name: str, checked: Checked, console: Console) -> None:
    for mistake in checked.mistakes.unnoticed if checked.mistakes else []:
        console.print(escape(f"  {name}, {mistake.cell}, {mistake.change}: {mistake.example}"))
    for found in checked.differences:
        console.print(
            escape(
                f"  {name}, {found.cell}, {found.edition}: {found.alone.got} from stock, "
                f"{found.here.got} here ({found.here.says or found.alone.says})"
            )
        )


def _print(rows: dict[str, Row]) -> None:
    table = Table()
    headings = ["course", "notebooks", "cells", "apart", "together", "one process", "by hand"]
    headings += ["lost", "gained", "stderr", "chance", "mistakes", "unnoticed"]
    for heading in [*headings, "stock ms", "here ms", "scores equal", "less", "more"]:
        table.add_column(heading, justify="left" if heading == "course" else "right")
    for name, row in rows.items():
        counts = [row.notebooks, row.solved, row.apart, row.together, row.whole, row.by_hand]
        times = [f"{1000 * s / max(1, row.notebooks):.0f}" for s in (row.stock, row.here)]
        equal = [f"{row.equal} of {row.scores}", f"{row.less}", f"{row.more}"] if row.scores else []
        counts += [row.lost, row.gained, row.stderr, row.chance, row.mistakes, row.unnoticed]
        table.add_row(name, *map(str, counts), *times, *equal)
    Console(width=170).print(table)


def main() -> None:
    """Measure courses, one after the other, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adopt")
    parser.add_argument("course", nargs="+", type=Path)
    parser.add_argument("--mistakes", type=float, default=0, help="seconds a notebook; see `check`")
    options = parser.parse_args()
    os.environ["JUPYTER_NO_CONFIG"] = "1"  # the settings of who measures are not the course's
    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    rows, console = {}, Console(soft_wrap=True)
    for folder in options.course:
        console.print(escape(folder.name))
        rows[folder.name] = measure(folder.absolute(), console, options.mistakes)
    if len(rows) > 1:
        total = Row()
        for row in rows.values():
            total.add(row)
        rows["all"] = total
    _print(rows)


if __name__ == "__main__":
    main()
