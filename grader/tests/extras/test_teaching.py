"""The teacher's page, asked over HTTP as a browser asks it; nobody else may."""

import io
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest
from bs4 import BeautifulSoup

from autograder import Classroom, GradingError
from autograder.__main__ import main
from autograder.extras import second_look
from autograder.extras.teaching.people import look
from autograder.extras.teaching.presses import PRESSES, CommandRun, shown
from tests.extras.lms.platforms import moodle_name, pack
from tests.grader.gradebook.test_verdicts import DIFFERS, TEST, judged, scores
from tests.grader.gradebook.test_verdicts import grade as write
from tests.small import A, gradebook, points, work

TOKEN = "a-token-for-tests"
ADDRESSES = ["", "/", f"/exercise?assignment={A}&exercise=twice", f"/decisions?assignment={A}"]
ADDRESSES += [f"/feedback?assignment={A}&student=ada", "/state", "/static/page.js"]
ADDRESSES += [f"/files/class_report/{A}.html", "/files/upload/moodle.csv"]
HAND_INS = {"ada": "return 2 * x", "ben": "return x", "sam1": "return x + 0"}


class NotFollowed(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Visitor:
    """A browser with cookies, which has opened the page with the token or without."""

    def __init__(self, root, token=""):
        self.root, self.jar = root, CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.jar)
        self._opener = urllib.request.build_opener(cookies, NotFollowed)
        if token:
            assert self.get(f"/?token={token}")[0] == 200

    def _ask(self, asked):
        try:
            with self._opener.open(asked, timeout=120) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    def get(self, path):
        sent = {"Referer": self.root}  # as a link sends it; files are refused without
        return self._ask(urllib.request.Request(f"{self.root}/teach{path}", headers=sent))

    def page(self, path=""):
        status, text, _ = self.get(path)
        assert status == 200, text
        return BeautifulSoup(text, "html.parser")

    def post(self, files=(), xsrf=True, **fields):
        found = {cookie.name: cookie.value for cookie in self.jar}
        fields |= {"_xsrf": found.get("_xsrf", "")} if xsrf else {}
        if not files:
            body, kind = (
                urllib.parse.urlencode(fields).encode(),
                "application/x-www-form-urlencoded",
            )
        else:
            parts = [(f'name="{name}"', value.encode()) for name, value in fields.items()]
            parts += [(f'name="files"; filename="{name}"', data) for name, data in files]
            body = b"".join(
                b"--limit\r\nContent-Disposition: form-data; "
                + head.encode()
                + b"\r\n\r\n"
                + data
                + b"\r\n"
                for head, data in parts
            )
            body, kind = body + b"--limit--\r\n", "multipart/form-data; boundary=limit"
        asked = urllib.request.Request(f"{self.root}/teach/press", body, {"Content-Type": kind})
        return self._ask(asked)

    def press(self, press, **fields):
        """Press a button, and wait for the end of its command; return what the page says."""
        status, text, headers = self.post(press=press, assignment=A, **fields)
        assert status == 303, text
        while json.loads(self.get("/state")[1])["busy"]:
            time.sleep(0.2)
        return self.page(headers["Location"].partition("/teach")[2])


