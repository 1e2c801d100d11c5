"""From handing in to feedback: everybody gets theirs, whatever happens on the way."""

import contextlib
import errno
import json
import os
import pwd
import shutil
import signal
import sqlite3
import sys
import time
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import psutil
import pytest
from sqlalchemy.exc import OperationalError

from autograder.__main__ import main
from autograder.classroom.watched import Event, Watched
from autograder.classroom.watcher import Watcher
from autograder.grader.course.settings import configuration
from autograder.runner.pools import Threads
from tests.disks import full, small
from tests.extras.machines import Machines
from tests.postgresql import PROGRAMS, Server
from tests.sample import ASSIGNMENT, RIGHT

if sys.platform == "win32" or os.geteuid() != 0:
    pytest.skip("only root can act for students' accounts", allow_module_level=True)

from tests.simulated import accounts

WRONG = RIGHT | {"spelled": "def spelled(*a):\n    return True"}


@pytest.fixture
def students():
    return accounts(6)


def watch(room, *arguments):
    return room.course.start(sys.executable, "-m", "autograder", "watch", *arguments)


def once(room, rounds=1, retry=False):
    """Do what is there, in this process: it has imported nbgrader already."""
    with contextlib.chdir(room.course.root):
        watcher = Watcher(configuration(), Threads(2), [], retry)
        try:
            events = [event for _ in range(rounds) for event in watcher.run(0.1, once=True)]
            return [event for event in events if event.kind != "standing"]
        finally:
            watcher.close()


def hand_in(room, student, answers=RIGHT):
    room.write(student, answers)
    room.submit(student)


def due(room, ahead):
    """Have the assignment be due so long from now."""
    with room.course.gradebook() as gradebook:
        when = datetime.now(UTC).replace(tzinfo=None) + ahead
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=when)


def settle(room, student):
    """Have a notebook be graded long ago."""
    old = time.time() - 1000
    graded = room.course.root / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    os.utime(graded, (old, old))


def scores(room):
    with room.course.gradebook() as gradebook:
        return {s.student.id: s.score for s in gradebook.assignment_submissions(ASSIGNMENT)}


def test_every_attempt_is_graded_and_answered_and_the_class_goes_on(room, students):
    ada, ben, eve, max = students[:4]
    hand_in(room, ada, WRONG)
    hand_in(room, ada)
    hand_in(room, ben, WRONG)
    hand_in(room, eve)
    hand_in(room, max)
    forged = next(room.inbound.glob(f"{max}+*"))
    forged = forged.rename(forged.with_name(f"{max}+{ASSIGNMENT}+2130-01-01 00:00:00 UTC+x"))
    trick = next(room.inbound.glob(f"{eve}+*"))
    (trick / "grades.html").symlink_to(room.course.root / "gradebook.db")
    told = {(event.kind, event.student) for event in once(room)}
    refused = {("refused", trick.name), ("refused", forged.name)}
    assert told == {("graded", ada), ("graded", ben)} | refused
    assert scores(room) == {ada: 10, ben: 6}
    assert (
        room.points(ada) == ["6", "10"] and room.points(ben) == ["6"] and room.points(eve) == [""]
    )
    kept = room.course.root / "attempts" / ada / ASSIGNMENT
    assert len(list(kept.glob(f"*/submitted/{ASSIGNMENT}.ipynb"))) == 2
    # Nothing is left to be done; a page that was lost or cut is owed.
    assert once(room) == []
    second = room.pages(ada)[1]
    settle(room, ada)
    second.write_text("<html>cut")
    [event] = once(room)
    assert (event.kind, event.student) == ("feedback", ada)
    assert room.points(ada) == ["6", "10"]
    shutil.rmtree(forged)


