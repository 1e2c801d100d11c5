import http.client
import json
import os
import random
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from jupyter_client.manager import start_new_kernel

from mastermind.__main__ import main
from mastermind.gladiators.challenge import LEVELS, Challenge, Standing, in_process
from mastermind.gladiators.client import ChallengeError, Client, clear_level
from mastermind.gladiators.server import PracticeServer, start
from mastermind.solver.players import two_phase
from tests.mastermind.test_challenge import ANY_JSON, EMAIL, NEARLY_GUESSES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def server():
    # By chance a test's guess could be right, and its round won.
    with start(rng=random.Random(8)) as server:
        yield server


def send(server, method, path, body=None, headers=MappingProxyType({})):
    """Send a request as it is; give the status, the headers and the decoded reply."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    try:
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        text = reply.read()
    finally:
        connection.close()
    return reply.status, reply.headers, None if method == "HEAD" else json.loads(text)


def token(server, email=EMAIL):
    status, _, reply = send(server, "POST", "/api-auth-token/", urlencode({"email": email}), FORM)
    assert (status, list(reply)) == (200, ["Auth-Token"])
    return reply


# --- the protocol ------------------------------------------------------------------------------


def test_the_published_exchange(server):
    headers = {**token(server), "Content-Type": "application/json"}
    status, answered, reply = send(server, "GET", "/level/1/", headers=headers)
    assert (status, reply) == (200, LEVELS[0].terms())
    assert answered["Content-Type"].startswith("application/json")
    status, _, reply = send(server, "POST", "/level/1/", '{"guess": [1, 2, 3, 4]}', headers)
    assert status == 200
    right, placed = reply["response"]
    assert 2 <= right <= 4 and 0 <= placed <= right


def test_an_address_has_one_token(server):
    assert token(server, "Grace@Example.org") == token(server, " grace@example.org ")
    assert token(server, "grace@example.org") != token(server)


@pytest.mark.parametrize(
    "body", ["", "email=", "email=ada", "email=a@b@c", "email=a+b@c", "mail=a@b",
             "email=" + "a" * 200 + "@b", '{"email": "a@b"}'],
)  # fmt: skip
def test_a_token_needs_an_address(server, body):
    status, _, reply = send(server, "POST", "/api-auth-token/", body, FORM)
    assert status == 400
    assert "ada@example.org" in reply["error"]


@pytest.mark.parametrize("sent", [{}, {"Auth-Token": ""}, {"Auth-Token": "0" * 40}])
@pytest.mark.parametrize("path", ["/level/1/", "/hash/", "/"])
def test_all_else_needs_a_token(server, sent, path):
    status, headers, reply = send(server, "GET", path, headers=sent)
    assert status == 401
    assert "/api-auth-token/" in reply["error"]
    assert "WWW-Authenticate" in headers


def test_a_token_of_another_server_is_foreign(server):
    with start() as other:
        foreign = token(other)
    assert send(server, "GET", "/level/1/", headers=foreign)[0] == 401


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "BREW"])
@pytest.mark.parametrize("path", ["/level/1/", "/api-auth-token/"])
def test_wrong_methods(server, method, path):
    status, headers, reply = send(server, method, path, headers=token(server))
    assert status == 405
    if method != "BREW":
        assert headers["Allow"] == ("POST" if "token" in path else "GET, POST")
    assert method == "HEAD" or reply["error"]


def test_a_body_that_is_too_large(server):
    status, _, reply = send(server, "POST", "/level/1/", b" " * 3_000_000, token(server))
    assert (status, reply) == (413, {"error": "a body may have at most 10000 bytes"})


@pytest.mark.parametrize(
    "headers", [{"Content-Type": "multipart/form-data"}, {"Content-Encoding": "gzip"}]
)
def test_bodies_in_strange_wrappings(server, headers):
    for path in "/api-auth-token/", "/level/1/":
        status, _, reply = send(server, "POST", path, b"\xff--x", token(server) | headers)
        assert status in (400, 409)
        assert reply["error"]


def test_only_this_machine_can_reach_it(server):
    assert urlsplit(server.url).hostname == "127.0.0.1"
    with socket.create_connection(("127.0.0.1", urlsplit(server.url).port)) as connection:
        assert connection.getpeername()[0] == "127.0.0.1"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", urlsplit(server.url).port), timeout=1)


def test_what_is_no_http_is_refused_and_the_server_goes_on(server):
    for nonsense in (
        b"nonsense\r\n\r\n",
        b"\x00" * 1000 + b"\r\n\r\n",
        b"GET /hash/ HTTP/1.1\r\nx\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", urlsplit(server.url).port), 30) as connection:
            connection.sendall(nonsense)
            assert connection.recv(100).startswith(b"HTTP/1.1 400") or not connection.recv(1)
    assert token(server)


# --- fuzzing -----------------------------------------------------------------------------------

PATHS = st.sampled_from(
    ["/level/1/", "/level/2/", "/level/1", "/level/99999999999/", "/hash/", "/reset/",
     "/api-auth-token/", "/", "//", "/level/1/?a=1", "/level/%31/", "/%ff", "*"]
) | st.text(
    st.characters(min_codepoint=33, max_codepoint=126), max_size=20
).map("/".__add__)  # fmt: skip
METHODS = st.sampled_from(["GET", "POST", "POST", "PUT", "HEAD", "OPTIONS", "PATCH", "DELETE"])
BODIES = (
    st.none()
    | st.binary(max_size=200)
    | (ANY_JSON | NEARLY_GUESSES).map(lambda data: json.dumps(data).encode())
    | st.text().map(lambda text: urlencode({"email": text}, errors="surrogatepass").encode())
)
TYPES = st.sampled_from(
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "multipart/form-data", "text/plain; charset=utf-16", "", "%"]
)  # fmt: skip
TOKENS = (
    st.none()
    | st.just("right")
    | st.text(
        # 127 may not occur in a header: that is no HTTP, which is tested above.
        st.characters(min_codepoint=33, max_codepoint=255, exclude_characters="\x7f"),
        max_size=50,
    )
)


@settings(max_examples=400)
@given(METHODS, PATHS, BODIES, TYPES, TOKENS)
def test_whatever_is_sent_is_answered_in_json_and_takes_no_progress_away(
    server, method, path, body, kind, sent
):
    headers = {"Content-Type": kind}
    if sent == "right":
        headers |= token(server, "fuzz@example.org")
    elif sent is not None:
        headers["Auth-Token"] = sent
    witness = Client(server.url, "witness@example.org").request
    if "error" in witness("GET", "/level/2/"):
        clear_level(witness, 1, two_phase)

    status, answered, reply = send(server, method, path, body, headers)

    assert status in (200, 400, 401, 403, 404, 405, 409)
    assert answered["Content-Type"].startswith("application/json")
    if method != "HEAD":
        assert ("error" in reply) == (status >= 400)
        assert "Traceback" not in str(reply)
    assert "error" not in witness("GET", "/level/2/")


# --- progress ----------------------------------------------------------------------------------


class InterruptedServer(RuleBasedStateMachine):
    """A server that is stopped and started again answers as one that never was."""

    @initialize(seed=st.integers(0, 1000))
    def begin(self, seed):
        self.folder = tempfile.TemporaryDirectory()
        self.database = Path(self.folder.name) / "book.db"
        self.now = 0.0
        self.rng = random.Random(seed)
        self.uninterrupted = in_process(seed, clock=lambda: self.now)
        self.start()

    def start(self):
        self.server = start(self.database, rng=self.rng, clock=lambda: self.now)
        self.client = Client(self.server.url, EMAIL)

    @rule()
    def restart(self):
        self.server.stop()
        self.start()

    @rule(seconds=st.sampled_from([0, 1, 9, 11]))
    def wait(self, seconds):
        self.now += seconds

    @rule(level=st.integers(0, 7))
    def begin_level(self, level):
        self.both("GET", f"/level/{level}/")

    @rule(level=st.sampled_from([1, 1, 1, 2, 7]), guess=st.permutations(range(6)))
    def guess(self, level, guess):
        self.both("POST", f"/level/{level}/", {"guess": guess[:4]})

    @rule(body=ANY_JSON)
    def send_anything(self, body):
        self.both("POST", "/level/1/", body)

    @rule()
    def win(self):
        """Clear the next level with open eyes."""
        level = self.standing().cleared % 6 + 1
        self.both("GET", f"/level/{level}/")
        for _ in range(LEVELS[level - 1].rounds):
            self.both("POST", f"/level/{level}/", {"guess": self.standing().fight.weapons})

    @rule()
    def reset(self):
        self.both("POST", "/reset/")

    @rule()
    def ask_for_the_hash(self):
        self.both("GET", "/hash/")

    def both(self, *question):
        expected = self.uninterrupted(*question)
        if "hash" in expected:  # made with another key, for another address
            expected["hash"] = self.server.challenge.prize(EMAIL)
        assert self.client.request(*question) == expected

    def standing(self):
        return standings(self.database)[EMAIL]

    def teardown(self):
        self.server.stop()
        self.folder.cleanup()


TestInterruptedServer = InterruptedServer.TestCase
TestInterruptedServer.settings = settings(max_examples=25, stateful_step_count=15)


def test_a_killed_server_has_lost_nothing_that_it_answered(tmp_path):
    """Killed in the middle of many players' guesses, again and again."""
    command = [sys.executable, "-m", "mastermind", "serve", "--port", "0", "--database", "book.db"]
    answered = {}
    for _ in range(3):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
        )
        with process:
            url = re.search(r"http://[\d.:]+\d", process.stdout.readline())[0]
            requests = {email: Client(url, email).request for email in ["abc@x", "ada@x", "bob@x"]}
            enough = threading.Event()
            for email, cleared in answered.items():
                assert "error" not in requests[email]("GET", f"/level/{cleared + 1}/")

            def play(email, request, enough=enough):
                try:
                    for level in range(1, 4):
                        clear_level(request, level, two_phase, attempts=1)
                        answered[email] = max(answered.get(email, 0), level)
                        enough.set()
                except (ConnectionError, ChallengeError):
                    pass

            with ThreadPoolExecutor() as pool:
                games = [pool.submit(play, *player) for player in requests.items()]
                enough.wait(30)
                process.kill()
            assert all(game.exception() is None for game in games)
        found = standings(tmp_path / "book.db")
        assert answered
        assert all(found[email].cleared >= cleared for email, cleared in answered.items())


