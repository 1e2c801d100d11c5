"""The choices before a match: a form, whose fields have words for names."""

# mypy: disallow-subclassing-any=False
# All widgets are Any to mypy, because ipywidgets has no types.

import time
from collections.abc import Callable, Sequence

import ipywidgets as widgets  # type: ignore[import-untyped]  # it has no types

from mastermind.peg_game.codebreaker import WAYS_TO_GUESS
from mastermind.peg_game.drawing import status_html
from mastermind.peg_game.match import ROLES, Match
from mastermind.pegs import PEGS
from mastermind.rules import Rules

COLORS = "".join(PEGS)
HIDERS = {
    "computer": "the computer, by chance",
    "seed": "the computer, by a seed",
    "today": "today's code, the same for all",
    "person": "a second person, who types it",
}
# While the kernel is busy, ipywidgets holds back what is typed, but no press of a button; and
# JupyterLab may send the two over different ways. What is late by no more than these seconds
# belongs to the press that it comes after.
_ON_ITS_WAY = 0.5


def show(widget: widgets.DOMWidget, visible: bool) -> None:
    """Show or hide a widget; it stays in the page, so that the focus can move to it at once."""
    mark(widget, "peg-hidden", not visible)


def mark(widget: widgets.DOMWidget, css_class: str, wanted: bool) -> None:
    """Give a widget a CSS class, or take it away."""
    (widget.add_class if wanted else widget.remove_class)(css_class)


class SetupPanel(widgets.VBox):
    """The choices before a match.

    Parameters
    ----------
    on_start, on_back : callable
        Called when a match is to start, or the one that is on is to go on.
    """

    def __init__(self, on_start: Callable[[], None], on_back: Callable[[], None]) -> None:
        self.role = _choice("Role", _options(ROLES), "break")
        self.code_length = _choice("Code length", range(2, 11), 4)
        self.num_colors = _choice("Colors", range(2, 11), 6)
        self.max_guesses = _choice("Guesses", range(5, 16), 10)
        self.repeats = widgets.Checkbox(True, description="A color may repeat", indent=False)
        self.hider = _choice("Code hidden by", _options(HIDERS), "computer")
        self.seed = widgets.Text(description="Seed", placeholder="any word or number", **_FORM)
        self.code = widgets.Password(description="Hidden code", placeholder="such as RGBY", **_FORM)
        self.strategy = _choice("Computer plays", _options(WAYS_TO_GUESS), "entropy")
        self.start_button = widgets.Button(description="Start game", button_style="primary")
        self.back_button = widgets.Button(description="Back to the game")
        self.status = widgets.HTML()
        self._on_start = on_start
        self._pressed = -_ON_ITS_WAY
        self.start_button.on_click(lambda _: self._start())
        self.code.observe(lambda _: self._typed(), "value")
        self.back_button.on_click(lambda _: on_back())
        for choice in (self.role, self.hider):
            choice.observe(lambda _: self._show_what_matters(), "value")
        columns = [
            [self.role, self.hider, self.seed, self.code, self.strategy],
            [self.code_length, self.num_colors, self.max_guesses, self.repeats],
        ]
        super().__init__(
            [
                widgets.HBox([widgets.VBox(column) for column in columns]).add_class("peg-wide"),
                widgets.HBox([self.start_button, self.back_button]).add_class("peg-wide"),
                self.status,
            ]
        )
        self._show_what_matters()
        self.say("Choose a game and press Start game.")

    def say(self, message: str, warnings: Sequence[str] = ()) -> None:
        """Say what is to be done, or why no game starts."""
        self.status.value = status_html([message, *warnings])

    def rules(self) -> Rules:
        """Give the rules that are chosen; a ValueError says why none can be played."""
        return Rules(self.code_length.value, COLORS[: self.num_colors.value], self.repeats.value)

    def show_match(self, match: Match) -> None:
        """Choose what was chosen for this match."""
        self.code_length.value = match.rules.code_length
        self.num_colors.value = len(match.rules.colors)
        self.repeats.value = match.rules.repeats
        self.max_guesses.value = match.max_guesses
        self.role.value = match.role
        self.strategy.value = match.strategy

    def _start(self) -> None:
        self._pressed = time.monotonic()
        self._on_start()

    def _typed(self) -> None:
        """Start after all, if the code was only late."""
        if time.monotonic() - self._pressed >= _ON_ITS_WAY or "peg-hidden" in self._dom_classes:
            return
        try:
            self.rules().parse(self.code.value)
        except ValueError:
            return
        self._start()

    def _show_what_matters(self) -> None:
        guesses = self.role.value != "make"
        show(self.hider, guesses)
        show(self.seed, guesses and self.hider.value == "seed")
        show(self.code, guesses and self.hider.value == "person")
        show(self.strategy, self.role.value != "break")


_FORM = {"style": {"description_width": "8.5em"}, "layout": {"width": "27em", "max_width": "98%"}}


def _choice(label: str, options: Sequence[object], value: object) -> widgets.Dropdown:
    return widgets.Dropdown(options=options, value=value, description=label, **_FORM)


def _options(words: dict[str, str]) -> list[tuple[str, str]]:
    return [(text, value) for value, text in words.items()]
