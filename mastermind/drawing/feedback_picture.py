"""A wrong answer in pegs: what was given, *yours* and *right*, the difference ringed.

The failing cell, the panel beside the notebook and the feedback page draw with the same
functions. Each picture has its content as text, too.
"""

import ast
from collections.abc import Sequence
from html import escape
from itertools import zip_longest

from mastermind.drawing.pegs import PEGS, peg_html
from mastermind.drawing.shapes import RING, Picture, key_pegs_svg, key_plate_size, svg

LONGEST = 12


def compare(call: str, got: str, want: str) -> str:
    """Draw what a call gave, beside what is right."""
    try:
        tree = ast.parse(call, mode="eval").body
        assert isinstance(tree, ast.Call) and not tree.keywords
        arguments = [ast.literal_eval(node) for node in tree.args]
        drawn = wrong_answer(arguments, ast.literal_eval(got), ast.literal_eval(want))
    except (AssertionError, SyntaxError, ValueError):
        return ""
    return drawn.html if drawn else ""


def wrong_answer(arguments: Sequence[object], got: object, want: object) -> Picture | None:
    """Draw a wrong result, where it and what is right are key pegs, or codes."""
    if not (isinstance(got, str) and isinstance(want, str)) or got == want:
        return None
    codes = [value for value in arguments if isinstance(value, str) and _fits(value, PEGS)]
    if _fits(got, "bw") and _fits(want, "bw") and len(codes) == 2 == len(arguments):
        rows = [("code", codes[0]), ("guess", codes[1])]
        return _drawn(rows, got, want, max(map(len, [got, want, *codes])))
    if got and want and _fits(got, PEGS) and _fits(want, PEGS):
        return _drawn([], got, want, 0)
    return None


def _fits(value: str, alphabet: object) -> bool:
    return len(value) <= LONGEST and all(sign in alphabet for sign in value)  # type: ignore[operator]


def _drawn(rows: Sequence[tuple[str, str]], got: str, want: str, places: int) -> Picture:
    """Draw the rows; `places` is the number of key pegs, or 0 where the results are codes."""
    differs = [n for n, (one, other) in enumerate(zip_longest(got, want)) if one != other]
    shown = [(name, _pegs(code, []), " ".join(code)) for name, code in rows]
    for name, value in [("yours", got), ("right", want)]:
        if places:
            words = " ".join("black" if key == "b" else "white" for key in value) or "no key pegs"
            shown.append((name, f"{key_plate(value, places, differs)} {escape(value)}", words))
        else:
            shown.append((name, _pegs(value, differs), " ".join(value)))
    kind = "key peg" if places else "peg"
    numbers = ", ".join(str(number + 1) for number in differs)
    last = f"the difference: {kind}{'s' * (len(differs) > 1)} {numbers}"
    both = "text-align:left;vertical-align:middle"
    cells = "".join(
        f'<tr><th scope="row" style="padding:4px 12px 4px 0;{both};font-weight:normal">'
        f'{name}</th><td style="padding:4px 0;{both};white-space:nowrap">{drawn}</td></tr>'
        for name, drawn, _ in shown
    )
    html = f'<table class="pegs">{cells}</table>'
    return Picture(html, "\n".join([*(f"{name:5}  {text}" for name, _, text in shown), last]))


def _pegs(code: str, ringed: Sequence[int]) -> str:
    drawn = []
    for place, peg in enumerate(code):
        ring = RING if place in ringed else "transparent"
        border = f"border:2px solid {ring};border-radius:16px;padding:1px"
        drawn.append(f'<span style="display:inline-block;{border}">{peg_html(peg, 32)}</span>')
    return "".join(drawn)


def key_plate(keys: str, places: int, ringed: Sequence[int] = ()) -> str:
    """Draw key pegs in the holes of one plate, some of them ringed."""
    says = ", ".join("black" if key == "b" else "white" for key in keys) or "no key pegs"
    if marked := ", ".join(str(place + 1) for place in ringed):
        says += f"; ringed: {marked}"
    drawn = key_pegs_svg(keys, places, 0, 0, ringed=ringed)
    return svg(*key_plate_size(keys, places), says, f"<title>{says}</title>{drawn}")
