"""The game's own page: its referee held against Python's, its links, offline, and for every eye."""

import datetime
import importlib.util
import json
import random
import shutil
import subprocess
from itertools import product

import pytest
from PIL import Image
from playwright.sync_api import expect

from mastermind.drawing.pegs import PEGS, key_peg_drawing, peg_drawing
from mastermind.feedback import feedback
from mastermind.game import Turn
from mastermind.match import Match, describe
from mastermind.peg_game import web_files
from mastermind.rules import Rules
from mastermind.solver.analysis import analyze
from mastermind.solver.codebreaker import WAYS_TO_GUESS, is_consistent, next_guess

from .conftest import PICTURES, ROOT, static_server, violations
from .game import Game

SIX = "ROYGBP"
TODAY = "new Date(Date.now() - new Date().getTimezoneOffset() * 6e4).toISOString().slice(0, 10)"
BY_DAY = [(1100, "light"), (390, "dark")]
"""Each width and each scheme once; at night they are all looked at."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    spec = importlib.util.spec_from_file_location("play", ROOT / "editions" / "play" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.build(tmp_path_factory.mktemp("site") / "play")


@pytest.fixture(scope="module")
def address(folder):
    with static_server(folder.parent) as root:
        yield f"{root}/play/index.html"


@pytest.fixture
def play(page, address):
    def at(link="", **size):
        page.set_viewport_size({"width": 1100, "height": 820} | size)
        page.goto("about:blank")
        page.goto(address + link)
        return Game(page)

    return at


def in_page(page, module, expression, *arguments):
    """What an expression gives in which a module's exports are names."""
    code = f"async a => {{ const m = await import('./{module}'); return ({expression})(m, ...a); }}"
    return page.evaluate(code, list(arguments))


# The referee


def test_the_referee_agrees_with_python_on_all_pairs_of_codes(play):
    """1296 x 1296 pairs: each answer as a letter of one long text."""
    page = play().page
    script = """(m, colors) => {
      const codes = m.allCodes({length: 4, colors: [...colors], repeats: true});
      const letter = keys => String.fromCharCode(97 + 5 * keys.split('b').length - 5 + keys.split('w').length - 1);
      return [codes, codes.map(code => codes.map(guess => letter(m.feedback(code, guess))).join(''))];
    }"""
    codes, rows = in_page(page, "referee.js", script, SIX)
    assert codes == ["".join(code) for code in product(SIX, repeat=4)]
    for code, row in zip(codes, rows, strict=True):
        right = (feedback(code, guess) for guess in codes)
        assert row == "".join(chr(97 + 5 * black + white) for black, white in right)


def test_the_look_back_says_what_python_says(play):
    page = play().page
    of = [(4, 6, True), (3, 7, True), (4, 6, False)]
    games = [(Rules(n, "ROYGBPWCMT"[:m], repeats), random.Random(n + m)) for n, m, repeats in of]
    for rules, rng in 3 * games:
        length, repeats = rules.code_length, rules.repeats
        code = rules.random_code(rng)
        guesses = [rules.random_code(rng) for _ in range(3)] + [code]
        turns = [Turn(guess, *feedback(code, guess)) for guess in guesses]
        wanted = analyze(rules, turns)
        rows = [{"pegs": turn.guess, "keys": str(turn.keys)} for turn in turns]
        plain = {"length": length, "colors": list(rules.colors), "repeats": repeats}
        moves = in_page(
            page, "referee.js", "(m, rules, rows) => m.analyze(rules, rows)", plain, rows
        )
        for move, right in zip(moves, wanted, strict=True):
            assert (move["before"], move["after"]) == (right.before, right.after)
            assert move["possible"] == right.possible
            assert move["expected"] == pytest.approx(right.bits_expected)
            assert move["bestBits"] == pytest.approx(right.best_bits)
            assert move["skill"] == pytest.approx(right.skill)


