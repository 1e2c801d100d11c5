"""Empty answers, to find tests that pass for them.

An empty array passes ``np.allclose``, an empty list passes ``all(... for ... in zip(...))``,
NaN passes ``not abs(x - y) > 1e-9``, and an object may claim to equal everything. `check`
replaces every value that the solution returns or binds by such a value.
"""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.assignment.repair import is_test
from autograder.grading.stock import Scored
from autograder.sandbox import names

HOLLOW = {
    "an empty list": "[]",
    # A shape that NumPy can broadcast to every other one.
    "an empty array": "__import__('numpy').empty((0, 1, 1, 1))",
    "NaN": "float('nan')",
    "an object that equals everything": "EqualsEverything()",
}
"""Empty values, and the Python expressions for them."""
_IMPORTS, _FUNCTIONS = (ast.Import, ast.ImportFrom), (ast.FunctionDef, ast.AsyncFunctionDef)
_KINDS = {"property", "classmethod", "staticmethod"}
_SAYS = {
    "True": "eq bool le lt ge gt contains instancecheck",
    "self": "call getitem iter enter add radd sub rsub mul rmul truediv abs round neg",
    "0": "len hash int index",
    "0.0": "float",
    "''": "str repr format",
}
_LIAR = "class EqualsEverything:\n" + "".join(
    f"    def __{name}__(self, *others): return {value}\n"
    for value, methods in _SAYS.items()
    for name in methods.split()
)
_LIAR += "    def __next__(self): raise StopIteration\n"
_LIAR += "    def __ne__(self, other): return False\n"
_LIAR += "    def __getattr__(self, name): return self\n"


def passed_by_hollow(
    notebook: NotebookNode, judge: Callable[[NotebookNode], Scored]
) -> dict[str, list[str]]:
    """Find tests that give all points for empty answers.

    Parameters
    ----------
    notebook : NotebookNode
        A notebook with the solution.
    judge : callable
        Called with such a notebook; returns its results.

    Returns
    -------
    dict of str to list of str
        The names in `HOLLOW` for which a test passes, by grade id.
    """
    found: dict[str, list[str]] = {}
    for kind, value in HOLLOW.items():
        edition = deepcopy(notebook)
        for cell in edition.cells:
            if cell.cell_type == "code" and is_solution(cell) and not is_test(cell):
                cell.source = hollowed(cell.source, value)
        for test, (of, points) in judge(edition).tests.items():
            if of and points.got is not None and points.got >= of:
                found.setdefault(test, []).append(kind)
    return found


def hollowed(text: str, value: str) -> str:
    r"""Replace every value that a cell binds or returns.

    Parameters
    ----------
    text : str
        A cell of the source with a solution.
    value : str
        An expression, one of `HOLLOW`.

    Returns
    -------
    str
        The cell with only its imports, functions, classes and names.

    Examples
    --------
    >>> text = "import math\ndef area(r):\n    return math.pi * r**2\nunit, half = area(1), 0.5"
    >>> print(hollowed(text, "[]"))
    import math
    def area(r):
        return []
    half = []
    unit = []
    """
    try:
        tree = ast.parse(names.python(text))
    except SyntaxError:
        return text
    if all(isinstance(node, _IMPORTS) for node in tree.body):  # the import is the answer
        kept = [f"def {name}(*a, **k): return {value}" for name in names.imported_names(text)]
    else:
        kept = [*_kept(tree.body, value)]
    bound = names.bound(text) - names.bound("\n".join(kept))
    liar = [_LIAR] if value == HOLLOW["an object that equals everything"] else []
    return "\n".join([*liar, *kept, *(f"{name} = {value}" for name in sorted(bound))])


def _kept(body: list[ast.stmt], value: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, _FUNCTIONS) and part.name != "__init__":
                    _empty(part, value)
        elif isinstance(node, _FUNCTIONS):
            _empty(node, value)
        elif not isinstance(node, _IMPORTS):
            continue
        yield ast.unparse(node)


def _empty(function: ast.FunctionDef | ast.AsyncFunctionDef, value: str) -> None:
    function.decorator_list = [d for d in function.decorator_list if ast.unparse(d) in _KINDS]
    function.body = ast.parse(f"return {value}").body
