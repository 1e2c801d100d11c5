"""Two processes for one notebook, as instructors and students see them."""

import pytest

from autograder.runner import conductor
from autograder.runner.conductor import examine, forget, warm
from autograder.runner.jobs import Job, Step
from autograder.runner.processes.forkserver import _import


def judge(*cells, names=(), cell_seconds=20, handed_in=None, modules=()):
    """Run cells, tests start with "#test"."""
    steps = [Step(i, text, text.startswith("#test"), tuple(names)) for i, text in enumerate(cells)]
    job = Job(steps, list(modules), handed_in or {}, {})
    return examine(job, cell_seconds=cell_seconds, wall_seconds=600)


def run(*cells, **how):
    """The outputs of each cell; see `judge`."""
    judged = judge(*cells, **how)
    return [judged.outputs[i] for i in range(len(cells))]


def error(outputs):
    """The error among outputs as "name: message"; empty if there is none."""
    found = [f"{o['ename']}: {o['evalue']}" for o in outputs if o["output_type"] == "error"]
    return "".join(found)


def text(outputs):
    return "".join(o.get("text", "") for o in outputs)


def test_a_notebook_can_tell_that_it_is_graded():
    asks = "import os\nprint(os.environ['NBGRADER_EXECUTION'])"
    given, test = run(asks, f"#test\n{asks}")
    assert text(given) == text(test) == "autograde\n"


@pytest.mark.parametrize(
    "answer, test",
    [
        ("def f(a, b=2): return a + b", "assert f(1) == 3 and f(1, b=5) == 6"),
        ("f = lambda *a, **k: (a, k)", "assert f(1, x={2}) == ((1,), {'x': {2}})"),
        ("from math import gcd as f", "assert f(12, 18) == 6"),
        ("f = 3", "assert f == 3"),
        ("f = [('RG', 'GR', 'ww')]", "assert type(f) is list and type(f[0]) is tuple"),
        ("def f(): yield from 'RG'", "assert list(f()) == ['R', 'G']"),
        ("def f(x): x.append(1)", "x = [0]; f(x); assert x == [0, 1]"),
        ("def f(x): x['a'] = [1]", "x = {}; f(x); assert x == {'a': [1]}"),
        ("def f(x): x.pop(); return x", "x = [1]; assert f(x) == [] == x"),
        ("def f(g): return g('R')[::-1]", "assert f(lambda c: c + 'G') == 'GR'"),
        ("def f(g): return [g(i) for i in range(3)]", "seen = []; f(seen.append); assert seen == [0, 1, 2]"),
        ("def f(g):\n try: return g()\n except LookupError as e: return str(e)",
         "def g(): raise KeyError('no')\nassert f(g) == \"'no'\""),
        ("def f(n, g): return n if n == 0 else g(n - 1)", "def g(n): return f(n, g)\nassert f(5, g) == 0"),
        ("def f(a, *, b: int = 1): 'Doc.'",
         "import inspect; assert f.__doc__ == 'Doc.' and f.__name__ == 'f'\n"
         "assert list(inspect.signature(f).parameters) == ['a', 'b']"),
        ("def f(): raise ValueError('bad', 1)",
         "try: f()\nexcept ValueError as e: assert e.args == ('bad', 1)\nelse: assert False"),
        ("class Full(KeyError): pass\ndef f(): raise Full", "try: f()\nexcept LookupError: pass"),
        ("def f(): print('hi')",
         "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as s: f()\nassert s.getvalue() == 'hi\\n'"),
        ("import warnings\ndef f(): print('hi'); warnings.warn('odd')",
         "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as s, contextlib.redirect_stderr(io.StringIO()) as e: f()\n"
         "assert s.getvalue() == 'hi\\n' and 'UserWarning: odd' in e.getvalue()"),
        ("def f(): return 10**400", "assert f() == 10**400"),
        ("state = []\ndef f(): state.append(0); return len(state)", "assert [f(), f()] == [1, 2]"),
        ("def f(x): return x is True", "assert f(True) is True and f(1) is False"),
    ],
)  # fmt: skip
def test_what_works_in_one_process_works_in_two(answer, test):
    assert error(run(answer, f"#test\n{test}", names=["f"])[1]) == ""