def test_parts_are_counted_as_python_counts_them(play):
    codes = Rules(4, SIX).codes()
    found = in_page(
        play().page, "referee.js", "(m, ...a) => m.parts(...a)", "RROY", codes, list(SIX)
    )
    wanted = {}
    for code in codes:
        keys = str(feedback(code, "RROY"))
        wanted[keys] = wanted.get(keys, 0) + 1
    assert dict(found) == wanted


def test_the_page_guesses_as_python_does(play):
    page, rules = play().page, Rules(3, SIX)
    plain = {"length": 3, "colors": list(SIX), "repeats": True}
    for way, code in product(WAYS_TO_GUESS, ["YRR", "PBG"]):
        turns = ()
        while not turns or turns[-1].black < 3:
            rows = [{"pegs": turn.guess, "keys": str(turn.keys)} for turn in turns]
            guess = in_page(page, "computer.js", "(m, ...a) => m.nextGuess(...a)", plain, rows, way)
            if way == "random":
                assert is_consistent(guess, turns)
            else:
                assert guess == next_guess(rules, turns, way), way
            turns = (*turns, Turn(guess, *feedback(code, guess)))


def test_a_seed_hides_the_code_that_it_hides_in_python(play):
    page = play().page
    umlaut = "h\N{LATIN SMALL LETTER U WITH DIAERESIS}te"
    for (length, colors, repeats), seed in product(
        [(4, 6, True), (10, 10, True), (7, 8, False), (2, 2, False)],
        ["a", "class 1", umlaut, "2026-11-23: 4 pegs, 6 colors", "x" * 200],
    ):
        rules = Rules(length, "ROYGBPWCMT"[:colors], repeats)
        plain = {"length": length, "colors": list(rules.colors), "repeats": repeats}
        code = in_page(page, "game.js", "(m, ...a) => m.codeOf(...a)", plain, seed)
        assert code == rules.random_code(random.Random(seed))


def test_the_modules_stay_small_and_can_be_joined(tmp_path):
    joined = tmp_path / "board.mjs"
    joined.write_text(web_files.script(), encoding="utf-8")
    assert "import " not in joined.read_text(encoding="utf-8").replace("import(", "")
    for path in [*web_files.WEB.iterdir(), *(ROOT / "editions" / "play").glob("*.*")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) < 400, path
    assert {path.name for path in web_files.WEB.iterdir()} == {
        *(f"{name}.js" for name in web_files.order("widget")), *(f"{name}.css" for name in web_files.STYLES)
    }  # fmt: skip


def test_pegs_and_key_pegs_in_the_page_are_those_of_python(play):
    """The board, lessons and pages of results have one renderer."""
    page = play("#pegs=4&colors=10&seed=looks").page
    same = """([selector, drawing]) => {
      const made = document.createElement('template');
      made.innerHTML = `<svg viewBox="0 0 100 100" class="peg-drawn" aria-hidden="true">${drawing}</svg>`;
      return document.querySelector(selector).isEqualNode(made.content.firstChild);
    }"""
    for peg, look in PEGS.items():
        selector = f'[aria-label="Place {look.name}"] .peg-drawn'
        assert page.evaluate(same, [selector, peg_drawing(peg, steps=14)])
    for key in "bw":
        shown = page.evaluate(
            """key => { const peg = document.querySelector(`.peg-legend .peg-key-${key}`);
              return decodeURIComponent(getComputedStyle(peg, '::after').backgroundImage); }""", key
        )  # fmt: skip
        assert key_peg_drawing(key, 14) in shown


# The page


def code_of(game):
    kept = game.page.evaluate("localStorage.getItem('mastermind-peg-game-play')")
    return json.loads(kept)["match"]["code"]


