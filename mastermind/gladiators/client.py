"""A client of the gladiators' challenge: clears its levels over HTTP, or in this process.

Everything here is asked through a `request` function (see
`mastermind.gladiators.challenge.Request`). `Client.request` is one that speaks HTTP,
`mastermind.gladiators.challenge.in_process` makes one that needs no network.
"""

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

from mastermind.game import Turn, Turns
from mastermind.gladiators.challenge import Request
from mastermind.rules import Rules
from mastermind.solver.players import Player, sampling

_SECONDS_TO_ANSWER = 30
_SECONDS_BETWEEN_ATTEMPTS = 0.5  # after a broken connection: a server needs that long to restart


class ChallengeError(Exception):
    """The server refuses a request, and would again."""


class Client:
    """A player who is registered with a server.

    Parameters
    ----------
    url : str
        Address of the server, such as ``"http://127.0.0.1:8000"``.
    email : str
        The address under which the server stores the player's progress.

    Raises
    ------
    ConnectionError
        If there is no server, or if it is a different kind of server.
    ChallengeError
        If the server rejects the e-mail address.

    Examples
    --------
    >>> from mastermind.gladiators import server
    >>> with server.start() as running:
    ...     client = Client(running.url, "ada@example.org")
    ...     client.request("GET", "/level/1/")
    {'numGladiators': 4, 'numGuesses': 8, 'numRounds': 1, 'numWeapons': 6}
    """

    def __init__(self, url: str, email: str) -> None:
        self._url = url.rstrip("/")
        local = urllib.parse.urlsplit(url).hostname in ("127.0.0.1", "localhost")
        # A proxy could not reach a server on this machine.
        proxies = urllib.request.ProxyHandler({} if local else None)
        self._opener = urllib.request.build_opener(proxies)
        form = urllib.parse.urlencode({"email": email}).encode()
        reply = self._send("POST", "/api-auth-token/", form, {})
        if "Auth-Token" not in reply:
            raise ChallengeError(reply.get("error", f"expected a token, but got {reply!r}"))
        self._headers = {"Auth-Token": reply["Auth-Token"], "Content-Type": "application/json"}

    def request(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Send a request.

        Parameters
        ----------
        method, path : str
            Such as ``"GET"`` and ``"/level/1/"``.
        body : object, optional
            Sent as JSON.

        Returns
        -------
        dict
            The decoded reply; a refused request is one with the key ``"error"``.

        Raises
        ------
        ConnectionError
            If there is no reply, or if the reply is not from the challenge.
        ValueError
            If the path does not begin with a slash.
        """
        if not path.startswith("/"):
            raise ValueError(f"a path must begin with a slash, but {path!r} does not")
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, path, data, self._headers)

    def _send(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> dict[str, Any]:
        message = urllib.request.Request(self._url + path, data, headers, method=method)
        try:
            try:
                reply = self._opener.open(message, timeout=_SECONDS_TO_ANSWER)
            except urllib.error.HTTPError as error:
                reply = error  # an answer like any other: it says what was wrong
            with reply:
                decoded = json.load(reply)
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionError(f"no answer from {self._url}: {error}") from error
        except ValueError:
            decoded = None
        if not isinstance(decoded, dict):
            raise ConnectionError(f"{self._url} is not a server of the gladiators' challenge")
        return decoded


def clear_level(
    request: Request,
    level: int,
    make_player: Callable[[Rules, random.Random], Player] = sampling,
    rng: random.Random | None = None,
    attempts: int = 10,
) -> dict[str, Any]:
    """Play a level until it is cleared, and give the last reply.

    It is begun again after too many guesses, after a slow guess, and when the connection broke.
    """
    if attempts < 1:
        raise ValueError(f"attempts must be at least 1, not {attempts}")
    rng = rng or random.Random()
    for attempt in range(1, attempts + 1):
        try:
            reply = _attempt(request, f"/level/{level}/", make_player, rng)
        except ConnectionError:
            if attempt == attempts:
                raise
            time.sleep(_SECONDS_BETWEEN_ATTEMPTS)
            continue
        if "message" in reply:
            return reply
    raise ChallengeError(
        f"level {level} was not cleared in {attempts} attempts; the last attempt ended with: "
        f"{reply.get('error', reply)}"
    )


def clear_all_levels(
    request: Request,
    make_player: Callable[[Rules, random.Random], Player] = sampling,
    rng: random.Random | None = None,
) -> str:
    """Clear all levels, one after another.

    Parameters
    ----------
    request : callable
        ``request(method, path, body=None)`` gives the decoded reply.
    make_player : callable
        ``(rules, rng) -> player``, such as `mastermind.solver.players.two_phase`.
    rng : random.Random, optional
        The player's random numbers. By default, they are not seeded.

    Returns
    -------
    str
        The hash that proves the win.

    Raises
    ------
    ChallengeError
        If a level is refused, or not cleared in ten attempts.
    ConnectionError
        If the server could not be reached in the last attempt.
    """
    level, reply = 0, dict[str, Any]()
    while "hash" not in reply:
        level += 1
        reply = clear_level(request, level, make_player, rng)
    return str(reply["hash"])


def _attempt(
    request: Request,
    path: str,
    make_player: Callable[[Rules, random.Random], Player],
    rng: random.Random,
) -> dict[str, Any]:
    """Begin a level and play it to its end, good or bad; give the last reply."""
    reply = request("GET", path)
    if "error" in reply:
        raise ChallengeError(reply["error"])
    rules = Rules(reply["numGladiators"], reply["numWeapons"], repeats=False)
    player = make_player(rules, rng)
    turns: Turns = ()
    while True:
        guess = player(turns)
        reply = request("POST", path, {"guess": [rules.colors.index(peg) for peg in guess]})
        if "response" in reply:
            right, placed = reply["response"]
            turns += (Turn(guess, placed, right - placed),)
        elif "roundsLeft" in reply:
            turns = ()
        else:
            return reply
