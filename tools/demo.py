"""A demonstration that grades a class from end to end: ``python -m tools.demo [--all]``.

The class is made from the right and wrong answers in `bank`. A dozen students hand in the
first notebooks; with ``--all`` forty hand in all of them. They are graded in parallel. Then
there is a class report for each notebook, feedback for each student on the first notebook
and on the referee, whose mistakes are drawn in pegs, and the grades for learning platforms.
See ``build/demo`` for the results.
"""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import chdir
from pathlib import Path

import nbformat
from rich.console import Console
from rich.table import Table

import autograder.grader.course.settings
from autograder.extras.lms.exporting import CanvasExport, MoodleExport
from autograder.grader.pages.class_report import write_report
from bank import EXERCISES, answers
from tools.course import ROOT, Course

HANDED_IN = tuple(EXERCISES)
# A habit returns a student's answer: from the place of an exercise in its notebook and
# the exercise's name the text of the cell, or None for "left as it was".
Habit = Callable[[int, str], str | None]
PLATFORMS = {"moodle.csv": MoodleExport, "canvas.csv": CanvasExport}


def right(number: int, name: str) -> str:
    """Return one of the right answers to an exercise; the numbers wrap around."""
    return _choose(number, name, right=True)


def wrong(number: int, name: str) -> str:
    """Return one of the wrong answers to an exercise; the numbers wrap around."""
    return _choose(number, name, right=False)


def always_right(number: int) -> Habit:
    """Make a habit that solves every exercise, each student in another way."""
    return lambda place, name: right(number + place, name)


def one_wrong(number: int) -> Habit:
    """Make a habit with one wrong answer in each notebook; two students in a row err alike."""

    def habit(place: int, name: str) -> str:
        mistaken = place == number // 2 % 3
        return wrong(number // 2, name) if mistaken else right(number, name)

    return habit


def first_only(place: int, name: str) -> str | None:
    """Answer only the first exercise of each notebook."""
    return right(0, name) if place == 0 else None


def nothing(place: int, name: str) -> str | None:
    """Leave every exercise as it was."""
    return None


def broken_cell(place: int, name: str) -> str:
    """Write a syntax error into one cell of each notebook, and right answers else."""
    return f"def {name}(:\n    return" if place == 1 else right(1, name)


def rename(path: Path) -> None:
    """Hand in under another name."""
    path.rename(path.with_name("my notebook.ipynb"))


def delete_tests(path: Path) -> None:
    """Delete every test cell."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [c for c in notebook.cells if not c.id.startswith(("test-", "hidden-"))]
    nbformat.write(notebook, path)


def cut_short(path: Path) -> None:
    """Hand in half a file, as after a broken upload."""
    path.write_bytes(path.read_bytes()[:2000])


RIGHT = ["ada", "ben", "chen", "dina", "emre", "finn", "gita", "hugo"]
ONE_WRONG = [
    "ines", "jun", "kofi", "lena", "maya", "noor", "omar", "pia", "quan", "rosa", "sami", "tove",
    "udo", "vera", "wim", "xenia", "yara", "zoe", "aino", "bela", "cleo", "dara", "elif", "fatou",
    "gus", "hana",
]  # fmt: skip
CLASS: dict[str, Habit] = {
    **{name: always_right(i) for i, name in enumerate(RIGHT)},
    **{name: one_wrong(i) for i, name in enumerate(ONE_WRONG)},
    "ivo": first_only,
    "jana": nothing,
    "kira": broken_cell,
    "liam": always_right(8),
    "mona": always_right(9),
    "nils": always_right(10),
}
ACCIDENTS = {"liam": rename, "mona": delete_tests, "nils": cut_short}
SMALL_CLASS = ["ada", "ben", "ines", "jun", "lena", "maya", "ivo", "jana", "kira", *ACCIDENTS]
FEW = HANDED_IN[:3]
REFEREE = "03-feedback"
"""The assignment whose pages draw a wrong answer in pegs."""


def hand_in(course: Course, assignment: str, students: Iterable[str] = CLASS) -> None:
    """Hand in a notebook for students."""
    for student in students:
        texts = {name: CLASS[student](i, name) for i, name in enumerate(EXERCISES[assignment])}
        written = {name: text for name, text in texts.items() if text is not None}
        path = course.hand_in(student, assignment, written)
        if student in ACCIDENTS:
            ACCIDENTS[student](path)


def grader(course: Course, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the grader in the course."""
    return subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=course.root,
        env=course.environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def grade(course: Course, assignment: str) -> None:
    """Grade a notebook, and write the class report."""
    graded = grader(course, "grade", assignment)
    if graded.returncode == 2:
        raise RuntimeError(f"{assignment} was not graded:\n{graded.stdout}")
    with chdir(course.root):  # in this process, to save the imports of the `report` command
        write_report(autograder.grader.course.settings.Course(), assignment, Path("class_report"))


def main(
    root: Path = ROOT / "build" / "demo",
    assignments: Sequence[str] = HANDED_IN,
    students: Collection[str] = CLASS,
) -> None:
    """Run the demo in `root`, and print a line for each student."""
    console = Console(highlight=False)
    shutil.rmtree(root, ignore_errors=True)
    course = Course(root)
    console.print(f"A class of {len(students)} hands in {len(assignments)} notebooks.")
    for assignment in assignments:
        began = time.monotonic()
        hand_in(course, assignment, students)
        with console.status(f"Grading {assignment}"):
            grade(course, assignment)
        console.print(f"Graded {assignment} in {time.monotonic() - began:.0f} seconds.")
    console.print(_table(course, assignments, students))
    for assignment in sorted({assignments[0], REFEREE}.intersection(assignments)):
        course.nbgrader("generate_feedback", assignment)
    with course.gradebook() as gradebook:
        for file, exporter in PLATFORMS.items():
            exporter(to=str(root / file)).export(gradebook)
    console.print(
        f"The class: {root / 'class_report' / f'{assignments[-1]}.html'}\n"
        f"Each student: {root / 'feedback'}\n"
        f"A wrong answer in pegs: {drawn_page(root) or 'none in this class'}\n"
        f"Grades for learning platforms: {', '.join(str(root / file) for file in PLATFORMS)}",
        soft_wrap=True,
    )


def drawn_page(root: Path) -> Path | None:
    """Return the first feedback page that draws a wrong answer."""
    pages = sorted((root / "feedback").glob(f"*/{REFEREE}/{REFEREE}.html"))
    return next((page for page in pages if "<figure>" in page.read_text(encoding="utf-8")), None)


def _choose(number: int, name: str, right: bool) -> str:
    matching = [answer.source for answer in answers(name) if answer.right is right]
    return matching[number % len(matching)]


def _table(course: Course, assignments: Sequence[str], students: Collection[str]) -> Table:
    """Return a table with a line for each student and a column for each notebook."""
    scores = [course.scores(assignment) for assignment in assignments]
    table = Table("student", box=None, pad_edge=False)
    for name, graded in zip(assignments, scores, strict=True):
        full = sum(score.of for score in next(iter(graded.values())).values())
        heading = name if len(assignments) <= len(FEW) else name.partition("-")[0]
        table.add_column(f"{heading}\nof {full:g}", justify="right")
    for student in students:
        got = [graded.get(student) for graded in scores]
        points = [f"{sum(s.got for s in one.values()):g}" if one else "refused" for one in got]
        table.add_row(student, *points)
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.demo", description="Grade a class.")
    parser.add_argument("--all", action="store_true", help="grade forty students on all notebooks")
    if parser.parse_args().all:
        main()
    else:
        main(assignments=FEW, students=SMALL_CLASS)
