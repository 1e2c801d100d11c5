"""Names of files and people, as platforms, browsers and people write them."""

import pytest

from autograder.extras.lms.people import _in_numbers, _parts
from autograder.extras.lms.platforms import CANVAS, MOODLE, alike, harmless, without_number


@pytest.mark.parametrize(
    "path, found",
    [
        ("Ada King_4711_assignsubmission_file/week 2/02.ipynb", "week 2/02.ipynb"),
        ("Ada King_4711_assignsubmission_file_/02.ipynb", "02.ipynb"),
        ("Ada King_4711_assignsubmission_file_02_a.ipynb", "02_a.ipynb"),
    ],
)
def test_moodle_has_three_forms_of_names(path, found):
    read = MOODLE.read(path)
    assert (read.id, read.person, read.path) == ("4711", "Ada King", found)
    assert MOODLE.upload_name(read.prefix, "02.html") == "Ada King_4711_assignfeedback_file/02.html"


def test_canvas_tells_what_is_late():
    read = CANVAS.read("kingada_LATE_12_345_02-1.ipynb")
    assert read[:4] == ("12", "kingada", "02-1.ipynb", "kingada_LATE_12_345")
    assert read.late and read.upload == 345
    assert CANVAS.upload_name(read.prefix, "02.html") == "kingada_LATE_12_345_02.html"
    assert CANVAS.read("anon_x4Tz1_345_02.ipynb").id == "x4Tz1"


def test_other_names_are_no_platforms():
    assert MOODLE.read("notes/02.ipynb") is None and CANVAS.read("02.ipynb") is None


def test_a_second_copy_is_the_same_notebook():
    names = ["02-a-1.ipynb", "02-a (2).ipynb", "02-a.ipynb"]
    assert {*map(without_number, names)} == {"02-a.ipynb"}


def test_names_of_people_are_compared_by_letters():
    assert alike("O'Brien, Zoë") == alike("obrienzoë") == "obrienzoë"
    assert [_parts(name) for name in ("King, Ada", "Ada King", "Ada")] == [
        ("Ada", "King"),
        ("Ada", "King"),
        ("Ada", ""),
    ]


def test_a_cell_of_a_table_is_no_formula():
    assert [*map(harmless, ("=1+1", "ada", sum([0.1] * 10), None))] == ["'=1+1", "ada", 1.0, ""]


def test_a_month_may_be_of_another_language():
    assert _in_numbers("Dienstag, 3. März 2026, 23:59") == "2026-03-03T23:59"
    english = "Tuesday, 3 March 2026, 11:59 PM"
    assert _in_numbers(english) == english
