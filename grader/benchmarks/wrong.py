"""Wrong answers made from a solution: small mistakes, and the habits of beginners."""

import ast
import builtins
import copy
import random
from collections.abc import Callable, Iterator

from autograder.runner import names
from benchmarks.mistakes import mistakes

_CHANGED = """
try:
    {0}[len({0}) - 1] = {0}[0]
except Exception:
    try:
        {0}.append(0)
    except Exception:
        {0}["new"] = 0
"""
_BEFORE = (
    "{0} = sorted({0})",
    "{0}.sort()",
    "print({0})",
    "global seen\nseen = {0}",
    "import warnings\nwarnings.warn('careful')",
    "raise ValueError({0})",
    "return {0}",
)
_RETURNED = (
    "print({})",
    "{}",
    "return str({})",
    "return [{}]",
    "return ({}, 0)",
    "return list({})",
    "return {} or None",
    "return (yield {})",
)
_BOUND = ("str({})", "[{}]", "None", "float({})", "{} or 0", "print({})")
_COPIES = ("list", "dict", "set", "sorted", "tuple")


def wrong_answers(solution: str, rng: random.Random) -> Iterator[str]:
    """Make wrong answers to an exercise in a random order, of each kind as often as there are."""
    text = names.python(solution)
    kinds = [[*dict.fromkeys(made)] for make in _KINDS if (made := [*_made(make, text)])]
    for kind in kinds:
        rng.shuffle(kind)
    while kinds := [kind for kind in kinds if kind]:
        rng.shuffle(kinds)
        yield from [kind.pop() for kind in kinds]


def _made(make: Callable[[str], Iterator[str]], text: str) -> Iterator[str]:
    try:
        yield from (made for made in make(text) if made != text)
    except (SyntaxError, ValueError, RecursionError):
        return


def _mistakes(text: str) -> Iterator[str]:
    """Make small mistakes, but none in a `while`, most of which would never end."""
    loops = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.While)]
    ends = [range(node.lineno, (node.end_lineno or 0) + 1) for node in loops]
    for changed, wrong in mistakes(text):
        line = int(changed.removeprefix("line ").partition(":")[0])
        if not any(line in lines for lines in ends):
            yield wrong


def _edited(text: str, kind: type, edit: Callable[[ast.AST], Iterator[ast.AST]]) -> Iterator[str]:
    """Yield the text with each edit of each node of a kind."""
    for place, node in enumerate(ast.walk(ast.parse(text))):
        if isinstance(node, kind):
            for number in range(len([*edit(copy.deepcopy(node))])):
                tree = ast.parse(text)
                old = [*ast.walk(tree)][place]
                _Swap(old, [*edit(copy.deepcopy(old))][number]).visit(tree)
                yield ast.unparse(ast.fix_missing_locations(tree))


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def _returns(text: str) -> Iterator[str]:
    """Print instead of returning, or return another type."""

    def edit(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.Return) and node.value:
            yield from (ast.parse(one.format(ast.unparse(node.value))).body[0] for one in _RETURNED)

    yield from _edited(text, ast.Return, edit)


def _arguments(text: str) -> Iterator[str]:
    """Change an argument in place, give it back, or do something else before the work."""

    def edit(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.FunctionDef):
            for argument in [one.arg for one in node.args.args if one.arg != "self"]:
                for before in (_CHANGED, *_BEFORE):
                    added = ast.parse(before.format(argument)).body
                    yield ast.FunctionDef(**{**vars(node), "body": [*added, *node.body]})
                late = ast.Try(node.body, [], [], ast.parse(_CHANGED.format(argument)).body)
                yield ast.FunctionDef(**{**vars(node), "body": [late]})

    yield from _edited(text, ast.FunctionDef, edit)


def _aliases(text: str) -> Iterator[str]:
    """Make no copy: of a list, of the rows of a table, of what another name has."""

    def edit(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.ListComp):
            yield ast.parse(f"[{ast.unparse(node.elt)}] * 3", mode="eval").body
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("copy", "reset_index"):
                yield node.func.value
            elif isinstance(node.func, ast.Name) and node.func.id in _COPIES and node.args:
                yield node.args[0]
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            yield node.value

    yield from _edited(text, ast.expr, edit)


def _bindings(text: str) -> Iterator[str]:
    """Bind another value, or another name."""

    def edit(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.Assign):
            value = ast.unparse(node.value)
            for other in _BOUND:
                yield ast.Assign(node.targets, ast.parse(other.format(value), mode="eval").body)

    yield from _edited(text, ast.Assign, edit)
    for name in sorted(names.bound(text)):
        yield f"{text}\n{name}_1 = {name}\ndel {name}"
        yield f"{text}\n{name} = None"


def _namespace(text: str) -> Iterator[str]:
    """Take a name that the notebook needs, or a built-in one."""
    used = [name for name in sorted(names.used(text)) if name not in names.bound(text)]
    yield from (f"{text}\n{name} = 0" for name in used if name.isidentifier())
    yield from (f"{name} = [1, 2]\n{text}" for name in ("list", "sum", "str", "max", "len"))
    yield from (f"{text}\n{name} = 1" for name in ("list", "sum", "str", "i", "x", "data", "df"))
    yield f"from numpy import *\n{text}"
    yield f"import os\nos.chdir('/')\n{text}"
    shadowed = [name for name in names.used(text) if hasattr(builtins, name)]
    yield from (f"{text}\n{name} = None" for name in sorted(shadowed))


def _unfinished(text: str) -> Iterator[str]:
    """Hand in nothing, a part, or what is no Python."""
    yield from ("", "pass", "raise NotImplementedError()", f"{text}\nprint(", f"{text}\n1 / 0")
    lines = text.splitlines()
    yield "\n".join(lines[: len(lines) // 2])


_KINDS = (_mistakes, _returns, _arguments, _aliases, _bindings, _namespace, _unfinished)
