"""The menus of the command line, and the names of earlier versions."""

import shlex
import subprocess
import sys

import pytest

from autograder import __main__ as command_line
from autograder.runner import conductor
from autograder.runner.processes.confinement import ConfinementError


def listed(capsys, *menu):
    with pytest.raises(SystemExit):
        command_line.main([*menu, "--help"])
    lines = capsys.readouterr().out.partition("COMMAND\n")[2].partition("\n\n")[0].splitlines()
    return {
        words[0]: " ".join(words[1:])
        for line in lines
        if (words := line.split()) and line[4] != " "
    }


def test_a_teacher_sees_at_most_twelve_commands_each_with_a_sentence(capsys):
    found = listed(capsys)
    assert len(found) <= 13 and all(found.values())
    assert [*found][-2:] == ["author", "admin"]


@pytest.mark.parametrize("old, now", command_line.MOVED.items())
def test_an_old_name_points_to_the_new_one(old, now, capsys):
    assert command_line.main([old, "anything", "--at-all"]) == 2
    assert now in capsys.readouterr().err
    if now.startswith(("author ", "admin ")):
        menu, name = shlex.split(now)
        assert name in listed(capsys, menu)


def test_where_there_is_no_sandbox_the_way_to_a_container_is_shown(monkeypatch, capsys):
    monkeypatch.setattr(conductor.sys, "platform", "darwin")
    with pytest.raises(ConfinementError, match=r"needs Linux\. Run `docker compose up --build`"):
        conductor._start_all(False, ())
    monkeypatch.setattr(conductor.sys, "platform", "win32")
    assert command_line.main(["grade", "ps1"]) == 2
    assert "not run on Windows. Run `docker compose up --build`" in capsys.readouterr().err


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_command_needs_no_open_output(closed):
    command = f"exec '{sys.executable}' -m autograder changes {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_pager_that_ends_causes_no_traceback():
    program = (
        "import argparse\n"
        "from autograder.__main__ import main\n"
        "def run(options): raise BrokenPipeError\n"
        "given = argparse.Namespace(run=run)\n"
        "argparse.ArgumentParser.parse_args = lambda *arguments: given\n"
        "main([])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 130 and "Traceback" not in done.stderr
