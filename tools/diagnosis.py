"""The data file of the diagnosis at home: ``python -m tools.diagnosis``.

It has the bank's probes that are one call with plain arguments, and the results of wrong
answers, as `python -m autograder author learn` has recorded them: no answer and no helper.
"""

import ast
import json
from typing import Any

from autograder import Probes
from autograder.extras.mistakes.bank import read_bank
from mastermind.diagnosis import FILE, Known, Mistake
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


def more(exercise: str, probes: Probes) -> tuple[str, list[list[Any]]]:
    """Find the probe that is a digest of plain calls, and list the arguments of these."""
    begins = f"digest({exercise}, "
    for call in probes.digests:
        if call.startswith(begins):
            space: dict[str, Any] = {}
            exec(probes.helpers, space)
            inputs = eval(call.removeprefix(begins).removesuffix(")"), space)
            return call, [list(arguments) for arguments in inputs]
    return "", []


def data() -> dict[str, Known]:
    """Collect the behavior for each exercise with plain probes."""
    found: dict[str, Known] = {}
    for exercise, known in read_bank(ROOT / "bank").items():
        pairs = zip(known.calls, known.right, known.words, strict=True)
        right = {call: want for call, want, words in pairs if plain(exercise, call) and not words}
        digest, inputs = more(exercise, known)
        if len(right) < 2 or not digest:
            continue
        wrong: dict[str, Mistake] = {}
        for title, behavior in known.wrong.items():
            results = {call: got for call, got in behavior.items() if call in right}
            if (cause := known.cause(title)) and results and digest in behavior:
                summed = str(ast.literal_eval(behavior[digest]))
                patterns = list(known.patterns(cause))
                wrong[cause] = {"results": results, "digest": summed, "patterns": patterns}
        found[exercise] = {"right": right, "more": inputs, "wrong": wrong}
    return found


def main() -> None:
    """Write the file."""
    text = json.dumps(data(), ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
