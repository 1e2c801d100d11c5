"""What `docs/originals.md` says is where it says."""

import importlib
import inspect
import io
import pkgutil
import re
import shlex
from contextlib import redirect_stdout
from functools import cache
from unittest import mock

import pytest

from mastermind import stand_ins
from mastermind.__main__ import main
from tools.course import ROOT, read, solutions

PAGE = (ROOT / "docs" / "originals.md").read_text()
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
ROWS = [row for row in ROWS if row[0] != "original"]
PLACE = re.compile(r"`([^`]+)`")
QUOTED = re.compile(r"`([^`]+)`|\"([^\"]+)\"")


def test_all_five_are_there():
    assert PAGE.count("\n## ") == 5 and len(ROWS) > 60
    assert "docs/originals.md" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_words_of_a_row_are_in_the_text_of_its_places(row):
    """Each word of the original, or, if it has another one here, a word of the last column."""
    original, places, *why = row
    text = plain(" ".join(read_place(place) for place in PLACE.findall(places)))
    here = [word for word in quoted(" ".join(why)) if word in text]
    missing = [word for word in quoted(original) if word not in text]
    found = [word for word in quoted(original) or long_words(original) if word in text]
    assert here or (found and not missing), f"{places} has neither {missing} nor a word of {why}"


@cache
def read_place(place):
    """Read a cell, a document, what a command prints, or the source of what has a name."""
    if place.startswith("python -m mastermind "):
        printed = io.StringIO()
        with mock.patch("sys.stdin", io.StringIO()), redirect_stdout(printed):
            try:
                status = main(shlex.split(place)[3:])
            except SystemExit as end:  # --help
                status = end.code
        assert status == 0
        return printed.getvalue()
    if (ROOT / place).is_file():
        return (ROOT / place).read_text()
    if "/" in place:
        notebook, cell = place.split("/")
        [text] = [each.source for each in read("release", notebook).cells if each.id == cell]
        return text
    return source(place)


def source(name):
    """Read the source of a module, of what it defines, or of the module of a constant."""
    found = inspect.unwrap(pkgutil.resolve_name(name))
    found = found.fget if isinstance(found, property) else found
    try:
        return inspect.getsource(found)
    except TypeError:
        return inspect.getsource(importlib.import_module(name.rpartition(".")[0]))


def quoted(text):
    """List the words in quotes; a signature has type hints here, so only its name counts."""
    words = ("".join(pair) for pair in QUOTED.findall(text))
    return [plain(re.sub(r"\([a-zA-Z_, ]+\)$", "", word)) for word in words]


def long_words(text):
    return re.findall(r"[a-z]{5,}", plain(text))


def plain(text):
    """Leave out what is written in more than one way: case, quotes, ends of lines."""
    return re.sub(r"[\s\"'`]+", " ", text).lower().strip(" .")


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
