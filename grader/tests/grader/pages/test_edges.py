"""The figures of the class report at their limits, and names that it must not show."""

from types import SimpleNamespace

from bs4 import BeautifulSoup

from autograder.grader.pages.class_report import ClassExercise, ClassReport, Names, render


def page(report):
    return BeautifulSoup(render("class_report.html", report=report), "html.parser")


def shown(exercise):
    """Return the figures of an exercise, as the page has them."""
    row = page(ClassReport("a", 4, {}, [exercise], [], {}, {})).find(attrs={"data-name": "partial"})
    return {cell["data-name"]: cell.get_text(strip=True) for cell in row.parent("td")}


def test_all_points_some_and_none_are_counted_and_signed():
    one = ClassExercise("a", 4, {"ada": 4, "ben": 0, "eva": 1, "sam": 4}, waiting=["zoe"])
    figures = {"full credit": "2", "partial": "1", "none": "1", "share with full credit": "50%"}
    averages = {"points": "4", "on average": "2.2", "median": "2.5"}
    assert shown(one) == {**averages, **figures}
    assert "".join(map(one.mark, ["ada", "eva", "ben", "zoe"])) == "●◐○…"
    none = shown(ClassExercise("a", 4, {}))
    assert {none[name] for name in ("on average", "median", "share with full credit")} == {"\u2013"}


def test_points_that_are_not_final_are_in_no_average():
    report = ClassReport("a", 10, {"ada": 10, "ben": 0, "eva": 3}, [], [], {}, {}, {"eva": 7})
    assert report.final == [10, 0]
    figures = [tile.get_text() for tile in page(report).select(".tiles dd")]
    assert figures == ["5.0", "5", "0", "10"]
    assert report.bins[0] == (0, 1, 1) and report.bins[-1] == (9, 10, 1)
    assert report.counts == "2 graded, 1 partly graded"


def test_the_histogram_has_whole_points_and_ends_with_those_of_the_class():
    report = ClassReport("a", 12, {"ada": 11.5, "ben": 12, "eva": 5, "sam": 4}, [], [], {}, {})
    assert report.bins == [(4, 6, 2), (6, 8, 0), (8, 10, 0), (10, 12, 2)]
    rows = [row.get_text() for row in page(report).select(".chart th[scope=row]")]
    assert rows == ["4 to < 6", "6 to < 8", "8 to < 10", "10 to 12"]
    assert ClassReport("a", 0.5, {"ada": 0.5}, [], [], {}, {}).bins == [(0, 0.5, 1)]
    assert page(ClassReport("a", 4, {}, [], [], {}, {})).select(".chart") == []


def test_a_pseudonym_links_to_no_page_with_the_name(tmp_path):
    path = tmp_path / "feedback/ada/a/a.html"
    path.parent.mkdir(parents=True)
    path.touch()
    for hidden in (False, True):
        course = SimpleNamespace(
            settings=SimpleNamespace(pseudonyms=hidden),
            root=tmp_path,
            folder=lambda *parts: tmp_path.joinpath(*parts),
        )
        link = str(Names(course, "a", tmp_path / "class_report").link("ada"))
        assert ("ada" in link) is not hidden and ("href" in link) is not hidden
