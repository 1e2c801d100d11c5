"""A linter for test cells: code that cannot work when tests and answers run in two processes."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.assignment.repair import is_test
from autograder.sandbox import names

_PATCHING = {"patch", "monkeypatch", "setattr", "delattr"}
_LOOKING_INSIDE = {"getsource", "getsourcelines", "getclosurevars", "dis", "getsourcefile"}
_INSIDE = {"__code__", "__globals__", "__closure__", "__defaults__", "__kwdefaults__", "__dict__"}


class Finding(NamedTuple):
    """A problem in a test cell.

    Attributes
    ----------
    cell : str
        The grade id of the cell.
    line : int
        The line in the cell, from 1.
    message : str
        The problem, and the remedy.
    """

    cell: str
    line: int
    message: str


def lint(source: NotebookNode) -> list[Finding]:
    r"""Find problems in the test cells of a notebook.

    Parameters
    ----------
    source : NotebookNode
        The notebook as the instructor wrote it.

    Returns
    -------
    list of Finding
        The findings, in the order of the notebook.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> marks = {"grade_id": "f", "grade": False, "solution": True}
    >>> answer = new_code_cell("def f(): return 1", metadata={"nbgrader": marks})
    >>> marks = {"grade_id": "test-f", "grade": True, "solution": False}
    >>> test = new_code_cell("f.calls = 0\nassert f() == 1", metadata={"nbgrader": marks})
    >>> for finding in lint(new_notebook(cells=[answer, test])):
    ...     print(finding.cell, finding.line, finding.message)
    test-f 1 f is the student's: setting something on it has no effect there; test what it returns
    """
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    answered = set().union(*(names.bound(cell.source) for cell in code if is_solution(cell)))
    found = []
    for cell in code:
        if is_test(cell):
            grade_id = cell.metadata.nbgrader["grade_id"]
            found += [Finding(grade_id, *what) for what in sorted(_problems(cell.source, answered))]
    return found


def _problems(text: str, answered: set[str]) -> Iterator[tuple[int, str]]:
    try:
        tree = ast.parse(names.python(text))
    except SyntaxError as error:
        yield error.lineno or 1, f"this is not Python: {error.msg}"
        return
    if tree.body and isinstance(last := tree.body[-1], ast.Expr) and _may_be_false(last.value):
        yield (
            last.lineno,
            "nbgrader gives all points for a last line that is no number, for False, too; "
            "assert it, or write float(...) for a part of the points",
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr) and (message := _problem(node, answered)):
            yield node.lineno, message


def _may_be_false(value: ast.expr) -> bool:
    """Tell whether the value of a last line may be False where points are meant."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in ("all", "any", "max", "min")
    negated = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    return negated or isinstance(value, ast.Compare | ast.BoolOp)


def _problem(node: ast.stmt | ast.expr, answered: set[str]) -> str:
    if isinstance(node, ast.Attribute):
        return _about_attribute(node, answered)
    if isinstance(node, ast.Call):
        return _about_call(node, answered)
    if isinstance(node, (ast.Import, ast.ImportFrom)) and "__main__" in _modules(node):
        return "__main__ is not the student's process; use the student's names as they are"
    if isinstance(node, ast.Global):
        taken = sorted(answered & set(node.names))
        if taken:
            return f"{taken[0]} is the student's: assigning to it has no effect there"
    return ""


def _modules(node: ast.Import | ast.ImportFrom) -> set[str]:
    origin = node.module if isinstance(node, ast.ImportFrom) else None
    return {alias.name.partition(".")[0] for alias in node.names} | {origin or ""}


def _about_attribute(node: ast.Attribute, answered: set[str]) -> str:
    owner = node.value.id if isinstance(node.value, ast.Name) else ""
    if owner in answered and isinstance(node.ctx, (ast.Store, ast.Del)):
        return (
            f"{owner} is the student's: setting something on it has no effect there; "
            "test what it returns"
        )
    if owner in answered and node.attr in _INSIDE:
        return f"{owner} is a proxy: {node.attr} is not the student's; test what it returns"
    return ""


def _about_call(node: ast.Call, answered: set[str]) -> str:
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    owner = getattr(getattr(function, "value", None), "id", "")
    if name in _PATCHING or owner in _PATCHING:
        return "patching has no effect in the student's process; give what is needed as an argument"
    if name in _LOOKING_INSIDE and any(getattr(a, "id", "") in answered for a in node.args):
        return "a proxy has no source code; test what the function does"
    if owner == "random" and name == "seed" and node.args:
        return "this seed does not reach the student's process; test properties, or many calls"
    return ""