def test_a_name_that_is_bound_to_another_function_is_that_function():
    _, first, _, second = run(
        "def one(): return 1\ndef two(): return 2\none, two = two, one",
        "#test\nassert (one(), two()) == (2, 1)\nkept = one",
        "one, two = two, one",
        "#test\nassert (one(), two(), kept()) == (1, 2, 2) and kept is two",
        names=["one", "two"],
    )
    assert error(first) == error(second) == ""


@pytest.mark.parametrize(
    "answer, test, message",
    [
        ("def f(): return 2", "assert f() == 3, f'got {f()}'", "AssertionError: got 2"),
        ("def f(): return 2", "assert f() == 3", "AssertionError: assert f() == 3"),
        ("pass", "f()", "NameError: name 'f' is not defined"),
        ("def f(): return object()", "f() + 1", "TypeError: this cannot be tested in separate processes: an object is not plain data"),
        ("f = object()", "assert f == 1", "TypeError: f cannot be tested in separate processes"),
        ("def f(): raise SystemExit", "f()", "SystemExit"),
        ("def f(): raise KeyboardInterrupt", "f()", "KeyboardInterrupt"),
        ("def f(g):\n try: g()\n except BaseException: pass",
         "def g(): assert False, 'refused'\nf(g)", "AssertionError: refused"),
        ("def f(): input()", "f()", "StdinNotImplementedError: input() does not work while"),
    ],
)  # fmt: skip
def test_what_fails_fails_with_its_message(answer, test, message):
    assert error(run(answer, f"#test\n{test}", names=["f"])[1]).startswith(message)


@pytest.mark.parametrize(
    "answer, test",
    [
        ("def f(x): x.append(1)", "x = [0]; f(x=x); assert x == [0, 1]"),
        ("def f(n, *, x): x[n] = [n]", "x = {}; f(1, x=x); assert x == {1: [1]}"),
        ("def f(board): board[1][0] = 'R'", "row = ['G']; board = [[], row]; f(board)\nassert row == ['R'] and board[1] is row"),
        ("def f(d): d['a'].add(1); d['b'] = d['a']", "a = set(); d = {'a': a}; f(d); assert a == {1} and d['b'] is d['a'] is a"),
        ("def f(pair): pair[0].append(1)", "x = []; f((x, 2)); assert x == [1]"),
        ("def f(x): x[0][('a',)][1].clear()", "s = {1}; f([{('a',): (0, s)}]); assert s == set()"),
        ("def f(x, y): x.append(1); return y", "x = []; assert f(x, x) == [1] == x"),
        ("def f(x): x[0].append(1); return x[1]", "x = [[]] * 2; assert f(x) == [1] == x[1] and x[0] is x[1]"),
        ("def f(x): x.reverse()", "a, b = [1], [2]; x = [a, b]; f(x); assert x[0] is b and x[1] is a"),
        ("def f(x): x.append(x)", "x = []; f(x); assert x[0] is x"),
        ("def f(x): x.append(1); return x", "x = []; assert f(x) is x == [1]"),
        ("def f(x): x[0] = True", "x = [1]; f(x); assert x[0] is True"),
        ("def f(x): x['R'] += 1", "from collections import Counter\nx = Counter('R'); f(x)\nassert x.most_common() == [('R', 2)]"),
        ("def f(x): x.append(1); raise ValueError", "x = []\ntry: f(x)\nexcept ValueError: assert x == [1]\nelse: assert False"),
        ("def f(x): x[0].append(x.pop())", "g = lambda: 1; x = [[], g]; f(x); assert x == [[g]]"),
        ("def f(x): x.append(len); x.append(2)", "x = []; f(x); assert x[1] == 2"),
        ("def f(x): x.add(object()); x.add(2)", "x = set(); f(x); assert len(x) == 2 and 2 in x"),
        ("def f(change): x = [[1], 2]; change(x); change(x=x[0]); return x", "assert f(lambda x: x.append(3)) == [[1, 3], 2, 3]"),
        ("def f(change):\n x = []\n try: change(x)\n except KeyError: return x",
         "def change(x): x.append(1); raise KeyError\nassert f(change) == [1]"),
        ("def f(x, change): change(x)", "x = []; f(x, lambda x: x.append(1)); assert x == [1]"),
    ],
)  # fmt: skip
def test_what_a_call_changes_in_place_is_changed_on_the_other_side(answer, test):
    assert error(run(answer, f"#test\n{test}", names=["f"])[1]) == ""


