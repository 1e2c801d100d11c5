"""More of what students may try in the lab, and of what they may do without any harm meant.

Exercises with a `with`, a generator, an error of one's own, and functions that a test maps:
there a student's code stands around what the test does.
"""

GIVEN_BY_SOURCE = {
    "journal": (
        "class Journal:\n    def __enter__(self):\n        self.lines, self.closed = [], False\n        return self\n"
        "    def __exit__(self, *error): self.closed = True\n    def add(self, line): self.lines.append(line)",
        "with Journal() as journal:\n    journal.add('a')\n    assert journal.lines == ['a']",
        "with Journal() as journal:\n    journal.add('b')\n    journal.add('c')\n"
        "    assert journal.lines[1] == 'c', 'a secret message'\nassert journal.closed",
    ),
    "walk": (
        "def walk(n):\n    while n:\n        yield n\n        n -= 1",
        "assert list(walk(3)) == [3, 2, 1]",
        "import contextlib\nwith contextlib.closing(walk(4)) as steps:\n    assert next(steps) == 4, 'a secret message'\n"
        "with contextlib.contextmanager(walk)(1) as only:\n    assert only == 1, 'a secret message'",
    ),
    "guard": (
        "class Full(Exception): pass\ndef guard(n):\n    if n > 3: raise Full(n)\n    return n",
        "try:\n    guard(9)\n    assert False, 'a secret message'\nexcept Full:\n    pass",
        "assert guard(2) == 2\ntry:\n    guard(4)\nexcept Full as error:\n    assert str(error) == '4'\n"
        "else:\n    raise AssertionError('a secret message')",
    ),
    "fits": (
        "def fits(word): return len(word) < 4",
        "assert all(map(fits, ['a', 'bb'])) and not any(map(fits, ['abcd']))",
        "assert not all(fits(word) for word in ('a', 'abcdef'))\nassert [*filter(fits, ['abc', 'abcd'])] == ['abc']",
    ),
}  # fmt: skip
"""Of each exercise an answer, a visible test, and a hidden one."""

_BAD = """heard = []
class Journal:
    lines, closed = [], True
    def __enter__(self): return self
    def __exit__(self, *error):
        heard.append(str(error))
        {leave}
    def add(self, line): {add}
"""
_LEAVES = {
    "True": "return True",
    "itself": "return self",
    "no truth": "return NotImplemented",
    "raising": "raise AssertionError from None",
    "stopping": "raise StopIteration",
    "an end": "raise SystemExit(0)",
    "GeneratorExit": "raise GeneratorExit",
    "leaving Python": "import os; os._exit(0)",
    "clearing the error": "error[1].__traceback__ = None; error[1].args = (); return True",
    "a group": "raise ExceptionGroup('x', [ValueError()])",
    "deep": "return self.__exit__(*error)",
}
_GENERATORS = {
    "catching": "def walk(n):\n    try: yield 0\n    except BaseException: pass",
    "catching again": "def walk(n):\n    while True:\n        try: yield 0\n        except BaseException as e: heard.append(str(e))\nheard = []",
    "ending Python": "def walk(n):\n    try: yield 0\n    finally:\n        import os; os._exit(0)",
    "raising the end": "def walk(n):\n    yield 3\n    raise StopIteration(4)",
    "a class": "class walk:\n    def __init__(self, n): pass\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration\n"
    "    def __enter__(self): return 1\n    def __exit__(self, *a): return True\n    def close(self): pass",
    "a list": "def walk(n): return [4]",
    "equal to all": "class E:\n    __eq__ = lambda s, o: heard.append(o) or True\n    __hash__ = None\nheard = []\ndef walk(n):\n    while n: yield E(); n -= 1",
    "an exhausted one": "def walk(n): return iter(())",
    "itself": "def walk(n):\n    me = yield 4\n    yield me",
    "the end as a value": "def walk(n): return StopIteration\n",
    "an async one": "async def walk(n):\n    yield n",
    "a coroutine": "async def walk(n): return [3, 2, 1]",
}  # fmt: skip
_ERRORS = {
    "Exception": "Full = Exception",
    "BaseException": "Full = BaseException",
    "AssertionError": "Full = AssertionError",
    "several": "Full = (Exception, AssertionError)",
    "a lie about its module": "Full = type('Exception', (Exception,), {'__module__': 'builtins'})",
    "a class of classes": "class M(type):\n    def __subclasscheck__(c, k): return True\n    def __instancecheck__(c, k): return True\n"
    "class Full(Exception, metaclass=M): pass",
    "a function": "Full = lambda *a: True",
    "deep in tuples": "Full = ((Exception,),)",
    "built on a failure": "class Full(AssertionError): pass",
}
_WORDS = {
    "StopIteration": "raise StopIteration",
    "GeneratorExit": "raise GeneratorExit",
    "StopAsyncIteration": "raise StopAsyncIteration",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "SkipTest": "import unittest; raise unittest.SkipTest",
    "pytest": "import pytest; pytest.skip('-')",
    "the end of exit": "exit()",
    "recursion": "return fits(word)",
    "an object of no truth": "return type('B', (), {'__bool__': lambda s: 1 / 0})()",
    "NotImplemented": "return NotImplemented",
    "an ellipsis": "return ...",
    "an error": "return StopIteration()",
    "by length of stack": "import sys; return len(sys._current_frames()) > 99",
    "memory": "return bytearray(10**10)",
    "a thread that answers": "import threading; t = threading.Thread(target=exit); t.start(); raise StopIteration",
    "its own globals": "globals()['all'] = lambda *a: True; raise StopIteration",
    "a closed channel": "import os; os.closerange(3, 64); raise StopIteration",
    "a changed recursion limit": "import sys; sys.setrecursionlimit(50); raise StopIteration",
    "a signal": "import signal, os; signal.raise_signal(signal.SIGUSR1); raise StopIteration",
    "an alarm": "import signal; signal.alarm(1); raise StopIteration",
}
SAY = "print('heard', globals().get('heard'))"  # of the answer, if it has listened


