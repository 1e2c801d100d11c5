import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind.feedback import feedback
from mastermind.gladiators.challenge import (
    LEVELS,
    SECONDS_PER_GUESS,
    Challenge,
    Fight,
    Level,
    Standing,
    in_process,
)

EMAIL = "ada@example.org"


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self):
        return self.now


class Play:
    """A player who can see the hidden weapons."""

    def __init__(self, cleared=0, seed=1):
        self.clock = Clock()
        self.challenge = Challenge(b"key", random.Random(seed), self.clock)
        self.standing = Standing(EMAIL, cleared)

    def ask(self, method, path, body=b""):
        answer = self.challenge.answer(self.standing, method, path, body)
        self.standing = answer.standing
        return answer

    def guess(self, level, weapons):
        return self.ask("POST", f"/level/{level}/", json.dumps({"guess": weapons}).encode())

    def hidden(self):
        return list(self.standing.fight.weapons)

    def wrong(self):
        return self.hidden()[::-1]


def test_levels_that_are_known_of_the_original():
    assert LEVELS[0] == Level(gladiators=4, weapons=6, guesses=8, rounds=1)
    assert LEVELS[3][:2] == (6, 25) and LEVELS[3].rounds == 1
    assert LEVELS[5] == Level(gladiators=5, weapons=10, guesses=7, rounds=10)
    assert len(LEVELS) == 6


@pytest.mark.parametrize("number", range(1, 7))
def test_terms_of_a_level(number):
    reply = Play(cleared=6).ask("GET", f"/level/{number}/").reply
    level = LEVELS[number - 1]
    assert reply == {
        "numGladiators": level.gladiators,
        "numGuesses": level.guesses,
        "numRounds": level.rounds,
        "numWeapons": level.weapons,
    }


def test_responses_agree_with_the_reference_scorer():
    play = Play()
    play.ask("GET", "/level/1/")
    before, code = play.standing, play.hidden()
    for guess in itertools.permutations(range(6), 4):
        play.standing = before
        reply = play.guess(1, list(guess)).reply
        black, white = feedback("".join(map(str, code)), "".join(map(str, guess)))
        won = {"message": "Onto the next level"}
        assert reply == (won if black == 4 else {"response": [black + white, black]})


def test_every_arrangement_is_hidden_equally_often():
    play = Play()
    seen = {}
    for _ in range(36_000):
        play.ask("GET", "/level/1/")
        seen[play.standing.fight.weapons] = seen.get(play.standing.fight.weapons, 0) + 1
    assert len(seen) == 360
    chi_square = sum((times - 100) ** 2 / 100 for times in seen.values())
    assert chi_square < 450  # 359 degrees of freedom: more than 450 once in a thousand seeds


def test_six_levels_to_the_hash():
    play = Play()
    for number, level in enumerate(LEVELS, 1):
        assert play.ask("GET", "/hash/").status == 403
        assert play.ask("GET", f"/level/{number + 1}/").status in (403, 404)
        play.ask("GET", f"/level/{number}/")
        for left in range(level.rounds - 1, 0, -1):
            code = play.hidden()
            assert play.guess(number, play.wrong()).reply == {
                "response": [len(code), len(code) % 2]
            }
            assert play.guess(number, code).reply == level.terms() | {"roundsLeft": left}
        last = play.guess(number, play.hidden()).reply
        assert play.standing == Standing(EMAIL, number)
        if number < 6:
            assert last == {"message": "Onto the next level"}
    assert set(last) == {"hash", "message"} and last["message"] == "Congratulations!"
    assert play.ask("GET", "/hash/").reply == {"hash": last["hash"]}
    assert play.challenge.winner(last["hash"]) == EMAIL


def test_the_guess_after_the_last_is_too_many_even_if_it_is_right():
    play = Play()
    play.ask("GET", "/level/1/")
    for _ in range(8):
        assert "response" in play.guess(1, play.wrong()).reply
    answer = play.guess(1, play.hidden())
    assert (answer.status, answer.reply) == (409, {"error": "Too many guesses. Try again!"})
    assert play.guess(1, [0, 1, 2, 3]).reply == {
        "error": "level 1 is not running; start it with GET /level/1/"
    }
    assert play.ask("GET", "/level/1/").status == 200


def test_each_round_has_all_its_guesses():
    play = Play(cleared=4)
    play.ask("GET", "/level/5/")
    for _ in range(2):
        for _ in range(LEVELS[4].guesses - 1):
            assert "response" in play.guess(5, play.wrong()).reply
        assert "roundsLeft" in play.guess(5, play.hidden()).reply


