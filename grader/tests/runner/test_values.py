"""What a test sees of a student's values, beside what it would see in the same process."""

import enum
import json
import sys
import unittest
from collections import Counter, OrderedDict, defaultdict, namedtuple
from decimal import Decimal
from functools import cache
from numbers import Complex, Integral, Real
from pathlib import Path, PurePosixPath, PureWindowsPath

import numpy.testing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Step
from autograder.runner.names import Abilities, abilities, python
from autograder.runner.proxies.arguments import NotHere
from autograder.runner.proxies.proxy import Proxies, ProxyClass
from autograder.runner.recording import shown
from autograder.runner.wire import channel, classes
from autograder.runner.wire.channel import NotPlain
from autograder.runner.wire.errors import pack, unpack
from autograder.runner.wire.values import decode, encode

from .notebooks import learned

# The answer, and a test of it that says the same in one process and in two.
PLAIN = [
    ("from collections import Counter\ndef f(s): return Counter(s)", "from collections import Counter\ngot = f('RRG'); assert type(got) is Counter and got.most_common(1) == [('R', 2)] and got['B'] == 0"),
    ("from collections import OrderedDict\ndef f(): return OrderedDict(b=1, a=2)", "got = f(); got.move_to_end('b'); assert list(got) == ['a', 'b'] and type(got).__name__ == 'OrderedDict'"),
    ("from collections import defaultdict\ndef f():\n d = defaultdict(list); d['R'].append(1); return d", "got = f(); assert got['R'] == [1] and got['G'] == [] and got.default_factory is list"),
    ("def f(c): c.update('RR'); c['G'] -= 1", "from collections import Counter\nc = Counter('G'); f(c); assert c == Counter(R=2) and +c == Counter('RR') and type(c) is Counter"),
    ("def f(d): d['x'].append(1)", "from collections import defaultdict\nd = defaultdict(list); f(d); assert d == {'x': [1]} and d['y'] == []"),
    ("def f(d): d.move_to_end('a')", "from collections import OrderedDict\nd = OrderedDict(a=1, b=2); f(d); assert list(d) == ['b', 'a']"),
    ("def f(c): return type(c).__name__, c.most_common(1)", "from collections import Counter\nassert f(Counter('RR')) == ('Counter', [('R', 2)])"),
    ("from collections import namedtuple\nPoint = namedtuple('Point', 'x y', defaults=[0])\ndef f(): return [Point(1, 2)]", "[p] = f(); assert p.x == 1 and p == (1, 2) and isinstance(p, tuple) and p._fields == ('x', 'y') and repr(p) == 'Point(x=1, y=2)' and p._replace(x=3) == (3, 2)"),
    ("from collections import namedtuple\nPoint = namedtuple('Point', 'x y', defaults=[0])\ndef f(p): return isinstance(p, Point) and p.y, Point(1)", "assert Point(1) == (1, 0) and f(Point(3, 4)) == (4, (1, 0)) and type(f(Point(3))[1]) is Point and issubclass(Point, tuple)"),
    ("from typing import NamedTuple\nclass Peg(NamedTuple):\n    color: str\n    place: int = 0\ndef f(): return Peg('R')", "got = f(); assert got.color == 'R' and got.place == 0 and isinstance(got, Peg)"),
    ("import enum\nclass Color(enum.Enum):\n    RED = 1\n    GREEN = 'g'\ndef f(c=None): return Color.RED if c is None else c is Color.GREEN", "assert f() is Color.RED and f() == Color(1) and f().name == 'RED' and f(Color.GREEN) and [c.value for c in Color] == [1, 'g'] and Color['GREEN'].value == 'g' and len(Color) == 2 and f() != 1 and f() in Color"),
    ("import enum\nclass Size(enum.IntEnum): SMALL, LARGE = 1, 2\ndef f(): return Size.LARGE", "assert f() == 2 and f() > Size.SMALL and f().name == 'LARGE' and isinstance(f(), int)"),
    ("import enum\nclass Key(enum.Flag): BLACK = 1; WHITE = 2\ndef f(): return Key.BLACK | Key.WHITE", "assert f() == Key.BLACK | Key.WHITE and Key.WHITE in f() and f().value == 3"),
    ("from enum import Enum\nSuit = Enum('Suit', 'CLUBS HEARTS')\ndef f(): return {Suit.CLUBS: 1}", "assert f()[Suit.CLUBS] == 1 and list(f())[0].name == 'CLUBS'"),
    ("from pathlib import Path, PurePosixPath\ndef f(p): return p / 'b.txt', PurePosixPath('a')", "from pathlib import Path, PurePosixPath\nassert f(Path('a')) == (Path('a/b.txt'), PurePosixPath('a')) and type(f(Path('a'))[0]) is type(Path())"),
    ("def f(s): return [1, 2, 3, 4][s], slice(None, 2)", "assert f(slice(1, 3)) == ([2, 3], slice(None, 2))"),
    ("def f(r): return range(len(r), 0, -1)", "assert f(range(3)) == range(3, 0, -1)"),
    ("def f(x): return type(x), {int: str}, type(None)", "assert f([]) == (list, {int: str}, type(None)) and f(1)[0] is int"),
    ("def f(kind, x): return kind is int and kind(x)", "assert f(int, '12') == 12 and f(str, '12') is False"),
    ("from decimal import Decimal\ndef f(kind): return kind is Decimal, Decimal", "from decimal import Decimal\nassert f(Decimal) == (True, Decimal)"),
    ("def f(x): return NotImplemented if x is ... else ...", "assert f(...) is NotImplemented and f(1) is ..."),
    ("def f(): return ValueError('bad', 1)", "got = f(); assert type(got) is ValueError and got.args == ('bad', 1)"),
    ("def f(): return bytearray(b'RG')", "got = f(); assert type(got) is bytearray and got == b'RG'"),
    ("def f(b): b.append(7)", "b = bytearray(); f(b); assert b == b'\\x07'"),
]  # fmt: skip
ERRORS = [
    ("class Full(Exception): pass\ndef f(): raise Full('no room', 3)", "try: f()\nexcept Full as e: assert e.args == ('no room', 3) and type(e) is Full\nelse: assert False"),
    ("class Bad(Exception): pass\nclass Worse(Bad, KeyError): pass\ndef f(): raise Worse('x')", "for kind in (Bad, KeyError, Worse):\n    try: f()\n    except kind as e: assert isinstance(e, LookupError)\n    else: assert False\nassert issubclass(Worse, Bad)"),
    ("class Bad(Exception):\n    def __init__(self, code): self.code = code\n    def __str__(self): return f'code {self.code}'\ndef f(): raise Bad(7)", "try: f()\nexcept Bad as e: assert e.code == 7 and str(e) == 'code 7' and e.args == (7,)\nelse: assert False"),
    ("def f():\n try: 1 / 0\n except ZeroDivisionError as e: raise ValueError('no') from e", "try: f()\nexcept ValueError as e: assert isinstance(e.__cause__, ZeroDivisionError)\nelse: assert False"),
    ("import json\ndef f(s): return json.loads(s)", "import json\ntry: f('{')\nexcept json.JSONDecodeError: pass\nelse: assert False"),
    ("def f(): raise FileNotFoundError(2, 'none', 'x.txt')", "try: f()\nexcept OSError as e: assert e.errno == 2 and e.filename == 'x.txt'\nelse: assert False"),
    ("def f(): e = ValueError('x'); e.add_note('hint'); raise e", "try: f()\nexcept ValueError as e: assert e.__notes__ == ['hint']\nelse: assert False"),
    ("class Full(Exception): pass\ndef f(g):\n try: g()\n except Full: return 'full'", "def g(): raise Full('no')\nassert f(g) == 'full'"),
    ("class Full(Exception): pass\ndef f(kind): return kind is Full", "assert f(Full) and not f(KeyError)"),
    ("class Full(Exception): pass\ndef f(): return Full('x')", "assert isinstance(f(), Full) and f().args == ('x',)"),
]  # fmt: skip

