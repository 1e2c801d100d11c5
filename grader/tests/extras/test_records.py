"""A student leaves, or asks what is kept: everything is found, given out and removed."""

import contextlib
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from nbgrader.api import MissingEntry

from autograder.__main__ import main
from autograder.classroom import release
from tests.extras.lms.platforms import moodle_name, pack
from tests.small import A, gradebook, inside, points, work


def anywhere(root, *words):
    """The files that hold one of these words, or have it in their names or archives."""
    found = []
    for path in sorted(root.rglob("*")):
        data = path.read_bytes() if path.is_file() else b""
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as packed:
                data = b" ".join(n.encode() + packed.read(n) for n in packed.namelist())
        text = f"{path.relative_to(root)} ".encode() + data
        if any(re.search(rf"\b{word}\b".encode(), text) for word in words):
            found.append(str(path.relative_to(root)))
    return found


@pytest.fixture(scope="module")
def small(small, tmp_path_factory):
    """That course, in which two were imported, graded, grouped, graded again and exported."""
    with inside(small, tmp_path_factory.mktemp("used") / "course") as course:
        use(course)
    return course


def use(course):
    files = {
        moodle_name("Ada King", 11, f"{A}.ipynb"): work("return x  # by ada"),
        moodle_name("Ben Ode", 12, f"{A}.ipynb"): work(),
    }
    archive = pack(course.parent / "first.zip", files)
    later = {**files, moodle_name("Ada King", 11, f"{A}.ipynb"): work("return x  # ada again")}
    assert main(["import", str(archive), A]) == 0
    again = pack(course.parent / "second.zip", later, (2026, 11, 22, 12, 0, 0))
    assert main(["import", str(again), A]) == 0
    for more in ([], ["--force", "--why", "A test was wrong."]):
        assert main(["grade", A, "--unconfined", "--jobs", "2", *more]) == 0
    assert main(["export", A]) == main(["report", A]) == main(["group", A]) == 0


def test_what_is_kept_is_given_out(course, capsys):
    assert main(["admin", "export-student", "ada"]) == 0
    with zipfile.ZipFile(Path("exported/ada.zip")) as packed:
        names = packed.namelist()
        rows = packed.read("gradebook.json").decode()
        everything = b" ".join(packed.read(name) for name in names).decode(errors="replace")
    assert f"submitted/ada/{A}/{A}.ipynb" in names and f"feedback/ada/{A}/{A}.html" in names
    assert f"downloaded/{A}/earlier/ada/1/{A}.ipynb" in names
    assert "King" in rows and "test-twice" in rows and "A test was wrong." in rows
    assert "by ada" in everything and "Ode" not in everything


def test_a_student_who_leaves_is_nowhere_any_more_and_the_others_are_as_before(course, capsys):
    before = points()
    capsys.readouterr()
    everything = {path: path.stat().st_mtime_ns for path in course.rglob("*") if path.is_file()}
    assert main(["admin", "forget", "ada"]) == 0
    told = capsys.readouterr()
    assert "No data was deleted" in told.err and "submitted/ada" in told.out
    changed = {p for p, t in everything.items() if not p.exists() or p.stat().st_mtime_ns != t}
    assert {p.name for p in changed} <= {"gradebook.db"} and points() == before
    assert main(["admin", "forget", "ada", "--yes"]) == 0
    with gradebook() as book:
        book.db.connection().exec_driver_sql("select 1")
        with pytest.raises(MissingEntry):
            book.find_student("ada")
    assert [name for name in anywhere(course, "ada", "Ada King") if not name.endswith(".db")] == []
    assert points() == {"ben": before["ben"]}
    assert main(["admin", "forget", "ada", "--yes"]) == 2
    assert main(["grade", A, "--unconfined"]) == main(["export", A]) == main(["report", A]) == 0
    assert points() == {"ben": before["ben"]}


def test_a_download_that_still_lies_in_the_course_is_named(course, small, capsys):
    shutil.copy(small.parent / "second.zip", course / "Download.zip")
    assert main(["admin", "forget", "ada"]) == 0
    assert "Download.zip contains the student's name" in capsys.readouterr().out


def test_who_is_no_student_is_refused(course, capsys):
    before = anywhere(course, "ben")
    for student in ("", ".", "..", "../ben", "*", "b+n", "nobody"):
        assert main(["admin", "forget", student, "--yes"]) == 2
        assert anywhere(course, "ben") == before


