"""The browser edition in Firefox and in WebKit: a notebook, a game, and all without a network."""

import pytest

from mastermind.drawing.pegs import PEGS
from tools.course import exercises, solutions

from .conftest import SITE, static_server
from .notebook import READY, RUN, errors
from .other import SLOW, firefox, webkit

NAME = "01-random-codes"
PLAY = "extensions/mastermind-course/static/play/index.html#seed=play"
SOLVES = ["RROO", "BGGG", "PGBG"]
"""The last is the code that the seed `play` hides."""
SAYS = "(words) => document.body.innerText.includes(words)"

pytestmark = pytest.mark.nightly


@pytest.fixture(params=[firefox, webkit], ids=lambda browser: browser.__name__)
def window(request, tmp_path):
    with request.param(tmp_path / "log") as window:
        yield window


def play(window):
    for number, guess in enumerate(SOLVES, start=1):
        for place, peg in enumerate(guess, start=1):
            window.click(f'[aria-label="Place {PEGS[peg].name}"]')
            window.wait_for_element(f'[aria-label="Place {place}: {PEGS[peg].name}"]')
        window.click(".peg-dock .peg-primary")
        if number < len(SOLVES):
            window.wait_for_element(f'[role="img"][aria-label^="Guess {number}: "]')
    window.wait_for(SAYS, "Solved in 3")


def test_a_notebook_is_solved_a_game_is_won_and_both_open_without_a_network(site, window):
    with static_server(SITE) as address:
        window.go(f"{address}/lab/index.html")
        window.wait_for(SAYS, "The course is saved in this browser")
        window.go(f"{address}/lab/index.html?path={NAME}/{NAME}.ipynb")
        window.wait_for(READY)
        outcomes = window.evaluate(RUN, [solutions(NAME), None, SLOW])
        assert errors(outcomes) == []
        assert {f"test-{exercise}" for exercise in exercises(NAME)} <= set(outcomes)
        window.go(f"{address}/{PLAY}")
        play(window)
        window.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    window.go(f"{address}/{PLAY}-again")
    window.wait_for_element(".peg-table")
    window.go(f"{address}/lab/index.html?path={NAME}/{NAME}.ipynb")
    window.wait_for(READY)
    outcomes = window.evaluate(RUN, [{}, ["first-peg", "get_code", "test-get_code"], SLOW])
    assert errors(outcomes) == []  # the answer was kept
