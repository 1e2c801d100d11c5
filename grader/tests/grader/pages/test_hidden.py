"""What a page says of a hidden test that was not passed: no input, but why it was stopped."""

import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.grader.pages.preprocessors import TOO_LARGE, TOO_SLOW, HideHiddenTests, Waiting
from autograder.grader.pages.summary import summarize
from autograder.runner.examination import failure

SOURCE = "# Hidden tests: many.\n### BEGIN HIDDEN TESTS\nassert f(8)\n### END HIDDEN TESTS"


@pytest.mark.parametrize(
    "kind, says, why",
    [
        ("Stopped", "The test did not finish within 30 seconds. Is there a loop?", TOO_SLOW),
        ("Stopped", "the player has left", ""),  # a student's own class of this name
        ("MemoryError", "", TOO_LARGE),
        ("AssertionError", "f(8) should be 1", ""),
    ],
)
def test_it_says_that_code_was_too_slow_or_too_large_and_no_more(kind, says, why):
    marks = {"grade": True, "solution": False, "grade_id": "hidden-f", "score": 0, "points": 2}
    outputs = [new_output(**output) for output in failure(kind, says)]
    cell = new_code_cell(SOURCE, id="hidden-f", metadata={"nbgrader": marks}, outputs=outputs)
    cell, _ = HideHiddenTests().preprocess_cell(cell, {}, 0)
    [exercise] = summarize(new_notebook(cells=[cell]))
    assert exercise.says == [f"A hidden test did not pass. {why}".rstrip()]
    assert exercise.covers == ["many."]


def test_where_tests_are_visible_too_none_is_named():
    marks = {"grade": True, "solution": False, "grade_id": "f", "score": 0, "points": 2}
    outputs = [new_output("error", ename="AssertionError", evalue="f(1)", traceback=[])]
    source = SOURCE.replace("\n###", "\nassert f(1)\n###", 1)
    cell = new_code_cell(source, id="f", metadata={"nbgrader": marks}, outputs=outputs)
    cell, _ = HideHiddenTests().preprocess_cell(cell, {}, 0)
    [exercise] = summarize(new_notebook(cells=[cell]))
    assert exercise.lost[0].says[0].startswith("A test in this cell did not pass. Some of the")


@pytest.mark.parametrize("preprocessor", [HideHiddenTests, Waiting])
def test_no_option_that_nbconvert_gives_to_all_is_warned_of(preprocessor, caplog):
    preprocessor(parent=HTMLExporter(config=HTMLExporter().default_config))
    assert caplog.messages == []


@pytest.mark.parametrize("end", ["", "\n### END HIDDEN TESTS"])
@pytest.mark.parametrize("by_hand", [False, True])
def test_an_answer_that_has_the_marks_of_hidden_tests_is_shown_as_it_is(end, by_hand):
    source = f"def f(n): return n\n### BEGIN HIDDEN TESTS\nassert f(1){end}"
    marks = {"grade": by_hand, "solution": True, "grade_id": "f", "points": 1}
    cell = new_code_cell(source, metadata={"nbgrader": marks})
    cell, _ = HideHiddenTests().preprocess_cell(cell, {}, 0)
    assert cell.source == source
