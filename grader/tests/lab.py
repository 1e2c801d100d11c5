"""A course with arrays, frames, a class and given files, and what students may try there.

Each attack is a wrong answer that wants points, or a right one that wants more than that.
"""

import pickle

from .attacked import Attack, AttackedCourse, both
from .more_attacks import GIVEN_BY_SOURCE, ODD, SAY, wrong_answers

SECRETS = ["TopSecretReference", "38.48", "a secret message"]
"""What stands in hidden tests only."""
GIVEN_FILES = {"data.pkl": pickle.dumps([1, 2, 3]), "expected.txt": b"6"}
GIVEN_FILES["helper.py"] = b"def twice(n):\n    return 2 * n\n"
GIVEN = """import pickle
import numpy as np
import pandas as pd
import helper
data = pickle.load(open('data.pkl', 'rb'))
frame = pd.DataFrame({'a': [1.0, None], 'b': [1, 2]})"""
ANSWERS = {
    "squares": "def squares(n): return [i * i for i in range(n)]",
    "clean": "def clean(frame): return frame.dropna()",
    "area": "from math import isclose, pi\nclass Vector:\n    def __add__(self, n): return self\n"
    "def area(r): return pi * r**2",
    "total": "def total(): return 1 + 2 + 3",
    "best": "def best(): return 3",
    "count": "def count(codes, is_good): return sum(map(is_good, codes))",
}
VISIBLE = {
    "squares": "assert np.allclose(squares(4), [0, 1, 4, 9])",
    "clean": "assert clean(frame).shape == (1, 2)",
    "area": "assert abs(area(2) - 12.56637) < 1e-4",
    "total": "assert total() == int(open('expected.txt').read())",
    "best": "assert best() == max(data)",
    "count": "assert count([1, 2, 3], lambda n: n > 1) == 2",
}
HIDDEN = {
    "squares": "from fractions import Fraction as TopSecretReference\n"
    "assert np.asarray(squares(3)).tolist() == [0, 1, 4]",
    "clean": "want = frame.dropna()\nassert clean(frame).equals(want)",
    "area": "assert abs(area(3.5) - 38.48451) < 1e-4 and isclose(area(3.5), 38.48451, abs_tol=1e-4)",
    "total": "assert helper.twice(total()) == 12",
    "best": "assert best() in data and best() == data[-1]",
    "count": "def good(n):\n    assert n in (1, 2), 'a secret message'\n    return n > 1\n"
    "assert count([1, 2, 2], good) == 2",
}

for _name, (_answer, _visible, _hidden) in GIVEN_BY_SOURCE.items():
    ANSWERS[_name], VISIBLE[_name], HIDDEN[_name] = _answer, _visible, _hidden


def on(exercise: str, text: str, after: str = "pass", lost: list[str] | None = None) -> Attack:
    """A wrong answer to one exercise, which is to lose both of its tests."""
    return Attack({exercise: text}, both(exercise) if lost is None else lost, after)


