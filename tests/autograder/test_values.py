"""What a test sees of a student's values, beside what it would see in the same process."""

import enum
import sys
from collections import Counter, OrderedDict, defaultdict, namedtuple
from decimal import Decimal
from functools import cache
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.names import python
from autograder.sandbox import classes, wire
from autograder.sandbox.conductor import examine
from autograder.sandbox.errors import pack, unpack
from autograder.sandbox.sheets import Sheet, Step
from autograder.sandbox.wire import NotPlain, decode, encode

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
    judged = examine(Sheet(steps, ["numpy"], {}, {}), cell_seconds=20)
    found = [
        f"{o['ename']}: {o['evalue']}" for o in judged.outputs[1] if o["output_type"] == "error"
    ]
    return "".join(found), judged.by_hand


@pytest.mark.parametrize("answer, test", PLAIN + ERRORS)
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
    return decode(wire.Decoder(object).decode(wire.pack(encode(value))))


@settings(max_examples=150)
@given(VALUES)
def test_a_value_arrives_as_it_was(value):
    arrived = crossed([value])[0]
    assert type(arrived).__name__ == type(value).__name__ and repr(arrived) == repr(value)
    assert repr(crossed(arrived)) == repr(value) and type(crossed(arrived)) is type(arrived)


FORGED = st.recursive(
    SCALARS
    | st.sampled_from(["Peg", "__main__", "RED", "Enum", "IntEnum", "__import__", "eval", "SkipTest", "unittest.case"]),
    lambda part: st.lists(part, max_size=4)
    | st.dictionaries(st.sampled_from(["error", "member", "record", "type"]), part, max_size=1),
    max_leaves=12,
)  # fmt: skip
TAGS = [
    *("bytearray", "constant", "counter", "defaultdict", "enumeration", "error", "exceptions"),
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
    known = kind in classes.NAMED.values() or tag == "constant"
    assert known or kind.__module__ == "__main__" or issubclass(kind, BaseException)


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "open"},
        {"type": "eval"},
        {"type": "Channel"},
        {"constant": "__debug__"},
        {"record": ["P", ["x, y=__import__('os')"], [], 1]},
        {"record": ["P): pass #", ["x"], [], 1]},
        {"record": ["P", ["__class__"], [], 1]},
        {"record": ["P", ["x", "x"], [], 1, 2]},
        {"record": ["P", ["x"], [], 1, 2]},
        {"record": ["P", [f"x{n}" for n in range(300)], []]},
        {"member": ["E", "Enum", [["_missing_", 1]], 1]},
        {"member": ["E", "Enum", [["mro", 1]], 1]},
        {"member": ["E", "Enum", [["A", 1]], 2]},
        {"member": ["E", "EnumMeta", [["A", 1]], 1]},
        {"member": ["E", "IntEnum", [["A", {"tuple": ["1", 2]}]], 1]},
        {"member": ["E", "Flag", [["A", {"int": hex(2**70)}]], 1]},
        {"error": [[["ValueError", "builtins", []]], [], [], None]},
        {"error": ["ValueError", [], {}, None]},
        {"path": ["Path.home", "a"]},
        {"defaultdict": [3]},
        {"slice": [1, 2]},
    ],
)
def test_what_no_process_says_is_refused(sent):
    with pytest.raises(NotPlain):
        decode(sent)


def test_an_exception_is_none_that_a_test_runner_or_the_grader_understands():
    for name, module in [
        ("SkipTest", "unittest.case"),
        ("Gone", "autograder.sandbox.examiner"),
        ("UsageError", "IPython.core.error"),
        ("KeyboardInterrupt", "builtins"),
        ("GeneratorExit", "builtins"),
    ]:
        sent = [(name, module, [1]), ("Exception", "builtins", [])]
        kind = classes.make_error_class(sent)
        assert kind.__name__ == name and issubclass(kind, Exception)
        assert kind is not vars(sys.modules.get(module, sys)).get(name)


def test_no_attribute_of_an_exception_is_one_that_python_calls():
    error = Full("x")
    error.tries = [3]
    vars(error)["_render_traceback_"] = vars(error)["__class__"] = "lies"
    assert vars(unpack(pack(error))) == {"tries": [3], "elsewhere": ""}
    sent = [[["Full", "__main__", []]], [], {"_render_traceback_": 1, "tries": 2}, None]
    assert vars(decode({"error": sent})) == {"tries": 2}


def test_there_are_not_more_classes_than_a_few(monkeypatch):
    monkeypatch.setattr(classes, "MOST_MADE", len(classes._made) + 3)
    with pytest.raises(NotPlain, match="too many classes"):
        decode([{"records": [f"P{n}", ["x"], []]} for n in range(5)])