ITERATORS = [
    ("def f():\n n = 0\n while True: yield n; n += 1", "from itertools import islice\nassert list(islice(f(), 3)) == [0, 1, 2]"),
    ("seen = []\ndef g():\n for n in range(9): seen.append(n); yield n\ndef f(): return list(seen)", "it = g(); assert f() == []; next(it); next(it); assert f() == [0, 1]"),
    ("def f():\n total = 0\n while True: total += yield total", "it = f(); next(it); assert it.send(3) == 3 and it.send(4) == 7; it.close()\ntry: next(it)\nexcept StopIteration: pass\nelse: assert False"),
    ("closed = []\ndef g():\n try:\n  while True: yield 1\n finally: closed.append(1)\ndef f(): return closed", "it = g(); next(it); assert f() == []; it.close(); assert f() == [1]"),
    ("def f():\n yield 1\n return 'end'", "it = f(); next(it)\ntry: next(it)\nexcept StopIteration as e: assert e.value == 'end'"),
    ("def f(it): return next(it)", "it = iter('RGB'); assert f(it) == 'R' and next(it) == 'G' and f(it) == 'B'"),
    ("def f(it): return [next(it), next(it)]", "import itertools\nit = itertools.count(5); assert f(it) == [5, 6] and next(it) == 7"),
    ("def f(it): return it", "it = iter([1, 2]); assert f(it) is it and list(it) == [1, 2]"),
    ("def f(): return map(str, [1, 2])", "assert list(f()) == ['1', '2']"),
    ("import itertools\ndef f(): return itertools.product('RG', repeat=2)", "assert len(list(f())) == 4"),
    ("def f(): return (n for n in [1, 2])", "import types\ngot = f(); assert iter(got) is got and isinstance(got, types.GeneratorType) and sum(got) == 3"),
    ("it = iter('RG')\ndef f(): return next(it)", "assert next(it) == 'R' and f() == 'G'"),
    ("def f(it): return sum(it)", "assert f(n for n in [1, 2]) == 3 and f(iter({1, 2})) == 3"),
]  # fmt: skip
FUNCTIONS = [
    ("def f(n):\n def add(m): return n + m\n return add", "assert f(3)(4) == 7 and f(1) is not f(1)"),
    ("def f(n):\n def add(m: int = 2):\n  'Adds.'\n  return n + m\n return add", "import inspect\ng = f(3); assert g.__name__ == 'add' and g.__doc__ == 'Adds.' and str(inspect.signature(g)) == '(m: int = 2)' and callable(g) and inspect.isfunction(g)"),
    ("def f(g):\n def twice(x): return g(g(x))\n return twice", "assert f(lambda n: n + 3)(1) == 7"),
    ("import functools\ndef f(g):\n @functools.wraps(g)\n def wrapper(*a): return [g(*a)]\n return wrapper", "def double(n):\n    'Twice.'\n    return 2 * n\ng = f(double); assert g(3) == [6] and g.__name__ == 'double' and g.__doc__ == 'Twice.'"),
    ("def f(a, b={'x': (1,)}, *c, d=None, e=2.5): pass", "import inspect\nps = inspect.signature(f).parameters; assert ps['b'].default == {'x': (1,)} and ps['d'].default is None and ps['e'].default == 2.5"),
    ("def f(a: int, b: str = '') -> bool: pass", "assert f.__annotations__ == {'a': int, 'b': str, 'return': bool}"),
    ("def f(n): return [lambda: n, {'g': lambda: -n}]", "got = f(2); assert got[0]() == 2 and got[1]['g']() == -2"),
    ("def f(): return f", "assert f() is f and f()() is f"),
    ("def g(n): return n + 1\ndef f(h): return h is g", "assert f(g) and not f(len)"),
    ("def f():\n f.calls += 1\nf.calls = 0", "assert f.calls == 0"),
    ("from functools import lru_cache\n@lru_cache\ndef f(n): return n * 2", "f(1); f(1); assert f.cache_info().hits == 1 and f.__name__ == 'f'"),
    ("table = {'+': lambda a, b: a + b}\nf = table", "assert f['+'](1, 2) == 3"),
    ("from functools import partial\nf = partial(pow, 2)", "assert f(3) == 8 and callable(f)"),
    ("compose = lambda g, h: lambda x: g(h(x))\ndef f(x): return x + 1", "assert compose(f, f)(1) == 3 and compose(f, abs)(-1) == 2"),
    ("def f(n): return max", "assert f(1)([1, 3, 2]) == 3"),
    ("def f(g): return sorted([3, -2], key=g)", "assert f(abs) == [-2, 3]"),
]  # fmt: skip
CARD = """
class Card:
    made = 0
    def __init__(self, rank, suit='S'): self.rank = rank; self.suit = suit; type(self).made += 1
    def __eq__(self, other): return isinstance(other, Card) and self.rank == other.rank
    def __hash__(self): return hash(self.rank)
    def __lt__(self, other): return self.rank < other.rank
    def __repr__(self): return f'Card({self.rank!r})'
    def __add__(self, other): return Card(self.rank + (other.rank if isinstance(other, Card) else other))
    __radd__ = __add__
    def __call__(self, n=1): return self.rank * n
    def double(self): 'Twice.'; return Card(self.rank * 2)
    @property
    def name(self): return f'{self.rank} of {self.suit}'
    @classmethod
    def low(cls): return cls(2)
    @staticmethod
    def ranks(): return [2, 3]
"""
DECK = """
class Deck:
    def __init__(self, items=()): self.items = list(items)
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
    def __getitem__(self, i): return self.items[i]
    def __setitem__(self, i, v): self.items[i] = v
    def __delitem__(self, i): del self.items[i]
    def __contains__(self, x): return x in self.items
    def __enter__(self): self.open = True; return self
    def __exit__(self, kind, error, place): self.open = False; return kind is KeyError
    def __iadd__(self, x): self.items.append(x); return self
    def push(self, x): self.items.append(x); return self
"""
OBJECTS = [
    (CARD + "def f(n): return Card(n)", "c = f(3); assert c.rank == 3 and c.name == '3 of S' and c.double().rank == 6 and c(2) == 6 and str(c) == repr(c) == f'{c}' == 'Card(3)'"),
    (CARD, "c = Card(3, suit='H'); assert isinstance(c, Card) and type(c) is Card and c.suit == 'H' and Card.__name__ == 'Card' and not isinstance(3, Card) and isinstance(Card, type)"),
    (CARD, "assert Card(3) == Card(3) != Card(4) and Card(3) < Card(4) and sorted([Card(5), Card(2)])[0] == Card(2) and len({Card(3), Card(3)}) == 1 and max(Card(1), Card(9)).rank == 9"),
    (CARD, "assert (Card(3) + Card(4)).rank == 7 and (Card(3) + 4).rank == 7 and (4 + Card(3)).rank == 7 and sum([Card(1), Card(2)]).rank == 3"),
    (CARD, "assert Card.low().rank == 2 and Card.ranks() == [2, 3] and Card.made >= 1 and Card.double(Card(3)).rank == 6 and Card(1).double.__doc__ == 'Twice.' and Card.double.__name__ == 'double'"),
    (CARD, "c = Card(3); c.rank = 5; c.note = ['x']; assert c.double().rank == 10 and c.note == ['x'] and hasattr(c, 'suit') and not hasattr(c, 'nothing')"),
    (CARD, "Card.made = 0; Card(1); assert Card.made == 1 and vars(Card(2)) == {'rank': 2, 'suit': 'S'} and Card(2).__dict__['rank'] == 2 and 'double' in dir(Card(1)) and 'low' in dir(Card)"),
    (CARD, "import inspect, copy\nassert inspect.isclass(Card) and list(inspect.signature(Card).parameters) == ['rank', 'suit']\nc = Card(1); d = copy.deepcopy(c); d.rank = 2; assert c.rank == 1 and d.rank == 2 and copy.copy(c) == c"),
    (CARD, "for bad in ('Card()', 'Card(1).nothing', 'Card(1) - 1', 'Card(1)[0]', 'len(Card(1))', 'iter(Card(1))', 'Card(1) < 3'):\n    try: eval(bad)\n    except (TypeError, AttributeError): pass\n    else: assert False, bad"),
    (CARD + "def f(c, cs): c.rank += 1; return c, cs[0], Card", "c = Card(3); x, y, kind = f(c, [c]); assert x is c is y and c.rank == 4 and kind is Card"),
    (CARD + "def f(): return [Card(1), {'k': (Card(2),)}]", "got = f(); assert got == [Card(1), {'k': (Card(2),)}] and got[1]['k'][0].rank == 2"),
    (CARD + "hand = [Card(1), Card(2)]\ndef f(): return hand[0]", "assert f() is hand[0] and [c.rank for c in hand] == [1, 2]"),
    (CARD + "def f(g): return g(Card(7))", "assert f(lambda c: c.rank) == 7 and f(lambda c: c).rank == 7"),
    (CARD + "def f(cs): return [c for c in cs if isinstance(c, Card)]", "c = Card(1); assert f([c, 2, None]) == [c]"),
    (DECK, "d = Deck([1, 2]); assert len(d) == 2 and list(d) == [1, 2] and d[0] == 1 and d[-1:] == [2] and 2 in d and 3 not in d and bool(d) and not Deck()"),
    (DECK, "d = Deck([1, 2]); d[0] = 9; del d[1]; d += 4; assert d.items == [9, 4] and d.push(5) is d and len(d) == 3"),
    (DECK, "d = Deck()\nwith d as e:\n    assert e is d and d.open\nassert not d.open\ntry:\n    with d: raise ValueError('x')\nexcept ValueError as e: assert str(e) == 'x'\nelse: assert False"),
    (DECK, "for bad in (IndexError,):\n    try: Deck()[0]\n    except bad: pass\n    else: assert False"),
    ("class Shape:\n    sides = 0\n    def area(self): raise NotImplementedError\nclass Square(Shape):\n    sides = 4\n    def __init__(self, a): self.a = a\n    def area(self): return self.a ** 2", "s = Square(3); assert isinstance(s, Shape) and issubclass(Square, Shape) and not issubclass(Shape, Square) and s.area() == 9 and Square.sides == 4 and Square.__mro__[1] is Shape and Square.__bases__ == (Shape,)\ntry: Shape().area()\nexcept NotImplementedError: pass\nelse: assert False"),
    ("from abc import ABC, abstractmethod\nclass Shape(ABC):\n    @abstractmethod\n    def area(self): ...\nclass Dot(Shape):\n    def area(self): return 0", "assert Dot().area() == 0 and isinstance(Dot(), Shape)\ntry: Shape()\nexcept TypeError: pass\nelse: assert False"),
    ("from dataclasses import dataclass, field\n@dataclass(order=True)\nclass P:\n    x: int\n    y: list = field(default_factory=list)", "assert P(1) == P(1, []) and P(1) != P(2) and P(1) < P(2) and repr(P(1)) == 'P(x=1, y=[])'\np = P(1); p.y.append(3); q = p.y; assert q == [] or q == [3]"),
    ("from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int = 0", "from dataclasses import FrozenInstanceError\np = P(); assert hash(p) == hash(P()) and len({P(), P(1)}) == 2\ntry: p.x = 3\nexcept FrozenInstanceError: pass\nelse: assert False"),
    ("class Node:\n    def __init__(self, v, after=None): self.v = v; self.after = after\ndef f(items):\n    head = None\n    for v in reversed(items): head = Node(v, head)\n    return head", "n = f([1, 2, 3]); seen = []\nwhile n is not None: seen.append(n.v); n = n.after\nassert seen == [1, 2, 3]"),
    ("class Count:\n    def __init__(self, n): self.n = n\n    def __iter__(self): return self\n    def __next__(self):\n        if self.n == 0: raise StopIteration\n        self.n -= 1; return self.n", "assert list(Count(3)) == [2, 1, 0] and next(Count(2)) == 1 and list(zip(Count(2), 'ab')) == [(1, 'a'), (0, 'b')]"),
    ("class Tree:\n    def __init__(self, *kids): self.kids = kids\n    def __iter__(self):\n        yield self\n        for kid in self.kids: yield from kid", "assert len(list(Tree(Tree(), Tree(Tree())))) == 4"),
    ("class V:\n    def __init__(self, x): self.x = x\n    def __mul__(self, k): return V(self.x * k)\n    __rmul__ = __mul__\n    def __neg__(self): return V(-self.x)\n    def __abs__(self): return abs(self.x)\n    def __bool__(self): return self.x != 0\n    def __matmul__(self, o): return self.x * o.x\n    def __float__(self): return float(self.x)\n    def __round__(self, n=0): return round(self.x, n)\n    def __format__(self, spec): return format(self.x, spec)", "v = V(2); assert (3 * v).x == (v * 3).x == 6 and (-v).x == -2 and abs(-v) == 2 and not V(0) and v @ v == 4 and float(v) == 2.0 and f'{v:03d}' == '002' and round(V(2.25), 1) == 2.2"),
    ("class A: pass\ndef f(): return A()", "a, b = f(), f(); assert a == a and a != b and a != 3 and a is not None and a not in [1, 'x'] and repr(a).startswith('<') and a in [a]"),
    ("class A:\n    def __eq__(self, other): return True", "a = A(); assert a == A()\ntry: hash(a)\nexcept TypeError: pass\nelse: assert False"),
    ("class Stack(list):\n    def peek(self): return self[-1]", "s = Stack(); s.append(1); s.append(2); assert s.peek() == 2 and len(s) == 2 and list(s) == [1, 2] and isinstance(s, Stack) and s == [1, 2]"),
    ("import enum\nclass Color(enum.Enum):\n    RED = 1\n    BLUE = 2\n    def next(self): return Color(self.value % 2 + 1)\ndef f(): return Color.RED", "assert f().next() is Color.BLUE and f() is Color.RED and [c.name for c in Color] == ['RED', 'BLUE'] and len(Color) == 2 and Color['RED'].value == 1 and f() in Color"),
    ("from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    def norm(self): return abs(self.x)\ndef f(): return P(-3)", "assert f().norm() == 3 and f().x == -3 and f() == P(-3) and f()[0] == -3 and f() == (-3,)"),
    ("class Temp:\n    def __init__(self): self._c = 0\n    @property\n    def c(self): return self._c\n    @c.setter\n    def c(self, v):\n        if v < -273: raise ValueError('too cold')\n        self._c = v", "t = Temp(); t.c = 5; assert t.c == 5\ntry: t.c = -300\nexcept ValueError as e: assert str(e) == 'too cold'\nelse: assert False"),
    ("class Game:\n    def __init__(self, ask): self.ask = ask\n    def turn(self): return self.ask('R')\ndef f(game): return game.turn()", "g = Game(lambda c: c * 2); assert g.turn() == 'RR' and f(g) == 'RR'"),
    ("class Log:\n    def __init__(self): self.lines = []\n    def write(self, text): self.lines.append(text); print(text)", "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as out: Log().write('hi')\nassert out.getvalue() == 'hi\\n'"),
    ("class A:\n    class B: n = 1\n    def make(self): return A.B()", "assert A().make().n == 1 and isinstance(A().make(), A.B)"),
    ("class A:\n    x = 1\na = A()\ndef f(): a.x = 2", "f(); assert a.x == 2 and A.x == 1"),
]  # fmt: skip


