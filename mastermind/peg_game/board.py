"""The board of the peg game: what is seen of a match, and what was pressed.

`board.js` draws it in the browser, and `board.css` says how it looks.
"""

from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

import anywidget
import traitlets

from mastermind.game import Turns
from mastermind.peg_game.match import Match, share
from mastermind.pegs import EMPTY, PEGS, key_peg_drawing, peg_drawing

_FILES = resources.files("mastermind.peg_game")
_LOOKS = {peg: {"name": look.name, "drawing": peg_drawing(peg)} for peg, look in PEGS.items()}
_OTHERS = {
    EMPTY: {"name": "empty", "drawing": peg_drawing(EMPTY)},
    "?": {"name": "hidden", "drawing": peg_drawing("?")},
}


class Board(anywidget.AnyWidget):
    """The board, with the pegs to choose from and the buttons.

    Parameters
    ----------
    on_press : callable
        Takes what was pressed, as plain data: ``{"do": "guess", "pegs": ["R", "B"]}``.

    Attributes
    ----------
    scene : dict
        What is to be seen: `scene` makes it.
    draft : list of str
        The pegs in the places of the open row, empty ones as "".
    held : list of bool
        Which of them stay for the next guess.
    round : int
        Counts how often the pegs were set here, and not by the person.
    advice : str
        What the coach says, or how the game ended, as HTML.
    results : dict
        Kind of game -> guesses of each game, 0 for a lost one, as the browser has kept them.
    """

    _esm = _FILES.joinpath("board.js").read_text(encoding="utf-8")
    _css = _FILES.joinpath("board.css").read_text(encoding="utf-8")
    looks = traitlets.Dict(_LOOKS | _OTHERS).tag(sync=True)
    key_looks = traitlets.Dict({key: key_peg_drawing(key) for key in f"bw{EMPTY}"}).tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    advice = traitlets.Unicode(help="what the coach says, or how it ended").tag(sync=True)
    done = traitlets.Int(0, help="how many presses have been answered").tag(sync=True)
    results = traitlets.Dict().tag(sync=True)

    def __init__(self, on_press: Callable[[dict[str, Any]], None]) -> None:
        super().__init__()
        self.draft: list[str] = []
        self.held: list[bool] = []
        self.round = 0
        self._on_press = on_press
        self.on_msg(self._take)

    def _take(self, _: Any, content: dict[str, Any], __: Sequence[object]) -> None:
        try:
            self._on_press(content)
        finally:
            self.done = content.get("id", self.done)

    def set_draft(self, draft: Sequence[str], held: Sequence[bool]) -> None:
        """Begin with these pegs in the open row; the next scene shows them."""
        self.draft, self.held = list(draft), list(held)
        self.round += 1

    def show(self, scene: dict[str, Any]) -> None:
        """Show a scene, with the pegs in the open row."""
        pegs = {"round": self.round, "draft": self.draft, "held": self.held}
        self.scene = scene | pegs

    def clear(self) -> None:
        """Empty the places, but for the pegs that are to stay."""
        pairs = zip(self.draft, self.held, strict=True)
        self.set_draft([peg if held else "" for peg, held in pairs], self.held)


def scene(
    match: Match,
    message: str,
    warnings: Sequence[str] = (),
    *,
    is_error: bool = False,
    wrong: Sequence[int] = (),
    coach: bool = False,
    again: bool = False,
) -> dict[str, Any]:
    """Put down what is to be seen of a match, as plain data; the code only once it is over.

    Parameters
    ----------
    match : Match
        The match.
    message : str
        What is said above it.
    warnings : sequence of str
        What else is said.
    is_error : bool
        Whether the message says that something cannot be.
    wrong : sequence of int
        Which guesses of the computer are to be marked.
    coach : bool
        Whether the coach is there.
    again : bool
        Whether another match like this one can follow at once.

    Examples
    --------
    >>> from mastermind.rules import Rules
    >>> shown = scene(Match(Rules(2, "RGB"), 5, code="RG").guess("GR", (0, 2)), "Go on.")
    >>> shown["sides"][0]["rows"], shown["sides"][0]["code"]
    ([{'pegs': 'GR', 'keys': 'ww', 'wrong': False}], '??')
    """
    mine = {
        "title": "Your guesses",
        "verb": "Copy",
        "word": "Copy",
        "act": "copy",
        "rows": _rows(match.mine),
        "open": match.move == "guess",
        "asking": "",
        "code": match.code if match.move == "over" else "?" * match.rules.code_length,
        "total": match.max_guesses,
    }
    theirs = {
        "title": "The computer's guesses",
        "verb": "Go back to",
        "word": "Go back",
        "act": "back",
        "rows": _rows(match.theirs, wrong),
        "open": match.move == "answer",
        "asking": match.asking,
        "code": "",
        "total": match.max_guesses,
    }
    sides = {"break": [mine], "make": [theirs], "duel": [mine, theirs]}
    is_over = match.move == "over"
    return {
        "length": match.rules.code_length,
        "colors": list(match.rules.colors),
        "move": match.move,
        "sides": sides[match.role],
        "message": message,
        "warnings": list(warnings),
        "mood": "error" if is_error else match.status,
        "coach": coach,
        "again": is_over and again,
        "undo": match.can_undo,
        "result": share(match) if is_over else "",
    }


def _rows(turns: Turns, wrong: Sequence[int] = ()) -> list[dict[str, Any]]:
    return [
        {"pegs": turn.guess, "keys": str(turn.keys), "wrong": number in wrong}
        for number, turn in enumerate(turns, start=1)
    ]
