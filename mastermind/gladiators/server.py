"""A practice server for the gladiators' challenge on this machine.

The rules are those of `mastermind.gladiators.challenge`; here are the web, on Tornado, and the
database, in which every answer is saved before it is sent.
"""

import asyncio
import random
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

try:
    from tornado.httpserver import HTTPServer
    from tornado.netutil import bind_sockets
    from tornado.web import Application, HTTPError, RequestHandler
except ImportError as problem:
    raise ImportError(
        "the practice server needs Tornado, which every Jupyter server has but a browser "
        "does not. To play without a server, use mastermind.gladiators.in_process()."
    ) from problem

from mastermind.gladiators.challenge import Answer, Challenge, Standing

_ADDRESS = "127.0.0.1"
_SECONDS_FOR_THE_DATABASE = 1  # while another server writes into it
_MOST_BYTES = 10_000  # of a body; a guess has some thirty
_EMAIL = re.compile(r"[^@\s]{1,100}@[^@\s]{1,100}")


class Book:
    """Who plays, and how far each has come: an SQLite database.

    Parameters
    ----------
    path : str or Path
        Its file, which is made if there is none; ``":memory:"`` for a database
        that ends with this object.

    Attributes
    ----------
    key : bytes
        The secret that tokens and hashes are made with. It lives as long as the
        database does.

    Raises
    ------
    OSError
        If the file cannot be opened, or is something else.

    Examples
    --------
    >>> book = Book(":memory:")
    >>> book.enroll("ada@example.org", "token")
    >>> book.update("token", lambda standing: Answer(Standing(standing.email, 1), {})).status
    200
    >>> book.update("token", lambda standing: Answer(standing, {})).standing.cleared
    1
    """

    def __init__(self, path: str | Path) -> None:
        try:
            if str(path) != ":memory:":
                Path(path).touch(mode=0o600)  # the key in it is nobody else's business
            # Opened here, where errors can be reported, but used in the server's thread.
            self._database = sqlite3.connect(
                path, _SECONDS_FOR_THE_DATABASE, isolation_level=None, check_same_thread=False
            )
            self.key = self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise OSError(f"cannot keep the progress in {path}: {error}") from error

    def enroll(self, email: str, token: str) -> None:
        """Enter a player; who is in the book already stays as they are."""
        self._database.execute(
            "INSERT OR IGNORE INTO players VALUES (?, ?, ?)",
            (email, token, Standing(email).to_json()),
        )

    def update(self, token: str, change: Callable[[Standing], Answer]) -> Answer | None:
        """Let a player's standing change, all at once or not at all."""
        with self._database:
            # Immediate: from reading to writing no other server may come in between.
            self._database.execute("BEGIN IMMEDIATE")
            row = self._database.execute(
                "SELECT standing FROM players WHERE token = ?", (token,)
            ).fetchone()
            if row is None:
                return None
            before = Standing.from_json(row[0])
            answer = change(before)
            if answer.standing != before:
                self._database.execute(
                    "UPDATE players SET standing = ? WHERE token = ?",
                    (answer.standing.to_json(), token),
                )
        return answer

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def _prepare(self) -> bytes:
        self._database.execute("PRAGMA journal_mode = WAL")
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS players"
                " (email TEXT PRIMARY KEY, token TEXT UNIQUE NOT NULL, standing TEXT NOT NULL)"
            )
            self._database.execute("CREATE TABLE IF NOT EXISTS keys (key BLOB NOT NULL)")
            row: tuple[bytes] | None = self._database.execute("SELECT key FROM keys").fetchone()
            if row is None:
                row = (secrets.token_bytes(32),)
                self._database.execute("INSERT INTO keys VALUES (?)", row)
        return row[0]


