"""Each finding of `doctor`, provoked once."""

import os
import re
import shutil
import subprocess
from types import SimpleNamespace

import pytest

from autograder.__main__ import main
from autograder.runner import conductor
from autograder.runner.processes import confinement, surroundings
from tests.small import CONFIG, course  # noqa: F401

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="it changes owners"
)


@pytest.fixture
def sound(course, tmp_path, monkeypatch):  # noqa: F811
    """A course in whose installation nothing is wrong, and its exchange."""
    exchange = tmp_path / "exchange"
    for name, mode in {"": 0o755, "inbound": 0o1733, "outbound": 0o755, "feedback": 0o711}.items():
        (exchange / "small" / name).mkdir(parents=True, exist_ok=True)
        (exchange / "small" / name).chmod(mode)
    exchange.chmod(0o1777)
    config = CONFIG + f"c.Exchange.root = {str(exchange)!r}\n"
    (course / "nbgrader_config.py").write_text(config)
    course.chmod(0o700)
    monkeypatch.setattr(conductor, "warm", lambda unconfined: SimpleNamespace(wall="bubblewrap"))
    return course, exchange / "small"


def findings(capsys, *arguments):
    """What it says, a line each."""
    status = main(["admin", "doctor", *arguments])
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert status == bool(lines) and said.err.startswith(f"{len(lines)} problem")
    return lines


def one(capsys, sentence, command, *arguments):
    """There is one finding, with its command."""
    [line] = findings(capsys, *arguments)
    assert re.search(sentence, line) and re.search(command, line), line


def test_nothing_is_wrong(sound, capsys):
    assert findings(capsys) == []


def test_students_can_read_the_course(sound, capsys):
    root = sound[0]
    for path in (root, *root.parents):
        if not path.stat().st_mode & 0o001:
            path.chmod(0o755)
    one(capsys, "everyone can read .*source", f"run: chmod o-rwx {root}")


@pytest.mark.parametrize(
    "name,mode,harm",
    [
        ("..", 0o777, "rename the courses' folders"),
        ("", 0o757, "add folders to the course"),
        ("inbound", 0o1777, "list all submissions"),
        ("inbound", 0o733, "rename all submissions"),
        ("outbound", 0o757, "change released assignments"),
        ("feedback", 0o715, "list all feedback"),
        ("feedback", 0o713, "replace all feedback"),
    ],
)
def test_what_the_exchange_allows(sound, capsys, name, mode, harm):
    place = sound[1].parent if name == ".." else sound[1] / name
    place.chmod(mode)
    one(capsys, harm, "run: chmod ")


def test_nothing_is_released(sound, capsys):
    shutil.rmtree(sound[1] / "inbound")
    one(capsys, "contains no assignment of this course", "run: nbgrader release_assignment")


@needs_root
def test_the_exchange_is_somebody_elses(sound, capsys):
    """Its command leaves what was handed in to who has handed it in."""
    handed_in = sound[1] / "inbound" / "ada+ps1+now"
    handed_in.mkdir()
    for path in (sound[1] / "feedback", handed_in):
        os.chown(path, 12345, 12345)
    [line] = findings(capsys)
    assert re.search("does not belong to this course .*feedback belongs to", line)
    subprocess.run(line.partition("; run: ")[2], shell=True, check=True)
    assert findings(capsys) == [] and handed_in.stat().st_uid == 12345


@needs_root
def test_root_is_told_whose_check_it_is(sound, capsys):
    os.chown(sound[0], 1, 1)
    assert main(["admin", "doctor"]) == 2
    assert re.search(
        "belongs to daemon; run this check as that user: runuser -u daemon -- ",
        capsys.readouterr().err,
    )


def test_walls(sound, capsys, monkeypatch):
    weak = SimpleNamespace(wall=conductor.LANDLOCK_ALONE)
    monkeypatch.setattr(conductor, "warm", lambda unconfined: weak)
    one(capsys, "Without bubblewrap", "Run: apt-get install bubblewrap")

    def none(unconfined):
        raise confinement.ConfinementError("no seccomp; install pyseccomp")

    monkeypatch.setattr(conductor, "warm", none)
    one(capsys, "cannot be confined", "install pyseccomp")


def test_the_course_lies_where_students_code_can_read(sound, capsys, monkeypatch):
    inside = {sound[0] / "source": sound[0]}
    monkeypatch.setattr(surroundings, "exposed", lambda private: inside)
    one(capsys, "students' code could read", "move the course")


def test_the_gradebook(sound, capsys):
    (sound[0] / "gradebook.db").write_bytes(b"no database" * 1000)
    one(capsys, "file is not a database", "restore your last backup")


def test_a_course_without_a_gradebook_is_not_only_told_to_restore_one(sound, capsys):
    (sound[0] / "gradebook.db").unlink(missing_ok=True)
    main(["admin", "doctor"])
    assert "no gradebook yet" in (said := capsys.readouterr().out)
    assert "run: nbgrader generate_assignment NAME; or" in said
