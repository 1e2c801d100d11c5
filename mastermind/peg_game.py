"""The colored-peg game for a notebook, played on three functions of the student's.

The rules live in `mastermind.game`, the looks in `mastermind.pegs`; here are
only the widgets, and the care that a function which fails does not end the game.
"""

import html
import re
from collections.abc import Callable

import ipywidgets as widgets

from mastermind import stand_ins
from mastermind.game import Game, Turn
from mastermind.pegs import PEGS, key_peg_html, peg_html

COLORS = "".join(PEGS)


class PegGame(widgets.VBox):
    """A game of Mastermind to be displayed as the last line of a cell.

    Parameters
    ----------
    get_code, valid_code, get_feedback : callable
        The student's functions of notebooks 1 to 3. Where one of them raises or
        returns nonsense, the board says so and the library's stands in for it.

    Examples
    --------
    >>> game = PegGame()
    >>> game.code_field.value = "RG"
    >>> game.length_slider.value = 2
    >>> game.start_button.click()
    >>> game.guess_field.value = "g r"
    >>> game.guess_button.click()
    >>> game.game.turns
    (Turn(guess='GR', black=0, white=2),)
    """

    def __init__(
        self,
        get_code: Callable[[str, int], str] = stand_ins.get_code,
        valid_code: Callable[[str, int, str], bool] = stand_ins.valid_code,
        get_feedback: Callable[[str, str], str] = stand_ins.get_feedback,
    ) -> None:
        self._functions = {
            "get_code": get_code,
            "valid_code": valid_code,
            "get_feedback": get_feedback,
        }
        self._faults: list[str] = []
        self.game: Game | None = None

        form = {"style": {"description_width": "10em"}, "layout": {"width": "28em"}}
        self.guesses_slider = widgets.IntSlider(10, 5, 15, description="Number of guesses", **form)
        self.length_slider = widgets.IntSlider(4, 2, 10, description="Code length", **form)
        self.code_field = widgets.Password(
            description="Hidden code", placeholder="empty: a random code", **form
        )
        self.start_button = widgets.Button(
            description="Start a new game", button_style="primary", layout={"width": "11em"}
        )
        self.guess_field = widgets.Text(
            description="Your guess", placeholder="such as RGBY", **form
        )
        self.guess_button = widgets.Button(description="Submit guess", layout={"width": "11em"})
        self.board = widgets.HTML()
        self.message = widgets.HTML()

        self.start_button.on_click(lambda _: self.start())
        self.guess_button.on_click(lambda _: self.guess())
        super().__init__(
            [
                self.guesses_slider,
                self.length_slider,
                widgets.HTML(_legend()),
                widgets.HBox([self.code_field, self.start_button]),
                widgets.HBox([self.guess_field, self.guess_button]),
                self.message,
                self.board,
            ]
        )
        self._show("Choose, and start a new game.")

    def start(self) -> None:
        """Start a game with the typed code, or with one from `get_code`."""
        length = self.length_slider.value
        typed = _tidy(self.code_field.value)
        self.code_field.value = ""
        if typed and not self._valid(typed):
            self.game = None
            self._show(
                f"This code is not valid. A code has {length} pegs out of {COLORS}. "
                "Leave the field empty for a random code."
            )
            return
        code = typed or self._call("get_code", COLORS, length)
        self.game = Game(code, self.guesses_slider.value)
        self._show(f"Game started: {_guesses_left(self.game)}.")

    def guess(self) -> None:
        """Play what stands in the guess field."""
        if self.game is None or self.game.status != "playing":
            self._show("No game is running. Start a new game first.")
            return
        guess = _tidy(self.guess_field.value)
        length = len(self.game.code)
        if not self._valid(guess):
            self._show(
                f"{html.escape(guess) or 'An empty guess'} is not valid. "
                f"A guess has {length} pegs out of {COLORS}."
            )
            return
        feedback = self._call("get_feedback", self.game.code, guess)
        self.game = self.game.play(guess, (feedback.count("b"), feedback.count("w")))
        self.guess_field.value = ""
        self._show(_verdict(self.game))

    def _valid(self, code: str) -> bool:
        # A started game keeps its length, also when the slider is moved.
        playing = self.game is not None and self.game.status == "playing"
        length = len(self.game.code) if playing else self.length_slider.value
        # Only what the library can play reaches the game, whatever the student's function says.
        return self._call("valid_code", COLORS, length, code) and stand_ins.valid_code(
            COLORS, length, code
        )

    def _call(self, name: str, *arguments: object) -> object:
        """Ask the student's function; if it fails, note it and ask the stand-in."""
        stand_in = getattr(stand_ins, name)
        shown = ", ".join(map(repr, arguments))
        try:
            answer = self._functions[name](*arguments)
        except Exception as error:
            fault = f"raised {type(error).__name__}: {error}"
        else:
            if _SENSIBLE[name](answer, *arguments):
                return answer
            fault = f"returned {answer!r}"
        # The code stays hidden: a fault of get_feedback may name only the guess.
        hidden = name == "get_feedback"
        call = f"{name}(the hidden code, {arguments[1]!r})" if hidden else f"{name}({shown})"
        self._faults.append(f"Your {call} {fault}. The game goes on with a borrowed {name}.")
        return stand_in(*arguments)

    def _show(self, message: str) -> None:
        faults = "".join(f"<p>&#9888; {html.escape(fault)}</p>" for fault in self._faults)
        self._faults.clear()
        self.message.value = f'<div role="status" aria-live="polite"><p>{message}</p>{faults}</div>'
        self.board.value = _board(self.game) if self.game else ""


_SENSIBLE: dict[str, Callable[..., bool]] = {
    "get_code": lambda answer, colors, length: (
        isinstance(answer, str) and stand_ins.valid_code(colors, length, answer)
    ),
    "valid_code": lambda answer, *arguments: isinstance(answer, bool),
    "get_feedback": lambda answer, code, guess: (
        isinstance(answer, str)
        and re.fullmatch("b*w*", answer) is not None
        and len(answer) <= len(code)
    ),
}


def _tidy(text: str) -> str:
    return re.sub(r"[\s,]", "", text).upper()


def _guesses_left(game: Game) -> str:
    return "1 guess left" if game.guesses_left == 1 else f"{game.guesses_left} guesses left"


def _verdict(game: Game) -> str:
    if game.status == "won":
        return f"You won, with {_guesses_left(game)}!"
    if game.status == "lost":
        return f"Game over. The code was {game.code}."
    return f"{_guesses_left(game).capitalize()}."


def _legend() -> str:
    pegs = " ".join(f"{peg_html(color)} {look.name}" for color, look in PEGS.items())
    return f"<p>Pegs: {pegs}</p>"


def _board(game: Game) -> str:
    rows = "".join(_row(number, turn) for number, turn in enumerate(game.turns, start=1))
    over = game.status != "playing"
    code = "".join(map(peg_html, game.code)) if over else "? " * len(game.code)
    return (
        "<table><caption>The board</caption>"
        '<tr><th scope="col">Turn</th><th scope="col">Guess</th><th scope="col">Key pegs</th></tr>'
        f"{rows}<tr><td>Code</td><td>{code}</td><td></td></tr></table>"
    )


def _row(number: int, turn: Turn) -> str:
    pegs = "".join(map(peg_html, turn.guess))
    keys = "".join(map(key_peg_html, "b" * turn.black + "w" * turn.white))
    said = f"{turn.black} black, {turn.white} white"
    return f"<tr><td>{number}</td><td>{pegs}</td><td>{keys} {said}</td></tr>"
