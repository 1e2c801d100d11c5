"""What a student does in JupyterLab: solve the notebooks, press Validate, play the game."""

import pytest

from tests.course import ASSIGNMENTS, exercises, solutions

from .conftest import PICTURES, TOKEN
from .notebook import errors, open_notebook, run


def address(lab, name):
    return f"{lab}/lab/tree/{name}/{name}.ipynb?token={TOKEN}&reset"


def validate(page, name) -> str:
    page.get_by_role("button", name="Validate").click()
    dialog = page.locator(".nbgrader-ValidateDialog, .jp-Dialog").last
    dialog.wait_for(timeout=90_000)
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
    outcomes = run(page, solutions(name), 240)
    page.screenshot(path=PICTURES / f"{name}.png")
    assert errors(outcomes) == []
    for exercise in exercises(name):
        assert "All visible tests pass" in str(outcomes[f"test-{exercise}"])
    assert "Success" in validate(page, name)


def test_a_game_is_won_and_one_is_lost(page, lab):
    open_notebook(page, address(lab, "07-peg-game"))
    outcomes = run(page, solutions("07-peg-game"), 60)
    assert errors(outcomes) == []

    def play(code, guesses):
        page.get_by_label("Hidden code").fill(code)
        page.get_by_role("button", name="Start a new game").click()
        page.get_by_text("Game started: 10 guesses left.").wait_for()
        for number, guess in enumerate(guesses, start=1):
            page.get_by_label("Your guess").fill(guess)
            page.get_by_role("button", name="Submit guess").click()
            page.get_by_role("cell", name=str(number), exact=True).wait_for()

    play("RBGG", ["BGGG", "ROYP", "RBGG"])
    page.get_by_text("You won, with 7 guesses left!").wait_for()
    assert page.get_by_text("2 black, 1 white").is_visible()
    page.screenshot(path=PICTURES / "game-won.png")
    play("PPPP", ["ROYG"] * 10)
    page.get_by_text("Game over. The code was PPPP.").wait_for()
    page.screenshot(path=PICTURES / "game-lost.png")