def test_a_running_level_and_the_key_outlive_the_server(tmp_path):
    with start(tmp_path / "book.db") as server:
        known = token(server)
        client = Client(server.url, EMAIL)
        prize = server.challenge.prize(EMAIL)
        client.request("GET", "/level/1/")
        client.request("POST", "/level/1/", {"guess": [0, 1, 2, 3]})
    before = standings(tmp_path / "book.db")
    with start(tmp_path / "book.db") as server:
        assert token(server) == known
        assert server.challenge.winner(prize) == EMAIL
        assert standings(tmp_path / "book.db") == before
        fight = before[EMAIL].fight
        won = Client(server.url, EMAIL).request("POST", "/level/1/", {"guess": fight.weapons})
        assert won == {"message": "Onto the next level"}


def standings(path):
    """What the database says, read by another connection."""
    database = sqlite3.connect(path)
    try:
        rows = database.execute("SELECT standing FROM players").fetchall()
    finally:
        database.close()
    return {standing.email: standing for standing in (Standing.from_json(*row) for row in rows)}


def test_many_players_at_once(tmp_path):
    def play(number):
        request = Client(server.url, f"player{number}@example.org").request
        rng = random.Random(number)
        for level in range(1, 2 + number % 3):
            clear_level(request, level, two_phase, rng, attempts=50)

    with start(tmp_path / "book.db") as server, ThreadPoolExecutor(20) as pool:
        list(pool.map(play, range(20)))
    cleared = {
        email: standing.cleared for email, standing in standings(tmp_path / "book.db").items()
    }
    assert cleared == {f"player{n}@example.org": 1 + n % 3 for n in range(20)}


