"""A class on a hub, by clicking: from logging in to the feedback, and nothing of anybody else's.

The hub is made by `grader/hub/prepare.py`, which takes a minute, makes accounts on the machine and
takes them away again. So that is done in CI only; elsewhere the test runs where
``MASTERMIND_HUB`` names the folder of a hub that was made with ``--only-prepare``.
"""

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import nbformat
import psutil
import pytest

from autograder.extras.teaching.handlers import addresses
from benchmarks.hub_term import Student, prepare
from tools.course import ROOT, Course, solutions
from tools.demo import ACCIDENTS, FEW
from tools.demo import CLASS as HABITS

from .conftest import PATIENCE
from .week import ABSENT, CLASS, Teacher

GIVEN = os.environ.get("MASTERMIND_HUB")
MAY_MAKE = os.environ.get("CI") and sys.platform == "linux" and os.geteuid() == 0
if not GIVEN and not (MAY_MAKE and shutil.which("npm") and shutil.which("useradd")):
    pytest.skip("it makes accounts, as root, with npm: only in CI", allow_module_level=True)
pytestmark = pytest.mark.slow
ASSIGNMENT, PORT = "02-valid-guesses", 18200
URL = f"http://127.0.0.1:{PORT}"
ASK = """async () => {
  const { token } = JSON.parse(document.querySelector("#jupyter-config-data").textContent);
  const headers = { Authorization: `token ${token}` };
  return (await fetch("/services/watcher/due", { headers })).json();
}"""


@pytest.fixture(scope="module")
def prepared():
    """The folder of a hub."""
    if GIVEN:
        yield Path(GIVEN)
        return
    prepare.RELEASED = (ASSIGNMENT,)
    folder = Path(tempfile.mkdtemp(prefix="hub-"))
    try:
        # What `prepare.install` has pip do takes uv a quarter of the time.
        uv = shutil.which("uv", path=str(Path(sys.executable).parent))
        python = prepare.interpreter()
        subprocess.run([uv, "venv", "--quiet", "--python", python, folder / "venv"], check=True)
        # Without bytecode, which the accounts may not write there, each of their processes compiles.
        install = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python"]
        packages = ["-r", "grader/hub/requirements.txt"]
        python = folder / "venv" / "bin" / "python"
        subprocess.run([*install, python, *packages], cwd=ROOT, check=True)
        (folder / "venv" / "ready").touch()
        prepare.prepare(folder)
        yield folder
    finally:
        prepare.remove(folder)


@pytest.fixture(scope="module")
def hub(prepared):
    """The folder of a hub that runs."""
    for name in ("mm-ada", "mm-ben"):
        shutil.rmtree(prepared / "home" / name / ASSIGNMENT, ignore_errors=True)
    commands = prepared / "venv" / "bin"
    said = (prepared / "run" / "log").open("w")
    process = subprocess.Popen(
        [commands / "jupyterhub", "-f", prepared / "hub" / "jupyterhub_config.py"],
        cwd=prepared / "run",
        env={
            **os.environ,
            "MASTERMIND_HUB": str(prepared),
            "MASTERMIND_HUB_PORT": str(PORT),
            "PATH": f"{commands}:{os.environ['PATH']}",
        },
        stdout=said,
        stderr=said,
        start_new_session=True,
    )
    try:
        try:
            _wait_for(lambda: urllib.request.urlopen(f"{URL}/hub/login", timeout=5))
        except AssertionError:
            pytest.fail((prepared / "run" / "log").read_text()[-5000:])
        yield prepared
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # by itself it takes more than a minute
        process.wait()
        # What was left of it would hold the ports of the next one's services.
        _wait_for(lambda: _are_gone(prepared / "hub" / "watcher.py"))


def _wait_for(found):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return found()
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.5)


