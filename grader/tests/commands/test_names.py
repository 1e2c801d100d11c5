"""Commands with names that need quotes, with other locales, and with arguments in another order."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from traitlets.config import Config

import autograder
from autograder.__main__ import main
from autograder.grader.course.settings import Course, GradingError
from tests.extras.lms.platforms import moodle_name
from tests.small import A, course, work  # noqa: F401


def test_what_is_to_be_copied_is_quoted_everywhere():
    """No text puts a value behind a command without the function that quotes."""
    said = r"(?:python -m autograder|(?:run|Next|Then): nbgrader) [^\n\"]*\{(?!quote\(|command\(|grader\()"
    found = [
        f"{path.name}: {line}"
        for path in Path(autograder.__file__).parent.rglob("*.py")
        for line in re.findall(said, path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_due_quotes_the_name_that_it_repeats(course, capsys):  # noqa: F811
    (course / "source" / "hw (1)").mkdir()
    (course / "source" / A / f"{A}.ipynb").rename(course / "source/hw (1)/hw.ipynb")
    assert main(["due", "hw (1)", "2026-11-30 23:59"]) == 0
    assert "python -m autograder grade 'hw (1)'" in capsys.readouterr().err


def test_swapped_arguments_are_understood(course, capsys):  # noqa: F811
    with zipfile.ZipFile(course / "all.zip", "w") as packed:
        packed.writestr(moodle_name("Ada King", 11, f"{A}.ipynb"), work())
    assert main(["import", A, "all.zip"]) == 0
    assert "1 student (1 new)" in capsys.readouterr().out


def test_an_import_of_nothing_is_refused(course, capsys):  # noqa: F811
    assert main(["import", A]) == 2
    assert "contains no download; put" in capsys.readouterr().err


@pytest.mark.parametrize("text", [b"yesterday", b"99999999999999999999", b"\xff\xfe", b"2026-13-01 00:00:00 UTC"])  # fmt: skip
def test_a_timestamp_that_is_none_is_named_with_its_file(tmp_path, text):
    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    autograder.configure(config)
    folder = tmp_path / "submitted" / "ada" / "hw"
    folder.mkdir(parents=True)
    (folder / "timestamp.txt").write_bytes(text)
    with pytest.raises(
        GradingError, match=r"submitted/ada/hw/timestamp\.txt contains .*which is not a time"
    ):
        Course(config).directory.get_existing_timestamp(str(folder))


def test_a_relative_gradebook_is_hidden_by_its_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = Config()
    config.CourseDirectory.db_url = "sqlite:///db/gb.db"
    autograder.configure(config)
    assert tmp_path / "db" / "gb.db" in Course(config).private()


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes there")
@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii"}]
)  # fmt: skip
def test_any_name_can_be_read_and_shown_in_any_locale(locale):
    text = "from autograder.__main__ import _write_any_name as go; go(); import sys; print(sys.argv[1], sys.getfilesystemencoding())"  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", text, "übung"], env=os.environ | locale, capture_output=True
    )
    shown = "übung" if "LC_ALL" in locale else r"\xfcbung"
    assert (done.stdout.decode(), done.returncode) == (f"{shown} utf-8\n", 0), done.stderr
