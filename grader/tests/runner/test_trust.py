"""What a student's process tells decides, runs and changes nothing outside of it."""

import json
import pickle
import re
from types import GeneratorType

import numpy
import pandas
import pytest

from autograder.runner.conductor import examine
from autograder.runner.examination import passive
from autograder.runner.jobs import Job, Outcome, Step
from autograder.runner.processes import forked
from autograder.runner.processes.confinement import ConfinementError
from autograder.runner.proxies.exports import SPECIAL
from autograder.runner.proxies.proxy import Proxy, ProxyClass
from autograder.runner.tasks import Done, Task, pack

from .notebooks import error, is_left, judge, text

EVIL = """
import os, pickle
class Evil:
    def __reduce__(self): return os.system, ('id > /tmp/autograder-escaped',)
open('data.pkl', 'wb').write(pickle.dumps(Evil()))
def f(): return sum(range(4))
"""
GIVEN = {"data.pkl": pickle.dumps([1, 2, 3]), "expected.txt": b"6"}
LOAD = "import pickle\ndata = pickle.load(open('data.pkl', 'rb'))"


def test_what_the_course_gives_is_not_changed():
    """A given file would be loaded, and run, where the tests are."""
    test = f"{LOAD}\nassert f() == sum(data)"
    judged = judge(EVIL, test, handed_in=GIVEN, given=GIVEN)
    assert error(judged) == ""
    assert "data.pkl was overwritten; the tests use the original from the course." in judged.remarks


@pytest.mark.parametrize(
    "answer",
    [
        "open('expected.txt', 'w').write('7')\ndef f(): return 7",
        "def f():\n    open('expected.txt', 'w').write('7')\n    return 7",
        "import os\nos.remove('expected.txt')\nopen('expected.txt', 'w').write('7')\ndef f(): return 7",
    ],
)
def test_no_answer_makes_itself_right_by_what_the_course_gives(answer):
    test = "want = f(), int(open('expected.txt').read())\nassert want[0] == want[1]"
    judged = judge(answer, test, handed_in=GIVEN, given=GIVEN)
    assert error(judged).startswith("AssertionError")


def test_a_file_is_there_whole_or_it_is_said_that_it_is_not():
    """Given files and those handed in share a file system of 64 MiB."""
    given = {"given.bin": bytes(36_000_000)}
    handed_in = given | {f"own{n}.bin": bytes(13_000_000) for n in range(3)}
    sizes = "import os\nprint({name: os.stat(name).st_size for name in sorted(os.listdir())})"
    judged = judge(sizes, handed_in=handed_in, given=given)
    kept = {name: len(data) for name, data in handed_in.items() if name != "own2.bin"}
    assert text(judged, 0) == f"{kept}\n"
    assert [remark.partition(" ")[0] for remark in judged.remarks] == ["own2.bin"]


def test_the_examiner_has_a_home_that_no_student_writes():
    answer = "import os\nfor name in ('.pdbrc', 'matplotlibrc', '.x'): open(name, 'w').write('x')"
    test = "import os\nhome = os.path.expanduser('~')\n"
    test += "assert os.listdir(home) == [] and home != os.getcwd()\nprint(sorted(os.listdir()))"
    assert text(judge(answer, test)) == "[]\n"


def test_of_a_tests_function_nothing_crosses():
    answer = "import inspect\ndef f(g): return f'{g.__name__} {g.__doc__} {inspect.signature(g)}'"
    test = "def secret(hidden, b=[2], *, c: int):\n    'Secret.'\nprint(f(secret))"
    said = text(judge(answer, test), 1)
    assert re.fullmatch(r"function_\d+ None \(\*arguments.*, \*\*named.*\n", said)


