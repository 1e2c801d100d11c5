"""The gladiators' challenge: Mastermind without repeats, over HTTP, against the clock.

- `challenge`: its rules and levels, and `in_process`, which plays without a network;
- `client`: clears its levels;
- `server`: the practice server. Needs Tornado, so whoever wants it imports it.
"""

from mastermind.gladiators.challenge import Challenge, in_process
from mastermind.gladiators.client import ChallengeError, Client, clear_level, solve

__all__ = ["Challenge", "ChallengeError", "Client", "clear_level", "in_process", "solve"]
