"""Pictures of codes, games, and strategies, in a few words of code.

>>> from mastermind.drawing import pictures
>>> pictures.turns([("RRGG", (1, 1)), ("RBGB", "bb")])
1  R R G G  bw
2  R B G B  bb

A notebook displays a drawing with colors, letters, and shapes. Elsewhere, as here, it is text.
Black lines and text take the color of the page, so a picture can be read on a dark
page, on a light page, and on paper. Each picture has a text alternative for screen readers.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from mastermind.drawing.charts import bars, histograms, shrinking
from mastermind.drawing.pegs import EMPTY, PLATE, PLATE_TEXT, peg_drawing, themed
from mastermind.drawing.shapes import (
    Picture,
    are_plain,
    box_svg,
    key_pegs_svg,
    key_plate_size,
    pegs_svg,
    placed,
    side_by_side,
    svg,
    tall,
    words_svg,
)
from mastermind.drawing.tree_picture import tree
from mastermind.drawing.words import Answer, key_letters, peg_names, read_answer, spaced
from mastermind.feedback import Keys

__all__ = [
    "Picture",
    "bars",
    "code",
    "histograms",
    "marking",
    "shrinking",
    "steps",
    "tree",
    "turns",
]

_Pair = tuple[int, int]  # place in the code, place in the guess


def code(pegs: str, size: int = 38) -> Picture:
    """Draw a code, or a guess.

    Parameters
    ----------
    pegs : str
        One character for each peg. ``_`` is an empty hole. The letters ROYGBPWCMT and the
        digits have colors and shapes, and any other character is drawn on a gray peg. If there
        is any other letter, as in a tune, letters do not mean colors, and all pegs are gray.
    size : int
        Height in CSS pixels.

    Examples
    --------
    >>> code("RG_B")
    R G _ B
    """
    width = (size + 2) * len(pegs)
    plain = are_plain(pegs)
    drawn = pegs_svg(pegs, 0, 0, size, plain)
    return Picture(svg(width, tall(size), peg_names(pegs, plain), drawn), spaced(pegs))


def turns(
    turns: Iterable[tuple[str, Answer] | tuple[str, int, int]],
    code: str = "",
    rows: int = 0,
    above: str = "",
) -> Picture:
    """Draw a board: guesses with their key pegs.

    Parameters
    ----------
    turns : iterable
        The guesses, oldest first, with their key pegs: ``("RRGG", (1, 1))``,
        ``("RRGG", "bw")`` or ``Turn("RRGG", 1, 1)``.
    code : str, optional
        The code to draw above the guesses, or ``????`` for a hidden code.
    rows : int, optional
        The minimum number of rows. Rows without a guess are empty.
    above : str, optional
        A sentence to write above the rows.

    Examples
    --------
    >>> turns([("RRGG", (1, 1))], code="????", rows=2)
    code  ? ? ? ?
    1     R R G G  bw
    2     _ _ _ _
    """
    played = [_turn(turn) for turn in turns]
    length = max([len(code), *(len(guess) for guess, _ in played)])
    lines: list[tuple[str, str, Keys | None]] = [("code", code, None)] if code else []
    lines += [(str(number), guess, keys) for number, (guess, keys) in enumerate(played, 1)]
    lines += [(str(n), EMPTY * length, None) for n in range(len(played) + 1, rows + 1)]
    right = 40 + 40 * length + 8  # where key pegs begin
    places = key_plate_size("", length)[0]
    width = max(right + places + 14, 8 * len(above) + 32)
    y = 36 if above else 10
    plain = are_plain("".join(pegs for _, pegs, _ in lines))
    drawn = [words_svg(16, 25, above)]
    for name, pegs, keys in lines:
        if set(pegs) == {"?"}:  # under its cover
            drawn.append(
                box_svg(32, y - 2, right + places - 32, 44, 'rx="12" fill-opacity="0.5"', "#000000")
            )
            drawn += [words_svg(59 + 40 * n, y + 26, "?", "middle", 18) for n in range(len(pegs))]
            y += 54
            continue
        later = name.isdecimal() and keys is None
        middle = y + (13 if later else 20)
        drawn.append(words_svg(33, middle + 5, name, "end", 15 if name.isdecimal() else 11))
        drawn.append(pegs_svg(pegs, 40, middle - 19, 38, plain))
        if later:
            drawn += [
                placed(
                    right + 3 + 18 * (n // 2), middle - 14 + 11 * (n % 2), 18, peg_drawing(EMPTY)
                )
                for n in range(length)
            ]
        elif name.isdecimal():
            drawn.append(key_pegs_svg(str(keys), length, right, middle - 21))
        y += 28 if later else 58
    board = box_svg(0, 0, width, y + 4, f'rx="18" {themed("plate-to", PLATE)}')
    drawn = [board, f"<g {themed('on-plate', PLATE_TEXT)}>", *drawn, "</g>"]
    margin = max((len(name) for name, _, _ in lines), default=0)
    label = " ".join(_row_words(name, pegs, keys, plain) for name, pegs, keys in lines)
    text = "\n".join(
        f"{name:{margin}}  {spaced(pegs)}  {key_letters(keys)}".rstrip()
        for name, pegs, keys in lines
    )
    label = f"{above} {label or 'An empty board.'}".strip()
    return Picture(svg(width, y + 4, label, "".join(drawn)), f"{above}\n{text}".strip("\n"))


def marking(code: str, guess: str, step: int | None = None) -> Picture:
    """Draw how a guess earns its key pegs, one after the other.

    First, the pegs of the right color in the right position are crossed out. Then the pegs of
    the right color in a different position are crossed out, from left to right. A peg that is
    crossed out does not count again.

    Parameters
    ----------
    code, guess : str
        One character for each peg. Both have the same length.
    step : int, optional
        The step to draw, from 0 (nothing is crossed out yet). By default, all steps are drawn.

    Raises
    ------
    ValueError
        If the lengths differ, or if there is no such step.

    Examples
    --------
    >>> marking("RBGG", "BGGG")
    0: code R B G G, guess B G G G: no pegs are crossed out yet
    1: code R B x G, guess B G x G: right color, right position: b
    2: code R B x x, guess B G x x: right color, right position: bb
    3: code R x x x, guess x G x x: right color, another position: bbw
    """
    pairs = _pairs(code, guess)
    steps = range(len(pairs) + 1)
    if step is not None and step not in steps:
        raise ValueError(f"a step of this guess must be from 0 to {len(pairs)}, not {step}")
    chosen = steps if step is None else [step]
    frames = [_marking_step(code, guess, pairs[:number]) for number in chosen]
    row = side_by_side([picture for picture, _ in frames], least=150 if step is None else 0)
    return Picture(row, "\n".join(text for _, text in frames))


def steps(code: str, guess: str) -> int:
    """Tell how many steps `marking` has after the first: one for each key peg."""
    return len(_pairs(code, guess))


def _row_words(name: str, pegs: str, keys: Keys | None, plain: bool) -> str:
    names = peg_names(pegs, plain)
    if not name.isdecimal():
        return "The code is hidden." if "?" in pegs else f"The code: {names}."
    if keys is None:
        return f"Row {name}: empty."
    return f"Guess {name}: {names}. {keys.black} black, {keys.white} white."


def _turn(turn: tuple[Any, ...]) -> tuple[str, Keys]:
    guess, *keys = turn
    return guess, read_answer(keys[0] if len(keys) == 1 else (keys[0], keys[1]))


def _pairs(code: str, guess: str) -> list[_Pair]:
    """Which peg of the code counts for which peg of the guess; those in place come first."""
    if len(code) != len(guess):
        raise ValueError(f"the guess {guess!r} has {len(guess)} pegs, but the code has {len(code)}")
    pairs = [(place, place) for place in range(len(code)) if code[place] == guess[place]]
    free = [place for place in range(len(code)) if (place, place) not in pairs]
    for place in list(free):
        other = next((p for p in free if p is not None and code[p] == guess[place]), None)
        if other is not None and (place, place) not in pairs:
            pairs.append((other, place))
            free.remove(other)
    return pairs


def _marking_step(code: str, guess: str, pairs: Sequence[_Pair]) -> tuple[str, str]:
    """One step as a picture, and as a line of text."""
    keys = "".join("b" if of_code == of_guess else "w" for of_code, of_guess in pairs)
    kind = {"": "no pegs are crossed out yet", "b": "right color, right position"}
    said = kind.get(keys[-1:], "right color, another position")
    width = 62 + 40 * len(code)
    drawn = [
        words_svg(0, 27, "code"), *_marked_pegs(code, {of_code for of_code, _ in pairs}, 3),
        words_svg(0, 101, "guess"), *_marked_pegs(guess, {of_guess for _, of_guess in pairs}, 77),
    ]  # fmt: skip
    for of_code, of_guess in pairs[-1:]:
        line = f"M{77 + 40 * of_code} 56L{77 + 40 * of_guess} 76"
        drawn.append(f'<path d="{line}" stroke="currentColor" stroke-width="3"/>')
    if keys:
        drawn.append(key_pegs_svg(keys, 0, 55, 133, 21))
    line = (
        f"{len(pairs)}: code {_left(code, [p for p, _ in pairs])}, "
        f"guess {_left(guess, [p for _, p in pairs])}: {said}"
    )
    text = f"{line}: {keys}" if keys else line
    picture = f"{svg(width, 160, f'Step {text}', ''.join(drawn))}<br>{len(pairs)}. {said}"
    return picture, text


def _marked_pegs(pegs: str, crossed: Collection[int], y: float) -> Iterator[str]:
    """Draw pegs; those that are crossed out are faint, with a thin line around their letter."""
    for place, peg in enumerate(pegs):
        x = 58 + 40 * place
        drawn = pegs_svg(peg, x, y, 38)
        if place in crossed:
            line = f"M{x} {y + 38}l11 -11m16 -16l11 -11"
            stroke = f'<path d="{line}" stroke="currentColor" stroke-width="2"/>'
            yield f'<g opacity="0.6">{drawn}</g>{stroke}'
        else:
            yield drawn


def _left(pegs: str, crossed: Sequence[int]) -> str:
    return spaced("".join("x" if n in crossed else peg for n, peg in enumerate(pegs)))
