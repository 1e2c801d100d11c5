"""Groups of answers that are alike, so that each mistake is graded once.

Answers are alike if they have the same wrong results on the bank's probes. Without probes, or
where all results are right, they are alike if they have the same text but for names, comments
and layout; prose, if it has the same words.
"""

import ast
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum, is_grade, is_solution, is_task

from autograder import Classroom

UNTOUCHED = "not answered"
OWN = "own"
"""The grader's mark in the metadata of a cell that holds a student's own text."""
LENGTH = 8
LONGEST_PARSED = 50_000
"""Characters of an answer that are parsed; a longer one is compared by its words."""


@dataclass
class WrittenAnswer:
    """A student's answer to an exercise, and a digest of its wrong results on the probes."""

    text: str = ""
    code: bool = True
    touched: bool = False
    behavior: str = ""
    mistakes: list[str] = field(default_factory=list)
    example: str = ""
    says: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The key of its group: the same for answers that are alike."""
        if not self.touched:
            return UNTOUCHED
        if self.behavior:
            return f"behavior {self.behavior}"
        # Not the messages of tests: a corrected test would split groups.
        return plain_code(self.text) if self.code else plain_words(self.text)

    @property
    def what(self) -> str:
        """The mistake in words, as far as it is known."""
        if not self.touched:
            return UNTOUCHED
        return "; or: ".join(self.mistakes) or next(iter(self.says), "") or "the same text"


def group_id(exercise: str, key: str) -> str:
    """Name a group; the name stays the same as long as its answers do."""
    return hashlib.sha256(f"{exercise}\n{key}".encode(errors="replace")).hexdigest()[:LENGTH]


def plain_code(source: str) -> str:
    """Normalize code, so that answers that differ only in names and layout become equal.

    Comments, docstrings, annotations and layout go; names that it binds itself get numbers.
    """
    if len(source) > LONGEST_PARSED:
        return plain_words(source)
    try:
        return ast.dump(_PlainCode().visit(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return plain_words(source)


class _PlainCode(ast.NodeTransformer):
    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def _number(self, name: str) -> str:
        return self._numbers.setdefault(name, f"_{len(self._numbers)}")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:  # as `ast` has it
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
                argument.arg = self._number(argument.arg)
        node.returns = None
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            node.body = node.body[1:] or [ast.Pass()]
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Store) or node.id in self._numbers:
            node.id = self._number(node.id)
        return node


def plain_words(text: str) -> str:
    """Normalize prose to its words, in lower case."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def answers_in(notebooks: Iterable[NotebookNode]) -> dict[str, WrittenAnswer]:
    """Return a student's answers in graded notebooks, by exercise."""
    found: dict[str, WrittenAnswer] = {}
    for notebook in notebooks:
        task: WrittenAnswer | None = None
        for cell in notebook.cells:
            if "nbgrader" in cell.metadata:
                name = Classroom.exercise_of(cell.metadata.nbgrader["grade_id"])
                written = found.setdefault(name, WrittenAnswer())
                _look(cell, written)
                task = written if is_task(cell) else None
            elif task and cell.metadata.get(OWN) and cell.source.strip():
                _add(cell, task)
        graded = notebook.metadata.get("graded", {})
        for name, written in found.items():
            written.behavior = graded.get("behavior", {}).get(name, written.behavior)
            titles, example = graded.get("diagnoses", {}).get(name, ([], ""))
            written.mistakes = written.mistakes or [*titles]
            written.example = written.example or example
    return found


def _add(cell: NotebookNode, task: WrittenAnswer) -> None:
    """Add a cell below a task, where students answer it."""
    task.code = cell.cell_type == "code" and (task.code or not task.touched)
    task.text = f"{task.text}\n\n{cell.source}".strip()
    task.touched = True


def _look(cell: NotebookNode, written: WrittenAnswer) -> None:
    if is_solution(cell):
        written.text = cell.source
        written.code = cell.cell_type == "code"
        written.touched |= cell.metadata.nbgrader.get("checksum") != compute_checksum(cell)
    if cell.cell_type == "code" and (is_grade(cell) or is_solution(cell)):
        for output in cell.outputs:
            if output.output_type == "error":
                lines = str(output.get("evalue", "")).strip().splitlines()
                written.says.append(lines[0] if lines else str(output.get("ename", "")))
