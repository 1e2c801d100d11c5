"""What starts the teacher's page in a container: its files and the documents agree."""

import re
import tomllib

import yaml
from packaging.utils import canonicalize_name

from autograder.runner.processes.confinement import PROGRAMS, SYSTEM
from autograder.runner.text import IN_A_CONTAINER
from tools.course import ROOT
from tools.lab import FOLDERS

[TEACH] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].values()
DOCKERFILE = (ROOT / TEACH["build"]["dockerfile"]).read_text().replace("\\\n", " ")
PAGE = (ROOT / "docs" / "without-make.md").read_text()


def test_the_page_is_open_to_this_computer_alone_where_the_documents_say():
    [address] = re.findall(r"http://(127\.0\.0\.1:\d+)/lab", PAGE)
    port = address.split(":")[1]
    assert TEACH["ports"] == [f"{address}:{port}"]
    *_, module, role, ip, browser = TEACH["entrypoint"]
    assert (module, ip, browser) == ("tools.lab", "--ip=0.0.0.0", "--no-browser")
    assert FOLDERS[role] == "." and TEACH["volumes"] == [f".:{TEACH['working_dir']}"]


def test_the_account_is_not_root_and_students_cannot_read_the_course():
    [account] = re.findall(r"^USER (\w+)$", DOCKERFILE, re.M)
    assert f"useradd --create-home {account}" in DOCKERFILE
    assert TEACH["cap_drop"] == ["ALL"] and "no-new-privileges:true" in TEACH["security_opt"]
    assert not any(TEACH["working_dir"].startswith(path) for path in (*SYSTEM, *PROGRAMS))


def test_the_image_is_built_from_pinned_packages_and_holds_no_grades():
    assert "pip install --no-cache-dir -c /src/constraints.txt" in DOCKERFILE
    pins = {line.split("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert pins.issuperset(["jupyterlab", "nbgrader"])
    for path, names in re.findall(r'"/src(/?\w*)\[([\w,]+)\]"', DOCKERFILE):
        project = tomllib.loads((ROOT / f".{path}" / "pyproject.toml").read_text())["project"]
        assert set(names.split(",")) <= {*map(canonicalize_name, project["optional-dependencies"])}
    first, *sent = re.findall(r"^(?!#|\*\*).+$", (ROOT / ".dockerignore").read_text(), re.M)
    assert first == "*" and "!constraints.txt" in sent
    assert all((ROOT / path.removeprefix("!")).exists() for path in sent)
    assert not re.search("source|submitted|gradebook|bank", " ".join(sent))


def test_the_command_is_the_same_everywhere():
    [command] = re.findall("`(.+?)`", IN_A_CONTAINER)
    assert f"\n{command}\n" in PAGE and command in (ROOT / "compose.yaml").read_text()
    assert "docs/without-make.md" in IN_A_CONTAINER
