"""Grading on the workers of a Dask cluster: real processes, each in a folder of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.runner.processes.confinement import landlock_version
from tests.extras import machines
from tests.sample import ASSIGNMENT, RIGHT, Course

pytestmark = pytest.mark.slow
WRONG = RIGHT | {"tidy": "def tidy(text):\n    return text"}
STUDENTS = [f"s{number:02}" for number in range(12)]
PATIENCE = "DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT"
TTL = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s"}
TLS = "tls://127.0.0.1:9"


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("handed-in"))
    for number, student in enumerate(STUDENTS):
        course.hand_in(student, ASSIGNMENT, RIGHT if number % 2 else WRONG)
    course.nbgrader("generate_assignment", ASSIGNMENT)
    return course


@pytest.fixture
def course(handed_in, tmp_path):
    return handed_in.copy(tmp_path / "course")


@pytest.fixture
def cluster():
    with machines.Machines(TTL) as cluster:
        yield cluster


def grade(course, scheduler, *options, patience="600s"):
    command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--scheduler", scheduler]
    return subprocess.Popen(
        [*command, *options],
        cwd=course.root,
        env=course.environment | {PATIENCE: patience},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(course, number, process):
    """Wait until so many are graded; a run that ends before has to say why."""
    while len(list(course.root.glob(f"autograded/*/{ASSIGNMENT}"))) < number:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def is_right(course):
    scores = course.scores(ASSIGNMENT)
    got = {student: sum(score.got for score in scores[student].values()) for student in scores}
    return all((got[student] == 10) == bool(int(student[1:]) % 2) for student in got)


@pytest.mark.parametrize(
    "address, sentence",
    [
        ("tcp://127.0.0.1:9", "the scheduler at tcp://127.0.0.1:9 does not answer"),
        (TLS, f"{TLS} needs certificates; docs/scale.md shows the settings"),
        (None, "the cluster has had no workers for 0.5 seconds"),
    ],
)
@pytest.mark.nightly
def test_a_cluster_that_cannot_be_used_is_named_in_a_sentence(course, cluster, address, sentence):
    before = (course.root / "gradebook.db").read_bytes()
    process = grade(course, address or cluster.scheduler()[0], patience="500ms")
    _, err = process.communicate(timeout=600)
    assert process.returncode == 2 and sentence in err and "Traceback" not in err, err
    assert err.count("\n") == 2  # "Grading ..." comes first
    assert (course.root / "gradebook.db").read_bytes() == before


def test_without_dask_it_says_what_to_install(course, tmp_path):
    (tmp_path / "dask.py").write_text("raise ImportError")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--scheduler", "tcp://a:1"]
    done = subprocess.run(command, cwd=course.root, env=env, capture_output=True, text=True)
    assert done.returncode == 2 and 'pip install "mastermind-grader[cluster]"' in done.stderr


CONNECTED = """
import asyncio, pathlib, sys
from autograder.extras.cluster import proxy
proxy.SECONDS_FOR_SCHEDULER = 1
try:
    asyncio.run(proxy._connect("tcp://127.0.0.1:9"))
except proxy.LostError as error:
    print(error)
print("numpy" in sys.modules, flush=True)
path = pathlib.Path(sys.argv[1])
for act in (path.read_text, path.unlink, lambda: path.write_text("forged")):
    try:
        act()
    except PermissionError:
        print("refused", flush=True)