class PracticeServer:
    """A server on a port of this machine, reachable from this machine only."""

    def __init__(
        self,
        database: str | Path = ":memory:",
        port: int = 0,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if not 0 <= port <= 65535:
            raise ValueError(f"a port is a number from 0 to 65535, not {port}")
        self._book = Book(database)
        self.challenge = Challenge(self._book.key, rng or random.SystemRandom(), clock)
        try:
            self._sockets = bind_sockets(port, _ADDRESS)
        except OSError as error:
            self._book.close()
            raise OSError(f"cannot listen on port {port}: {error}") from error
        self.url = f"http://{_ADDRESS}:{self._sockets[0].getsockname()[1]}"
        self._stopping = asyncio.Event()
        # A factory, because without one the runner would replace the loop of a notebook's kernel.
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = self._runner.get_loop()
        self._thread = threading.Thread(target=self.serve, daemon=True, name=self.url)

    def serve(self) -> None:
        """Answer requests until the server is stopped or interrupted."""
        try:
            with self._runner:
                self._runner.run(self._serve())
        finally:
            self._book.close()

    def stop(self) -> None:
        """Stop a server that answers in a thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()

    def start(self) -> Self:
        """Answer requests in a thread, until the server is stopped or the process ends."""
        self._thread.start()
        return self

    def __enter__(self) -> Self:
        return self if self._thread.is_alive() else self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    async def _serve(self) -> None:
        parts = {"challenge": self.challenge, "book": self._book}
        application = Application(
            [("/api-auth-token/", _TokenHandler, parts)],
            default_handler_class=_ChallengeHandler,
            default_handler_args=parts,
            log_function=lambda handler: None,  # a notebook would show every refusal
        )
        server = HTTPServer(application)
        server.add_sockets(self._sockets)
        try:
            await self._stopping.wait()
        finally:
            server.stop()
            await server.close_all_connections()


def start(
    database: str | Path = ":memory:",
    port: int = 0,
    rng: random.Random | None = None,
    clock: Callable[[], float] = time.time,
) -> PracticeServer:
    """Start a server that stops when this process or its ``with`` block ends.

    Parameters
    ----------
    database : str or Path
        Where the progress is stored, as in `Book`. By default, nothing is stored.
    port : int
        A number from 0 to 65535. 0 means any free port.
    rng : random.Random, optional
        Hides the weapons. By default, the weapons cannot be predicted.
    clock : callable
        Gives the time in seconds.

    Returns
    -------
    PracticeServer
        The server; `url` is its address, and `stop()` ends it.

    Notes
    -----
    The server runs in a daemon thread: that ends with its process, however the
    process ends and on every system. A child process would have to be watched.

    Examples
    --------
    >>> with start() as server:
    ...     server.url.rpartition(":")[0]
    'http://127.0.0.1'
    """
    return PracticeServer(database, port, rng, clock).start()


class _Handler(RequestHandler):
    """What all answers have in common: they are JSON, also when something is wrong."""

    def initialize(self, challenge: Challenge, book: Book) -> None:
        self.challenge = challenge
        self.book = book

    def answer(self) -> None:
        try:
            if len(self.request.body) > _MOST_BYTES:
                self.refuse(413, f"a body may have at most {_MOST_BYTES} bytes")
            else:
                self.respond()
        except sqlite3.Error as error:
            self.refuse(503, f"the progress cannot be saved now, so nothing has changed: {error}")

    get = head = post = put = patch = delete = options = answer

    def respond(self) -> None:
        raise NotImplementedError

    def refuse(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        self.reply({"error": message}, status, headers or {})

    def reply(self, data: dict[str, Any], status: int, headers: Mapping[str, str]) -> None:
        self.set_status(status)
        for name, value in headers.items():
            self.set_header(name, value)
        self.finish(data)

    def log_exception(self, *exc_info: Any) -> None:
        if not isinstance(exc_info[1], HTTPError):  # those are told to the client
            super().log_exception(*exc_info)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs.get("exc_info", (None, None))[1]
        known = isinstance(error, HTTPError)
        self.finish({"error": str(error) if known else "something went wrong in the server"})


class _TokenHandler(_Handler):
    """Gives a token for an e-mail address."""

    def respond(self) -> None:
        if self.request.method != "POST":
            self.refuse(
                405,
                f"use POST for {self.request.path}, not {self.request.method}",
                {"Allow": "POST"},
            )
            return
        email = self.get_body_argument("email", "").lower()
        if not _EMAIL.fullmatch(email):
            self.refuse(400, "send the form field email with an address such as ada@example.org")
            return
        token = self.challenge.token(email)
        self.book.enroll(email, token)
        self.reply({"Auth-Token": token}, 200, {})


class _ChallengeHandler(_Handler):
    """Everything that a player needs a token for."""

    def respond(self) -> None:
        token = self.request.headers.get("Auth-Token", "")
        answer = self.book.update(token, self._answer)
        if answer:
            self.reply(answer.reply, answer.status, answer.headers)
        else:
            self.refuse(
                401,
                "send the header Auth-Token with a token that POST /api-auth-token/ returned",
                {"WWW-Authenticate": "Auth-Token"},
            )

    def _answer(self, standing: Standing) -> Answer:
        request = self.request
        return self.challenge.answer(standing, request.method, request.path, request.body)
