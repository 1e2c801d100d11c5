"""Wrong and unusual answers, made from solutions by machine: each kind is a function.

A kind gives `Answer`s, in which `twin` is the same answer without what grading.md makes an
exception of (text on stderr, a process that dies), or the honest form of a lie.
"""

import ast
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.diagnosis.mutants import mutants
from tests.grading.exercises import Exercise


class Answer(NamedTuple):
    """An answer, and its twin if it has one."""

    text: str
    twin: str = ""


def functions(text: str) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]


def returning(text: str, template: str, number: int) -> str:
    """Change what one function returns: `{x}` is the value, `{a}` its first argument."""
    tree = ast.parse(text)
    function = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)][number]
    for node in [
        node for node in ast.walk(function) if isinstance(node, ast.Return) and node.value
    ]:
        made = template.format(x=ast.unparse(node.value), a=first_argument(function))
        replaced = ast.parse(made).body[0]
        for parent in ast.walk(function):
            body = next(
                (b for b in vars(parent).values() if isinstance(b, list) and node in b), None
            )
            if body:
                body[body.index(node)] = replaced
    return ast.unparse(ast.fix_missing_locations(tree))


def beginning(text: str, template: str, number: int) -> str:
    """Put a statement in front of a function's body: `{f}` is its name, `{all}` its arguments."""
    tree = ast.parse(text)
    function = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)][number]
    every = ", ".join(argument.arg for argument in function.args.args)
    made = template.format(a=first_argument(function), f=function.name, all=every)
    function.body[:0] = ast.parse(made).body
    return ast.unparse(ast.fix_missing_locations(tree))


def first_argument(function: ast.FunctionDef) -> str:
    named = [argument.arg for argument in function.args.args if argument.arg != "self"]
    return named[0] if named else "None"


def each(text: str, change: Callable[[str, str, int], str], templates: list[str], before: str = ""):
    """Yield the answer with each template in each of its functions."""
    for template in templates:
        for number in range(len(functions(text))):
            made = change(text, template, number)
            if made != ast.unparse(ast.parse(text)):
                yield f"{before}{made}"


def small(exercise: Exercise) -> Iterator[Answer]:
    yield from (Answer(mutant.source) for mutant in mutants(exercise.solution))


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


def aliasing(exercise: Exercise) -> Iterator[Answer]:
    """Return what is no copy: the same object twice, each time, or the one that was given."""
    text = exercise.solution
    yield from (Answer(made) for old, new in COPIES if (made := re.sub(old, new, text)) != text)
    yield from map(Answer, each(text, returning, ["return one({x})"], ONE))
    yield from map(Answer, each(text, returning, ["return always({x})"], KEPT))
    given = "if True:\n    got = {x}\n    return {a} if got == {a} else got"
    yield from map(Answer, each(text, returning, [given]))


TABLES = ["LIMITS", "STOP", "BOARD", "NAMES", "PRICES", "STOCK", "NUMBERS", "SEEN", "TREE"]


def in_place(exercise: Exercise) -> Iterator[Answer]:
    """Change an argument, or a table that the notebook gives."""
    text = exercise.solution
    what = [
        "{a}.reverse()",
        "{a}.append(None)",
        "{a}.clear()",
        "{a}.pop()",
        "{a}.insert(0, 0)",
        "{a}.sort()",
    ]
    lists = [f"if isinstance({{a}}, list):\n    {one}" for one in what if one != "{a}.clear()"]
    others = [
        f"if isinstance({{a}}, dict):\n    {{a}}{one}"
        for one in ["['new'] = 1", ".clear()", ".popitem()"]
    ]
    yield from map(Answer, each(text, beginning, [*lists, *others]))
    late = "if True:\n    got = {{x}}\n    if isinstance({{a}}, (list, dict, set)):\n        {}\n    return got"
    yield from map(Answer, each(text, returning, [late.format("{a}.clear()")]))
    spoiled = "for name in {}:\n    if name in globals():\n        {}"
    clear = spoiled.format(TABLES, "globals()[name].clear()")
    again = spoiled.format(TABLES, "globals()[name] = type(globals()[name])()")
    yield from map(Answer, each(text, beginning, [clear, again]))
    yield from (Answer(f"{text}\n{one}") for one in (clear, again))


def prints(exercise: Exercise) -> Iterator[Answer]:
    text = exercise.solution
    templates = ["print({x})", "return print({x})", "if True:\n    print({x})\n    return {x}"]
    yield from map(Answer, each(text, returning, templates))
    yield from map(
        Answer, each(text, beginning, ["print('here')", "print({a})", "return print({all})"])
    )
    made = re.sub(r"\bprint\((f?\"[^,]*\"[^,]*)\)$", r"return \1", text, flags=re.MULTILINE)
    yield from [Answer(made)] if made != text else []


TYPES = "tuple list float int str set dict bool iter repr sorted".split()
OWN = "def own(got):\n    return type('Own', (type(got),), {})(got)\n"
SHOWN = "def own(got):\n    class Own(type(got)):\n        def __repr__(self): return 'own'\n    return Own(got)\n"


def types(exercise: Exercise) -> Iterator[Answer]:
    text = exercise.solution
    templates = [f"return {kind}({{x}})" for kind in TYPES]
    templates += [
        "return ({x},)",
        "return [{x}]",
        "return {x} or None",
        "return lambda: {x}",
        "yield {x}",
    ]
    yield from map(Answer, each(text, returning, templates))
    for before in (OWN, SHOWN):
        yield from map(Answer, each(text, returning, ["return own({x})"], before))


DEATHS = ["os._exit(1)", "os._exit(0)", "os.abort()", "os.kill(os.getpid(), 9)", "sys.exit()"]
DEATHS += ["sys.exit(0)", "raise SystemExit", "raise KeyboardInterrupt"]


