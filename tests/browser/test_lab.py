"""What a student does in JupyterLab: solve the notebooks, press Validate, play the game."""

import re

import pytest
from playwright.sync_api import expect

from tests.test_finale import ONLY_LENGTH
from tools.course import ASSIGNMENTS, exercises, read, solutions
from tools.lab import prepare

from .conftest import (
    CONTRAST,
    JUPYTERLABS,
    LESSON,
    PATIENCE,
    PICTURES,
    TOKEN,
    jupyterlab,
    violations,
    window,
)
from .game import Game
from .notebook import (
    close_notebook,
    errors,
    leave_out_what_takes_long,
    open_another,
    open_notebook,
    run,
)

CHALLENGES = {"06-information", "07-tunes", "08-permutations", "09-gladiators"}
EXPERIMENTS = {
    "04-elimination",
    "05-strategies",
    "06-information",
    "08-permutations",
    "09-gladiators",
}


@pytest.fixture
def page(lab_page):
    return lab_page


def address(lab, name):
    return f"{lab}/lab/tree/{name}/{name}.ipynb?token={TOKEN}&reset"


def validate(page, name) -> str:
    """Press Validate, and tell what the panel at the right says of it."""
    page.get_by_role("button", name="Validate").first.click()
    expect(page.locator(".mmc-says")).to_contain_text("visible tests", timeout=1000 * PATIENCE)
    page.screenshot(path=PICTURES / f"{name}-validated.png")
    assert violations(page, ".mmc-side") == []
    return page.locator(".mmc-side").inner_text()


def exercise(page, number):
    return page.locator(".mmc-line").nth(number - 1)


def test_the_start_page_shows_the_notebooks_and_no_panel_of_an_instructor(page):
    for name in ASSIGNMENTS:
        title = read("release", name).cells[0].source.splitlines()[0].removeprefix("# ")
        row = page.locator(".mmc-row", has_text=title)
        facts = row.locator(".mmc-facts").inner_text()
        kind = r"challenge \u00b7 " if name in CHALLENGES else ""
        takes = r"\d+ min( \u00b7 2 sittings)?"
        assert re.fullmatch(rf"{kind}{takes} \u00b7 \d+ points", facts), facts
        assert row.get_by_role("img").get_attribute("aria-label") == "Not started"
    page.screenshot(path=PICTURES / "start.png")
    assert violations(page, ".mmc-page") == []
    commands = page.evaluate("window.jupyterapp.commands.listCommands()")
    assert not [name for name in commands if name.startswith("nbgrader:")]
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Play").click()
    Game(opened.value).guess("ROYG", 1)
    opened.value.close()
    page.get_by_role("button", name="2 · Valid guesses").click()
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_play_keeps_its_contrast_under_the_mouse(page, scheme):
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("#jupyterlab-splash")).to_have_count(0)  # the theme has changed
    play = page.get_by_role("link", name="Play")
    play.hover()
    page.wait_for_timeout(300)  # the color changes gradually
    page.screenshot(path=PICTURES / f"start-hover-{scheme}.png")
    assert play.evaluate(CONTRAST) > 4.5


def test_the_start_page_draws_before_a_notebook_is_read(page, lab):
    page.route("**/api/contents/*/*.ipynb*", lambda route: None)  # never answered
    page.goto(f"{lab}/lab?token={TOKEN}&reset")
    page.locator(".mmc-row").nth(9).wait_for()
    assert page.locator(".mmc-go").inner_text() == "Finding where you left off"
    page.screenshot(path=PICTURES / "start-reading.png")
    page.unroute_all()


def test_an_empty_folder_has_a_start_page(page, lab):
    nothing = {"name": "", "path": "", "type": "directory", "format": "json", "content": [],
               "created": "2026-01-01T00:00:00Z", "last_modified": "2026-01-01T00:00:00Z",
               "mimetype": None, "writable": True}  # fmt: skip
    page.route(re.compile(r"/api/contents/?\?"), lambda route: route.fulfill(json=nothing))
    page.goto(f"{lab}/lab?token={TOKEN}&reset")
    page.get_by_text("This folder has no course notebooks.").wait_for()
    page.screenshot(path=PICTURES / "start-empty.png")
    assert violations(page, ".mmc-page") == []


