"""A course of objects, and right answers to it that are written in ways of their own.

Generators, classes with state, a `with`, enumerations, arrays, frames, functions of functions,
dates, and trees. Each passes all tests in an ordinary Python, so that stock nbgrader gives all
points.
"""

from .attacked import Attack, AttackedCourse

GIVEN = """import datetime, decimal
import numpy as np
import pandas as pd
shop = pd.DataFrame({'fruit': ['fig', 'kiwi', 'fig'], 'sold': [1, 2, 3]})"""
ANSWERS = {
    "stream": "def stream(n):\n    for i in range(n): yield i * i",
    "account": "class Account:\n    def __init__(self, owner, balance=0): self.owner, self.balance = owner, balance\n"
    "    def deposit(self, n):\n        if n < 0: raise ValueError('negative')\n        self.balance += n\n        return self\n"
    "    def __repr__(self): return f'Account({self.owner!r}, {self.balance})'\n"
    "    def __eq__(self, o): return (self.owner, self.balance) == (o.owner, o.balance)",
    "box": "class Box:\n    def __enter__(self):\n        self.items = []\n        return self\n"
    "    def __exit__(self, *error): self.items.clear()\n    def put(self, item): self.items.append(item)",
    "suit": "import enum\nclass Suit(enum.Enum):\n    RED = 1\n    BLACK = 2",
    "unit": "def unit(v):\n    v = np.asarray(v, float)\n    return v / np.sqrt((v ** 2).sum())",
    "sales": "def sales(shop): return shop.groupby('fruit', as_index=False)['sold'].sum()",
    "fib": "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)",
    "compose": "def compose(f, g): return lambda x: f(g(x))",
    "due": "def due(text): return datetime.date.fromisoformat(text)",
    "price": "def price(text): return decimal.Decimal(text) * 2",
    "tree": "class Node:\n    def __init__(self, name, below=()): self.name, self.below = name, list(below)\n"
    "def depth(node): return 1 + max(map(depth, node.below), default=0)",
}
VISIBLE = {
    "stream": "assert list(stream(3)) == [0, 1, 4]",
    "account": "a = Account('Ada')\na.deposit(3)\nassert a.balance == 3 and a.owner == 'Ada'",
    "box": "with Box() as b:\n    b.put(1)\n    assert b.items == [1]",
    "suit": "assert Suit.RED.value == 1 and Suit.BLACK.name == 'BLACK'",
    "unit": "assert np.allclose(unit([3, 4]), [0.6, 0.8])",
    "sales": "assert sales(shop)['sold'].tolist() == [4, 2]",
    "fib": "assert [fib(n) for n in range(6)] == [0, 1, 1, 2, 3, 5]",
    "compose": "assert compose(lambda x: x + 1, lambda x: x * 2)(3) == 7",
    "due": "assert due('2025-11-03') == datetime.date(2025, 11, 3)",
    "price": "assert price('1.10') == decimal.Decimal('2.20')",
    "tree": "assert depth(Node('a', [Node('b')])) == 2",
}
HIDDEN = {
    "stream": "some = stream(5)\nassert next(some) == 0 and next(some) == 1 and sum(some) == 29",
    "account": "a = Account('Eve', 2).deposit(1)\nassert repr(a) == \"Account('Eve', 3)\" and a == Account('Eve', 3)\n"
    "try: a.deposit(-1)\nexcept ValueError as error: assert str(error) == 'negative'\nelse: assert False",
    "box": "with Box() as b:\n    for n in 'ab': b.put(n)\n    assert len(b.items) == 2\nassert b.items == []",
    "suit": "assert [s.name for s in Suit] == ['RED', 'BLACK'] and Suit(2).name == 'BLACK' and Suit['RED'].value == 1",
    "unit": "got = np.asarray(unit((0, 0, 2)))\nassert got.shape == (3,) and got.tolist() == [0, 0, 1]",
    "sales": "pd.testing.assert_frame_equal(sales(shop.iloc[:2]), shop.iloc[:2])",
    "fib": "assert fib(20) == 6765 and fib(n=7) == 13",
    "compose": "assert compose(str.upper, str.strip)(' a ') == 'A' and compose(len, list)((1, 2)) == 2",
    "due": "assert due('2024-02-29').weekday() == 3 and (due('2024-03-01') - due('2024-02-29')).days == 1",
    "price": "assert str(price('0.05')) == '0.10' and price('3') > price('2')",
    "tree": "assert depth(Node('a')) == 1 and depth(Node('a', [Node('b'), Node('c', [Node('d')])])) == 3\n"
    "assert Node('a', [Node('b')]).below[0].name == 'b'",
}
_ACCOUNT, _BOX = ANSWERS["account"], ANSWERS["box"]
_DATACLASS = (
    "from dataclasses import dataclass, field\n@dataclass{how}\nclass Account:\n    owner: str\n    balance: int = 0\n"
    "    def deposit(self, n):\n        if n < 0: raise ValueError('negative')\n        self.balance += n\n        return self\n"
    "    def __repr__(self): return f'Account({{self.owner!r}}, {{self.balance}})'"
)
_PROPERTY = _ACCOUNT.replace(
    "self.owner, self.balance = owner, balance", "self.owner, self._b = owner, balance"
)
_FIB = ANSWERS["fib"]
_ODD = {
    "stream": {
        "a generator expression": "def stream(n): return (i * i for i in range(n))",
        "a map": "def stream(n): return map(lambda i: i * i, range(n))",
        "islice of count": "import itertools as it\ndef stream(n): return it.islice((i * i for i in it.count()), n)",
        "yield from and a return": "def stream(n):\n    yield from [i * i for i in range(n)]\n    return 'done'",
        "try and finally": "def stream(n):\n    try:\n        for i in range(n): yield i * i\n    finally: print('bye')",
        "an iterator class": "class stream:\n    def __init__(self, n): self.i, self.n = -1, n\n    def __iter__(self): return self\n"
        "    def __next__(self):\n        self.i += 1\n        if self.i >= self.n: raise StopIteration\n        return self.i ** 2",
        "accumulated": "from itertools import accumulate\ndef stream(n): return accumulate(2 * i - 1 if i else 0 for i in range(n))",
        "an iterator of an array": "def stream(n): return iter(np.arange(n) ** 2)",
        "reversed": "def stream(n): return reversed([i * i for i in range(n)][::-1])",
    },
    "account": {
        "a dataclass": _DATACLASS.format(how=""),
        "a dataclass with slots": _DATACLASS.format(how="(slots=True)"),
        "an ordered dataclass": _DATACLASS.format(how="(order=True, unsafe_hash=True)"),
        "a property": _PROPERTY + "\n    @property\n    def balance(self): return self._b\n    @balance.setter\n    def balance(self, n): self._b = n",
        "slots": _ACCOUNT.replace("class Account:", "class Account:\n    __slots__ = 'owner', 'balance'"),
        "a mixin": "class Shown:\n    def __repr__(self): return f'{type(self).__name__}({self.owner!r}, {self.balance})'\n"
        + _ACCOUNT.replace("class Account:", "class Account(Shown):").replace("    def __repr__(self): return f'Account({self.owner!r}, {self.balance})'\n", ""),
        "a SimpleNamespace": "from types import SimpleNamespace\nclass Account(SimpleNamespace):\n    def __init__(self, owner, balance=0): super().__init__(owner=owner, balance=balance)\n"
        + "\n".join(_ACCOUNT.splitlines()[2:]),
        "a class decorator": "def seen(c):\n    c.made = 0\n    return c\n@seen\n" + _ACCOUNT,
        "subclasses are counted": "class Base:\n    kinds = []\n    def __init_subclass__(cls, **k): Base.kinds.append(cls)\n"
        + _ACCOUNT.replace("class Account:", "class Account(Base):"),
        "a descriptor": "class Whole:\n    def __set_name__(self, c, name): self.n = '_' + name\n    def __get__(self, o, c): return getattr(o, self.n) if o else self\n"
        "    def __set__(self, o, v): setattr(o, self.n, int(v))\n" + _ACCOUNT.replace("class Account:", "class Account:\n    balance = Whole()"),
        "made by type": _ACCOUNT.replace("class Account:", "class A:") + "\nAccount = type('Account', (A,), {})",
        "a lock in it": _ACCOUNT.replace("owner, balance\n", "owner, balance; import threading; self.lock = threading.Lock()\n", 1),
    },
    "box": {
        "an exit stack": "import contextlib\nclass Box(contextlib.ExitStack):\n    def __init__(self):\n        super().__init__()\n        self.items = []\n"
        "        self.callback(self.items.clear)\n    def put(self, item): self.items.append(item)",
        "a context decorator": "import contextlib\n" + _BOX.replace("class Box:", "class Box(contextlib.ContextDecorator):"),
        "an abstract one": "import contextlib\n" + _BOX.replace("class Box:", "class Box(contextlib.AbstractContextManager):"),
        "contextmanager": "import contextlib\nclass Items:\n    def __init__(self): self.items = []\n    def put(self, item): self.items.append(item)\n"
        "@contextlib.contextmanager\ndef Box():\n    b = Items()\n    yield b\n    b.items.clear()",
        "a data class": "from dataclasses import dataclass, field\n@dataclass\nclass Box:\n    items: list = field(default_factory=list)\n    def __enter__(self): return self\n"
        "    def __exit__(self, kind, error, trace): self.items.clear()\n    def put(self, item): self.items.append(item)",
    },
    "suit": {
        "IntEnum": "from enum import IntEnum\nclass Suit(IntEnum): RED = 1; BLACK = 2",
        "Flag": "from enum import Flag\nclass Suit(Flag):\n    RED = 1\n    BLACK = 2",
        "auto": "from enum import Enum, auto\nclass Suit(Enum):\n    RED = auto()\n    BLACK = auto()",
        "made by a call": "import enum\nSuit = enum.Enum('Suit', 'RED BLACK')",
        "unique, with methods": "import enum\n@enum.unique\nclass Suit(enum.Enum):\n    RED = 1\n    BLACK = 2\n    @classmethod\n    def of(cls, n): return cls(n)\n    def __str__(self): return self.name",
        "__new__": "import enum\nclass Suit(enum.Enum):\n    RED = 1, 'r'\n    BLACK = 2, 'b'\n    def __new__(cls, n, sign):\n        o = object.__new__(cls)\n        o._value_, o.sign = n, sign\n        return o",
    },
    "unit": {
        "a subclass of arrays": "class V(np.ndarray): pass\ndef unit(v):\n    v = np.asarray(v, float).view(V)\n    return v / np.linalg.norm(v)",
        "a masked array": "def unit(v):\n    v = np.ma.array(v, float)\n    return v / np.sqrt((v ** 2).sum())",
        "float32": "def unit(v): return (np.array(v, np.float32) / np.linalg.norm(v)).astype('f4')",
        "a list": "def unit(v): return [x / sum(y * y for y in v) ** 0.5 for x in v]",
        "a series": "def unit(v): return pd.Series(v) / np.linalg.norm(v)",
        "objects": "def unit(v): return np.array([x / float(np.linalg.norm(v)) for x in v], dtype=object).astype(float)",
        "a view": "def unit(v):\n    big = np.zeros(2 * len(v))\n    big[::2] = np.array(v) / np.hypot.reduce(np.array(v, float))\n    return big[::2]",
        "vectorized": "def unit(v):\n    n = np.linalg.norm(v)\n    return np.vectorize(lambda x: x / n)(v)",
        "einsum and out": "def unit(v):\n    v = np.array(v, float)\n    np.divide(v, np.sqrt(np.einsum('i,i', v, v)), out=v)\n    v.flags.writeable = False\n    return v",
    },
    "sales": {
        "an accessor": "@pd.api.extensions.register_dataframe_accessor('shop')\nclass Shop:\n    def __init__(self, frame): self.frame = frame\n"
        "    def sales(self): return self.frame.groupby('fruit', as_index=False)['sold'].sum()\ndef sales(shop): return shop.shop.sales()",
        "a subclass of frames": "class F(pd.DataFrame):\n    _metadata = ['note']\n    @property\n    def _constructor(self): return F\n"
        "def sales(shop):\n    f = F(shop)\n    return pd.DataFrame(f.groupby('fruit', as_index=False)['sold'].sum())",
        "a pipe": "def sales(shop): return shop.pipe(lambda f: f.groupby('fruit')['sold'].sum()).reset_index()",
        "named aggregation": "def sales(shop): return shop.groupby('fruit').agg(sold=('sold', 'sum')).reset_index()",
        "pivot": "def sales(shop): return shop.pivot_table(index='fruit', values='sold', aggfunc='sum').reset_index()",
        "a query": "def sales(shop):\n    rows = {}\n    for fruit in sorted(set(shop.fruit)): rows[fruit] = shop.query('fruit == @fruit').sold.sum()\n"
        "    return pd.DataFrame({'fruit': list(rows), 'sold': list(rows.values())})",
        "SQL": "import sqlite3\ndef sales(shop):\n    with sqlite3.connect(':memory:') as db:\n        shop.to_sql('shop', db, index=False)\n        return pd.read_sql('select fruit, sum(sold) as sold from shop group by fruit', db)",
    },
    "fib": {
        "lru_cache": "from functools import lru_cache\n@lru_cache(maxsize=None)\n" + _FIB,
        "an instance with slots": "class Fib:\n    __slots__ = ('known',)\n    def __init__(self): self.known = {0: 0, 1: 1}\n"
        "    def __call__(self, n):\n        if n not in self.known: self.known[n] = self(n - 1) + self(n - 2)\n        return self.known[n]\nfib = Fib()",
        "a default that remembers": "def fib(n, known={0: 0, 1: 1}):\n    if n not in known: known[n] = fib(n - 1) + fib(n - 2)\n    return known[n]",
        "a fixed point": "fib = (lambda f: (lambda x: x(x))(lambda y: f(lambda n: y(y)(n))))(lambda g: lambda n: n if n < 2 else g(n - 1) + g(n - 2))",
        "made by exec": "exec('def fib(n):\\n    a, b = 0, 1\\n    for _ in range(n): a, b = b, a + b\\n    return a')",
        "asyncio": "import asyncio\nasync def step(n):\n    a, b = 0, 1\n    for _ in range(n):\n        await asyncio.sleep(0)\n        a, b = b, a + b\n    return a\n"
        "import threading\ndef fib(n):\n    got = []\n    t = threading.Thread(target=lambda: got.append(asyncio.run(step(n))))\n    t.start()\n    t.join()\n    return got[0]",
        "a matrix": "def fib(n): return int(np.linalg.matrix_power(np.array([[1, 1], [1, 0]], dtype=object), n)[0, 1]) if n else 0",
        "a class method": "class F:\n    @classmethod\n    def of(cls, n): return n if n < 2 else cls.of(n - 1) + cls.of(n - 2)\nfib = F.of",
        "positional and keyword": "def fib(*args, **named):\n    n, = [*args, *named.values()]\n    a, b = 0, 1\n    while n: a, b, n = b, a + b, n - 1\n    return a",
        "a class that is called": "class fib(int):\n    def __new__(cls, n):\n        a, b = 0, 1\n        for _ in range(n): a, b = b, a + b\n        return int.__new__(int, a)",
        "a vectorized one": "import functools\nfib = functools.partial(lambda phi, n: round((phi ** n - (1 - phi) ** n) / 5 ** .5), (1 + 5 ** .5) / 2)",
        "a doctest in it": "def fib(n):\n    '''The n-th.\n\n    >>> fib(5)\n    5\n    '''\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nimport doctest\ndoctest.run_docstring_examples(fib, globals())",
    },
    "compose": {
        "a partial": "import functools\ndef _both(f, g, x): return f(g(x))\ndef compose(f, g): return functools.partial(_both, f, g)",
        "an instance": "class compose:\n    def __init__(self, f, g): self.f, self.g = f, g\n    def __call__(self, x): return self.f(self.g(x))",
        "wraps": "import functools\ndef compose(f, g):\n    @functools.wraps(g)\n    def both(*a, **k): return f(g(*a, **k))\n    return both",
        "reduce": "import functools\ndef compose(*fs): return lambda x: functools.reduce(lambda v, f: f(v), reversed(fs), x)",
        "a bound method": "class Both:\n    def __init__(self, f, g): self.f, self.g = f, g\n    def of(self, x): return self.f(self.g(x))\ndef compose(f, g): return Both(f, g).of",
        "curried": "compose = lambda f, g: (lambda f: lambda g: lambda x: f(g(x)))(f)(g)",
    },
    "due": {
        "a parsed one": "def due(text): return datetime.datetime.strptime(text, '%Y-%m-%d').date()",
        "a Timestamp's": "def due(text): return pd.Timestamp(text).date()",
        "a subclass": "class Day(datetime.date): pass\ndef due(text): return Day.fromisoformat(text)",
        "three numbers": "def due(text): return datetime.date(*map(int, text.split('-')))",
        "of numpy": "def due(text): return np.datetime64(text).astype(object)",
    },
    "price": {
        "a context": "def price(text):\n    with decimal.localcontext() as c:\n        c.prec = 20\n        return decimal.Decimal(text) + decimal.Decimal(text)",
        "a subclass": "class Euro(decimal.Decimal): pass\ndef price(text): return Euro(decimal.Decimal(text) * 2)",
    },
    "tree": {
        "a data class": "from dataclasses import dataclass, field\n@dataclass\nclass Node:\n    name: str\n    below: list['Node'] = field(default_factory=list)\ndef depth(n): return 1 + max((depth(m) for m in n.below), default=0)",
        "a frozen one": "from dataclasses import dataclass\n@dataclass(frozen=True, slots=True)\nclass Node:\n    name: str\n    below: tuple = ()\ndef depth(n): return 1 + max(map(depth, n.below), default=0)",
        "a named tuple": "from collections import namedtuple\nNode = namedtuple('Node', 'name below', defaults=[()])\ndef depth(n): return 1 + max(map(depth, n.below), default=0)",
        "with a parent": "class Node:\n    def __init__(self, name, below=()):\n        self.name, self.below, self.above = name, list(below), None\n        for b in self.below: b.above = self\n"
        "    def depth(self): return 1 + max((b.depth() for b in self.below), default=0)\ndef depth(node): return node.depth()",
        "weak references": "import weakref\nclass Node:\n    made = weakref.WeakSet()\n    def __init__(self, name, below=()):\n        self.name, self.below = name, [*below]\n        Node.made.add(self)\n"
        "def depth(node):\n    level, n = [node], 0\n    while level: level, n = [b for x in level for b in x.below], n + 1\n    return n",
        "match": "class Node:\n    __match_args__ = 'name', 'below'\n    def __init__(self, name, below=None): self.name, self.below = name, below or []\n"
        "def depth(node):\n    match node:\n        case Node(_, []): return 1\n        case Node(_, below): return 1 + max(map(depth, below))",
        "a list of lists": "class Node(list):\n    def __init__(self, name, below=()):\n        super().__init__(below)\n        self.name = name\n    below = property(list)\ndef depth(node): return 1 + max(map(depth, node), default=0)",
    },
}  # fmt: skip
ODDITIES = {
    f"{exercise}, {name}": Attack({exercise: text}, [])
    for exercise, those in _ODD.items()
    for name, text in those.items()
}
BY_PERSON = {
    *("box, contextmanager", "compose, an instance", "fib, a class that is called"),
    *("stream, an iterator class", "unit, a masked array", "unit, a subclass of arrays"),
    *("suit, unique, with methods", "suit, __new__"),
}
"""Objects of classes that the source does not have, or that do more than the source's own: what a
test may ask of them is not known."""
OBJECTS = AttackedCourse(
    "objects", GIVEN, {}, ANSWERS, VISIBLE, HIDDEN, {}, ODDITIES, [], {}, frozenset(BY_PERSON)
)