@cache
def in_one_process(answer, test):
    names = {"__name__": "__main__"}
    try:
        exec(compile(python(answer), "answer", "exec"), names)
        exec(compile(python(test), "test", "exec"), names)
    except BaseException as error:
        return type(error).__name__
    return ""


def apart(answer, test):
    """How a test ends whose names are the student's, and why it was left to a person."""
    names = {"__name__": "__main__"}
    exec(compile(answer, "answer", "exec"), names)
    own = tuple(name for name in names if not name.startswith("__") and name in answer)
    steps = [Step(0, answer), Step(1, f"#\n{test}", True, own)]
    job = Job(steps, ["numpy"], {}, {}, abilities=learned(answer, steps))
    judged = examine(job, cell_seconds=20)
    found = [
        f"{o['ename']}: {o['evalue']}" for o in judged.outputs[1] if o["output_type"] == "error"
    ]
    return "".join(found), judged.undecided


@pytest.mark.parametrize("answer, test", PLAIN + ERRORS + ITERATORS + FUNCTIONS + OBJECTS)
def test_what_works_in_one_process_works_in_two(answer, test):
    assert in_one_process(answer, test) == ""
    assert apart(answer, test) == ("", {})


Peg = namedtuple("Peg", "color place", defaults=[0])
Color = enum.Enum("Color", {"RED": 1, "GREEN": ("g", 2)})
Size = enum.IntEnum("Size", "SMALL LARGE")
Key = enum.Flag("Key", "BLACK WHITE")


