"""Migration of the gradebook after cells of a source were added or removed.

nbgrader refuses to release such a source once somebody has handed in. Here the gradebook gets
the cells of the source, and those that stay keep their scores.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from nbformat import NotebookNode
from nbgrader.api import (
    Base,
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
from sqlalchemy import delete, select, update

from autograder.course.settings import Course, GradingError
from autograder.course.sources import notebooks_of, read_source

_TABLES = Base.metadata.tables
_KINDS = {"GradeCell": "grade_cells", "SolutionCell": "solution_cells", "TaskCell": "task_cells"}
_SOURCE = "source_cell"
_CLASSES: dict[str, Any] = {
    "grade_cells": GradeCell,
    "solution_cells": SolutionCell,
    "task_cells": TaskCell,
    _SOURCE: SourceCell,
}


class Change(NamedTuple):
    """The changes to the cells of one notebook: kinds and names, and new names by old ones.

    `points` counts the manual scores and comments of cells that go.
    """

    notebook: str
    renamed: dict[str, str]
    gone: list[tuple[str, str]]
    added: list[tuple[str, str]]
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
        cells = self._wanted[notebook.name]
        wanted = {pair for name, cell in cells.items() for pair in _pairs(name, cell)}
        there = {(table, name) for table, _, name in self._there(notebook)}
        texts = {cell.name: cell.source for cell in notebook.source_cells}
        lost = {name for _, name in there - wanted} - {name for _, name in wanted}
        new = {name for _, name in wanted - there} - {name for _, name in there}
        renamed = {old: to for old, to in given.items() if old in lost and to in new}
        for old in sorted(lost - {*renamed}):
            same = [to for to in new - {*renamed.values()} if cells[to].source == texts.get(old)]
            if len(same) == 1:
                renamed[old] = same[0]
        kept = {(table, renamed.get(name, name)) for table, name in there}
        gone = sorted(
            pair for pair in there if (pair[0], renamed.get(pair[1], pair[1])) not in wanted
        )
        ids = [cell for table, cell, name in self._there(notebook) if (table, name) in gone]
        return Change(notebook.name, renamed, gone, sorted(wanted - kept), self._by_hand(ids))

    def _there(self, notebook: Notebook) -> list[tuple[str, str, str]]:
        """List table, id and name of each cell of a notebook in the gradebook."""
        of_grader = [(_KINDS[cell.type], cell.id, cell.name) for cell in notebook._base_cells]
        return of_grader + [(_SOURCE, cell.id, cell.name) for cell in notebook.source_cells]

    def _apply(self, change: Change) -> None:
        notebook = self._gradebook.find_notebook(change.notebook, self._name)
        for table, cell, name in self._there(notebook):
            if (table, name) in change.gone:
                self._remove(table, cell)
            elif name in change.renamed:
                of = _TABLES[_SOURCE if table == _SOURCE else "base_cell"]
                self._run(update(of).where(of.c.id == cell).values(name=change.renamed[name]))
        self._gradebook.db.expire_all()
        for table, name in change.added:
            self._add(notebook, table, name)

    def _add(self, notebook: Notebook, table: str, name: str) -> None:
        cell = self._wanted[notebook.name][name]
        about = {} if table == "solution_cells" else {"cell_type": cell.cell_type}
        if table in ("grade_cells", "task_cells"):
            about["max_score"] = float(cell.metadata.nbgrader["points"])
        made = _CLASSES[table](name=name, notebook=notebook, **about)
        self._gradebook.db.add(made)
        self._gradebook.db.flush()
        for submitted in notebook.submissions:
            # As nbgrader itself does for a new submission.
            if table in ("grade_cells", "task_cells"):
                self._gradebook.db.add(Grade(cell_id=made.id, notebook=submitted))
            if table in ("solution_cells", "task_cells"):
                self._gradebook.db.add(Comment(cell_id=made.id, notebook=submitted))

    def _remove(self, table: str, cell: str) -> None:
        """Delete a cell, with its grades and comments."""
        keys = [(table, "id")]
        if table != _SOURCE:
            keys = [("comment", "cell_id"), ("grade", "cell_id"), *keys, ("base_cell", "id")]
        for of, key in keys:
            self._run(delete(_TABLES[of]).where(_TABLES[of].c[key] == cell))

    def _by_hand(self, cells: Iterable[str]) -> int:
        grade, comment, ids = _TABLES["grade"].c, _TABLES["comment"].c, [*cells]
        given = (grade.manual_score.is_not(None)) | (grade.extra_credit.is_not(None))
        points = self._run(select(grade.id).where(grade.cell_id.in_(ids), given)).all()
        said = comment.manual_comment.is_not(None)
        words = self._run(select(comment.id).where(comment.cell_id.in_(ids), said)).all()
        return len(points) + len(words)

    def _run(self, statement: Any) -> Any:
        return self._gradebook.db.execute(statement)


def _pairs(name: str, cell: NotebookNode) -> list[tuple[str, str]]:
    kinds = {"grade_cells": is_grade, "solution_cells": is_solution, "task_cells": is_task}
    found = [(table, name) for table, test in kinds.items() if test(cell)]
    return found + [(_SOURCE, name)] * bool(found or is_locked(cell))