def test_what_an_iterator_of_a_test_gives_is_a_copy():
    test = "x = []; f(y for y in [x]); assert x == []"
    assert error(run("def f(x): next(x).append(1)", f"#test\n{test}", names=["f"])[1]) == ""


LARGE = "'x' * 40_000_000"
TOO_LARGE = "too large: 40,0"


@pytest.mark.parametrize(
    "answer, test",
    [
        (f"def f(): return {LARGE}", "f()"),
        (f"def f(): return [1, {{'a': {LARGE}}}]", "f()"),
        (f"def f(x=0): x.append({LARGE})", "f([])"),
        ("def f(x=0): pass", f"f({LARGE})"),
        ("def f(x=0): pass", f"f(x={LARGE})"),
        (f"def f(g=0): g({LARGE})", "f(lambda x: x)"),
        ("def f(g=0): g()", f"f(lambda: {LARGE})"),
        (f"def f(): pass\nv = {LARGE}", "len(v)"),
    ],
)  # fmt: skip
def test_what_is_too_large_is_an_error_of_one_call(answer, test):
    counted = f"calls = []\n{answer}\ndef g(): calls.append(1); return len(calls)"
    test = f"#test\nassert g() == 1\ntry: {test}\nexcept TypeError as error: said = str(error)\n"
    test += "assert g() == 2\nprint(said)"
    judged = judge(counted, test, names=["f", "g", "v"])
    assert error(judged.outputs[1]) == "" and judged.remarks == []
    assert TOO_LARGE in text(judged.outputs[1]) and "at most 32,000,000" in text(judged.outputs[1])


@pytest.mark.parametrize(
    "answer, test",
    [
        (f"def f(): raise ValueError({LARGE})", "try: f()\nexcept ValueError: pass"),
        (f"def f(): raise type({LARGE}, (ValueError,), {{}})", "try: f()\nexcept ValueError: pass"),
        (f"def f(): print({LARGE})", "f()"),
        (f"def f():\n try: open('/' + {LARGE})\n except OSError: pass", "f()"),
        (f"def f(x={LARGE}): pass\nf.__doc__ = f.__name__ = {LARGE}", "f()"),
        (f"exec('def f(' + {LARGE} + '=1): pass')", "pass"),
        (f"v = {LARGE}\nw = 'y' * 9_000_000\nu = 'z' * 5_000_000", "assert len(w + u) == 14_000_000"),
        ("v = w = u = 'y' * 9_000_000", "pass"),
        ("from IPython.display import display\nfor i in range(30): display({'text/plain': 'x' * 900_000}, raw=True)", "pass"),
        ("pass", "from IPython.display import display\nfor i in range(30): display({'text/plain': 'x' * 900_000}, raw=True)"),
        (f"''  # {'x' * 40_000_000}", "pass"),
    ],
)  # fmt: skip
def test_nothing_that_is_large_ends_a_process(answer, test):
    kept = "kept = [1]\ndef g(): return kept"
    cells = [kept, answer, f"#test\n{test}", "kept.append(2)", "#test\nassert g() == [1, 2]"]
    judged = judge(*cells, names=["f", "g", "u", "v", "w"])
    assert not [remark for remark in judged.remarks if "ended" in remark]
    assert error(judged.outputs[4]) == ""
    if "display" not in test:
        assert error(judged.outputs[2]) == ""


def test_the_files_of_a_call_that_gave_too_much_are_told():
    answer = f"def f():\n    open('a', 'w').write('R')\n    return {LARGE}"
    test = "#test\ntry: f()\nexcept TypeError: assert open('a').read() == 'R'"
    judged = judge(answer, test, names=["f"])
    assert error(judged.outputs[1]) == ""


def test_large_files_that_were_handed_in_are_there():
    [outputs] = run("print(len(open('large', 'rb').read()))", handed_in={"large": bytes(30 << 20)})
    assert text(outputs) == f"{30 << 20}\n"


