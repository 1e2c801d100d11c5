"""The last notebook, for somebody who copies into it what the first three made them write."""

import ast
import functools
import re

import pytest

from bank import Answer, answers
from tools.course import read, solutions

NOTEBOOK = "09-peg-game"
COPIED = {
    "get_code": "01-random-codes",
    "valid_code": "02-valid-guesses",
    "get_feedback": "03-feedback",
}
RIGHT = [answer for name in COPIED for answer in answers(name) if answer.right]


@functools.cache
def cells() -> tuple[tuple[str, str], ...]:
    """The code cells of the release that run at home, solved, but for their tests."""
    written = solutions(NOTEBOOK)
    return tuple(
        (cell.id, written.get(cell.id, cell.source))
        for cell in read("release", NOTEBOOK).cells
        if cell.cell_type == "code" and not cell.id.startswith(("test-", "hidden-"))
    )


def play(copied: str) -> dict[str, object]:
    """Run the notebook with this text in the cell for one's own functions, and the rehearsal."""
    space: dict[str, object] = {}
    for name, source in cells():
        exec(compile(copied if name == "my_functions" else source, name, "exec"), space)
    return space


def rehearsed(copied: str) -> None:
    space = play(copied)
    assert [feedback for _, feedback in space["game"]["turns"]] == ["bbw", "wwww", "bbbb"]
    assert space["status"](space["game"]) == "won"
    code = space["get_code"]("ROYGBP", 4)
    assert len(code) == 4 and space["valid_code"]("ROYGBP", 4, code)


@pytest.mark.parametrize("answer", RIGHT, ids=lambda answer: f"{answer.exercise}: {answer.title}")
def test_the_game_runs_on_every_right_answer(answer: Answer, capsys):
    rehearsed(answer.source)
    if f"def {answer.exercise}" in answer.source:
        assert f"Your {answer.exercise} is not ready" not in capsys.readouterr().out


def test_the_game_runs_on_all_three_and_on_none():
    rehearsed("\n\n".join(solutions(name)[function] for function, name in COPIED.items()))
    rehearsed("")


def test_what_the_notebooks_import_for_these_functions_is_imported_here_too():
    bound = set(play(""))
    for function, name in COPIED.items():
        for cell in read("source", name).cells:
            if cell.id in ("setup", "import_markposition"):
                for node in ast.walk(ast.parse(re.sub(r"(?m)^[%!].*", "", cell.source))):
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        module = getattr(node, "module", None) or node.names[0].name
                        if module in ("random", "markposition"):
                            imported = {alias.asname or alias.name for alias in node.names}
                            assert imported <= bound, (function, imported - bound)
