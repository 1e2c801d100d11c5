"""A throwaway course with this repository's notebooks, graded by nbgrader itself."""

import shutil
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from traitlets.config.loader import PyFileConfigLoader

from autograder.grader.assignment.lending import Lends

ROOT = Path(__file__).parents[1]
_spec = spec_from_file_location("throwaway", ROOT / "grader" / "tests" / "throwaway.py")
assert _spec and _spec.loader
_throwaway: Any = module_from_spec(_spec)  # the grader's own tests have it, too
_spec.loader.exec_module(_throwaway)
made_once = _throwaway.made_once
STOCK = 'del c["Autograde"]\nimport os\nos.environ["PYTHONSAFEPATH"] = "1"'
"""Settings with which nbgrader grades as without this repository."""
ASSIGNMENTS = tuple(sorted(path.name for path in (ROOT / "source").iterdir()))


def read(edition: str, assignment: str) -> nbformat.NotebookNode:
    """Read a notebook of the repository: its `source`, `release` or `notebooks` edition."""
    path = ROOT / edition / assignment / f"{assignment}.ipynb"
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    return notebook


@cache
def lends() -> Lends:
    """Read what the course lends, as its settings declare it."""
    settings = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    return Lends.read(settings.Autograder.lends)


def exercises(assignment: str) -> list[str]:
    """List the grade ids of the solution cells with tests, in the order of the notebook."""
    ids = [cell.metadata.nbgrader.grade_id for cell in _nbgrader_cells(read("source", assignment))]
    return [name for name in ids if f"test-{name}" in ids]


class Score(NamedTuple):
    """The points of one test cell, or the sum over several."""

    got: float
    of: float


class Course(_throwaway.ThrowawayCourse):  # type: ignore[misc]
    """A throwaway course with the notebooks and the settings of this repository.

    Parameters
    ----------
    root : Path
        The folder, to which the course is copied.
    """

    course_id = "mastermind"
    root: Path

    def __init__(self, root: Path) -> None:
        for folder in ("source", "bank"):
            shutil.copytree(ROOT / folder, root / folder, dirs_exist_ok=True)
        shutil.copy(ROOT / "nbgrader_config.py", root)
        super().__init__(root)

    def hand_in(self, student: str, assignment: str, answers: dict[str, str]) -> Path:
        """Hand in the release, with `answers` (grade id -> cell text) filled in."""
        notebook = read("release", assignment)
        for cell in _nbgrader_cells(notebook):
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
        path = self.root / "submitted" / student / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
        return path


def of_exercise(scores: dict[str, Score], name: str) -> Score:
    """Sum the scores of the visible and hidden tests of an exercise."""
    parts = [scores[f"test-{name}"], scores[f"hidden-{name}"]]
    return Score(sum(part.got for part in parts), sum(part.of for part in parts))


def solutions(assignment: str) -> dict[str, str]:
    """Return the source's own answers, by grade id."""
    return {
        cell.metadata.nbgrader.grade_id: "\n".join(
            line for line in cell.source.splitlines() if "### " not in line
        )
        for cell in _nbgrader_cells(read("source", assignment))
        if cell.metadata.nbgrader.solution
    }


def _nbgrader_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
