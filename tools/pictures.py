"""The pictures of README.md and docs/: ``python -m tools.pictures``.

A real browser shows the game's own page, the three commands between a learning platform's
download and its upload, the pages of ``make demo``, and notebook 3 in the browser edition of
``make lite``, with a wrong answer; run these two before. All pictures are as wide as in the
text, at twice the resolution; those of README.md are there in light and in dark.
"""

import csv
import importlib.util
import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from bank import EXERCISES
from mastermind.drawing import pictures
from mastermind.drawing.pegs import PEGS
from tools.course import ROOT, Course
from tools.demo import drawn_page, one_wrong

PICTURES = ROOT / "docs" / "pictures"
DEMO = ROOT / "build" / "demo"
LITE = ROOT / "build" / "lite"
SCHEMES = {"light": "", "dark": "-dark"}
DARK_TOO = {"feedback", "game-playing", "lesson"}
"""Pictures that README.md shows in the reader's color scheme, light or dark."""
FEW_COLORS = {"report", "platform"}
SHARPNESS = 2

GAME = "#pegs=4&colors=6&seed=play"
GUESSES = ["RROO", "BGGG", "PGBG"]
"""The guesses; the last is the code of this seed."""
MINUTES = 600_000  # milliseconds until Python has loaded, however busy the machine
FRAME = 80  # milliseconds between two frames of the animation
QUALITY = 70
WRONG_REFEREE = '''def get_feedback(code: str, guess: str) -> str:
    """Return 'b' for every black key peg, then 'w' for every white one."""
    black = sum(c == g for c, g in zip(code, guess))
    white = sum(peg in code for peg in guess) - black
    return "b" * black + "w" * white'''
PYTHON_WAITS = """() =>
  window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === "idle"
"""
RUN_UP_TO_THE_TEST = """async (answer) => {
  const app = window.jupyterapp;
  const { content } = app.shell.currentWidget;
  app.shell.collapseLeft();
  const places = new Map(content.widgets.map((cell, place) => [cell.model.id, place]));
  const [first, last] = [places.get("get_feedback"), places.get("test-get_feedback")];
  content.widgets[first].model.sharedModel.setSource(answer);
  for (let place = 0; place <= last; place += 1) {
    content.activeCellIndex = place;
    await app.commands.execute("notebook:run-cell");
  }
  content.activeCellIndex = first;
  await content.scrollToItem(first, "start");
}"""

ON_A_PLATFORM = "02-valid-guesses"
PEOPLE = {"ada": "Ada King", "ben": "Ben Ode", "emmy": "Emmy Lang", "zoe": "Zoë O'Brien"}
TERMINAL = """<pre style="margin: 0; padding: 20px; background: #10151f; color: #e8ecf4;
font: 14px/1.5 'DejaVu Sans Mono', monospace; white-space: pre-wrap">{}</pre>"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, since browsers load no JavaScript modules from ``file:``."""

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def game_page(folder: Path) -> None:
    """Build the game's own page."""
    place = ROOT / "editions" / "play" / "build.py"
    spec = importlib.util.spec_from_file_location("play", place)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.build(folder)


def look(page: Page, clip: Any = None) -> Image.Image:
    """Return a screenshot of a page, or of a part of it."""
    shot = page.screenshot(clip=clip)
    return Image.open(io.BytesIO(shot)).convert("RGB")


def keep(picture: Image.Image, name: str, suffix: str) -> None:
    """Write a picture, of text and bars with few colors; a purple peg would lose its own."""
    if suffix and name not in DARK_TOO:
        return
    if name in FEW_COLORS:
        picture = picture.quantize(32)
    picture.save(PICTURES / f"{name}{suffix}.png", optimize=True)


def press(page: Page, *names: str) -> None:
    """Press buttons of the board, without a pointer that would hover over them."""
    for name in names:
        button = page.get_by_role("button", name=name, exact=True).first
        button.dispatch_event("click")


def place(page: Page, guess: str) -> None:
    """Put pegs into the open row, and submit them."""
    press(page, *(f"Place {PEGS[peg].name}" for peg in guess), "Submit guess")


