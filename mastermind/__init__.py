"""Mastermind: the game, strategies for it, and the colored-peg game for a notebook.

What most need is imported from here; see each module for more.

>>> from mastermind import Game, Rules, feedback
>>> rules = Rules(4, "RGBY")
>>> game = Game(rules.parse("red blue green green"), max_guesses=10).play("BGGG")
>>> str(feedback("RBGG", "BGGG")), game.status
('bbw', 'playing')

The student's half needs the standard library only, and ipywidgets for `explore` and the peg game:

- `rules`, `feedback`, `game`, `match`: what a game is; `solver`: strategies, and what plays them;
- `peg_game`, `keyboard`, `terminal`: the game in a notebook, typed, and in a terminal;
- `drawing`: pictures; `checks`, `stand_ins`: visible tests, and functions lent;
- `gladiators`: the challenge of notebook 9, a client and a practice server (on Tornado).

The fast half, `trees` (every code of a game at once), needs NumPy; `tunes` holds NetHack's table.
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