def test_a_killed_watcher_loses_nothing_and_leaves_nothing(room, students):
    for student in students[2:]:
        hand_in(room, student)
    before = scores(room)
    process = watch(room)
    while process.poll() is None and scores(room) == before:
        time.sleep(0.02)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    psutil.wait_procs(children)
    once(room)
    assert scores(room) | dict.fromkeys(students[2:], 10.0) == scores(room)
    assert all(room.points(student)[-1] == "10" for student in students[2:])
    left = [*room.course.root.rglob(".grading-*"), *room.course.root.rglob(".writing-*")]
    assert not left and not list(room.course.root.rglob(".collecting-*"))


def test_feedback_on_the_third_hand_in_that_fails_in_one_process_only_waits(room, students):
    eve, tidy = students[5], RIGHT["tidy"]
    knows = "    assert 'hidden_' 'tidy' not in In[-1]\n    return"
    for _ in range(3):
        hand_in(room, eve, RIGHT | {"tidy": tidy.replace("    return", knows)})
    *_, last = once(room)
    assert last.score == 8 and last.seconds is None and "decide" in last.remarks[-1]
    assert room.points(eve)[-3:] == ["8", "8", ""] and once(room) == []
    settle(room, eve)
    with contextlib.chdir(room.course.root):
        assert main(["decide", ASSIGNMENT, "--release", eve]) == 0
    assert [(event.kind, event.student) for event in once(room)] == [("feedback", eve)]
    assert room.points(eve)[-3:] == ["8", "8", "8"]


@pytest.mark.parametrize("step", ["autograded", "attempts", "feedback"])
def test_a_full_disk_is_waited_for_and_told_once(room, students, step):
    ben, disk = students[1], room.course.root / step / students[1]
    room.course.configure("c.Autograder.gradebook_timeout = 0")
    hand_in(room, ben)
    disk.mkdir(parents=True, exist_ok=True)
    with small(disk, "8k"), full(disk):
        [event] = once(room, rounds=1 if step == "feedback" else 3)
    assert event.student == ben and "No space left on device" in event.remarks[-1]
    assert event.kind == ("graded" if step == "feedback" else "trouble")
    assert room.points(ben)[-1] == ("10" if step == "attempts" else "")
    settle(room, ben)
    [event] = once(room)
    assert event.kind == ("feedback" if step == "feedback" else "graded")
    assert room.points(ben)[-1] == "10" and scores(room)[ben] == 10 and once(room) == []


def test_what_concerns_everybody_is_told_once(room, students):
    for student in students[3:5]:
        hand_in(room, student)
    disk = room.course.root / "submitted"
    with small(disk, "8k"), full(disk):
        [event] = once(room, rounds=2)
    assert event.kind == "trouble" and "No space left on device" in event.remarks[0]
    assert {(event.kind, event.student) for event in once(room)} == {
        ("graded", student) for student in students[3:5]
    }


def test_two_do_not_watch_one_course_and_an_unsafe_exchange_is_not_watched(room, capfd):
    def refused():
        with contextlib.chdir(room.course.root):
            assert main(["watch", "--once"]) == 2
        return capfd.readouterr().err

    first = watch(room)
    while not (room.course.root / ".autograder-watch").read_text().endswith(str(first.pid)):
        time.sleep(0.05)
        assert first.poll() is None
    assert refused() == f"autograder: process {first.pid} is already watching this course\n"
    first.kill()
    first.communicate()
    room.exchange.chmod(0o777)
    err = refused()
    room.exchange.chmod(0o1777)
    assert "the exchange is not safe" in err and f"run: chmod +t {room.exchange}" in err


def forge(room, account, name):
    """Make a folder of this name (bytes) in the exchange, as its owner would."""
    path = os.path.join(os.fsencode(room.inbound), name)
    os.mkdir(path)
    os.chown(path, pwd.getpwnam(account).pw_uid, -1)
    return path