def test_a_link_hides_the_same_code_for_everybody_and_is_shared_at_the_end(play):
    game = play("#pegs=5&colors=7&guesses=8&seed=class+1")
    rules = Rules(5, "ROYGBPW")
    code = rules.random_code(random.Random("class 1"))
    assert code_of(game) == code
    assert code not in game.page.content()
    game.guess(code, 1)
    game.says("You won!")
    expect(game.box.get_by_role("heading", name="Solved in 1")).to_be_visible()
    game.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game.button("Look back").focus()
    game.page.keyboard.press("Enter")
    game.box.get_by_role("region", name="Look back").wait_for()
    expect(game.button("Look back")).to_be_focused()  # though it was drawn anew
    game.press("Copy result")
    game.says("Result copied.")
    shared = game.page.evaluate("navigator.clipboard.readText()")
    assert shared.endswith("#pegs=5&colors=7&guesses=8&seed=class+1") and code not in shared


def test_a_result_is_saved_as_a_picture_and_confetti_is_gone_after_its_flight(play):
    game = play("#seed=picture")
    game.guess("ROYG", 1)
    game.place(code_of(game))
    game.press("Submit guess")
    party = game.page.locator(".peg-confetti")
    expect(party).to_have_count(1)
    expect(party).to_have_count(0)
    with game.page.expect_download() as saved:
        game.press("Picture")
    game.says("Picture saved.")
    assert saved.value.suggested_filename == "mastermind.png"
    saved.value.save_as(PICTURES / "result.png")
    with Image.open(PICTURES / "result.png") as picture:
        assert picture.format == "PNG"
        assert len(picture.convert("RGB").getcolors(picture.width * picture.height)) > 20


def test_a_link_with_nonsense_still_gives_a_game(play):
    game = play("#pegs=99&colors=-1&guesses=x&seed=%3Cb%3E")
    expect(game.button("Place 4: empty")).to_be_visible()
    assert game.button("Place 5: empty").count() == 0


def test_todays_code_is_that_of_the_notebook_and_has_a_calendar(play):
    game = play("#today")
    rules = Rules(4, SIX)
    day = game.page.evaluate(TODAY)
    assert datetime.date.fromisoformat(day)
    code = rules.random_code(random.Random(f"{day}: {describe(rules)}"))
    assert code_of(game) == code
    game.guess(code, 1)
    expect(game.box.locator(".peg-solved")).to_have_count(1)


def test_today_is_at_the_front_and_is_played_once(play):
    """A page without a link opens on it; the finished game and its look back survive."""
    game = play()
    page = game.page
    code = code_of(game)
    rules = Rules(4, SIX)
    [day] = json.loads(page.evaluate("localStorage.getItem('mastermind-peg-game-today')")).values()
    assert code == rules.random_code(random.Random(f"{day['match']['day']}: {describe(rules)}"))
    game.guess("ROYG" if code != "ROYG" else "GYOR", 1)
    game.guess(code, 2)
    expect(game.box.get_by_role("heading", name="Solved in 2", exact=True)).to_be_focused()
    for address in [None, "#today", ""]:
        if address is None:
            page.reload()
        else:
            play(address)
        expect(game.box.get_by_role("heading", name="Solved in 2", exact=True)).to_be_visible()
        assert game.box.locator(".peg-counts").inner_text().split()[0] == "1"
    game.press("Look back")
    look = game.box.get_by_role("region", name="Look back")
    said = look.locator(".peg-facts").inner_text()
    page.reload()
    expect(look.locator(".peg-facts")).to_have_text(said.replace("\n", " "))
    # Another game between: today's is still the one that was played.
    game.press("Another code")
    game.button("Place 1: empty").wait_for()
    game.box.locator(".peg-today").get_by_role("button", name="Today's code").click()
    expect(game.box.get_by_role("heading", name="Solved in 2", exact=True)).to_be_visible()
    # The link tells the key pegs and nothing else.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game.press("Copy result")
    game.says("Result copied.")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.endswith(".bbbb") and "#today&keys=" in shared and code not in shared


def test_a_shared_link_shows_the_key_pegs_of_the_friend(play):
    game = play("#today&keys=bw--.bbbb")
    expect(game.box.locator(".peg-sent")).to_contain_text("Sent to you: 2 guesses.")
    assert game.box.locator(".peg-sent .peg-key-b").count() == 5


