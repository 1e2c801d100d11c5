"""Names of code that texts and settings give can be imported."""

import re
from pkgutil import resolve_name

import pytest

from tools.course import ROOT

OURS = r"(?:autograder|mastermind|tools)(?:\.\w+)+"


@pytest.mark.parametrize("file", ["nbgrader_config.py", "editions/site/build.py"])
def test_what_settings_name_is_there(file):
    found = re.findall(rf'"({OURS})"', (ROOT / file).read_text())
    assert found
    for name in found:
        assert resolve_name(name), name


VERSIONS = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)[1:]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda text: text.split()[0])
def test_a_version_has_one_page_and_its_upgrade_table_names_what_is_there(version):
    assert len(version.split()) <= 900
    for row in re.findall(r"^\|.*\|$", version, re.M):
        for name in re.findall(rf"`({OURS})`", row.rsplit("|", 2)[1]):
            assert resolve_name(name), name
