"""NumPy for the fast half of the library, or one sentence that says why it is missing."""

try:
    import numpy as np
except ImportError as problem:
    raise ImportError(
        "The fast half of mastermind (trees) needs NumPy. "
        "On a computer of your own: pip install numpy. The edition in the browser does "
        "without it; rules, strategies, analysis and the game work there."
    ) from problem

__all__ = ["np"]
