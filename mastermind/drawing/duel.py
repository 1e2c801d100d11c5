"""Solvers break a code that a person hides, with their boards side by side.

>>> solve = by_strategy(lambda guesses, left: left[0])
>>> game = played("GR", solve, "RG")
>>> game.turns, [len(codes) for codes in game.left]
([('RR', 'b'), ('RG', 'ww'), ('GR', 'bb')], [4, 2, 1, 1])
"""

import html
from collections.abc import Callable, Mapping
from typing import NamedTuple

import ipywidgets as widgets  # type: ignore[import-untyped]

from mastermind.drawing import pictures
from mastermind.drawing.explore import field_for, is_graded, said
from mastermind.drawing.shapes import side_by_side, titled
from mastermind.feedback import Keys, consistent_codes, partial_feedback
from mastermind.rules import Rules
from mastermind.solver.strategies import minimax

MOST_GUESSES = 30
MOST_CODES = 35_000
"""With more codes than that, what is left is not counted."""
FOR_KNUTH = 1300
"""With more codes than that, Knuth's step takes too long."""

Respond = Callable[[str], str]
Solver = Callable[[str, int, Respond], list[str]]


class Played(NamedTuple):
    """A solver's game: its turns, the codes left after each turn, and what stopped the solver."""

    turns: list[tuple[str, str]]
    left: list[list[str]]
    fault: str


def by_strategy(
    choose: Callable[[list[str], list[str]], str], first: str = "", *, repeats: bool = True
) -> Solver:
    """Make a solver from a function that chooses one of the guesses.

    Parameters
    ----------
    choose : callable
        Takes all codes and the remaining codes, and returns a guess.
    first : str, optional
        The first guess of every game.
    repeats : bool
        Whether a color may occur more than once in a code.

    Examples
    --------
    >>> played("GG", by_strategy(lambda guesses, left: left[0], first="RG"), "RG").turns
    [('RG', 'b'), ('RR', ''), ('GG', 'bb')]
    """

    def solve(colors: str, code_length: int, respond: Respond) -> list[str]:
        codes = Rules(code_length, colors, repeats).codes()
        left, guesses, answer = codes, [first or choose(codes, codes)], ""
        while (answer := respond(guesses[-1])) != "b" * code_length:
            left = consistent_codes(left, guesses[-1], Keys.parse(answer))
            guesses.append(choose(codes, left))
        return guesses

    return solve


def played(code: str, solve: Solver, colors: str, repeats: bool = True) -> Played:
    """Let a solver break a code. An error or an endless game is described in a sentence."""
    turns: list[tuple[str, str]] = []

    def respond(guess: str) -> str:
        if len(turns) == MOST_GUESSES:
            raise LookupError(f"the code was still not found after {MOST_GUESSES} guesses")
        answer = str(partial_feedback(code, guess))
        turns.append((guess, answer))
        return answer

    fault = ""
    try:
        solve(colors, len(code), respond)
    except Exception as error:
        fault = f"It stopped with {type(error).__name__}: {error}"
    rules = Rules(len(code), colors, repeats)
    codes = rules.codes() if rules.size <= MOST_CODES else []
    left = [codes] if codes else []
    for guess, answer in turns if codes else []:
        codes = [one for one in codes if str(partial_feedback(one, guess)) == answer]
        left.append(codes)
    return Played(turns, left, fault)


def duel(
    solvers: Mapping[str, Solver],
    code: str,
    colors: str = "ROYGBP",
    *,
    repeats: bool = True,
    knuth: bool = True,
) -> widgets.VBox | None:
    """Let a person hide a code, and let several solvers break it side by side.

    Parameters
    ----------
    solvers : mapping of str to callable
        The solvers by name. Each is a function as in notebook 4:
        ``solve(colors, code_length, respond)``.
    code : str
        The initial hidden code.
    colors : str
        The colors.
    repeats : bool
        Whether a color may occur more than once in a code.
    knuth : bool
        Whether to draw Knuth's guesses as well (in games of at most 1296 codes).

    Returns
    -------
    VBox or None
        None while a notebook is graded.

    Examples
    --------
    >>> box = duel({"yours": by_strategy(lambda guesses, left: left[0])}, "RG", "RGB")
    >>> box.children[0].value
    'RG'
    """
    if is_graded():
        return None
    field, boards = field_for("Hidden code", code), widgets.HTML()

    def draw(_: object = None) -> None:
        hidden = str(field.value).strip().upper()
        if not 2 <= len(hidden) <= 8 or not set(hidden) <= set(colors):
            boards.value = said(f"Type a code of 2 to 8 pegs in these colors: {colors}.")
            return
        if not repeats and len(set(hidden)) < len(hidden):
            boards.value = said("Colors may not repeat in this game.")
            return
        shown = dict(solvers)
        if knuth and Rules(len(hidden), colors, repeats).size <= FOR_KNUTH:
            half = len(hidden) // 2
            pairs = colors[0] * half + colors[1] * (len(hidden) - half)
            shown["Knuth"] = by_strategy(minimax, pairs if repeats else "", repeats=repeats)
        games = {name: played(hidden, solve, colors, repeats) for name, solve in shown.items()}
        drawn = side_by_side([_board(name, game, hidden) for name, game in games.items()])
        (name, first), *_ = games.items()
        boards.value = drawn + (_mosaic(name, first) if first.left and all(first.left) else "")

    field.observe(draw, "value")
    draw()
    return widgets.VBox([field, boards])


def _board(name: str, game: Played, code: str) -> str:
    """Draw the guesses of a game, and what stopped it."""
    number = len(game.turns)
    title = f"{name}: {number} guess{'es' if number != 1 else ''}"
    return titled(title, pictures.turns(game.turns, code).html) + said(html.escape(game.fault))


def _mosaic(name: str, game: Played) -> str:
    """Draw the codes that are left after each guess."""
    return titled(f"Codes left: {name}", pictures.shrinking(game.left).html)
