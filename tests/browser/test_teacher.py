"""What a teacher sees in JupyterLab: this week's class, and Formgrader."""

import re
import shutil
import subprocess
import sys
from datetime import datetime

import nbformat
import pytest
from playwright.sync_api import expect

from tools.course import ROOT, read

from .conftest import PATIENCE, PICTURES, TOKEN, jupyterlab, violations

NAME = "02-valid-guesses"
LOSES = {
    "ada": [],
    "bo": ["test-valid_code", "test-valid_distinct_code", "test-clean_guess"],
    "cy": [],
}
"""Who has handed in, and the tests that do not pass; there are five exercises."""

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = tmp_path_factory.mktemp("teacher") / "course"
    for name in [NAME, "03-feedback"]:
        shutil.copytree(ROOT / "source" / name, course / "source" / name)
    shutil.copy(ROOT / "nbgrader_config.py", course)
    shutil.copytree(ROOT / "bank", course / "bank")
    for student, lost in LOSES.items():
        hand_in(course, "submitted", student, NAME, [])
        hand_in(course, "autograded", student, NAME, lost)
    hand_in(course, "feedback", "ada", NAME, [])
    hand_in(course, "submitted", "dee", "03-feedback", [])
    return course


@pytest.fixture(scope="module")
def teacher(course):
    with jupyterlab("teacher", course, course.parent) as address:
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
    all_steps = ["Collect", "Grade", "Release", "Report", "Groups", "Export"]
    assert steps == [*all_steps, "Formgrader", "Set"]
    page.screenshot(path=PICTURES / "teacher.png")
    assert violations(page, ".mmc-page") == []
    page.get_by_role("button", name="3 \u00b7 Feedback").click()
    page.get_by_text("1 of 4 handed in, 0 graded, 0 with feedback.").wait_for()
    assert page.locator(".mmc-head .mmc-main").inner_text() == "Grade"


def test_a_phone_has_room_for_the_page_and_paper_shows_all_of_it(page, teacher):
    page.goto(teacher)
    page.locator(".mmc-class").wait_for()
    whole = page.locator(".mmc-page")
    files = page.locator(".jp-FileBrowser")
    expect(files).to_be_visible()
    page.emulate_media(media="print")
    expect(files).to_be_hidden()
    assert whole.evaluate("node => node.scrollHeight === node.clientHeight")
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 390, "height": 844})
    for _ in range(2):  # when the window gets narrow, and when the page is opened there
        expect(files).to_be_hidden()
        assert whole.bounding_box()["width"] > 360
        steps = page.locator(".mmc-teach .mmc-go button").evaluate_all(
            "all => all.map((one) => [one.clientHeight, one.scrollWidth - one.clientWidth])"
        )
        assert all(high >= 42 and not cut for high, cut in steps)
        page.screenshot(path=PICTURES / "teacher-390.png")
        assert violations(page, ".mmc-page") == []
        page.goto(teacher.removesuffix("&reset"))
        page.locator(".mmc-class").wait_for()


def test_dates_are_set_for_all_and_for_one(page, teacher, course):
    new = [sys.executable, "-m", "nbgrader", "db", "student", "add", "bo"]
    subprocess.run(new, cwd=course, check=True)
    for who, when in (("everybody", "2100-01-01T12:00"), ("bo", "2100-01-02T13:00")):
        page.goto(teacher)
        form = page.locator(".mmc-deadline")
        form.get_by_label("Due").fill(when)
        form.get_by_label("for").select_option(who)
        form.get_by_role("button", name="Set").click()
        wait_for(page, lambda when=when: when[:10] in dates(course))
    page.goto(teacher)
    page.get_by_text("due Friday 1 January", exact=False).wait_for()
    assert page.locator(".mmc-deadline").get_by_label("Due").input_value() == "2100-01-01T12:00"
    assert page.locator(".mmc-now", has_text="1 Jan 2100").count() == 1
    page.screenshot(path=PICTURES / "teacher-due.png")
    assert violations(page, ".mmc-page") == []


def dates(course):
    """What the grader's own command says of dates."""
    shown = [sys.executable, "-m", "autograder", "due"]
    done = subprocess.run(shown, cwd=course, capture_output=True, text=True, check=True)
    return "".join(
        f"{datetime.strptime(found, '%d %B %Y'):%Y-%m-%d} "
        for found in re.findall(r"\d+ \w+ \d{4}", done.stdout)
    )


def wait_for(page, found):
    for _ in range(int(PATIENCE)):
        if found():
            return
        page.wait_for_timeout(1000)
    raise AssertionError


def test_formgrader_has_a_name_and_no_warning_of_what_is_not_used(page, teacher):
    page.goto(teacher)
    page.get_by_role("button", name="Formgrader").click()
    frame = page.frame_locator('iframe[title="Formgrader"]')
    frame.get_by_text(NAME).first.wait_for()
    assert frame.locator("#warning-exchange").count() == 0