def test_yesterdays_code_is_found_guess_by_guess(play, page):
    page.emulate_media(reduced_motion="reduce")
    game = play()
    game.press("Yesterday's solution")
    rows = game.box.locator(".peg-replay li")
    today = datetime.date.fromisoformat(game.page.evaluate(TODAY))
    day, rules = today - datetime.timedelta(1), Rules(4, SIX)
    code = rules.random_code(random.Random(f"{day}: {describe(rules)}"))
    expect(rows).to_have_count(len(games_of(code)))
    expect(rows.last).to_contain_text("found")


def test_a_click_is_heard_only_by_who_asked_for_it(play):
    game = play("#seed=sound")
    game.page.evaluate("""() => { window.heard = 0; window.AudioContext = class extends AudioContext {
      createOscillator() { window.heard += 1; return super.createOscillator(); } }; }""")
    game.place("RO")
    assert game.page.evaluate("window.heard") == 0
    game.press("Rules")
    game.box.get_by_label("Click sound for each peg").check()
    game.page.keyboard.press("Escape")
    game.press("Place green")
    game.button("Place 3: green").wait_for()
    assert game.page.evaluate("window.heard") == 1


def test_a_first_game_has_two_pegs_and_three_sentences(play):
    game = play()
    game.box.locator(".peg-top").get_by_role("button", name="First time?").click()
    expect(game.box.locator(".peg-lesson li")).to_have_count(3)
    expect(game.button("Place 3: empty")).to_have_count(0)
    game.guess(code_of(game), 1)
    expect(game.box.get_by_role("heading", name="Solved in 1")).to_be_visible()


def test_a_win_is_announced_after_key_pegs_and_cover_and_a_loss_shows_the_dearest_guess(play, page):
    page.emulate_media(reduced_motion="no-preference")
    game = play("#guesses=5&seed=order")
    page.evaluate("""() => { window.seen = []; new MutationObserver(() => {
      const now = [...document.querySelectorAll('.peg-new .peg-key-b, .peg-lifting, .peg-end:not([hidden]) h2')]
        .map(one => one.matches('h2') ? 'card' : one.matches('.peg-lifting') ? 'cover' : 'keys');
      for (const part of now) if (!window.seen.includes(part)) window.seen.push(part);
    }).observe(document.body, {subtree: true, childList: true, attributes: true}); }""")
    game.guess(code_of(game), 1)
    expect(game.box.get_by_role("heading", name="Solved in 1")).to_be_focused()
    assert page.evaluate("window.seen") == ["keys", "cover", "card"]
    page.keyboard.press("Enter")  # changes nothing: it is on the headline
    expect(game.box.get_by_text("Result copied.")).to_have_count(0)
    game = play("#guesses=5&seed=loss")
    code = code_of(game)
    wrong = next(guess for guess in ["RRRR", "PPPP"] if guess != code)
    for number, guess in enumerate([wrong] * 5, start=1):
        game.guess(guess, number)
    look = game.box.get_by_role("region", name="Look back")
    expect(look).to_contain_text("This guess cost you the most.")


def test_streak_and_calendar_are_counted_from_what_the_browser_keeps(play):
    """A gap does not end a streak, a game that was lost does; a day's first game is its own."""
    game = play()
    today = datetime.date.fromisoformat(game.page.evaluate(TODAY))
    kind = describe(Rules(4, SIX))
    days = {
        str(today - datetime.timedelta(back)): guesses
        for back, guesses in {0: 6, 1: 0, 27: 4, 28: 3}.items()
    }
    kept = {"mastermind-peg-game": {kind: [5, 0, 4, 6]}, "mastermind-peg-game-days": {kind: days}}
    for name, value in kept.items():
        game.page.evaluate(
            "([name, value]) => localStorage.setItem(name, value)", [name, json.dumps(value)]
        )
    game = play("#today")
    game.guess(code_of(game), 1)
    counts = game.box.locator(".peg-counts").inner_text().split()
    assert counts == ["5", "played", "80%", "solved", "3", "streak", "4.0", "guesses"]
    shown = [
        said.split(": ") for said in game.box.locator(".peg-day .peg-unseen").all_inner_texts()
    ]
    assert len(shown) == 28 and shown[-1] == [str(today), "solved in 6"]
    assert [says for _, says in shown if says != "not played"] == [
        "solved in 4",
        "not solved",
        "solved in 6",
    ]


