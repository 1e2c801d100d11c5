r"""Mutants of right answers: small mistakes, made by machine.

A mutant differs from a right answer in one place: a comparison, an operation, a condition, a
number, a statement that is gone, two arguments that are swapped, a variable that keeps its
value from call to call. The notebook's tests should notice, or the mutant is right, too.

The mutation testers on PyPI (mutmut, cosmic-ray) work on whole packages and a test command,
and delete no statements and swap no arguments; here a cell of ten lines is changed, and
judged like a student's answer.

>>> for mutant in mutants("def f(a):\n    return a > 0"):
...     print(mutant.change)
line 2: return a > 0 -> pass
line 2: a > 0 -> a <= 0
line 2: a > 0 -> a >= 0
line 2: 0 -> 1
line 2: 0 -> -1
"""

import ast
import copy
import warnings
from collections.abc import Iterator
from typing import NamedTuple, TypeVar


class Mutant(NamedTuple):
    """A changed answer.

    Attributes
    ----------
    change : str
        The line of the original, the old text, and the new text.
    source : str
        The text of the changed cell.
    """

    change: str
    source: str


_COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.GtE, ast.LtE],
    ast.LtE: [ast.Gt, ast.Lt],
    ast.Gt: [ast.LtE, ast.GtE],
    ast.GtE: [ast.Lt, ast.Gt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_COMMUTATIVE = (ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
_OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
_KEPT = (
    ast.FunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.Pass,
    ast.Nonlocal,
    ast.Global,
)
Node = TypeVar("Node", bound=ast.AST)
Item = TypeVar("Item")
_EMPTY = (ast.Constant, ast.List, ast.Dict, ast.Set)


def mutants(source: str) -> list[Mutant]:
    r"""List the mutants of an answer; the same source gives the same list.

    Notes
    -----
    Docstrings and type hints are removed first: they do nothing.

    Examples
    --------
    >>> for mutant in mutants("def f(x):\n    seen = []\n    seen.append(x)\n    return seen"):
    ...     print(mutant.change)
    line 2: seen = [] -> pass
    line 3: seen.append(x) -> pass
    line 4: return seen -> pass
    line 2: seen = [] -> only before the first call
    """
    known, changes = {ast.unparse(_plain(source))}, set()
    found = []
    for change, tree in [*_replaced(source), *_kept_between_calls(source)]:
        text = ast.unparse(ast.fix_missing_locations(tree))
        if text in known or not _compiles(text):
            continue
        known.add(text)
        times = 1
        while (told := change if times == 1 else f"{change} ({times})") in changes:
            times += 1
        changes.add(told)
        found.append(Mutant(told, text))
    return found


def _plain(source: str) -> ast.Module:
    tree = ast.parse(source)
    _Plain().visit(tree)
    return tree


class _Plain(ast.NodeTransformer):
    """A transformer that removes docstrings and type hints."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.visit_ClassDef(node)

    def visit_ClassDef(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def _replaced(source: str) -> Iterator[tuple[str, ast.Module]]:
    """Replace every node by each of its alternatives, one at a time."""
    for place, node in enumerate(ast.walk(_plain(source))):
        for number, new in enumerate(_alternatives(node)):
            tree = _plain(source)
            old = list(ast.walk(tree))[place]
            line = getattr(node, "lineno", 0)  # every node with alternatives has a line
            _Swap(old, list(_alternatives(old))[number]).visit(tree)
            yield f"line {line}: {_short(node)} -> {_short(new)}", tree


def _alternatives(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt) and not isinstance(node, _KEPT):
        yield ast.Pass()
    if isinstance(node, (ast.If, ast.IfExp)):
        yield from (_with(node, test=test) for test in [_opposite(node.test), *_TRUE_AND_FALSE])
    elif isinstance(node, ast.While) and not isinstance(node.test, ast.Constant):
        yield _with(node, test=_opposite(node.test))
    elif isinstance(node, _Comprehension):
        yield from _conditions(node)
    elif isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)):
        yield from _operations(node)
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        yield from (_with(node, values=rest) for rest in _each_left_out(node.values))
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Call) and ast.unparse(node.func) not in _OPPOSITES:
        yield from (_with(node, args=args) for args in _neighbors_swapped(node.args))
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        yield from (_with(node, elts=elts) for elts in _neighbors_swapped(node.elts))
    elif isinstance(node, ast.Subscript):
        yield from _indices(node)
    elif isinstance(node, ast.Name) and node.id in _OPPOSITES and isinstance(node.ctx, ast.Load):
        yield _with(node, id=_OPPOSITES[node.id])
    elif isinstance(node, ast.ImportFrom):
        yield from (_with(node, names=names) for names in _each_left_out(node.names) if names)


_TRUE_AND_FALSE = (ast.Constant(True), ast.Constant(False))


def _with(node: Node, **fields: object) -> Node:
    """Copy a node with some fields replaced."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _opposite(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _conditions(node: _Comprehension) -> Iterator[ast.expr]:
    for place, clause in enumerate(node.generators):
        before, after = node.generators[:place], node.generators[place + 1 :]
        for rest in _each_left_out(clause.ifs):
            yield _with(node, generators=[*before, _with(clause, ifs=rest), *after])
        for number, test in enumerate(clause.ifs):
            tests = [*clause.ifs[:number], _opposite(test), *clause.ifs[number + 1 :]]
            yield _with(node, generators=[*before, _with(clause, ifs=tests), *after])


def _comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for place, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            yield _with(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])
    if len(node.ops) > 1:
        operands = [node.left, *node.comparators]
        yield ast.Compare(operands[0], node.ops[:-1], operands[1:-1])
        yield ast.Compare(operands[1], node.ops[1:], operands[2:])


def _operations(node: ast.BinOp | ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in _OPERATIONS:
        yield _with(node, op=_OPERATIONS[type(node.op)]())
    if isinstance(node, ast.BinOp):
        if not _commutes(node):
            yield _with(node, left=node.right, right=node.left)
        yield node.left
        yield node.right


def _commutes(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    number = any(
        isinstance(side, ast.Constant) and not isinstance(side.value, str) for side in sides
    )
    return isinstance(node.op, _COMMUTATIVE) or (isinstance(node.op, ast.Add) and number)


def _constants(node: ast.Constant) -> Iterator[ast.Constant]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, str):
        yield ast.Constant("" if node.value else "?")


def _indices(node: ast.Subscript) -> Iterator[ast.expr]:
    if isinstance(node.slice, ast.Slice):
        for end in ("lower", "upper", "step"):
            if getattr(node.slice, end) is not None:
                yield _with(node, slice=_with(node.slice, **{end: None}))
    elif isinstance(node.value, ast.Subscript):
        inner = _with(node.value, slice=node.slice, ctx=ast.Load())
        yield _with(node, value=inner, slice=node.value.slice)


def _each_left_out(items: list[Item]) -> Iterator[list[Item]]:
    yield from (items[:place] + items[place + 1 :] for place in range(len(items)))


def _neighbors_swapped(items: list[Item]) -> Iterator[list[Item]]:
    for place in range(len(items) - 1):
        yield [*items[:place], items[place + 1], items[place], *items[place + 2 :]]


def _kept_between_calls(source: str) -> Iterator[tuple[str, ast.Module]]:
    """Move the setting of a variable out of a function: it keeps its value between calls."""
    for place, function in enumerate(_plain(source).body):
        for number, statement in enumerate(_body(function)):
            names = _set_afresh(statement)
            if names:
                tree = _plain(source)
                body = _body(tree.body[place])
                once = body.pop(number)
                body.insert(0, ast.Global(names))
                tree.body.insert(0, once)
                told = f"line {statement.lineno}: {_short(statement)}"
                yield f"{told} -> only before the first call", tree


def _body(statement: ast.stmt) -> list[ast.stmt]:
    return statement.body if isinstance(statement, ast.FunctionDef) else []


def _set_afresh(statement: ast.stmt) -> list[str]:
    """List the variables that a statement sets to a constant, or to a new, mostly empty object."""
    if not isinstance(statement, ast.Assign):
        return []
    value = statement.value
    call = isinstance(value, ast.Call) and not value.args and isinstance(value.func, ast.Name)
    if not (isinstance(value, _EMPTY) or call):
        return []
    names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
    return names if len(names) == len(statement.targets) else []


def _compiles(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # such as `1 is not x`, seen in answers
            compile(text, "<mutant>", "exec")
    except SyntaxError:
        return False
    return True


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.expr):
        return ast.unparse(node)
    first, *more = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).splitlines()
    return f"{first} ..." if more else first
