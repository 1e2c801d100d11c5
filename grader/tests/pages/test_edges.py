"""The figures of the class report at their limits, and names that it must not show."""

from types import SimpleNamespace

from autograder.pages.class_report import ClassReport, Exercise
from autograder.pages.report_pages import Names


def test_all_points_some_and_none_are_counted_and_signed():
    one = Exercise("a", 4, {"ada": 4, "ben": 0, "eva": 1, "sam": 4}, waiting=["zoe"])
    assert (one.full, one.some, one.none, one.share) == (2, 1, 1, 0.5)
    assert "".join(map(one.mark, ["ada", "eva", "ben", "zoe"])) == "●◐○…"
    assert Exercise("a", 4, {}).share is None


def test_points_that_are_not_final_are_in_no_average():
    report = ClassReport("a", 10, {"ada": 10, "ben": 0, "eva": 3}, [], [], {}, {}, [], {"eva": 7})
    assert (report.final, report.mean, report.median) == ([10, 0], 5, 5)
    assert report.bins[0] == (0, 1, 1) and report.bins[-1] == (9, 10, 1)
    assert report.counts == "2 graded, 1 in part"


def test_a_pseudonym_links_to_no_page_with_the_name(tmp_path):
    page = tmp_path / "feedback/ada/a/a.html"
    page.parent.mkdir(parents=True)
    page.touch()
    for hidden in (False, True):
        course = SimpleNamespace(
            settings=SimpleNamespace(pseudonyms=hidden),
            root=tmp_path,
            folder=lambda *parts: tmp_path.joinpath(*parts),
        )
        shown = str(Names(course, "a", tmp_path / "class_report").link("ada"))
        assert ("ada" in shown) is not hidden and ("href" in shown) is not hidden
