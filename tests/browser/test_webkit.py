"""The game's own page in WebKit, driven by WebKitGTK's own driver; skipped where there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mastermind.drawing.pegs import PEGS

from .conftest import PATIENCE, ROOT, static_server

webdriver = pytest.importorskip("selenium.webdriver", reason="pip install '.[dev]'")
By = pytest.importorskip("selenium.webdriver.common.by").By
Wait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
DRIVER = shutil.which("WebKitWebDriver")
SOLVES = ["RROO", "BGGG", "PGBG"]
"""The last is the code that the seed `play` hides."""

pytestmark = pytest.mark.nightly


@pytest.fixture
def window():
    if not (BROWSERS and DRIVER and os.environ.get("DISPLAY")):
        pytest.skip("no WebKit with a driver on this machine, or no display: try xvfb-run")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(DRIVER))
    driver.set_script_timeout(PATIENCE)
    yield driver
    driver.quit()


def wait_for(window, css):
    found = Wait(window, PATIENCE).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, css))
    return found[0]


def test_a_game_is_won_and_the_page_opens_again_without_a_network(window, tmp_path):
    folder = tmp_path / "play"
    subprocess.run([sys.executable, "editions/play/build.py", folder], cwd=ROOT, check=True)
    with static_server(tmp_path) as address:
        window.get(f"{address}/play/index.html#seed=play")
        for number, guess in enumerate(SOLVES, start=1):
            for peg in guess:
                wait_for(window, f'[aria-label="Place {PEGS[peg].name}"]').click()
            wait_for(window, ".peg-primary").click()
            if number < len(SOLVES):
                wait_for(window, f'[role="img"][aria-label^="Guess {number}: "]')
        Wait(window, PATIENCE).until(
            lambda driver: "Solved in 3" in driver.find_element(By.TAG_NAME, "body").text
        )
        ready = "navigator.serviceWorker.ready.then(() => arguments[0]())"
        window.execute_async_script(ready)
        window.refresh()  # by the worker now
        wait_for(window, ".peg-table")
    window.refresh()
    wait_for(window, ".peg-table")
