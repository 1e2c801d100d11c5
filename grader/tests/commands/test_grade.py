"""The command that grades in parallel: the same grades, whatever happens on the way."""

import contextlib
import io
import json
import os
import shutil
import signal
import sys
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from types import SimpleNamespace

import nbformat
import psutil
import pytest
from traitlets.config import Config

from autograder.__main__ import main
from autograder.grader.gradebook.ledger import Ledger, OutdatedError
from autograder.grader.grading.parallel import Result
from autograder.grader.grading.run_report import follow
from autograder.runner.conductor import CELL_SECONDS
from tests.sample import ASSIGNMENT, RIGHT

WRONG = RIGHT | {"spelled": "def spelled(*a):\n    return True"}
STUDENTS = [f"s{number:02}" for number in range(6)]


def run(course, *arguments):
    """Grade in this process: it has imported nbgrader already."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(course.root), redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(["grade", *arguments])
        except SystemExit as error:  # of an option
            status = error.code
    return status, out.getvalue(), err.getvalue()


def results(course, *arguments):
    status, out, err = run(course, ASSIGNMENT, "--json", *arguments)
    assert status in (0, 1), err
    return {result["student"]: result for result in json.loads(out)}


def rows(course):
    """All that the gradebook says about the assignment, and the graded notebooks.

    Only how long the cells took is left out: it differs from run to run.
    """
    with course.gradebook() as gradebook:
        submissions = gradebook.assignment_submissions(ASSIGNMENT)
        grades = {
            submission.student.id: {
                grade.name: (grade.auto_score, grade.manual_score, grade.needs_manual_grade)
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in submissions
        }
    notebooks = {}
    for student in grades:
        path = course.root / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        notebooks[student] = json.loads(path.read_bytes())
    return grades, notebooks


@pytest.fixture(scope="module")
def handed_in(released, tmp_path_factory):
    course = released.copy(tmp_path_factory.mktemp("handed-in"))
    for number, student in enumerate(STUDENTS):
        course.hand_in(student, ASSIGNMENT, RIGHT if number % 2 else WRONG)
    return course


@pytest.fixture
def course(handed_in, tmp_path):
    """A course of one's own, with everything handed in."""
    return handed_in.copy(tmp_path / "course")


@pytest.fixture(scope="module")
def expected(handed_in, tmp_path_factory):
    """What nbgrader's own command writes."""
    course = handed_in.copy(tmp_path_factory.mktemp("expected"))
    course.nbgrader("autograde", ASSIGNMENT)
    return rows(course)


def test_the_grades_are_those_of_nbgraders_own_command(course, expected):
    first = results(course)
    assert {result["state"] for result in first.values()} == {"graded"}
    assert rows(course)[0] == expected[0]
    before = rows(course)
    assert {result["state"] for result in results(course).values()} == {"already graded"}
    again = results(course, "--force", "--student", "s03")
    assert list(again) == ["s03"] and again["s03"]["state"] == "graded"
    assert rows(course) == before


def test_changed_limits_have_all_graded_anew_and_the_default_ones_have_not(course):
    two = ["--student", "s00", "--student", "s01"]
    results(course, *two)
    course.configure(f"c.Autograder.timeout = {CELL_SECONDS}\nc.Autograder.programs = []")
    assert {result["state"] for result in results(course, *two).values()} == {"already graded"}
    course.configure("c.Autograder.programs = ['git']")
    assert {result["state"] for result in results(course, *two).values()} == {"graded"}


def stopped(course, *arguments):
    """A run that stands still since some submissions were graded, and others were not."""
    while True:
        process = course.grader(ASSIGNMENT, "--jobs", "2", *arguments)
        while process.poll() is None:
            if len(list(course.root.glob("autograded/s*"))) >= 2:
                process.send_signal(signal.SIGSTOP)
                return process
            time.sleep(0.01)
        # It was too quick for us: the same once more, from the beginning.
        shutil.rmtree(course.root / "autograded")


def test_a_run_that_is_killed_is_resumed(course, expected):
    process = stopped(course)
    fork_servers = _fork_servers(process.pid)
    process.kill()
    process.wait()
    while any(map(_command_line, fork_servers)):
        time.sleep(0.05)
    assert fork_servers
    resumed = results(course)
    assert set(resumed) == set(STUDENTS)
    assert rows(course)[0] == expected[0]
    assert not list((course.root / "autograded").rglob(".grading-*"))


