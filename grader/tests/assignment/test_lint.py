"""The linter finds what fails in two processes."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.assignment.lint import lint


def findings(test, answer="def f(x): return x"):
    def cell(text, grade_id, grade):
        marks = {"grade_id": grade_id, "grade": grade, "solution": not grade, "points": 1}
        return new_code_cell(text, metadata={"nbgrader": marks})

    return lint(new_notebook(cells=[cell(answer, "f", False), cell(test, "test-f", True)]))


@pytest.mark.parametrize(
    "test, line, words",
    [
        ("from unittest import mock\nwith mock.patch('builtins.print'): f(1)", 2, "patching"),
        ("from unittest.mock import patch\n@patch('random.choice')\ndef t(c): f(1)", 2, "patching"),
        ("setattr(f, 'calls', 0)", 1, "patching"),
        ("import __main__\n__main__.f = print", 1, "__main__"),
        ("f.calls = 0", 1, "has no effect"),
        ("assert f.__code__.co_argcount == 1", 1, "__code__"),
        ("import inspect\nassert 'for' in inspect.getsource(f)", 2, "no source code"),
        ("import random\nrandom.seed(1)\nf(1)", 3 - 1, "seed"),
        ("def t():\n    global f\n    f = print", 2, "assigning"),
        ("assert f(1", 1, "not Python"),
        ("f(1)\nf(1) == 1", 2, "for False, too"),
        ("f(1) == 1 and f(2) == 2", 1, "for False, too"),
        ("not f(1)", 1, "for False, too"),
        ("min(f(1), 1)", 1, "write float"),
    ],
)
def test_found(test, line, words):
    [finding] = findings(test)
    assert finding.cell == "test-f" and finding.line == line and words in finding.message


@pytest.mark.parametrize(
    "test",
    [
        "assert f(1) == 1 and f.__name__ == 'f' and f.__doc__ is None",
        "import random\nassert f(random.Random(1).random())",
        "def t():\n    seen = {}\n    seen['f'] = f(1)\n    assert seen",
        "f = f(1)",
        "import random\nrandom.seed()\nf(1)",
        "%timeit f(1)",
    ],
)
def test_not_found(test):
    assert findings(test) == []
