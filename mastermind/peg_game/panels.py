"""The parts of the peg game that are seen and pressed; what they mean is decided elsewhere.

Every control has words for its name, which screen readers read; `mastermind.peg_game.game`
lists them.
"""

# mypy: disallow-subclassing-any=False
# All widgets are Any to mypy, because ipywidgets has no types.

import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice

import ipywidgets as widgets  # type: ignore[import-untyped]  # it has no types

from mastermind.feedback import Keys
from mastermind.game import Turn, Turns
from mastermind.peg_game.codebreaker import WAYS_TO_GUESS
from mastermind.peg_game.drawing import code_html, color_names, status_html, turn_html
from mastermind.peg_game.match import ROLES
from mastermind.pegs import PEGS
from mastermind.rules import Rules

COLORS = "".join(PEGS)
HIDERS = {
    "computer": "the computer, by chance",
    "seed": "the computer, by a seed",
    "today": "today's code, the same for all",
    "person": "a second person, who types it",
}
# While the kernel is busy, ipywidgets holds back what is typed, but no press of a button or of
# Enter; and JupyterLab may send the two over different ways. What is late by no more than these
# seconds belongs to the press that it comes after.
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
            ]
        )
        self._show_what_matters()

    def rules(self) -> Rules:
        """Give the rules that are chosen; a ValueError says why none can be played."""
        return Rules(self.code_length.value, COLORS[: self.num_colors.value], self.repeats.value)

    def set_rules(self, rules: Rules) -> None:
        """Choose these rules."""
        self.code_length.value = rules.code_length
        self.num_colors.value = len(rules.colors)
        self.repeats.value = rules.repeats

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


class Rows(widgets.VBox):
    """The turns so far, each with a button.

    Parameters
    ----------
    verb : str
        What the button does: its name is the verb, and the number of the guess.
    on_press : callable
        Takes that number, counted from 1.
    """

    def __init__(self, verb: str, on_press: Callable[[int], None]) -> None:
        self._verb, self._on_press = verb, on_press
        self.turns: Turns = ()
        self._rows: list[widgets.HBox] = []
        super().__init__()

    def show_turns(self, turns: Turns) -> None:
        """Show these turns; rows that are there already stay as they are."""
        same = 0
        while same < min(len(turns), len(self.turns)) and turns[same] == self.turns[same]:
            same += 1
        new = [self._row(number, turn) for number, turn in enumerate(turns[same:], same + 1)]
        self.turns = turns
        self._rows[same:] = new
        self.children = self._rows

    def _row(self, number: int, turn: Turn) -> widgets.HBox:
        button = widgets.Button(description=f"{self._verb} {number}").add_class("peg-small")
        button.on_click(lambda _: self._on_press(number))
        return widgets.HBox([widgets.HTML(turn_html(number, turn)), button]).add_class("peg-row")


