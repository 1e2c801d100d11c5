"""What the peg game says and looks back on, as HTML; its colors follow the page."""

import html
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mastermind import pictures
from mastermind.analysis import Move
from mastermind.feedback import Keys
from mastermind.peg_game.coach import Distribution, Hint
from mastermind.pegs import PEGS


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


def status_html(lines: Iterable[str]) -> str:
    """Set a message so that screen readers announce it.

    The HTML widget replaces everything inside it, so the live region is a new one with
    every message. It is atomic: it is read as a whole.

    Examples
    --------
    >>> status_html(["Choose."]).endswith('aria-atomic="true"><p>Choose.</p></div>')
    True
    """
    live = 'role="status" aria-live="polite" aria-atomic="true"'
    return f'<div class="peg-status" {live}>{paragraphs(lines)}</div>'


def coach_html(advice: str, counts: Sequence[int], hints: Sequence[Hint]) -> str:
    """Draw what the coach says: codes left as bars, and hints in pegs.

    Parameters
    ----------
    advice : str
        How many codes are left.
    counts : sequence of int
        How many there were at first, after one guess, and so on; empty if nobody can tell.
    hints : sequence of Hint
        What was asked for.

    Examples
    --------
    >>> 'aria-label="red blue"' in coach_html("9 codes.", [9], [Hint("A good guess:", "RB")])
    True
    """
    moments = ["at first", *(f"after guess {number}" for number in range(1, len(counts)))]
    bars = pictures.bars(dict(zip(moments, counts, strict=False))).html if len(counts) > 1 else ""
    said = "".join(f"<div>{html.escape(hint.text)} {_pegs(hint.pegs)}</div>" for hint in hints)
    return f'<div class="peg-coach">{paragraphs([advice])}<div>{bars}</div>{said}</div>'


def analysis_html(moves: Sequence[Move]) -> str:
    """Lay out what each guess was worth as a table of pegs and bars.

    Examples
    --------
    >>> analysis_html([]).count("<tr>")
    1
    """
    most = max((move.before for move in moves), default=1)
    head = ["No.", "Guess", "Could be right?", "Codes before and after", "Skill", "Luck in bits",
            "Best guess"]  # fmt: skip
    rows = [
        [
            str(number),
            pictures.code(move.guess, 24).html,
            "yes" if move.possible else "no",
            f"{_halvings(move, most)} {move.before:,} &rarr; {move.after:,}",
            f"{_bar(move.skill, 60)} {move.skill:.0%}",
            f"{move.luck:+.2f}",
            "the same" if move.best == move.guess else pictures.code(move.best, 24).html,
        ]
        for number, move in enumerate(moves, start=1)
    ]
    return (
        f"{_table('What each guess was worth', head, rows)}"
        "<p>One bit halves the codes that are possible; each bar of codes has one length more for "
        "each bit. Skill is the part of the bits to be had that your guess could expect; luck is "
        "what it gained beyond that.</p>"
    )


def statistics_html(known: Distribution | None, mine: Sequence[int]) -> str:
    """Draw one's own games beside the best player's.

    Parameters
    ----------
    known : Distribution or None
        The best player, if it is known how it fares.
    mine : sequence of int
        How many guesses each game of one's own took, the oldest first; 0 for a lost one.

    Examples
    --------
    >>> "<b>2</b> played" in statistics_html(None, [3, 0])
    True
    """
    found = [guesses for guesses in mine if guesses]
    streaks = _streaks(mine)
    counts = [
        (str(len(mine)), "played"),
        (f"{len(found) / max(len(mine), 1):.0%}", "found"),
        (str(streaks[-1]), "streak"),
        (str(max(streaks)), "best streak"),
    ]
    if found:
        counts.append((f"{sum(found) / len(found):.2f}", "guesses on average, where found"))
    numbers = "".join(f"<div><b>{number}</b> {name}</div>" for number, name in counts)
    players: dict[str, Mapping[int, int]] = {"You": Counter(found)}
    text = ""
    if known:
        players[f"The {known.player} player"] = known.codes
        text = f"The {known.player} player needs {known.average:.3f} guesses on average."
    return (
        f'<h4>Your games of this kind</h4><div class="peg-counts">{numbers}</div>'
        f"{pictures.histograms(players).html}{paragraphs([text] if text else [])}"
    )


def result_html(result: str) -> str:
    """Set the result to share.

    Examples
    --------
    >>> "<pre" in result_html("I found the code.")
    True
    """
    return (
        f'<pre class="peg-result" role="group" aria-label="Result to share">'
        f"{html.escape(result)}</pre>"
    )


def _pegs(code: str) -> str:
    return pictures.code(code, 28).html if code else ""


def _streaks(mine: Sequence[int]) -> list[int]:
    """How many games in a row were won, after each game."""
    streaks = [0]
    for guesses in mine:
        streaks.append(streaks[-1] + 1 if guesses else 0)
    return streaks


def _bar(part: float, width: float, color: str = "#3b82d0") -> str:
    return (
        f'<svg width="{width:g}" height="12" aria-hidden="true">'
        f'<rect width="{width * part:.1f}" height="12" rx="2" fill="{color}"/></svg>'
    )


def _halvings(move: Move, most: int) -> str:
    """A bar with a length for each bit: what was there before, and in blue what is left."""
    whole = math.log2(most) or 1
    before, after = (100 * math.log2(codes) / whole for codes in (move.before, move.after))
    return (
        '<svg width="100" height="12" aria-hidden="true">'
        f'<rect width="{before:.1f}" height="12" rx="2" fill="#808080" fill-opacity="0.45"/>'
        f'<rect width="{max(after, 2):.1f}" height="12" rx="2" fill="#3b82d0"/></svg>'
    )


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    # A wide table is scrolled on its own, also by keyboard, so that a narrow page is not.
    return (
        f'<div class="peg-scroll" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="peg-figures"><caption>{caption}</caption>'
        f"<tr>{titles}</tr>{body}</table></div>"
    )
