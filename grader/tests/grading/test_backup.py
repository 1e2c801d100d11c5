"""A backup that is made while the gradebook is written, restored on a bare folder."""

import os
import sqlite3
import tarfile
import threading
from types import SimpleNamespace

import pytest

from autograder.course.settings import GradingError
from autograder.gradebook.backup import back_up, digests, restore


@pytest.fixture
def course(tmp_path):
    root = tmp_path / "course"
    (root / "submitted" / "ada" / "ps1").mkdir(parents=True)
    (root / "submitted" / "ada" / "ps1" / "ps1.ipynb").write_text("{}")
    (root / "autograded" / "ada" / ".grading-ps1-x").mkdir(parents=True)
    (root / "autograded" / "ada" / ".grading-ps1-x" / "half").write_text("half")
    with sqlite3.connect(root / "gradebook.db") as database:
        database.execute("create table grade (student text, score real)")
        database.executemany("insert into grade values (?, ?)", [(f"s{n}", n) for n in range(500)])
    directory = SimpleNamespace(db_url=f"sqlite:///{root}/gradebook.db")
    return SimpleNamespace(root=root, directory=directory)


def test_grades_are_the_same_row_by_row_and_work_is_there(course, tmp_path):
    archive = tmp_path / "backup.tar.gz"
    rows, _ = back_up(course, archive)
    assert archive.stat().st_mode & 0o777 == 0o600
    assert restore(archive, tmp_path / "bare") == rows == {"grade": 500}
    assert digests(tmp_path / "bare" / "gradebook.db") == digests(course.root / "gradebook.db")
    assert (tmp_path / "bare" / "submitted" / "ada" / "ps1" / "ps1.ipynb").read_text() == "{}"
    assert not list((tmp_path / "bare").rglob("half"))
    with pytest.raises(GradingError, match="is not empty"):
        restore(archive, tmp_path / "bare")
    with pytest.raises(GradingError, match="is there already"):
        back_up(course, archive)


def test_it_may_be_made_while_grades_are_written(course, tmp_path):
    stop = threading.Event()

    def write():
        database = sqlite3.connect(course.root / "gradebook.db", timeout=60)
        while not stop.is_set():
            with database:  # two rows, or none
                database.execute("insert into grade values ('x', 1)")
                database.execute("insert into grade values ('y', 1)")
            stop.wait(0.001)
        database.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        rows, _ = back_up(course, tmp_path / "backup.tar.gz")
    finally:
        stop.set()
        writer.join()
    assert restore(tmp_path / "backup.tar.gz", tmp_path / "bare") == rows
    assert rows["grade"] % 2 == 0


def test_a_journal_of_what_is_just_being_written_is_left_out(course, tmp_path):
    """SQLite would take it for a crash, and undo what is not in the copy."""
    with sqlite3.connect(course.root / "gradebook.db") as database:
        database.execute("insert into grade values ('x', 1)")
        assert (course.root / "gradebook.db-journal").exists()
        rows, _ = back_up(course, tmp_path / "backup.tar.gz")
    assert restore(tmp_path / "backup.tar.gz", tmp_path / "bare") == rows == {"grade": 500}
    assert not list((tmp_path / "bare").glob("gradebook.db-*"))


@pytest.mark.parametrize("name, kind", [("../out", tarfile.REGTYPE), ("link", tarfile.SYMTYPE)])
def test_nothing_but_files_of_the_course_is_taken_from_an_archive(tmp_path, name, kind):
    archive = tmp_path / "backup.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, "/etc/passwd"
        tar.addfile(member)
    with pytest.raises(GradingError, match="is no file of a course"):
        restore(archive, tmp_path / "bare")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar.gz", "bare"]


@pytest.mark.parametrize("part", [0.0, 0.2, 0.6])
def test_a_damaged_backup_is_refused_in_a_sentence(course, tmp_path, part):
    archive = tmp_path / "backup.tar.gz"
    back_up(course, archive)
    whole = archive.read_bytes()
    archive.write_bytes(whole[: int(part * len(whole))])
    with pytest.raises(GradingError, match="no backup, or damaged"):
        restore(archive, tmp_path / "bare")


def test_what_a_student_has_put_there_stops_neither_a_backup_nor_its_restoring(course, tmp_path):
    work = course.root / "submitted" / "ada" / "ps1"
    os.link(work / "ps1.ipynb", work / "second name")
    (work / "link").symlink_to("/etc/passwd")
    os.mkfifo(work / "pipe")
    (work / "huge").touch()
    os.truncate(work / "huge", 1 << 40)
    below = work / "deep"
    for _ in range(150):
        below /= "x"
    below.mkdir(parents=True)
    _, left_out = back_up(course, tmp_path / "backup.tar.gz")
    assert {path.name for path in left_out} == {"link", "pipe", "huge", "x"}
    restore(tmp_path / "backup.tar.gz", tmp_path / "bare")
    bare = tmp_path / "bare" / "submitted" / "ada" / "ps1"
    assert {path.name: path.read_text() for path in bare.iterdir()} == {
        "ps1.ipynb": "{}",
        "second name": "{}",
    }
