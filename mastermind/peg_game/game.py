"""The colored-peg game for a notebook, played on functions of the student's.

Every press becomes a new match, and is shown.

Names of the controls, which stay as they are, for screen readers and for tests in a browser:

- before a match: the lists "Role", "Code hidden by", "Computer plays", "Code length",
  "Colors", "Guesses"; the box "A color may repeat"; the fields "Seed" and "Hidden code";
  the buttons "Start game" and "Back to the game";
- your guesses: the buttons "Place red" (and so on, for each color), "Place 1: empty" or
  "Place 1: red" (and so on, for each place), "Submit guess", "Take back", "Clear",
  "Copy guess 1"; the field "Type a guess", where the Enter key submits;
- the computer's guesses: the lists "Black key pegs" and "White key pegs", the buttons
  "Give key pegs" and "Go back to guess 1";
- the coach: the box "Coach", the button "Hint"; "New game"; and "Result to share".

A guess is a picture named such as "Guess 1: red blue green green. 2 black, 1 white". All
messages stand in an element with the role "status".
"""

# mypy: disallow-subclassing-any=False
# All widgets are Any to mypy, because ipywidgets has no types.

import datetime
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec

import ipywidgets as widgets  # type: ignore[import-untyped]  # it has no types

from mastermind.feedback import Keys
from mastermind.peg_game.coach import HINTS, advice, best_distribution, hint, numbers, review
from mastermind.peg_game.codebreaker import is_listed, next_guess, suspects
from mastermind.peg_game.drawing import (
    analysis_html,
    color_names,
    distribution_html,
    key_words,
    paragraphs,
    status_html,
    style_html,
)
from mastermind.peg_game.functions import Functions, wrong_scores
from mastermind.peg_game.match import Match, describe, share
from mastermind.peg_game.panels import (
    AnswerPanel,
    CoachPanel,
    GuessPanel,
    ReviewPanel,
    SetupPanel,
    show,
)
from mastermind.rules import Rules

_KEPT: dict[str, Any] = {}
P = ParamSpec("P")


def play(
    get_code: Callable[[str, int], str] | None = None,
    valid_code: Callable[[str, int, str], bool] | None = None,
    get_feedback: Callable[[str, str], str] | None = None,
    get_distinct_code: Callable[[str, int], str] | None = None,
) -> "PegGame":
    """Show the game; what was played before in this kernel is still there.

    Parameters
    ----------
    get_code, valid_code, get_feedback, get_distinct_code : callable, optional
        The student's functions; the library lends those that are missing.

    Returns
    -------
    PegGame
        To be shown as the last line of a cell.

    Examples
    --------
    >>> play()
    PegGame()
    """
    return PegGame(get_code, valid_code, get_feedback, get_distinct_code, kept=_KEPT)


def _in_a_match(
    method: Callable[Concatenate["PegGame", Match, P], None],
) -> Callable[Concatenate["PegGame", P], None]:
    """Give a method the match as it stands; before the first one, there is nothing to do."""

    def act(game: "PegGame", /, *args: P.args, **kwargs: P.kwargs) -> None:
        if game.match:
            method(game, game.match, *args, **kwargs)

    return act