class GuessPanel(widgets.VBox):
    """The person's guesses, and the next one: pegs to press, or a field to type in.

    Typing shows in the places; pressing empties the field. So what is seen in the
    places is what will be guessed.

    Parameters
    ----------
    on_guess : callable
        Takes what was placed or typed.
    on_change : callable
        Called when other pegs stand in the places.
    """

    def __init__(self, on_guess: Callable[[str], None], on_change: Callable[[], None]) -> None:
        self._on_guess, self._on_change = on_guess, on_change
        self._submitted = -_ON_ITS_WAY
        self._emptying = False
        self._chosen: int | None = None
        self.rules = Rules(4, COLORS[:6])
        self.draft: list[str] = []
        self.rows = Rows("Copy guess", self._copy)
        # Shared, so that the page has forty models less to set up.
        looks = {"layout": widgets.Layout(), "style": widgets.ButtonStyle()}
        self.slots = [widgets.Button(**looks).add_class("peg-slot") for _ in COLORS]
        self.palette = {
            peg: widgets.Button(description=f"Place {look.name}", **looks)
            .add_class("peg-peg")
            .add_class(f"peg-{peg}")
            for peg, look in PEGS.items()
        }
        self.field = widgets.Text(description="Type a guess", **_FORM)
        self.guess_button = widgets.Button(description="Submit guess", button_style="primary")
        self.back_button = widgets.Button(description="Take back")
        self.clear_button = widgets.Button(description="Clear")
        self.code = widgets.HTML()

        for place, slot in enumerate(self.slots):
            slot.on_click(lambda _, place=place: self._press(place))
        for peg, button in self.palette.items():
            button.on_click(lambda _, peg=peg: self._place(peg))
        self.field.observe(lambda _: self._typed(), "value")
        self.field.on_msg(_on_enter(self._submit))
        self.guess_button.on_click(lambda _: self._submit())
        self.back_button.on_click(lambda _: self._take_back())
        self.clear_button.on_click(lambda _: self.clear())
        self._slot_box, self._palette_box = (
            widgets.HBox().add_class("peg-wide").add_class("peg-slots") for _ in range(2)
        )
        buttons = widgets.HBox([self.guess_button, self.back_button, self.clear_button])
        buttons.add_class("peg-wide")
        self._input = widgets.VBox([self._slot_box, self._palette_box, self.field, buttons])
        title = widgets.HTML("<h3>Your guesses</h3>")
        super().__init__([title, self.rows, self.code, self._input])
        self.add_class("peg-board")

    def begin(self, rules: Rules, draft: Sequence[str] = ()) -> None:
        """Get ready for a game by these rules."""
        mark(self, "peg-long", rules.code_length > 6)
        self.rules = rules
        self._slot_box.children = self.slots[: rules.code_length]
        self._palette_box.children = [self.palette[peg] for peg in rules.colors]
        example = "".join(islice(cycle(rules.colors), rules.code_length))
        self.field.placeholder = f"such as {example}"
        self._set(list(draft) or [""] * rules.code_length)

    def show_turns(self, turns: Turns, is_open: bool, code: str = "") -> None:
        """Show the turns, the code if it is no secret, and whether there is a guess to make."""
        self.rows.show_turns(turns)
        self.code.value = code_html("Code", code) if code else ""
        show(self._input, is_open)
        mark(self, "peg-done", not is_open)

    def clear(self) -> None:
        """Empty all places and the field."""
        self._set([""] * self.rules.code_length)

    def _place(self, peg: str) -> None:
        place = self._next()
        if place is not None:
            self._set([*self.draft[:place], peg, *self.draft[place + 1 :]])

    def _press(self, place: int) -> None:
        """Take back the peg of a full place; choose an empty one for the next peg."""
        chosen = [*self.draft[:place], "", *self.draft[place + 1 :]]
        self._set(chosen, place)

    def _take_back(self) -> None:
        last = max((place for place, peg in enumerate(self.draft) if peg), default=None)
        if last is not None:
            self._set([*self.draft[:last], "", *self.draft[last + 1 :]])

    def _copy(self, number: int) -> None:
        self._set(list(self.rows.turns[number - 1].guess))

    def _submit(self) -> None:
        self._submitted = time.monotonic()
        self._on_guess(self.field.value.strip() or "".join(self.draft))

    def _typed(self) -> None:
        """Show in the places what is typed."""
        if self._emptying:
            return
        length = self.rules.code_length
        try:
            pegs = list(self.rules.parse(self.field.value))
        except ValueError:
            pegs = [peg for peg in self.field.value.upper() if not peg.isspace() and peg != ","]
            if len(pegs) > length or not set(pegs) <= set(self.rules.colors):
                pegs = []
        self._draw(pegs + [""] * (length - len(pegs)))
        if all(self.draft) and time.monotonic() - self._submitted < _ON_ITS_WAY:
            self._submit()

    def _set(self, draft: list[str], chosen: int | None = None) -> None:
        self._submitted = -_ON_ITS_WAY
        self._emptying = True
        self.field.value = ""
        self._emptying = False
        self._draw(draft, chosen)

    def _next(self) -> int | None:
        """Find the place of the next peg: the one that was chosen, else the first empty one."""
        if self._chosen is not None:
            return self._chosen
        return self.draft.index("") if "" in self.draft else None

    def _draw(self, draft: list[str], chosen: int | None = None) -> None:
        self.draft, self._chosen = draft, chosen
        following = self._next()
        # Not strict: there are slots for the longest code.
        for place, (slot, peg) in enumerate(zip(self.slots, draft, strict=False)):
            slot.description = f"Place {place + 1}: {color_names(peg) or 'empty'}"
            classes = ["peg-slot"] + ([f"peg-{peg}"] if peg else [])
            slot._dom_classes = classes + (["peg-next"] if place == following else [])
        self._on_change()