@pytest.mark.slow
def test_a_value_that_grows_when_it_is_shown_costs_only_its_test():
    """A list that contains another one many times crosses; no memory holds its text."""
    grow = "def f(x, y): x[:] = [y] * 10_000; y[:] = ['x' * 1_000_000]"
    shown = "#test\nx = []\nf(x, [])\nassert not str(x)"
    fine = "#test\nassert f([], []) is None"
    outputs = run(grow, shown, fine, names=["f"], cell_seconds=300)
    assert error(outputs[1]).startswith("MemoryError") and error(outputs[2]) == ""


def test_a_stand_in_has_the_defaults_of_the_function():
    answer = "def f(a, /, b=2, *c, d=('x', [1]), e=print, g=object(), **h): pass"
    test = "#test\nimport inspect\nprint(inspect.signature(f))"
    [shown] = run(answer, test, names=["f"])[1]
    assert shown["text"].startswith(
        "(a, /, b=2, *c, d=('x', [1]), e=<built-in function print>, g=<object object at 0x"
    )
    assert shown["text"].endswith(", **h)\n")


ORDINARY = """
import enum, functools
from dataclasses import dataclass
from typing import NamedTuple
@dataclass
class Generated: x: int = 1
@functools.total_ordering
class Ordered:
    def __eq__(self, other): return isinstance(other, Ordered)
    def __lt__(self, other): return False
class Point(NamedTuple): x: int = 1
class Color(enum.Enum): RED = 1
class Written:
    x = 1
    def __eq__(self, other): return self.x == other.x
class Symbol:
    def __eq__(self, other): return f'({self} == {other})'
"""


@pytest.mark.parametrize(
    "value", ["Generated()", "Ordered()", "Point()", "Color.RED", "Written()", "Symbol()"]
)
def test_a_class_that_compares_its_instances_is_no_lie(value):
    judged = judge(f"{ORDINARY}\ndef f(): return {value}", "#test\nf()", names=["f"])
    assert judged.remarks == []


def test_the_message_shows_the_students_lines_and_none_of_the_test():
    answer = "def f():\n    return missing_name"
    [_, outputs] = run(answer, "#test\nsecret_input = 1\nf()", names=["f"])
    shown = "\n".join(outputs[0]["traceback"])
    assert "return missing_name" in shown and "NameError" in shown
    assert "secret" not in shown


def test_a_cell_that_fails_shows_a_few_of_the_students_lines_and_nothing_of_libraries():
    deep, library, broken = (
        "def f(n):\n    return f(n + 1)\nf(0)",
        "import json\njson.loads('{')",
        "x = 1 +",
    )
    shown = ["\n".join(outputs[0]["traceback"]) for outputs in run(deep, library, broken)]
    assert shown[0].count("  line 2, in f\n    return f(n + 1)\n") == 5
    assert "\nRecursionError: maximum recursion depth exceeded" in shown[0]
    assert shown[1].startswith("  line 2\n    json.loads('{')\nJSONDecodeError: ")
    assert shown[2].startswith("  line 1\n    x = 1 +\n")
    assert shown[2].endswith("\nSyntaxError: invalid syntax")


def test_a_warning_and_text_on_stderr_are_not_failures():
    answer = "import sys, warnings\ndef f():\n print('log', file=sys.stderr); warnings.warn('old')"
    [_, outputs] = run(answer, "#test\nf(); import warnings; warnings.warn('x')", names=["f"])
    assert error(outputs) == "" and "log" in text(outputs)
    assert all(output.get("name") != "stderr" for output in outputs)


ENDLESS = pytest.param("while True: pass", marks=pytest.mark.slow)
ALONE = {
    "import os; os._exit(0)": "The rest of the notebook is graded without it.",
    "import os; os.abort()": "The rest of the notebook is graded without it.",
    "while True: pass": "It was interrupted.",
}


@pytest.mark.slow
@pytest.mark.parametrize("end", ALONE)
def test_a_cell_that_ends_python_or_never_ends_costs_only_itself(end):
    right, after = "def f(): return 1", "def g(): return 2"
    test = "#test\nassert f() == 1 and g() == 2"
    outputs = run(right, end, after, test, names=["f", "g"], cell_seconds=2)
    assert ALONE[end] in error(outputs[1])
    assert [error(outputs[i]) for i in (0, 2, 3)] == ["", "", ""]


