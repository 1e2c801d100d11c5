"""The two juries: one plain Python process is the oracle, and each must be missed if it is off."""

import builtins
import contextlib
import io
import threading
import time

import pytest

from autograder.runner.conductor import examine, examine_together, phase
from autograder.runner.jobs import Job, Outcome, Step, Together, credit
from autograder.runner.juries import FAILS_TOGETHER, judged
from autograder.runner.refusals import Refusal, confirmed
from autograder.runner.tasks import Task


def job(*cells, names=("f", "g", "x", "table"), **how):
    """A job of cells, of which those that start with "#test" are tests."""
    steps = [Step(i, t, (test := t.startswith("#test")), names * test) for i, t in enumerate(cells)]
    return Job(steps, [], {}, {}, **how)


def decide(*cells, **how):
    made = {"a": job(*cells, **how)}
    return Task(made, False, 2, 60, 600).run().judged(made)["a"]


def says(outcome, place):
    """What becomes of a test: the points, none, or a person."""
    if place in outcome.by_hand:
        return "person"
    failed = any(o["output_type"] == "error" for o in outcome.outputs[place])
    return "none" if failed else "points"


def plain(*cells):
    """The verdict of one plain Python process, in the notebook's order."""
    space, passed = {"__name__": "__main__", "__builtins__": dict(vars(builtins))}, True
    for cell in cells:
        passed = True
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                exec(cell, space)
            except Exception:
                passed = False
    return "points" if passed else "none"


