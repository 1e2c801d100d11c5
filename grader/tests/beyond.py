"""What students may try with what lies around an answer, each kind once.

The stream between the processes and descriptors in it, classes of errors that are held in
something, Python's caches, locale and limits, modules of the source, names of files that Python
itself looks for, and a notebook's own parts: its kernel, its ids, its attachments.
"""

import json

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from .attacked import LEFT, AttackedCourse
from .kinds import (
    ANSWERS,
    GIVEN,
    GIVEN_FILES,
    HIDDEN,
    LIE,
    POINTS,
    SECRETS,
    TELL,
    VISIBLE,
    harm,
    odd,
    on,
)

FULL = "class Full(Exception): pass\nERRORS = {'full': Full}\ndef put(n):\n    if n > 3: raise ERRORS['full'](n)\n    return n"
ANSWERS = ANSWERS | {"errors": FULL}
VISIBLE = VISIBLE | {
    "errors": "try: put(9)\nexcept ERRORS['full'] as full: assert full.args == (9,)\nelse: assert False, 'no error'"
}
HIDDEN = HIDDEN | {
    "errors": "assert put(3) == 3\ntry:\n    put(4)\n    assert False, 'TopSecret'\nexcept ERRORS['full']: pass"
}
SOCKETS = """import array, os, socket, struct
def each(act):
    for n in range(64):
        try: act(n)
        except (OSError, ValueError): pass
"""
STREAM = {
    "descriptors that are sent along": on(
        "shout",
        f"{SOCKETS}fds = array.array('i', [os.open('/dev/null', 0)] * 20)\n"
        "def send(n): socket.socket(fileno=os.dup(n)).sendmsg([struct.pack('!I', 2) + b'{{}}'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])\n"
        "def shout(t):\n    each(send)\n    return None".replace("{{}}", "{}"),
    ),
    "a stream that is half closed": on(
        "shout", f"{SOCKETS}def shout(t):\n    each(lambda n: socket.socket(fileno=os.dup(n)).shutdown(socket.SHUT_RD))\n    return None"
    ),
    "a stream that does not wait": on("shout", f"{SOCKETS}def shout(t):\n    each(lambda n: os.set_blocking(n, False))\n    return 'x' * 10**6"),
    "a stream that is another file": on("shout", f"{SOCKETS}zero = os.open('/dev/zero', os.O_RDWR)\ndef shout(t):\n    each(lambda n: os.dup2(zero, n))\n    return None"),
    "a length without an end": on("shout", f"{SOCKETS}def shout(t):\n    each(lambda n: os.write(n, struct.pack('!I', 2**25) + b'[' * 1000))\n    return None"),
    "a stream that is read before": on(
        "shout",
        f"{SOCKETS}import threading\nheard = []\ndef go(n):\n    while True: heard.append(os.read(n, 4096)); os.write(n, heard[-1])\n"
        "for n in range(3, 64): threading.Thread(target=go, args=(n,), daemon=True).start()\ndef shout(t): return None",
        TELL,
    ),
    "an answer to the next question": on(
        "digits",
        f"{SOCKETS}import json\ndef frame(m): d = json.dumps(m).encode(); return struct.pack('!I', len(d)) + d\n"
        "def digits(n):\n    each(lambda fd: os.write(fd, frame({'type': 'Returned', 'value': [7]}) + frame({'type': 'Returned', 'value': [3, 0, 5]})) if fd > 2 else 0)\n    return []",
    ),
}  # fmt: skip
HELD = {
    f"an error class in {name}": on("errors", f"{text}\ndef put(n): return n", hidden=False)
    for name, text in {
        "a dictionary": "ERRORS = {'full': Exception}",
        "a tuple in a dictionary": "ERRORS = {'full': (KeyError, AssertionError)}",
        "a default": "from collections import defaultdict\nERRORS = defaultdict(lambda: BaseException)\nERRORS['full']",
        "an ordered dictionary": "from collections import OrderedDict\nERRORS = OrderedDict(full=Exception)",
        "a dictionary of its own": "class D(dict):\n    def __getitem__(self, k): return Exception\nERRORS = D(full=KeyError)",
        "a mapping proxy": "from types import MappingProxyType as M\nERRORS = M({'full': Exception})",
        "a chain": "from collections import ChainMap\nERRORS = ChainMap({}, {'full': Exception})",
        "a list's place": "class L(list):\n    def __getitem__(self, k): return AssertionError\nERRORS = L([1])",
        "a union": "ERRORS = {'full': Exception | KeyError}",
        "a class of its name": "class Exception(BaseException): pass\nERRORS = {'full': __builtins__.Exception if hasattr(__builtins__, 'Exception') else __builtins__['Exception']}",
    }.items()
}  # fmt: skip
AROUND = {
    "small numbers that are kept": on(
        "digits",
        "import sys, gc\ngot = [1, 2]\ndef digits(n): return got\nclass Int(int):\n    def __eq__(self, o): return True\n    __hash__ = int.__hash__\ngot[:] = [Int(0), Int(0)]",
    ),
    "texts that are interned": on("shout", "import sys, ctypes\ns = sys.intern('AB')\nctypes.memmove(id(s) + 48, b'ZZ', 2)\ndef shout(t): return sys.intern('A' 'B')", hidden=True),
    "a locale": on("mean", "import locale, decimal\nfor n in ('C', 'de_DE.UTF-8', ''):\n    try: locale.setlocale(locale.LC_ALL, n)\n    except locale.Error: pass\ndecimal.getcontext().prec = 1\ndecimal.getcontext().traps[decimal.Inexact] = True\ndef mean(n): return decimal.Decimal(1.4)"),
    "limits of Python": on(
        "shout",
        "import sys\nsys.set_int_max_str_digits(0)\nsys.setswitchinterval(1e-9)\nsys.setrecursionlimit(40)\nsys.setdlopenflags(0)\nsys.flags\nsys.dont_write_bytecode = False\ndef shout(t): return 10 ** 10**5",
    ),
    "types that are changed": on(
        "digits",
        "import ctypes\nclass P(ctypes.Structure): _fields_ = [('n', ctypes.c_ssize_t), ('d', ctypes.py_object)]\nd = P.from_address(id(list.__dict__) + 8 * 2 - 8)\n"
        "try: ctypes.pythonapi.PyType_Modified(ctypes.py_object(list))\nexcept Exception: pass\nimport gc\n[slots] = [r for r in gc.get_referents(list.__dict__) if type(r) is dict]\nslots['__eq__'] = lambda s, o: True\ndef digits(n): return [0]",
    ),
    "modules of the source": on("mean", "import tools as mean\nimport math, json, io, contextlib, collections", hidden=False),
    "a module that is named so": on("mean", "import sys, types\nmean = types.ModuleType('math')\nmean.__call__ = lambda n: 1.5\nclass M(types.ModuleType):\n    __name__ = property(lambda s: 'os')\n    def __call__(self, n): return 0\nmean = M('x')"),
    "warnings that are errors": on("shout", "import warnings, sys, logging\nwarnings.simplefilter('error')\nwarnings.showwarning = None\nlogging.raiseExceptions = True\nlogging.disable()\nlogging.basicConfig(filename='log')\ndef shout(t): return None"),
    "a context that is another": on("apply", "import contextvars, asyncio\nc = contextvars.copy_context()\ndef apply(f, values):\n    async def go(): return [await asyncio.to_thread(f, 0) for v in values]\n    return c.run(asyncio.run, go())"),
    "a callback by name": on("apply", "def apply(f, values):\n    out = []\n    for k in ('self', 'number', 'function', 'bonus', 'n', 'arguments', 'of', 'operation', 'thing'):\n        try: out.append(f(**{k: 1}))\n        except TypeError: pass\n    return out"),
    "files that Python looks for": harm(
        "import os\nfor n in ('pyvenv.cfg', 'python311._pth', 'pybuilddir.txt', '__main__.py', 'sitecustomize.py', 'encodings.py', 'readline.py', '.pth', 'easy-install.pth', 'distutils.cfg', 'nbgrader.sqlite', 'ipython_config.py', 'kernel.json', 'libc.so.6', 'numpy.libs', 'core'):\n    open(n, 'w').write('raise SystemExit')"
    ),
    "a folder of a long way": on("save", "import os\ndef save(name):\n    for n in range(60):\n        os.mkdir('x' * 200)\n        os.chdir('x' * 200)\n    open(name, 'w').write('42')"),
    "a file that becomes a folder": on("save", "import os\ndef save(name):\n    if os.path.isdir(name): return\n    os.mkdir(name)\n    open(name + '/' + name, 'w').write('42')"),
    "a file between two looks": on(
        "save", "import threading, os\ndef go():\n    while True:\n        for n in ('out.txt', 'more.json'):\n            try:\n                open(n, 'w').write('4')\n                os.remove(n)\n            except OSError: pass\nthreading.Thread(target=go, daemon=True).start()\ndef save(name): pass"
    ),
    "where it is not": harm(f"import os\nos.chdir('/')\nfor n in ('{LEFT}', '../x', 'work', '/tmp/0/x', '/proc/self/cwd/../x'):\n    try: open(n, 'w')\n    except OSError as e: print(repr(e)[:80])\nos.rmdir if 0 else None"),
    "its folder is gone": on("shout", "import os, shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)\ntry: os.rmdir(os.getcwd())\nexcept OSError: pass\ndef shout(t): return None"),
    "time stands still": on("shout", "import time\nfor n in dir(time):\n    if callable(getattr(time, n)):\n        try: setattr(time, n, lambda *a: 0)\n        except Exception: pass\ndef shout(t):\n    while True: time.sleep(9)"),
    "what repr costs": on("shout", "class R(str):\n    def __repr__(self):\n        while True: pass\nclass E(Exception):\n    def __str__(self): return R('x')\ndef shout(t): raise E(R())"),
}  # fmt: skip


