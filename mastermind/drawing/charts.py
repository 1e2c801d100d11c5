"""Numbers and candidates as pictures: bars, histograms, a mosaic that dims."""

import html
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, cast

from mastermind.drawing.shapes import (
    BLUE,
    GRAY,
    Picture,
    box_svg,
    key_pegs_svg,
    key_plate_size,
    side_by_side,
    svg,
    titled,
    words_svg,
)
from mastermind.drawing.words import (
    columns,
    label_words,
    number_words,
    numbers,
    read_label,
)

Amount = float | Sequence[object]

_MOST_TILES = 2_500
_MOSAIC = 220  # how wide it is


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
        side_by_side(figures) + note, columns(zip(names, map(number_words, counts), strict=True))
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
    Pairs of numbers, which are answers too, stand in their order.

    Examples
    --------
    >>> bars({"bb": 1, "bw": 2, "": 12}, "Answers to RG")
    Answers to RG
    -   12  ##############################
    bw   2  #####
    bb   1  ##
    >>> bars({(2, 0): 1, (0, 2): 3})
    (0, 2)  3  ##############################
    (2, 0)  1  ##########
    >>> bars({"Knuth 3": 4.85, "Knuth 5": 4.5})
    Knuth 3  4.85  ##############################
    Knuth 5  4.50  ############################
    """
    values = {label: _amount(value) for label, value in amounts.items()}
    keys = {label: read_label(label) for label in values}
    heading = ""
    if values and None not in keys.values():
        heading = "feedback"
        values = {label: values[label] for label in sorted(values, key=lambda one: keys[one] or ())}
    elif values and all(_is_pair(label) for label in values):
        heading, values = "answer", dict(sorted(values.items()))
    most = max([*values.values(), 1e-9])
    shown = dict(zip(values, numbers(values.values()), strict=True))
    rows = [f"<div>{heading}</div><div></div><div>how many</div>"] if heading else []
    for label, value in values.items():
        rows.append(
            f"<div>{label_html(label)}</div>"
            f'<svg width="100%" height="18" style="display:block" aria-hidden="true">'
            f'<rect width="{100 * value / most:.2f}%" height="18" rx="2" fill="{BLUE}"/></svg>'
            f'<div style="text-align:right">{shown[label]}</div>'
        )
    said = ", ".join(f"{label_words(label)}: {number}" for label, number in shown.items())
    grid = (
        "display:grid;grid-template-columns:max-content minmax(60px,1fr) max-content;"
        "gap:4px 10px;align-items:center;max-width:560px;font-variant-numeric:tabular-nums"
    )
    label = html.escape(f"{title}: {said}" if title else said)
    lines = [
        (label_words(label), shown[label], "#" * round(30 * value / most))
        for label, value in values.items()
    ]
    text = "\n".join(filter(None, [title, columns(lines)]))
    drawn = f'<div role="img" aria-label="{label}" style="{grid}">{"".join(rows)}</div>'
    return Picture(titled(title, drawn), text)


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
        axes = f"games, by number of guesses<br>{svg(width, 126, label, drawn)}"
        figures.append(f"<b>{html.escape(name)}</b>, {axes}<br>{said}")
        lines.append((name, said, counts))
    return Picture(
        titled(title, side_by_side(figures)),
        "\n".join(filter(None, [title, columns(lines, left=True)])),
    )


def label_html(label: object) -> str:
    """Draw a label of bars: key pegs as pegs, all else as it is."""
    keys = read_label(label)
    if keys is None:
        return html.escape(str(label))
    if not sum(keys):
        return "no key peg"
    drawing = key_pegs_svg(str(keys), 0, 0, 0)
    return svg(*key_plate_size(str(keys), 0), label_words(label), drawing)


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
    layers = [(range(total), GRAY, 0.22), (was, BLUE, 0.4), (now, BLUE, 1)]
    drawn = "".join(_tiles(one, columns, side, color, light) for one, color, light in layers if one)
    return svg(side * columns, height, label, drawn)


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
        drawn.append(words_svg(x + 17, 122, str(guesses), "middle", 13))
        drawn.append(box_svg(x + 3, 105 - height, 28, height, "", BLUE))
        if count:
            drawn.append(words_svg(x + 17, 100 - height, f"{count:,}", "middle", 11))
    drawn.append(f'<path d="M0 105.5H{34 * longest}" stroke="{GRAY}"/>')
    return "".join(drawn)


def _is_pair(label: object) -> bool:
    return isinstance(label, tuple) and [*map(type, label)] == [int, int]


def _amount(value: Amount) -> float:
    return len(value) if isinstance(value, Sequence) else value


def _moments(count: int) -> list[str]:
    return ["at first", *(f"after guess {number}" for number in range(1, count))]


def _histogram(played: Mapping[int, int] | Iterable[int]) -> dict[int, int]:
    counts = dict(played) if isinstance(played, Mapping) else Counter(played)
    return {guesses: games for guesses, games in counts.items() if games}
