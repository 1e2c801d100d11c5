"""Pictures of codes, games and strategies, in a few words of code.

>>> from mastermind.drawing import pictures
>>> pictures.turns([("RRGG", (1, 1)), ("RBGB", "bb")])
1  R R G G  bw
2  R B G B  bb

In a notebook that is drawn, in colors, letters and shapes; elsewhere, as here, it is text.
Black lines and writing take the color of the page, so that a picture is as good on a dark
page as on a light one, and on paper. Each has its content as text for screen readers, too.
"""

import html
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from mastermind.drawing.pegs import EMPTY, PEGS, key_peg_drawing, peg_drawing, peg_name
from mastermind.feedback import Keys

Answer = Keys | tuple[int, int] | str
Amount = float | Sequence[object]

_BLUE = "#3b82d0"  # stands out on white as well as on black
_GRAY = "#808080"
_MOST_TILES = 2_500
_MOSAIC = 220  # how wide it is
_MOST_LEAVES = 40  # of a tree: about a page


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture that a notebook draws, and that is text where nothing is drawn.

    Attributes
    ----------
    html : str
        The picture: HTML with SVG in it, which needs no style sheet.
    text : str
        What it shows, as text.

    Examples
    --------
    >>> print(code("RGGB"))
    R G G B
    """

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": self.text}


def code(pegs: str, size: int = 38) -> Picture:
    """Draw a code, or a guess.

    Parameters
    ----------
    pegs : str
        One sign for each peg: ``_`` is an empty hole. The letters ROYGBPWCMT and the digits
        have colors and shapes; any other sign stands on a gray peg. Where there is another
        letter among them, as in a tune, no letter means a color, and all pegs are gray.
    size : int
        Height in CSS pixels.

    Examples
    --------
    >>> code("RG_B")
    R G _ B
    """
    width = (size + 2) * len(pegs)
    plain = _are_plain(pegs)
    drawn = _pegs(pegs, 0, 0, size, plain)
    return Picture(_svg(width, size, _names(pegs, plain), drawn), _spaced(pegs))


def turns(
    turns: Iterable[tuple[str, Answer] | tuple[str, int, int]], code: str = "", rows: int = 0
) -> Picture:
    """Draw a board: guesses with their key pegs.

    Parameters
    ----------
    turns : iterable
        The guesses, the oldest first, with their key pegs: ``("RRGG", (1, 1))``,
        ``("RRGG", "bw")`` or ``Turn("RRGG", 1, 1)``.
    code : str, optional
        The code, to be drawn above them; ``????`` for a hidden one.
    rows : int, optional
        How many rows the board has at least; those without a guess are empty.

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
    places = (length + 1) // 2
    width, height = 34 + 40 * length + 8 + 19 * places, 44
    plain, drawn = _are_plain("".join(pegs for _, pegs, _ in lines)), []
    for row, (name, pegs, keys) in enumerate(lines):
        y = height * row
        if row % 2:
            drawn.append(_box(0, y, width, height, 'fill-opacity="0.09" rx="6"', _GRAY))
        drawn.append(_words(27, y + 27, name, "end", 15 if name.isdecimal() else 11))
        drawn.append(_pegs(pegs, 32, y + 3, 38, plain))
        if name.isdecimal():
            drawn.append(_key_pegs(keys, length, 32 + 40 * length + 8, y + 4))
    margin = max((len(name) for name, _, _ in lines), default=0)
    label = " ".join(_row_words(name, pegs, keys, plain) for name, pegs, keys in lines)
    text = "\n".join(
        f"{name:{margin}}  {_spaced(pegs)}  {_letters(keys)}".rstrip() for name, pegs, keys in lines
    )
    return Picture(
        _svg(width, height * len(lines), label or "An empty board", "".join(drawn)), text
    )


