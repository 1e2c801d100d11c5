"""Faults of the gradebook: refused in a sentence, waited for, and nothing lost."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing, contextmanager, nullcontext

import pytest
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.__main__ import main
from autograder.commands import grade as command
from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.opening import (
    GradebookError,
    GradebookRetry,
    open_gradebook,
    patient,
)
from tests.disks import full, small
from tests.sample import ASSIGNMENT, RIGHT

STUDENTS = ["ada", "ben", "cleo"]


@contextmanager
def database(path):
    with closing(sqlite3.connect(path, timeout=0)) as connection:
        yield connection


def tables(path, *statements):
    with database(path) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def truncated(path):
    tables(path, "create table grade (id)", "create index i on grade (id)")
    path.write_bytes(path.read_bytes()[:5000])


FAULTS = {
    "garbage": (lambda path: path.write_bytes(b"garbage" * 1000), "file is not a database"),
    "truncated": (truncated, "malformed"),
    "something else": (lambda path: tables(path, "create table places (id)"), "another program's database, with the tables places"),
    "another version": (lambda path: tables(path, "create table grade (id)"), "it has no column named grade.auto_score"),
    "a folder": (lambda path: path.mkdir(), "unable to open database file"),
    "nothing": (lambda path: None, "there is no gradebook yet"),
}  # fmt: skip
ADDRESSES = {
    "sqlite:////no/such/folder/gradebook.db": "its folder is missing",
    "nonsense": "db_url is not the address of a gradebook",
    "foo://bar": "db_url is not the address of a gradebook: Can't load plugin",
    "postgresql+no_such_driver://bar": "db_url is not the address of a gradebook",
    "mysql+mysqldb://me:secret@host/course": "needs the package MySQLdb",
}


def contents(folder):
    return {
        path: path.is_file() and (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_no_gradebook_is_refused_and_stays_as_it_is(what, tmp_path):
    make, sentence = FAULTS[what]
    make(tmp_path / "gradebook.db")
    before = contents(tmp_path)
    with pytest.raises(GradebookError, match=sentence) as refused:
        open_gradebook(CourseDirectory(root=str(tmp_path)))
    assert str(refused.value).count("\n") == 0
    assert contents(tmp_path) == before


def test_an_alembic_that_does_not_run_is_named(tmp_path, monkeypatch):
    alembic = tmp_path / "bin" / "alembic"
    alembic.parent.mkdir()
    alembic.write_text("#!/bin/sh\nexit 1\n")
    alembic.chmod(0o755)
    monkeypatch.setenv("PATH", f"{alembic.parent}:/bin")
    for _ in range(2):
        with pytest.raises(GradebookError, match=r"alembic does not run .* run: alembic --version"):
            open_gradebook(CourseDirectory(root=str(tmp_path)), GradebookRetry(1, pytest.fail))
        assert not (tmp_path / "gradebook.db").exists()
        alembic.unlink(missing_ok=True)


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_that_leads_nowhere_is_refused(url, tmp_path):
    directory = CourseDirectory(root=str(tmp_path), db_url=url)
    with pytest.raises(GradebookError, match=ADDRESSES[url]) as refused:
        open_gradebook(directory, GradebookRetry(60, pytest.fail))
    assert "secret" not in str(refused.value)


def test_a_lock_is_waited_for_and_not_for_ever(tmp_path):
    tables(tmp_path / "gradebook.db")
    directory = CourseDirectory(
        root=str(tmp_path), db_url=f"sqlite:///{tmp_path}/gradebook.db?timeout=0"
    )
    said = []
    with database(tmp_path / "gradebook.db") as lock:
        lock.execute("begin exclusive")
        with pytest.raises(GradebookError, match=r"cannot be used \(database is locked\)"):
            open_gradebook(directory, GradebookRetry(0.5, said.append))
    assert said[0] == "Waiting for the gradebook for at most 0.5 seconds (database is locked)."


def test_an_error_of_the_data_is_no_error_of_the_gradebook(tmp_path):
    def act():
        (tmp_path / "missing").read_text()

    with pytest.raises(FileNotFoundError):
        GradebookRetry(60, pytest.fail)(act)


def test_nbgrader_waits_as_long_where_its_settings_do_not_say():
    assert patient("sqlite:////a?timeout=3", 120) == "sqlite:////a?timeout=3"
    assert patient("sqlite:///gradebook.db", 120) == "sqlite:///gradebook.db?timeout=120"
    server = "postgresql+psycopg://me:secret@host/course"
    assert patient(server, 120) == server


COMMANDS = {
    "grade": (2, ["-m", "autograder", "grade", ASSIGNMENT]),
    "autograde": (1, ["-m", "nbgrader", "autograde", ASSIGNMENT]),
    "report": (2, ["-m", "autograder", "report", ASSIGNMENT]),
    "feedback": (1, ["-m", "nbgrader", "generate_feedback", ASSIGNMENT]),
}


@pytest.fixture(scope="module")
def handed_in(course):
    for student in STUDENTS:
        course.hand_in(student, ASSIGNMENT, RIGHT)
    return course


@pytest.fixture
def graded(handed_in, tmp_path, monkeypatch):
    """A course, and where this process is."""
    copied = handed_in.copy(tmp_path / "course")
    copied.configure("c.CourseDirectory.db_url = 'sqlite:///gradebook.db?timeout=0.1'")
    copied.configure("c.Autograder.gradebook_timeout = 1")
    monkeypatch.chdir(copied.root)
    return copied


BY_DAY = {"grade", "feedback"}
"""One command of each program; each of them opens the gradebook by one function."""


@pytest.mark.parametrize(
    "command", [pytest.param(c, marks=[pytest.mark.nightly] * (c not in BY_DAY)) for c in COMMANDS]
)
def test_every_command_says_it_in_one_line_and_writes_nothing(handed_in, tmp_path, command):
    course = handed_in.copy(tmp_path / "course")
    (course.root / "gradebook.db").write_bytes(b"garbage" * 1000)
    (course.root / "autograded" / "ada" / ASSIGNMENT).mkdir(parents=True)
    (course.root / "autograded" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").touch()
    before = contents(course.root)
    status, arguments = COMMANDS[command]
    process = course.start(sys.executable, *arguments)
    _, err = process.communicate()
    told = [line for line in err.splitlines() if "Grading 02" not in line]
    assert len(told) == 1 and told[0].endswith(
        "gradebook.db cannot be used: file is not a database"
    )
    assert process.returncode == status
    after = contents(course.root)
    assert after == before


@contextmanager
def locked(folder):
    with database(folder / "gradebook.db") as lock:
        lock.execute("begin exclusive")
        yield lock.rollback


@pytest.mark.parametrize("fault", [locked, full])
def test_grades_are_written_when_the_gradebook_is_there_again(handed_in, tmp_path, fault):
    said, disk = [], tmp_path / "disk"
    disk.mkdir()
    with small(disk, "2m") if fault is full else nullcontext():
        shutil.copy(handed_in.root / "gradebook.db", disk)
        directory = CourseDirectory(db_url=f"sqlite:///{disk}/gradebook.db?timeout=0")
        with open_gradebook(directory) as gradebook:
            patience = GradebookRetry(60, lambda sentence: said.append(sentence) or mend())
            ledger = Ledger(gradebook, ASSIGNMENT, Config(), patience)
            ledger.open_run()
            with fault(disk) as mend:
                ledger.write("ada", None, {}, "digest")
            assert ledger.was_graded("ada", "digest")
    [sentence] = said
    assert sentence.startswith("Waiting for the gradebook for at most 60 seconds (database")


def stop_after_the_first(monkeypatch, fault):
    """Have a fault in the middle of a run, and none afterwards."""
    follow = command.run_report.follow

    def until_then(grading, results, total):
        results = follow(grading, results, total)
        yield next(results)
        with fault:
            yield from results

    monkeypatch.setattr(command.run_report, "follow", until_then)
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as ended:
        main(["grade", ASSIGNMENT, "--jobs", "1"])
    monkeypatch.setattr(command.run_report, "follow", follow)
    return ended.value.code


@pytest.mark.parametrize("what", ["the gradebook", "the disk"])
def test_a_run_stops_with_what_is_done_and_goes_on_later(graded, monkeypatch, capfd, what):
    disk = what == "the disk"
    fault = small(graded.root / "autograded", "4k") if disk else locked(graded.root)
    assert stop_after_the_first(monkeypatch, fault) == 1
    out, err = capfd.readouterr()
    assert out.startswith("1 graded; on average 10.0 of 10 points") and "failed" not in out
    assert f"autograder: Waiting for {what} for at most 1 seconds" in err
    assert f"autograder: {what} cannot be used (" in err and "Traceback" not in err
    assert "2 of 3 submissions remain; the grades so far are saved" in err
    assert main(["grade", ASSIGNMENT]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("1 already graded, 2 graded; ")
    for scores in graded.scores(ASSIGNMENT).values():
        assert sum(score.got for score in scores.values()) == 10


OBEYING = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
"""What makes root obey the permissions of files."""
obeys = pytest.mark.skipif(
    os.getuid() == 0 and not shutil.which(OBEYING[0]), reason="root may read and write all"
)


def grade_obeying(course):
    under = OBEYING if os.getuid() == 0 else []
    process = course.start(*under, sys.executable, "-m", "autograder", "grade", ASSIGNMENT)
    out, err = process.communicate()
    return process.returncode, out, err


@obeys
@pytest.mark.parametrize(
    "folder, mode, says",
    [("submitted", 0, "cannot be read: Permission"), ("autograded", 0o500, "cannot be written")],
)
def test_a_folder_without_rights_is_told_in_a_sentence(graded, folder, mode, says):
    (graded.root / folder).mkdir(exist_ok=True)
    (graded.root / folder).chmod(mode)
    status, out, err = grade_obeying(graded)
    (graded.root / folder).chmod(0o755)
    assert status == 2 and not out and err.count("\n") == 2  # "Grading ..." comes first
    assert f"{graded.root / folder} {says}" in err


@obeys
def test_a_submission_that_cannot_be_read_is_named_and_the_others_are_graded(graded):
    (graded.root / "submitted" / "ben").chmod(0)
    status, out, _ = grade_obeying(graded)
    (graded.root / "submitted" / "ben").chmod(0o755)
    assert status == 1 and out.startswith("1 failed, 2 graded") and "Permission denied" in out


def test_nbgraders_own_command_stops_with_one_sentence(graded):
    """The gradebook is locked by a step of the settings, when the first notebook has run."""
    graded.configure(
        "import sqlite3\n"
        "from nbgrader.preprocessors import NbGraderPreprocessor\n"
        "class Lock(NbGraderPreprocessor):\n"
        "    def preprocess(self, nb, resources):\n"
        "        Lock.lock = sqlite3.connect('gradebook.db')\n"
        "        Lock.lock.execute('begin exclusive')\n"
        "        return nb, resources\n"
        "c.Autograde.autograde_preprocessors.insert(1, Lock)"
    )
    done = graded.nbgrader("autograde", ASSIGNMENT, check=False)
    assert done.returncode == 1
    assert "Waiting for the gradebook for at most 1 seconds" in done.stdout
    assert "cannot be used (database is locked); the grades so far are saved" in done.stdout
    assert "Traceback" not in done.stdout
