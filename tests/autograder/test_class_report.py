"""The page on a class: the figures are right, and nothing on it comes alive or from elsewhere."""

from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from autograder.extras.groups.page import TEMPLATE, Alike
from autograder.grader.gradebook.points import AssignmentPoints
from autograder.grader.pages.class_report import (
    REFUSED,
    WAITING,
    ClassExercise,
    ClassMistake,
    ClassReport,
    Progress,
    render,
)

EVIL = "<script>steal()</script><img src=x onerror=steal()>"


def exercise(name, points, **got):
    return ClassExercise(name, points, got)


REPORT = ClassReport(
    "02-valid-guesses",
    10,
    {"ada": 10, "ben": 4.5, "chen": 0, EVIL: 9.99},
    [
        exercise("valid_code", 4, ada=4, ben=3.5, chen=0, **{EVIL: 4}),
        exercise("clean_guess", 6, ada=6, ben=1, chen=0, **{EVIL: 5.99}),
    ],
    [
        ClassMistake(
            "valid_code", "", f"valid_code('', 0, '') gives {EVIL!r}, not True", ["ben", EVIL]
        )
    ],
    {EVIL: [f"Refused: {EVIL}"]},
    {f"To begin: {EVIL}": ["chen"]},
)
PROGRESS = Progress(
    {"01-a": 10, "02-b": 20},
    {
        "ada": {"01-a": AssignmentPoints(9, 10), "02-b": AssignmentPoints(1, 20)},
        EVIL: {"01-a": AssignmentPoints(0, 10)},
    },
    ["01-a"],
)


def page():
    return render("class_report.html", report=REPORT)


def progress_page():
    return render("progress.html", progress=PROGRESS)


def groups_page(anonymous=False):
    about = {"points": 2.5, "comment": EVIL, "who": "grace", "time": datetime(2026, 11, 24, 13, 15)}
    line = SimpleNamespace(name="length", **about)
    answers = {"ben": "return [" + "0, " * 60 + "]", EVIL: EVIL}
    found = Alike("3fa1c0d2", "valid_code", "the length", EVIL, answers, line)
    about = {"assignment": "02", "titles": {}, "anonymous": anonymous}
    return render(TEMPLATE.read_text(), exercises={"valid_code": [found]}, **about)


class Page(HTMLParser):
    """Collects the tags, their attributes, and the text of each cell of a table."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.rows = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


@pytest.mark.parametrize("text", [page(), progress_page(), groups_page()])
def test_nothing_of_the_students_is_active_and_nothing_is_fetched(text):
    page = Page(text)
    assert "steal()" in text
    assert not {"script", "img", "iframe"} & set(page.tags)
    assert not any(name.startswith("on") or name == "src" for name, _ in page.attributes)
    icon, *links = [value for name, value in page.attributes if name == "href"]
    assert icon.startswith("data:image/svg+xml,") and page.tags.count("link") == 1
    assert links in ([], ["01-a.html"], ["#valid_code"])


def test_the_figures_are_those_of_the_class():
    found = Page(page())
    row = next(row for row in found.rows if row[0] == "valid_code")
    assert row == ["valid_code", "4", "2.9", "3.75", "2", "1", "1", "50%"]
    ben = next(row for row in found.rows if row[0] == "ben")
    assert ben == ["ben", "4.5", "3.5\u25d0", "1\u25d0"]
    assert [count for _, _, count in REPORT.bins] == [1, 0, 0, 0, 1, 0, 0, 0, 0, 2]


def test_who_was_not_graded_is_counted():
    assert REPORT.counts == "4 graded"
    needs = {REFUSED: ["dina"], WAITING: ["emre", "finn"]}
    assert (
        replace(REPORT, needs=needs).counts == "4 graded, 1 could not be graded, 2 not graded yet"
    )


def test_groups_say_on_top_what_is_left():
    [row] = [row for row in Page(groups_page()).rows if row[0] == "all"]
    assert row[1:3] == ["2", "1"] and row[3].startswith("0")


def test_the_same_report_is_the_same_page():
    assert page() == page()


def test_a_page_for_the_lesson_names_nobody_if_it_should_not():
    assert "ben" in groups_page() and "ben" not in groups_page(anonymous=True)


def test_progress_counts_only_what_was_graded():
    rows = {row[0]: row[1:] for row in Page(render("progress.html", progress=PROGRESS)).rows}
    assert rows["ada"] == ["9", "1", "33%"] and rows[EVIL] == ["0", "\u2013", "0%"]
    assert rows["average"][:2] == ["4.5", "1.0"] and rows["graded"][:2] == ["2", "1"]


def test_not_graded_yet_is_no_zero_and_in_no_figure():
    essay = ClassExercise("essay", 6, {"ada": 6, "ben": 0}, waiting=["chen", EVIL])
    report = replace(REPORT, exercises=[essay], to_come={"chen": 6, EVIL: 6}, earlier=["ben"])
    assert report.counts == "2 graded, 2 partly graded" and report.final == [10, 4.5]
    assert sum(count for _, _, count in report.bins) == 2
    rows = {row[0]: row[1:] for row in Page(render("class_report.html", report=report)).rows}
    assert rows["essay"][:7] == ["6", "3.0", "3", "1", "0", "1", "2"]
    assert rows["chen"] == ["\u2026", "\u2026"] and rows[EVIL] == ["9.99 \u2026", "\u2026"]
    assert rows["ben"] == ["4.5 \u21b6", "0\u25cb"]


def test_progress_leaves_out_what_is_not_graded_yet():
    got = {
        "ada": {"01-a": AssignmentPoints(9, 10), "02-b": AssignmentPoints(2, 20, waiting=5)},
        "ben": {"01-a": AssignmentPoints(0, 10, waiting=10)},
        "chen": {"01-a": AssignmentPoints(4, 10, earlier=True)},
    }
    text = render("progress.html", progress=Progress({"01-a": 10, "02-b": 20}, got, []))
    rows = {row[0]: row[1:] for row in Page(text).rows}
    assert rows["ada"] == ["9", "2\u2026", "90%"] and rows["ben"] == ["\u2026", "\u2013", "\u2013"]
    assert rows["chen"][0] == "4\u21b6" and rows["average"][:2] == ["6.5", "\u2013"]
