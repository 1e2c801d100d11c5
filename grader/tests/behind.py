"""What students may try against what stands behind the walls, each kind once.

Numbers that become points, objects that change or end while they are examined, messages of
IPython's protocol, notebooks that two programs read differently, letters that show something
else than they say, names of files that are nearly given ones, texts that are hard to parse.
"""

import json
from collections.abc import Callable

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from .attacked import Attack, AttackedCourse
from .kinds import ANSWERS, GIVEN, GIVEN_FILES, HIDDEN, LIE, SECRETS, TELL, VISIBLE, harm, odd, on

ANSWERS = ANSWERS | {"score": "def score(): return 1"}
VISIBLE = VISIBLE | {"score": "assert score() == 1\nscore()"}
HIDDEN = HIDDEN | {"score": "min(score(), 1)"}
POINTS = {"hidden-digits": 2}

# What nbgrader cannot read as a number, such as ``np.float64(nan)``, gives all points there and here.
NUMBERS = {
    f"points: {text}": on("score", f"import decimal, fractions, numpy\ndef score(): return {text}")
    for text in (
        "float('nan')", "float('-inf')", "-1", "-1e308", "complex(0)", "10**-400", "'0.0'", "None",
        "decimal.Decimal('nan')", "[]", "-5e-324", "'nan'",
    )
}  # fmt: skip
MORE_THAN_ALL = {
    f"more points: {text}": harm("pass")._replace(
        answers={"score": f"import numpy\nclass N(float):\n    __repr__ = __str__ = lambda s: '1000'\ndef score(): return {text}"},
    )
    for text in ("N(1)", "numpy.float64(1)", "True", "1.0")
}  # fmt: skip
CHANGING = {
    "an object whose class changes": on(
        "shape",
        f"{LIE}class Shape:\n    def __init__(self, side): self.side = side\n"
        "    @property\n    def area(self):\n        self.__class__ = Lie\n        return Lie()\n    def __repr__(self): return 'Shape(3)'",
        TELL,
    ),
    "a property that counts": on(
        "shape",
        "class Shape:\n    asked = 0\n    def __init__(self, side): self.side = side\n    @property\n    def area(self):\n"
        "        Shape.asked += 1\n        return [4, '49', 49.5][Shape.asked % 3]\n    def __repr__(self): return 'Shape(3)'",
        hidden=True,
    ),
    "a subclass that changes its family": on(
        "shape",
        f"{LIE}class Base:\n    def __init_subclass__(cls, **k):\n        cls.area = Lie()\n        heard.append(str(k))\n"
        "        for name in ('__eq__', '__lt__', '__sub__', '__getattr__'): setattr(cls, name, getattr(Lie, name))\n"
        "class Shape(Base):\n    def __init__(self, side): pass",
        TELL,
    ),
    "a class that changes between two tests": on(
        "shape",
        ANSWERS["shape"] + "\nimport threading, time\ndef go():\n    while True:\n        time.sleep(0.001)\n"
        "        Shape.__eq__ = Shape.__lt__ = lambda s, o: True\n        Shape.area = property(lambda s: time.time())\n"
        "threading.Thread(target=go, daemon=True).start()",
        hidden=True,
    ),
    "a list that changes while it crosses": on(
        "table",
        "import threading\ngot = {}\ndef go():\n    n = 0\n    while True:\n        n += 1\n        got[n % 1000] = n\n        got.pop((n * 7) % 1000, 0)\n"
        "threading.Thread(target=go, daemon=True).start()\ndef table(words): return got",
    ),
    "a length that is asked once": on(
        "stack",
        "class Stack:\n    def push(self, item): pass\n    def pop(self): return 3\n    def __len__(self): return 1\n"
        "    def __iter__(self): return iter([3])\n    def __getitem__(self, n): raise IndexError",
        hidden=True,
    ),
}  # fmt: skip
ENDING = {
    "an object that ends in a loop": on(
        "shape",
        "class Shape:\n    def __init__(self, side): self.side = side\n    area = 4\n    def __repr__(self): return 'Shape(3)'\n"
        "    def __del__(self):\n        while True: pass",
        hidden=True,
    ),
    "an object that ends Python": on(
        "shape",
        "import os\nclass Shape:\n    def __init__(self, side): self.side = side\n    area = 4\n    def __repr__(self): return 'Shape(3)'\n"
        "    def __del__(self): os._exit(0)",
        hidden=True,
    ),
    "an object that comes back": on(
        "shape",
        "kept = []\nclass Shape:\n    def __init__(self, side): self.side = side\n    area = 4\n    def __repr__(self): return 'Shape(3)'\n"
        "    def __del__(self): kept.append(self); print(len(kept))",
        hidden=True,
    ),
    "a callback at the end of a callback": on(
        "apply",
        "import weakref\nheard = []\ndef apply(f, values):\n    def late(ref):\n        for n in range(9): heard.append(f(n))\n"
        "    apply.kept = weakref.ref(f, late)\n    weakref.finalize(f, lambda: heard.append('end'))\n    return None",
        TELL,
    ),
    "a callback of the collector": on(
        "apply",
        "import gc\nheard = []\ndef apply(f, values):\n    gc.callbacks.append(lambda *a: heard.append(f(3)))\n    gc.set_threshold(1)\n    return [object() for n in range(99)]",
        TELL,
    ),
    "a generator that ends late": on(
        "apply",
        "kept = []\ndef apply(f, values):\n    def go():\n        try:\n            for v in values: yield f(v)\n        finally:\n            while True: f(0)\n"
        "    g = go()\n    kept.append(g)\n    return g",
    ),
    "a generator that does not close": on(
        "apply",
        "def apply(f, values):\n    while True:\n        try: yield 2\n        except GeneratorExit: pass",
    ),
    "a hook of what is not raised": on(
        "shape",
        "import sys, threading, os\nsys.unraisablehook = threading.excepthook = lambda *a: os._exit(0)\n"
        "class Shape:\n    def __init__(self, side): self.side = side\n    area = 4\n    def __repr__(self): return 'Shape(3)'\n    def __del__(self): 1 / 0",
        hidden=True,
    ),
    "a callback from a thread at the end": on(
        "apply",
        "import threading, time\ndef apply(f, values):\n    def go():\n        while True:\n            try: f(time.time())\n            except BaseException: pass\n"
        "    threading.Thread(target=go, daemon=True).start()\n    return [2]",
    ),
    "a callback kept for another test": on(
        "apply",
        "kept = []\ndef apply(f, values):\n    kept.append(f)\n    return [g(v) for v in values for g in kept[:1]] + [g(0) for g in kept[1:]]",
        hidden=True,
    ),
}  # fmt: skip
PROTOCOL = {
    "messages of a widget": on(
        "shout",
        "import comm\nheard = []\nc = comm.create_comm(target_name='jupyter.widget', data={'state': {'_view_name': '<script>alert(1)</script>'}})\n"
        "c.on_msg(lambda m: heard.append(m))\nfor n in range(2000): c.send({'x': 'A' * 1000}, buffers=[b'x' * 1000])\n"
        "import ipywidgets\nipywidgets.HTML('<script>alert(1)</script>')\ndef shout(t): return None",
    ),
    "a display that is updated": on(
        "shout",
        "from IPython.display import display, update_display, clear_output, publish_display_data\nh = display('x', display_id='a')\n"
        "def shout(t):\n    for n in range(500): h.update('AB'); update_display('AB', display_id='hidden-shout')\n    clear_output(wait=True)\n"
        "    publish_display_data({'text/plain': 'AB'}, transient={'display_id': 'a' * 10**6}, update=True)",
    ),
    "payloads": on(
        "shout",
        "ip = get_ipython()\nip.set_next_input('assert True', replace=True)\nfor s in ('page', 'set_next_input', 'edit_magic', 'ask_exit'):\n"
        "    ip.payload_manager.write_payload({'source': s, 'text': 'AB', 'data': {}}) if hasattr(ip, 'payload_manager') else 0\n"
        "def shout(t):\n    ip.ask_exit()\n    ip.exit_now = True\n    return None",
        "%recall 1\n%macro m 1\n%store -r\n%history -g\n%notebook x.ipynb\n%save y 1-9",
    ),
    "asking who grades": on("shout", "import getpass\ndef shout(t):\n    for ask in (input, getpass.getpass):\n        try: return ask('AB')\n        except Exception: pass"),
    "a kernel's sockets": on(
        "shout",
        "import zmq, asyncio, signal\nheard = []\ntry: zmq.Context().socket(zmq.PUB).bind('tcp://127.0.0.1:*')\nexcept Exception as e: heard.append(e)\n"
        "asyncio.get_event_loop_policy().new_event_loop().call_soon(print)\ndef shout(t): return asyncio.run(asyncio.sleep(0, 'x'))",
    ),
    "lines that overwrite lines": harm("print('\\r' * 999, '10 of 10 points\\r', end='')\nprint('\\x1b[1A\\x1b[2K\\x1b[99D hidden-shout: passed')"),
    "a result that is wrong by its own word": on(
        "digits",
        "import sys\nsys.displayhook = lambda v: sys.__stdout__.write('2')\nget_ipython().displayhook.quiet = lambda: True\n"
        "get_ipython().display_formatter.format = lambda *a, **k: ({'text/plain': '2'}, {})\nclass D(list):\n    def _ipython_display_(self): print(2)\n"
        "def digits(n): return D([2])",
    ),
}  # fmt: skip


