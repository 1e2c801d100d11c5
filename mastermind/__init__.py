"""Mastermind: the game, strategies for it, and the colored-peg game for a notebook.

The most common names can be imported from here. See each module for more.

>>> from mastermind import Game, Rules, feedback
>>> rules = Rules(4, "RGBY")
>>> game = Game(rules.parse("red blue green green"), max_guesses=10).play("BGGG")
>>> str(feedback("RBGG", "BGGG")), game.status
('bbw', 'playing')

These modules need only the standard library, and ipywidgets for `explore` and the peg game:

- `rules`, `feedback`, `game`, and `match` define a game. `solver` contains strategies and players.
- `peg_game` and `keyboard` are games for a notebook, and `terminal` is a game for a terminal.
- `drawing` draws pictures. `checks` runs visible tests, and `stand_ins` lends functions.
- `gladiators` contains the challenge of notebook 9, with a client and a practice server.

`trees` handles every code of a game at once, and needs NumPy. `tunes` contains NetHack's table.
"""

from mastermind.drawing import pictures
from mastermind.feedback import Keys, consistent_codes, feedback
from mastermind.game import Contradiction, Game, Turn
from mastermind.rules import Rules
from mastermind.solver.players import as_player, break_code

__all__ = [
    "Contradiction",
    "Game",
    "Keys",
    "Rules",
    "Turn",
    "as_player",
    "break_code",
    "consistent_codes",
    "feedback",
    "pictures",
]