def marking(code: str, guess: str, step: int | None = None) -> Picture:
    """Draw how a guess earns its key pegs, one after the other.

    First the pegs of the right color in the right place are crossed out, then those of a
    right color in another place, from left to right. What is crossed out counts no more.

    Parameters
    ----------
    code, guess : str
        One sign for each peg, both of the same length.
    step : int, optional
        Which step to draw, from 0, where nothing is crossed out yet; by default all of them.

    Raises
    ------
    ValueError
        If the lengths differ, or if there is no such step.

    Examples
    --------
    >>> marking("RBGG", "BGGG")
    0: code R B G G, guess B G G G: no peg is crossed out yet
    1: code R B x G, guess B G x G: right color, right place: b
    2: code R B x x, guess B G x x: right color, right place: bb
    3: code R x x x, guess x G x x: right color, another place: bbw
    """
    pairs = _pairs(code, guess)
    steps = range(len(pairs) + 1)
    if step is not None and step not in steps:
        raise ValueError(f"this guess has the steps 0 to {len(pairs)}, not {step}")
    chosen = steps if step is None else [step]
    frames = [_marking_step(code, guess, pairs[:number]) for number in chosen]
    row = _figures([picture for picture, _ in frames], least=150 if step is None else 0)
    return Picture(row, "\n".join(text for _, text in frames))


def steps(code: str, guess: str) -> int:
    """Tell how many steps `marking` has after the first: one for each key peg.

    Examples
    --------
    >>> steps("RBGG", "BGGG")
    3
    """
    return len(_pairs(code, guess))


def shrinking(
    candidates: Sequence[int | Collection[object]], labels: Sequence[str] = ()
) -> Picture:
    """Draw how the candidates become fewer: a tile for each, bright as long as it is possible.

    Parameters
    ----------
    candidates : sequence of int, or of lists
        The candidates at first, after one guess, and so on, or how many they are. Of lists
        each code keeps its place.
    labels : sequence of str, optional
        What stands below each, instead of "at first", "after guess 1" and so on.

    Examples
    --------
    >>> shrinking([1296, 256, 46, 1])
    at first       1,296
    after guess 1    256
    after guess 2     46
    after guess 3      1
    >>> shrinking([["RR", "RG", "GR", "GG"], ["RG", "GR"]])
    at first       4
    after guess 1  2
    """
    counts = [one if isinstance(one, int) else len(one) for one in candidates]
    names = [*labels, *_moments(len(counts))[len(labels) :]]
    unit = math.ceil(max([*counts, 1]) / _MOST_TILES)
    places = [_places(one, candidates[0], unit) for one in candidates]
    total = max(map(len, places))
    figures = [
        _mosaic(total, was, now, f"{name}: {count:,} candidates")
        + f"<br>{html.escape(name)}: <b>{count:,}</b>"
        for name, count, was, now in zip(names, counts, [[], *places], places, strict=False)
    ]
    note = f"<div>Each tile stands for {unit:,} codes.</div>" if unit > 1 else ""
    return Picture(
        _figures(figures) + note, _columns(zip(names, map(_number, counts), strict=True))
    )


def bars(amounts: Mapping[Any, Amount], title: str = "") -> Picture:
    """Draw numbers as bars, such as the parts into which a guess divides the candidates.

    Parameters
    ----------
    amounts : dict
        What to show -> a number, at least 0, or a list, whose length is shown. Key pegs, as
        `Keys` or as letters such as ``"bbw"``, are drawn as pegs.
    title : str, optional
        What stands above.

    Where all labels are key pegs, they stand in the order of feedback: few black ones first.

    Examples
    --------
    >>> bars({"bb": 1, "bw": 2, "": 12}, "Answers to RG")
    Answers to RG
    -   12  ##############################
    bw   2  #####
    bb   1  ##
    >>> bars({"Knuth 3": 4.85, "Knuth 5": 4.5})
    Knuth 3  4.85  ##############################
    Knuth 5  4.50  ############################
    """
    values = {label: _amount(value) for label, value in amounts.items()}
    keys = {label: _read_label(label) for label in values}
    is_feedback = bool(values) and None not in keys.values()
    if is_feedback:
        values = {label: values[label] for label in sorted(values, key=lambda one: keys[one] or ())}
    most = max([*values.values(), 1e-9])
    shown = dict(zip(values, _numbers(values.values()), strict=True))
    rows = ["<div>feedback</div><div></div><div>how many</div>"] if is_feedback else []
    for label, value in values.items():
        rows.append(
            f"<div>{_label(label)}</div>"
            f'<svg width="100%" height="18" style="display:block" aria-hidden="true">'
            f'<rect width="{100 * value / most:.2f}%" height="18" rx="2" fill="{_BLUE}"/></svg>'
            f'<div style="text-align:right">{shown[label]}</div>'
        )
    said = ", ".join(f"{_plain(label)}: {number}" for label, number in shown.items())
    grid = (
        "display:grid;grid-template-columns:max-content minmax(60px,1fr) max-content;"
        "gap:4px 10px;align-items:center;max-width:560px;font-variant-numeric:tabular-nums"
    )
    label = html.escape(f"{title}: {said}" if title else said)
    lines = [
        (_plain(label), shown[label], "#" * round(30 * value / most))
        for label, value in values.items()
    ]
    text = "\n".join(filter(None, [title, _columns(lines)]))
    drawn = f'<div role="img" aria-label="{label}" style="{grid}">{"".join(rows)}</div>'
    return Picture(_titled(title, drawn), text)


