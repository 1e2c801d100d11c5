"""What a teacher sees in JupyterLab: the class while it is graded, its mistakes, and Formgrader."""

import pytest
from playwright.sync_api import expect

from autograder import Classroom
from autograder.extras import second_look
from bank import EXERCISES
from tools.course import Course
from tools.demo import right, wrong

from .conftest import PICTURES, TOKEN, jupyterlab, violations

NAME = "03-feedback"
EXERCISE = "get_feedback"
HAND_INS = {"ada": right, "bo": wrong, "cy": wrong}

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A class of four; three have handed in, and two of them made the same mistake."""
    course = Course(tmp_path_factory.mktemp("teacher") / "course")
    course.nbgrader("generate_assignment", NAME)
    for student, answer in HAND_INS.items():
        answers = {name: right(0, name) for name in EXERCISES[NAME]}
        course.hand_in(student, NAME, answers | {EXERCISE: answer(0, EXERCISE)})
    with course.gradebook() as gradebook:
        for student in [*HAND_INS, "dee"]:
            gradebook.add_student(student)
    return course


@pytest.fixture(scope="module")
def server(course):
    with jupyterlab("teacher", course.root, course.root.parent) as address:
        yield address


@pytest.fixture
def teach(page, server):
    """The page, in a window of its own."""
    page.goto(f"{server}/teach?token={TOKEN}")
    page.get_by_role("link", name=NAME, exact=True).click()
    return page


def look(page, name):
    """Take pictures in light, dark and on a phone; what axe-core finds wrong."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1400, 390):
            page.set_viewport_size({"width": width, "height": 900})
            path = PICTURES / f"teacher-{name}-{scheme}-{width}.png"
            page.screenshot(path=path, full_page=True)
            found += violations(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1400, "height": 900})
    return found


def points(course):
    return {
        student: cells[f"test-{EXERCISE}"].got for student, cells in course.scores(NAME).items()
    }


def test_pegs_appear_while_grading_goes_on(teach):
    expect(teach.locator(".says")).to_contain_text("3 of 4 submitted, 0 graded.")
    assert look(teach, "before") == []
    teach.evaluate("window.stayed = true")
    teach.get_by_role("button", name="Grade", exact=True).click()
    expect(teach.locator(".says")).to_contain_text("3 of 4 submitted, 3 graded.")
    expect(teach.locator("#run [role=status]")).to_contain_text("3 graded; on average")
    full = teach.locator("tr", has_text="ada").locator(".plate.full")
    assert full.count() == len(EXERCISES[NAME])  # ada has left the explanation empty
    assert teach.locator("tr", has_text="dee").locator(".plate").count() == 0
    assert "not submitted" in teach.locator("tr", has_text="dee").inner_text()
    assert look(teach, "graded") == []


def test_a_mistake_is_drawn_and_graded_for_all_who_made_it(teach, course):
    before = points(course)
    teach.locator("tr", has_text="bo").locator(".plate:not(.full)").first.click()
    mistake = teach.locator("article.chosen")
    expect(mistake).to_contain_text("2 students:")
    expect(
        mistake.locator("figure svg, figure img, figure table, figure div").first
    ).to_be_visible()
    assert look(teach, "mistake") == []
    mistake.get_by_label("Points out of").fill("3")
    mistake.get_by_label("Comment").fill("Look at repeated colors.")
    mistake.get_by_role("button", name="Give to both students").click()
    back = teach.locator("article.chosen").get_by_role("button", name="Undo", exact=True)
    back.wait_for()
    expect(teach.locator("#run [role=status]")).to_have_text("Done.")  # one command at a time
    given = points(course)
    assert given["bo"] == given["cy"] != before["bo"] and given["ada"] == before["ada"]
    back.click()
    expect(teach.locator("#run [role=status]")).to_have_text("Done.")
    expect(back).to_have_count(0)
    assert points(course) == before


def test_requests_for_a_second_look_are_answered(teach, course, monkeypatch):
    monkeypatch.chdir(course.root)
    monkeypatch.setattr(second_look, "released", lambda room, student: {NAME: {}})
    with Classroom() as room:
        for student in ("bo", "cy"):
            second_look.ask(room, NAME, EXERCISE, student, f"<b>{student}</b> is right.")
    teach.get_by_role("link", name="2 requests for a second look").click()
    assert look(teach, "requests") == []
    bo = teach.locator("article", has_text="<b>bo</b> is right.")
    bo.get_by_label("Answer to bo").fill("RGRR has one black key peg.")
    bo.get_by_role("button", name="Answer").click()
    expect(teach.locator("#run [role=status]")).to_have_text("Done.")
    expect(bo.get_by_role("button", name="Change the answer")).to_be_visible()
    teach.get_by_role("link", name=NAME).first.click()
    teach.get_by_role("link", name="1 request for a second look").wait_for()


def test_dates_are_set_for_all_and_for_somebody_who_has_handed_in_nothing(teach):
    for who, when in (("everyone", "2100-01-01T12:00"), ("dee", "2100-01-02T13:00")):
        teach.locator("input[name=when]").fill(when)
        teach.locator("select[name=student]").last.select_option(who)
        teach.get_by_role("button", name="Set").click()
        expect(teach.locator("#run [role=status]")).to_have_text("Done.")
    expect(teach.locator(".says time")).to_have_attribute("datetime", "2100-01-01T12:00:00Z")
    dee = teach.locator("tr", has_text="dee").locator("time")
    expect(dee).to_have_attribute("datetime", "2100-01-02T13:00:00Z")


def test_jupyterlab_begins_with_the_class_and_formgrader_has_a_name(page, server):
    page.goto(f"{server}/lab?token={TOKEN}&reset")
    page.frame_locator('iframe[title="The class"]').get_by_role("link", name=NAME).wait_for()
    page.screenshot(path=PICTURES / "teacher-lab.png")
    page.wait_for_function("window.jupyterapp?.commands.hasCommand('nbgrader:open-formgrader')")
    page.evaluate("jupyterapp.commands.execute('nbgrader:open-formgrader')")
    frame = page.frame_locator('iframe[title="Formgrader"]')
    frame.get_by_text(NAME).first.wait_for()
    assert frame.locator("#warning-exchange").count() == 0
