"""Rebuild a submission from the source's cells and the student's.

What is graded is never the file that was handed in: the tests, the points and all
marks come from the source, and from the student only the text of cells.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_locked, is_solution, is_task

from autograder import names

_NEEDED_BY_TESTS = ["AssertionError", "Exception", "isinstance"]
# At a glance: what students wrote is not parsed here, where nothing limits what it takes.
_DEFINED = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)
_ASSIGNED = re.compile(r"^(\w+) *=(?!=)", re.MULTILINE)


Kept = tuple[int | None, NotebookNode]
"""A cell to grade, and the place that it has in the source, if it has one."""


class Remark(NamedTuple):
    """Something unusual about a submission.

    Attributes
    ----------
    student, instructor : str
        What to tell whom; empty for nothing.
    """

    student: str
    instructor: str


def is_test(cell: NotebookNode) -> bool:
    """Tell whether a cell holds tests that the examiner runs."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def grade_id(cell: NotebookNode) -> str:
    """The grade id of a cell; empty if it has none, or nonsense."""
    marks = cell.metadata.get("nbgrader")
    found = marks.get("grade_id") if isinstance(marks, dict) else None
    return found if isinstance(found, str) else ""


def rebuild(
    source: NotebookNode, release: NotebookNode, submitted: NotebookNode
) -> tuple[NotebookNode, list[Remark]]:
    """Put the student's cells and the source's tests together.

    Parameters
    ----------
    source, release : NotebookNode
        The notebook as the instructor wrote it, and as students got it.
    submitted : NotebookNode
        The notebook as it was handed in.

    Returns
    -------
    tuple of NotebookNode and list of Remark
        What to grade, and what was unusual.
    """
    matches = _match(source, release, submitted)
    remarks = _marks_missing(source, submitted) + _marks_changed(source, submitted, matches)
    kept: list[Kept] = []
    seen: set[int] = set()
    for cell, index in zip(submitted.cells, matches, strict=True):
        kept += _keep(cell, index, source, release, seen, remarks)
        if index is not None:
            seen.add(index)
    remarks += _names_taken(kept, source, release)
    kept = _in_order(kept, source, remarks)
    for index, cell in enumerate(source.cells):
        if index not in seen and _must_be_there(cell):
            kept.insert(_place(kept, index, source), (index, _missing(cell)))
            remarks.append(_about_missing(cell))
    cells = [cell for _, cell in kept]
    metadata = {
        key: source.metadata[key]
        for key in ("kernelspec", "language_info")
        if key in source.metadata
    }
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": _with_ids(cells)}
    return NotebookNode(notebook), remarks


def _match(
    source: NotebookNode, release: NotebookNode, submitted: NotebookNode
) -> list[int | None]:
    """Find for each submitted cell the cell of the source that it was."""
    by_grade_id = {grade_id(cell): i for i, cell in enumerate(source.cells) if grade_id(cell)}
    by_id = {cell.id: i for i, cell in enumerate(source.cells) if "id" in cell}
    by_text: dict[str, list[int]] = {}
    for i, cell in enumerate(release.cells):
        if cell.source.strip():
            by_text.setdefault(cell.source.strip(), []).append(i)
    matches: list[int | None] = [
        by_grade_id.get(grade_id(cell), by_id.get(cell.get("id"))) for cell in submitted.cells
    ]
    taken = set(matches)
    for i, cell in enumerate(submitted.cells):
        same = by_text.get(cell.source.strip(), [])
        if matches[i] is None and same:
            # The notebook may have the same text several times; they come in its order.
            matches[i] = next((place for place in same if place not in taken), same[-1])
            taken.add(matches[i])
    for index, cell in enumerate(source.cells):
        if is_solution(cell) and cell.cell_type == "code" and index not in matches:
            _match_by_names(index, cell, submitted, matches)
    return matches


def _match_by_names(
    index: int, cell: NotebookNode, submitted: NotebookNode, matches: list[int | None]
) -> None:
    for i, candidate in enumerate(submitted.cells):
        code = candidate.cell_type == "code" and matches[i] is None
        if code and names.bound(cell.source) & _names_at_a_glance(candidate.source):
            matches[i] = index
            return


def _keep(
    cell: NotebookNode,
    index: int | None,
    source: NotebookNode,
    release: NotebookNode,
    seen: set[int],
    remarks: list[Remark],
) -> list[Kept]:
    """Decide what stands in the place of a submitted cell: nothing, it, or the source's."""
    if index is None:
        return [(None, _scratch(cell))]
    original = source.cells[index]
    fixed = is_locked(original) or (is_task(original) and original.cell_type != "code")
    if index in seen:
        remarks.append(_about_double(original))
        same = cell.source.strip() == release.cells[index].source.strip()
        return [] if fixed and same else [(None, _scratch(cell))]
    if fixed and not is_task(original):
        if cell.source.split() != release.cells[index].source.split():
            remarks.append(_about_changed(original))
        return [(index, _fresh(original, original.source))]
    return [(index, _fresh(original, cell.source))]


def _in_order(kept: list[Kept], source: NotebookNode, remarks: list[Remark]) -> list[Kept]:
    """Put the tests where the source has them, if they are not there."""
    if _increasing(kept):
        return kept
    tests = {i: c for i, c in kept if i is not None and is_test(c)}
    rest = [(i, c) for i, c in kept if not is_test(c)]
    if not _increasing(rest):
        remarks.append(
            Remark(
                "Cells are not in the order of the notebook that you were given: the tests "
                "were run after all of your cells.",
                "The order of cells was changed; tests were run after all of the student's cells.",
            )
        )
        return rest + sorted(tests.items())
    remarks.append(Remark("", "Tests were moved; they were run where the source has them."))
    for index, cell in sorted(tests.items()):
        rest.insert(_place(rest, index, source), (index, cell))
    return rest