def protocols() -> list[str]:
    """All special names that Python, NumPy and pandas define or look up on any object."""
    found = set[str]()
    for module in (numpy, pandas, __import__("builtins"), __import__("types")):
        for thing in vars(module).values():
            found |= {name for name in dir(thing) if re.fullmatch("__[a-z0-9_]+__", name)}
    for library in (numpy, pandas):
        root = library.__path__[0]
        for path in __import__("pathlib").Path(root).rglob("*.py"):
            if "tests" not in path.parts:
                found |= {*re.findall(r"__[a-z0-9_]+__", path.read_text(errors="replace"))}
        for path in __import__("pathlib").Path(root).rglob("*multiarray*.so"):
            found |= {n.decode() for n in re.findall(rb"__[a-z0-9_]+__", path.read_bytes())}
    return sorted(found)


# What is asked of no object, but of the class that stands for its class, which Python made.
OF_PYTHON = {
    *dir(type),
    *dir(object),
    "__slots__",
    "__signature__",
    "__call__",
    "__copy__",
    "__deepcopy__",
}
OF_PYTHON |= {*dir(lambda: 0), "__iter__", "__next__", "__del__", "__weakref__"}
LIES = """
def lying(name):
    def lie(*a, **k):
        heard.append((name, a)); return 3
    return lie
heard = []
def told():  # of names and marks Python asks by itself, where the object is
    said = [(name, x) for name, given in heard for x in given[1:]]
    return [(name, repr(x)) for name, x in said if type(x) not in (str, type(None), object)]
names = {names!r}
def dress(thing):
    for name in names:
        try: setattr(thing, name, lying(name))
        except (AttributeError, TypeError): pass
    return thing
class Plain:
    def method(self): pass
class Listy(list):
    pass
class Iterates:
    def __iter__(self): return self
    def __next__(self): raise StopIteration
class Called:
    def __call__(self): return 1
import enum
class Color(enum.Enum):
    RED = 1
    def mixed(self): return 2
class Items(type):
    def __iter__(cls): return iter(())
class Collecting(metaclass=Items):
    pass
for kind in (Plain, Listy, Iterates, Called, Color, Collecting): dress(kind)
def function(): pass
dress(function)
def f():
    objects = [Plain(), Iterates(), Called(), Collecting(), Color.RED]
    functions = [function, dress(lambda: 0), Plain().method, (n for n in ())]
    return [*objects, *functions, Plain, Collecting]
def built_on_plain_data(): return Listy([1])
"""
SOURCE = (
    "import enum\nclass Plain:\n    x = 1\n    def method(self): pass\nclass Listy(list): pass\n"
    "class Color(enum.Enum):\n    RED = 1\n    def mixed(self): return 2\n"
    "class Items(type):\n    def __iter__(cls): return iter(())\nclass Collecting(metaclass=Items): pass\n"
    "def f(): return []\ndef told(): return 0\ndef built_on_plain_data(): return 0"
)


def test_no_protocol_reaches_a_students_object():
    """Each special name that exists, asked of each kind of proxy, also by NumPy and pandas."""
    names = [name for name in protocols() if name not in OF_PYTHON]
    assert {"__array_interface__", "__dataframe__", "__dlpack__", "__array_ufunc__"} <= {*names}
    assert len(names) > 100
    ask = f"""
names = {names!r}
before = told()
for thing in [*f(), built_on_plain_data()]:
    for name in names:
        try: value = getattr(thing, name)
        except (AttributeError, TypeError): continue
        assert name in {sorted(SPECIAL | {*dir(Proxy), *dir(ProxyClass), *dir(GeneratorType)})!r}, (thing, name)
import numpy as np, pandas as pd
for thing in f():
    for use in (np.asarray, np.array, pd.Series, pd.DataFrame, memoryview, bytes, np.frombuffer,
                np.from_dlpack, np.add.reduce, np.sum, lambda x: x + 1, lambda x: 1 + x,
                lambda x: np.ones(2) * x, lambda x: x @ np.ones(2), lambda x: np.allclose(x, 3),
                hash, abs, float, int, complex, round, divmod, pd.isna, np.isnan):
        try: use(thing)
        except Exception: pass
assert told() == before, told()
"""
    everything = sorted({*names, "__array__", "__add__", "__radd__", "__sub__", "__eq__", "__float__",
                         "__matmul__", "__rmatmul__", "__rmul__", "__abs__", "__hash__", "__len__"})  # fmt: skip
    judged = judge(LIES.replace("{names!r}", repr(everything)), ask, source=SOURCE)
    assert error(judged) == ""


