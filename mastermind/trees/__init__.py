"""Strategy trees: every code of a game at once, exact and fast. Needs NumPy.

- `tree`: what a strategy tree is: walk it, print it, save it, and play all codes through it;
- `building`: build one by a strategy; `optimal`: search for the best there is; `lookahead`:
  nearly as good where that search would take too long;
- `tables`, `ratings`, `symmetry`: what makes these fast; `arrays`: NumPy, or why it is missing.
"""

from mastermind.trees.building import build
from mastermind.trees.lookahead import look_ahead
from mastermind.trees.optimal import solve
from mastermind.trees.tree import Node, Tree, verify

__all__ = ["Node", "Tree", "build", "look_ahead", "solve", "verify"]
