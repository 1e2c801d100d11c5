"""The names that a cell's text binds, uses and imports, and those that its objects have.

They are found without running it; nothing is ever asked of a student.
"""

import ast
import builtins
import re
import symtable
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from copy import deepcopy
from functools import cache, lru_cache
from keyword import kwlist
from threading import RLock

from IPython.core.inputtransformer2 import TransformerManager
from msgspec import Struct, field

BUILTINS = frozenset(vars(builtins))
OF_IPYTHON = frozenset({"display", "get_ipython", "In", "Out", "exit", "quit"})
_WORD = re.compile(r"[^\W\d]\w*")
_NAMED = re.compile(r"\b(?:def|class|as) ([^\W\d]\w*)|\b([^\W\d]\w*) ?:=")
# In parentheses over several lines: the names of an import, and targets of an assignment.
_IN_PARENTHESES = re.compile(
    r"\bimport[ \t]?\(([^()]*)\)|^[ \t]*[(\[]([^()\[\]=]*)[)\]][ \t]*=(?!=)", re.MULTILINE
)
_INNERMOST, _DEEPEST = re.compile(r"\([^()]*\)"), 5
_ASSIGNS = re.compile(r"(?:(?<![=!<>])|(?<=<<)|(?<=>>))=(?!=)")
ARITHMETIC = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split()
_RELATED = [("eq", "ne", "hash"), ("lt", "le", "gt", "ge"), ("len", "bool"), ("iter", "next")]
_RELATED += [(name, f"r{name}", f"i{name}") for name in ARITHMETIC]
_GROUPS = [frozenset(f"__{name}__" for name in group) for group in _RELATED]
# A mark among the names of a class.
COLLECTS = "a class with items"  # it can itself be iterated, such as an enumeration
GIVES = "gives objects"
"""What is noted, in place of a class, of a function whose call gave an object."""


PARSING = RLock()
"""Only one thread may parse at a time: CPython 3.11 counts the depth of trees for all of them."""


def parsed(text: str) -> ast.Module:
    """Parse Python."""
    with PARSING:
        return ast.parse(text)


def literal(text: str) -> object:
    """Return the value of a literal."""
    with PARSING:
        return ast.literal_eval(text)


@lru_cache(1000)
def python(text: str) -> str:
    """Turn the text of a cell into plain Python: magics become calls."""
    return TransformerManager().transform_cell(text)