@pytest.mark.parametrize("end", ["import os; os._exit(0)", ENDLESS])
def test_a_call_that_ends_python_costs_only_its_test(end):
    answer = f"def f():\n    {end}"
    tests = ["#test\nf()", "#test\ntry: f()\nexcept BaseException: pass", "#test\nassert g() == 2"]
    outputs = run(answer, "def g(): return 2", *tests, names=["f", "g"], cell_seconds=2)
    assert all(error(outputs[i]) for i in (2, 3)) and error(outputs[4]) == ""


@pytest.mark.slow
def test_a_test_that_never_ends_is_stopped_and_the_next_one_runs():
    helper, stuck, fine = "#test\nn = 1", "#test\nwhile True: pass", "#test\nassert f() == 1"
    outputs = run("def f(): return 1", helper, stuck, fine, names=["f"], cell_seconds=2)
    assert "did not finish within 2 seconds" in error(outputs[2]) and error(outputs[3]) == ""


def test_a_test_that_ends_python_costs_only_itself():
    outputs = run(
        "def f(): return 1", "#test\nimport os; os._exit(0)", "#test\nassert f() == 1", names=["f"]
    )
    assert error(outputs[1]) == "Stopped: The test made Python exit." and error(outputs[2]) == ""


@pytest.mark.slow
def test_new_warm_processes_replace_those_that_were_killed():
    for server in warm()[:2]:
        server._process.kill()
        assert text(run("print(1)", "#test\nprint(2)")[1]) == "2\n"


def test_memory_and_output_have_limits():
    [memory, printed, fine] = run("x = bytearray(4 << 30)", "print('a' * 10**7)", "print(1)")
    assert error(memory).startswith("MemoryError")
    assert len(text(printed)) < 110_000 and "cut" in text(printed)
    assert text(fine) == "1\n"


def test_a_test_that_seeds_afresh_gets_chance_that_the_student_does_not_know():
    cell = "import random\ndef f(): return random.random()\nrandom.seed(5)"
    test = "#test\nimport random\n{}\nprint(f())"
    known = {text(run(cell, test.format("pass"), names=["f"])[1]) for _ in range(2)}
    fresh = {text(run(cell, test.format("random.seed()"), names=["f"])[1]) for _ in range(2)}
    assert len(known) == 1 and len(fresh | known) == 3


def test_every_notebook_starts_afresh():
    run(
        "import math, builtins; math.pi = 3; builtins.len = None; x = 1; open('left', 'w').write('x')"
    )
    [outputs] = run(
        "import math, os; print(math.pi > 3, callable(len), 'x' in globals(), os.listdir())"
    )
    assert text(outputs) == "True True False []\n"


def test_modules_beside_the_notebook_can_be_imported_but_replace_none():
    files = {"helper.py": b"n = 7", "random.py": b"n = 8", "nbformat.py": b"n = 9"}
    cell = "import helper, random, nbformat; print(helper.n, hasattr(random, 'n'), hasattr(nbformat, 'n'))"
    assert text(run(cell, handed_in=files)[0]) == "7 False False\n"


RETURNED = {"type": "Returned", "value": None}


def test_nothing_is_left_of_what_has_warmed_a_process_up():
    seen = "print([name for name in globals() if name[0] != '_'], len(In))"
    at_first = "['In', 'Out', 'get_ipython', 'exit', 'quit', 'open'] 2"
    assert [text(outputs).strip() for outputs in run(seen, f"#test\n{seen}")] == [at_first] * 2