def _increasing(kept: list[Kept]) -> bool:
    indices = [index for index, cell in kept if index is not None and cell.cell_type == "code"]
    return indices == sorted(indices)


def _place(kept: list[Kept], index: int, source: NotebookNode) -> int:
    """Find where a missing cell goes: before the first that comes later in the source."""
    if not _increasing(kept):
        return len(kept)
    for place, (other, cell) in enumerate(kept):
        if other is not None and other > index and cell.cell_type == "code":
            return place
    return len(kept)


def _must_be_there(cell: NotebookNode) -> bool:
    return (
        is_grade(cell)
        or is_task(cell)
        or is_solution(cell)
        or (is_locked(cell) and cell.cell_type == "code")
    )


def _missing(cell: NotebookNode) -> NotebookNode:
    if is_locked(cell) or is_task(cell):
        return _fresh(cell, cell.source)
    return _fresh(cell, "")


def _fresh(original: NotebookNode, text: str) -> NotebookNode:
    """A cell with the source's kind and marks, and nothing else but a text."""
    cell = _cell(original.cell_type, text, original.get("id", "added"))
    if "nbgrader" in original.metadata:
        cell.metadata["nbgrader"] = NotebookNode(original.metadata.nbgrader)
    return cell


def _scratch(cell: NotebookNode) -> NotebookNode:
    """A cell of the student's own, without any marks."""
    return _cell("code" if cell.cell_type == "code" else "markdown", cell.source, "added")


def _cell(kind: str, text: str, cell_id: str) -> NotebookNode:
    # Without nbformat's check of each cell, which takes most of the time here.
    text = text.encode(errors="replace").decode()  # half a character cannot be written
    more: dict[str, object] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    cell: dict[str, object] = {
        "cell_type": kind,
        "id": cell_id,
        "metadata": {},
        "source": text,
        **more,
    }
    made: NotebookNode = nbformat.from_dict(cell)
    return made


def _with_ids(cells: list[NotebookNode]) -> list[NotebookNode]:
    # Ids that follow from the order, so that the same submission gives the same bytes.
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        while cell.id in taken:
            cell.id = f"added-{number}-{len(taken)}"
        taken.add(cell.id)
    return cells


def _marks(cell: NotebookNode) -> dict[str, object]:
    """What nbgrader's marks say about how a cell is graded."""
    marks = cell.metadata.get("nbgrader")
    marks = marks if isinstance(marks, dict) else {}
    return {
        name: marks[name] for name in ("points", "grade", "solution", "locked") if name in marks
    }


def _marks_missing(source: NotebookNode, submitted: NotebookNode) -> list[Remark]:
    if any(map(grade_id, source.cells)) and not any(map(grade_id, submitted.cells)):
        return [
            Remark("", "All marks of nbgrader are missing; cells were matched by their content.")
        ]
    return []


def _marks_changed(
    source: NotebookNode, submitted: NotebookNode, matches: list[int | None]
) -> list[Remark]:
    pairs = [
        (c, source.cells[index])
        for c, index in zip(submitted.cells, matches, strict=True)
        if index is not None
    ]
    changed = [
        grade_id(original) or original.get("id", "")
        for cell, original in pairs
        if _marks(cell) not in ({}, _marks(original)) or cell.cell_type != original.cell_type
    ]
    if not changed:
        return []
    which = ", ".join(dict.fromkeys(changed))
    return [
        Remark("", f"The marks or the kind of cells were changed; the source's count: {which}.")
    ]


def _names_taken(kept: list[Kept], source: NotebookNode, release: NotebookNode) -> list[Remark]:
    """Remark on what the student calls as the tests call theirs, or Python what tests need."""
    tests = _defined(cell for cell in source.cells if is_test(cell))
    others = _defined(cell for cell in source.cells if not is_test(cell))
    given = {cell.source.strip() for cell in release.cells}
    written = [c for _, c in kept if not is_test(c) and c.source.strip() not in given]
    own: set[str] = set().union(*(_names_at_a_glance(cell.source) for cell in written))
    taken = {*tests, *_NEEDED_BY_TESTS}.difference(others).intersection(own)
    if not taken:
        return []
    which = ", ".join(sorted(taken))
    return [
        Remark(
            "",
            f"These names mean something else in the tests than in the student's cells: {which}.",
        )
    ]


def _defined(cells: Iterable[NotebookNode]) -> set[str]:
    return {name for cell in cells for name in _DEFINED.findall(cell.source)}


def _names_at_a_glance(text: str) -> set[str]:
    return {*_DEFINED.findall(text), *_ASSIGNED.findall(text)}


def _about_double(cell: NotebookNode) -> Remark:
    name = grade_id(cell) or cell.get("id", "")
    return Remark(
        f"The cell `{name}` occurs more than once. All of its copies that you changed were run.",
        f"The cell {name} occurs more than once.",
    )


def _about_changed(cell: NotebookNode) -> Remark:
    name = grade_id(cell) or cell.get("id", "")
    return Remark(
        f"The cell `{name}` is not for you to change. It was put back for grading.",
        f"The cell {name} was changed, and was put back.",
    )


def _about_missing(cell: NotebookNode) -> Remark:
    name = grade_id(cell)
    return Remark(
        f"The cell `{name}` was missing. It was put back for grading.",
        f"The cell {name} was missing, and was put back.",
    )
