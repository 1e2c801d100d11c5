"""The data file of the diagnosis at home: ``python -m tools.diagnosis``.

It has the bank's probes that are one call with plain arguments, and the results of wrong
answers, as `python -m autograder author learn` has recorded them: no answer and no helper.
"""

import ast
import json

from autograder.extras.mistakes.bank import read_bank
from mastermind.diagnosis import FILE, Known
from tools.course import ROOT


def plain(exercise: str, call: str) -> bool:
    """Tell whether a probe is a call of the exercise's function with plain values.

    Examples
    --------
    >>> plain("double", "double(2)"), plain("double", "n = 2; double(n)"), plain("double", "f(2)")
    (True, False, False)
    """
    body = ast.parse(call).body
    node = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != exercise or node.keywords:
        return False
    try:
        return all(ast.literal_eval(argument) is not None for argument in node.args)
    except ValueError:
        return False


def data() -> dict[str, Known]:
    """Collect the behavior for each exercise with plain probes."""
    found: dict[str, Known] = {}
    for exercise, known in read_bank(ROOT / "bank").items():
        pairs = zip(known.calls, known.right, known.words, strict=True)
        right = {call: want for call, want, words in pairs if plain(exercise, call) and not words}
        if not known.helpers.strip().startswith('"""') or len(right) < 2:
            continue
        wrong = {
            known.cause(title): {call: got for call, got in behavior.items() if call in right}
            for title, behavior in known.wrong.items()
        }
        shown = {title: behavior for title, behavior in wrong.items() if behavior}
        found[exercise] = {"right": right, "wrong": shown}
    return found


def main() -> None:
    """Write the file."""
    text = json.dumps(data(), ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
