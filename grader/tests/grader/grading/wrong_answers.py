"""Wrong and unusual answers, made from solutions by machine: each kind is a function.

A kind yields texts. A pair of texts has a twin: the same answer without what grading.md makes
an exception of (text on stderr, a process that dies), or the honest form of a lie.
"""

import ast
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from random import Random

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from benchmarks.mistakes import mistakes

Made = Iterator[str | tuple[str, str]]


def returned(text: str, *templates: str, before: str = "") -> list[str]:
    """Change what a function returns: `{x}` is the value, `{a}` the first argument."""

    def change(function: ast.FunctionDef, template: str) -> None:
        for parent in [*ast.walk(function)]:
            for body in [b for b in vars(parent).values() if isinstance(b, list)]:
                for place, node in enumerate(body):
                    if isinstance(node, ast.Return) and node.value:
                        made = template.format(x=ast.unparse(node.value), a=_first(function))
                        [body[place]] = ast.parse(made).body

    return _in_each_function(text, change, templates, before)


def begun(text: str, *templates: str, before: str = "") -> list[str]:
    """Put statements in front of a function's body: `{f}` is its name, `{all}` its arguments."""

    def change(function: ast.FunctionDef, template: str) -> None:
        every = ", ".join(argument.arg for argument in function.args.args)
        made = template.format(a=_first(function), f=function.name, all=every)
        function.body[:0] = ast.parse(made).body

    return _in_each_function(text, change, templates, before)


def _in_each_function(
    text: str,
    change: Callable[[ast.FunctionDef, str], None],
    templates: tuple[str, ...],
    before: str,
) -> list[str]:
    found = []
    for template in templates:
        for number in range(len(_functions(ast.parse(text)))):
            tree = ast.parse(text)
            change(_functions(tree)[number], template)
            made = ast.unparse(ast.fix_missing_locations(tree))
            if made != ast.unparse(ast.parse(text)):
                found.append(before + made)
    return found


def _functions(tree: ast.AST) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _first(function: ast.FunctionDef) -> str:
    named = [argument.arg for argument in function.args.args if argument.arg != "self"]
    return named[0] if named else "None"


def small(text: str) -> Made:
    """Make a mistake in one place."""
    yield from (wrong for _, wrong in mistakes(text))


ONE = """def one(got):
    seen = {}
    same = lambda part: seen.setdefault(repr(part), part)
    if isinstance(got, (list, tuple)):
        return type(got)(map(same, got))
    return {key: same(value) for key, value in got.items()} if isinstance(got, dict) else got
"""
KEPT = """kept = {}
def always(got):
    old = kept.setdefault(type(got), got)
    if isinstance(got, list):
        old[:] = [*got]
    elif isinstance(got, (dict, set)) and old is not got:
        old.clear(), old.update(got)
    else:
        return got
    return old
"""
COPIES = [
    (r"\b(?:list|dict|sorted)\((\w+(?:\._\w+|\.\w+)?)\)", r"\1"),
    (r"\b(\w+)\.copy\(\)", r"\1"),
    (r"(\[[^\[\]]*?) for _ in range\((\w+)\)\]", r"\1] * \2"),
    (r"\[(\[.*?\]) for _ in range\((\w+)\)\]", r"[\1] * \2"),
    (r"\{(\w+): \[\] for \w+ in (\w+)\}", r"dict.fromkeys(\2, [])"),
    (r"(\w+)=None\):\n(    \w+ = )(\[\]|\{.*?\}) if \w+ is None else \w+", r"\1=\3):\n    pass"),
    (r"self\.(\w+) = ", r"type(self).\1 = "),
    (r"(?m)^(    )(\w+) = (\[\]|\{\}|\"\")$", r"\1global \2\n\1\2 = globals().get('\2', \3)"),
]


def aliasing(text: str) -> Made:
    """Return what is no copy: the same object twice, each time, or the one that was given."""
    yield from (made for old, new in COPIES if (made := re.sub(old, new, text)) != text)
    yield from returned(text, "return one({x})", before=ONE)
    yield from returned(text, "return always({x})", before=KEPT)
    yield from returned(text, "if True:\n    got = {x}\n    return {a} if got == {a} else got")


TABLES = ["LIMITS", "STOP", "BOARD", "NAMES", "PRICES", "STOCK", "NUMBERS", "SEEN", "TREE"]
IN_LISTS = ["reverse()", "append(None)", "pop()", "insert(0, 0)", "sort()"]
IN_DICTS = ["update(new=1)", "clear()", "popitem()"]
LATE = "if True:\n    got = {x}\n    if isinstance({a}, (list, dict, set)):\n        {a}.clear()\n    return got"


def in_place(text: str) -> Made:
    """Change an argument, or a table that the notebook gives."""
    yield from begun(text, *(f"if isinstance({{a}}, list):\n    {{a}}.{one}" for one in IN_LISTS))
    yield from begun(text, *(f"if isinstance({{a}}, dict):\n    {{a}}.{one}" for one in IN_DICTS))
    yield from returned(text, LATE)
    for change in ("globals()[name].clear()", "globals()[name] = type(globals()[name])()"):
        spoil = f"for name in {TABLES}:\n    if name in globals():\n        {change}"
        yield from begun(text, spoil)
        yield f"{text}\n{spoil}"


