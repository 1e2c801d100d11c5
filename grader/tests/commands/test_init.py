"""`init` adds three lines once, breaks no settings, and says what stands in the way."""

import pytest
from nbformat import write
from nbformat.v4 import new_code_cell, new_notebook

from autograder.__main__ import main

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def a_test(text):
    marks = {"schema_version": 3, "grade_id": "t", "grade": True, "solution": False, "points": 1}
    return new_code_cell(text, metadata={"nbgrader": marks | {"locked": True, "task": False}})


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "source" / "ps 1").mkdir(parents=True)
    return tmp_path


def notebook(course, text="assert True", metadata=KERNEL):
    write(new_notebook(cells=[a_test(text)], metadata=metadata), course / "source/ps 1/one.ipynb")


@pytest.mark.parametrize("before", ["", "c = get_config()\nc.CourseDirectory.course_id = 'x'"])
def test_the_lines_are_added_once(course, capsys, before):
    notebook(course)
    settings = course / "nbgrader_config.py"
    if before:
        settings.write_text(before)
    main(["author", "init"])
    said = capsys.readouterr().out
    assert settings.read_text().startswith(before)
    assert settings.read_text().count("autograder.configure(c)") == 1
    assert settings.read_text().count("get_config()") == 1
    assert "python -m autograder grade 'ps 1'" in said
    written = settings.read_text()
    main(["author", "init"])
    assert settings.read_text() == written and "added" not in capsys.readouterr().out


def test_settings_that_cannot_be_read_stay_as_they_are(course, capsys):
    notebook(course)
    (course / "nbgrader_config.py").write_text("c = (")
    assert main(["author", "init"]) == 2
    assert "nbgrader_config.py cannot be read" in capsys.readouterr().err
    assert (course / "nbgrader_config.py").read_text() == "c = ("


def test_options_that_have_no_effect_are_named_and_are_no_finding(course, capsys):
    notebook(course)
    settings = "c = get_config()\nc.Execute.startup_timeout = 600\nc.Execute.timeout = 600\n"
    (course / "nbgrader_config.py").write_text(settings)
    main(["author", "init"])
    said = capsys.readouterr()
    assert said.out.count("Execute.startup_timeout = 600 has no effect here") == 1
    assert "Execute.timeout" not in said.out and "Next:" in said.out
