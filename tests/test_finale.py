"""The last notebook, for somebody who brings along what the first five made them write."""

import contextlib
import functools
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

import markposition
from autograder.grader.assignment.pipeline import Assignment
from autograder.runner.conductor import examine
from bank import Answer, answers
from mastermind import my_functions, whole_games
from tools.course import Course, of_exercise, read, solutions

NOTEBOOK = "10-peg-game"
FUNCTIONS = {
    "get_code": "01-random-codes",
    "valid_code": "02-valid-guesses",
    "get_feedback": "03-feedback",
    "consistent_codes": "04-elimination",
    "minimax_guess": "05-strategies",
}
BROUGHT = [answer for answer in answers("my_functions") if answer.right]
BETWEEN = [
    answer for name in ["get_code", "valid_code", "get_feedback"] for answer in answers(name)
]
BETWEEN = [answer for answer in BETWEEN if answer.right]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """A student's functions are saved beside the notebook."""
    monkeypatch.chdir(tmp_path)


@functools.cache
def cells() -> tuple[tuple[str, str], ...]:
    """The code cells of the release that run at home, solved, but for their tests."""
    written = solutions(NOTEBOOK)
    return tuple(
        (cell.id, written.get(cell.id, cell.source))
        for cell in read("release", NOTEBOOK).cells
        if cell.cell_type == "code" and not cell.id.startswith(("test-", "hidden-"))
    )


def play(brought: str) -> dict[str, object]:
    """Run the notebook with this text in the cell for one's own functions, and the rehearsal."""
    space: dict[str, object] = {}
    for name, source in cells():
        exec(compile(brought if name == "my_functions" else source, name, "exec"), space)
    return space


def rehearsed(brought: str) -> None:
    space = play(brought)
    assert [feedback for _, feedback in space["game"]["turns"]] == ["bbw", "wwww", "bbbb"]
    assert space["status"](space["game"]) == "won"
    code = space["get_code"]("ROYGBP", 4)
    assert len(code) == 4


@pytest.mark.parametrize("answer", BETWEEN, ids=lambda a: f"{a.exercise}: {a.title}")
def test_the_game_runs_on_every_right_answer(answer: Answer, capsys):
    rehearsed(answer.source)
    if f"def {answer.exercise}" in answer.source:
        assert f"Your {answer.exercise} is not ready" not in capsys.readouterr().out


@pytest.mark.parametrize("answer", BROUGHT, ids=lambda answer: answer.title)
def test_the_game_runs_on_all_five_and_on_none(answer: Answer):
    rehearsed(answer.source)
    rehearsed("")


def judged(source: str, defined: dict[str, object] | None = None) -> dict[str, whole_games.Part]:
    """Judge the functions of a cell by whole games, in a notebook that has `defined` already."""
    space = {"random": random, "markposition": markposition, **(defined or {})}
    with contextlib.suppress(Exception):  # Python cannot read it
        exec(compile(source, "<cell>", "exec"), space)
    return {part.name: part for part in whole_games.judge(space, [("RGB", 3), ("ROYG", 2)])}


def points(parts: dict[str, whole_games.Part]) -> float:
    return sum(part.share for part in parts.values())


def test_of_each_function_it_says_whose_it_is():
    right = BROUGHT[0].source
    assert {part.told for part in judged(right).values()} == {"yours, always right"}
    others = "\nfrom mastermind.stand_ins import get_code\ndel valid_code\n"
    found = judged(right + others)
    assert found.pop("get_code").told.startswith("borrowed")
    assert found.pop("valid_code").told.startswith("missing")
    assert points(found) == 3


