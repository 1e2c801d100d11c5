"""What a feedback page shows, and what it must not hold."""

from copy import deepcopy
from html.parser import HTMLParser

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader.api import Gradebook
from traitlets.config import Config

from autograder.grader.pages.preprocessors import Waiting
from autograder.grader.pages.student_page import UNDESCRIBED, Page
from autograder.grader.pages.summary import summarize
from mastermind.checks import NotYet, check
from tools.course import solutions

ASSIGNMENT = "02-valid-guesses"
ACTIVE = """
from IPython.display import HTML, Javascript, SVG, display
display(HTML('<b>bold</b><script>steal()</script><img src=x onerror=steal()>'))
display(HTML('<iframe src="https://example.org/steal"></iframe><img src="https://example.org/steal.png">'))
display(Javascript('steal()'))
display(SVG('<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"/>'))
print('<script>steal()</script>')
raise ValueError('<script>steal()</script>')
"""


@pytest.fixture(scope="module")
def page(course):
    wrong = "def valid_code(colors, code_length, guess):\n    return my_helper(guess)"
    path = course.hand_in("ada", ASSIGNMENT, solutions(ASSIGNMENT) | {"valid_code": wrong})
    nb = nbformat.read(path, as_version=4)
    nb.cells.append(nbformat.v4.new_code_cell(ACTIVE))
    note = nbformat.v4.new_markdown_cell(
        "note <script>steal()</script> <img src=x onerror=steal()> [x](javascript:steal()) "
        "![](https://example.org/steal.png)",
        id="about-submission",
    )
    nb.cells.append(note)
    nbformat.write(nb, path)
    course.nbgrader("autograde", ASSIGNMENT)
    course.nbgrader("generate_feedback", ASSIGNMENT)
    return (course.root / "feedback" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()


class Tags(HTMLParser):
    """Collects what a browser would act on: attributes of tags, and scripts."""

    def __init__(self):
        super().__init__()
        self.attributes, self.scripts, self.tag = [], "", ""

    def handle_starttag(self, tag, attributes):
        self.tag = tag
        self.attributes += [(name, value or "") for name, value in attributes]

    def handle_data(self, data):
        if self.tag == "script":
            self.scripts += data


def test_the_summary_is_on_top(page):
    summary, _, notebook = page.partition("Your notebook")
    assert "Exercise 2 · The gatekeeper's question" in summary.replace("&#39;", "'")
    assert "name 'my_helper' is not defined" in summary.replace("&#39;", "'")
    assert "a wrong peg in the first position" in summary
    assert "<details><summary>" in notebook


def test_nothing_of_the_students_is_active(page):
    tags = Tags()
    tags.feed(page)
    assert "steal()" in page and "steal()" not in tags.scripts
    for name, value in tags.attributes:
        assert not name.startswith("on")
        assert "steal" not in value


def test_messages_and_the_students_lines_are_shown_but_no_traceback_through_tests(page):
    assert "name 'my_helper' is not defined" in page.replace("&#39;", "'")
    assert "Where it stopped:" in page
    assert "A hidden test did not pass." in page
    assert "hidden_valid_code" not in page and "HIDDEN TESTS" not in page


def marked(name, text, outputs=(), score=None, points=None, comment=None, **marks):
    kind = {"grade_id": name, "grade": False, "solution": False, "locked": False, **marks}
    if score is not None:
        kind |= {"score": score, "points": points}
    kind |= {"comment": comment} if comment else {}
    return new_code_cell(text, id=name, outputs=list(outputs), metadata={"nbgrader": kind})


def error(name, says, *lines):
    return new_output("error", ename=name, evalue=says, traceback=[*lines, f"{name}: {says}"])


BROKEN = "def one(:\n    return 1"
ANY_COURSE = new_notebook(
    cells=[
        new_markdown_cell("# Numbers\n\n```\n# no heading\n```"),
        new_markdown_cell("## The number *one* (2 points)"),
        marked("one", BROKEN, [error("SyntaxError", "invalid syntax", "  line 1", "    def one(:")], solution=True),
        marked("check_one", "assert one() == 1", [error("NameError", "name 'one' is not defined")], 0, 2, grade=True),
        new_markdown_cell("## The number two"),
        marked("two", "def two(): return 2", solution=True, comment="Well done, $n^2$ <3"),
        marked("test-two", "assert two() == 2", [], 3, 3, grade=True),
        new_markdown_cell("## An essay $\\frac{1}{2}$"),
        marked("essay", "answer = '<b>mine</b>'", [], 0.5, 4, grade=True, solution=True),
    ]
)  # fmt: skip


def rendered(nb, **settings):
    course = {
        "notebook": "numbers",
        "student": "a<b",
        "score": 3.5,
        "max_score": 9,
        "late_penalty": 0,
    }
    page, _ = Page(**settings).from_notebook_node(nb, {"nbgrader": course, "inlining": {"css": []}})
    return page


def test_a_broken_cell_is_named_where_only_its_consequences_show():
    one, two, essay = summarize(ANY_COURSE)
    assert (one.title, one.got, one.of) == ("The number one", 0, 2)
    assert "Python cannot read the cell that should define one" in one.cause
    assert "SyntaxError: invalid syntax" in one.cause and one.cause_cell == "one"
    assert not one.says
    assert not two.lost and two.comments and not two.cause
    assert (essay.name, essay.got, essay.says) == ("essay", 0.5, [])


def test_what_points_into_a_line_of_code_stays_below_it():
    shown = ["  line 1", "    def <b>one</b>(:", "           ^", "SyntaxError: <i>"]
    nb = deepcopy(ANY_COURSE)
    nb.cells[2].outputs = [error("SyntaxError", "<i>", *shown)]
    page = BeautifulSoup(rendered(nb), "html.parser")
    above, below = page.select(".pointed")
    assert above.text == below.text == "def <b>one</b>(:\n       ^\n"
    assert not page.select("pre b, pre i")


def test_every_picture_has_a_text():
    shown = {
        "image/png": "iVBORw0KGgo=",
        "image/jpeg": "/9j/4AAQ",
        "image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "text/html": "<p><img src='board.png'><img src='pegs.png' alt='four pegs'></p>",
    }
    outputs = [new_output("display_data", {kind: data}) for kind, data in shown.items()]
    cells = [new_code_cell("draw()", outputs=outputs)]
    pictures = BeautifulSoup(rendered(new_notebook(cells=cells)), "html.parser").select("img")
    assert [picture["alt"] for picture in pictures] == [UNDESCRIBED] * 4 + ["four pegs"]


def test_a_page_of_any_course_shows_what_was_lost_and_folds_the_rest():
    page = BeautifulSoup(rendered(ANY_COURSE), "html.parser")
    assert page.html["lang"] == "en" and page.h1.text == "Numbers"
    rows = [[cell.text for cell in row("td")] for row in page.select(".exercises tbody tr")]
    assert rows == [
        ["The number one", "\u25cb 0 of 2"],
        ["The number two", "\u25cf 3 of 3"],
        ["An essay $\\frac{1}{2}$", "\u25d0 0.5 of 4"],
    ]
    folded = {cell["id"] for cell in page.select("details .cell") if cell.get("id")}
    assert "test-two" in folded and not {"one", "check_one", "two", "essay"} & folded
    for link in page.select("a[href^='#']"):
        assert page.find(id=link["href"][1:]), link


def test_what_a_person_has_still_to_grade_is_no_zero():
    nb = deepcopy(ANY_COURSE)
    nb.cells[-1].metadata.nbgrader.update(score=0, waiting=True)
    page = BeautifulSoup(rendered(nb), "html.parser")
    row = [cell.text for cell in page.select(".exercises tbody tr")[-1]("td")]
    assert row[1:] == ["\u2026 \u2013 of 4"]
    assert "still has to grade answers worth 4 of these points" in page.header.text
    assert not page.find(id="lost-essay")
    assert "not graded yet, 4 points" in page.find(id="essay").text


@pytest.mark.slow
def test_the_gradebook_says_which_answers_wait_for_a_person(tmp_path):
    address = f"sqlite:///{tmp_path / 'gradebook.db'}"
    with Gradebook(address) as gradebook:
        gradebook.add_assignment("numbers")
        gradebook.add_notebook("numbers", "numbers")
        for name in ("essay", "proof"):
            gradebook.add_grade_cell(name, "numbers", "numbers", max_score=4, cell_type="code")
        gradebook.add_student("ada")
        gradebook.add_submission("numbers", "ada")
        gradebook.find_grade("essay", "numbers", "numbers", "ada").needs_manual_grade = True
        gradebook.find_grade(
            "proof", "numbers", "numbers", "ada"
        ).manual_score = 3  # to be resolved
        gradebook.db.commit()
    cells = [marked(name, "'mine'", (), 0, 4, grade=True) for name in ("essay", "proof")]
    about = {"notebook": "numbers", "assignment": "numbers", "student": "ada", "db_url": address}
    nb, _ = Waiting().preprocess(new_notebook(cells=cells), {"nbgrader": about})
    assert [cell.metadata.nbgrader.get("waiting", False) for cell in nb.cells] == [True, False]


def test_every_call_of_a_visible_test_is_shown_with_what_it_gave():
    nb = deepcopy(ANY_COURSE)
    with pytest.raises(NotYet) as failed:
        check(abs, [(1, 1, "it is positive"), (-1, -1, "say so"), (-2, 3, "say so")])
    shown = failed.value._render_traceback_()
    told = new_output("error", ename="NotYet", evalue=shown[0], traceback=shown)
    nb.cells[3].outputs = [told]
    says = BeautifulSoup(rendered(nb), "html.parser").select_one("article .says").text
    assert says.startswith("abs(-1) returned 1. It should return -1. Say so.\n\n")
    assert "abs(-2)  returns 2, but should return 3" in says


def test_a_page_asks_nobody_for_anything_not_even_for_formulas():
    page = BeautifulSoup(rendered(ANY_COURSE), "html.parser")
    assert page.find("msup") and page.find("mfrac")
    assert not page.select("script, link:not([href^='data:']), iframe, [src]")
    assert "@import" not in page.style.text and "url(" not in page.text


def test_a_picture_whose_attachment_is_missing_costs_nobody_the_page():
    nb = deepcopy(ANY_COURSE)
    nb.cells.insert(0, new_markdown_cell("![the board <b>](attachment:board.png)"))
    page = BeautifulSoup(rendered(nb), "html.parser")
    assert "the board <b>" in page.text and not page.select("img")


def test_an_error_without_points_is_open_only_to_who_has_lost_some():
    warm_up = new_code_cell(
        "raise NotYet", id="warm-up", outputs=[error("NotYet", "No answer yet")]
    )
    two = marked("two", "def two(): return 2", solution=True)
    for got in [3, 2]:
        test = marked("test-two", "assert two() == 2", [], got, 3, grade=True)
        page = BeautifulSoup(rendered(new_notebook(cells=[warm_up, two, test])), "html.parser")
        assert bool(page.select("details #warm-up")) is (got == 3)


def test_what_prints_much_is_folded_and_a_name_from_right_to_left_stays_by_itself():
    nb = deepcopy(ANY_COURSE)
    nb.cells[2].outputs.insert(0, new_output("stream", text="line\n" * 3000))
    nb.cells[5].outputs = [new_output("stream", text="line\n")]
    page = BeautifulSoup(rendered(nb), "html.parser")
    [folded] = page.find(id="one")("details")
    assert folded.summary.text == "Output: 3000 lines" and not page.find(id="two")("details")
    assert page.select_one(".where").bdi.text == "a<b"


def test_a_wrong_call_is_drawn_by_the_function_that_the_settings_name():
    nb = deepcopy(ANY_COURSE)
    nb.metadata["graded"] = {
        "diagnoses": {"one": [["it is <i>not</i> there"], "get_feedback('RG', 'GR') gives 'bb', not 'ww'"]},
        "calls": {"one": ["get_feedback('RG', 'GR')", "'bb'", "'ww'"]},
    }  # fmt: skip
    nb.cells[3].metadata.nbgrader.grade_id = "test-one"
    settings = Config({"Page": {"picture": "mastermind.drawing.feedback_picture.compare"}})
    page = BeautifulSoup(rendered(nb, config=settings), "html.parser")
    assert [row.th.text for row in page.select("figure tr")] == ["code", "guess", "yours", "right"]
    assert page.find("li", string="it is <i>not</i> there")
    assert not BeautifulSoup(rendered(nb), "html.parser").find("figure")
