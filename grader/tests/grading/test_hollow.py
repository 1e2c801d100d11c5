"""Tests that pass for answers that say nothing are found."""

import pytest
from nbformat.v4 import new_notebook

from autograder.assignment.pipeline import Assignment
from autograder.course.settings import Course
from autograder.grading.check_report import remarks
from autograder.grading.checking import Checked, judged_here
from autograder.grading.hollow import HOLLOW, passed_by_hollow

from .test_check import SETTINGS, cell

LIST, ARRAY, NAN, EQUAL = HOLLOW
ANSWER = """### BEGIN SOLUTION
import numpy as np
from math import isclose
def halves(numbers):
    return np.array(numbers) / 2
def area(r):
    return 3.14 * r**2
class Card:
    def __init__(self): self.rank = 3
    def __eq__(self, other): return self.rank == other.rank
    def worth(self): return Card()
unit = area(1)
### END SOLUTION"""
WEAK = {
    "import numpy as np\nassert np.allclose(halves([1, 2]), [0.5, 1])": [ARRAY],
    "assert all(x == y for x, y in zip(halves([1, 2]), [0.5, 1]))": [LIST, ARRAY, EQUAL],
    "assert not abs(area(2) - 12.56) > 1e-9": [NAN],
    "assert not unit < 3": [NAN],
    "assert 1 == 1": [*HOLLOW],
    "assert isinstance(area(2), float)": [NAN],
    "assert list(halves([1, 2])) == [0.5, 1]": [],
    "assert abs(area(2) - 12.56) < 1e-9 and abs(unit - 3.14) < 1e-9": [],
    "assert Card() == Card()": [NAN],
}


@pytest.mark.parametrize("weak", [True, False])
def test_a_test_that_passes_for_nothing_is_named(weak, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").write_text(SETTINGS)
    texts = {f"test-{n}": text for n, (text, by) in enumerate(WEAK.items()) if bool(by) == weak}
    tests = [cell(name, text, 1) for name, text in texts.items()]
    notebook = new_notebook(cells=[cell("answer", ANSWER), *tests])
    assignment = Assignment("ps1", {"problems": notebook})
    rebuilt, _ = assignment.rebuild("problems", notebook)
    course = Course()

    def judge(edition):
        return judged_here(course, assignment, "problems", edition)

    assert {points.got for _, points in judge(rebuilt).tests.values()} == {1}
    found = passed_by_hollow(rebuilt, judge)
    assert {texts[name]: by for name, by in found.items()} == {
        t: b for t, b in WEAK.items() if b and weak
    }
    if weak:
        said = dict(remarks(Checked("problems", hollow=found)))
        assert said["test-2"].startswith("passes for NaN; ")
