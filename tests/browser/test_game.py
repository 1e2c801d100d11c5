"""The peg game in JupyterLab: won, lost, by keyboard alone, and for every eye and ear."""

import base64
import time

import pytest
from playwright.sync_api import expect

from mastermind.drawing.pegs import PEGS
from tools.course import read, solutions

from .conftest import PATIENCE, PICTURES, violations
from .game import Game
from .notebook import errors, open_another, run

NOTEBOOK = "10-peg-game"
# The call that remembers an unfinished game, whichever the notebook shows.
PLAY = """
from mastermind import peg_game

peg_game.play(get_code, valid_code, get_feedback)
"""
MAKE = "Make a code"
DUEL = "Duel"

# The kinds of all cells.
CELLS = "window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.type)"
# What has the focus: its name, as a screen reader would read it.
FOCUS = """
() => {
  const it = document.activeElement;
  const label = it.labels && it.labels.length ? it.labels[0].innerText : '';
  return (it.getAttribute('aria-label') || label || it.textContent).trim();
}
"""
# Text whose color is too near to that of what lies behind it, with both colors.
PALE = """
box => {
  const parse = color => {
    const all = color.match(/[\\d.]+/g).map(Number);
    const scale = color.startsWith('color(') ? 255 : 1;
    return [all[0] * scale, all[1] * scale, all[2] * scale, all.length > 3 ? all[3] : 1];
  };
  const over = (top, low) =>
    [0, 1, 2].map(i => top[3] * top[i] + (1 - top[3]) * low[i]).concat(1);
  const behind = element => {
    if (!element) return [255, 255, 255, 1];
    const own = parse(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const light = color => {
    const [r, g, b] = color.slice(0, 3).map(c => c / 255)
      .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [], seen = [];
  for (const element of box.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const own = [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const typed = element.tagName === 'INPUT' && element.type !== 'range';  // a slider shows no text
    const field = typed || ['SELECT', 'TEXTAREA'].includes(element.tagName);
    if (!element.getClientRects().length || parseFloat(style.fontSize) === 0) continue;
    if (!own && !field || ['STYLE', 'TITLE', 'OPTION'].includes(element.tagName)) continue;
    const drawn = element.tagName === 'text';
    const peg = drawn && element.previousElementSibling;  // a letter stands on its peg
    const back = peg && peg.tagName === 'path'
      ? parse(getComputedStyle(peg).fill)
      : behind(element);
    const front = over(parse(drawn ? style.fill : style.color), back);
    const words = (element.textContent || element.value || '').trim().slice(0, 30);
    seen.push(words);
    if (ratio(front, back) < 4.5) found.push([words, style.color, back, ratio(front, back)]);
  }
  return [seen, found];
}
"""
# The share of a picture's points that have about this hue, in whatever light.
SHARE = """
async ([picture, color]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + picture;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const {data} = pen.getImageData(0, 0, image.width, image.height);
  const hue = (r, g, b) => {
    const high = Math.max(r, g, b), span = high - Math.min(r, g, b);
    if (span < 60) return null;  // gray, or an edge
    const at = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span;
    return (60 * at + 360) % 360;
  };
  const want = hue(...[1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16)));
  let like = 0;
  for (let i = 0; i < data.length; i += 4) {
    const found = hue(data[i], data[i + 1], data[i + 2]);
    const far = Math.abs(found - want);
    like += found !== null && Math.min(far, 360 - far) < 11;
  }
  return like / (data.length / 4);
}
"""
CONTROLS = {"button", "checkbox", "combobox", "textbox", "listbox", "slider", "spinbutton"}
PICTURED = {"image", "img"}


@pytest.fixture
def page(lab_page):
    return lab_page


@pytest.fixture
def game(page):
    open_another(page, NOTEBOOK)
    answers = {**solutions(NOTEBOOK), "play-game": PLAY}
    assert errors(run(page, answers, ["setup", "my_functions", "play-game"])) == []
    game = Game(page)
    game.box.scroll_into_view_if_needed()
    game.cells = page.evaluate(CELLS)
    return game


