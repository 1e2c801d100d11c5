"""The gladiators' challenge: its levels, and its rules as a state machine without a network.

A player sends a method, a path, and a body, and receives a status and a reply, just
as over HTTP. `mastermind.gladiators.server` puts these rules behind a real server;
`in_process` puts them behind a plain function, which needs no network.
"""

import hashlib
import hmac
import json
import random
import re
import reprlib
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Self

SECONDS_PER_GUESS = 10

_SHAPE = 'the body must be JSON such as {"guess": [0, 1, 2, 3]}'
_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = _brief.maxlong = 40


class Level(NamedTuple):
    """The requirements of a level."""

    gladiators: int
    weapons: int
    guesses: int
    rounds: int

    def terms(self) -> dict[str, int]:
        """Give the level as players see it."""
        return {
            "numGladiators": self.gladiators,
            "numGuesses": self.guesses,
            "numRounds": self.rounds,
            "numWeapons": self.weapons,
        }


# Of the original challenge, levels 1 and 6 are known, and all of level 4 but its guesses.
LEVELS = (
    Level(gladiators=4, weapons=6, guesses=8, rounds=1),
    Level(gladiators=4, weapons=8, guesses=8, rounds=1),
    Level(gladiators=5, weapons=9, guesses=8, rounds=1),
    Level(gladiators=6, weapons=25, guesses=14, rounds=1),
    Level(gladiators=4, weapons=8, guesses=7, rounds=5),
    Level(gladiators=5, weapons=10, guesses=7, rounds=10),
)


class Request(Protocol):
    """A function that asks the challenge and gives its reply, decoded from JSON."""

    def __call__(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Ask with a method, a path and a body, as in HTTP."""


@dataclass(frozen=True)
class Fight:
    """A level that is being played; the time for the next guess began at `since`, in seconds."""

    level: int
    weapons: tuple[int, ...]
    rounds_left: int
    guesses_left: int
    since: float


@dataclass(frozen=True)
class Standing:
    """How far a player has come."""

    email: str
    cleared: int = 0
    fight: Fight | None = None

    def to_json(self) -> str:
        """Write the standing as text."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote."""
        data = json.loads(text)
        if data["fight"]:
            data["fight"] = Fight(**data["fight"] | {"weapons": tuple(data["fight"]["weapons"])})
        return cls(**data)


class Answer(NamedTuple):
    """What a request leads to."""

    standing: Standing
    reply: dict[str, Any]
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})


