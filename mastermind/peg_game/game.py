"""The peg game for a notebook, which runs on the student's functions.

Every press of a button creates a new match, which is then shown.

Names of the controls, which screen readers and browser tests rely on, so they never change:

- your guesses: the buttons "Place red" (and so on, for each color), "Place 1: empty" or
  "Place 1: red" (and so on, for each place), "Submit guess", "Remove peg", "Undo guess",
  "Copy guess 1";
- the computer's guesses: the buttons "Key peg 1: empty", "Key peg 1: black" (and so on),
  "Black key peg", "White key peg", "Submit key pegs" and "Go back to guess 1";
- the buttons "Coach", "Hint", "New game", "Rules"; on the game's own page "Today's code",
  "Yesterday's solution" and "First time?"; at the end "Copy result" (a phone's "Share
  result"), "Picture", "Look back", "Look at guess 1", "Another code";
- behind "New game": the cards "Role"; the sliders "Pegs", "Colors", "Guesses"; the lists
  "Code hidden by" and "Computer plays"; the box "Colors may repeat"; the fields "Seed" and
  "Hidden code"; the buttons "Start game" and "Close".

A guess is a picture named such as "Guess 1: red blue green green. 2 black, 1 white". All
messages stand in an element with the role "status".
"""

# mypy: disallow-subclassing-any=False
# All widgets are Any to mypy, because ipywidgets has no types.

import datetime
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets as widgets  # type: ignore[import-untyped]  # it has no types
from IPython.display import display

from mastermind.drawing.words import sentence
from mastermind.feedback import Keys
from mastermind.match import Match, describe
from mastermind.peg_game.board import Board, scene
from mastermind.peg_game.choices import Choices
from mastermind.peg_game.coach import HINTS, Hint, codes_left, consistency, hint, numbers
from mastermind.peg_game.drawing import color_names, key_words, position
from mastermind.peg_game.ending import TODAY, day, ending
from mastermind.peg_game.functions import Functions, wrong_scores
from mastermind.peg_game.ladder import enter, ladder
from mastermind.rules import Rules
from mastermind.solver.codebreaker import suspects

_KEPT: dict[str, Any] = {}


def play(
    get_code: Callable[[str, int], str] | None = None,
    valid_code: Callable[[str, int, str], bool] | None = None,
    get_feedback: Callable[[str, str], str] | None = None,
    **others: Callable[..., Any],
) -> "PegGame":
    """Show the game. An unfinished game from this kernel is continued.

    Parameters
    ----------
    get_code, valid_code, get_feedback : callable, optional
        The student's functions from notebooks 1 to 3: codemaker, gatekeeper, and referee.
    **others : callable
        Other functions: `get_distinct_code`; `consistent_codes` and `minimax_guess`, with which
        the computer breaks the person's code; `status`; and `peg_html`. The library replaces
        missing functions, and the board shows which functions are the student's.

    Returns
    -------
    PegGame
        The game. Put it on the last line of a cell to display it.

    Examples
    --------
    >>> play()
    PegGame()
    """
    rules = {"get_code": get_code, "valid_code": valid_code, "get_feedback": get_feedback}
    return PegGame(_KEPT, **rules, **others)


