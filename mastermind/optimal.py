"""Where notebooks of the first edition import this from; it lives in `mastermind.trees`."""

from mastermind.trees.optimal import solve

__all__ = ["solve"]
