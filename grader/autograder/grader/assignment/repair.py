"""The repair of a submission: only the text of cells comes from it, all else from the source."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_locked, is_solution, is_task

from autograder.runner import names

OWN = "own"  # in the metadata of a cell without nbgrader's that holds a student's own text
SKIPPED = "skip-execution"  # nbclient's tag of a cell that is not run
# Regular expressions: a student's text is not parsed here, where nothing limits time and memory.
_BOUND = re.compile(r"^(?:(?:def|class) |(?=\w+ *=(?!=)))(\w+)", re.MULTILINE)


class Remark(NamedTuple):
    """A remark on something unusual in a submission."""

    student: str
    instructor: str


def is_test(cell: NotebookNode) -> bool:
    """Tell whether a cell holds tests that the examiner runs."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def tagged(cell: NotebookNode, tag: str) -> bool:
    """Tell whether a cell of the source has a tag."""
    return tag in cell.metadata.get("tags", ())


def grade_id(cell: NotebookNode) -> str:
    """Return the grade id of a cell; "" if it has none, or no text."""
    marks = cell.metadata.get("nbgrader")
    found = marks.get("grade_id") if isinstance(marks, dict) else None
    return found if isinstance(found, str) else ""


class _Cell:
    """The facts about a cell of the source, found once for all submissions."""

    def __init__(self, cell: NotebookNode, shown: str) -> None:
        self.cell, self.shown, self.marks = cell, shown, _marks(cell)
        self.kind, code = cell.cell_type, cell.cell_type == "code"
        self.name, self.id = grade_id(cell), cell.get("id")
        self.told = self.name or self.id or ""  # its name in remarks
        self.test, self.answer = is_test(cell), is_solution(cell) and code
        self.put_back = locked = is_locked(cell)  # its text is always the source's
        # Whether it is put back if it is missing, and with what text.
        self.needed = is_grade(cell) or is_task(cell) or is_solution(cell) or (locked and code)
        self.if_missing = cell.source if self.put_back or is_task(cell) else ""

    def filled(self, text: str, attachments: Mapping[str, object] = {}) -> NotebookNode:
        """Make a cell with this metadata; of two attachments of one name the source's counts."""
        both = {**attachments, **self.cell.get("attachments", {})}
        cell = _cell(self.kind, text, "added" if self.id is None else self.id, both)
        if (marks := self.cell.metadata.get("nbgrader")) is not None:
            cell.metadata["nbgrader"] = NotebookNode(marks)
        if tagged(self.cell, SKIPPED):
            cell.metadata["tags"] = [SKIPPED]
        return cell


_Kept = tuple[int | None, NotebookNode]  # an index in the source, if there is one, and a cell


