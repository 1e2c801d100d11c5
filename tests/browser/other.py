"""Firefox and WebKit, each by the driver that its makers keep, with the few things tests do."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .conftest import PATIENCE

FIREFOX = next(filter(None, map(shutil.which, ["firefox-esr", "firefox"])), None)
WEBKIT = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
WEBKIT_DRIVER = shutil.which("WebKitWebDriver")
SLOW = 4 * PATIENCE
"""Seconds to wait for anything here: WebKit takes some minutes to start Python and run a notebook."""
_START = """
const page = window.wrappedJSObject || window;  // Firefox's driver sees the page through a glass
page.eval(arguments[0]);
"""
_LOOK = """
const page = window.wrappedJSObject || window;
const said = page.mastermindAnswer;
page.mastermindAnswer = undefined;
return said === undefined ? null : said;
"""
_CALL = """
window.mastermindAnswer = undefined;
(async () => (%s)(%s))().then(
  (value) => { window.mastermindAnswer = JSON.stringify({ value }); },
  (error) => { window.mastermindAnswer = JSON.stringify({ error: String(error) }); },
);
"""


class Other:
    """A window of a browser that Playwright does not drive.

    Parameters
    ----------
    go : callable
        Opens an address.
    script : callable
        Runs a script with arguments, and gives what it returns.
    """

    def __init__(self, go: Callable[[str], Any], script: Callable[..., Any]) -> None:
        self.go = go
        self._script = script

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function of JavaScript in the page, and wait for what it gives."""
        given = ", ".join(map(json.dumps, arguments))
        self._script(_START, _CALL % (function, given))
        return self._until(lambda: self._script(_LOOK), function)

    def wait_for(self, condition: str, *arguments: Any) -> None:
        """Wait until a function of JavaScript gives something true."""
        until = f"""async (...given) => {{
          while (!(await ({condition})(...given))) {{
            await new Promise((resolve) => {{ setTimeout(resolve, 200); }});
          }}
        }}"""
        self.evaluate(until, *arguments)

    def wait_for_element(self, css: str) -> None:
        """Wait until something is there, by its selector."""
        self.wait_for("(css) => Boolean(document.querySelector(css))", css)

    def click(self, css: str) -> None:
        """Click what a selector finds, as soon as it is there."""
        self.wait_for_element(css)
        self.evaluate("(css) => { document.querySelector(css).click(); }", css)

    def _until(self, look: Callable[[], str | None], what: str) -> Any:
        deadline = time.monotonic() + SLOW
        while time.monotonic() < deadline:
            said = look()
            if said is not None:
                answer = json.loads(said)
                assert "error" not in answer, answer["error"]
                return answer.get("value")
            time.sleep(0.1)
        pytest.fail(f"the page did not answer: {what}")


@contextmanager
def firefox(log: Path) -> Iterator[Other]:
    """Open Firefox, by the protocol that is built into it."""
    marionette = pytest.importorskip("marionette_driver.marionette", reason="no marionette-driver")
    if FIREFOX is None:
        pytest.skip("no Firefox on this machine")
    driver = marionette.Marionette(
        bin=FIREFOX, headless=True, host="127.0.0.1", port=0, gecko_log=str(log)
    )
    try:
        driver.start_session()
        yield Other(
            driver.navigate, lambda code, *given: driver.execute_script(code, script_args=given)
        )
    finally:
        driver.quit()


@contextmanager
def webkit(_: Path) -> Iterator[Other]:
    """Open WebKit, by WebKitGTK's own driver."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="pip install '.[dev]'")
    if not (WEBKIT and WEBKIT_DRIVER and os.environ.get("DISPLAY")):
        pytest.skip("no WebKit with a driver on this machine, or no display: try xvfb-run")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(WEBKIT[-1])
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(WEBKIT_DRIVER))
    try:
        yield Other(driver.get, driver.execute_script)
    finally:
        driver.quit()