def test_a_game_that_is_not_over_is_still_there_after_a_reload(play):
    game = play("#seed=one")
    game.guess("ROYG", 1)
    game.place("B")
    game.page.reload()
    game = Game(game.page)
    assert game.row("Your guesses", 1).startswith("Guess 1: red orange yellow green.")
    game.button("Place 1: blue").wait_for()


def test_the_page_opens_without_a_network_and_can_be_installed(play, folder):
    page = play().page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # by the worker now
    page.context.set_offline(True)
    page.reload()
    game = Game(page)
    game.guess("ROYG", 1)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {"name", "start_url", "display", "icons"} <= set(manifest)
    assert all((folder / icon["src"]).exists() for icon in manifest["icons"])


@pytest.mark.parametrize("strategy", ["smallest worst case (Knuth)", "most bits (entropy)"])
def test_the_computer_breaks_a_code(play, strategy):
    game = play()
    game.choose(Role="Make a code", Computer_plays=strategy)
    game.press("Start game")
    number = 1
    while not game.answer_truly("OOPY", number):
        number += 1
        assert number <= 6
    expect(game.box.get_by_role("heading", name=f"Broken in {number}")).to_be_visible()


@pytest.mark.parametrize("code", ["2231", "OOYR", "orange orange yellow red"])
def test_told_the_code_the_computer_plays_alone(play, code):
    game = play()
    game.choose(Role="Make a code")
    game.box.get_by_label("Your code", exact=True).fill("OOY")
    game.press("Start game")
    expect(game.box.get_by_role("alert").filter(has_text="not valid")).to_be_visible()
    game.box.get_by_label("Your code", exact=True).fill(code)
    game.press("Start game")
    number = len(games_of("OOYR"))
    expect(game.box.get_by_role("heading", name=f"Broken in {number}")).to_be_visible()


def games_of(code):
    """The guesses that Knuth's strategy of the library needs."""
    match = Match(Rules(4, SIX), 10, "make", secret=code).let_computer_play()
    return match.theirs


def test_the_codemaker_is_checked_by_a_note_of_the_code(play):
    game = play()
    game.choose(Role="Make a code")
    game.press("Start game")
    colors = {look: n for n, look in enumerate(SIX, start=1)}
    for place, peg in enumerate("OO", start=1):
        for _ in range(colors[peg]):
            game.box.get_by_role("button", name=f"My code, peg {place}").click()
    game.button("My code, peg 3: empty").focus()
    game.page.keyboard.type("by")  # no black key peg
    game.button("My code, peg 3: blue").focus()
    game.page.keyboard.press("p")
    game.button("My code, peg 4: yellow").wait_for()
    assert game.box.get_by_role("button", name="Key peg 1: empty").count() == 1
    asked = game.asked(1)
    game.answer(*(0, 0) if feedback("OOPY", asked) != (0, 0) else (1, 0))
    game.says("For the code that you wrote down, the correct answer is")
    assert game.asked(1) == asked
    game.press("Fill in the key pegs", "Submit key pegs")
    game.says(f"{feedback('OOPY', asked).black} black")


def test_the_coach_goes_back_by_keyboard_and_keeps_the_focus(play):
    game = play("#seed=back")
    game.press("Coach")
    game.guess("ROYG", 1)
    steps = [("Earlier", "All 1,296 codes are possible before guess 1", "Later"),
             ("Later", "before guess 1)", "Earlier")]  # fmt: skip
    for name, said, then in steps:
        game.button(name).focus()
        game.page.keyboard.press("Enter")
        expect(game.box.locator(".peg-coach h3")).to_contain_text(said)
        assert game.page.evaluate("document.activeElement.ariaLabel") == then