def test_a_game_is_won_and_survives_running_its_cell_again(game):
    game.hide("RBGG")
    assert game.guess("BGGG", 1) == "Guess 1: blue green green green. 2 black, 1 white"
    game.place("RO")
    run(game.page, {}, ["play-game"])
    game.button("Place 2: orange").wait_for()
    assert game.row("Your guesses", 1) == "Guess 1: blue green green green. 2 black, 1 white"
    game.press("Remove peg", "Place blue", "Place green", "Place green", "Submit guess")
    game.says("You won! You found the code on guess 2.")
    game.press("Look at guess 1")
    look = game.box.get_by_role("region", name="Look back")
    expect(look).to_contain_text("1,296 \u2192 24 codes")
    game.box.get_by_label("Try another guess").fill("roog")
    expect(look.locator(".peg-parts")).to_contain_text("possible answers, of which")
    game.page.screenshot(path=PICTURES / "game-won.png")


def test_a_saved_notebook_shows_the_last_position_and_the_live_board_hides_it(game):
    page, picture = game.page, game.page.locator(".jp-RenderedSVG")
    game.hide("RBGG")
    game.guess("BGGG", 1)
    expect(picture).to_have_count(1)
    expect(picture).to_be_hidden()
    page.evaluate("""async () => {
      const panel = window.jupyterapp.shell.currentWidget;
      await panel.context.save();
      await panel.sessionContext.shutdown();
    }""")
    page.reload()
    picture.wait_for()
    picture.scroll_into_view_if_needed()
    page.screenshot(path=PICTURES / "game-saved.png")
    expect(page.locator(".peg-table")).to_have_count(0)
    expect(page.get_by_text("PegGame()")).to_have_count(0)


FINALE = ["setup", "lend-status", "status", "submit_guess", "looks", "peg_html"]
FINALE += ["my_functions", "lend-functions", "play-game"]


def test_the_board_runs_on_all_that_a_student_has_written(page):
    open_another(page, NOTEBOOK)
    # Other tests play with fewer functions in the cell that shows the board.
    [play] = [cell.source for cell in read("release", NOTEBOOK).cells if cell.id == "play-game"]
    answers = {**solutions(NOTEBOOK), "play-game": play}
    assert errors(run(page, answers, FINALE)) == []
    game = Game(page)
    owners = game.box.locator(".peg-owners")
    expect(owners).to_contain_text("Yours")
    expect(owners).to_contain_text("minimax_guess guesses your code")
    expect(owners).not_to_contain_text("Borrowed")
    game.hide("RBGG")
    assert game.guess("BGGG", 1) == "Guess 1: blue green green green. 2 black, 1 white"
    expect(game.box.locator(".peg-own", has_text="\u2b22 B").first).to_be_visible()
    for scheme in ["light", "dark"]:
        use_theme(page, scheme)
        assert violations(page, ".peg-game") == []
        game.box.screenshot(path=PICTURES / f"finale-{scheme}.png")
    game.choose(Role=MAKE)
    game.press("Start game")
    number = 1
    while not game.answer_truly("BYGB", number):
        number += 1
    game.says(f"The computer found your code on guess {number}.")
    expect(owners).not_to_contain_text("library")
    page.set_viewport_size({"width": 390, "height": 720})
    game.box.scroll_into_view_if_needed()
    page.screenshot(path=PICTURES / "finale-phone.png")


def use_theme(page, scheme):
    """Have the system ask for a color scheme, which JupyterLab follows."""
    page.emulate_media(color_scheme=scheme)
    theme = f"JupyterLab {scheme.title()}"
    page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=theme)


def test_results_survive_a_restart_and_are_copied_at_a_press(game):
    game.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for count in [1, 2]:
        game.hide("RBGG")
        game.guess("RBGG", 1)
        game.says("You won!")
        expect(game.box.locator(".peg-counts")).to_contain_text(f"{count} played")
        game.press("Copy result")
        game.says("Result copied.")
        assert "guess 1 of 10" in game.page.evaluate("navigator.clipboard.readText()")
        if count == 1:
            game.page.evaluate(
                "window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
            )
            run(game.page, {}, ["setup", "my_functions", "play-game"])
            game.button("Place 1: empty").wait_for()


