"""What a student does in JupyterLab: solve the notebooks, press Validate, play the game."""

import pytest

from tools.course import ASSIGNMENTS, exercises, solutions

from .conftest import PICTURES, TOKEN
from .notebook import errors, leave_out_what_takes_long, open_notebook, run

EXPERIMENTS = {"04-elimination", "05-strategies", "06-information", "08-gladiators"}


def address(lab, name):
    return f"{lab}/lab/tree/{name}/{name}.ipynb?token={TOKEN}&reset"


def validate(page, name) -> str:
    page.get_by_role("button", name="Validate").click()
    dialog = page.locator(".nbgrader-ValidateDialog, .jp-Dialog").last
    dialog.wait_for()
    page.screenshot(path=PICTURES / f"{name}-validated.png")
    said = dialog.inner_text()
    page.keyboard.press("Escape")
    return said


def test_an_unanswered_notebook_says_kindly_what_is_missing(page, lab):
    # Before the notebook is solved below: all tests share one working copy.
    open_notebook(page, address(lab, "02-valid-guesses"))
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_text("No answer yet: replace this line by your code.").first.wait_for()
    said = validate(page, "02-valid-guesses")
    assert "Success" not in said
    assert "No answer yet" in said


@pytest.mark.parametrize("name", [name for name in ASSIGNMENTS if exercises(name)])
def test_a_notebook_is_solved_cell_by_cell_and_validated(page, lab, name):
    open_notebook(page, address(lab, name))
    if name in EXPERIMENTS:
        leave_out_what_takes_long(page)
    outcomes = run(page, solutions(name))
    page.screenshot(path=PICTURES / f"{name}.png")
    assert errors(outcomes) == []
    for exercise in exercises(name):
        assert "All visible tests pass" in str(outcomes[f"test-{exercise}"])
    assert "Success" in validate(page, name)