def test_contradictory_key_pegs_are_refused_as_in_the_notebook(play):
    game = play()
    game.choose(Role="Make a code", Computer_plays="the first consistent code")
    game.press("Start game")
    for number in range(1, 6):
        game.asked(number)
        game.answer(0, 0)
    game.asked(6)
    game.answer(0, 0)
    game.says("One answer is wrong: the answer for guess 1, 2, 3, 4, 5, or 6.")


LOOKS = [
    pytest.param(width, scheme, marks=() if (width, scheme) in BY_DAY else pytest.mark.nightly)
    for width in [1100, 390, 320]
    for scheme in ["light", "dark", "forced"]
]


@pytest.mark.parametrize("width, scheme", LOOKS)
def test_every_state_can_be_used_by_all_and_fits(play, page, scheme, width):
    page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light",
        forced_colors="active" if scheme == "forced" else "none",
    )

    def check(name):
        page.wait_for_timeout(800)  # all is at rest
        page.screenshot(path=PICTURES / f"play-{name}-{scheme}-{width}.png")
        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name

    game = play("#today", width=width, height=720)
    check("idle")
    game.press("Coach")
    check("coach")
    game.press("Hint")
    game.guess("BGGG", 1)
    for name in ["New game", "Rules"]:
        game.press(name)
        check(name.split()[0].lower())
        page.keyboard.press("Escape")
    game.guess(code_of(game), 2)
    game.press("Look at guess 1")
    game.box.get_by_label("Try another guess").fill("roog")
    check("end")
    game = play("#pegs=10&colors=10&guesses=15&seed=x", width=width, height=720)
    game.guess("ROYGBPWCMT", 1)
    check("ten")
    game.choose(Role="Duel", Pegs=4, Colors=6, Guesses=5, Code_hidden_by="the computer, at random")
    game.press("Start game")
    game.guess("RROO", 1)
    check("duel")


SIZES = [(320, 568), (390, 660), (1000, 660), (2000, 1200), (320, 256)]
"""The last is a window of 1280 x 1024 at 400 %."""
SIZES += [
    pytest.param(*size, marks=pytest.mark.nightly) for size in [(390, 844), (700, 720), (1400, 900)]
]
COVERED = """() => [...document.querySelectorAll(
  '.peg-active, .peg-active .peg-place, [aria-label="Submit guess"], .peg-pick, [aria-label="Place 1: empty"]')]
  .filter(part => {
    const box = part.getBoundingClientRect();
    const seen = (x, y) => part.contains(document.elementFromPoint(x, y));
    return box.top < 0 || box.bottom > innerHeight + 0.5
      || !seen(box.left + box.width / 2, box.top + 3) || !seen(box.left + box.width / 2, box.bottom - 3);
  }).map(part => [part.className, part.getBoundingClientRect().top, part.getBoundingClientRect().bottom])"""
"""What is pressed and what it changes, as far as it is not in view or lies under something else."""


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize(
    "link",
    ["#seed=always", pytest.param("#pegs=10&colors=10&seed=ten", marks=pytest.mark.nightly)],
)
def test_after_each_press_the_open_row_is_in_view_with_palette_and_submit(
    play, width, height, link
):
    game = play(link, width=width, height=height)
    pegs = "ROYGBPWCMT" if "pegs" in link else "ROYG"
    for number in range(1, 9):
        for place, peg in enumerate(pegs, start=1):
            game.press(f"Place {PEGS[peg].name}")
            game.button(f"Place {place}: {PEGS[peg].name}").wait_for()
            assert game.page.evaluate(COVERED) == [], (number, peg)
        game.press("Submit guess")
        game.row("Your guesses", number)
        assert game.page.evaluate(COVERED) == [], number


