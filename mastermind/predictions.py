"""Predictions that are made before the answer is shown.

A notebook has a cell ``predict("rules", "")``. When you run it, a field asks what you expect,
and the correct answer appears only after yours. Your prediction is saved next to the notebooks
and is used again when you rerun the cell. If no field can be shown, write your prediction
between the quotes. A wrong prediction costs no points.

>>> predict("rules", "")
Type what you expect between the last two quotation marks. Then run the cell again.
>>> predict("rules", "bwww")  # doctest: +NORMALIZE_WHITESPACE
You expected bwww. The answer is bww.
The code has only two R pegs, and the black key peg has used up one of them. So R gets one
white key peg, not two.
>>> predict("rules", " B W W ")  # doctest: +NORMALIZE_WHITESPACE
You expected B W W. Yes!
The code has only two R pegs, and the black key peg has used up one of them. So R gets one
white key peg, not two.
"""

import html
import json
import os
import re
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from IPython import get_ipython
from IPython.display import DisplayHandle, display

from mastermind.my_functions import folder

"""The grader's class report counts what is displayed under this name."""
FILE = Path(__file__).parent / "data" / "predictions.json"
KEPT = "my_predictions.json"
"""Where a student's predictions are kept, beside `my_mastermind.py`."""
NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        ["zero", "one first", "two second", "three third", "four", "five", "six"]
    )
    for word in words.split()
}
ASK = "Type what you expect between the last two quotation marks. Then run the cell again."


def predict(question: str, expected: object = "") -> None:
    """Compare a prediction with the correct answer, and explain the answer.

    Parameters
    ----------
    question : str
        The name of the question in ``data/predictions.json``.
    expected : object
        The prediction. If it is empty, a field asks for it.

    Raises
    ------
    ValueError
        If there is no such question.
    """
    known = questions()
    if question not in known:
        raise ValueError(f"there is no question {question!r}; change the first argument back")
    text = str(expected)
    if _words(text):
        _show(_compared(question, text))
    elif not _somebody_is_there():
        print(ASK)
    elif question in _kept():
        text = _kept()[question]
        get_ipython().set_next_input(f'predict("{question}", {_quoted(text)})', replace=True)
        _show(_compared(question, text))
    else:
        _ask(question)


def _compared(question: str, expected: str) -> dict[str, str]:
    """Compare what is expected with what is right."""
    known = questions()[question]
    right = any(_agree(expected, answer) for answer in known["answers"])
    answer, because = known["answers"][0], known["because"]
    told = "Yes!" if right else f"The answer is {answer}."
    said = f"You expected {expected.strip().rstrip('.')}. {told}"
    return {"text/plain": f"{said}\n{because}", "text/html": _card(said, right, answer, because)}


def _card(said: str, right: bool, answer: str, because: str) -> str:
    """Draw what is compared as the board's cards are, with the key pegs of an answer in them."""
    from mastermind.drawing.charts import label_html  # here, as most cells draw nothing
    from mastermind.drawing.shapes import RING

    edge = f"linear-gradient(90deg,{'#17794a' if right else RING} 6px,transparent 0)"
    style = f"padding:10px 20px;border:1px solid #8b8678;border-radius:14px;background:{edge}"
    pegs = f" {label_html(answer)}" if set(answer) <= {"b", "w"} else ""
    why = re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(because))
    says = f"<b>{html.escape(said)}</b>{pegs}<br>{why}"
    return f'<div style="max-width:44em;line-height:1.5;{style}">{says}</div>'


def _agree(expected: str, answer: str) -> bool:
    """Compare texts word by word; where the answer has only numbers, compare the numbers."""
    mine, right = _words(expected), _words(answer)
    if all(map(_is_number, right)):
        return [*filter(_is_number, mine)] == right
    return "".join(mine) == "".join(right)


def _show(compared: dict[str, str]) -> None:
    if get_ipython() is None:
        print(compared["text/plain"])
    else:
        display(compared, raw=True)


def _somebody_is_there() -> bool:
    """Tell whether a person runs the cell: no test, no grader, no export."""
    kernel = getattr(get_ipython(), "kernel", None)
    is_graded = "NBGRADER_EXECUTION" in os.environ
    return kernel is not None and not is_graded and getattr(kernel, "_allow_stdin", True)


def _ask(question: str) -> None:
    """Show a field, in whose place the answer comes when something is typed."""
    try:
        import ipywidgets  # type: ignore[import-untyped]
    except ImportError:
        print(ASK)
        return
    field = ipywidgets.Text(
        description="I expect", placeholder="then press Enter", continuous_update=False
    )
    name = uuid.uuid4().hex
    view = {"version_major": 2, "version_minor": 0, "model_id": field.model_id}
    shown = {"text/plain": ASK, "application/vnd.jupyter.widget-view+json": view}
    display(shown, raw=True, display_id=name)
    field.observe(_answer(question, DisplayHandle(name)), "value")


def _answer(question: str, handle: DisplayHandle) -> Callable[[dict[str, Any]], None]:
    def answer(change: dict[str, Any]) -> None:
        if _words(change["new"]):
            _keep(question, change["new"])
            handle.update(_compared(question, change["new"]), raw=True)
            change["owner"].close()

    return answer


def _kept() -> dict[str, str]:
    """Read the predictions that were made; a file that is none holds none."""
    try:
        kept = json.loads((folder() / KEPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _keep(question: str, expected: str) -> None:
    kept = json.dumps({**_kept(), question: expected}, ensure_ascii=False, indent=1)
    (folder() / KEPT).write_text(kept, encoding="utf-8")


def _quoted(text: object) -> str:
    return json.dumps(str(text), ensure_ascii=False)


@cache
def questions() -> dict[str, Any]:
    """Read all questions: for each the answers that are right, and why."""
    read: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def _words(expected: str) -> list[str]:
    """Split a text into words, numbers and signs, without what does not matter."""
    words = re.findall(r"\d+(?:\.\d+)?|[^\W\d]+|[^\w\s\"'`.,;()\[\]]", expected.lower())
    return [NUMBERS.get(word, word) for word in words if word not in ("a", "and", "or", "the")]


def _is_number(word: str) -> bool:
    return word[0].isdigit()