def log_in(hub, browser, who, first):
    """A window in which somebody has logged in, at the first page that the hub shows."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{URL}/hub/login")
    page.fill("#username_input", who)
    page.fill("#password_input", (hub / "run" / "password").read_text())
    page.click("#login_submit")
    page.wait_for_url(f"**{first}")
    return page


def student(hub, browser, who):
    """A window with a student's JupyterLab."""
    page = log_in(hub, browser, who, f"/user/{who}/lab**")
    page.goto(f"{URL}/user/{who}/lab?reset")  # not what was open the last time
    return page


def teacher(hub, browser, who):
    """A window with the teacher's page."""
    return log_in(hub, browser, who, "/services/mastermind/teach")


def answer(hub, who, answers):
    """Type answers into the notebook at a student's home."""
    path = hub / "home" / who / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
    nbformat.write(notebook, path)


def test_a_monitor_reads_how_the_watcher_does(hub):
    token = (hub / "run" / "token-monitor").read_text().strip()
    ask = urllib.request.Request(
        f"{URL}/services/watcher/metrics", headers={"Authorization": f"token {token}"}
    )

    def figures():
        with urllib.request.urlopen(ask, timeout=30) as answer:
            return dict(
                line.rsplit(" ", 1)
                for line in answer.read().decode().splitlines()
                if not line.startswith("#")
            )

    names = ["up", "ended", "waiting", "oldest_seconds", "pages_owed", "graded_total"]
    assert {f"autograder_watch_{name}" for name in names} <= _wait_for(figures).keys()


