"""Who may import whom, and what importing costs."""

import ast
import subprocess
import sys

import pytest

from tests.course import ROOT

OURS = {"markposition", "mastermind", "autograder", "tests"}
MAY_IMPORT = {"markposition": set(), "mastermind": set(), "autograder": set()}
STUDENT_FACING = [
    "mastermind", "mastermind.rules", "mastermind.feedback", "mastermind.game",
    "mastermind.strategies", "mastermind.analysis", "mastermind.stand_ins", "mastermind.pegs",
    "mastermind.peg_game", "markposition",
]  # fmt: skip


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_do_not_lean_on_each_other(package):
    files = list((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        others = {name.partition(".")[0] for name in imported(path)} & OURS - {package}
        assert others <= MAY_IMPORT[package], path


@pytest.mark.parametrize("module", STUDENT_FACING)
def test_what_students_import_needs_no_numpy(module):
    """It has to run in a browser, where NumPy cannot be had."""
    program = f"import sys; sys.modules['numpy'] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_importing_mastermind_imports_next_to_nothing():
    program = "import sys; before = set(sys.modules); import mastermind; print(*set(sys.modules) - before)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["mastermind"]