@pytest.fixture(scope="module")
def server(small, tmp_path_factory):
    """A folder, and the address of a server in it; all tests share them."""
    home = tmp_path_factory.mktemp("home")
    folder = shutil.copytree(small, tmp_path_factory.mktemp("shared") / "course")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    extension = "{'autograder.extras.teaching': True}"
    own = [f"--port={port}", "--no-browser", "--allow-root", f"--IdentityProvider.token={TOKEN}"]
    own += ["--ServerApp.port_retries=0", f"--ServerApp.jpserver_extensions={extension}"]
    set_here = {"HOME": str(home), "JUPYTER_NO_CONFIG": "1"}
    with (home / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *own],
            cwd=folder,
            env={**os.environ, **set_here},
            stdout=log,
            stderr=log,
        )
    try:
        root = f"http://127.0.0.1:{port}"
        while process.poll() is None:
            try:
                urllib.request.urlopen(f"{root}/api", timeout=60).close()
                break
            except OSError:
                time.sleep(0.2)
        assert process.poll() is None, (home / "log").read_text()
        yield folder, root
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def served(server, small, monkeypatch):
    """The small course anew, in the server's folder; three of four have handed in."""
    folder, _ = server
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(small, folder, dirs_exist_ok=True)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for student, answer in HAND_INS.items():
        path = folder / "submitted" / student / A / f"{A}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(work(answer))
    (folder / "submitted" / "ben" / A / "timestamp.txt").write_text("2026-11-30 12:41:00 UTC")
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write("c.Autograder.unconfined = True\n")
    return folder


@pytest.fixture
def root(server, served):
    """The address of the server, in whose folder the course is as at the beginning."""
    return server[1]


@pytest.fixture
def teacher(root):
    return Visitor(root, TOKEN)


@pytest.mark.slow
def test_without_a_token_no_address_shows_or_starts_anything(root):
    stranger = Visitor(root)
    for address in ADDRESSES:
        status, text, headers = stranger.get(address)
        assert status == 403 or (status == 302 and "/login" in headers["Location"]), address
        assert "ada" not in text
    assert stranger.post(press="grade", assignment=A)[0] in (302, 403)
    teacher = Visitor(root, TOKEN)
    assert teacher.post(xsrf=False, press="grade", assignment=A)[0] == 403
    assert points() == {}
    assert teacher.get("/files/upload/../gradebook.db")[0] in (403, 404)
    assert teacher.get("/files/upload/%2e%2e/gradebook.db")[0] in (403, 404)


def rows(page):
    """The cells of each row, by student; a peg as its description."""
    found = {}
    for row in page.select("#class tbody tr"):
        cells = row.find_all("td")
        peg = cells[0].find("a")
        said = peg["aria-label"].partition(": ")[2] if peg else cells[0].get_text().strip()
        rest = [" ".join(cell.get_text().split()) for cell in cells[1:]]
        name = row.find("small")
        found[name.get_text()] = [said, *rest]
    return found


def steps(page):
    """The steps that are done, and the one that comes next."""
    done = [button.get_text() for button in page.select(".steps .done button")]
    after = page.select_one(".steps .next")
    return [name for name in done if name != "Collect"], after and after.get_text()


@pytest.mark.slow
def test_a_week_is_pressed_from_the_due_date_to_the_export(teacher, served):
    page = teacher.page(f"?assignment={A}")
    assert page.select_one(".says").get_text().strip().startswith("3 of 4 submitted, 0 graded.")
    assert rows(page)["ada"] == ["\u2013", "", "", "not graded yet"]
    assert rows(page)["sam2"] == ["", "", "", "not submitted"]
    teacher.press("due", utc="2026-11-30T12:00Z")
    teacher.press("due", utc="2026-12-02T12:00Z", student="sam2")
    page = teacher.page(f"?assignment={A}")
    assert "41 minutes late" in rows(page)["ben"][2]
    assert "2026-12-02" in rows(page)["sam2"][2]
    page = teacher.press("grade")
    assert page.select_one("#run strong").get_text().startswith("Done. 3 graded; on average 1.7")
    assert steps(page) == (["Grade"], "Make feedback pages")
    assert page.select_one("#said a")["href"].endswith(f"exercise?assignment={A}&exercise=twice")
    assert page.select_one("#run code").get_text() == f"python -m autograder grade {A}"
    page = teacher.page(f"?assignment={A}")
    assert "3 of 4 submitted, 3 graded, 1 late." in page.select_one(".says").get_text()
    assert rows(page)["ada"][:2] == ["5 of 5", "5"]
    assert rows(page)["ben"][:3] == ["0 of 5", "0", "41 minutes late"]
    assert rows(page)["sam2"] == ["", "", rows(page)["sam2"][2], "not submitted"]
    assert steps(teacher.press("pages")) == (["Grade", "Make feedback pages"], None)
    made = teacher.press("export").select("#run a")
    assert made
    status, _, headers = teacher.get(made[0]["href"].partition("/teach")[2])
    assert (status, "sandbox" in headers["Content-Security-Policy"]) == (200, True)