class AnswerPanel(widgets.VBox):
    """The computer's guesses, and the key pegs that the person gives.

    Parameters
    ----------
    on_answer : callable
        Takes the key pegs.
    on_back : callable
        Takes the number of the guess to go back to.
    """

    def __init__(self, on_answer: Callable[[Keys], None], on_back: Callable[[int], None]) -> None:
        self.rows = Rows("Go back to guess", on_back)
        self.question = widgets.HTML()
        self.black = _choice("Black key pegs", range(11), 0)
        self.white = _choice("White key pegs", range(11), 0)
        self.answer_button = widgets.Button(description="Give key pegs", button_style="primary")
        self.answer_button.on_click(lambda _: on_answer(Keys(self.black.value, self.white.value)))
        buttons = widgets.HBox([self.answer_button])
        self._input = widgets.VBox([self.question, self.black, self.white, buttons])
        title = widgets.HTML("<h3>The computer's guesses</h3>")
        super().__init__([title, self.rows, self._input])
        self.add_class("peg-board")

    def begin(self, rules: Rules) -> None:
        """Get ready for a game by these rules."""
        mark(self, "peg-long", rules.code_length > 6)
        for choice in (self.black, self.white):
            choice.options = range(rules.code_length + 1)

    def show_turns(self, turns: Turns, asking: str, is_over: bool) -> None:
        """Show the turns, and the guess that waits for key pegs, if there is one."""
        self.rows.show_turns(turns)
        mark(self, "peg-done", is_over)
        if asking:
            self.question.value = code_html(f"Guess {len(turns) + 1}", asking)
        show(self._input, bool(asking))

    def clear(self) -> None:
        """Go back to no key pegs."""
        self.black.value = self.white.value = 0


class CoachPanel(widgets.VBox):
    """The coach: a box to tick, and what it then says.

    Parameters
    ----------
    on_change, on_hint : callable
        Called when the coach is asked in or out, and when a hint is asked for.
    """

    def __init__(self, on_change: Callable[[], None], on_hint: Callable[[], None]) -> None:
        self.wanted = widgets.Checkbox(False, description="Coach", indent=False)
        self.hint_button = widgets.Button(description="Hint")
        self.text = widgets.HTML()
        self.wanted.observe(lambda _: on_change(), "value")
        self.hint_button.on_click(lambda _: on_hint())
        super().__init__(
            [
                widgets.HBox([self.wanted, self.hint_button]).add_class("peg-wide"),
                self.text,
            ]
        )

    def say(self, sentences: Sequence[str]) -> None:
        """Show what the coach says, if it is wanted."""
        show(self.hint_button, self.wanted.value)
        show(self.text, self.wanted.value)
        self.text.value = status_html(sentences) if self.wanted.value else ""


class ReviewPanel(widgets.VBox):
    """What there is to see when a match is over."""

    def __init__(self) -> None:
        self.result = widgets.Textarea(
            description="Result to share", style=_FORM["style"], layout={"width": "98%"}
        )
        self.text = widgets.HTML()
        super().__init__([self.result, self.text])

    def tell(self, result: str, text: str) -> None:
        """Show the result as text to share, and the look back as HTML."""
        self.result.rows = result.count("\n") + 2
        self.result.value = result
        self.text.value = text


_FORM = {"style": {"description_width": "8.5em"}, "layout": {"width": "27em", "max_width": "98%"}}


def _choice(label: str, options: Sequence[object], value: object) -> widgets.Dropdown:
    return widgets.Dropdown(options=options, value=value, description=label, **_FORM)


def _options(words: dict[str, str]) -> list[tuple[str, str]]:
    return [(text, value) for value, text in words.items()]


def _on_enter(
    action: Callable[[], None],
) -> Callable[[widgets.Widget, dict[str, object], Sequence[object]], None]:
    """Handle a text field's messages; that of the Enter key is called "submit"."""

    def handle(_: widgets.Widget, content: dict[str, object], __: Sequence[object]) -> None:
        if content.get("event") == "submit":
            action()

    return handle
