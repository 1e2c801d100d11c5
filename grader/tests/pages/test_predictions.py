"""What students predicted is read where it stands: typed into a cell, or into a field."""

import json
import os

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.course.submission import LARGEST_NOTEBOOK
from autograder.pages.graded_notebooks import PREDICTION, read_work


class Folders:
    """A course that has nothing but folders."""

    def __init__(self, root):
        self.root = root

    def folder(self, step, student, assignment):
        return self.root / step / student / assignment

    def write(self, step, *predictions):
        outputs = [new_output("display_data", data={PREDICTION: text}) for text in predictions]
        notebook = new_notebook(cells=[new_code_cell("predict('a', '')", outputs=outputs)])
        folder = self.folder(step, "ada", "one")
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / "one.ipynb")


@pytest.fixture
def course(tmp_path):
    return Folders(tmp_path)


def test_what_was_typed_into_a_field_is_read_as_it_was_handed_in(course):
    course.write("submitted", '["a", "bww", true]', '["b", "1", false]')
    course.write("autograded", '["b", "2", true]')
    found = read_work(course, "one", "ada").predictions
    assert [tuple(each) for each in found] == [
        ("a", "bww", True),
        ("b", "1", False),
        ("b", "2", True),
    ]


def test_a_notebook_that_cannot_be_read_and_outputs_that_are_none_have_no_predictions(course):
    course.write("submitted", "[", '["a", 1, 2]')
    folder = course.folder("submitted", "ada", "one")
    (folder / "two.ipynb").write_text("{")
    assert read_work(course, "one", "ada").predictions == []


GOOD = json.dumps({"cells": [{"outputs": [{"data": {PREDICTION: '["a", "1", true]'}}]}]})
ODD = {
    "a pipe": lambda path: os.mkfifo(path),
    "a folder": lambda path: path.mkdir(),
    "nothing": lambda path: path.touch(),
    "holes": lambda path: (path.touch(), os.truncate(path, 1 << 40)),
    "too large": lambda path: path.write_text(GOOD + " " * LARGEST_NOTEBOOK),
    "too deep": lambda path: path.write_text('{"cells": ' + "[" * 100_000),
    "deep data": lambda path: path.write_text('{"cells": [{"outputs": [{"data": ' + '{"a":' * 50_000),
    "no UTF-8": lambda path: path.write_bytes(b'{"cells": ["\xff"]}'),
    "another type": lambda path: path.write_text('{"cells": [{"outputs": {"a": 1}}]}'),
    "numbers": lambda path: path.write_text('{"cells": 1e999}'),
    "a list": lambda path: path.write_text("[1]"),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
}  # fmt: skip


@pytest.mark.parametrize("what", ODD)
def test_no_hand_in_holds_up_the_report_of_a_class(course, what):
    folder = course.folder("submitted", "ada", "one")
    folder.mkdir(parents=True)
    ODD[what](folder / "one.ipynb")
    (folder / "two.ipynb").write_text(GOOD)
    assert [tuple(each) for each in read_work(course, "one", "ada").predictions] == [
        ("a", "1", True)
    ]
