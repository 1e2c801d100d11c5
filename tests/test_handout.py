"""A class is given what it needs, and nothing that it may not see."""

import io
import os
import re
import shutil
import subprocess
import zipfile

import pytest

from tests.test_versions import index, run  # noqa: F401  (a fixture)
from tools.course import ASSIGNMENTS, ROOT, read
from tools.handout import make

SHORTEST = 25
"""Characters of a line that is secret; shorter ones are found anywhere."""


@pytest.fixture(scope="module")
def handout(tmp_path_factory):
    return make(tmp_path_factory.mktemp("handout") / "course.zip")


def texts(data):
    """The texts of all files in a zip, and in the wheels in it, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        for name in opened.namelist():
            inside = opened.read(name)
            yield name, inside.decode(errors="replace")
            if name.endswith(".whl"):
                yield from texts(inside)


def secrets():
    """The lines of hidden tests that are given nowhere else, and of the quizzes' answers."""
    packages = [
        path for name in ("mastermind", "markposition") for path in (ROOT / name).rglob("*.py")
    ]
    given = "\n".join(path.read_text() for path in packages)
    hidden = []
    for assignment in ASSIGNMENTS:
        for cell in read("source", assignment).cells:
            first, *blocks = cell.source.split("### BEGIN HIDDEN TESTS\n")
            given += f"\n{first}"
            for block in blocks:
                tests, _, rest = block.partition("### END HIDDEN TESTS")
                given += rest
                hidden += tests.splitlines()
    for page in (ROOT / "docs" / "quiz").glob("*.md"):
        hidden += page.read_text().partition("## Answers")[2].splitlines()
    lines = {line.strip() for line in hidden}
    return {line for line in lines if len(line) >= SHORTEST and line not in given}


@pytest.mark.slow
def test_the_zip_has_every_notebook_and_no_hidden_test_or_quiz_key(handout):
    found = dict(texts(handout.read_bytes()))
    for name in ASSIGNMENTS:
        assert f"mastermind-course/{name}/{name}.ipynb" in found
    assert {"mastermind-course/START.md", "mastermind-course/first-day.md"} < {*found}
    every = "\n".join(found.values())
    plain = every.replace('\\"', '"')
    known = [*secrets()]
    assert len(known) > 100
    assert [line for line in known if line in plain] == []
    assert not [name for name in found if ".git" in name or "bank/" in name or "source/" in name]


@pytest.mark.slow
def test_its_own_install_line_is_enough_for_the_first_cells(index, handout, tmp_path):  # noqa: F811
    shutil.unpack_archive(handout, tmp_path)
    course = tmp_path / "mastermind-course"
    [line] = re.findall(r"pip install jupyterlab (\S+\.whl)", (course / "START.md").read_text())
    python = tmp_path / "env" / "bin" / "python"
    for arguments in (
        ["venv", "--quiet", str(tmp_path / "env")],
        ["pip", "install", "--quiet", f"--python={python}", str(course / line)],
    ):
        done = run("uv", *arguments, environment=index)
        assert done.returncode == 0, done.stderr
    for name in ASSIGNMENTS:
        first = next(c.source for c in read("release", name).cells if c.cell_type == "code")
        done = subprocess.run(
            [python, "-c", first],
            cwd=course / name,
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (name, done.stderr)
