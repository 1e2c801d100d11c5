"""Of what students cannot see, a student's process holds nothing before a test is run in it."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.schedule import Learned
from autograder.runner.conductor import examine, examine_together
from tests.small import marked

HIDDEN = """### BEGIN HIDDEN TESTS
import colorsys
assert f() == colorsys.ONE_THIRD
assert "the answer of nobody"
### END HIDDEN TESTS"""
LOOKS = """
import sys
shell = get_ipython()
kept = [*shell._prepared, *(text for text, _ in shell.compile.trees)]
print("colorsys" in sys.modules, "netrc" in sys.modules)
print(any("of nobody" in text for text in kept))
"""


@pytest.mark.parametrize("alone", [[], ["hidden-f"]], ids=["apart", "alone"])
def test_what_only_a_hidden_test_has_is_not_there_before_it(alone):
    """Twice: what the first student's tests had is nowhere when the second one's are run."""
    source = new_notebook(
        cells=[
            new_code_cell("import netrc", id="given"),
            marked(
                "f", "### BEGIN SOLUTION\ndef f(): return 1 / 3\n### END SOLUTION", solution=True
            ),
            marked("hidden-f", HIDDEN, grade=True, locked=True, points=1),
        ]
    )
    assignment = Assignment("a", {"a": source})
    assignment.learn({"a": Learned(alone)})
    for _ in range(2):
        rebuilt, _ = assignment.rebuild("a", source)
        rebuilt.cells[1].source = f"def f(): return 1 / 3\n{LOOKS}"
        job = assignment.job("a", rebuilt, {})
        judged = examine(job)
        assert not examine_together(job)[2].failed
        assert judged.outputs[2] == []
        assert [output["text"] for output in judged.outputs[1]] == ["False True\nFalse\n"]
