"""A visible test gives the same result at home, where `my_mastermind.py` is, and when graded."""

import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

from bank import EXERCISES, answers
from mastermind import checks, my_functions
from tools.course import ASSIGNMENTS, read, solutions

SECONDS = 5  # of calculating, for one cell; wrong answers may never end
IMPORTS = "the file is named, but not handed in"
"""The wrong answer that needs `my_mastermind.py`."""
Results = dict[str, tuple[str, object]]


def chosen(number: int) -> dict[str, str]:
    """A right answer to each exercise, or a wrong one."""
    found = {}
    for name in ASSIGNMENTS:
        found |= solutions(name)
    found["my_functions"] = next(a.source for a in answers("my_functions") if a.right)
    for exercise in [each for names in EXERCISES.values() for each in names] if number else []:
        wrong = [answer for answer in answers(exercise) if not answer.right]
        wrong.sort(key=lambda answer: answer.title != IMPORTS)
        found[exercise] = wrong[(number - 1) % len(wrong)].source
    return found


def results(name: str, answered: dict[str, str]) -> Iterator[tuple[str, tuple[str, object]]]:
    """Run a notebook with these answers: what comes of each visible test."""
    shell = InteractiveShell()
    checks.verdicts._failed.clear()
    for cell in read("release", name).cells:
        if cell.cell_type == "code" and not cell.id.startswith("hidden-"):
            random.seed(20)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            ran = shell.run_cell(answered.get(cell.id, cell.source))
            signal.setitimer(signal.ITIMER_PROF, 0)
            if cell.id.startswith("test-"):
                error = ran.error_before_exec or ran.error_in_exec
                yield (
                    cell.id,
                    (type(error).__name__, ran.result or str(error).split(" returned ")[0]),
                )


def stop(*_: object) -> None:
    raise TimeoutError


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in (1, 2, 3))],
    ids=["right", "wrong 1", "wrong 2", "wrong 3"],
)
def test_each_visible_test_gives_the_same_at_home_and_when_graded(number, tmp_path, monkeypatch):
    answered = chosen(number)
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")  # no long experiments
    before = signal.signal(signal.SIGPROF, stop)
    found: dict[bool, dict[str, Results]] = {}
    for graded in (False, True):
        found[graded] = {}
        folder = tmp_path / ("alone" if graded else "home")
        folder.mkdir()
        with monkeypatch.context() as world:
            world.setattr(my_functions, "_is_graded", lambda graded=graded: graded)
            world.chdir(folder)
            world.syspath_prepend(folder)  # as beside a notebook of JupyterLab's
            for name in ASSIGNMENTS:
                found[graded][name] = dict(results(name, answered))
        sys.modules.pop("my_mastermind", None)
    signal.signal(signal.SIGPROF, before)
    saved = Path(tmp_path / "home" / "my_mastermind.py").read_text()
    assert "def get_feedback" in saved and not (tmp_path / "alone" / "my_mastermind.py").exists()
    for name in ASSIGNMENTS:
        assert found[False][name] == found[True][name], name
    passed = [each for r in found[True].values() for each in r.values() if each[0] == "NoneType"]
    assert len(passed) == (sum(map(len, EXERCISES.values())) if not number else len(passed))
