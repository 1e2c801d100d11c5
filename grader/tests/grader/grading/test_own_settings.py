"""What a course has set before the grader's lines goes on, in both commands that grade."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from tests.small import A, course, notebook, points  # noqa: F401  (fixtures)

pytestmark = pytest.mark.slow
BEFORE = """
import sys
sys.path.insert(0, ".")
c = get_config()
c.Autograde.autograde_preprocessors.insert(0, "mine.Front")
c.Autograde.sanitize_preprocessors.insert(0, "mine.Sign")
c.GenerateFeedback.preprocessors.append("mine.Greet")
c.Execute.timeout = 2
c.Execute.startup_timeout = 90
"""
MINE = """
from nbformat.v4 import new_code_cell
from nbgrader.preprocessors import Execute, NbGraderPreprocessor

class Front(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        nb.cells.insert(0, new_code_cell("factor = 2"))
        return nb, resources

class Sign(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        for cell in nb.cells:
            cell.source = cell.source.replace("TIMES", "*")
        return nb, resources

class Greet(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        nb.cells[-1].source += "\\n# Regards, " + resources["nbgrader"]["student"]
        return nb, resources
"""
WRITES = """
open("plot.csv", "w").write("1,2")
open("02-twice.html", "w").write("<html>my own page</html>")
open("02-twice.ipynb", "w").write("{}")
open("timestamp.txt", "w").write("2001-01-01 00:00:00 UTC")
"""


def hand_in(root, student, answer):
    nb = notebook()
    nb.cells[1].source = answer
    nb.cells.append(new_code_cell(WRITES))
    folder = root / "submitted" / student / A
    folder.mkdir(parents=True)
    nbformat.write(nb, folder / f"{A}.ipynb")


def start(*command):
    done = subprocess.run([sys.executable, "-m", *command, A], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "command",
    [pytest.param(("nbgrader", "autograde"), marks=pytest.mark.nightly), ("autograder", "grade")],
)
def test_settings_before_the_lines_are_obeyed_or_named(course, command):  # noqa: F811
    settings = course / "nbgrader_config.py"
    settings.write_text(BEFORE + settings.read_text())
    (course / "mine.py").write_text(MINE)
    hand_in(course, "ada", "def twice(x):\n    return factor TIMES x")
    hand_in(course, "ben", "import time\ndef twice(x):\n    time.sleep(5)\n    return 2 * x")
    status, said = start(*command)
    assert status == 0, said
    assert points()["ada"] == 5 and points()["ben"] == 0
    named = "Execute.startup_timeout = 90 has no effect here"
    assert said.count(named) == 1 and "Execute.timeout" not in said, said

    graded = course / "autograded" / "ada" / A
    assert (graded / "plot.csv").read_text() == "1,2"
    assert not (graded / "timestamp.txt").exists()
    assert nbformat.read(graded / f"{A}.ipynb", 4).metadata["graded"]["digest"]

    status, said = start("nbgrader", "generate_feedback")
    assert status == 0, said
    page = (course / "feedback" / "ada" / A / f"{A}.html").read_text()
    assert "# Regards, ada" in page and page.startswith("<!DOCTYPE html>")
