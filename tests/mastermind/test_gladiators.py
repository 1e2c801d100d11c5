import itertools
import random
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mastermind.gladiators import client as gladiators
from mastermind.gladiators import server as practice_server
from mastermind.gladiators.challenge import Challenge, in_process
from mastermind.gladiators.client import ChallengeError, Client, clear_all_levels, clear_level
from mastermind.solver.players import two_phase

ROOT = Path(__file__).parents[2]
EMAIL = "ada@example.org"


@pytest.fixture
def server():
    # Its time stands still: a guess may take long on a busy machine.
    with practice_server.start(rng=random.Random(1), clock=lambda: 0.0) as server:
        yield server


@pytest.fixture
def no_pause(monkeypatch):
    monkeypatch.setattr(gladiators, "_SECONDS_BETWEEN_ATTEMPTS", 0)


class Recorder:
    """Passes requests on, and remembers them."""

    def __init__(self, request):
        self.inner = request
        self.asked = []

    def __call__(self, method, path, body=None):
        self.asked.append((method, path))
        return self.inner(method, path, body)

    def begun(self):
        return sum(method == "GET" for method, _ in self.asked)


@pytest.mark.slow
def test_all_six_levels_of_the_server_in_a_row(server):
    client = Client(server.url, EMAIL)
    prize = clear_all_levels(client.request, rng=random.Random(1))
    assert client.request("GET", "/hash/") == {"hash": prize}
    assert server.challenge.winner(prize) == EMAIL


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3))
def test_all_six_levels_in_this_process(seed):
    request = in_process(seed)
    prize = clear_all_levels(request, rng=random.Random(seed))
    assert Challenge(b"in process").winner(prize) == "player@localhost"
    assert request("GET", "/hash/") == {"hash": prize}


@pytest.mark.slow
def test_colors_before_places_clears_the_first_five_levels():
    request = in_process(5)
    rng = random.Random(5)
    for level in range(1, 6):
        reply = clear_level(request, level, two_phase, rng, attempts=40)
        assert reply == {"message": "Onto the next level"}


def test_the_same_seeds_ask_the_same_questions():
    def play():
        recorder = Recorder(in_process(3, cleared=4))
        clear_level(recorder, 5, rng=random.Random(3))
        return recorder.asked

    assert play() == play()


def test_a_lost_level_is_begun_again():
    """Who always guesses the same loses, until somebody better takes over."""
    recorder = Recorder(in_process(1))
    kinds = iter([lambda rules, rng: lambda turns: rules.colors[:4], two_phase])
    clear_level(recorder, 1, lambda rules, rng: next(kinds)(rules, rng), random.Random(1))
    assert recorder.begun() == 2
    assert len(recorder.asked) > 10


def test_after_a_guess_that_took_too_long_the_level_is_begun_again():
    times = iter([0, 0, 11])
    recorder = Recorder(in_process(1, clock=lambda: next(times, 11)))
    assert clear_level(recorder, 1, rng=random.Random(1)) == {"message": "Onto the next level"}
    assert recorder.begun() == 2


def test_a_broken_connection_begins_the_level_again(no_pause):
    request = Recorder(in_process(1, cleared=5))

    def breaking(method, path, body=None):
        if len(request.asked) == 7:
            request.asked.append(("broken", path))
            raise ConnectionResetError
        return request(method, path, body)

    assert "hash" in clear_level(breaking, 6, rng=random.Random(1))
    assert request.asked[7][0] == "broken" and request.asked[8][0] == "GET"


@pytest.mark.slow
def test_a_server_that_comes_back_is_played_on(tmp_path, no_pause):
    """The second server, on the port of the first, knows the level that was running."""
    clock = itertools.repeat(0.0).__next__  # so that no guess can take too long
    first = practice_server.start(tmp_path / "book.db", clock=clock)
    client = Client(first.url, EMAIL)
    port = int(first.url.rpartition(":")[2])
    servers = [first]

    def restarting(method, path, body=None):
        if len(servers) == 1 and method == "POST":
            first.stop()
            with pytest.raises(ConnectionError):
                client.request(method, path, body)
            servers.append(practice_server.start(tmp_path / "book.db", port, clock=clock))
        return client.request(method, path, body)

    recorder = Recorder(restarting)
    assert clear_level(recorder, 1) == {"message": "Onto the next level"}
    assert recorder.begun() == 1
    servers[1].stop()