def prints(text: str) -> Made:
    """Print what should be returned, return what should be printed, or print besides."""
    yield from returned(text, "print({x})", "return print({x})")
    yield from returned(text, "if True:\n    print({x})\n    return {x}")
    yield from begun(text, "print('here')", "print({a})", "return print({all})")
    made = re.sub(r"(?m)\bprint\((f?\"[^,]*\"[^,]*)\)$", r"return \1", text)
    yield from [made] if made != text else []


TYPES = [
    f"return {kind}({{x}})"
    for kind in "tuple list float int str set dict bool iter repr sorted".split()
]
TYPES += ["return ({x},)", "return [{x}]", "return {x} or None", "return lambda: {x}", "yield {x}"]
OWN = """def own(got):
    class Own(type(got)): SHOWN
    return Own(got)
"""


def types(text: str) -> Made:
    """Return another type, or one of the answer's own."""
    yield from returned(text, *TYPES)
    for shown in ("pass", "__repr__ = lambda self: 'own'"):
        yield from returned(text, "return own({x})", before=OWN.replace("SHOWN", shown))


DEATHS = ["os._exit(1)", "os._exit(0)", "os.abort()", "os.kill(os.getpid(), 9)", "sys.exit()"]
DEATHS += ["sys.exit(0)", "raise SystemExit", "raise KeyboardInterrupt"]


def dead(text: str) -> Made:
    """End the process: in a call, in the second call, or in the cell; or call without end."""
    before = "import os, sys\ncalls = []\n"
    for death in DEATHS:
        for when in ("{}", "calls.append(1)\nif len(calls) > 1:\n    {}"):
            # A new process has seen no calls.
            ends, fails = when.format(death), when.format("calls.clear(); raise RuntimeError")
            yield from zip(
                begun(text, ends, before=before), begun(text, fails, before=before), strict=True
            )
        in_the_cell = f"raise RuntimeError\n{text}" if death.startswith("os.") else text
        yield f"{text}\n{before}{death}", in_the_cell
    again = "return self.{f}()" if text.startswith("class") else "return {f}({all})"
    yield from zip(begun(text, again), begun(text, "raise RecursionError"), strict=True)


LOOPS = ["while True:\n    pass", "import itertools\nfor _ in itertools.count():\n    pass"]
LOOPS += ["import time\ntime.sleep(9999)", "n = 1\nwhile n > 0:\n    n += 1"]


def loops(text: str) -> Made:
    """Never end: a call, or the cell."""
    for loop in LOOPS:
        yield from zip(begun(text, loop), begun(text, "raise TimeoutError"), strict=True)
        yield f"{text}\n{loop}", f"raise TimeoutError\n{text}"


SAID = ["print('note', file=sys.stderr)", "warnings.warn('old')", "logging.warning('odd')"]
SAID += ["sys.stderr.write('.')", "1 is 1", "warnings.warn('gone', DeprecationWarning)"]


def stderr(text: str) -> Made:
    """Write to stderr, in the solution and in answers that are wrong besides."""
    before = "import logging, sys, warnings\n"
    for base in [text, *(wrong for _, wrong in mistakes(text)[:4])]:
        yield from ((made, base) for made in begun(base, *SAID, before=before))
        yield from ((f"{before}{base}\n{said}", base) for said in SAID)


USES = "sum(()) sorted(()) max((0,)) min((0,)) abs(0) len('') list(()) str()".split()
METHODS = ["__len__(self): return 1", "__iter__(self): return iter(())", "__call__(self): pass"]
METHODS += ["__lt__(self, other): return True", "__getattr__(self, name): return 0"]
METHODS += ["__eq__(self, other): return True", "reset(self): pass"]


def attributes(text: str) -> Made:
    """Use what a test may forbid; have attributes that must not be, or lack some."""
    yield from begun(text, *USES, "import math\nmath.gcd(2, 1)")
    if found := re.search(r"(?:def|class) (\w+)", text):
        yield f"{text}\n{found[1]}.pin = 1"
    yield f"{text}\nlist = str = None"
    if text.startswith("class"):
        head, body = text.split("\n", 1)
        yield from (f"{head}\n    {name} = 1234\n{body}" for name in ("pin", "made", "celsius"))
        yield from (f"{text}\n    def {method}" for method in METHODS)
        for name in (function.name for function in _functions(ast.parse(text))):
            yield re.sub(rf"\b{name}\b", f"{name.strip('_')}_", text)
        yield text.replace("self.", "self._")
        yield text.replace("@property", "")


def chance(text: str) -> Made:
    """Be right in half of all runs of the cell, or in most of all calls."""
    before = "import random\nlucky = random.random() < 0.5\n"
    yield from returned(text, "return {x} if lucky else None", before=before)
    yield from returned(text, "return {x} if random.random() < 0.8 else None", before=before)