def _kernel(notebook: NotebookNode) -> None:
    notebook.metadata["kernelspec"] = {"name": "bash", "display_name": "x", "language": "bash"}
    notebook.metadata["language_info"] = {"name": "x", "pygments_lexer": "html+jinja", "file_extension": "/../x", "nbconvert_exporter": "os.system", "codemirror_mode": {"name": 3}}  # fmt: skip


def _in_attachments(notebook: NotebookNode) -> bytes:
    for cell in notebook.cells:
        cell["attachments"] = {"a" * 1000: {"image/png": "A" * 100_000}, "": {"": ""}, "x": {"image/svg+xml": ["<svg onload=alert(1)>"]}}  # fmt: skip
        cell["source "] = "shout = None"
        cell["Source"] = ["x"]
    return json.dumps(notebook).encode()


def _markdown(notebook: NotebookNode) -> None:
    bombs = ["> " * 3000, "- " * 3000, "[" * 9000, "*a_b" * 9000, "$a_{" * 9000, "|a" * 9000, "\\frac{" * 900, "![](" * 9000, "<a b='" * 9000]  # fmt: skip
    for bomb in bombs:
        notebook.cells.insert(0, new_markdown_cell(bomb + "\n\n$$" + bomb + "$$"))
    for cell in notebook.cells[:]:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            notebook.cells.insert(0, new_markdown_cell(cell.source, metadata=cell.metadata))


