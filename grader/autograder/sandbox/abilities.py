"""The abilities of proxies: the attributes and special methods that the source's objects have.

They are read off the text of the source, never asked of a student. An ability that only shows
when the solution runs (of a class derived from a library's) is seen by calibration.
"""

import abc
import ast
import builtins
import collections
import collections.abc
import enum
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import ModuleType

from msgspec import Struct, field

from autograder.sandbox import names

_MODULES: list[ModuleType] = [builtins, enum, collections, collections.abc, abc, typing]
_ORDER = ("lt", "le", "gt", "ge")
_SAME = [("eq", "ne", "hash"), _ORDER, ("len", "bool"), ("iter", "next")]
_ARITHMETIC = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split()
_SAME += [(name, f"r{name}", f"i{name}") for name in _ARITHMETIC]
_GROUPS = [frozenset(f"__{name}__" for name in group) for group in _SAME]
COLLECTS = "a class with items"
"""A mark among the names of a class that can itself be iterated, such as an enumeration."""
OF_CACHES = frozenset({"cache_clear", "cache_info", "cache_parameters"})
"""The attributes that `functools.cache` and `lru_cache` add to a function."""
ENDS_ERRORS = "ends errors"
"""A mark among the names of a class whose `with` may end an error, and among the functions'
attributes if a generator may catch an error that is thrown into it."""
CATCHES_FAILURES = "catches failures"
"""A mark among the functions' attributes if a name of the source's catches any error."""


GIVES = "gives objects"
"""What is noted, in place of a class, of a function whose call gave an object."""


class Abilities(Struct):
    """The names that proxies may be asked for.

    Attributes
    ----------
    classes : dict of str to list of str
        The attributes of the instances of each class of the source, special methods too.
    functions : list of str
        The attributes that the source's functions have.
    givers : list of str or None
        The functions whose calls may give such objects; None for all.
    learning : bool
        True if every name may be asked for, of special methods those in `exports.SPECIAL`,
        and is noted: for the instructor's own solution.
    """

    classes: dict[str, list[str]] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    givers: list[str] | None = None
    learning: bool = False


def abilities(texts: Iterable[str], seen: Mapping[str, Collection[str]] | None = None) -> Abilities:
    r"""Read the abilities of a source's objects off the text of its cells.

    Examples
    --------
    >>> text = "class Card:\n    def __init__(self): self.rank = 1\n    def __add__(self, n): pass"
    >>> can = abilities([text, "def f(): pass\nf.calls = 0"])
    >>> can.classes["Card"], can.functions
    (['__add__', '__iadd__', '__init__', '__radd__', 'calls', 'rank'], ['calls'])
    """
    trees = [tree for text in texts if (tree := _parsed(text))]
    defined = {node.name: node for tree in trees for node in _found(tree, ast.ClassDef)}
    seen = seen or {}
    outside = {name for tree in trees for name in _set_outside(tree)}
    classes = {
        name: {*_whole({*_of_class(node, defined)}), *outside, *seen.get(name, ())}
        for name, node in defined.items()
    }
    return Abilities(
        {name: sorted(can) for name, can in classes.items()},
        sorted({*seen.get("", ()), *_of_functions(trees)}),
    )


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(names.python(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _found(tree: ast.AST, *kinds: type[ast.AST]) -> Iterator[typing.Any]:
    return (node for node in ast.walk(tree) if isinstance(node, kinds))


def _whole(can: set[str]) -> set[str]:
    """Add related special methods: an object with `__add__` may be asked for `__radd__`, too."""
    return can.union(*(group for group in _GROUPS if can & group))


def _of_class(
    node: ast.ClassDef, defined: Mapping[str, ast.ClassDef], below: tuple[str, ...] = ()
) -> Iterator[str]:
    yield from _own(node)
    for decorator in node.decorator_list:
        yield from _of_decorator(ast.unparse(decorator))
    for base in [*node.bases, *(keyword.value for keyword in node.keywords)]:
        if isinstance(base, ast.Subscript):
            base = base.value
        name = ast.unparse(base).rpartition(".")[2]
        if isinstance(base, ast.Call):
            yield from _words(base)
            yield from dir(tuple)
        elif name in defined and name not in below:
            yield from _of_class(defined[name], defined, (*below, node.name))
        else:
            yield from _of_library(name)
    if node.keywords:  # a metaclass may make its classes iterable
        yield COLLECTS


def _own(node: ast.ClassDef) -> Iterator[str]:
    """List the names that a class binds in its body, or sets on its instances."""
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
            if statement.name == "__exit__" and any(map(_may_be_true, ast.walk(statement))):
                yield ENDS_ERRORS
        else:
            yield from (n.id for n in _found(statement, ast.Name) if isinstance(n.ctx, ast.Store))
    for part in _found(node, ast.Attribute, ast.Call, ast.Assign):
        if isinstance(part, ast.Attribute):
            if isinstance(part.ctx, ast.Store):
                yield part.attr
        elif _names_attributes(part):
            yield from _words(part)


def _may_be_true(node: ast.AST) -> bool:
    """Tell whether this is a `return` of a value that may be true."""
    if not isinstance(node, ast.Return) or node.value is None:
        return False
    return not (isinstance(node.value, ast.Constant) and not node.value.value)


def _names_attributes(node: ast.Call | ast.Assign) -> bool:
    """Tell whether the string literals of a statement may be names of attributes."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).endswith(("setattr", "update"))
    return "__slots__" in ast.unparse(node.targets[0])


def _words(node: ast.AST) -> Iterator[str]:
    """List the words in an expression's string literals, and its keyword arguments' names."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from part.value.replace(",", " ").split()
        elif isinstance(part, ast.keyword) and part.arg:
            yield part.arg


def _of_decorator(text: str) -> Iterator[str]:
    if "dataclass" in text:
        yield "__eq__"
    if "total_ordering" in text or ("dataclass" in text and "order=True" in text):
        yield "__lt__"


def _of_library(name: str) -> Iterator[str]:
    found = (vars(module).get(name) for module in _MODULES)
    kind = next((kind for kind in found if kind is not None), None)
    if isinstance(kind, type) and kind is not object:
        yield from (name for base in kind.__mro__ if base is not object for name in vars(base))
        if isinstance(kind, enum.EnumMeta):
            yield from ("name", "value", COLLECTS)
    elif name == "NamedTuple":
        yield from dir(tuple)


def _set_outside(tree: ast.Module) -> Iterator[str]:
    """List attributes that are set outside of classes: nobody can tell on which class."""
    inside = {id(part) for node in _found(tree, ast.ClassDef) for part in ast.walk(node)}
    for part in _found(tree, ast.Attribute):
        if isinstance(part.ctx, ast.Store) and id(part) not in inside:
            yield part.attr


def _of_functions(trees: Iterable[ast.Module]) -> Iterator[str]:
    """List the attributes of functions, also of caches, and a mark if a generator catches."""
    for tree in trees:
        for part in _found(tree, ast.Try):
            if part.handlers and any(_found(part, ast.Yield, ast.YieldFrom)):
                yield ENDS_ERRORS
        own = {node.name for node in _found(tree, ast.FunctionDef, ast.AsyncFunctionDef)}
        for part in _found(tree, ast.Attribute, ast.FunctionDef):
            if isinstance(part, ast.FunctionDef):
                texts = {ast.unparse(d).partition("(")[0] for d in part.decorator_list}
                if any(text.rpartition(".")[2] in ("cache", "lru_cache") for text in texts):
                    yield from OF_CACHES
            elif isinstance(part.ctx, ast.Store) and ast.unparse(part.value) in own:
                yield part.attr