def test_no_name_of_a_folder_stops_anybody(room, students):
    room.course.configure("c.Watch.attempts = 0")
    ada, eve = students[0], students[4]
    middle = f"+{ASSIGNMENT}+".encode()
    names = [b"x\xff" + middle + b"2025-01-01 00:00:00 UTC+y", eve.encode() + middle + b"\xff\xfe",
             eve.encode() + middle + b"1111111111111111111111111111115h",
             b"x%." * 60 + middle + b"2026-11-23 01:00:00 UTC+q"]  # fmt: skip
    folders = [forge(room, eve, name) for name in names]
    hand_in(room, ada)
    told = once(room)
    assert [(e.kind, e.student) for e in told if e.kind != "refused"] == [("graded", ada)]
    assert {e.owner for e in told if e.kind == "refused"} == {eve}
    for event in told:
        str(event).encode()
    assert once(room) == []  # told once, also after a new start
    room.course.nbgrader("collect", ASSIGNMENT)
    assert eve in {e.owner for e in once(room, retry=True) if e.kind == "refused"}
    for folder in folders:
        os.rmdir(folder)


def test_thousands_of_junk_folders_are_told_three_times_and_delay_nobody(room, students):
    ada, eve = students[0], students[4]
    middle = f"+{ASSIGNMENT}+soon+".encode()
    folders = [forge(room, eve, b"zz" + middle + b"%d" % n) for n in range(3000)]
    hand_in(room, ada)
    told = once(room)
    refused = [event for event in told if event.kind == "refused"]
    assert [e.student for e in told if e.kind == "graded"] == [ada]
    assert len(refused) == 3 and {event.owner for event in refused} == {eve}
    for folder in folders:
        os.rmdir(folder)


def test_an_account_that_is_unknown_for_a_moment_is_nobodys_refusal(room, students, monkeypatch):
    ben = students[1]
    own, getpwuid = os.getuid(), pwd.getpwuid

    def away(uid):
        if uid == own:
            return getpwuid(uid)
        raise KeyError(uid)

    hand_in(room, ben)
    with monkeypatch.context() as patch:
        patch.setattr(pwd, "getpwuid", away)
        told = once(room, rounds=2)
    assert [event.kind for event in told] == ["trouble"] and "is unknown" in told[0].remarks[0]
    assert [event.kind for event in once(room)] == ["graded"]


def test_who_takes_a_hand_in_away_while_it_runs_has_had_an_attempt(room, students):
    room.course.configure("c.Watch.attempts = 1")
    cy = students[5]
    with sqlite3.connect(room.course.root / "gradebook.db") as database:
        database.execute("delete from autograder_attempts where student = ?", (cy,))
    room.write(cy, RIGHT)
    for _ in range(2):
        room.submit(cy)
        newest = max(room.inbound.glob(f"{cy}+*"))
        with contextlib.chdir(room.course.root):
            watcher = Watcher(configuration(), Threads(2), [])
            begun = watcher._begin_one

            def begin_and_lose(*arguments, begun=begun, newest=newest):
                begun(*arguments)
                shutil.rmtree(newest, ignore_errors=True)

            watcher._begin_one = begin_and_lose
            told = list(watcher.run(0.1, once=True))
            watcher.close()
        if _ == 0:
            assert [event.kind for event in told if event.student == cy][-1:] == ["graded"]
    assert told[-1].kind == "not counted"
    room.course.configure("c.Watch.attempts = 0")


def test_a_gradebook_that_is_locked_at_the_start_is_waited_for(room, students):
    ada = students[0]
    room.course.configure("c.Watch.attempts = 0\nc.Autograder.gradebook_timeout = 120")
    hand_in(room, ada)
    lock = sqlite3.connect(room.course.root / "gradebook.db", isolation_level=None)
    lock.execute("begin exclusive")
    process = watch(room, "--json")
    assert "locked" in process.stdout.readline()
    lock.execute("rollback")
    lock.close()
    lines = (json.loads(line) for line in process.stdout)
    assert next(line for line in lines if line["kind"] == "graded")["student"] == ada
    process.kill()
    process.communicate()


