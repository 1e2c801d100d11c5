"""Pictures that are attached to a cell: the instructor's stay, and so do a student's own."""

import json

from nbformat import validate
from nbformat.v4 import new_markdown_cell, new_notebook, writes

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course.submission import parse
from tests.small import notebook

TWICE = notebook().cells
BOARD, OTHER = {"image/png": "iVBORw0K"}, {"image/png": "AAAA"}


def rebuilt(source, submitted, path):
    """The notebook to grade, for cells as they are handed in."""
    path.write_text(writes(new_notebook(cells=submitted)))
    nb, _ = Assignment("a", {"a": new_notebook(cells=source)}).rebuild("a", parse(path))
    validate(nb)
    return nb.cells


def picture(name, attachments, **more):
    cell = new_markdown_cell(f"![a board](attachment:{name})", attachments=attachments)
    cell.update(more)
    return cell


def test_a_given_picture_stays_whatever_was_handed_in(tmp_path):
    marks = {"grade_id": "told", "locked": True, "solution": False, "grade": False}
    locked = {"metadata": {"nbgrader": marks | {"schema_version": 3}}}
    source = [
        picture("b.png", {"b.png": BOARD}, id="free"),
        picture("b.png", {"b.png": BOARD}, id="told", **locked),
        *TWICE,
    ]
    for handed_in in [{"b.png": OTHER}, {}, {"b.png": {}}, {"c.png": OTHER}]:
        cells = [
            picture("b.png", handed_in, id=cell.id, metadata=cell.metadata) for cell in source[:2]
        ]
        for cell in rebuilt(source, [*cells, *TWICE], tmp_path / "a.ipynb")[:2]:
            assert cell.attachments["b.png"] == BOARD


def test_a_students_own_pictures_stay_and_nothing_else(tmp_path):
    active = {
        "b.png": BOARD | {"text/html": "<script>run()</script>"},
        "none": {"image/png": '"><script>run()</script>'},
        "\u202e": BOARD,
    }
    own = picture("b.png", active, id="mine")
    cells = rebuilt(TWICE, [*TWICE, own], tmp_path / "a.ipynb")
    assert cells[-1].attachments == {"b.png": BOARD}


def test_attachments_of_any_form_cost_nobody_the_notebook(tmp_path):
    raw = {"cells": [dict(picture("x", {}, id="mine"))], "metadata": {}, "nbformat": 4}
    for odd in [None, 1, "x", [], {"x": None}, {"x": []}, {"x": {"image/png": 1}}, {"x": {"": ""}}]:
        raw["cells"][0]["attachments"] = odd
        (tmp_path / "a.ipynb").write_text(json.dumps(raw))
        [cell] = parse(tmp_path / "a.ipynb").cells
        assert "attachments" not in cell
