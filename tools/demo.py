"""A demonstration that grades a class from end to end: ``python -m tools.demo [--all]``.

The class is made from the right and wrong answers in `bank`. A dozen students hand in the
first notebooks; with ``--all`` forty hand in all of them, which takes minutes. They are
graded in parallel; there is a class report for each notebook, feedback for each student on
the first one and on the referee, whose mistakes are drawn in pegs, and the grades for
learning platforms. The results stay in ``build/demo``.
"""

import argparse
import shutil
import subprocess
import sys
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
from tools.course import ROOT, Course, of_exercise

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
    """Run a command of the grader in the course; progress goes to the terminal."""
    return subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=course.root,
        env=course.environment,
        text=True,
        stdout=subprocess.PIPE,
    )


def grade(course: Course, assignment: str) -> str:
    """Grade a notebook, and write the class report; return the summary."""
    graded = grader(course, "grade", assignment)
    if graded.returncode == 2:
        raise RuntimeError(f"{assignment} was not graded")
    with chdir(course.root):  # in this process, to save the imports of the `report` command
        write_report(autograder.grader.course.settings.Course(), assignment, Path("class_report"))
    return graded.stdout


def main(
    root: Path = ROOT / "build" / "demo",
    assignments: Sequence[str] = HANDED_IN,
    students: Collection[str] = CLASS,
) -> None:
    """Run the demo in `root`, and print a table as soon as a notebook is graded."""
    console = Console()
    shutil.rmtree(root, ignore_errors=True)
    course = Course(root)
    console.print(f"A class of {len(students)} hands in {len(assignments)} notebooks.")
    for assignment in assignments:
        hand_in(course, assignment, students)
        console.print(grade(course, assignment), markup=False)
        console.print(_table(course, assignment, students))
    told = sorted({assignments[0], REFEREE}.intersection(assignments))
    console.print(f"Now a page for each student on {' and '.join(told)}, and the grades ...")
    for assignment in told:
        course.nbgrader("generate_feedback", assignment)
    with course.gradebook() as gradebook:
        for file, exporter in PLATFORMS.items():
            exporter(to=str(root / file)).export(gradebook)
    console.print(
        f"How the class did: {root / 'class_report'}\n"
        f"Feedback for each student: {root / 'feedback'}\n"
        f"A wrong answer, drawn in pegs: {drawn_page(root) or 'nobody gave one'}\n"
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


def _table(course: Course, assignment: str, students: Collection[str]) -> Table:
    """Return a table with a row for each student and a column for each exercise."""
    names = EXERCISES[assignment]
    scores = course.scores(assignment)
    table = Table(title=assignment, caption="points got, out of the points in the heading")
    table.add_column("student")
    full = [of_exercise(next(iter(scores.values())), name).of for name in names]
    for name, points in zip([*names, "total"], [*full, sum(full)], strict=True):
        table.add_column(f"{name}\n/ {points:g}", justify="right", overflow="fold")
    for student in students:
        if student not in scores:
            table.add_row(student, *("refused" for _ in names))
            continue
        got = [of_exercise(scores[student], name).got for name in names]
        table.add_row(student, *(f"{points:g}" for points in [*got, sum(got)]))
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.demo", description="Grade a class.")
    parser.add_argument("--all", action="store_true", help="forty students, all notebooks: minutes")
    if parser.parse_args().all:
        main()
    else:
        main(assignments=FEW, students=SMALL_CLASS)