input()
"""


@pytest.mark.skipif(landlock_version() < 3, reason="Landlock is missing or too old")
def test_every_thread_of_what_talks_to_a_cluster_is_kept_from_files(tmp_path):
    """NumPy, which Dask imports, starts threads of its own."""
    (tmp_path / "gradebook.db").write_text("grades")
    command = [sys.executable, "-P", "-c", CONNECTED, str(tmp_path / "gradebook.db")]
    with subprocess.Popen(command, cwd="/", text=True, stdin=-1, stdout=-1) as process:
        answer, *said = (process.stdout.readline().strip() for _ in range(5))
        threads = Path(f"/proc/{process.pid}/task").glob("*/status")
        bound = [re.search(r"NoNewPrivs:\s(.)", about.read_text())[1] for about in threads]
        process.communicate("\n")
    assert "the scheduler at tcp://127.0.0.1:9 does not answer" in answer
    assert said == ["True", "refused", "refused", "refused"]
    assert {*bound} == {"1"} and (len(bound) > 1 or os.cpu_count() == 1)


def test_workers_come_and_go_and_bad_ones_are_left_out_by_name(course, cluster):
    """Who was left out, and why; and which wall stood where."""
    scheduler, _ = cluster.scheduler()
    bad = [machines.WITHOUT_SECCOMP, machines.WITHOUT_MSGSPEC, machines.JUDGING_OTHERWISE]
    for changed in bad:
        cluster.worker(scheduler, changed=changed)
    victim = cluster.worker(scheduler, "--nthreads", "2", "--name", "victim")
    process = grade(course, scheduler, "--json")
    wait_for(course, 2, process)
    victim.kill()
    cluster.worker(scheduler, "--nthreads", "2", changed=machines.WITH_FULL_SCRATCH_SPACE)
    time.sleep(6)  # for what Dask has given to that one, and would let wait there
    cluster.worker(scheduler, "--nthreads", "2")
    out, err = process.communicate(timeout=900)
    assert process.returncode == 0, out + err
    results = json.loads(out)
    assert sorted(result["student"] for result in results) == STUDENTS
    assert {result["state"] for result in results} == {"graded"}
    assert {result["confinement"] for result in results} <= {
        "bubblewrap, seccomp and Landlock",
        "Landlock and seccomp",
    }
    assert 1 <= len({result["worker"] for result in results}) <= 2
    assert "is not used: students' code cannot be confined on this machine (seccomp" in err
    assert "Install pyseccomp" in err and "No module named 'msgspec'" in err.replace('"', ""), err
    assert (
        f"is not used: the instructor's solution to {ASSIGNMENT} fails a test on this worker" in err
    )
    assert "is not used: it is no longer in the cluster" in err and "Traceback" not in err
    assert sorted(course.scores(ASSIGNMENT)) == STUDENTS and is_right(course)
    assert not list(course.root.rglob(".grading-*"))


@pytest.mark.nightly
def test_a_worker_that_hangs_is_told_and_its_notebooks_run_elsewhere(course, cluster):
    # The last hand-in, so that the run outlasts the silence.
    course.hand_in(
        "s99", ASSIGNMENT, RIGHT | {"tidy": f"import time; time.sleep(15)\n{RIGHT['tidy']}"}
    )
    scheduler, _ = cluster.scheduler()
    victim = cluster.worker(scheduler, "--nthreads", "1", "--name", "victim")
    cluster.worker(scheduler, "--nthreads", "1")
    process = grade(course, scheduler, "--json")
    wait_for(course, 2, process)
    victim.send_signal(signal.SIGSTOP)
    try:
        out, err = process.communicate(timeout=900)
    finally:
        victim.send_signal(signal.SIGCONT)
    assert process.returncode == 0 and "it is no longer in the cluster" in err, err
    assert {result["state"] for result in json.loads(out)} == {"graded"} and is_right(course)


@pytest.mark.nightly
def test_who_ends_workers_is_named_and_nobody_else_fails(course, cluster):
    course.hand_in("s99", ASSIGNMENT, RIGHT | {"tidy": f"# {machines.ENDING}"})
    scheduler, _ = cluster.scheduler()
    little = machines.WITH_TOO_LITTLE_MEMORY
    cluster.worker(scheduler, "--nthreads", "2", "--nworkers", "2", changed=little, nanny=True)
    process = grade(course, scheduler, "--json")
    out, err = process.communicate(timeout=900)
    failed = [result for result in json.loads(out) if result["state"] != "graded"]
    assert process.returncode == 1 and [result["student"] for result in failed] == ["s99"], err
    [remark] = failed[0]["remarks"]
    assert remark.startswith("3 workers were lost while running this submission; ")
    assert is_right(course)


def test_a_worker_that_is_taken_over_reaches_neither_the_command_nor_others(course, cluster):
    taken = course.root / "taken"
    scheduler, _ = cluster.scheduler()
    cluster.worker(scheduler, "--name", "honest")
    cluster.worker(scheduler, changed=machines.taken_over(taken))
    cluster.worker(scheduler, changed=machines.FORGING)
    process = grade(course, scheduler, "--json")
    out, err = process.communicate(timeout=900)
    assert process.returncode in (0, 1) and "Traceback" not in err, err
    for result in json.loads(out):
        if result["state"] == "failed":
            # On a busy machine the worker whose pickle is refused may get it three times.
            refused = f"no worker was able to run this submission: [Errno 13] Permission denied: '{taken}'"
            said = "sent an invalid answer (the cells differ from those in the task)", refused
            assert any(one in result["remarks"][0] for one in said)
    assert not taken.exists()
    assert is_right(course)


@pytest.mark.nightly
def test_without_scheduler_or_workers_it_stops_and_says_what_is_done(course, cluster):
    for lost in ["scheduler", "worker"]:
        scheduler, its_process = cluster.scheduler()
        worker = cluster.worker(scheduler)
        process = grade(course, scheduler, patience="1s")
        graded = len(list(course.root.glob(f"autograded/*/{ASSIGNMENT}")))
        wait_for(course, graded + 1, process)
        (its_process if lost == "scheduler" else worker).kill()
        out, err = process.communicate(timeout=900)
        assert process.returncode == 1 and "Traceback" not in err, err
        said = {
            "scheduler": "the connection to the scheduler was lost",
            "worker": "the cluster has had no workers for 1 seconds",
        }
        assert f"autograder: {said[lost]}; " in err and " submissions remain; " in err, err
        assert " graded; on average " in out and "Confined by " in out
    assert course.grader(ASSIGNMENT).wait() == 0
    assert sorted(course.scores(ASSIGNMENT)) == STUDENTS and is_right(course)
