"""Comparison with stock nbgrader on other courses: ``python -m benchmarks.adopt COURSE ...``.

A course is a folder with `source/`, and with `submitted/` if there is any. It is copied; nothing
in it is changed. Of each test cell that the instructor's own solution passes under stock
nbgrader the table says whether it passes here, too, and how. Two wrong submissions are made
of each solution, one with a small mistake in every answer, one whose answers give None; each
test cell is judged both ways. What was handed in is graded both ways, and all scores are
compared. Grading runs confined; stock nbgrader runs what the
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
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, fields
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.utils import is_solution
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.assignment.pipeline import Assignment
from autograder.assignment.repair import is_test
from autograder.course import together as notes
from autograder.course.settings import Course, GradingError
from autograder.diagnosis.mutants import mutants
from autograder.grading.checking import (
    APART,
    PERSON,
    SOLUTION,
    TOGETHER,
    WHOLE,
    Checked,
    check,
    judged_here,
)
from autograder.grading.hollow import hollowed
from autograder.grading.stock import NotRunError, run_stock

STOCK = "c = get_config()\n"
OURS = f"{STOCK}import autograder\nautograder.configure(c)\n"
Scores = dict[tuple[str, ...], float | None]


@dataclass
class Row:
    """The results of a course, counted in test cells.

    Attributes
    ----------
    notebooks, solved : int
        The notebooks with tests, and the test cells that the solution passes under stock.
    apart, together, whole, by_hand, lost : int
        The ways in which these are judged here; those by hand are named by `check`.
    gained : int
        Test cells that pass here and not under stock, of the solution or the release; not
        those where stock refuses points only for text on stderr.
    stderr, chance : int
        Test cells with only that difference, and those whose result is random.
    stock, here : float
        Seconds for running all solutions.
    wrong, named, rejects, accepts : int
        Test cells of the wrong submissions that both sides judge; those that are left to a
        person here; and those that get less or more here than under stock.
    mistakes, unnoticed : int
        Small mistakes that were tried in the solution, and those that an input reveals but
        no test notices.
    scores, equal, less, more : int
        The scores of submissions, and the numbers of those that are equal, and of automatic
        ones that are less or more than under stock.
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
    wrong: int = 0
    named: int = 0
    rejects: int = 0
    accepts: int = 0
    mistakes: int = 0
    unnoticed: int = 0

    def add(self, other: "Row") -> None:
        """Add the results of another course."""
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


def of_wrong(course: Course, name: str, found: dict[str, Checked], console: Console) -> Row:
    """Judge two wrong submissions of each notebook both ways."""
    row, assignment = Row(), Assignment.read(course, name)
    left = assignment.left_to_a_person
    for notebook, source in assignment.sources.items():
        checked = found[notebook]
        if checked.problem:
            continue
        chance = {*checked.chance, *checked.stderr}
        for kind, edition in _wrong(source):
            rebuilt, _ = assignment.rebuild(notebook, edition)
            try:
                stock = run_stock(course, name, deepcopy(rebuilt)).tests
            except NotRunError as error:
                console.print(escape(f"  {name}/{notebook}, {kind}: {error}"))
                continue
            ours = judged_here(course, assignment, notebook, rebuilt).tests
            for cell, (_, alone) in stock.items():
                here = ours[cell][1]
                if cell in chance or alone.got is None:
                    continue
                row.wrong += 1
                if cell in left or here.got is None:
                    row.named += 1
                elif here.got != alone.got:
                    row.rejects += here.got < alone.got
                    row.accepts += here.got > alone.got
                    said = f"{alone.got} from stock, {here.got} here"
                    why = here.says or alone.says
                    console.print(escape(f"  {name}/{notebook}, {cell}, {kind}: {said} ({why})"))
    return row


def _wrong(source: NotebookNode) -> Iterator[tuple[str, NotebookNode]]:
    """Make wrong submissions: every answer with a mistake, every answer None."""
    for kind, change in [("a mistake", _with_a_mistake), ("None", _nothing)]:
        edition = deepcopy(source)
        for cell in edition.cells:
            if cell.cell_type == "code" and is_solution(cell) and not is_test(cell):
                cell.source = change(cell.source)
        yield kind, edition