def test_pegs_are_seen_on_their_buttons(game):
    game.hide("RBGG")
    game.place("ROYG")
    names = ["Place 1: red", *(f"Place {look.name}" for look in list(PEGS.values())[:6])]
    for name in names:
        picture = base64.b64encode(game.button(name).screenshot()).decode()
        shares = {
            look.name: game.page.evaluate(SHARE, [picture, look.fill])
            for look in list(PEGS.values())[:6]
        }
        assert name.endswith(max(shares, key=shares.get)), shares
        assert max(shares.values()) > 0.1, name


def test_a_game_is_lost(game):
    game.choose(Guesses=5)
    game.hide("PPPP")
    for number in range(1, 6):
        assert game.guess("ROYG", number).endswith("0 black, 0 white")
    game.says("Game over. The code was PPPP: purple purple purple purple.")
    game.page.screenshot(path=PICTURES / "game-lost.png")


def test_a_game_is_played_by_keyboard_alone(game):
    keyboard = game.page.keyboard

    def go_to(name):
        for _ in range(80):
            if game.page.evaluate(FOCUS) == name:
                return
            keyboard.press("Tab")
        pytest.fail(f"the Tab key does not reach {name!r}")

    game.button("Place 1: empty").focus()
    go_to("New game")
    keyboard.press("Enter")
    game.button("Start game").wait_for()
    go_to("Pegs")
    for key in ["ArrowUp", "ArrowDown"]:
        keyboard.press(key)
    go_to("Code hidden by")
    for _ in range(3):
        keyboard.press("ArrowDown")
    go_to("Hidden code")
    keyboard.type("rbgg")
    go_to("Start game")
    keyboard.press("Enter")
    game.says("Game started")

    # The focus is on the board; letters place pegs, and no cell is cut or turned by them.
    go_to("Place 1: empty")
    for key in ["x", "b", "g", "g", "o", "Backspace", "3", "ArrowLeft", "ArrowUp", "ArrowUp", "d"]:
        keyboard.press(key)
    game.button("Place 3: orange").wait_for()
    for key in ["g", "Home", "h", "End", "g"]:
        keyboard.press(key)
    for place, name in enumerate(["blue, kept", "green", "green", "green"], start=1):
        game.button(f"Place {place}: {name}").wait_for()
    keyboard.press("Enter")
    game.says("Guess 1: blue green green green. 2 black, 1 white.")
    keyboard.press("u")
    game.says("Guess 1 was undone.")
    game.button("Place 4: green").wait_for()
    keyboard.press("Enter")
    game.says("Guess 1: blue green green green. 2 black, 1 white.")
    keyboard.press("Control+z")
    game.says("Guess 1 was undone.")
    keyboard.press("Enter")
    game.says("Guess 1: blue green green green. 2 black, 1 white.")
    game.button("Place 1: blue, kept").wait_for()
    go_to("Place red")
    keyboard.press("Space")
    game.button("Place 2: red").wait_for()
    go_to("Remove peg")
    for _ in range(2):
        keyboard.press("Enter")
    go_to("Place 1: empty, kept")
    keyboard.type("rbgg")
    keyboard.press("Enter")
    game.says("You won! You found the code on guess 2.")
    assert game.page.evaluate(CELLS) == game.cells


def test_pegs_are_dragged_and_kept_while_the_controls_stay_where_they_are(game):
    """What is pressed stands beside the board where there is room, so that both are seen."""
    mouse = game.page.mouse

    def middle(locator):
        locator.scroll_into_view_if_needed()
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(source, *way):
        mouse.move(*middle(source))
        mouse.down()
        for x, y in way:
            mouse.move(x, y, steps=4)
        mouse.up()

    game.hide("RBGG")
    game.page.set_viewport_size({"width": 1300, "height": 1400})  # all of the board is seen

    def controls():
        """At one moment, because the notebook above the board may still be moving."""
        buttons = [game.button(name).element_handle() for name in ["Submit guess", "Place red"]]
        y = "(box, all) => all.map((e) => e.getBoundingClientRect().y - box.getBoundingClientRect().y)"
        return game.box.evaluate(y, buttons)

    before = controls()
    board = game.box.locator(".peg-boards").bounding_box()
    assert game.button("Submit guess").bounding_box()["x"] > board["x"] + board["width"]
    drag(game.button("Place blue"), middle(game.button("Place 3: empty")))
    game.button("Place 3: blue").wait_for()
    drag(game.button("Place 3: blue"), middle(game.button("Place 1: empty")))
    game.button("Place 1: blue").wait_for()
    game.button("Place 3: empty").click()
    game.press("Place red")
    game.button("Place 3: red").click(button="right")
    game.button("Place 3: red, kept").wait_for()
    game.press("Place green", "Place green", "Submit guess")
    game.says("Guess 1: blue green red green.")
    game.button("Place 3: red, kept").wait_for()
    old = game.box.get_by_role("img", name="Guess 1: ").locator("[data-peg=G]").first
    drag(old, middle(game.button("Place 2: empty")))
    game.button("Place 2: green").wait_for()
    drag(game.button("Place 2: green"), (5, 5))
    game.button("Place 2: empty").wait_for()
    game.press("Copy guess 1", "Submit guess")
    game.says("Guess 2: blue green red green.")
    assert controls() == before


