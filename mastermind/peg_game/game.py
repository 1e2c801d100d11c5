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

import datetime
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets

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
        The student's functions; the library's stand in for those that are missing.

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
        self.new_button.on_click(lambda _: (self._choose(), self.setup.role.focus()))
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
        self.match = Match.from_dict(kept["match"])
        self.setup.set_rules(self.match.rules)
        self.setup.max_guesses.value = self.match.max_guesses
        self.setup.role.value = self.match.role
        self.setup.strategy.value = self.match.strategy
        self._begin(kept["draft"])
        self.coach.wanted.value = kept["coach"]
        self._go_on()

    def _choose(self) -> None:
        show(self.setup, True)
        show(self.setup.back_button, self.match is not None)
        show(self.table, False)
        self._say("Choose a game and press Start game.")

    def _go_on(self) -> None:
        self._show_table()
        self._say(_standing(self.match))
        self._focus()

    def _start(self) -> None:
        """Start a match, if the choices allow one."""
        try:
            match = self._new_match(self.setup.rules())
        except ValueError as error:
            self._say(_sentence(error))
            return
        self.match = self._let_ask(match)
        self._begin()
        self._show_table()
        borrowed = self._functions.borrowed(match.rules)
        self._say(
            f"Game started: {_standing(self.match)}",
            [f"{name} is the library's: yours is missing." for name in borrowed],
        )
        self._focus()

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

    def _begin(self, draft: list[str] | None = None) -> None:
        self._hints = 0
        self.guesses.begin(self.match.rules, draft or [])
        self.answers.begin(self.match.rules)

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

    @property
    def _move(self) -> str:
        return self.match.move if self.match else ""

    def _guess(self, text: str) -> None:
        """Play what was placed or typed."""
        if self._move != "guess":
            return
        guess, fault = _read(self.match.rules, text)
        if not self._functions.accepts(self.match.rules, guess) or fault:
            self._say(_sentence(fault))
            return
        keys = self._functions.score(self.match.code, guess)
        self.match = self._let_ask(self.match.guess(guess, keys))
        self._hints = 0
        self.guesses.clear()
        said = f"Guess {len(self.match.mine)}: {color_names(guess)}. {key_words(*keys)}."
        self._finish_move(said)

    def _answer(self, black: int, white: int) -> None:
        """Take the person's key pegs, unless they cannot be."""
        if self._move != "answer":
            return
        length = self.match.rules.code_length
        if black + white > length or (black, white) == (length - 1, 1):
            self._say(f"{key_words(black, white)} is impossible with {length} pegs.")
            return
        after = self.match.answer((black, white))
        wrong = suspects(self.match.rules, after.theirs)
        if wrong:
            self._say(_contradiction(wrong, len(after.theirs)))
            return
        self.match = self._let_ask(after)
        self.answers.clear()
        self._finish_move(f"{key_words(black, white)} for guess {len(after.theirs)}.")

    def _back_to(self, number: int) -> None:
        if self._move in ("guess", "answer"):
            self.match = self.match.back_to(number)
            self._finish_move("Taken back.")

    def _let_ask(self, match: Match) -> Match:
        """Let the computer guess, if it is its turn."""
        if match.move != "answer":
            return match
        return match.ask(next_guess(match.rules, match.theirs, match.strategy, match.seed))

    def _finish_move(self, said: str) -> None:
        match = self.match
        if match.move == "over" and match.is_over(match.mine):
            self._results().append(len(match.mine) if match.found(match.mine) else 0)
        self._show_table()
        self._say(f"{said} {_standing(self.match)}")
        self._focus()

    # What is seen

    def _show_table(self) -> None:
        match, over = self.match, self.match.status != "playing"
        show(self.setup, False)
        show(self.table, True)
        show(self.guesses, match.role != "make")
        show(self.answers, match.role != "break")
        show(self.coach, match.role != "make" and not over)
        show(self.review, over)
        self.guesses.show_turns(match.mine, match.move == "guess", match.code if over else "")
        self.answers.show_turns(match.theirs, match.asking, over)
        if over:
            self.review.tell(share(match), self._look_back())
        self._advise()
        self._keep()

    def _focus(self) -> None:
        """Move the focus to where the next move is made: what was pressed may be gone."""
        places = {
            "guess": self.guesses.field,
            "answer": self.answers.black,
            "over": self.new_button,
        }
        places[self.match.move].focus()

    def _look_back(self) -> str:
        match = self.match
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
        return paragraphs(wrong) + analysis + distribution_html(known, self._results())

    def _advise(self) -> None:
        wanted = self.coach.wanted.value and self.match
        self.coach.say([advice(self.match.rules, self.match.mine)] if wanted else [])
        self._keep()

    def _hint(self) -> None:
        if self._move != "guess":
            return
        self._hints = min(self._hints + 1, HINTS)
        steps = range(1, self._hints + 1)
        said = [hint(self.match.rules, self.match.mine, step) for step in steps]
        self.coach.say([advice(self.match.rules, self.match.mine), *said])

    def _say(self, message: str, warnings: Sequence[str] = ()) -> None:
        self.status.value = status_html([message], [*warnings, *self._functions.take_faults()])

    def _keep(self) -> None:
        """Keep all that another game needs to go on, as plain data."""
        if self.match:
            self._kept["match"] = self.match.to_dict()
            self._kept["draft"] = list(self.guesses.draft)
            self._kept["coach"] = self.coach.wanted.value

    def _results(self) -> list[int]:
        """Guesses taken in each finished match of this kind; 0 if the code was not found."""
        results = self._kept.setdefault("results", {})
        return results.setdefault(describe(self.match.rules), [])


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