def test_guesses_at_once_of_one_player_are_counted_one_by_one(tmp_path, monkeypatch):
    """Also when they come through two servers that share the database."""
    monkeypatch.setattr("mastermind.gladiators.server._SECONDS_FOR_THE_DATABASE", 60)
    with start(tmp_path / "book.db") as one, start(tmp_path / "book.db") as other:
        requests = [Client(server.url, EMAIL).request for server in (one, other)]
        requests[0]("GET", "/level/1/")
        wrong = standings(tmp_path / "book.db")[EMAIL].fight.weapons[::-1]
        with ThreadPoolExecutor(12) as pool:
            replies = list(
                pool.map(
                    lambda n: requests[n % 2]("POST", "/level/1/", {"guess": wrong}), range(12)
                )
            )
    answered = sum("response" in reply for reply in replies)
    assert answered == 8
    assert replies.count({"error": "Too many guesses. Try again!"}) == 1


def test_a_database_that_cannot_be_written_refuses_and_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("mastermind.gladiators.server._SECONDS_FOR_THE_DATABASE", 0.01)
    with start(tmp_path / "book.db") as server:
        headers = token(server)
        send(server, "GET", "/level/1/", headers=headers)
        before = standings(tmp_path / "book.db")
        weapons = json.dumps({"guess": before[EMAIL].fight.weapons})
        lock = sqlite3.connect(tmp_path / "book.db", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        status, _, reply = send(server, "POST", "/level/1/", weapons, headers)
        assert status == 503
        assert "nothing has changed" in reply["error"]
        assert standings(tmp_path / "book.db") == before
        lock.rollback()
        lock.close()
        won = send(server, "POST", "/level/1/", weapons, headers)
        assert won[::2] == (200, {"message": "Onto the next level"})


def test_a_fault_of_ours_is_no_traceback_for_the_player(server, monkeypatch, caplog):
    monkeypatch.setattr(Challenge, "answer", lambda *arguments: 1 / 0)
    status, _, reply = send(server, "GET", "/level/1/", headers=token(server))
    assert (status, reply) == (500, {"error": "something went wrong in the server"})
    assert "ZeroDivisionError" in caplog.text  # but it is one for the owner of the server


# --- starting and ending -----------------------------------------------------------------------


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "essay.txt"
    path.write_text("no database " * 100)
    with pytest.raises(OSError, match=r"essay\.txt"):
        start(path)
    assert path.read_text() == "no database " * 100
    with pytest.raises(OSError, match="nowhere"):
        start(tmp_path / "nowhere" / "book.db")


@pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
def test_the_key_is_for_the_owner_only(tmp_path):
    with start(tmp_path / "book.db") as server:
        token(server)
        modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {0o600}


@pytest.mark.parametrize("port", [-1, 65536, 10**30])
def test_ports_that_do_not_exist(port):
    with pytest.raises(ValueError, match=f"from 0 to 65535, not {port}"):
        PracticeServer(port=port)


def test_a_port_that_is_taken(server):
    with pytest.raises(OSError, match="in use"):
        PracticeServer(port=urlsplit(server.url).port)


def test_starting_and_stopping_a_hundred_times():
    """Stopped at once, while the thread has hardly begun."""
    for _ in range(100):
        server = start()
        server.stop()
        server.stop()
    with pytest.raises(ConnectionError):
        Client(server.url, EMAIL)


def test_a_with_block_is_all_that_a_server_needs():
    with PracticeServer() as server:
        assert token(server)
    with pytest.raises(ConnectionError):
        Client(server.url, EMAIL)


def test_an_error_in_the_block_ends_the_server():
    with pytest.raises(KeyError), start() as server:
        raise KeyError
    with pytest.raises(ConnectionError):
        Client(server.url, EMAIL)


def test_a_program_ends_although_its_server_runs():
    program = "from mastermind.gladiators import server; server.start()"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=600)