@pytest.mark.parametrize("exercise", ["get_code", "valid_code", "get_feedback"])
def test_a_wrong_answer_costs_its_own_point_or_half_of_it(exercise):
    """Nearly every wrong answer of the bank; the other functions keep their points."""
    right = BROUGHT[0].source
    wrong = [answer for answer in answers(exercise) if not answer.right]
    shares = []
    for answer in wrong:
        found = judged(f"{right}\n{answer.source}")
        shares.append(found.pop(exercise).share)
        assert points(found) == 4 or "SyntaxError" in repr(found), answer.title
    assert set(shares) >= {0, 0.5}
    assert shares.count(1) <= 0.3 * len(wrong)


def test_a_constant_earns_nothing_though_the_game_ends():
    for name, given in {"valid_code": True, "get_feedback": "", "consistent_codes": []}.items():
        found = judged(f"{BROUGHT[0].source}\ndef {name}(*_):\n    return {given!r}")
        assert found.pop(name).told == f"yours, but it always returns {given!r}, so no points"
        assert points(found) == 4


ENDLESS = {
    "minimax_guess": "def minimax_guess(guesses, candidates):\n    while True:\n        pass\n",
    "valid_code": (
        "def valid_code(colors, code_length, guess):\n    i = 0\n    while i < len(guess):\n"
        "        if guess[i] in colors:\n            i = i + 0\n    return True\n"
    ),
}


def graded(brought: str, **limits: float) -> tuple[float, str]:
    """Grade the finale behind the walls: the points for the functions, and what is said of them."""
    assignment = Assignment(NOTEBOOK, {NOTEBOOK: read("source", NOTEBOOK)})
    notebook = read("release", NOTEBOOK)
    for cell in notebook.cells:
        if cell.id == "my_functions":
            cell.source = brought
    rebuilt, _ = assignment.rebuild(NOTEBOOK, notebook)
    outputs = examine(assignment.job(NOTEBOOK, rebuilt, {}), **limits).outputs
    place = {cell.id: number for number, cell in enumerate(rebuilt.cells)}
    total = 0.0
    for test in ("test-my_functions", "hidden-my_functions"):
        [result] = [o for o in outputs[place[test]] if o["output_type"] == "execute_result"]
        total += float(result["data"]["text/plain"])
    return total, str(outputs[place["test-my_functions"]])


@pytest.mark.slow
@pytest.mark.parametrize(
    "endless",
    [("minimax_guess",), pytest.param(tuple(ENDLESS), marks=pytest.mark.nightly)],
    ids=["one", "two"],
)
def test_what_never_ends_costs_its_own_points_only(endless):
    # A cell that plays by itself runs into the limit of CPU time; by the clock nobody is quick.
    limits = {"cell_seconds": 5, "wall_seconds": 300}
    brought = "\n\n".join([BROUGHT[0].source, *(ENDLESS[name] for name in endless)])
    total, said = graded(brought, **limits)
    assert total == 5 - len(endless)
    for name in endless:
        assert re.search(rf"{name} +yours, but no game can continue with it: .* does not end", said)


@pytest.mark.slow
@pytest.mark.parametrize("title, wanted", [
    ("five functions that return something", 0),
    ("five lazy functions", 0.5),
    ("five functions that are nearly right", 2.5),
    ("objects that are called like functions", 5),
])  # fmt: skip
def test_it_is_graded_as_it_is_judged_at_home(title, wanted):
    [answer] = [answer for answer in answers("my_functions") if answer.title == title]
    assert graded(answer.source)[0] == pytest.approx(wanted)
    assert points(judged(answer.source)) == wanted


# --- From notebook 1 to 10, as a student


def worked(
    name: str, home: Path, answered: dict[str, str], twice: tuple[str, ...] = ()
) -> NotebookNode:
    """Run a released notebook in its folder with these answers, by grade id, as Run All does.

    The text that a cell of `twice` puts in its own place is run after it.
    """
    notebook = read("release", name)
    for cell in notebook.cells:
        cell.source = answered.get(cell.id, cell.source)
    folder = home / name
    folder.mkdir()
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}})
    client.allow_errors = True
    with client.setup_kernel():
        for place, cell in enumerate(notebook.cells):
            client.execute_cell(cell, place)
            if cell.id in twice:
                cell.source = replaced(cell, home) or cell.source
                client.execute_cell(cell, place)
    return notebook