class PegGame(widgets.VBox):
    """The game. Put it on the last line of a cell to display it.

    Parameters
    ----------
    kept : dict, optional
        Where the match and the results of the session are stored, as plain data. If a game
        receives the data that an earlier game stored, it continues that game.
    **functions : callable
        The student's functions, under the names that `play` lists. If a function is missing,
        raises an error, or returns an impossible result, the game uses the library's function
        instead, and the board shows this.

    Attributes
    ----------
    match : Match
        The current match.
    said : str
        The latest message.

    Examples
    --------
    >>> game = PegGame()
    >>> game.start(Choices(code_length=2, hider="person"), "RG")
    >>> game.guess("GR")
    >>> game.said
    'Guess 1: green red. 0 black, 2 white. 9 guesses left.'
    """

    def __init__(
        self, kept: dict[str, Any] | None = None, **functions: Callable[..., Any] | None
    ) -> None:
        self._functions = Functions(**functions)
        self._kept = {} if kept is None else kept
        self._hints: list[Hint] = []
        self._saved: Any = None
        self.said = ""
        self.board = Board(self._take, self._functions.looks())
        self.choices = Choices()
        super().__init__([self.board])
        self.add_class("peg-game")
        if "match" in self._kept:
            self._restore()
        else:
            self.start(self.choices)

    def __repr__(self) -> str:
        return "PegGame()"  # the page without widgets; the list of all of them helps no one

    def _ipython_display_(self) -> None:
        """Show the board, and the position as a picture for pages where no Python runs."""
        view = self._repr_mimebundle_()
        display({kind: data for kind, data in view.items() if kind != "text/plain"}, raw=True)
        self._saved = display(position(self.match), raw=True, display_id=True)

    def _take(self, press: dict[str, Any]) -> None:
        """Do what was pressed in the browser."""
        actions: dict[str, Callable[[], None]] = {
            "guess": lambda: self.guess("".join(press["pegs"])),
            "answer": lambda: self.answer(Keys.parse(press["keys"])),
            "draft": lambda: self._draft(press["draft"], press["held"], press["round"]),
            "undo": self.undo,
            "back": lambda: self.back_to(press["number"]),
            "coach": lambda: self.ask_coach(press["on"]),
            "hint": self.ask_hint,
            "look": lambda: self._kept.update(looked=press["guess"]),
            "again": self.play_again,
            "start": lambda: self._choose(press["choices"], press.get("code", "")),
        }
        actions[press["do"]]()

    # Before a match

    def _restore(self) -> None:
        """Go on with what was kept."""
        kept = dict(self._kept)  # every step below keeps anew
        match = Match.from_dict(kept["match"])
        self.choices = Choices(hider=kept["hider"]).of(match)
        self._begin(match)
        self.board.set_draft(kept["draft"], kept["held"])
        self._kept["looked"] = kept.get("looked", 0)
        self._show(self.match)

    def play_again(self) -> None:
        """Start another match like this one."""
        if self.match.move == "over" and self._can_follow():
            self.start(self.choices.of(self.match))

    def _can_follow(self) -> bool:
        return self.match.role == "make" or self._kept["hider"] == "computer"

    def _choose(self, chosen: dict[str, Any], code: str) -> None:
        """Start a match as the sheet says, or let the sheet say why there is none."""
        try:
            choices = Choices(**chosen)
        except (TypeError, ValueError) as error:
            self._refuse(str(error))
        else:
            self.start(choices, code)

    def start(self, choices: Choices, code: str = "") -> None:
        """Start a match, if the choices allow one; else `said` has the reason."""
        try:
            match = self._played_today(choices) or self._new_match(choices, code)
        except ValueError as error:
            self._refuse(" ".join([sentence(error), *self._functions.take_faults()]))
            return
        self.board.refusal = ""
        self.choices = replace(choices, seed="")
        self._kept["hider"] = choices.hider
        is_first = "match" not in self._kept
        self._begin(self._let_computer_play(match))
        played = self.match.explained() if self.match.secret else []
        why = [f"{color_names(guess)}: {reason}" for guess, reason in played]
        # A code that the computer was told is found at once.
        begins = "" if self.match.move == "over" else "Game started:"
        self._show(self.match, begins, why)
        if not is_first:
            self.board.send({"focus": True})

    def _refuse(self, reason: str) -> None:
        self.said = self.board.refusal = reason

    def _played_today(self, choices: Choices) -> Match | None:
        """Find the game with today's code: it is played once."""
        kept = self._kept.get("todays", {}).get(f"{choices.role}, {describe(choices.rules)}")
        is_todays = choices.hider == "today" and kept
        return Match.from_dict(kept) if is_todays and kept["seed"] == _today() else None

    def _new_match(self, choices: Choices, typed: str) -> Match:
        rules = choices.rules
        hidden = ("", "", "") if choices.role == "make" else self._hide(choices, rules, typed)
        code, origin, seed = hidden
        return Match(
            rules=rules,
            max_guesses=choices.max_guesses,
            role=choices.role,
            code=code,
            origin=origin,
            strategy=choices.strategy,
            secret=self._typed_code(rules, typed) if typed and choices.role == "make" else "",
            seed=seed or str(random.SystemRandom().random()),
        )

    def _begin(self, match: Match) -> None:
        self.match: Match = match
        self._hints = []
        self._kept["looked"] = 0
        length = match.rules.code_length
        self.board.set_draft([""] * length, [False] * length)

    def _hide(self, choices: Choices, rules: Rules, typed: str) -> tuple[str, str, str]:
        """Hide a code, in the way that was chosen; also say where it is from, and its seed."""
        if choices.hider == "person":
            return self._typed_code(rules, typed), "", ""
        if choices.hider == "today":
            # From the library: the students' functions would each draw another code.
            today = _today()
            code = rules.random_code(random.Random(f"{today}: {describe(rules)}"))
            return code, f"{TODAY}{today}", today
        seed = choices.seed.strip() if choices.hider == "seed" else ""
        if choices.hider == "seed" and not seed:
            raise ValueError(
                "type any word or number as a seed; the same seed always gives the same code"
            )
        return self._functions.hide(rules, seed), f"seed {seed}" if seed else "", seed

    def _typed_code(self, rules: Rules, text: str) -> str:
        code, fault = _read(rules, text)
        if self._functions.accepts(rules, code, secret=True) and not fault:
            return code
        # Not the fault itself: it might show a part of what was typed.
        twice = "" if rules.repeats else ", and no color may repeat"
        raise ValueError(
            f"this code is not valid: a code has {rules.code_length} pegs "
            f"from {' '.join(rules.colors)}{twice}"
        )

    # A match

    def guess(self, text: str) -> None:
        """Make a guess, written as people write codes."""
        match = self.match
        if match.move != "guess":
            return
        guess, fault = _read(match.rules, text)
        self._functions.accepts(match.rules, guess)  # the student's valid_code is asked, too
        if fault:
            self._say(sentence(fault), is_error=True)
            return
        keys = self._functions.score(match.code, guess)
        match = match.guess(guess, keys)
        self._hints = []
        said = f"Guess {len(match.mine)}: {color_names(guess)}. {key_words(keys)}."
        self._functions.follow(match)
        self.board.clear()
        self._finish_move(self._let_computer_play(match), said)

    def _draft(self, draft: list[str], held: list[bool], round: int) -> None:
        """Take note of the pegs that stand in the open row, unless it is another one by now."""
        if round == self.board.round:
            self.board.draft, self.board.held = draft, held
            self._keep()

    def answer(self, keys: Keys) -> None:
        """Take the person's key pegs, unless they cannot be."""
        match = self.match
        if match.move != "answer":
            return
        length = match.rules.code_length
        if not keys.possible(length):
            self._say(f"A guess of {length} pegs cannot get {key_words(keys)}.", is_error=True)
            return
        match = match.answer(keys)
        wrong = suspects(match.rules, match.theirs)
        if wrong:
            marked = sorted({number for one in wrong for number in one})
            self._say(_contradiction(wrong, len(match.theirs)), is_error=True, wrong=marked)
            return
        said = f"{key_words(keys)} for guess {len(match.theirs)}."
        self._finish_move(self._let_computer_play(match), said)

    def _let_computer_play(self, match: Match) -> Match:
        return match.let_computer_play(self._functions.next_guess)

    def undo(self) -> None:
        """Take back the person's last guess, and put its pegs into the open row."""
        match = self.match
        if match.can_undo:
            self._hints = []
            self.board.set_draft(match.mine[-1].guess, self.board.held)
            self._show(match.undo(), f"Guess {len(match.mine)} was undone.")

    def back_to(self, number: int) -> None:
        """Take back the answers from this guess of the computer on."""
        if self.match.move != "over" and 1 <= number <= len(self.match.theirs):
            self._finish_move(self.match.back_to(number), f"You went back to guess {number}.")

    def ask_coach(self, wanted: bool) -> None:
        """Ask the coach in, or out."""
        self._kept["coach"] = wanted
        self._show(self.match)

    def ask_hint(self) -> None:
        """Let the coach say a little more."""
        if self.match.move == "guess" and self._kept["coach"] and len(self._hints) < HINTS:
            self._hints.append(hint(self.match.rules, self.match.mine, len(self._hints) + 1))
            self._advise()

    def _finish_move(self, match: Match, said: str) -> None:
        if match.move == "over" and match.is_over(match.mine) and not match.undone:
            guesses = len(match.mine) if match.found(match.mine) else 0
            self._session().setdefault(describe(match.rules), []).append(guesses)
            self.board.send({"finished": [describe(match.rules), guesses, day(match)]})
            if day(match):
                enter(day(match), describe(match.rules), guesses)
        self._show(match, said)

    # What is seen

    def _show(self, match: Match, said: str = "", warnings: Sequence[str] = ()) -> None:
        """Go on from here: show the match, keep it, and say how it stands."""
        self.match = match
        self.board.choices = self.choices.of(match).to_dict()
        self._say(f"{said} {_standing(match)}".strip(), warnings)
        self._advise()
        self._keep()

    def _say(
        self,
        message: str,
        warnings: Sequence[str] = (),
        is_error: bool = False,
        wrong: Sequence[int] = (),
    ) -> None:
        warnings = [*warnings, *self._functions.take_faults()]
        self.said = " ".join([message, *warnings])
        self.board.show(
            scene(
                self.match,
                message,
                warnings,
                is_error=is_error,
                wrong=wrong,
                coach=self._kept.setdefault("coach", False),
                again=self._can_follow(),
                looked=self._kept.get("looked", 0),
                day=day(self.match),
                end=self._ending(),
                owners=self._functions.owners(self.match.rules),
            )
        )

    def _advise(self) -> None:
        match = self.match
        wanted = self._kept["coach"] and match.role != "make" and match.status == "playing"
        said = {
            "left": codes_left(match.rules, match.mine),
            "lines": [consistency(match.mine)] if len(match.mine) > 1 else [],
            "hints": [hint._asdict() for hint in self._hints],
        }
        self.board.advice = said if wanted else {}

    def _ending(self) -> dict[str, Any] | None:
        if self.match.status == "playing":
            return None
        kind = describe(self.match.rules)
        self.board.results = self.board.results | {kind: self._results(kind)}
        told = ending(self.match, wrong_scores(self.match.code, self.match.mine))
        return told | {"ladder": ladder(day(self.match), kind)}

    def _keep(self) -> None:
        """Keep all that another game needs to go on, as plain data."""
        if self._saved and self.match.to_dict() != self._kept["match"]:
            self._saved.update(position(self.match), raw=True)
        self._kept["match"] = self.match.to_dict()
        self._kept["draft"] = list(self.board.draft)
        self._kept["held"] = list(self.board.held)
        if day(self.match):
            played = f"{self.match.role}, {describe(self.match.rules)}"
            self._kept.setdefault("todays", {})[played] = self._kept["match"]

    def _session(self) -> dict[str, list[int]]:
        """Kind of game -> guesses of each match that was finished in this kernel, 0 if lost."""
        results: dict[str, list[int]] = self._kept.setdefault("results", {})
        return results

    def _results(self, kind: str) -> list[int]:
        """Guesses of all matches of a kind that the browser, or else this kernel, has kept."""
        return max(self.board.results.get(kind, []), self._session().get(kind, []), key=len)