class PegGame(widgets.VBox):
    """The game, to be shown as the last line of a cell.

    Parameters
    ----------
    get_code, valid_code, get_feedback, get_distinct_code : callable, optional
        The student's functions of notebooks 1 to 3. If one is missing, raises or returns
        nonsense, the game says so and goes on with the library's.
    kept : dict, optional
        Where the match and the results of the session are kept, as plain data. A game that
        is given what another one has kept goes on where that one was.

    Examples
    --------
    >>> game = PegGame()
    >>> game.setup.code_length.value, game.setup.hider.value = 2, "person"
    >>> game.setup.code.value = "RG"
    >>> game.setup.start_button.click()
    >>> game.guesses.palette["G"].click()
    >>> game.guesses.palette["R"].click()
    >>> game.guesses.guess_button.click()
    >>> game.match.mine
    (Turn(guess='GR', black=0, white=2),)
    """

    def __init__(
        self,
        get_code: Callable[[str, int], str] | None = None,
        valid_code: Callable[[str, int, str], bool] | None = None,
        get_feedback: Callable[[str, str], str] | None = None,
        get_distinct_code: Callable[[str, int], str] | None = None,
        kept: dict[str, Any] | None = None,
    ) -> None:
        self._functions = Functions(get_code, valid_code, get_feedback, get_distinct_code)
        self._kept = {} if kept is None else kept
        self._hints = 0
        self.match: Match | None = None
        self.status = widgets.HTML()
        self.setup = SetupPanel(self._start, self._go_on)
        self.guesses = GuessPanel(self._guess, self._keep)
        self.answers = AnswerPanel(self._answer, self._back_to)
        self.coach = CoachPanel(self._advise, self._hint)
        self.review = ReviewPanel()
        self.new_button = widgets.Button(description="New game")
        self.new_button.on_click(lambda _: self._choose_anew())
        boards = widgets.HBox([self.guesses, self.answers]).add_class("peg-wide")
        buttons = widgets.HBox([self.new_button])
        self.table = widgets.VBox([boards, self.coach, buttons, self.review])
        super().__init__([widgets.HTML(style_html()), self.status, self.setup, self.table])
        self.add_class("peg-game")
        self._restore()

    def __repr__(self) -> str:
        return "PegGame()"  # the page without widgets; the list of all of them helps no one

    # Before a match

    def _restore(self) -> None:
        """Go on with what was kept."""
        if "match" not in self._kept:
            self._choose()
            return
        kept = dict(self._kept)  # every step below keeps anew
        match = Match.from_dict(kept["match"])
        self.setup.set_rules(match.rules)
        self.setup.max_guesses.value = match.max_guesses
        self.setup.role.value = match.role
        self.setup.strategy.value = match.strategy
        self._begin(match, kept["draft"])
        self.coach.wanted.value = kept["coach"]
        self._go_on()

    def _choose(self) -> None:
        show(self.setup, True)
        show(self.setup.back_button, self.match is not None)
        show(self.table, False)
        self._say("Choose a game and press Start game.")

    def _choose_anew(self) -> None:
        self._choose()
        self.setup.role.focus()

    @_in_a_match
    def _go_on(self, match: Match) -> None:
        self._show(match)

    def _start(self) -> None:
        """Start a match, if the choices allow one."""
        try:
            match = self._new_match(self.setup.rules())
        except ValueError as error:
            self._say(_sentence(error))
            return
        match = _let_ask(match)
        self._begin(match)
        borrowed = self._functions.borrowed(match.rules)
        missing = [f"{name} is the library's: yours is missing." for name in borrowed]
        self._show(match, "Game started:", missing)

    def _new_match(self, rules: Rules) -> Match:
        role = self.setup.role.value
        code, origin, seed = ("", "", "") if role == "make" else self._hide(rules)
        return Match(
            rules=rules,
            max_guesses=self.setup.max_guesses.value,
            role=role,
            code=code,
            origin=origin,
            strategy=self.setup.strategy.value,
            seed=seed or str(random.SystemRandom().random()),
        )

    def _begin(self, match: Match, draft: Sequence[str] = ()) -> None:
        self.match = match
        self._hints = 0
        self.guesses.begin(match.rules, draft)
        self.answers.begin(match.rules)

    def _hide(self, rules: Rules) -> tuple[str, str, str]:
        """Hide a code, in the way that was chosen; also say where it is from, and its seed."""
        hider = self.setup.hider.value
        if hider == "person":
            return self._typed_code(rules), "", ""
        if hider == "today":
            # From the library: the students' functions would each draw another code.
            day = datetime.date.today().isoformat()
            code = rules.random_code(random.Random(f"{day}: {describe(rules)}"))
            return code, f"today's code, {day}", day
        seed = self.setup.seed.value.strip() if hider == "seed" else ""
        if hider == "seed" and not seed:
            raise ValueError("type a seed: any word or number; the same seed hides the same code")
        return self._functions.hide(rules, seed), f"seed {seed}" if seed else "", seed

    def _typed_code(self, rules: Rules) -> str:
        text, self.setup.code.value = self.setup.code.value, ""
        code, fault = _read(rules, text)
        if self._functions.accepts(rules, code, secret=True) and not fault:
            return code
        # Not the fault itself: it might show a part of what was typed.
        twice = "" if rules.repeats else ", none of them twice"
        raise ValueError(
            f"this code is not valid: a code has {rules.code_length} pegs "
            f"out of {' '.join(rules.colors)}{twice}"
        )

    # A match

    @_in_a_match
    def _guess(self, match: Match, text: str) -> None:
        """Play what was placed or typed."""
        if match.move != "guess":
            return
        guess, fault = _read(match.rules, text)
        self._functions.accepts(match.rules, guess)  # the student's valid_code is asked, too
        if fault:
            self._say(_sentence(fault))
            return
        keys = self._functions.score(match.code, guess)
        match = match.guess(guess, keys)
        self._hints = 0
        self.guesses.clear()
        said = f"Guess {len(match.mine)}: {color_names(guess)}. {key_words(keys)}."
        self._finish_move(_let_ask(match), said)

    @_in_a_match
    def _answer(self, match: Match, keys: Keys) -> None:
        """Take the person's key pegs, unless they cannot be."""
        if match.move != "answer":
            return
        length = match.rules.code_length
        if not keys.possible(length):
            self._say(f"{key_words(keys)} is impossible with {length} pegs.")
            return
        match = match.answer(keys)
        wrong = suspects(match.rules, match.theirs)
        if wrong:
            self._say(_contradiction(wrong, len(match.theirs)))
            return
        self.answers.clear()
        said = f"{key_words(keys)} for guess {len(match.theirs)}."
        self._finish_move(_let_ask(match), said)

    @_in_a_match
    def _back_to(self, match: Match, number: int) -> None:
        if match.move != "over":
            self._finish_move(match.back_to(number), "Taken back.")

    def _finish_move(self, match: Match, said: str) -> None:
        if match.move == "over" and match.is_over(match.mine):
            self._results(match).append(len(match.mine) if match.found(match.mine) else 0)
        self._show(match, said)

    # What is seen

    def _show(self, match: Match, said: str = "", warnings: Sequence[str] = ()) -> None:
        """Go on from here: show the match, keep it, and say how it stands."""
        self.match = match
        over = match.status != "playing"
        show(self.setup, False)
        show(self.table, True)
        show(self.guesses, match.role != "make")
        show(self.answers, match.role != "break")
        show(self.coach, match.role != "make" and not over)
        show(self.review, over)
        self.guesses.show_turns(match.mine, match.move == "guess", match.code if over else "")
        self.answers.show_turns(match.theirs, match.asking, over)
        if over:
            self.review.tell(share(match), self._look_back(match))
        self._advise()
        self._say(f"{said} {_standing(match)}".strip(), warnings)
        # The focus moves to where the next move is made: what was pressed may be gone.
        places = {
            "guess": self.guesses.field,
            "answer": self.answers.black,
            "over": self.new_button,
        }
        places[match.move].focus()

    def _look_back(self, match: Match) -> str:
        if match.role == "make":
            return ""
        wrong = wrong_scores(match.code, match.mine)
        moves = review(match.rules, match.mine)
        if moves:
            analysis = analysis_html(moves)
        elif is_listed(match.rules):
            analysis = paragraphs(["No look back: some key pegs were counted wrongly."])
        else:
            size = f"{match.rules.size:,}"
            analysis = paragraphs([f"No look back: {size} codes are too many to go through here."])
        known = best_distribution(match.rules)
        return paragraphs(wrong) + analysis + distribution_html(known, self._results(match))

    @_in_a_match
    def _advise(self, match: Match) -> None:
        self.coach.say([advice(match.rules, match.mine)] if self.coach.wanted.value else [])
        self._keep()

    @_in_a_match
    def _hint(self, match: Match) -> None:
        if match.move != "guess":
            return
        self._hints = min(self._hints + 1, HINTS)
        steps = range(1, self._hints + 1)
        said = [hint(match.rules, match.mine, step) for step in steps]
        self.coach.say([advice(match.rules, match.mine), *said])

    def _say(self, message: str, warnings: Sequence[str] = ()) -> None:
        self.status.value = status_html([message], [*warnings, *self._functions.take_faults()])

    @_in_a_match
    def _keep(self, match: Match) -> None:
        """Keep all that another game needs to go on, as plain data."""
        self._kept["match"] = match.to_dict()
        self._kept["draft"] = list(self.guesses.draft)
        self._kept["coach"] = self.coach.wanted.value

    def _results(self, match: Match) -> list[int]:
        """Guesses taken in each finished match of this kind; 0 if the code was not found."""
        results: dict[str, list[int]] = self._kept.setdefault("results", {})
        return results.setdefault(describe(match.rules), [])


