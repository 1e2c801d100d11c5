"""Nothing that a student puts into a notebook is active on a page, the instructor's included."""

from html.parser import HTMLParser

import pytest
from nbformat import read
from traitlets.config import Config

from autograder.grader.course.configuring import configure
from tests.attacked import HONEST
from tests.grader.pages import formgrader
from tests.kinds import KINDS, PAGES

pytestmark = pytest.mark.slow
WATCHED = {
    *("script", "iframe", "frame", "object", "embed", "base", "form", "input", "button", "meta"),
    *("link", "style", "svg", "template", "noscript"),
}


class Active(HTMLParser):
    """What of a page could do something: elements, and attributes that run or fetch."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag in WATCHED:
            self.found.append((tag, sorted(attrs)))
        for name, value in attrs:
            runs = (value or "").lower().lstrip().startswith(("javascript:", "data:text"))
            fetches = name == "src" and not (value or "").startswith("data:image/")
            if name.startswith("on") or runs or fetches:
                self.found.append((tag, name, value))
            if name in {"ping", "formaction", "srcdoc", "action", "background", "srcset"}:
                self.found.append((tag, name, value))


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    made = KINDS._replace(attacks=PAGES, oddities={}).make(tmp_path_factory.mktemp("pages") / "c")
    made.grader(KINDS.name).communicate()
    made.nbgrader("generate_feedback", KINDS.name)
    return made.root


@pytest.fixture(scope="module")
def pages(graded):
    found = graded.glob(f"feedback/*/{KINDS.name}/{KINDS.name}.html")
    return {path.parts[-3]: path.read_text() for path in found}


def test_what_is_tried_is_noticed_where_it_is_not_cleaned():
    page = '<a href=" JavaScript:x">x</a><img src=http://x><p onclick=x><script></script>'
    assert len(Active(page).found) == 4


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_nothing_active_but_what_every_page_has(pages, name):
    assert Active(pages[name]).found == Active(pages[HONEST[0]]).found


@pytest.mark.parametrize("name", PAGES)
def test_formgrader_shows_nothing_active_either(graded, name):
    def active(student, config):
        path = graded / "autograded" / student / KINDS.name / f"{KINDS.name}.ipynb"
        return Active(formgrader.shown(read(path, as_version=4), config)).found

    configure(ours := Config())
    assert active(name, ours) == active(HONEST[0], ours)