def rest(page: Page) -> None:
    """Wait until all animations have ended."""
    page.evaluate(
        "Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming()"
        ".endTime !== Infinity).map(a => a.finished.catch(() => 0)))"
    )


def animate(page: Page, milliseconds: int) -> Iterator[Image.Image]:
    """Yield the frames of the running animations, however long each takes to draw."""
    page.evaluate("held = document.getAnimations().filter(a => a.playState === 'running')")
    page.evaluate("held.forEach(a => a.pause())")
    for time in range(0, milliseconds, FRAME):
        page.evaluate("t => held.forEach(a => { a.currentTime = t; })", time)
        yield look(page)
    page.evaluate("held.forEach(a => a.finish())")  # the page waits for their end


def play(page: Page, suffix: str) -> None:
    """Make the animation of the game: three guesses, of which the last is the code."""
    frames: list[Image.Image] = []
    for guess in GUESSES:
        for peg in guess:
            press(page, f"Place {PEGS[peg].name}")
            frames += animate(page, 3 * FRAME)
        press(page, "Submit guess")
        for _ in ["key pegs", "cover", "card"] if guess == GUESSES[-1] else ["key pegs"]:
            frames += animate(page, 8 * FRAME)
    frames += [look(page)] * 18
    first, *others = frames
    first.save(
        PICTURES / f"game{suffix}.webp", save_all=True, append_images=others, duration=FRAME,
        loop=0, quality=QUALITY, method=4,
    )  # fmt: skip


def stills(page: Page, address: str, suffix: str) -> None:
    """Make the pictures of the board in use."""

    def shot(name: str, part: str, high: int = 700) -> None:
        page.set_viewport_size({"width": 860, "height": high})
        rest(page)
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(part).first.bounding_box()
        assert box
        box["height"] = min(box["height"], high - box["y"])
        keep(look(page, box), name, suffix)

    new_game(page, address)
    place(page, GUESSES[0])
    press(page, "Coach")
    place(page, GUESSES[1])
    press(page, "Place blue", "Place green")
    shot("game-playing", "main")
    press(page, "New game")
    shot("game-choices", "dialog[open]")
    page.keyboard.press("Escape")
    press(page, "Remove peg", "Remove peg")
    place(page, GUESSES[2])
    press(page, "Look back", "Guess 2: 12 codes left")
    shot("game-over", "main", high=1000)
    new_game(page, address)
    press(page, "New game")
    page.get_by_role("radio", name="Make a code").check()
    press(page, "Start game")
    press(page, "Submit key pegs", "Submit key pegs")
    for _ in range(4):
        press(page, "Submit key pegs")
    shot("game-contradiction", "main")


def new_game(page: Page, address: str) -> None:
    """Open the page as for a first visit."""
    page.goto(f"{address}/index.html")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(f"{address}/index.html{GAME}")
    page.get_by_role("button", name="Submit guess").wait_for()


def show_drawings(page: Page) -> None:
    """Make the picture of the lines of library.md that draw."""
    drawn = [
        pictures.code("RGGB"),
        pictures.turns([("RRGG", "bw"), ("RBGB", "bb")], code="????", rows=3),
        pictures.marking("RBGG", "BGGG"),
        pictures.shrinking([1296, 256, 46, 1]),
        pictures.bars({"bb": 1, "bw": 2, "": 12}),
        pictures.histograms({"Ada": [3, 4, 4], "Bo": [4, 6]}),
        pictures.tree({"RR": {"b": {"RG": {"b": "GR"}}, "": "GG"}}),
    ]
    page.set_viewport_size({"width": 860, "height": 1400})
    parts = "".join(f'<div style="margin-bottom: 20px">{one.html}</div>' for one in drawn)
    page.set_content(f'<!doctype html><body style="font: 15px sans-serif; padding: 8px">{parts}')
    box = page.locator("body").bounding_box()
    assert box
    keep(look(page, box), "pictures", "")


def show_pages(page: Page, suffix: str) -> None:
    """Make the pictures of the demo's pages: a report, and a page with a drawn mistake."""
    pages = {"report": DEMO / "class_report" / "01-random-codes.html", "feedback": drawn_page(DEMO)}
    page.set_viewport_size({"width": 860, "height": 1000})
    for name, path in pages.items():
        if path is None or not path.exists():
            print(f"{name} is unchanged. Run `make demo` first to make it.")
            continue
        page.goto(path.as_uri())
        keep(look(page), name, suffix)