@lru_cache(1000)
def tree(text: str) -> ast.Module:
    """Parse the text of an instructor's cell; what is no Python is an empty module."""
    try:
        return parsed(python(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


@cache
def used(text: str) -> frozenset[str]:
    """Find the global names that a cell uses, in its functions too."""
    return frozenset(_globals(_symbols(text))) - BUILTINS


class _Apart(ast.NodeTransformer):
    """A transformer that gives each comprehension its own scope, as generator expressions have."""

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node, (ast.ListComp, ast.SetComp)):
            return ast.GeneratorExp(node.elt, node.generators)
        if isinstance(node, ast.DictComp):
            pair = ast.Tuple([node.key, node.value], ast.Load())
            return ast.GeneratorExp(pair, node.generators)
        return node


def _symbols(text: str) -> symtable.SymbolTable:
    # From Python 3.12 on (PEP 709) a comprehension's names are in the symbol table around it.
    # The names that a cell binds must not depend on the version of Python.
    apart = ast.unparse(_Apart().visit(deepcopy(tree(text))))
    try:
        return symtable.symtable(apart, "cell", "exec")
    except SyntaxError:
        return symtable.symtable("", "cell", "exec")


def _globals(table: symtable.SymbolTable) -> set[str]:
    top = table.get_type() == "module"
    symbols = [s for s in table.get_symbols() if s.is_referenced() and (top or s.is_global())]
    return {s.get_name() for s in symbols}.union(*map(_globals, table.get_children()))


@cache
def bound(text: str) -> frozenset[str]:
    """Find the global names that a cell binds, or whose contents it changes."""
    table = _symbols(text)
    names = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    changed = set[str]()
    for node in ast.walk(tree(text)):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            changed |= {inner.id for inner in ast.walk(node.value) if isinstance(inner, ast.Name)}
    # A function also changes what it is given, by names of its own.
    return frozenset(names | _walrus(table) | (changed & _globals(table)))


def _walrus(table: symtable.SymbolTable) -> set[str]:
    """Find the names that ``:=`` binds within comprehensions, and so outside of them."""
    inside = [child for child in table.get_children() if child.get_name() == "genexpr"]
    symbols = [s for child in inside for s in child.get_symbols()]
    found = {s.get_name() for s in symbols if s.is_assigned() and s.is_global()}
    return found.union(*map(_walrus, inside))


def at_a_glance(text: str) -> set[str]:
    r"""Find more than the names that a cell binds, in linear time: to parse it may end Python.

    Examples
    --------
    >>> sorted(at_a_glance("import os.path as p\nfor i in x:\n    table[i], n = 1, f(n == 2)"))
    ['i', 'n', 'os', 'p', 'path', 'table', 'x']
    >>> sorted(at_a_glance("async def f(x): pass\nclass A(B): pass\nprint(g(x))\nwith h as j: 0"))
    ['A', 'f', 'j']
    >>> sorted(at_a_glance("from m import (\n  a,\n  b,\n)\n(c, d) = e\nif (n := g(h)): pass"))
    ['a', 'b', 'c', 'd', 'm', 'n']
    >>> sorted(at_a_glance("f(x=0); a = b = 1; import c\nwhile g(h(x)) >= 1: d, e[f(x)] = 2"))
    ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    """
    several = (part for pair in _IN_PARENTHESES.findall(text) for part in pair)
    found = {name for part in several for name in _WORD.findall(part)}
    for line in {*text.splitlines(), *text.replace(";", "\n").splitlines()}:
        found.update(name for pair in _NAMED.findall(line) for name in pair if name)
        if line.split(maxsplit=1)[:1] in (["import"], ["from"], ["for"]):
            found.update(_WORD.findall(line.partition(":")[0]))
        for _ in range(_DEEPEST):  # a call's keyword arguments are no targets
            line = _INNERMOST.sub("", line)
        found.update(*map(_WORD.findall, _ASSIGNS.split(line)[:-1]))
    return found.difference(kwlist)


def binds_unseen(text: str) -> bool:
    """Tell whether a cell may bind names that `at_a_glance` cannot find."""
    return any(word in text for word in ("import *", "globals()", "exec(", "%run"))


def words(text: str) -> set[str]:
    """Find all names that a cell may use, without parsing it."""
    return {*_WORD.findall(text)}.difference(kwlist)


def reached(by: Collection[str], cells: Iterable[tuple[str, bool]]) -> Set[str]:
    """Find the names whose values may differ if some names have other values."""
    using = defaultdict[str, set[tuple[str, bool]]](set)
    for text, given in cells:
        for name in used(text) | bound(text) if given else words(text):
            using[name].add((text, given))
    found, waiting, done = {*by}, [*by], set[tuple[str, bool]]()
    while waiting:  # each name once, and with it each cell once
        cells = using.pop(waiting.pop(), set()) - done
        done |= cells
        new = set[str]().union(*(_changes(*cell, by) for cell in cells)) - found
        found |= new
        waiting += new
    return found


def _changes(text: str, given: bool, by: Collection[str]) -> Set[str]:
    if given:
        # A method may change the object it is called on.
        return bound(text) | {name for name in used(text) if f"{name}." in text}
    found = at_a_glance(text)
    # The cell that binds the names uses others, whose values do not depend on these.
    return found if found.intersection(by) else words(text)


@cache
def imported(text: str) -> frozenset[str]:
    r"""Find the modules that a cell may import, for a name may be a module of a package.

    Examples
    --------
    >>> sorted(imported("import os.path as p\nfrom math import pi"))
    ['math', 'math.pi', 'os', 'os.path']
    """
    found = set[str]()
    for node in ast.walk(tree(text)):
        match node:
            case ast.Import(aliases):
                found.update(*((alias.name, alias.name.partition(".")[0]) for alias in aliases))
            case ast.ImportFrom(str(module), aliases):
                found |= {module, *(f"{module}.{alias.name}" for alias in aliases)}
    return frozenset(found)


def constants(text: str) -> set[str]:
    """Find the names that a cell binds to a literal at its top level."""
    return {
        target.id
        for node in tree(text).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def functions(text: str) -> list[str]:
    """List the functions that a cell defines at its top level."""
    return [node.name for node in tree(text).body if isinstance(node, ast.FunctionDef)]


def statements(text: str, importing: bool) -> list[str]:
    r"""List the statements at the top level of a cell: those that import, or the others.

    Examples
    --------
    >>> statements("import math\nassert f(1)\ndef t():\n    import re", True)
    ['import math']
    """
    kinds = ast.Import, ast.ImportFrom
    return [ast.unparse(node) for node in tree(text).body if isinstance(node, kinds) is importing]


def imported_names(text: str) -> dict[str, str]:
    r"""Return the names that a cell imports from modules at its top level, with their statements.

    Examples
    --------
    >>> imported_names("from math import pi, e as euler\nimport os\nfrom os import *")
    {'pi': 'from math import pi', 'euler': 'from math import e as euler'}
    """
    return {
        alias.asname or alias.name: ast.unparse(ast.ImportFrom(node.module, [alias], node.level))
        for node in tree(text).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name != "*"
    }


def binding(text: str, wanted: Collection[str]) -> str:
    r"""Return the top-level statements of a cell that wanted names need, imports aside, as text.

    Examples
    --------
    >>> print(binding("a = 1\nassert f(a)\nb = a + 1\nc = 3\ndef g(): return b", {"g"}))
    a = 1
    b = a + 1
    def g():
        return b
    """
    kept, needed = [], set(wanted)
    for part in reversed(statements(text, importing=False)):
        if bound(part) & needed:
            kept.append(part)
            needed |= used(part)
    return "\n".join(reversed(kept))


@cache
def seeds_afresh(text: str) -> bool:
    """Tell whether a cell calls ``random.seed()``, for numbers that nobody can foresee."""
    return "random.seed" in text and any(
        isinstance(node, ast.Call) and not node.args and ast.unparse(node.func) == "random.seed"
        for node in ast.walk(tree(text))
    )


class Abilities(Struct):
    """What proxies may be asked for: names by class, and attributes of functions.

    Only calls of `givers` may give objects; None is for all. While the solution is `learning`,
    every name may be asked for, of special methods those in `exports.SPECIAL`, and is noted.
    """

    classes: dict[str, list[str]] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    givers: list[str] | None = None
    learning: bool = False


def abilities(texts: Iterable[str], seen: Mapping[str, Collection[str]] | None = None) -> Abilities:
    r"""Read the abilities of a source's objects off its classes, and what tests have asked of them.

    Examples
    --------
    >>> text = "class Card:\n    def __init__(self): self.rank = 1\n    def __add__(self, n): pass"
    >>> sorted({"__init__", "__radd__", "rank"} & {*abilities([text]).classes["Card"]})
    ['__init__', '__radd__', 'rank']
    """
    seen = seen or {}
    classes: dict[str, set[str]] = {}
    for node in (node for text in texts for node in ast.walk(tree(text))):
        if isinstance(node, ast.ClassDef):
            written = words(ast.unparse(node))
            classes.setdefault(node.name, {*seen.get(node.name, ())}).update(written)
    for can in classes.values():  # an object with `__add__` may be asked for `__radd__`, too
        can.update(*[group for group in _GROUPS if can & group])
    return Abilities({name: sorted(can) for name, can in classes.items()}, sorted(seen.get("", ())))