def test_the_start_page_has_the_window_for_itself_when_it_is_magnified(page):
    bar = page.locator(".jp-SideBar.jp-mod-left")
    expect(bar).to_be_visible()
    page.set_viewport_size({"width": 325, "height": 250})  # 1300 x 1000 at 400 %
    expect(bar).to_be_hidden()
    assert page.locator(".mmc-page").bounding_box()["width"] > 290
    page.screenshot(path=PICTURES / "start-400.png")
    assert violations(page, ".mmc-page") == []
    page.set_viewport_size({"width": 1300, "height": 1000})
    expect(bar).to_be_visible()


def test_a_notebook_that_is_only_opened_stays_saved(page):
    open_another(page, "02-valid-guesses")
    page.wait_for_timeout(500)  # what makes it unsaved comes with Python
    assert not page.evaluate("window.jupyterapp.shell.currentWidget.model.dirty")


def test_an_unanswered_notebook_says_kindly_what_is_missing(page):
    # Before the notebook is solved below: all tests share one working copy.
    open_another(page, "02-valid-guesses")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_text("No answer yet: replace this line with your code.").first.wait_for()
    said = validate(page, "02-valid-guesses")
    assert "The visible tests pass for 0 of 5 exercises." in said
    assert "Exercise 1" in said and "No answer yet in valid_code" in said


def test_validate_says_what_is_wrong_first_and_that_python_cannot_read_a_cell(page):
    name = "02-valid-guesses"
    open_another(page, name)
    answers = {
        "valid_code": "def valid_code(*a):\n    return True",
        "clean_guess": "def clean_guess(:",
    }
    run(page, answers, list(answers))
    said = validate(page, name)
    assert "valid_code('RBG', 2, 'B') returned True" in said or 'valid_code("RBG", 2, "B")' in said
    assert "SyntaxError" in said and "def clean_guess(:" in said and "BEGIN" not in said


def test_validate_says_that_a_cell_ends_python(page):
    open_another(page, "01-random-codes")
    source = (
        "m => window.jupyterapp.shell.currentWidget.content.widgets.find(w => w.model.id === m)"
    )
    page.evaluate(f"({source})('get_code').model.sharedModel.setSource('import os; os._exit(1)')")
    page.get_by_role("button", name="Validate").first.click()
    page.get_by_text("Python stopped while running one of your cells").wait_for()


def test_a_new_python_that_ends_before_it_has_run_a_cell_is_no_student_s_fault(page):
    open_another(page, "02-valid-guesses")
    page.evaluate(
        """() => {
          const { sessions } = window.jupyterapp.serviceManager;
          const start = sessions.startNew.bind(sessions);
          sessions.startNew = async (...how) => {
            sessions.startNew = start;
            const session = await start(...how);
            session.kernel.requestExecute({ code: "import os; os._exit(1)" }).done.catch(() => 0);
            return session;
          };
        }"""
    )
    assert "Validate could not run" not in validate(page, "02-valid-guesses")


def test_a_notebook_that_is_being_saved_is_left_alone(page, lab, working_copy):
    # A server that is asked for it in this moment "repairs" it; then the server that saves it
    # removes what it was repaired from, and the notebook is gone.
    notebook = working_copy / "07-tunes" / "07-tunes.ipynb"
    whole, half = notebook.read_bytes(), b""
    before = notebook.with_name(f".~{notebook.name}")  # as the server keeps it meanwhile
    before.write_bytes(whole)
    notebook.write_bytes(half)
    page.goto(f"{lab}/lab?token={TOKEN}&reset")
    page.locator(".mmc-row").first.wait_for()  # all have been read
    assert notebook.read_bytes() == half and before.read_bytes() == whole
    notebook.write_bytes(whole)
    before.unlink()
    page.evaluate("window.jupyterapp.commands.execute('launcher:create')")
    page.locator(".mmc-row", has_text="7 · ").wait_for()
    assert [path.name for path in notebook.parent.iterdir()] == [notebook.name]


# The others are solved in the browser edition.
@pytest.mark.parametrize(
    "name", ["01-random-codes", pytest.param("04-elimination", marks=pytest.mark.nightly)]
)
def test_a_notebook_is_solved_cell_by_cell_and_validated(page, name):
    open_another(page, name)
    if name in EXPERIMENTS:
        leave_out_what_takes_long(page)
    outcomes = run(page, solutions(name))
    page.screenshot(path=PICTURES / f"{name}.png")
    assert errors(outcomes) == []
    assert {f"test-{exercise}" for exercise in exercises(name)} <= set(outcomes)
    assert violations(page, LESSON) == []
    assert {found.split()[0] for found in violations(page)} <= JUPYTERLABS
    said = validate(page, name)
    assert (
        "All visible tests pass. The hidden tests will run after you submit your notebook." in said
    )
    following = ASSIGNMENTS[ASSIGNMENTS.index(name) + 1]
    page.locator(".mmc-won").get_by_role("button").click()
    page.wait_for_function(
        "path => window.jupyterapp.shell.currentWidget.context?.path === path",
        arg=f"{following}/{following}.ipynb",
    )


