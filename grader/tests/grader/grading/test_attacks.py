"""What students may try, graded by each command behind each wall."""

import json
import os
import signal
import sys

import nbformat
import pytest

from tests.attacked import HONEST, left, without_bubblewrap
from tests.behind import BEHIND
from tests.beyond import BEYOND
from tests.kinds import KINDS
from tests.lab import LAB
from tests.objects import OBJECTS

pytestmark = pytest.mark.slow
COMMANDS = {"grade": ["autograder", "grade"], "autograde": ["nbgrader", "autograde"]}
COURSES = {course.name: course for course in (LAB, KINDS, BEHIND, BEYOND, OBJECTS)}
FIRST = ("bubblewrap", "grade", LAB.name)
WAYS = [
    (wall, command, course)
    for wall in ("bubblewrap", "Landlock")
    for command in (*COMMANDS, "watch")
    for course in COURSES
]


@pytest.fixture(
    scope="module",
    params=[pytest.param(way, marks=[pytest.mark.nightly] * (way != FIRST)) for way in WAYS],
    ids=" ".join,
)
def graded(request, tmp_path_factory):
    """The course of attacks, and what was made of it."""
    wall, command, name = request.param
    folder = tmp_path_factory.mktemp("graded")
    course = COURSES[name]
    made = course.make(folder / "course")
    with pytest.MonkeyPatch.context() as patch:
        if wall == "Landlock":
            patch.setenv("PATH", without_bubblewrap(folder / "programs", os.environ["PATH"]))
        if command == "watch":
            made.said = watched(course, made)
            return course, made
        process = made.start(sys.executable, "-m", *COMMANDS[command], name)
        made.said = "".join(process.communicate())
        assert process.returncode in (0, 1, 3), made.said
    return course, made


def watched(course, made):
    """Hand all in while a watcher runs, the last honest one after all others; what it has said."""
    exchange = made.root / "exchange"
    exchange.mkdir()
    exchange.chmod(0o1777)
    made.configure(f"c.CourseDirectory.course_id = {made.course_id!r}")
    made.configure(f"c.Exchange.root = {str(exchange)!r}")
    made.configure("c.ExchangeCollect.check_owner = False")  # they have no accounts
    made.nbgrader("release_assignment", course.name)
    process = made.start(sys.executable, "-m", "autograder", "watch", "--json")
    inbound = exchange / made.course_id / "inbound"
    handed_in = [HONEST[0], *course.attacks, *course.oddities]
    said = []
    for students in (handed_in, HONEST[1:]):
        for student in students:
            submit(made.root / "submitted" / student / course.name, inbound, student)
        waiting = set(students)
        while waiting:
            event = json.loads(process.stdout.readline())
            if event["kind"] != "standing":
                waiting.remove(event["student"])
                said.append(f"{event['student']}: {event['remarks']}")
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130
    return "\n".join(one for one in said if not one.endswith("[]"))


def submit(folder, inbound, student):
    """Put a folder where ``nbgrader submit`` puts it, under the names that it gives."""
    stamp = "2026-01-01 00:00:00 UTC"
    (folder / "timestamp.txt").write_text(stamp)
    (folder / "submission_secret.txt").write_text(student)
    folder.rename(inbound / f"{student}+{folder.name}+{stamp}+x")


@pytest.fixture(scope="module")
def points(graded):
    """What the grader itself has given, by student and test."""
    course, made = graded
    with made.gradebook() as gradebook:
        return {
            submission.student.id: {
                grade.name: grade.auto_score
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in gradebook.assignment_submissions(course.name)
        }


def test_no_attack_wins_or_hears_anything(graded, points):
    course, made = graded
    won = {
        (name, test)
        for name, attack in course.attacks.items()
        for test in attack.lost
        if points[name][test]
    }
    assert not won
    heard = {
        (name, secret)
        for name in course.attacks
        for cell in _cells(made.root / "autograded" / name / course.name / f"{course.name}.ipynb")
        for secret in [*course.secrets, "\\x"]
        if secret in str(cell.get("outputs", "")).replace("\\x1b", "").replace("\\x07", "")
    }
    assert not heard
    assert not left(made.root).exists()


def _cells(path):
    """The cells that are no test: what a student's process has put out."""
    cells = nbformat.read(path, 4).cells
    return [cell for cell in cells if not cell.metadata.get("nbgrader", {}).get("grade")]


@pytest.mark.parametrize("name", HONEST)
def test_others_have_all_their_points_and_are_not_named(graded, points, name):
    course, made = graded
    assert points[name] == course.full()
    assert f"{name}:" not in made.said


def test_what_is_right_and_odd_has_all_its_points_or_is_left_to_a_person(graded, points):
    course, _ = graded
    assert {name for name in course.oddities if points[name] != course.full()} == course.by_person
    for name in course.by_person:
        got = {test: most for test, most in points[name].items() if most is not None}
        assert got.items() <= course.full().items()
