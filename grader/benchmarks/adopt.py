"""Comparison with stock nbgrader on other courses: ``python -m benchmarks.adopt COURSE ...``.

A course is a folder with `source/`, and with `submitted/` if there is any. It is copied; nothing
in it is changed. Of each test cell that the instructor's own solution passes under stock
nbgrader the table says whether it passes here, too, and how. Then submissions are graded by
``nbgrader autograde`` and by ``python -m autograder grade``, and all scores are compared: what
was handed in, or, if that is nothing, the solution, the solution with a small mistake in every
answer, and one whose answers give None. Grading runs confined; stock nbgrader runs what the
course brings with all of your rights.
"""

import argparse
import ast
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import nbformat
import psutil
from nbgrader.utils import is_solution
from rich.console import Console
from rich.markup import escape

from autograder.assignment.repair import is_test
from autograder.course.settings import Course, GradingError
from autograder.grading.check_report import Checked, check, told
from autograder.grading.stock import Points, graded, scored
from autograder.sandbox import names
from benchmarks.mistakes import mistakes

STOCK = "c = get_config()\nc.Execute.iopub_timeout = 60\n"  # the machine may be busy
OURS = f"{STOCK}import autograder\nautograder.configure(c)\n"


@dataclass
class Row:
    """The results of a course, counted in test cells.

    Attributes
    ----------
    notebooks, solved : int
        The notebooks with tests, and the test cells that the solution passes under stock.
    both, alone : int
        Those of them that both juries judge, and that the run in one process decides alone.
    unsolved, untouched : int
        Test cells that the solution does not pass, and that the untouched release passes.
    scores, named, rejects, accepts : int
        The scores of submissions that stock nbgrader gives; those that are left to a person
        here; and those that are less or more here.
    minutes : float
        The time of an adopter's commands: `check`, `generate_assignment` and `grade`.
    stock, here : float
        CPU seconds of the whole machine during `nbgrader autograde` and `autograder grade`.
    """

    notebooks: int = 0
    solved: int = 0
    both: int = 0
    alone: int = 0
    unsolved: int = 0
    untouched: int = 0
    scores: int = 0
    named: int = 0
    rejects: int = 0
    accepts: int = 0
    minutes: float = 0
    stock: float = 0
    here: float = 0

    def add(self, other: "Row") -> None:
        """Add the results of another course."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def of_notebook(checked: Checked) -> Row:
    """Count the test cells of a notebook."""
    row = Row(notebooks=int(bool(checked.findings)))
    row.both, row.alone = len(checked.judged("both")), len(checked.judged("alone"))
    row.solved, row.unsolved = row.both + row.alone, len(checked.judged("unknown"))
    row.untouched = sum(found.untouched for found in checked.findings)
    return row


def hand_in(root: Path, name: str) -> None:
    """Hand in the solution of an assignment, and two wrong submissions made of it."""
    for student, change in MADE.items():
        folder = root / "submitted" / student / name
        shutil.copytree(root / "source" / name, folder)
        for path in folder.glob("*.ipynb"):
            notebook = nbformat.read(path, as_version=4)
            for cell in notebook.cells:
                if cell.cell_type == "code" and is_solution(cell) and not is_test(cell):
                    cell.source = change(cell.source)
            nbformat.write(notebook, path)


def _with_a_mistake(text: str) -> str:
    made = mistakes(text)
    return made[len(made) // 2][1] if made else text


def _nothing(text: str) -> str:
    """Have every function of an answer return None."""
    try:
        tree = ast.parse(names.python(text))
    except SyntaxError:
        return text
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [ast.Return(ast.Constant(None))]
    return ast.unparse(ast.fix_missing_locations(tree))


MADE: dict[str, Callable[[str], str]] = {
    "right": str,
    "a mistake": _with_a_mistake,
    "None": _nothing,
}
"""The submissions that are made, and how an answer is changed for each."""


def measure(folder: Path, console: Console, commands: bool = False) -> Row:
    """Check a copy of a course, and grade submissions in it both ways."""
    row = Row()
    with tempfile.TemporaryDirectory() as place:
        settings = OURS + "c.Autograder.commands = True\n" * commands
        here = _copy(folder, Path(place) / "ours", settings)
        stock = _copy(folder, Path(place) / "stock", STOCK)
        with contextlib.chdir(here):
            course = Course()
            for name in course.assignments():
                began = time.monotonic()
                _check(course, name, row, console)
                for root in (here, stock):
                    if not list(root.glob(f"submitted/*/{name}/*.ipynb")):
                        hand_in(root, name)
                row.here += _run(here, name, ["autograder", "grade", name])
                row.minutes += (time.monotonic() - began) / 60
                row.stock += _run(stock, name, ["nbgrader", "autograde", name])
                for student in sorted(path.name for path in here.glob("submitted/*")):
                    for where, theirs, ours in read_scores(course, name, student, stock, here):
                        _count(f"{student}, {where}", theirs, ours, row, console)
    return row


def _check(course: Course, name: str, row: Row, console: Console) -> None:
    try:
        for checked in check(course, name, _say):
            row.add(of_notebook(checked))
            for line in told(checked):
                console.print(escape(f"  {name}: {line}"))
    except GradingError as error:
        console.print(escape(f"  {name}: {error}"))


NOT_GRADED = Points(None, True, "the submission was not graded")


def read_scores(
    course: Course, name: str, student: str, *roots: Path
) -> Iterator[tuple[str, Points, Points]]:
    """Yield the results of each test of a submission that was graded in two folders."""
    for source in sorted(course.source(name).glob("*.ipynb")):
        if (course.folder("submitted", student, name) / source.name).is_file():
            one, two = (_read(graded(course, name, student, r) / source.name) for r in roots)
            for cell in {**one, **two}:
                where = f"{source.stem}, {cell}"
                yield where, one.get(cell, NOT_GRADED), two.get(cell, NOT_GRADED)


def _read(path: Path) -> dict[str, Points]:
    """Read the results of a graded notebook; empty if it was not graded."""
    if not path.is_file():
        return {}
    notebook = nbformat.read(path, as_version=4)
    found = {cell: points for cell, (_, points) in scored(notebook).tests.items()}
    left = notebook.metadata.get("graded", {}).get("by_hand", {})
    return found | {cell: Points(None, True, why) for cell, why in left.items()}


def _count(where: str, stock: Points, here: Points, row: Row, console: Console) -> None:
    """Count a score of a submission; one that a person gives under stock is not compared."""
    if stock.got is None:
        return
    row.scores += 1
    row.named += here.got is None
    row.rejects += here.got is not None and here.got < stock.got
    row.accepts += here.got is not None and here.got > stock.got
    if here.got is not None and here.got != stock.got:
        said = f"{stock.got} from stock ({stock.says}), {here.got} here ({here.says})"
        console.print(escape(f"  {where}: {said}"))


def _copy(folder: Path, to: Path, settings: str) -> Path:
    for part in ("source", "submitted"):
        if (folder / part).is_dir():
            shutil.copytree(folder / part, to / part)
    for path in folder.glob("*.yml"):
        shutil.copy(path, to)
    (to / "nbgrader_config.py").write_text(settings)
    return to


def _run(root: Path, name: str, command: list[str]) -> float:
    """Release an assignment and grade it; return the CPU seconds of the latter."""
    used = 0.0
    for arguments in (["nbgrader", "generate_assignment", name], command):
        before = _cpu_seconds()
        subprocess.run(
            [sys.executable, "-m", *arguments], cwd=root, check=False, capture_output=True
        )
        used = _cpu_seconds() - before
    return used


def _cpu_seconds() -> float:
    """Return the CPU seconds that this machine has used: processes behind walls count, too."""
    spent = psutil.cpu_times()
    return spent.user + spent.system


def _say(said: str) -> None:
    print(f"  {said}", file=sys.stderr, flush=True)


COLUMNS: dict[str, Callable[[Row], object]] = {
    "notebooks": lambda row: row.notebooks,
    "cells": lambda row: row.solved,
    "both juries": lambda row: row.both,
    "one alone": lambda row: row.alone,
    "unsolved": lambda row: row.unsolved,
    "untouched": lambda row: row.untouched,
    "scores": lambda row: row.scores,
    "by hand": lambda row: row.named,
    "rejects": lambda row: row.rejects,
    "accepts": lambda row: row.accepts,
    "minutes": lambda row: f"{row.minutes:.1f}",
    "CPU s stock": lambda row: f"{row.stock:.0f}",
    "CPU s here": lambda row: f"{row.here:.0f}",
}


def _print(name: str, cells: Iterable[object]) -> None:
    """Print a row of the table, in Markdown."""
    print("|", " | ".join(map(str, [name, *cells])), "|", flush=True)


def main() -> None:
    """Measure courses, one after the other, and print a table; what is found goes to stderr."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adopt")
    parser.add_argument("course", nargs="+", type=Path)
    parser.add_argument("--commands", action="store_true", help="let cells start programs")
    options = parser.parse_args()
    os.environ["JUPYTER_NO_CONFIG"] = "1"  # the user's own settings are not the course's
    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    total, console = Row(), Console(stderr=True, soft_wrap=True)
    _print("course", COLUMNS)
    _print("---", ["---"] * len(COLUMNS))
    for folder in options.course:
        console.print(escape(folder.name))
        row = measure(folder.absolute(), console, options.commands)
        _print(folder.name, (of(row) for of in COLUMNS.values()))
        total.add(row)
    _print("all", (of(total) for of in COLUMNS.values()))


if __name__ == "__main__":
    main()
