"""Grade a small class from end to end, and show the results: ``python -m tests.demo``.

The class is made from the right and wrong answers in `tests/bank`. It hands in
every notebook; nbgrader grades it, writes feedback for each student and
exports the grades. Everything stays in ``build/demo`` to be looked at.
"""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.bank import EXERCISES, answers
from tests.course import ROOT, Course, of_exercise

HANDED_IN = tuple(EXERCISES)
# A habit tells what a student writes: the place of an exercise in its notebook and
# the exercise's name -> the text of the cell, or None for "left as it was".
Habit = Callable[[int, str], str | None]


def right(number: int, name: str) -> str:
    """One of the right answers to an exercise; the numbers go round."""
    return _choose(number, name, right=True)


def wrong(number: int, name: str) -> str:
    """One of the wrong answers to an exercise; the numbers go round."""
    return _choose(number, name, right=False)


def always_right(number: int) -> Habit:
    """Every exercise solved, each student in another way."""
    return lambda place, name: right(number + place, name)


def one_wrong(number: int) -> Habit:
    """The first exercise wrong in each notebook, or the second; the rest right."""

    def habit(place: int, name: str) -> str:
        mistaken = place == number % 2
        return wrong(number, name) if mistaken else right(number, name)

    return habit


def first_only(place: int, name: str) -> str | None:
    """Stopped after the first exercise of each notebook."""
    return right(0, name) if place == 0 else None


def nothing(place: int, name: str) -> str | None:
    """Handed in the release as it was."""
    return None


def broken_cell(place: int, name: str) -> str:
    """A cell that Python cannot read, in each notebook; the rest right."""
    return f"def {name}(:\n    return" if place == 1 else right(1, name)


CLASS: dict[str, Habit] = {
    **{name: always_right(i) for i, name in enumerate(["ada", "ben", "chen", "dina", "emre"])},
    **{
        name: one_wrong(i)
        for i, name in enumerate(["femi", "gita", "hugo", "ines", "jun", "kofi", "lena"])
    },
    "maya": first_only,
    "noor": nothing,
    "omar": broken_cell,
}


def hand_in(course: Course) -> None:
    """Let the whole class hand in the notebooks."""
    for assignment in HANDED_IN:
        for student, habit in CLASS.items():
            texts = {name: habit(i, name) for i, name in enumerate(EXERCISES[assignment])}
            written = {name: text for name, text in texts.items() if text is not None}
            course.hand_in(student, assignment, written)


def grade(course: Course, step: Callable[[], None]) -> None:
    """Autograde, write feedback and export the grades; `step` is called per notebook."""
    course.nbgrader("generate_assignment", "*")
    for command in ["autograde", "generate_feedback"]:
        for assignment in HANDED_IN:
            with (course.root / "nbgrader.log").open("a") as log:
                process = subprocess.Popen(
                    course.command(command, assignment),
                    cwd=course.root,
                    env=course.environment,
                    text=True,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                )
                for line in process.stdout:
                    log.write(line)
                    if "Writing " in line:
                        step()
            if process.wait():
                raise RuntimeError(f"nbgrader {command} {assignment} failed; see {log.name}")
    course.nbgrader("export", "--to", "grades.csv")


def tables(course: Course) -> list[Table]:
    """One table for each assignment: students down, exercises across."""
    return [_table(course, assignment) for assignment in HANDED_IN]


def main(root: Path = ROOT / "build" / "demo") -> None:
    """Run the demo in `root` and print its tables."""
    console = Console()
    shutil.rmtree(root, ignore_errors=True)
    course = Course(root)
    hand_in(course)
    console.print(f"A class of {len(CLASS)} hands in {len(HANDED_IN)} notebooks.")
    # Autograding writes each notebook twice, feedback once.
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Grading", total=3 * len(CLASS) * len(HANDED_IN))
        grade(course, lambda: progress.advance(task))
    for table in tables(course):
        console.print(table)
    console.print(
        f"Feedback for each student: {root / 'feedback'}\nGrades: {root / 'grades.csv'}",
        soft_wrap=True,
    )


def _choose(number: int, name: str, right: bool) -> str:
    matching = [answer.source for answer in answers(name) if answer.right is right]
    return matching[number % len(matching)]


def _table(course: Course, assignment: str) -> Table:
    names = EXERCISES[assignment]
    scores = course.scores(assignment)
    table = Table(title=assignment, caption="points got, out of the points in the heading")
    table.add_column("student")
    full = [of_exercise(scores[next(iter(CLASS))], name).of for name in names]
    for name, points in zip([*names, "total"], [*full, sum(full)]):
        table.add_column(f"{name}\n/ {points:g}", justify="right")
    for student in CLASS:
        got = [of_exercise(scores[student], name).got for name in names]
        table.add_row(student, *(f"{points:g}" for points in [*got, sum(got)]))
    return table


if __name__ == "__main__":
    main()