def _let_ask(match: Match) -> Match:
    """Let the computer guess, if it is its turn."""
    if match.move != "answer":
        return match
    return match.ask(next_guess(match.rules, match.theirs, match.strategy, match.seed))


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
            return f"The computer's guess {len(match.theirs) + 1} waits for your key pegs."
        return f"{_count(match.guesses_left)} left."
    if match.role == "make":
        return _make_result(match)
    found = f"You found the code with guess {len(match.mine)}."
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
        return f"The computer found your code with guess {len(match.theirs)}."
    return f"You won! The computer has not found your code with {_count(len(match.theirs))}."


def _contradiction(wrong: list[tuple[int, ...]], last: int) -> str:
    """Say which answers cannot be."""
    if len(wrong[0]) == 1:
        which = f"One answer is wrong: guess {_either([str(number) for (number,) in wrong])}."
    else:
        which = f"Several answers are wrong: {_either([numbers(one) for one in wrong])}."
    return (
        f"These key pegs contradict each other: no code earns them all. {which} "
        f"Change the answer to guess {last}, or go back to an earlier one."
    )


def _either(names: list[str]) -> str:
    """List alternatives: the last two are joined by "or"."""
    return " or ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


def _count(guesses: int) -> str:
    return "1 guess" if guesses == 1 else f"{guesses} guesses"


def _sentence(error: ValueError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