@pytest.mark.parametrize(
    "forged",
    [
        [],
        {},
        {"value": 1},
        RETURNED | {"value": {"set": [[1]]}},
        RETURNED | {"value": {"lent": 3}},
        RETURNED | {"value": {"yours": 0}},
        RETURNED | {"changes": 3},
        RETURNED | {"changes": [[0, {"dict": []}]]},
        RETURNED | {"changes": [[1, {"dict": []}]]},
        RETURNED | {"changes": [[2, []]]},
        RETURNED | {"changes": [[-1, []]]},
        RETURNED | {"changes": [[1, {"lent": 1}, 1]]},
        RETURNED | {"printed": 1},
        RETURNED | {"error": 3},
        RETURNED | {"error": {"classes": [], "arguments": {"tuple": []}}},
        RETURNED | {"error": {"classes": ["ValueError"], "arguments": 1}},
        {"type": "CallBack", "number": 99, "arguments": [], "named": {}},
        {"type": "CallBack", "number": -1, "arguments": [], "named": {}},
        {"type": "CallBack", "number": 0, "arguments": [{"lent": 0}], "named": {}},
        {"type": "Found", "names": {}},
        {"type": "Ran", "outputs": []},
    ],
)
def test_a_forged_answer_is_refused_and_costs_the_test(forged):
    # The attacker finds the socket and answers in the place of the process.
    attack = f"""
import json, os, struct
def f(x, g):
    data = json.dumps({forged}).encode()
    for descriptor in range(3, 64):
        try: os.write(descriptor, struct.pack('!I', len(data)) + data)
        except OSError: pass
"""
    [_, test, after] = run(
        attack, "#test\nf([], lambda *a: 0)", "#test\nassert 1 == 1", names=["f"]
    )
    assert error(test).startswith("Gone") and error(after) == ""


@pytest.mark.slow
def test_every_start_puts_sets_into_the_same_order():
    def order():
        forget()
        return text(run("print(*{'R', 'G', 'B', 'Y', 'O', 'P'})")[0])

    assert len({order() for _ in range(3)}) == 1


PREPARED = [
    "a = 1\na + 1",
    "a = 2\na;",
    "a = 2\na  # b; c",
    "a = 2\n'b; c'",
    "def f():\n    return 1 / 0\nf()",
    "import asyncio\nawait asyncio.sleep(0)\n'awaited'",
    "%config InlineBackend\nb = %env LANG\nb",
    "%%capture held\nprint('not shown')",
    "held.show()\n%pprint",
    "from __future__ import annotations\ndef g(x: undefined): pass\ng.__annotations__",
    "def h(x: int): pass\nh.__annotations__",
    "for",
    "for i in range(2):\n    print(i)\nIn[-1]",
    "import ast\nclass Add(ast.NodeTransformer):\n    def visit_Constant(self, node):\n"
    "        return ast.Constant(node.value + 1)\n"
    "get_ipython().ast_transformers.append(Add()); _",
    "a = 1\na + 1",
]  # fmt: skip


def test_a_cell_that_was_prepared_runs_as_any_other():
    """Each of them twice: what is prepared for one notebook serves the next."""

    def outputs(known):
        steps = [Step(place, text, known=known) for place, text in enumerate(PREPARED)]
        return examine(Job(steps, [], {}, {})).outputs

    plain = outputs(False)
    assert plain[0][0]["data"] == {"text/plain": "2"}
    assert plain[len(PREPARED) - 1][0]["data"] == {"text/plain": "4"}  # by the transformer
    assert outputs(True) == outputs(True) == plain


def test_what_ipython_itself_compiles_is_compiled():
    assert text(run("%time 1 + 1")[0]).startswith("CPU times")


def test_what_is_printed_may_be_of_a_subclass_of_str():
    write = "import sys\nclass Markup(str):\n    def __str__(self): return self\n"
    write += "    def __getitem__(self, index): return self\n_ = sys.stdout.write(Markup('b'))\n"
    show = "from IPython.display import display\ndisplay({'text/plain': Markup('c')}, raw=True)"
    for outputs in run(write + show, "#test\n" + write + show):
        assert text(outputs) == "b" and outputs[1]["data"] == {"text/plain": "c"}


def test_what_a_cell_prints_takes_no_memory_once_it_is_cut():
    """IPython would keep it all: two gigabytes printed would be two gigabytes of memory."""
    peak = "import resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    before, _, after = run(peak, "for i in range(400): print('x' * 10**6)", peak)
    assert int(text(after)) - int(text(before)) < 50_000  # kilobytes


def test_only_what_is_lost_is_started_anew():
    """Several threads may find out that a warm process is gone: the new one stays."""
    lost = warm()
    forget(lost)
    started = warm()
    forget(lost)
    assert started is not lost and warm() is started


LENDING = [
    "{first}",
    "assert first(1) == 2",
    "assert first(-1) == 0",
    "first = globals().get('first') or (lambda n: n + 1)",
    "{second}",
    "assert second(-1) == 1",
]
RIGHT, WRONG = "def first(n): return n + 1", "def first(n): return n"
HALF = "def first(n, more=0): return abs(n) + 1 + more"


