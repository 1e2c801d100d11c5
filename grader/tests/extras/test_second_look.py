"""A student asks for a second look at an exercise, and reads the instructor's answer."""

import asyncio
import json
import shutil
import sys
import types
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbgrader.utils import notebook_hash
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.httputil import url_concat
from tornado.testing import bind_unused_port
from tornado.web import RequestHandler

from autograder import Classroom, GradingError
from autograder.__main__ import main
from autograder.extras.second_look import LONGEST, ask, second_looks
from tests.grader.gradebook.test_verdicts import grade as write
from tests.grader.gradebook.test_verdicts import judged
from tests.small import A, gradebook, work

SERVICE = Path(__file__).parents[2] / "hub" / "second_look.py"
TITLE = "Exercise 1: double a number"


@pytest.fixture
def exchange(course, tmp_path):
    """The exchange of a course in which the work of three was graded, and one got no feedback."""
    root = tmp_path / "exchange" / "small"
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(root.parent)!r}\n")
        config.write("c.ExchangeCollect.check_owner = False\n")
    (root / "feedback").mkdir(parents=True)
    for student in ("ada", "ben", "sam1"):
        write(student, judged("return x", score=0))
    for student in ("ada", "ben"):
        release(root, student)
    submitted(root, "sam1")
    submitted(root, "sam2")
    return root


def submitted(root, student):
    folder = root / "inbound" / f"{student}+{A}+2026-01-01 00:00:00 UTC+x"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{A}.ipynb").write_bytes(work("return x"))
    (folder / "submission_secret.txt").write_text(f"secret of {student}")


def release(root, student):
    submitted(root, student)
    with Classroom() as room:
        (page,) = room.feedback(A, student)
    digest = notebook_hash(secret=f"secret of {student}", notebook_id=A)
    shutil.copy(page, root / "feedback" / f"{digest}.html")


def asked(**chosen):
    with gradebook() as book:
        return [(one.student, one.request, one.answer) for one in second_looks(book, **chosen)]


def request(student="ada", text="My answer is right.", exercise="twice", assignment=A):
    with Classroom() as room:
        ask(room, assignment, exercise, student, text)


def look(*arguments):
    return main(["look", *arguments])


def test_a_request_is_replaced_until_it_is_answered(exchange, capsys):
    assert asked() == [] and look() == 0
    request(text="Look\n\nat  it.")
    request("ben")
    request(text="Look at x.")
    assert asked(student="ada") == [("ada", "Look at x.", "")]
    assert look(A, "twice", "ada", "--answer", "I did.", "--by", "grace") == 0
    capsys.readouterr()
    assert look(A) == 0
    told = capsys.readouterr()
    assert told.out == f"{A} twice ben: My answer is right.\n"
    assert told.err == "1 request without an answer\n"
    with pytest.raises(GradingError, match="already answered"):
        request(text="Again.")
    assert look(A, "twice", "ada", "--answer", "I did. You get a point.") == 0
    assert asked(student="ada") == [("ada", "Look at x.", "I did. You get a point.")]


@pytest.mark.parametrize(
    "given, why",
    [
        ({"text": " \n"}, "is empty"),
        ({"text": "x" * (LONGEST + 1)}, "has 501 characters"),
        ({"exercise": "thrice"}, "no exercise named thrice"),
        ({"assignment": "../source"}, "not received feedback"),
        ({"student": "sam1"}, "not received feedback"),  # graded, but not released
        ({"student": "sam2"}, "not received feedback"),  # not graded
        ({"student": "eve"}, "not received feedback"),  # not in the gradebook
    ],
)
def test_a_request_that_cannot_be_answered_is_refused(exchange, given, why):
    with pytest.raises(GradingError, match=why):
        request(**given)
    assert asked() == []


def test_an_answer_needs_a_request_and_a_text(exchange, capsys):
    assert look(A, "twice", "ada", "--answer", "Yes.") == 2
    assert "ada has not asked for a second look at twice" in capsys.readouterr().err
    request()
    assert look(A, "twice", "ada", "--answer", " ") == look(A, "twice", "--answer", "Yes.") == 2
    assert look("99-none") == 2
    assert asked() == [("ada", "My answer is right.", "")]


def test_the_page_after_the_answer_shows_it_beside_the_exercise(exchange):
    request()
    assert look(A, "twice", "ada", "--answer", "Use `2 * x`.") == 0
    with Classroom() as room:
        (page,) = room.feedback(A, "ada")
        (other,) = room.feedback(A, "ben")
    shown = BeautifulSoup(page.read_text(), "html.parser").select_one("#lost-twice blockquote")
    assert shown.get_text(" ", strip=True) == "Your instructor: Use 2 * x ."
    assert "Use <code>" not in other.read_text()