def test_the_computer_breaks_a_code(game):
    game.choose(Role=MAKE)
    game.press("Start game")
    number = 1
    while not game.answer_truly("OOPY", number):
        number += 1
        assert number <= 5, "Knuth's strategy needs 5 guesses at most"
    game.says(f"The computer found your code on guess {number}.")
    game.page.screenshot(path=PICTURES / "game-computer.png")


def test_contradictory_key_pegs_are_refused(game):
    game.choose(Role=MAKE)
    game.press("Start game")
    first = game.asked(1)
    # Holes are pressed, too: empty, black, white, empty.
    for name in ["empty", "black", "white"]:
        game.press(f"Key peg 2: {name}")
    game.button("Key peg 2: empty").wait_for()
    # A code none of whose pegs was ever asked: after all six colors there is none.
    colors, number = set(), 0
    while colors != set("ROYGBP"):
        number += 1
        asked = game.asked(number)
        colors |= set(asked)
        game.answer(0, 0)
    game.says("These answers contradict each other, because no code fits them all.")
    game.says(f"Correct your answer for guess {number}, or go back to an earlier guess.")
    assert game.asked(number) == asked, "what was refused is not on the board"
    game.page.screenshot(path=PICTURES / "game-contradiction.png")
    game.press("Go back to guess 1")
    game.says("You went back to guess 1.")
    assert game.asked(1) == first


@pytest.mark.nightly
def test_a_duel_with_the_coach_has_a_name_for_every_control(game):
    def check(*expected):
        def look():
            tree = [node for node in accessible(game) if node[0] in CONTROLS | PICTURED]
            return tree, {name for _, name in tree}

        for role, name in look_until(game, look, expected):
            assert any(map(str.isalpha, name)), f"a {role} is called {name!r}"

    check("Place red", "Place 1: empty", "Submit guess", "Coach", "New game")
    game.press("New game")
    check("Code hidden by", "Pegs", "Colors", "Guesses", "Start game", "Close")
    game.choose(Role=DUEL)
    check("Computer plays", "Colors may repeat")
    game.hide("RBGG")
    game.press("Coach")
    game.button("Hint").wait_for()
    game.guess("BGGG", 1)
    check("Black key peg", "Key peg 1: empty", "Submit key pegs", "Guess 1: red red orange orange")
    game.answer_truly("PPPP", 1)
    game.says("0 black, 0 white for guess 1.")
    game.place("R")
    check(
        "Place red", "Place 1: red", "Place 2: empty", "Submit guess", "Remove peg",
        "Copy guess 1", "Go back to guess 1", "Hint", "Coach", "New game",
        "Guess 1: blue green green green. 2 black, 1 white", "Rules",
        "My code, peg 1: empty",
    )  # fmt: skip
    game.page.screenshot(path=PICTURES / "game-duel.png")


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out(game, scheme):
    use_theme(game.page, scheme)

    def check(*expected):
        def look():
            seen, pale = game.box.evaluate(PALE)
            return pale, set(seen)

        assert look_until(game, look, expected) == []
        assert violations(game.page, ".peg-game") == []

    check("Submit guess · 4 pegs to go", "New")
    game.choose(Role=DUEL)
    check("Start game", "Code hidden by")
    game.hide("RBGG")
    game.press("Coach", "Hint")
    check("Submit guess · 4 pegs to go", "Hint")
    game.guess("ROYP", 1)
    check("Submit: no key pegs", "right place")
    game.answer_truly("PPPP", 1)
    game.button("Submit guess").wait_for()
    game.guess("RBGG", 2)
    game.button("Submit key pegs").wait_for()
    game.answer_truly("PPPP", 2)
    game.says("You won the duel!")
    check("You won the duel", "Copy result")
    game.page.screenshot(path=PICTURES / f"game-{scheme}.png")


