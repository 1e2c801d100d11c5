"""Where the system cannot start another process, grading waits; really so, in a control group."""

import os
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from tests.small import A, notebook, work
from tests.throwaway import ThrowawayCourse

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
SLEEPERS, ROOM, STUDENTS = 40, 8, 4


@pytest.fixture
def group():
    """A control group with little room for processes, on systems of either version."""
    for root in (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup")):
        place = root / f"autograder-{os.getpid()}"
        try:
            place.mkdir()
            (place / "pids.max").write_text(str(SLEEPERS + ROOM))
        except OSError:
            continue
        yield place
        place.rmdir()
        return
    pytest.skip("no control group can be made here")


def test_no_room_is_waited_for_and_is_nobodys_failure(group, tmp_path):
    (tmp_path / "source" / A).mkdir(parents=True)
    nbformat.write(notebook(), tmp_path / "source" / A / f"{A}.ipynb")
    course = ThrowawayCourse(tmp_path)
    for number in range(STUDENTS):
        folder = tmp_path / "submitted" / f"s{number}" / A
        folder.mkdir(parents=True)
        (folder / f"{A}.ipynb").write_bytes(work())

    def start(*command):
        enter = (group / "cgroup.procs").write_text
        return subprocess.Popen(
            command,
            cwd=tmp_path,
            env=course.environment,
            preexec_fn=lambda: enter(str(os.getpid())) and None,
            stdout=subprocess.PIPE,
            text=True,
        )

    def refused():
        return int((group / "pids.events").read_text().split()[1])

    sleepers = [start("sleep", "1000") for _ in range(SLEEPERS)]
    grading = start(sys.executable, "-m", "autograder", "grade", A)
    while not refused() and grading.poll() is None:
        time.sleep(0.1)
    time.sleep(5)
    assert grading.poll() is None
    for sleeper in sleepers:
        sleeper.kill()
        sleeper.wait()
    said, _ = grading.communicate()
    assert grading.returncode == 0 and refused()
    scores = course.scores(A)
    assert {sum(s.got for s in scores[f"s{n}"].values()) for n in range(STUDENTS)} == {5}
    assert "Landlock and seccomp (" not in said  # the weaker wall is none for want of room
