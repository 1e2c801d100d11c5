"""The browser edition: the course without a server, and without the network."""

import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from tools.course import ASSIGNMENTS, ROOT, exercises, read, solutions

from .conftest import LESSON, PICTURES, SITE, static_server, violations, window
from .game import Game
from .notebook import (
    close_notebook,
    errors,
    leave_out_what_takes_long,
    open_another,
    open_notebook,
    run,
    show_notebook,
)


def address(site, name):
    return f"{site}/lab/index.html?path={name}/{name}.ipynb"


def test_the_site_contains_the_release_and_no_grader(site):
    for name in ASSIGNMENTS:
        released = ROOT / "release" / name / f"{name}.ipynb"
        assert (SITE / "files" / name / released.name).read_bytes() == released.read_bytes()
    [wheel] = (SITE / "static" / "pyodide").glob("mastermind_course*.whl")
    packages = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in packages if "." not in name} == {"markposition", "mastermind"}


def test_the_site_is_small_and_has_all_that_it_names(site):
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 45e6
    pyodide = SITE / "static" / "pyodide"
    packages = json.loads((pyodide / "pyodide-lock.json").read_text())["packages"]
    assert {package["file_name"] for package in packages.values()} == {
        path.name for path in pyodide.glob("*.whl")
    }
    assert (SITE / "LICENSES.md").exists()


def test_the_site_opens_again_without_any_network(page, site):
    # A server of its own, to be shut down: that is what "no network" looks like.
    with static_server(SITE) as address:
        page.goto(f"{address}/lab/index.html")
        page.get_by_text("The course is saved in this browser").wait_for()
        for name in ASSIGNMENTS:
            title = read("release", name).cells[0].source.splitlines()[0].removeprefix("# ")
            assert page.locator(".mmc-row", has_text=title).count() == 1
        assert violations(page, ".mmc-page") == []
        page.screenshot(path=PICTURES / "lite-start.png")
    page.goto(f"{address}/lab/index.html")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Play").click()
    Game(opened.value).guess("ROYG", 1)
    opened.value.close()
    page.get_by_role("button", name="1 · Random codes", exact=True).click()
    page.get_by_role("link", name="play a game").wait_for()
    page.get_by_role("button", name="Validate").first.click()
    page.locator(".mmc-says", has_text="pass for 0 of 4 exercises").wait_for()
    said = page.locator(".mmc-side").inner_text().splitlines()
    assert "No answer yet in get_code. Write it, then press Validate." in said


def test_files_are_dated_by_their_last_change(site):
    listing = json.loads((SITE / "api" / "contents" / "all.json").read_text())
    dates = {entry["path"]: entry["last_modified"] for entry in listing["content"]}
    assert set(dates) == {*ASSIGNMENTS, "peg-game.ipynb"}
    assert all(date > "2020" for date in dates.values())


def test_a_phone_gets_one_document_at_a_time(page, site):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{site}/lab/index.html")
    page.get_by_role("button", name="1 · Random codes", exact=True).click()
    page.wait_for_url("**/notebooks/index.html?path=*")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    cell = page.locator(".jp-RenderedMarkdown").first.bounding_box()
    assert cell["width"] > 300
    page.screenshot(path=PICTURES / "lite-phone.png")
    page.goto(f"{site}/lab/index.html?path=01-random-codes/01-random-codes.ipynb")
    page.wait_for_url("**/notebooks/index.html?path=*")


def check_that_all_is_solved(page, name, outcomes):
    assert violations(page, LESSON) == []
    assert errors(outcomes) == []
    assert {f"test-{exercise}" for exercise in exercises(name)} <= set(outcomes)


def test_a_notebook_is_solved_kept_in_the_browser_and_handed_in(page, site, course):
    name = "03-feedback"
    open_notebook(page, address(site, name))
    check_that_all_is_solved(page, name, run(page, solutions(name)))
    page.screenshot(path=PICTURES / f"lite-{name}.png")

    show_notebook(page, address(site, name))  # as on the next day
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(" Ada ")
    with page.expect_download() as made:
        page.get_by_role("button", name="Save the file").click()
    file = made.value
    assert re.fullmatch(rf"ada__{name}__\d{{8}}T\d{{6}}Z\.ipynb", file.suggested_filename)
    file.save_as(course.root / "downloaded" / name / "archive" / file.suggested_filename)
    course.nbgrader("zip_collect", name)
    course.nbgrader("autograde", name)
    scores = course.scores(name)["ada"]
    del scores["think-answer"]  # a teacher gives its points
    assert scores and all(score.got == score.of > 0 for score in scores.values())


@pytest.fixture(scope="module")
def start(browser, site):
    """The start page. Python is what takes long; JupyterLab is loaded once."""
    with window(browser) as page:
        page.goto(f"{site}/lab/index.html")
        page.locator(".mmc-row").first.wait_for()
        yield page


@pytest.fixture
def lab_in_browser(start):
    yield start
    close_notebook(start)


def solve_quickly(page, name):
    open_another(page, name)
    leave_out_what_takes_long(page)
    outcomes = run(page, solutions(name))
    page.screenshot(path=PICTURES / f"lite-{name}.png")
    check_that_all_is_solved(page, name, outcomes)
    return outcomes


@pytest.mark.parametrize("name", ["02-valid-guesses", "07-tunes", "09-gladiators"])
def test_a_notebook_is_solved(lab_in_browser, name):
    solve_quickly(lab_in_browser, name)


def test_a_notebook_is_solved_and_says_what_cannot_be_had(lab_in_browser):
    outcomes = solve_quickly(lab_in_browser, "06-information")
    assert "needs NumPy" in str(outcomes["setup-library"])


def test_the_last_notebook_is_solved_and_the_game_is_won(lab_in_browser):
    page = lab_in_browser
    solve_quickly(page, "10-peg-game")
    boards = page.locator(".jp-OutputArea-output:has(.peg-game)")
    expect(boards).to_have_count(2)  # the first is played before the exercises
    game = Game(page, boards.last)
    game.box.scroll_into_view_if_needed()
    game.hide("RBGG")
    assert game.guess("BGGG", 1) == "Guess 1: blue green green green. 2 black, 1 white"
    game.guess("RBGG", 2)
    game.says("You won! You found the code on guess 2.")
    page.screenshot(path=PICTURES / "lite-game-won.png")


ENDLESS = """() => {
  const app = window.jupyterapp, {widgets} = app.shell.currentWidget.content;
  const place = widgets.findIndex(cell => cell.model.id === 'random-randint');
  widgets[place].model.sharedModel.setSource('while True:\\n    pass  # my text');
  app.shell.currentWidget.content.activeCellIndex = place;
  app.commands.execute('notebook:run-cell').catch(() => undefined);
}"""
ENDED = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .find(cell => cell.model.id === 'random-randint').model.toJSON()"""


def test_an_endless_loop_is_stopped_and_the_cells_above_run_again(page, site):
    # In a window of its own: the browser keeps what is typed here.
    open_notebook(page, address(site, "01-random-codes"))
    run(page, {"double": "def double(number):\n    return 2 * number"}, ["double"])
    page.evaluate(ENDLESS)
    page.locator(".jp-InputPrompt", has_text="*").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".jp-InputPrompt", has_text="*").wait_for(state="detached")
    page.get_by_text("The cells above have been run again.").wait_for()
    cell = page.evaluate(ENDED)
    assert "my text" in cell["source"] and cell["outputs"][-1]["ename"] == "KeyboardInterrupt"
    [shown] = run(page, {"work-run": "double(21)"}, ["work-run"])["work-run"]
    assert shown["data"]["text/plain"] == "42"