def test_attempts_are_counted():
    recorder = Recorder(in_process(1))
    with pytest.raises(ChallengeError, match=r"not cleared in 3 attempts.*Too many guesses"):
        clear_level(recorder, 1, lambda rules, rng: lambda turns: "ABCD", attempts=3)
    assert recorder.begun() == 3
    with pytest.raises(ValueError, match="at least 1"):
        clear_level(recorder, 1, attempts=0)


def test_a_server_that_stays_away_is_reported(no_pause):
    def away(method, path, body=None):
        raise ConnectionRefusedError("away")

    with pytest.raises(ConnectionError, match="away"):
        clear_level(away, 1, attempts=3)


@pytest.mark.slow
@pytest.mark.parametrize("level,words", [(2, "lower levels first"), (7, "levels are 1 to 6")])
def test_a_refused_level_is_not_tried_again(server, level, words):
    recorder = Recorder(Client(server.url, EMAIL).request)
    with pytest.raises(ChallengeError, match=words):
        clear_level(recorder, level)
    assert len(recorder.asked) == 1


@pytest.mark.slow
def test_a_bad_address_is_refused(server):
    with pytest.raises(ChallengeError, match=re.escape(EMAIL)):
        Client(server.url, "nobody")


@pytest.mark.slow
def test_client_and_in_process_answer_alike(server):
    client, here = Client(server.url, EMAIL).request, in_process(1)
    for question in [
        ("GET", "/level/1/"),
        ("POST", "/level/1/", {"guess": [0, 1, 2, 3]}),
        ("POST", "/level/1/", {"guess": (3, 2, 1, 0)}),
        ("POST", "/level/1/", {"guess": [0, 0, 0, 0]}),
        ("POST", "/level/1/"),
        ("PUT", "/level/1/", 3),
        ("GET", "/level/4/"),
        ("GET", "/hash/"),
        ("GET", "/nothing"),
        ("POST", "/reset/"),
    ]:
        assert client(*question) == here(*question)


@pytest.mark.slow
def test_paths_begin_with_a_slash(server):
    with pytest.raises(ValueError, match="'level/1/'"):
        Client(server.url, EMAIL).request("GET", "level/1/")


@pytest.mark.slow
def test_no_server():
    with practice_server.start() as server:
        url = server.url
    with pytest.raises(ConnectionError, match=r"no answer from http://127\.0\.0\.1"):
        Client(url, EMAIL)


@pytest.fixture
def saying():
    """A server that says the same to everybody, be it HTTP or not."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def say(answer):
            def once():
                connection, _ = listening.accept()
                with connection:
                    connection.sendall(answer)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(10_000):  # closing on unread bytes would be a reset
                        pass

            threading.Thread(target=once, daemon=True).start()
            return f"http://127.0.0.1:{listening.getsockname()[1]}"

        yield say


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"\xff", b""])
def test_another_kind_of_server(saying, body):
    url = saying(b"HTTP/1.0 200 OK\r\n\r\n" + body)
    with pytest.raises(ConnectionError, match="not a server of the gladiators' challenge"):
        Client(url, EMAIL)


@pytest.mark.parametrize(
    "answer", [b"", b"SSH-2.0\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"]
)
def test_an_answer_that_breaks_off(saying, answer):
    with pytest.raises(ConnectionError, match=r"no answer from http://127\.0\.0\.1"):
        Client(saying(answer), EMAIL)


@pytest.mark.slow
def test_a_proxy_is_not_asked_for_a_server_on_this_machine(server, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    assert "numWeapons" in Client(server.url, EMAIL).request("GET", "/level/1/")


def test_the_client_needs_neither_tornado_nor_sqlite_nor_numpy():
    """It has to run in a browser, where none of them can be had."""
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['tornado', 'sqlite3', 'numpy']))\n"
        "from mastermind.gladiators import challenge, client\n"
        "print(client.clear_level(challenge.in_process(1), 1))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "{'message': 'Onto the next level'}\n", done.stderr