@pytest.mark.parametrize("link", ["#seed=tall", "#pegs=10&colors=10&seed=tall", "duel"])
@pytest.mark.parametrize("width, height", [(1400, 900), (2000, 1200)])
def test_a_large_window_is_used(play, width, height, link):
    game = play(link if link != "duel" else "", width=width, height=height)
    if link == "duel":
        game.choose(Role="Duel")
        game.press("Start game")
        game.box.locator(".peg-two").wait_for()
    for board in game.box.locator(".peg-boards > .peg-board").all():
        box = board.bounding_box()
        assert 0.8 * height < box["height"] and box["y"] + box["height"] < height


def test_nothing_moves_when_a_message_comes_and_goes_or_a_control_is_of_use(play):
    places = """() => [...document.querySelectorAll('.peg-palette, .peg-primary, .peg-second, .peg-boards')]
      .map(part => part.getBoundingClientRect().top)"""
    for width in [1400, 390]:
        game = play("#seed=still", width=width, height=844)
        before = game.page.evaluate(places)
        expect(game.button("Undo guess")).to_be_disabled()
        expect(game.button("Submit guess")).to_have_text("Submit guess \N{MIDDLE DOT} 4 pegs to go")
        game.button("Place 1: empty").focus()
        game.page.keyboard.press("q")
        expect(game.box.get_by_text("Q is not a color in this game.")).to_be_visible()
        assert game.page.evaluate(places) == before
        game.guess("ROYG", 1)
        expect(game.button("Undo guess")).to_be_enabled()
        assert game.page.evaluate(places) == before
        game.page.evaluate("localStorage.clear()")


def test_nothing_overlaps_with_ten_pegs(play, page):
    page.emulate_media(reduced_motion="reduce")  # while they pop, key pegs are larger
    for width in [1100, 640, 390, 320]:
        game = play("#pegs=10&colors=10&guesses=15&seed=x", width=width)
        game.guess("ROYGBPWCMT", 1)
        overlaps = game.page.evaluate("""() => {
          const boxes = [...document.querySelectorAll(
            '.peg-board .peg-picture, .peg-board .peg-key, .peg-board button.peg-act')]
            .filter(e => getComputedStyle(e).visibility !== 'hidden' && e.getClientRects().length)
            .filter(e => !e.closest('.peg-later'))
            .map(e => [e, e.getBoundingClientRect()]);
          const found = [];
          boxes.forEach(([a, x], i) => boxes.slice(i + 1).forEach(([b, y]) => {
            const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
            const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
            if (wide > 1 && high > 1) found.push([a.className, b.className, wide, high]);
          }));
          return found;
        }""")
        assert overlaps == [], width
        game.page.evaluate("localStorage.clear()")


def test_at_400_percent_a_new_game_is_in_view_and_its_key_pegs_have_words(play):
    game = play("#seed=low", width=320, height=256)
    game.choose(Role="Make a code")
    game.press("Start game")
    game.asked(1)
    row, tray = (game.box.locator(part).bounding_box() for part in [".peg-active", ".peg-tray"])
    assert row["y"] > -1 and row["y"] + row["height"] < tray["y"] + 1
    for word in ["right place", "wrong place"]:
        expect(game.box.locator(".peg-palette").get_by_text(word)).to_be_visible()
    for color in ["light", "dark"]:
        game.page.emulate_media(color_scheme=color)
        game.press("New game")
        ratio = game.page.evaluate(CONTRAST, [".peg-tick", ".peg-sheet"])
        assert ratio >= 3, color  # what is counted can be seen on its sheet
        game.page.keyboard.press("Escape")