def test_ctrl_c_stops_at_once_and_nothing_is_lost(course, expected):
    others = [word for student in STUDENTS[:4] for word in ("--student", student)]
    assert course.grader(ASSIGNMENT, *others).wait() == 0
    endless = RIGHT | {"spelled": "def spelled(*a):\n    while True: pass"}
    for student in ["s04", "s05"]:
        course.hand_in(student, ASSIGNMENT, endless)
    process = course.grader(ASSIGNMENT, "--jobs", "2")
    while process.poll() is None and not _fork_servers(process.pid):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert "stopped; to continue, run the same command again" in err and "Traceback" not in err
    assert not {"s04", "s05"} & {path.name for path in course.root.glob("autograded/*")}
    for number, student in enumerate(["s04", "s05"], 4):
        course.hand_in(student, ASSIGNMENT, RIGHT if number % 2 else WRONG)
    states = {student: result["state"] for student, result in results(course).items()}
    assert states["s04"] == states["s05"] == "graded" and set(states) == set(STUDENTS)
    assert rows(course)[0] == expected[0]


@pytest.mark.parametrize("role", ["student", "examiner"])
def test_a_killed_fork_server_costs_nothing(course, expected, role):
    process = stopped(course, "--json")
    killed = [
        pid for pid in _fork_servers(process.pid) if f"forkserver\0{role}" in _command_line(pid)
    ]
    for pid in killed:
        with suppress(ProcessLookupError):  # what it had forked has ended with it
            os.kill(pid, signal.SIGKILL)
    process.send_signal(signal.SIGCONT)
    _, err = process.communicate()
    assert killed and process.returncode == 0, err
    assert rows(course)[0] == expected[0]