def test_ten_seconds_for_each_guess():
    play = Play()
    play.ask("GET", "/level/1/")
    for _ in range(7):
        play.clock.now += SECONDS_PER_GUESS
        assert "response" in play.guess(1, play.wrong()).reply
    play.clock.now += SECONDS_PER_GUESS + 0.001
    answer = play.guess(1, play.hidden())
    assert answer.status == 409
    assert answer.reply == {"error": "Guess took too long, please restart game."}
    assert play.standing == Standing(EMAIL)


def test_a_new_round_begins_its_own_ten_seconds():
    play = Play(cleared=5)
    play.ask("GET", "/level/6/")
    for _ in range(3):
        play.clock.now += SECONDS_PER_GUESS
        assert "roundsLeft" in play.guess(6, play.hidden()).reply


def test_beginning_again_takes_nothing_away_but_the_rounds():
    play = Play(cleared=5)
    play.ask("GET", "/level/6/")
    play.guess(6, play.hidden())
    assert play.ask("GET", "/level/6/").reply == LEVELS[5].terms()
    assert (play.standing.cleared, play.standing.fight.rounds_left) == (5, 10)
    play.ask("GET", "/level/1/")
    assert play.guess(1, play.hidden()).reply == {"message": "Onto the next level"}
    assert play.standing.cleared == 5


def test_only_the_level_that_is_running_takes_guesses():
    play = Play(cleared=1)
    play.ask("GET", "/level/1/")
    before = play.standing
    answer = play.guess(2, play.hidden())
    assert (answer.status, play.standing) == (409, before)
    assert "level 2 is not running" in answer.reply["error"]


def test_reset_goes_back_to_level_1():
    play = Play(cleared=6)
    play.ask("GET", "/level/6/")
    assert play.ask("POST", "/reset/").status == 200
    assert play.standing == Standing(EMAIL)
    assert play.ask("GET", "/hash/").status == 403