def replaced(cell: NotebookNode, home: Path) -> str:
    """What JupyterLab would put into the cell: nbclient takes no notice of that message."""
    if "my_functions.load" not in cell.source:
        return ""
    here = Path.cwd()
    os.chdir(home)
    try:
        return my_functions.load(*FUNCTIONS)
    finally:
        os.chdir(here)


def typed_into(file: Path, lines: list[str]) -> str:
    """Run a file where only Python is installed, and type these lines."""
    alone = [sys.executable, "-I", "-S", str(file)]  # without the packages of this environment
    text = "\n".join([*lines, ""])
    done = subprocess.run(alone, input=text, text=True, capture_output=True, timeout=60)
    assert not done.stderr and done.returncode == 0, done.stderr
    return done.stdout


def printed(notebook: NotebookNode, name: str) -> str:
    [cell] = [cell for cell in notebook.cells if cell.id == name]
    outputs = (o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.outputs)
    return "\n".join(outputs)


def test_the_last_notebook_alone_makes_a_game(tmp_path, monkeypatch):
    """Without a file from before, its answers are inside `if not my_functions.load(...)`."""
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    worked(NOTEBOOK, tmp_path, solutions(NOTEBOOK))
    lines = ["1", "RRRX", *["RRRR"] * 10, "2", "bbbb", ""]
    shown = typed_into(tmp_path / "my_mastermind.py", lines)
    assert "Invalid guess." in shown and "Found it!" in shown
    assert "Game over: the code was" in shown or "You won" in shown


ONLY_LENGTH = """def valid_code(colors, code_length, guess):
    return len(guess) == code_length"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "left_out, wrong",
    [
        ((), {}),
        (("get_feedback", "minimax_guess"), {}),
        ((), {"valid_code": ONLY_LENGTH}),
    ],
    ids=["all", "but two", "one wrong"],
)
def test_ten_notebooks_one_after_another(left_out, wrong, tmp_path, monkeypatch):
    """The finale has what was written before it; handed in, it is worth as much as at home.

    After all that, `my_mastermind.py` is a game, on a computer without this library, too.
    """
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    home = tmp_path / "home"
    home.mkdir()
    for name in sorted(path.name for path in (Path(__file__).parents[1] / "release").iterdir()):
        answered = solutions(name)
        if name == NOTEBOOK:
            del answered["my_functions"]
        for each in left_out:
            answered.pop(each, None)
        answered |= {each: text for each, text in wrong.items() if each in answered}
        notebook = worked(name, home, answered, twice=("my_functions",))
        errors = [
            cell.id
            for cell in notebook.cells
            for output in cell.get("outputs", [])
            if output.output_type == "error" and output.ename != "NotImplementedError"
        ]
        assert {*errors} <= {f"test-{each}" for each in [*left_out, *wrong]}, name
    said = printed(notebook, "test-my_functions")
    assert said.count("yours, always right") == 5 - len(left_out) - len(wrong)
    assert said.count("so half a point") == len(wrong)
    if not left_out:
        shown = typed_into(home / "my_mastermind.py", ["1", *["RRRR"] * 10, "2", "bbbb", ""])
        assert "Game over: the code was" in shown and "Found it!" in shown
    course = Course(tmp_path / "course")
    [answer] = [cell.source for cell in notebook.cells if cell.id == "my_functions"]
    course.hand_in("ada", NOTEBOOK, {**solutions(NOTEBOOK), "my_functions": answer})
    course.nbgrader("generate_assignment", NOTEBOOK)
    course.nbgrader("autograde", NOTEBOOK)
    scores = course.scores(NOTEBOOK)["ada"]
    assert of_exercise(scores, "my_functions") == (5 - len(left_out) - len(wrong) / 2, 5)
