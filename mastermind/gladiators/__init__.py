"""The gladiators' challenge: Mastermind without repeats, over HTTP, against the clock.

- `challenge`: its rules and levels, and `in_process`, which plays without a network;
- `client`: clears its levels, over HTTP or through any other `request` function;
- `server`: the practice server. It needs Tornado, so it is not imported automatically.
"""

from mastermind.gladiators.challenge import Challenge, in_process
from mastermind.gladiators.client import ChallengeError, Client, clear_all_levels, clear_level
from mastermind.gladiators.predictor import Predictor

__all__ = [
    "Challenge",
    "ChallengeError",
    "Client",
    "Predictor",
    "clear_all_levels",
    "clear_level",
    "in_process",
]
