"""The page on a class: the figures are right, and nothing on it comes alive or from elsewhere."""

from html.parser import HTMLParser

from autograder.class_report import ClassReport, Exercise, Mistake, render

EVIL = "<script>steal()</script><img src=x onerror=steal()>"


def exercise(name, points, **got):
    return Exercise(name, points, got, [0.5, 0.1, 9.0])


REPORT = ClassReport(
    "02-valid-guesses",
    10,
    {"ada": 10, "ben": 4.5, "chen": 0, EVIL: 9.99},
    [
        exercise("valid_code", 4, ada=4, ben=3.5, chen=0, **{EVIL: 4}),
        exercise("clean_guess", 6, ada=6, ben=1, chen=0, **{EVIL: 5.99}),
    ],
    [Mistake("valid_code", "", f"valid_code('', 0, '') gives {EVIL!r}, not True", ["ben", EVIL])],
    {EVIL: [f"Refused: {EVIL}"]},
)


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


def test_nothing_of_the_students_is_active_and_nothing_is_fetched():
    page = Page(render(REPORT))
    assert "steal()" in render(REPORT)
    assert not {"script", "img", "link", "iframe"} & set(page.tags)
    assert not any(name.startswith("on") or name in ("src", "href") for name, _ in page.attributes)


def test_the_figures_are_those_of_the_class():
    page = Page(render(REPORT))
    row = next(row for row in page.rows if row[0] == "valid_code")
    assert row == ["valid_code", "4", "2.875", "2", "1", "1", "50 %", "0.50"]
    ben = next(row for row in page.rows if row[0] == "ben")
    assert ben == ["ben", "3.5 \u25d0", "1 \u25d0", "4.5"]
    assert [count for _, _, count in REPORT.bins] == [1, 0, 0, 0, 1, 0, 0, 0, 0, 2]


def test_the_same_report_is_the_same_page():
    assert render(REPORT) == render(REPORT)
