"""Who may import whom, and what importing costs."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tools import __main__ as targets
from tools.course import ROOT

OURS = {"markposition", "mastermind", "autograder", "bank", "tests", "tools"}
PACKAGES = ["markposition", "mastermind", "grader/autograder"]
STUDENT_FACING = [
    "mastermind",
    "mastermind.rules",
    "mastermind.feedback",
    "mastermind.game",
    "mastermind.solver.best_known",
    "mastermind.solver.strategies",
    "mastermind.solver.analysis",
    "mastermind.trees.tree",
    "mastermind.stand_ins",
    "mastermind.checks",
    "mastermind.drawing.pegs",
    "mastermind.drawing.pictures",
    "mastermind.drawing.explore",
    "mastermind.peg_game",
    "mastermind.solver.players",
    "mastermind.gladiators",
    "markposition",
]
FAST = ["trees.building", "trees.optimal"]


NAMED_TWICE = set(
    "Answer Case Course Game Known Look Page Question "
    "Refusal Request Row Standing Step Verdict".split()
)
"""Names of two classes. The list may only become shorter."""


def test_no_two_classes_share_a_name():
    folders = ["grader/autograder", "grader/hub", "markposition", "mastermind", "editions", "tools"]
    names = Counter(
        node.name
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in names.items() if times > 1} == NAMED_TWICE


def test_a_target_finds_the_programs_beside_its_python_without_any_path(monkeypatch):
    found = []
    monkeypatch.setattr(targets, "run", lambda *_: found.append(os.environ["PATH"]) or 0)
    monkeypatch.setenv("PATH", "")  # it is restored
    monkeypatch.delenv("PATH")
    assert targets.main(["demo"]) == 0
    assert found[0].split(os.pathsep)[0] == str(Path(sys.executable).parent)


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_do_not_lean_on_each_other(package):
    files = list((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        others = {name.partition(".")[0] for name in imported(path)} & OURS
        assert others <= {Path(package).name}, path


@pytest.mark.parametrize("module", STUDENT_FACING)
def test_what_students_import_needs_no_numpy(module):
    """It has to run in a browser, where NumPy cannot be had."""
    program = f"import sys; sys.modules['numpy'] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "module, missing, hint",
    [
        *((f"mastermind.{name}", "numpy", "pip install numpy") for name in FAST),
        ("mastermind.gladiators.server", "tornado", "in_process()"),
    ],
)
def test_what_needs_more_says_what_is_missing(module, missing, hint):
    program = f"import sys; sys.modules['{missing}'] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ") and missing in last.lower() and hint in last


def test_importing_mastermind_imports_no_more_than_the_game():
    """No engine, no widgets and no web: a grader and a terminal start at once."""
    program = "import sys, mastermind; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "mastermind.rules" in loaded
    assert not loaded & {"numpy", "ipywidgets", "asyncio", "tornado", "http.client", "sqlite3"}
    heavy = ("mastermind.trees", "mastermind.peg_game", "mastermind.gladiators")
    assert not [name for name in loaded if name.startswith(heavy)]


def test_the_sandbox_knows_no_nbgrader():
    """A worker of a cluster has none; and what runs a student's code should hold little."""
    program = (
        "import sys, autograder.runner.conductor, autograder.runner.pools;"
        "print(*{'nbgrader', 'nbformat', 'nbconvert', 'sqlalchemy'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_the_notebook_with_the_game_alone_runs():
    for cell in json.loads((ROOT / "docs" / "peg-game.ipynb").read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), {})


WHERE = (ROOT / "docs" / "architecture.md").read_text().partition("## Where do I change ...?")[2]


@pytest.mark.parametrize("place", re.findall(r"`([a-z_.]+/[a-z_/.]*)`", WHERE))
def test_places_that_the_page_on_architecture_names_are_there(place):
    assert (ROOT / place).exists()


COMMANDS = "\n".join(
    path.read_text()
    for place in ("commands/*.py", "extras/**/*.py")
    for path in (ROOT / "grader/autograder").glob(place)
)
EXPORTS = (ROOT / "grader/autograder/extras/lms/exporting.py").read_text()
MADE = [
    *re.findall(r'\bPath\("(\w+)"[,)]', COMMANDS),
    *re.findall(r'file = "(\w+\.csv)"', EXPORTS),
    *("submitted", "autograded", "feedback", "downloaded", "attempts", "gradebook.db"),
]


@pytest.mark.parametrize("made", MADE)
def test_what_commands_make_of_students_work_never_enters_the_repository(made):
    assert len(MADE) >= 12
    path = made if "." in made else f"{made}/ada"
    assert subprocess.run(["git", "check-ignore", "-q", path], cwd=ROOT).returncode == 0
