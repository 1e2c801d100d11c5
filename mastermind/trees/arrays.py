"""NumPy for the fast half of the library, or one sentence that says why it is missing."""

try:
    import numpy as np
except ImportError as problem:
    raise ImportError(
        "mastermind.trees needs NumPy. On your own computer, run: pip install numpy. In the "
        "browser edition, use the rules, strategies, analysis, and game, which work without NumPy."
    ) from problem

__all__ = ["np"]
