"""Predictions that are made before the answer is shown.

A notebook has a cell ``predict("rules", "")``. What students expect they write between the
last quotes, where it stays in the notebook; the answer comes when they run the cell, and
not before. It costs no points.

>>> predict("rules", "")
Write what you expect between the last quotes, and run the cell again.
>>> predict("rules", "bwww")
You expected bwww. It is bww.
The code has only two R, and the black key peg has used up one: one white peg for an R, not two.
>>> predict("rules", " B W W ")
You expected bww. Yes!
The code has only two R, and the black key peg has used up one: one white peg for an R, not two.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from IPython import get_ipython
from IPython.display import display

REPORTED = "application/vnd.autograder.prediction+json"
"""The grader's class report counts what is displayed under this name."""
FILE = Path(__file__).parent / "data" / "predictions.json"


def predict(question: str, expected: object = "") -> None:
    """Compare what somebody expects with what is right, and say why.

    Parameters
    ----------
    question : str
        The name of the question in ``data/predictions.json``.
    expected : object
        What is expected; an empty text asks for it.

    Raises
    ------
    ValueError
        If there is no such question.
    """
    known = questions()
    if question not in known:
        raise ValueError(f"there is no question {question!r}; leave the first word as it was")
    mine = _plain(expected)
    if not mine:
        print("Write what you expect between the last quotes, and run the cell again.")
        return
    answers, because = known[question]["answers"], known[question]["because"]
    right = mine in map(_plain, answers)
    told = "Yes!" if right else f"It is {answers[0]}."
    told = f"You expected {mine}. {told}\n{because}"
    if get_ipython() is None:
        print(told)
    else:
        prediction = json.dumps([question, mine, right])
        display({"text/plain": told, REPORTED: prediction}, raw=True)


@cache
def questions() -> dict[str, Any]:
    """Read all questions: for each the answers that are right, and why."""
    read: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def _plain(expected: object) -> str:
    """Leave out what is no part of an answer: blanks, quotes, capital letters."""
    kept = (each for each in str(expected) if not each.isspace() and each not in "\"'`,;[]()")
    return "".join(kept).lower()