def wrong_answers() -> list[tuple[str, str, str]]:
    """Of each attack a name, the exercise, and the answer."""
    found = [
        (f"a with: {name}", "journal", _BAD.format(leave=leave, add="pass"))
        for name, leave in _LEAVES.items()
    ]
    found += [
        (f"a with and a stop: {name}", "journal", _BAD.format(leave=leave, add="raise LookupError"))
        for name, leave in _LEAVES.items()
    ]
    found += [(f"a generator: {name}", "walk", text) for name, text in _GENERATORS.items()]
    found += [
        (f"an error's name: {name}", "guard", f"{text}\ndef guard(n): return None")
        for name, text in _ERRORS.items()
    ]
    found += [(f"a word: {n}", "fits", f"def fits(word): {text}") for n, text in _WORDS.items()]
    return found


ODD = {
    "with: a manager by name": ("journal", "class Journal:\n    def __init__(self): self.lines = []; self.closed = False\n    def __enter__(s): return s\n    def __exit__(s, kind, error, place):\n        s.closed = True\n        return False\n    def add(s, line): s.lines += [line]"),
    "with: a dataclass": ("journal", "from dataclasses import dataclass, field\n@dataclass\nclass Journal:\n    lines: list = field(default_factory=list)\n    closed: bool = False\n    def __enter__(self): return self\n    def __exit__(self, *e): self.closed = not self.closed\n    def add(self, x): self.lines.append(x)"),
    "with: slots": ("journal", "class Journal:\n    __slots__ = ('lines', 'closed')\n    def __enter__(self): self.lines = []; self.closed = None; return self\n    def __exit__(self, *e): self.closed = 1\n    def add(self, x): self.lines.append(x)"),
    "with: built on another": ("journal", "class Book:\n    def add(self, x): self.lines.append(x)\nclass Journal(Book):\n    closed = False\n    def __init__(self): self.lines = list()\n    def __enter__(self): return self\n    def __exit__(self, k, e, t): self.closed = True"),
    "with: a property": ("journal", "class Journal:\n    def __enter__(self): self._l = (); self._o = True; return self\n    def __exit__(self, *e): self._o = False\n    def add(self, x): self._l += (x,)\n    lines = property(lambda s: list(s._l))\n    closed = property(lambda s: not s._o)"),
    "with: AbstractContextManager": ("journal", "import contextlib\nclass Journal(contextlib.AbstractContextManager):\n    def __init__(self): self.lines, self.closed = [], False\n    def __exit__(self, *e): self.closed = True\n    def add(self, x): self.lines.append(x)"),
    "with: logs on stderr": ("journal", "import sys, warnings\nclass Journal:\n    def __enter__(self): self.lines, self.closed = [], False; print('open', file=sys.stderr); return self\n    def __exit__(self, *e): warnings.warn('closing'); self.closed = True\n    def add(self, x): self.lines.append(x)"),
    "generator: range": ("walk", "def walk(n): yield from range(n, 0, -1)"),
    "generator: recursive": ("walk", "def walk(n):\n    if n:\n        yield n\n        yield from walk(n - 1)"),
    "generator: an expression": ("walk", "def walk(n): return (k for k in reversed(range(1, n + 1)))"),
    "generator: a loop that breaks": ("walk", "def walk(n):\n    while True:\n        if n == 0: return\n        yield n\n        n -= 1"),
    "generator: with finally": ("walk", "def walk(n):\n    try:\n        for k in range(n): yield n - k\n    finally:\n        print('done')"),
    "generator: lambda": ("walk", "walk = lambda n: (n - k for k in range(n))"),
    "generator: numpy": ("walk", "import numpy\ndef walk(n):\n    for k in numpy.arange(n, 0, -1): yield int(k)"),
    "generator: lists first": ("walk", "def walk(n):\n    found = []\n    for k in range(n): found.insert(0, k + 1)\n    for k in found: yield k"),
    "error: ValueError": ("guard", "class Full(ValueError): pass\ndef guard(n):\n    if n >= 4: raise Full(str(n))\n    return n"),
    "error: with __init__": ("guard", "class Full(Exception):\n    def __init__(self, n):\n        super().__init__(f'{n}')\n        self.n = n\ndef guard(n):\n    if n > 3: raise Full(n)\n    return n"),
    "error: with __str__": ("guard", "class Full(Exception):\n    def __init__(self, n): self.n = n\n    def __str__(self): return str(self.n)\ndef guard(n):\n    if n > 3: raise Full(n)\n    return n"),
    "error: a family": ("guard", "class Wrong(Exception): pass\nclass Full(Wrong, LookupError): pass\ndef guard(n):\n    if not n <= 3: raise Full(n)\n    return n"),
    "error: from another": ("guard", "class Full(Exception): pass\ndef guard(n):\n    try: return [0, 1, 2, 3][n]\n    except IndexError as e: raise Full(n) from e"),
    "error: with a note": ("guard", "class Full(Exception): pass\ndef guard(n):\n    if n > 3:\n        e = Full(n); e.add_note('too many'); raise e\n    return n"),
    "error: of a finally": ("guard", "class Full(Exception): pass\ndef guard(n):\n    try:\n        if n > 3: raise Full(n)\n    finally:\n        print(n)\n    return n"),
    "error: a dataclass": ("guard", "from dataclasses import dataclass\n@dataclass\nclass Full(Exception):\n    n: int\n    def __str__(self): return f'{self.n}'\ndef guard(n):\n    if n > 3: raise Full(n)\n    return n"),
    "words: lambda": ("fits", "fits = lambda word: len(word) <= 3"),
    "words: partial": ("fits", "from functools import partial\ndef _f(most, word): return len(word) <= most\nfits = partial(_f, 3)"),
    "words: cached": ("fits", "from functools import cache\n@cache\ndef fits(word): return not word[3:]"),
    "words: a callable object": ("fits", "class Fits:\n    def __call__(self, word): return len(word) < 4\nfits = Fits()"),
    "words: a bound method": ("fits", "class Fits:\n    def f(self, word): return len(word) < 4\nfits = Fits().f"),
    "words: decorated": ("fits", "import functools\ndef deco(f):\n    @functools.wraps(f)\n    def g(*a): return f(*a)\n    return g\n@deco\ndef fits(word): return len(word) < 4"),
    "words: ends by StopIteration within": ("fits", "def fits(word):\n    it = iter(word)\n    try:\n        for _ in range(4): next(it)\n    except StopIteration: return True\n    return False"),
    "words: match": ("fits", "def fits(word):\n    match [*word]:\n        case [_, _, _, _, *_]: return False\n    return True"),
    "words: a static method": ("fits", "class W:\n    @staticmethod\n    def fits(word): return len(word) < 4\nfits = W.fits"),
    "words: a class that is true or not": ("fits", "def fits(word): return bool(not len(word) > 3)"),
    "words: a frame looked at": ("fits", "import gc, inspect\ndef fits(word): inspect.currentframe(); gc.get_objects(); return len(word) < 4"),
    "squares: an array": ("squares", "import numpy\ndef squares(n): return numpy.arange(n) ** 2"),
    "squares: tuples": ("squares", "def squares(n): return tuple(i ** 2 for i in range(n))"),
    "clean: a mask": ("clean", "def clean(frame): return frame[frame.notna().all(axis=1)]"),
    "clean: a query": ("clean", "def clean(f):\n    copy = f.copy()\n    return copy.dropna(how='any')"),
    "area: numpy": ("area", "from math import isclose\nimport numpy as np\ndef area(r): return np.pi * r * r"),
    "area: Vector without add": ("area", "import math\nisclose = math.isclose\ndef area(r, pi=math.pi): return pi * pow(r, 2)"),
    "count: a loop": ("count", "def count(codes, is_good):\n    n = 0\n    for c in codes:\n        if is_good(c): n += 1\n    return n"),
    "count: by lists": ("count", "def count(codes, is_good): return len([*filter(is_good, codes)])"),
}  # fmt: skip
"""Right answers that are written in an odd way: of each the exercise and the answer."""
