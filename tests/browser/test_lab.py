"""What a student does in JupyterLab: solve the notebooks, press Validate, play the game."""

import pytest

from tests.course import ASSIGNMENTS, exercises, solutions

from .conftest import PICTURES, TOKEN

# Fill in the answers by cell id, run every cell in order, and tell what came out.
RUN_ALL = """
async ([answers, seconds]) => {
  const work = async () => {
    const app = window.jupyterapp, panel = app.shell.currentWidget;
    const outcomes = {};
    for (let i = 0; i < panel.content.widgets.length; i++) {
      const model = panel.content.widgets[i].model;
      if (model.id in answers) model.sharedModel.setSource(answers[model.id]);
      panel.content.activeCellIndex = i;
      await app.commands.execute('notebook:run-cell');
      if (model.type === 'code') outcomes[model.id] = model.outputs.toJSON();
    }
    await panel.context.save();
    return outcomes;
  };
  const late = new Promise((_, no) => setTimeout(() => no(new Error('too late')), 1000 * seconds));
  return Promise.race([work(), late]);
}
"""
READY = """
() => {
  const panel = window.jupyterapp && window.jupyterapp.shell.currentWidget;
  const context = panel && panel.sessionContext;
  return Boolean(context && context.isReady && context.session
    && context.session.kernel && context.session.kernel.status === 'idle');
}
"""


@pytest.fixture
def page(browser, lab):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    page.foreign = []
    own = (lab, lab.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda r: r.url.startswith(own) or page.foreign.append(r.url))
    yield page
    page.close()


def open_notebook(page, lab, name):
    page.goto(f"{lab}/lab/tree/{name}/{name}.ipynb?token={TOKEN}&reset")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    page.wait_for_function(READY, timeout=60_000)


def errors(outcomes):
    return [o for outputs in outcomes.values() for o in outputs if o["output_type"] == "error"]


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
    open_notebook(page, lab, "02-valid-guesses")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_text("No answer yet: replace this line by your code.").first.wait_for()
    said = validate(page, "02-valid-guesses")
    assert "Success" not in said
    assert "No answer yet" in said


@pytest.mark.parametrize("name", [name for name in ASSIGNMENTS if exercises(name)])
def test_a_notebook_is_solved_cell_by_cell_and_validated(page, lab, name):
    open_notebook(page, lab, name)
    outcomes = page.evaluate(RUN_ALL, [solutions(name), 240])
    page.screenshot(path=PICTURES / f"{name}.png")
    assert errors(outcomes) == []
    for exercise in exercises(name):
        assert "All visible tests pass" in str(outcomes[f"test-{exercise}"])
    assert "Success" in validate(page, name)
    assert page.foreign == []


def test_a_game_is_won_and_one_is_lost(page, lab):
    open_notebook(page, lab, "07-peg-game")
    outcomes = page.evaluate(RUN_ALL, [solutions("07-peg-game"), 60])
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
    assert page.foreign == []