@pytest.mark.skipif(os.geteuid() != 0, reason="as root")
def test_a_second_start_leaves_the_hub_that_runs_alone(hub):
    proxy = (hub / "run" / "proxy.pid").read_text()
    prepare = [sys.executable, ROOT / "grader" / "hub" / "prepare.py", hub]
    environment = {**os.environ, "MASTERMIND_HUB_PORT": str(PORT)}
    done = subprocess.run(prepare, env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and "already running" in done.stderr
    assert (hub / "run" / "proxy.pid").read_text() == proxy


def test_from_login_to_feedback(hub, browser):
    right = solutions(ASSIGNMENT)
    wrong = right | {"valid_code": "def valid_code(*a):\n    return True"}
    _set_dates(hub)
    points = {"mm-ada": ("15 of 15 points", right), "mm-ben": ("11 of 15 points", wrong)}
    for who, (shown, answers) in points.items():
        page = student(hub, browser, who)
        assert set(_out_of_memory_scores(who)) == {"500"}
        own = {"mm-ada": "21:00:00Z", "mm-ben": "22:00:00Z"}[who]
        assert page.evaluate(ASK)[ASSIGNMENT] == {
            "due": f"2100-01-01T{own}",
            "own": who == "mm-ben",
        }
        assert page.request.get(f"{URL}/services/watcher/due").status == 403  # without a token
        page.get_by_role("button", name="Assignments").click()
        released = page.locator("#released_assignments_list .list_item", has_text=ASSIGNMENT)
        released.get_by_role("button", name="Fetch").click()
        fetched = page.locator("#fetched_assignments_list > .list_item", has_text=ASSIGNMENT)
        fetched.first.wait_for()
        answer(hub, who, answers)
        fetched.get_by_role("button", name="Submit").click()
        submitted = page.locator("#submitted_assignments_list > .list_item", has_text=ASSIGNMENT)
        submitted.first.wait_for()
        began = time.monotonic()
        uid = pwd.getpwnam(who).pw_uid
        released = hub / "exchange" / "mastermind" / "feedback"
        _wait_for(lambda uid=uid, folder=released: _page_of(uid, folder))
        print(f"{who}: feedback after {time.monotonic() - began:.1f} s")
        page.get_by_role("button", name="Fetch Feedback").first.click()
        place = hub / "home" / who / ASSIGNMENT / "feedback"
        html = _wait_for(lambda place=place: _first(place.rglob("*.html")).read_text())
        assert shown in html
        for path in ("services/watcher/", "services/mastermind/formgrader", "user/mm-ben/lab"):
            if who == "mm-ada":
                assert page.request.get(f"{URL}/{path}").status in (403, 404)
        assert page.request.get(f"{URL}/user/{who}/formgrader").status == 404
    grace = teacher(hub, browser, "mm-grace")
    grace.goto(f"{URL}/services/watcher/")
    rows = grace.locator("tr", has_text=ASSIGNMENT)
    assert {"mm-ada", "mm-ben"} <= set(" ".join(rows.all_inner_texts()).split())
    grace.goto(f"{URL}/services/mastermind/formgrader")
    assert grace.locator("tr", has_text=ASSIGNMENT).first.inner_text()
    grace.goto(f"{URL}/services/watcher/")
    grace.get_by_role("button", name="Stop").click()
    grace.get_by_role("button", name="Start", exact=True).click()
    grace.get_by_role("button", name="Stop").wait_for()


def test_an_instructor_grades_a_mistake_on_the_teachers_page(hub, browser):
    """It needs what the students have handed in above."""
    page = teacher(hub, browser, "mm-alan")
    page.get_by_role("link", name=ASSIGNMENT).click()
    ben = page.locator("#class tr", has_text="mm-ben")
    ben.locator(".plate:not(.full)").first.click()
    mistake = page.locator("article.chosen")
    mistake.get_by_label("Points out of").fill("1")
    mistake.get_by_role("button", name="Give to mm-ben").click()
    back = page.locator("article.chosen").get_by_role("button", name="Undo", exact=True)
    back.wait_for()
    done = page.locator("#run [role=status]", has_text="Done.")
    done.wait_for()
    assert "mm-alan" in page.locator("article.chosen").inner_text()
    assert "--by=mm-alan" in page.locator("#run code").first.inner_text()
    back.click()
    back.wait_for(state="detached")
    done.wait_for()
    page.get_by_role("link", name="mm-ben in Formgrader").first.click()
    shown = f"{URL}/services/mastermind/teach/feedback?assignment={ASSIGNMENT}&student=mm-ben"
    policy = page.goto(shown).headers["content-security-policy"]
    assert policy.startswith("frame-ancestors 'self'; default-src 'none'")
    assert "script-src" not in policy and "; sandbox" in policy
    assert "of 15 points" in page.locator("body").inner_text()


def test_a_student_asks_for_a_second_look_and_reads_the_answer(hub, browser):
    """It needs what the students have handed in above."""
    address = f"{URL}/services/second-look/"
    ben, ada = (student(hub, browser, who) for who in ("mm-ben", "mm-ada"))
    with ben.expect_popup() as opened:
        ben.get_by_role("link", name="Ask for a second look").click()
    asking = opened.value
    exercise = asking.locator("article", has=asking.locator("input[value=valid_code]"))
    exercise.get_by_text("Ask about this exercise").click()
    exercise.get_by_role("textbox").fill("My <b>loop</b> is right.")
    exercise.get_by_role("button", name="Send").click()
    asking.get_by_text("waiting for an answer").wait_for()
    alan = teacher(hub, browser, "mm-alan")
    alan.get_by_role("link", name=ASSIGNMENT, exact=True).click()
    alan.get_by_role("link", name="1 request for a second look").click()
    request = alan.locator("article", has_text="My <b>loop</b> is right.")
    request.get_by_label("Answer to mm-ben").fill("It accepts every code.")
    request.get_by_role("button", name="Answer").click()
    alan.locator("#run [role=status]", has_text="Done.").wait_for()
    asking.reload()
    asking.get_by_text("It accepts every code.").wait_for()
    assert "every code" not in ada.request.get(address).text()
    form = {"assignment": ASSIGNMENT, "exercise": "valid_code", "request": "Look at it."}
    assert ada.request.post(address, form=form).status == 403  # without the page's token
    for page in (ben, ada):
        for path in ("", "metrics"):
            assert page.request.get(f"{URL}/services/watcher/{path}").status == 403
        assert page.request.post(f"{URL}/services/watcher/", form={"act": "stop"}).status == 403
    assert alan.request.get(address).status == 403
    assert "/hub/login" in browser.new_context().request.get(address).url


def pages():
    """The addresses of the teacher's page, as its extension has them."""
    made = {r"/teach/?": "/teach", "(.*)": f"{ASSIGNMENT}.html", r"(page\.(?:css|js))": "page.js"}
    for pattern, _, _ in addresses("/services/mastermind"):
        address = pattern
        for part, example in made.items():
            address = address.replace(part, example)
        assert re.fullmatch(pattern, address), address
        yield f"{URL}{address}?assignment={ASSIGNMENT}&exercise=valid_code&student=mm-ben"


PRESS = {"press": "report", "assignment": ASSIGNMENT}


def test_no_address_of_the_teachers_page_is_a_students(hub, browser):
    grace, ada = teacher(hub, browser, "mm-grace"), student(hub, browser, "mm-ada")
    every = [*pages()]
    assert len(every) > 8
    started = grace.locator("#run").inner_text()
    cookies = {cookie["name"]: cookie["value"] for cookie in ada.context.cookies()}
    config = ada.evaluate("JSON.parse(document.querySelector('#jupyter-config-data').textContent)")
    own = next(value for name, value in cookies.items() if name.startswith("jupyterhub-user-"))
    xsrf = grace.locator("main").get_attribute("data-xsrf")
    forged = "; ".join(
        [f"service-mastermind={own}", f"_xsrf={xsrf}"]
        + [f"{name}={value}" for name, value in cookies.items() if name != "_xsrf"]
    )
    stranger, token = browser.new_context().request, f"token {config['token']}"
    forms = [{**PRESS, "_xsrf": one} for one in (cookies["_xsrf"], xsrf)]
    tries = [
        lambda address: ada.request.get(address),
        lambda address: ada.request.get(f"{address}&token={config['token']}"),
        lambda address: ada.request.post(address, form=forms[0]),
        lambda address: ada.request.post(address, form=forms[1]),
        lambda address: stranger.get(address),
        lambda address: stranger.get(address, headers={"Authorization": token}),
        lambda address: stranger.get(address, headers={"Cookie": forged, "X-XSRFToken": xsrf}),
        lambda address: stranger.post(address, headers={"Cookie": forged}, form=forms[1]),
    ]
    for address in every:
        allowed = grace.request.get(address).status
        assert allowed in (200, 404, 405), address  # a report that is not written yet; no GET
        for number, ask in enumerate(tries):
            answer = ask(address)
            refused = answer.status in (403, 405) or "/hub/login" in answer.url
            assert refused, (address, number, answer.status)
            assert "Make feedback pages" not in answer.text()
    grace.reload()
    assert grace.locator("#run").inner_text() == started  # no press has started a command


def _set_dates(hub):
    """Have ben have an hour more than all others."""
    path = f"PATH={hub / 'venv' / 'bin'}:{os.environ['PATH']}"
    due = ["python", "-m", "autograder", "due", ASSIGNMENT]
    for command in (
        [*due, "2100-01-01 21:00Z"],
        ["nbgrader", "db", "student", "add", "mm-ben"],
        [*due, "2100-01-01 22:00Z", "--student", "mm-ben"],
    ):
        as_grader = ["runuser", "-u", "mm-grader", "--", "env", path, *command]
        subprocess.run(as_grader, cwd=hub / "course", check=True)


def _out_of_memory_scores(who):
    """What the kernel adds to the account's processes when it looks for one to end."""
    for process in psutil.process_iter(["username"]):
        if process.info["username"] == who:
            yield Path(f"/proc/{process.pid}/oom_score_adj").read_text().strip()


def _page_of(uid, folder, name=ASSIGNMENT):
    """The page that answers a student's last hand-in."""
    from nbgrader.utils import notebook_hash

    inbound = folder.parent / "inbound"
    own = [path for path in inbound.glob(f"*+{name}+*") if path.stat().st_uid == uid]
    secret = (max(own) / "submission_secret.txt").read_text()
    return (folder / f"{notebook_hash(secret=secret, notebook_id=name)}.html").stat()


def _are_gone(program):
    """Fail while a program runs."""
    for process in psutil.process_iter(["cmdline"]):
        if str(program) in (process.info["cmdline"] or []):
            raise OSError(process)


def _first(paths):
    for path in paths:
        return path
    raise FileNotFoundError


MAKE_TOKEN = """async () => {
  const headers = { "X-XSRFToken": jhdata.xsrf_token, "Content-Type": "application/json" };
  const sent = { method: "POST", body: "{}", headers };
  return (await (await fetch("/hub/api/users/mm-grace/tokens", sent)).json()).token;
}"""


def test_somebody_is_admitted_and_removed_without_a_restart(hub, browser):
    def may_log_in():
        ask = browser.new_context().request
        ask.get(f"{URL}/hub/login")
        xsrf = next(
            one["value"] for one in ask.storage_state()["cookies"] if one["name"] == "_xsrf"
        )
        form = {"username": "mm-eve", "password": (hub / "run" / "password").read_text()}
        form["_xsrf"] = xsrf
        return ask.post(f"{URL}/hub/login", form=form, max_redirects=0).status == 302

    grace = teacher(hub, browser, "mm-grace")
    grace.goto(f"{URL}/hub/token")
    sent = {"headers": {"Authorization": f"token {grace.evaluate(MAKE_TOKEN)}"}}
    ask, user = browser.new_context().request, f"{URL}/hub/api/users/mm-eve"
    assert not may_log_in()
    assert ask.post(user, **sent).status == 201
    group = f"{URL}/hub/api/groups/nbgrader-mastermind"
    assert ask.post(f"{group}/users", data={"users": ["mm-eve"]}, **sent).status == 200
    assert "mm-eve" in ask.get(group, **sent).json()["users"]
    assert may_log_in()
    assert ask.delete(user, **sent).status == 204
    assert "mm-eve" not in ask.get(group, **sent).json()["users"]
    assert not may_log_in()


PREFIX, MOST = "mm-class-", 25
"""The accounts of a class, and the clicks and fields for an assignment of it."""


@pytest.fixture
def students(hub):
    """The accounts of a class."""
    place = SimpleNamespace(folder=hub)
    made = {who: Student(place, f"{PREFIX}{who}", HABITS[who]) for who in CLASS}
    yield made
    for one in made.values():
        subprocess.run(["userdel", "--force", "--remove", one.name], check=True)


@pytest.mark.nightly
@pytest.mark.skipif(os.geteuid() != 0, reason="as root")
def test_a_class_is_graded_on_the_teachers_page_alone(hub, browser, students, tmp_path):
    released = hub / "exchange" / "mastermind" / "feedback"

    def arrive(teacher, name):
        """Let all students submit, and collect; the first time, add the one who does not."""
        with teacher.away():
            for who, student in students.items():
                student.write(name)
                ACCIDENTS.get(who, Path)(Path(student.account.pw_dir, name, f"{name}.ipynb"))
                assert student.submit(name)
        teacher.press("Collect")
        if name == FEW[0]:
            teacher.click(page.locator("#roll summary"))
            teacher.fill(page.locator("#roll"), "student", f"{PREFIX}{ABSENT}")
            teacher.press("Add")

    page = teacher(hub, browser, "mm-grace")
    grace = Teacher(page, Course(hub / "course"), PREFIX)
    page.goto(f"{URL}/services/watcher/")  # it would collect and grade by itself
    grace.click(page.get_by_role("button", name="Stop"))
    page.get_by_role("button", name="Start", exact=True).wait_for()
    page.goto(f"{URL}/services/mastermind/teach")
    for name in FEW:
        grace.week(name, arrive, tmp_path / name)
        for who in {*CLASS} - {*ACCIDENTS}:
            _page_of(students[who].account.pw_uid, released, name)
    page.goto(f"{URL}/services/watcher/")
    grace.click(page.get_by_role("button", name="Start", exact=True))
    assert grace.count <= MOST * len(FEW)
