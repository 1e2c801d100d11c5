"""Strategy trees: every code of a game at once, exact and fast. Needs NumPy to make them.

- `tree`: what a strategy tree is: walk it, print it, save it, and play all codes through it;
  `certificate`: check a saved one independently;
- `building`: build one by a strategy; `optimal`: search for the best there is; `lookahead`:
  nearly as good where that search would take too long;
- `tables`, `ratings`, `symmetry`: what makes these fast; `arrays`: NumPy, or why it is missing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mastermind.trees.building import build
    from mastermind.trees.lookahead import look_ahead
    from mastermind.trees.optimal import solve
    from mastermind.trees.tree import Node, Tree

__all__ = ["Node", "Tree", "build", "look_ahead", "solve"]

_HOMES = {"build": "building", "look_ahead": "lookahead", "solve": "optimal"}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is: NumPy takes longer to start than a tree to be read."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'tree')}"), name)
