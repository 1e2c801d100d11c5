"""What the peg game shows, as HTML and CSS; its colors follow the page, light or dark."""

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from mastermind.analysis import Move
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


def key_words(black: int, white: int) -> str:
    """Say key pegs in words.

    Examples
    --------
    >>> key_words(2, 1)
    '2 black, 1 white'
    """
    return f"{black} black, {white} white"


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
    said = key_words(turn.black, turn.white)
    keys = "".join(key_peg_html(key, 20) for key in "b" * turn.black + "w" * turn.white)
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
    return "\n".join(["<style>", _STYLE, *pictures, "</style>"])


_STYLE = """
.peg-game {
  --peg-text: var(--jp-ui-font-color1, #1b1b1b);
  --peg-line: var(--jp-border-color1, #9e9e9e);
  --peg-board: var(--jp-layout-color1, #ffffff);
  --peg-mark: var(--jp-brand-color1, #1565c0);
  color: var(--peg-text); max-width: 860px; padding: 4px;
}
.peg-game .widget-checkbox { width: auto; margin-right: 12px; }
.peg-game .peg-hidden { display: none; }
.peg-game p { margin: 0; line-height: 1.5; }
.peg-game .peg-status {
  border-left: 4px solid var(--peg-mark); padding: 6px 12px; margin: 4px 0;
  background: var(--jp-layout-color2, #eeeeee); font-size: 15px;
}
.peg-game .peg-warning { font-size: 13px; overflow-wrap: anywhere; }
.peg-game .peg-board {
  background: var(--peg-board); border: 1px solid var(--peg-line); border-radius: 10px;
  padding: 10px 14px; margin: 6px 8px 6px 0; min-width: 250px; max-width: 100%;
}
.peg-game .peg-board h3 { margin: 0 0 4px; font-size: 15px; font-weight: 600; }
.peg-game .peg-row, .peg-game .peg-turn { display: flex; align-items: center; }
.peg-game .peg-row { flex-flow: row wrap; }
.peg-game .peg-turn { min-height: 42px; gap: 8px; flex-flow: row wrap; line-height: 1; }
.peg-game .peg-number { min-width: 18px; text-align: right; font-variant-numeric: tabular-nums; }
.peg-game .peg-keys { display: inline-flex; flex-flow: row wrap; }
.peg-game .peg-code svg { margin: 0 1px; }
.peg-game .peg-said { font-size: 13px; min-width: 110px; white-space: nowrap; }
.peg-game .widget-button.peg-peg, .peg-game .widget-button.peg-slot {
  width: 46px; height: 46px; padding: 0; margin: 1px; border-radius: 8px; font-size: 0;
  background: transparent center / 40px no-repeat; border: 1px solid transparent;
}
.peg-game .widget-button.peg-slot { width: 38px; height: 40px; background-size: 34px; }
.peg-game .peg-slots { padding-left: 26px; }
.peg-game .widget-button.peg-slot { border: 1px dashed var(--peg-line); }
.peg-game .widget-button.peg-next { border: 2px solid var(--peg-mark); }
.peg-game .widget-button.peg-peg:hover, .peg-game .widget-button.peg-slot:hover {
  box-shadow: none; border: 2px solid var(--peg-line);
}
.peg-game button:focus-visible, .peg-game input:focus-visible, .peg-game select:focus-visible {
  outline: 3px solid var(--peg-mark) !important; outline-offset: 1px;
}
.peg-game .widget-button.peg-small { height: 28px; line-height: 26px; font-size: 12px; }
.peg-game .peg-done .peg-small { display: none; }
.peg-game .widget-button { width: auto; padding: 0 14px; }
.peg-game .peg-wide { flex-flow: row wrap; align-items: flex-start; }
.peg-game .peg-long .peg-code svg { width: 28px; height: 28px; margin: 0; }
.peg-game .peg-long .peg-slots { padding-left: 24px; }
.peg-game .peg-long .widget-button.peg-slot { width: 28px; margin: 0; background-size: 26px; }
.peg-game .peg-scroll { overflow-x: auto; max-width: 100%; }
.peg-game .peg-table {
  border-collapse: collapse; margin: 6px 0; font-variant-numeric: tabular-nums; line-height: 1.4;
}
.peg-game .peg-table caption { text-align: left; font-weight: 600; padding: 4px 0; }
.peg-game .peg-table th, .peg-game .peg-table td {
  padding: 3px 10px 3px 0; text-align: left; white-space: nowrap;
  border-bottom: 1px solid var(--peg-line);
}
.peg-game .peg-bar {
  display: inline-block; height: 10px; margin-right: 6px; background: var(--peg-mark);
}
"""
