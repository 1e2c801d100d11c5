"""Visible tests in a few lines: calls go in, verdicts come out.

A test cell names a function and some calls, each with its expected result and the reason. The
first line of the message shows the call and what is wrong. The test's own code is never shown.

>>> def ok(guess):
...     return len(guess) == 2
>>> check(ok, [("RG", True, "it has two pegs")], hidden="wrong pegs, long guesses")
ok('RG')  returns True, as it should
All visible tests pass. The hidden tests check: wrong pegs, long guesses.
>>> check(ok, [("RX", False, "X is not valid")])
Traceback (most recent call last):
    ...
mastermind.checks.NotYet: ok('RX') returned True. It should return False. X is not valid.
"""

from mastermind.checks.cases import check, demand
from mastermind.checks.example_lists import ExampleList
from mastermind.checks.games import check_solver
from mastermind.checks.random_codes import check_random
from mastermind.checks.verdicts import NotYet, lend, own, refuse, refuses, to_watch

__all__ = [
    "ExampleList",
    "NotYet",
    "check",
    "check_random",
    "check_solver",
    "demand",
    "lend",
    "own",
    "refuse",
    "refuses",
    "to_watch",
]
