"""The wheel of the grader is all that another course needs."""

import os
import shutil
import subprocess
import tomllib

import pytest
from nbgrader.api import Gradebook

from tests.test_versions import index, run  # noqa: F401  (a fixture)
from tools.course import ROOT
from tools.dist import WHEELS, build

SETTINGS = "c = get_config()\nimport autograder\nautograder.configure(c)\n"


def project(path):
    return tomllib.loads((ROOT / path).read_text())["project"]


def test_both_name_the_same_version():
    whole, grader = project("pyproject.toml"), project("grader/pyproject.toml")
    for name in ("version", "requires-python", "license"):
        assert whole[name] == grader[name]
    assert {about["name"] for about in (whole, grader)} == set(WHEELS)


@pytest.mark.slow
def test_the_graders_wheel_alone_grades_nbgraders_quickstart_course(index, tmp_path):  # noqa: F811
    wheel = build("mastermind-grader", tmp_path, tmp_path / "parts")
    python = tmp_path / "env" / "bin" / "python"
    for arguments in (
        ["venv", "--quiet", str(tmp_path / "env")],
        ["pip", "install", "--quiet", f"--python={python}", "-c", "constraints.txt", str(wheel)],
    ):
        done = run("uv", *arguments, environment=index)
        assert done.returncode == 0, done.stderr
    course = tmp_path / "course"
    environment = {"PATH": f"{python.parent}:{os.environ['PATH']}", "JUPYTER_NO_CONFIG": "1"}

    def call(*command):
        done = subprocess.run(
            [python, "-m", *command],
            cwd=course if course.is_dir() else tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    call("nbgrader", "quickstart", "course")
    (course / "nbgrader_config.py").write_text(SETTINGS)
    handed_in = course / "submitted" / "ada" / "ps1"
    shutil.copytree(course / "source" / "ps1", handed_in)
    said = call("autograder", "grade", "ps1")
    assert "1 graded" in said
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        submission = gradebook.find_submission("ps1", "ada")
        scores = {
            grade.name: (grade.auto_score, grade.max_score)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }
    for cell in ("correct_squares", "squares_invalid_input", "correct_sum_of_squares"):
        got, of = scores[cell]
        assert got == of > 0