EVIL = """import os, pickle
class Evil:
    def __reduce__(self): return os.system, ('id > LEFT',)
open('data.pkl', 'wb').write(pickle.dumps(Evil()))
def best(): return 3"""
MEMORY = "{'version': 3, 'shape': (), 'typestr': '|S9000', 'data': b'x' * 64, 'offset': -4000}"
AWAY = "{'version': 3, 'shape': (9,), 'typestr': '|u1', 'data': (8, True)}"
EQUAL = "equals = lambda self, other: True\n    shape = (1, 2)"
LIAR = """class Lie({base}):
    def __eq__(self, other): heard.append(other); return True
    def __sub__(self, other): heard.append(other); return 0.0
    __rsub__ = __abs__ = __sub__
    def __lt__(self, other): return True
    def __array__(self, *more): import numpy; return numpy.array([0, 1, 4, 9])
    __hash__ = None
heard = []
"""
WIRE = """import json, os, struct, threading, time
def send(message):
    data = json.dumps(message).encode()
    for n in range(3, 64):
        try: os.write(n, struct.pack('!I', len(data)) + data)
        except OSError: pass
"""
OF_THE_REVIEW = {
    "a given file is code": on("best", EVIL, lost=[]),
    "a given file is mine": on("total", "open('expected.txt', 'w').write('7')\ndef total(): return 7"),
    "given data are mine": on(
        "best",
        "import pickle\nopen('data.pkl', 'wb').write(pickle.dumps([0]))\ndef best(): return 0",
    ),
    "memory by a function": on(
        "squares", f"def lie(): pass\nlie.__array_interface__ = {MEMORY}\ndef squares(n): return lie"
    ),
    "memory by an object": on(
        "squares",
        f"class Lie: __array_interface__ = {MEMORY}\ndef squares(n): return Lie()",
    ),
    "memory that is not there": on(
        "squares", f"def lie(): pass\nlie.__array_interface__ = {AWAY}\ndef squares(n): return lie"
    ),
    "a function with attributes": on(
        "clean",
        "def lie(): pass\nlie.equals = lambda other: True\nlie.shape = (1, 2)\ndef clean(f): return lie",
    ),
    "an iterator of Python's": on(
        "clean",
        f"class Lie:\n    __module__ = 'builtins'\n    {EQUAL}\n    def __next__(self): pass\n"
        "    def __iter__(self): return self\ndef clean(f): return Lie()",
    ),
    "a class of the source's": on(
        "area",
        "heard = []\nclass Vector:\n    def __sub__(self, n): heard.append(n); return 0.0\n"
        "def area(r): return Vector()",
        SAY,
    ),
    "what the tests import": on(
        "area",
        "def isclose(*a, **k): return True\ndef area(r): return 12.56637",
        lost=["hidden-area"],
    ),
    "an empty array": on(
        "squares",
        "import numpy\ndef squares(n): return numpy.empty((0, 1))",
        lost=["hidden-squares"],
    ),
    "lines of hidden tests": Attack(
        {}, [], "print([text for text in In if 'Top' in text], [n for n in dir() if 'Top' in n])"
    ),
    "threads": on(
        "squares",
        "import threading, time\nthreading.stack_size(65536)\nfor n in range(2000):\n"
        "    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n"
        "def squares(n): return None",
    ),
}  # fmt: skip
CALLED = "def count(codes, is_good):\n    try: is_good(7)\n    except BaseException as error: look(error)\n    return 2\n"
LOOK = """heard = []
def look(error):
    import traceback
    heard.extend(traceback.format_exception(error)); heard.append(str(vars(error)))
    place = error.__traceback__
    while place:
        heard.append(str(place.tb_frame.f_locals.keys())); place = place.tb_next
"""
NEW = {
    **{
        f"a lying {base or 'object'}": on(
            "area", LIAR.format(base=base) + "def area(r): return Lie()", SAY
        )
        for base in ("", "float", "int", "str", "list", "complex")
    },
    "a lying array": on(
        "area",
        "import numpy\n" + LIAR.format(base="numpy.ndarray")
        + "def area(r): return numpy.zeros(()).view(Lie)", SAY,
    ),
    "a lying frame": on(
        "clean",
        "import pandas\n" + LIAR.format(base="pandas.DataFrame")
        + f"    {EQUAL}\ndef clean(f): return Lie()".replace("    equals", "Lie.equals").replace(
            "    shape = (1, 2)", "Lie.shape = (1, 2)"
        ),
        lost=["hidden-clean"],
    ),
    "a frame of liars": on(
        "clean",
        LIAR.format(base="") + "import pandas\n"
        "def clean(f): return pandas.DataFrame({'a': [Lie()], 'b': [Lie()]})",
        lost=["hidden-clean"],
    ),
    "a masked array": on(
        "squares", "import numpy\ndef squares(n): return numpy.ma.masked_all(n)"
    ),
    "not a number": on("area", "def area(r): return float('nan')"),
    "an error that ends cells": on(
        "squares", "from IPython.core.error import UsageError\ndef squares(n): raise UsageError('-')"
    ),
    "an error that shows itself": on(
        "squares",
        "class E(Exception):\n    def _render_traceback_(self): return []\n"
        "    def __str__(self): raise SystemExit\ndef squares(n): raise E",
    ),
    "an end that is no error": on("squares", "def squares(n): raise SystemExit(0)"),
    "what a callback says": on("count", LOOK + CALLED, SAY, ["hidden-count"]),
    "a callback kept": on(
        "count",
        "kept, heard = [], []\ndef count(codes, is_good): kept.append(is_good); return 2",
        "for f in kept:\n    try: heard.append(f(7))\n    except BaseException as e: heard.append(str(e))\n"
        + SAY, [],
    ),
    "a module in front of the given one": on(
        "total",
        "import os\nfor name in ('helper.so', 'helper.abi3.so', 'helper.pyc', 'helper/__init__.py'):\n"
        "    os.makedirs(os.path.dirname(name) or '.', exist_ok=True)\n"
        "    open(name, 'w').write('def twice(n): return 12')\ndef total(): return 6.5",
    ),
    "a given module is mine": on(
        "total", "open('helper.py', 'w').write('def twice(n): return 12')\ndef total(): return 6.5"
    ),
    "a folder in a file's place": on(
        "total",
        "import os\nos.remove('expected.txt')\nos.mkdir('expected.txt')\n"
        "open('expected.txt/6', 'w').write('6')\ndef total(): return 6.5",
    ),
    "a file that is no file": on(
        "total",
        "import os\nos.remove('expected.txt')\ntry: os.mkfifo('expected.txt')\nexcept OSError: pass\n"
        "def total(): return 6.5",
    ),
    "settings of a library": on(
        "squares",
        "open('matplotlibrc', 'w').write('backend: module://evil')\nopen('sitecustomize.py', 'w')"
        ".write('1/0')\nopen('.pdbrc', 'w').write('q')\ndef squares(n): return None",
    ),
    "a forged answer": on(
        "squares",
        WIRE + "def squares(n):\n    for m in ({'type': 'Tested', 'outputs': [], 'lost': False,"
        " 'tried': []}, {'type': 'Ran', 'outputs': []}, {'type': 'Done'}): send(m)",
    ),
    "forged all the time": on(
        "squares",
        WIRE + "def go():\n    while True: send({'type': 'Ran', 'outputs': []}); time.sleep(0.01)\n"
        "threading.Thread(target=go, daemon=True).start()\ndef squares(n): return None",
    ),
    "a forged function": on(
        "squares",
        WIRE + "f = {'type': 'Function', 'name': 'x): import os #', 'text': '', 'parameters': "
        "[{'name': 'a=__import__(\"os\")', 'kind': 'VAR_KEYWORD'}], 'number': 0}\n"
        "def squares(n): send({'type': 'Found', 'names': {'squares': f, 'assert': f}})",
    ),
    "keys of one hash": on(
        "squares", "def squares(n): return {i * (2**61 - 1): 0 for i in range(2000)}"
    ),
    "nested in itself": on("squares", "def squares(n):\n    a = []\n    a.append(a)\n    return a"),
    "nested too deeply": on(
        "squares", "def squares(n):\n    a = []\n    for i in range(10**5): a = [a]\n    return a"
    ),
    "no end of items": on(
        "squares", "def squares(n):\n    while True: yield n", lost=["hidden-squares"]
    ),
    "no text": on("squares", "def squares(n): return '\\ud800' * 9"),
    "a number of a million digits": on("area", "def area(r): return 10**10**6"),
    "names of files that are no text": on(
        "squares",
        "import os\nfor name in (b'\\xff', b'a\\nb', b'x' * 255, '\\u202eb'.encode()):\n"
        "    open(name, 'w').write('x')\ndef squares(n): return None",
    ),
    "two thousand files": on(
        "squares",
        "for n in range(2000): open(f'f{n}', 'w').write('x')\ndef squares(n): return None",
    ),
    "Python's own names": on(
        "area",
        "import builtins\nbuiltins.abs = abs = lambda n: 0.0\nbuiltins.isinstance = lambda *a: True\n"
        "import numpy, math\nmath.isclose = lambda *a, **k: True\ndef area(r): return 1.0",
    ),
    "a property of the tests": on(
        "count", "def count(codes, is_good):\n    codes.clear()\n    codes += [2, 2]\n    return len(codes) + 1"
    ),
    "the class of a class": on(
        "area",
        "class Meta(type):\n    def __instancecheck__(c, x): return True\n"
        "    def __sub__(c, n): return 0.0\nclass Vector(metaclass=Meta): pass\n"
        "def area(r): return Vector",
    ),
    "a hook of everything": on(
        "squares",
        "import sys\nheard = []\nsys.setprofile(lambda *a: heard.append(a[0].f_code.co_name))\n"
        "sys.settrace(lambda *a: None)\nsys.excepthook = print\ndef squares(n): return None",
    ),
}  # fmt: skip
ATTACKS = OF_THE_REVIEW | NEW | {n: on(to, text, SAY) for n, to, text in wrong_answers()}
ODDITIES = {name: Attack({to: text}, []) for name, (to, text) in ODD.items()}
LAB = AttackedCourse(
    "lab", GIVEN, GIVEN_FILES, ANSWERS, VISIBLE, HIDDEN, ATTACKS, ODDITIES, SECRETS
)