def histograms(
    players: Mapping[str, Mapping[int, int] | Iterable[int]], title: str = ""
) -> Picture:
    """Draw side by side how many guesses several players needed.

    Parameters
    ----------
    players : dict
        Name -> the guesses of each of the games; or number of guesses -> how many games.
    title : str, optional
        What stands above.

    Examples
    --------
    >>> histograms({"Ada": [3, 4, 4], "Bo": {4: 1, 6: 1}})
    Ada  mean 3.667, at most 4  3: 1, 4: 2
    Bo   mean 5.000, at most 6  4: 1, 6: 1
    """
    games = {name: Counter(_histogram(played)) for name, played in players.items()}
    longest = max((max(one) for one in games.values() if one), default=1)
    most = max(max(one.values()) / one.total() for one in games.values() if one)
    figures, lines = [], []
    for name, one in games.items():
        mean = sum(one.elements()) / max(one.total(), 1)
        said = f"mean {mean:.3f}, at most {max(one)}" if one else "no games"
        counts = ", ".join(f"{guesses}: {one[guesses]:,}" for guesses in sorted(one))
        label = f"{name}: {said}. Games by number of guesses: {counts}"
        drawn = _histogram_drawing(one, longest, most)
        width = 34 * longest
        axes = f"games, by the guesses they took<br>{_svg(width, 126, label, drawn)}"
        figures.append(f"<b>{html.escape(name)}</b>, {axes}<br>{said}")
        lines.append((name, said, counts))
    return Picture(
        _titled(title, _figures(figures)),
        "\n".join(filter(None, [title, _columns(lines, left=True)])),
    )


def tree(tree: Any, depth: int | None = None) -> Picture:
    """Draw a strategy tree: from left to right, which guess follows which key pegs.

    Parameters
    ----------
    tree : Tree, Node, dict or str
        A tree of `mastermind.trees`; or plain data: ``{guess: {key pegs: tree}}``, where a
        guess that is surely right is just the guess, and what follows a right guess is None.
    depth : int, optional
        How many guesses deep; by default as many as fit onto a page.

    Examples
    --------
    >>> tree({"RR": {"bb": None, "b": {"RG": {"bb": None, "b": "GR"}}, "": "GG"}})
    RR
      b: RG
        b: GR
      -: GG
    """
    root = _node(tree)
    if depth is None:
        depth = _depth(root)
        while depth > 1 and _leaves(root, depth) > _MOST_LEAVES:
            depth -= 1
    drawn: list[str] = []
    height = _tree_drawing(root, depth, 0, 0, drawn)[0]
    columns = min(depth, _depth(root))
    width = columns * _column(root[0]) + 60
    text = "\n".join(_tree_lines(root, depth, ""))
    label = "A strategy tree. " + "; ".join(line.strip() for line in text.splitlines())
    return Picture(_svg(width, 30 * height, label, "".join(drawn)), text)


# Parts of pictures: SVG


def _svg(width: float, height: float, label: str, drawing: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(label)}"'
        f' width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
        ' style="max-width:100%;height:auto;vertical-align:middle" fill="currentColor"'
        f' font-family="sans-serif" font-size="15">{drawing}</svg>'
    )


