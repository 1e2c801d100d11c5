"""What a student does in JupyterLab: solve the notebooks, press Validate, play the game."""

import re

import pytest

from tools.course import ASSIGNMENTS, exercises, read, solutions

from .conftest import JUPYTERLABS, LESSON, PICTURES, TOKEN, violations
from .notebook import errors, leave_out_what_takes_long, open_notebook, run

CHALLENGES = {"06-information", "07-tunes", "08-gladiators"}
EXPERIMENTS = {"04-elimination", "05-strategies", "06-information", "08-gladiators"}


def address(lab, name):
    return f"{lab}/lab/tree/{name}/{name}.ipynb?token={TOKEN}&reset"


def validate(page, name) -> str:
    page.get_by_role("button", name="Validate").click()
    verdict = page.locator(".mmc-first", has_text="visible tests")
    verdict.wait_for()
    page.screenshot(path=PICTURES / f"{name}-validated.png")
    assert violations(page, ".jp-Dialog") == []
    said = page.locator(".mmc-verdict").inner_text()
    page.keyboard.press("Escape")
    page.locator(".jp-Dialog").wait_for(state="detached")
    return said


def test_the_start_page_shows_the_notebooks_and_no_panel_of_an_instructor(page, lab):
    page.goto(f"{lab}/lab?token={TOKEN}&reset")
    page.locator(".mmc-card").first.wait_for()
    for name in ASSIGNMENTS:
        title = read("release", name).cells[0].source.splitlines()[0].removeprefix("# ")
        facts = page.locator(".mmc-card", has_text=title).locator(".mmc-facts").inner_text()
        kind = "challenge" if name in CHALLENGES else "core"
        assert re.fullmatch(rf"about \d+ minutes \u00b7 \d+ points \u00b7 {kind}", facts), facts
    page.screenshot(path=PICTURES / "start.png")
    assert violations(page, ".mmc-page") == []
    commands = page.evaluate("window.jupyterapp.commands.listCommands()")
    assert not [name for name in commands if name.startswith("nbgrader:")]
    page.get_by_role("button", name="2 · Valid guesses").click()
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell")


def test_an_unanswered_notebook_says_kindly_what_is_missing(page, lab):
    # Before the notebook is solved below: all tests share one working copy.
    open_notebook(page, address(lab, "02-valid-guesses"))
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_text("No answer yet: replace this line with your code.").first.wait_for()
    first, _, exercise, says, *_ = validate(page, "02-valid-guesses").splitlines()
    assert first == "3 of 3 visible tests do not pass yet."
    assert exercise.startswith("Exercise 1") and "No answer yet" in says


def test_validate_says_what_is_wrong_first_and_that_python_cannot_read_a_cell(page, lab):
    name = "02-valid-guesses"
    open_notebook(page, address(lab, name))
    answers = {
        "valid_code": "def valid_code(*a):\n    return True",
        "clean_guess": "def clean_guess(:",
    }
    run(page, answers, list(answers))
    said = validate(page, name)
    assert (
        "valid_code('RBG', 2, 'B') should be False" in said or 'valid_code("RBG", 2, "B")' in said
    )
    assert "SyntaxError" in said and "def clean_guess(:" in said and "BEGIN" not in said


def test_validate_says_that_a_cell_ends_python(page, lab):
    open_notebook(page, address(lab, "01-random-codes"))
    source = (
        "m => window.jupyterapp.shell.currentWidget.content.widgets.find(w => w.model.id === m)"
    )
    page.evaluate(f"({source})('get_code').model.sharedModel.setSource('import os; os._exit(1)')")
    page.get_by_role("button", name="Validate").click()
    page.get_by_text("Python ended while it ran a cell").wait_for()
    page.keyboard.press("Escape")


# The others are solved in the browser edition.
@pytest.mark.parametrize("name", ["01-random-codes", "04-elimination", "05-strategies"])
def test_a_notebook_is_solved_cell_by_cell_and_validated(page, lab, name):
    open_notebook(page, address(lab, name))
    if name in EXPERIMENTS:
        leave_out_what_takes_long(page)
    outcomes = run(page, solutions(name))
    page.screenshot(path=PICTURES / f"{name}.png")
    assert errors(outcomes) == []
    assert {f"test-{exercise}" for exercise in exercises(name)} <= set(outcomes)
    assert violations(page, LESSON) == []
    assert {found.split()[0] for found in violations(page)} <= JUPYTERLABS
    said = validate(page, name)
    assert said == "All visible tests pass. The hidden ones run when you hand in."
