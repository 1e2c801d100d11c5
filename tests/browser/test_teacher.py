"""What a teacher sees in JupyterLab: this week's class, and Formgrader."""

import shutil

import nbformat
import pytest

from tools.course import ROOT, read

from .conftest import PICTURES, TOKEN, jupyterlab, violations

NAME = "02-valid-guesses"
LOSES = {
    "ada": [],
    "bo": ["test-valid_code", "test-valid_distinct_code", "test-clean_guess"],
    "cy": [],
}
"""Who has handed in, and the tests that do not pass; there are five exercises."""

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@pytest.fixture(scope="module")
def teacher(tmp_path_factory):
    home = tmp_path_factory.mktemp("teacher")
    course = home / "course"
    for name in [NAME, "03-feedback"]:
        shutil.copytree(ROOT / "source" / name, course / "source" / name)
    shutil.copy(ROOT / "nbgrader_config.py", course)
    for student, lost in LOSES.items():
        hand_in(course, "submitted", student, NAME, [])
        hand_in(course, "autograded", student, NAME, lost)
    hand_in(course, "feedback", "ada", NAME, [])
    hand_in(course, "submitted", "dee", "03-feedback", [])
    with jupyterlab("teacher", course, home) as address:
        yield f"{address}/lab?token={TOKEN}&reset"


def hand_in(course, step, student, name, lost):
    """Write a notebook of which some tests end in an error."""
    notebook = read("notebooks", name)
    tests = [cell for cell in notebook.cells if cell.id in lost]
    assert len(tests) == len(lost)
    for cell in tests:
        cell.outputs = [nbformat.v4.new_output("error", ename="AssertionError", evalue="no")]
    folder = course / step / student / name
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")


def test_the_class_of_this_week_is_seen_at_once(page, teacher):
    page.goto(teacher)
    page.get_by_role("heading", name="2 \u00b7 Valid guesses").wait_for()
    said = page.locator(".mmc-page").inner_text()
    assert "3 of 4 handed in, 3 graded, 1 with feedback." in said
    assert "ada, bo, cy" in said and "Not yet: dee." in said
    assert "You will" not in said and "You build" not in said  # that is for students
    stuck = page.locator(".mmc-card", has_text="Who is stuck").inner_text()
    assert "bo: " in stuck and stuck.count("Exercise") == 3 and "ada" not in stuck
    assert page.locator(".mmc-head .mmc-main").inner_text() == "Release"
    steps = page.locator(".mmc-head").get_by_role("button").all_inner_texts()
    assert steps == ["Collect", "Grade", "Release", "Report", "Formgrader"]
    page.screenshot(path=PICTURES / "teacher.png")
    assert violations(page, ".mmc-page") == []
    page.get_by_role("button", name="3 \u00b7 Feedback").click()
    page.get_by_text("1 of 4 handed in, 0 graded, 0 with feedback.").wait_for()
    assert page.locator(".mmc-head .mmc-main").inner_text() == "Grade"


def test_formgrader_has_a_name_and_no_warning_of_what_is_not_used(page, teacher):
    page.goto(teacher)
    page.get_by_role("button", name="Formgrader").click()
    frame = page.frame_locator('iframe[title="Formgrader"]')
    frame.get_by_text(NAME).first.wait_for()
    assert frame.locator("#warning-exchange").count() == 0