def _at(x: float, y: float, size: float, drawing: str) -> str:
    """Place a drawing of 100 by 100 points."""
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">{drawing}</g>'


def _pegs(pegs: str, x: float, y: float, size: float, plain: bool = False) -> str:
    step = size + 2
    drawings = (_at(x + n * step, y, size, peg_drawing(peg, plain)) for n, peg in enumerate(pegs))
    return "".join(drawings)


def _are_plain(pegs: str) -> bool:
    """Tell whether there is a letter that means no color."""
    return any(peg.isalpha() and peg not in PEGS for peg in pegs)


def _key_pegs(keys: Keys | None, length: int, x: float, y: float, size: float = 19) -> str:
    """Two rows of key pegs, with a small hole for each that was not earned."""
    columns, drawn = (length + 1) // 2, []
    for number, key in enumerate(str(keys or "").ljust(length, EMPTY)):
        row, column = divmod(number, columns)
        drawn.append(_at(x + column * size, y + row * size, size - 1, key_peg_drawing(key)))
    return "".join(drawn)


def _box(x: float, y: float, width: float, height: float, more: str, fill: str = "") -> str:
    fill = f' fill="{fill}"' if fill else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{fill} {more}/>'


def _words(x: float, y: float, words: str, anchor: str = "start", size: int = 15) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}">'
        f"{html.escape(words)}</text>"
    )


def _places(one: int | Collection[object], all_of_them: object, unit: int) -> Sequence[int]:
    """Which tiles stand for these candidates."""
    if isinstance(one, int) or isinstance(all_of_them, int) or unit > 1:
        return range(math.ceil((one if isinstance(one, int) else len(one)) / unit))
    left = set(one)
    return [place for place, each in enumerate(cast(Iterable[object], all_of_them)) if each in left]


