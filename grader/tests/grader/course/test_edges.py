"""The limits of a hand-in in numbers: what just fits is taken, and a little more is not."""

import json

import pytest

from autograder.grader.course.folders import replacing
from autograder.grader.course.submission import (
    LARGEST_NOTEBOOK,
    FileTree,
    SubmissionError,
    few,
    parse,
    read_files,
)


def notebook(*texts):
    cells = [{"cell_type": "code", "source": text} for text in texts]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.parametrize(
    "fits, more",
    [
        (notebook("x").ljust(10_000_000), notebook("x").ljust(10_000_001)),
        (notebook(*[""] * 2000), notebook(*[""] * 2001)),
        (notebook("x" * 1_000_000), notebook("x" * 500_000, "x" * 500_001)),
    ],
    ids=["bytes", "cells", "characters"],
)
def test_a_notebook(tmp_path, fits, more):
    path = tmp_path / "a.ipynb"
    path.write_text(fits)
    assert parse(path).cells
    path.write_text(more)
    with pytest.raises(SubmissionError):
        parse(path)


def sparse(path, size):
    with path.open("wb") as file:
        file.truncate(size)
    return path


def test_the_bytes_of_files_that_are_there_while_it_is_graded(tmp_path):
    most, one = sparse(tmp_path / "a", 40_000_000), sparse(tmp_path / "b", 1)
    contents, too_large = read_files({"a": most, "b": one})
    assert [*contents] == ["a"] and too_large == {"b": 1}
    assert read_files({"a": sparse(most, 40_000_001), "b": one})[1] == {"a": 40_000_001}


def test_the_bytes_that_are_read_at_all(tmp_path):
    sparse(tmp_path / "a", 500_000_000)
    sparse(tmp_path / "b", 1)
    assert [*FileTree(tmp_path, []).beside] == ["a"]


def test_the_number_of_files(tmp_path):
    for number in range(1001):
        (tmp_path / str(number)).touch()
    assert len(FileTree(tmp_path, []).beside) == 1000


def test_the_depth_of_folders(tmp_path):
    folder = tmp_path.joinpath(*"d" * 31)
    folder.mkdir(parents=True)
    for place in (folder, folder.parent):
        (place / "a").touch()
    assert [*FileTree(tmp_path, []).beside] == ["d/" * 30 + "a"]


def test_the_remarks():
    assert few(["x"] * 20) == ["x"] * 20
    assert few(["x"] * 22) == [*["x"] * 20, "and 2 more remarks"]


def test_a_folder_is_replaced_whole_and_nothing_stays_beside_it(tmp_path):
    for text in ("first", "second"):
        with replacing(tmp_path / "graded", ".new-") as new:
            (new / text).touch()
    with pytest.raises(OSError, match="broken"), replacing(tmp_path / "graded", ".new-"):
        raise OSError("broken")
    assert [path.name for path in tmp_path.rglob("*")] == ["graded", "second"]


def test_a_notebook_with_much_output_is_refused_with_a_remedy(tmp_path):
    (tmp_path / "a.ipynb").write_bytes(b" " * (LARGEST_NOTEBOOK + 1))
    with pytest.raises(SubmissionError, match=r"at most 10,000,000 .* clear its outputs with"):
        parse(tmp_path / "a.ipynb")


def test_what_others_are_writing_stays_however_long_the_names_are(tmp_path):
    name = "a" * 200
    with replacing(tmp_path / f"{name}-2", ".new-") as other:
        with replacing(tmp_path / name, ".new-"):
            pass
        with replacing(tmp_path / f"{name[:1]}{'b' * 254}", ".new-"):
            pass
        assert other.exists()
