"""Build the game's own page: the board of the notebook, with a game in JavaScript behind it.

Static files, which any web server serves, and a browser keeps: `build/play/`, or the folder
that is named. Nothing is fetched from elsewhere, and no Python runs in the page.
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from mastermind.drawing.pegs import PEGS, PLATE, css, peg_drawing
from mastermind.drawing.shapes import placed
from mastermind.peg_game import web_files
from mastermind.peg_game.board import LOOKS
from mastermind.peg_game.choices import OFFERS, Choices
from mastermind.solver.best_known import all_known

HERE = Path(__file__).parent
PLAY = HERE.parents[1] / "build" / "play"
OWN = ["page.js", "game.js", "links.js", "computer.js", "random.js", "page.css", "manifest.json"]


def build(to: Path = PLAY) -> Path:
    """Build the page anew, and return its folder."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    for name in OWN:
        shutil.copyfile(HERE / name, to / name)
    for name in web_files.order("widget"):
        (to / f"{name}.js").write_text(web_files.read(f"{name}.js"), encoding="utf-8")
    (to / "icon.svg").write_text(icon(), encoding="utf-8")
    (to / "pegs.css").write_text(css("".join(PEGS) + "bw"), encoding="utf-8")
    (to / "board.css").write_text(web_files.style(), encoding="utf-8")
    page = (HERE / "index.html").read_text(encoding="utf-8")
    data = json.dumps(known()).replace("<", "\\u003c")
    (to / "index.html").write_text(page.replace("DATA", data), encoding="utf-8")
    (to / "service-worker.js").write_text(worker(to), encoding="utf-8")
    return to


def icon() -> str:
    """Draw four pegs on the plate."""
    pegs = "".join(
        placed(106 + 168 * (n % 2), 106 + 168 * (n // 2), 132, peg_drawing(peg))
        for n, peg in enumerate("RBYG")
    )
    plate = f'<rect width="512" height="512" fill="{PLATE}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{plate}{pegs}</svg>'


def known() -> dict[str, Any]:
    """Collect what the page is told: looks of pegs, choices, the best players."""
    best = {
        game: {"average": round(one.average, 2), "text": one.sentence()}
        for game, one in all_known().items()
        if not one.restriction and one.rules.answer == "both"
    }
    return {"looks": LOOKS, "offers": OFFERS, "choices": Choices().to_dict(), "best": best}


def worker(to: Path) -> str:
    """Write the service worker: the names of all files, and a version that changes with them."""
    digest = hashlib.sha256()
    names = sorted(path.name for path in to.iterdir())
    for name in names:
        digest.update(name.encode() + (to / name).read_bytes())
    text = (HERE / "service-worker.js").read_text(encoding="utf-8")
    digest.update(text.encode())
    listed = ", ".join(json.dumps(f"./{name}") for name in names)
    return text.replace("VERSION", digest.hexdigest()[:16]).replace("/* FILES */", listed)


if __name__ == "__main__":
    folder = build(*map(Path, sys.argv[1:]))
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{folder}: {size / 1e3:.0f} kB")