@pytest.mark.parametrize(
    "method,path,status,words",
    [
        ("GET", "/level/2/", 403, "Requested level cannot yet be challenged, complete lower"),
        ("POST", "/level/2/", 403, "Requested level cannot yet be challenged, complete lower"),
        ("POST", "/level/1/", 409, "not running"),
        ("GET", "/level/0/", 404, "levels are 1 to 6"),
        ("POST", "/level/7/", 404, "levels are 1 to 6"),
        ("GET", f"/level/{'9' * 5000}/", 404, "there are /level/N/"),
        ("GET", "/level/-1/", 404, "there are /level/N/"),
        ("GET", "/level/1", 404, "there are /level/N/"),
        ("GET", "/level/\N{ARABIC-INDIC DIGIT ONE}/", 404, "there are /level/N/"),
        ("GET", "", 404, "there are /level/N/"),
        ("DELETE", "/level/1/", 405, "use GET, POST for /level/1/, not DELETE"),
        ("get", "/level/1/", 405, "use GET, POST for /level/1/, not get"),
        ("GET", "/reset/", 405, "use POST for /reset/, not GET"),
        ("POST", "/hash/", 405, "use GET for /hash/, not POST"),
    ],
)
def test_refusals_say_why_and_change_nothing(method, path, status, words):
    play = Play()
    before = play.standing
    answer = play.ask(method, path)
    assert answer.status == status
    assert words in answer.reply["error"]
    assert len(answer.reply["error"]) < 200
    assert play.standing == before
    assert ("Allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize(
    "body,words",
    [
        (b"", "not JSON"),
        (b"{'guess': [0]}", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 5000, "not JSON"),
        (b'{"guess": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"[0, 1, 2, 3]", 'must be JSON such as {"guess": [0, 1, 2, 3]}, not [0, 1, 2, 3]'),
        (b"{}", "not {}"),
        (b'{"gues": [0, 1, 2, 3]}', "not {'gues': "),
        (b'{"guess": "0123"}', "list of whole numbers, not '0123'"),
        (b'{"guess": {"0": 1}}', "list of whole numbers"),
        (b'{"guess": null}', "list of whole numbers, not None"),
        (b'{"guess": [0, 1, 2, 3.0]}', "list of whole numbers"),
        (b'{"guess": [0, 1, 2, true]}', "list of whole numbers"),
        (b'{"guess": [0, 1, 2, "3"]}', "list of whole numbers"),
        (b'{"guess": [0, 1, 2, NaN]}', "list of whole numbers"),
        (b'{"guess": []}', "names 4 weapons, one for each gladiator, not 0"),
        (b'{"guess": [0, 1, 2]}', "names 4 weapons, one for each gladiator, not 3"),
        (b'{"guess": [0, 1, 2, 3, 4]}', "names 4 weapons, one for each gladiator, not 5"),
        (b'{"guess": [0, 1, 2, 6]}', "there is no weapon 6; use 0 to 5"),
        (b'{"guess": [-1, 1, 2, 3]}', "there is no weapon -1; use 0 to 5"),
        (b'{"guess": [0, 1, 2, 1]}', "weapon 1 occurs twice"),
    ],
)
def test_a_guess_that_is_none_costs_nothing(body, words):
    play = Play()
    play.ask("GET", "/level/1/")
    before = play.standing
    answer = play.ask("POST", "/level/1/", body)
    assert (answer.status, play.standing) == (400, before)
    assert words in answer.reply["error"]
    assert len(answer.reply["error"]) < 200


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NEARLY_GUESSES = st.fixed_dictionaries(
    {"guess": st.lists(st.integers(-1, 6), max_size=6) | ANY_JSON}
)
BODIES = st.binary() | (ANY_JSON | NEARLY_GUESSES).map(lambda data: json.dumps(data).encode())


@given(BODIES)
def test_whatever_is_sent_is_answered(body):
    play = Play()
    play.ask("GET", "/level/1/")
    before = play.standing
    answer = play.ask("POST", "/level/1/", body)
    assert json.loads(json.dumps(answer.reply)) == answer.reply
    if answer.status == 200:
        assert set(answer.reply) <= {"response", "message"}
    else:
        assert (answer.status, list(answer.reply), play.standing) == (400, ["error"], before)


FIGHTS = st.builds(
    Fight,
    level=st.integers(1, 6),
    weapons=st.lists(st.integers(0, 24)).map(tuple),
    rounds_left=st.integers(0, 10),
    guesses_left=st.integers(0, 25),
    since=st.floats(allow_nan=False, allow_infinity=False),
)


@given(st.builds(Standing, st.text(), st.integers(0, 6), st.none() | FIGHTS))
def test_standings_survive_being_written_down(standing):
    assert Standing.from_json(standing.to_json()) == standing


@settings(max_examples=200)
@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 63))
def test_a_hash_names_its_winner_and_cannot_be_changed(email, place):
    challenge = Challenge(b"key")
    prize = challenge.prize(email)
    assert challenge.winner(prize) == email
    assert Challenge(b"another key").winner(prize) is None
    changed = prize[:place] + ("0" if prize[place] != "0" else "1") + prize[place + 1 :]
    assert challenge.winner(changed) is None
    assert challenge.winner(prize[:64] + (email + "x").encode().hex()) is None


@given(st.text())
def test_any_text_may_be_offered_as_a_hash(text):
    assert Challenge(b"key").winner(text) is None


def test_tokens_and_hashes_give_nothing_away():
    challenge = Challenge(b"key")
    assert challenge.token(EMAIL) != challenge.prize(EMAIL)[:40]
    assert challenge.token(EMAIL) != challenge.token("bob@example.org")
    assert "secret" not in repr(Challenge(b"secret"))


def test_in_process_plays_the_same_game_again():
    def play(seed):
        request = in_process(seed, cleared=3)
        request("GET", "/level/4/")
        return [
            request("POST", "/level/4/", {"guess": random.Random(n).sample(range(25), 6)})
            for n in range(10)
        ]

    assert play(1) == play(1) != play(2)


def test_in_process_takes_what_json_takes():
    request = in_process(1)
    request("GET", "/level/1/")
    assert "response" in request("POST", "/level/1/", {"guess": (0, 1, 2, 3)})
    with pytest.raises(TypeError):
        request("POST", "/level/1/", {"guess": {0, 1, 2, 3}})
    assert "not JSON" in request("POST", "/level/1/")["error"]


def test_in_process_hands_out_copies():
    request = in_process(1)
    request("GET", "/level/1/").clear()
    assert request("GET", "/level/1/") == LEVELS[0].terms()


def test_in_process_time_stands_still_unless_a_clock_is_given():
    clock = Clock()
    request = in_process(1, clock=clock)
    request("GET", "/level/1/")
    clock.now += 11
    reply = request("POST", "/level/1/", {"guess": [0, 1, 2, 3]})
    assert reply == {"error": "Guess took too long, please restart game."}


@pytest.mark.parametrize("cleared", [-1, 7, "2"])
def test_in_process_has_six_levels(cleared):
    with pytest.raises(ValueError, match="from 0 to 6"):
        in_process(1, cleared)
