"""A class on a hub, by clicking: from logging in to the feedback, and nothing of anybody else's.

It needs a hub that `hub/prepare.py FOLDER --only-prepare` has made, which takes minutes and
root: the test runs where ``MASTERMIND_HUB`` names its folder.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest

from tools.course import solutions

HUB = Path(os.environ.get("MASTERMIND_HUB", "/nowhere"))
if not (HUB / "run").is_dir():
    pytest.skip("MASTERMIND_HUB names no hub that was prepared", allow_module_level=True)
pytestmark = pytest.mark.slow
ASSIGNMENT, PORT = "02-valid-guesses", 18200
URL = f"http://127.0.0.1:{PORT}"
SECONDS = 180


@pytest.fixture(scope="module")
def hub():
    for name in ("mm-ada", "mm-ben"):
        shutil.rmtree(HUB / "home" / name / ASSIGNMENT, ignore_errors=True)
    commands = HUB / "venv" / "bin"
    process = subprocess.Popen(
        [commands / "jupyterhub", "-f", HUB / "hub" / "jupyterhub_config.py"],
        cwd=HUB / "run",
        env={
            **os.environ,
            "MASTERMIND_HUB": str(HUB),
            "MASTERMIND_HUB_PORT": str(PORT),
            "PATH": f"{commands}:{os.environ['PATH']}",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(lambda: urllib.request.urlopen(f"{URL}/hub/login", timeout=5))
        yield
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_for(found):
    end = time.monotonic() + SECONDS
    while True:
        try:
            return found()
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.5)


def log_in(browser, who):
    page = browser.new_context().new_page()
    page.set_default_timeout(SECONDS * 1000)
    page.goto(f"{URL}/hub/login")
    page.fill("#username_input", who)
    page.fill("#password_input", (HUB / "run" / "password").read_text())
    page.click("#login_submit")
    page.wait_for_url(f"**/user/{who}/lab**")
    page.goto(f"{URL}/user/{who}/lab?reset")  # not what was open the last time
    return page


def answer(who, answers):
    """Type answers into the notebook at a student's home."""
    path = HUB / "home" / who / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    _wait_for(lambda: path.stat())
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
    nbformat.write(notebook, path)


def test_from_login_to_feedback(hub, browser):
    right = solutions(ASSIGNMENT)
    wrong = right | {"valid_code": "def valid_code(*a):\n    return True"}
    points = {"mm-ada": ("10 of 10", right), "mm-ben": ("6 of 10", wrong)}
    for who, (shown, answers) in points.items():
        page = log_in(browser, who)
        page.get_by_role("button", name="Assignments").click()
        released = page.locator("#released_assignments_list .list_item", has_text=ASSIGNMENT)
        released.get_by_role("button", name="Fetch").click()
        answer(who, answers)
        fetched = page.locator("#fetched_assignments_list > .list_item", has_text=ASSIGNMENT)
        fetched.get_by_role("button", name="Submit").click()
        submitted = page.locator("#submitted_assignments_list > .list_item", has_text=ASSIGNMENT)
        submitted.first.wait_for()
        began = time.monotonic()
        uid = pwd.getpwnam(who).pw_uid
        released = HUB / "exchange" / "mastermind" / "feedback"
        _wait_for(lambda uid=uid, folder=released: _page_of(uid, folder))
        print(f"{who}: feedback after {time.monotonic() - began:.1f} s")
        page.get_by_role("button", name="Fetch Feedback").first.click()
        place = HUB / "home" / who / ASSIGNMENT / "feedback"
        html = _wait_for(lambda place=place: _first(place.rglob("*.html")).read_text())
        assert shown in html
        for path in ("services/watcher/", "services/mastermind/formgrader", "user/mm-ben/lab"):
            if who == "mm-ada":
                assert page.request.get(f"{URL}/{path}").status in (403, 404)
        assert page.request.get(f"{URL}/user/{who}/formgrader").status == 404
    teacher = log_in(browser, "mm-grace")
    teacher.goto(f"{URL}/services/watcher/")
    rows = teacher.locator("tr", has_text=ASSIGNMENT)
    assert {"mm-ada", "mm-ben"} <= set(" ".join(rows.all_inner_texts()).split())
    teacher.goto(f"{URL}/services/mastermind/formgrader")
    assert teacher.locator("tr", has_text=ASSIGNMENT).first.inner_text()
    teacher.goto(f"{URL}/services/watcher/")
    teacher.get_by_role("button", name="Stop").click()
    teacher.get_by_role("button", name="Go").click()
    teacher.get_by_role("button", name="Stop").wait_for()


def _page_of(uid, folder):
    """The page that answers a student's last hand-in."""
    from nbgrader.utils import notebook_hash

    inbound = folder.parent / "inbound"
    own = [path for path in inbound.glob(f"*+{ASSIGNMENT}+*") if path.stat().st_uid == uid]
    secret = (max(own) / "submission_secret.txt").read_text()
    return (folder / f"{notebook_hash(secret=secret, notebook_id=ASSIGNMENT)}.html").stat()


def _first(paths):
    for path in paths:
        return path
    raise FileNotFoundError
