"""The extra of docs/extending.md, from a wheel of its own; and the grader without any extras."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import autograder
from tests.small import A, points, work

PACKAGE = Path(autograder.__file__).parent
EXTRA = PACKAGE.parent / "docs" / "extra"
PAGE = (PACKAGE.parent / "docs" / "extending.md").read_text()
ACROSS = """
from autograder import Job, Step, examine
zones = "from zoneinfo import ZoneInfo"
answer = f"{zones}\\ndef home(): return ZoneInfo('Europe/Berlin')"
test = f"{zones}\\nassert home() is ZoneInfo('Europe/Berlin')"
steps = [Step(0, answer), Step(1, test, test=True, names=("home",))]
print(examine(Job(steps, ["zoneinfo"], {}, {})).outputs[1])
"""
WITHOUT_EXTRAS = """
import sys
class Nowhere:
    def find_spec(self, name, *where):
        if name.startswith("autograder.extras"):
            raise ModuleNotFoundError(f"No module named {name!r}")
sys.meta_path.insert(0, Nowhere())
"""


def python(folder, path, *arguments):
    env = os.environ | {"PYTHONPATH": str(path)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder into which the extra was installed from its wheel."""
    source, to = tmp_path_factory.mktemp("extra"), tmp_path_factory.mktemp("installed")
    shutil.copytree(EXTRA, source / "extra")
    pip = [sys.executable, "-m", "pip", "--quiet"]
    here = ["--no-index", "--no-deps"]
    wheel = [*pip, "wheel", *here, "--no-build-isolation", "--wheel-dir", source, source / "extra"]
    subprocess.run(wheel, check=True)
    [made] = source.glob("*.whl")
    subprocess.run([*pip, "install", *here, "--target", to, made], check=True)
    return to


def hand_in(course):
    folder = course / "submitted" / "ada" / A
    folder.mkdir(parents=True)
    (folder / f"{A}.ipynb").write_bytes(work())
    (folder / "timestamp.txt").write_text("2026-11-20 12:34:00 UTC")


def test_the_page_shows_the_extra_as_it_is():
    for path in (EXTRA / "pyproject.toml", EXTRA / "grader_zones.py"):
        assert path.read_text() in PAGE
    code = [line for line in (EXTRA / "grader_zones.py").read_text().splitlines() if line]
    assert len(code) <= 30


@pytest.mark.slow
def test_a_type_of_another_distribution_crosses(installed, tmp_path):
    assert python(tmp_path, installed, "-c", ACROSS).stdout == "[]\n"
    assert "AssertionError" in python(tmp_path, tmp_path, "-c", ACROSS).stdout


@pytest.mark.slow
def test_a_column_of_another_distribution_is_on_the_class_report(installed, course):
    hand_in(course)
    assert python(course, installed, "-m", "autograder", "grade", A).returncode == 0
    done = python(course, installed, "-m", "autograder", "report", A)
    page = (course / "class_report" / f"{A}.html").read_text()
    assert done.stderr == "" and "<th>handed in</th>" in page
    assert '<td data-name="handed in">2026-11-20 12:34</td>' in page


@pytest.mark.slow
def test_without_extras_a_class_is_graded_and_each_is_named_once(course, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_EXTRAS)
    hand_in(course)
    done = python(course, tmp_path, "-m", "autograder", "grade", A)
    assert done.returncode == 0 and points() == {"ada": 5}, done.stderr
    said = (
        "groups in autograder.finish (autograder.extras.groups.rubric:give), of mastermind-grader"
    )
    assert done.stderr.count(said) == 1
    assert "was left out: ModuleNotFoundError: No module named 'autograder.extras'" in done.stderr