def _today() -> str:
    return datetime.date.today().isoformat()


def _read(rules: Rules, text: str) -> tuple[str, ValueError | None]:
    """Read a code; if it is none, give what was meant, and what is wrong with it."""
    try:
        return rules.parse(text), None
    except ValueError as error:
        return re.sub(r"[\s,]", "", text).upper(), error


def _standing(match: Match) -> str:
    """Say how a match stands."""
    if match.status == "playing":
        if match.move == "answer":
            return f"The computer is waiting for your key pegs for guess {len(match.theirs) + 1}."
        return f"{_count(match.guesses_left)} left."
    if match.role == "make":
        return _make_result(match)
    found = f"You found the code on guess {len(match.mine)}."
    if match.role == "break":
        if match.status == "won":
            return f"You won! {found}"
        return f"Game over. The code was {match.code}: {color_names(match.code)}."
    results = {
        "won": "You won the duel!",
        "lost": "The computer found your code first.",
        "drawn": "The duel is a draw.",
    }
    code = f"The code was {match.code}: {color_names(match.code)}."
    return f"{results[match.status]} {found if match.found(match.mine) else code}"


def _make_result(match: Match) -> str:
    if match.found(match.theirs):
        return f"The computer found your code on guess {len(match.theirs)}."
    return f"You won! The computer did not find your code in {_count(len(match.theirs))}."


def _contradiction(wrong: list[tuple[int, ...]], last: int) -> str:
    """Say which answers cannot be."""
    if len(wrong[0]) == 1:
        which = f"One answer is wrong: the answer for guess {_either([str(n) for (n,) in wrong])}."
    else:
        which = f"Several answers are wrong: {_either([numbers(one) for one in wrong])}."
    return (
        f"These answers contradict each other, because no code fits them all. {which} "
        f"Correct your answer for guess {last}, or go back to an earlier guess."
    )


def _either(names: list[str]) -> str:
    """List alternatives: the last two are joined by "or"."""
    if len(names) > 2:
        return f"{', '.join(names[:-1])}, or {names[-1]}"
    return " or ".join(names)


def _count(guesses: int) -> str:
    return "1 guess" if guesses == 1 else f"{guesses} guesses"