@pytest.mark.parametrize(
    "first, second, failed",
    [
        (RIGHT, "def second(n): return first(first(n))", []),
        (WRONG, "def second(n): return first(first(n))", [1, 2]),
        (HALF, "def second(n): return first(first(n))", [2]),
        # It builds on what only this student's own function can do.
        (HALF, "def second(n): return first(n, -1)", [2]),
        (RIGHT, "def second(n): return first(n)", [5]),
        (WRONG, "def second(n): return n", [1, 2, 5]),
        pytest.param(
            "while True: pass",
            "def second(n): return first(first(n))",
            [1, 2],
            marks=pytest.mark.slow,
        ),
        ("pass", "def second(n): return first(first(n))", [1, 2]),
    ],
)
def test_what_the_tests_have_refused_is_taken_away_before_it_is_lent(first, second, failed):
    steps = []
    for place, cell in enumerate(LENDING):
        text = cell.format(first=first, second=second)
        lends = (("first", (1, 2)),) if place == 3 else ()
        test = text.startswith("assert")
        steps.append(Step(place, text, test, ("first", "second") * test, lends=lends))
    outputs = examine(Job(steps, [], {}, {}), cell_seconds=2, wall_seconds=600).outputs
    assert [place for place in (1, 2, 5) if error(outputs[place])] == failed
    assert len(outputs) == len(LENDING)


@pytest.mark.parametrize(
    "second, runs",
    [
        ("def second(n): return n", 1),
        ("def second(n): return first(n, -1)", 2),
        ("def second(n): return globals()['fir' + 'st'](n, -1)", 2),
        ("def helper(n): return first(n, -1)", 1),  # the test asks for what there is not
        ("def helper(n): return first(n, -1)\ndef second(n): return helper(n) - 1", 2),
    ],
)
def test_only_what_uses_what_was_lent_is_run_twice(second, runs, monkeypatch):
    began = []
    run_once = conductor._run_once
    monkeypatch.setattr(conductor, "_run_once", lambda *a: began.append(1) or run_once(*a))
    steps = []
    for place, cell in enumerate(LENDING):
        text = cell.format(first=HALF, second=second)
        lends = (("first", (1, 2)),) if place == 3 else ()
        test = text.startswith("assert")
        known = test or place == 3
        names = ("first", "second") * test
        steps.append(Step(place, text, test, names, known=known, lends=lends))
    examine(Job(steps, [], {}, {}))
    assert len(began) == runs


def test_what_was_lent_is_there_again_after_python_has_ended():
    cells = [
        *LENDING[:4],
        "import os; os._exit(0)",
        "assert first(1) == 2",
    ]
    steps = [
        Step(place, cell.format(first=WRONG), "assert" in cell, ("first",) * ("assert" in cell))
        for place, cell in enumerate(cells)
    ]
    steps[3] = steps[3]._replace(lends=(("first", (1, 2)),))
    outputs = examine(Job(steps, [], {}, {})).outputs
    assert [place for place, found in outputs.items() if error(found)] == [1, 2, 4]


@pytest.mark.parametrize(
    "answer, test",
    [
        ("def f(a): return a * 2", "assert (f(np.arange(3)) == np.array([0, 2, 4])).all()"),
        ("f = np.eye(2)", "np.testing.assert_allclose(f, [[1, 0], [0, 1]])"),
        ("def f(a):\n a[a > 1] = 0", "a = np.arange(4); b = a; f(a); assert b.tolist() == [0, 1, 0, 0]"),
        ("def f(a): return a", "a = np.zeros(2); assert f(a) is a"),
        ("def f(): return np.array(['R', None], object)", "assert f().tolist() == ['R', None]"),
        ("f = np.array([(1, 'R')], [('n', 'i4'), ('peg', 'U1')])", "assert f['peg'][0] == 'R' and f.dtype['n'] == 'i4'"),
        ("from datetime import *\ndef f(d): return d + timedelta(1)", "from datetime import *\nassert f(date(2024, 2, 28)) == date(2024, 2, 29)"),
        ("def f(n, row): row.append(int(n))", "row = [1]; f(np.int64(2), row); assert row == [1, 2]"),
    ],
)  # fmt: skip
def test_arrays_work_in_two_processes_as_in_one(answer, test):
    both = "import numpy as np\n"
    outputs = run(f"{both}{answer}", f"#test\n{both}{test}", names=["f"], modules=["numpy"])
    assert error(outputs[1]) == ""