def test_a_request_is_given_out_and_forgotten(exchange):
    request(text="I am ada.")
    request("ben", "I am ben.")
    assert main(["admin", "export-student", "ada"]) == 0
    with zipfile.ZipFile("exported/ada.zip") as packed:
        rows = json.loads(packed.read("gradebook.json"))
    assert [row["request"] for row in rows["autograder_second_looks"]] == ["I am ada."]
    assert main(["admin", "forget", "ada", "--yes"]) == 0
    assert asked() == [("ben", "I am ben.", "")]


class FakeHub:
    """As much of JupyterHub as the service uses: a header names who has logged in."""

    def get_current_user(self):
        name, _, kind = self.request.headers.get("Logged-In", "").partition(" ")
        return {"name": name, "kind": kind or "user"} if name else None

    def get_login_url(self):
        return "/hub/login"


@pytest.fixture
def service(monkeypatch):
    auth = types.ModuleType("jupyterhub.services.auth")
    auth.HubOAuthenticated, auth.HubOAuthCallbackHandler = FakeHub, RequestHandler
    for name in ("jupyterhub", "jupyterhub.services"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, auth.__name__, auth)
    spec = spec_from_file_location("second_look_service", SERVICE)
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def visits(service, *requests):
    """Send requests to the service, each by a student, as the student's browser does."""

    async def run():
        sockets, port = bind_unused_port()
        server = HTTPServer(service.application("/second-look/"))
        server.add_socket(sockets)
        client, answers = AsyncHTTPClient(force_instance=True), []
        for student, fields in requests:
            headers = {"Logged-In": student} if student else {}
            body = None
            if fields is not None:
                xsrf = "2|00000000|00000000000000000000000000000000|1"
                fields = {"_xsrf": xsrf, **fields}
                headers["Cookie"] = f"_xsrf={xsrf}"
                body = url_concat("", fields)[1:]
            asked = HTTPRequest(
                f"http://127.0.0.1:{port}/second-look/",
                "GET" if body is None else "POST",
                headers,
                body,
                follow_redirects=False,
            )
            answers.append(await client.fetch(asked, raise_error=False))
        client.close()
        server.stop()
        return answers

    return asyncio.run(run())


def page(answer):
    return BeautifulSoup(answer.body.decode(), "html.parser")


FORM = {"assignment": A, "exercise": "twice", "request": "<script>alert(1)</script> & more"}


def test_a_student_asks_on_the_hub_and_only_about_own_work(service, exchange):
    forged = {**FORM, "student": "ben", "request": "Look."}
    before, sent, after, changed, other = visits(
        service, ("ada", None), ("ada", FORM), ("ada", None), ("ada", forged), ("ben", None)
    )
    assert before.code == 200 and "default-src 'none'" in before.headers["Content-Security-Policy"]
    shown = page(before)
    assert shown.h3.get_text() == TITLE
    assert (sent.code, sent.headers["Location"]) == (303, "/second-look/")
    assert FORM["request"] in page(after).blockquote.get_text()
    assert not page(after).find("script") and "waiting for an answer" in page(after).get_text()
    assert changed.code == 303 and asked() == [("ada", "Look.", "")]
    assert not page(other).find("blockquote")


def test_the_answer_is_read_on_the_hub_and_the_form_is_gone(service, exchange):
    request()
    assert look(A, "twice", "ada", "--answer", "Not <yet>.") == 0
    (found,) = visits(service, ("ada", None))
    assert "Not <yet>." in page(found).find("article").get_text()
    assert not page(found).find("form")


def test_whoever_may_not_ask_is_refused(service, exchange):
    stranger, robot, without, unknown, long, none = visits(
        service,
        ("", None),
        ("monitor service", None),
        ("ada", {**FORM, "_xsrf": "no"}),
        ("ada", {**FORM, "assignment": "99-none"}),
        ("ada", {**FORM, "request": "x" * 501}),
        ("sam1", None),
    )
    assert (stranger.code, robot.code, without.code) == (302, 403, 403)
    assert unknown.code == long.code == 400
    assert "99-none" in page(unknown).select_one("[role=alert]").get_text()
    assert page(long).find("textarea").get_text() == "x" * 501
    assert page(long).find("details").has_attr("open")
    assert "not received any feedback" in page(none).get_text()
    assert asked() == []


def test_without_a_gradebook_the_page_shows_that_it_cannot_be_read(service, exchange, course):
    (course / "gradebook.db").unlink()
    (answer,) = visits(service, ("ada", None))
    assert answer.code == 503 and "cannot be read" in page(answer).get_text()