CONTRAST = """([front, back]) => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const light = color => {
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(c => c / 255)
      .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const color = (part, pseudo) => getComputedStyle(document.querySelector(part), pseudo).backgroundColor;
  const [low, high] = [light(color(front, '::before')), light(color(back))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""


@pytest.mark.parametrize("width", [640, 390, 320])
def test_both_boards_of_a_duel_are_seen_beside_each_other(play, width):
    game = play("#seed=duel", width=width, height=720)
    game.choose(Role="Duel")
    game.press("Start game")
    game.guess("ROYG", 1)
    boards = game.box.locator(".peg-boards > .peg-board")
    mine, theirs = (board.bounding_box() for board in boards.all())
    assert mine["y"] == theirs["y"] and mine["height"] == theirs["height"]
    assert mine["x"] >= 0 and mine["x"] + mine["width"] <= theirs["x"]
    assert theirs["x"] + theirs["width"] <= width
    game.page.evaluate("localStorage.clear()")


def test_the_look_back_draws_what_is_left_and_takes_a_code_from_its_tile(play):
    game = play("#seed=play")
    turns = {"RROO": "", "BGGG": "bbw"}  # as the two rows say of the code PGBG
    for number, guess in enumerate([*turns, code_of(game)], start=1):
        game.place(guess)
        game.press("Submit guess")
        if number < 3:
            game.row("Your guesses", number)
    game.press("Look back", "Guess 2: 12 codes left")
    codes = Rules(4, SIX).codes()
    left = [c for c in codes if all(str(feedback(c, g)) == keys for g, keys in turns.items())]
    drawn = game.box.locator(".peg-lefts").get_by_role("img").all()
    names = [picture.get_attribute("aria-label") for picture in drawn]
    assert names == [" ".join(PEGS[peg].name for peg in code) for code in left]
    mosaic = game.box.get_by_role("img", name="256 codes before guess 2, 12 after")
    columns, tile = mosaic.evaluate("c => [c.width / 16, 16 * c.clientWidth / c.width]")
    row, column = divmod(codes.index(left[5]), int(columns))
    mosaic.click(position={"x": (column + 0.4) * tile, "y": (row + 0.4) * tile})
    expect(game.box.get_by_label("Try another guess")).to_have_value(left[5])


@pytest.mark.nightly  # with nothing beside it: it counts milliseconds
def test_a_peg_is_on_the_board_in_30_milliseconds_and_a_guess_in_300(play):
    """Of the page's own time: seconds on the clock say more of what else the machine does."""
    game = play("#seed=quick")
    session = game.page.context.new_cdp_session(game.page)
    session.send("Performance.enable")

    def busy(press):
        def now():
            found = session.send("Performance.getMetrics")["metrics"]
            return next(m["value"] for m in found if m["name"] == "TaskDuration")

        before = now()
        press()
        game.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        return 1000 * (now() - before)

    script = "document.querySelector('[aria-label=\"{}\"], {}').click()"
    pegs = [busy(lambda: game.page.evaluate(script.format("Place red", ".none"))) for _ in range(4)]
    submit = busy(lambda: game.page.evaluate(script.format("none", ".peg-primary")))
    game.row("Your guesses", 1)
    assert sorted(pegs)[1] < 30 and submit < 300, (pegs, submit)


def test_nothing_moves_for_who_asked_for_less_and_nothing_longer_than_700_ms(play, page):
    def lengths():
        return page.evaluate("""() => document.getAnimations().map(a => a.effect.getComputedTiming().endTime)
          .filter(time => time !== Infinity)""")

    page.emulate_media(reduced_motion="no-preference")
    game = play("#seed=quick")
    game.guess("ROYG", 1)
    moving = lengths()
    game.place(code_of(game))
    game.press("Submit guess")
    moving += lengths()
    assert moving and max(moving) <= 700
    page.evaluate("localStorage.clear()")
    page.emulate_media(reduced_motion="reduce")
    game = play("#seed=still")
    game.guess("ROYG", 1)
    game.place(code_of(game))
    game.press("Submit guess")
    assert lengths() == [] and page.locator(".peg-confetti").count() == 0


def test_the_joined_script_is_what_a_browser_can_read(tmp_path):
    joined = tmp_path / "board.mjs"
    joined.write_text(web_files.script(), encoding="utf-8")
    if shutil.which("node") is None:
        pytest.skip("no node on this machine")
    subprocess.run(["node", "--check", joined], check=True)
