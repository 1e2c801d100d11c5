"""The pinned versions can be installed with every Python and on every system that is promised."""

import os
import re
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.course import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if "Python :: 3." in name]
PLACES = [(PYTHONS[0], "linux"), *((PYTHONS[-1], one) for one in ("linux", "macos", "windows"))]
PLACES += [pytest.param(one, "linux", marks=pytest.mark.nightly) for one in PYTHONS[1:-1]]


def pins(text: str) -> set[str]:
    read = [Requirement(line) for line in text.splitlines() if "==" in line]
    return {f"{canonicalize_name(pin.name)}{pin.specifier}" for pin in read}


def run(*module, environment=os.environ, text=""):
    command = [sys.executable, "-m", *module]
    return subprocess.run(
        command, cwd=ROOT, env=environment, input=text, capture_output=True, text=True
    )


def resolve(*arguments, environment, text=""):
    """Let uv choose among wheels."""
    options = ["--quiet", "--no-python-downloads", "--no-build", "--no-header", "--no-annotate"]
    command = ["uv", "pip", "compile", *options, *arguments]
    return run(*command, environment=environment, text=text)


@pytest.fixture(scope="module")
def index():
    """The environment in which uv finds the index that pip is set to use."""
    listed = run("pip", "config", "list").stdout
    settings = dict(re.findall(r"^[^=]+\.([\w-]+)='(.*)'$", listed, re.M))
    names = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    known = {names[name]: value for name, value in settings.items() if name in names}
    environment = known | os.environ
    reply = resolve("-", environment=environment, text="packaging")
    if reply.returncode:
        pytest.skip(f"no package index can be reached: {reply.stderr.strip()}")
    return environment


def test_the_oldest_python_that_is_named_is_the_oldest_that_installs():
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


@pytest.mark.slow
@pytest.mark.parametrize("python,system", PLACES)
def test_the_pins_can_be_installed_and_leave_no_version_open(index, python, system):
    # uv reads 3.11 as 3.11.0, the oldest of its kind.
    target = ["--python-version", python, "--python-platform", system]
    files = ["requirements.txt", "editions/lite/requirements.txt", "pyproject.toml", "--extra=dev"]
    reply = resolve(*target, *files, environment=index)
    assert reply.returncode == 0, reply.stderr
    pinned = [
        (ROOT / name).read_text() for name in ("constraints.txt", "editions/lite/requirements.txt")
    ]
    assert pins(reply.stdout) <= pins("\n".join(pinned))
