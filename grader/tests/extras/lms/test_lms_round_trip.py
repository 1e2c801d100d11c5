"""From a platform's download to its upload, in a course of one exercise."""

import zipfile

import nbformat
import pytest
from nbformat.v4 import new_notebook

from autograder.__main__ import main
from tests.extras.lms.platforms import canvas_name, canvas_takes, moodle_name, moodle_takes, pack
from tests.small import A, gradebook, marked, points, table, work


def test_from_moodles_download_to_its_upload(course, capsys):
    archive = pack(
        course / f"INF1-{A}-77.zip",
        {
            moodle_name("Ada King", 11, f"{A} (1).ipynb"): work(),
            moodle_name("Ben Ode", 12, f"week 2/{A}.ipynb"): work(),
            moodle_name("Sam Lee", 13, "homework.ipynb"): work("return x"),
            moodle_name("Sam Lee", 14, f"{A}.ipynb"): work(),
        },
    )
    assert main(["import", str(archive)]) == 1
    out = capsys.readouterr().out
    assert (
        "2 students (2 new)" in out
        and "Sam Lee (13): 2 students have this name; could be sam1, sam2" in out
    )
    answers = course / "downloaded" / "people.csv"
    answers.write_text(
        answers.read_text()
        .replace("13,Sam Lee,", "13,Sam Lee,sam2")
        .replace("14,Sam Lee,", "14,Sam Lee,sam1")
    )
    assert main(["import", str(archive)]) == 0
    assert "4 students (2 unchanged, 2 new)" in capsys.readouterr().out
    assert main(["grade", A, "--unconfined", "--jobs", "2"]) == 0
    assert points() == {"ada": 5, "ben": 5, "sam1": 5, "sam2": 0}
    assert main(["export", A]) == 0
    with zipfile.ZipFile(f"upload/{A}-feedback.zip") as packed:
        taken = {
            moodle_takes(name, {11, 12, 13, 14}): packed.read(name).decode()
            for name in packed.namelist()
        }
    assert {*taken} == {(n, f"{A}.html") for n in (11, 12, 13, 14)}
    assert (
        "<strong>0</strong> of 5 points" in taken[13, f"{A}.html"]
        and "sam2" in taken[13, f"{A}.html"]
    )
    rows = table(f"upload/{A}-moodle.csv")
    assert [(row["Username"], row[A], row[f"{A} twice"]) for row in rows][:1] == [
        ("ada", "5.0", "5.0")
    ]
    kept = course / "downloaded" / A / "archive"
    assert [path.read_bytes() for path in kept.iterdir()] == [archive.read_bytes()]


def test_people_are_named_in_the_command_and_the_table_stays_with_its_archive(course, capsys):
    names = {13: "Sam Lee", 21: "Eve Moe"}
    files = {moodle_name(name, number, f"{A}.ipynb"): work() for number, name in names.items()}
    archive = pack(course / "all.zip", files)
    people = course / "people.csv"
    people.write_text(
        "Identifier,Full name,Email address,Username,Last modified (submission)\n"
        'Participant 99,Sam Lee,s@x.org,sam1,"Monday, 30 November 2026, 12:41"\n'
    )
    assert main(["import", str(archive), A, "--roster", str(people)]) == 1
    assert main(["import", A, "--who", "13=sam1", "--who", "21=eve"]) == 0
    assert "eve: added to the gradebook" in capsys.readouterr().out
    sent = (course / "submitted" / "sam1" / A / "timestamp.txt").read_text()
    assert sent.startswith("2026-11-30")
    with gradebook() as book:
        assert book.find_student("eve").first_name == "Eve"
    assert main(["import", str(archive), A]) == 0  # without the table, which is forgotten
    assert [path.suffix for path in (course / "downloaded" / A / "archive").iterdir()] == [".zip"]
    with pytest.raises(SystemExit):
        main(["import", A, "--who", "eve"])
    assert "does not have the form NUMBER=STUDENT" in capsys.readouterr().err