class Full(LookupError):
    """No room."""


SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
ONES = (
    SCALARS
    | st.sampled_from([*Color, *Size, *Key, Key(3), ..., NotImplemented, int, Path, Decimal])
    | st.builds(slice, SCALARS, SCALARS)
    | st.builds(PurePosixPath, st.text("ab/.", max_size=4))
    | st.builds(PureWindowsPath, st.text("ab/.", max_size=4))
    | st.builds(bytearray, st.binary(max_size=3))
)
VALUES = st.recursive(
    ONES,
    lambda part: (
        st.builds(Counter, st.text(max_size=4))
        | st.builds(OrderedDict, st.dictionaries(SCALARS, part, max_size=3))
        | st.builds(
            defaultdict,
            st.sampled_from([None, int, list]),
            st.dictionaries(SCALARS, part, max_size=3),
        )
        | st.builds(Peg, part, part)
        | st.builds(KeyError, part)
        | st.builds(Full, part)
        | st.lists(part, max_size=3)
    ),
    max_leaves=8,
)


def crossed(value):
    return decode(channel.Decoder(object).decode(channel.pack(encode(value))))


@settings(max_examples=150)
@given(VALUES)
def test_a_value_arrives_as_it_was(value):
    arrived = crossed([value])[0]
    assert type(arrived).__name__ == type(value).__name__ and repr(arrived) == repr(value)
    assert repr(crossed(arrived)) == repr(value) and type(crossed(arrived)) is type(arrived)