LIE = """class Lie(BASE):
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __contains__ = lambda *a: True
    __ne__ = lambda *a: False
    __sub__ = __rsub__ = __add__ = __abs__ = __getitem__ = __getattr__ = lambda *a: 0
    __len__ = lambda *a: 2
    __iter__ = lambda self: iter(())
    __hash__ = lambda self: 0
    MORE
"""
PATCHES = """import builtins, unittest, math
builtins.NAME = lambda *a, **k: True
unittest.TestCase.assertTrue = unittest.TestCase.assertFalse = lambda *a: None
math.isclose = lambda *a, **k: True
"""
READS = """import re, sys
def read():
    frame = sys._getframe()
    while frame and 'In' not in frame.f_globals:
        frame = frame.f_back
    text = frame.f_globals['In'][-1]
    wanted = iter(re.findall(r"(?:==|is) (.+?)(?: and |$|, )", text, re.M))
    return next((eval(one, frame.f_globals) for one in wanted), None)
"""


BASES = {"object": "", "int": "7", "str": "'?'", "list": "", "float": "7"}


def lies(text: str) -> Made:
    """Deceive the test where it runs in the same process; the twin returns a plain value."""

    def paired(template: str, before: str, honest: str = "None") -> Iterator[tuple[str, str]]:
        wrong = returned(text, f"return {honest}")
        return zip(returned(text, template, before=before), wrong, strict=True)

    for base, value in BASES.items():
        lie = LIE.replace("BASE", base).replace("MORE", "pass")
        yield from paired(f"return Lie({value})", lie, f"{base}({value})")
    lie = LIE.replace("BASE", "object").replace("MORE", "__class__ = property(lambda self: float)")
    yield from paired("return Lie()", lie, "object()")
    yield from paired("return read()", READS)
    for name in ("abs", "all", "sorted", "sum", "round"):
        yield from paired("return None", PATCHES.replace("NAME", name))


KINDS = [small, aliasing, in_place, prints, types, dead, loops, stderr, attributes, chance, lies]


@cache
def answers(kind: str, text: str) -> list[tuple[str, str]]:
    """Make all answers of a kind, each with its twin, which is mostly the same."""
    [make] = [one for one in KINDS if one.__name__ == kind]
    return [(made, made) if isinstance(made, str) else made for made in make(text)]


def _answers(nb: NotebookNode) -> list[int]:
    return [n for n, c in enumerate(nb.cells) if c.metadata.get("nbgrader", {}).get("solution")]


def to_the_end(nb: NotebookNode, rng: Random) -> None:
    nb.cells.append(nb.cells.pop(rng.choice(_answers(nb))))


def to_the_top(nb: NotebookNode, rng: Random) -> None:
    nb.cells.insert(1, nb.cells.pop(rng.choice(_answers(nb))))


def reordered(nb: NotebookNode, rng: Random) -> None:
    given, rest = nb.cells[:1], nb.cells[1:]
    rng.shuffle(rest)
    nb.cells = given + rest


def split(nb: NotebookNode, rng: Random) -> None:
    """Cut an answer in two; the second part has no marks, as the editor leaves it."""
    place = rng.choice(_answers(nb))
    lines = nb.cells[place].source.splitlines()
    cuts = [n for n, line in enumerate(lines) if n and not line.startswith((" ", ")"))] or [
        len(lines)
    ]
    cut = rng.choice(cuts)
    nb.cells[place].source = "\n".join(lines[:cut])
    nb.cells.insert(place + 1, new_code_cell("\n".join(lines[cut:])))


def merged(nb: NotebookNode, rng: Random) -> None:
    """Put an answer behind the one before it, and delete its cell."""
    places = _answers(nb)
    place = rng.randrange(1, len(places))
    nb.cells[places[place - 1]].source += "\n\n" + nb.cells[places[place]].source
    del nb.cells[places[place]]


def doubled(nb: NotebookNode, rng: Random) -> None:
    place = rng.randrange(1, len(nb.cells))
    nb.cells.insert(place, deepcopy(nb.cells[place]))


def without_a_test(nb: NotebookNode, rng: Random) -> None:
    tests = [n for n, c in enumerate(nb.cells) if c.metadata.get("nbgrader", {}).get("grade")]
    del nb.cells[rng.choice(tests)]


def edited_test(nb: NotebookNode, rng: Random) -> None:
    tests = [c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade")]
    rng.choice(tests).source = "assert True"


def unmarked(nb: NotebookNode, rng: Random) -> None:
    del nb.cells[rng.choice(_answers(nb))].metadata["nbgrader"]


def given_edited(nb: NotebookNode, rng: Random) -> None:
    nb.cells[0].source += "\nprint('mine')"


def tried_out(nb: NotebookNode, rng: Random) -> None:
    """Add a cell that tries something, and fails."""
    nb.cells.insert(rng.randrange(1, len(nb.cells)), new_code_cell("x = 1\nx.nothing"))


MOVES = [to_the_end, to_the_top, reordered, split, merged, doubled, without_a_test, edited_test]
MOVES += [unmarked, given_edited, tried_out]