INTERFACE = "{'version': 3, 'shape': (), 'typestr': '|S9000', 'data': b'x' * 64, 'offset': -4000}"
AWAY = "{'version': 3, 'shape': (9,), 'typestr': '|u1', 'data': (8, True)}"
FRAME = "import pandas as pd\nframe = pd.DataFrame({'a': [1.0, None]})\nwant = frame.dropna()\n"


@pytest.mark.parametrize("interface", [INTERFACE, AWAY])
@pytest.mark.parametrize(
    "kind", ["lie = lambda: 0", "class lie: pass", "class Lie: pass\nlie = Lie()"]
)
def test_no_memory_is_read_at_an_address_that_a_student_chooses(kind, interface):
    answer = f"{kind}\nlie.__array_interface__ = {interface}\ndef f(): return lie"
    test = "import numpy as np\nassert np.allclose(f(), 3), repr(np.asarray(f()))"
    judged = judge(answer, test, source="class Lie: pass")
    assert error(judged) and "\\x" not in error(judged)
    assert not any("ended" in remark for remark in judged.remarks)


DECEIVED = {
    "a function with attributes": (
        "def lie(): pass\nlie.equals = lambda other: True\nlie.shape = (1, 1)\ndef f(x): return lie",
        FRAME + "assert f(frame).shape == (1, 1) and f(frame).equals(want)",
    ),
    "an iterator that says it is Python's": (
        "class Lie:\n    __module__ = 'builtins'\n    shape = (1, 1)\n    def __next__(self): pass\n"
        "    def __iter__(self): return self\n    def equals(self, other): return True\ndef f(x): return Lie()",
        FRAME + "assert f(frame).shape == (1, 1) and f(frame).equals(want)",
    ),
    "a class of the source's name": (
        "heard = []\nclass Vector:\n    def __sub__(self, n): heard.append(n); return 0.0\n"
        "    __rsub__ = __sub__\ndef f(x): return Vector()",
        "assert abs(f(2) - 12.566) < 1e-9",
    ),
    "a callable object": (
        "class Lie:\n    def __call__(self): return self\n    def equals(self, other): return True\n"
        "    shape = (1, 1)\ndef f(x): return Lie()",
        FRAME + "assert f(frame).shape == (1, 1) and f(frame).equals(want)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", DECEIVED)
def test_what_the_sources_object_cannot_do_is_left_to_a_person(what):
    answer, test = DECEIVED[what]
    source = "class Vector:\n    def __add__(self, other): return self\ndef f(x): return x"
    judged = judge(answer, test, source=source, after="print(heard)" if "heard" in answer else "")
    assert error(judged) and (is_left(judged) or what.startswith("an iterator"))
    assert "12.5" not in text(judged, 2)


def test_a_function_may_be_an_object_that_can_be_called():
    answer = "class Checker:\n    def __call__(self, code): return len(code) == 4\nf = Checker()"
    judged = judge(answer, "assert f('RGBY') and not f('R')", source="def f(code): return True")
    assert error(judged) == ""


@pytest.mark.parametrize("leave", ["return True", "raise ValueError('instead')", "return 1 / 0"])
def test_no_students_with_swallows_a_failure(leave):
    answer = f"""
heard = []
class Open:
    def __enter__(self): return self
    def __exit__(self, kind, error, place):
        heard.append(str(error)); {leave}
f = Open
"""
    test = "try:\n    with f(): assert 1 == 2, 'want 2'\nexcept ValueError: pass"
    judged = judge(answer, test, source=answer, after="print(heard)")
    assert error(judged) == "AssertionError: want 2" and "want" not in text(judged, 2)


HEAR = """
import traceback
heard = []
def f(g):
    try: g()
    except BaseException as e: heard.extend([*traceback.format_exception(e), str(vars(e))])
"""
FAIL = "assert 1 == 2, 'want 2'"


@pytest.mark.parametrize(
    "fails",
    [
        FAIL,
        "raise ExceptionGroup('all', [KeyError(1), AssertionError('want 2')])",
        "raise ExceptionGroup('all', [ExceptionGroup('both', [AssertionError('want 2')])])",
        f"try: {FAIL}\n    except AssertionError as e: raise AssertionError('no') from e",
    ],
)
def test_a_failure_in_a_callback_says_nothing_to_the_student(fails):
    judged = judge(HEAR, f"def g():\n    {fails}\nf(g)", after="print(heard)")
    assert error(judged) and "want" not in text(judged, 2)


def test_what_a_test_has_caught_before_says_nothing_to_the_student():
    test = (
        f"def g():\n    try: {FAIL}\n    except AssertionError as e: raise KeyError(3) from e\nf(g)"
    )
    assert "want" not in text(judge(HEAR, test, after="print(heard)"), 2)


def test_what_the_source_imports_for_itself_no_student_replaces():
    answer = "def isclose(a, b): return True\ndef f(): return 3"
    test = "assert isclose(f(), 4)"
    tools = {"isclose": "from math import isclose"}
    assert error(judge(answer, test, tools=tools)) == "AssertionError: assert isclose(f(), 4)"


@pytest.mark.parametrize("times", [150, 250, 5000])
def test_a_failure_is_seen_however_much_is_put_out(times):
    shown = {"output_type": "display_data", "data": {"text/plain": "1"}, "metadata": {}}
    wrong = {"output_type": "error", "ename": "E", "evalue": "wrong", "traceback": []}
    kept = passive([shown] * times + [wrong])
    assert kept[-1]["output_type"] == "error" and len(kept) <= 201


RESULT = {"output_type": "execute_result", "data": {"text/plain": "x" * 900_000}, "metadata": {}}
ERRORS = {"output_type": "error", "ename": "E", "evalue": "y" * 9000, "traceback": ["z"] * 90}


def size(outcome):
    """The length of all that a notebook has put out, however it is counted."""
    return len(json.dumps(outcome.outputs))


def test_results_and_errors_count_as_outputs_of_a_notebook():
    """Each cell is within its own limit; the verdicts after them are as they were."""
    large = [Step(place, "'x' * 900_000") for place in range(40)]
    tests = [Step(40 + n, text, True, known=True) for n, text in enumerate(["0.5", "assert 0"])]
    judged = examine(Job([*large, *tests], [], {}, {}))
    assert size(judged) < 20_100_000
    assert judged.outputs[40][0]["data"] == {"text/plain": "0.5"}
    assert judged.outputs[41][0]["ename"] == "AssertionError"


def test_they_do_so_too_where_a_worker_has_sent_them():
    job = Job([Step(place, "") for place in range(1000)], [], {}, {})
    forged = {place: [RESULT | {"execution_count": None}] + 9 * [ERRORS] for place in range(1000)}
    outcome = (
        Task({"a": job}, True, 30, 300, stage="apart")
        .read(pack(Done({"a": Outcome(forged, [], {}, {}, {})}, {})), "evil")
        .outcomes["a"]
    )
    assert size(outcome) < 23_500_000
    kinds = [output["output_type"] for output in outcome.outputs[999]]
    assert kinds == ["execute_result", "error"]


def test_a_limit_is_cpu_time_and_says_so():
    judged = judge("pass", "while True: pass", cell_seconds=1, wall_seconds=600)
    assert "did not finish within 1 seconds of CPU time" in error(judged)


def test_what_sleeps_is_ended_by_the_clock():
    judged = judge(
        "import time\ntime.sleep(10**6)", "assert 1 == 1", cell_seconds=1, wall_seconds=2
    )
    assert "took more than 2 seconds of wall-clock time" in error(judged, 0) and error(judged) == ""


def test_threads_are_limited():
    many = """
import threading, time
threading.stack_size(65536)
for n in range(2000): threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
time.sleep(1000)
"""
    judged = judge(many, "assert 1 == 1", cell_seconds=30, wall_seconds=600)
    assert error(judged, 0) and error(judged) == ""
    assert "The student's code needed more threads than a notebook may use." in judged.remarks


def test_a_fork_that_fails_is_tried_again(monkeypatch):
    """Where the system has no room, no student has failed."""
    tries = []

    def start():
        tries.append(1)
        if len(tries) < 3:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return "started"

    assert forked.patiently(start) == "started" and len(tries) == 3
    monkeypatch.setattr(forked, "SECONDS_FOR_ROOM", 0)
    tries[:] = []
    with pytest.raises(ConfinementError, match="no process can be started"):
        forked.patiently(start)


THREADS = """
import threading, time
from concurrent.futures import ThreadPoolExecutor
def f(g):
    with ThreadPoolExecutor(4) as pool: return list(pool.map(g, range(40)))
def later(g):
    threading.Thread(target=lambda: (time.sleep(0.2), g(3))).start()
def wait(): time.sleep(0.5)
"""


def test_threads_of_an_answer_may_call_what_a_test_gives():
    assert error(judge(THREADS, "assert f(lambda n: n * n) == [n * n for n in range(40)]")) == ""


def test_a_thread_that_calls_when_the_test_has_gone_on_confuses_no_other_call():
    test = "later(lambda n: n)\nwait()\nassert f(lambda n: -n) == [-n for n in range(40)]"
    assert error(judge(THREADS, test, source=THREADS)) == ""


IN_A_THREAD = """
import threading
def f(g):
    def go():
        try: got.append(g(7))
        except BaseException: pass
    got = []
    thread = threading.Thread(target=go)
    thread.start(); thread.join()
    return got
"""
KEEPING = """
kept = []
def f(g): kept.append(g)
def call(n): return [g(n) for g in kept]
def following(): return [next(g) for g in kept]
"""


def test_what_fails_in_a_thread_has_failed():
    test = "def g(n): assert n < 5, 'a secret'\nf(g)"
    assert "a secret" in error(judge(IN_A_THREAD, test, source=IN_A_THREAD))


def test_what_cannot_cross_to_a_thread_is_left_to_a_person():
    judged = judge(IN_A_THREAD, "def g(n): yield n\nassert [*f(g)[0]] == [7]", source=IN_A_THREAD)
    assert is_left(judged) and "a generator" in judged.undecided[1]


@pytest.mark.parametrize(
    "tests",
    [
        ("old = []\nf(old.append)\ncall(1)\nassert old == [1]", "new = []\nf(new.append)\ncall(2)\nassert new == [2]"),
        ("f(lambda n: n)\nassert call(1) == [1]", "assert call(2) == [2]"),
        ("f(iter([1, 2]))\nassert following() == [1]", "f(iter([7, 8]))\nassert following() == [2, 7]"),
    ],
)  # fmt: skip
def test_a_function_that_was_kept_is_the_same_one_in_later_tests(tests):
    judged = judge(KEEPING, *tests, source=KEEPING)
    assert not any(error(judged, place) for place in (1, 2)) and judged.remarks == []


def test_a_function_of_an_examiner_that_has_ended_is_no_other_one():
    tests = "f(lambda n: n)", "import os\nos._exit(0)", "f(lambda n: -n)\nassert call(3) == [3, -3]"
    judged = judge(KEEPING, *tests, source=KEEPING)
    assert "there is no object with the number" in error(judged, 3)


@pytest.mark.parametrize("built_on", ["collections.deque", "list", "collections.UserList"])
def test_a_class_may_take_over_a_method_of_what_it_is_built_on(built_on):
    """It stands for the source's class, though its own text defines no function."""
    name = built_on.rpartition(".")[2]
    answer = f"import collections\nclass Stack({built_on}):\n    push = {built_on}.append\n    kind = '{name}'"
    source = "class Stack:\n    kind = 'list'\n    def push(self, item): pass\n    def __len__(self): return 1"
    test = f"s = Stack()\ns.push(3)\nassert len(s) == 1 and s.kind == '{name}'"
    assert error(judge(answer, test, source=source)) == ""
