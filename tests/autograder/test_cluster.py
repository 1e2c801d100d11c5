"""Grading on the workers of a Dask cluster: real processes, each in a folder of its own."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tools.course import Course, solutions

pytestmark = pytest.mark.slow
ASSIGNMENT = "02-valid-guesses"
RIGHT = solutions(ASSIGNMENT)
WRONG = RIGHT | {"clean_guess": "def clean_guess(text):\n    return text"}
STUDENTS = [f"s{number:02}" for number in range(24)]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("course"))
    for number, student in enumerate(STUDENTS):
        course.hand_in(student, ASSIGNMENT, RIGHT if number % 2 else WRONG)
    course.nbgrader("generate_assignment", ASSIGNMENT)
    return course


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """Starts a scheduler or a worker; all of them end with the tests."""
    started = []

    def start(*arguments):
        folder = tmp_path_factory.mktemp("machine")
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            cwd=folder,
            env={**os.environ, "TMPDIR": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def scheduler(dask, tmp_path_factory):
    """The address of a scheduler."""
    about = tmp_path_factory.mktemp("about") / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", about]
    dask("scheduler", *options)
    for _ in range(6000):
        if about.exists() and about.read_text().endswith("}"):
            return json.loads(about.read_text())["address"]
        time.sleep(0.1)
    raise RuntimeError("the scheduler did not start")


def worker(dask, scheduler):
    options = ["--nthreads", "2", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    return dask("worker", scheduler, *options)


def grade(course, scheduler):
    command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--scheduler", scheduler]
    return subprocess.Popen(
        [*command, "--json"],
        cwd=course.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    "address, sentence",
    [
        ("tcp://127.0.0.1:9", "the scheduler at tcp://127.0.0.1:9 does not answer"),
        ("nonsense://1", "the scheduler at nonsense://1 does not answer"),
        (None, "has no workers"),
    ],
)
def test_a_cluster_that_cannot_be_used_is_named_in_a_sentence(course, scheduler, address, sentence):
    before = (course.root / "gradebook.db").read_bytes()
    process = grade(course, address or scheduler)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 2 and sentence in err and "Traceback" not in err, err
    assert err.count("\n") == 2  # "Grading ..." comes first
    assert (course.root / "gradebook.db").read_bytes() == before


def test_without_dask_it_says_what_to_install(course, tmp_path):
    (tmp_path / "distributed.py").write_text("raise ImportError")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--scheduler", "tcp://a:1"]
    done = subprocess.run(command, cwd=course.root, env=env, capture_output=True, text=True)
    assert done.returncode == 2 and 'pip install "mastermind-course[cluster]"' in done.stderr


def test_a_worker_is_killed_and_everybody_is_graded_once(course, dask, scheduler):
    victim, _ = worker(dask, scheduler), worker(dask, scheduler)
    _wait_for_workers(scheduler, 2)
    process = grade(course, scheduler)
    while process.poll() is None and len(list(course.root.glob(f"autograded/*/{ASSIGNMENT}"))) < 4:
        time.sleep(0.01)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    under_way = process.poll() is None
    out, err = process.communicate(timeout=900)
    assert process.returncode == 0 and under_way, err
    results = json.loads(out)
    assert sorted(result["student"] for result in results) == STUDENTS
    assert {result["state"] for result in results} == {"graded"}
    scores = course.scores(ASSIGNMENT)
    assert sorted(scores) == STUDENTS
    for number, student in enumerate(STUDENTS):
        got = sum(score.got for score in scores[student].values())
        assert (got == 10) == bool(number % 2)
    assert not list(course.root.rglob(".grading-*"))


def _wait_for_workers(scheduler, number):
    from distributed import Client

    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=600)
