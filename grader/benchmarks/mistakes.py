"""Small mistakes in an answer: another comparison, operation or number, or a statement less."""

import ast
from collections.abc import Iterator

_OTHERS: dict[type[ast.AST], ast.AST] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
}


def mistakes(text: str) -> list[tuple[str, str]]:
    r"""List wrong texts of an answer, each after what is changed in it.

    Examples
    --------
    >>> for changed, wrong in mistakes("def f(a):\n    return a > 1"):
    ...     print(changed, "|", wrong.splitlines()[1].strip())
    line 2: return a > 1 | pass
    line 2: a > 1 | return a >= 1
    line 2: 1 | return a > 2
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    found = []
    for node in [*ast.walk(tree)]:
        for part, wrong in _changes(node):
            right = getattr(node, part)
            changed = right[0] if part == "body" else node
            told = f"line {changed.lineno}: {ast.unparse(changed).partition(chr(10))[0]}"
            setattr(node, part, wrong)
            found.append((told, ast.unparse(tree)))
            setattr(node, part, right)
    return found


def _changes(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Yield attributes of a node, and wrong values for them."""
    if isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If):
        yield "body", node.body[1:] or [ast.Pass()]
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHERS:
        yield "ops", [_OTHERS[type(node.ops[0])], *node.ops[1:]]
    elif isinstance(node, ast.BinOp) and type(node.op) in _OTHERS:
        yield "op", _OTHERS[type(node.op)]
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "value", node.value + 1