class Refusal(Exception):
    """A request that changes nothing."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers or {}


@dataclass(frozen=True)
class Challenge:
    """The rules.

    Parameters
    ----------
    key : bytes
        The secret from which tokens and hashes are made.
    rng : random.Random
        Hides the weapons.
    clock : callable
        Returns the time in seconds. The clock should keep running while the server is
        stopped, because a fight continues after a restart.

    Notes
    -----
    Only `rng` changes from one answer to the next. All other state is in the standing.

    Examples
    --------
    >>> challenge = Challenge(b"secret", random.Random(1), clock=lambda: 0.0)
    >>> begun = challenge.answer(Standing("ada@example.org"), "GET", "/level/1/")
    >>> begun.status, begun.reply["numWeapons"], begun.standing.fight.weapons
    (200, 6, (1, 4, 0, 5))
    >>> challenge.answer(begun.standing, "POST", "/level/1/", b'{"guess": [0, 4, 1, 3]}').reply
    {'response': [3, 1]}
    """

    key: bytes = field(repr=False)
    rng: random.Random = field(default_factory=random.SystemRandom)
    clock: Callable[[], float] = time.time

    def token(self, email: str) -> str:
        """Give the token by which a player is known; it is always the same."""
        return self._sign("token", email)[:40]

    def prize(self, email: str) -> str:
        """Give the hash that proves that a player has cleared the last level."""
        return self._sign("prize", email) + email.encode().hex()

    def winner(self, prize: str) -> str | None:
        """Tell whose win a hash proves."""
        try:
            email = bytes.fromhex(prize[64:]).decode()
            genuine = hmac.compare_digest(self.prize(email).encode(), prize.encode())
        except ValueError:  # not hexadecimal, or not text
            return None
        return email if genuine else None

    def answer(self, standing: Standing, method: str, path: str, body: bytes = b"") -> Answer:
        """Answer a request."""
        try:
            return self._route(method, path)(standing, body)
        except Refusal as refusal:
            return Answer(standing, {"error": str(refusal)}, refusal.status, refusal.headers)

    def _route(self, method: str, path: str) -> Callable[[Standing, bytes], Answer]:
        if path == "/reset/":
            routes = {"POST": self._reset}
        elif path == "/hash/":
            routes = {"GET": self._give_hash}
        elif match := re.fullmatch("/level/([0-9]{1,9})/", path):
            number = int(match[1])
            routes = {"GET": partial(self._begin, number), "POST": partial(self._fight, number)}
        else:
            raise Refusal(
                404, f"there is no {_brief.repr(path)}; there are /level/N/, /reset/ and /hash/"
            )
        if method not in routes:
            allowed = ", ".join(routes)
            raise Refusal(405, f"use {allowed} for {path}, not {method}", {"Allow": allowed})
        return routes[method]

    def _reset(self, standing: Standing, body: bytes) -> Answer:
        return Answer(Standing(standing.email), {"message": "Back to level 1"})

    def _give_hash(self, standing: Standing, body: bytes) -> Answer:
        if standing.cleared < len(LEVELS):
            raise Refusal(
                403,
                f"to get the hash, clear all {len(LEVELS)} levels; "
                f"you have cleared {standing.cleared}",
            )
        return Answer(standing, {"hash": self.prize(standing.email)})

    def _begin(self, number: int, standing: Standing, body: bytes) -> Answer:
        level = _open_level(number, standing)
        fight = self._round(number, level.rounds)
        return Answer(replace(standing, fight=fight), level.terms())

    def _fight(self, number: int, standing: Standing, body: bytes) -> Answer:
        level = _open_level(number, standing)
        fight = standing.fight
        if not fight or fight.level != number:
            raise Refusal(409, f"level {number} is not running; start it with GET /level/{number}/")
        guess = _read_guess(level, body)
        now = self.clock()
        if now - fight.since > SECONDS_PER_GUESS:
            return _lose(standing, "Guess took too long, please restart game.")
        if not fight.guesses_left:
            return _lose(standing, "Too many guesses. Try again!")
        if guess == fight.weapons:
            return self._win_round(standing, fight)
        right = len(set(guess) & set(fight.weapons))
        placed = sum(weapon == other for weapon, other in zip(guess, fight.weapons, strict=True))
        fight = replace(fight, guesses_left=fight.guesses_left - 1, since=now)
        return Answer(replace(standing, fight=fight), {"response": [right, placed]})

    def _win_round(self, standing: Standing, fight: Fight) -> Answer:
        if fight.rounds_left > 1:
            following = self._round(fight.level, fight.rounds_left - 1)
            terms = LEVELS[fight.level - 1].terms()
            return Answer(
                replace(standing, fight=following), terms | {"roundsLeft": following.rounds_left}
            )
        standing = Standing(standing.email, max(standing.cleared, fight.level))
        if fight.level < len(LEVELS):
            return Answer(standing, {"message": "Onto the next level"})
        prize = self.prize(standing.email)
        return Answer(standing, {"hash": prize, "message": "Congratulations!"})

    def _round(self, number: int, rounds_left: int) -> Fight:
        level = LEVELS[number - 1]
        weapons = tuple(self.rng.sample(range(level.weapons), level.gladiators))
        return Fight(number, weapons, rounds_left, level.guesses, self.clock())

    def _sign(self, purpose: str, email: str) -> str:
        return hmac.new(self.key, f"{purpose} {email}".encode(), hashlib.sha256).hexdigest()


def in_process(seed: int, cleared: int = 0, clock: Callable[[], float] = lambda: 0.0) -> Request:
    """Make a `request` function that needs no network: the challenge in this process.

    Parameters
    ----------
    seed : int
        The same seed hides the same weapons.
    cleared : int
        The number of levels that count as cleared from the start.
    clock : callable
        Returns the time in seconds. By default, time stands still.

    Returns
    -------
    callable
        ``request(method, path, body=None)``, for a player who has a token. It
        gives the decoded reply; a refused request is one with the key ``"error"``.

    Raises
    ------
    ValueError
        If `cleared` is not a possible number of levels.

    Examples
    --------
    >>> request = in_process(seed=1)
    >>> request("GET", "/level/1/")
    {'numGladiators': 4, 'numGuesses': 8, 'numRounds': 1, 'numWeapons': 6}
    >>> request("POST", "/level/1/", {"guess": [0, 4, 1, 3]})
    {'response': [3, 1]}
    >>> request("POST", "/level/1/", {"guess": [1, 4, 0, 5]})
    {'message': 'Onto the next level'}
    >>> request("GET", "/level/3/")["error"]
    'Requested level cannot yet be challenged, complete lower levels first.'
    """
    if cleared not in range(len(LEVELS) + 1):
        raise ValueError(f"cleared must be from 0 to {len(LEVELS)}, not {cleared!r}")
    challenge = Challenge(b"in process", random.Random(seed), clock)
    standing = Standing("player@localhost", cleared)

    def request(method: str, path: str, body: object = None) -> dict[str, Any]:
        nonlocal standing
        # There and back through JSON: what cannot be sent over HTTP cannot be sent here.
        text = b"" if body is None else json.dumps(body).encode()
        answer = challenge.answer(standing, method, path, text)
        standing = answer.standing
        reply: dict[str, Any] = json.loads(json.dumps(answer.reply))
        return reply

    return request


def _open_level(number: int, standing: Standing) -> Level:
    if not 1 <= number <= len(LEVELS):
        raise Refusal(404, f"there is no level {number}; the levels are 1 to {len(LEVELS)}")
    if number > standing.cleared + 1:
        raise Refusal(403, "Requested level cannot yet be challenged, complete lower levels first.")
    return LEVELS[number - 1]


def _lose(standing: Standing, error: str) -> Answer:
    return Answer(replace(standing, fight=None), {"error": error}, 409)


def _read_guess(level: Level, body: bytes) -> tuple[int, ...]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        where = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise Refusal(400, f"{_SHAPE}; this is not JSON{where}") from None
    if not isinstance(data, dict) or "guess" not in data:
        raise Refusal(400, f"{_SHAPE}, not {_brief.repr(data)}")
    guess = data["guess"]
    if not isinstance(guess, list) or any(type(weapon) is not int for weapon in guess):
        raise Refusal(400, f"a guess must be a list of whole numbers, not {_brief.repr(guess)}")
    if len(guess) != level.gladiators:
        raise Refusal(
            400,
            f"a guess names {level.gladiators} weapons, one for each gladiator, not {len(guess)}",
        )
    for weapon in guess:
        if not 0 <= weapon < level.weapons:
            raise Refusal(
                400,
                f"there is no weapon {_brief.repr(weapon)}; use 0 to {level.weapons - 1}",
            )
        if guess.count(weapon) > 1:
            raise Refusal(400, f"weapon {weapon} occurs twice; each can be used only once")
    return tuple(guess)
