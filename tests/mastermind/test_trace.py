"""A function seen at work is the student's own, and whatever it does comes to an end."""

import re
import sys
from collections import Counter
from contextlib import suppress
from xml.etree import ElementTree

import pytest

from mastermind.drawing.trace import MOST_STEPS, record, trace


def referee(code, guess):
    black = 0
    for c, g in zip(code, guess, strict=True):
        if c == g:
            black = black + 1
    return "b" * black


def test_every_line_is_there_with_its_names():
    steps = record(referee, "RG", "RB")
    assert steps[0].names == {"code": "'RG'", "guess": "'RB'"}
    assert [step.names["black"] for step in steps if "black" in step.names][-1] == "1"
    assert steps[-1].told == "returns 'b'"
    assert sys.gettrace() is None or "record" not in repr(sys.gettrace())


def test_an_object_that_is_called_is_watched_like_a_function(monkeypatch):
    class Referee:
        def __call__(self, code):
            return "b" * len(code)

    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    slider, page = trace(Referee(), "RG").children
    slider.value = slider.max
    assert "returns &#x27;bb&#x27;" in page.value and "len(code)" in page.value


def test_an_endless_loop_is_cut():
    def endless():
        while True:
            with suppress(Exception):
                sum([1])

    steps = record(endless)
    assert len(steps) == MOST_STEPS and "only the first 500 steps" in steps[-1].told


def test_an_error_is_a_step_of_its_own():
    def broken(pegs):
        return pegs[7]

    steps = record(broken, "RG")
    assert steps[-1].told == "stops with IndexError: string index out of range"


def test_the_view_has_a_text_for_each_step_and_is_off_while_grading(monkeypatch):
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    view = trace(referee, "R<", "RB")
    slider, page = view.children
    seen = set()
    for place in range(slider.max + 1):
        slider.value = place
        seen.add(page.value)
        assert f"Step {place} of {slider.max}:" in page.value and "R<" not in page.value
    assert len(seen) == slider.max + 1
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    assert trace(referee, "RG", "RB") is None


def two_lunches():
    monday = {"day": "Monday", "lunch": ["soup"]}
    tuesday = {**monday, "day": "Tuesday"}
    tuesday["lunch"].append("rice")
    return monday["lunch"]


def test_what_two_names_share_is_drawn_once_with_an_arrow_from_each(monkeypatch):
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    slider, page = trace(two_lunches).children
    drawn = []
    for place in range(slider.max + 1):
        slider.value = place
        svg = ElementTree.fromstring(re.search("<svg.*</svg>", page.value)[0])
        drawn.append(Counter(each.tag.rpartition("}")[2] for each in svg))
    assert [tags["path"] / 2 for tags in drawn] == [0, 0, 2, 2, 2]  # a line and its head
    assert [tags["rect"] for tags in drawn] == [0, 1, 3, 3, 3]
    assert record(two_lunches)[1].boxes == {"monday": "{'day': 'Monday', 'lunch': ['soup']}"}
    assert record(two_lunches)[-1].boxes == {
        "monday": "{'day': 'Monday', 'lunch': ①}",
        "tuesday": "{'day': 'Tuesday', 'lunch': ①}",
        "①": "['soup', 'rice']",
    }


def test_a_list_in_itself_and_more_shared_lists_than_marks_are_drawn():
    def tangled():
        own = ["R"]
        own.append(own)
        rows = [[n] for n in range(30)]
        both = (rows, own, rows)
        return len(both)

    boxes = record(tangled)[-1].boxes
    assert boxes["own"] == "①" and boxes["①"] == "['R', ①]"
    assert boxes["both"] == "(②, ①, ②)" and boxes["②"].startswith("[[0], [1], ")


@pytest.mark.parametrize("wrong", [len, 3])
def test_what_is_no_python_function_is_refused(wrong, monkeypatch):
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    with pytest.raises(TypeError, match="function written in Python"):
        trace(wrong, "RG")