SECRET = "the source's own test"


@pytest.fixture
def exchange(course, tmp_path, monkeypatch):
    """An exchange where anybody may make folders of any name, and all belong to "ada"."""
    root = tmp_path / "exchange"
    inbound = root / "small" / "inbound"
    inbound.mkdir(parents=True)
    (course / "source" / "secret.txt").write_text(SECRET)
    with open("nbgrader_config.py", "a") as config:
        config.write(f"c.Exchange.root = {str(root)!r}\n")
    monkeypatch.setattr(release.exchange, "account", lambda uid: "ada")
    return inbound


def a_link(folder, source):
    folder.symlink_to(source)


def holding(name, make):
    """A folder that holds what is made beside a notebook."""

    def hold(folder, source):
        folder.mkdir()
        (folder / f"{A}.ipynb").write_bytes(work())
        make(folder / name, source)

    return hold


def deep(folder, levels):
    """Make folders in each other, more than Python's own functions go down."""
    folder.mkdir()
    with contextlib.chdir(folder):
        for _ in range(levels):
            os.mkdir("below")
            os.chdir("below")


def dated(when):
    return lambda x, source: (x.touch(), os.utime(x, (when, when)))


TIME = "submission_secret.txt"
FORGED = {
    "a link to a folder": a_link,
    "a link to the course": lambda folder, source: folder.symlink_to(source.parent),
    "a link to a file": lambda folder, source: folder.symlink_to(source / "secret.txt"),
    "a link to itself": lambda folder, source: folder.symlink_to(folder.name),
    "a file": lambda folder, source: folder.write_text("x"),
    "a pipe": lambda folder, source: os.mkfifo(folder),
    "a link in it": holding("x", a_link),
    "a link to a file in it": holding("x", lambda x, source: x.symlink_to(source / "secret.txt")),
    "a hard link in it": holding("x", lambda x, source: os.link(source / "secret.txt", x)),
    "a pipe in it": holding("x", lambda x, source: os.mkfifo(x)),
    "a secret that is a pipe": holding(TIME, lambda x, source: os.mkfifo(x)),
    "a secret that is a link": holding(TIME, lambda x, source: x.symlink_to(source / "secret.txt")),
    "a secret that is a folder": holding(TIME, lambda x, source: x.mkdir()),
    "a secret that is no text": holding(TIME, lambda x, source: x.write_bytes(b"\xff")),
    "deep folders": holding("x", lambda x, source: deep(x, 700)),
    "deeper than a path": holding("x", lambda x, source: deep(x, 3000)),
    "a name in Latin-1": holding(os.fsdecode(b"caf\xe9"), lambda x, source: x.touch()),
    "a time before 1980": holding("x", dated(0)),
    "a time after 2107": holding("x", dated(9e9)),
    "a file of a terabyte": holding("x", lambda x, source: (x.touch(), os.truncate(x, 1 << 40))),
    "a secret without end": holding(TIME, lambda x, source: (x.touch(), os.truncate(x, 1 << 42))),
}  # fmt: skip


def test_nothing_but_the_students_own_files_is_given_out_or_removed(exchange, course):
    for number, make in enumerate(FORGED.values()):
        make(exchange / f"ada+{A}+2026-01-01 00:00:{number:02} UTC+x", course / "source")
    holding("mine.txt", lambda x, source: x.write_text("my own"))(exchange / "ada+x+y", course)
    assert main(["admin", "export-student", "ada"]) == 0
    with zipfile.ZipFile("exported/ada.zip") as packed:
        everything = b" ".join(packed.read(name) for name in packed.namelist())
    assert SECRET.encode() not in everything and b"my own" in everything
    assert main(["admin", "forget", "ada", "--yes"]) == 0
    assert (course / "source" / "secret.txt").read_text() == SECRET
    assert points().keys() == {"ben"}
    there = exchange.glob("ada*")
    assert not [path for path in there if path.is_dir() and not path.is_symlink()]


def test_what_another_account_calls_a_students_is_not_the_students(exchange, course, monkeypatch):
    folder = exchange / f"ada+{A}+2026-01-01 00:00:00 UTC+x"
    holding("mine.txt", lambda x, source: x.write_text(SECRET))(folder, course)
    monkeypatch.setattr(release.exchange, "account", lambda uid: "eve")
    assert (
        main(["admin", "export-student", "ada"]) == main(["admin", "forget", "ada", "--yes"]) == 0
    )
    assert folder.exists()
