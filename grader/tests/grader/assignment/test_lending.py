"""When a function is lent, and which answers take the library's instead."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grader.assignment.lending import Lending, Lends
from autograder.grader.assignment.schedule import Plan
from autograder.grader.course.settings import Autograder, GradingError
from tests.small import marked

LIBRARY = '''"""Functions that are lent."""
from math import gcd as divisor

def f(x):
    """Twice."""
    return 2 * x

@print
def g(x): return f(x) + 1

DOUBLED = f(1)
def h(x): return 0; k = 1
'''
LENDS = Lends({"lib.lent": LIBRARY}, ["lib.lent", "lib", "lib.tools.lend"])
GIVEN = "from lib import plots, tools\nplots.show(1)\nfrom lib import Board"


def cells(
    f="def f(x): return x + x", g="from lib import Board\ndef g(x): return Board(x)", free=""
):
    f, g = (f"### BEGIN SOLUTION\n{text}\n### END SOLUTION" for text in (f, g))
    test = {"grade": True, "locked": True, "points": 1}
    return new_notebook(
        cells=[
            new_code_cell(GIVEN, id="given"),
            *([new_code_cell(free, id="free")] if free else []),
            marked("f", f, solution=True),
            marked("test-f", "assert f(1) == 2", **test),
            marked("hidden-f", "assert f(2) == 4", **test),
            new_code_cell("f = tools.lend('f', globals())", id="lend"),
            marked("g", g, solution=True),
            marked("other-name", "assert g(1)", **test),
            new_code_cell("g = tools.lend('g', globals())", id="end"),
        ]
    )


SOURCE = cells()


def test_each_function_comes_after_the_last_test_of_its_exercise():
    steps = Plan(SOURCE, SOURCE, LENDS).steps(SOURCE)
    sent = {SOURCE.cells[s.place].id: s.modules["lib.lent"] for s in steps if s.place >= 0}
    has = {
        cell: [name for name in ("divisor", "def f", "def g", "DOUBLED", "def h") if name in text]
        for cell, text in sent.items()
    }
    beside = ["divisor", "def h"]
    for cell in ("given", "f", "test-f", "hidden-f"):
        assert has[cell] == beside
    for cell in ("lend", "g", "other-name"):
        assert has[cell] == ["divisor", "def f", "DOUBLED", "def h"]
    assert sent["end"].rstrip() == LIBRARY.rstrip()
    # Tracebacks have the lines of the file.
    assert sent["given"].split("\n").index("from math import gcd as divisor") == 1


TAKEN = {
    "from lib.lent import f": "from lib.lent import f",
    "f = tools.lend('f', {})": "f = tools.lend('f', {})",
    "import lib.deep.feedback as z\ndef f(x):\n    return z.twice(x)": "import lib.deep.feedback as z",
    "import lib\nf = lib.deep.twice": "f = lib.deep.twice",
    "t = tools\nf = t.lend('f', {})": "t = tools",
    "from importlib import import_module\nf = import_module('lib.deep').f": (
        "f = import_module('lib.deep').f"
    ),
    "import sys\nf = sys.modules['lib'].f": "f = sys.modules['lib'].f",
    "from lib.deep import (  # many\n    a,\n    twice as f,\n)": "from lib.deep import (  # many",
    "x = 1; from lib.deep import *\ndef f(x): return twice(x)": "x = 1; from lib.deep import *",
    "def f(x):\n    from lib import deep\n    return deep.twice(x)": "from lib import deep",
    "f = Board.__init__.__globals__['twice']": "f = Board.__init__.__globals__['twice']",
    "@lambda f: plots.twice\ndef f(x): pass": "@lambda f: plots.twice",
}
OWN = [
    "def f(x):\n    # from lib.lent import f\n    return 2 * x",
    "def f(x):\n    '''As lib.lent.f does.'''\n    return 2 * x",
    "def f(tools):\n    return tools.lend(2)",
    "tools = 3\ndef f(x): return tools",
    "import lib\nlib.plots.show(2)\ndef f(x): return 2 * x",
    "from lib import plots\nplots.show(2)\ndef f(x): return 2 * x",
    "from my.lib import deep\ndef f(x): return deep.twice(x)",
    "library = 'lib'.upper\ndef f(x): return library.lend",
    "from lib.lent import h\ndef f(x): return h(x)",
    "def f(x:",
    "f = '''\n",
]


@pytest.mark.parametrize("answer", TAKEN)
def test_an_answer_that_takes_the_librarys_goes_to_a_person_with_the_line(answer):
    why = f"the answer uses the library's own function: {TAKEN[answer]}"
    found = Lending(SOURCE, LENDS).taken(cells(f=answer))
    assert found == {"test-f": why, "hidden-f": why}


@pytest.mark.parametrize("answer", OWN)
def test_an_answer_of_ones_own_does_not(answer):
    assert Lending(SOURCE, LENDS).taken(cells(f=answer)) == {}


def test_a_cell_beside_the_answer_counts_if_the_answer_uses_it():
    free = "from lib.deep import twice as helper\nother = 1"
    lending = Lending(SOURCE, LENDS)
    using = lending.taken(cells(f="def f(x): return helper(x)", free=free))
    assert [*using] == ["test-f", "hidden-f"] and "import twice as helper" in using["test-f"]
    assert lending.taken(cells(f="def f(x): return other", free=free)) == {}
    # What was taken for one exercise does not follow it into the next.
    assert "other-name" not in lending.taken(cells(f="from lib.lent import f", g="g = f"))


def test_what_cannot_be_lent_is_named():
    for name in ("autograder", "no_such_module", "autograder.no_such"):
        with pytest.raises(GradingError, match=f"c.Autograder.lends names {name}, which is no"):
            Lends.read({name: []})
    read = Lends.read({"colorsys": ["this"]})
    assert "def hls_to_rgb" in read.texts["colorsys"] and read.answers == ["colorsys", "this"]
    assert Autograder(lends={"colorsys": ["this"]}).lends == {"colorsys": ["this"]}


def test_a_long_answer_is_read_in_no_time():
    text = "x = (1, 2)\n" * 20_000 + "'''" * 10_000 + "import a.b\n" * 10_000
    assert Lending(SOURCE, LENDS).taken(cells(f=text)) == {}
