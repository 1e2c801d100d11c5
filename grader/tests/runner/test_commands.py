"""Commands in a student's cells: behind the same walls where a course allows them, else not run."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from autograder.runner import conductor
from autograder.runner.conductor import COMMANDS_NEED_BUBBLEWRAP, examine, run_together
from autograder.runner.jobs import Job, Step
from autograder.runner.processes import forked
from autograder.runner.processes.confinement import (
    MOST_PROCESSES,
    Allowed,
    ConfinementError,
    bubblewrap,
)
from autograder.runner.processes.surroundings import readable

ALLOWED = Allowed(commands=True)
ENDLESS = 98_765
"""Seconds for which a program sleeps that is not to live on; nothing else sleeps so long."""


@pytest.fixture(autouse=True)
def _bubblewrap():
    try:
        bubblewrap([], readable())
    except ConfinementError as error:
        pytest.skip(f"not on this machine: {error}")


def judge(*cells, allowed=ALLOWED):
    """Run cells with a file beside them; tests start with "#test"."""
    steps = [Step(n, cell, cell.startswith("#test")) for n, cell in enumerate(cells)]
    job = Job(steps, [], {"a.txt": b"hello\n"}, {}, allowed=allowed)
    return examine(job, wall_seconds=600)


def said(*cells, **how):
    """What each cell puts out, and the errors that it ends with."""
    outputs = judge(*cells, **how).outputs
    return [
        "".join(o.get("text", "") or o.get("evalue", "") for o in outputs[n])
        for n in range(len(cells))
    ]


def running(words):
    """Tell whether a process on this machine was started with such words."""
    commands = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            commands.append(path.read_bytes())
        except OSError:
            continue
    return any(words in command.replace(b"\0", b" ") for command in commands)


def test_commands_run_as_in_a_kernel():
    cells = {
        "!cat a.txt; exit 3": "hello\n",
        "print(_exit_code)": "3\n",
        "name = 'a.txt'\nlines = !wc -c {name}\nprint(lines)": "['6 a.txt']\n",
        "%%bash\necho bye > b.txt": "",
        "print(open('b.txt').read())": "bye\n\n",
        "!nowhere 2>&1 | grep -c 'not found'": "1\n",
        "%%bash\nexit 3": "Command 'b'exit 3\\n'' returned non-zero exit status 3.",
        "!python -c 'print(6 * 7)'": "42\n",
        "import subprocess\nprint(subprocess.run('echo $USER', shell=True, text=True, "
        "capture_output=True).stdout)": "student\n\n",
        "!git init -q . 2> /dev/null && git commit -q --allow-empty -m x && git log | grep -c student": "1\n",
        "!sleep 1 &": "Background processes not supported.",
    }
    judged = judge(*cells)
    assert said(*cells) == [*cells.values()] and judged.remarks == []


def test_they_are_not_run_where_a_course_does_not_say_so():
    told = said("!ls", "x = !ls\nprint(x)", "%%bash\nls", allowed=Allowed())
    refused = "[not run while a notebook is being graded: {}]\n".format
    assert told == [refused("ls"), refused("ls") + "[]\n", refused("%%bash ")]


def test_they_are_not_run_without_the_wall_that_ends_what_they_leave(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(conductor.confinement, "bubblewrap", _missing)
        patch.setattr(conductor, "_running", {})
        try:
            judged = judge("!ls")
        except ConfinementError as error:
            pytest.skip(f"not on this machine: {error}")
        for server in conductor.warm()[:2]:
            server.close()
    assert judged.outputs[0][0]["text"].startswith("[not run")
    assert judged.remarks == [COMMANDS_NEED_BUBBLEWRAP]


def _missing(*_, **__):
    raise ConfinementError("bubblewrap is not installed")


def test_a_command_that_was_not_run_may_be_why_a_cell_fails():
    cells = "x = !echo 1\nf = int(x[0])", "#test\nassert f == 1"
    steps = [Step(place, text, place == 1) for place, text in enumerate(cells)]
    assert run_together(Job(steps, [], {}, {}))[1] == {0: "process"}


@pytest.mark.parametrize(
    "command",
    {
        "read the course": f"cat {__file__}",
        "use the network": "exec 3<>/dev/tcp/127.0.0.1/1",
        "write elsewhere": "echo x > /var/tmp/x",
        "look at processes": "cat /proc/1/cmdline",
        "leave the group": "setsid sleep 0",
        "end the parent": "kill -9 $PPID",
        "be another": "chroot . ls",
        "mount": "mount -t tmpfs none .",
        "trace": "python -c 'import ctypes; exit(ctypes.CDLL(None).ptrace(0, 0, 0, 0) != 0)'",
    }.values(),
)
def test_they_can_do_no_more_than_the_student(command):
    assert said(f"status = !{command} 2>&1 >/dev/null; echo $?\nprint(status[-1])") != ["0\n"]


def test_a_test_starts_no_programs():
    test = "#test\nimport subprocess\nsubprocess.run(['true'])"
    assert "not permitted" in said("1", test)[1]


def test_nothing_that_a_command_has_started_lives_on():
    started = (
        f"%%bash\nnohup sleep {ENDLESS} > /dev/null 2>&1 &\n(sleep {ENDLESS} &) > /dev/null 2>&1"
    )
    assert said(started, "!echo 1") == ["", "1\n"]
    until = time.monotonic() + 60
    while running(b"sleep %d" % ENDLESS) and time.monotonic() < until:
        time.sleep(0.1)
    assert not running(b"sleep %d" % ENDLESS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "cell, wanted",
    [
        pytest.param(
            "%%bash\nbomb() { bomb | bomb & }; bomb; sleep 60",
            ["threads", "memory"],
            marks=pytest.mark.skipif(os.geteuid() == 0, reason="root has all processes there are"),
        ),
        ("import os, time\nwhile True:\n    os.fork() or time.sleep(600)", ["threads", "memory"]),
        (
            "import os, time\nfor n in range(8): os.fork()\nx = b'x' * 50_000_000\ntime.sleep(60)",
            ["memory"],
        ),
    ],
)
def test_too_many_programs_end_and_the_rest_is_graded(cell, wanted):
    judged = judge("a = 1", cell, "print(a)", allowed=ALLOWED._replace(memory=1 << 30))
    assert judged.outputs[2][0]["text"] == "1\n"
    told = [f"The student's code needed more {w} than a notebook may use." for w in wanted]
    assert {*told} & {*judged.remarks}


def test_what_a_bomb_can_start_is_limited():
    limit = "import resource\nprint(*resource.getrlimit(resource.RLIMIT_NPROC))"
    assert said(limit) == [f"{MOST_PROCESSES} {MOST_PROCESSES}\n"]


@pytest.mark.slow
def test_memory_that_processes_share_counts_once():
    shared = (
        "import os, time\nx = b'x' * 300_000_000\nfor n in range(5):\n"
        "    if not os.fork():\n        time.sleep(2)\n        os._exit(0)\n"
        "for n in range(5): os.wait()\nprint('done')"
    )
    assert said(shared, allowed=ALLOWED._replace(memory=1 << 30)) == ["done\n"]


def test_a_process_that_has_ended_has_no_memory():
    with subprocess.Popen(["true"]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        assert forked._share(ended.pid, whole=1) == 0
    assert forked._share(os.getpid(), whole=0) > 0