FORGED = st.recursive(
    SCALARS
    | st.sampled_from(["Peg", "__main__", "RED", "Enum", "IntEnum", "__import__", "eval", "SkipTest", "unittest.case"])
    | st.sampled_from(['["Peg", ["color"], [1]]', '["Color", "Enum", [["RED", 1]]]', "[[], []]"]),
    lambda part: st.lists(part, max_size=4)
    | st.dictionaries(st.sampled_from(["error", "member", "record", "type"]), part, max_size=1),
    max_leaves=12,
)  # fmt: skip
TAGS = [
    *("bytearray", "counter", "defaultdict", "enumeration", "error", "exceptions"),
    *("member", "ordered", "path", "record", "records", "slice", "type"),
]


@settings(max_examples=300)
@given(st.sampled_from(TAGS), FORGED)
def test_what_is_forged_is_refused_or_plain(tag, sent):
    try:
        made = decode({tag: sent})
    except NotPlain:
        return
    kind = made if isinstance(made, type) else type(made)
    known = kind in classes.NAMED.values()
    assert known or kind.__module__ == "__main__" or issubclass(kind, BaseException)


def said(*parts):
    return json.dumps(parts)


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "open"},
        {"type": "eval"},
        {"type": "Channel"},
        {"constant": "__debug__"},
        {"record": [said("P", ["x, y=__import__('os')"], []), 1]},
        {"record": [said("P): pass #", ["x"], []), 1]},
        {"record": [said("P", ["__class__"], []), 1]},
        {"record": [said("P", ["x", "x"], []), 1, 2]},
        {"record": [said("P", ["x"], []), 1, 2]},
        {"record": [said("P", [f"x{n}" for n in range(300)], [])]},
        {"record": ["P", ["x"], [], 1]},
        {"records": [said("P", ["x"], [{"type": "Exception"}])]},
        {"member": [said("E", "Enum", [["_missing_", 1]]), 1]},
        {"member": [said("E", "Enum", [["mro", 1]]), 1]},
        {"member": [said("E", "Enum", [["A", 1]]), 2]},
        {"member": [said("E", "EnumMeta", [["A", 1]]), 1]},
        {"member": [said("E", "IntEnum", [["A", {"tuple": ["1", 2]}]]), 1]},
        {"member": [said("E", "Flag", [["A", {"int": [hex(2**70)]}]]), 1]},
        {"error": [[["ValueError", "builtins", []]], [], [], None]},
        {"error": ["ValueError", [], {}, None]},
        {"path": [{"object": [1, 2]}]},
        {"range": [{"object": [1, 2]}]},
        {"defaultdict": [3]},
        {"slice": []},
    ],
)
def test_what_no_process_says_is_refused(sent):
    with pytest.raises(NotPlain):
        decode(sent)