WRONG = {
    "rows that are one list": (
        "def f(n): return [[0] * n] * n",
        "#test\nrows = f(2)\nrows[0][0] = 1\nassert rows == [[1, 0], [0, 0]]",
    ),
    "values that are one list": (
        "def f(keys): return dict.fromkeys(keys, [])",
        "#test\nd = f('ab')\nd['a'].append(1)\nassert d == {'a': [1], 'b': []}",
    ),
    "a default that is kept": (
        "def f(x, into=[]):\n    into.append(x)\n    return into",
        "#test\nf(1).append(0)\nassert f(2) == [2]",
    ),
    "a builtin that is replaced": (
        "def f(v): return max(v)",
        "#test\nmax = None\nassert f([1]) == 1",
    ),
    "a name that is rebound": (
        "list = [1]\ndef f(): return 1",
        "#test\nassert f() == len(list('a'))",
    ),
    "an attribute that must not be": (
        "class X:\n    pin = 1\nx = X()",
        "#test\nassert not hasattr(x, 'pin')",
    ),
}
RIGHT = {
    "a plain function": ("def f(n): return n * 2", "#test\nassert f(2) == 4"),
    "a copy": ("def f(v): return v[:]", "#test\nv = [1]\nassert f(v) == v and f(v) is not v"),
    "a global that a test sets": ("x = 1\ndef f(): return x", "#test\nassert f() == 1"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_one_process_refuses_gets_no_points(kind):
    assert plain(*WRONG[kind]) == "none"
    assert says(decide(*WRONG[kind]), 1) == "none"


@pytest.mark.parametrize("kind", RIGHT)
def test_what_one_process_accepts_gets_the_points(kind):
    assert plain(*RIGHT[kind]) == says(decide(*RIGHT[kind]), 1) == "points"


def test_what_deceives_one_process_alone_is_left_to_a_person():
    forged = "class X(int):\n    def __eq__(self, other): return True\ndef f(n): return X()"
    left = decide(forged, "#test\nassert f(2) == 4")
    assert plain(forged, "assert f(2) == 4") == "points" and says(left, 1) == "person"
    assert left.verdicts[1].apart != "pass" and left.verdicts[1].together == "pass"


@pytest.mark.parametrize(
    "answer, kind",
    [
        ("import subprocess\ndef f(): return subprocess.run(['ls']).returncode", "process"),
        ("import os\ndef f(): return os.fork()", "process"),
        (
            "from multiprocessing.shared_memory import SharedMemory\n"
            "def f(): return SharedMemory(create=True, size=9)",
            "process",
        ),
        ("import socket\ndef f(): return socket.create_connection(('localhost', 1))", "network"),
        ("from urllib.request import urlopen\ndef f(): return urlopen('http://x.org')", "network"),
        ("def f(): return open('/etc/hostname').read()", "file"),
        ("def f(): return open('/var/tmp/new', 'w')", "file"),
        ("def f(): return bytearray(1 << 40)", "memory"),
        ("kept = open('/etc/hostname').read()\ndef f(): return kept", "file"),
        ("kept = !ls\ndef f(): return kept[0]", "process"),
        ("import os\nos.chmod('.', 0o700)\ndef f(): pass", "file"),
        ("import os\ndef f(): os.utime('.', (0, 0))", "file"),
    ],
)
def test_what_a_wall_made_fail_is_left_to_a_person_with_its_kind(answer, kind):
    left = decide(answer, "#test\nf()\nassert False")
    assert left.verdicts[1].refused == kind and says(left, 1) == "person"


def test_what_a_given_cell_changes_is_not_the_answers_attempt():
    given = Step(0, "import os; os.chmod('.', 0o700); x = 1", known=True)
    answer, test = job("pass", "def f(): return 2", "#test\nassert f() == x").steps[1:]
    made = {"a": Job([given, answer, test], [], {}, {})}
    assert says(Task(made, False, 2, 60, 600).run().judged(made)["a"], 2) == "none"


@pytest.mark.parametrize(
    "answer",
    [
        "def f():\n    try: open('/etc/hostname')\n    except OSError: return 1",
        "def f(): return open('no-such-file')",
        "from multiprocessing.pool import ThreadPool\n"
        "def f(): return ThreadPool(1).map(lambda name: open(name), ['/no-such-file'])",
        "def f(): return open('/no/such/file')",
        "def f(): return open('/tmp/no-such-file')",
        "import no_such_module\ndef f(): return 1",
        "import json.dumps\ndef f(): return 1",
        "def f(): raise PermissionError(1, 'no', 'own.txt')",
        # It was refused, and the test needs nothing of it.
        "open('/etc/hostname')",
    ],
)
def test_what_no_wall_made_fail_is_no_refusal(answer):
    cells = ["x = 1", answer, "#test\nassert x == 2\nf()"]
    found = decide(*cells)
    assert says(found, 2) == "none" and 2 not in found.verdicts


def test_a_refusal_is_one_only_if_a_kernel_finds_what_is_missing():
    there = "sys", "json.decoder"
    assert {confirmed(Refusal("file", name)) for name in there} == {"file"}
    missing = (
        "nope",
        "json.nope",
        "json.dumps",
        "nope.json",
        "sys.path",
        "json.a\0b",
        ".json",
        "json.",
    )
    assert {confirmed(Refusal("file", name)) for name in missing} == {""}


PASS, FAIL = Together(False), Together(True)
FAILED = [{"output_type": "error", "ename": "E", "evalue": "", "traceback": []}]


@pytest.mark.parametrize(
    "apart, runs, want",
    [
        ([], [PASS], "points"),
        (FAILED, [FAIL], "none"),
        ([], [FAIL, FAIL], "none"),
        ([], [FAIL, PASS], "person"),
        (FAILED, [PASS], "person"),
        ([], [Together(True, None, "network")], "person"),
        (FAILED, [Together(True, None, "file")], "person"),
        ([], [Together(False, None, "file")], "points"),
        ([], [Together(False, 0.5)], "person"),
    ],
)
def test_every_row_of_the_table(apart, runs, want):
    made = job("#test\npass")
    outcome = Outcome({0: apart}, [], {}, {}, {})
    assert says(judged(made, outcome, [{0: run} for run in runs]), 0) == want


def test_students_read_no_cause_where_only_one_process_fails():
    found = decide(*WRONG["rows that are one list"])
    assert [o["evalue"] for o in found.outputs[1]] == [FAILS_TOGETHER]


def test_nothing_but_the_result_of_a_test_leaves_the_run_in_one_process():
    cells = [
        "print('the secret')",
        "#test\nprint('the secret')\nopen('secret', 'w').write('x')\nraise ValueError('secret')",
        "#test\n0.25",
    ]
    assert examine_together(job(*cells)) == {1: FAIL, 2: Together(False, 0.25)}


def test_the_run_in_one_process_begins_with_a_fresh_folder_and_leaves_none():
    looks = "import os\nx = len(os.listdir())\nopen('left', 'w').write('x')"
    cells = [looks, "#test\nassert x == 0"]
    assert examine_together(job(*cells)) == examine_together(job(*cells)) == {1: PASS}


def test_a_test_that_the_run_in_one_process_decides_alone_shows_what_was_released():
    cells = [
        "def f(n): return n",
        "#test\nassert f(1) == 1, 'seen'\nassert f(2) == 3, 'a hidden test'",
        "#test\nassert f(1) == 2, 'seen'\nassert f(2) == 3, 'a hidden test'",
        "#test\nassert f(1) == 1",
    ]
    alone = {1: "assert f(1) == 1, 'seen'", 2: "assert f(1) == 2, 'seen'", 3: "assert f(1) == 1"}
    found = decide(*cells, alone=alone)
    assert [says(found, place) for place in (1, 2, 3)] == ["none", "none", "points"]
    assert [found.outputs[place][-1]["evalue"] for place in (1, 2)] == [FAILS_TOGETHER, "seen"]
    assert "hidden" not in str(found.outputs)


def test_an_object_is_taken_only_from_a_function_whose_solution_gave_one():
    listens = (
        "heard = []\nclass V:\n    def __sub__(self, other):\n        heard.append(other)\n"
        "        return 0.0\ndef f(v): return V()"
    )
    made = job(listens, "#test\nassert abs(f([1]) - 0.5) < 1")
    can = made.abilities.__class__({"V": ["__sub__"]}, [], [])
    left = examine(made._replace(abilities=can))
    assert 1 in left.undecided


def test_a_process_that_ends_in_one_run_costs_only_its_own_test():
    cells = ["import os\nx = 1\ndef f(): os._exit(1)", "#test\nf()", "#test\nassert x == 1"]
    found = decide(*cells)
    assert [says(found, place) for place in (1, 2)] == ["none", "points"]


def test_runs_apart_and_runs_in_one_process_never_overlap(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    inside, most, lock = {"apart": 0, "together": 0}, [], threading.Lock()

    def enter(kind):
        with phase("demo", kind):
            with lock:
                inside[kind] += 1
                most.append(dict(inside))
            time.sleep(0.005)
            with lock:
                inside[kind] -= 1

    kinds = ["apart", "together"] * 12
    threads = [threading.Thread(target=enter, args=(kind,)) for kind in kinds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == len(kinds)
    assert not [seen for seen in most if seen["apart"] and seen["together"]]


def test_credit_is_read_as_nbgrader_reads_it():
    shown = {"output_type": "execute_result", "data": {"text/plain": "0.5"}}
    text = {"output_type": "execute_result", "data": {"text/plain": "np.float64(0.5)"}}
    assert credit([shown]) == 0.5 and credit([text]) is credit([]) is None
    # A cell has several results if IPython's setting `ast_node_interactivity` is "all".
    more = {"output_type": "execute_result", "data": {"text/plain": "1"}}
    assert credit([shown, more]) == 0.5 and credit([text, shown]) is None