def dead(exercise: Exercise) -> Iterator[Answer]:
    """End the process: in a call, in the second call, or in the cell."""
    text, stop = exercise.solution, "raise RuntimeError"
    for death in DEATHS:
        for template in ("{}", "calls.append(1)\nif len(calls) > 1:\n    {}"):
            texts = [
                [*each(text, beginning, [template.format(how)], "import os, sys\ncalls = []\n")]
                for how in (death, stop)
            ]
            yield from (Answer(*pair) for pair in zip(*texts, strict=True))
        yield Answer(f"{text}\nimport os, sys\n{death}", f"{stop}\n{text}")
    again = "return {f}({all})" if not text.startswith("class") else "return self.{f}()"
    yield from map(Answer, each(text, beginning, [again]))


LOOPS = ["while True:\n    pass", "import itertools\nfor _ in itertools.count():\n    pass"]
LOOPS += ["import time\ntime.sleep(9999)", "n = 1\nwhile n > 0:\n    n += 1"]


def loops(exercise: Exercise) -> Iterator[Answer]:
    """Never end: a call, or the cell."""
    text, stop = exercise.solution, "raise TimeoutError"
    yield from (
        Answer(*pair)
        for pair in zip(
            each(text, beginning, LOOPS), each(text, beginning, [stop] * len(LOOPS)), strict=True
        )
    )
    yield from (Answer(f"{text}\n{loop}", f"{stop}\n{text}") for loop in LOOPS)


SAID = ["print('note', file=sys.stderr)", "warnings.warn('old')", "logging.warning('odd')"]
SAID += ["sys.stderr.write('.')", "1 is 1", "warnings.warn('gone', DeprecationWarning)"]


def stderr(exercise: Exercise) -> Iterator[Answer]:
    """Write to stderr, in the solution and in answers that are wrong besides."""
    before = "import logging, sys, warnings\n"
    for base in [exercise.solution, *(mutant.source for mutant in mutants(exercise.solution)[:4])]:
        yield from (Answer(text, base) for text in each(base, beginning, SAID, before))
        yield from (Answer(f"{before}{base}\n{said}", base) for said in SAID)


USES = (
    "sum(()) sorted(()) max((0,)) min((0,)) abs(0) len('') list(()) str() isinstance(0,int)".split()
)
METHODS = {
    "__len__": "return 1",
    "__iter__": "return iter(())",
    "__call__": "return None",
    "__lt__": "return True",
    "__getattr__": "return 0",
    "__eq__": "return True",
    "reset": "return None",
}


def attributes(exercise: Exercise) -> Iterator[Answer]:
    """Use what a test may forbid; have attributes that must not be, or lack some."""
    text = exercise.solution
    yield from map(Answer, each(text, beginning, [*USES, "import math\nmath.gcd(2, 1)"]))
    yield Answer(f"{text}\n{exercise.name}.pin = 1")
    yield Answer(f"{text}\nlist = str = None")
    if text.startswith("class"):
        head, body = text.split("\n", 1)
        yield from (
            Answer(f"{head}\n    {name} = 1234\n{body}") for name in ("pin", "made", "celsius")
        )
        for name, does in METHODS.items():
            more = (
                ", name"
                if name == "__getattr__"
                else ", other"
                if name in ("__lt__", "__eq__")
                else ""
            )
            yield Answer(f"{text}\n    def {name}(self{more}): {does}")
        for function in functions(text):
            yield Answer(re.sub(rf"\b{function.name}\b", f"{function.name.strip('_')}_", text))
        yield Answer(text.replace("self.", "self._"))
        yield Answer(text.replace("@property", ""))


def chance(exercise: Exercise) -> Iterator[Answer]:
    """Be right in half of all runs of the cell, or in most of all calls."""
    text = exercise.solution
    half = "import random\nlucky = random.random() < 0.5\n"
    yield from map(Answer, each(text, returning, ["return {x} if lucky else None"], half))
    yield from map(
        Answer, each(text, returning, ["return {x} if random.random() < 0.8 else None"], half)
    )


LIE = """class Lie{base}:
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __contains__ = lambda *a: True
    __ne__ = lambda *a: False
    __sub__ = __rsub__ = __add__ = __abs__ = __getitem__ = __getattr__ = lambda *a: 0
    __len__ = lambda *a: 2
    __iter__ = lambda self: iter(())
    __hash__ = lambda self: 0
    {also}
"""
PATCHES = """import builtins, unittest, math
builtins.{name} = lambda *a, **k: True
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


def lies(exercise: Exercise) -> Iterator[Answer]:
    """Deceive the test where it runs in the same process; the twin is wrong and honest."""
    text = exercise.solution
    makers = {
        "": "Lie()",
        "(int)": "Lie(7)",
        "(str)": "Lie('?')",
        "(list)": "Lie()",
        "(float)": "Lie(7)",
    }
    also = ["pass", "__class__ = property(lambda self: float)"]
    wrong = [*each(text, returning, ["return None"])]
    for base, made in makers.items():
        for more in also if not base else also[:1]:
            lie = LIE.format(base=base, also=more)
            yield from map(Answer, each(text, returning, [f"return {made}"], lie), wrong)
    yield from map(Answer, each(text, returning, ["return read()"], READS), wrong)
    for name in ("abs", "all", "sorted", "sum", "round"):
        yield from map(
            Answer, each(text, returning, ["return None"], PATCHES.format(name=name)), wrong
        )


KINDS: dict[str, Callable[[Exercise], Iterator[Answer]]] = {
    kind.__name__: kind
    for kind in (
        *(small, aliasing, in_place, prints, types, dead, loops, stderr, attributes, chance, lies),
    )
}


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