def _with_a_mistake(text: str) -> str:
    try:
        made = mutants(text)
    except (SyntaxError, ValueError, RecursionError):
        return text
    return made[len(made) // 2].source if made else text


def _nothing(text: str) -> str:
    return hollowed(text, "None")


def measure(folder: Path, console: Console, mistakes: float = 0, commands: bool = False) -> Row:
    """Check a copy of a course, and grade in it what was handed in."""
    row = Row()
    with tempfile.TemporaryDirectory() as place:
        ours = OURS + "c.Autograder.commands = True\n" * commands
        root = _copy(folder, Path(place) / "ours", ours)
        with contextlib.chdir(root):
            course = Course()
            names = course.assignments()
            for name in names:
                found = {}
                try:
                    for checked in check(course, name, True, _say, mistakes):
                        found[checked.name] = checked
                        row.add(of_notebook(checked))
                        _tell(f"{name}/{checked.name}", checked, console)
                    row.add(of_wrong(course, name, found, console))
                except GradingError as error:
                    console.print(escape(f"  {name}: {error}"))
            notes.write(root, course.notes)
        stock = _copy(folder, Path(place) / "stock", STOCK)
        for name in names:
            if not list(folder.glob(f"submitted/*/{name}/*.ipynb")):
                continue
            here = _scores(root, name, ["autograder", "grade", name])
            theirs = _scores(stock, name, ["nbgrader", "autograde", name])
            row.scores += len(theirs)
            row.equal += sum(here.get(cell) == score for cell, score in theirs.items())
            both = [(here.get(cell), score) for cell, score in theirs.items()]
            pairs = [(one, other) for one, other in both if one is not None is not other]
            row.less += sum(one < other for one, other in pairs)
            row.more += sum(one > other for one, other in pairs)
            for cell, score in theirs.items():
                if here.get(cell) != score:
                    which = ", ".join(cell)
                    console.print(escape(f"  {which}: {score} from stock, {here.get(cell)} here"))
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


def _say(said: str) -> None:
    print(f"  {said}", file=sys.stderr, flush=True)


def _print(rows: dict[str, Row]) -> None:
    table = Table()
    headings = ["course", "notebooks", "cells", "apart", "together", "one process", "by hand"]
    headings += ["lost", "gained", "stderr", "chance", "wrong", "named", "rejects", "accepts"]
    headings += ["mistakes", "unnoticed"]
    for heading in [*headings, "stock ms", "here ms", "scores equal", "less", "more"]:
        table.add_column(heading, justify="left" if heading == "course" else "right")
    for name, row in rows.items():
        counts = [row.notebooks, row.solved, row.apart, row.together, row.whole, row.by_hand]
        times = [f"{1000 * s / max(1, row.notebooks):.0f}" for s in (row.stock, row.here)]
        equal = [f"{row.equal} of {row.scores}", f"{row.less}", f"{row.more}"] if row.scores else []
        counts += [row.lost, row.gained, row.stderr, row.chance, row.wrong, row.named]
        counts += [row.rejects, row.accepts, row.mistakes, row.unnoticed]
        table.add_row(name, *map(str, counts), *times, *equal)
    Console(width=230).print(table)


def main() -> None:
    """Measure courses, one after the other, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adopt")
    parser.add_argument("course", nargs="+", type=Path)
    parser.add_argument("--mistakes", type=float, default=0, help="seconds a notebook; see `check`")
    parser.add_argument("--commands", action="store_true", help="let cells start programs")
    options = parser.parse_args()
    os.environ["JUPYTER_NO_CONFIG"] = "1"  # the user's own settings are not the course's
    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    rows, console = {}, Console(soft_wrap=True)
    for folder in options.course:
        console.print(escape(folder.name))
        rows[folder.name] = measure(folder.absolute(), console, options.mistakes, options.commands)
    if len(rows) > 1:
        total = Row()
        for row in rows.values():
            total.add(row)
        rows["all"] = total
    _print(rows)


if __name__ == "__main__":
    main()
