"""What the peg game shows, as HTML and CSS; its colors follow the page, light or dark."""

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from urllib.parse import quote

from mastermind.analysis import Move
from mastermind.feedback import Keys
from mastermind.game import Turn
from mastermind.peg_game.coach import Distribution
from mastermind.pegs import PEGS, key_peg_html, peg_html


def color_names(code: str) -> str:
    """Name the pegs of a code.

    Examples
    --------
    >>> color_names("RBGG")
    'red blue green green'
    """
    return " ".join(PEGS[peg].name for peg in code)


def key_words(keys: Keys) -> str:
    """Say key pegs in words.

    Examples
    --------
    >>> key_words(Keys(2, 1))
    '2 black, 1 white'
    """
    return f"{keys.black} black, {keys.white} white"


def paragraphs(lines: Iterable[str]) -> str:
    """Set plain text as paragraphs.

    Examples
    --------
    >>> paragraphs(["1 < 2"])
    '<p>1 &lt; 2</p>'
    """
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def status_html(lines: Sequence[str], warnings: Sequence[str] = ()) -> str:
    """Set a message so that screen readers announce it.

    The HTML widget replaces everything inside it, so the live region is a new one with
    every message. It is atomic: it is read as a whole.

    Examples
    --------
    >>> status_html(["You won!"]).endswith('aria-atomic="true"><p>You won!</p></div>')
    True
    """
    text = paragraphs(lines) + "".join(
        f'<p class="peg-warning">&#9888; {html.escape(warning)}</p>' for warning in warnings
    )
    live = 'role="status" aria-live="polite" aria-atomic="true"'
    return f'<div class="peg-status" {live}>{text}</div>'


def turn_html(number: int, turn: Turn) -> str:
    """Draw a turn as one picture with one name, such as "Guess 1: red blue, 1 black, 0 white".

    Examples
    --------
    >>> 'aria-label="Guess 1: red blue. 1 black, 0 white"' in turn_html(1, Turn("RB", 1, 0))
    True
    """
    said = key_words(turn.keys)
    keys = "".join(key_peg_html(key, 20) for key in str(turn.keys))
    # Key pegs stand in two rows, as on the board.
    width = 20 * ((len(turn.guess) + 1) // 2)
    return (
        f'<div class="peg-turn" role="img" '
        f'aria-label="Guess {number}: {color_names(turn.guess)}. {said}">'
        f'<span class="peg-number">{number}</span>'
        f'<span class="peg-code">{"".join(map(peg_html, turn.guess))}</span>'
        f'<span class="peg-keys" style="width:{width}px">{keys}</span>'
        f'<span class="peg-said">{said}</span></div>'
    )


def code_html(label: str, code: str) -> str:
    """Draw a code behind a label, as one picture with one name.

    Examples
    --------
    >>> 'aria-label="The code: red blue"' in code_html("The code", "RB")
    True
    """
    return (
        f'<div class="peg-turn" role="img" aria-label="{label}: {color_names(code)}">'
        f'<span class="peg-label">{label}</span>'
        f'<span class="peg-code">{"".join(map(peg_html, code))}</span></div>'
    )


def analysis_html(moves: Sequence[Move]) -> str:
    """Lay out what each guess was worth as a table.

    Examples
    --------
    >>> analysis_html([]).count("<tr>")
    1
    """
    head = [
        "Guess", "Possible?", "Codes before", "after", "Bits expected", "gained",
        "Best guess", "its bits", "Skill", "Luck",
    ]  # fmt: skip
    rows = [
        [
            f"{number} {move.guess}",
            "yes" if move.possible else "no",
            str(move.before),
            str(move.after),
            f"{move.bits_expected:.2f}",
            f"{move.bits_gained:.2f}",
            move.best,
            f"{move.best_bits:.2f}",
            f"{move.skill:.0%}",
            f"{move.luck:+.2f}",
        ]
        for number, move in enumerate(moves, start=1)
    ]
    return (
        f"{_table('What each guess was worth', head, rows)}"
        "<p>One bit halves the codes that are possible. Skill is the part of the bits to be had "
        "that your guess could expect; luck is what it gained beyond that.</p>"
    )


def distribution_html(known: Distribution | None, mine: Sequence[int]) -> str:
    """Set one's own games of this session beside the best player.

    Parameters
    ----------
    known : Distribution or None
        The best player, if it is known how it fares.
    mine : sequence of int
        How many guesses each game of one's own took; 0 for one that was lost.

    Examples
    --------
    >>> distribution_html(None, [3, 0, 3]).count("<tr>")
    3
    """
    own = Counter(mine)
    codes = known.codes if known else {}
    last = max([*codes, *own])
    head = ["Guesses", "Your games"] + ([f"{known.player.capitalize()} player"] if known else [])
    rows = []
    for guesses in [*range(1, last + 1), 0]:
        row = [str(guesses or "not found"), _bar(own[guesses], len(mine), str(own[guesses]))]
        if known:
            share = codes.get(guesses, 0)
            row.append(_bar(share, sum(codes.values()), f"{share / sum(codes.values()):.1%}"))
        if known or own[guesses]:
            rows.append(row)
    text = ""
    if known:
        text = f"The {known.player} player needs {known.average:.3f} guesses on average. "
    found = [guesses for guesses in mine if guesses]
    if found:
        text += f"Your average so far, where you found the code: {sum(found) / len(found):.2f}."
    return _table("Your games of this session", head, rows) + paragraphs([text] if text else [])


def _bar(part: int, whole: int, text: str) -> str:
    width = 100 * part / whole if whole else 0
    return f'<span class="peg-bar" style="width:{width:.1f}px"></span>{text}'


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    # A wide table is scrolled on its own, also by keyboard, so that a narrow page is not.
    return (
        f'<div class="peg-scroll" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="peg-table"><caption>{caption}</caption>'
        f"<tr>{titles}</tr>{body}</table></div>"
    )


def style_html() -> str:
    """Write the style sheet of the game.

    A button is named by its text, which screen readers read; what is seen of a peg
    button is the picture behind it.

    Examples
    --------
    >>> style_html().count("background-image")
    10
    """
    pictures = (
        f".peg-game .widget-button.peg-{color} {{ background-image:"
        f' url("data:image/svg+xml,{quote(peg_html(color))}"); }}'
        for color in PEGS
    )
    css = resources.files("mastermind.peg_game").joinpath("style.css").read_text(encoding="utf-8")
    return "\n".join(["<style>", css, *pictures, "</style>"])