@pytest.mark.slow
def test_from_a_peg_to_all_with_the_mistake_and_back(teacher, served):
    teacher.press("grade")
    peg = teacher.page(f"?assignment={A}").select_one("#ben-1")
    page = teacher.page(peg["href"].partition("/teach")[2])
    article = page.select_one("article.chosen")
    assert "return x" in article.pre.get_text() and "return x + 0" not in article.pre.get_text()
    given = {"exercise": "twice", "group": article["id"]}
    teacher.press("group", **given, points="2", comment="-- half of it", rubric="")
    assert points()["ben"] == 2
    back = urllib.parse.urlsplit(peg["href"])
    page = teacher.press("group", **given, take_back="1", back=f"{back.path}?{back.query}")
    assert points()["ben"] == 0 and page.select_one("article.chosen")
    page = teacher.press("group", **given, points="", comment="", rubric="")
    assert "The form is empty" in page.select_one("[role=alert]").get_text()
    status, text, headers = teacher.get(f"/feedback?assignment={A}&student=ben")
    assert (status, "0</strong> of 5" in text) == (200, True)
    made = (served / "feedback" / "ben" / A / f"{A}.html").stat().st_mtime_ns
    assert teacher.get(f"/feedback?assignment={A}&student=ben")[1] == text
    assert (served / "feedback" / "ben" / A / f"{A}.html").stat().st_mtime_ns == made
    teacher.press("group", **given, points="2")
    assert "2</strong> of 5" in teacher.get(f"/feedback?assignment={A}&student=ben")[1]
    assert "script-src" not in headers["Content-Security-Policy"]
    assert "sandbox" in headers["Content-Security-Policy"]


@pytest.mark.slow
def test_a_decision_holds_for_the_same_answer_and_is_taken_back(teacher, served):
    for student in ("ada", "ben"):
        write(student, judged("return x + x", DIFFERS))
    write("sam1", judged("return x + x + 0", DIFFERS))
    link = teacher.page(f"?assignment={A}").find("a", string="2 answers to grade manually")
    page = teacher.page(link["href"].partition("/teach")[2])
    assert (
        page.h2.get_text() == f"{TEST}: In separate processes: fails; in a single process: passes"
    )
    both, other = page.select("article")
    assert "ada, ben" in both.h3.get_text() and "x + x + 0" in other.pre.get_text()
    chosen = {"cell": TEST, "key": both.select_one("[name=key]")["value"]}
    page = teacher.press("decide", **chosen, how="points", points="2", back=link["href"])
    assert scores("ada")[TEST] == scores("ben")[TEST] == (None, 2, False)
    assert scores("sam1")[TEST] == (None, None, True)
    assert f"{TEST}: 2 points for ada, ben" in page.select("article h3")[1].get_text()
    teacher.press("decide", **chosen, how="undo")
    assert scores("ada")[TEST] == (None, None, True)


