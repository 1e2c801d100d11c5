"""A throw-away course: this repository's notebooks, handed in and graded by nbgrader itself."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import NamedTuple, Self

import nbformat
from nbgrader.api import Gradebook

ROOT = Path(__file__).parents[1]
STOCK = 'del c["Autograde"]\nimport os\nos.environ["PYTHONSAFEPATH"] = "1"'
"""Settings with which nbgrader grades as it does without this repository."""
ASSIGNMENTS = tuple(sorted(path.name for path in (ROOT / "source").iterdir()))


class Score(NamedTuple):
    """What nbgrader wrote for one test cell, or the sum over several."""

    got: float
    of: float


def read(edition: str, assignment: str) -> nbformat.NotebookNode:
    """Read a notebook of the repository: its `source`, `release` or `notebooks` edition."""
    path = ROOT / edition / assignment / f"{assignment}.ipynb"
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def exercises(assignment: str) -> list[str]:
    """The grade ids of the solution cells that have tests, in the order of the notebook."""
    ids = [cell.metadata.nbgrader.grade_id for cell in _nbgrader_cells(read("source", assignment))]
    return [name for name in ids if f"test-{name}" in ids]


class Course:
    """An nbgrader course in a folder of its own, with the settings of this repository.

    Parameters
    ----------
    root : Path
        The folder. What it lacks of the course is copied there.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._grades = ""
        for folder in ("source", "bank"):
            shutil.copytree(ROOT / folder, root / folder, dirs_exist_ok=True)
        for name in ("nbgrader_config.py", "autograder.toml"):
            shutil.copy(ROOT / name, root)

    def copy(self, root: Path) -> Self:
        """Copy the course as it is: its settings, its gradebook, and all that was handed in."""
        shutil.copytree(self.root, root, symlinks=True, dirs_exist_ok=True)
        copied = copy(self)
        copied.root = root
        return copied

    def configure(self, settings: str) -> None:
        """Add lines to nbgrader's settings."""
        with (self.root / "nbgrader_config.py").open("a") as config:
            config.write(f"\n{settings}\n")

    def keep_grades(self, url: str) -> None:
        """Have the gradebook be another database."""
        self.configure(f"c.CourseDirectory.db_url = {url!r}")
        self._grades = url

    def command(self, *arguments: str) -> list[str]:
        """The command line of an nbgrader command."""
        return [sys.executable, "-m", "nbgrader", *arguments]

    @property
    def environment(self) -> dict[str, str]:
        """The environment with nbgrader's own commands (alembic) on the path."""
        folder = str(Path(sys.executable).parent)
        return {**os.environ, "PATH": os.pathsep.join([folder, os.environ["PATH"]])}

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a command in the course, of which all that it says is kept."""
        return subprocess.Popen(
            command,
            cwd=self.root,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C is ignored by what a shell has started in the background.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def grader(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the command that grades in parallel."""
        return self.start(sys.executable, "-m", "autograder", "grade", *arguments)

    def nbgrader(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run nbgrader in the course; an error shows all that it said."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.root,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if check and done.returncode:
            raise RuntimeError(f"nbgrader {' '.join(arguments)} failed:\n{done.stdout}")
        return done

    def hand_in(self, student: str, assignment: str, answers: dict[str, str]) -> Path:
        """Hand in the release, with `answers` (grade id -> cell text) filled in."""
        notebook = read("release", assignment)
        for cell in _nbgrader_cells(notebook):
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
        path = self.root / "submitted" / student / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
        return path

    @contextmanager
    def gradebook(self) -> Iterator[Gradebook]:
        """Open the gradebook."""
        url = self._grades or f"sqlite:///{self.root / 'gradebook.db'}"
        with Gradebook(url, "mastermind") as gradebook:
            yield gradebook

    def scores(self, assignment: str) -> dict[str, dict[str, Score]]:
        """For each student the scores of an assignment, by the grade id of the test cell."""
        with self.gradebook() as gradebook:
            return {
                submission.student.id: {
                    grade.name: Score(grade.score, grade.max_score)
                    for notebook in submission.notebooks
                    for grade in notebook.grades
                }
                for submission in gradebook.assignment_submissions(assignment)
            }


def of_exercise(scores: dict[str, Score], name: str) -> Score:
    """Visible and hidden tests of one exercise together."""
    parts = [scores[f"test-{name}"], scores[f"hidden-{name}"]]
    return Score(sum(part.got for part in parts), sum(part.of for part in parts))


def solutions(assignment: str) -> dict[str, str]:
    """The source's own answers, by grade id."""
    return {
        cell.metadata.nbgrader.grade_id: "\n".join(
            line for line in cell.source.splitlines() if "### " not in line
        )
        for cell in _nbgrader_cells(read("source", assignment))
        if cell.metadata.nbgrader.solution
    }


def _nbgrader_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
