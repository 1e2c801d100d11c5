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