def test_one_failing_submission_stops_nobody(course):
    (course.root / "submitted" / "s00" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").write_text("{")
    renamed = course.root / "submitted" / "s01" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    renamed.rename(renamed.with_name("Copy of my solution (1).ipynb"))
    empty = course.root / "submitted" / "s02" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    empty.unlink()
    huge = course.root / "submitted" / "s03" / ASSIGNMENT / "data.bin"
    huge.write_bytes(bytes(41_000_000))
    os.symlink("/etc/passwd", course.root / "submitted" / "s04" / ASSIGNMENT / "link.txt")
    old = course.root / "submitted" / "s05" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    nb = nbformat.convert(nbformat.read(old, as_version=4), 3)
    old.write_text(json.dumps(nb))
    found = results(course)
    failed = {
        student: result["remarks"][0]
        for student, result in found.items()
        if result["state"] == "failed"
    }
    assert sorted(failed) == ["s00", "s02"]
    assert found["s03"]["score"] == 10
    assert "cannot be read" in failed["s00"]
    assert failed["s02"] == f"{ASSIGNMENT}.ipynb is missing"
    [told] = found["s03"]["remarks"]
    assert told.startswith("data.bin was left out") and "(41,000,000 bytes)" in told
    assert f"was graded as {ASSIGNMENT}.ipynb" in found["s01"]["remarks"][0]
    assert "link.txt was left out, because it is a link" in found["s04"]["remarks"]
    assert found["s01"]["score"] == found["s05"]["score"] == 10
    assert not list((course.root / "autograded").rglob("link.txt"))


def test_a_missing_gradebook_is_made_from_the_source_by_two_commands_at_once(course, expected):
    (course.root / "gradebook.db").unlink()
    shutil.rmtree(course.root / "release")
    both = [course.grader(ASSIGNMENT, *part) for part in (_students(0), _students(1))]
    said = [command.communicate() for command in both]
    assert [command.returncode for command in both] == [0, 0], said
    assert rows(course)[0] == expected[0]


def _students(half):
    return [argument for student in STUDENTS[half::2] for argument in ("--student", student)]


def test_late_work_is_penalized_as_nbgrader_does(course):
    course.configure("c.LateSubmissionPlugin.penalty_method = 'zero'")
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate="2026-01-01 12:00:00 UTC")
    for student, day in [("s01", "2025-12-31"), ("s03", "2026-01-02")]:
        folder = course.root / "submitted" / student / ASSIGNMENT
        (folder / "timestamp.txt").write_text(f"{day} 12:00:00 UTC")
    found = results(course, "--student", "s01", "--student", "s03")
    assert found["s01"]["score"] == 10
    with course.gradebook() as gradebook:
        assert gradebook.find_submission(ASSIGNMENT, "s01").late_submission_penalty == 0
        assert gradebook.find_submission(ASSIGNMENT, "s03").late_submission_penalty == 10
    # More time, given afterwards and taken back: who is concerned is graded again, nobody else.
    for until, penalty in [("2026-01-03", 0), ("none", 10)]:
        with contextlib.chdir(course.root):
            assert main(["due", ASSIGNMENT, until, "--student", "s03"]) == 0
        again = results(course, "--student", "s01", "--student", "s03")
        assert [again[name]["state"] for name in ("s01", "s03")] == ["already graded", "graded"]
        with course.gradebook() as gradebook:
            found = gradebook.find_submission(ASSIGNMENT, "s03")
            assert found.late_submission_penalty == penalty


@pytest.mark.parametrize(
    "arguments,sentence",
    [
        (["99-nothing"], "there is no assignment 99-nothing"),
        (
            [ASSIGNMENT, "--student", "nobody"],
            "there is no submission for 02-spelling by nobody",
        ),
        (["01-counting"], "there is no submission for 01-counting"),
        ([ASSIGNMENT, "--jobs", "0"], "--jobs must be at least 1"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(handed_in, arguments, sentence):
    before = (handed_in.root / "gradebook.db").read_bytes()
    status, _, err = run(handed_in, *arguments)
    assert status == 2 and sentence in err and "Traceback" not in err
    assert (handed_in.root / "gradebook.db").read_bytes() == before


def test_an_assignment_that_is_replaced_meanwhile_is_noticed(course):
    with course.gradebook() as gradebook, course.gradebook() as another:
        ledger = Ledger(gradebook, ASSIGNMENT, Config())
        another.remove_assignment(ASSIGNMENT)
        with pytest.raises(OutdatedError, match="grade it again"):
            ledger.write("s01", None, {}, "")
        assert not gradebook.students


NO_CONFINEMENT = """
import errno, os, pyseccomp, sys
CLONE_NEWNS = 0x20000  # from linux/sched.h
rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "landlock_create_ruleset")
rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "unshare")
namespace = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, CLONE_NEWNS, CLONE_NEWNS)
rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "clone", namespace)
rules.load()
os.execvp(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is made to refuse by seccomp")
@pytest.mark.parametrize(
    "grade,status",
    [(["-m", "autograder", "grade"], 2), (["-m", "nbgrader", "autograde"], 1)],
    ids=["the parallel command", "nbgrader autograde"],
)
def test_where_nobody_can_be_confined_grading_refuses_and_changes_nothing(handed_in, grade, status):
    before = (handed_in.root / "gradebook.db").read_bytes()
    process = handed_in.start(sys.executable, "-c", NO_CONFINEMENT, *grade, ASSIGNMENT)
    _, err = process.communicate()
    assert process.returncode == status
    said = err.splitlines()[-1]  # the command says first what it is going to do
    assert len(err.splitlines()) == (2 if "grade" in grade else 1)
    assert "students' code cannot be confined on this machine" in said
    assert (handed_in.root / "gradebook.db").read_bytes() == before
    assert not (handed_in.root / "autograded").exists()


def _fork_servers(pid):
    """The warm processes of a run, what confines them, and what they have forked."""
    found = psutil.Process(pid).children(recursive=True)
    return [
        child.pid
        for child in found
        if "autograder.runner.processes.forkserver" in _command_line(child.pid)
    ]


def _command_line(pid):
    try:
        return open(f"/proc/{pid}/cmdline").read()
    except OSError:
        return ""


def test_a_log_is_told_how_far_it_is_line_by_line(capsys):
    results = [Result(f"s{number}", "graded", 1, 1) for number in range(25)]
    assert list(follow(SimpleNamespace(), results, 25)) == results
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "3 of 25 done" and len(lines) == 8


def test_the_command_says_at_once_what_it_does_and_in_the_end_what_comes_next(course):
    process = course.grader(ASSIGNMENT, "--student", STUDENTS[0])
    out, err = process.communicate()
    assert process.returncode == 0
    assert err.startswith(f"Grading {ASSIGNMENT} ...\n") and "\n1 submission, " in err
    assert f"nbgrader generate_feedback {ASSIGNMENT}" in err and "Next" not in out