WRONG_REFEREE = """def get_feedback(code, guess):
    black = sum(c == g for c, g in zip(code, guess))
    white = sum(peg in code for peg in guess) - black
    return "b" * black + "w" * white"""


def test_a_wrong_answer_is_drawn_and_its_message_stays_until_the_test_passes(page):
    name = "03-feedback"
    open_another(page, name)
    answers = solutions(name)
    given = [cell.id for cell in read("release", name).cells if cell.cell_type == "code"]
    ours = given[: given.index("test-get_feedback") + 1]
    outcomes = run(page, answers | {"get_feedback": WRONG_REFEREE}, ours)
    drawn, error = outcomes["test-get_feedback"]
    assert drawn["metadata"] == {"mastermind": "failure"} and error["output_type"] == "error"
    assert "yours  black black white white" in drawn["data"]["text/plain"]
    card = page.locator(".jp-OutputArea:has(.mmc-fails)", has_text="returned 'bbww'")
    assert card.locator("table.pegs").count() == 1
    passes = page.locator(".mmc-passes", has_text="Visible tests: positions 0 to 10")
    assert passes.evaluate("node => node.style.getPropertyValue('--mmc-points')") == "1"
    run(page, {"examples": answers["examples"]}, ["examples"])
    said = validate(page, name)
    assert "The visible tests pass for 3 of 4 exercises." in said
    line = exercise(page, 3)
    line.get_by_role("img", name="does not pass yet").wait_for()
    assert line.locator(".mmc-key.mmc-miss").count() == 3  # as many as visible points
    assert line.locator("table.pegs th").all_inner_texts() == ["code", "guess", "yours", "right"]
    line.get_by_role("button", name="Show the test").click()
    line.get_by_role("button", name="Go to my answer").click()
    active = "window.jupyterapp.shell.currentWidget.content.activeCell.model.id"
    assert page.evaluate(active) == "get_feedback"
    run(page, {"get_feedback": answers["get_feedback"]}, ["get_feedback"])
    assert "returned 'bbww'" in line.inner_text()  # it stays while one writes
    run(page, {}, ["test-get_feedback"])
    line.get_by_role("img", name="passes").wait_for()
    assert " returned " not in line.inner_text()


def test_one_press_brings_the_students_functions_into_the_answer_cell(page):
    written = {
        "get_code": "import random\n" + solutions("01-random-codes")["get_code"],
        "valid_code": solutions("02-valid-guesses")["valid_code"],
        "get_feedback": solutions("03-feedback")["get_feedback"],
        "consistent_codes": solutions("04-elimination")["consistent_codes"],
        "partition_sizes": solutions("05-strategies")["partition_sizes"],
        "minimax_guess": solutions("05-strategies")["minimax_guess"],
    }
    file = "".join(f"# %% {name} (0)\n{text}\n\n\n" for name, text in written.items())
    path = "from pathlib import Path\npath = Path('../my_mastermind.py')"
    open_another(page, "10-peg-game")
    save = f"{path}\npath.write_text({file!r})\n{given_setup('10-peg-game')}"
    run(page, {"setup": save}, ["setup", "my_functions"])
    cell = page.locator(".jp-Notebook .jp-Cell", has_text="def minimax_guess").first
    cell.scroll_into_view_if_needed()
    page.screenshot(path=PICTURES / "finale-brought.png")
    outcomes = run(page, {}, ["my_functions", "call-in-time", "test-my_functions"])
    said = "".join(output.get("text", "") for output in outcomes["test-my_functions"])
    assert said.count("yours, always right") == 5
    page.screenshot(path=PICTURES / "finale-played.png")
    run(page, {"setup": f"{path}\npath.unlink()"}, ["setup"])


def test_the_arrow_keys_move_the_slider_of_a_trace(page):
    name = "10-peg-game"
    open_another(page, name)
    # Another test may have changed the cell.
    run(page, {"setup": given_setup(name)}, ["setup", "copy-trace"])
    slider = page.locator(".jp-OutputArea input[type=range]").first
    slider.focus()
    for key in ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"]:
        slider.press(key)
    expect(slider).to_have_value("2")
    expect(slider).to_be_focused()


