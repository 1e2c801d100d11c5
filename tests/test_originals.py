"""What `docs/originals.md` says is where it says."""

import importlib
import io
import re
import shlex

import pytest

from mastermind import stand_ins
from mastermind.__main__ import main
from tools.course import ROOT, read, solutions

PAGE = (ROOT / "docs" / "originals.md").read_text()
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
PLACES = sorted(
    {place for _, where, *_ in ROWS for place in re.findall(r"`([^`]+)`", where)}
    - {"NOTEBOOK/CELL"}
)


def test_all_five_are_there():
    assert PAGE.count("\n## ") == 5 and len(ROWS) > 60
    assert "docs/originals.md" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("place", PLACES)
def test_a_place_exists(place, monkeypatch, capsys):
    if place.startswith("python -m mastermind "):
        monkeypatch.setattr("sys.stdin", io.StringIO())
        try:
            status = main(shlex.split(place)[3:])
        except SystemExit as end:  # --help
            status = end.code
        assert status == 0 and capsys.readouterr().out
    elif (ROOT / place).is_file():
        pass
    elif "/" in place:
        notebook, cell = place.split("/")
        assert cell in [each.id for each in read("release", notebook).cells]
    else:
        assert callable(found(place)) or found(place)


def found(name):
    """Import a module, or take a name out of one."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        home, _, last = name.rpartition(".")
        return getattr(found(home), last)


TEN = [
    ("b" * 10, "RGBRGBRGBY", "RGBRGBRGBY"),
    ("w" * 10, "RGBRGBRGBY", "YRGBRGBRGB"),
    ("b" * 8, "RGRGRGRG", "RGRGRGRG"),
    ("w" * 8, "RGRGRGRG", "GRGRGRGR"),
    ("w" * 6, "RRRRGGG", "GGGGRRR"),
    ("b" + "w" * 6, "RRRRGGG", "GGGRRRR"),
    ("b" * 5 + "w" * 2, "RRRRGGG", "RRRGGGR"),
    ("b", "RRRRGGG", "RYYPPBB"),
    ("w", "RRRRG", "GBBBB"),
    ("", "RRRRG", "YBBBB"),
]  # fmt: skip


def test_the_ten_cases_of_the_original():
    space = {"markposition": importlib.import_module("markposition")}
    written = solutions("03-feedback")
    exec(written["import_markposition"], space)
    exec(written["get_feedback"], space)
    for keys, code, guess in TEN:
        assert stand_ins.get_feedback(code, guess) == keys
        assert space["get_feedback"](code, guess) == keys