def written(make: Callable[[NotebookNode, str], str | bytes], exercise: str = "shout") -> Attack:
    """A wrong answer in a file that is written in another way."""

    def change(notebook: NotebookNode) -> bytes:
        made = make(notebook, json.dumps(notebook))
        return made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")

    return on(exercise, "def shout(t): return None", change=change)


def _worksheets(notebook: NotebookNode, text: str) -> str:
    cells = [{**cell, "input": cell.source, "prompt_number": 1} for cell in notebook.cells]
    return json.dumps(
        {
            "nbformat": 3,
            "nbformat_minor": 0,
            "metadata": {"name": "x"},
            "worksheets": [{"cells": cells}, {"cells": cells}],
        }
    )


def _right(notebook: NotebookNode) -> str:
    return json.dumps(
        [
            {**cell, "source": ANSWERS["shout"] if "def shout" in cell.source else cell.source}
            for cell in notebook.cells
        ]
    )


def _deep(notebook: NotebookNode, text: str) -> str:
    return text.replace('"metadata": {}', '"metadata": {"deep": ' + "[" * 900 + "]" * 900 + "}", 1)


JSON = {
    "cells twice": written(lambda nb, text: text[:-1] + ', "cells": [], "cells": ' + json.dumps(nb.cells) + "}"),
    "an older format": written(_worksheets),
    "a format that will come": written(lambda nb, text: json.dumps({**nb, "nbformat": 5, "nbformat_minor": 99})),
    "a format that is no number": written(lambda nb, text: json.dumps({**nb, "nbformat": 4.0, "nbformat_minor": "5"})),
    "numbers that are none": written(lambda nb, text: text.replace('"metadata": {}', '"metadata": {"a": NaN, "b": -Infinity, "c": 1e999, "d": -0.0}', 1)),
    "a mark of its order": written(lambda nb, text: b"\xef\xbb\xbf" + text.encode()),
    "two bytes a letter": written(lambda nb, text: text.encode("utf-16")),
    "four bytes a letter": written(lambda nb, text: text.encode("utf-32-be")),
    "deep metadata": written(_deep),
    "half letters": written(lambda nb, text: text.replace("def shout", "\\ud800 = 1\\ndef shout")),
    "keys of many names": written(lambda nb, text: text.replace('"metadata": {}', '"metadata": {' + ", ".join(f'"k{n}": {{}}' for n in range(20_000)) + "}", 1)),
    "keys that make a class": written(lambda nb, text: text.replace('"metadata": {}', '"metadata": {"__class__": 1, "__dict__": {}, "keys": 1, "get": 2, "items": 3, "update": 4}', 1)),
    "sources that are lists of lists": written(lambda nb, text: json.dumps({**nb, "cells": [{**c, "source": [[c.source], None, 3]} for c in nb.cells]})),
    "an answer in the metadata": written(lambda nb, text: json.dumps({**nb, "metadata": {**nb.metadata, "cells": json.loads(_right(nb)), "graded": {"by_hand": {"hidden-shout": "x"}, "points": 9}}})),
    "what the grader writes": written(
        lambda nb, text: json.dumps({**nb, "cells": [{**c, "metadata": {**c.metadata, "graded": {"score": 9, "by_hand": True, "lost": "", "why": "<b>x"}}} for c in nb.cells]})
    ),
    "two cells of one answer": written(lambda nb, text: json.dumps({**nb, "cells": [*nb.cells, *json.loads(json.dumps(nb.cells)), *nb.cells]})),
}  # fmt: skip
FLIP = "\u202e\u2066\u2069\u200b\u200f"