def test_what_is_passed_over_is_told_once(room, students):
    ada = students[0]
    hand_in(room, ada)
    first = max(room.inbound.glob(f"{ada}+*"))
    elsewhere = first.rename(room.inbound.parent / first.name)
    hand_in(room, ada)
    once(room)
    elsewhere.rename(first)
    [event] = once(room)
    assert (event.kind, event.student) == ("not counted", first.name)
    assert event.remarks == ["a later submission has already been collected"] and once(room) == []


def test_what_is_wrong_with_the_workers_is_told_once(room, students, monkeypatch, capfd):
    caution = "the worker tcp://10.0.0.2:1 is not used: it has a different version of this grader"
    monkeypatch.setattr(Threads, "cautions", [caution])
    for student in students[:2]:
        hand_in(room, student)
    with contextlib.chdir(room.course.root):
        assert main(["watch", "--once"]) == 0
    assert capfd.readouterr().err.count(f"autograder: {caution}\n") == 1


def test_how_much_waits_is_told_where_it_changes(room, students):
    for student in students:
        hand_in(room, student)
    with contextlib.chdir(room.course.root):
        watcher = Watcher(configuration(), Threads(1), [])
        try:
            told = [one for one in watcher.run(0, once=True) if one.kind == "standing"]
            long_ago = SimpleNamespace(found=SimpleNamespace(time=datetime(2026, 1, 2)))
            watcher._lanes._slow.append((long_ago, {}, (False, 30, 300, 0)))
            watcher._tell_standing()
            [slow] = watcher._events
        finally:
            watcher.close()
    assert slow.waiting == 1 and slow.oldest == "2026-01-02T00:00:00Z"
    assert max(one.waiting for one in told) >= 1 and told[-1].waiting == 0
    waited = next(datetime.fromisoformat(one.oldest) for one in told if one.oldest)
    assert abs(datetime.now(UTC) - waited) < timedelta(hours=1) and told[-1].oldest == ""


AWAY = [
    OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    OperationalError("select 1", {}, sqlite3.OperationalError("database is locked")),
]


@pytest.mark.parametrize("away", AWAY, ids=["disk", "gradebook"])
def test_a_page_that_cannot_be_published_is_owed_until_it_is(room, students, monkeypatch, away):
    ada = students[0]
    hand_in(room, ada)
    once(room)
    settle(room, ada)
    page = room.pages(ada)[-1]
    page.unlink()

    def full(*_):
        raise away

    with contextlib.chdir(room.course.root):
        watcher = Watcher(configuration(), Threads(2), [])

        def owed():
            told = [*watcher.run(0, once=True), *watcher.run(0, once=True)]
            return [event.owed for event in told if event.kind == "standing"]

        try:
            with monkeypatch.context() as patch:
                patch.setattr(Watched, "publish", full)
                assert owed() == [1]
            assert owed() == [0] and page.exists()
        finally:
            watcher.close()


def test_an_event_is_a_line():
    event = Event("graded", "ps1", "ada", 9, 10, 1.25)
    assert str(event) == "ps1 ada: graded (9 of 10 points, feedback after 1.2 seconds)"


@pytest.mark.nightly
def test_a_cluster_runs_the_notebooks_and_a_server_keeps_the_grades(room, students):
    student = students[5]
    with Machines() as cluster:
        scheduler, _ = cluster.scheduler()
        cluster.worker(scheduler)
        hand_in(room, student, WRONG)
        out, err = watch(room, "--once", "--json", "--scheduler", scheduler).communicate()
    told = [json.loads(line)["kind"] for line in out.splitlines()]
    assert [kind for kind in told if kind != "standing"] == ["graded"], err
    assert room.points(student)[-1] == "6" and scores(room)[student] == 6
    if PROGRAMS is None:
        pytest.skip("there is no PostgreSQL server")
    with Server() as server:
        room.course.keep_grades(server.url)
        hand_in(room, student)
        # In a new gradebook, what others handed in before their last time is passed over.
        assert {event.kind for event in once(room)} - {"not counted"} == {"graded"}
        assert room.points(student)[-1] == "10" and scores(room)[student] == 10
    room.course.keep_grades(f"sqlite:///{room.course.root}/gradebook.db")
