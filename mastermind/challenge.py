"""Where notebooks of the first edition import this from; it lives in `mastermind.gladiators`."""

from mastermind.gladiators.challenge import in_process

__all__ = ["in_process"]