def test_the_board_fits_where_there_is_little_room_or_few_colors(game):
    page = game.page
    wide = "() => {const box = document.querySelector('.peg-game'); return [box.scrollWidth, box.clientWidth]}"
    game.choose(Pegs=10, Colors=10, Guesses=15)
    game.hide("ROYGBPWCMT")
    # A phone of 320 points; at 200 % a window of 640 is as wide.
    game.box.evaluate("box => { box.style.width = '304px'; }")
    game.button("Place red").click()
    game.button("Place 1: red").wait_for()
    needed, given = page.evaluate(wide)
    assert needed <= given
    assert game.button("Place 10: empty").bounding_box()["width"] >= 20
    game.box.screenshot(path=PICTURES / "game-narrow.png")
    game.box.evaluate("box => { box.style.width = ''; }")

    page.emulate_media(forced_colors="active")
    for button in game.box.get_by_role("button").all():
        edges = "b => { const s = getComputedStyle(b); return parseFloat(s.borderTopWidth) + parseFloat(s.outlineWidth); }"
        assert button.evaluate(edges) >= 1, button.evaluate("b => b.outerHTML")
    holes = """() => [...document.querySelectorAll('.peg-row .peg-keys')]
      .filter(keys => keys.getClientRects().length).map(keys => keys.getBoundingClientRect().x)"""
    assert len(set(page.evaluate(holes))) == 1  # the open row stands as the others do
    game.box.screenshot(path=PICTURES / "game-forced-colors.png")
    page.emulate_media(forced_colors="none")

    page.keyboard.type("rrrrrrrrr")
    game.press("Submit guess")
    game.says("Guess 1: red")
    moving = "() => getComputedStyle(document.querySelector('.peg-new .peg-key-b')).animationName"
    assert page.evaluate(moving) == "peg-pop"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == "none"


@pytest.mark.nightly
def test_what_takes_long_shows_that_it_is_at_work(game, tmp_path):
    seen = tmp_path / "seen"
    slow = f"""
import time
from pathlib import Path
from mastermind import peg_game

def slow_feedback(code, guess):
    while not Path({str(seen)!r}).exists():
        time.sleep(0.1)
    return get_feedback(code, guess)

peg_game.PegGame(get_feedback=slow_feedback)
"""
    run(game.page, {"play-game": slow}, ["play-game"])
    game.button("Place 1: empty").focus()
    game.page.keyboard.type("royg")
    game.page.keyboard.press("Enter")
    game.page.keyboard.type("bb")  # for the row that follows
    game.says("Working")
    seen.touch()
    game.says("Guess 1: red orange yellow green.")
    expect(game.box.get_by_role("status").first).not_to_contain_text("Working")
    game.button("Place 2: blue").wait_for()


def look_until(game, look, expected):
    """Look at the game until all that is expected is there: what is seen of it, at last.

    `look` returns that, and a set of what is there.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        found, there = look()
        missing = set(expected) - there
        if not missing:
            return found
        assert time.monotonic() < deadline, missing
        game.page.wait_for_timeout(200)


def accessible(game):
    """Role and name of all that a screen reader finds in the game."""
    session = game.page.context.new_cdp_session(game.page)
    session.send("DOM.enable")
    document = session.send("DOM.getDocument", {"depth": 0})
    box = session.send(
        "DOM.querySelector", {"nodeId": document["root"]["nodeId"], "selector": ".peg-game"}
    )
    inside = set()

    def collect(node):
        inside.add(node["backendNodeId"])
        for child in node.get("children", []):
            collect(child)

    collect(session.send("DOM.describeNode", {"nodeId": box["nodeId"], "depth": -1})["node"])
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and node.get("backendDOMNodeId") in inside
    ]
