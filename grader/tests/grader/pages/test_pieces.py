"""The small functions that a page is made of."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from autograder.grader.pages.class_report import pseudonym
from autograder.grader.pages.passive_html import (
    beginning,
    clean_html,
    is_hard_to_color,
    is_hard_to_read,
)
from autograder.grader.pages.preprocessors import ForTheInstructor, HideHiddenTests, Quiet
from autograder.grader.pages.student_page import UNDESCRIBED, described, lines_printed, pointed
from autograder.grader.pages.summary import details, exercise_titles, message, summarize
from tests.small import marked

HEAD = new_markdown_cell("# Numbers\n## Exercise 1: two (3 points)")


def test_html_keeps_nothing_that_runs_or_fetches():
    active = "<b onclick=run()>2</b><script>run()</script><img src='http://host/a.png'>"
    assert clean_html(active) == "<b>2</b><img>"
    assert beginning("<b>2</b>") == "<pre>&lt;b&gt;2&lt;/b&gt; [...]</pre>"


@pytest.mark.parametrize(
    "text, hard",
    [
        ("<table><tr><td>1</td></tr></table>" * 100, False),
        ("<b>" * 100, True),
        ("<a><i></a>" * 100, True),
        ("<p " + "a " * 1000 + ">", True),
        ("<" * 10_000, True),
    ],
)
def test_what_a_parser_may_take_long_for_is_found(text, hard):
    assert is_hard_to_read(text) == hard


def test_only_long_lines_of_code_are_hard_to_color():
    assert is_hard_to_color("." * 10_000) and not is_hard_to_color("x = 1\n" * 1000)


def test_a_pseudonym_depends_on_the_key():
    assert pseudonym("ada", b"key") == pseudonym("ada", b"key") != pseudonym("ada", b"other")


def test_a_hidden_test_keeps_its_head_and_a_sentence():
    text = "# Hidden tests: zero.\n### BEGIN HIDDEN TESTS\nassert f(0)\n### END HIDDEN TESTS"
    cell = marked("t", text, grade=True)
    cell.outputs = [new_output("error", ename="AssertionError", evalue="f(0)", traceback=[])]
    cell, _ = HideHiddenTests().preprocess_cell(cell, {}, 0)
    assert cell.source == "# Hidden tests: zero."
    [said] = cell.outputs
    assert (
        said.text
        == "A hidden test did not pass. Read the first few lines of this cell to see what it tests.\n"
    )


def test_a_students_markdown_is_shown_as_it_was_typed():
    typed = "*mine* <script>run()</script>"
    cell, _ = Quiet().preprocess_cell(new_markdown_cell(typed), {}, 0)
    assert cell.source == f"~~~\n{typed}\n~~~"


def test_a_page_shows_so_much_output_and_no_more():
    nb = new_notebook(cells=[new_code_cell(outputs=[new_output("stream", text="&" * 600_000)])])
    nb, _ = ForTheInstructor().preprocess(nb, {})
    assert nb.cells[0].outputs[0].text.endswith("&&&\n[cut because the page is full]")


def test_a_picture_without_a_description_gets_one():
    assert (
        described("<p>A <img src='a.png'></p>")
        == f'<p>A <img alt="{UNDESCRIBED}" src="a.png"/></p>'
    )
    within = '<b title="<img onclick=alert() x">A</b>'
    assert described(within) == '<b title="&lt;img onclick=alert() x">A</b>'


def test_carets_stay_below_what_they_point_at():
    code = '<span class="pointed" role="group" aria-label="Code" tabindex="0">f(\n ^\n</span>'
    assert pointed("line 1\n  f(\n   ^\nSyntaxError: ...") == f"line 1\n{code}SyntaxError: ..."


def test_printed_lines_are_counted():
    assert lines_printed(new_code_cell(outputs=[new_output("stream", text="one\ntwo\n")])) == 2


def test_an_exercise_has_its_heading_points_and_reasons():
    test = marked("test-two", "assert two() == 2", grade=True, score=0, points=3)
    test.outputs = [new_output("error", ename="AssertionError", evalue="two() is 2, not 3")]
    answer = marked("two", "def two(): return 3", solution=True)
    nb = new_notebook(cells=[HEAD, answer, test])
    [exercise] = summarize(nb)
    assert (exercise.title, exercise.got, exercise.of) == ("Exercise 1: two", 0, 3)
    assert (exercise.says, exercise.answer) == (["two() is 2, not 3"], answer.id)
    assert exercise_titles(nb) == {"two": "Exercise 1: two"}


def test_a_message_has_no_traceback():
    assert message(new_output("error", ename="KeyError", evalue="'R'")) == "KeyError: 'R'"
    shown = ["one() is wrong.", "All the calls:", "one()  should be 1, yours returns 2"]
    error = new_output("error", ename="NotYet", evalue=shown[0], traceback=shown)
    assert details(error) == "\n".join(shown[1:])
