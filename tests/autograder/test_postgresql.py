"""A gradebook on a real PostgreSQL server, and several graders at once."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from tools.course import Course, solutions

ASSIGNMENTS = ["01-random-codes", "02-valid-guesses"]
STUDENTS = [f"s{number}" for number in range(6)]
PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAMS is None, reason="there is no PostgreSQL server"),
]


@pytest.fixture(scope="module")
def url():
    """The address of a database that belongs to a user without special rights."""
    folder = Path(tempfile.mkdtemp(prefix="postgresql-", dir="/tmp"))  # a socket's path is short
    if os.getuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
    data, log = folder / "data", folder / "log"
    try:
        _postgres("initdb", "-D", data, "-U", "owner", "--auth=trust", "--no-sync")
        settings = f"-k {folder} -c listen_addresses= -c fsync=off"
        _postgres("pg_ctl", "-D", data, "-l", log, "-o", settings, "-w", "start")
        _postgres("createuser", "-h", folder, "-U", "owner", "grader")
        _postgres("createdb", "-h", folder, "-U", "owner", "-O", "grader", "course")
        yield f"postgresql+psycopg://grader@/course?host={folder}"
    finally:
        _postgres("pg_ctl", "-D", data, "-m", "immediate", "stop", check=False)
        shutil.rmtree(folder)


def _postgres(program, *arguments, check=True):
    who = {"user": "postgres", "group": "postgres", "extra_groups": []}
    subprocess.run(
        [PROGRAMS / program, *arguments],
        check=check,
        stdout=subprocess.DEVNULL,
        cwd="/",
        **(who if os.getuid() == 0 else {}),
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory, url):
    course = Course(tmp_path_factory.mktemp("course"))
    course.configure(f"c.CourseDirectory.db_url = {url!r}")
    for assignment in ASSIGNMENTS:
        for student in STUDENTS:
            course.hand_in(student, assignment, solutions(assignment))
        course.nbgrader("generate_assignment", assignment)
    return course


def grade(course, assignment, *students):
    chosen = [argument for student in students for argument in ("--student", student)]
    return course.grader(assignment, "--json", "--jobs", "1", *chosen)


def test_several_graders_at_once(course, url):
    """Two assignments of the same students, and halves of a class that overlap."""
    graders = [
        grade(course, ASSIGNMENTS[0]),
        grade(course, ASSIGNMENTS[1], *STUDENTS[:4]),
        grade(course, ASSIGNMENTS[1], *STUDENTS[2:]),
    ]
    said = [grader.communicate() for grader in graders]
    assert [grader.returncode for grader in graders] == [0, 0, 0], said
    states = {result["state"] for out, _ in said for result in json.loads(out)}
    assert states <= {"graded", "done before"}
    with Gradebook(url, "mastermind") as gradebook:
        for assignment in ASSIGNMENTS:
            submissions = gradebook.assignment_submissions(assignment)
            assert sorted(submission.student.id for submission in submissions) == STUDENTS
            assert all(submission.score == submission.max_score for submission in submissions)
    assert not (course.root / "gradebook.db").exists()


def test_nbgraders_own_command_writes_there_too(course, url):
    course.nbgrader("autograde", ASSIGNMENTS[1], "--student", "s0", "--force")
    with Gradebook(url, "mastermind") as gradebook:
        submission = gradebook.find_submission(ASSIGNMENTS[1], "s0")
        assert submission.score == submission.max_score > 0
        assert not submission.needs_manual_grade