def _letters(notebook: NotebookNode) -> None:
    notebook.cells.insert(
        0, new_markdown_cell(f"{FLIP}01 fo 01 stniop{FLIP} \u0430bc\x00\x0b\x7f\ufeff\ufffe")
    )
    for cell in notebook.cells:
        cell.metadata["tags"] = [FLIP, "\x00", "x" * 10**5]
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source += f"\n# {FLIP}}} toN\n'''{FLIP}'''"


LETTERS = {
    "letters that turn lines": on("shout", f"def shout(t):\n    '''{FLIP}'''\n    return '{FLIP}BA'", change=_letters),
    "an error that turns lines": on("shout", f"def shout(t): raise ValueError('{FLIP}dessap \\x00\\x0b\\x85\\u2028\\ufffe' * 50)"),
    "a name of other letters": on("shout", "def sh\u03bfut(t): return t.upper()\ndef shout(t): return '\uff21\uff22'"),
    "a value of equal letters": on("shout", "def shout(t): return '\u0410\u0412'"),
    "letters that are many": on("shout", "def shout(t): return 'A' + '\\u0300' * 10**5 + 'B'"),
    "a line without end": harm("x = '" + "A" * 300_000 + "'\nprint(x * 3)"),
    "a coding in a line": on("shout", "# -*- coding: utf-7 -*-\ndef shout(t): return '+AEEAQg-'"),
    "a page within a cell": on("shout", "x = 1\x0c\ndef shout(t): return None\x0c\n\x1a"),
    "lines of another end": on("shout", "def shout(t):\r    return None\r\u2028x = 1"),
}  # fmt: skip
NEAR = {
    "given files in another case": on(
        "table", "def table(words): return {}",
        files=dict.fromkeys(("Expected.json", "EXPECTED.JSON", "expected.json ", "expected.json.", "expected\N{ONE DOT LEADER}json", "TOOLS.PY", "tools.PY", "Tools/__init__.py"), b'{"a": 0}'),
    ),
    "modules that are nearly given": on(
        "mean", "import tools\ndef mean(n): return tools.close(0, 1)",
        files=dict.fromkeys(("tools/__init__.py", "tools.pyi", "tools.cpython-311-x86_64-linux-gnu.so", "__pycache__/tools.cpython-311.pyc", "tools.pth", "math.py", "contextlib.py"), b"def close(*a): return True"),
    ),
    "folders of programs": on(
        "mean", "def mean(n): return 0",
        files=dict.fromkeys((".git/config", ".git/hooks/post-checkout", ".envrc", ".vscode/settings.json", "Makefile", "pytest.ini", "tests/conftest.py", ".coveragerc", "pip.conf", "setup.py", "lib/x.pth"), b"raise SystemExit\n"),
    ),
    "the grader's own names": harm(
        "pass",
        files=dict.fromkeys(("graded.json", ".graded", "report.html", "feedback/behind.html", "import.json", "group_marks.json", ".autograder", "autograded.mark", "digest", "answers.csv", "backup.json"), b'{"score": 100}'),
    ),
    "times that are odd": harm(
        "import os\nfor n, when in enumerate((0, -1, 2**31, 2**40, 253402300800, 1e17)):\n    open(f't{n}', 'w').write('x')\n"
        "    try: os.utime(f't{n}', (when, when))\n    except (OSError, OverflowError) as e: print(repr(e))\nos.chmod('t0', 0o7777)\nos.chmod('t1', 0)\nos.chmod('.', 0o500)"
    ),
    "files that are full of files": harm("import os\ntry:\n    for n in range(30000): os.makedirs(f'd{n % 99}/{n}')\nexcept OSError as e: print(repr(e))"),
}  # fmt: skip
LONG = {
    "not not": "shout = lambda t: " + "not " * 30_000 + "1",
    "minus": "shout = lambda t: " + "-" * 100_000 + "1",
    "points": "x = None\nshout = lambda t: x" + ".a" * 50_000,
    "calls": "shout = lambda t: t" + "()" * 20_000,
    "strings": "shout = lambda t: " + "f'{t}' " * 20_000,
    "decorators": "@print\n" * 5_000 + "def shout(t): return None",
    "else if": "def shout(t):\n    if t: pass\n" + "    elif t: pass\n" * 5_000,
    "a number": "shout = lambda t: " + "9" * 200_000,
    "compared": "shout = lambda t: 1" + " < 2" * 20_000,
    "indented": "def shout(t):\n" + "".join(" " * n + "if t:\n" for n in range(1, 90)) + " " * 95 + "pass",
    "parameters": "def shout(t, " + ", ".join(f"a{n}=0" for n in range(20_000)) + "): return None",
    "names": "def shout(t): return None\n" + "\n".join(f"v{n} = shout" for n in range(20_000)),
    "patterns": "def shout(t):\n    match t:\n        case " + "(" * 150 + "_" + ")" * 150 + ": pass",
    "globals": "global " + ", ".join(f"g{n}" for n in range(30_000)) + "\ndef shout(t): return None",
    "imports": "import " + ", ".join(f"os.path as p{n}" for n in range(20_000)) + "\ndef shout(t): return None",
    "an annotation": "def shout(t: " + "list[" * 90 + "int" + "]" * 90 + "): return None",
}  # fmt: skip
PARSED = {f"long: {name}": on("shout", text) for name, text in LONG.items()}
ATTACKS = NUMBERS | MORE_THAN_ALL | CHANGING | ENDING | PROTOCOL | JSON | LETTERS | NEAR | PARSED
_ODD = {
    "letters of full width": odd("shout", "def \uff53\uff48\uff4f\uff55\uff54(text): return text.upper()"),
    "a form feed": odd("shout", "\x0c\n" + ANSWERS["shout"] + "\n\x0c"),
    "notes from right to left": odd("shout", "# \u05e9\u05dc\u05d5\u05dd \u200f\u0645\u0631\u062d\u0628\u0627\n" + ANSWERS["shout"], "print('\u05e9\u05dc\u05d5\u05dd')"),
    "lines of Windows": odd("shout", ANSWERS["shout"].replace(" return", "\r\n    return") + "\r\n"),
    "a mark of its order": odd("shout", ANSWERS["shout"], change=lambda nb: b"\xef\xbb\xbf" + json.dumps(nb).encode()),
    "a format that is newer": odd("shout", ANSWERS["shout"], change=lambda nb: json.dumps({**nb, "nbformat_minor": 9}).encode()),
    "indented by tools": odd("shout", ANSWERS["shout"], change=lambda nb: json.dumps({**nb, "cells": [{**c, "source": c.source.splitlines(keepends=True)} for c in nb.cells]}, indent=4, sort_keys=True).encode()),
    "a widget": odd("shout", "import ipywidgets\nipywidgets.IntSlider()\n" + ANSWERS["shout"]),
    "a display that is updated": odd("shout", "from IPython.display import display\nh = display('x', display_id=True)\nh.update('y')\n" + ANSWERS["shout"]),
    "an object that says when it ends": odd("stack", ANSWERS["stack"] + "\n    def __del__(self): print('ended')"),
    "a weak reference": odd("apply", "import weakref\nknown = weakref.WeakSet()\ndef apply(f, values):\n    known.add(f)\n    return [f(v) for v in values]"),
    "a thread that calls": odd("apply", "import threading\ndef apply(f, values):\n    got = []\n    t = threading.Thread(target=lambda: got.extend(f(v) for v in values))\n    t.start()\n    t.join()\n    return got"),
    "points: a number of NumPy": odd("score", "import numpy\ndef score(): return numpy.int64(1)"),
    "points: True": odd("score", "def score(): return True"),
}  # fmt: skip
ODDITIES = {f"right: {name}": work for name, work in _ODD.items()}
BEHIND = AttackedCourse(
    "behind", GIVEN, GIVEN_FILES, ANSWERS, VISIBLE, HIDDEN, ATTACKS, ODDITIES, SECRETS, POINTS
)
