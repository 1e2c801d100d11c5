"""Pictures for experiments: change a guess, and watch what happens.

    from mastermind.drawing import explore
    explore.marking("RBGG", "BGGG")    # how key pegs are awarded, step by step
    explore.parts()                    # how a guess divides the codes, and what an answer leaves

Put each call on the last line of a cell. The pictures store nothing, because they depend only
on what you type and choose. While a notebook is graded, they are left out.
"""

import os
from collections.abc import Sequence

import ipywidgets as widgets  # type: ignore[import-untyped]  # it has no types

from mastermind.drawing import pictures
from mastermind.drawing.slider import Slider
from mastermind.feedback import Keys
from mastermind.rules import Rules
from mastermind.solver.partitions import Partitions

_MOST_SHOWN = 24
_FORM = {"style": {"description_width": "6em"}, "layout": {"width": "24em", "max_width": "98%"}}


def marking(code: str = "RBGG", guess: str = "BGGG") -> widgets.VBox | None:
    """Show step by step how a guess earns its key pegs.

    Parameters
    ----------
    code, guess : str
        The code and the guess at first. Both can be changed.

    Returns
    -------
    VBox or None
        None while a notebook is graded.

    Examples
    --------
    >>> box = marking()
    >>> box.children[2].max, box.children[2].value  # the step: three key pegs
    (3, 0)
    """
    if is_graded():
        return None
    code_field = field_for("Code", code)
    guess_field = field_for("Guess", guess)
    step = Slider(name="Step")
    picture = widgets.HTML()

    def start(_: object = None) -> None:
        fits = len(_read(code_field)) == len(_read(guess_field))
        step.value = 0
        step.max = pictures.steps(_read(code_field), _read(guess_field)) if fits else 0
        draw()

    def draw(_: object = None) -> None:
        code, guess = _read(code_field), _read(guess_field)
        if len(code) == len(guess):
            picture.value = pictures.marking(code, guess, step.value).html
        else:
            picture.value = said("The code and the guess need the same number of pegs.")

    for field in (code_field, guess_field):
        field.observe(start, "value")
    step.observe(draw, "value")
    start()
    return widgets.VBox([code_field, guess_field, step, picture])


def parts(codes: Sequence[str] | None = None, guess: str = "RROO") -> widgets.VBox | None:
    """Show how a guess divides the candidates, and which candidates each answer leaves.

    Parameters
    ----------
    codes : sequence of str, optional
        The candidates; by default all codes of four pegs in the colors ROYGBP.
    guess : str
        The guess at first.

    Returns
    -------
    VBox or None
        None while a notebook is graded.

    Examples
    --------
    >>> box = parts(["RR", "RG", "GR", "GG"], "RG")
    >>> [words for words, keys in box.children[2].options]
    ['2 white: 1 left', '1 black: 2 left', '2 black: 1 left']
    """
    if is_graded():
        return None
    candidates = Rules(4, "ROYGBP").codes() if codes is None else list(codes)
    partitions = Partitions(candidates)
    field = field_for("Guess", guess)
    divided, left = widgets.HTML(), widgets.HTML()
    answer = widgets.Dropdown(description="Answer", **_FORM)
    found: dict[Keys, list[str]] = {}

    def divide(_: object = None) -> None:
        found.clear()
        if len(_read(field)) != len(candidates[0]):
            divided.value = said(f"A guess must have {len(candidates[0])} pegs.")
        else:
            found.update(sorted(partitions.parts(_read(field)).items()))
            divided.value = pictures.bars(found, f"{len(found)} parts").html
        answer.options = [
            (f"{_words(keys)}: {len(part):,} left", keys) for keys, part in found.items()
        ]
        leave()

    def leave(_: object = None) -> None:
        part = found.get(answer.value)  # nothing is chosen while the answers change
        left.value = _left_over(len(candidates), part) if part else ""

    field.observe(divide, "value")
    answer.observe(leave, "value")
    divide()
    return widgets.VBox([field, divided, answer, left])


def _left_over(before: int, part: Sequence[str]) -> str:
    shown = " &nbsp; ".join(pictures.code(code, size=22).html for code in part[:_MOST_SHOWN])
    more = f" and {len(part) - _MOST_SHOWN:,} more" if len(part) > _MOST_SHOWN else ""
    shrinking = pictures.shrinking([before, len(part)], ["before", "after this answer"])
    return f'{shrinking.html}<div style="line-height:2">{shown}{more}</div>'


def is_graded() -> bool:
    """Tell whether a notebook is being graded, so that nobody looks at it."""
    return "NBGRADER_EXECUTION" in os.environ


def field_for(name: str, value: str) -> widgets.Text:
    """Make a field for a code."""
    return widgets.Text(value, description=name, **_FORM)


def _read(field: widgets.Text) -> str:
    return "".join(field.value.upper().split())


def _words(keys: Keys) -> str:
    named = [(keys.black, "black"), (keys.white, "white")]
    return ", ".join(f"{count} {name}" for count, name in named if count) or "no key pegs"


def said(message: str) -> str:
    """Write a message that screen readers read aloud."""
    return f'<div role="status">{message}</div>'