def _mosaic(total: int, was: Sequence[int], now: Sequence[int], label: str) -> str:
    """Draw a tile for each code: bright ones, faint ones that were bright before, and others."""
    columns = max(1, math.ceil(math.sqrt(2.2 * total)))
    columns = next((n for n in range(columns, 2 * columns // 3, -1) if total % n == 0), columns)
    side = min(_MOSAIC / columns, 40)
    height = side * math.ceil(total / columns)
    layers = [(range(total), _GRAY, 0.22), (was, _BLUE, 0.4), (now, _BLUE, 1)]
    drawn = "".join(_tiles(one, columns, side, color, light) for one, color, light in layers if one)
    return _svg(side * columns, height, label, drawn)


def _tiles(places: Iterable[int], columns: int, side: float, color: str, opacity: float) -> str:
    """So many tiles of a mosaic: a dashed line for each run of them."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == sum(runs[-1]) and place % columns:
            runs[-1][1] += 1
        else:
            runs.append([place, 1])
    tile = 0.82 * side
    lines = [
        f"M{side * (first % columns):.2f} {side * (first // columns + 0.45):.2f}"
        f"h{side * many - 0.18 * side:.2f}"
        for first, many in runs
    ]
    return (
        f'<path d="{"".join(lines)}" stroke="{color}" stroke-opacity="{opacity}"'
        f' stroke-width="{tile:.3f}" stroke-dasharray="{tile:.3f} {side - tile:.3f}"/>'
    )


def _histogram_drawing(games: Counter[int], longest: int, most: float) -> str:
    """Columns for 1 to `longest` guesses; the highest of all players' is `most` of the games."""
    drawn = []
    for guesses in range(1, longest + 1):
        x, count = 34 * (guesses - 1), games[guesses]
        height = 80 * count / (games.total() or 1) / most
        drawn.append(_words(x + 17, 122, str(guesses), "middle", 13))
        drawn.append(_box(x + 3, 105 - height, 28, height, "", _BLUE))
        if count:
            drawn.append(_words(x + 17, 100 - height, f"{count:,}", "middle", 11))
    drawn.append(f'<path d="M0 105.5H{34 * longest}" stroke="{_GRAY}"/>')
    return "".join(drawn)


# Parts of pictures: HTML


def _figures(figures: Sequence[str], least: int = 0) -> str:
    """Pictures side by side, as many as the page is wide; with a least width they may shrink."""
    drawn = "".join(f'<div style="line-height:1.5">{figure}</div>' for figure in figures)
    columns = f"repeat(auto-fit,minmax(min({least}px,100%),1fr));max-width:{250 * len(figures)}px"
    way = f"grid;grid-template-columns:{columns}" if least else "flex;flex-wrap:wrap"
    return f'<div style="display:{way};gap:14px 26px">{drawn}</div>'


def _titled(title: str, drawn: str) -> str:
    return f"<div><b>{html.escape(title)}</b></div>{drawn}" if title else drawn


def _label(label: object) -> str:
    keys = _read_label(label)
    if keys is None:
        return html.escape(str(label))
    drawing = "".join(_at(19 * n, 0, 18, key_peg_drawing(key)) for n, key in enumerate(str(keys)))
    if not drawing:
        return "no key peg"
    return _svg(19 * sum(keys), 18, _plain(label), drawing)


# Key pegs and words


def _answer(keys: Answer) -> Keys:
    return Keys.parse(keys) if isinstance(keys, str) else Keys(*keys)


def _turn(turn: tuple[Any, ...]) -> tuple[str, Keys]:
    guess, *keys = turn
    return guess, _answer(keys[0] if len(keys) == 1 else (keys[0], keys[1]))


def _read_label(label: object) -> Keys | None:
    """The key pegs that a label stands for, if it does."""
    if isinstance(label, Keys):
        return label
    if isinstance(label, str) and re.fullmatch("b*w*|-", label):
        return Keys.parse(label)
    return None


def _plain(label: object) -> str:
    keys = _read_label(label)
    return str(label) if keys is None else _letters(keys)


def _letters(keys: Keys | None) -> str:
    return "" if keys is None else str(keys) or "-"


def _names(pegs: str, plain: bool = False) -> str:
    return " ".join(peg if plain and peg != EMPTY else peg_name(peg) for peg in pegs)


def _spaced(pegs: str) -> str:
    return " ".join(pegs)


def _row_words(name: str, pegs: str, keys: Keys | None, plain: bool) -> str:
    names = _names(pegs, plain)
    if not name.isdecimal():
        return "The code is hidden." if "?" in pegs else f"The code: {names}."
    if keys is None:
        return f"Row {name}: empty."
    return f"Guess {name}: {names}. {keys.black} black, {keys.white} white."


def _amount(value: Amount) -> float:
    return len(value) if isinstance(value, Sequence) else value


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}"


def _numbers(values: Collection[float]) -> list[str]:
    """Write numbers with as many decimals as one of them needs, and at most three."""
    if all(isinstance(value, int) for value in values):
        return [f"{value:,}" for value in values]
    decimals = max(len(f"{value:.3f}".rstrip("0").partition(".")[2]) for value in values)
    return [f"{value:,.{decimals}f}" for value in values]


def _moments(count: int) -> list[str]:
    return ["at first", *(f"after guess {number}" for number in range(1, count))]


def _columns(rows: Iterable[Sequence[str]], left: bool = False) -> str:
    """Lay out rows of words in columns; the second one stands at the right unless `left`."""
    rows = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            word.rjust(width) if place == 1 and not left else word.ljust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _histogram(played: Mapping[int, int] | Iterable[int]) -> dict[int, int]:
    counts = dict(played) if isinstance(played, Mapping) else Counter(played)
    return {guesses: games for guesses, games in counts.items() if games}


# Marking

_Pair = tuple[int, int]  # place in the code, place in the guess


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
    kind = {"": "no peg is crossed out yet", "b": "right color, right place"}
    said = kind.get(keys[-1:], "right color, another place")
    width = 62 + 40 * len(code)
    drawn = [
        _words(0, 27, "code"), *_marked_pegs(code, {of_code for of_code, _ in pairs}, 3),
        _words(0, 91, "guess"), *_marked_pegs(guess, {of_guess for _, of_guess in pairs}, 67),
    ]  # fmt: skip
    for of_code, of_guess in pairs[-1:]:
        line = f"M{77 + 40 * of_code} 42L{77 + 40 * of_guess} 66"
        drawn.append(f'<path d="{line}" stroke="currentColor" stroke-width="3"/>')
    drawn += [_at(58 + 24 * n, 114, 22, key_peg_drawing(key)) for n, key in enumerate(keys)]
    line = (
        f"{len(pairs)}: code {_left(code, [p for p, _ in pairs])}, "
        f"guess {_left(guess, [p for _, p in pairs])}: {said}"
    )
    text = f"{line}: {keys}" if keys else line
    picture = f"{_svg(width, 138, f'Step {text}', ''.join(drawn))}<br>{len(pairs)}. {said}"
    return picture, text


def _marked_pegs(pegs: str, crossed: Collection[int], y: float) -> Iterator[str]:
    """Draw pegs; those that are crossed out are faint, with a thin line, and can still be read."""
    for place, peg in enumerate(pegs):
        x = 58 + 40 * place
        drawn = _at(x, y, 38, peg_drawing(peg, plain=False))
        if place in crossed:
            line = f'<path d="M{x} {y + 38}l38 -38" stroke="currentColor" stroke-width="2"/>'
            yield f'<g opacity="0.55">{drawn}</g>{line}'
        else:
            yield drawn


def _left(pegs: str, crossed: Sequence[int]) -> str:
    return _spaced("".join("x" if n in crossed else peg for n, peg in enumerate(pegs)))


# Trees

_Node = tuple[str, list[tuple[Keys, "_Node"]]]  # a guess, and what follows; not the right answer


def _node(tree: Any) -> _Node:
    """Read a tree of `mastermind.trees` without importing it, which would need NumPy."""
    tree = getattr(tree, "root", tree)
    if isinstance(tree, str):
        return tree, []
    if isinstance(tree, Mapping):
        [(guess, replies)] = tree.items()
    else:
        guess, replies = tree.guess, tree.replies
    return guess, [(_answer(keys), _node(child)) for keys, child in replies.items() if child]


def _depth(node: _Node) -> int:
    return 1 + max((_depth(child) for _, child in node[1]), default=0)


def _leaves(node: _Node, depth: int) -> int:
    if depth == 1 or not node[1]:
        return 1
    return sum(_leaves(child, depth - 1) for _, child in node[1])


def _size(node: _Node) -> int:
    return 1 + sum(_size(child) for _, child in node[1])


def _more(node: _Node, depth: int) -> str:
    """What is left out below a node."""
    guesses = _size(node) - 1
    return f"{guesses:,} more" if depth == 1 and guesses else ""


def _column(guess: str) -> float:
    return 24 * len(guess) + 13 * len(guess) + 34


def _tree_drawing(
    node: _Node, depth: int, column: int, row: int, drawn: list[str]
) -> tuple[int, float]:
    """Draw a node and what follows; say how many rows that takes, and where its middle is."""
    guess, replies = node
    x, used, middles = column * _column(guess), 0, []
    if depth > 1:
        for _, child in replies:
            rows, middle = _tree_drawing(child, depth - 1, column + 1, row + used, drawn)
            used += rows
            middles.append(middle)
    y = (middles[0] + middles[-1]) / 2 if middles else 30 * row + 15
    right = x + 24 * len(guess)
    drawn.append(_pegs(guess, x, y - 11, 22))
    if more := _more(node, depth):
        drawn.append(_words(right + 6, y + 5, more, size=12))
    # Not strict: nothing is drawn for replies below the last column.
    for (keys, _), middle in zip(replies, middles, strict=False):
        line = f"M{right} {y:g}H{right + 10}V{middle:g}H{x + _column(guess) - 4:g}"
        drawn.append(f'<path d="{line}" fill="none" stroke="{_GRAY}"/>')
        drawn += [
            _at(right + 14 + 13 * n, middle - 7, 14, key_peg_drawing(key))
            for n, key in enumerate(str(keys))
        ]
    return max(used, 1), y


def _tree_lines(node: _Node, depth: int, indent: str) -> Iterator[str]:
    more = _more(node, depth)
    yield node[0] + (f"  ({more})" if more else "")
    if depth > 1:
        for keys, child in node[1]:
            first, *rest = _tree_lines(child, depth - 1, indent)
            yield f"  {_letters(keys)}: {first}"
            yield from (f"  {line}" for line in rest)