def test_an_exception_is_none_that_a_test_runner_or_the_grader_understands(monkeypatch):
    assert numpy.testing.SkipTest is unittest.SkipTest
    monkeypatch.setattr(sys.modules["__main__"], "SkipTest", unittest.SkipTest, raising=False)
    for name, module in [
        ("SkipTest", "unittest.case"),
        ("SkipTest", "numpy.testing"),
        ("SkipTest", "__main__"),
        ("Gone", "autograder.runner.processes.examiner"),
        ("UsageError", "IPython.core.error"),
        ("KeyboardInterrupt", "builtins"),
        ("GeneratorExit", "builtins"),
    ]:
        sent = [(name, module, [1]), ("Exception", "builtins", [])]
        kind = classes.make_error_class(sent)
        assert kind.__name__ == name and issubclass(kind, Exception)
        assert kind is not vars(sys.modules.get(module, sys)).get(name)


def test_no_default_and_no_member_has_a_class_that_catches_a_failed_test():
    catching = (AssertionError, 1)
    for forged in (
        namedtuple("Limits", "errors", defaults=[catching]),
        enum.Enum("Limits", {"ERRORS": catching}),
        enum.Enum("Limits", {"ERRORS": namedtuple("Peg", "x")([Exception])}).ERRORS,
    ):
        with pytest.raises(NotPlain, match="the class would catch the failure of a test"):
            decode(encode(forged))