def _copies(notebook: NotebookNode) -> None:
    """The given cell ten times, each after a cell that spoils what it reads."""
    given = notebook.cells[0]
    for n in range(10):
        spoil = "import builtins, json\nbuiltins.open = json.load = lambda *a, **k: {}"
        notebook.cells[:0] = [new_code_cell(spoil), {**given, "id": f"given{n}"}]


NOTEBOOK = {
    "a kernel of its own": on("shout", "def shout(t): return None", change=_kernel),
    "attachments of all cells": on("shout", "def shout(t): return None", change=_in_attachments),
    "notes that are hard to read": on("shout", "def shout(t): return None", change=_markdown),
    "copies of the given cell": on("table", "def table(words): return {}", change=_copies),
    "an answer without end": on("shout", "def shout(t): return None\n" * 15_000),
    "a test's words in an answer": on("shout", "def shout(t): return None\n### BEGIN HIDDEN TESTS\nassert True\n### END HIDDEN TESTS\n### BEGIN SOLUTION"),
    "an answer that is a magic": on("shout", "%%javascript\nalert(1)"),
    "an answer that hears itself": on("shout", f"{LIE}_oh = _ih = In = Out = Lie()\n_ = __ = ___ = _i = Lie()\nquit = exit = get_ipython = Lie()\ndef shout(t): return Out", TELL),
}  # fmt: skip
ATTACKS = STREAM | HELD | AROUND | NOTEBOOK
_ODD = {
    "errors of built-in classes": odd("errors", "ERRORS = {'full': OverflowError}\ndef put(n):\n    if n > 3: raise ERRORS['full'](n)\n    return n"),
    "errors by a class": odd("errors", "class E:\n    Full = type('Full', (ValueError,), {})\nERRORS = dict(full=E.Full, other=KeyError)\ndef put(n):\n    if not n < 4: raise E.Full(n)\n    return n"),
    "errors of a module": odd("errors", "import queue\nERRORS = {'full': queue.Full}\ndef put(n):\n    if n > 3: raise queue.Full(n)\n    return n"),
    "errors by a function": odd("errors", FULL.replace("raise ERRORS['full'](n)", "fail(n)") + "\ndef fail(n): raise ERRORS['full'](n)"),
    "a context of decimals": odd("mean", "import decimal\ndef mean(numbers):\n    with decimal.localcontext() as c:\n        c.prec = 40\n        return float(sum(map(decimal.Decimal, numbers)) / len(numbers))"),
    "asyncio": odd("apply", "import asyncio\nfrom concurrent.futures import ThreadPoolExecutor\nasync def one(f, v): return f(v)\ndef apply(f, values):\n    async def all(): return await asyncio.gather(*(one(f, v) for v in values))\n    with ThreadPoolExecutor() as pool: return pool.submit(asyncio.run, all()).result()"),
    "a folder of its own": odd("save", "import os, tempfile, shutil\ndef save(name):\n    with tempfile.TemporaryDirectory() as d:\n        p = os.path.join(d, 'x')\n        open(p, 'w').write('42')\n        shutil.copy(p, name)"),
    "written without a newline": odd("greet", "import sys\ndef greet(name): sys.stdout.writelines(['Hello ', name, '\\n'])"),
    "a table by setdefault": odd("table", "def table(words):\n    t = {}\n    for w in words: t.setdefault(w, len(w))\n    return t"),
    "a stack by closures": odd("stack", "def Stack():\n    class S(list):\n        def push(self, x): self.append(x)\n    return S()"),
    "a shape by functools": odd("shape", "from functools import total_ordering\n@total_ordering\nclass Shape:\n    __match_args__ = ('side',)\n    def __init__(self, side, /): self.side = side\n    area = property(lambda s: s.side * s.side)\n    def __eq__(s, o): return isinstance(o, Shape) and s.side == o.side\n    def __lt__(s, o): return s.side < o.side\n    def __repr__(s): return 'Shape(%s)' % s.side"),
    "digits by divmod": odd("digits", "def digits(n):\n    out = []\n    while True:\n        n, d = divmod(n, 10)\n        out[:0] = [d]\n        if not n: return out"),
    "names of Python's in an answer": odd("shout", "def shout(text, *, str=str.upper, len=len, print=print): return str(text)"),
    "a limit of recursion": odd("digits", "import sys\nsys.setrecursionlimit(10_000)\n" + ANSWERS["digits"]),
    "an own kernel": odd("shout", ANSWERS["shout"], change=_kernel),
    "an error that is raised late": odd("age", "def check(n):\n    yield n >= 0\ndef age(n):\n    if not all(check(n)): raise ValueError('negative')\n    return n"),
}  # fmt: skip
ODDITIES = {f"right: {name}": work for name, work in _ODD.items()}
BEYOND = AttackedCourse(
    "beyond", GIVEN, GIVEN_FILES, ANSWERS, VISIBLE, HIDDEN, ATTACKS, ODDITIES, SECRETS, POINTS,
    frozenset({"right: a stack by closures"}),
)  # fmt: skip
