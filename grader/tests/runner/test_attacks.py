"""Attacks on the grader: wrong answers that want points, and worse; graded by nbgrader itself."""

import os
from pathlib import Path

import pytest

from tests.attacks import ASSIGNMENT, EVERYONE, RIGHT, digests, hand_in
from tests.sample import FULL, Course, of_exercise

pytestmark = pytest.mark.slow
# Only these meet a limit of time; on a busy machine the others may take long, too.
ENDLESS = ["6 busy threads", "6 deep folders", "6 output", "6 sleeping"]
ENDLESS += ["7 text that is hard to read"]


@pytest.fixture(scope="module")
def temporary(tmp_path_factory):
    """A folder for temporary files that no other grading on this machine uses."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("temporary")
        patch.setenv("TMPDIR", str(folder))
        yield folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory, temporary):
    course = Course(tmp_path_factory.mktemp("course"))
    course.nbgrader("generate_assignment", ASSIGNMENT)
    course.hand_in("honest", ASSIGNMENT, RIGHT)
    course.honest = course.nbgrader("autograde", ASSIGNMENT, "--student", "honest").stdout
    others = course.root / "submitted" / "honest" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path = course.hand_in("a linked notebook", ASSIGNMENT, RIGHT)
    path.unlink()
    path.symlink_to(others)
    before = digests(course.root, "source", "autograded/honest")
    course.processes = _processes()
    course.log = ""
    for seconds, names in [(1, ENDLESS), (300, [n for n in EVERYONE if n not in ENDLESS])]:
        for name in names:
            hand_in(course, name)
        submitted = digests(course.root, "submitted")
        # With another limit all would be graded anew.
        others = ",".join(["honest", *({*ENDLESS} - {*names})])
        options = (
            f"--Autograder.timeout={seconds}",
            f"--CourseDirectory.student_id_exclude={others}",
        )
        course.log += course.nbgrader("autograde", ASSIGNMENT, *options, check=False).stdout
        assert digests(course.root, "submitted") == submitted
    assert digests(course.root, "source", "autograded/honest") == before
    return course


def _processes():
    return {p for p in os.listdir("/proc") if p.isdigit()}


@pytest.fixture(scope="module")
def scores(graded):
    return graded.scores(ASSIGNMENT)


@pytest.mark.parametrize("name", EVERYONE)
def test_an_attack_wins_nothing(scores, name):
    assert of_exercise(scores[name], "spelled") == (0, 4)
    for exercise, of in FULL.items():
        assert of_exercise(scores[name], exercise).got <= of


def test_others_are_graded_as_ever(scores):
    assert [of_exercise(scores["honest"], exercise).got for exercise in FULL] == [4, 3, 3]


def test_nothing_is_left_behind(graded, temporary):
    for folder in [graded.root, "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~")]:
        assert not os.path.exists(os.path.join(folder, "left-by-attack"))
    left = {path.name for path in temporary.iterdir()}
    assert left <= {f"phases-of-autograder-{os.getuid()}"}
    for pid in _processes() - graded.processes:
        try:
            command = Path(f"/proc/{pid}/cmdline").read_text()
        except OSError:
            continue
        assert "sleep\x001000" not in command


def test_a_page_has_nothing_active_of_what_stands_around_the_cells(graded):
    graded.nbgrader("generate_feedback", ASSIGNMENT, "--student", "7 ids")
    page = (graded.root / "feedback" / "7 ids" / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    assert "attack()" in page
    assert "<script>attack" not in page and "<img src=x" not in page


def test_links_are_not_followed(graded, scores):
    beside = graded.root / "autograded" / "2 links" / ASSIGNMENT
    assert [path.name for path in beside.iterdir()] == [f"{ASSIGNMENT}.ipynb"]
    assert f"SubmissionError: {ASSIGNMENT}.ipynb was left out, because it is a link" in graded.log
    assert not (graded.root / "autograded" / "a linked notebook").exists()


@pytest.mark.parametrize("sentence", [
    "2 links: passwd.txt was left out, because it is a link",
    "4 modules beside: random.py has the same name as an installed module",
    "6 ending: A call to the student's code made Python exit or sent invalid data.",
    "6 output: This cell took more than ",
    "6 sleeping: The test did not finish within ",
    "7 cell types: The nbgrader metadata or types of some cells were changed, so those from the source were used: test-spelled,",
    "7 marks: The nbgrader metadata or types of some cells were changed, so those from the source were used: title,",
    "7 tests: The cell test-spelled was changed, so the original was used.",
])  # fmt: skip
def test_the_instructor_is_told(graded, sentence):
    assert sentence in graded.log


def test_honest_work_is_not_accused(graded):
    assert "honest" in graded.honest and "honest:" not in graded.honest
