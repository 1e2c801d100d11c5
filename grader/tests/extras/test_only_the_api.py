"""Extras use only the public API, and the grader does without them."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import autograder

PACKAGE = Path(autograder.__file__).parent
EXTRAS = sorted((PACKAGE / "extras").rglob("*.py"))


def imported(path):
    """The names of `autograder` that a file imports, other extras left out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder"):
            if not node.module.startswith("autograder.extras"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("autograder."))


@pytest.mark.parametrize("path", EXTRAS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_an_extra_imports_only_public_names(path):
    public = {f"autograder.{name}" for name in autograder.__all__}
    assert {*imported(path)} <= public


def test_public_names_are_there_and_documented():
    assert len(autograder.__all__) <= 16
    for name in autograder.__all__:
        made = getattr(autograder, name)
        more = vars(made).values() if isinstance(made, type) else ()
        text = "".join([made.__doc__, *(getattr(one, "__doc__", None) or "" for one in more)])
        assert re.search(r"\n +(Parameters|Attributes)\n", text), name
        assert ">>> " in text, name
    assert autograder.__version__.count(".") >= 1


def test_importing_the_package_imports_no_room():
    code = "import autograder, sys; print(*[m for m in sys.modules if 'autograder.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