def given_setup(name) -> str:
    return next(cell.source for cell in read("release", name).cells if cell.id == "setup")


def test_what_was_found_right_is_on_the_start_page(page, lab):
    name = "02-valid-guesses"
    open_another(page, name)
    run(page, solutions(name), list(solutions(name)))
    validate(page, name)
    page.evaluate("window.jupyterapp.commands.execute('launcher:create')")
    row = page.locator(".mmc-row", has_text="2 · Valid guesses")
    row.get_by_role("img", name="The visible tests pass for 5 of 5 exercises").wait_for()
    # In another browser, too: it is kept beside the notebooks.
    with window(page.context.browser) as other:
        other.goto(f"{lab}/lab?token={TOKEN}&reset")
        row = other.locator(".mmc-row", has_text="2 · Valid guesses")
        row.get_by_role("img", name="The visible tests pass for 5 of 5 exercises").wait_for()
        other.screenshot(path=PICTURES / "start-second-visit.png")


def test_pictures_show_in_a_notebook_that_is_not_trusted_and_nothing_in_them_runs(page):
    open_another(page, "03-feedback")
    found = page.evaluate(SANITIZED)
    assert '<circle cx="5"' in found and "<title>red</title>" in found and "after" in found
    assert not re.search("script|onload|onclick|foreignObject|evil|javascript", found)


SANITIZED = """() => window.jupyterapp.shell.currentWidget.content.rendermime.sanitizer.sanitize(
  '<p onclick="evil()"><svg onload="evil()" viewBox="0 0 9 9"><title>red</title>'
  + '<circle cx="5" style="fill:url(http://evil)" onclick="evil()"></circle><script>evil()</script>'
  + '<foreignObject><iframe src="javascript:evil()"></iframe></foreignObject>'
  + '<a href="javascript:evil()"><text>evil</text></a></svg>after</p>')"""


def test_a_prediction_is_typed_into_a_field_and_kept_in_the_notebook(page):
    open_another(page, "01-random-codes")
    run(page, {}, ["first-peg", "rules-answer"])
    cell = page.locator(".jp-Notebook .jp-Cell", has_text='predict("rules"').first
    field = cell.get_by_label("I expect")
    field.fill("bwww")
    assert "It is" not in cell.inner_text()
    field.press("Enter")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("You expected bwww. The answer is bww.")
    expect(field).to_have_count(0)
    cell.scroll_into_view_if_needed()
    page.screenshot(path=PICTURES / "prediction.png")
    [shown] = run(page, {}, ["rules-answer"])["rules-answer"]
    assert shown["data"]["text/plain"].startswith("You expected bwww.")
    expect(cell.locator(".cm-content")).to_have_text('predict("rules", "bwww")')


@pytest.mark.nightly
@pytest.mark.parametrize(
    "left_out, wrong",
    [((), {}), (("get_feedback", "minimax_guess"), {"valid_code": ONLY_LENGTH})],
    ids=["all right", "two left out, one wrong"],
)
def test_ten_notebooks_one_after_another(left_out, wrong, browser, tmp_path):
    """What is written in one notebook is there in the next, up to the finale, without an error."""
    course = tmp_path / "my-course"
    prepare(course)
    with jupyterlab("student", course, tmp_path) as lab, window(browser) as page:
        for name in ASSIGNMENTS:
            answers = {each: text for each, text in solutions(name).items() if each not in left_out}
            answers |= {each: text for each, text in wrong.items() if each in answers}
            brought = answers.pop("my_functions", None)
            open_notebook(page, address(lab, name))
            outcomes = run(page, answers)
            if brought:  # the first run has put what was written into the cell's place
                outcomes |= run(page, {}, ["my_functions", "test-my_functions", "play-game"])
            page.screenshot(path=PICTURES / f"{name}-in-a-row.png")
            failed = {
                (each, error["ename"])
                for each, outputs in outcomes.items()
                for error in errors({each: outputs})
                if error["ename"] != "NotImplementedError"  # what is unanswered says so
            }
            assert failed <= {(f"test-{each}", "NotYet") for each in [*left_out, *wrong]}
            close_notebook(page)
    played = "".join(output.get("text", "") for output in outcomes["test-my_functions"])
    assert played.count("yours, ") == 5 - len(left_out)
    saved = (course / "my_mastermind.py").read_text()
    assert all(f"# %% {each} (" not in saved for each in left_out)
    assert all(f"{each} (" in saved and "its visible tests refuse it" in saved for each in wrong)
