"""A gradebook on a real PostgreSQL server, and several graders at once."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.gradebook import GradebookError, Patience, open_gradebook
from autograder.ledger import Ledger
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
        rules = (data / "pg_hba.conf").read_text()
        (data / "pg_hba.conf").write_text(f"local all locked scram-sha-256\n{rules}")
        settings = [f"unix_socket_directories = '{folder}'", "listen_addresses = ''", "fsync = off"]
        (data / "postgresql.auto.conf").write_text("\n".join(settings))
        _postgres("pg_ctl", "-D", data, "-l", log, "-w", "start")
        for role in ["grader", "locked", "guest"]:
            _postgres("createuser", "-h", folder, "-U", "owner", role)
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
    return course


def grade(course, assignment, *students):
    chosen = [argument for student in students for argument in ("--student", student)]
    return course.grader(assignment, "--json", "--jobs", "1", *chosen)


@pytest.fixture(scope="module")
def results(course):
    """Several graders at once: two assignments, and halves of a class that overlap.

    The database is empty when they start.
    """
    graders = [
        grade(course, ASSIGNMENTS[0]),
        grade(course, ASSIGNMENTS[1], *STUDENTS[:4]),
        grade(course, ASSIGNMENTS[1], *STUDENTS[2:]),
    ]
    said = [grader.communicate() for grader in graders]
    assert [grader.returncode for grader in graders] == [0, 0, 0], said
    return [result for out, _ in said for result in json.loads(out)]


def test_several_graders_at_once(results, course, url):
    assert {result["state"] for result in results} <= {"graded", "done before"}
    with Gradebook(url, "mastermind") as gradebook:
        for assignment in ASSIGNMENTS:
            submissions = gradebook.assignment_submissions(assignment)
            assert sorted(submission.student.id for submission in submissions) == STUDENTS
            assert all(submission.score == submission.max_score for submission in submissions)
    assert not (course.root / "gradebook.db").exists()


@pytest.mark.usefixtures("results")
def test_nbgraders_own_command_writes_there_too(course, url):
    course.nbgrader("autograde", ASSIGNMENTS[1], "--student", "s0", "--force")
    with Gradebook(url, "mastermind") as gradebook:
        submission = gradebook.find_submission(ASSIGNMENTS[1], "s0")
        assert submission.score == submission.max_score > 0
        assert not submission.needs_manual_grade


@pytest.mark.parametrize(
    "address,sentence",
    [
        ("locked:wrong@/course", "password authentication failed"),
        ("locked@/course", "no password supplied"),
        ("nobody@/course", 'role "nobody" does not exist'),
        ("grader@/nothing", 'database "nothing" does not exist'),
        ("guest@/course", "permission denied for table"),
        ("grader@/course?host=/no/such/server", "No such file or directory"),
    ],
)
@pytest.mark.usefixtures("results")
def test_a_gradebook_that_cannot_be_opened_is_refused_in_a_sentence(url, address, sentence):
    host = "" if "host=" in address else f"?{url.partition('?')[2]}"
    directory = CourseDirectory(db_url=f"postgresql+psycopg://{address}{host}")
    with pytest.raises(GradebookError, match=re.escape(sentence)) as refused:
        open_gradebook(directory, Patience(60, pytest.fail))
    assert "wrong" not in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.usefixtures("results")
def test_a_server_that_starts_again_is_waited_for(url, capfd):
    """Every connection is lost when the server is killed."""
    data, said = Path(url.partition("host=")[2]) / "data", []

    def tell(sentence):
        if not said:
            _postgres("pg_ctl", "-D", data, "-l", data.with_name("log"), "-w", "start")
        said.append(sentence)

    with open_gradebook(CourseDirectory(db_url=url), Patience(60, tell)) as gradebook:
        ledger = Ledger(gradebook, ASSIGNMENTS[1], Config(), Patience(60, tell))
        ledger.open_run()
        _postgres("pg_ctl", "-D", data, "-m", "immediate", "stop")
        ledger.write("late", None, {}, "digest")
        assert ledger.digest("late") == "digest"
    assert said[0].startswith("Waiting for the gradebook, 60 seconds at most (")
    assert "Traceback" not in capfd.readouterr().err