HONEST = {
    "commands": "!ls\n%pip install x\nfiles = !ls\n%sx ls\ndef f(): return files",
    "help and magics": "len?\n%who\n%precision 3\n%load_ext autoreload\n%cd .\n%ls\ndef f(): return []",
    "the platform": "import platform\nplatform.processor(); platform.platform()\ndef f(): return []",
    "data classes": "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int = 1\ndef f(): return []",
    "named tuples": "from collections import namedtuple\nP = namedtuple('P', 'x')\ndef f(): return []",
    "copies": "import shutil\nopen('a', 'w')\nshutil.copy2('a', 'b')\ndef f(): return []",
    "a look above": "import os\nfrom pathlib import Path\nlist(Path('..').glob('*.csv'))\n"
    "for path in ('..', Path.cwd().parent, Path.cwd().parent / 'data.csv', '../../data'):\n"
    "    try: os.listdir(path)\n    except OSError: pass\n"
    "    try: open(path)\n    except OSError: pass\ndef f(): return []",
    "a look at itself": "import gc, inspect, sys\nlen(gc.get_objects()), gc.get_referrers(gc)\n"
    "def f():\n    assert inspect.currentframe().f_code.co_name == sys._getframe().f_code.co_name\n"
    "    return []",
    "who one is": "import getpass\ngetpass.getuser()\ndef f(): return []",
}


@pytest.mark.parametrize("what", HONEST)
def test_honest_work_goes_on_and_is_not_named(what):
    judged = judge(HONEST[what], "#test\nassert list(f()) == []", names=["f"])
    assert [error(outputs) for outputs in judged.outputs.values()] == ["", ""]
    assert judged.remarks == []


def test_a_command_is_noted():
    assert "[not run while a notebook is being graded: ls -l]" in text(run("!ls -l")[0])


def test_an_import_that_fails_beforehand_leaves_nothing_behind(tmp_path, monkeypatch):
    """As that of matplotlib, which wants a folder to write in."""
    package = tmp_path / "half_there"
    package.mkdir()
    (package / "part.py").write_text("x = 1")
    fails = "import os\nfrom . import part\nif 'WHOLE' not in os.environ: raise OSError"
    (package / "__init__.py").write_text(fails)
    monkeypatch.syspath_prepend(tmp_path)
    _import(["half_there"])
    monkeypatch.setenv("WHOLE", "")
    import half_there

    assert half_there.part.x == 1


@pytest.mark.parametrize(
    "magic",
    [
        "get_ipython().enable_gui()",  # of `%matplotlib inline`, which needs matplotlib
        "%reset -f",
        "%load_ext autoreload\n%autoreload 2",
        "%timeit -n1 -r1 1 + 1",
        "%cd .",
        "%who",
    ],
)
def test_a_magic_in_a_given_cell_works_on_both_sides(magic):
    given = f"{magic}\nk = 3"
    steps = [Step(0, given), Step(-1, given, True), Step(1, "assert k == 3", True)]
    judged = examine(Job(steps, [], {}, {}))
    assert error(judged.outputs[0]) == error(judged.outputs[1]) == ""
    assert judged.remarks == []


@pytest.mark.parametrize("test", ["f('x' * 40_000_000)", "f(lambda: 'x' * 40_000_000)"])
def test_what_is_too_large_to_cross_is_left_to_a_person(test):
    judged = judge("def f(x): x if isinstance(x, str) else x()", f"#test\n{test}", names=["f"])
    assert error(judged.outputs[1]).startswith("TooLarge") and "too large" in judged.undecided[1]


def test_threads_of_a_test_get_their_own_answers():
    test = "#test\nimport threading\nright = []\n"
    test += "def ask(k): right.append(all(f(k) == k for _ in range(100)))\n"
    test += "threads = [threading.Thread(target=ask, args=(k,)) for k in range(4)]\n"
    test += "for thread in threads: thread.start()\nfor thread in threads: thread.join()\n"
    test += "assert right == [True] * 4, right"
    assert error(run("def f(n): return n", test, names=["f"])[1]) == ""
