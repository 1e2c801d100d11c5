"""Where notebooks of the first edition import this from; it lives in `mastermind.gladiators`."""

from mastermind.gladiators.server import PracticeServer, start

__all__ = ["PracticeServer", "start"]
