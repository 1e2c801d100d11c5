"""What a feedback page shows, and what it must not hold."""

from html.parser import HTMLParser

import nbformat
import pytest

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


def test_nothing_of_the_students_is_active(page):
    tags = Tags()
    tags.feed(page)
    assert "steal()" in page and "steal()" not in tags.scripts
    for name, value in tags.attributes:
        assert not name.startswith("on")
        assert "steal" not in value


def test_messages_and_the_students_lines_are_shown_but_no_traceback_through_tests(page):
    assert "name 'my_helper' is not defined" in page.replace("&#39;", "'")
    assert "In your code:" in page
    assert "A hidden test did not pass." in page
    assert "hidden_valid_code" not in page and "HIDDEN TESTS" not in page
