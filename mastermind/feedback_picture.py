"""Pictures for pages without Python: a guess with the key pegs it got beside the right ones."""

import ast
from html import escape

from mastermind.pegs import PEGS, key_peg_html, peg_html

LONGEST = 12


def compare(call: str, got: str, want: str) -> str:
    """Draw what a call of ``get_feedback`` gave, beside what is right.

    Parameters
    ----------
    call : str
        The call, with its arguments written out.
    got, want : str
        What it gave and what is right, as `repr` writes them.

    Returns
    -------
    str
        HTML; empty for another call, and for what no board could show.

    Examples
    --------
    >>> picture = compare("get_feedback('RG', 'GR')", "'ww'", "'bb'")
    >>> "code" in picture and "yours" in picture and "right" in picture
    True
    >>> compare("valid_code('R', 1, 'R')", "None", "True")
    ''
    """
    try:
        tree = ast.parse(call, mode="eval").body
        assert isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)
        name = tree.func.id
        values = [ast.literal_eval(node) for node in [*tree.args, ast.parse(got, mode="eval").body]]
        code, guess, given = values
        right = ast.literal_eval(want)
    except (AssertionError, SyntaxError, ValueError):
        return ""
    if name != "get_feedback" or not (
        _drawn(code, PEGS) and _drawn(guess, PEGS) and _drawn(given, "bw") and right != given
    ):
        return ""
    rows = [
        ("code", "".join(map(peg_html, code))),
        ("guess", "".join(map(peg_html, guess))),
        ("yours", _keys(given)),
        ("right", _keys(right)),
    ]
    cells = "".join(f'<tr><th scope="row">{name}</th><td>{drawn}</td></tr>' for name, drawn in rows)
    return f'<table class="pegs">{cells}</table>'


def _drawn(value: object, alphabet: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and all(c in alphabet for c in value)  # type: ignore[operator]


def _keys(keys: str) -> str:
    return "".join(map(key_peg_html, keys)) + f" {escape(keys)}" if keys else "no key pegs"
