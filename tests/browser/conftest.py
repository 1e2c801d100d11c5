"""The course as `make lab` and as `make lite` serve it, and a real browser in front of it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.course import made_once
from tools.lab import build, command, prepare, settings

from .notebook import PATIENCE, close_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
SITE = ROOT / "build" / "lite"
BUILDER = ROOT / "build" / "lite-venv" / "bin" / "python"
CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "google-chrome", "chrome"])), None)
# Without these, Chromium calls home at every start. No name but this machine's is found.
QUIET = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
TOKEN = "a-token-for-tests"
SIZE = {"width": 1300, "height": 1000}
OWN = re.compile(r"(https?|wss?)://127\.0\.0\.1:|data:|blob:|attachment:")
"""Addresses on this machine, or in what is shown: JupyterLab names a cell's own pictures by the last."""


@pytest.fixture(scope="module")
def working_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `lab` shows, in a home of its own: what a student begins with."""
    course = tmp_path_factory.mktemp("home") / "my-course"
    prepare(course)
    return course


@pytest.fixture(scope="module")
def lab(working_copy: Path) -> Iterator[str]:
    """The address of a JupyterLab on a fresh working copy of the release."""
    with jupyterlab("student", working_copy, working_copy.parent) as address:
        yield address


@contextmanager
def jupyterlab(role: str, course: Path, home: Path) -> Iterator[str]:
    """Open JupyterLab for a role; its address, where `TOKEN` opens it."""
    port = _free_port()
    own = {
        "ServerApp": {"open_browser": False, "port": port, "port_retries": 0},
        "IdentityProvider": {"token": TOKEN},
        "LabApp": {"expose_app_in_browser": True},
    }
    for name in ["jupyter_server_config.json", "jupyter_lab_config.json"]:
        (home / name).write_text(json.dumps(own))
    build()
    with (home / "lab.log").open("w") as log:
        server = subprocess.Popen(
            command(role, course, []),
            cwd=ROOT if role == "student" else course,
            env={**settings(role), "HOME": str(home), "JUPYTER_CONFIG_DIR": str(home)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api?token={TOKEN}", server, home / "lab.log")
        yield address
    finally:
        # Kernels are the server's children: the whole group has to go.
        os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)


@pytest.fixture(scope="session")
def site(of_run: Path) -> Iterator[str]:
    """The address of the browser edition, built anew, on a server that has nothing but its files."""
    if not BUILDER.exists():
        # A CI without the site would be green for the wrong reason.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("run `make lite` first")

    def make(_: Path) -> None:
        subprocess.run([sys.executable, "editions/play/build.py"], cwd=ROOT, check=True)
        subprocess.run([BUILDER, "editions/lite/build.py"], cwd=ROOT, check=True)

    made_once(make, of_run / "site")
    with static_server(SITE.parent) as address:  # in a folder, as on most hosts
        yield f"{address}/{SITE.name}"


@contextmanager
def static_server(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, and nothing else."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Pytest's report is not the place."""


@pytest.fixture(scope="module")  # while it lives, no other test can have an event loop
def browser() -> Iterator["Browser"]:
    """Chromium of the operating system; without one the tests are skipped."""
    api = pytest.importorskip("playwright.sync_api", reason="pip install '.[dev]'")
    api.expect.set_options(timeout=1000 * PATIENCE)
    if CHROMIUM is None:
        # A CI without a browser would be green for the wrong reason.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Chromium on this machine")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A window of its own for each test, from which no request may leave this machine."""
    with window(browser) as page:
        yield page


@contextmanager
def window(browser: "Browser") -> Iterator["Page"]:
    """A window with a storage of its own, from which no request may leave this machine."""
    context = browser.new_context(viewport=SIZE)
    foreign: list[str] = []
    context.on("request", lambda request: OWN.match(request.url) or foreign.append(request.url))
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    yield page
    context.close()
    assert foreign == []


@pytest.fixture(scope="module")
def started(browser: "Browser", lab: str) -> Iterator["Page"]:
    """JupyterLab in a window of its own. Loading it takes longer than most tests."""
    with window(browser) as page:
        page.goto(f"{lab}/lab?token={TOKEN}&reset")
        yield page


@pytest.fixture
def lab_page(started: "Page") -> Iterator["Page"]:
    """JupyterLab in a window that the tests of a module share; each begins with the start page."""
    started.locator(".mmc-row").first.wait_for()
    yield started
    started.unroute_all()
    close_all(started)
    started.set_viewport_size(SIZE)
    started.emulate_media(
        color_scheme="light", forced_colors="none", reduced_motion="no-preference"
    )


LESSON = {"include": [[".jp-RenderedMarkdown"], [".jp-OutputArea-output"]]}
"""What of a notebook in JupyterLab is the course's own; the rest is JupyterLab's."""
JUPYTERLABS = {
    "aria-allowed-attr",  # its toolbar says of buttons that nobody can hold down that none is
    "aria-input-field-name",  # the editors of code cells have no names
    "aria-required-children",  # the list of cells is a feed whose children are no articles
    "button-name",  # what folds a heading has no name
    "region",  # the links to skip to stand outside of all parts of the page
    "scrollable-region-focusable",  # long lines of code are scrolled by the cursor only
}
"""What axe-core finds wrong in JupyterLab itself, by its rules' names."""

CONTRAST = """(node) => {
  const light = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const { color, backgroundColor } = getComputedStyle(node);
  const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""
"""The contrast of a text with its own background."""


def violations(page: "Page", part: str | dict[str, list[list[str]]] = "html") -> list[str]:
    """What axe-core finds wrong in a part of a page, in a line each."""
    page.evaluate(AXE)
    found = page.evaluate("part => axe.run(part)", part)["violations"]
    return [f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:200]}" for v in found]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=PATIENCE).close()
            return
        except OSError:
            time.sleep(0.3)
    pytest.fail(f"JupyterLab did not answer:\n{log.read_text()[-2000:]}")
