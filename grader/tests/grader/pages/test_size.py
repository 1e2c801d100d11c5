"""A page stays small, and is made soon, whatever a notebook holds that may be handed in."""

import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from pygments.lexers import get_all_lexers
from traitlets.config import Config

from autograder.grader.course.configuring import configure
from autograder.grader.pages.passive_html import (
    LARGEST_HTML,
    LONGEST_NOTE,
    MOST_COLORED,
    MOST_NOTES,
    markdown2html,
)
from autograder.grader.pages.preprocessors import MOST_TEXT, Quiet
from autograder.grader.pages.student_page import Page
from tests.grader.pages import formgrader

LARGEST_PAGE = 20_000_000
CODE = [
    "a.a.",
    "{[(",
    "from a . a\n",
    "'''",
    'f"{',
    "\\\n",
    "0x",
    "@a\n",
    "&<",
    "\t",
    "ä",
    "#",
    '"""\n',
]
PRINTED = [
    "&",
    "<",
    "\x1b[31mx",
    "\x1b[1;3;4;31;41mx",
    "\x1b[38;2;1;2;3mx\n",
    "x\n",
    "\x1b[",
    "  ^\n",
    "~",
    "http://a.b/ ",
]
SHOWN = ["<b>&</b>", "<p ", "<a href='http://a.b'>", "<td>", "&amp;", "<!--", "<img src=x>", "'\""]  # fmt: skip
FENCES = ["", *(f"```{names[0]}\n" for _, names, *_ in get_all_lexers() if names)]
HTML, PICTURE = "text/html", "image/png"


def shown(mime, piece, size):
    return new_output("display_data", {mime: piece * (size // len(piece))})


def notebook(code, fence, note, printed, html, cells=10):
    """As much of each as may be handed in and put out, in so many cells."""
    piece = code * (900_000 // cells // len(code))
    lines = "\n".join(piece[n : n + 1990] for n in range(0, len(piece), 1990))
    notes = (fence + note * (length // len(note)) for length in (90_000, *[9_900] * cells))
    parts = [new_markdown_cell(text) for text in notes]
    for _ in range(cells):
        text = printed * (99_000 // len(printed))
        outputs = [new_output("stream", text=text), shown(HTML, html, LARGEST_HTML // cells)]
        outputs += [shown(PICTURE, "iVBORw0K", 900_000)]
        outputs += [new_output("error", ename="E", evalue="x", traceback=[text[:20_000]] * 5)]
        parts.append(new_code_cell(lines, outputs=outputs))
    return new_notebook(cells=parts)


def for_the_student(nb):
    resources = {"nbgrader": {"notebook": "n", "score": 0, "max_score": 1}, "inlining": {"css": []}}
    nb, _ = Quiet().preprocess(nb, {})
    return Page().from_notebook_node(nb, resources)[0]


def for_the_instructor(nb):
    configure(config := Config())
    return formgrader.shown(nb, config)


def made(nb, by=for_the_student):
    """The page, and the CPU time that it took."""
    began = time.process_time()
    page = by(nb)
    return page, time.process_time() - began


@cache
def coloring():
    """The CPU time that the colors alone take on this machine, of code that takes longest."""
    made(new_notebook())  # what the first page costs is no other page's
    code = "\n".join(["a.a." * 400] * (MOST_COLORED // 1601))
    return made(new_notebook(cells=[new_code_cell(code)]))[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "by", [for_the_student, pytest.param(for_the_instructor, marks=pytest.mark.nightly)]
)
@settings(max_examples=5)
@given(*map(st.sampled_from, (CODE, FENCES, CODE + SHOWN, PRINTED, SHOWN)))
def test_a_page_is_small_and_made_soon(by, code, fence, note, printed, html):
    page, seconds = made(notebook(code, fence, note, printed, html), by)
    assert len(page.encode()) < LARGEST_PAGE
    assert seconds < 4 * coloring()


def test_what_is_cut_is_said_and_a_test_keeps_its_message():
    loud = [new_output("stream", text="x" * MOST_TEXT)]
    failed = [new_output("error", ename="E", evalue="why", traceback=["why it fails"])]
    test = new_code_cell(outputs=failed, metadata={"nbgrader": {"grade": True, "solution": False, "grade_id": "t", "points": 1, "locked": True}})  # fmt: skip
    page, _ = made(new_notebook(cells=[new_code_cell(outputs=loud), test]))
    assert "why it fails" in page and "[cut because the page is full]" in page


def test_formgrader_shows_long_notes_of_a_student_as_they_were_typed():
    """Rendering is quadratic in some of them: 100,000 characters of this one took 10 s."""
    context = {"cell": new_markdown_cell(), "resources": {}}
    piece = "\\begin{a}" * (LONGEST_NOTE // 9)
    shown = [markdown2html(context, piece) for _ in range(MOST_NOTES // len(piece) + 1)]
    assert not any(html.startswith("<pre>") for html in shown[:-1])
    assert shown[-1] == f"<pre>{piece}</pre>"
    fresh = {"cell": new_markdown_cell(), "resources": {}}
    assert markdown2html(fresh, "&" * (LONGEST_NOTE + 1)).startswith("<pre>&amp;&amp;")
    assert "<em>x</em>" in markdown2html(fresh, "*x*")


@pytest.mark.parametrize("by", [for_the_student, for_the_instructor])
def test_code_beyond_the_limit_is_shown_without_colors(by):
    one = new_code_cell("x = 1\n" * (MOST_COLORED // 6))
    page, _ = made(new_notebook(cells=[one, new_code_cell("import last")]), by)
    assert "<pre>import last</pre>" in page and '<span class="n">x</span>' in page
