"""The peg game in JupyterLab: won, lost, by keyboard alone, and for every eye and ear."""

import base64
import time

import pytest

from mastermind.pegs import PEGS
from tools.course import solutions

from .conftest import PATIENCE, PICTURES
from .game import Game
from .notebook import errors, open_notebook, run
from .test_lab import address

NOTEBOOK = "09-peg-game"
# The call that remembers an unfinished game, whichever the notebook shows.
PLAY = """
from mastermind import peg_game

peg_game.play(get_code, valid_code, get_feedback)
"""
MAKE = "the computer breaks my code"
DUEL = "a duel: both at once"

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
    const field = ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
    if (!element.getClientRects().length || parseFloat(style.fontSize) === 0) continue;
    if (!own && !field || ['STYLE', 'TITLE', 'OPTION'].includes(element.tagName)) continue;
    const drawn = element.tagName === 'text';
    const back = drawn
      ? parse(getComputedStyle(element.parentElement.querySelector('path')).fill)
      : behind(element);
    const front = over(parse(drawn ? style.fill : style.color), back);
    const words = (element.textContent || element.value || '').trim().slice(0, 30);
    seen.push(words);
    if (ratio(front, back) < 4.5) found.push([words, style.color, back, ratio(front, back)]);
  }
  return [seen, found];
}
"""
# The share of a picture's points that have about this color.
SHARE = """
async ([picture, color]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + picture;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const {data} = pen.getImageData(0, 0, image.width, image.height);
  const want = [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16));
  let like = 0;
  for (let i = 0; i < data.length; i += 4)
    like += want.every((value, j) => Math.abs(value - data[i + j]) < 12);
  return like / (data.length / 4);
}
"""
CONTROLS = {"button", "checkbox", "combobox", "textbox", "listbox", "slider", "spinbutton"}
PICTURED = {"image", "img"}


@pytest.fixture
def game(page, lab):
    open_notebook(page, address(lab, NOTEBOOK))
    answers = {**solutions(NOTEBOOK), "play-game": PLAY}
    assert errors(run(page, answers, ["setup", "my_functions", "play-game"])) == []
    game = Game(page)
    game.box.scroll_into_view_if_needed()
    yield game
    # The kernel would keep the game for the next test.
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")


def test_a_game_is_won_and_survives_running_its_cell_again(game):
    game.hide("RBGG")
    assert game.guess("BGGG", 1) == "Guess 1: blue green green green. 2 black, 1 white"
    game.place("RO")
    run(game.page, {}, ["play-game"])
    game.button("Place 2: orange").wait_for()
    assert game.row("Your guesses", 1) == "Guess 1: blue green green green. 2 black, 1 white"
    game.press("Take back", "Place blue", "Place green", "Place green", "Submit guess")
    game.says("You won! You found the code with guess 2.")
    assert game.box.get_by_role("table", name="What each guess was worth").is_visible()
    assert "guess 2 of 10" in game.box.get_by_label("Result to share").input_value()
    game.page.screenshot(path=PICTURES / "game-won.png")


def test_pegs_are_seen_on_their_buttons(game):
    game.hide("RBGG")
    game.place("ROYG")
    names = ["Place 1: red", *(f"Place {look.name}" for look in list(PEGS.values())[:6])]
    for name in names:
        picture = base64.b64encode(game.button(name).screenshot()).decode()
        color = next(look.fill for look in PEGS.values() if name.endswith(look.name))
        assert game.page.evaluate(SHARE, [picture, color]) > 0.1, name


def test_a_game_is_lost(game):
    game.choose(Guesses="5")
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

    game.box.get_by_label("Role").focus()
    go_to("Code hidden by")
    # Alone, the arrow keys belong to JupyterLab: they move from cell to cell.
    for key in ["Alt+ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"]:
        keyboard.press(key)
    go_to("Hidden code")
    keyboard.type("rbgg")
    go_to("Start game")
    keyboard.press("Enter")
    game.says("Game started")

    go_to("Type a guess")
    keyboard.type("b g g g")
    keyboard.press("Enter")
    game.says("Guess 1: blue green green green. 2 black, 1 white.")
    for number, name in enumerate(["red", "blue", "green", "green"], start=1):
        go_to(f"Place {name}")
        keyboard.press("Space")
        game.button(f"Place {number}: {name}").wait_for()
    go_to("Submit guess")
    keyboard.press("Enter")
    game.says("You won! You found the code with guess 2.")


def test_the_computer_breaks_a_code(game):
    game.choose(Role=MAKE)
    game.press("Start game")
    number = 1
    while not game.answer_truly("OOPY", number):
        number += 1
        assert number <= 7, "entropy needs 6 guesses at most"
    game.says(f"The computer found your code with guess {number}.")
    game.page.screenshot(path=PICTURES / "game-computer.png")


def test_contradictory_key_pegs_are_refused(game):
    game.choose(Role=MAKE)
    game.press("Start game")
    first = game.asked(1)
    # A code none of whose pegs was ever asked: after all six colors there is none.
    colors, number = set(), 0
    while colors != set("ROYGBP"):
        number += 1
        asked = game.asked(number)
        colors |= set(asked)
        game.answer(0, 0)
    game.says("These key pegs contradict each other: no code earns them all.")
    game.says(f"Change the answer to guess {number}, or go back to an earlier one.")
    assert game.asked(number) == asked, "what was refused is not on the board"
    game.page.screenshot(path=PICTURES / "game-contradiction.png")
    game.press("Go back to guess 1")
    game.says("Taken back.")
    assert game.asked(1) == first


def test_a_duel_with_the_coach_has_a_name_for_every_control(game):
    def check(*expected):
        def look():
            tree = [node for node in accessible(game) if node[0] in CONTROLS | PICTURED]
            return tree, {name for _, name in tree}

        for role, name in look_until(game, look, expected):
            assert any(map(str.isalpha, name)), f"a {role} is called {name!r}"

    check("Role", "Code hidden by", "Code length", "Colors", "Guesses", "Start game")
    game.choose(Role=DUEL)
    check("Computer plays", "A color may repeat")
    game.hide("RBGG")
    game.box.get_by_label("Coach").check()
    game.button("Hint").wait_for()
    game.guess("BGGG", 1)
    check("Black key pegs", "White key pegs", "Give key pegs", "Guess 1: red orange yellow green")
    game.answer_truly("PPPP", 1)
    game.says("0 black, 0 white for guess 1.")
    game.place("R")
    check(
        "Place red", "Place 1: red", "Place 2: empty", "Submit guess", "Take back", "Clear",
        "Copy guess 1", "Go back to guess 1", "Type a guess", "Hint", "Coach", "New game",
        "Guess 1: blue green green green. 2 black, 1 white",
    )  # fmt: skip
    game.page.screenshot(path=PICTURES / "game-duel.png")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_all_text_stands_out(game, theme):
    game.page.evaluate(
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", theme
    )
    game.page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=theme)

    def check(*expected):
        def look():
            seen, pale = game.box.evaluate(PALE)
            return pale, set(seen)

        assert look_until(game, look, expected) == []

    check("Start game", "Role")
    game.choose(Role=DUEL)
    game.hide("RBGG")
    game.box.get_by_label("Coach").check()
    game.press("Hint")
    check("Submit guess", "Hint")
    game.guess("ROYP", 1)
    check("Give key pegs", "R", "O", "Y", "P")
    game.answer_truly("PPPP", 1)
    game.button("Submit guess").wait_for()
    game.guess("RBGG", 2)
    game.button("Give key pegs").wait_for()
    game.answer_truly("PPPP", 2)
    game.says("You won the duel!")
    check("Your games of this session", "Result to share")
    game.page.screenshot(path=PICTURES / f"game-{theme.split()[1].lower()}.png")


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