@pytest.mark.slow
def test_a_request_for_a_second_look_is_listed_and_answered(teacher, served, monkeypatch):
    monkeypatch.setattr(second_look, "released", lambda room, student: {A: {}})
    write("ada", judged("return x + x", DIFFERS))
    with Classroom() as room:
        for student, text in {"ada": "My <b>loop</b> is right.", "ben": "Look at x."}.items():
            second_look.ask(room, A, "twice", student, text)
    said = "1 answer to grade manually, 2 requests for a second look"
    link = teacher.page(f"?assignment={A}").find("a", string=said)
    page = teacher.page(link["href"].partition("/teach")[2])
    ada = page.select("article")[1]
    assert ada.blockquote.get_text() == "My <b>loop</b> is right."
    assert [a["aria-label"] for a in ada.select("a")] == ["Feedback for ada", "ada in Formgrader"]
    assert ada.code.get_text() == f"python -m autograder look {A} twice ada --answer=TEXT"
    given = {"exercise": "twice", "back": link["href"]}
    page = teacher.press("look", **given, student="ada", answer="-- I'll add a point.")
    assert page.select_one("#run strong").get_text() == "Done."
    ada = page.select("article")[-1]
    assert "-- I'll add a point." in ada.get_text()
    assert ada.select_one("[name=answer]")["value"] == "-- I'll add a point."
    page = teacher.press("look", **given, student="ben", answer=" ")
    assert "the answer is empty" in page.select_one("#run [role=status]").get_text()
    said = "1 answer to grade manually, 1 request for a second look"
    assert teacher.page(f"?assignment={A}").find("a", string=said)


@pytest.mark.slow
def test_a_platforms_file_is_imported_and_nothing_of_it_stays_outside(teacher, served, tmp_path):
    answer = {moodle_name("Sam2 Lee", 14, f"{A}.ipynb"): work()}
    people = b"Username,Full name,Email address\nsam2,Sam2 Lee,s@x.org\n"
    archive = pack(tmp_path / "all.zip", answer).read_bytes()
    page = teacher.press("import", files=[("all.zip", archive), ("people.csv", people)])
    said = page.select_one("#run").get_text()
    assert "Done." in said and f"import all.zip {A} --roster people.csv" in said
    assert "not graded yet" in rows(teacher.page(f"?assignment={A}"))["sam2"][-1]
    page = teacher.press("import", files=[("people.csv", people)])
    assert "You chose 0 zip files" in page.select_one("[role=alert]").get_text()


@pytest.mark.slow
def test_unknown_people_are_enrolled_in_a_form(teacher, served, tmp_path):
    names = {"Eve Moe": 21, "Sam Lee": 22, "Bob Poe": 23}
    files = {moodle_name(name, number, f"{A}.ipynb"): work() for name, number in names.items()}
    archive = pack(tmp_path / "all.zip", files).read_bytes()
    times = "Identifier,Full name,Email address,Username,Last modified (submission)\n"
    times += "Participant 90,Cy Roe,c@x.org,cy,-\n"
    sent = [("all.zip", archive), ("people.csv", times.encode())]
    page = teacher.press("import", files=sent)
    fields = page.select("#unknown input[list]")
    assert [field["name"] for field in fields] == ["who-21", "who-22", "who-23"]
    assert "Eve Moe (21)" in page.select_one("#unknown").get_text()
    page = teacher.press("who", **{"who-21": "eve", "who-22": "sam2", "who-23": ""})
    assert [field["name"] for field in page.select("#unknown input[list]")] == ["who-23"]
    assert "eve: added to the gradebook" in page.select_one("#run").get_text()
    assert not (served / "submitted" / "sam1" / A / "timestamp.txt").exists()
    with gradebook() as book:
        eve = book.find_student("eve")
        assert (eve.first_name, eve.last_name) == ("Eve", "Moe")
    assert (served / "submitted" / "sam2" / A / f"{A}.ipynb").exists()
    page = teacher.press("who", **{"who-23": "../bob"})
    assert "'../bob' is not a valid student ID" in page.select_one("#run").get_text()
    page = teacher.press("who", **{"who-23": ""})
    assert "The form is empty" in page.select_one("[role=alert]").get_text()


