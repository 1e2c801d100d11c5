"""What students may try, graded by each command behind each wall."""

import os
import sys

import nbformat
import pytest

from tests.lab import (
    ANSWERS,
    ATTACKS,
    HONEST,
    LAB,
    LEFT,
    ODDITIES,
    SECRETS,
    both,
    course,
    without_bubblewrap,
)

pytestmark = pytest.mark.slow
COMMANDS = {"grade": ["autograder", "grade"], "autograde": ["nbgrader", "autograde"]}
FIRST = "bubblewrap", "grade"
WAYS = [(wall, command) for wall in ("bubblewrap", "Landlock") for command in COMMANDS]


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    return course(tmp_path_factory.mktemp("lab") / "course")


@pytest.fixture(
    scope="module",
    params=[pytest.param(way, marks=[pytest.mark.nightly] * (way != FIRST)) for way in WAYS],
    ids=" ".join,
)
def graded(request, handed_in, tmp_path_factory):
    wall, command = request.param
    folder = tmp_path_factory.mktemp("graded")
    made = handed_in.copy(folder / "course")
    with pytest.MonkeyPatch.context() as patch:
        if wall == "Landlock":
            patch.setenv("PATH", without_bubblewrap(folder / "programs", os.environ["PATH"]))
        process = made.start(sys.executable, "-m", *COMMANDS[command], LAB)
        made.said = "".join(process.communicate())
    assert process.returncode in (0, 1, 3), made.said
    return made


@pytest.fixture(scope="module")
def points(graded):
    """What the grader itself has given, by student and test."""
    with graded.gradebook() as gradebook:
        return {
            submission.student.id: {
                grade.name: grade.auto_score
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in gradebook.assignment_submissions(LAB)
        }


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_wins_nothing_and_hears_nothing(graded, points, handed_in, name):
    won = {test for test, got in points[name].items() if got}
    assert not won & {*ATTACKS[name].lost}
    path = graded.root / "autograded" / name / LAB / f"{LAB}.ipynb"
    for cell in nbformat.read(path, 4).cells:
        said = str(cell.get("outputs", ""))
        assert "\\x" not in said.replace("\\x1b", "")
        if not cell.metadata.get("nbgrader", {}).get("grade"):
            assert not [secret for secret in SECRETS if secret in said]
    assert not (handed_in.root.parent / LEFT).exists()


@pytest.mark.parametrize("name", HONEST)
def test_others_have_all_their_points_and_are_not_named(graded, points, name):
    assert points[name] == {test: 1 for exercise in ANSWERS for test in both(exercise)}
    assert f"{name}:" not in graded.said


@pytest.mark.parametrize("name", ODDITIES)
def test_what_is_right_and_odd_has_all_its_points(points, name):
    assert points[name] == {test: 1 for exercise in ANSWERS for test in both(exercise)}