def show_browser_edition(page: Page, suffix: str) -> None:
    """Make the pictures of notebook 3 in the browser edition, and of the test that fails in it."""
    if not (LITE / "index.html").exists():
        print("browser-edition and lesson are unchanged. Run `make lite` first to make them.")
        return
    page.set_viewport_size({"width": 860, "height": 980})
    with served(LITE) as address:
        page.goto(f"{address}/lab/index.html?path=03-feedback/03-feedback.ipynb")
        page.wait_for_function(PYTHON_WAITS, timeout=MINUTES)
        page.evaluate(RUN_UP_TO_THE_TEST, WRONG_REFEREE)
        page.wait_for_timeout(1000)  # the notebook is still being scrolled
        keep(look(page), "browser-edition", suffix)
        card = page.locator(".jp-OutputArea:has(.mmc-fails)").last
        card.scroll_into_view_if_needed()
        keep(look(page, card.bounding_box()), "lesson", suffix)


def from_download_to_upload(folder: Path) -> str:
    """Have four students hand in on Moodle; run the three commands, and give what they say."""
    course, name = Course(folder), ON_A_PLATFORM
    course.nbgrader("generate_assignment", name)
    sheet = [["Identifier", "Full name", "Username", "Last modified (submission)"]]
    with zipfile.ZipFile(folder / f"Download-{name}.zip", "w") as packed:
        for number, (student, who) in enumerate(PEOPLE.items(), 4711):
            habit = one_wrong(number)
            answers = {e: habit(p, e) or "" for p, e in enumerate(EXERCISES[name])}
            path = course.hand_in(student, name, answers)
            file = f"{name} (1).ipynb" if student == "ben" else f"{name}.ipynb"
            packed.write(path, f"{who}_{number}_assignsubmission_file/{file}")
            path.unlink()
            sheet.append(
                [f"Participant {number}", who, student, "Friday, 20 November 2026, 11:55 PM"]
            )
    with (folder / "people.csv").open("w", newline="") as table:
        csv.writer(table).writerows(sheet)
    shutil.rmtree(folder / "submitted")
    said = ""
    for command in (
        ["import", f"Download-{name}.zip", "--roster", "people.csv"],
        ["grade", name],
        ["export", name],
    ):
        whole = [sys.executable, "-m", "autograder", *command]
        done = subprocess.run(
            whole, cwd=folder, env=course.environment, check=True, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        said += f"$ python -m autograder {' '.join(command)}\n{done.stdout}\n"
    return said.replace(f"{folder}/", "").strip()


def show_commands(page: Page, said: str, suffix: str) -> None:
    """Make the picture of a terminal."""
    page.set_viewport_size({"width": 860, "height": 1000})
    page.set_content(TERMINAL.format(escape(said)))
    box = page.locator("pre").bounding_box()
    assert box
    keep(look(page, box), "platform", suffix)


def make(browser: Browser, address: str) -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        said = from_download_to_upload(Path(folder))
    for scheme, suffix in SCHEMES.items():
        context = browser.new_context(
            viewport={"width": 860, "height": 470},
            device_scale_factor=SHARPNESS,
            color_scheme=scheme,  # type: ignore[arg-type]  # a text
        )
        page = context.new_page()
        page.route("https://**", lambda route: route.abort())  # no requests to other hosts
        new_game(page, address)
        play(page, suffix)
        stills(page, address, suffix)
        show_pages(page, suffix)
        show_commands(page, said, suffix)
        show_browser_edition(page, suffix)
        if not suffix:
            show_drawings(page)
        context.close()


def main() -> None:
    """Open a browser, and make all pictures."""
    chromium = next(filter(None, map(shutil.which, ["chromium", "google-chrome", "chrome"])), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        game_page(Path(folder) / "play")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with served(Path(folder) / "play") as address:
            make(browser, address)
        browser.close()
    for path in sorted(PICTURES.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
