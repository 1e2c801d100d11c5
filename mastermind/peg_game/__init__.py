"""The colored-peg game for a notebook, played on functions of the student's.

    from mastermind import peg_game
    peg_game.play(get_code, valid_code, get_feedback, minimax_guess=minimax_guess)

- `functions`: asks the student's functions, and notices what they get wrong;
- `coach`: advises, and looks back;
- `board`: what is seen and pressed; `choices`: what is chosen before; `ending`: the end;
- `ladder`: the class and today's code;
- `game`: here they meet; every press becomes a new match, and is shown.
"""

from mastermind.peg_game.game import PegGame, play

__all__ = ["PegGame", "play"]