@pytest.mark.slow
def test_somebody_is_added_and_removed_but_nobody_with_grades(teacher):
    given = {"first-name": "Eve", "last-name": "Moe", "email": ""}
    assert "Eve Moe" in teacher.press("enroll", student="eve", **given).select_one("#class").text
    assert "eve" not in rows(teacher.press("remove", student="eve"))
    teacher.press("grade")
    said = teacher.press("remove", student="ada").select_one("#run [role=status]").get_text()
    assert said.startswith("Not done: ") and points()["ada"] == 5


@pytest.mark.slow
def test_an_assignment_is_tried_as_a_student_and_nothing_is_left(teacher, served):
    before = points()
    run = teacher.press("try").select_one("#run")
    assert "solution: 5 of 5 points" in run.pre.get_text()
    assert "stub: 0 of 5 points" in run.pre.get_text()
    assert len(run.select("a")) == 3
    assert not teacher.press("untry").select("#run a")
    assert not (served / "class_report" / f"{A}-tried").exists()
    with gradebook() as book:
        assert {student.id for student in book.students} == {"ada", "ben", "sam1", "sam2"}
    assert points() == before
    assert not (served / "submitted" / "solution").exists()
    assert [path.name for path in served.glob(".trying-*")] == []


def test_what_is_pressed_is_a_command_that_can_be_typed():
    given = {"when": ["none"], "exercise": ["e"], "group": ["g"], "points": ["1"], "cell": ["c"]}
    given |= {"key": ["k"], "how": ["full"], "files": ["a.zip", "b.csv"]}
    given |= {"who-1": ["ada"], "student": ["it's"]}
    for press, command in PRESSES.items():
        typed = shown(command("it's", given))
        assert "it'\"'\"'s" in typed, press
    with pytest.raises(GradingError, match="2 zip files"):
        PRESSES["import"](A, {"files": ["a.zip", "b.zip"]})


@pytest.mark.parametrize(
    "status, lines, said",
    [
        (None, [], "Running."),
        (0, [], "Done."),
        (
            0,
            ["1 of 1 done", "2 graded; on average 3 of 5 points"],
            "Done. 2 graded; on average 3 of 5 points.",
        ),
        (3, ["autograder: caution"], "Done, but some items need your attention. See below."),
        (
            2,
            ["Grading ...", "autograder: there is no gradebook"],
            "Not done: there is no gradebook",
        ),
        (-2, [], "Stopped. Press the same button to continue."),
    ],
)
def test_a_run_ends_in_a_sentence(status, lines, said):
    assert CommandRun("grade", A, ["autograder", "grade", A], lines, status).result == said


@pytest.mark.parametrize(
    "lines, said", [([], "Done. 0 new."), (["[C | INFO] Collected: ada ps1"], "Done. 1 new.")]
)
def test_collecting_says_how_many_are_new(lines, said):
    assert CommandRun("collect", A, ["nbgrader", "collect", A], lines, 0).result == said


def test_a_failure_is_shown_with_nbgraders_first_reason():
    command = ["nbgrader", "release_assignment", A]
    lines = ["[App | INFO] x", "[App | CRITICAL] No release", "[App | ERROR] nbgrader failed"]
    assert CommandRun("hand_out", A, command, lines, 1).result == "Not done: No release"


def test_people_without_a_gradebook_row_and_refused_work_are_rows(course):
    (course / "submitted" / "ada" / A).mkdir(parents=True)
    (course / "submitted" / "ada" / A / f"{A}.ipynb").write_text("{")
    (course / "submitted" / "zoe" / A).mkdir(parents=True)
    with Classroom() as room:
        states = {row.student: row.state for row in look(room, A).rows}
    assert states["zoe"] == ["not graded yet", "not in the gradebook"]
    assert states["ben"] == ["not submitted"]
    assert main(["grade", A, "--unconfined", "--student", "ada"]) == 1
    with Classroom() as room:
        found = {row.student: row for row in look(room, A).rows}
    assert found["ada"].state[0].startswith("could not be graded: ")
    assert found["ada"].pegs[0].sign == "" and found["ada"].total == ""