def test_no_attribute_of_an_exception_is_one_that_python_calls():
    error = Full("x")
    error.tries = [3]
    vars(error)["_render_traceback_"] = vars(error)["__class__"] = "lies"
    assert vars(unpack(pack(error))) == {"tries": [3], "elsewhere": ""}
    sent = [[["Full", "__main__", []]], [], {"_render_traceback_": 1, "tries": 2}, None]
    assert vars(decode({"error": sent})) == {"tries": 2}


LIAR = """
class Card:
    def __init__(self, n=3): self.n = n
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return hash(3)
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    def __sub__(self, other): return self
    __rsub__ = __abs__ = lambda self, *a: self
    def __instancecheck__(self, other): return True
def f(): return Card()
"""
LIARS = [
    LIAR,
    LIAR.replace("class Card:", "class Card(int):"),
    LIAR.replace("class Card:", "class Card(list):"),
    LIAR.replace("return Card()", "return [Card()]").replace("n=3", "n=3, *a"),
    LIAR + "Card.__module__ = 'builtins'; Card.__next__ = Card.__iter__ = Card.__abs__",
    LIAR + "class Kind(type):\n    def __eq__(self, o): return True\n    __hash__ = type.__hash__\nclass Card(Card, metaclass=Kind): pass",
    "from unittest.mock import ANY\nclass Card: pass\ndef f(): return ANY",
    LIAR.replace("class Card:", "import enum\nclass Card(enum.Enum):\n    A = 1").replace("return Card()", "return Card.A").replace("def __init__(self, n=3): self.n = n", ""),
    LIAR.replace("class Card:", "import collections\nclass Card(collections.namedtuple('C', 'n', defaults=[3])):").replace("def __init__(self, n=3): self.n = n", ""),
]  # fmt: skip
# What a method of a class says that the source defines is the student's word, as in one process.
BY_METHODS = ["abs(f() - 4) < 1e-9", "4 in f()", "f().count(4) == 1", "4 - f() == 0"]
DECEIVED = [
    *("f() == 4", "4 == f()", "not f() != 4", "f() in [4]", "f() in {4: 1}", "[f()] == [4]"),
    *("f() <= 4 <= f()", "{f()} == {4}", "(f(), 1) == (4, 1)"),
    *("isinstance(f(), int) and f() > 3", "f() == [4]", "f() == (4,)", "[4] == f()"),
    "not [x for x in [4, 5] if x != f()]",
]


@pytest.mark.parametrize("source", [LIAR, CARD, ""])
@pytest.mark.parametrize("answer", LIARS)
def test_what_says_that_it_equals_everything_gains_nothing(answer, source):
    claims = DECEIVED if source == LIAR else DECEIVED + BY_METHODS
    tests = [Step(n, f"#\nassert {t}", True, ("f",)) for n, t in enumerate(claims, 1)]
    steps = [Step(0, answer), *tests]
    judged = examine(Job(steps, [], {}, {}, abilities=abilities([source])), cell_seconds=5)
    ends = [[o["output_type"] for o in judged.outputs[n]] for n in range(1, len(steps))]
    assert ends == [["error"]] * len(tests)


