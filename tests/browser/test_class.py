"""A class of thirty over three assignments, graded through the teacher's page alone."""

import zipfile

import pytest

from tools.course import Course
from tools.demo import FEW, hand_in

from .conftest import TOKEN, jupyterlab
from .week import ABSENT, CLASS, Teacher

NEW = CLASS[0]
"""Who is missing from the platform's table."""
MOST = 21
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


def test_a_class_is_graded_through_the_page_alone(browser, page, course, downloads, tmp_path):
    def arrive(teacher, name):
        """Import the platform's files, and tell who the unknown student is."""
        teacher.count += 1
        files = [downloads / f"{name}.zip", downloads / "people.csv"]
        page.locator("input[type=file]").set_input_files(files)
        teacher.ends()
        if name == FEW[0]:
            teacher.fill(page, "who-100", NEW)
            teacher.press("Enroll and import")

    with jupyterlab("teacher", course.root, course.root.parent) as server:
        page.goto(f"{server}/teach?token={TOKEN}")
        teacher = Teacher(page, course)
        for name in FEW:
            teacher.week(name, arrive, tmp_path / name)
    assert teacher.count <= MOST * len(FEW)