@pytest.mark.parametrize("killed", [False, True], ids=["shut down", "killed"])
def test_the_server_of_a_notebook_ends_with_its_kernel(killed):
    manager, kernel = start_new_kernel(startup_timeout=600, kernel_name="python3", cwd=str(ROOT))
    try:
        program = (
            "from mastermind.gladiators import client, server\n"
            "running = server.start()\n"
            "ada = client.Client(running.url, 'ada@example.org')\n"
            "ada.request('GET', '/nothing')\n"
            "print(client.clear_level(ada.request, 1)['message'], running.url)"
        )
        said = []
        kernel.execute_interactive(program, timeout=600, output_hook=said.append)
        (output,) = [m["content"]["text"] for m in said if m["msg_type"] == "stream"]
        assert output.startswith("Onto the next level http://127.0.0.1:")
        url = output.split()[-1]
        assert Client(url, EMAIL)
    finally:
        kernel.stop_channels()
        manager.shutdown_kernel(now=killed)
    with pytest.raises(ConnectionError):
        Client(url, EMAIL)


@pytest.mark.skipif(os.name != "posix", reason="Windows has other signals")
def test_ctrl_c_ends_the_command(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "mastermind", "serve", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background of a shell have inherited that it is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    first_line = process.stdout.readline()
    assert "gladiators.db" in first_line
    Client(re.search(r"http://[\d.:]+\d", first_line)[0], EMAIL)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert (process.returncode, errors) == (130, "\n")
    assert set(standings(tmp_path / "gladiators.db")) == {EMAIL}


def test_the_command_says_what_is_wrong(server, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--port", str(urlsplit(server.url).port)]) == 2
    assert "in use" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--database", "."]) == 2
    assert "cannot keep the progress in ." in capsys.readouterr().err
