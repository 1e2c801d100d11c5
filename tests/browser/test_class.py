"""A class of thirty over three assignments, graded through the teacher's page alone."""

import re
import time
import zipfile

import pytest
from playwright.sync_api import expect

from tools.course import Course
from tools.demo import FEW, ONE_WRONG, RIGHT, grader, hand_in

from .conftest import TOKEN, jupyterlab

CLASS = [*RIGHT, *ONE_WRONG[:15], "ivo", "jana", "kira", "liam", "mona", "nils"]
ABSENT, NEW = "xenia", CLASS[0]
"""Who hands nothing in, and who is missing from the platform's table."""
MOST = 20
"""Clicks and fields for an assignment, with an extension and a mistake graded for a group."""

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return Course(tmp_path_factory.mktemp("class") / "course")


@pytest.fixture(scope="module")
def downloads(tmp_path_factory):
    """What Moodle offers: the table of people, and an archive for each assignment."""
    folder = tmp_path_factory.mktemp("moodle")
    lines = [f"{who},{who.title()} Roe,{who}@x.org" for who in [*CLASS, ABSENT] if who != NEW]
    (folder / "people.csv").write_text("\n".join(["Username,Full name,Email address", *lines]))
    scratch = Course(folder / "scratch")
    for name in FEW:
        hand_in(scratch, name, CLASS)
        with zipfile.ZipFile(folder / f"{name}.zip", "w") as packed:
            for number, who in enumerate(CLASS, 100):
                [path] = (scratch.root / "submitted" / who / name).glob("*.ipynb")
                packed.write(path, f"{who.title()} Roe_{number}_assignsubmission_file/{path.name}")
    return folder


class Teacher:
    """Somebody at the page, whose clicks and fields are counted."""

    def __init__(self, page, address):
        self.page, self.count = page, 0
        page.goto(address)

    def click(self, where, name):
        self.count += 1
        where.get_by_role("button", name=name, exact=True).click()

    def fill(self, where, name, value):
        self.count += 1
        where.locator(f"input[name={name}]").fill(value)

    def ends(self):
        """Wait until the command has ended; it may name what needs attention."""
        expect(self.page.locator("#run [role=status]")).to_have_text(re.compile("^Done"))


def table(course, name):
    """The rows of the gradebook: each cell's automatic and manual points."""
    with course.gradebook() as gradebook:
        return {
            (submission.student.id, grade.name): (grade.auto_score, grade.manual_score)
            for submission in gradebook.assignment_submissions(name)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def by_command(course, name, folder):
    """The rows that `grade` writes into a copy of the course."""
    copy = course.copy(folder)
    grader(copy, "grade", name)
    return table(copy, name)


def test_a_class_is_graded_through_the_page_alone(browser, page, course, downloads, tmp_path):
    with jupyterlab("teacher", course.root, course.root.parent) as server:
        teacher = Teacher(page, f"{server}/teach?token={TOKEN}")
        for number, name in enumerate(FEW):
            began, before = time.monotonic(), teacher.count
            week(teacher, course, downloads, name, first=not number, copy=tmp_path / name)
            print(
                f"{name}: {teacher.count - before} clicks and fields, {time.monotonic() - began:.0f} s"
            )
            assert teacher.count - before <= MOST


def week(teacher, course, downloads, name, first, copy):
    """Import, set dates, grade, comment on a mistake, report and export."""
    page = teacher.page
    page.get_by_role("link", name=name).click()
    teacher.count += 1
    teacher.click(page, "Make the release")
    teacher.ends()
    teacher.count += 1
    page.locator("input[type=file]").set_input_files(
        [downloads / f"{name}.zip", downloads / "people.csv"]
    )
    teacher.ends()
    if first:
        teacher.fill(page, "who-100", NEW)
        teacher.click(page, "Enroll and import")
        teacher.ends()
    assert {*course.root.glob(f"submitted/*/{name}")} == {
        course.root / "submitted" / who / name for who in CLASS
    }
    dates(teacher, course, name)
    expected = by_command(course, name, copy)
    teacher.click(page, "Grade")
    expect(page.locator(".says")).to_contain_text(f"{len(CLASS)} of {len(CLASS) + 1} submitted")
    teacher.ends()
    graded = table(course, name)
    assert graded == expected
    changed = a_mistake(teacher, course, name, graded)
    for button in ("Report", "Export"):
        teacher.click(page, button)
        teacher.ends()
    for link in page.locator("#run a[download]").all():
        teacher.count += 1
        with page.expect_download() as got:
            link.click()
        assert got.value.path().stat().st_size
    assert table(course, name) == changed


def dates(teacher, course, name):
    """Set the due date, and an extension for the student who has handed nothing in."""
    for who, when in (("", "2030-01-01T12:00"), (ABSENT, "2030-01-08T12:00")):
        teacher.fill(teacher.page, "when", when)
        if who:
            teacher.count += 1
            teacher.page.locator("form:has([name=when]) select").select_option(who)
        teacher.click(teacher.page, "Set")
        teacher.ends()
    with course.gradebook() as gradebook:
        assert str(gradebook.find_assignment(name).duedate) == "2030-01-01 12:00:00"


def a_mistake(teacher, course, name, before):
    """Give points for a mistake to all who made it; the rows afterwards."""
    page = teacher.page
    teacher.count += 1
    page.locator("tr", has_text=ONE_WRONG[0]).locator(".plate:not(.full)").first.click()
    mistake = page.locator("article.chosen")
    teacher.fill(mistake, "points", "1")
    teacher.fill(mistake, "comment", "Look at repeated colors.")
    teacher.count += 1
    mistake.get_by_role("button", name="Give to").click()
    teacher.ends()
    teacher.count += 1
    page.get_by_role("link", name=name).first.click()
    after = table(course, name)
    changed = {place for place in before if before[place] != after[place]}
    assert changed and {after[place][0] for place in changed} <= {
        before[place][0] for place in changed
    }
    return after
