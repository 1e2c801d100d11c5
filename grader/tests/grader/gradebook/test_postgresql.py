"""A gradebook on a real PostgreSQL server, and several graders at once."""

import json
import re

import pytest
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import create_engine
from traitlets.config import Config

from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.opening import GradebookError, GradebookRetry, open_gradebook
from tests.postgresql import PROGRAMS, Server
from tests.sample import ASSIGNMENT, FIRST, Course, solutions

ASSIGNMENTS = [FIRST, ASSIGNMENT]
STUDENTS = [f"s{number}" for number in range(6)]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.nightly,
    pytest.mark.skipif(PROGRAMS is None, reason="there is no PostgreSQL server"),
]


@pytest.fixture(scope="module")
def server():
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def url(server):
    """The address of a database that belongs to a role without special rights."""
    return server.url


@pytest.fixture(scope="module")
def course(tmp_path_factory, url):
    course = Course(tmp_path_factory.mktemp("course"))
    course.keep_grades(url)
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


def test_several_graders_at_once(results, course):
    assert {result["state"] for result in results} <= {"graded", "already graded"}
    with course.gradebook() as gradebook:
        for assignment in ASSIGNMENTS:
            submissions = gradebook.assignment_submissions(assignment)
            assert sorted(submission.student.id for submission in submissions) == STUDENTS
            assert all(submission.score == submission.max_score for submission in submissions)
    assert not (course.root / "gradebook.db").exists()


@pytest.mark.usefixtures("results")
def test_nbgraders_own_command_writes_there_too(course):
    course.nbgrader("autograde", ASSIGNMENTS[1], "--student", "s0", "--force")
    with course.gradebook() as gradebook:
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
    ],
)
@pytest.mark.usefixtures("results")
def test_a_gradebook_that_cannot_be_opened_is_refused_in_a_sentence(server, address, sentence):
    directory = CourseDirectory(db_url=server.address(address))
    with pytest.raises(GradebookError, match=re.escape(sentence)) as refused:
        open_gradebook(directory, GradebookRetry(60, pytest.fail))
    assert "wrong" not in str(refused.value) and "\n" not in str(refused.value)


def test_no_server_is_told_in_a_sentence():
    directory = CourseDirectory(db_url="postgresql+psycopg://grader@/course?host=/no/such/server")
    with pytest.raises(GradebookError, match="No such file or directory"):
        open_gradebook(directory, GradebookRetry(60, pytest.fail))


@pytest.mark.usefixtures("results")
def test_a_server_that_starts_again_is_waited_for(server, url, capfd):
    """Every connection is lost when the server is killed."""
    said = []

    def tell(sentence):
        if not said:
            server.start()
        said.append(sentence)

    with open_gradebook(CourseDirectory(db_url=url), GradebookRetry(60, tell)) as gradebook:
        ledger = Ledger(gradebook, ASSIGNMENTS[1], Config(), GradebookRetry(60, tell))
        ledger.open_run()
        server.stop()
        ledger.write("late", None, {}, "digest")
        assert ledger.was_graded("late", "digest")
    assert said[0].startswith("Waiting for the gradebook for at most 60 seconds (")
    assert "Traceback" not in capfd.readouterr().err


def test_a_server_that_only_reads_is_waited_for_like_a_lock(server):
    engine = create_engine(server.make_database("standby"))
    with engine.begin() as connection:
        connection.exec_driver_sql("create table grade (score int)")
    told = []

    def write():
        with engine.begin() as connection:
            if len(told) == 0:  # as after a failover, until this one takes the other's place
                connection.exec_driver_sql("set transaction read only")
            connection.exec_driver_sql("insert into grade values (10)")
        return "written"

    assert GradebookRetry(60, told.append)(write) == "written"
    assert len(told) == 1 and "read-only transaction" in told[0]
    engine.dispose()
