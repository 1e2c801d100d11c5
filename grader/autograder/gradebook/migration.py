"""Migration of the gradebook after cells of a source were added or removed.

nbgrader refuses to release such a source once somebody has handed in. Here the gradebook gets
the cells of the source, and those that stay keep their scores.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from nbformat import NotebookNode
from nbgrader.api import (
    Comment,
    Grade,
    Gradebook,
    GradeCell,
    Notebook,
    SolutionCell,
    SourceCell,
    TaskCell,
)
from nbgrader.utils import is_grade, is_locked, is_solution, is_task

from autograder.course.settings import Course, GradingError
from autograder.course.sources import notebooks_of, read_source

_KINDS: dict[str, tuple[Any, Any]] = {
    "grade_cells": (GradeCell, is_grade),
    "solution_cells": (SolutionCell, is_solution),
    "task_cells": (TaskCell, is_task),
    "source_cells": (SourceCell, None),
}
_POINTS, _COMMENTS = ("grade_cells", "task_cells"), ("solution_cells", "task_cells")
Pair = tuple[str, str]
"""A kind of cell, and a name."""


class Change(NamedTuple):
    """The changes to the cells of one notebook: kinds and names, and new names by old ones.

    `points` counts the manual scores and comments of cells that go.
    """

    notebook: str
    renamed: dict[str, str]
    gone: list[Pair]
    added: list[Pair]
    points: int


class Migration:
    """The steps from the cells in the gradebook to those of the source.

    Raise GradingError if the source cannot be read, or a renamed cell has not gone.
    """

    def __init__(
        self, course: Course, gradebook: Gradebook, name: str, renamed: Mapping[str, str] = {}
    ) -> None:
        self._gradebook, self._name = gradebook, name
        self._wanted = {
            notebook: {
                str(cell.metadata.nbgrader["grade_id"]): cell
                for cell in read_source(course, name, notebook).cells
                if cell.metadata.get("nbgrader", {}).get("grade_id")
            }
            for notebook in notebooks_of(course.source(name))
        }
        self.changes = [
            change
            for notebook in gradebook.find_assignment(name).notebooks
            if notebook.name in self._wanted
            for change in [self._change(notebook, renamed)]
            if change.renamed or change.gone or change.added
        ]
        left = {*renamed} - {old for change in self.changes for old in change.renamed}
        if left:
            raise GradingError(f"no cell {min(left)} has gone from {name}")

    def write(self) -> None:
        """Change the gradebook, in one transaction."""
        for change in self.changes:
            self._apply(change)
        self._gradebook.db.commit()

    def _change(self, notebook: Notebook, given: Mapping[str, str]) -> Change:
        cells, there = self._wanted[notebook.name], _cells_of(notebook)
        wanted = {pair for name, cell in cells.items() for pair in _pairs(name, cell)}
        texts = {cell.name: cell.source for cell in notebook.source_cells}
        lost = {name for _, name in there.keys() - wanted} - {name for _, name in wanted}
        new = {name for _, name in wanted - there.keys()} - {name for _, name in there}
        renamed = {old: to for old, to in given.items() if old in lost and to in new}
        for old in sorted(lost - {*renamed}):
            same = [to for to in new - {*renamed.values()} if cells[to].source == texts.get(old)]
            if len(same) == 1:
                renamed[old] = same[0]
        now = {(kind, name): (kind, renamed.get(name, name)) for kind, name in there}
        gone = sorted(pair for pair in there if now[pair] not in wanted)
        points = sum(_by_hand(there[pair]) for pair in gone)
        return Change(notebook.name, renamed, gone, sorted(wanted - {*now.values()}), points)

    def _apply(self, change: Change) -> None:
        db = self._gradebook.db
        notebook = self._gradebook.find_notebook(change.notebook, self._name)
        for (kind, name), cell in _cells_of(notebook).items():
            if (kind, name) in change.gone:
                for row in [*_rows_of(cell), cell]:
                    db.delete(row)
            else:
                cell.name = change.renamed.get(name, name)
        db.flush()
        db.expire_all()
        for kind, name in change.added:
            self._add(notebook, kind, name)

    def _add(self, notebook: Notebook, kind: str, name: str) -> None:
        cell = self._wanted[notebook.name][name]
        about = {} if kind == "solution_cells" else {"cell_type": cell.cell_type}
        if kind in _POINTS:
            about["max_score"] = float(cell.metadata.nbgrader["points"])
        made = _KINDS[kind][0](name=name, notebook=notebook, **about)
        self._gradebook.db.add(made)
        self._gradebook.db.flush()
        for submitted in notebook.submissions:
            # As nbgrader itself does for a new submission.
            if kind in _POINTS:
                self._gradebook.db.add(Grade(cell_id=made.id, notebook=submitted))
            if kind in _COMMENTS:
                self._gradebook.db.add(Comment(cell_id=made.id, notebook=submitted))


def _cells_of(notebook: Notebook) -> dict[Pair, Any]:
    """Return the cells of a notebook in the gradebook."""
    return {
        (kind, cell.name): cell
        for kind, (made, _) in _KINDS.items()
        for cell in [*notebook._base_cells, *notebook.source_cells]
        if isinstance(cell, made)
    }


def _rows_of(cell: Any) -> list[Any]:
    """Return the grades and comments of a cell; a source cell has none."""
    return [*getattr(cell, "grades", ()), *getattr(cell, "comments", ())]


def _by_hand(cell: Any) -> int:
    """Count the scores and comments of a cell that a person gave."""
    given = ("manual_score", "extra_credit", "manual_comment")
    rows = [[getattr(row, name, None) for name in given] for row in _rows_of(cell)]
    return sum(any(value is not None for value in row) for row in rows)


def _pairs(name: str, cell: NotebookNode) -> list[Pair]:
    found = [(kind, name) for kind, (_, is_one) in _KINDS.items() if is_one and is_one(cell)]
    return found + [("source_cells", name)] * bool(found or is_locked(cell))