class Original:
    """A notebook as the instructor wrote it, from which submissions are rebuilt."""

    def __init__(self, source: NotebookNode, release: NotebookNode) -> None:
        pairs = zip(source.cells, release.cells, strict=True)
        self._cells = [_Cell(cell, shown.source) for cell, shown in pairs]
        self._by_grade_id = {cell.name: i for i, cell in enumerate(self._cells) if cell.name}
        self._by_id = {cell.id: i for i, cell in enumerate(self._cells) if cell.id is not None}
        self._by_text: dict[str, list[int]] = {}
        for i, cell in enumerate(self._cells):
            if text := cell.shown.strip():
                self._by_text.setdefault(text, []).append(i)
        kept = ("kernelspec", "language_info")
        self._metadata = {key: source.metadata[key] for key in kept if key in source.metadata}

    def rebuild(self, submitted: NotebookNode) -> tuple[NotebookNode, list[Remark]]:
        """Put the student's cells and the source's tests together."""
        matches = self._match(submitted.cells)
        remarks = self._about_marks(submitted.cells, matches)
        kept, seen, left = list[_Kept](), set[int | None](), Counter(matches)
        for cell, index in zip(submitted.cells, matches, strict=True):
            left[index] -= 1
            kept.append(self._keep(cell, index, index in seen, left[index] > 0, remarks))
            seen.add(kept[-1][0])
        kept = self._in_order(kept, remarks)
        for index, original in enumerate(self._cells):
            if index not in seen and original.needed:
                cell = original.filled(original.if_missing)
                kept.insert(self._place(kept, index), (index, cell))
                remarks.append(_put_back(original, "was missing"))
        notebook = NotebookNode(
            nbformat=4,
            nbformat_minor=5,
            metadata=nbformat.from_dict(self._metadata),
            cells=_with_ids([cell for _, cell in kept]),
        )
        return notebook, remarks

    def _match(self, submitted: list[NotebookNode]) -> list[int | None]:
        """Find for each submitted cell its index in the source; None for the student's own."""
        matches: list[int | None] = [
            self._by_grade_id.get(grade_id(cell), self._by_id.get(cell.get("id")))
            for cell in submitted
        ]
        taken = set(matches)
        for i, cell in enumerate(submitted):
            if matches[i] is None:  # if the source has the same text several times, in order
                same = self._by_text.get(cell.source.strip(), ())
                matches[i] = next((place for place in same if place not in taken), None)
                taken.add(matches[i])
        for index, original in enumerate(self._cells):
            if original.answer and index not in taken:
                bound = names.bound(original.cell.source)
                for i, cell in enumerate(submitted):
                    own = cell.cell_type == "code" and matches[i] is None
                    if own and bound.intersection(_BOUND.findall(cell.source)):
                        matches[i] = index
                        break
        return matches

    def _keep(
        self, cell: NotebookNode, index: int | None, before: bool, after: bool, told: list[Remark]
    ) -> _Kept:
        """Return the cell to grade for a submitted one: itself, or the source's."""
        if index is None:
            return None, _scratch(cell)
        original = self._cells[index]
        unchanged = cell.source.strip() == original.shown.strip()
        if before or (after and unchanged and not original.put_back):  # the answer follows
            said = f"The cell `{original.told}` occurs more than once. All copies were run."
            told.append(Remark(said, f"The cell {original.told} occurs more than once."))
            copied = _scratch(cell)
            copied.metadata |= {"tags": [SKIPPED]} if tagged(original.cell, SKIPPED) else {}
            return None, copied
        if original.put_back:
            if cell.source.split() != original.shown.split():
                told.append(_put_back(original, "was changed", "must not be changed"))
            return index, original.filled(original.cell.source)
        kept = original.filled(cell.source, cell.get("attachments", {}))
        if not original.name and cell.source != original.shown:
            kept.metadata[OWN] = True
        return index, kept

    def _in_order(self, kept: list[_Kept], remarks: list[Remark]) -> list[_Kept]:
        """Move each test behind all cells that come before it in the source, if some do not."""
        if self._increasing(kept):
            return kept
        tests = {i: c for i, c in kept if i is not None and self._cells[i].test}
        rest = [(i, c) for i, c in kept if i not in tests]
        told = "", "Tests were moved, so they were run in their original positions."
        if not self._increasing(rest):
            moved = "so each test was run after all cells that come before it in the original."
            told = (
                f"The cells are not in their original order, {moved}",
                f"The order of the cells was changed, {moved}",
            )
        remarks.append(Remark(*told))
        for index, cell in sorted(tests.items()):
            rest.insert(self._place(rest, index), (index, cell))
        return rest

    def _increasing(self, kept: list[_Kept]) -> bool:
        indices = [i for i, _ in kept if i is not None and self._cells[i].kind == "code"]
        return indices == sorted(indices)

    def _place(self, kept: list[_Kept], index: int) -> int:
        """Find a place behind all cells that come earlier in the source, and before the next."""
        code = [
            (n, i)
            for n, (i, _) in enumerate(kept)
            if i is not None and self._cells[i].kind == "code"
        ]
        last = max((place for place, other in code if other < index), default=-1)
        return next((place for place, _ in code if place > last), len(kept))

    def _about_marks(
        self, submitted: list[NotebookNode], matches: list[int | None]
    ) -> list[Remark]:
        """Remark on nbgrader's metadata of cells, if they are missing or changed."""
        pairs = zip(submitted, matches, strict=True)
        known = [(cell, self._cells[index]) for cell, index in pairs if index is not None]
        changed = [
            original.told
            for cell, original in known
            if _marks(cell) not in ({}, original.marks) or cell.cell_type != original.kind
        ]
        remarks = []
        if self._by_grade_id and not any(map(grade_id, submitted)):
            about = "All nbgrader metadata is missing, so cells were matched by their content."
            remarks.append(Remark("", about))
        if changed:
            which = ", ".join(dict.fromkeys(changed))
            about = (
                "The nbgrader metadata or types of some cells were changed, so "
                f"those from the source were used: {which}."
            )
            remarks.append(Remark("", about))
        return remarks


def _scratch(cell: NotebookNode) -> NotebookNode:
    """Make a cell of the student's own, without any marks."""
    kind = "code" if cell.cell_type == "code" else "markdown"
    made = _cell(kind, cell.source, "added", cell.get("attachments", {}))
    made.metadata[OWN] = True
    return made


def _cell(kind: str, text: str, cell_id: str, attachments: Mapping[str, object]) -> NotebookNode:
    # Without nbformat's validation of each cell, which would take most of the time here.
    text = text.encode(errors="replace").decode()  # a lone surrogate cannot be written
    cell = NotebookNode(cell_type=kind, id=cell_id, metadata=NotebookNode(), source=text)
    if kind == "code":
        cell.execution_count, cell.outputs = None, []
    elif attachments:
        cell.attachments = nbformat.from_dict(attachments)
    return cell


def _with_ids(cells: list[NotebookNode]) -> list[NotebookNode]:
    # Ids that follow from the order, so that the same submission gives the same bytes.
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        while cell.id in taken:
            cell.id = f"added-{number}-{len(taken)}"
        taken.add(cell.id)
    return cells


def _marks(cell: NotebookNode) -> dict[str, object]:
    """Return the part of a cell's nbgrader metadata that decides how it is graded."""
    marks = cell.metadata.get("nbgrader")
    deciding = ("points", "grade", "solution", "locked")
    return {n: marks[n] for n in deciding if n in marks} if isinstance(marks, dict) else {}


def _put_back(cell: _Cell, why: str, student: str = "") -> Remark:
    return Remark(
        f"The cell `{cell.told}` {student or why}. The original was used for grading.",
        f"The cell {cell.told} {why}, so the original was used.",
    )
