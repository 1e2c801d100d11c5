"""`author migrate`: change the gradebook after cells of a source were added or removed.

nbgrader refuses to release such a source once somebody has handed in. Here the gradebook gets
the cells of the source, and those that stay keep their scores.
"""

import argparse
import shlex
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from nbformat import NotebookNode
from nbgrader.api import (
    Comment,
    Grade,
    Gradebook,
    GradeCell,
    MissingEntry,
    Notebook,
    SolutionCell,
    SourceCell,
    TaskCell,
)
from nbgrader.utils import is_grade, is_locked, is_solution, is_task

from autograder import Assignment, Classroom, GradingError

_KINDS: dict[str, tuple[Any, Any]] = {
    "grade_cells": (GradeCell, is_grade),
    "solution_cells": (SolutionCell, is_solution),
    "task_cells": (TaskCell, is_task),
    "source_cells": (SourceCell, None),
}
_POINTS, _COMMENTS = ("grade_cells", "task_cells"), ("solution_cells", "task_cells")
Pair = tuple[str, str]
"""A kind of cell, and a name."""


def add(commands: Any) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "migrate", help="update the cells in the gradebook after a change to the source"
    )
    parser.add_argument("assignment", help="name of the assignment")
    parser.add_argument(
        "--write", action="store_true", help="make the changes (default: only list them)"
    )
    parser.add_argument(
        "--rename",
        action="append",
        default=[],
        metavar="OLD=NEW",
        help="give the cell OLD the new name NEW",
    )
    parser.add_argument(
        "--drop",
        action="store_true",
        help="delete manual scores and comments for cells that no longer exist",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name = options.assignment
    renamed = dict(pair.partition("=")[::2] for pair in options.rename)
    with Classroom() as room:
        sources = Assignment.read(room.course, name).sources
        try:
            notebooks = room.gradebook.find_assignment(name).notebooks
        except MissingEntry:
            raise GradingError(f"the gradebook has no assignment {name}") from None
        wanted = {notebook: _marked(source) for notebook, source in sources.items()}
        changes = find_changes(notebooks, wanted, renamed)
        print("".join(map(str, changes)), end="")
        lost = sum(change.points for change in changes)
        if lost and not options.drop:
            raise GradingError(
                f"{lost} manual scores and comments belong to cells that no longer exist; "
                "keep them with --rename, or delete them with --drop"
            )
        if changes and not options.write:
            print(
                "The gradebook was not changed. To make these changes, copy the "
                "gradebook first, and then add --write."
            )
            return 0
        for change in changes:
            _apply(room.gradebook, name, change, wanted[change.notebook])
        room.gradebook.db.commit()
    print("Next:", shlex.join(["nbgrader", "generate_assignment", name, "--force"]))
    print("Then:", shlex.join(["python", "-m", "autograder", "grade", "--dry-run", name]))
    return 0


class Change(NamedTuple):
    """The changes to the cells of one notebook: kinds and names, and new names by old ones.

    `points` counts the manual scores and comments of cells that go.
    """

    notebook: str
    renamed: dict[str, str]
    gone: list[Pair]
    added: list[Pair]
    points: int

    def __str__(self) -> str:
        said = [f"{old} is now {new}; its points were kept" for old, new in self.renamed.items()]
        said += [f"{name} was removed" for name in sorted({name for _, name in self.gone})]
        said += [f"{name} is new" for name in sorted({name for _, name in self.added})]
        return "".join(f"{self.notebook}: {line}\n" for line in said)


def find_changes(
    notebooks: Iterable[Notebook],
    wanted: Mapping[str, Mapping[str, NotebookNode]],
    renamed: Mapping[str, str],
) -> list[Change]:
    """Compare the cells in the gradebook with those of the source, by notebook and name.

    Raise GradingError if a renamed cell has not gone.
    """
    found = [_change(one, wanted[one.name], renamed) for one in notebooks if one.name in wanted]
    if left := {*renamed} - {old for change in found for old in change.renamed}:
        raise GradingError(
            f"{min(left)} is not a removed cell; only removed cells can be used with --rename"
        )
    return [change for change in found if change.renamed or change.gone or change.added]


def _change(
    notebook: Notebook, cells: Mapping[str, NotebookNode], given: Mapping[str, str]
) -> Change:
    there = _cells_of(notebook)
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
    points = sum(_by_hand(row) for pair in gone for row in _rows_of(there[pair]))
    return Change(notebook.name, renamed, gone, sorted(wanted - {*now.values()}), points)


def _apply(
    gradebook: Gradebook, assignment: str, change: Change, cells: Mapping[str, NotebookNode]
) -> None:
    db = gradebook.db
    notebook = gradebook.find_notebook(change.notebook, assignment)
    for (kind, name), cell in _cells_of(notebook).items():
        if (kind, name) in change.gone:
            for row in [*_rows_of(cell), cell]:
                db.delete(row)
        else:
            cell.name = change.renamed.get(name, name)
    db.flush()
    db.expire_all()
    for kind, name in change.added:
        about = {} if kind == "solution_cells" else {"cell_type": cells[name].cell_type}
        if kind in _POINTS:
            about["max_score"] = float(cells[name].metadata.nbgrader["points"])
        made = _KINDS[kind][0](name=name, notebook=notebook, **about)
        db.add(made)
        db.flush()
        for submitted in notebook.submissions:  # as nbgrader itself does for a new submission
            if kind in _POINTS:
                db.add(Grade(cell_id=made.id, notebook=submitted))
            if kind in _COMMENTS:
                db.add(Comment(cell_id=made.id, notebook=submitted))


def _marked(source: NotebookNode) -> dict[str, NotebookNode]:
    """Return the cells that nbgrader knows, by grade id."""
    marks = ((cell.metadata.get("nbgrader", {}), cell) for cell in source.cells)
    return {str(mark["grade_id"]): cell for mark, cell in marks if mark.get("grade_id")}


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


def _by_hand(row: Any) -> bool:
    """Tell whether a person gave a score or a comment."""
    given = ("manual_score", "extra_credit", "manual_comment")
    return any(getattr(row, name, None) is not None for name in given)


def _pairs(name: str, cell: NotebookNode) -> list[Pair]:
    found = [(kind, name) for kind, (_, is_one) in _KINDS.items() if is_one and is_one(cell)]
    return found + [("source_cells", name)] * bool(found or is_locked(cell))