def test_from_canvas_with_attempts_and_late_marks_and_back(course, capsys):
    with gradebook() as book:
        book.update_or_create_assignment(A, duedate="2026-11-20 12:00:00 UTC")
    first = pack(
        course / "first.zip", {canvas_name("King, Ada", 40, 100, f"{A}.ipynb"): work("return x")}
    )
    assert main(["import", str(first), A]) == 0
    ada = course / "submitted" / "ada" / A
    assert sorted(path.name for path in ada.iterdir()) == [f"{A}.ipynb"]
    files = {
        canvas_name("King, Ada", 40, 100, f"{A}.ipynb", late=True): work("return x"),
        canvas_name("King, Ada", 40, 107, f"{A}-1.ipynb", late=True): work(),
        canvas_name("King, Ada", 40, 108, "timestamp.txt", late=True): b"2000-01-01 00:00:00 UTC",
        canvas_name("Ode, Ben", 41, 102, f"{A}.ipynb"): work(),
        "note.txt": b"?",
    }
    second = pack(course / "second.zip", files, (2026, 11, 21, 12, 0, 0))
    assert main(["import", str(second), A]) == 0
    out = capsys.readouterr().out
    assert (
        "late according to the platform" in out
        and "not imported: note.txt" in out
        and f"{A}-1.ipynb was imported as" in out
    )
    assert (ada / "timestamp.txt").read_text() == "2026-11-20 12:00:01 UTC\n"
    assert (ada / f"{A}.ipynb").read_bytes() == work()
    assert (ada / "more" / f"{A}-1.ipynb").read_bytes() == work("return x")
    assert (
        course / "downloaded" / A / "earlier" / "ada" / "1" / f"{A}.ipynb"
    ).read_bytes() == work("return x")
    assert (ada / f"{A}.ipynb").read_bytes() == work()
    assert main(["grade", A, "--unconfined", "--jobs", "2"]) == 0
    assert main(["export", A]) == 0
    with zipfile.ZipFile(f"upload/{A}-feedback.zip") as packed:
        assert [canvas_takes(name, {40: {107}, 41: {102}}) for name in packed.namelist()] == [
            40,
            41,
        ]
    rows = table(f"upload/{A}-canvas.csv")
    assert [row["ID"] for row in rows if row["SIS Login ID"] in ("ada", "ben")] == ["40", "41"]
    assert rows[0][f"{A} twice"] == "5.0" and rows[0]["Student"].strip() == "Points Possible"


def test_a_worksheet_brings_people_and_times(course, capsys, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    (course / "sheet.csv").write_text(
        "Identifier,Full name,Email address,Grade,Last modified (submission)\n"
        'Participant 11,Eva New,eva@x.org,,"Friday, 20 November 2026, 11:55 PM"\n'
    )
    archive = pack(course / "a.zip", {moodle_name("Eva New", 11, f"{A}.ipynb"): work()})
    assert main(["import", str(archive), A, "--roster", "sheet.csv"]) == 0
    stamp = (course / "submitted" / "eva@x.org" / A / "timestamp.txt").read_text()
    assert stamp == "2026-11-20 23:55:00 UTC\n"
    with gradebook() as book:
        assert book.find_student("eva@x.org").last_name == "New"
    assert main(["import", str(archive), A]) == 0  # without the worksheet
    assert "1 student (1 unchanged)" in capsys.readouterr().out
    pack(archive, {moodle_name("Eva New", 11, f"{A}.ipynb"): work("return x")})
    assert main(["import", str(archive), A]) == 0
    assert not (course / "submitted" / "eva@x.org" / A / "timestamp.txt").exists()


def test_what_lies_in_the_archive_folder_is_found(course, capsys):
    folder = course / "downloaded" / A / "archive"
    folder.mkdir(parents=True)
    (folder / "sheet.csv").write_text("Identifier,Full name,Username\nParticipant 11,Eva New,eva\n")
    named = {moodle_name("Eva New", 11, f"{A}.ipynb"): work("return x")}
    pack(folder / "z-first.zip", named)
    named[moodle_name("Eva New", 11, f"{A}.ipynb")] = work()
    pack(folder / "a-last.zip", named, (2026, 11, 21, 12, 0, 0))
    pack(folder / "other.zip", {"note.txt": b"?"}, (2026, 11, 22, 12, 0, 0))
    assert main(["import", A]) == 0
    assert "1 student (1 new)" in capsys.readouterr().out
    assert (course / "submitted" / "eva" / A / f"{A}.ipynb").read_bytes() == work()


def test_single_files_there_are_left_to_nbgrader(course):
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(
            "c.FileNameCollectorPlugin.named_regexp = "
            "r'.*/(?P<student_id>[^/]+?)__(?P<file_id>[^/]+?)__.*'\n"
        )
    folder = course / "downloaded" / A / "archive"
    folder.mkdir(parents=True)
    (folder / f"ben__{A}__20261123T203000Z.ipynb").write_bytes(work())
    assert main(["import", A]) == 0
    assert (course / "submitted" / "ben" / A / f"{A}.ipynb").read_bytes() == work()


def test_the_wrong_notebook_is_told(course, capsys):
    other = new_notebook(cells=[marked("thrice", "pass", solution=True)])
    archive = pack(
        course / f"{A}.zip",
        {
            moodle_name("Ada King", 11, "x.ipynb"): nbformat.writes(other),
            moodle_name("Ben Ode", 12, "essay.pdf"): b"%PDF",
        },
    )
    assert main(["import", str(archive)]) == 0
    out = capsys.readouterr().out
    assert (
        f"x.ipynb has no cells from {A}. Is it a different notebook?" in out
        and "ben: the submission contains no notebook" in out
    )


@pytest.mark.parametrize(
    "arguments,sentence",
    [(["x.zip"], "cannot be read"), (["y.zip", "99"], "there is no assignment 99")],
)
def test_bad_input_is_refused_in_a_sentence(course, capsys, arguments, sentence):
    (course / f"{A}-x.zip").write_bytes(b"?")
    assert main(["import", *[a.replace("x.zip", f"{A}-x.zip") for a in arguments]]) == 2
    assert sentence in capsys.readouterr().err
    assert not (course / "submitted").exists()
