"""`author try`: an assignment as a student meets it, from the release to the feedback page.

nbgrader's own steps run with other folders and another gradebook, which are removed at the end.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder import Classroom, Course, GradingError, one_line

STUDENTS = ("solution", "stub", "empty")
"""Who hands in: the source's answers, the release as it is, and a notebook without cells."""


def add(commands: Any) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "try",
        help="try an assignment: grade the solution, the unchanged release, and an empty notebook",
    )
    parser.add_argument("assignment", help="name of the assignment")
    parser.add_argument(
        "--remove", action="store_true", help="remove the pages from the last trial"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name, course = options.assignment, Course()
    source = course.source(name)
    to = Path("class_report") / f"{name}-tried"
    shutil.rmtree(to, ignore_errors=True)
    if options.remove:
        return 0
    with Classroom.beside(course.root / name, ".trying-") as trial:
        places = [f"--db=sqlite:///{trial}/gradebook.db"]
        places += [
            f"--CourseDirectory.{step}_directory={trial / step}"
            for step in ("release", "submitted", "autograded", "feedback")
        ]
        _step("generate_assignment", name, places)
        for path in sorted(source.glob("*.ipynb")):
            for student, made in _hand_ins(path, trial / "release" / name / path.name).items():
                target = trial / "submitted" / student / name / path.name
                target.parent.mkdir(parents=True, exist_ok=True)
                nbformat.write(made, target)
        _step("autograde", name, places, may_fail=True)
        _step("generate_feedback", name, places, may_fail=True)
        course.directory.db_url = f"sqlite:///{trial}/gradebook.db"
        with Classroom(course) as room:
            points, failures = room.points(name), room.failures(name)
        to.mkdir(parents=True)
        for student in STUDENTS:
            if student in points:
                print(f"{student}: {points[student].got:.4g} of {points[student].of:.4g} points")
            else:
                print(f"{student}: {one_line(failures.get(student, 'could not be graded'))}")
            for page in sorted((trial / "feedback" / student / name).glob("*.html")):
                print(shutil.copy(page, to / f"{student}-{page.name}"))
    if not (whole := "solution" in points and points["solution"].got == points["solution"].of):
        print("autograder: the solution does not get full credit", file=sys.stderr)
    return 0 if whole else 1


def _step(step: str, name: str, places: list[str], may_fail: bool = False) -> None:
    """Run a step of nbgrader; raise GradingError if it fails and may not."""
    print(f"{step} ...", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", step, name, *places],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        print(done.stdout, flush=True)
        if not may_fail:
            raise GradingError(f"{step} failed")


def _hand_ins(source: Path, release: Path) -> dict[str, NotebookNode]:
    """Make a notebook for each student."""
    answers = {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in nbformat.read(source, as_version=4).cells
        if is_solution(cell)
    }
    stub = nbformat.read(release, as_version=4)
    solution, empty = nbformat.read(release, as_version=4), nbformat.read(release, as_version=4)
    for cell in solution.cells:
        if is_solution(cell):
            text = answers[cell.metadata.nbgrader.grade_id].splitlines(keepends=True)
            cell.source = "".join(line for line in text if "### " not in line)
    empty.cells = []
    return dict(zip(STUDENTS, (solution, stub, empty), strict=True))
