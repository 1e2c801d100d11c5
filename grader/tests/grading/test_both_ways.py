"""`compare` grades in copies; what it says of a difference."""

import csv
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

from autograder.course.settings import Course
from autograder.grading import both_ways
from autograder.grading.both_ways import NOT_GRADED, Score, write_table
from autograder.grading.stock import Points, settings_of_copy, why_it_failed

PASSED, WARNED = Points(2, False, ""), Points(0, False, "UserWarning: old")
FAILED, BY_HAND = Points(0, True, "NameError: x"), Points(None, True, "a plot")


def score(stock, here, student="ada"):
    return Score(student, "p", "test-f", 2, stock, here)


def test_what_differs_has_a_cause():
    assert score(PASSED, PASSED).cause == ""
    assert score(WARNED, PASSED).cause.startswith("stock nbgrader gives no points where a test")
    assert score(PASSED, BY_HAND).cause == "here a person gives the points: a plot"
    assert score(PASSED, FAILED).cause == "it passes under stock nbgrader; here: NameError: x"
    assert score(NOT_GRADED, PASSED).cause == "stock nbgrader: the submission was not graded"


def test_the_table_has_all_scores_and_the_page_those_that_differ(tmp_path):
    scores = [score(PASSED, PASSED, "ben"), score(PASSED, FAILED, "=ada<b>")]
    table, page = write_table(tmp_path / "to", "ps1", scores)
    rows = list(csv.reader(table.open(encoding="utf-8")))
    assert len(rows) == 3 and rows[2][0] == "'=ada<b>"
    shown = page.read_text(encoding="utf-8")
    assert "=ada&lt;b&gt;" in shown and "ben" not in shown and "1 equal, 1 different" in shown


def test_stock_nbgrader_reaches_an_environment_that_was_made_under_tmp(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(sys, "prefix", "/tmp/env")
    box = both_ways._box(SimpleNamespace(private=lambda: [tmp_path]), tmp_path / "stock")
    shown = box.index("/tmp/env")
    assert box[shown - 1] == "--ro-bind"
    # What is private is hidden after that, in case it lies there, too.
    assert box.index("/tmp") < shown < box.index(str(tmp_path))


def test_a_header_that_the_settings_name_goes_with_the_copies(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    course, copy = tmp_path / "course", tmp_path / "here"
    (course / "source" / "ps1").mkdir(parents=True)
    (course / "source" / "head.ipynb").write_text("hello")
    settings = "c = get_config()\nc.IncludeHeaderFooter.header = 'source/head.ipynb'\n"
    settings += "import autograder\nautograder.configure(c)\n"
    (course / "nbgrader_config.py").write_text(settings)
    monkeypatch.chdir(course)
    both_ways._copy(Course(), "ps1", [], copy)
    header = Path(settings_of_copy(Course(), copy).IncludeHeaderFooter.header)
    assert header.is_relative_to(copy) and header.read_text() == "hello"


def test_why_nbgrader_failed_is_the_error_itself():
    said = "ERROR:\n  open(x)\nFileNotFoundError: 'x'\n[ERROR] Please see the traceback"
    assert why_it_failed(said) == "FileNotFoundError: 'x'"
    assert why_it_failed("bwrap: no such file\n") == "bwrap: no such file"
