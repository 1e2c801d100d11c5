"""The board of the peg game: what is seen of a match, and what was pressed.

The files in `web/` draw it in the browser; `web_files` joins them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from mastermind.drawing.pegs import PEGS, peg_drawing
from mastermind.game import Turns
from mastermind.match import Match, share
from mastermind.peg_game import web_files
from mastermind.peg_game.choices import OFFERS, Choices

LOOKS = {
    peg: {"name": look.name, "drawing": peg_drawing(peg, steps=14)} for peg, look in PEGS.items()
}


class Board(anywidget.AnyWidget):
    """The board, with the pegs to choose from and the buttons."""

    _esm = web_files.script()
    _css = web_files.style()
    looks = traitlets.Dict(LOOKS).tag(sync=True)
    offers = traitlets.Dict(OFFERS).tag(sync=True)
    choices = traitlets.Dict(Choices().to_dict()).tag(sync=True)
    refusal = traitlets.Unicode().tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    advice = traitlets.Dict().tag(sync=True)
    done = traitlets.Int(0, help="how many button presses have been handled").tag(sync=True)
    results = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        on_press: Callable[[dict[str, Any]], None],
        looks: Mapping[str, dict[str, str]],
    ) -> None:
        super().__init__(looks={peg: look | looks.get(peg, {}) for peg, look in LOOKS.items()})
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
    looked: int = 0,
    day: str = "",
    end: dict[str, Any] | None = None,
    owners: Sequence[tuple[str, str, str]] = (),
) -> dict[str, Any]:
    """Put down what is to be seen of a match, as plain data; the code only once it is over."""
    mine = {
        "title": "Your guesses",
        "verb": "Copy",
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
        "repeats": match.rules.repeats,
        "headline": _headline(match),
        "move": match.move,
        "sides": sides[match.role],
        "message": message,
        "warnings": list(warnings),
        "mood": "error" if is_error else match.status,
        "coach": coach,
        "again": is_over and again,
        "undo": match.can_undo,
        "looked": looked,
        "day": day,
        "result": share(match) if is_over else "",
        "end": end if is_over else None,
        "owners": [list(owner) for owner in owners],
    }


def _headline(match: Match) -> str:
    if match.move == "answer":
        return f"Answer guess {len(match.theirs) + 1}"
    return f"Guess {len(match.mine) + 1} of {match.max_guesses}"


def _rows(turns: Turns, wrong: Sequence[int] = ()) -> list[dict[str, Any]]:
    return [
        {"pegs": turn.guess, "keys": str(turn.keys), "wrong": number in wrong}
        for number, turn in enumerate(turns, start=1)
    ]