def test_of_other_classes_than_the_sources_nothing_stands_for_an_instance():
    answer = f"{CARD}\ndef f(): return Card(1)"
    test = "x = f()\nassert x is not None\nx.rank"
    steps = [Step(0, answer), Step(1, f"#\n{test}", True, ("f",))]
    judged = examine(Job(steps, [], {}, {}, abilities=abilities([DECK])))
    assert judged.undecided == {
        1: "the test uses rank, which the course's own object does not have"
    }


def test_what_a_student_says_of_a_comparison_is_left_to_a_person():
    test = "assert Card(3) == 3"
    answer = CARD.replace("and self.rank", "and self.rank") + "    def __eq__(self, n): return True"
    _, by_hand = apart(answer, test)
    assert by_hand == {1: "the student's Card is compared with an object of type int"}


def test_no_class_of_a_test_is_built_on_a_students():
    _, by_hand = apart("class A: pass", "class B(A): pass")
    assert by_hand == {1: "A belongs to the student, so a test cannot derive a class from it"}


def test_a_stand_in_outlives_its_object_and_says_so():
    answer = "class A:\n    def end(self): __import__('os')._exit(0)"
    steps = [Step(0, answer), Step(1, "#\na = A(); a.end()", True, ("A",))]
    steps += [Step(2, "#\nrepr(a)", True, ("A",)), Step(3, "#\nassert repr(A())", True, ("A",))]
    outputs = examine(Job(steps, [], {}, {}, abilities=abilities([answer]))).outputs
    says = [o["evalue"] for n in (1, 2) for o in outputs[n]]
    assert says[0].startswith("The call made Python exit") and "has ended" in says[1]
    assert outputs[3] == []


@pytest.mark.parametrize("kind, plain", [(Integral, 7), (Real, 7.0), (Complex, 7 + 0j)])
def test_a_librarys_number_crosses_as_the_plain_one_that_it_is(kind, plain):
    own = type("Seven", (), {f"__{type(plain).__name__}__": lambda self: plain})
    own.__module__ = "library"
    kind.register(own)
    got = decode(encode(own()))
    assert type(got) is type(plain) and got == plain


def test_what_is_no_plain_data_looks_the_same_each_time():
    found = NotHere("a Card is not plain data", shown="a Card")
    assert repr(found) == f"{found!s}" == "<a Card>"
    assert shown([found, iter([1]), map(str, [])]) == "[a Card, an iterator, an iterator]"


class Says:
    """Answers what is asked about objects with what was forged."""

    def __init__(self, said):
        self.said = said

    def describe(self, number, name=""):
        return self.said

    def do(self, operation, *arguments, **named):
        return None

    def miss(self, why):
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["Card", "__main__", "__eq__", "__class__", "x", "\0", ""]),
    lambda part: st.lists(part, max_size=8) | st.dictionaries(st.sampled_from(["name", "text", "parameters", "type"]), part),
    max_leaves=12,
)  # fmt: skip
ABOUT = st.fixed_dictionaries({"type": st.just("Function"), "name": st.text(max_size=2), "text": st.just(""),
    "parameters": st.lists(st.fixed_dictionaries({"name": st.sampled_from(["a", "1", ""]), "kind": st.sampled_from(["VAR_KEYWORD", "x", "POSITIONAL_ONLY"])}), max_size=2)})  # fmt: skip
KIND = st.tuples(st.integers(-1, 3), *[st.sampled_from(["Card", "__main__", "int", "\0"])] * 3, st.just(""),
    st.lists(st.sampled_from(["__eq__", "__class__", "__next__", "__init__", "_can_"]), max_size=3), st.booleans(), st.lists(st.integers(-1, 4), max_size=3))  # fmt: skip


@settings(max_examples=300)
@given(
    JSON | ABOUT | st.tuples(st.lists(KIND, max_size=4), ABOUT, st.booleans()),
    st.sampled_from(["class", "object", "function", "generator", "method", "either"]),
    JSON | st.integers(0, 3) | st.lists(st.integers(0, 3), max_size=2),
)
def test_what_is_forged_about_an_object_is_refused_or_a_stand_in(said, tag, content):
    proxies = Proxies(Says(said), Abilities({"Card": ["__eq__", "x"]}))
    try:
        made = decode({tag: content}, proxies.find)
    except NotPlain:
        return
    if isinstance(type(made), ProxyClass):
        assert (made == 3) is (made == None) is False  # noqa: E711
    elif isinstance(made, ProxyClass):
        assert not issubclass(made, int) and made.__class__ in [
            *type.__subclasses__(ProxyClass),
            ProxyClass,
        ]
    else:
        assert tag == "either" or type(made).__name__ in ("function", "generator", "NotHere")
